# Settings that all our own targets share.
function(queens_target target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion
    $<$<BOOL:${QUEENS_WARNINGS_AS_ERRORS}>:-Werror>)
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # GCC 12 warns of an overlap in std::string's own operator+ (GCC bug 105651).
    target_compile_options(${target} PRIVATE -Wno-restrict)
  endif()
  if(QUEENS_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${QUEENS_SANITIZE} -fno-sanitize-recover=all
                                             -fno-omit-frame-pointer)
    target_link_options(${target} PUBLIC -fsanitize=${QUEENS_SANITIZE})
  endif()
endfunction()

# A folder of src/ as a library of its own: queens_room(NAME SOURCES ... ROOMS ...), where ROOMS are
# those that it may include.
function(queens_room name)
  cmake_parse_arguments(ROOM "" "" "SOURCES;ROOMS" ${ARGN})
  set(target queens_${name})
  add_library(${target} STATIC ${ROOM_SOURCES})
  add_library(queens::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ON)
  target_include_directories(${target}
    PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
           $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
    PRIVATE ${PROJECT_SOURCE_DIR}/src)
  foreach(room IN LISTS ROOM_ROOMS)
    target_link_libraries(${target} PUBLIC queens_${room})
  endforeach()
  queens_target(${target})
endfunction()
