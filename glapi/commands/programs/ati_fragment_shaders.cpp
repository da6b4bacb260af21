#include "glapi/objects/programs/ati_fragment_shaders.h"

#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/immediate/immediate.h"
#include "glapi/objects/textures/texture.h"
#include "glapi/registry/enum_names.h"
#include "glapi/share_group.h"
#include "glapi/state/conversions.h"
#include "glapi/state/limits.h"

namespace glapi {
namespace {

using Shader = AtiFragmentShader;

bool between(GLenum value, GLenum first, GLenum last) { return value >= first && value <= last; }
bool is_register(GLenum value) { return between(value, GL_REG_0_ATI, GL_REG_5_ATI); }
bool is_constant(GLenum value) { return between(value, GL_CON_0_ATI, GL_CON_7_ATI); }
bool is_interpolator(GLenum value) { return value == GL_PRIMARY_COLOR || value == GL_SECONDARY_INTERPOLATOR_ATI; }

// Commands on whole shaders are errors while one is open, those that add to one while none is.
bool check_open(Errors& errors, const AtiShaderState& ati_shaders, bool wanted) {
    if (static_cast<bool>(ati_shaders.open) == wanted) return true;
    errors.error(GL_INVALID_OPERATION, "%s", wanted ? "no shader is being recorded" : "a shader is being recorded");
    return false;
}

// ---- setups: PassTexCoordATI and SampleMapATI

bool check_setup(Errors& errors, const AtiShaderState& ati_shaders, GLuint dst, GLuint source, GLenum swizzle,
                 int pass) {
    if (!is_register(dst)) {
        errors.error(GL_INVALID_ENUM, "%s is no register", enum_name(dst));
        return false;
    }
    const bool coordinate = between(source, GL_TEXTURE0, GL_TEXTURE0 + texture_coordinate_count - 1);
    if (!coordinate && !is_register(source)) {
        errors.error(GL_INVALID_ENUM, "%s is no texture coordinate and no register", enum_name(source));
        return false;
    }
    if (!between(swizzle, GL_SWIZZLE_STR_ATI, GL_SWIZZLE_STQ_DQ_ATI)) {
        errors.error(GL_INVALID_ENUM, "%s is no swizzle", enum_name(swizzle));
        return false;
    }
    const char* wrong = nullptr;
    const bool takes_q = swizzle == GL_SWIZZLE_STQ_ATI || swizzle == GL_SWIZZLE_STQ_DQ_ATI;
    GLenum* third = coordinate ? &ati_shaders.open->third_coordinates[source - GL_TEXTURE0] : nullptr;
    const GLenum wanted_third = takes_q ? GL_SWIZZLE_STQ_ATI : GL_SWIZZLE_STR_ATI;
    if (pass == limits::NUM_PASSES_ATI)
        wrong = "there are only two passes";
    else if (ati_shaders.bound->passes[pass].setups[dst - GL_REG_0_ATI].kind != Shader::Setup::Kind::None)
        wrong = "this register has been set up in this pass";
    else if (!coordinate && pass == 0)
        wrong = "registers hold nothing before the first pass";
    else if (!coordinate && takes_q)
        wrong = "registers have no q";
    else if (third && *third && *third != wanted_third)
        wrong = "one texture coordinate is used with r and with q";
    if (wrong) {
        errors.error(GL_INVALID_OPERATION, "%s", wrong);
        return false;
    }
    if (third) *third = wanted_third;
    return true;
}

void set_up(Errors& errors, const AtiShaderState& ati_shaders, Shader::Setup::Kind kind, GLuint dst, GLuint source,
            GLenum swizzle) {
    if (!check_open(errors, ati_shaders, true)) return;
    AtiShaderState::OpenShader& open = *ati_shaders.open;
    // After arithmetic instructions a setup begins the next pass.
    const int pass = open.pass + open.in_arithmetic;
    if (!check_setup(errors, ati_shaders, dst, source, swizzle, pass)) return;
    open.pass = pass;
    open.in_arithmetic = open.color_waits = false;
    ati_shaders.bound->passes[pass].setups[dst - GL_REG_0_ATI] = {kind, source, swizzle};
}

// ---- arithmetic

struct Fragment {  // an operation as it was asked for
    bool color;
    Shader::Operation operation;
    int count;  // of arguments
};

bool is_operation(GLenum opcode, int arguments) {
    switch (opcode) {
        case GL_MOV_ATI: return arguments == 1;
        case GL_ADD_ATI:
        case GL_MUL_ATI:
        case GL_SUB_ATI:
        case GL_DOT3_ATI:
        case GL_DOT4_ATI: return arguments == 2;
        case GL_MAD_ATI:
        case GL_LERP_ATI:
        case GL_CND_ATI:
        case GL_CND0_ATI:
        case GL_DOT2_ADD_ATI: return arguments == 3;
        default: return false;
    }
}

bool is_scale(GLbitfield modifiers) {
    const GLbitfield scale = modifiers & ~GLbitfield{GL_SATURATE_BIT_ATI};
    return (scale & (scale - 1)) == 0 && scale <= GL_EIGHTH_BIT_ATI;
}

bool check_tokens(Errors& errors, const Fragment& fragment) {
    const Shader::Operation& operation = fragment.operation;
    const auto refuse = [&](GLenum token, const char* what) {
        errors.error(GL_INVALID_ENUM, "%s is no %s", enum_name(token), what);
        return false;
    };
    if (!is_register(operation.destination)) return refuse(operation.destination, "register");
    if (!is_scale(operation.modifiers)) return refuse(operation.modifiers, "modifier of a result");
    if (!is_operation(operation.opcode, fragment.count)) return refuse(operation.opcode, "operation of this command");
    for (int n = 0; n < fragment.count; ++n) {
        const GLenum source = operation.arguments[n].source;
        if (!is_register(source) && !is_constant(source) && !is_interpolator(source) && source != GL_ZERO &&
            source != GL_ONE)
            return refuse(source, "argument");
    }
    return true;
}

// The secondary colour has no alpha.
bool wants_secondary_alpha(const Fragment& fragment, const Shader::Argument& argument) {
    if (argument.source != GL_SECONDARY_INTERPOLATOR_ATI) return false;
    const bool takes_alpha = !fragment.color || fragment.operation.opcode == GL_DOT4_ATI;
    return argument.replicate == GL_ALPHA || (argument.replicate == GL_NONE && takes_alpha);
}

// `color`: the opcode of the colour operation that an alpha operation joins.
bool check_operation(Errors& errors, const Fragment& fragment, GLenum color) {
    const Shader::Operation& operation = fragment.operation;
    const char* wrong = nullptr;
    const bool is_dot =
        operation.opcode == GL_DOT2_ADD_ATI || operation.opcode == GL_DOT3_ATI || operation.opcode == GL_DOT4_ATI;
    if (!fragment.color &&
        ((is_dot && color != operation.opcode) || (color == GL_DOT4_ATI && operation.opcode != GL_DOT4_ATI)))
        wrong = "dot products of alpha go with the same of the colour";
    for (int n = 0; n < fragment.count; ++n)
        if (wants_secondary_alpha(fragment, operation.arguments[n])) wrong = "the secondary colour has no alpha";
    const auto& [first, second, third] = operation.arguments;
    if (fragment.count == 3 && is_constant(first.source) && is_constant(second.source) && is_constant(third.source) &&
        first.source != second.source && first.source != third.source && second.source != third.source)
        wrong = "three different constants in one operation";
    if (wrong) errors.error(GL_INVALID_OPERATION, "%s", wrong);
    return wrong == nullptr;
}

void add_operation(Errors& errors, const AtiShaderState& ati_shaders, const Fragment& fragment) {
    if (!check_open(errors, ati_shaders, true)) return;
    AtiShaderState::OpenShader& open = *ati_shaders.open;
    auto& instructions = ati_shaders.bound->passes[open.pass].instructions;
    const bool joins = !fragment.color && open.color_waits;
    if (!joins && instructions.size() == limits::NUM_INSTRUCTIONS_PER_PASS_ATI)
        return errors.error(GL_INVALID_OPERATION, "a pass has eight instructions");
    if (!check_tokens(errors, fragment)) return;
    const GLenum color = joins ? instructions.back().color.opcode : GLenum{GL_NONE};
    if (!check_operation(errors, fragment, color)) return;

    for (int n = 0; n < fragment.count && open.pass == 0; ++n)
        open.reads_interpolators |= is_interpolator(fragment.operation.arguments[n].source);
    open.in_arithmetic = true;
    open.color_waits = fragment.color;
    if (!joins) instructions.emplace_back();
    (fragment.color ? instructions.back().color : instructions.back().alpha) = fragment.operation;
}

}  // namespace

namespace commands {

GLuint GenFragmentShadersATI(Context& context, GLuint range) {
    if (!check_open(context, context.ati_shaders, false)) return 0;
    constexpr GLuint most = 1 << 22;
    if (range == 0 || range > most) {
        context.error(range ? GL_OUT_OF_MEMORY : GL_INVALID_VALUE, "%u shaders", range);
        return 0;
    }
    return context.shared->ati_shaders.generate_range(range);
}

void BindFragmentShaderATI(Context& context, GLuint id) {
    if (!check_open(context, context.ati_shaders, false)) return;
    AtiShaderState& state = context.ati_shaders;
    std::shared_ptr<Shader> shader = id ? context.shared->ati_shaders.find(id) : state.standard;
    if (!shader) {
        shader = std::make_shared<Shader>();
        context.shared->ati_shaders.insert(id, shader);
    }
    state.bound = std::move(shader);
    state.bound_name = id;
}

void DeleteFragmentShaderATI(Context& context, GLuint id) {
    if (!check_open(context, context.ati_shaders, false) || id == 0) return;
    if (context.ati_shaders.bound_name == id) BindFragmentShaderATI(context, 0);
    context.shared->ati_shaders.erase(id);
}

void BeginFragmentShaderATI(Context& context) {
    if (!check_open(context, context.ati_shaders, false)) return;
    // What was recorded before goes; draws that are under way hold their program themselves.
    Shader& shader = *context.ati_shaders.bound;
    shader.passes = {};
    shader.local_constants = 0;
    shader.defined = false;
    shader.executables.clear();
    context.ati_shaders.open = std::make_unique<AtiShaderState::OpenShader>();
}

void EndFragmentShaderATI(Context& context) {
    if (!check_open(context, context.ati_shaders, true)) return;
    const auto ended = std::move(context.ati_shaders.open);
    // The shader ends whatever is wrong with it.
    context.ati_shaders.bound->defined = true;
    if (!ended->in_arithmetic)
        context.error(GL_INVALID_OPERATION, "the last pass has no instruction");
    else if (ended->reads_interpolators && ended->pass > 0)
        context.error(GL_INVALID_OPERATION, "colours are read in the first of two passes, not in the last");
}

void PassTexCoordATI(Context& context, GLuint dst, GLuint coord, GLenum swizzle) {
    set_up(context, context.ati_shaders, Shader::Setup::Kind::Coordinate, dst, coord, swizzle);
}
void SampleMapATI(Context& context, GLuint dst, GLuint interp, GLenum swizzle) {
    set_up(context, context.ati_shaders, Shader::Setup::Kind::Sample, dst, interp, swizzle);
}

void ColorFragmentOp1ATI(Context& context, GLenum op, GLuint dst, GLuint mask, GLuint modifiers, GLuint arg1,
                         GLuint rep1, GLuint mod1) {
    add_operation(context, context.ati_shaders, {true, {op, dst, mask, modifiers, {{{arg1, rep1, mod1}}}}, 1});
}
void ColorFragmentOp2ATI(Context& context, GLenum op, GLuint dst, GLuint mask, GLuint modifiers, GLuint arg1,
                         GLuint rep1, GLuint mod1, GLuint arg2, GLuint rep2, GLuint mod2) {
    add_operation(context, context.ati_shaders,
                  {true, {op, dst, mask, modifiers, {{{arg1, rep1, mod1}, {arg2, rep2, mod2}}}}, 2});
}
void ColorFragmentOp3ATI(Context& context, GLenum op, GLuint dst, GLuint mask, GLuint modifiers, GLuint arg1,
                         GLuint rep1, GLuint mod1, GLuint arg2, GLuint rep2, GLuint mod2, GLuint arg3, GLuint rep3,
                         GLuint mod3) {
    add_operation(
        context, context.ati_shaders,
        {true, {op, dst, mask, modifiers, {{{arg1, rep1, mod1}, {arg2, rep2, mod2}, {arg3, rep3, mod3}}}}, 3});
}
void AlphaFragmentOp1ATI(Context& context, GLenum op, GLuint dst, GLuint modifiers, GLuint arg1, GLuint rep1,
                         GLuint mod1) {
    add_operation(context, context.ati_shaders, {false, {op, dst, 0, modifiers, {{{arg1, rep1, mod1}}}}, 1});
}
void AlphaFragmentOp2ATI(Context& context, GLenum op, GLuint dst, GLuint modifiers, GLuint arg1, GLuint rep1,
                         GLuint mod1, GLuint arg2, GLuint rep2, GLuint mod2) {
    add_operation(context, context.ati_shaders,
                  {false, {op, dst, 0, modifiers, {{{arg1, rep1, mod1}, {arg2, rep2, mod2}}}}, 2});
}
void AlphaFragmentOp3ATI(Context& context, GLenum op, GLuint dst, GLuint modifiers, GLuint arg1, GLuint rep1,
                         GLuint mod1, GLuint arg2, GLuint rep2, GLuint mod2, GLuint arg3, GLuint rep3, GLuint mod3) {
    add_operation(context, context.ati_shaders,
                  {false, {op, dst, 0, modifiers, {{{arg1, rep1, mod1}, {arg2, rep2, mod2}, {arg3, rep3, mod3}}}}, 3});
}

void SetFragmentShaderConstantATI(Context& context, GLuint dst, const GLfloat* value) {
    if (!is_constant(dst)) return context.error(GL_INVALID_ENUM, "%s is no constant", enum_name(dst));
    const GLuint n = dst - GL_CON_0_ATI;
    const runtime::Vector4 constant = float_bits(value[0], value[1], value[2], value[3]);
    AtiShaderState& state = context.ati_shaders;
    if (state.open) {
        state.bound->constants[n] = constant;
        state.bound->local_constants |= static_cast<uint8_t>(1u << n);
    } else {
        state.constants[n] = constant;
    }
}

}  // namespace commands
}  // namespace glapi
