#include <algorithm>

#include "glsl/lower/effects.h"
#include "glsl/lower/lowering.h"
#include "glsl/tree/operands.h"

namespace glsl {

const Function* Lowering::body_of(const Function* function) const {
    if (function->body) return function;
    const auto found = input_.bodies.find(function);
    return found == input_.bodies.end() ? nullptr : found->second;
}

// A call of what a subroutine uniform chooses: each function that it may be, where its number is the one.
Value Lowering::selected_call(const Call& call) {
    const Operand number = assembly_.in_register(load(place_of(call.target)).parts[0], Scalar::Int, 1);
    Home home;
    if (!call.type->is_void()) home = make_home(call.type, false);
    Place result;
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
        if (!call.type->is_void()) store(result, value);
        assembly_.routine().release(mark);
        assembly_.emit(Opcode::Endif);
    }
    return call.type->is_void() ? Value{} : load(result);
}

Value Lowering::call(const Call& call) {
    if (call.target) return selected_call(call);
    const Function* function = body_of(call.function);
    if (!function) {
        error(call.where, std::string(call.function->name) + "() is declared and called, but nowhere defined");
        return zero(call.type);
    }
    for (const Frame& frame : frames_)
        if (frame.function == function) {
            error(call.where, std::string(function->name) + "() calls itself");
            return zero(call.type);
        }
    if (frames_.size() > most_frames) {
        error(call.where, "calls nest more than " + std::to_string(most_frames) + " levels deep");
        return zero(call.type);
    }
    // What an argument with effects changes must not be seen by those before it; what is written is found before the
    // body runs, and once.
    std::vector<Value> arguments(call.arguments.size());
    std::vector<Place> places(call.arguments.size());
    bool effects = false;
    for (const Expression* argument : call.arguments) effects |= has_effects(argument);
    for (size_t n = 0; n < call.arguments.size(); n++) {
        const Type* const type = function->parameters[n]->type;
        const ParameterMode mode = function->parameters[n]->mode;
        if (mode != ParameterMode::In || contains_opaque(type)) places[n] = keep(place_of(call.arguments[n]));
        if (is_opaque(innermost(type))) continue;
        if (mode == ParameterMode::In) arguments[n] = strict(evaluate_before(call.arguments[n], effects));
        if (mode == ParameterMode::InOut) arguments[n] = copy(load(places[n]));
    }
    const bool room = function->builtin || (assembly_.routine().code.size() < most_expanded && is_expanded(*function));
    return room && ends_only_at_end(*function) ? inline_call(*function, places, std::move(arguments))
                                               : subroutine_call(*function, places, std::move(arguments));
}

// Calls `visit` for all nodes of a function's expressions.
template <class Visit>
static void for_each_node(const Function& function, Visit&& visit) {
    const auto each = [&](const auto& self, const Expression* expression) -> void {
        visit(expression);
        any_operand(expression, [&](const Expression* operand) {
            self(self, operand);
            return false;
        });
    };
    for_each_expression(function.body, [&](const Expression* expression) { each(each, expression); });
}

// Small functions are, and those that are called once.
bool Lowering::is_expanded(const Function& function) {
    if (call_sites_.empty())
        for (const Shader* shader : *input_.shaders)
            for (const Function* caller : shader->functions)
                for_each_node(*caller, [this](const Expression* expression) {
                    if (const auto* call = as<Call>(expression)) call_sites_[body_of(call->function)]++;
                });
    return call_sites_[&function] == 1 || expansion_cost(function) <= most_expansion_cost;
}

// Nodes that come of a function where it is expanded, with the functions that are expanded in it.
int Lowering::expansion_cost(const Function& function) {
    const auto [entry, is_new] = costs_.try_emplace(&function, 0);
    if (!is_new) return entry->second;
    int sum = 0;
    std::vector<const Function*> callees;  // looked into when this walk is over: their depths don't add up
    for_each_node(function, [&](const Expression* expression) {
        sum++;
        const auto* call = as<Call>(expression);
        if (!call || call->function->builtin) return;
        if (const Function* body = body_of(call->function)) callees.push_back(body);
    });
    for (const Function* body : callees)
        if (is_expanded(*body)) sum += expansion_cost(*body);
    return costs_[&function] = sum;
}

// What is no value: registers can't hold it.
bool Lowering::is_opaque(const Type* type) const {
    return type->is_opaque() && !(input_.handles && (type->is_sampler() || type->is_image()));
}

bool Lowering::contains_opaque(const Type* type) const {
    if (!input_.handles) return contains(type, [](const Type* part) { return part->is_opaque(); });
    return contains(type,
                    [](const Type* part) { return part->is_opaque() && !part->is_sampler() && !part->is_image(); });
}

// The registers of a parameter. Samplers and images among its members are no values: those of the argument stand for
// them.
Home Lowering::parameter_home(const Variable& parameter, const Place& argument, bool global) {
    Home home;
    add_leaves(home.leaves, parameter.type, 1, false);
    for (size_t n = 0; n < home.leaves.size(); n++) {
        Leaf& leaf = home.leaves[n];
        if (!is_opaque(leaf.type)) {
            name_leaf(leaf, global);
            continue;
        }
        const Leaf& given = argument.home->leaves[argument.leaf + n];
        leaf.at = given.at;
        leaf.array = given.array;
        leaf.base = given.base + argument.index * leaf.count;
        leaf.offset = given.offset;
        if (!argument.relative.is_constant()) leaf.offset = scaled_sum(argument.relative, leaf.count, given.offset);
    }
    return home;
}

// number * factor + more, in a register that the function behind it may read as well.
Operand Lowering::scaled_sum(const Operand& number, int64_t factor, const Operand& more) {
    const Operand result = assembly_.take();
    assembly_.emit(typed(Opcode::Mul, Scalar::Int), {result.at, 1}, {number, literal(static_cast<uint64_t>(factor))},
                   Scalar::Int);
    if (!more.is_constant())
        assembly_.emit(typed(Opcode::Add, Scalar::Int), {result.at, 1}, {result, more}, Scalar::Int);
    assembly_.routine().last_is_open = false;
    Operand kept = result;
    kept.temporary = false;
    return kept;
}

void Lowering::add_to_key(PlaceKey& key, const Place& place) {
    key.push_back(place.relative.at.variable);
    if (place.memory) {
        key.insert(key.end(), {place.memory->at.variable, place.offset});
        return;
    }
    for (size_t n = 0; n < leaf_count(place.type); n++) {
        const Leaf& leaf = place.home->leaves[place.leaf + n];
        key.insert(key.end(), {leaf.at.variable, leaf.base, leaf.offset.at.variable});
    }
    key.push_back(place.index);
}

// A place whose run-time indices are in registers of their own.
Place Lowering::keep(Place place) {
    for (Operand* index : {&place.relative, &place.component, &place.block_relative, &place.vertex_relative}) {
        if (index->is_constant()) continue;
        const Operand own = assembly_.take();
        assembly_.move({own.at, 1}, *index, Scalar::Int);
        *index = own;
        index->temporary = false;
    }
    if (!place.address.is_constant()) {
        const Operand own = assembly_.take(true);
        assembly_.move({own.at, 1}, place.address, Scalar::Uint64);
        place.address = own;
        place.address.temporary = false;
    }
    return place;
}

Value Lowering::subroutine_call(const Function& function, const std::vector<Place>& places,
                                std::vector<Value> arguments) {
    Subroutine& target = subroutine(function, places);
    const auto parameter_place = [&](size_t n) {
        Place place;
        place.home = &target.parameters[n];
        place.type = function.parameters[n]->type;
        return place;
    };
    for (size_t n = 0; n < arguments.size(); n++) {
        if (target.parameters[n].leaves.empty()) continue;
        if (function.parameters[n]->mode != ParameterMode::Out) store(parameter_place(n), arguments[n]);
    }
    assembly_.emit(Opcode::Cal).target = target.routine->number;
    for (size_t n = 0; n < arguments.size(); n++)
        if (function.parameters[n]->mode != ParameterMode::In)
            store(places[n], convert(load(parameter_place(n)), written_type(places[n])));
    if (function.type->is_void()) return {};
    Place place;
    place.home = &target.result;
    place.type = function.type;
    // The next call writes the same registers.
    return copy(load(place));
}

Value Lowering::inline_call(const Function& function, const std::vector<Place>& places, std::vector<Value> arguments) {
    Value result;
    frames_.push_back({&function, nullptr, &result});
    for (size_t n = 0; n < arguments.size(); n++) {
        const Variable* parameter = function.parameters[n];
        if (is_opaque(innermost(parameter->type))) {
            argument_places_.insert_or_assign(parameter, places[n]);
            continue;
        }
        // A built-in's text reads its arguments only; what it was given stays as it is meanwhile.
        const bool alias = parameter->mode == ParameterMode::In && !parameter->written &&
                           (function.builtin || is_constant(arguments[n]));
        if (alias) {
            for (Operand& part : arguments[n].parts) part.temporary = false;
            aliases_.insert_or_assign(parameter, arguments[n]);
            continue;
        }
        aliases_.erase(parameter);
        homes_.insert_or_assign(parameter, parameter_home(*parameter, places[n], false));
        if (parameter->mode != ParameterMode::Out) store(place_of(parameter), arguments[n]);
    }
    // The call's registers stay until its statement ends: the value may be in them.
    for (const Statement* statement : function.body->statements) execute(statement);
    // What is returned may be in a variable that an argument is, too.
    const auto is_written = [](const Variable* parameter) { return parameter->mode != ParameterMode::In; };
    if (!result.parts.empty() && !function.builtin &&
        std::any_of(function.parameters.begin(), function.parameters.end(), is_written))
        result = copy(result);
    for (size_t n = 0; n < arguments.size(); n++)
        if (is_written(function.parameters[n]))
            store(places[n], convert(load(place_of(function.parameters[n])), written_type(places[n])));
    frames_.pop_back();
    // The body may have ended before what it returns, or may never return.
    const bool returns = !result.parts.empty() || function.type->is_void();
    if (out_of_room_ || !returns) return nothing(function.type);
    for (Operand& part : result.parts) part.temporary = part.temporary && function.builtin;
    return result;
}

// What is stored to a place: its type, or that of the components it chooses.
const Type* Lowering::written_type(const Place& place) {
    if (!place.component.is_constant()) return basic_type(place.type->scalar);
    return place.swizzled ? basic_type(place.type->scalar, place.count) : place.type;
}

bool Lowering::is_constant(const Value& value) {
    return std::all_of(value.parts.begin(), value.parts.end(), [](const Operand& part) { return part.is_constant(); });
}

// One for each function and, since samplers are no values, each choice of opaque arguments.
Lowering::Subroutine& Lowering::subroutine(const Function& function, const std::vector<Place>& places) {
    PlaceKey opaque;
    for (size_t n = 0; n < places.size(); n++)
        if (contains_opaque(function.parameters[n]->type)) add_to_key(opaque, places[n]);
    const auto [entry, is_new] = subroutines_.try_emplace({&function, opaque});
    Subroutine& target = entry->second;
    if (!is_new) return target;
    const auto number = static_cast<int32_t>(subroutines_.size());
    target.routine = std::make_unique<Routine>("f" + std::to_string(number), number - 1);
    for (size_t n = 0; n < function.parameters.size(); n++) {
        const Variable* parameter = function.parameters[n];
        const bool is_value = !is_opaque(innermost(parameter->type));
        target.parameters.push_back(is_value ? parameter_home(*parameter, places[n], true) : Home{});
        if (!is_value) {
            argument_places_.insert_or_assign(parameter, places[n]);
        } else {
            aliases_.erase(parameter);
            homes_.insert_or_assign(parameter, target.parameters.back());
        }
    }
    if (!function.type->is_void()) target.result = make_home(function.type, true);
    Routine& caller = assembly_.routine();
    const size_t callers = caller.code.size();
    other_code_ += callers;
    assembly_.enter(*target.routine);
    std::vector<LoopState> loops;
    loops.swap(loops_);
    frames_.push_back({&function, &target, nullptr});
    for (const Statement* statement : function.body->statements) execute(statement);
    frames_.pop_back();
    loops.swap(loops_);
    assembly_.emit(Opcode::Ret);
    assembly_.enter(caller);
    other_code_ += target.routine->code.size() - callers;
    assembly_.declare_registers(*target.routine);
    finished_.push_back(target.routine.get());
    return target;
}

Value Lowering::builtin_call(const BuiltinCall& call) {
    const Meaning& meaning = call.row->meaning;
    if (meaning.kind == MeaningKind::Special) return special_call(call);
    std::vector<Value> arguments;
    bool effects = false;
    for (const Expression* argument : call.arguments) effects |= has_effects(argument);
    for (const Expression* argument : call.arguments) arguments.push_back(strict(evaluate_before(argument, effects)));
    const bool derivative = arbasm::has_trait(meaning.opcode, arbasm::Trait::Derivative);
    // Without groups of invocations to take them in, derivatives in compute shaders are zero.
    if (derivative && input_.stage == arbasm::Stage::Compute && input_.layout.derivative_group.empty())
        return zero(call.type);
    const bool extreme = meaning.opcode == arbasm::Opcode::Min || meaning.opcode == arbasm::Opcode::Max;
    return extreme && carrier(call.type->scalar) == Scalar::Float ? extreme_number(meaning.opcode, call.type, arguments)
                                                                  : operation(meaning.opcode, call.type, arguments);
}

// min() and max(). Of a number and a NaN programs expect the number, as hardware has it; MIN gives its first operand
// then, MAX its second.
Value Lowering::extreme_number(arbasm::Opcode opcode, const Type* type, std::vector<Value>& arguments) {
    const size_t kept = opcode == arbasm::Opcode::Min ? 0 : 1;
    if (arguments[1 - kept].parts[0].is_constant()) std::swap(arguments[0], arguments[1]);
    Value result = operation(opcode, type, arguments);
    if (arguments[kept].parts[0].is_constant()) return result;
    const Operand place = result.parts[0];
    const Value& other = arguments[1 - kept];
    const Operand number = other.type->is_scalar() ? other.parts[0].component(0) : other.parts[0];
    assembly_.emit(testing_result(Opcode::Mov), {assembly_.condition_register(), mask_of(type->rows)}, {place},
                   Scalar::Float);
    assembly_.move_where(where_all(arbasm::ConditionTest::NaN), {place.at, mask_of(type->rows)}, number, Scalar::Float);
    assembly_.routine().last_is_open = false;
    return result;
}

Value Lowering::operation(arbasm::Opcode opcode, const Type* type, const std::vector<Value>& arguments) {
    const arbasm::OpcodeInfo& info = arbasm::opcode_info(opcode);
    if (info.option == arbasm::Option::NvInternal) assembly_.option(info.option);
    const bool packs = opcode == arbasm::Opcode::Pk64;
    if (packs || opcode == arbasm::Opcode::Up64) {
        // Of no type: pairs of 32 bits and what they are together. Numbers would be cut to what the result's mask
        // reads.
        Value result;
        result.type = type;
        const Operand given = assembly_.in_register(arguments[0].parts[0], arguments[0].type->scalar, packs ? 2 : 1);
        result.parts.push_back(assembly_.take(packs));
        assembly_.emit(opcode, {result.parts[0].at, mask_of(type->rows)}, {given}, type->scalar);
        return result;
    }
    const Scalar scalar = arguments.empty() ? type->scalar : arguments[0].type->scalar;
    const Scalar written =
        type->is_bool() || scalar == Scalar::Bool ? (scalar == Scalar::Bool ? Scalar::Int : scalar) : scalar;
    const Operation computed = typed(opcode, written);
    const bool wide_result = is_wide(type->is_bool() ? written : type->scalar);
    Operand place = assembly_.take(wide_result);
    const uint8_t mask = mask_of(type->rows);
    const auto part = [&](size_t n, int component) {
        const Value& value = arguments[n];
        if (component >= 0) return value.parts[0].component(value.type->is_scalar() ? 0 : component);
        return value.type->is_scalar() ? value.parts[0].component(0) : value.parts[0];
    };
    const auto emit = [&](const Target& target, int component) {
        // Opcodes whose operands are scalars are written for each component.
        switch (arguments.size()) {
            case 0: assembly_.emit(computed, target, {}, written); break;
            case 1: assembly_.emit(computed, target, {part(0, component)}, written); break;
            case 2:
                assembly_.emit(computed, target,
                               {part(0, info.operands[0].kind == 's' ? component : -1), part(1, component)}, written);
                break;
            default:
                assembly_.emit(computed, target, {part(0, component), part(1, component), part(2, component)}, written);
                break;
        }
    };
    bool scalars = false;
    for (size_t n = 0; n < info.operand_count; n++) scalars |= info.operands[n].kind == 's';
    if (scalars && type->rows > 1) {
        for (int n = 0; n < type->rows; n++) emit({place.at, static_cast<uint8_t>(1 << n)}, n);
        assembly_.routine().last_is_open = false;
    } else {
        emit({place.at, mask}, -1);
    }
    Value result;
    result.type = type;
    result.loose = type->is_bool() && is_floating_point(written);
    if (type->is_bool() && is_wide(written)) {
        const Operand narrow = assembly_.take();
        assembly_.emit(written == Scalar::Double ? converting(arbasm::DataType::F32, arbasm::DataType::F64)
                                                 : converting(arbasm::DataType::S32, arbasm::DataType::S64),
                       {narrow.at, mask}, {place}, written);
        place = narrow;
    }
    result.parts.push_back(place);
    return result;
}

}  // namespace glsl
