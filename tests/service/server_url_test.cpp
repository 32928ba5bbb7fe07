#include "http/server_url.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/refusal.hpp"

namespace queens::http {
namespace {

using test::refusal;
using testing::HasSubstr;

TEST(ServerUrl, HoldsAHostAndAPort) {
  const ServerUrl url = parse_server_url("http://127.0.0.1:8080");
  EXPECT_EQ(url.host, "127.0.0.1");
  EXPECT_EQ(url.port, 8080);
  EXPECT_EQ(url.authority(), "127.0.0.1:8080");
  EXPECT_EQ(url.text(), "http://127.0.0.1:8080");
}

TEST(ServerUrl, HasThePortOfHttpWithoutOne) {
  const ServerUrl url = parse_server_url("http://queens.example");
  EXPECT_EQ(url.port, 80);
  EXPECT_EQ(url.authority(), "queens.example");
}

TEST(ServerUrl, MayEndInASlash) {
  EXPECT_EQ(parse_server_url("http://a/").authority(), "a");
  EXPECT_EQ(parse_server_url("http://a:81/").authority(), "a:81");
}

TEST(ServerUrl, IsLowerCase) {
  EXPECT_EQ(parse_server_url("HTTP://Queens.Example").authority(), "queens.example");
}

TEST(ServerUrl, HasBracketsAroundAnAddressOfIpv6) {
  const ServerUrl url = parse_server_url("http://[::1]:8080");
  EXPECT_EQ(url.host, "::1");
  EXPECT_EQ(url.authority(), "[::1]:8080");
  EXPECT_EQ(parse_server_url("http://[2001:DB8::1]").text(), "http://[2001:db8::1]");
}

TEST(ServerUrl, IsNotHttps) {
  EXPECT_THAT(refusal([] { parse_server_url("https://queens.example"); }),
              testing::AllOf(HasSubstr("'https://queens.example'"), HasSubstr("tunnel")));
}

TEST(ServerUrl, IsNothingElse) {
  for (const char* const text : {"",
                                 "localhost",
                                 "localhost:8080",
                                 "ftp://a",
                                 "http:/a",
                                 "http://",
                                 "http:///",
                                 "http://:80",
                                 "http://a:",
                                 "http://a:0",
                                 "http://a:65536",
                                 "http://a:-1",
                                 "http://a:8o",
                                 "http://a:+80",
                                 "http://a:80:80",
                                 "http://a/b",
                                 "http://a//",
                                 "http://a?b",
                                 "http://a#b",
                                 "http://u@a",
                                 "http://u:p@a",
                                 "http://a b",
                                 "http://a\n",
                                 "http://[::1",
                                 "http://[]",
                                 "http://[a]",
                                 "http://[1.2.3.4]",
                                 "http://::1",
                                 "http://[::1]80",
                                 "http://[::1]]",
                                 "http://\xC3\xA4"}) {
    SCOPED_TRACE(text);
    EXPECT_THAT(refusal([&] { parse_server_url(text); }), HasSubstr("the server's URL '"));
  }
  EXPECT_THROW(parse_server_url("http://" + std::string(300, 'a')), Error);
}

}  // namespace
}  // namespace queens::http
