// What a program reads from outside: attributes and parameters, as values of the graph.
#pragma once

#include "machines/tegra/codegen/fragment/graph_builder.h"
#include "machines/tegra/codegen/fragment/refusals.h"

namespace machines::tegra::fragment {

// Numbers of varyings that are no attributes of the program, behind those that are: the same of the back face; four
// clip distances.
inline int back_of(const Program& program, int attribute) {
    return static_cast<int>(program.attributes.size()) + attribute;
}
inline int clip_row(const Program& program, int plane) {
    return 2 * static_cast<int>(program.attributes.size()) + plane / 4;
}

class Inputs {
  public:
    // two_sided: colours are those of the face.
    Inputs(const Program& program, bool two_sided, GraphBuilder& make, Refusals& refusals)
        : program_(program), two_sided_(two_sided), make_(make), refusals_(refusals) {}
    Ref attribute(const Instruction& reader, int reg, size_t component);
    Ref parameter(const Instruction& reader, int reg, size_t component);

  private:
    Ref position(size_t component);

    const Program& program_;
    bool two_sided_;
    GraphBuilder& make_;
    Refusals& refusals_;
};

// Gives each varying that is read a row of the TRAM (Graph::attribute_rows), one to four clip distances; these are what
// the linker brings there.
std::vector<GeneratedFragment::Varying> assign_varyings(Graph& graph, const Program& program, uint32_t clip_planes);

}  // namespace machines::tegra::fragment
