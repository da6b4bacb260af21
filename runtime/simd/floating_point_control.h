// The CPU's control and status words of floating-point arithmetic, of this thread.
#pragma once

#include <cstdint>
#if defined(__x86_64__) || defined(__i386__)
#include <xmmintrin.h>
#elif !defined(__aarch64__)
#include <cfenv>
#endif

namespace runtime {

// Bits of `mode_bits` are rounding, treatment of denormals, and traps; they are `usual` where nobody has changed them:
// to nearest, denormals kept, no traps. The other bits are exceptions that have been met.
#if defined(__x86_64__) || defined(__i386__)
struct FloatingPointControl {
    static constexpr uint64_t mode_bits = 0xffc0, usual = 0x1f80;
    static uint64_t read() { return _mm_getcsr(); }
    static void write(uint64_t word) { _mm_setcsr(static_cast<unsigned>(word)); }
};
#elif defined(__aarch64__)
// FPCR in the upper half, FPSR in the lower one.
struct FloatingPointControl {
    static constexpr uint64_t mode_bits = uint64_t{0x07f79f07} << 32, usual = 0;
    static uint64_t read() { return __builtin_aarch64_get_fpcr64() << 32 | __builtin_aarch64_get_fpsr(); }
    static void write(uint64_t word) {
        __builtin_aarch64_set_fpcr64(word >> 32);
        __builtin_aarch64_set_fpsr(static_cast<unsigned>(word));
    }
};
#else
// Rounding and exceptions only: what the C library names.
struct FloatingPointControl {
    static constexpr uint64_t mode_bits = ~uint64_t{0} << 32, usual = uint64_t{FE_TONEAREST} << 32;
    static uint64_t read() {
        return static_cast<uint64_t>(std::fegetround()) << 32 | static_cast<uint32_t>(std::fetestexcept(FE_ALL_EXCEPT));
    }
    static void write(uint64_t word) {
        std::fesetround(static_cast<int>(word >> 32));
        std::feclearexcept(FE_ALL_EXCEPT);
        if (static_cast<int>(word)) std::feraiseexcept(static_cast<int>(word));
    }
};
#endif

}  // namespace runtime
