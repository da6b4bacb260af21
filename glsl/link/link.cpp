#include "glsl/link.h"

#include <algorithm>

#include "glsl/link/linker.h"
#include "glsl/link/stage_layout.h"
#include "glsl/tree/stack_room.h"

#include "ir/verify/verify.h"

namespace glsl {

Linker::Linker(std::span<const std::shared_ptr<const Shader>> shaders, const LinkOptions& options) : options_(options) {
    for (const auto& shader : shaders) {
        StageUnit& own = unit(shader->stage);
        own.stage = shader->stage;
        own.shaders.push_back(shader.get());
        has_modules_ |= shader->is_spirv;
        if (shader->messages.has_errors())
            error("a " + std::string(arbasm::stage_name(shader->stage)) + " shader is not compiled");
    }
}

void Linker::error(std::string text) {
    constexpr size_t longest_log = 1 << 20;
    if (result_.log.size() < longest_log) result_.log += "error: " + std::move(text) + "\n";
    right_ = false;
}

LinkedProgram Linker::run() {
    for (const StageUnit& own : units_)
        for (const Shader* shader : own.shaders)
            if (shader->is_spirv != has_modules_ && right_) error("some shaders are SPIR-V and some are GLSL");
    for (StageUnit& own : units_)
        if (!own.shaders.empty() && right_)
            right_ &= own.join(result_.log) && merge_layouts(own, options_, result_.log);
    if (right_) check_locations();
    if (right_) check_stages();
    if (right_) check_vertex_blocks();
    if (right_) check_uniforms();
    if (right_) choose_handles();
    if (right_) check_builtins();
    if (right_) {
        assign_attributes();
        assign_varyings();
        assign_feedback();
        assign_outputs();
        assign_uniforms();
        for (StageUnit& own : units_) assign_subroutines(own);
        assign_blocks();
    }
    if (right_) list_interface();
    if (right_) list_active_varyings();
    if (right_) describe_interfaces();
    for (StageUnit& own : units_)
        if (right_ && !own.shaders.empty()) lower(own);
    if (right_) bind_captures();
    if (has_modules_) take_names();
    if (const StageUnit& compute = unit(arbasm::Stage::Compute); !compute.shaders.empty())
        result_.derivative_group = compute.input.layout.derivative_group;
    result_.separable = options_.separable;
    result_.linked = right_;
    return std::move(result_);
}

// Which stages need others, or none (7.3 of OpenGL 4.6).
void Linker::check_stages() {
    const auto has = [this](arbasm::Stage stage) { return !unit(stage).shaders.empty(); };
    using enum arbasm::Stage;
    const bool others = has(Vertex) || has(TessControl) || has(TessEvaluation) || has(Geometry) || has(Fragment);
    if (has(Compute) && others) error("a compute shader stands alone, without shaders of other stages");
    if (options_.separable) return;
    // 7.3 of OpenGL ES 3.2.
    if (options_.es && !has(Compute) && !(has(Vertex) && has(Fragment)))
        error(std::string("there is no ") + (has(Vertex) ? "fragment" : "vertex") + " shader");
    if (options_.es && has(TessEvaluation) && !has(TessControl)) error("there is no tessellation control shader");
    for (const arbasm::Stage stage : {TessControl, TessEvaluation, Geometry})
        if (has(stage) && !has(Vertex))
            error("a " + std::string(arbasm::stage_name(stage)) + " shader needs a vertex shader");
}

// Of two types that are the same otherwise.
static bool same_member_precisions(const Type* one, const Type* other) {
    one = innermost(one), other = innermost(other);
    if (one == other || !one->is_structure() || !other->is_structure()) return true;
    return std::ranges::equal(one->structure->members, other->structure->members, [](const Member& a, const Member& b) {
        return a.precision == b.precision && same_member_precisions(a.type, b.type);
    });
}

// In ES a uniform has one precision in all stages; in 1.00, where it is used in all of them (4.5.3 of GLSL ES 3.00).
void Linker::check_precision(const StageUnit& own, const Variable& first, const Variable& other,
                             const Language& language) {
    if (!language.is_es() ||
        (first.qualifiers.precision == other.qualifiers.precision && same_member_precisions(first.type, other.type)))
        return;
    const auto is_active = [](const StageUnit& stage, const Variable& variable) {
        return std::ranges::find(stage.active, &variable) != stage.active.end();
    };
    const bool both = is_active(own, other) &&
                      std::ranges::any_of(units_, [&](const StageUnit& stage) { return is_active(stage, first); });
    if (language.at_least(130, 300) || both)
        error("the uniform " + std::string(first.name) + " is declared with different precisions");
}

// An image has one format wherever it is declared (4.4.8 of GLSL 4.60). A declaration that only writes may leave it
// out.
void Linker::check_image_format(const Variable& first, const Variable& other) {
    const std::string_view one = first.qualifiers.layout.image_format, two = other.qualifiers.layout.image_format;
    if (!one.empty() && !two.empty() && one != two)
        error("the uniform " + std::string(first.name) + " is declared with the formats " + std::string(one) + " and " +
              std::string(two));
}

// A uniform has one type in all stages, used or not (4.3.5 of GLSL 1.20).
void Linker::check_uniforms() {
    std::map<std::string_view, const Variable*> known;
    for (const StageUnit& own : units_)
        for (const Shader* shader : own.shaders)
            for (const Variable* variable : shader->globals) {
                if (variable->qualifiers.storage != Storage::Uniform || variable->block) continue;
                // Subroutines are each stage's own.
                if (innermost(variable->type)->is_subroutine()) continue;
                const Variable* first = known.try_emplace(variable->name, variable).first->second;
                check_precision(own, *first, *variable, shader->language);
                check_image_format(*first, *variable);
                const bool sized = first->implicit_size || variable->implicit_size;
                if (!same_type(first->type, variable->type) && !sized)
                    error("the uniform " + std::string(variable->name) + " is declared as " + to_string(first->type) +
                          " and as " + to_string(variable->type));
            }
}

// One shader that wants handles makes the samplers and images of all stages handles: a uniform is the same in each.
void Linker::choose_handles() {
    std::string_view samplers, images;
    const auto agree = [this](std::string_view& known, std::string_view word) {
        if (!known.empty() && !word.empty() && known != word)
            error("the layouts " + std::string(known) + " and " + std::string(word) + " contradict each other");
        if (!word.empty()) known = word;
    };
    for (const StageUnit& own : units_)
        for (const Shader* shader : own.shaders) {
            result_.handles |= holds("ARB_bindless_texture NV_bindless_texture", shader->language);
            agree(samplers, shader->layout.sampler_handles);
            agree(images, shader->layout.image_handles);
        }
    for (StageUnit& own : units_) own.input.handles = result_.handles;
}

// Variables of SPIR-V have names only to be matched between stages.
void Linker::take_names() {
    const auto take = [](auto& list) {
        for (auto& row : list) row.name.clear();
    };
    take(result_.uniforms);
    take(result_.buffer_variables);
    take(result_.uniform_blocks);
    take(result_.storage_blocks);
    take(result_.attributes);
    take(result_.outputs);
    take(result_.inputs);
    take(result_.results);
    take(result_.feedback.varyings);
    take(result_.active_varyings);
}

// Components of outputs that ARB_geometry_shader4 does not count, which limits those of varying variables and calls
// these special. Since GLSL 1.50 all are counted.
static int special_components(const StageUnit& unit) {
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

void Linker::lower(StageUnit& own) {
    own.input.limits = stage_limits(options_.limits);
    if (own.stage == arbasm::Stage::Geometry)
        own.input.limits.total_output_components += own.input.layout.vertices_out * special_components(own);
    LinkedStage& stage = result_.stages[static_cast<size_t>(own.stage)];
    stage.uniform_registers = own.input.uniform_registers;
    stage.samplers = own.input.samplers;
    stage.images = own.input.images;
    stage.blend_equations = own.input.layout.blend_equations;
    stage.compares_to_numbers =
        std::ranges::any_of(own.shaders, [](const Shader* shader) { return shader->language.at_least(130, 100); });
    Lowering lowering(own.input);
    std::vector<arbasm::Diagnostic> wrong;
    arbasm::Program program = lowering.run(wrong);
    for (const LoweringError& problem : lowering.errors()) error(problem.text);
    if (!right_) return;
    for (const arbasm::Diagnostic& problem : wrong)
        error("the " + std::string(arbasm::stage_name(own.stage)) + " program" +
              (problem.where.line ? ", line " + std::to_string(problem.where.line) : "") + ": " + problem.message);
    if (!right_) return;
    arbasm::check_made("glsl", program);
    stage.program = std::make_shared<const arbasm::Program>(std::move(program));
}

arbasm::Limits stage_limits(const arbasm::Limits& limits) {
    arbasm::Limits result = limits;
    result.generic_varyings = VaryingRegisters::size;
    result.attribute_components = result.result_components = 4 * VaryingRegisters::size;
    return result;
}

LinkedProgram link(std::span<const std::shared_ptr<const Shader>> shaders, const LinkOptions& options) {
    LinkedProgram program;
    with_stack_room([&] { program = Linker(shaders, options).run(); });
    return program;
}

}  // namespace glsl
