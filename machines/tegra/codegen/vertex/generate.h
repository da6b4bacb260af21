// Code for the vertex unit from a vertex program.
//
// Attribute register n of the program is attribute n of the unit; the position is export 0, the other results follow in
// the program's order. Instructions that the unit cannot do are reported, all of them, and then there is no code.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/diagnostic.h"
#include "ir/program.h"
#include "machines/tegra/assembly/linker.h"
#include "machines/tegra/assembly/vertex_code.h"

namespace machines::tegra {

struct GeneratedVertex {
    std::vector<arbasm::Diagnostic> errors;  // in the program's order; empty: the rest is valid
    VertexCode code;                         // its constants hold the program's literals
    struct Attribute {
        arbasm::Binding binding;
        uint32_t attribute;
    };
    std::vector<Attribute> attributes;  // those that are read
    struct Constant {
        arbasm::Binding binding;
        uint32_t parameter;  // Program::parameters, after the lowering of position invariance
        uint32_t constant;
    };
    std::vector<Constant> constants;
    struct Export {
        arbasm::Binding binding;
        uint32_t result;  // Program::results; -1 where the program has no position
        uint32_t number;
    };
    std::vector<Export> exports;
    // One of them is the size of points, which the machine knows as a register only (POINT_SIZE): draws of points whose
    // vertices have sizes of their own cannot be expressed.
    bool sizes_points = false;
    int operations = 0;  // of both halves, without NOPs
};
// For programs with position invariance: bit n of `clip_planes` asks for result.clip[n], as user-defined clipping is
// part of it.
GeneratedVertex generate_vertex(const arbasm::Program& program, uint32_t clip_planes = 0);

// What the fragment program reads from row `row` of the TRAM, as FP20: all four components of a varying, or the first
// of a result as component `component` of a row that several share.
struct VaryingRow {
    arbasm::Binding binding;  // of the fragment program's attribute; of the vertex program's result
    uint32_t row;
    bool flat = false;
    int component = -1;
};
struct LinkPlan {
    std::string error;  // empty: the rest is valid
    std::vector<LinkInstruction> instructions;
    uint32_t exports = 0;  // VP_ATTRIB_IN_OUT_SELECT_OUT
    uint32_t rows = 1;     // highest row used, plus one
};
// Varyings that the vertex program does not write come from an export that it does not write either.
LinkPlan link(const GeneratedVertex& vertex, const std::vector<VaryingRow>& varyings, bool selects_z = false);

// The export's number as the linker counts: its rank among those enabled.
uint32_t export_rank(uint32_t exports, uint32_t number);

}  // namespace machines::tegra
