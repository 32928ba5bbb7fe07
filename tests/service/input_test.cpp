#include "http/input.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "http/problem.hpp"

namespace queens::test {
namespace {

using http::Problem;
using http::Request;

Request with_body(std::string body) {
  return {.content_type = "application/json", .body = std::move(body)};
}

job::Request read(std::string body) {
  return http::read_job_request(with_body(std::move(body)), 32);
}

// How a call is refused: "malformed-board /board/1: row 2, ...".
template <typename Call>
std::string refusal(const Call& call) {
  try {
    call();
  } catch (const Problem& problem) {
    return std::string(problem.type.name) + ' ' + problem.place + ": " + problem.detail;
  }
  return "not refused";
}

std::string refusal_of(const std::string& body) {
  return refusal([&body] { read(body); });
}

TEST(JobInput, TakesASize) {
  const job::Request request = read(R"({"n": 8})");
  EXPECT_EQ(request.n, 8);
  EXPECT_EQ(request.rows, "");
  EXPECT_EQ(request.first, 3);
  EXPECT_FALSE(request.fundamental);
  EXPECT_EQ(request.priority, Priority::normal);
}

TEST(JobInput, TakesAWholeNumberHoweverItIsWritten) {
  EXPECT_EQ(read(R"({"n": 8.0})").n, 8);
  EXPECT_EQ(read(R"({"n": 1e1})").n, 10);
}

TEST(JobInput, TakesABoardAndOptions) {
  const job::Request request = read(
      R"({"board": ["*.*", "**Q", "***"], "first": 0, "fundamental": true, "priority": "low"})");
  EXPECT_EQ(request.n, 3);
  EXPECT_EQ(request.rows, "*.*\n**Q\n***\n");
  EXPECT_EQ(request.first, 0);
  EXPECT_TRUE(request.fundamental);
  EXPECT_EQ(request.priority, Priority::low);
  Board board(3);
  board.block({0, 1});
  board.place_queen({1, 2});
  EXPECT_EQ(request.board(), board);
}

TEST(JobInput, NamesThePlaceOnABoard) {
  EXPECT_EQ(refusal_of(R"({"board": ["**", "*#"]})"),
            "malformed-board /board/1: row 2, column 2: '#' is not a square ('*' free, '.' "
            "blocked, 'Q' a queen placed there)");
  EXPECT_EQ(refusal_of(R"({"board": ["**", "***"]})"),
            "malformed-board /board/1: row 2 has 3 squares; on a board of 2 rows there must be as "
            "many");
  EXPECT_EQ(refusal_of(R"({"board": []})"),
            "malformed-board /board: a board of 0 rows; there must be 1 to 32");
  EXPECT_EQ(refusal_of(R"({"board": ["**", 5]})"),
            "malformed-board /board/1: row 2 must be a string");
  EXPECT_EQ(refusal_of(R"({"board": "**"})"),
            "malformed-board /board: board must be an array of strings");
  EXPECT_THAT(refusal_of("{\"board\": [\"\xC3\xA4\"]}"), testing::HasSubstr("byte 0xc3"));
}

TEST(JobInput, NamesTheFieldThatIsWrong) {
  EXPECT_EQ(refusal_of(R"({"n": 8, "foo": 1})"),
            "invalid-request /foo: there is no field 'foo'; known are n, board, first, "
            "fundamental, priority");
  for (const std::string wrong : {"0", "33", "-1", "8.5", "1e2", "1e300", "\"8\"", "null", "true",
                                  "[8]", "18446744073709551624", "99999999999999999999"}) {
    EXPECT_EQ(refusal_of("{\"n\": " + wrong + "}"),
              "invalid-request /n: n must be a whole number from 1 to 32")
        << wrong;
  }
  EXPECT_THAT(refusal_of(R"({"n": 8, "first": 1001})"),
              testing::StartsWith("invalid-request /first"));
  EXPECT_THAT(refusal_of(R"({"n": 8, "fundamental": 1})"),
              testing::StartsWith("invalid-request /fundamental"));
  EXPECT_THAT(refusal_of(R"({"n": 8, "priority": "urgent"})"),
              testing::StartsWith("invalid-request /priority"));
  EXPECT_THAT(refusal_of(R"({"n": 8, "n": 9})"), testing::StartsWith("invalid-request /n"));
  EXPECT_THAT(refusal_of(R"({"n": 8, "a/b~": 1})"), testing::StartsWith("invalid-request /a~1b~0"));
  EXPECT_EQ(refusal_of("{}"), "invalid-request /n: give either n or board");
  EXPECT_EQ(refusal_of(R"({"n": 8, "board": ["*"]})"),
            "invalid-request /n: give either n or board");
}

TEST(JobInput, HeedsTheLargestBoard) {
  EXPECT_THAT(refusal([] { http::read_job_request(with_body(R"({"n": 13})"), 12); }),
              testing::StartsWith("invalid-request /n"));
  EXPECT_THAT(refusal([] { http::read_job_request(with_body(R"({"board": ["*", "*"]})"), 1); }),
              testing::StartsWith("malformed-board /board"));
}

TEST(JobInput, RefusesWhatIsNotJson) {
  for (const std::string wrong : {"", "{", "{\"n\": 8", "n=8", "{\"n\": 8} x", "\xFF", "{'n': 8}",
                                  "{\"n\": 1e400}", "{\"n\": \"\xFF\"}"}) {
    EXPECT_THAT(refusal_of(wrong), testing::StartsWith("bad-request")) << wrong;
  }
  EXPECT_THAT(refusal_of(std::string(60'000, '[')), testing::StartsWith("bad-request"));
  EXPECT_THAT(refusal_of("[]"), testing::HasSubstr("must be a JSON object"));
  EXPECT_THAT(refusal([] { http::read_job_request({.content_type = "text/plain"}, 32); }),
              testing::StartsWith("unsupported-media-type"));
  const Request with_parameter{.content_type = "Application/JSON ; charset=utf-8",
                               .body = R"({"n": 4})"};
  EXPECT_EQ(http::read_job_request(with_parameter, 32).n, 4);
}

TEST(JobInput, SolveKnowsNoPriority) {
  EXPECT_THAT(
      refusal([] { http::read_solve_request(with_body(R"({"n": 8, "priority": "low"})"), 32); }),
      testing::StartsWith("invalid-request /priority"));
}

TEST(QueryInput, ReadsParameters) {
  const auto parameters = http::read_query("n=8&board=%2A.,%2e*&&seed", {"n", "board", "seed"});
  EXPECT_EQ(parameters,
            (std::map<std::string, std::string>{{"n", "8"}, {"board", "*.,.*"}, {"seed", ""}}));
  EXPECT_TRUE(http::read_query("", {}).empty());
}

TEST(QueryInput, NamesTheParameterThatIsWrong) {
  const auto query = [](const std::string& text) {
    return refusal([&text] { http::read_query(text, {"n"}); });
  };
  EXPECT_EQ(query("m=1"), "invalid-request m: there is no parameter 'm'");
  EXPECT_EQ(query("n=1&n=1"), "invalid-request n: the parameter 'n' comes twice");
  for (const std::string wrong : {"n=%", "n=%4", "n=%4g", "%"}) {
    EXPECT_THAT(query(wrong), testing::StartsWith("bad-request")) << wrong;
  }
}

TEST(QueryInput, ReadsABoard) {
  EXPECT_EQ(http::read_board_query({{"board", "*.,.*"}}, 32).rows, "*.\n.*\n");
  EXPECT_EQ(http::read_board_query({{"n", "20"}}, 32).n, 20);
  const auto board = [](const std::map<std::string, std::string>& parameters) {
    return refusal([&parameters] { http::read_board_query(parameters, 32); });
  };
  EXPECT_THAT(board({{"board", "*,"}}), testing::StartsWith("malformed-board board: row 1"));
  EXPECT_THAT(board({{"board", std::string(40, ',')}}), testing::HasSubstr("a board of 41 rows"));
  EXPECT_THAT(board({{"n", "20x"}}), testing::StartsWith("invalid-request n"));
  EXPECT_THAT(board({}), testing::StartsWith("invalid-request n"));
}

TEST(PathInput, ReadsAnId) {
  EXPECT_EQ(http::read_id("17"), 17U);
  for (const std::string wrong : {"", "0", "017", "-1", "1x", "12345678901234567890"}) {
    EXPECT_THAT(refusal([&wrong] { http::read_id(wrong); }), testing::StartsWith("not-found"));
  }
}

TEST(HeaderInput, ReadsAKey) {
  const auto key = [](const std::string& text) {
    return refusal([&text] { http::read_key({.idempotency_key = text}); });
  };
  EXPECT_EQ(http::read_key({}), "");
  EXPECT_EQ(http::read_key({.idempotency_key = "a-B_1"}), "a-B_1");
  for (const std::string& wrong : {std::string(), std::string("a b"), std::string("a\r\nb"),
                                   std::string("\xC3\xA4"), std::string(201, 'a')}) {
    EXPECT_THAT(key(wrong), testing::StartsWith("invalid-request Idempotency-Key"));
  }
}

}  // namespace
}  // namespace queens::test
