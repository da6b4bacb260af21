// The SIMD level that a source is compiled for, and how many lanes of 32 bits its registers have.
//
// Sources named x_simd.cpp are compiled once for each level (levels.def, cmake/asmgl_levels.cmake). What they include
// lies in a namespace named after the level, ASMGL_ISA, and is always inlined, so that the linker can't take one
// level's copy of a function for another's. For the same reason it calls no inline functions of the standard library.
#pragma once

// Other sources may use what is always inlined, at the build's own instruction set.
#if !defined(ASMGL_LEVEL_NAME)
#define ASMGL_LEVEL_NAME generic
#define ASMGL_LANES 4
#define ASMGL_ISA baseline
#else
#define ASMGL_ISA ASMGL_LEVEL_NAME
#endif
#define ASMGL_INLINE [[gnu::always_inline]] inline
