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
    static uint64_t read() {
        uint64_t control, status;
        asm volatile("mrs %0, fpcr\n\tmrs %1, fpsr" : "=r"(control), "=r"(status));
        return control << 32 | (status & 0xffffffffu);
    }
    static void write(uint64_t word) {
        asm volatile("msr fpcr, %0\n\tmsr fpsr, %1" : : "r"(word >> 32), "r"(word & 0xffffffffu) : "memory");
    }
};
#else
// Rounding and exceptions only: what the C library names. Traps that an application has enabled stay so.
struct FloatingPointControl {
    static constexpr uint64_t mode_bits = ~uint64_t{0} << 32, usual = uint64_t{FE_TONEAREST} << 32;
    static uint64_t read() {
        std::fexcept_t met;
        std::fegetexceptflag(&met, FE_ALL_EXCEPT);
        return static_cast<uint64_t>(std::fegetround()) << 32 | static_cast<uint32_t>(met);
    }
    static void write(uint64_t word) {
        std::fesetround(static_cast<int>(word >> 32));
        const std::fexcept_t met = static_cast<std::fexcept_t>(word);
        std::fesetexceptflag(&met, FE_ALL_EXCEPT);  // raises nothing
    }
};
#endif

}  // namespace runtime
