#include "glsl/check/conversions.h"

namespace glsl {

namespace {

bool has_explicit_types(const Language& language) {
    return holds(
        "EXT_shader_explicit_arithmetic_types EXT_shader_explicit_arithmetic_types_float16 "
        "EXT_shader_explicit_arithmetic_types_float32 EXT_shader_explicit_arithmetic_types_float64 "
        "EXT_shader_explicit_arithmetic_types_int16 EXT_shader_explicit_arithmetic_types_int32 "
        "EXT_shader_explicit_arithmetic_types_int64 EXT_shader_explicit_arithmetic_types_int8",
        language);
}

// The extensions that have operators of the type itself.
std::string_view arithmetic_extensions(Scalar scalar) {
    switch (scalar) {
        case Scalar::Int8:
        case Scalar::Uint8: return "EXT_shader_explicit_arithmetic_types_int8";
        case Scalar::Int16:
        case Scalar::Uint16: return "EXT_shader_explicit_arithmetic_types_int16 AMD_gpu_shader_int16";
        case Scalar::Float16:
            return "EXT_shader_explicit_arithmetic_types_float16 AMD_gpu_shader_half_float NV_gpu_shader5";
        case Scalar::None:
        case Scalar::Bool:
        case Scalar::Int:
        case Scalar::Uint:
        case Scalar::Float:
        case Scalar::Double:
        case Scalar::Int64:
        case Scalar::Uint64: break;
    }
    return "110 es100";
}

bool has_integer_conversions(const Language& language) {
    return holds("120 EXT_shader_implicit_conversions", language);
}
bool has_signed_to_unsigned(const Language& language) {
    return holds("400 ARB_gpu_shader5 NV_gpu_shader5 MESA_shader_integer_functions EXT_shader_implicit_conversions",
                 language);
}

// The tables of EXT_shader_explicit_arithmetic_types.
bool explicit_converts(Scalar from, Scalar to) {
    const int bits = bit_count(from), wanted = bit_count(to);
    if (is_floating_point(to)) return is_floating_point(from) ? bits < wanted : bits <= wanted || to == Scalar::Double;
    if (is_floating_point(from)) return false;
    if (is_signed_integer(from)) return is_unsigned_integer(to) ? bits <= wanted : bits < wanted;
    return bits < wanted;
}

// From 8 and 16 bits as NV_gpu_shader5 has it: never to so few.
bool nv_converts(Scalar from, Scalar to) {
    if (is_small(to)) return false;
    if (is_floating_point(from)) return is_floating_point(to);
    return is_signed_integer(from) || !is_signed_integer(to);
}

// Whether `from` becomes `to` by itself. Types that the language lacks don't come up.
bool scalar_converts(Scalar from, Scalar to, const Language& language) {
    if (from == Scalar::Bool || to == Scalar::Bool || from == Scalar::None || to == Scalar::None) return false;
    if (is_small(from) || is_small(to)) {
        if (!has_arithmetic(from, language) || !has_arithmetic(to, language)) return false;
        return has_explicit_types(language) || holds("AMD_gpu_shader_int16 AMD_gpu_shader_half_float", language)
                   ? explicit_converts(from, to)
                   : nv_converts(from, to);
    }
    if (has_explicit_types(language)) return explicit_converts(from, to);
    if (!has_integer_conversions(language)) return false;
    switch (to) {
        case Scalar::Float: return from == Scalar::Int || from == Scalar::Uint;
        case Scalar::Uint: return from == Scalar::Int && has_signed_to_unsigned(language);
        case Scalar::Double:
            return from == Scalar::Int || from == Scalar::Uint || from == Scalar::Float || from == Scalar::Int64 ||
                   from == Scalar::Uint64;
        case Scalar::Int64: return from == Scalar::Int;
        case Scalar::Uint64: return from == Scalar::Int || from == Scalar::Uint || from == Scalar::Int64;
        case Scalar::None:
        case Scalar::Bool:
        case Scalar::Int:
        case Scalar::Int8:
        case Scalar::Uint8:
        case Scalar::Int16:
        case Scalar::Uint16:
        case Scalar::Float16: return false;
    }
    return false;
}

bool same_kind(Scalar a, Scalar b) {
    return is_floating_point(a) == is_floating_point(b) && is_signed_integer(a) == is_signed_integer(b);
}

}  // namespace

bool has_arithmetic(Scalar scalar, const Language& language) {
    return !is_small(scalar) || holds("NV_gpu_shader5", language) || holds(arithmetic_extensions(scalar), language);
}

Scalar operator_scalar(Scalar scalar, const Language& language) {
    if (!is_small(scalar) || holds(arithmetic_extensions(scalar), language)) return scalar;
    return carrier(scalar);
}

Conversion conversion(const Type* from, const Type* to, const Language& language) {
    if (from == to || from->is_error() || to->is_error()) return {Conversion::Exact};
    if (!from->is_basic() || !to->is_basic() || from->rows != to->rows || from->columns != to->columns ||
        !scalar_converts(from->scalar, to->scalar, language))
        return {Conversion::None};
    const Scalar a = from->scalar, b = to->scalar;
    if (has_explicit_types(language)) {
        const bool promotion = is_floating_point(a) ? b == Scalar::Double : is_small(a) && b == Scalar::Int;
        return {promotion ? Conversion::Promotion : Conversion::Other};
    }
    if (holds("NV_gpu_shader5", language) && same_kind(a, b))
        return {Conversion::Widening, static_cast<uint8_t>(bit_count(b) - bit_count(a))};
    if (a == Scalar::Float && b == Scalar::Double) return {Conversion::FloatToDouble};
    if (is_floating_point(a)) return {Conversion::Other};
    if (b == Scalar::Double) return {Conversion::IntegerToDouble};
    return {b == Scalar::Float ? Conversion::IntegerToFloat : Conversion::Other};
}

bool is_better(Conversion a, Conversion b) {
    if (a == b) return false;
    switch (a.rank) {
        case Conversion::Exact: return true;
        case Conversion::Widening:
            return b.rank == Conversion::Widening ? a.more_bits < b.more_bits : b.rank != Conversion::Exact;
        case Conversion::Promotion:
        case Conversion::FloatToDouble: return b.rank != Conversion::Exact && b.rank != Conversion::Widening;
        case Conversion::IntegerToFloat: return b.rank == Conversion::IntegerToDouble;
        case Conversion::IntegerToDouble:
        case Conversion::Other:
        case Conversion::None: return false;
    }
    return false;
}

Scalar common_scalar(Scalar a, Scalar b, const Language& language) {
    if (!has_arithmetic(a, language) || !has_arithmetic(b, language)) return Scalar::None;
    a = operator_scalar(a, language);
    b = operator_scalar(b, language);
    if (a == b) return a;
    if (scalar_converts(a, b, language)) return b;
    if (scalar_converts(b, a, language)) return a;
    // A half and an int of NV_gpu_shader5.
    if (!holds("NV_gpu_shader5", language) || has_explicit_types(language)) return Scalar::None;
    for (const Scalar wider : {Scalar::Float, Scalar::Double})
        if ((is_small(a) || is_small(b)) && scalar_converts(a, wider, language) && scalar_converts(b, wider, language))
            return wider;
    return Scalar::None;
}

}  // namespace glsl
