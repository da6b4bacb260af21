// The key of the program that implements register combiners; constants are parameters.
#pragma once

#include <array>
#include <compare>
#include <cstdint>

#include "glapi/fixed_function/fixed_function_key.h"
#include "ir/limits.h"

namespace glapi::fixed_function {

inline constexpr int max_combiners = arbasm::limits::MAX_GENERAL_COMBINERS_NV;

// Numbers of registers that CombinerOperandKey::source and outputs have; textures follow the others.
enum CombinerRegister : uint8_t {
    combiner_zero,
    combiner_constant0,
    combiner_constant1,
    combiner_fog,
    combiner_primary,
    combiner_secondary,
    combiner_spare0,
    combiner_spare1,
    combiner_e_times_f,             // final combiner only
    combiner_spare0_and_secondary,  // final combiner only
    combiner_discard,               // outputs only
    combiner_texture0
};

enum class CombinerMapping : uint8_t {
    UnsignedIdentity,
    UnsignedInvert,
    ExpandNormal,
    ExpandNegate,
    HalfBiasNormal,
    HalfBiasNegate,
    SignedIdentity,
    SignedNegate
};
enum class CombinerUsage : uint8_t { Rgb, Alpha, Blue };

struct CombinerOperandKey {
    uint8_t source = combiner_zero;
    CombinerMapping mapping = CombinerMapping::UnsignedIdentity;
    CombinerUsage usage = CombinerUsage::Rgb;
    auto operator<=>(const CombinerOperandKey&) const = default;
};

struct CombinerPortionKey {
    std::array<CombinerOperandKey, 4> operands;  // A to D
    uint8_t ab_output = combiner_discard, cd_output = combiner_discard, sum_output = combiner_discard;
    bool ab_dot_product = false, cd_dot_product = false, mux_sum = false;
    uint8_t scale_exponent = 0;  // 2^n / 2: 1 is no scale
    bool bias = false;           // by -1/2
    auto operator<=>(const CombinerPortionKey&) const = default;
};

// What a register of a texture has.
enum class CombinerTexel : uint8_t { AsSampled, AlphaFromRed, AllFromRed, AllFromAlpha };

struct CombinerKey {
    uint8_t stage_count = 0;
    std::array<std::array<CombinerPortionKey, 2>, max_combiners> stages;  // colours, alpha
    std::array<CombinerOperandKey, 7> final_operands;                     // A to G
    std::array<UnitTarget, max_units> targets{};
    std::array<CombinerTexel, max_units> texels{};
    FogMode fog = FogMode::None;
    bool per_stage_constants = false, clamp_color_sum = true;
    bool clamp = true;  // to the ranges that the extension has; not with floating-point framebuffers
    auto operator<=>(const CombinerKey&) const = default;
};

}  // namespace glapi::fixed_function
