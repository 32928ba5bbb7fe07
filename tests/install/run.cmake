# Installs the build tree into a folder of its own, cuts the example out of the public header,
# builds it as another project would and compares what it prints.
set(work "${BUILD}/install-test")
file(REMOVE_RECURSE "${work}")

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output
                  ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${ARGN}\n${output}")
  endif()
endfunction()

file(READ "${HEADER}" header)
if(NOT header MATCHES "\\\\code\n(.*)/// \\\\endcode")
  message(FATAL_ERROR "no example in ${HEADER}")
endif()
string(REGEX REPLACE "(^|\n)/// ?(  )?" "\\1" example "${CMAKE_MATCH_1}")
file(WRITE "${work}/example.cpp" "${example}")

run(${CMAKE_COMMAND} --install "${BUILD}" --prefix "${work}/prefix")
run(${CMAKE_COMMAND} -S "${SOURCE}" -B "${work}/build" -DCMAKE_PREFIX_PATH=${work}/prefix
    -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_BUILD_TYPE=Release -DEXAMPLE=${work}/example.cpp)
run(${CMAKE_COMMAND} --build "${work}/build")
execute_process(COMMAND "${work}/build/example" OUTPUT_VARIABLE printed RESULT_VARIABLE result)
set(expected "74\n1 5 8 6 3 7 2 4 \n1 6 8 3 7 4 2 5 \n1 7 4 6 8 2 5 3 \n")
if(NOT result EQUAL 0 OR NOT printed STREQUAL expected)
  message(FATAL_ERROR "the example printed\n${printed}and ended with ${result}")
endif()
execute_process(COMMAND "${work}/prefix/bin/queens" count 8 OUTPUT_VARIABLE printed)
if(NOT printed STREQUAL "92\n")
  message(FATAL_ERROR "the installed program printed ${printed}")
endif()
