#pragma once

// Numbers as bytes, least significant first, whatever the machine.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "queens/error.hpp"

namespace queens {

class ByteWriter {
 public:
  template <typename Unsigned>
  void number(Unsigned value) {
    for (std::size_t i = 0; i < sizeof(Unsigned); ++i) {
      bytes_.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
    }
  }

  /// Padded with zeros to that width; not longer than it.
  void word(std::string_view text, std::size_t width) {
    if (text.size() > width) throw Error(ErrorCode::internal, "a name does not fit its field");
    bytes_.insert(bytes_.end(), text.begin(), text.end());
    bytes_.resize(bytes_.size() + width - text.size());
  }

  void reserve(std::size_t bytes) { bytes_.reserve(bytes); }
  [[nodiscard]] const std::vector<std::uint8_t>& bytes() const { return bytes_; }
  [[nodiscard]] std::vector<std::uint8_t> take() { return std::move(bytes_); }

 private:
  std::vector<std::uint8_t> bytes_;
};

/// Throws Error{invalid_input} where the bytes end too soon.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::uint8_t> bytes) : left_(bytes) {}

  template <typename Unsigned>
  Unsigned number() {
    const auto field = next(sizeof(Unsigned));
    Unsigned value = 0;
    for (std::size_t i = 0; i < field.size(); ++i) {
      value |= static_cast<Unsigned>(static_cast<Unsigned>(field[i]) << (8 * i));
    }
    return value;
  }

  /// A padded word; the padding must be zeros, so that each text has one form.
  std::string word(std::size_t width) {
    const auto field = next(width);
    const std::string padded(field.begin(), field.end());
    std::string text = padded.substr(0, padded.find('\0'));
    if (padded.find_first_not_of('\0', text.size()) != std::string::npos) {
      throw Error(ErrorCode::invalid_input, "a name is not padded with zeros");
    }
    return text;
  }

  [[nodiscard]] std::size_t left() const { return left_.size(); }

 private:
  std::span<const std::uint8_t> next(std::size_t size) {
    if (left_.size() < size) throw Error(ErrorCode::invalid_input, "it ends too soon");
    const auto field = left_.first(size);
    left_ = left_.subspan(size);
    return field;
  }

  std::span<const std::uint8_t> left_;
};

}  // namespace queens
