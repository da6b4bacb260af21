#include "glsl/lower/access.h"

#include <algorithm>

#include "glsl/lower/arithmetic.h"
#include "glsl/lower/memory.h"
#include "glsl/tree/interface.h"

namespace glsl {

static LValue choose_vertex(const LValue& lvalue, int64_t number, const Operand& relative) {
    LValue result = lvalue;
    result.type = lvalue.type->element;
    result.of_vertex = true;
    result.vertex = number;
    result.vertex_relative = relative;
    return result;
}

LValue element(Assembly& assembly, const LValue& lvalue, int64_t number) {
    if (lvalue.memory) return memory_element(assembly, lvalue, number, {});
    if (lvalue.home->per_vertex && !lvalue.of_vertex) return choose_vertex(lvalue, number, {});
    LValue result = lvalue;
    const Type* type = lvalue.type;
    const int64_t size = type->is_array() ? type->size : type->columns;
    result.type = type->is_array() ? type->element : basic_type(type->scalar, type->rows);
    result.index = lvalue.index * size + number;
    if (!lvalue.relative.is_constant() && size != 1) {
        const Operand scaled = assembly.take();
        Operand factor;
        factor.numbers.fill(static_cast<uint64_t>(size));
        assembly.emit(typed(Opcode::Mul, Scalar::Int), {scaled.at, 1}, {lvalue.relative, factor}, Scalar::Int);
        result.relative = scaled;
    }
    return result;
}

LValue element(Assembly& assembly, const LValue& lvalue, const Operand& number) {
    if (lvalue.memory) return memory_element(assembly, lvalue, 0, number);
    if (lvalue.home->per_vertex && !lvalue.of_vertex) return choose_vertex(lvalue, 0, number);
    LValue result = element(assembly, lvalue, 0);
    if (result.relative.is_constant()) {
        result.relative = number;
    } else {
        const Operand sum = assembly.take();
        assembly.emit(typed(Opcode::Add, Scalar::Int), {sum.at, 1}, {result.relative, number}, Scalar::Int);
        result.relative = sum;
    }
    return result;
}

LValue member(Assembly& assembly, const LValue& lvalue, int number) {
    if (lvalue.memory) return memory_member(assembly, lvalue, number);
    LValue result = lvalue;
    for (int n = 0; n < number; n++)
        result.leaf += leaf_count(lvalue.type->structure->members[static_cast<size_t>(n)].type);
    result.type = lvalue.type->structure->members[static_cast<size_t>(number)].type;
    return result;
}

// A register that an index can stand in.
static arbasm::RelativeIndex relative_index(Assembly& assembly, const Operand& index) {
    const arbasm::Variable& variable = assembly.described(index.at);
    const bool plain = !index.negate && !variable.array && !variable.per_vertex;
    return assembly.index(plain ? index : assembly.in_register(index, Scalar::Int, 1));
}

Register element_of(Assembly& assembly, const Register& at, const Leaf& leaf, int64_t index, const Operand& relative,
                    int64_t more) {
    Register result = at;
    if (!leaf.array) return result;
    result.element = static_cast<int32_t>(leaf.base + index * leaf.stride + more);
    if (relative.is_constant() && leaf.offset.is_constant()) return result;
    Operand scaled = relative;
    if (relative.is_constant()) {
        scaled = leaf.offset;
    } else if (!leaf.offset.is_constant()) {
        scaled = scaled_sum(assembly, relative, leaf.stride, leaf.offset);
    } else if (leaf.stride != 1) {
        scaled = assembly.take();
        assembly.emit(typed(Opcode::Mul, Scalar::Int), {scaled.at, 1},
                      {relative, literal(static_cast<uint64_t>(leaf.stride))}, Scalar::Int);
        assembly.routine().last_is_open = false;
    }
    result.relative = relative_index(assembly, scaled);
    return result;
}

static void unsupported_member(LoweringContext& context) {
    context.error({}, "a member of a built-in block is not supported yet");
}

// The register of a leaf under an l-value; `index` counts instances of the leaf.
static Operand leaf_operand(LoweringContext& context, const LValue& lvalue, size_t number, int64_t index,
                            int64_t more = 0) {
    Assembly& assembly = context.assembly();
    const Leaf& leaf = lvalue.home->leaves[number];
    if (leaf.at.variable < 0) {
        unsupported_member(context);
        return {};
    }
    if (leaf.lazy) assembly.declare(leaf.at);
    Operand operand = named(leaf.at);
    for (size_t n = 0; n < 4; n++) operand.swizzle[n] = static_cast<uint8_t>(std::min<size_t>(n + leaf.component, 3));
    if (lvalue.home->per_vertex) {
        operand.at.vertex = static_cast<int32_t>(lvalue.vertex);
        if (!lvalue.vertex_relative.is_constant())
            operand.at.vertex_relative = relative_index(assembly, lvalue.vertex_relative);
    }
    operand.at = element_of(assembly, operand.at, leaf, index, lvalue.relative, more);
    return operand;
}

// The register of an l-value's leaf, or one `more` registers behind, to be read by any instruction.
static Operand read_leaf(LoweringContext& context, const LValue& lvalue, int64_t more = 0) {
    Assembly& assembly = context.assembly();
    Operand operand = leaf_operand(context, lvalue, lvalue.leaf, lvalue.index, more);
    const Scalar declared = lvalue.home->leaves[lvalue.leaf].typed;
    if (declared == Scalar::None) return operand;
    Operand result = assembly.take();
    assembly.emit(typed(Opcode::Mov, declared), {result.at, 15}, {operand}, declared);
    assembly.routine().last_is_open = false;
    return result;
}

// A value of 64-bit components whose halves lie in 32-bit registers.
static Operand joined(LoweringContext& context, const LValue& lvalue) {
    Assembly& assembly = context.assembly();
    const Leaf& leaf = lvalue.home->leaves[lvalue.leaf];
    const int components = leaf.type->rows;
    Operand result = assembly.take(true);
    assembly.emit(Opcode::Pk64, {result.at, mask_of(std::min(components, 2))}, {read_leaf(context, lvalue)},
                  Scalar::Uint);
    if (components > 2)
        assembly.emit(Opcode::Pk64, {result.at, static_cast<uint8_t>(components == 4 ? 12 : 4)},
                      {read_leaf(context, lvalue, leaf.high - leaf.base)}, Scalar::Uint);
    assembly.routine().last_is_open = false;
    return result;
}

uint8_t shifted_mask(LoweringContext& context, uint8_t mask, uint8_t component) {
    const auto result = static_cast<uint8_t>(mask << component & mask_of(4));
    if (mask && !result)
        context.error({}, "component " + std::to_string(component) + " of an output is none: the last one is 3");
    return result;
}

// The same to be written; the mask is of the value's components.
static Target leaf_target(LoweringContext& context, const LValue& lvalue, size_t number, int64_t index, uint8_t mask,
                          int64_t more = 0) {
    Assembly& assembly = context.assembly();
    const Leaf& leaf = lvalue.home->leaves[number];
    const Register& written = leaf.written.variable < 0 ? leaf.at : leaf.written;
    if (written.variable < 0) {
        unsupported_member(context);
        return {assembly.condition_register(), mask};
    }
    if (leaf.lazy) assembly.declare(written);
    return {element_of(assembly, written, leaf, index, lvalue.relative, more),
            shifted_mask(context, mask, leaf.component)};
}

// The components of a mask into the pairs of 32-bit ones that stand for them: see joined().
static void store_halves(LoweringContext& context, const LValue& lvalue, const Operand& from, uint8_t mask) {
    Assembly& assembly = context.assembly();
    const Leaf& leaf = lvalue.home->leaves[lvalue.leaf];
    const uint8_t first = leaf.component / 2;  // the pair in the register where the value begins
    for (int half = 0; half < 2; half++) {
        const int own = mask >> 2 * half & 3;
        if (!own) continue;
        Target target = leaf_target(context, lvalue, lvalue.leaf, lvalue.index, 0, half * (leaf.high - leaf.base));
        target.mask = static_cast<uint8_t>(((own & 1 ? 3 : 0) | (own & 2 ? 12 : 0)) << 2 * first);
        const auto x = static_cast<uint8_t>(2 * half), y = static_cast<uint8_t>(2 * half + 1);
        const Operand pair = first ? from.component(x) : from.swizzled({x, y});
        const Scalar scalar = stored_scalar(lvalue.type);
        assembly.emit(Opcode::Up64, target, {pair.is_constant() ? assembly.in_register(pair, scalar, 2) : pair},
                      scalar);
    }
    assembly.routine().last_is_open = false;
}

// A whole scalar, vector or column.
static void store_part(LoweringContext& context, const LValue& lvalue, const Operand& from) {
    if (lvalue.home->leaves[lvalue.leaf].halves) return store_halves(context, lvalue, from, mask_of(lvalue.type->rows));
    const uint8_t component = lvalue.home->leaves[lvalue.leaf].component;
    context.assembly().move(leaf_target(context, lvalue, lvalue.leaf, lvalue.index, mask_of(lvalue.type->rows)),
                            component ? shifted(from, component, lvalue.type->rows) : from, stored_scalar(lvalue.type));
}

Value load(LoweringContext& context, const LValue& lvalue) {
    Assembly& assembly = context.assembly();
    if (!context.has_room({}, lvalue.type)) return context.nothing(lvalue.type);
    Value value;
    value.type = lvalue.type;
    if (lvalue.type->is_array() || lvalue.type->is_matrix()) {
        const int64_t size = lvalue.type->is_array() ? lvalue.type->size : lvalue.type->columns;
        for (int64_t n = 0; n < size; n++) {
            const Value part = load(context, element(assembly, lvalue, n));
            value.parts.insert(value.parts.end(), part.parts.begin(), part.parts.end());
        }
        return value;
    }
    if (lvalue.type->is_structure()) {
        for (size_t n = 0; n < lvalue.type->structure->members.size(); n++) {
            const Value part = load(context, member(assembly, lvalue, static_cast<int>(n)));
            value.parts.insert(value.parts.end(), part.parts.begin(), part.parts.end());
        }
        return value;
    }
    if (lvalue.memory) return load_memory(context, lvalue);
    const Leaf& leaf = lvalue.home->leaves[lvalue.leaf];
    Operand operand = leaf.halves ? joined(context, lvalue) : read_leaf(context, lvalue);
    if (leaf.narrows && !context.reads_raw_inputs()) {
        const Operand own = assembly.take();
        assembly.emit(typed(Opcode::Mov, leaf.type->scalar), {own.at, mask_of(leaf.type->rows)}, {operand},
                      leaf.type->scalar);
        operand = narrowed(assembly, own, leaf.type->scalar, leaf.type->rows);
    }
    if (lvalue.swizzled) {
        Operand swizzled = operand;
        for (size_t n = 0; n < 4; n++)
            swizzled.swizzle[n] =
                operand.swizzle[lvalue.components[std::min(n, static_cast<size_t>(lvalue.count) - 1)]];
        operand = swizzled;
        value.type = basic_type(lvalue.type->scalar, lvalue.count);
    }
    if (!lvalue.component.is_constant()) {
        value.type = basic_type(lvalue.type->scalar);
        operand = component_at(assembly, operand, value.type->scalar,
                               lvalue.swizzled ? lvalue.count : lvalue.type->rows, lvalue.component);
    }
    value.parts.push_back(operand);
    return value;
}

void store(LoweringContext& context, const LValue& lvalue, const Value& given) {
    Assembly& assembly = context.assembly();
    if (context.is_opaque(lvalue.type) || !context.has_room({}, lvalue.type))
        return;  // a parameter that stands for its argument
    Value value = canonical(assembly, given);
    if (lvalue.type->is_array() || lvalue.type->is_matrix() || lvalue.type->is_structure()) {
        // A part may be a register that another part is stored to first.
        if (lvalue.home && value.parts.size() > 1) {
            bool overlaps = false;
            for (const Operand& part : value.parts)
                for (const Leaf& leaf : lvalue.home->leaves)
                    overlaps |= !part.is_constant() && part.at.variable == leaf.at.variable;
            if (overlaps) value = copy(context, value);
        }
        size_t next = 0;
        const auto store_parts = [&](const auto& self, const LValue& part) -> void {
            if (part.type->is_array() || part.type->is_matrix()) {
                const int64_t size = part.type->is_array() ? part.type->size : part.type->columns;
                for (int64_t n = 0; n < size; n++) self(self, element(assembly, part, n));
            } else if (part.type->is_structure()) {
                for (size_t n = 0; n < part.type->structure->members.size(); n++)
                    self(self, member(assembly, part, static_cast<int>(n)));
            } else if (part.memory) {
                store_memory(context, part, value.parts[next++]);
            } else if (context.is_opaque(part.type)) {
                next++;
            } else {
                store_part(context, part, value.parts[next++]);
            }
        };
        store_parts(store_parts, lvalue);
        return;
    }
    if (lvalue.memory) return store_memory(context, lvalue, value.parts[0]);
    const Scalar scalar = stored_scalar(lvalue.type);
    const Operand& from = value.parts[0];
    if (lvalue.home->leaves[lvalue.leaf].halves && !lvalue.component.is_constant()) {
        LValue vector = lvalue;
        vector.component = {};
        vector.swizzled = false;
        Home whole = make_home(assembly, lvalue.type, false);
        LValue kept = lvalue;
        kept.home = &whole;
        kept.leaf = 0;
        kept.index = 0;
        kept.relative = {};
        kept.of_vertex = false;
        store_part(context, kept, load(context, vector).parts[0]);
        store(context, kept, value);
        kept.component = {};
        kept.swizzled = false;
        return store_part(context, vector, load(context, kept).parts[0]);
    }
    const auto target = [&](uint8_t mask) { return leaf_target(context, lvalue, lvalue.leaf, lvalue.index, mask); };
    if (!lvalue.component.is_constant()) {
        // The component that a run-time index chooses: each is written where it is the one.
        const Operand chosen = assembly.in_register(lvalue.component, Scalar::Int, 1);
        const int components = lvalue.swizzled ? lvalue.count : lvalue.type->rows;
        for (int n = 0; n < components; n++) {
            Operand which;
            which.numbers.fill(static_cast<uint64_t>(n));
            assembly.emit(testing_result(typed(Opcode::Seq, Scalar::Int)), {assembly.condition_register(), 1},
                          {chosen.component(0), which}, Scalar::Int);
            const int component = lvalue.swizzled ? lvalue.components[static_cast<size_t>(n)] : n;
            assembly.move_where(when_true, target(static_cast<uint8_t>(1 << component)), from.component(0), scalar);
        }
        return;
    }
    if (!lvalue.swizzled) return store_part(context, lvalue, from);
    const bool halves = lvalue.home->leaves[lvalue.leaf].halves;
    const uint8_t first = halves ? uint8_t{0} : lvalue.home->leaves[lvalue.leaf].component;
    Operand aligned = from;
    uint8_t mask = 0;
    for (int n = 0; n < lvalue.count; n++) {
        const size_t component = lvalue.components[static_cast<size_t>(n)];
        mask |= static_cast<uint8_t>(1 << component);
        aligned.swizzle[component + first] = from.swizzle[static_cast<size_t>(n)];
        aligned.numbers[component + first] = from.numbers[static_cast<size_t>(n)];
    }
    if (halves) return store_halves(context, lvalue, aligned, mask);
    assembly.move(target(mask), aligned, scalar);
}

Value copy(LoweringContext& context, const Value& value) {
    Assembly& assembly = context.assembly();
    if (!context.has_room({}, value.type)) return value;
    Value result = value;
    size_t next = 0;
    for_each_leaf(value.type, [&](const Type* type) {
        if (context.is_opaque(type)) {
            next++;
            return;
        }
        const Scalar scalar = stored_scalar(type);
        for (int n = 0; n < type->columns; n++, next++) {
            Operand& part = result.parts[next];
            if (part.is_constant() || part.temporary) continue;
            const Operand temporary = assembly.take(is_wide(scalar));
            assembly.move({temporary.at, mask_of(type->rows)}, part, scalar);
            part = temporary;
        }
    });
    return result;
}

LValue keep(Assembly& assembly, LValue lvalue) {
    for (Operand* index : {&lvalue.relative, &lvalue.component, &lvalue.block_relative, &lvalue.vertex_relative}) {
        if (index->is_constant()) continue;
        const Operand own = assembly.take();
        assembly.move({own.at, 1}, *index, Scalar::Int);
        *index = own;
        index->temporary = false;
    }
    if (!lvalue.address.is_constant()) {
        const Operand own = assembly.take(true);
        assembly.move({own.at, 1}, lvalue.address, Scalar::Uint64);
        lvalue.address = own;
        lvalue.address.temporary = false;
    }
    return lvalue;
}

}  // namespace glsl
