// Commands of NV_register_combiners and NV_register_combiners2.
#include "glapi/state/register_combiners.h"

#include <algorithm>

#include "glapi/commands/one_call.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/registry/enum_names.h"
#include "glapi/state/conversions.h"
#include "glapi/state/state.h"

namespace glapi {
namespace {

bool refuse_enum(Errors& errors, GLenum value, const char* what) {
    errors.error(GL_INVALID_ENUM, "%s is no %s", enum_name(value), what);
    return false;
}

bool is_texture_register(GLenum name) { return name >= GL_TEXTURE0 && name < GL_TEXTURE0 + limits::MAX_TEXTURE_COORDS; }
bool is_written_register(GLenum name) {
    return name == GL_PRIMARY_COLOR_NV || name == GL_SECONDARY_COLOR_NV || name == GL_SPARE0_NV ||
           name == GL_SPARE1_NV || is_texture_register(name);
}
bool is_combiner_register(GLenum name) {
    return is_written_register(name) || name == GL_ZERO || name == GL_CONSTANT_COLOR0_NV ||
           name == GL_CONSTANT_COLOR1_NV || name == GL_FOG;
}
// What only the final combiner has; they have no alpha.
bool is_computed(GLenum name) { return name == GL_E_TIMES_F_NV || name == GL_SPARE0_PLUS_SECONDARY_COLOR_NV; }

GeneralCombiner* find_stage(Errors& errors, State& state, GLenum stage) {
    const GLenum number = stage - GL_COMBINER0_NV;
    if (stage >= GL_COMBINER0_NV && number < GLenum{limits::MAX_GENERAL_COMBINERS_NV})
        return &state.texturing.combiners.stages[number];
    refuse_enum(errors, stage, "general combiner");
    return nullptr;
}

CombinerPortion* find_portion(Errors& errors, State& state, GLenum stage, GLenum portion) {
    GeneralCombiner* const combiner = find_stage(errors, state, stage);
    if (!combiner) return nullptr;
    if (portion == GL_RGB || portion == GL_ALPHA) return &combiner->portions[portion == GL_ALPHA];
    refuse_enum(errors, portion, "portion of a combiner");
    return nullptr;
}

// An input of a general combiner's portion, or of the final combiner; null after an error.
template <size_t count>
CombinerInput* find_input(Context& context, std::array<CombinerInput, count>& inputs, GLenum variable) {
    const GLenum number = variable - GL_VARIABLE_A_NV;
    if (variable >= GL_VARIABLE_A_NV && number < count) return &inputs[number];
    refuse_enum(context, variable, "variable of this combiner");
    return nullptr;
}

// ---- inputs

bool check_input_tokens(Errors& errors, const CombinerInput& input, bool final) {
    if (!is_combiner_register(input.input) && !(final && is_computed(input.input)))
        return refuse_enum(errors, input.input, "register that this combiner reads");
    const GLenum last = final ? GL_UNSIGNED_INVERT_NV : GL_SIGNED_NEGATE_NV;
    if (input.mapping < GL_UNSIGNED_IDENTITY_NV || input.mapping > last)
        return refuse_enum(errors, input.mapping, "mapping that this combiner has");
    if (input.usage != GL_RGB && input.usage != GL_ALPHA && input.usage != GL_BLUE)
        return refuse_enum(errors, input.usage, "component usage");
    return true;
}

// `alpha`: of a portion or variable that is one number.
const char* wrong_usage(const CombinerInput& input, bool alpha) {
    if (alpha && input.usage == GL_RGB) return "alpha takes no colour";
    if (!alpha && input.usage == GL_BLUE) return "colours don't take blue alone";
    return nullptr;
}

const char* wrong_final_input(const CombinerInput& input, GLenum variable) {
    if (const char* const wrong = wrong_usage(input, variable == GL_VARIABLE_G_NV)) return wrong;
    if (!is_computed(input.input)) return nullptr;
    if (variable >= GL_VARIABLE_E_NV) return "E, F and G take registers only";
    if (variable == GL_VARIABLE_A_NV && input.input == GL_SPARE0_PLUS_SECONDARY_COLOR_NV)
        return "A doesn't take the sum of colours";
    return input.usage == GL_RGB ? nullptr : "products and sums have no alpha";
}

// ---- parameters

void set_parameter(Errors& errors, State& state, GLenum pname, const float* values, bool vector) {
    RegisterCombiners& combiners = state.texturing.combiners;
    switch (pname) {
        case GL_CONSTANT_COLOR0_NV:
        case GL_CONSTANT_COLOR1_NV:
            if (!vector) break;
            for (int i = 0; i < 4; ++i)
                combiners.constants[pname - GL_CONSTANT_COLOR0_NV].data()[i] = std::clamp(values[i], 0.0f, 1.0f);
            return;
        case GL_NUM_GENERAL_COMBINERS_NV:
            if (!(values[0] >= 1 && values[0] <= limits::MAX_GENERAL_COMBINERS_NV))
                return errors.error(GL_INVALID_VALUE, "%g general combiners", values[0]);
            combiners.stage_count = static_cast<GLint>(values[0]);
            return;
        case GL_COLOR_SUM_CLAMP_NV: combiners.clamp_color_sum = values[0] != 0; return;
        default: break;
    }
    refuse_enum(errors, pname, vector ? "parameter of combiners" : "parameter of combiners with one value");
}

Vector* find_stage_constant(Errors& errors, State& state, GLenum stage, GLenum pname) {
    GeneralCombiner* const combiner = find_stage(errors, state, stage);
    if (!combiner) return nullptr;
    if (pname == GL_CONSTANT_COLOR0_NV || pname == GL_CONSTANT_COLOR1_NV)
        return &combiner->constants[pname - GL_CONSTANT_COLOR0_NV];
    refuse_enum(errors, pname, "parameter of a general combiner");
    return nullptr;
}

// ---- queries; numbers that all types of values can have

template <typename Value>
void get_input(Context& context, const CombinerInput* input, GLenum pname, Value* value) {
    if (!input) return;
    switch (pname) {
        case GL_COMBINER_INPUT_NV: *value = static_cast<Value>(input->input); return;
        case GL_COMBINER_MAPPING_NV: *value = static_cast<Value>(input->mapping); return;
        case GL_COMBINER_COMPONENT_USAGE_NV: *value = static_cast<Value>(input->usage); return;
        default: refuse_enum(context, pname, "state of a combiner's input"); return;
    }
}

template <typename Value>
void get_output(Context& context, const CombinerPortion* portion, GLenum pname, Value* value) {
    if (!portion) return;
    switch (pname) {
        case GL_COMBINER_AB_DOT_PRODUCT_NV: *value = portion->ab_dot_product; return;
        case GL_COMBINER_CD_DOT_PRODUCT_NV: *value = portion->cd_dot_product; return;
        case GL_COMBINER_MUX_SUM_NV: *value = portion->mux_sum; return;
        case GL_COMBINER_SCALE_NV: *value = static_cast<Value>(portion->scale); return;
        case GL_COMBINER_BIAS_NV: *value = static_cast<Value>(portion->bias); return;
        case GL_COMBINER_AB_OUTPUT_NV: *value = static_cast<Value>(portion->ab_output); return;
        case GL_COMBINER_CD_OUTPUT_NV: *value = static_cast<Value>(portion->cd_output); return;
        case GL_COMBINER_SUM_OUTPUT_NV: *value = static_cast<Value>(portion->sum_output); return;
        default: refuse_enum(context, pname, "state of a combiner's output"); return;
    }
}

template <typename Value>
void get_general_input(Context& context, GLenum stage, GLenum portion, GLenum variable, GLenum pname, Value* value) {
    CombinerPortion* const found = find_portion(context, context.state, stage, portion);
    if (found) get_input(context, find_input(context, found->inputs, variable), pname, value);
}

template <typename Value>
void get_final_input(Context& context, GLenum variable, GLenum pname, Value* value) {
    auto& inputs = context.state.texturing.combiners.final_inputs;
    get_input(context, find_input(context, inputs, variable), pname, value);
}

}  // namespace

namespace commands {

void CombinerParameterivNV(Context& context, GLenum pname, const GLint* params) {
    const bool color = pname == GL_CONSTANT_COLOR0_NV || pname == GL_CONSTANT_COLOR1_NV;
    float values[4] = {static_cast<float>(params[0])};
    for (int i = 0; i < 4 && color; ++i) values[i] = normalized_to_float(params[i]);
    set_parameter(context, context.state, pname, values, true);
}
void CombinerParameteriNV(Context& context, GLenum pname, GLint param) {
    const auto value = static_cast<float>(param);
    set_parameter(context, context.state, pname, &value, false);
}

void CombinerStageParameterfvNV(Context& context, GLenum stage, GLenum pname, const GLfloat* params) {
    Vector* const constant = find_stage_constant(context, context.state, stage, pname);
    for (int i = 0; i < 4 && constant; ++i) constant->data()[i] = std::clamp(params[i], 0.0f, 1.0f);
}

void CombinerInputNV(Context& context, GLenum stage, GLenum portion, GLenum variable, GLenum input, GLenum mapping,
                     GLenum componentUsage) {
    CombinerPortion* const to = find_portion(context, context.state, stage, portion);
    CombinerInput* const found = to ? find_input(context, to->inputs, variable) : nullptr;
    const CombinerInput value{input, mapping, componentUsage};
    if (!found || !check_input_tokens(context, value, false)) return;
    const char* wrong = wrong_usage(value, portion == GL_ALPHA);
    if (input == GL_FOG && componentUsage == GL_ALPHA) wrong = "only the final combiner has the fog's alpha";
    if (wrong) return context.error(GL_INVALID_OPERATION, "%s", wrong);
    *found = value;
}

void CombinerOutputNV(Context& context, GLenum stage, GLenum portion, GLenum abOutput, GLenum cdOutput,
                      GLenum sumOutput, GLenum scale, GLenum bias, GLboolean abDotProduct, GLboolean cdDotProduct,
                      GLboolean muxSum) {
    CombinerPortion* const to = find_portion(context, context.state, stage, portion);
    if (!to) return;
    for (const GLenum output : {abOutput, cdOutput, sumOutput})
        if (output != GL_DISCARD_NV && !is_written_register(output)) {
            refuse_enum(context, output, "register that a combiner writes");
            return;
        }
    if (scale != GL_NONE && (scale < GL_SCALE_BY_TWO_NV || scale > GL_SCALE_BY_ONE_HALF_NV)) {
        refuse_enum(context, scale, "scale");
        return;
    }
    if (bias != GL_NONE && bias != GL_BIAS_BY_NEGATIVE_ONE_HALF_NV) {
        refuse_enum(context, bias, "bias");
        return;
    }
    if (portion == GL_ALPHA && (abDotProduct || cdDotProduct))
        return context.error(GL_INVALID_VALUE, "alpha has no dot products");
    const auto same = [](GLenum a, GLenum b) { return a == b && a != GL_DISCARD_NV; };
    const char* wrong = nullptr;
    if (bias != GL_NONE && (scale == GL_SCALE_BY_ONE_HALF_NV || scale == GL_SCALE_BY_FOUR_NV))
        wrong = "no bias goes with this scale";
    else if (same(abOutput, cdOutput) || same(abOutput, sumOutput) || same(cdOutput, sumOutput))
        wrong = "two outputs are the same register";
    if (wrong) return context.error(GL_INVALID_OPERATION, "%s", wrong);
    to->ab_output = abOutput;
    to->cd_output = cdOutput;
    to->sum_output = sumOutput;
    to->scale = scale;
    to->bias = bias;
    to->ab_dot_product = abDotProduct != GL_FALSE;
    to->cd_dot_product = cdDotProduct != GL_FALSE;
    to->mux_sum = muxSum != GL_FALSE;
}

void FinalCombinerInputNV(Context& context, GLenum variable, GLenum input, GLenum mapping, GLenum componentUsage) {
    CombinerInput* const found = find_input(context, context.state.texturing.combiners.final_inputs, variable);
    const CombinerInput value{input, mapping, componentUsage};
    if (!found || !check_input_tokens(context, value, true)) return;
    if (const char* const wrong = wrong_final_input(value, variable))
        return context.error(GL_INVALID_OPERATION, "%s", wrong);
    *found = value;
}

void GetCombinerStageParameterfvNV(Context& context, GLenum stage, GLenum pname, GLfloat* params) {
    const Vector* const constant = find_stage_constant(context, context.state, stage, pname);
    for (int i = 0; i < 4 && constant; ++i) params[i] = constant->data()[i];
}

#include "glapi/commands/programs/register_combiners.def"

}  // namespace commands
}  // namespace glapi
