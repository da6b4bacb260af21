# ctest -L ROOM: the tests that concern a room, wherever they stand. A row is a folder and the rooms that its tests are of.
if(NOT ASMGL_TESTS)
  return()
endif()
set(asmgl_labels
    "ir: ir"
    "arbasm: arbasm"
    "glsl: glsl"
    "runtime: runtime"
    "rasterizer: rasterizer"
    "glapi: glapi"
    "driver: driver"
    "machines/ctm: machines"
    "machines/tegra: machines"
    "tools: arbasm"
    "piglit-tests: glapi"
    "bench: bench"
    "tests/api_fuzz: glapi"
    "tests/assembler: arbasm glsl"
    "tests/ctm: machines"
    "tests/docs: docs"
    "tests/environment: runtime"
    "tests/gbm: driver"
    "tests/glx: driver"
    "tests/loading: driver"
    "tests/mutated_glsl: glsl"
    "tests/osmesa: driver"
    "tests/package: driver"
    "tests/pictures: rasterizer machines"
    "tests/random_builtins: glsl runtime"
    "tests/random_glsl: glsl runtime"
    "tests/random_spirv: glsl runtime"
    "tests/random_stages: rasterizer glapi"
    "tests/scripts: docs"
    "tests/signals: driver"
    "tests/soak: glapi"
    "tests/surroundings: driver"
    "tests/tegra: machines"
    "tests/wayland: driver")
foreach(row ${asmgl_labels})
  string(REGEX MATCH "^(.*): (.*)$" row ${row})
  set(folder ${CMAKE_SOURCE_DIR}/${CMAKE_MATCH_1})
  string(REPLACE " " ";" rooms ${CMAKE_MATCH_2})
  if(EXISTS ${folder}/CMakeLists.txt)
    set_property(DIRECTORY ${folder} PROPERTY LABELS ${rooms})
  endif()
endforeach()
get_property(folders DIRECTORY ${CMAKE_SOURCE_DIR}/tests PROPERTY SUBDIRECTORIES)
foreach(folder ${folders})
  get_property(rooms DIRECTORY ${folder} PROPERTY LABELS)
  if(NOT rooms)
    message(FATAL_ERROR "${folder} has no row in cmake/asmgl_labels.cmake")
  endif()
endforeach()
