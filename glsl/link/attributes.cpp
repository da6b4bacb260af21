#include "glsl/link/attributes.h"

#include <bitset>

#include "glsl/link/assign_location.h"

namespace glsl {

namespace {

// From ES 3.00 on no two attributes have the same location, whether they are used or not (12.3 of OpenGL ES 3.2).
void check_aliases(LinkContext& context, const StageUnit& vertex) {
    std::bitset<64> taken;
    for (const Shader* shader : vertex.shaders)
        for (const Variable* variable : shader->globals) {
            if (!shader->language.is_es() || !shader->language.at_least(130, 300) ||
                variable->qualifiers.storage != Storage::In || vertex.input.same.contains(variable))
                continue;
            int location = variable->qualifiers.layout.location;
            const auto bound = context.options().attribute_locations.find(variable->name);
            if (location < 0 && bound != context.options().attribute_locations.end()) location = bound->second;
            const int64_t count = register_count(variable->type);
            for (int64_t n = 0; location >= 0 && n < count && location + n < 64; n++) {
                if (taken.test(static_cast<size_t>(location + n)))
                    context.error(std::string(variable->name) + " has the location of another attribute");
                taken.set(static_cast<size_t>(location + n));
            }
        }
}

}  // namespace

void assign_attributes(LinkContext& context) {
    StageUnit& vertex = context.unit(arbasm::Stage::Vertex);
    check_aliases(context, vertex);
    std::bitset<64> taken;
    const int limit = context.options().limits.generic_attributes;
    // Conventional attributes share the storage of generic ones (2.14.2 of NV_vertex_program); gl_Vertex's is 0.
    struct Conventional {
        std::string_view name;
        int slot;
    };
    constexpr Conventional conventional[] = {
        {"gl_Vertex", 0}, {"gl_Normal", 2}, {"gl_Color", 3}, {"gl_SecondaryColor", 4}, {"gl_FogCoord", 5}};
    for (const Variable* variable : vertex.active) {
        for (const Conventional& row : conventional)
            if (variable->builtin && variable->name == row.name) taken.set(static_cast<size_t>(row.slot));
        constexpr std::string_view coordinates = "gl_MultiTexCoord";
        if (variable->builtin && variable->name.starts_with(coordinates))
            taken.set(static_cast<size_t>(8 + variable->name.back() - '0'));
    }
    // Locations that were chosen come first.
    for (const bool chosen : {true, false})
        for (const Variable* variable : vertex.active) {
            if (variable->qualifiers.storage != Storage::In || variable->builtin) continue;
            const std::string name(variable->name);
            int wanted = variable->qualifiers.layout.location;
            if (const auto bound = context.options().attribute_locations.find(name);
                wanted < 0 && bound != context.options().attribute_locations.end())
                wanted = bound->second;
            if ((wanted >= 0) != chosen) continue;
            const int location = assign_location(taken, wanted, register_count(variable->type), limit);
            if (location < 0) {
                context.error("there is no room for the attribute " + name);
                continue;
            }
            vertex.input.slots[variable] = location;
            const bool array = variable->type->is_array();
            context.program().attributes.push_back({name, array ? variable->type->element : variable->type,
                                                    array ? variable->type->size : 1, array, location, false});
        }
    for (const Variable* variable : vertex.active)
        if (variable->builtin && variable->qualifiers.storage == Storage::In)
            context.program().attributes.push_back({std::string(variable->name), variable->type, 1, false, -1, true});
}

}  // namespace glsl
