#include "job/job.hpp"

#include <array>
#include <utility>

namespace queens::job {
namespace {

constexpr std::array<std::pair<State, std::string_view>, 5> kStates = {{
    {State::queued, "queued"},
    {State::running, "running"},
    {State::done, "done"},
    {State::failed, "failed"},
    {State::cancelled, "cancelled"},
}};

constexpr std::array<std::pair<Priority, std::string_view>, 3> kPriorities = {{
    {Priority::low, "low"},
    {Priority::normal, "normal"},
    {Priority::high, "high"},
}};

template <typename Names, typename Value>
std::string_view name_in(const Names& names, Value value) {
  for (const auto& [known, name] : names) {
    if (known == value) return name;
  }
  return {};
}

template <typename Value, typename Names>
std::optional<Value> value_in(const Names& names, std::string_view name) {
  for (const auto& [value, known] : names) {
    if (known == name) return value;
  }
  return std::nullopt;
}

}  // namespace

std::string_view state_name(State state) {
  return name_in(kStates, state);
}

std::optional<State> state_named(std::string_view name) {
  return value_in<State>(kStates, name);
}

std::string_view priority_name(Priority priority) {
  return name_in(kPriorities, priority);
}

std::optional<Priority> priority_named(std::string_view name) {
  return value_in<Priority>(kPriorities, name);
}

}  // namespace queens::job
