# Fails if an object file that is compiled for a wider instruction set defines a function that another
# file may define too: the linker keeps either, and the program would end on an older CPU. Called with
# -DNM=<nm> -DLIBRARY=<the kernel room's library>.
cmake_minimum_required(VERSION 3.25)

execute_process(COMMAND ${NM} -C --defined-only ${LIBRARY} OUTPUT_VARIABLE symbols
                COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE ";" "," symbols "${symbols}")
string(REPLACE "\n" ";" lines "${symbols}")

set(file "")
set(wrong "")
set(seen 0)
foreach(line IN LISTS lines)
  if(line MATCHES "^(.*\\.o):$")
    set(file ${CMAKE_MATCH_1})
  elseif(file MATCHES "(level_search|join)_avx" AND line MATCHES "^[0-9a-f]* [WVu] (.*)$")
    set(symbol ${CMAKE_MATCH_1})
    math(EXPR seen "${seen} + 1")
    # Its own types' names say so; the compiler's exception tables refer to one library function.
    if(NOT symbol MATCHES "Avx2|Avx512" AND NOT symbol STREQUAL "DW.ref.__gxx_personality_v0")
      string(APPEND wrong "\n  ${file}: ${symbol}")
    endif()
  endif()
endforeach()

if(seen EQUAL 0)
  message(FATAL_ERROR "No object file for a wider instruction set in ${LIBRARY}")
endif()
if(wrong)
  message(FATAL_ERROR "Shared with files for any CPU:${wrong}")
endif()
