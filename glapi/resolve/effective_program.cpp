#include "glapi/resolve/effective_program.h"

#include "glapi/context.h"
#include "glapi/objects/programs/ati_fragment_shaders.h"
#include "glapi/objects/programs/generate_ati_shader.h"
#include "glapi/objects/programs/generate_vertex_shader.h"
#include "glapi/objects/programs/programs.h"
#include "glapi/objects/programs/vertex_shaders.h"
#include "glapi/resolve/derive_key.h"
#include "glapi/resolve/generated_programs.h"
#include "glapi/share_group.h"
#include "glapi/state/conversions.h"
#include "glapi/state/state.h"
#include "ir/check.h"

namespace glapi {
namespace {

// The bound shader of ATI_fragment_shader as a program, by what the state adds to it, and the object with its
// constants. The shader is defined.
EffectiveProgram generated_ati_program(Context& context) {
    AtiFragmentShader& shader = *context.ati_shaders.bound;
    ASMGL_CHECK(shader.defined);
    AtiFragmentShader::Variant variant;
    variant.fog = fog_mode(context.state.fog);
    for (int unit = 0; unit < AtiFragmentShader::register_count; ++unit)
        for (const AtiFragmentShader::Pass& pass : shader.passes)
            if (pass.setups[unit].kind == AtiFragmentShader::Setup::Kind::Sample)
                variant.targets[unit] = unit_target(context.state, context.textures, unit);
    ExecutableProgram& executable = shader.executables[variant];
    if (!executable) executable = load_generated(fixed_function::ati_shader_text(shader, variant), "ati-fragment");
    shader.parameters.local_parameters.resize(AtiFragmentShader::constant_count);
    for (int n = 0; n < AtiFragmentShader::constant_count; ++n)
        shader.parameters.local_parameters[n] =
            shader.local_constants >> n & 1 ? shader.constants[n] : context.ati_shaders.constants[n];
    return {&executable, &shader.parameters};
}

uint32_t enabled_clip_planes(const State& state) {
    uint32_t planes = 0;
    for (int plane = 0; plane < limits::MAX_CLIP_PLANES; ++plane)
        planes |= uint32_t{state.transform.clip_plane_enabled[plane]} << plane;
    return planes;
}

// A local parameter of a shader of EXT_vertex_shader.
runtime::Vector4 shader_parameter(const State& state, const ShareGroup& shared, const VertexShader& shader,
                                  const VertexShader::Row& row) {
    const SymbolBlock* const found_block = shared.vertex_shaders.find(row.symbol);
    ASMGL_CHECK(found_block);
    const SymbolBlock& block = *found_block;
    SymbolValue value{};
    if (block.color_matrix) {
        value = state.matrices.color.top().m;
    } else if (block.storage == GL_INVARIANT_EXT) {
        value = block.values[row.symbol - block.first];
    } else if (const auto found = shader.constants.find(row.symbol); found != shader.constants.end()) {
        value = found->second;
    }
    if (block.type != GL_MATRIX_EXT) return float_bits(value[0], value[1], value[2], value[3]);
    const Vector of_matrix = Matrix{value}.row(row.row);
    return float_bits(of_matrix.x, of_matrix.y, of_matrix.z, of_matrix.w);
}

// The bound shader of EXT_vertex_shader, which is defined, as a program that clips by the enabled planes, and the
// object with its parameters.
EffectiveProgram generated_vertex_shader(Context& context) {
    VertexShader& shader = *context.vertex_shaders.bound;
    ASMGL_CHECK(!shader.objects.empty());
    const uint32_t planes = enabled_clip_planes(context.state);
    std::shared_ptr<ProgramObject>& object = shader.objects[planes];
    if (!object) {
        auto made = std::make_shared<ProgramObject>(context.vertex_shaders.bound_name, GL_VERTEX_SHADER_EXT);
        const std::string text = fixed_function::vertex_shader_text(shader, context.shared->vertex_shaders, planes);
        report_generated(text, "vertex-shader");
        made->program = arbasm::parse(text, generated_limits()).program;
        object = std::move(made);
    }
    if (!object->program) return {};
    object->local_parameters.clear();
    for (const VertexShader::Row& row : shader.parameters)
        object->local_parameters.push_back(shader_parameter(context.state, *context.shared, shader, row));
    if (planes) {
        const Matrix inverse = inverted(context.state.matrices.projection.top());
        for (size_t plane = 0; planes >> plane; ++plane) {
            if (!(planes >> plane & 1)) continue;
            const Vector equation = context.state.transform.clip_planes[plane] * inverse;
            object->local_parameters.push_back(float_bits(equation.x, equation.y, equation.z, equation.w));
        }
    }
    return {&object->prepare(), object.get()};
}

// Register combiners as a program, and the object with their constants.
EffectiveProgram generated_combiners(Context& context) {
    const RegisterCombiners& combiners = context.state.texturing.combiners;
    auto& parameters = context.combiner_constants.local_parameters;
    parameters.clear();
    const auto append = [&](const std::array<Vector, 2>& constants) {
        for (const Vector& constant : constants)
            parameters.push_back(float_bits(constant.x, constant.y, constant.z, constant.w));
    };
    append(combiners.constants);
    for (const GeneralCombiner& stage : combiners.stages) append(stage.constants);
    return {&generated_combiner_program(combiner_key(context)), &context.combiner_constants};
}

}  // namespace

EffectiveProgram effective_fragment_program(Context& context) {
    if (!context.programs.fragment_active()) {
        // Assembly programs come first where both are enabled. A shader that has not been defined replaces nothing, as
        // in other implementations; the extension's text does not say.
        if (context.ati_shaders.enabled && context.ati_shaders.bound->defined) return generated_ati_program(context);
        if (context.state.texturing.combiners.enabled) return generated_combiners(context);
        return {&generated_fragment_program(fragment_key(context)), nullptr};
    }
    const std::shared_ptr<ProgramObject> stage = context.programs.current_stage(ProgramTarget::Fragment);
    ProgramObject& object = stage ? *stage : *context.programs.fragment_target().bound;
    if (!object.program) return {};
    return {&object.prepare(), &object};
}

EffectiveProgram effective_vertex_program(Context& context, const arbasm::Program& fragment) {
    if (!context.programs.vertex_active()) {
        if (context.programs.vertex_shader_active()) return generated_vertex_shader(context);
        return {&generated_vertex_program(vertex_key(context, fragment)), nullptr};
    }
    const std::shared_ptr<ProgramObject> stage = context.programs.current_stage(ProgramTarget::Vertex);
    ProgramObject& object = stage ? *stage : *context.programs[ProgramTarget::Vertex].bound;
    if (!object.program) return {};
    arbasm::LoweringState state;
    state.clip_planes = enabled_clip_planes(context.state);
    state.clips_position = stage && !context.version.is_core();
    return {&object.prepare(state), &object};
}

}  // namespace glapi
