# Debian packages, for /usr: `cpack` in any build folder. queens_..._ARCH.deb has the program,
# libqueens-dev_..._ARCH.deb the library.
set(QUEENS_PACKAGE_CONTACT "The queens authors <queens@example.org>" CACHE STRING
    "Who answers for the packages")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME queens)
set(CPACK_PACKAGE_CONTACT "${QUEENS_PACKAGE_CONTACT}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL program library)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ
    GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME queens)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION math)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
foreach(script IN ITEMS postinst prerm postrm)
  list(APPEND CPACK_DEBIAN_PROGRAM_PACKAGE_CONTROL_EXTRA
       ${PROJECT_SOURCE_DIR}/deploy/package/${script})
endforeach()
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "count placements of non-attacking queens
Counts the ways to place N non-attacking queens on an N x N board, with any
squares blocked, exactly and on all CPUs, and prints the first solutions at
once. Long counts keep checkpoints and can be spread over many machines. A
service with a page, an API and durable jobs is part of it.")

set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libqueens-dev)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS libtbb-dev)
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "count placements of non-attacking queens - library
A static C++20 library that counts the ways to place N non-attacking queens on
an N x N board, with any squares blocked, exactly and on all CPUs, and finds
the first solutions in lexicographic order. CMake finds it as queens::queens.")

# What Debian expects beside the files, and installs from no other source have no use for.
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
foreach(package IN ITEMS queens libqueens-dev)
  set(folder ${PROJECT_BINARY_DIR}/package/${package})
  file(WRITE ${folder}/changelog.Debian
"${package} (${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium

  * As CHANGELOG.md of the source says.

 -- ${QUEENS_PACKAGE_CONTACT}  ${date}
")
  execute_process(COMMAND gzip -9nkf changelog.Debian WORKING_DIRECTORY ${folder}
                  COMMAND_ERROR_IS_FATAL ANY)
  set(component library)
  if(package STREQUAL queens)
    set(component program)
  endif()
  install(FILES ${PROJECT_SOURCE_DIR}/deploy/package/copyright ${folder}/changelog.Debian.gz
          DESTINATION share/doc/${package} COMPONENT ${component} EXCLUDE_FROM_ALL)
endforeach()

include(CPack)
