#include "glapi/objects/programs/generate_ati_shader.h"

#include "glapi/fixed_function/generate.h"
#include "glapi/fixed_function/program_text.h"

namespace glapi::fixed_function {
namespace {

using Setup = AtiFragmentShader::Setup;
using Argument = AtiFragmentShader::Argument;
using Operation = AtiFragmentShader::Operation;

const char* header(FogMode fog) {
    switch (fog) {
        case FogMode::None: break;
        case FogMode::Linear: return "!!NVfp4.0\nOPTION ARB_fog_linear;";
        case FogMode::Exp: return "!!NVfp4.0\nOPTION ARB_fog_exp;";
        case FogMode::Exp2: return "!!NVfp4.0\nOPTION ARB_fog_exp2;";
    }
    return "!!NVfp4.0";
}

bool is_register(GLenum source) { return source >= GL_REG_0_ATI && source <= GL_REG_5_ATI; }

class AtiShaderGenerator {
  public:
    AtiShaderGenerator(const AtiFragmentShader& shader, const AtiFragmentShader::Variant& variant)
        : shader_(shader), variant_(variant), text_(header(variant.fog)) {}

    std::string run() {
        text_.declare("TEMP r0, r1, r2, r3, r4, r5");
        text_.declare("TEMP copy0, copy1, copy2, copy3, copy4, copy5");
        text_.declare("TEMP coordinate, color, alpha, argument0, argument1, argument2");
        text_.declare("PARAM c[8] = {{ program.local[0..7] }}");
        for (const AtiFragmentShader::Pass& pass : shader_.passes) {
            set_up(pass);
            for (const AtiFragmentShader::Instruction& instruction : pass.instructions) {
                compute(instruction.color, "color");
                compute(instruction.alpha, "alpha");
                write(instruction.color, "color", color_mask(instruction.color.mask));
                write(instruction.alpha, "alpha", ".w");
            }
        }
        text_.add("MOV result.color, r0");
        return text_.finish();
    }

  private:
    // All setups of a pass read the registers that the pass before has left.
    void set_up(const AtiFragmentShader::Pass& pass) {
        for (int n = 0; n < AtiFragmentShader::register_count; ++n)
            if (pass.setups[n].kind != Setup::Kind::None && is_register(pass.setups[n].source))
                text_.add("MOV copy{}, r{}", n, pass.setups[n].source - GL_REG_0_ATI);
        for (int n = 0; n < AtiFragmentShader::register_count; ++n) {
            const Setup& setup = pass.setups[n];
            if (setup.kind == Setup::Kind::None) continue;
            const std::string coordinate = coordinate_of(setup, n);
            if (setup.kind == Setup::Kind::Coordinate) {
                text_.add("MOV r{}, {}", n, coordinate);
            } else if (const char* target = target_name(variant_.targets[n])) {
                text_.add("TEX r{}, {}, texture[{}], {}", n, coordinate, n, target);
            } else {
                text_.add("MOV r{}, {{0, 0, 0, 1}}", n);
            }
        }
    }

    std::string coordinate_of(const Setup& setup, int n) {
        const std::string source = is_register(setup.source)
                                       ? fmt::format("copy{}", n)
                                       : fmt::format("fragment.texcoord[{}]", setup.source - GL_TEXTURE0);
        switch (setup.swizzle) {
            case GL_SWIZZLE_STQ_ATI: return source + ".xyww";
            case GL_SWIZZLE_STR_DR_ATI:
            case GL_SWIZZLE_STQ_DQ_ATI:
                text_.add("RCP coordinate.z, {}.{}", source, setup.swizzle == GL_SWIZZLE_STR_DR_ATI ? "z" : "w");
                text_.add("MUL coordinate.xy, {}, coordinate.z", source);
                return "coordinate.xyzz";
            default: return source + ".xyzz";  // SWIZZLE_STR_ATI
        }
    }

    // Modifiers apply in this order: complement, bias, doubling, negation.
    std::string value_of(const Argument& argument, int n) {
        std::string text;
        if (is_register(argument.source))
            text = fmt::format("r{}", argument.source - GL_REG_0_ATI);
        else if (argument.source >= GL_CON_0_ATI && argument.source <= GL_CON_7_ATI)
            text = fmt::format("c[{}]", argument.source - GL_CON_0_ATI);
        else if (argument.source == GL_PRIMARY_COLOR)
            text = "fragment.color";
        else if (argument.source == GL_SECONDARY_INTERPOLATOR_ATI)
            text = "fragment.color.secondary";
        else
            text = argument.source == GL_ONE ? "{1, 1, 1, 1}" : "{0, 0, 0, 0}";
        switch (argument.replicate) {
            case GL_RED: text += ".x"; break;
            case GL_GREEN: text += ".y"; break;
            case GL_BLUE: text += ".z"; break;
            case GL_ALPHA: text += ".w"; break;
            default: break;  // NONE: component by component
        }
        text_.add("MOV argument{}, {}", n, text);
        if (argument.modifiers & GL_COMP_BIT_ATI) text_.add("ADD argument{}, 1, -argument{}", n, n);
        if (argument.modifiers & GL_BIAS_BIT_ATI) text_.add("ADD argument{}, argument{}, -0.5", n, n);
        if (argument.modifiers & GL_2X_BIT_ATI) text_.add("ADD argument{}, argument{}, argument{}", n, n, n);
        if (argument.modifiers & GL_NEGATE_BIT_ATI) text_.add("MOV argument{}, -argument{}", n, n);
        return fmt::format("argument{}", n);
    }

    void compute(const Operation& operation, const char* result) {
        if (operation.opcode == GL_NONE) return;
        for (int n = 0; n < 3; ++n) value_of(operation.arguments[n], n);
        switch (operation.opcode) {
            case GL_ADD_ATI: text_.add("ADD {}, argument0, argument1", result); break;
            case GL_SUB_ATI: text_.add("SUB {}, argument0, argument1", result); break;
            case GL_MUL_ATI: text_.add("MUL {}, argument0, argument1", result); break;
            case GL_MAD_ATI: text_.add("MAD {}, argument0, argument1, argument2", result); break;
            case GL_LERP_ATI: text_.add("LRP {}, argument0, argument1, argument2", result); break;
            case GL_DOT3_ATI: text_.add("DP3 {}, argument0, argument1", result); break;
            case GL_DOT4_ATI: text_.add("DP4 {}, argument0, argument1", result); break;
            case GL_DOT2_ADD_ATI: text_.add("DP2A {}, argument0, argument1, argument2.z", result); break;
            case GL_CND_ATI:
                text_.add("SUB argument2, 0.5, argument2");
                text_.add("CMP {}, argument2, argument0, argument1", result);
                break;
            case GL_CND0_ATI: text_.add("CMP {}, argument2, argument1, argument0", result); break;
            default: text_.add("MOV {}, argument0", result); break;  // MOV_ATI
        }
        const char* const saturate = operation.modifiers & GL_SATURATE_BIT_ATI ? ".SAT" : "";
        text_.add("MUL{} {}, {}, {}", saturate, result, result, scale(operation.modifiers));
    }

    static float scale(GLbitfield modifiers) {
        switch (modifiers & ~GLbitfield{GL_SATURATE_BIT_ATI}) {
            case GL_2X_BIT_ATI: return 2;
            case GL_4X_BIT_ATI: return 4;
            case GL_8X_BIT_ATI: return 8;
            case GL_HALF_BIT_ATI: return 0.5f;
            case GL_QUARTER_BIT_ATI: return 0.25f;
            case GL_EIGHTH_BIT_ATI: return 0.125f;
            default: return 1;
        }
    }

    static std::string color_mask(GLbitfield mask) {
        if (!(mask & 7)) return ".xyz";
        std::string result = ".";
        if (mask & GL_RED_BIT_ATI) result += 'x';
        if (mask & GL_GREEN_BIT_ATI) result += 'y';
        if (mask & GL_BLUE_BIT_ATI) result += 'z';
        return result;
    }

    void write(const Operation& operation, const char* value, const std::string& mask) {
        if (operation.opcode != GL_NONE) text_.add("MOV r{}{}, {}", operation.destination - GL_REG_0_ATI, mask, value);
    }

    const AtiFragmentShader& shader_;
    const AtiFragmentShader::Variant& variant_;
    ProgramText text_;
};

}  // namespace

std::string ati_shader_text(const AtiFragmentShader& shader, const AtiFragmentShader::Variant& variant) {
    return AtiShaderGenerator(shader, variant).run();
}

}  // namespace glapi::fixed_function
