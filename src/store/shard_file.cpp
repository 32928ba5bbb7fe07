#include "store/shard_file.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "store/bytes.hpp"
#include "store/hash.hpp"

namespace queens {
namespace {

constexpr std::string_view kMagic("QUEENS\x1a\n", 8);
constexpr std::size_t kNameWidth = 16;
constexpr std::size_t kKernelsWidth = 64;
constexpr std::size_t kRecordBytes = 32;
constexpr std::size_t kFooterBytes = 24;
constexpr std::size_t kHashBytes = 8;
constexpr std::uint32_t kPrime = 4294967291;  // 2^32 - 5

[[noreturn]] void refuse(const std::string& why) {
  throw Error(ErrorCode::invalid_input, why);
}

constexpr std::uint32_t residue_of(std::uint64_t value) {
  return static_cast<std::uint32_t>(value % kPrime);
}

std::uint32_t record_hash(std::span<const std::uint8_t> fields) {
  return static_cast<std::uint32_t>(hash(fields));
}

void write_record(const UnitRecord& record, ByteWriter& writer) {
  ByteWriter fields;
  fields.number(record.id);
  fields.number(record.solutions);
  fields.number(record.nodes);
  fields.number(record.residue);
  for (const std::uint8_t byte : fields.bytes()) writer.number(byte);
  writer.number(record_hash(fields.bytes()));
}

UnitRecord read_record(std::span<const std::uint8_t> bytes, std::uint64_t place) {
  ByteReader reader(bytes);
  UnitRecord record{.id = reader.number<std::uint64_t>()};
  record.solutions = reader.number<std::uint64_t>();
  record.nodes = reader.number<std::uint64_t>();
  record.residue = reader.number<std::uint32_t>();
  if (reader.number<std::uint32_t>() != record_hash(bytes.first(bytes.size() - 4)) ||
      record.residue != residue_of(record.solutions)) {
    refuse("record " + std::to_string(place) + " is damaged");
  }
  return record;
}

Board read_board(ByteReader& reader) {
  const auto size = reader.number<std::uint32_t>();
  if (size < 1 || size > Board::kMaxSize) refuse("the board's size is damaged");
  Board board(static_cast<int>(size));
  for (int row = 0; row < board.size(); ++row) {
    const auto free = reader.number<std::uint32_t>();
    if ((free & ~board.free_columns(row)) != 0) refuse("the board is damaged");
    for (int column = 0; column < board.size(); ++column) {
      if (((free >> column) & 1U) == 0) board.block({row, column});
    }
  }
  return board;
}

void read_magic(ByteReader& reader, std::size_t size) {
  if (size < kMagic.size() || reader.word(kMagic.size()) != kMagic) {
    refuse("is no checkpoint or shard file");
  }
  if (const auto version = reader.number<std::uint32_t>(); version != kShardFormat) {
    throw Error(ErrorCode::unsupported_file, "has format version " + std::to_string(version) +
                                                 "; this program reads version " +
                                                 std::to_string(kShardFormat));
  }
}

ShardFile read_header(ByteReader& reader) {
  ShardFile file;
  file.identity.board = read_board(reader);
  file.identity.plan = reader.word(kNameWidth);
  file.identity.units = reader.number<std::uint64_t>();
  file.identity.fingerprint = reader.number<std::uint64_t>();
  file.part.index = reader.number<std::uint32_t>();
  file.part.of = reader.number<std::uint32_t>();
  file.kernels = reader.word(kKernelsWidth);
  if (file.part.index >= file.part.of || file.part.of > kMaxShards) {
    refuse("the shard's number is damaged");
  }
  return file;
}

// The sum of weight times residue, modulo the prime.
std::uint32_t weighted_residue(std::uint32_t sum, std::uint32_t residue, std::uint32_t weight) {
  return residue_of(sum + std::uint64_t{residue} * weight);
}

std::uint32_t residue_of(Count count) {
  constexpr std::uint64_t k2To32 = std::uint64_t{1} << 32U;
  const auto [high, low] = count.words();
  std::uint64_t residue = residue_of(high);
  residue = residue_of(residue * k2To32 + (low >> 32U));
  return residue_of(residue * k2To32 + (low & (k2To32 - 1)));
}

std::vector<WorkUnit> ascending(std::span<const WorkUnit> units) {
  std::vector<WorkUnit> sorted(units.begin(), units.end());
  std::sort(sorted.begin(), sorted.end(),
            [](const WorkUnit& a, const WorkUnit& b) { return a.id < b.id; });
  return sorted;
}

struct Sum {
  Count total;
  std::uint32_t residue = 0;
};

// Of records and units that ascend.
Sum weighted_sum(std::span<const UnitRecord> records, std::span<const WorkUnit> units) {
  Sum sum;
  auto unit = units.begin();
  for (const UnitRecord& record : records) {
    while (unit != units.end() && unit->id < record.id) ++unit;
    if (unit == units.end() || unit->id != record.id) {
      refuse("holds subproblem " + std::to_string(record.id) + ", which is not of this shard");
    }
    sum.total += Count(record.solutions) * unit->weight;
    sum.residue = weighted_residue(sum.residue, record.residue, unit->weight);
  }
  return sum;
}

}  // namespace

UnitRecord record_of(const WorkUnit& unit, const Tally& tally) {
  return {.id = unit.id,
          .solutions = tally.solutions,
          .nodes = tally.nodes,
          .residue = residue_of(tally.solutions)};
}

std::vector<std::uint8_t> encode(const ShardFile& file) {
  const Board& board = file.identity.board;
  ByteWriter writer;
  writer.reserve(512 + file.records.size() * kRecordBytes);
  writer.word(kMagic, kMagic.size());
  writer.number(kShardFormat);
  writer.number(static_cast<std::uint32_t>(board.size()));
  for (int row = 0; row < board.size(); ++row) writer.number(board.free_columns(row));
  writer.word(file.identity.plan, kNameWidth);
  writer.number(file.identity.units);
  writer.number(file.identity.fingerprint);
  writer.number(file.part.index);
  writer.number(file.part.of);
  writer.word(file.kernels, kKernelsWidth);
  writer.number(std::uint64_t{file.records.size()});
  for (const UnitRecord& record : file.records) write_record(record, writer);
  const auto [high, low] = file.total.words();
  writer.number(high);
  writer.number(low);
  writer.number(hash(writer.bytes()));
  return writer.take();
}

ShardFile decode(std::span<const std::uint8_t> bytes) {
  ByteReader reader(bytes);
  read_magic(reader, bytes.size());
  ShardFile file = read_header(reader);
  const auto count = reader.number<std::uint64_t>();
  if (reader.left() < kFooterBytes || (reader.left() - kFooterBytes) % kRecordBytes != 0 ||
      (reader.left() - kFooterBytes) / kRecordBytes != count) {
    refuse("is damaged: it should hold " + std::to_string(count) + " records, and its length is " +
           std::to_string(bytes.size()) + " bytes");
  }
  const auto records = bytes.subspan(bytes.size() - reader.left(), count * kRecordBytes);
  file.records.reserve(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    file.records.push_back(read_record(records.subspan(i * kRecordBytes, kRecordBytes), i));
    if (i > 0 && file.records[i].id <= file.records[i - 1].id) {
      refuse("is damaged: record " + std::to_string(i) + " is out of order");
    }
  }
  ByteReader footer(bytes.last(kFooterBytes));
  const auto high = footer.number<std::uint64_t>();
  const auto low = footer.number<std::uint64_t>();
  file.total = Count(high, low);
  if (footer.number<std::uint64_t>() != hash(bytes.first(bytes.size() - kHashBytes))) {
    refuse("is damaged: its hash differs");
  }
  return file;
}

void complete(ShardFile& file, std::span<const WorkUnit> units) {
  std::sort(file.records.begin(), file.records.end(),
            [](const UnitRecord& a, const UnitRecord& b) { return a.id < b.id; });
  const Sum sum = weighted_sum(file.records, ascending(units));
  if (residue_of(sum.total) != sum.residue) {
    throw Error(ErrorCode::internal,
                "a sum of counts does not agree with its residue: this "
                "machine's memory or processor may be faulty");
  }
  file.total = sum.total;
}

void check_records(const ShardFile& file, std::span<const WorkUnit> units) {
  const Sum sum = weighted_sum(file.records, ascending(units));
  if (sum.total != file.total || residue_of(sum.total) != sum.residue) {
    refuse("says a total of " + file.total.to_string() + ", but its records add up to " +
           sum.total.to_string());
  }
}

}  // namespace queens
