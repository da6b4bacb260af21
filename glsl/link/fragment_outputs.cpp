#include <algorithm>

#include "glsl/link/linker.h"

namespace glsl {

void Linker::assign_outputs() {
    StageUnit& fragment = unit(arbasm::Stage::Fragment);
    std::bitset<64> taken;
    for (const bool chosen : {true, false})
        for (const Variable* variable : fragment.active) {
            if (variable->qualifiers.storage != Storage::Out || variable->builtin) continue;
            const std::string name(variable->name);
            int wanted = variable->qualifiers.layout.location;
            if (const auto bound = options_.output_locations.find(name);
                wanted < 0 && bound != options_.output_locations.end())
                wanted = bound->second;
            if ((wanted >= 0) != chosen) continue;
            const int location = place(taken, wanted, register_count(variable->type), options_.limits.draw_buffers);
            if (location < 0) {
                error("there is no draw buffer for " + name);
                continue;
            }
            fragment.input.slots[variable] = location;
            const bool array = variable->type->is_array();
            result_.outputs.push_back({name, array ? variable->type->element : variable->type,
                                       array ? variable->type->size : 1, location,
                                       std::max(variable->qualifiers.layout.index, 0)});
        }
}

}  // namespace glsl
