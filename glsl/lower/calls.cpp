#include <algorithm>

#include "glsl/lower/effects.h"
#include "glsl/lower/lowering.h"

namespace glsl {

const Function* Lowering::body_of(const Function* function) const {
    if (function->body) return function;
    const auto found = input_.bodies.find(function);
    return found == input_.bodies.end() ? nullptr : found->second;
}

Value Lowering::call(const Call& call) {
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
    if (frames_.size() > 60) {
        error(call.where, "calls nest more than 60 levels deep");
        return zero(call.type);
    }
    // What an argument with effects changes must not be seen by those before it; what is written is found before the
    // body runs, and once.
    std::vector<Value> arguments(call.arguments.size());
    std::vector<Place> written(call.arguments.size());
    bool effects = false;
    for (const Expression* argument : call.arguments) effects |= has_effects(argument);
    for (size_t n = 0; n < call.arguments.size(); n++) {
        const ParameterMode mode = function->parameters[n]->mode;
        if (mode != ParameterMode::In) written[n] = keep(place_of(call.arguments[n]));
        if (mode == ParameterMode::In) arguments[n] = strict(evaluate_before(call.arguments[n], effects));
        if (mode == ParameterMode::InOut) arguments[n] = copy(load(written[n]));
    }
    const bool room = function->builtin || assembly_.routine().body.size() < most_expanded;
    return room && ends_only_at_end(*function) ? inline_call(*function, written, std::move(arguments))
                                               : subroutine_call(*function, written, std::move(arguments));
}

// A place whose run-time indices are in registers of their own.
Place Lowering::keep(Place place) {
    for (Operand* index : {&place.relative, &place.component, &place.block_relative, &place.vertex_relative}) {
        if (index->is_constant()) continue;
        const Operand own = assembly_.take();
        assembly_.move({own.name, 1}, *index, Scalar::Int);
        *index = own;
        index->temporary = false;
    }
    return place;
}

Value Lowering::subroutine_call(const Function& function, const std::vector<Place>& written,
                                std::vector<Value> arguments) {
    Subroutine& target = subroutine(function, arguments);
    const auto parameter_place = [&](size_t n) {
        Place place;
        place.home = &target.parameters[n];
        place.type = function.parameters[n]->type;
        return place;
    };
    for (size_t n = 0; n < arguments.size(); n++) {
        if (function.parameters[n]->type->is_opaque()) continue;
        if (function.parameters[n]->mode != ParameterMode::Out) store(parameter_place(n), arguments[n]);
    }
    assembly_.line("CAL " + target.name + ";");
    for (size_t n = 0; n < arguments.size(); n++)
        if (function.parameters[n]->mode != ParameterMode::In)
            store(written[n], convert(load(parameter_place(n)), written_type(written[n])));
    if (function.type->is_void()) return {};
    Place place;
    place.home = &target.result;
    place.type = function.type;
    // The next call writes the same registers.
    return copy(load(place));
}

Value Lowering::inline_call(const Function& function, const std::vector<Place>& written, std::vector<Value> arguments) {
    Value result;
    frames_.push_back({&function, nullptr, &result});
    for (size_t n = 0; n < arguments.size(); n++) {
        const Variable* parameter = function.parameters[n];
        // A built-in's text reads its arguments only; what it was given stays as it is meanwhile.
        const bool alias = parameter->mode == ParameterMode::In && !parameter->written &&
                           (function.builtin || parameter->type->is_opaque() || is_constant(arguments[n]));
        if (alias) {
            for (Operand& part : arguments[n].parts) part.temporary = false;
            aliases_.insert_or_assign(parameter, arguments[n]);
            continue;
        }
        aliases_.erase(parameter);
        homes_.insert_or_assign(parameter, make_home(parameter->type, false));
        if (parameter->mode != ParameterMode::Out) store(place_of(parameter), arguments[n]);
    }
    // The call's registers stay until its statement ends: the value may be in them.
    for (const Statement* statement : function.body->statements) execute(statement);
    for (size_t n = 0; n < arguments.size(); n++)
        if (function.parameters[n]->mode != ParameterMode::In)
            store(written[n], convert(load(place_of(function.parameters[n])), written_type(written[n])));
    frames_.pop_back();
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
Lowering::Subroutine& Lowering::subroutine(const Function& function, const std::vector<Value>& arguments) {
    std::string opaque;
    for (size_t n = 0; n < arguments.size(); n++)
        if (function.parameters[n]->type->is_opaque() && !arguments[n].parts.empty())
            opaque += arguments[n].parts[0].name + ' ';
    const auto [entry, is_new] = subroutines_.try_emplace({&function, opaque});
    Subroutine& target = entry->second;
    if (!is_new) return target;
    const std::string number = std::to_string(subroutines_.size());
    target.name = "f" + number;
    target.routine = std::make_unique<Routine>("f" + number + "_");
    for (size_t n = 0; n < function.parameters.size(); n++) {
        const Variable* parameter = function.parameters[n];
        target.parameters.push_back(parameter->type->is_opaque() ? Home{} : make_home(parameter->type, true));
        if (parameter->type->is_opaque()) {
            aliases_.insert_or_assign(parameter, arguments[n]);
        } else {
            aliases_.erase(parameter);
            homes_.insert_or_assign(parameter, target.parameters.back());
        }
    }
    if (!function.type->is_void()) target.result = make_home(function.type, true);
    Routine& caller = assembly_.routine();
    assembly_.enter(*target.routine);
    std::vector<LoopState> loops;
    loops.swap(loops_);
    frames_.push_back({&function, &target, nullptr});
    for (const Statement* statement : function.body->statements) execute(statement);
    frames_.pop_back();
    loops.swap(loops_);
    assembly_.line("RET;");
    assembly_.enter(caller);
    assembly_.add_declarations(*target.routine);
    subroutine_text_ += target.name + ":\n" + target.routine->body;
    return target;
}

Value Lowering::builtin_call(const BuiltinCall& call) {
    const Meaning& meaning = call.row->meaning;
    if (meaning.kind == MeaningKind::Special) return special_call(call);
    std::vector<Value> arguments;
    bool effects = false;
    for (const Expression* argument : call.arguments) effects |= has_effects(argument);
    for (const Expression* argument : call.arguments) arguments.push_back(strict(evaluate_before(argument, effects)));
    return operation(meaning.opcode, call.type, arguments);
}

Value Lowering::operation(arbasm::Opcode opcode, const Type* type, const std::vector<Value>& arguments) {
    const arbasm::OpcodeInfo& info = arbasm::opcode_info(opcode);
    const Scalar scalar = arguments.empty() ? type->scalar : arguments[0].type->scalar;
    const Scalar written =
        type->is_bool() || scalar == Scalar::Bool ? (scalar == Scalar::Bool ? Scalar::Int : scalar) : scalar;
    std::string text(info.spelling);
    text += type_suffix(written);
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
            case 0: assembly_.emit(text, target, {}, written); break;
            case 1: assembly_.emit(text, target, {part(0, component)}, written); break;
            case 2:
                assembly_.emit(text, target,
                               {part(0, info.operands[0].kind == 's' ? component : -1), part(1, component)}, written);
                break;
            default:
                assembly_.emit(text, target, {part(0, component), part(1, component), part(2, component)}, written);
                break;
        }
    };
    bool scalars = false;
    for (size_t n = 0; n < info.operand_count; n++) scalars |= info.operands[n].kind == 's';
    if (scalars && type->rows > 1) {
        for (int n = 0; n < type->rows; n++) emit({place.name, static_cast<uint8_t>(1 << n)}, n);
        assembly_.routine().last = {};
    } else {
        emit({place.name, mask}, -1);
    }
    Value result;
    result.type = type;
    result.loose = type->is_bool() && (written == Scalar::Float || written == Scalar::Double);
    if (type->is_bool() && is_wide(written)) {
        const Operand narrow = assembly_.take();
        assembly_.emit(written == Scalar::Double ? "CVT.F32.F64" : "CVT.S32.S64", {narrow.name, mask}, {place},
                       written);
        place = narrow;
    }
    result.parts.push_back(place);
    return result;
}

}  // namespace glsl
