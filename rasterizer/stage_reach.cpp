#include "rasterizer/stage_reach.h"

#include <algorithm>

namespace rasterizer {
namespace {

bool holds(const runtime::TextureBinding& binding, const runtime::Image& image) {
    if (!binding.texture) return false;
    const auto& levels = binding.texture->levels;
    return std::any_of(levels.begin(), levels.end(), [&](const auto& level) { return level.get() == &image; });
}

}  // namespace

bool reaches(const StageProgram& stage, const runtime::Image& image) {
    const auto samples = [&](const runtime::TextureBinding& binding) { return holds(binding, image); };
    if (std::any_of(stage.textures.begin(), stage.textures.end(), samples)) return true;
    if (!stage.memory) return false;
    const auto accesses = [&](const runtime::ImageBinding& binding) { return binding.image.get() == &image; };
    if (std::any_of(stage.memory->images.begin(), stage.memory->images.end(), accesses)) return true;
    const runtime::HandleTable* const handles = stage.memory->handles.get();
    if (!handles) return false;
    return std::any_of(handles->textures.begin(), handles->textures.end(),
                       [&](const auto& entry) { return samples(entry.second); }) ||
           std::any_of(handles->images.begin(), handles->images.end(),
                       [&](const auto& entry) { return accesses(entry.second); });
}

std::vector<const runtime::Image*> reached_images(const StageProgram& stage) {
    std::vector<const runtime::Image*> images;
    const auto add = [&](const runtime::Image* image) {
        if (image && std::find(images.begin(), images.end(), image) == images.end()) images.push_back(image);
    };
    for (const runtime::TextureBinding& binding : stage.textures)
        if (binding.texture)
            for (const auto& level : binding.texture->levels) add(level.get());
    if (stage.memory)
        for (const runtime::ImageBinding& binding : stage.memory->images) add(binding.image.get());
    return images;
}

}  // namespace rasterizer
