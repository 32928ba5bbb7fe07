#include "cli/number_list.hpp"

#include <algorithm>

#include "cli/arguments.hpp"
#include "cli/exit_code.hpp"

namespace queens::cli {
namespace {

constexpr std::string_view kRange = "..";
constexpr std::string_view kDoubling = "...";

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> items;
  std::size_t at = 0;
  for (std::size_t comma = 0; comma != std::string::npos; at = comma + 1) {
    comma = text.find(',', at);
    items.push_back(text.substr(at, comma == std::string::npos ? comma : comma - at));
  }
  return items;
}

class List {
 public:
  List(const std::string& what, int least, int most) : what_(what), least_(least), most_(most) {}

  void add(const std::string& item) {
    const std::size_t dots = item.find(kRange);
    if (dots == std::string::npos) {
      numbers_.push_back(number(item));
      return;
    }
    const int first = number(item.substr(0, dots));
    const int last = number(item.substr(dots + kRange.size()));
    if (first > last) throw UsageError(what_ + ": the range '" + item + "' runs backwards");
    for (int i = first; i <= last; ++i) numbers_.push_back(i);
  }

  /// The numbers between the last one and the one to come, each twice the one before.
  void double_up_to(const std::string& item) {
    const int last = number(item);
    const std::size_t size = numbers_.size();
    if (size == 0 || last <= numbers_.back() ||
        (size > 1 && numbers_[size - 1] != 2 * numbers_[size - 2])) {
      throw UsageError(what_ + ": '...' goes on doubling, as in 1,2,4,...,64");
    }
    for (int i = numbers_.back(); i <= last / 2;) numbers_.push_back(i *= 2);
    numbers_.push_back(last);
  }

  [[nodiscard]] std::vector<int> sorted() && {
    std::sort(numbers_.begin(), numbers_.end());
    numbers_.erase(std::unique(numbers_.begin(), numbers_.end()), numbers_.end());
    return std::move(numbers_);
  }

 private:
  [[nodiscard]] int number(const std::string& text) const {
    return static_cast<int>(parse_number("each number of " + what_, text,
                                         static_cast<std::uint64_t>(least_),
                                         static_cast<std::uint64_t>(most_)));
  }

  const std::string& what_;
  int least_;
  int most_;
  std::vector<int> numbers_;
};

}  // namespace

std::vector<int> parse_numbers(const std::string& what, const std::string& text, int least,
                               int most) {
  List list(what, least, most);
  const std::vector<std::string> items = split(text);
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i] != kDoubling) {
      list.add(items[i]);
    } else {
      list.double_up_to(++i < items.size() ? items[i] : "");
    }
  }
  return std::move(list).sorted();
}

std::vector<std::string> parse_words(const std::string& what, const std::string& text) {
  std::vector<std::string> words = split(text);
  if (std::find(words.begin(), words.end(), "") != words.end()) {
    throw UsageError(what + " has an empty name in '" + text + "'");
  }
  return words;
}

}  // namespace queens::cli
