# The library, its headers and the program, so that another project can find_package(queens) and
# link queens::queens.
include(CMakePackageConfigHelpers)

install(TARGETS queens_core queens_plan queens_kernel queens_store queens_run queens_library
        EXPORT queens-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/queens DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
if(QUEENS_BUILD_CLI)
  install(TARGETS queens_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

set(QUEENS_CONFIG_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/queens)
install(EXPORT queens-targets NAMESPACE queens:: DESTINATION ${QUEENS_CONFIG_DIR})
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/queens-config.cmake.in
  ${PROJECT_BINARY_DIR}/queens-config.cmake INSTALL_DESTINATION ${QUEENS_CONFIG_DIR})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/queens-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/queens-config.cmake
              ${PROJECT_BINARY_DIR}/queens-config-version.cmake
        DESTINATION ${QUEENS_CONFIG_DIR})
