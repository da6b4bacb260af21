#include "glsl/link/vertex_blocks.h"

#include <algorithm>

namespace glsl {

namespace {

bool uses_block(const Shader& shader, Storage storage) {
    return std::ranges::any_of(shader.builtins, [&](const Variable* variable) {
        if (variable->qualifiers.storage != storage || !(variable->used || variable->written)) return false;
        if (variable->name == (storage == Storage::In ? "gl_in" : "gl_out")) return true;
        return storage == Storage::Out && std::ranges::any_of(members_of("gl_PerVertex"), [&](const MemberRow& row) {
                   return row.name == variable->name;
               });
    });
}

void check_vertex_block(LinkContext& context, const StageUnit& producer, const StageUnit& consumer) {
    const VertexBlock* known = nullptr;
    bool missing = false;
    const auto look_at = [&](const StageUnit& unit, Storage storage) {
        for (const Shader* shader : unit.shaders) {
            // Declared again to say what is handed on: the texts' example leaves the vertex shader as it was.
            if (storage == Storage::In && !shader->passed.empty()) continue;
            const VertexBlock& block = storage == Storage::In ? shader->vertex_in : shader->vertex_out;
            if (!block.declared) {
                // In SPIR-V built-in variables outside of a block match nothing (7.4.2 of OpenGL 4.6).
                missing |= !context.has_modules() && uses_block(*shader, storage);
                continue;
            }
            if (known && !std::ranges::is_permutation(known->members, block.members))
                context.error("gl_PerVertex is declared again with other members in the " +
                              std::string(arbasm::stage_name(unit.stage)) + " shader");
            known = &block;
        }
    };
    look_at(producer, Storage::Out);
    const bool fragments = consumer.stage == arbasm::Stage::Fragment;
    if (!fragments) look_at(consumer, Storage::In);
    if (missing && known)
        context.error("gl_PerVertex is declared again in one shader, and used in another that doesn't declare it");
    else if (missing && context.options().separable && !fragments && !context.options().es)
        context.error("shaders of separable programs declare gl_PerVertex again before they use it");
}

}  // namespace

void check_vertex_blocks(LinkContext& context) {
    const StageUnit* producer = nullptr;
    for (const StageUnit& consumer : context.units()) {
        if (consumer.shaders.empty() || consumer.stage == arbasm::Stage::Compute) continue;
        if (producer) check_vertex_block(context, *producer, consumer);
        producer = &consumer;
    }
}

}  // namespace glsl
