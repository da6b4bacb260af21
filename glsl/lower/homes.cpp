#include "glsl/lower/homes.h"

#include <algorithm>

#include "glsl/lower/arithmetic.h"

namespace glsl {

const Home& Homes::of(const Variable* variable) {
    if (const auto same = input_.same.find(variable); same != input_.same.end()) variable = same->second;
    const auto found = homes_.find(variable);
    if (found != homes_.end()) return found->second;
    // A constant array that a run-time index reaches, or a variable whose declaration was not executed.
    return homes_
        .emplace(variable,
                 variable->value ? make_constant(*variable->value) : make_home(assembly_, variable->type, true))
        .first->second;
}

// PARAM arrays of the constant's numbers, one for each leaf.
Home Homes::make_constant(const Constant& constant) {
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

void Homes::declare_constants(Leaf& leaf, std::vector<std::array<uint64_t, 4>> numbers) {
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

Home Homes::of_parameter(const Variable& parameter, const LValue& argument, bool global) {
    Home home;
    add_leaves(home.leaves, parameter.type, 1, false);
    for (size_t n = 0; n < home.leaves.size(); n++) {
        Leaf& leaf = home.leaves[n];
        if (!context_.is_opaque(leaf.type)) {
            name_leaf(assembly_, leaf, global);
            continue;
        }
        const Leaf& given = argument.home->leaves[argument.leaf + n];
        leaf.at = given.at;
        leaf.array = given.array;
        leaf.base = given.base + argument.index * leaf.count;
        leaf.offset = given.offset;
        if (!argument.relative.is_constant())
            leaf.offset = scaled_sum(assembly_, argument.relative, leaf.count, given.offset);
    }
    return home;
}

void Homes::set(const Variable* variable, Home home) {
    values_.erase(variable);
    homes_.insert_or_assign(variable, std::move(home));
}

const Value* Homes::value_of(const Variable* variable) const {
    const auto found = values_.find(variable);
    return found == values_.end() ? nullptr : &found->second;
}

const LValue* Homes::lvalue_of(const Variable* variable) const {
    const auto found = lvalues_.find(variable);
    return found == lvalues_.end() ? nullptr : &found->second;
}

}  // namespace glsl
