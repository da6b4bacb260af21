// Lookups of textures: by the machine, or where it can't filter or compare, by four lookups and arithmetic.
#pragma once

#include <optional>

#include "machines/ctm/codegen/constants.h"
#include "machines/ctm/codegen/op_builder.h"
#include "machines/ctm/codegen/refusals.h"

namespace machines::ctm {

// Where a lookup's coordinates are: (s, t, r) and what r means beside.
struct Lookup {
    uint16_t unit = 0;
    bool rectangle = false, volume = false, compares = false, flat = false;  // flat: 1D
    bool projects = false;
};

class Lookups {
  public:
    Lookups(const GenerateOptions& options, OpBuilder& make, Constants& constants)
        : options_(options), make_(make), constants_(constants) {}
    // What the lookup is of; nothing where the machine has none such. Its unit counts among units().
    std::optional<Lookup> lookup_of(const Program& program, const Instruction& instruction, Refusals& refusals);
    bool is_filtered(const Lookup& lookup) const { return lookup.compares || (options_.linear >> lookup.unit & 1); }
    // Components of the coordinates that look_up() reads.
    uint32_t lanes_of(const Lookup& lookup) const;
    void look_up(const Lookup& lookup, const Source& coordinates, const Target& t);
    uint32_t units() const { return units_; }  // that are looked up

  private:
    void look_up_once(const Lookup& lookup, Source coordinates, const Target& t);
    void look_up_filtered(const Lookup& lookup, Source coordinates, const Target& t);
    Source projected(const Lookup& lookup, const Source& coordinates);
    Source taps_of(const Lookup& lookup, const Source& coordinates, int size, Source& weights, const Source& filter);
    std::array<int, 4> fetch_taps(const Lookup& lookup, const Source& taps, const Target& t);
    Source compared(const Source& texels, Source reference, int constants);
    void interpolate_comparisons(const Source& passes, const Source& share, int constants, const Target& t);
    void interpolate_texels(const std::array<int, 4>& texels, const Source& weights, const Target& t);

    const GenerateOptions& options_;
    OpBuilder& make_;
    Constants& constants_;
    uint32_t units_ = 0;
};

}  // namespace machines::ctm
