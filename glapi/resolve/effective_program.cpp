#include "glapi/resolve/effective_program.h"

#include "glapi/context.h"
#include "glapi/objects/programs/generate_ati_shader.h"
#include "glapi/resolve/derive_key.h"
#include "glapi/resolve/generated_programs.h"

namespace glapi {
namespace {

// The bound shader of ATI_fragment_shader as a program, by what the state adds to it, and the object with its
// constants. The shader must have been defined.
EffectiveProgram generated_ati_program(Context& context) {
    AtiFragmentShader& shader = *context.ati_shaders.bound;
    AtiFragmentShader::Variant variant;
    variant.fog = fog_mode(context.state.fog);
    for (int unit = 0; unit < AtiFragmentShader::register_count; ++unit)
        for (const AtiFragmentShader::Pass& pass : shader.passes)
            if (pass.setups[unit].kind == AtiFragmentShader::Setup::Kind::Sample)
                variant.targets[unit] = unit_target(context, unit);
    ExecutableProgram& executable = shader.executables[variant];
    if (!executable) executable = load_generated(fixed_function::ati_shader_text(shader, variant), "ati-fragment");
    shader.parameters.local_parameters.resize(AtiFragmentShader::constant_count);
    for (int n = 0; n < AtiFragmentShader::constant_count; ++n)
        shader.parameters.local_parameters[n] =
            shader.local_constants >> n & 1 ? shader.constants[n] : context.ati_shaders.constants[n];
    return {&executable, &shader.parameters};
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
    if (!context.programs.vertex_active()) return {&generated_vertex_program(vertex_key(context, fragment)), nullptr};
    const std::shared_ptr<ProgramObject> stage = context.programs.current_stage(ProgramTarget::Vertex);
    ProgramObject& object = stage ? *stage : *context.programs[ProgramTarget::Vertex].bound;
    if (!object.program) return {};
    arbasm::LoweringState state;
    for (int plane = 0; plane < limits::clip_planes; ++plane)
        state.clip_planes |= uint32_t{context.state.transform.clip_plane_enabled[plane]} << plane;
    state.clips_position = stage && !context.is_core();
    return {&object.prepare(state), &object};
}

}  // namespace glapi
