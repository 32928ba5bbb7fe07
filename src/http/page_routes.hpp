#pragma once

#include <string_view>

#include "http/router.hpp"

namespace queens::http {

/// The page, the description of the API and what its problems mean: files that are part of the
/// program.
void add_page_routes(Router& router);

/// Whether the program holds a file of this name.
bool has_page_file(std::string_view name);

}  // namespace queens::http
