#include <algorithm>

#include "glsl/lower/access.h"
#include "glsl/lower/arithmetic.h"
#include "glsl/lower/builtin_calls.h"
#include "glsl/lower/effects.h"
#include "glsl/lower/lowering.h"

namespace glsl {

// ---- where expressions lead

LValue Lowering::lvalue_of(const Variable* variable) {
    if (const LValue* given = homes_.lvalue_of(variable)) return *given;
    if (is_in_memory(*variable)) return memories_.lvalue_of(variable);
    LValue lvalue;
    lvalue.home = &homes_.of(variable);
    lvalue.type = variable->type;
    return lvalue;
}

bool Lowering::is_lvalue(const Expression* expression) const {
    if (const auto* reference = as<Reference>(expression)) return !homes_.value_of(reference->variable);
    if (const auto* index = as<Index>(expression)) return is_lvalue(index->operand);
    if (const auto* member = as<MemberAccess>(expression)) return is_lvalue(member->operand);
    if (const auto* swizzle = as<Swizzle>(expression)) return is_lvalue(swizzle->operand);
    return expression->kind == ExpressionKind::Dereference;
}

LValue Lowering::lvalue_of(const Expression* expression) {
    if (const auto* reference = as<Reference>(expression)) return lvalue_of(reference->variable);
    if (const auto* dereference = as<Dereference>(expression)) return pointed_lvalue(*dereference);
    if (const auto* access = as<MemberAccess>(expression))
        return member(assembly_, lvalue_of(access->operand), access->member);
    if (const auto* swizzle = as<Swizzle>(expression)) {
        LValue lvalue = lvalue_of(swizzle->operand);
        std::array<uint8_t, 4> components{};
        for (size_t n = 0; n < swizzle->count; n++)
            components[n] = lvalue.swizzled ? lvalue.components[swizzle->components[n]] : swizzle->components[n];
        lvalue.components = components;
        lvalue.count = swizzle->count;
        lvalue.swizzled = true;
        return lvalue;
    }
    const auto* index = as<Index>(expression);
    LValue lvalue = lvalue_of(index->operand);
    const Type* type = index->operand->type;
    const Operand number = scalar(index->index);
    if (type->is_vector()) {
        if (number.is_constant()) {
            const auto component = static_cast<uint8_t>(std::min<uint64_t>(number.numbers[0], type->rows - 1u));
            lvalue.components = {lvalue.swizzled ? lvalue.components[component] : component};
            lvalue.count = 1;
            lvalue.swizzled = true;
        } else if (lvalue.memory && !lvalue.swizzled) {
            return memory_component(assembly_, lvalue, number);
        } else {
            lvalue.component = number;
        }
        return lvalue;
    }
    if (!number.is_constant()) return element(assembly_, lvalue, number);
    // A parameter of an expanded function may be a constant that nobody has checked.
    const int64_t size = type->is_array() ? type->size : type->columns;
    const auto constant = static_cast<int32_t>(number.numbers[0]);
    return element(assembly_, lvalue, size ? std::clamp<int64_t>(constant, 0, size - 1) : std::max(constant, 0));
}

LValue Lowering::pointed_lvalue(const Dereference& dereference) {
    LValue lvalue;
    lvalue.memory = &memories_.global();
    lvalue.type = dereference.type;
    lvalue.rules.std430 = true;
    lvalue.address = assembly_.in_register(evaluate(dereference.pointer).parts[0], Scalar::Uint64, 1);
    lvalue.address.temporary = false;
    return lvalue;
}

// ---- values

Value Lowering::evaluate(const Expression* expression) {
    const LoweringContext::Deeper deeper(context_);
    if (!context_.has_room(expression->where, expression->type)) return context_.nothing(expression->type);
    switch (expression->kind) {
        case ExpressionKind::Error: return zero(expression->type);
        case ExpressionKind::Constant: return constant_value(static_cast<const Constant&>(*expression));
        case ExpressionKind::Reference: {
            const auto& reference = static_cast<const Reference&>(*expression);
            if (const Value* value = homes_.value_of(reference.variable)) return *value;
            if (reference.variable->value) return constant_value(*reference.variable->value);
            return load(context_, lvalue_of(expression));
        }
        case ExpressionKind::Unary: return unary(static_cast<const Unary&>(*expression));
        case ExpressionKind::Step: return step(static_cast<const Step&>(*expression));
        case ExpressionKind::Binary: return binary(static_cast<const Binary&>(*expression));
        case ExpressionKind::Conditional: return conditional(static_cast<const Conditional&>(*expression));
        case ExpressionKind::Assign: return assign(static_cast<const Assign&>(*expression));
        case ExpressionKind::Comma: {
            // From the left end on, as chains of other operators.
            std::vector<const Comma*> chain;
            const Expression* first = expression;
            for (const auto* comma = as<Comma>(first); comma; comma = as<Comma>(first)) {
                chain.push_back(comma);
                first = comma->left;
            }
            evaluate(first);
            for (; chain.size() > 1; chain.pop_back()) evaluate(chain.back()->right);
            return evaluate(chain.back()->right);
        }
        case ExpressionKind::Call: return call(static_cast<const Call&>(*expression));
        case ExpressionKind::BuiltinCall: return builtin_call(static_cast<const BuiltinCall&>(*expression));
        case ExpressionKind::Construct: return construct(static_cast<const Construct&>(*expression));
        case ExpressionKind::Convert: {
            const auto& conversion = static_cast<const Convert&>(*expression);
            return convert(assembly_, evaluate(conversion.operand), conversion.type);
        }
        case ExpressionKind::Swizzle: return swizzle(static_cast<const Swizzle&>(*expression));
        case ExpressionKind::Index: return index(static_cast<const Index&>(*expression));
        case ExpressionKind::Member: {
            if (is_lvalue(expression)) return load(context_, lvalue_of(expression));
            const auto& access = static_cast<const MemberAccess&>(*expression);
            const Value whole = evaluate(access.operand);
            return part_of(whole, access.operand->type->structure->members, access.member, access.type);
        }
        case ExpressionKind::Dereference: return load(context_, lvalue_of(expression));
        case ExpressionKind::Length: return length_of(*this, static_cast<const Length&>(*expression));
    }
    return zero(expression->type);
}

Operand Lowering::scalar(const Expression* expression) {
    const Value value = evaluate(expression);
    return value.parts.empty() ? Operand{} : value.parts[0];
}

// A value that something with effects is evaluated behind.
Value Lowering::evaluate_before(const Expression* expression, bool effects_follow) {
    Value value = evaluate(expression);
    if (effects_follow) return copy(context_, value);
    return value;
}

Value Lowering::swizzle(const Swizzle& swizzle) {
    if (is_lvalue(&swizzle)) return load(context_, lvalue_of(&swizzle));
    Value value = evaluate(swizzle.operand);
    value.type = swizzle.type;
    const Operand whole = value.parts[0];
    for (size_t n = 0; n < 4; n++) {
        const size_t from = swizzle.components[std::min<size_t>(n, swizzle.count - 1u)];
        value.parts[0].swizzle[n] = whole.swizzle[from];
        value.parts[0].numbers[n] = whole.numbers[from];
    }
    return value;
}

Value Lowering::index(const Index& index) {
    if (is_lvalue(&index)) return load(context_, lvalue_of(&index));
    const Value whole = evaluate_before(index.operand, has_effects(index.index));
    const auto* number = as<Constant>(index.index);
    if (index.operand->type->is_vector()) {
        Value value;
        value.type = index.type;
        value.noncanonical = whole.noncanonical;
        value.parts.push_back(number ? whole.parts[0].component(static_cast<int>(number->components[0]))
                                     : component_at(assembly_, whole.parts[0], index.type->scalar,
                                                    index.operand->type->rows, scalar(index.index)));
        return value;
    }
    if (number)
        return slice(whole,
                     static_cast<size_t>(number->components[0]) * static_cast<size_t>(register_count(index.type)),
                     index.type);
    // A value in no register, and a run-time index: it gets one.
    const Home home = make_home(assembly_, index.operand->type, true);
    LValue lvalue;
    lvalue.home = &home;
    lvalue.type = index.operand->type;
    store(context_, lvalue, whole);
    return load(context_, element(assembly_, lvalue, scalar(index.index)));
}

Value Lowering::conditional(const Conditional& conditional) {
    Value result;
    result.type = conditional.type;
    const auto move_parts = [&](const Value& from, const arbasm::ConditionMask& test) {
        const Value value = canonical(assembly_, from);
        size_t next = 0;
        for_each_leaf(conditional.type, [&](const Type* type) {
            for (int n = 0; n < type->columns; n++, next++) {
                const Target target{result.parts[next].at, mask_of(type->rows)};
                if (test == arbasm::ConditionMask{})
                    assembly_.move(target, value.parts[next], stored_scalar(type));
                else
                    assembly_.move_where(test, target, value.parts[next], stored_scalar(type));
            }
        });
    };
    const auto take_parts = [&] {
        for_each_leaf(conditional.type, [&](const Type* type) {
            if (context_.is_opaque(type)) return;
            for (int n = 0; n < type->columns; n++)
                result.parts.push_back(assembly_.take(is_wide(stored_scalar(type))));
        });
    };
    if (is_cheap(conditional.yes) && is_cheap(conditional.no) && !conditional.type->is_void()) {
        take_parts();
        const Value test = evaluate(conditional.condition);
        const Value no = evaluate(conditional.no);
        const Value yes = evaluate(conditional.yes);
        move_parts(no, {});
        assembly_.set_condition(test.parts[0].component(0));
        move_parts(yes, when_true);
        return result;
    }
    take_parts();
    condition(conditional.condition);
    assembly_.emit_where(Opcode::If, when_true);
    const Value yes = evaluate(conditional.yes);
    if (!conditional.type->is_void()) move_parts(yes, {});
    assembly_.emit(Opcode::Else);
    const Value no = evaluate(conditional.no);
    if (!conditional.type->is_void()) move_parts(no, {});
    assembly_.emit(Opcode::Endif);
    return result;
}

Value Lowering::assign(const Assign& assign) {
    const bool effects = has_effects(assign.value);
    // Pointers move by bytes.
    const Type* const type = assign.type->is_pointer() ? basic_type(Scalar::Uint64) : assign.type;
    const auto operand = [&](const LValue& lvalue) {
        Value value = load(context_, lvalue);
        if (assign.type->is_pointer()) value.type = type;
        return value;
    };
    if (!assign.compound) {
        const Value value = evaluate(assign.value);
        const LValue lvalue = lvalue_of(assign.target);
        store(context_, lvalue, value);
        return lvalue.memory ? value : load(context_, lvalue);
    }
    if (effects) {
        const Value right = copy(context_, evaluate(assign.value));
        const LValue lvalue = lvalue_of(assign.target);
        const Value result = compute(assembly_, assign.operation, type, operand(lvalue), right);
        store(context_, lvalue, result);
        return lvalue.memory ? result : load(context_, lvalue);
    }
    const LValue lvalue = lvalue_of(assign.target);
    const Value result = compute(assembly_, assign.operation, type, operand(lvalue), evaluate(assign.value));
    store(context_, lvalue, result);
    return lvalue.memory ? result : load(context_, lvalue);
}

Value Lowering::construct(const Construct& construct) {
    const Type* type = construct.type;
    Value value;
    value.type = type;
    bool effects = false;
    std::vector<Value> arguments(construct.arguments.size());
    for (size_t n = construct.arguments.size(); n-- > 0;) effects |= has_effects(construct.arguments[n]);
    for (size_t n = 0; n < construct.arguments.size(); n++)
        arguments[n] = canonical(assembly_, evaluate_before(construct.arguments[n], effects));
    const auto is_handle = [](const Type* one) { return one->is_sampler() || one->is_image(); };
    if (type->is_basic() && is_handle(arguments[0].type))
        return handle_conversion(assembly_, type, arguments[0].parts[0], false);
    if (is_handle(type))
        return handle_conversion(assembly_, type, arguments[0].parts[0], arguments[0].type->scalar == Scalar::Uint);
    if (!type->is_basic()) {
        for (const Value& argument : arguments)
            value.parts.insert(value.parts.end(), argument.parts.begin(), argument.parts.end());
        return value;
    }
    Operand one, zero;
    one.numbers.fill(carrier(type->scalar) == Scalar::Float ? 0x3f800000u
                     : type->scalar == Scalar::Double       ? 0x3ff0000000000000u
                                                            : 1u);
    // The components one by one: where each comes from.
    struct Component {
        Operand operand;
        int number = 0;
    };
    std::vector<Component> components;
    const Type* only = arguments.size() == 1 ? arguments[0].type : nullptr;
    if (type->is_matrix() && only && (only->is_scalar() || only->is_matrix())) {
        for (int c = 0; c < type->columns; c++)
            for (int r = 0; r < type->rows; r++) {
                if (only->is_scalar())
                    components.push_back({c == r ? arguments[0].parts[0] : zero, 0});
                else if (c < only->columns && r < only->rows)
                    components.push_back({arguments[0].parts[static_cast<size_t>(c)], r});
                else
                    components.push_back({c == r ? one : zero, 0});
            }
    } else if (only && only->is_scalar()) {
        for (int n = 0; n < type->rows; n++) components.push_back({arguments[0].parts[0], 0});
    } else {
        for (const Value& argument : arguments)
            for (const Operand& part : argument.parts)
                for (int n = 0; n < argument.type->rows; n++) components.push_back({part, n});
    }
    for (int c = 0; c < type->columns; c++) {
        const std::span<const Component> own(components.data() + c * type->rows, static_cast<size_t>(type->rows));
        bool constant = true, same = true;
        for (const Component& component : own) {
            constant &= component.operand.is_constant();
            same &= component.operand.at == own[0].operand.at && component.operand.negate == own[0].operand.negate;
        }
        Operand part = own[0].operand;
        for (size_t n = 0; n < 4; n++) {
            const Component& from = own[std::min(n, own.size() - 1)];
            part.swizzle[n] = from.operand.swizzle[static_cast<size_t>(from.number)];
            part.numbers[n] = from.operand.numbers[static_cast<size_t>(from.number)];
            if (constant && from.operand.negate)
                part.numbers[n] ^= type->scalar == Scalar::Double ? uint64_t{1} << 63 : 0x80000000u;
        }
        if (constant) part.negate = false;
        if (constant || same) {
            part.temporary = false;
            value.parts.push_back(part);
            continue;
        }
        // One move for what comes from one register.
        const Operand column = assembly_.take(is_wide(type->scalar));
        uint8_t done = 0;
        for (size_t n = 0; n < own.size(); n++) {
            if (done >> n & 1) continue;
            Operand from = own[n].operand;
            from.temporary = false;
            uint8_t mask = 0;
            for (size_t k = n; k < own.size(); k++) {
                const Component& other = own[k];
                if (other.operand.at != own[n].operand.at || other.operand.negate != own[n].operand.negate) continue;
                mask |= static_cast<uint8_t>(1 << k);
                from.swizzle[k] = other.operand.swizzle[static_cast<size_t>(other.number)];
                from.numbers[k] = other.operand.numbers[static_cast<size_t>(other.number)];
            }
            done |= mask;
            assembly_.move({column.at, mask}, from, type->scalar);
        }
        value.parts.push_back(column);
    }
    return value;
}

}  // namespace glsl
