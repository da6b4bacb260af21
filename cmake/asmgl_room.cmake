option(ASMGL_BATCHES "Compile several sources of a folder together" ON)
set(ASMGL_BATCH_SIZE 9 CACHE STRING "How many sources are compiled together")

# asmgl_room(NAME [LIBRARY] [TESTED_LATER] [USES room…] [TEST_USES room…] [LIBRARIES target…] [TEST_LIBRARIES target…]
#            [GENERATED source… GENERATED_INCLUDE folder] [PRECOMPILED header…] [TEST_PRECOMPILED header…] [ALONE regex] [NARROW regex] [LEFT_OUT regex] [SELDOM folder…])
#
# A room is a folder of sources that is one object library `asmgl_NAME`. Its sources find headers by their path in the
# project, "room/header.h", and only those of itself and of the rooms it USES: the include path is a folder of links to
# exactly these, so an include against the arrows does not resolve.
#
# LIBRARY makes it a static library instead, which only the rooms and programs that name it link. Folders `targets` in a
# room are such libraries of their own.
#
# A file's suffix tells its role: x.cpp belongs to the room; x_test.cpp to the program `NAME_test`; x_fuzz.cpp,
# x_bench.cpp and x_sample.cpp are programs of their own, made elsewhere. What stands in a folder `testing` is for the
# tests of this room and of those that use it.
# TEST_USES: rooms that only its tests and its folders `testing` include. TESTED_LATER: asmgl_room_tests() is called elsewhere.
# PRECOMPILED, TEST_PRECOMPILED: headers of the room that most of its sources, or tests, include.
# ALONE: sources whose names of their own clash with those of others in the folder (asmgl_batches).
# SELDOM: folders whose code runs seldom, or where the time goes into a library. Their batches are compiled by -O1, which takes
# two thirds of the time.
# x_simd.cpp are compiled once for each SIMD level (asmgl_levels). NARROW: those that gain nothing by sixteen lanes.
# LEFT_OUT: sources and tests that this build has no use for.
function(asmgl_room name)
  cmake_parse_arguments(PARSE_ARGV 1 ROOM "LIBRARY;TESTED_LATER" "GENERATED_INCLUDE;ALONE;NARROW;LEFT_OUT" "USES;TEST_USES;LIBRARIES;TEST_LIBRARIES;GENERATED;PRECOMPILED;TEST_PRECOMPILED;SELDOM")
  file(RELATIVE_PATH folder ${CMAKE_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
  set_property(GLOBAL PROPERTY ASMGL_FOLDER_${name} ${folder})
  foreach(room ${ROOM_USES})
    get_property(type TARGET asmgl_${room} PROPERTY TYPE)
    if(type STREQUAL STATIC_LIBRARY)
      list(APPEND ROOM_LIBRARIES asmgl_${room})
    endif()
  endforeach()
  asmgl_arrows(${name} ${name} ${ROOM_USES})
  set(arrows ${CMAKE_BINARY_DIR}/arrows/${name})

  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "${CMAKE_CURRENT_SOURCE_DIR}/targets/")
  if(ROOM_LEFT_OUT)
    list(FILTER sources EXCLUDE REGEX "${ROOM_LEFT_OUT}")
  endif()
  set_property(GLOBAL PROPERTY ASMGL_LEFT_OUT_${name} "${ROOM_LEFT_OUT}")
  set(testing ${sources})
  list(FILTER testing INCLUDE REGEX "/testing/")
  list(FILTER sources EXCLUDE REGEX "/testing/")
  list(FILTER sources EXCLUDE REGEX "_(test|fuzz|bench|sample)\\.cpp$")
  set(of_levels ${sources})
  list(FILTER of_levels INCLUDE REGEX "_simd\\.cpp$")
  list(FILTER sources EXCLUDE REGEX "_simd\\.cpp$")

  # An object library: the front end binds commands by weak references, which archives would not satisfy.
  set(type OBJECT)
  if(ROOM_LIBRARY)
    set(type STATIC)
  endif()
  add_library(asmgl_${name} ${type} ${sources} ${ROOM_GENERATED} ${CMAKE_CURRENT_SOURCE_DIR}/CMakeLists.txt)
  asmgl_precompiled(asmgl_${name} OWN ${ROOM_PRECOMPILED})
  # Sanitizers hide from GCC that a number is small.
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND NOT ASMGL_SANITIZE)
    target_compile_options(asmgl_${name} PRIVATE -Wconversion)
  endif()
  asmgl_batches(asmgl_${name} "${ROOM_ALONE}" ${sources})
  asmgl_levels(asmgl_${name} "${ROOM_NARROW}" ${of_levels})
  if(ASMGL_ONLY_OSMESA)
    set(ROOM_SELDOM)  # all is compiled by -Os
  endif()
  foreach(seldom ${ROOM_SELDOM})
    asmgl_optimize_batches(asmgl_${name} ${seldom} -O1)
  endforeach()
  if(name IN_LIST ASMGL_COVERED)
    target_compile_options(asmgl_${name} PRIVATE --coverage -O1 -fno-inline)
    set_target_properties(asmgl_${name} PROPERTIES DISABLE_PRECOMPILE_HEADERS ON)  # they are made with other options
    target_link_options(asmgl_${name} INTERFACE --coverage)
  endif()
  target_include_directories(asmgl_${name} PRIVATE ${arrows} ${ROOM_GENERATED_INCLUDE})
  set_property(TARGET asmgl_${name} PROPERTY ASMGL_GENERATED_INCLUDE ${ROOM_GENERATED_INCLUDE})
  target_link_libraries(asmgl_${name} PRIVATE Threads::Threads ${ROOM_LIBRARIES})
  set_property(TARGET asmgl_${name} PROPERTY ASMGL_ARROWS ${arrows})
  set_property(TARGET asmgl_${name} PROPERTY ASMGL_LIBRARIES "${ROOM_LIBRARIES}")

  if(ASMGL_TESTS AND testing)
    add_library(asmgl_${name}_testing OBJECT ${testing})
    asmgl_precompiled(asmgl_${name}_testing)
    asmgl_batches(asmgl_${name}_testing "${ROOM_ALONE}" ${testing})
    asmgl_arrows(${name}_testing ${name} ${ROOM_USES} ${ROOM_TEST_USES})
    target_include_directories(asmgl_${name}_testing PRIVATE ${CMAKE_BINARY_DIR}/arrows/${name}_testing ${ROOM_GENERATED_INCLUDE})
  endif()
  if(NOT ROOM_TESTED_LATER)
    asmgl_room_tests(${name} USES ${ROOM_USES} ${ROOM_TEST_USES} ALONE "${ROOM_ALONE}" LIBRARIES ${ROOM_TEST_LIBRARIES}
                     PRECOMPILED ${ROOM_TEST_PRECOMPILED})
  endif()
endfunction()

# asmgl_room_tests(NAME [USES room…] [ALONE regex] [LIBRARIES target…] [PRECOMPILED header…]): the program NAME_test of a
# room's x_test.cpp, which may include these rooms.
function(asmgl_room_tests name)
  cmake_parse_arguments(PARSE_ARGV 1 ROOM "" "ALONE" "USES;LIBRARIES;PRECOMPILED")
  get_property(folder GLOBAL PROPERTY ASMGL_FOLDER_${name})
  file(GLOB_RECURSE tests CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${folder}/*_test.cpp)
  list(FILTER tests EXCLUDE REGEX "${CMAKE_SOURCE_DIR}/${folder}/targets/")
  get_property(left_out GLOBAL PROPERTY ASMGL_LEFT_OUT_${name})
  if(left_out)
    list(FILTER tests EXCLUDE REGEX "${left_out}")
  endif()
  if(ASMGL_TESTS AND tests)
    set(helpers ${name} ${ROOM_USES})
    list(TRANSFORM helpers REPLACE "(.+)" "asmgl_\\1_testing")
    foreach(helper ${helpers})
      if(NOT TARGET ${helper})
        list(REMOVE_ITEM helpers ${helper})
      endif()
    endforeach()
    asmgl_program(${name}_test ROOMS ${name} ${ROOM_USES} SOURCES ${tests} PRECOMPILED ${ROOM_PRECOMPILED}
                  LIBRARIES GTest::gtest_main ${ROOM_LIBRARIES} ${helpers})
    asmgl_batches(${name}_test "${ROOM_ALONE}" ${tests})
    # What is tested is optimised as ever; optimising the tests costs more than it saves.
    target_compile_options(${name}_test PRIVATE $<$<CONFIG:Release>:-O0>)
    include(GoogleTest)
    # scripts/with-display, which the suite runs under, switches pacing off.
    gtest_discover_tests(${name}_test TEST_PREFIX ${name}. DISCOVERY_MODE PRE_TEST
                         PROPERTIES TIMEOUT 300 ENVIRONMENT ASMGL_VSYNC=on)
  endif()
endfunction()

# asmgl_batches(TARGET ALONE source…): sources of a folder are compiled some at a time, as one translation unit, and those of a
# room's small folders with each other. Reading the headers, and instantiating what these use of templates, is half of what a
# source costs. Whoever edits a lot configures with -DASMGL_BATCHES=OFF. A large folder shares no batch with others, so that a
# new source there stirs none of theirs.
# What ALONE matches, and what is compiled with options of its own, stays outside.
function(asmgl_batches target alone)
  if(NOT ASMGL_BATCHES)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # A type without a name outside of its source is none in a header, as the compiler believes here.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  list(SORT ARGN)
  set(groups)
  foreach(source ${ARGN})
    get_source_file_property(own_options ${source} COMPILE_OPTIONS)
    if(own_options OR (alone AND source MATCHES "${alone}"))
      continue()
    endif()
    cmake_path(GET source PARENT_PATH folder)
    file(RELATIVE_PATH folder ${CMAKE_CURRENT_SOURCE_DIR} ${folder})
    string(MAKE_C_IDENTIFIER "in_${folder}" group)
    list(APPEND groups ${group})
    list(APPEND sources_${group} ${source})
  endforeach()
  list(REMOVE_DUPLICATES groups)
  set(small_folders)
  foreach(group ${groups})
    list(LENGTH sources_${group} count)
    math(EXPR most "${ASMGL_BATCH_SIZE} / 2")
    if(count GREATER most)
      asmgl_share_batches(${group} ${sources_${group}})
    else()
      list(APPEND small_folders ${sources_${group}})
    endif()
  endforeach()
  asmgl_share_batches(small_folders ${small_folders})
endfunction()

# Puts ASMGL_BATCH_SIZE sources each into the batches GROUP_0, GROUP_1 …
function(asmgl_share_batches group)
  set(count 0)
  foreach(source ${ARGN})
    math(EXPR batch "${count} / ${ASMGL_BATCH_SIZE}")
    math(EXPR count "${count} + 1")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group}_${batch})
  endforeach()
endfunction()

# asmgl_optimize_batches(TARGET folder option): of what asmgl_batches has put together from a folder that has its own. (Where CMake
# would call their files otherwise, nothing came of it.)
function(asmgl_optimize_batches target folder option)
  string(MAKE_C_IDENTIFIER "in_${folder}" group)
  foreach(batch RANGE 9)
    set_source_files_properties(
      ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.dir/Unity/unity_${group}_${batch}_cxx.cxx
      PROPERTIES COMPILE_OPTIONS $<$<CONFIG:Release>:${option}>)
  endforeach()
endfunction()

# asmgl_arrows(NAME room…): makes an include path, arrows/NAME, of links to the folders of these rooms. A folder within
# another one of them needs none.
function(asmgl_arrows name)
  file(REMOVE_RECURSE ${CMAKE_BINARY_DIR}/arrows/${name})  # arrows of before
  set(folders)
  foreach(room ${ARGN})
    get_property(folder GLOBAL PROPERTY ASMGL_FOLDER_${room})
    list(APPEND folders ${folder})
  endforeach()
  list(SORT folders)
  set(linked)
  foreach(folder ${folders})
    set(within FALSE)
    foreach(other ${linked})
      string(FIND ${folder} ${other}/ at)
      if(at EQUAL 0)
        set(within TRUE)
      endif()
    endforeach()
    if(NOT within)
      set(link ${CMAKE_BINARY_DIR}/arrows/${name}/${folder})
      get_filename_component(parent ${link} DIRECTORY)
      file(MAKE_DIRECTORY ${parent})
      file(CREATE_LINK ${CMAKE_SOURCE_DIR}/${folder} ${link} SYMBOLIC)
      list(APPEND linked ${folder})
    endif()
  endforeach()
endfunction()

# asmgl_program(NAME ROOMS room… SOURCES file… [LIBRARIES target…] [PRECOMPILED header…]): an executable that holds these
# rooms' objects and may include their headers. It has the generated headers of the first.
function(asmgl_program name)
  cmake_parse_arguments(PARSE_ARGV 1 PROGRAM "" "" "ROOMS;SOURCES;LIBRARIES;PRECOMPILED")
  list(GET PROGRAM_ROOMS 0 first)
  add_executable(${name} ${PROGRAM_SOURCES})
  if(PROGRAM_LIBRARIES MATCHES GTest)
    asmgl_precompiled(${name} TESTS OWN ${PROGRAM_PRECOMPILED})
  endif()
  asmgl_arrows(${name} ${PROGRAM_ROOMS})
  get_property(generated TARGET asmgl_${first} PROPERTY ASMGL_GENERATED_INCLUDE)
  target_include_directories(${name} PRIVATE ${CMAKE_BINARY_DIR}/arrows/${name} ${generated})
  add_dependencies(${name} asmgl_${first})
  foreach(room ${PROGRAM_ROOMS})
    get_property(libraries TARGET asmgl_${room} PROPERTY ASMGL_LIBRARIES)
    target_link_libraries(${name} PRIVATE asmgl_${room} ${libraries})
  endforeach()
  target_link_libraries(${name} PRIVATE ${PROGRAM_LIBRARIES} Threads::Threads)
endfunction()
