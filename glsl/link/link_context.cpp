#include "glsl/link/link_context.h"

namespace glsl {

LinkContext::LinkContext(std::span<const std::shared_ptr<const Shader>> shaders, const LinkOptions& options)
    : options_(options) {
    for (const auto& shader : shaders) {
        StageUnit& own = unit(shader->stage);
        own.stage = shader->stage;
        own.shaders.push_back(shader.get());
        has_modules_ |= shader->is_spirv;
        if (shader->messages.has_errors())
            error("a " + std::string(arbasm::stage_name(shader->stage)) + " shader is not compiled");
    }
}

void LinkContext::error(std::string text) {
    constexpr size_t longest_log = 1 << 20;
    if (program_.log.size() < longest_log) program_.log += "error: " + std::move(text) + "\n";
    right_ = false;
}

}  // namespace glsl
