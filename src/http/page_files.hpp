#pragma once

#include <span>
#include <string_view>

namespace queens::http {

/// A file that is part of the program: cmake/EmbedFiles.cmake makes page_files.cpp of them.
struct PageFile {
  std::string_view name;  ///< as "page.js"
  std::string_view content;
};

std::span<const PageFile> page_files();

}  // namespace queens::http
