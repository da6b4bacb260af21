#include <algorithm>
#include <utility>

#include "glsl/lower/effects.h"
#include "glsl/lower/lowering.h"

namespace glsl {

void add_leaves(std::vector<Leaf>& leaves, const Type* type, int64_t count, bool array) {
    const auto add = [&](const Type* part, int64_t instances, bool is_array) {
        Leaf leaf;
        leaf.type = part;
        leaf.count = instances;
        leaf.array = is_array;
        leaves.push_back(leaf);
    };
    if (type->is_array()) {
        add_leaves(leaves, type->element, count * type->size, true);
    } else if (type->is_structure()) {
        for (const Member& member : type->structure->members) add_leaves(leaves, member.type, count, array);
    } else if (type->is_matrix()) {
        add(basic_type(type->scalar, type->rows), count * type->columns, true);
    } else {
        add(type, count, array);
    }
}

size_t leaf_count(const Type* type) {
    if (type->is_array()) return leaf_count(type->element);
    if (!type->is_structure()) return 1;
    size_t count = 0;
    for (const Member& member : type->structure->members) count += leaf_count(member.type);
    return count;
}

Home Lowering::make_home(const Type* type, bool global) {
    Home home;
    add_leaves(home.leaves, type, 1, false);
    for (Leaf& leaf : home.leaves) name_leaf(leaf, global);
    return home;
}

void Lowering::name_leaf(Leaf& leaf, bool global) {
    const bool wide = is_wide(stored_scalar(leaf.type));
    if (!leaf.array) {
        leaf.at = global ? assembly_.variable(wide) : assembly_.take(wide).at;
        return;
    }
    leaf.at = assembly_.array(leaf.count, wide);
    leaf.lazy = !global;  // perhaps only its length() is asked for
    if (global) assembly_.declare(leaf.at);
}

const Home& Lowering::home_of(const Variable* variable) {
    if (const auto same = input_.same.find(variable); same != input_.same.end()) variable = same->second;
    const auto found = homes_.find(variable);
    if (found != homes_.end()) return found->second;
    // A constant array that a run-time index reaches, or a variable whose declaration was not executed.
    return homes_
        .emplace(variable, variable->value ? make_constant_home(*variable->value) : make_home(variable->type, true))
        .first->second;
}

// PARAM arrays of the constant's numbers, one for each leaf.
Home Lowering::make_constant_home(const Constant& constant) {
    using Numbers = std::array<uint64_t, 4>;
    Home home;
    add_leaves(home.leaves, constant.type, 1, false);
    std::vector<std::vector<Numbers>> numbers(home.leaves.size());
    size_t next = 0;
    const auto collect = [&](const auto& self, const Type* type, size_t leaf) -> void {
        if (type->is_array()) {
            for (int n = 0; n < type->size; n++) self(self, type->element, leaf);
        } else if (type->is_structure()) {
            for (const Member& inner : type->structure->members) {
                self(self, inner.type, leaf);
                leaf += leaf_count(inner.type);
            }
        } else {
            for (int n = 0; n < type->columns; n++) {
                Numbers own{};
                for (size_t k = 0; k < 4; k++)
                    own[k] = constant.components[next + std::min<size_t>(k, type->rows - 1u)];
                numbers[leaf].push_back(own);
                next += type->rows;
            }
        }
    };
    collect(collect, constant.type, 0);
    for (size_t n = 0; n < home.leaves.size(); n++) declare_constants(home.leaves[n], numbers[n]);
    return home;
}

void Lowering::declare_constants(Leaf& leaf, std::vector<std::array<uint64_t, 4>> numbers) {
    Scalar scalar = carrier(leaf.type->scalar);
    leaf.array = true;
    if (is_wide(scalar)) {
        // As pairs of 32-bit numbers, z and w behind all of x and y.
        leaf.halves = true;
        leaf.high = static_cast<int64_t>(numbers.size());
        const size_t count = numbers.size();
        if (leaf.type->rows > 2)
            for (size_t n = 0; n < count; n++) numbers.push_back({numbers[n][2], numbers[n][3], 0, 0});
        for (auto& [x, y, z, w] : numbers) {
            z = y & 0xffffffffu;
            w = y >> 32;
            y = x >> 32;
            x &= 0xffffffffu;
        }
        scalar = Scalar::Uint;
    } else if (scalar == Scalar::Float) {
        // Infinities and NaNs have no literal.
        for (const auto& vector : numbers)
            for (const uint64_t bits : vector)
                if ((bits & 0x7f800000u) == 0x7f800000u) scalar = Scalar::Uint;
    }
    arbasm::Variable variable;
    variable.file = arbasm::RegisterFile::Parameter;
    variable.name = "k" + std::to_string(constants_++);
    variable.array = true;
    variable.size = static_cast<int32_t>(numbers.size());
    if (scalar != Scalar::Float) {
        leaf.typed = scalar;
        variable.type = scalar == Scalar::Uint ? arbasm::DataType::U32 : arbasm::DataType::S32;
    }
    std::vector<arbasm::Binding> bindings(numbers.size());
    for (size_t n = 0; n < numbers.size(); n++) {
        bindings[n].kind = arbasm::BindingKind::Constant;
        for (size_t c = 0; c < 4; c++)
            bindings[n].constant[c] = static_cast<uint32_t>(literal_bits(numbers[n][c], scalar));
    }
    leaf.at = assembly_.add(std::move(variable), std::move(bindings));
    assembly_.declare(leaf.at);
}

Place Lowering::place_of(const Variable* variable) {
    if (const auto given = argument_places_.find(variable); given != argument_places_.end()) return given->second;
    const auto in_registers = [&] {
        Place place;
        place.home = &home_of(variable);
        place.type = variable->type;
        return place;
    };
    return is_in_memory(*variable) ? memory_place(variable) : in_registers();
}

bool Lowering::is_place(const Expression* expression) const {
    if (const auto* reference = as<Reference>(expression)) return !aliases_.contains(reference->variable);
    if (const auto* index = as<Index>(expression)) return is_place(index->operand);
    if (const auto* member = as<MemberAccess>(expression)) return is_place(member->operand);
    if (const auto* swizzle = as<Swizzle>(expression)) return is_place(swizzle->operand);
    return expression->kind == ExpressionKind::Dereference;
}

Place Lowering::choose_vertex(const Place& place, int64_t number, const Operand& relative) {
    Place result = place;
    result.type = place.type->element;
    result.of_vertex = true;
    result.vertex = number;
    result.vertex_relative = relative;
    return result;
}

Place Lowering::element(const Place& place, int64_t number) {
    if (place.memory) return memory_element(place, number, {});
    if (place.home->per_vertex && !place.of_vertex) return choose_vertex(place, number, {});
    Place result = place;
    const Type* type = place.type;
    const int64_t size = type->is_array() ? type->size : type->columns;
    result.type = type->is_array() ? type->element : basic_type(type->scalar, type->rows);
    result.index = place.index * size + number;
    if (!place.relative.is_constant() && size != 1) {
        const Operand scaled = assembly_.take();
        Operand factor;
        factor.numbers.fill(static_cast<uint64_t>(size));
        assembly_.emit(typed(Opcode::Mul, Scalar::Int), {scaled.at, 1}, {place.relative, factor}, Scalar::Int);
        result.relative = scaled;
    }
    return result;
}

Place Lowering::element(const Place& place, const Operand& number) {
    if (place.memory) return memory_element(place, 0, number);
    if (place.home->per_vertex && !place.of_vertex) return choose_vertex(place, 0, number);
    Place result = element(place, 0);
    if (result.relative.is_constant()) {
        result.relative = number;
    } else {
        const Operand sum = assembly_.take();
        assembly_.emit(typed(Opcode::Add, Scalar::Int), {sum.at, 1}, {result.relative, number}, Scalar::Int);
        result.relative = sum;
    }
    return result;
}

Place Lowering::member(const Place& place, int number) {
    if (place.memory) return memory_member(place, number);
    Place result = place;
    for (int n = 0; n < number; n++)
        result.leaf += leaf_count(place.type->structure->members[static_cast<size_t>(n)].type);
    result.type = place.type->structure->members[static_cast<size_t>(number)].type;
    return result;
}

Place Lowering::place_of(const Expression* expression) {
    if (const auto* reference = as<Reference>(expression)) return place_of(reference->variable);
    if (const auto* dereference = as<Dereference>(expression)) return pointed_place(*dereference);
    if (const auto* access = as<MemberAccess>(expression)) return member(place_of(access->operand), access->member);
    if (const auto* swizzle = as<Swizzle>(expression)) {
        Place place = place_of(swizzle->operand);
        std::array<uint8_t, 4> components{};
        for (size_t n = 0; n < swizzle->count; n++)
            components[n] = place.swizzled ? place.components[swizzle->components[n]] : swizzle->components[n];
        place.components = components;
        place.count = swizzle->count;
        place.swizzled = true;
        return place;
    }
    const auto* index = as<Index>(expression);
    Place place = place_of(index->operand);
    const Type* type = index->operand->type;
    const Operand number = scalar(index->index);
    if (type->is_vector()) {
        if (number.is_constant()) {
            const auto component = static_cast<uint8_t>(std::min<uint64_t>(number.numbers[0], type->rows - 1u));
            place.components = {place.swizzled ? place.components[component] : component};
            place.count = 1;
            place.swizzled = true;
        } else if (place.memory && !place.swizzled) {
            return memory_component(place, number);
        } else {
            place.component = number;
        }
        return place;
    }
    if (!number.is_constant()) return element(place, number);
    // A parameter of an expanded function may be a constant that nobody has checked.
    const int64_t size = type->is_array() ? type->size : type->columns;
    const auto constant = static_cast<int32_t>(number.numbers[0]);
    return element(place, size ? std::clamp<int64_t>(constant, 0, size - 1) : std::max(constant, 0));
}

// A register that an index can stand in.
arbasm::RelativeIndex Lowering::relative_index(const Operand& index) {
    const arbasm::Variable& variable = assembly_.described(index.at);
    const bool plain = !index.negate && !variable.array && !variable.per_vertex;
    return assembly_.index(plain ? index : assembly_.in_register(index, Scalar::Int, 1));
}

// Element `index` of a leaf's array, or one `more` registers behind; the register itself where it is no array.
Register Lowering::element_of(const Register& at, const Leaf& leaf, int64_t index, const Operand& relative,
                              int64_t more) {
    Register result = at;
    if (!leaf.array) return result;
    result.element = static_cast<int32_t>(leaf.base + index * leaf.stride + more);
    if (relative.is_constant() && leaf.offset.is_constant()) return result;
    Operand scaled = relative;
    if (relative.is_constant()) {
        scaled = leaf.offset;
    } else if (!leaf.offset.is_constant()) {
        scaled = scaled_sum(relative, leaf.stride, leaf.offset);
    } else if (leaf.stride != 1) {
        scaled = assembly_.take();
        assembly_.emit(typed(Opcode::Mul, Scalar::Int), {scaled.at, 1},
                       {relative, literal(static_cast<uint64_t>(leaf.stride))}, Scalar::Int);
        assembly_.routine().last_is_open = false;
    }
    result.relative = relative_index(scaled);
    return result;
}

void Lowering::unsupported_member() { error({}, "a member of a built-in block is not supported yet"); }

// The register of a leaf under a place; `index` counts instances of the leaf.
Operand Lowering::leaf_operand(const Place& place, size_t number, int64_t index, int64_t more) {
    const Leaf& leaf = place.home->leaves[number];
    if (leaf.at.variable < 0) {
        unsupported_member();
        return {};
    }
    if (leaf.lazy) assembly_.declare(leaf.at);
    Operand operand = named(leaf.at);
    for (size_t n = 0; n < 4; n++) operand.swizzle[n] = static_cast<uint8_t>(std::min<size_t>(n + leaf.component, 3));
    if (place.home->per_vertex) {
        operand.at.vertex = static_cast<int32_t>(place.vertex);
        if (!place.vertex_relative.is_constant()) operand.at.vertex_relative = relative_index(place.vertex_relative);
    }
    operand.at = element_of(operand.at, leaf, index, place.relative, more);
    return operand;
}

// The register of a place's leaf, or one `more` registers behind, to be read by any instruction.
Operand Lowering::read_leaf(const Place& place, int64_t more) {
    Operand operand = leaf_operand(place, place.leaf, place.index, more);
    const Scalar declared = place.home->leaves[place.leaf].typed;
    if (declared == Scalar::None) return operand;
    Operand result = assembly_.take();
    assembly_.emit(typed(Opcode::Mov, declared), {result.at, 15}, {operand}, declared);
    assembly_.routine().last_is_open = false;
    return result;
}

// A value of 64-bit components whose halves lie in 32-bit registers.
Operand Lowering::joined(const Place& place) {
    const Leaf& leaf = place.home->leaves[place.leaf];
    const int components = leaf.type->rows;
    Operand result = assembly_.take(true);
    assembly_.emit(Opcode::Pk64, {result.at, mask_of(std::min(components, 2))}, {read_leaf(place)}, Scalar::Uint);
    if (components > 2)
        assembly_.emit(Opcode::Pk64, {result.at, static_cast<uint8_t>(components == 4 ? 12 : 4)},
                       {read_leaf(place, leaf.high - leaf.base)}, Scalar::Uint);
    assembly_.routine().last_is_open = false;
    return result;
}

// The mask of components that begin at one of a register. Modules of SPIR-V may say any.
uint8_t Lowering::placed_mask(uint8_t mask, uint8_t component) {
    const auto result = static_cast<uint8_t>(mask << component & mask_of(4));
    if (mask && !result)
        error({}, "component " + std::to_string(component) + " of an output is none: the last one is 3");
    return result;
}

// The same to be written; the mask is of the value's components.
Target Lowering::leaf_target(const Place& place, size_t number, int64_t index, uint8_t mask, int64_t more) {
    const Leaf& leaf = place.home->leaves[number];
    const Register& written = leaf.written.variable < 0 ? leaf.at : leaf.written;
    if (written.variable < 0) {
        unsupported_member();
        return {assembly_.condition_register(), mask};
    }
    if (leaf.lazy) assembly_.declare(written);
    return {element_of(written, leaf, index, place.relative, more), placed_mask(mask, leaf.component)};
}

// A whole scalar, vector or column.
void Lowering::store_part(const Place& place, const Operand& from) {
    if (place.home->leaves[place.leaf].halves) return store_halves(place, from, mask_of(place.type->rows));
    const uint8_t component = place.home->leaves[place.leaf].component;
    assembly_.move(leaf_target(place, place.leaf, place.index, mask_of(place.type->rows)),
                   component ? shifted(from, component, place.type->rows) : from, stored_scalar(place.type));
}

// The components of a mask into the pairs of 32-bit ones that stand for them: see joined().
void Lowering::store_halves(const Place& place, const Operand& from, uint8_t mask) {
    const Leaf& leaf = place.home->leaves[place.leaf];
    const uint8_t first = leaf.component / 2;  // the pair in the register where the value begins
    for (int half = 0; half < 2; half++) {
        const int own = mask >> 2 * half & 3;
        if (!own) continue;
        Target target = leaf_target(place, place.leaf, place.index, 0, half * (leaf.high - leaf.base));
        target.mask = static_cast<uint8_t>(((own & 1 ? 3 : 0) | (own & 2 ? 12 : 0)) << 2 * first);
        const auto x = static_cast<uint8_t>(2 * half), y = static_cast<uint8_t>(2 * half + 1);
        const Operand pair = first ? from.component(x) : from.swizzled({x, y});
        const Scalar scalar = stored_scalar(place.type);
        assembly_.emit(Opcode::Up64, target, {pair.is_constant() ? assembly_.in_register(pair, scalar, 2) : pair},
                       scalar);
    }
    assembly_.routine().last_is_open = false;
}

Value Lowering::load(const Place& place) {
    if (!has_room({}, place.type)) return nothing(place.type);
    Value value;
    value.type = place.type;
    if (place.type->is_array() || place.type->is_matrix()) {
        const int64_t size = place.type->is_array() ? place.type->size : place.type->columns;
        for (int64_t n = 0; n < size; n++) {
            const Value part = load(element(place, n));
            value.parts.insert(value.parts.end(), part.parts.begin(), part.parts.end());
        }
        return value;
    }
    if (place.type->is_structure()) {
        for (size_t n = 0; n < place.type->structure->members.size(); n++) {
            const Value part = load(member(place, static_cast<int>(n)));
            value.parts.insert(value.parts.end(), part.parts.begin(), part.parts.end());
        }
        return value;
    }
    if (place.memory) return load_memory(place);
    const Leaf& leaf = place.home->leaves[place.leaf];
    Operand operand = leaf.halves ? joined(place) : read_leaf(place);
    if (leaf.narrows && !raw_inputs_) {
        const Operand own = assembly_.take();
        assembly_.emit(typed(Opcode::Mov, leaf.type->scalar), {own.at, mask_of(leaf.type->rows)}, {operand},
                       leaf.type->scalar);
        operand = narrowed(own, leaf.type->scalar, leaf.type->rows);
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
        operand =
            component_at(operand, value.type->scalar, place.swizzled ? place.count : place.type->rows, place.component);
    }
    value.parts.push_back(operand);
    return value;
}

// The component of a vector that a run-time index chooses; 0 for an index beside it.
Operand Lowering::component_at(const Operand& operand, Scalar scalar, int components, const Operand& number) {
    const Operand result = assembly_.take(is_wide(scalar));
    const Operand chosen = assembly_.in_register(number, Scalar::Int, 1);
    assembly_.move({result.at, 1}, operand.component(0), scalar);
    for (int n = 1; n < components; n++) {
        Operand which;
        which.numbers.fill(static_cast<uint64_t>(n));
        assembly_.emit(testing_result(typed(Opcode::Seq, Scalar::Int)), {assembly_.condition_register(), 1},
                       {chosen.component(0), which}, Scalar::Int);
        assembly_.move_where(when_true, {result.at, 1}, operand.component(n), scalar);
    }
    Operand given = result;
    given.temporary = true;
    return given;
}

void Lowering::store(const Place& place, const Value& given) {
    if (is_opaque(place.type) || !has_room({}, place.type)) return;  // a parameter that stands for its argument
    Value value = strict(given);
    if (place.type->is_array() || place.type->is_matrix() || place.type->is_structure()) {
        // A part may be a register that another part is stored to first.
        if (place.home && value.parts.size() > 1) {
            bool overlaps = false;
            for (const Operand& part : value.parts)
                for (const Leaf& leaf : place.home->leaves)
                    overlaps |= !part.is_constant() && part.at.variable == leaf.at.variable;
            if (overlaps) value = copy(value);
        }
        size_t next = 0;
        const auto store_parts = [&](const auto& self, const Place& part) -> void {
            if (part.type->is_array() || part.type->is_matrix()) {
                const int64_t size = part.type->is_array() ? part.type->size : part.type->columns;
                for (int64_t n = 0; n < size; n++) self(self, element(part, n));
            } else if (part.type->is_structure()) {
                for (size_t n = 0; n < part.type->structure->members.size(); n++)
                    self(self, member(part, static_cast<int>(n)));
            } else if (part.memory) {
                store_memory(part, value.parts[next++]);
            } else if (is_opaque(part.type)) {
                next++;
            } else {
                store_part(part, value.parts[next++]);
            }
        };
        store_parts(store_parts, place);
        return;
    }
    if (place.memory) return store_memory(place, value.parts[0]);
    const Scalar scalar = stored_scalar(place.type);
    const Operand& from = value.parts[0];
    if (place.home->leaves[place.leaf].halves && !place.component.is_constant()) {
        Place vector = place;
        vector.component = {};
        vector.swizzled = false;
        Home whole = make_home(place.type, false);
        Place kept = place;
        kept.home = &whole;
        kept.leaf = 0;
        kept.index = 0;
        kept.relative = {};
        kept.of_vertex = false;
        store_part(kept, load(vector).parts[0]);
        store(kept, value);
        kept.component = {};
        kept.swizzled = false;
        return store_part(vector, load(kept).parts[0]);
    }
    const auto target = [&](uint8_t mask) { return leaf_target(place, place.leaf, place.index, mask); };
    if (!place.component.is_constant()) {
        // The component that a run-time index chooses: each is written where it is the one.
        const Operand chosen = assembly_.in_register(place.component, Scalar::Int, 1);
        const int components = place.swizzled ? place.count : place.type->rows;
        for (int n = 0; n < components; n++) {
            Operand which;
            which.numbers.fill(static_cast<uint64_t>(n));
            assembly_.emit(testing_result(typed(Opcode::Seq, Scalar::Int)), {assembly_.condition_register(), 1},
                           {chosen.component(0), which}, Scalar::Int);
            const int component = place.swizzled ? place.components[static_cast<size_t>(n)] : n;
            assembly_.move_where(when_true, target(static_cast<uint8_t>(1 << component)), from.component(0), scalar);
        }
        return;
    }
    if (!place.swizzled) return store_part(place, from);
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
    if (halves) return store_halves(place, aligned, mask);
    assembly_.move(target(mask), aligned, scalar);
}

// The same value in registers of its own.
Value Lowering::copy(const Value& value) {
    if (!has_room({}, value.type)) return value;
    Value result = value;
    size_t next = 0;
    for_each_leaf(value.type, [&](const Type* type) {
        if (is_opaque(type)) {
            next++;
            return;
        }
        const Scalar scalar = stored_scalar(type);
        for (int n = 0; n < type->columns; n++, next++) {
            Operand& part = result.parts[next];
            if (part.is_constant() || part.temporary) continue;
            const Operand place = assembly_.take(is_wide(scalar));
            assembly_.move({place.at, mask_of(type->rows)}, part, scalar);
            part = place;
        }
    });
    return result;
}

}  // namespace glsl
