#pragma once

// Requests at random, right ones and wrong ones. Each comes from its own seed, so that one that
// fails can be made again alone.

#include <cstdint>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace queens::test {

struct MadeRequest {
  std::string bytes;
  bool right = false;  ///< it must be answered with 2xx
};

class RequestMaker {
 public:
  explicit RequestMaker(std::uint64_t seed) : random_(seed) {}

  MadeRequest make();

 private:
  struct Parts {
    std::string line;
    std::vector<std::pair<std::string, std::string>> headers;
    std::string body;
  };

  std::size_t below(std::size_t bound);
  bool chance(std::size_t of) { return below(of) == 0; }
  template <typename List>
  const auto& one_of(const List& list) {
    return list[below(list.size())];
  }

  Parts right_get();
  Parts right_post();
  nlohmann::json right_body();
  nlohmann::json right_board();

  void spoil_line(Parts& parts);
  void spoil_query(Parts& parts);
  void spoil_headers(Parts& parts);
  void spoil_body(Parts& parts);
  void spoil_json(Parts& parts);
  void spoil_board(Parts& parts);
  void spoil_bytes(std::string& text);
  nlohmann::json any_value(int depth);
  std::string any_text();

  static std::string text(const Parts& parts);

  std::mt19937_64 random_;
};

}  // namespace queens::test
