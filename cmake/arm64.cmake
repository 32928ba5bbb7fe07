# Builds for arm64 Linux elsewhere, and runs what it built under qemu. The libraries are those that
# scripts/arm64-sysroot lays out; the compiler brings its own C and C++ libraries to link with.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)

cmake_path(SET QUEENS_SYSROOT NORMALIZE "${CMAKE_CURRENT_LIST_DIR}/../build/arm64/sysroot")
set(CMAKE_FIND_ROOT_PATH "${QUEENS_SYSROOT}")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
# Where the linker finds the libraries of libraries.
set(CMAKE_EXE_LINKER_FLAGS_INIT
    "-Wl,-rpath-link,${QUEENS_SYSROOT}/usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}")
# Found there by the emulator instead, under the names they have on an arm64 machine.
set(CMAKE_SKIP_RPATH ON)

set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L "${QUEENS_SYSROOT}")
