#include "glsl/lower/access.h"

#include <algorithm>

#include "glsl/lower/arithmetic.h"
#include "glsl/lower/memory.h"
#include "glsl/tree/interface.h"

namespace glsl {

static Place choose_vertex(const Place& place, int64_t number, const Operand& relative) {
    Place result = place;
    result.type = place.type->element;
    result.of_vertex = true;
    result.vertex = number;
    result.vertex_relative = relative;
    return result;
}

Place element(Assembly& assembly, const Place& place, int64_t number) {
    if (place.memory) return memory_element(assembly, place, number, {});
    if (place.home->per_vertex && !place.of_vertex) return choose_vertex(place, number, {});
    Place result = place;
    const Type* type = place.type;
    const int64_t size = type->is_array() ? type->size : type->columns;
    result.type = type->is_array() ? type->element : basic_type(type->scalar, type->rows);
    result.index = place.index * size + number;
    if (!place.relative.is_constant() && size != 1) {
        const Operand scaled = assembly.take();
        Operand factor;
        factor.numbers.fill(static_cast<uint64_t>(size));
        assembly.emit(typed(Opcode::Mul, Scalar::Int), {scaled.at, 1}, {place.relative, factor}, Scalar::Int);
        result.relative = scaled;
    }
    return result;
}

Place element(Assembly& assembly, const Place& place, const Operand& number) {
    if (place.memory) return memory_element(assembly, place, 0, number);
    if (place.home->per_vertex && !place.of_vertex) return choose_vertex(place, 0, number);
    Place result = element(assembly, place, 0);
    if (result.relative.is_constant()) {
        result.relative = number;
    } else {
        const Operand sum = assembly.take();
        assembly.emit(typed(Opcode::Add, Scalar::Int), {sum.at, 1}, {result.relative, number}, Scalar::Int);
        result.relative = sum;
    }
    return result;
}

Place member(Assembly& assembly, const Place& place, int number) {
    if (place.memory) return memory_member(assembly, place, number);
    Place result = place;
    for (int n = 0; n < number; n++)
        result.leaf += leaf_count(place.type->structure->members[static_cast<size_t>(n)].type);
    result.type = place.type->structure->members[static_cast<size_t>(number)].type;
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

// The register of a leaf under a place; `index` counts instances of the leaf.
static Operand leaf_operand(LoweringContext& context, const Place& place, size_t number, int64_t index,
                            int64_t more = 0) {
    Assembly& assembly = context.assembly();
    const Leaf& leaf = place.home->leaves[number];
    if (leaf.at.variable < 0) {
        unsupported_member(context);
        return {};
    }
    if (leaf.lazy) assembly.declare(leaf.at);
    Operand operand = named(leaf.at);
    for (size_t n = 0; n < 4; n++) operand.swizzle[n] = static_cast<uint8_t>(std::min<size_t>(n + leaf.component, 3));
    if (place.home->per_vertex) {
        operand.at.vertex = static_cast<int32_t>(place.vertex);
        if (!place.vertex_relative.is_constant())
            operand.at.vertex_relative = relative_index(assembly, place.vertex_relative);
    }
    operand.at = element_of(assembly, operand.at, leaf, index, place.relative, more);
    return operand;
}

// The register of a place's leaf, or one `more` registers behind, to be read by any instruction.
static Operand read_leaf(LoweringContext& context, const Place& place, int64_t more = 0) {
    Assembly& assembly = context.assembly();
    Operand operand = leaf_operand(context, place, place.leaf, place.index, more);
    const Scalar declared = place.home->leaves[place.leaf].typed;
    if (declared == Scalar::None) return operand;
    Operand result = assembly.take();
    assembly.emit(typed(Opcode::Mov, declared), {result.at, 15}, {operand}, declared);
    assembly.routine().last_is_open = false;
    return result;
}

// A value of 64-bit components whose halves lie in 32-bit registers.
static Operand joined(LoweringContext& context, const Place& place) {
    Assembly& assembly = context.assembly();
    const Leaf& leaf = place.home->leaves[place.leaf];
    const int components = leaf.type->rows;
    Operand result = assembly.take(true);
    assembly.emit(Opcode::Pk64, {result.at, mask_of(std::min(components, 2))}, {read_leaf(context, place)},
                  Scalar::Uint);
    if (components > 2)
        assembly.emit(Opcode::Pk64, {result.at, static_cast<uint8_t>(components == 4 ? 12 : 4)},
                      {read_leaf(context, place, leaf.high - leaf.base)}, Scalar::Uint);
    assembly.routine().last_is_open = false;
    return result;
}

uint8_t placed_mask(LoweringContext& context, uint8_t mask, uint8_t component) {
    const auto result = static_cast<uint8_t>(mask << component & mask_of(4));
    if (mask && !result)
        context.error({}, "component " + std::to_string(component) + " of an output is none: the last one is 3");
    return result;
}

// The same to be written; the mask is of the value's components.
static Target leaf_target(LoweringContext& context, const Place& place, size_t number, int64_t index, uint8_t mask,
                          int64_t more = 0) {
    Assembly& assembly = context.assembly();
    const Leaf& leaf = place.home->leaves[number];
    const Register& written = leaf.written.variable < 0 ? leaf.at : leaf.written;
    if (written.variable < 0) {
        unsupported_member(context);
        return {assembly.condition_register(), mask};
    }
    if (leaf.lazy) assembly.declare(written);
    return {element_of(assembly, written, leaf, index, place.relative, more),
            placed_mask(context, mask, leaf.component)};
}

// The components of a mask into the pairs of 32-bit ones that stand for them: see joined().
static void store_halves(LoweringContext& context, const Place& place, const Operand& from, uint8_t mask) {
    Assembly& assembly = context.assembly();
    const Leaf& leaf = place.home->leaves[place.leaf];
    const uint8_t first = leaf.component / 2;  // the pair in the register where the value begins
    for (int half = 0; half < 2; half++) {
        const int own = mask >> 2 * half & 3;
        if (!own) continue;
        Target target = leaf_target(context, place, place.leaf, place.index, 0, half * (leaf.high - leaf.base));
        target.mask = static_cast<uint8_t>(((own & 1 ? 3 : 0) | (own & 2 ? 12 : 0)) << 2 * first);
        const auto x = static_cast<uint8_t>(2 * half), y = static_cast<uint8_t>(2 * half + 1);
        const Operand pair = first ? from.component(x) : from.swizzled({x, y});
        const Scalar scalar = stored_scalar(place.type);
        assembly.emit(Opcode::Up64, target, {pair.is_constant() ? assembly.in_register(pair, scalar, 2) : pair},
                      scalar);
    }
    assembly.routine().last_is_open = false;
}

// A whole scalar, vector or column.
static void store_part(LoweringContext& context, const Place& place, const Operand& from) {
    if (place.home->leaves[place.leaf].halves) return store_halves(context, place, from, mask_of(place.type->rows));
    const uint8_t component = place.home->leaves[place.leaf].component;
    context.assembly().move(leaf_target(context, place, place.leaf, place.index, mask_of(place.type->rows)),
                            component ? shifted(from, component, place.type->rows) : from, stored_scalar(place.type));
}

Value load(LoweringContext& context, const Place& place) {
    Assembly& assembly = context.assembly();
    if (!context.has_room({}, place.type)) return context.nothing(place.type);
    Value value;
    value.type = place.type;
    if (place.type->is_array() || place.type->is_matrix()) {
        const int64_t size = place.type->is_array() ? place.type->size : place.type->columns;
        for (int64_t n = 0; n < size; n++) {
            const Value part = load(context, element(assembly, place, n));
            value.parts.insert(value.parts.end(), part.parts.begin(), part.parts.end());
        }
        return value;
    }
    if (place.type->is_structure()) {
        for (size_t n = 0; n < place.type->structure->members.size(); n++) {
            const Value part = load(context, member(assembly, place, static_cast<int>(n)));
            value.parts.insert(value.parts.end(), part.parts.begin(), part.parts.end());
        }
        return value;
    }
    if (place.memory) return load_memory(context, place);
    const Leaf& leaf = place.home->leaves[place.leaf];
    Operand operand = leaf.halves ? joined(context, place) : read_leaf(context, place);
    if (leaf.narrows && !context.reads_raw_inputs()) {
        const Operand own = assembly.take();
        assembly.emit(typed(Opcode::Mov, leaf.type->scalar), {own.at, mask_of(leaf.type->rows)}, {operand},
                      leaf.type->scalar);
        operand = narrowed(assembly, own, leaf.type->scalar, leaf.type->rows);
    }
    if (place.swizzled) {
        Operand swizzled = operand;
        for (size_t n = 0; n < 4; n++)
            swizzled.swizzle[n] = operand.swizzle[place.components[std::min(n, static_cast<size_t>(place.count) - 1)]];
        operand = swizzled;
        value.type = basic_type(place.type->scalar, place.count);
    }
    if (!place.component.is_constant()) {
        value.type = basic_type(place.type->scalar);
        operand = component_at(assembly, operand, value.type->scalar, place.swizzled ? place.count : place.type->rows,
                               place.component);
    }
    value.parts.push_back(operand);
    return value;
}

void store(LoweringContext& context, const Place& place, const Value& given) {
    Assembly& assembly = context.assembly();
    if (context.is_opaque(place.type) || !context.has_room({}, place.type))
        return;  // a parameter that stands for its argument
    Value value = strict(assembly, given);
    if (place.type->is_array() || place.type->is_matrix() || place.type->is_structure()) {
        // A part may be a register that another part is stored to first.
        if (place.home && value.parts.size() > 1) {
            bool overlaps = false;
            for (const Operand& part : value.parts)
                for (const Leaf& leaf : place.home->leaves)
                    overlaps |= !part.is_constant() && part.at.variable == leaf.at.variable;
            if (overlaps) value = copy(context, value);
        }
        size_t next = 0;
        const auto store_parts = [&](const auto& self, const Place& part) -> void {
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
        store_parts(store_parts, place);
        return;
    }
    if (place.memory) return store_memory(context, place, value.parts[0]);
    const Scalar scalar = stored_scalar(place.type);
    const Operand& from = value.parts[0];
    if (place.home->leaves[place.leaf].halves && !place.component.is_constant()) {
        Place vector = place;
        vector.component = {};
        vector.swizzled = false;
        Home whole = make_home(assembly, place.type, false);
        Place kept = place;
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
    const auto target = [&](uint8_t mask) { return leaf_target(context, place, place.leaf, place.index, mask); };
    if (!place.component.is_constant()) {
        // The component that a run-time index chooses: each is written where it is the one.
        const Operand chosen = assembly.in_register(place.component, Scalar::Int, 1);
        const int components = place.swizzled ? place.count : place.type->rows;
        for (int n = 0; n < components; n++) {
            Operand which;
            which.numbers.fill(static_cast<uint64_t>(n));
            assembly.emit(testing_result(typed(Opcode::Seq, Scalar::Int)), {assembly.condition_register(), 1},
                          {chosen.component(0), which}, Scalar::Int);
            const int component = place.swizzled ? place.components[static_cast<size_t>(n)] : n;
            assembly.move_where(when_true, target(static_cast<uint8_t>(1 << component)), from.component(0), scalar);
        }
        return;
    }
    if (!place.swizzled) return store_part(context, place, from);
    const bool halves = place.home->leaves[place.leaf].halves;
    const uint8_t first = halves ? uint8_t{0} : place.home->leaves[place.leaf].component;
    Operand aligned = from;
    uint8_t mask = 0;
    for (int n = 0; n < place.count; n++) {
        const size_t component = place.components[static_cast<size_t>(n)];
        mask |= static_cast<uint8_t>(1 << component);
        aligned.swizzle[component + first] = from.swizzle[static_cast<size_t>(n)];
        aligned.numbers[component + first] = from.numbers[static_cast<size_t>(n)];
    }
    if (halves) return store_halves(context, place, aligned, mask);
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
            const Operand place = assembly.take(is_wide(scalar));
            assembly.move({place.at, mask_of(type->rows)}, part, scalar);
            part = place;
        }
    });
    return result;
}

Place keep(Assembly& assembly, Place place) {
    for (Operand* index : {&place.relative, &place.component, &place.block_relative, &place.vertex_relative}) {
        if (index->is_constant()) continue;
        const Operand own = assembly.take();
        assembly.move({own.at, 1}, *index, Scalar::Int);
        *index = own;
        index->temporary = false;
    }
    if (!place.address.is_constant()) {
        const Operand own = assembly.take(true);
        assembly.move({own.at, 1}, place.address, Scalar::Uint64);
        place.address = own;
        place.address.temporary = false;
    }
    return place;
}

}  // namespace glsl
