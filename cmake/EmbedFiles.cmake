# Writes a C++ file that holds other files: cmake -DOUTPUT=page_files.cpp -DFILES=name=path;... -P
# A file that is not there is left out.
cmake_minimum_required(VERSION 3.25)

set(arrays "")
set(entries "")
set(index 0)
foreach(file IN LISTS FILES)
  string(REGEX MATCH "^([^=]+)=(.+)$" matched "${file}")
  set(name "${CMAKE_MATCH_1}")
  set(path "${CMAKE_MATCH_2}")
  file(READ "${path}" hex HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${hex}")
  string(APPEND arrays "constexpr char kFile${index}[] = {${bytes}};\n")
  string(APPEND entries "    {\"${name}\", {kFile${index}, sizeof kFile${index}}},\n")
  math(EXPR index "${index} + 1")
endforeach()

file(WRITE "${OUTPUT}" "#include \"http/page_files.hpp\"

namespace queens::http {
namespace {

${arrays}
constexpr PageFile kFiles[] = {
${entries}};

}  // namespace

std::span<const PageFile> page_files() {
  return kFiles;
}

}  // namespace queens::http
")
