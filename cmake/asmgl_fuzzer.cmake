# asmgl_fuzzer(NAME ROOM room SOURCES ... [BELOW room] [WHOLE ...]): a libFuzzer program, built whole by
# Clang with sanitizers of its own. SOURCES include what this room may. WHOLE are sources of whole rooms, which include what
# the room BELOW may (without one: this room), and are compiled in the batches that asmgl_batches() has made of them.
# Fuzzers of a room share their objects. Not part of the default build: `ninja NAME`; `scripts/fuzz` runs them. Nothing
# where there is no Clang.
find_program(FUZZING_CLANG NAMES clang++-14 clang++-15 clang++-16 clang++-19 clang++)
# Tables of the language are sorted by the compiler, which Clang would stop after a million steps.
set(ASMGL_FUZZING_FLAGS -fsanitize=address,undefined -fno-sanitize-recover=undefined -fconstexpr-steps=100000000)
# Reporting comparisons would take two fifths of a compiler's time; fuzzers of languages have lists of words instead.
set(ASMGL_FUZZING_COVERAGE -fsanitize=fuzzer-no-link -fno-sanitize-coverage=trace-cmp)

# Adds the object of a source to a list, by its name in the build folder; and a command that makes it, where no fuzzer has
# asked for it before.
function(asmgl_fuzzer_object result room name source)
  get_property(arrows TARGET asmgl_${room} PROPERTY ASMGL_ARROWS)
  set(object ${CMAKE_BINARY_DIR}/fuzz/${room}/${name}.o)
  get_property(known GLOBAL PROPERTY ASMGL_FUZZER_OBJECTS)
  if(NOT object IN_LIST known)
    set_property(GLOBAL APPEND PROPERTY ASMGL_FUZZER_OBJECTS ${object})
    add_custom_command(
      OUTPUT ${object}
      COMMAND ${CMAKE_CXX_COMPILER_LAUNCHER} ${FUZZING_CLANG} -std=c++20 -O2 -g1 ${ASMGL_FUZZING_COVERAGE}
              ${ASMGL_FUZZING_FLAGS} -I ${arrows} -MD -MF ${object}.d -MT ${object} -c ${source} -o ${object}
      DEPENDS ${source}
      DEPFILE ${object}.d
      COMMENT "Fuzzing: ${name}"
      VERBATIM)
  endif()
  set(${result} ${${result}} ${object} PARENT_SCOPE)
endfunction()

# The same of sources that are compiled one by one.
function(asmgl_fuzzer_objects result room)
  set(objects)
  foreach(source ${ARGN})
    get_filename_component(source ${source} ABSOLUTE)
    file(RELATIVE_PATH place ${CMAKE_SOURCE_DIR} ${source})
    asmgl_fuzzer_object(objects ${room} ${place} ${source})
  endforeach()
  set(${result} ${objects} PARENT_SCOPE)
endfunction()

# The same of whole rooms, in batches: the headers are half of what a source costs, and more with sanitizers.
function(asmgl_fuzzer_batches result room)
  set(objects)
  set(batches)
  foreach(source ${ARGN})
    file(RELATIVE_PATH place ${CMAKE_SOURCE_DIR} ${source})
    string(REGEX MATCH "^[^/]+" own_room ${place})
    get_source_file_property(group ${source} TARGET_DIRECTORY asmgl_${own_room} UNITY_GROUP)
    if(group)
      list(APPEND batches ${own_room}_${group})
      set(text_${own_room}_${group} "${text_${own_room}_${group}}#include \"${source}\"\n")
    else()
      asmgl_fuzzer_object(objects ${room} ${place} ${source})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES batches)
  foreach(batch ${batches})
    set(file ${CMAKE_BINARY_DIR}/fuzz/${room}/${batch}.cpp)
    file(CONFIGURE OUTPUT ${file} CONTENT "${text_${batch}}" @ONLY)
    asmgl_fuzzer_object(objects ${room} ${batch} ${file})
  endforeach()
  set(${result} ${objects} PARENT_SCOPE)
endfunction()

function(asmgl_fuzzer name)
  if(NOT FUZZING_CLANG)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "ROOM;BELOW" "SOURCES;WHOLE")
  if(NOT arg_BELOW)
    set(arg_BELOW ${arg_ROOM})
  endif()
  asmgl_fuzzer_objects(objects ${arg_ROOM} ${arg_SOURCES})
  asmgl_fuzzer_batches(objects_whole ${arg_BELOW} ${arg_WHOLE})
  set(fuzzer ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/${name})
  add_custom_command(
    OUTPUT ${fuzzer}
    COMMAND ${FUZZING_CLANG} -fsanitize=fuzzer ${ASMGL_FUZZING_FLAGS} ${objects} ${objects_whole} -o ${fuzzer}
    DEPENDS ${objects} ${objects_whole}
    VERBATIM)
  add_custom_target(${name} DEPENDS ${fuzzer})
endfunction()
