#include "glsl/check/conversions.h"

namespace glsl {

namespace {

bool has_integer_conversions(const Language& language) {
    return holds("120 EXT_shader_implicit_conversions", language);
}
bool has_signed_to_unsigned(const Language& language) {
    return holds("400 ARB_gpu_shader5 NV_gpu_shader5 MESA_shader_integer_functions EXT_shader_implicit_conversions",
                 language);
}

// Whether `from` becomes `to` by itself. Types that the language lacks don't come up.
bool scalar_converts(Scalar from, Scalar to, const Language& language) {
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
        case Scalar::Int: return false;
    }
    return false;
}

}  // namespace

Conversion conversion(const Type* from, const Type* to, const Language& language) {
    if (from == to || from->is_error() || to->is_error()) return Conversion::Exact;
    if (!from->is_basic() || !to->is_basic() || from->rows != to->rows || from->columns != to->columns ||
        !scalar_converts(from->scalar, to->scalar, language))
        return Conversion::None;
    if (from->scalar == Scalar::Float && to->scalar == Scalar::Double) return Conversion::FloatToDouble;
    if (to->scalar == Scalar::Double) return Conversion::IntegerToDouble;
    return to->scalar == Scalar::Float ? Conversion::IntegerToFloat : Conversion::Other;
}

bool is_better(Conversion a, Conversion b) {
    if (a == b) return false;
    if (a == Conversion::Exact) return true;
    if (a == Conversion::FloatToDouble) return b != Conversion::Exact;
    return a == Conversion::IntegerToFloat && b == Conversion::IntegerToDouble;
}

Scalar common_scalar(Scalar a, Scalar b, const Language& language) {
    if (a == b) return a;
    if (scalar_converts(a, b, language)) return b;
    if (scalar_converts(b, a, language)) return a;
    return Scalar::None;
}

}  // namespace glsl
