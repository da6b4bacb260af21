# asmgl_fuzzer(NAME ROOM room [OPTIMIZATION -O1] SOURCES ... [BELOW room SOURCES_BELOW ...]): a libFuzzer program, built whole by
# Clang with sanitizers of its own, from sources that include what this room may, and such as include what a room below may.
# Fuzzers of a room share their objects. Not part of the default build: `ninja NAME`. Nothing where there is no Clang.
find_program(FUZZING_CLANG NAMES clang++-14 clang++-15 clang++-16 clang++-19 clang++)
# Tables of the language are sorted by the compiler, which Clang would stop after a million steps.
set(ASMGL_FUZZING_FLAGS -fsanitize=address,undefined -fno-sanitize-recover=undefined -fconstexpr-steps=100000000)

# The objects of sources; commands that make them where no fuzzer has asked for them before.
function(asmgl_fuzzer_objects result room optimization)
  get_property(arrows TARGET asmgl_${room} PROPERTY ASMGL_ARROWS)
  set(objects)
  foreach(source ${ARGN})
    get_filename_component(source ${source} ABSOLUTE)
    file(RELATIVE_PATH place ${CMAKE_SOURCE_DIR} ${source})
    set(object ${CMAKE_BINARY_DIR}/fuzz${optimization}/${room}/${place}.o)
    get_property(known GLOBAL PROPERTY ASMGL_FUZZER_OBJECTS)
    if(NOT object IN_LIST known)
      set_property(GLOBAL APPEND PROPERTY ASMGL_FUZZER_OBJECTS ${object})
      add_custom_command(
        OUTPUT ${object}
        COMMAND ${FUZZING_CLANG} -std=c++20 ${optimization} -g1 -fsanitize=fuzzer-no-link ${ASMGL_FUZZING_FLAGS} -I ${arrows}
                -MD -MF ${object}.d -MT ${object} -c ${source} -o ${object}
        DEPENDS ${source}
        DEPFILE ${object}.d
        COMMENT "Fuzzing: ${place}"
        VERBATIM)
    endif()
    list(APPEND objects ${object})
  endforeach()
  set(${result} ${objects} PARENT_SCOPE)
endfunction()

function(asmgl_fuzzer name)
  if(NOT FUZZING_CLANG)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "ROOM;OPTIMIZATION;BELOW" "SOURCES;SOURCES_BELOW")
  if(NOT arg_OPTIMIZATION)
    set(arg_OPTIMIZATION -O2)
  endif()
  asmgl_fuzzer_objects(objects ${arg_ROOM} ${arg_OPTIMIZATION} ${arg_SOURCES})
  set(objects_below)
  if(arg_BELOW)
    asmgl_fuzzer_objects(objects_below ${arg_BELOW} ${arg_OPTIMIZATION} ${arg_SOURCES_BELOW})
  endif()
  set(fuzzer ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/${name})
  add_custom_command(
    OUTPUT ${fuzzer}
    COMMAND ${FUZZING_CLANG} -fsanitize=fuzzer ${ASMGL_FUZZING_FLAGS} ${objects} ${objects_below} -o ${fuzzer}
    DEPENDS ${objects} ${objects_below}
    VERBATIM)
  add_custom_target(${name} DEPENDS ${fuzzer})
endfunction()
