// Settings: flags before environment before file, printed as they are taken, refused by name.

#include "http/http_test.hpp"

namespace queens::test {
namespace {

class ConfigTest : public testing::Test {
 protected:
  // `serve` with these words, in an environment with those.
  [[nodiscard]] Outcome serve(const Words& words, const Words& environment = {}) const {
    Words all = environment;
    all.insert(all.end(), {QUEENS_PROGRAM, "serve"});
    all.insert(all.end(), words.begin(), words.end());
    return run("/usr/bin/env", all, {.timeout = std::chrono::seconds(20)});
  }

  [[nodiscard]] Json printed(Words words, const Words& environment = {}) const {
    words.insert(words.end(), {"--print-config"});
    const Outcome outcome = serve(words, environment);
    EXPECT_EQ(outcome.exit_code, 0) << outcome;
    return Json::parse(outcome.out, nullptr, false);
  }

  [[nodiscard]] std::string file(const Json& config) const {
    return folder_.write("config.json", config.dump());
  }

  // Refused with a message of one line that names all of these.
  static void expect_refused(const Outcome& outcome, const Words& named) {
    EXPECT_EQ(outcome.exit_code, 2) << outcome;
    EXPECT_EQ(outcome.out, "");
    for (const std::string& name : named) EXPECT_THAT(outcome.err, testing::HasSubstr(name));
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  }

  [[nodiscard]] std::string data() const { return folder_.path("data"); }

  TemporaryFolder folder_;
};

TEST_F(ConfigTest, HasDefaults) {
  const Json config = printed({"--data", data()});
  EXPECT_EQ(config.at("listen"), "127.0.0.1:8080");
  EXPECT_EQ(config.at("data"), data());
  EXPECT_EQ(config.at("long-jobs"), 1);
  EXPECT_EQ(config.at("queue"), 1000);
  EXPECT_EQ(config.at("max-n"), 32);
  EXPECT_EQ(config.at("connections"), 1024);
  EXPECT_EQ(config.at("streams"), 256);
  EXPECT_THAT(folder_.names(), testing::Not(testing::Contains("data"))) << "nothing is begun";
}

TEST_F(ConfigTest, FlagsGoBeforeEnvironmentBeforeFile) {
  const std::string config = file({{"max-n", 10}, {"data", data()}});
  EXPECT_EQ(printed({"--config", config}).at("max-n"), 10);
  EXPECT_EQ(printed({"--config", config}, {"QUEENS_MAX_N=11"}).at("max-n"), 11);
  EXPECT_EQ(printed({"--config", config, "--max-n", "12"}, {"QUEENS_MAX_N=11"}).at("max-n"), 12);
  EXPECT_EQ(printed({"--max-n", "12"}, {"QUEENS_CONFIG=" + config}).at("max-n"), 12);
  EXPECT_EQ(printed({}, {"QUEENS_DATA=" + data(), "QUEENS_LISTEN=127.0.0.1:1"}).at("listen"),
            "127.0.0.1:1");
}

TEST_F(ConfigTest, IsReadAsItIsPrinted) {
  const std::string token = folder_.write("token", "a-token-for-this-test\n");
  const Json config = printed({"--data",
                               data(),
                               "--threads",
                               "2",
                               "--memory",
                               "1GiB",
                               "--max-n",
                               "20",
                               "--job-time",
                               "1h",
                               "--checkpoint-interval",
                               "5s",
                               "--request-timeout",
                               "3s",
                               "--write-timeout",
                               "2s",
                               "--heartbeat",
                               "4s",
                               "--kernel",
                               "scalar",
                               "--token-file",
                               token,
                               "--queue",
                               "7",
                               "--streams",
                               "9",
                               "--connections",
                               "33",
                               "--log-level",
                               "debug"});
  ASSERT_TRUE(config.is_object());
  EXPECT_EQ(printed({"--config", file(config)}), config);
  EXPECT_THAT(config.dump(), testing::Not(testing::HasSubstr("a-token-for")));
  const Json plain = printed({"--data", data()});
  EXPECT_EQ(printed({"--config", file(plain)}), plain);
}

TEST_F(ConfigTest, RefusesUnknownKeys) {
  const std::string config = file({{"data", data()}, {"max-rows", 8}});
  expect_refused(serve({"--config", config}), {config, "max-rows"});
}

TEST_F(ConfigTest, RefusesWrongTypes) {
  const Json plain = printed({"--data", data()});
  for (const auto& [name, value] : plain.items()) {
    Json config = plain;
    config[name] = Json::object();
    expect_refused(serve({"--config", file(config), "--print-config"}), {"config.json", name});
  }
  for (const char* const name : {"max-n", "queue", "connections", "long-jobs", "streams"}) {
    for (const Json& value : {Json("many"), Json(-1), Json(1.5), Json(true), Json(1e300)}) {
      Json config = plain;
      config[name] = value;
      expect_refused(serve({"--config", file(config), "--print-config"}), {"config.json", name});
    }
  }
}

TEST_F(ConfigTest, RefusesWhatIsNoConfiguration) {
  for (const std::string text : {"", "{", "[]", "null", "{\"queue\":1,}", "queue: 1"}) {
    const std::string config = folder_.write("config.json", text);
    expect_refused(serve({"--config", config, "--data", data()}), {config});
  }
  const std::string none = folder_.path("none.json");
  expect_refused(serve({"--config", none, "--data", data()}), {none});
}

TEST_F(ConfigTest, RefusesWrongFlags) {
  for (const auto& [flag, value] :
       std::vector<std::pair<std::string, std::string>>{{"--listen", "nonsense"},
                                                        {"--listen", "127.0.0.1:99999"},
                                                        {"--listen", "127.0.0.1"},
                                                        {"--threads", "-1"},
                                                        {"--threads", "x"},
                                                        {"--max-n", "33"},
                                                        {"--max-n", "0"},
                                                        {"--queue", "-1"},
                                                        {"--long-jobs", "0"},
                                                        {"--memory", "much"},
                                                        {"--kernel", "none"},
                                                        {"--checkpoint-interval", "soon"},
                                                        {"--request-timeout", "-1s"},
                                                        {"--connections", "0"},
                                                        {"--log-level", "loud"},
                                                        {"--heartbeat", "0s"},
                                                        {"--job-time", ""},
                                                        {"--streams", "1e3"}}) {
    const Outcome refused = serve({"--data", data(), flag, value, "--print-config"});
    EXPECT_EQ(refused.exit_code, 2) << flag << ' ' << value << '\n' << refused;
    EXPECT_THAT(refused.err, testing::HasSubstr(flag)) << value;
  }
  expect_refused(serve({"--print-config"}), {"--data"});
}

TEST_F(ConfigTest, NamesTheVariableThatIsWrong) {
  const Outcome refused = serve({"--data", data(), "--print-config"}, {"QUEENS_MAX_N=x"});
  EXPECT_EQ(refused.exit_code, 2) << refused;
  EXPECT_THAT(refused.err, testing::HasSubstr("QUEENS_MAX_N"));
}

}  // namespace
}  // namespace queens::test
