#include "glsl/check/precisions.h"

namespace glsl {

namespace {

// What defaults are for: float, int, or an opaque type.
const Type* precision_key(const Type* type) {
    if (type->is_opaque()) return type;
    return basic_type(type->is_floating() ? Scalar::Float : Scalar::Int);
}

bool has_precision(const Type* part) {
    return part->is_basic() && !part->is_bool() && !is_wide(part->scalar) && !is_small(part->scalar);
}

}  // namespace

Precision default_precision(const Scopes& scopes, arbasm::Stage stage, const Type* type) {
    if (const Precision said = scopes.precision(precision_key(type)); said != Precision::None) return said;
    if (type->is_basic()) {
        const bool fragment = stage == arbasm::Stage::Fragment;
        return type->is_floating() ? (fragment ? Precision::None : Precision::High)
                                   : (fragment ? Precision::Medium : Precision::High);
    }
    if (type->kind == TypeKind::AtomicCounter) return Precision::High;
    return type->name == "sampler2D" || type->name == "samplerCube" || type->external ? Precision::Low
                                                                                      : Precision::None;
}

void set_default_precision(CheckContext& context, Scopes& scopes, Precision precision, const Type* type,
                           Location where) {
    const bool fits =
        type->is_opaque() || (type->is_scalar() && (type->scalar == Scalar::Int || type->scalar == Scalar::Float));
    if (!fits)
        context.error(where, "precision is for int, float and samplers, not for " + to_string(type));
    else if (context.language().is_es() && type->kind == TypeKind::AtomicCounter && precision != Precision::High)
        context.error(where, "the precision of atomic_uint is highp");
    else
        scopes.set_precision(precision_key(type), precision);
}

void check_precision(CheckContext& context, const Scopes& scopes, const Qualifiers& own, const Type* type,
                     const std::string& name, Location where) {
    const Type* part = innermost(type);
    const bool number = has_precision(part);
    if (own.precision != Precision::None) {
        if (!number && !part->is_opaque() && !part->is_error())
            context.error(where, name + " is of the type " + to_string(type) + ", which has no precision");
        if (context.language().is_es() && part->kind == TypeKind::AtomicCounter && own.precision != Precision::High)
            context.error(where, name + ": the precision of atomic_uint is highp");
        return;
    }
    if (!context.language().is_es() || context.in_text() || (!number && !part->is_opaque())) return;
    if (default_precision(scopes, context.stage(), part) == Precision::None)
        context.error(where, name + ": " + to_string(part) + " has no precision here",
                      "write precision mediump " +
                          (part->is_opaque() ? to_string(part) : std::string(part->is_floating() ? "float" : "int")) +
                          "; before");
}

void set_precision(const CheckContext& context, const Scopes& scopes, Qualifiers& own, const Type* type) {
    const Type* part = innermost(type);
    if (context.language().is_es() && own.precision == Precision::None && (part->is_opaque() || has_precision(part)))
        own.precision = default_precision(scopes, context.stage(), part);
}

}  // namespace glsl
