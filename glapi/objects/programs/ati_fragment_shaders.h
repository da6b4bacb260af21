// Fragment shaders of ATI_fragment_shader: recorded call by call between BeginFragmentShaderATI and
// EndFragmentShaderATI, drawn with as generated assembly programs.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "glapi/fixed_function/fixed_function_key.h"
#include "glapi/objects/programs/programs.h"

namespace glapi {

struct AtiFragmentShader {
    static constexpr int register_count = limits::NUM_FRAGMENT_REGISTERS_ATI;
    static constexpr int constant_count = limits::NUM_FRAGMENT_CONSTANTS_ATI;

    // How a register begins a pass: with a texture coordinate, or with what its texture unit has there.
    struct Setup {
        enum class Kind : uint8_t { None, Coordinate, Sample };
        Kind kind = Kind::None;
        GLenum source = 0;  // TEXTUREn or, in the second pass, REG_n_ATI
        GLenum swizzle = 0;
    };
    struct Argument {
        GLenum source = GL_ZERO, replicate = GL_NONE;
        GLbitfield modifiers = 0;  // 2X_BIT_ATI …
    };
    struct Operation {
        GLenum opcode = GL_NONE;  // NONE: there is none
        GLenum destination = 0;
        GLbitfield mask = 0, modifiers = 0;  // mask 0: all components; of colours only
        std::array<Argument, 3> arguments;
    };
    // Both read their arguments before either writes.
    struct Instruction {
        Operation color, alpha;
    };
    struct Pass {
        std::array<Setup, register_count> setups;
        std::vector<Instruction> instructions;
    };

    std::array<Pass, limits::NUM_PASSES_ATI> passes;
    std::array<runtime::Vector4, constant_count> constants{};  // set between Begin and EndFragmentShader
    uint8_t local_constants = 0;                               // bit n: constant n is its own
    bool defined = false;                                      // EndFragmentShaderATI has been called

    // What the generated text depends on beside the shader.
    struct Variant {
        std::array<fixed_function::UnitTarget, register_count> targets{};  // of the units that are sampled
        fixed_function::FogMode fog = fixed_function::FogMode::None;
        auto operator<=>(const Variant&) const = default;
    };
    std::map<Variant, ExecutableProgram> executables;
    ProgramObject parameters{0, GL_FRAGMENT_SHADER_ATI};  // its local parameters are the constants
};

struct AtiShaderState {
    AtiShaderState();

    bool enabled = false;                         // FRAGMENT_SHADER_ATI
    std::shared_ptr<AtiFragmentShader> standard;  // shader 0
    std::shared_ptr<AtiFragmentShader> bound;     // never null
    GLuint bound_name = 0;
    std::array<runtime::Vector4, AtiFragmentShader::constant_count> constants{};  // for shaders without their own

    // Between BeginFragmentShader and EndFragmentShader.
    struct OpenShader {
        int pass = 0;
        bool in_arithmetic = false;                 // of this pass: no more setups follow
        bool color_waits = false;                   // the last operation was a colour one: an alpha operation joins it
        bool reads_interpolators = false;           // colours in the first pass
        std::array<GLenum, 8> third_coordinates{};  // by texture coordinate: whether r or q was used (a swizzle)
    };
    std::unique_ptr<OpenShader> open;
};

}  // namespace glapi
