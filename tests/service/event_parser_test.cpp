#include "http/event_parser.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <stdexcept>

namespace queens::http {

// Found by argument-dependent lookup.
bool operator==(const ServerEvent& a, const ServerEvent& b) {
  return a.id == b.id && a.type == b.type && a.data == b.data;
}

std::ostream& operator<<(std::ostream& out, const ServerEvent& event) {
  return out << '{' << event.id << '|' << event.type << '|' << event.data << '}';
}

namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::size_t kMost = 1000;

std::vector<ServerEvent> parse(std::string_view text) {
  return EventParser(kMost).take(text);
}

// The same stream in pieces of that many bytes.
std::vector<ServerEvent> parse_in_pieces(std::string_view text, std::size_t size) {
  EventParser parser(kMost);
  std::vector<ServerEvent> all;
  for (std::size_t at = 0; at < text.size(); at += size) {
    for (ServerEvent& event : parser.take(text.substr(at, size))) all.push_back(std::move(event));
  }
  return all;
}

TEST(EventParser, ReadsAnEvent) {
  EXPECT_THAT(parse("id: 7\nevent: state\ndata: {}\n\n"),
              ElementsAre(ServerEvent{"7", "state", "{}"}));
}

TEST(EventParser, ReadsNothingFromNothing) {
  EXPECT_THAT(parse(""), IsEmpty());
  EXPECT_THAT(parse("\n\n\n"), IsEmpty());
}

TEST(EventParser, CallsAnEventWithoutATypeMessage) {
  EXPECT_THAT(parse("data: a\n\n"), ElementsAre(ServerEvent{"", "message", "a"}));
}

TEST(EventParser, WaitsForTheBlankLine) {
  EventParser parser(kMost);
  EXPECT_THAT(parser.take("data: a"), IsEmpty());
  EXPECT_THAT(parser.take("\n"), IsEmpty());
  EXPECT_THAT(parser.take("\n"), ElementsAre(ServerEvent{"", "message", "a"}));
}

TEST(EventParser, JoinsTheLinesOfData) {
  EXPECT_THAT(parse("data: a\ndata:\ndata:  b\ndata\n\n"),
              ElementsAre(ServerEvent{"", "message", "a\n\n b\n"}));
}

TEST(EventParser, SkipsCommentsAndUnknownFields) {
  EXPECT_THAT(parse(": heartbeat\n\n:\nretry: 10\ncolour: red\ndata: a\n: between\ndata: b\n\n"),
              ElementsAre(ServerEvent{"", "message", "a\nb"}));
}

TEST(EventParser, DropsAnEventWithoutDataAndItsType) {
  EXPECT_THAT(parse("event: state\n\ndata: a\n\n"), ElementsAre(ServerEvent{"", "message", "a"}));
}

TEST(EventParser, KeepsAnIdUntilThereIsANewOne) {
  EXPECT_THAT(parse("id: 1\ndata: a\n\ndata: b\n\nid: 2\n\ndata: c\n\nid\ndata: d\n\n"),
              ElementsAre(ServerEvent{"1", "message", "a"}, ServerEvent{"1", "message", "b"},
                          ServerEvent{"2", "message", "c"}, ServerEvent{"", "message", "d"}));
}

TEST(EventParser, IgnoresAnIdWithANullByte) {
  EXPECT_THAT(parse(std::string_view("id: 1\nid: 2\0\ndata: a\n\n", 22)),
              ElementsAre(ServerEvent{"1", "message", "a"}));
}

TEST(EventParser, SkipsAByteOrderMarkOnlyAtTheBeginning) {
  EXPECT_THAT(parse("\xEF\xBB\xBF"
                    "data: a\n\n\xEF\xBB\xBF"
                    "data: b\n\n"),
              ElementsAre(ServerEvent{"", "message", "a"}));
}

TEST(EventParser, TakesEveryEndOfLineAndEveryCut) {
  for (const std::string end : {"\n", "\r\n", "\r"}) {
    std::string text;
    for (const std::string line :
         {"\xEF\xBB\xBFid: 1", "event: state", "data: one", "data: two", "", ": x", "", "id: 2",
          "data: three", "", "data: never ended", "id: 3"}) {
      text += line + end;
    }
    for (std::size_t size = 1; size <= text.size(); ++size) {
      SCOPED_TRACE(testing::PrintToString(end) + " in pieces of " + std::to_string(size));
      EXPECT_THAT(parse_in_pieces(text, size), ElementsAre(ServerEvent{"1", "state", "one\ntwo"},
                                                           ServerEvent{"2", "message", "three"}));
    }
  }
}

TEST(EventParser, TakesMixedEndsOfLines) {
  EXPECT_THAT(parse("data: a\r\ndata: b\rdata: c\n\r"),
              ElementsAre(ServerEvent{"", "message", "a\nb\nc"}));
}

TEST(EventParser, RefusesAnEventThatIsTooLong) {
  EventParser line(kMost);
  EXPECT_TRUE(line.take(std::string(kMost, 'x')).empty());
  EXPECT_THROW(line.take("x"), std::length_error);
  EventParser lines(kMost);
  const std::string piece = "data: " + std::string(kMost / 2, 'x') + '\n';
  EXPECT_TRUE(lines.take(piece).empty());
  EXPECT_THROW(lines.take(piece), std::length_error);
}

TEST(EventParser, TakesAnyNumberOfEvents) {
  EventParser parser(kMost);
  const std::string event = "data: " + std::string(kMost / 2, 'x') + "\n\n";
  for (int i = 0; i < 100; ++i) EXPECT_EQ(parser.take(event).size(), 1U);
}

}  // namespace
}  // namespace queens::http
