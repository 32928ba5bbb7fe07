# What `cmake --install` installs, in two components: `program`, with its manual page, completions
# and systemd unit, and `library`, so that another project can find_package(queens) and link
# queens::queens.
include(CMakePackageConfigHelpers)

install(TARGETS queens_core queens_plan queens_kernel queens_store queens_run queens_library
        EXPORT queens-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/queens DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        COMPONENT library)

set(QUEENS_CONFIG_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/queens)
install(EXPORT queens-targets NAMESPACE queens:: DESTINATION ${QUEENS_CONFIG_DIR}
        COMPONENT library)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/queens-config.cmake.in
  ${PROJECT_BINARY_DIR}/queens-config.cmake INSTALL_DESTINATION ${QUEENS_CONFIG_DIR})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/queens-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/queens-config.cmake
              ${PROJECT_BINARY_DIR}/queens-config-version.cmake
        DESTINATION ${QUEENS_CONFIG_DIR} COMPONENT library)

if(NOT QUEENS_BUILD_CLI)
  return()
endif()
install(TARGETS queens_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)

# The program writes its manual page and completions itself. One for another machine cannot here.
if(NOT CMAKE_CROSSCOMPILING)
  set(documents ${PROJECT_BINARY_DIR}/documents)
  install(CODE "
    file(MAKE_DIRECTORY \"${documents}\")
    function(write_document name)
      execute_process(COMMAND \"$<TARGET_FILE:queens_program>\" \${ARGN}
                      OUTPUT_FILE \"${documents}/\${name}\" COMMAND_ERROR_IS_FATAL ANY)
    endfunction()
    write_document(queens.1 manual)
    write_document(queens completion bash)
    write_document(_queens completion zsh)
    write_document(queens.fish completion fish)
    execute_process(COMMAND gzip -9nf queens.1 WORKING_DIRECTORY \"${documents}\"
                    COMMAND_ERROR_IS_FATAL ANY)" COMPONENT program)
  install(FILES ${documents}/queens.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1
          COMPONENT program)
  install(FILES ${documents}/queens COMPONENT program
          DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  # Where zsh looks depends on who installs: Debian's packages, or anybody.
  install(CODE "
    set(functions site-functions)
    if(CMAKE_INSTALL_PREFIX STREQUAL \"/usr\")
      set(functions vendor-completions)
    endif()
    file(INSTALL \"${documents}/_queens\"
         DESTINATION \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/zsh/\${functions}\")"
    COMPONENT program)
  install(FILES ${documents}/queens.fish COMPONENT program
          DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endif()

# Where the program is, only the install itself knows: `--prefix` and CPack choose another place.
install(CODE "
  set(QUEENS_PROGRAM \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}/queens\")
  configure_file(\"${PROJECT_SOURCE_DIR}/deploy/service/queens.service.in\"
                 \"${PROJECT_BINARY_DIR}/queens.service\" @ONLY)" COMPONENT program)
install(FILES ${PROJECT_BINARY_DIR}/queens.service DESTINATION lib/systemd/system
        COMPONENT program)
