// A fragment program as a graph of scalar operations, between the program's instructions and the machine's.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "machines/tegra/codegen/fragment/generate.h"

namespace machines::tegra::fragment {

// A value as an operand: |x|, then its sign.
struct Ref {
    int node = -1;
    bool negate = false, absolute = false;
    bool operator==(const Ref&) const = default;
    auto operator<=>(const Ref&) const = default;  // NOLINT(modernize-use-nullptr): of what the compiler makes
};
inline Ref minus(Ref r) {
    r.negate = !r.negate;
    return r;
}
inline Ref magnitude(Ref r) {
    r.negate = false;
    r.absolute = true;
    return r;
}

struct Node {
    enum Kind : uint8_t {
        Constant,  // value, not negative
        Uniform,   // index: into Graph::uniforms
        Selector,  // index: a register that is always there (position, face)
        Varying,   // index: attribute; component
        DepthLow,  // halves of what the MFU gives as depth
        DepthHigh,
        InverseW,  // of the fragment: 1/w
        Alu,       // in[0] * in[1] + in[2], and so on; `blends`: in[0] * in[1] + in[2] * (in[1] - 1)
        Dot,       // in[0] * in[1] + in[2] * in[3] + …, of `terms` products
        Sfu,       // of in[0], in place
        Texel,     // index: into Graph::lookups; component
    } kind = Constant;
    float value = 0;
    float precise = 0;  // of a constant: the program's number; `value` is rounded to 14 bits
    int index = 0, component = 0;
    uint32_t op = 0;
    std::array<Ref, 8> in{};
    int terms = 0;
    uint32_t scale = scale_1, compare = compare_none;
    bool saturate = false, blends = false;
    bool own = false;  // a varying that one reader fetches for itself
    // What is known of the value: `exact`: a multiple of 1/256 within FX10's range.
    bool exact = false;
    double low = 0, high = 0;
    bool wants_low_precision = false;
    // Where it goes to.
    bool fixed = false;  // is kept as FX10
    bool must_float = false;
    bool kills = false;
    int output = -1;                    // target * 4 + component
    int lookup = -1, lookup_place = 0;  // a coordinate: 0 s, 1 t, 2 bias
    int uses = 0;

    int inputs() const { return kind == Alu ? 3 + (in[3].node >= 0) : kind == Dot ? 2 * terms : kind == Sfu ? 1 : 0; }
    bool is_product() const;  // nothing is added
};

struct Lookup {
    enum Mode : uint8_t { Placed, Fetched, Projected, Load } mode = Placed;  // Load: of what a target holds
    int unit = 0;                                                            // or target
    std::array<int, 4> coordinate{-1, -1, -1, -1};                           // nodes: s, t, bias, q
    std::array<int, 4> texel{-1, -1, -1, -1};                                // nodes
};

struct Graph {
    std::vector<Node> nodes;
    std::vector<Lookup> lookups;
    std::vector<GeneratedFragment::Uniform> uniforms;
    std::vector<int> roots;       // kills and outputs, in the program's order
    std::map<int, int> straight;  // targets that store what a lookup gives
    std::map<int, uint32_t> attribute_rows;
    uint32_t targets = 0;
    bool needs_depth = false;

    Node& at(int n) { return nodes[static_cast<size_t>(n)]; }
    const Node& at(int n) const { return nodes[static_cast<size_t>(n)]; }
    Lookup& lookup(int n) { return lookups[static_cast<size_t>(n)]; }
    const Lookup& lookup(int n) const { return lookups[static_cast<size_t>(n)]; }
};

// Where a constant or uniform is.
struct ConstantOperand {
    enum Kind : uint8_t { None, Special, Uniform, Embedded } kind = None;
    uint32_t selector = 0;
    bool fixed = false, high = false, twice = false;
    uint32_t word = 0;  // embedded
};

// What the graph reads of uniforms, and the numbers that stand there beside the program's.
struct AssignedConstants {
    std::vector<ConstantOperand> operands;  // of nodes
    std::vector<GeneratedFragment::Uniform> uniforms;
    decltype(FragmentCode::constants) words{};
    uint32_t given = 0;  // bit n: word n holds numbers
    bool fits = true;    // the machine has as many uniforms
};

// ---- stages behind selection, each in its own file ----

// optimize.cpp: fewer operations; what is kept as FX10.
void optimize(Graph& graph, FragmentOptions::Precision precision);
// assign_constants.cpp: numbers into uniforms while there are any, two to a word where FX10 holds them; the rest stands
// in packets.
AssignedConstants assign_constants(const Graph& graph);
// schedule.cpp: code from the graph, where `good`; else there are too many registers, EXECs, packets or MFU
// instructions, as `reason` says.
struct Scheduled {
    bool good = false;
    std::string reason;
    FragmentCode code;
    int packets = 0, operations = 0;
};
Scheduled schedule(const Graph& graph, const std::vector<ConstantOperand>& constants);

}  // namespace machines::tegra::fragment
