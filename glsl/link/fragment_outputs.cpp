#include "glsl/link/fragment_outputs.h"

#include <algorithm>
#include <array>
#include <bitset>

#include "glsl/link/assign_location.h"
#include "glsl/lower/assembly.h"

namespace glsl {

void assign_outputs(LinkContext& context) {
    StageUnit& fragment = context.unit(arbasm::Stage::Fragment);
    std::bitset<64> taken[2];  // of both indices
    // For chosen locations: the components that are taken, and the scalars that they are of.
    std::array<std::array<uint8_t, 64>, 2> components{};
    std::array<std::array<Scalar, 64>, 2> scalars{};
    const auto bound = [](const auto& map, const Variable* variable) {
        const auto found = map.find(variable->name);
        if (found != map.end()) return found->second;
        const auto element = variable->type->is_array() ? map.find(std::string(variable->name) + "[0]") : map.end();
        return element == map.end() ? -1 : element->second;
    };
    for (const bool chosen : {true, false})
        for (const Variable* variable : fragment.active) {
            if (variable->qualifiers.storage != Storage::Out || variable->builtin) continue;
            int wanted = variable->qualifiers.layout.location;
            int index = variable->qualifiers.layout.index;
            if (wanted < 0) {
                wanted = bound(context.options().output_locations, variable);
                index = bound(context.options().output_indices, variable);
            }
            if ((wanted >= 0) != chosen) continue;
            index = std::max(index, 0);
            const std::string name(variable->name);
            const int64_t count = register_count(variable->type);
            const Type* element = innermost(variable->type);
            const int component = std::max(variable->qualifiers.layout.component, 0);
            const auto mask = static_cast<uint8_t>(mask_of(element->rows) << component);
            for (int64_t n = 0; wanted >= 0 && n < count && wanted + n < 64; n++) {
                uint8_t& known = components[static_cast<size_t>(index)][static_cast<size_t>(wanted + n)];
                Scalar& scalar = scalars[static_cast<size_t>(index)][static_cast<size_t>(wanted + n)];
                if (known & mask || (known && scalar != element->scalar))
                    context.error(name + " has the location of another output");
                known |= mask;
                scalar = element->scalar;
            }
            const int location = assign_location(taken[index], wanted, count, context.options().limits.draw_buffers);
            if (location < 0) {
                context.error("there is no draw buffer for " + name);
                continue;
            }
            fragment.input.slots[variable] = location;
            fragment.input.indices[variable] = index;
            const bool array = variable->type->is_array();
            context.program().outputs.push_back({name, array ? variable->type->element : variable->type,
                                                 array ? variable->type->size : 1, array, location, index});
        }
    const auto second =
        std::ranges::find_if(context.program().outputs, [](const auto& output) { return output.index > 0; });
    if (second == context.program().outputs.end()) return;
    for (const auto& output : context.program().outputs)
        if (output.location + output.array_size > context.options().dual_source_draw_buffers)
            context.error(output.name + " is of the draw buffer " +
                          std::to_string(output.location + output.array_size - 1) +
                          ", but those that have a second color, as " + second->name + " is, are " +
                          std::to_string(context.options().dual_source_draw_buffers));
}

}  // namespace glsl
