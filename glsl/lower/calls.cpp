#include <algorithm>

#include "glsl/lower/access.h"
#include "glsl/lower/arithmetic.h"
#include "glsl/lower/builtin_calls.h"
#include "glsl/lower/effects.h"
#include "glsl/lower/lowering.h"
#include "glsl/lower/operations.h"
#include "glsl/tree/operands.h"

namespace glsl {

// A call of what a subroutine uniform chooses: each function that it may be, where its number is the one.
Value Lowering::selected_call(const Call& call) {
    const Operand number = assembly_.in_register(load(context_, lvalue_of(call.target)).parts[0], Scalar::Int, 1);
    Home home;
    if (!call.type->is_void()) home = make_home(assembly_, call.type, false);
    LValue result;
    result.home = &home;
    result.type = call.type;
    for (size_t n = 0; n < input_.subroutines.size(); n++) {
        const Function* const function = input_.subroutines[n];
        if (!function || !is_of(*function, *call.target->type)) continue;
        Operand which;
        which.numbers.fill(n);
        assembly_.emit(testing_result(typed(Opcode::Seq, Scalar::Int)), {assembly_.condition_register(), 1},
                       {number.component(0), which}, Scalar::Int);
        assembly_.emit_where(Opcode::If, when_true);
        const Routine::Mark mark = assembly_.routine().mark();
        Call chosen = call;
        chosen.function = const_cast<Function*>(function);
        chosen.target = nullptr;
        const Value value = this->call(chosen);
        if (!call.type->is_void()) store(context_, result, value);
        assembly_.routine().release(mark);
        assembly_.emit(Opcode::Endif);
    }
    return call.type->is_void() ? Value{} : load(context_, result);
}

Value Lowering::call(const Call& call) {
    if (call.target) return selected_call(call);
    const Function* function = expansion_.body_of(call.function);
    if (!function) {
        context_.error(call.where, std::string(call.function->name) + "() is declared and called, but nowhere defined");
        return zero(call.type);
    }
    for (const Frame& frame : frames_)
        if (frame.function == function) {
            context_.error(call.where, std::string(function->name) + "() calls itself");
            return zero(call.type);
        }
    if (frames_.size() > most_frames) {
        context_.error(call.where, "calls nest more than " + std::to_string(most_frames) + " levels deep");
        return zero(call.type);
    }
    // What an argument with effects changes is not seen by those before it; what is written is found before the body
    // runs, and once.
    std::vector<Value> arguments(call.arguments.size());
    std::vector<LValue> lvalues(call.arguments.size());
    bool effects = false;
    for (const Expression* argument : call.arguments) effects |= has_effects(argument);
    for (size_t n = 0; n < call.arguments.size(); n++) {
        const Type* const type = function->parameters[n]->type;
        const ParameterMode mode = function->parameters[n]->mode;
        if (mode != ParameterMode::In || context_.contains_opaque(type))
            lvalues[n] = keep(assembly_, lvalue_of(call.arguments[n]));
        if (context_.is_opaque(innermost(type))) continue;
        if (mode == ParameterMode::In) arguments[n] = canonical(assembly_, evaluate_before(call.arguments[n], effects));
        if (mode == ParameterMode::InOut) arguments[n] = copy(context_, load(context_, lvalues[n]));
    }
    const bool room =
        function->builtin || (assembly_.routine().code.size() < most_expanded && expansion_.is_expanded(*function));
    return room && ends_only_at_end(*function) ? inline_call(*function, lvalues, std::move(arguments))
                                               : subroutine_call(*function, lvalues, std::move(arguments));
}

void Lowering::add_to_key(LValueKey& key, const LValue& lvalue) {
    key.push_back(lvalue.relative.at.variable);
    if (lvalue.memory) {
        key.insert(key.end(), {lvalue.memory->at.variable, lvalue.offset});
        return;
    }
    for (size_t n = 0; n < leaf_count(lvalue.type); n++) {
        const Leaf& leaf = lvalue.home->leaves[lvalue.leaf + n];
        key.insert(key.end(), {leaf.at.variable, leaf.base, leaf.offset.at.variable});
    }
    key.push_back(lvalue.index);
}

Value Lowering::subroutine_call(const Function& function, const std::vector<LValue>& lvalues,
                                std::vector<Value> arguments) {
    Subroutine& target = subroutine(function, lvalues);
    const auto parameter_lvalue = [&](size_t n) {
        LValue lvalue;
        lvalue.home = &target.parameters[n];
        lvalue.type = function.parameters[n]->type;
        return lvalue;
    };
    for (size_t n = 0; n < arguments.size(); n++) {
        if (target.parameters[n].leaves.empty()) continue;
        if (function.parameters[n]->mode != ParameterMode::Out) store(context_, parameter_lvalue(n), arguments[n]);
    }
    assembly_.emit(Opcode::Cal).target = target.routine->number;
    for (size_t n = 0; n < arguments.size(); n++)
        if (function.parameters[n]->mode != ParameterMode::In)
            store(context_, lvalues[n],
                  convert(assembly_, load(context_, parameter_lvalue(n)), written_type(lvalues[n])));
    if (function.type->is_void()) return {};
    LValue lvalue;
    lvalue.home = &target.result;
    lvalue.type = function.type;
    // The next call writes the same registers.
    return copy(context_, load(context_, lvalue));
}

Value Lowering::inline_call(const Function& function, const std::vector<LValue>& lvalues,
                            std::vector<Value> arguments) {
    Value result;
    frames_.push_back({&function, nullptr, &result});
    for (size_t n = 0; n < arguments.size(); n++) {
        const Variable* parameter = function.parameters[n];
        if (context_.is_opaque(innermost(parameter->type))) {
            homes_.set_lvalue(parameter, lvalues[n]);
            continue;
        }
        // A built-in's text reads its arguments only; what it was given stays as it is meanwhile.
        const bool alias = parameter->mode == ParameterMode::In && !parameter->written &&
                           (function.builtin || is_constant(arguments[n]));
        if (alias) {
            for (Operand& part : arguments[n].parts) part.temporary = false;
            homes_.set_value(parameter, arguments[n]);
            continue;
        }
        homes_.set(parameter, homes_.of_parameter(*parameter, lvalues[n], false));
        if (parameter->mode != ParameterMode::Out) store(context_, lvalue_of(parameter), arguments[n]);
    }
    // The call's registers stay until its statement ends: the value may be in them.
    for (const Statement* statement : function.body->statements) execute(statement);
    // What is returned may be in a variable that an argument is, too.
    const auto is_written = [](const Variable* parameter) { return parameter->mode != ParameterMode::In; };
    if (!result.parts.empty() && !function.builtin &&
        std::any_of(function.parameters.begin(), function.parameters.end(), is_written))
        result = copy(context_, result);
    for (size_t n = 0; n < arguments.size(); n++)
        if (is_written(function.parameters[n]))
            store(context_, lvalues[n],
                  convert(assembly_, load(context_, lvalue_of(function.parameters[n])), written_type(lvalues[n])));
    frames_.pop_back();
    // The body may have ended before what it returns, or may never return.
    const bool returns = !result.parts.empty() || function.type->is_void();
    if (context_.is_out_of_room() || !returns) return context_.nothing(function.type);
    for (Operand& part : result.parts) part.temporary = part.temporary && function.builtin;
    return result;
}

// One for each function and, since samplers are no values, each choice of opaque arguments.
Lowering::Subroutine& Lowering::subroutine(const Function& function, const std::vector<LValue>& lvalues) {
    LValueKey opaque;
    for (size_t n = 0; n < lvalues.size(); n++)
        if (context_.contains_opaque(function.parameters[n]->type)) add_to_key(opaque, lvalues[n]);
    const auto [entry, is_new] = subroutines_.try_emplace({&function, opaque});
    Subroutine& target = entry->second;
    if (!is_new) return target;
    const auto number = static_cast<int32_t>(subroutines_.size());
    target.routine = std::make_unique<Routine>("f" + std::to_string(number), number - 1);
    for (size_t n = 0; n < function.parameters.size(); n++) {
        const Variable* parameter = function.parameters[n];
        const bool is_value = !context_.is_opaque(innermost(parameter->type));
        target.parameters.push_back(is_value ? homes_.of_parameter(*parameter, lvalues[n], true) : Home{});
        if (!is_value) {
            homes_.set_lvalue(parameter, lvalues[n]);
        } else {
            homes_.set(parameter, target.parameters.back());
        }
    }
    if (!function.type->is_void()) target.result = make_home(assembly_, function.type, true);
    Routine& caller = assembly_.routine();
    const size_t callers = caller.code.size();
    context_.add_other_code(callers);
    assembly_.enter(*target.routine);
    std::vector<LoopState> loops;
    loops.swap(loops_);
    frames_.push_back({&function, &target, nullptr});
    for (const Statement* statement : function.body->statements) execute(statement);
    frames_.pop_back();
    loops.swap(loops_);
    assembly_.emit(Opcode::Ret);
    assembly_.enter(caller);
    context_.add_other_code(target.routine->code.size() - callers);
    assembly_.declare_registers(*target.routine);
    finished_.push_back(target.routine.get());
    return target;
}

Value Lowering::builtin_call(const BuiltinCall& call) {
    const Meaning& meaning = call.row->meaning;
    if (meaning.kind == MeaningKind::Special) return special_call(*this, call);
    std::vector<Value> arguments;
    bool effects = false;
    for (const Expression* argument : call.arguments) effects |= has_effects(argument);
    for (const Expression* argument : call.arguments)
        arguments.push_back(canonical(assembly_, evaluate_before(argument, effects)));
    const bool derivative = arbasm::has_trait(meaning.opcode, arbasm::Trait::Derivative);
    // Without groups of invocations to take them in, derivatives in compute shaders are zero.
    if (derivative && input_.stage == arbasm::Stage::Compute && input_.layout.derivative_group.empty())
        return zero(call.type);
    return apply_operation(assembly_, meaning.opcode, call.type, std::move(arguments));
}

}  // namespace glsl
