# Compiler settings every room shares.

# Bit-exact arithmetic: the engines and every SIMD width must round alike, so nothing may contract a*b+c by itself.
add_compile_options(-ffp-contract=off -fno-math-errno -fno-trapping-math -fno-semantic-interposition)
# The older unit of x86 of 32 bits would round twice. Old programs of it call with stacks that are aligned to 4 bytes only.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^i[3-6]86$")
  add_compile_options(-msse2 -mfpmath=sse -mstackrealign)
endif()
add_compile_options(-Wall -Wextra $<$<CXX_COMPILER_ID:GNU>:-Wshadow=local>
                    "$<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor;-Wmissing-declarations>")
# A switch over an enumeration has all its values, or is written as ir/switches.h says.
add_compile_options(-Wswitch-enum)
# Only a cast makes a number smaller; signs may change. Clang says so of everything; GCC, which doesn't see that x % 4 is
# small, of what the rooms are made of, without their tests (asmgl_room).
if(CMAKE_CXX_COMPILER_ID STREQUAL Clang)
  # Tables of the language are sorted by the compiler, which Clang would stop after a million steps.
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fconstexpr-steps=100000000>)
  add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:-Wconversion;-Wno-sign-conversion>")
endif()
# Vector types wider than the baseline never cross a translation unit by value.
add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-Wno-psabi>)
if(ASMGL_WERROR)
  add_compile_options(-Werror)
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
if(ASMGL_ONLY_OSMESA)
  set(CMAKE_CXX_FLAGS_RELEASE "-Os -DNDEBUG")  # but for x_simd.cpp, which vertices and pixels go through
  add_compile_options(-ffunction-sections -fdata-sections $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fno-gnu-unique>)
endif()
set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O1 -g1")
set(CMAKE_CXX_FLAGS_DEBUG "-Og -g")

# Packages have the lines of functions in files of their own (scripts/package). Paths of this machine stay out of them.
option(ASMGL_DEBUG_LINES "Line numbers for debuggers, whatever the build type" OFF)
if(ASMGL_DEBUG_LINES)
  add_compile_options(-g1 -ffile-prefix-map=${CMAKE_BINARY_DIR}=build -ffile-prefix-map=${CMAKE_SOURCE_DIR}=.)
endif()

# Machine code for what runs often needs LLVM, some 40 MB of it, and is for x86 and AArch64. Without it the interpreter
# runs everything. On i386 it is off: its code has not been run there yet.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|i[3-6]86|aarch64|arm64)$")
  set(usual ON)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "^i[3-6]86$")
    set(usual OFF)
  endif()
  option(ASMGL_JIT "Compile programs to machine code, by LLVM" ${usual})
else()
  set(ASMGL_JIT OFF)
endif()
if(ASMGL_JIT)
  add_compile_definitions(ASMGL_JIT)
endif()

# What must hold is checked as it runs (ir/check.h).
option(ASMGL_CHECKS "Build the checks of ASMGL_CHECK in" OFF)
if(ASMGL_CHECKS)
  add_compile_definitions(ASMGL_CHECKS)
endif()

# scripts/random-coverage
set(ASMGL_COVERED "" CACHE STRING "Rooms whose lines are counted as they run, by gcov")

if(ASMGL_SANITIZE)
  add_compile_options(-fsanitize=${ASMGL_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=undefined)
  add_link_options(-fsanitize=${ASMGL_SANITIZE})
  # GCC warns that the thread sanitizer does not see the fences in LLVM's headers.
  if(ASMGL_SANITIZE MATCHES thread)
    add_compile_options($<$<CXX_COMPILER_ID:GNU>:-Wno-tsan>)
  endif()
  # Programs built without the sanitizer can load our libraries if its runtime is in the process before them.
  if(ASMGL_SANITIZE MATCHES address)
    execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libasan.so
                    OUTPUT_VARIABLE ASMGL_SANITIZER_RUNTIME OUTPUT_STRIP_TRAILING_WHITESPACE)
  endif()
endif()

find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_C_COMPILER_LAUNCHER ${CCACHE})
  # What it needs to be told to cache files that begin with precompiled headers.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE})
  set(CMAKE_PCH_INSTANTIATE_TEMPLATES OFF)
endif()

# The programs of the tests hold most of the driver each: linking them is a twelfth of a full build with GNU ld. Libraries
# stay with that: what they export is its reading of their lists.
option(ASMGL_FAST_LINKER "Link programs with mold where it is installed" ON)
find_program(MOLD mold)
if(ASMGL_FAST_LINKER AND MOLD AND NOT ASMGL_SANITIZE AND NOT CMAKE_CROSSCOMPILING)
  add_link_options($<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:-fuse-ld=mold>)
endif()
find_package(Threads REQUIRED)
