#include "glsl/link/interface_parts.h"

#include <algorithm>
#include <bit>

namespace glsl {

namespace {

void add_block(std::vector<InterfacePart>& parts, const Variable* variable, const Type* type) {
    const Block& block = *variable->block;
    const std::vector<int64_t> locations = member_locations(block);
    std::vector<Leaf> leaves;
    add_leaves(leaves, type, 1, false);
    size_t leaf = 0;
    for (size_t n = 0; n < block.members.size(); n++) {
        const Member& member = block.type->structure->members[n];
        InterfacePart part;
        part.variable = variable;
        part.type = member.type;
        part.leaf = leaf;
        const size_t count = leaf_count(member.type);
        part.leaves.assign(leaves.begin() + static_cast<ptrdiff_t>(leaf),
                           leaves.begin() + static_cast<ptrdiff_t>(leaf + count));
        leaf += count;
        part.name = std::string(block.name) + "." + std::string(member.name);
        part.qualifiers = member_qualifiers(block, static_cast<int32_t>(n));
        part.location = locations[n];
        part.component = static_cast<uint8_t>(std::max(part.qualifiers.layout.component, 0));
        parts.push_back(std::move(part));
    }
}

}  // namespace

std::vector<int64_t> member_locations(const Block& block) {
    std::vector<int64_t> locations;
    int64_t next = block.qualifiers.layout.location;
    for (size_t n = 0; n < block.members.size(); n++) {
        const int32_t own = block.members[n].qualifiers.layout.location;
        if (own >= 0) next = own;
        locations.push_back(next);
        if (next >= 0) next += varying_locations(block.type->structure->members[n].type);
    }
    return locations;
}

std::vector<InterfacePart> parts_of(const StageUnit& unit, Storage storage, bool active) {
    std::vector<InterfacePart> parts;
    for (const Variable* variable : active ? unit.active : unit.globals) {
        const Storage own = variable->qualifiers.storage;
        const bool may_be_passed = unit.input.passes_through && storage == Storage::Out && own == Storage::In;
        if ((own != storage && !may_be_passed) || variable->builtin) continue;
        const Type* type = vertex_type(*variable, unit.stage);
        if (variable->block && variable->member < 0) {
            add_block(parts, variable, type);
            continue;
        }
        InterfacePart part;
        part.variable = variable;
        part.type = type;
        add_leaves(part.leaves, type, 1, false);
        part.name = variable->name;
        part.qualifiers = variable->qualifiers;
        part.location = variable->qualifiers.layout.location;
        if (variable->block) {
            part.name = std::string(variable->block->name) + "." + part.name;
            part.qualifiers = member_qualifiers(*variable->block, variable->member);
            part.location = member_locations(*variable->block)[static_cast<size_t>(variable->member)];
        }
        part.component = static_cast<uint8_t>(std::max(part.qualifiers.layout.component, 0));
        parts.push_back(std::move(part));
    }
    for (InterfacePart& part : parts) part.passed = part.qualifiers.layout.passthrough;
    std::erase_if(
        parts, [&](const InterfacePart& part) { return part.variable->qualifiers.storage != storage && !part.passed; });
    return parts;
}

VaryingRegisters::RegisterRequest request_for(const InterfacePart& part, const Leaf& leaf) {
    const Qualifiers& qualifiers = part.qualifiers;
    const bool wide = is_wide(stored_scalar(leaf.type));
    const bool flat = qualifiers.interpolation == Interpolation::Flat || leaf.type->is_integer() || wide;
    VaryingRegisters::RegisterRequest request;
    request.count = leaf.count;
    if (part.location >= 0) request.component = part.component;
    const int words = leaf.type->rows * (wide ? 2 : 1);
    request.mask = static_cast<uint8_t>(mask_of(std::min(words, 4)) << request.component & 15);
    if (words > 4) request.second_mask = mask_of(words - 4);
    request.interpolation = static_cast<uint8_t>(
        flat | (qualifiers.interpolation == Interpolation::NoPerspective) << 1 | qualifiers.centroid << 2 |
        qualifiers.sample << 3 | leaf.type->is_integer() << 4 | wide << 5);
    return request;
}

bool VaryingRegisters::is_free(const RegisterRequest& request) const {
    if (request.first < 0 || request.end() > size) return false;
    for (int64_t n = request.first; n < request.end(); n++) {
        const Register& own = registers_[static_cast<size_t>(n)];
        if (own.taken & request.mask_at(n) || (own.taken && own.interpolation != request.interpolation)) return false;
    }
    return true;
}

bool VaryingRegisters::take(const RegisterRequest& request, int64_t limit) {
    if (request.end() > limit || !is_free(request)) return false;
    for (int64_t n = request.first; n < request.end(); n++) {
        Register& own = registers_[static_cast<size_t>(n)];
        own.taken |= request.mask_at(n);
        own.interpolation = request.interpolation;
        components_ += std::popcount(request.mask_at(n));
    }
    return true;
}

int64_t name_count(const Type* type) {
    constexpr int64_t most = int64_t{1} << 40;
    if (type->is_structure()) {
        int64_t count = 0;
        for (const Member& member : type->structure->members) count += name_count(member.type);
        return std::min(count, most);
    }
    if (!type->is_array() || !(type->element->is_array() || type->element->is_structure())) return 1;
    const int64_t each = name_count(type->element);
    return each > most / std::max(type->size, 1) ? most : each * type->size;
}

}  // namespace glsl
