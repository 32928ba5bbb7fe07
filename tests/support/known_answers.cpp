#include "support/known_answers.hpp"

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace queens::test {
namespace {

nlohmann::json load(const std::string& name) {
  const std::string path = std::string(QUEENS_TEST_DATA) + "/" + name;
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot open " + path);
  return nlohmann::json::parse(file);
}

std::map<int, std::string> counts(const nlohmann::json& table) {
  std::map<int, std::string> by_size;
  for (const auto& [size, count] : table.items()) by_size[std::stoi(size)] = count;
  return by_size;
}

std::vector<Solution> solutions(const nlohmann::json& list) {
  std::vector<Solution> from_zero = list;
  for (Solution& solution : from_zero) {
    for (std::uint8_t& column : solution) --column;
  }
  return from_zero;
}

}  // namespace

const KnownAnswers& known_answers() {
  static const KnownAnswers answers = [] {
    const nlohmann::json json = load("known_answers.json");
    KnownAnswers made{.total = counts(json["total"]),
                      .fundamental = counts(json["fundamental"]),
                      .quarter_turn = counts(json["rotationally_symmetric"]),
                      .half_turn = counts(json["point_symmetric"]),
                      .first = {}};
    for (const auto& [size, list] : json["first"].items()) {
      made.first[std::stoi(size)] = solutions(list);
    }
    return made;
  }();
  return answers;
}

const std::vector<BlockedBoard>& blocked_boards() {
  static const std::vector<BlockedBoard> boards = [] {
    std::vector<BlockedBoard> made;
    const nlohmann::json json = load("blocked_boards.json");
    for (const auto& entry : json["boards"]) {
      std::string rows;
      for (const auto& row : entry["rows"]) rows += row.get<std::string>() + '\n';
      made.push_back({.board = parse_board(rows),
                      .total = std::to_string(entry["count"].get<std::uint64_t>()),
                      .first = solutions(entry["first"])});
    }
    return made;
  }();
  return boards;
}

}  // namespace queens::test
