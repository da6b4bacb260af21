# The standard library's headers and GoogleTest's, compiled once for all rooms and once for all tests: without that, half of
# a full build reads them again. Every source still includes what it uses; ASMGL_PRECOMPILED_HEADERS=OFF shows where one
# doesn't. They contain the project's own headers only where a room names them itself, since nearly all of its sources
# include them (glapi/context.h): a change of another one rebuilds only what includes it.
option(ASMGL_PRECOMPILED_HEADERS "Precompile the headers of the standard library and GoogleTest" ON)
set(standard_headers <algorithm> <array> <atomic> <bit> <charconv> <cmath> <cstdint> <cstdio> <cstdlib> <cstring>
    <functional> <limits> <map> <memory> <mutex> <optional> <set> <span> <string> <string_view> <unordered_map> <utility>
    <vector>)

# asmgl_header_library(NAME header…): an object library that is nothing but these, precompiled.
function(asmgl_header_library name)
  file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/${name}.cpp CONTENT "")  # written only once
  add_library(${name} OBJECT ${CMAKE_BINARY_DIR}/${name}.cpp)
  target_precompile_headers(${name} PRIVATE ${ARGN})
  target_link_libraries(${name} PRIVATE Threads::Threads)
endfunction()

# asmgl_precompiled(TARGET [TESTS] [OWN header…]): its C++ sources begin with the precompiled headers, and with those of its
# room that it names. Sources that are compiled for an instruction set of their own can't.
function(asmgl_precompiled target)
  if(NOT ASMGL_PRECOMPILED_HEADERS)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 arg "TESTS" "" "OWN")
  if(arg_OWN)
    list(TRANSFORM arg_OWN REPLACE "(.+)" "<\\1>")  # found by the include path
    if(arg_TESTS)
      list(PREPEND arg_OWN <gtest/gtest.h>)
    endif()
    target_precompile_headers(${target} PRIVATE ${standard_headers} ${arg_OWN})
  elseif(arg_TESTS)
    target_precompile_headers(${target} REUSE_FROM asmgl_test_headers)
  else()
    target_precompile_headers(${target} REUSE_FROM asmgl_standard_headers)
  endif()
  # GCC 12 no longer knows then that these warnings of its optimiser lie in the library's own code, where they are silent.
  target_compile_options(${target} PRIVATE
    $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds;-Wno-stringop-overflow;-Wno-stringop-overread;-Wno-restrict>)
endfunction()

if(ASMGL_PRECOMPILED_HEADERS)
  asmgl_header_library(asmgl_standard_headers ${standard_headers})
  if(ASMGL_TESTS)
    asmgl_header_library(asmgl_test_headers ${standard_headers} <gtest/gtest.h>)
    # As executables are compiled.
    set_target_properties(asmgl_test_headers PROPERTIES POSITION_INDEPENDENT_CODE OFF)
    target_compile_options(asmgl_test_headers PRIVATE -fPIE $<$<CONFIG:Release>:-O0>)
    target_link_libraries(asmgl_test_headers PRIVATE GTest::gtest)
  endif()
endif()
