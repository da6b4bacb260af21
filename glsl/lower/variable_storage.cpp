#include "glsl/lower/variable_storage.h"

#include "glsl/tree/interface.h"

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

std::vector<Qualifiers> leaf_qualifiers(const Variable& variable, arbasm::Stage stage) {
    const Type* type = vertex_type(variable, stage);
    if (!variable.block) return std::vector<Qualifiers>(leaf_count(type), variable.qualifiers);
    if (variable.member >= 0)
        return std::vector<Qualifiers>(leaf_count(type), member_qualifiers(*variable.block, variable.member));
    std::vector<Qualifiers> result;
    int32_t number = 0;
    for (const Member& member : innermost(type)->structure->members)
        result.insert(result.end(), leaf_count(member.type), member_qualifiers(*variable.block, number++));
    return result;
}

void set_interpolation(arbasm::Variable& variable, const Qualifiers& qualifiers) {
    if (qualifiers.interpolation == Interpolation::Flat) {
        variable.interpolation = arbasm::Interpolation::Flat;
        return;
    }
    if (qualifiers.interpolation == Interpolation::NoPerspective)
        variable.interpolation = arbasm::Interpolation::NoPerspective;
    if (qualifiers.sample) variable.sample_location = arbasm::SampleLocation::Sample;
    if (qualifiers.centroid) variable.sample_location = arbasm::SampleLocation::Centroid;
}

const Type* written_type(const LValue& lvalue) {
    if (!lvalue.component.is_constant()) return basic_type(lvalue.type->scalar);
    return lvalue.swizzled ? basic_type(lvalue.type->scalar, lvalue.count) : lvalue.type;
}

void name_leaf(Assembly& assembly, Leaf& leaf, bool global) {
    const bool wide = is_wide(stored_scalar(leaf.type));
    if (!leaf.array) {
        leaf.at = global ? assembly.variable(wide) : assembly.take(wide).at;
        return;
    }
    leaf.at = assembly.array(leaf.count, wide);
    leaf.lazy = !global;  // perhaps only its length() is asked for
    if (global) assembly.declare(leaf.at);
}

Home make_home(Assembly& assembly, const Type* type, bool global) {
    Home home;
    add_leaves(home.leaves, type, 1, false);
    for (Leaf& leaf : home.leaves) name_leaf(assembly, leaf, global);
    return home;
}

}  // namespace glsl
