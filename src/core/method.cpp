#include "core/method.hpp"

namespace queens {

Scratch::~Scratch() = default;

}  // namespace queens
