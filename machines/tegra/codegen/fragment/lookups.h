// Lookups of textures and loads of what targets hold, in the graph. Equal ones are one.
#pragma once

#include <array>
#include <map>
#include <tuple>

#include "machines/tegra/codegen/fragment/graph_builder.h"

namespace machines::tegra::fragment {

class Lookups {
  public:
    explicit Lookups(GraphBuilder& make) : make_(make) {}
    // Coordinates: s, t, bias, q; those that the lookup does without have no node.
    Vector look_up(int unit, Lookup::Mode mode, const std::array<Ref, 4>& coordinates);
    Ref destination(int target, size_t component);

  private:
    void give_texels(int lookup);

    GraphBuilder& make_;
    std::map<std::tuple<int, Ref, Ref, Ref, Ref>, int> lookups_;
    std::map<int, int> loads_;  // by target
};

}  // namespace machines::tegra::fragment
