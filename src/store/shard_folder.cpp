#include "store/shard_folder.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <system_error>

#include "store/atomic_file.hpp"

namespace queens {
namespace {

std::string hex(std::uint64_t number) {
  std::array<char, 17> digits{};
  std::snprintf(digits.data(), digits.size(), "%016llx", static_cast<unsigned long long>(number));
  return digits.data();
}

}  // namespace

std::optional<ShardFile> load_shard(const std::filesystem::path& path) {
  const auto bytes = read_file(path);
  if (!bytes) return std::nullopt;
  try {
    return decode(*bytes);
  } catch (const Error& error) {
    throw Error(error.code(), path.string() + ": " + error.what());
  }
}

void save_shard(const std::filesystem::path& path, const ShardFile& file) {
  replace_file(path, encode(file));
}

std::string shard_name(const PlanIdentity& identity, ShardPart part) {
  std::string plan = identity.plan;
  std::replace(plan.begin(), plan.end(), ' ', '-');
  const std::string of = std::to_string(part.of);
  std::string index = std::to_string(part.index);
  index.insert(0, std::to_string(part.of - 1).size() - index.size(), '0');  // sorted as numbers
  return "queens-n" + std::to_string(identity.board.size()) + '-' +
         hex(board_fingerprint(identity.board)) + '-' + plan + '-' + hex(identity.fingerprint) +
         '-' + index + "-of-" + of;
}

std::vector<std::filesystem::path> results_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> results;
  std::error_code error;
  for (auto entry = std::filesystem::directory_iterator(folder, error);
       !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
    if (entry->path().extension() == kResultEnding) results.push_back(entry->path());
  }
  if (error) {
    throw Error(ErrorCode::io, "cannot read " + folder.string() + ": " + error.message());
  }
  std::sort(results.begin(), results.end());
  return results;
}

}  // namespace queens
