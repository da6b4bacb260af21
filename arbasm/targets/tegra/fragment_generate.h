// Code for the fragment pipeline from a fragment program.
//
// What the machine cannot do is told for every instruction, and then there is no code. Attributes and parameters are
// numbered as in expand_fog(program).
#pragma once

#include <cstdint>
#include <vector>

#include "arbasm/assembler.h"
#include "arbasm/program.h"
#include "arbasm/targets/tegra/fragment_code.h"

namespace arbasm::tegra {

struct FragmentOptions {
    // Fp20: values are FP20 but where FX10 holds them exactly. Mixed: FX10 too where a value's range fits and an error
    // of half a step moves no result by more than that, or where the program asks for low precision.
    enum Precision : uint8_t { Fp20, Mixed } precision = Fp20;
};

struct GeneratedFragment {
    std::vector<Diagnostic> errors;  // in the program's order; empty: the rest is valid
    FragmentCode code;               // its constants hold what the program says itself
    // All four components of an attribute are FP20 in a row of the TRAM, component c in component c.
    struct Varying {
        uint32_t attribute;  // Program::attributes
        uint32_t row;
        bool flat;
    };
    std::vector<Varying> varyings;
    bool needs_depth = false;  // the linker must select z; row 0 is left free for it
    enum class UniformKind : uint8_t {
        Parameter,       // component of a parameter
        HeightLessHalf,  // of the target, minus 0.5
        InverseWidth,    // of a unit's texture: rectangles
        InverseHeight,
    };
    struct Uniform {
        UniformKind kind;
        uint32_t index;  // Program::parameters, or the texture unit
        uint32_t component;
        uint32_t uniform;
    };
    std::vector<Uniform> uniforms;    // FP20
    uint32_t units = 0;               // textures that are looked up
    uint32_t targets = 0;             // render targets that are stored to: colour n is target n + 1
    int packets = 0, operations = 0;  // of the ALU; operations without NOPs
};

GeneratedFragment generate_fragment(const Program& program, const FragmentOptions& options = {});

// What the driver puts into a uniform.
uint32_t uniform_word(float value);

}  // namespace arbasm::tegra
