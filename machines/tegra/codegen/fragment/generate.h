// Code for the fragment pipeline from a fragment program.
//
// Instructions that the machine cannot do are reported, all of them, and then there is no code. Attributes and
// parameters are numbered as in expand_fog(program).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ir/diagnostic.h"
#include "ir/program.h"
#include "machines/tegra/assembly/fragment_code.h"

namespace machines::tegra {

// Blending and alpha test after the program. The machine has no units for these: they are code, which loads the
// target's contents.
enum class BlendFactor : uint8_t {
    Zero,
    One,
    SourceColor,
    OneMinusSourceColor,
    DestinationColor,
    OneMinusDestinationColor,
    SourceAlpha,
    OneMinusSourceAlpha,
    DestinationAlpha,
    OneMinusDestinationAlpha,
    ConstantColor,
    OneMinusConstantColor,
    ConstantAlpha,
    OneMinusConstantAlpha,
    SourceAlphaSaturate,
};
enum class BlendEquation : uint8_t { Add, Subtract, ReverseSubtract, Min, Max };
enum class AlphaTest : uint8_t { Never, Less, Equal, LessEqual, Greater, NotEqual, GreaterEqual, Always };
struct Blending {
    // First for the colour's red, green and blue, then for its alpha.
    std::array<BlendFactor, 2> source{BlendFactor::One, BlendFactor::One};
    std::array<BlendFactor, 2> destination{BlendFactor::Zero, BlendFactor::Zero};
    std::array<BlendEquation, 2> equation{BlendEquation::Add, BlendEquation::Add};
    bool operator==(const Blending&) const = default;
};

struct FragmentOptions {
    // Fp20: values are FP20 but where FX10 holds them exactly. Mixed: FX10 too where a value's range fits and an error
    // of half a step moves no result by more than that, or where the program asks for low precision.
    enum Precision : uint8_t { Fp20, Mixed } precision = Fp20;
    bool blends = false;  // all colours, as `blending` says
    Blending blending{};
    uint8_t color_mask = 15;
    AlphaTest alpha_test = AlphaTest::Always;  // of colour 0
    // Colours are those of the face, which the program chooses itself: the linker brings both.
    bool two_sided = false;
    uint8_t clip_planes = 0;  // bit n: fragments where the vertices' result.clip[n] is negative are killed
};

struct GeneratedFragment {
    std::vector<arbasm::Diagnostic> errors;  // in the program's order; empty: the rest is valid
    FragmentCode code;                       // its constants hold what the program says itself
    // All four components of an attribute are FP20 in a row of the TRAM, component c in component c; or the first of a
    // vertex program's result is in `component`.
    struct Varying {
        uint32_t attribute;  // Program::attributes; ~0u: not there, but an option asks for it
        uint32_t row;
        bool flat;
        arbasm::Binding binding;
        int component = -1;
    };
    std::vector<Varying> varyings;
    bool too_large = false;    // refused for nothing but a want of registers, EXECs, packets or MFU instructions
    bool needs_depth = false;  // the linker selects z; row 0 is left free for it
    enum class UniformKind : uint8_t {
        Parameter,       // component of a parameter
        HeightLessHalf,  // of the target, minus 0.5
        InverseWidth,    // of a unit's texture: rectangles
        InverseHeight,
        BlendColor,  // component
        AlphaReference,
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

GeneratedFragment generate_fragment(const arbasm::Program& program, const FragmentOptions& options = {});

// What the driver puts into a uniform.
uint32_t uniform_word(float value);

}  // namespace machines::tegra
