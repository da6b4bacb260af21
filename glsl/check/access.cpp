// Parts of values: indices, members, swizzles, length(); and what may be written.
#include "glsl/check/access_paths.h"
#include "glsl/check/checker.h"
#include "glsl/check/constants.h"
#include "glsl/check/convert.h"
#include "glsl/check/parts.h"
#include "glsl/check/pointers.h"
#include "glsl/check/small_types.h"
#include "glsl/check/type_rules.h"
#include "glsl/tree/interface.h"

namespace glsl {

Expression* Checker::index(Expression* operand, Expression* index, Location where) {
    const Type* type = operand->type;
    if (type->is_error() || index->type->is_error()) return context_.wrong(where);
    if (type->is_pointer() && index->type->is_integer() && index->type->is_scalar())
        return make_dereference(context_, offset_pointer(context_, operand, index, false, where), where);
    if (type->is_vector() && refuse_stored_only(context_, type, "a component that an index chooses", where))
        return context_.wrong(where);
    // Numbers of 8 and 16 bits are indices, as other ints are.
    if (index->type->is_scalar() && is_small(index->type->scalar) && index->type->is_integer() &&
        !is_stored_only(context_, index->type))
        index = convert(context_, index, basic_type(Scalar::Int));
    const bool integer =
        index->type->is_scalar() && (index->type->scalar == Scalar::Int || index->type->scalar == Scalar::Uint);
    if (!integer) {
        context_.error(where, "an index is an int, not " + to_string(index->type));
        return context_.wrong(where);
    }
    const Type* part = nullptr;
    int64_t size = 0;
    if (type->is_array()) {
        part = type->element;
        size = type->size;
    } else if (type->is_matrix()) {
        part = basic_type(type->scalar, type->rows);
        size = type->columns;
    } else if (type->is_vector()) {
        part = basic_type(type->scalar);
        size = type->rows;
    } else {
        context_.error(where, to_string(type) + " has no elements");
        return context_.wrong(where);
    }
    const Constant* constant = as<Constant>(index);
    if (!constant && per_vertex_.is_sized_by_use(operand)) {
        context_.error(where, "an array without a size wants constant indices");
        return context_.wrong(where);
    }
    if (constant) {
        const int64_t value = integer_value(*constant);
        if (value < 0 || (size && value >= size)) {
            context_.error(where, "the index " + std::to_string(value) + " is outside of " + to_string(type));
            return context_.wrong(where);
        }
        if (value >= TypeLimits::most_elements) {
            context_.error(where, "the index " + std::to_string(value) + " is beyond any array");
            return context_.wrong(where);
        }
        if (!size) implicit_sizes_.note_index(operand, value);
    } else if (type->is_array() && !size) {
        const Variable* variable = root_of(operand);
        if (!variable || variable->qualifiers.storage != Storage::Buffer) {
            // The primitive or patch gives these their size.
            if (!variable || !is_per_vertex(*variable, context_.stage())) {
                context_.error(where, "an array without a size wants constant indices");
                return context_.wrong(where);
            }
        }
    }
    if (const auto* reference = as<Reference>(operand);
        !constant && reference && reference->variable->block && reference->variable->member < 0 &&
        (reference->variable->qualifiers.storage == Storage::Uniform ||
         reference->variable->qualifiers.storage == Storage::Buffer) &&
        !holds("400 es320 ARB_gpu_shader5 NV_gpu_shader5 EXT_gpu_shader5 OES_gpu_shader5", context_.language())) {
        context_.error(where, "arrays of blocks want constant indices before version 400");
        return context_.wrong(where);
    }
    if (!constant && contains(part, [](const Type* inner) { return inner->is_sampler(); }) &&
        context_.language().version >= 130 &&
        !holds("400 es320 ARB_gpu_shader5 NV_gpu_shader5 EXT_gpu_shader5 OES_gpu_shader5 ARB_bindless_texture "
               "NV_bindless_texture",
               context_.language())) {
        context_.error(where, "arrays of samplers want constant indices before version 400");
        return context_.wrong(where);
    }
    return make_element(context_, operand, index, part, where);
}

Expression* Checker::member(Expression* operand, std::string_view name, Location where) {
    const Type* type = operand->type;
    if (type->is_error()) return operand;
    if (type->is_structure()) {
        const int found = type->structure->find(name);
        if (found < 0) {
            context_.error(where, to_string(type) + " has no member " + std::string(name));
            return context_.wrong(where);
        }
        const Type* part = type->structure->members[static_cast<size_t>(found)].type;
        if (const Constant* constant = as<Constant>(operand))
            return part_of_constant(context_, fold_member(context_.arena(), part, *constant, found), constant->name,
                                    context_.wrong(where));
        per_vertex_.check_member(operand, name, where);
        MemberAccess* result = context_.node<MemberAccess>(part, where);
        result->operand = operand;
        result->member = found;
        return result;
    }
    if (type->is_vector() || type->is_scalar()) return make_swizzle(context_, operand, name, where);
    context_.error(where, to_string(type) + " has no member " + std::string(name),
                   type->is_array() && name == "length" ? "write .length()" : "");
    return context_.wrong(where);
}

Expression* Checker::length(Expression* operand, Location where) {
    const Type* type = operand->type;
    if (type->is_error()) return operand;
    const bool numbers =
        (type->is_vector() || type->is_matrix()) && holds("420 ARB_shading_language_420pack", context_.language());
    if (!type->is_array() && !numbers) {
        context_.error(where, to_string(type) + " has no length()");
        return context_.wrong(where);
    }
    if (type->is_array() && !holds("120 es300", context_.language())) {
        context_.error(where, "length() needs version 120 or 300 es");
        return context_.wrong(where);
    }
    if (type->is_array() && per_vertex_.is_sized_by_use(operand)) {
        context_.error(where, "the array has no size yet");
        return context_.wrong(where);
    }
    if (type->is_array() && !type->size) {
        const Variable* variable = root_of(operand);
        // What the buffer decides, or other statements: how many elements are used.
        const bool at_link =
            as<Reference>(operand) && holds("430 es310 ARB_shader_storage_buffer_object", context_.language());
        if (variable && (variable->qualifiers.storage == Storage::Buffer || at_link)) {
            Length* result = context_.node<Length>(basic_type(Scalar::Int), where);
            result->operand = operand;
            return result;
        }
        context_.error(where, "the array has no size yet");
        return context_.wrong(where);
    }
    const uint64_t bits[] = {static_cast<uint64_t>(type->is_array()    ? type->size
                                                   : type->is_matrix() ? type->columns
                                                                       : type->rows)};
    return const_cast<Constant*>(make_constant(context_.arena(), basic_type(Scalar::Int), where, bits));
}

}  // namespace glsl
