# Fails on an include that points where no arrow of src/README.md points, and on a library included
# in a room that must not know it. Called with -DROOT=<project>.
cmake_minimum_required(VERSION 3.25)

# What each room may include besides itself and the public headers (queens/...).
set(core)
set(plan core)
set(kernel core)
set(run plan kernel core)
set(cli run)

# Libraries, by the beginning of the included name, and the rooms that may include them.
set(libraries "oneapi/;tbb/;cxxopts;spdlog/;fmt/;nlohmann/")
set(rooms_oneapi/ run)
set(rooms_tbb/ run)
set(rooms_cxxopts cli)
set(rooms_spdlog/ cli)
set(rooms_fmt/ cli)
set(rooms_nlohmann/ cli)

set(wrong "")
set(scanned 0)

function(check_include file room name)
  foreach(library IN LISTS libraries)
    string(FIND "${name}" "${library}" at)
    if(at EQUAL 0 AND NOT room IN_LIST rooms_${library})
      set(wrong "${wrong}\n  ${file}: ${room} must not include <${name}>" PARENT_SCOPE)
      return()
    endif()
  endforeach()
  if(NOT name MATCHES "^([a-z]+)/")
    return()
  endif()
  set(other ${CMAKE_MATCH_1})
  if(IS_DIRECTORY "${ROOT}/src/${other}" AND NOT other STREQUAL room
     AND NOT other IN_LIST ${room})
    set(wrong "${wrong}\n  ${file}: ${room} must not include \"${name}\"" PARENT_SCOPE)
  endif()
endfunction()

file(GLOB_RECURSE files RELATIVE "${ROOT}" "${ROOT}/src/*.hpp" "${ROOT}/src/*.cpp"
     "${ROOT}/include/*.hpp")
foreach(file IN LISTS files)
  if(file MATCHES "^src/([^/]+)/")
    set(room ${CMAKE_MATCH_1})
    if(NOT DEFINED ${room} AND NOT room STREQUAL core)
      string(APPEND wrong "\n  ${file}: ${room} is no room of the house")
      continue()
    endif()
  else()
    set(room public)  # the public headers know no room at all
  endif()
  math(EXPR scanned "${scanned} + 1")
  file(STRINGS "${ROOT}/${file}" lines REGEX "^ *# *include")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "^ *# *include *[<\"]([^>\"]+)[>\"].*" "\\1" name "${line}")
    check_include("${file}" "${room}" "${name}")
  endforeach()
endforeach()

if(scanned LESS 20)
  message(FATAL_ERROR "only ${scanned} files found below ${ROOT}")
endif()
if(wrong)
  message(FATAL_ERROR "forbidden includes:${wrong}")
endif()
message(STATUS "${scanned} files keep to the arrows")
