// Implicit conversions (4.1.10 of the GLSL specifications) and the common type of two operands.
#pragma once

#include "glsl/language/types.h"

namespace glsl {

// Ranks of overloads (6.1 of 4.00, with the changes of NV_gpu_shader5 and EXT_shader_explicit_arithmetic_types).
struct Conversion {
    enum Rank : uint8_t {
        Exact,
        Widening,   // NV_gpu_shader5: to more bits of the same kind
        Promotion,  // EXT_shader_explicit_arithmetic_types
        FloatToDouble,
        IntegerToFloat,
        IntegerToDouble,
        Other,
        None
    };
    Rank rank = None;
    uint8_t more_bits = 0;  // Widening: how many
    constexpr bool operator==(const Conversion&) const = default;
};
// Whether the first is better; of two conversions neither may be.
bool is_better(Conversion a, Conversion b);

Conversion conversion(const Type* from, const Type* to, const Language& language);
inline bool converts(const Type* from, const Type* to, const Language& language) {
    return conversion(from, to, language).rank != Conversion::None;
}

// The scalar type that both become; Scalar::None: there is none.
Scalar common_scalar(Scalar a, Scalar b, const Language& language);

// Whether there are variables, operators and conversions of a type of 8 or 16 bits, or only members of blocks
// (EXT_shader_8bit_storage, EXT_shader_16bit_storage). True of all other types.
bool has_arithmetic(Scalar scalar, const Language& language);
// The type that operators compute in: with NV_gpu_shader5 alone, integers of 8 and 16 bits become int or uint.
Scalar operator_scalar(Scalar scalar, const Language& language);

}  // namespace glsl
