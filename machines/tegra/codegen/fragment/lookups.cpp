#include "machines/tegra/codegen/fragment/lookups.h"

namespace machines::tegra::fragment {

void Lookups::give_texels(int lookup) {
    for (int c = 0; c < 4; c++) {
        const int texel = make_.leaf(Node::Texel, lookup, c, {0, 1}).node;
        make_.graph().lookup(lookup).texel[static_cast<size_t>(c)] = texel;
    }
}

Vector Lookups::look_up(int unit, Lookup::Mode mode, const std::array<Ref, 4>& coordinates) {
    Graph& graph = make_.graph();
    const auto [it, added] = lookups_.try_emplace(
        {unit, coordinates[0], coordinates[1], coordinates[2], coordinates[3]}, static_cast<int>(graph.lookups.size()));
    if (added) {
        Lookup lookup;
        lookup.unit = unit;
        lookup.mode = mode;
        for (size_t c = 0; c < 4; c++) {
            if (coordinates[c].node < 0) continue;
            if (mode == Lookup::Placed) {
                lookup.coordinate[c] = make_.copy(coordinates[c]);
                Node& node = graph.at(lookup.coordinate[c]);
                node.must_float = true;
                node.lookup = it->second;
                node.lookup_place = static_cast<int>(c);
            } else {
                lookup.coordinate[c] = make_.own_varying(coordinates[c]);
            }
        }
        graph.lookups.push_back(lookup);
        give_texels(it->second);
    }
    Vector value;
    for (size_t c = 0; c < 4; c++) value[c] = {graph.lookup(it->second).texel[c], false, false};
    return value;
}

Ref Lookups::destination(int target, size_t component) {
    Graph& graph = make_.graph();
    const auto [it, added] = loads_.try_emplace(target, static_cast<int>(graph.lookups.size()));
    if (added) {
        Lookup load;
        load.mode = Lookup::Load;
        load.unit = target + 1;
        graph.lookups.push_back(load);
        give_texels(it->second);
    }
    return {graph.lookup(it->second).texel[component], false, false};
}

}  // namespace machines::tegra::fragment
