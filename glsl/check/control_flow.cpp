#include "glsl/check/control_flow.h"

#include <utility>

#include "glsl/check/constants.h"
#include "glsl/check/conversions.h"
#include "glsl/check/convert.h"

namespace glsl {

void ControlFlow::begin_function(Function* function) {
    state_.function = function;
    state_.returned = false;
}

ControlFlow::State ControlFlow::leave() { return std::exchange(state_, {}); }

void ControlFlow::enter_switch(Expression* selector, int depth) {
    SwitchState state;
    state.depth = depth;
    state.type = selector->type;
    if (!selector->type->is_error() && !(selector->type->is_scalar() && selector->type->is_integer())) {
        context_.error(selector->where, "switch wants an integer, not " + to_string(selector->type));
        state.type = error_type;
    }
    state_.switches.push_back(std::move(state));
    enter_branch();
}

void ControlFlow::leave_switch() {
    state_.switches.pop_back();
    leave_branch();
}

Statement* ControlFlow::return_statement(Expression* value, Location where) {
    Return* result = context_.statement<Return>(where);
    state_.returned = true;
    const Type* type = state_.function ? state_.function->type : void_type;
    if (value) {
        if (type->is_void()) {
            if (!value->type->is_error()) context_.error(where, "a void function gives no value");
        } else if (holds("420 ARB_shading_language_420pack EXT_shader_implicit_conversions", context_.language()) ||
                   value->type == type || value->type->is_error() || context_.in_text()) {
            result->value = convert_implicitly(context_, value, type, where, "return");
        } else {
            context_.error(where, "return wants " + to_string(type) + ", not " + to_string(value->type),
                           "before version 420 it converts nothing");
        }
    } else if (!type->is_void()) {
        context_.error(where, "return wants a value of type " + to_string(type));
    }
    return result;
}

Statement* ControlFlow::jump(StatementKind kind, Location where) {
    if (kind == StatementKind::Break) {
        if (!state_.loops && state_.switches.empty()) context_.error(where, "break stands in no loop or switch");
        return context_.statement<Break>(where);
    }
    if (kind == StatementKind::Continue) {
        if (!state_.loops) context_.error(where, "continue stands in no loop");
        return context_.statement<Continue>(where);
    }
    // The grammar calls this for three kinds.
    if (context_.stage() != arbasm::Stage::Fragment) context_.error(where, "discard is for fragment shaders");
    return context_.statement<Discard>(where);
}

Statement* ControlFlow::demote(Location where) {
    if (context_.stage() != arbasm::Stage::Fragment) context_.error(where, "demote is for fragment shaders");
    auto* result = context_.statement<Discard>(where);
    result->demotes = true;
    return result;
}

Case* ControlFlow::case_label(Expression* value, Location where, int depth) {
    Case* result = context_.statement<Case>(where);
    if (state_.switches.empty()) {
        context_.error(where, "case and default stand in no switch");
        return result;
    }
    SwitchState& state = state_.switches.back();
    if (depth != state.depth) context_.error(where, "case and default can't stand in another statement of the switch");
    if (!value) {
        if (state.has_default) context_.error(where, "a switch has one default");
        state.has_default = true;
        return result;
    }
    if (value->type->is_error() || state.type->is_error()) return result;
    if (value->type != state.type && converts(value->type, state.type, context_.language()))
        value = convert(context_, value, state.type);
    if (!is_integer_constant(value) || value->type != state.type) {
        context_.error(where, "a case wants a constant of type " + to_string(state.type));
        return result;
    }
    const int64_t number = integer_value(*as<Constant>(value));
    if (!state.values.insert(number).second) context_.error(where, "this case is there already");
    result->value = as<Constant>(value);
    return result;
}

void ControlFlow::check_in_main(std::string_view name, Location where) {
    const std::string word(name);
    if (!state_.function || state_.function->name != "main")
        context_.error(where, word + "() is called in main() only");
    if (state_.branches || state_.loops) context_.error(where, word + "() can't stand in a branch or loop");
    if (state_.returned) context_.error(where, word + "() can't stand behind a return");
}

void ControlFlow::check_interlock(std::string_view name, Location where) {
    const bool begins = name.starts_with("begin");
    if (!begins && !name.starts_with("end")) return;
    const std::string word(name);
    check_in_main(name, where);
    if (interlock_ != (begins ? 0 : 1)) context_.error(where, word + "() is called once, the begin before the end");
    interlock_ = begins ? 1 : 2;
}

}  // namespace glsl
