#include "glapi/objects/command_lists/command_lists.h"

#include <map>
#include <utility>

#include "glapi/objects/programs/pipelines.h"
#include "glapi/objects/programs/shaders.h"

namespace glapi {

ProgramsInUse programs_in_use(const ProgramState& programs) {
    ProgramsInUse used{.current = programs.current,
                       .separate = programs.separate,
                       .pipeline = programs.pipeline,
                       .subroutines = programs.subroutine_uniforms,
                       .targets = {},
                       .two_side = programs.two_side};
    for (size_t n = 0; n < used.targets.size(); ++n)
        used.targets[n] = {programs.targets[n].enabled, programs.targets[n].bound};
    return used;
}

void use_programs(ProgramState& programs, ProgramsInUse used) {
    programs.current = std::move(used.current);
    programs.separate = std::move(used.separate);
    programs.pipeline = std::move(used.pipeline);
    programs.subroutine_uniforms = std::move(used.subroutines);
    programs.two_side = used.two_side;
    for (size_t n = 0; n < used.targets.size(); ++n) {
        programs.targets[n].enabled = used.targets[n].enabled;
        programs.targets[n].bound = std::move(used.targets[n].bound);
    }
}

namespace {

// Blocks have the bindings that the shaders say, whatever UniformBlockBinding has made of them.
std::shared_ptr<GlslProgram> own_program(GlslProgram& program) {
    program.collect();
    auto own = std::make_shared<GlslProgram>(program);
    own->feedback_use = std::make_shared<char>();
    own->resources.clear();
    for (std::shared_ptr<ProgramObject>& stage : own->stages)
        if (stage) stage = std::make_shared<ProgramObject>(*stage);
    if (!own->linked) return own;
    for (size_t n = 0; n < own->uniform_bindings.size(); ++n)
        own->uniform_bindings[n] = own->linked->uniform_blocks[n].binding;
    own->bind_blocks();
    return own;
}

std::shared_ptr<ProgramPipeline> own_pipeline(const std::shared_ptr<ProgramPipeline>& pipeline) {
    if (!pipeline) return nullptr;
    auto own = std::make_shared<ProgramPipeline>(*pipeline);
    std::map<GlslProgram*, std::shared_ptr<GlslProgram>> known;  // a program may be that of several stages
    for (std::shared_ptr<GlslProgram>& program : own->programs) {
        if (!program) continue;
        std::shared_ptr<GlslProgram>& copy = known[program.get()];
        if (!copy) copy = own_program(*program);
        program = copy;
    }
    return own;
}

}  // namespace

ProgramsInUse own_programs(const ProgramsInUse& used) {
    ProgramsInUse own = used;
    if (used.current) own.current = own_program(*used.current);
    own.separate = own_pipeline(used.separate);
    own.pipeline = own_pipeline(used.pipeline);
    for (ProgramsInUse::Target& target : own.targets)
        if (target.enabled) target.bound = std::make_shared<ProgramObject>(*target.bound);
    return own;
}

namespace {

bool same_attachment(const Attachment& a, const Attachment& b) {
    if (!a || !b) return !a == !b;
    if (static_cast<bool>(a.texture) != static_cast<bool>(b.texture)) return false;
    if (a.texture && a.texture->kind != b.texture->kind) return false;
    return a.format() == b.format() && a.samples() == b.samples() && a.layered == b.layered;
}

}  // namespace

bool same_configuration(const Framebuffer& a, const Framebuffer& b) {
    for (size_t n = 0; n < a.colors.size(); ++n)
        if (!same_attachment(a.colors[n], b.colors[n])) return false;
    return same_attachment(a.depth, b.depth) && same_attachment(a.stencil, b.stencil) &&
           a.draw_buffers == b.draw_buffers && a.default_samples == b.default_samples &&
           a.default_layers == b.default_layers;
}

}  // namespace glapi
