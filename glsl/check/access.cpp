// Parts of values: indices, members, swizzles, length(); and what may be written.
#include "glsl/check/checker.h"
#include "glsl/check/constants.h"

namespace glsl {

namespace {

// Of x, r and s the letters of the same component.
int component_of(char letter, int& set) {
    constexpr std::string_view sets[] = {"xyzw", "rgba", "stpq"};
    for (int n = 0; n < 3; n++)
        if (const size_t found = sets[n].find(letter); found != std::string_view::npos) {
            set = n;
            return static_cast<int>(found);
        }
    return -1;
}

}  // namespace

Variable* root_of(const Expression* expression) {
    for (;;) {
        if (const auto* reference = as<Reference>(expression)) return reference->variable;
        if (const auto* swizzle = as<Swizzle>(expression))
            expression = swizzle->operand;
        else if (const auto* index = as<Index>(expression))
            expression = index->operand;
        else if (const auto* member = as<MemberAccess>(expression))
            expression = member->operand;
        else
            return nullptr;
    }
}

bool Checker::check_writable(Expression* target, Location where, std::string_view what) {
    for (Expression* part = target; part;) {
        if (auto* swizzle = as<Swizzle>(part)) {
            for (int a = 0; a < swizzle->count; a++)
                for (int b = 0; b < a; b++)
                    if (swizzle->components[static_cast<size_t>(a)] == swizzle->components[static_cast<size_t>(b)]) {
                        error(where, std::string(what) + " would write a component twice");
                        return false;
                    }
            part = swizzle->operand;
        } else if (auto* index = as<Index>(part)) {
            part = index->operand;
        } else if (auto* member = as<MemberAccess>(part)) {
            part = member->operand;
            const Expression* whole = part;
            while (const auto* element = as<Index>(whole)) whole = element->operand;
            const auto* block = as<Reference>(whole);
            if (block && block->variable->block && block->variable->member < 0 &&
                block->variable->block->members[static_cast<size_t>(member->member)].qualifiers.readonly) {
                error(where, std::string(what) + " can't write to it: it is readonly");
                return false;
            }
        } else if (as<Dereference>(part)) {
            if (holds("NV_shader_buffer_store", language())) return true;
            error(where, std::string(what) + " can't write by a pointer",
                  "#extension GL_NV_shader_buffer_store : enable");
            return false;
        } else
            break;
    }
    if (const auto* constant = as<Constant>(target); constant && !constant->name.empty()) {
        error(where, std::string(what) + " can't write to it: " + std::string(constant->name) + " is const");
        return false;
    }
    const Variable* variable = root_of(target);
    if (!variable) {
        error(where, std::string(what) + " needs a variable to write to");
        return false;
    }
    const Qualifiers& qualifiers = variable->qualifiers;
    const std::string name(variable->name);
    std::string reason;
    if (qualifiers.constant)
        reason = name + " is const";
    else if (qualifiers.storage == Storage::Uniform)
        reason = name + " is a uniform";
    else if (qualifiers.storage == Storage::In)
        reason = name + " is an input";
    else if (qualifiers.readonly)
        reason = name + " is readonly";
    if (reason.empty() && shader_.stage == arbasm::Stage::TessControl && qualifiers.storage == Storage::Out &&
        is_by_vertex(qualifiers) && (!variable->builtin || variable->name == "gl_out") && !is_own_vertex(target))
        reason = "an invocation writes " + name + "[gl_InvocationID]";
    if (reason.empty()) return true;
    error(where, std::string(what) + " can't write to it: " + reason);
    return false;
}

// Whether the path goes through an element that gl_InvocationID chooses.
bool Checker::is_own_vertex(const Expression* path) const {
    for (;;) {
        if (const auto* index = as<Index>(path)) {
            const auto* reference = as<Reference>(index->operand);
            const auto* by = as<Reference>(index->index);
            if (reference) return by && by->variable->builtin && by->variable->name == "gl_InvocationID";
            path = index->operand;
        } else if (const auto* member = as<MemberAccess>(path)) {
            path = member->operand;
        } else if (const auto* swizzle = as<Swizzle>(path)) {
            path = swizzle->operand;
        } else {
            return false;
        }
    }
}

void Checker::note_written(Expression* target) {
    if (Variable* variable = root_of(target)) variable->written = true;
}

// Arrays that each vertex of gl_in, gl_out, gl_TexCoordIn or gl_ClipDistanceIn has: without a size until the shader
// declares one (7.1 of GLSL 1.50), though there is room for all their elements.
bool Checker::is_sized_by_use(const Expression* array) const {
    const auto* member = as<MemberAccess>(array);
    const auto* vertex = as<Index>(member ? member->operand : array);
    const auto* whole = vertex ? as<Reference>(vertex->operand) : nullptr;
    if (!whole || !whole->variable->builtin || !array->type->is_array()) return false;
    if (!member) return !whole->variable->redeclared && is_per_vertex(*whole->variable, shader_.stage);
    const bool in = whole->variable->qualifiers.storage == Storage::In;
    return (in ? per_vertex_in_ : per_vertex_).empty();
}

// With the name of the constant, for messages.
Expression* Checker::part_of_constant(const Constant* part, std::string_view name, Expression* otherwise) {
    if (!part || name.empty()) return folded(part, otherwise);
    Constant* named = arena().make<Constant>(*part);
    named->name = name;
    return named;
}

Expression* Checker::index(Expression* operand, Expression* index, Location where) {
    const Type* type = operand->type;
    if (type->is_error() || index->type->is_error()) return wrong(where);
    if (type->is_pointer() && index->type->is_integer() && index->type->is_scalar())
        return dereference(offset_pointer(operand, index, false, where), where);
    if (type->is_vector() && refuse_stored_only(type, "a component that an index chooses", where)) return wrong(where);
    // Numbers of 8 and 16 bits are indices, as other ints are.
    if (index->type->is_scalar() && is_small(index->type->scalar) && index->type->is_integer() &&
        !is_stored_only(index->type))
        index = convert(index, basic_type(Scalar::Int));
    const bool integer =
        index->type->is_scalar() && (index->type->scalar == Scalar::Int || index->type->scalar == Scalar::Uint);
    if (!integer) {
        error(where, "an index is an int, not " + to_string(index->type));
        return wrong(where);
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
        error(where, to_string(type) + " has no elements");
        return wrong(where);
    }
    const Constant* constant = as<Constant>(index);
    if (!constant && is_sized_by_use(operand)) {
        error(where, "an array without a size wants constant indices");
        return wrong(where);
    }
    if (constant) {
        const int64_t value = integer_value(*constant);
        if (value < 0 || (size && value >= size)) {
            error(where, "the index " + std::to_string(value) + " is outside of " + to_string(type));
            return wrong(where);
        }
        if (value >= most_elements) {
            error(where, "the index " + std::to_string(value) + " is beyond any array");
            return wrong(where);
        }
        if (!size) note_index(operand, value);
    } else if (type->is_array() && !size) {
        const Variable* variable = root_of(operand);
        if (!variable || variable->qualifiers.storage != Storage::Buffer) {
            // The primitive or patch gives these their size.
            if (!variable || !is_per_vertex(*variable, shader_.stage)) {
                error(where, "an array without a size wants constant indices");
                return wrong(where);
            }
        }
    }
    if (const auto* reference = as<Reference>(operand);
        !constant && reference && reference->variable->block && reference->variable->member < 0 &&
        (reference->variable->qualifiers.storage == Storage::Uniform ||
         reference->variable->qualifiers.storage == Storage::Buffer) &&
        !holds("400 es320 ARB_gpu_shader5 NV_gpu_shader5 EXT_gpu_shader5 OES_gpu_shader5", language())) {
        error(where, "arrays of blocks want constant indices before version 400");
        return wrong(where);
    }
    if (!constant && contains(part, [](const Type* inner) { return inner->is_sampler(); }) &&
        language().version >= 130 &&
        !holds("400 es320 ARB_gpu_shader5 NV_gpu_shader5 EXT_gpu_shader5 OES_gpu_shader5 ARB_bindless_texture "
               "NV_bindless_texture",
               language())) {
        error(where, "arrays of samplers want constant indices before version 400");
        return wrong(where);
    }
    if (constant) {
        const int64_t value = integer_value(*constant);
        if (const Constant* whole = as<Constant>(operand))
            return part_of_constant(fold_index(arena(), part, *whole, value), whole->name, wrong(where));
        if (auto* reference = as<Reference>(operand); reference && reference->variable->value && size)
            return part_of_constant(fold_index(arena(), part, *reference->variable->value, value),
                                    reference->variable->name, wrong(where));
    }
    Index* result = node<Index>(part, where);
    result->operand = operand;
    result->index = index;
    return result;
}

Expression* Checker::swizzle(Expression* operand, std::string_view name, Location where) {
    const Type* type = operand->type;
    if (type->is_scalar() && !holds("420 ARB_shading_language_420pack", language()) && !text_depth_) {
        error(where, "a scalar has no components before version 420");
        return wrong(where);
    }
    Swizzle* result = node<Swizzle>(error_type, where);
    result->operand = operand;
    int first_set = -1;
    if (name.size() > 4) {
        error(where, "a swizzle has at most four components");
        return wrong(where);
    }
    for (const char letter : name) {
        int set = 0;
        const int component = component_of(letter, set);
        if (component < 0) {
            error(where, to_string(type) + " has no component " + std::string(1, letter));
            return wrong(where);
        }
        if (component >= type->rows) {
            error(where, "." + std::string(1, letter) + " is beyond " + to_string(type));
            return wrong(where);
        }
        if (first_set >= 0 && set != first_set) {
            error(where, "letters of xyzw, rgba and stpq don't mix: ." + std::string(name));
            return wrong(where);
        }
        first_set = set;
        result->components[result->count++] = static_cast<uint8_t>(component);
    }
    if (result->count > 1 && refuse_stored_only(type, "." + std::string(name), where)) return wrong(where);
    result->type = basic_type(type->scalar, result->count);
    if (const Constant* constant = as<Constant>(operand))
        return part_of_constant(fold_swizzle(arena(), *result, *constant), constant->name, result);
    return result;
}

Expression* Checker::member(Expression* operand, std::string_view name, Location where) {
    const Type* type = operand->type;
    if (type->is_error()) return operand;
    if (type->is_structure()) {
        const int found = type->structure->find(name);
        if (found < 0) {
            error(where, to_string(type) + " has no member " + std::string(name));
            return wrong(where);
        }
        const Type* part = type->structure->members[static_cast<size_t>(found)].type;
        if (const Constant* constant = as<Constant>(operand))
            return part_of_constant(fold_member(arena(), part, *constant, found), constant->name, wrong(where));
        check_vertex_member(operand, name, where);
        MemberAccess* result = node<MemberAccess>(part, where);
        result->operand = operand;
        result->member = found;
        return result;
    }
    if (type->is_vector() || type->is_scalar()) return swizzle(operand, name, where);
    error(where, to_string(type) + " has no member " + std::string(name),
          type->is_array() && name == "length" ? "write .length()" : "");
    return wrong(where);
}

Expression* Checker::length(Expression* operand, Location where) {
    const Type* type = operand->type;
    if (type->is_error()) return operand;
    const bool numbers =
        (type->is_vector() || type->is_matrix()) && holds("420 ARB_shading_language_420pack", language());
    if (!type->is_array() && !numbers) {
        error(where, to_string(type) + " has no length()");
        return wrong(where);
    }
    if (type->is_array() && !holds("120 es300", language())) {
        error(where, "length() needs version 120 or 300 es");
        return wrong(where);
    }
    if (type->is_array() && is_sized_by_use(operand)) {
        error(where, "the array has no size yet");
        return wrong(where);
    }
    if (type->is_array() && !type->size) {
        const Variable* variable = root_of(operand);
        // What the buffer decides, or other statements: how many elements are used.
        const bool at_link = as<Reference>(operand) && holds("430 es310 ARB_shader_storage_buffer_object", language());
        if (variable && (variable->qualifiers.storage == Storage::Buffer || at_link)) {
            Length* result = node<Length>(basic_type(Scalar::Int), where);
            result->operand = operand;
            return result;
        }
        error(where, "the array has no size yet");
        return wrong(where);
    }
    const uint64_t bits[] = {static_cast<uint64_t>(type->is_array()    ? type->size
                                                   : type->is_matrix() ? type->columns
                                                                       : type->rows)};
    return const_cast<Constant*>(make_constant(arena(), basic_type(Scalar::Int), where, bits));
}

}  // namespace glsl
