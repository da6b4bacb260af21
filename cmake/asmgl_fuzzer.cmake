# asmgl_fuzzer(NAME ROOM room [OPTIMIZATION -O1] SOURCES ...): a libFuzzer program, built whole by Clang with sanitizers of
# its own, from sources that include what this room may. Not part of the default build: `ninja NAME`. Nothing where there
# is no Clang.
find_program(FUZZING_CLANG NAMES clang++-14 clang++-15 clang++-16 clang++-19 clang++)

function(asmgl_fuzzer name)
  if(NOT FUZZING_CLANG)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "ROOM;OPTIMIZATION" "SOURCES")
  if(NOT arg_OPTIMIZATION)
    set(arg_OPTIMIZATION -O2)
  endif()
  get_property(arrows TARGET asmgl_${arg_ROOM} PROPERTY ASMGL_ARROWS)
  set(fuzzer ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/${name})
  set(sources)
  foreach(source ${arg_SOURCES})
    get_filename_component(source ${source} ABSOLUTE)
    list(APPEND sources ${source})
  endforeach()
  add_custom_command(
    OUTPUT ${fuzzer}
    COMMAND ${FUZZING_CLANG} -std=c++20 ${arg_OPTIMIZATION} -g1 -fsanitize=fuzzer,address,undefined
            -fno-sanitize-recover=undefined -I ${arrows} ${sources} -o ${fuzzer}
    DEPENDS ${sources}
    VERBATIM)
  add_custom_target(${name} DEPENDS ${fuzzer})
endfunction()
