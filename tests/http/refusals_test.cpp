// What is wrong in a request's body, and where.

#include "http/http_test.hpp"

namespace queens::test {
namespace {

class RefusalsTest : public HttpTest {
 protected:
  void SetUp() override { start(); }

  Response post_text(const std::string& text) {
    return request(port_, "POST", "/v1/jobs", text, kJson);
  }

  void expect_place(const Json& body, const std::string& name, const std::string& place) {
    for (const std::string path : {"/v1/jobs", "/v1/solve"}) {
      if (path == "/v1/solve" && body.contains("priority")) continue;
      const Response refused = post(port_, path, body);
      const Json problem = expect_problem(refused, 422, name);
      EXPECT_EQ(problem.value("place", ""), place) << path << ' ' << body << '\n' << refused;
    }
  }
};

TEST_F(RefusalsTest, NameTheField) {
  const Json too_large = Json::parse("18446744073709551624");  // 2^64 + 8
  for (const Json& n :
       {Json(0), Json(33), Json(-1), Json(1.5), Json("8"), Json(nullptr), Json(true), Json::array(),
        Json::object(), too_large, Json(1e300), Json(4294967304)}) {
    expect_place({{"n", n}}, "invalid-request", "/n");
  }
  for (const Json& first : {Json(-1), Json(1001), Json("3"), Json(nullptr), Json(0.5)}) {
    expect_place({{"n", 8}, {"first", first}}, "invalid-request", "/first");
  }
  for (const Json& fundamental : {Json(1), Json("true"), Json(nullptr)}) {
    expect_place({{"n", 8}, {"fundamental", fundamental}}, "invalid-request", "/fundamental");
  }
  for (const Json& priority : {Json("urgent"), Json("High"), Json(""), Json(1), Json(nullptr)}) {
    expect_place({{"n", 8}, {"priority", priority}}, "invalid-request", "/priority");
  }
  expect_place({{"n", 8}, {"size", 8}}, "invalid-request", "/size");
  expect_place({{"n", 8}, {"a/b~c", 1}}, "invalid-request", "/a~1b~0c");
  expect_place({{"n", 8}, {"", 1}}, "invalid-request", "/");
}

TEST_F(RefusalsTest, WantOneBoard) {
  expect_problem(post(port_, "/v1/jobs", Json::object()), 422, "invalid-request");
  expect_problem(post(port_, "/v1/jobs", {{"n", 1}, {"board", {"*"}}}), 422, "invalid-request");
  expect_problem(post(port_, "/v1/jobs", {{"first", 1}}), 422, "invalid-request");
}

TEST_F(RefusalsTest, NameTheRow) {
  const auto expect_row = [this](const Json& board, const std::string& place,
                                 const std::vector<std::string>& named) {
    const Response refused = post(port_, "/v1/jobs", {{"board", board}});
    const Json problem = expect_problem(refused, 422, "malformed-board");
    EXPECT_EQ(problem.value("place", ""), place) << board << '\n' << refused;
    for (const std::string& word : named) {
      EXPECT_THAT(problem.value("detail", ""), testing::HasSubstr(word)) << board;
    }
  };
  expect_row({"**", "*x"}, "/board/1", {"row 2", "column 2"});
  expect_row({"***", "**", "***"}, "/board/1", {"row 2"});
  expect_row({"***", "***", "****"}, "/board/2", {"row 3"});
  expect_row({"* *", "***", "***"}, "/board/0", {"row 1", "column 2"});
  expect_row({"***", "***", "**\n"}, "/board/2", {"row 3", "column 3"});
  expect_row({"**q*", "****", "****", "****"}, "/board/0", {"row 1", "column 3"});
  expect_row({"", ""}, "/board/0", {"row 1"});
}

TEST_F(RefusalsTest, NameTheBoard) {
  for (const Json& board :
       {Json::array(), Json(""), Json("****"), Json(nullptr), Json::object(), Json(4), Json{1, 2},
        Json{{"*"}}, Json{"**", nullptr}, Json(std::vector<std::string>(33, std::string(33, '*'))),
        Json(std::vector<std::string>(2000, "*")), Json{std::string(60'000, '*')},
        Json(std::vector<std::string>(8, std::string(7, '*')))}) {
    const Response refused = post(port_, "/v1/jobs", {{"board", board}});
    EXPECT_EQ(refused.status, 422) << board.dump().substr(0, 100) << '\n' << refused;
    EXPECT_LT(refused.body.size(), 1000U) << "it does not repeat all that it refuses";
  }
}

// Queens that attack each other are no mistake: the board has no solution.
TEST_F(RefusalsTest, AreNotForQueensThatAttackEachOther) {
  for (const Json& board : {Json{"Q*", "*Q"}, Json{"QQ", "**"}, Json{"Q*", "Q*"}}) {
    EXPECT_EQ(body_of(post(port_, "/v1/solve", {{"board", board}})).at("total"), "0") << board;
    EXPECT_EQ(job_when_done(port_, submit(port_, {{"board", board}})).at("total"), "0") << board;
  }
}

TEST_F(RefusalsTest, OfWhatIsNoJson) {
  for (const std::string& text :
       {std::string(), std::string("{"), std::string("n=8"), std::string("{\"n\":8}}"),
        std::string("{\"n\":8} x"), std::string("{'n':8}"), std::string("{\"n\":NaN}"),
        std::string("{\"n\":08}"), std::string("{\"n\":8,}"), std::string("{\"n\":8 /**/}"),
        std::string("{\"n\":8}\0", 8), std::string("{\"n\":8}\0x", 9), std::string("{\"n\xff\":8}"),
        std::string(30'000, '['), std::string("{\"a\":\"\xed\xa0\x80\"}"),
        std::string("\xff\xfe{\0", 4)}) {
    const Response refused = post_text(text);
    expect_problem(refused, 400, "bad-request");
    EXPECT_TRUE(Json::accept(refused.body)) << refused;
  }
  std::string deep;
  for (int i = 0; i < 5000; ++i) deep += "{\"a\":";
  EXPECT_EQ(post_text(deep + "1" + std::string(5000, '}')).status / 100, 4);
  const std::string nested = std::string(30'000, '[') + std::string(30'000, ']');
  EXPECT_EQ(post_text(nested).status / 100, 4);
  for (const std::string text : {"7", "null", "\"n\"", "[]", "[{\"n\":8}]", "true"}) {
    EXPECT_EQ(post_text(text).status / 100, 4) << text;
  }
  expect_alive();
}

// What a field is called twice means, nobody knows.
TEST_F(RefusalsTest, OfAFieldGivenTwice) {
  EXPECT_EQ(post_text("{\"n\":8,\"n\":9}").status / 100, 4);
}

TEST_F(RefusalsTest, OfBoardsLargerThanAllowed) {
  stop();
  start({"--max-n", "10"});
  EXPECT_EQ(post(port_, "/v1/jobs", {{"n", 10}}).status, 201);
  expect_place({{"n", 11}}, "invalid-request", "/n");
  const Json board(std::vector<std::string>(11, std::string(11, '*')));
  EXPECT_EQ(post(port_, "/v1/jobs", {{"board", board}}).status, 422);
  EXPECT_EQ(request(port_, "GET", "/v1/estimate?n=11").status, 422);
}

TEST_F(RefusalsTest, OfUnknownParameters) {
  for (const std::string path : {"/v1/jobs?x=1", "/v1/kernels?x", "/v1/estimate?n=8&x=1"}) {
    const Response refused = request(port_, "GET", path);
    EXPECT_EQ(refused.status, 422) << path << '\n' << refused;
    EXPECT_EQ(Json::parse(refused.body).value("place", ""), "x") << path;
  }
}

}  // namespace
}  // namespace queens::test
