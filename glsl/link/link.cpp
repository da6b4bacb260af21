#include "glsl/link.h"

#include <algorithm>

#include "glsl/link/attributes.h"
#include "glsl/link/blocks.h"
#include "glsl/link/builtins.h"
#include "glsl/link/exact_interface.h"
#include "glsl/link/feedback.h"
#include "glsl/link/fragment_outputs.h"
#include "glsl/link/link_context.h"
#include "glsl/link/locations.h"
#include "glsl/link/program_interface.h"
#include "glsl/link/stage_layout.h"
#include "glsl/link/subroutines.h"
#include "glsl/link/uniforms.h"
#include "glsl/link/varyings.h"
#include "glsl/link/vertex_blocks.h"
#include "glsl/lower/lowering.h"
#include "glsl/tree/stack_room.h"

#include "ir/verify/verify.h"

namespace glsl {

namespace {

// Which stages need others, or none (7.3 of OpenGL 4.6).
void check_stages(LinkContext& context) {
    const auto has = [&](arbasm::Stage stage) { return !context.unit(stage).shaders.empty(); };
    using enum arbasm::Stage;
    const bool others = has(Vertex) || has(TessControl) || has(TessEvaluation) || has(Geometry) || has(Fragment);
    if (has(Compute) && others) context.error("a compute shader stands alone, without shaders of other stages");
    if (context.options().separable) return;
    // 7.3 of OpenGL ES 3.2.
    if (context.options().es && !has(Compute) && !(has(Vertex) && has(Fragment)))
        context.error(std::string("there is no ") + (has(Vertex) ? "fragment" : "vertex") + " shader");
    if (context.options().es && has(TessEvaluation) && !has(TessControl))
        context.error("there is no tessellation control shader");
    for (const arbasm::Stage stage : {TessControl, TessEvaluation, Geometry})
        if (has(stage) && !has(Vertex))
            context.error("a " + std::string(arbasm::stage_name(stage)) + " shader needs a vertex shader");
}

// Components of outputs that ARB_geometry_shader4 does not count, which limits those of varying variables and calls
// these special. Since GLSL 1.50 all are counted.
int special_components(const StageUnit& unit) {
    constexpr std::pair<std::string_view, int> specials[] = {
        {"gl_Position", 4}, {"gl_PointSize", 1}, {"gl_ClipVertex", 8}, {"gl_Layer", 1}, {"gl_PrimitiveID", 1}};
    int result = 0;
    for (const auto& [name, components] : specials)
        if (std::ranges::any_of(unit.shaders, [name = name](const Shader* shader) {
                return !shader->language.at_least(150, 320) &&
                       std::ranges::any_of(shader->builtins, [name](const Variable* variable) {
                           return variable->name == name && variable->qualifiers.storage == Storage::Out &&
                                  variable->written;
                       });
            }))
            result += components;
    return result;
}

void lower_stage(LinkContext& context, StageUnit& own) {
    own.input.limits = stage_limits(context.options().limits);
    if (own.stage == arbasm::Stage::Geometry)
        own.input.limits.total_output_components += own.input.layout.vertices_out * special_components(own);
    LinkedStage& stage = context.stage(own);
    stage.uniform_registers = own.input.uniform_registers;
    stage.samplers = own.input.samplers;
    stage.images = own.input.images;
    stage.blend_equations = own.input.layout.blend_equations;
    stage.compares_to_numbers =
        std::ranges::any_of(own.shaders, [](const Shader* shader) { return shader->language.at_least(130, 100); });
    Lowering lowering(own.input);
    std::vector<arbasm::Diagnostic> wrong;
    arbasm::Program program = lowering.run(wrong);
    for (const LoweringError& problem : lowering.errors()) context.error(problem.text);
    if (!context.right()) return;
    for (const arbasm::Diagnostic& problem : wrong)
        context.error("the " + std::string(arbasm::stage_name(own.stage)) + " program" +
                      (problem.where.line ? ", line " + std::to_string(problem.where.line) : "") + ": " +
                      problem.message);
    if (!context.right()) return;
    arbasm::check_made("glsl", program);
    stage.program = std::make_shared<const arbasm::Program>(std::move(program));
}

// Variables of SPIR-V have names only to be matched between stages.
void take_names(LinkedProgram& program) {
    const auto take = [](auto& list) {
        for (auto& row : list) row.name.clear();
    };
    take(program.uniforms);
    take(program.buffer_variables);
    take(program.uniform_blocks);
    take(program.storage_blocks);
    take(program.attributes);
    take(program.outputs);
    take(program.inputs);
    take(program.results);
    take(program.feedback.varyings);
    take(program.active_varyings);
}

// The passes, each behind those whose results it reads.
LinkedProgram run(LinkContext& context) {
    const LinkOptions& options = context.options();
    LinkedProgram& program = context.program();
    for (const StageUnit& own : context.units())
        for (const Shader* shader : own.shaders)
            if (shader->is_spirv != context.has_modules() && context.right())
                context.error("some shaders are SPIR-V and some are GLSL");
    for (StageUnit& own : context.units())
        if (!own.shaders.empty() && context.right())
            context.error_if(!own.join(program.log) || !merge_layouts(own, options, program.log));
    if (context.right()) check_locations(context);
    if (context.right()) check_stages(context);
    if (context.right()) check_vertex_blocks(context);
    if (context.right()) check_uniforms(context);
    if (context.right()) check_builtins(context);
    if (context.right()) {
        assign_attributes(context);
        assign_varyings(context);
        assign_feedback(context);
        assign_outputs(context);
        assign_uniforms(context);
        for (StageUnit& own : context.units()) assign_subroutines(context, own);
        assign_blocks(context);
    }
    if (context.right()) list_interface(context);
    if (context.right()) list_active_varyings(context);
    if (context.right()) describe_interfaces(context);
    for (StageUnit& own : context.units())
        if (context.right() && !own.shaders.empty()) lower_stage(context, own);
    if (context.right()) bind_captures(program);
    if (context.has_modules()) take_names(program);
    if (const StageUnit& compute = context.unit(arbasm::Stage::Compute); !compute.shaders.empty())
        program.derivative_group = compute.input.layout.derivative_group;
    program.separable = options.separable;
    program.linked = context.right();
    return std::move(program);
}

}  // namespace

arbasm::Limits stage_limits(const arbasm::Limits& limits) {
    arbasm::Limits result = limits;
    result.generic_varyings = VaryingRegisters::size;
    result.attribute_components = result.result_components = 4 * VaryingRegisters::size;
    return result;
}

LinkedProgram link(std::span<const std::shared_ptr<const Shader>> shaders, const LinkOptions& options) {
    LinkedProgram program;
    with_stack_room([&] {
        LinkContext context(shaders, options);
        program = run(context);
    });
    return program;
}

}  // namespace glsl
