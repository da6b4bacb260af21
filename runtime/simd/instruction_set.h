// The instruction set that a source is compiled for, and how many lanes of 32 bits its registers have.
//
// Sources named x_sse4.cpp, x_avx2.cpp and x_avx512.cpp are compiled once for each (cmake/asmgl_room.cmake). What they
// include lies in a namespace named after the set, ASMGL_ISA, and is always inlined, so that the linker can't take one
// set's copy of a function for another's. For the same reason it calls no inline functions of the standard library.
#pragma once

#if defined(__AVX512F__) && defined(__AVX512DQ__)
#define ASMGL_ISA avx512
#define ASMGL_LANES 16
#elif defined(__AVX2__)
#define ASMGL_ISA avx2
#define ASMGL_LANES 8
#elif defined(__SSE4_2__)
#define ASMGL_ISA sse4
#define ASMGL_LANES 4
#else
#define ASMGL_ISA portable
#define ASMGL_LANES 4
#endif
#define ASMGL_INLINE [[gnu::always_inline]] inline
