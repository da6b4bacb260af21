#include "glsl/check/assignments.h"

#include "glsl/check/access_paths.h"
#include "glsl/check/constants.h"
#include "glsl/check/convert.h"
#include "glsl/check/operators.h"
#include "glsl/check/pointers.h"
#include "glsl/check/small_types.h"
#include "glsl/tree/interface.h"

namespace glsl {

bool check_writable(CheckContext& context, Expression* target, Location where, std::string_view what) {
    for (Expression* part = target; part;) {
        if (auto* swizzle = as<Swizzle>(part)) {
            for (int a = 0; a < swizzle->count; a++)
                for (int b = 0; b < a; b++)
                    if (swizzle->components[static_cast<size_t>(a)] == swizzle->components[static_cast<size_t>(b)]) {
                        context.error(where, std::string(what) + " would write a component twice");
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
                context.error(where, std::string(what) + " can't write to it: it is readonly");
                return false;
            }
        } else if (as<Dereference>(part)) {
            if (holds("NV_shader_buffer_store", context.language())) return true;
            context.error(where, std::string(what) + " can't write by a pointer",
                          "#extension GL_NV_shader_buffer_store : enable");
            return false;
        } else
            break;
    }
    if (const auto* constant = as<Constant>(target); constant && !constant->name.empty()) {
        context.error(where, std::string(what) + " can't write to it: " + std::string(constant->name) + " is const");
        return false;
    }
    const Variable* variable = root_of(target);
    if (!variable) {
        context.error(where, std::string(what) + " needs a variable to write to");
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
    if (reason.empty() && context.stage() == arbasm::Stage::TessControl && qualifiers.storage == Storage::Out &&
        is_by_vertex(qualifiers, context.stage()) && (!variable->builtin || variable->name == "gl_out") &&
        !is_own_vertex(target))
        reason = "an invocation writes " + name + "[gl_InvocationID]";
    if (reason.empty()) return true;
    context.error(where, std::string(what) + " can't write to it: " + reason);
    return false;
}

void note_written(Expression* target) {
    if (Variable* variable = root_of(target)) variable->written = true;
}

Expression* make_step(CheckContext& context, bool decrement, bool postfix, Expression* operand, Location where) {
    const Type* type = operand->type;
    if (type->is_error()) return operand;
    if (!type->is_pointer() && (!type->is_basic() || type->is_bool())) {
        context.error(where, std::string(decrement ? "--" : "++") + " wants a number, not " + to_string(type));
        return context.wrong(where);
    }
    if (refuse_stored_only(context, type, decrement ? "--" : "++", where)) return context.wrong(where);
    if (!check_writable(context, operand, where, decrement ? "--" : "++")) return context.wrong(where);
    note_written(operand);
    if (type->is_pointer()) return step_pointer(context, decrement, postfix, operand, where);
    Step* result = context.node<Step>(type, where);
    result->decrement = decrement;
    result->postfix = postfix;
    result->operand = operand;
    return result;
}

Expression* make_assignment(CheckContext& context, std::optional<BinaryOperator> operation, Expression* target,
                            Expression* value, Location where) {
    if (target->type->is_error() || value->type->is_error()) return context.wrong(where);
    if (!check_writable(context, target, where, "an assignment")) return context.wrong(where);
    note_written(target);
    if (has_no_values(target->type) && !holds("ARB_bindless_texture NV_bindless_texture", context.language())) {
        context.error(where, to_string(target->type) + " can't be assigned");
        return context.wrong(where);
    }
    if (target->type->is_array() && !target->type->size) {
        context.error(where, "an array without a size can't be assigned as a whole");
        return context.wrong(where);
    }
    if (target->type->is_array() && !holds("120 es300", context.language())) {
        context.error(where, "arrays are assigned from version 120 and 300 es on");
        return context.wrong(where);
    }
    if (operation && target->type->is_pointer()) return move_pointer(context, *operation, target, value, where);
    Assign* result = context.node<Assign>(target->type, where);
    result->target = target;
    if (operation) {
        Expression* left = target;
        const std::string types = to_string(target->type) + " and " + to_string(value->type);
        const Type* type = arithmetic_type(context, *operation, left, value, where);
        if (type && type->is_error()) return context.wrong(where);
        // The result has the target's type, and the target is not converted; an error otherwise.
        if (!type || type != target->type || left != target) {
            context.error(where, std::string("no ") + std::string(spelling(*operation)) + "= for " + types);
            return context.wrong(where);
        }
        result->compound = true;
        result->operation = *operation;
    } else {
        value = convert_implicitly(context, value, target->type, where, "the assignment");
        if (value->type->is_error()) return value;
    }
    result->value = value;
    return result;
}

}  // namespace glsl
