#include "glsl/link/locations.h"

#include <algorithm>

#include "glsl/tree/interface.h"

namespace glsl {

namespace {

struct Range {
    int64_t first = 0, end = 0;
    int first_component = 0, end_component = 4;
    std::string_view name;
    const Type* part = nullptr;  // of each location
    Qualifiers qualifiers;
};

bool share_location(const Range& a, const Range& b) { return a.first < b.end && b.first < a.end; }

bool share_component(const Range& a, const Range& b) {
    return a.first_component < b.end_component && b.first_component < a.end_component;
}

// What two variables of one location differ in that 4.4.1 of GLSL 4.60 wants to be the same; empty: nothing.
std::string_view difference_at_location(const Range& a, const Range& b) {
    if (!a.part->is_basic() || !b.part->is_basic()) return {};
    if (a.part->is_floating() != b.part->is_floating() || is_wide(a.part->scalar) != is_wide(b.part->scalar))
        return "a type of another kind or size";
    const auto way = [](const Qualifiers& own) {
        return own.interpolation == Interpolation::None ? Interpolation::Smooth : own.interpolation;
    };
    const Qualifiers &one = a.qualifiers, &other = b.qualifiers;
    if (way(one) != way(other)) return "another interpolation";
    if (one.centroid != other.centroid || one.sample != other.sample || one.patch != other.patch)
        return "other auxiliary storage";
    return {};
}

// A message, or nothing.
std::string shared_location(const StageUnit& unit, Storage storage) {
    std::vector<Range> ranges;
    std::string message;
    const auto add_range = [&](const Range& range) {
        for (const Range& other : ranges) {
            if (!message.empty() || !share_location(range, other)) continue;
            if (share_component(range, other))
                message = std::string(range.name) + " has a location that " + std::string(other.name) + " has, too";
            else if (const std::string_view what = difference_at_location(range, other);
                     !what.empty() && !unit.shaders[0]->is_spirv)
                message = std::string(range.name) + " has " + std::string(what) + " than " + std::string(other.name) +
                          ", with which it shares a location";
        }
        ranges.push_back(range);
    };
    const auto add = [&](int64_t location, int component, const Type* type, std::string_view name,
                         const Qualifiers& qualifiers) {
        const Type* part = innermost(type);
        Range range{location, location + varying_locations(type), 0, 4, name, part, qualifiers};
        const int components = part->rows * (is_wide(part->scalar) ? 2 : 1);
        constexpr int64_t most = 1024;  // beyond all that there are; what has no room is refused later
        if (part->is_basic() && components > 4 && range.end - range.first < most) {
            // Every other location has what the one before it has no room for.
            for (int64_t at = range.first; at < range.end; at++) {
                const bool rest = (at - range.first) % 2;
                add_range({at, at + 1, 0, rest ? components - 4 : 4, name, part, qualifiers});
            }
            return;
        }
        if (part->is_basic() && components <= 4) {
            range.first_component = std::max(component, 0);
            range.end_component = range.first_component + components;
        }
        add_range(range);
    };
    for (const Variable* variable : unit.globals) {
        const Qualifiers& own = variable->qualifiers;
        if (own.storage != storage || variable->block || own.layout.location < 0) continue;
        add(own.layout.location, own.layout.component, vertex_type(*variable, unit.stage), variable->name, own);
    }
    for (const Block* block : unit.blocks) {
        if (block->qualifiers.storage != storage) continue;
        int64_t next = block->qualifiers.layout.location;
        const std::span<const Member> members = block->type->structure->members;
        for (size_t n = 0; n < members.size(); n++) {
            const Layout& own = block->members[n].qualifiers.layout;
            if (own.location >= 0) next = own.location;
            if (next < 0) continue;
            add(next, own.component, members[n].type, members[n].name,
                member_qualifiers(*block, static_cast<int32_t>(n)));
            next += varying_locations(members[n].type);
        }
    }
    return message;
}

}  // namespace

void check_locations(LinkContext& context) {
    for (const StageUnit& unit : context.units())
        for (const Storage storage : {Storage::In, Storage::Out}) {
            const bool end = (unit.stage == arbasm::Stage::Vertex && storage == Storage::In) ||
                             (unit.stage == arbasm::Stage::Fragment && storage == Storage::Out);
            if (unit.shaders.empty() || end) continue;
            const std::string message = shared_location(unit, storage);
            if (!message.empty()) context.error(message);
        }
}

}  // namespace glsl
