#pragma once

#include <string>
#include <vector>

namespace queens::test {

/// The kernels that kernel_test.cpp is about: in one program those that this CPU can run, in
/// another the one whose instructions are emulated.
std::vector<std::string> names_of_tested_kernels();

}  // namespace queens::test
