#include "rasterizer/prepare/stage_reach.h"

#include <algorithm>
#include <unordered_set>

#include "runtime/threads/per_thread.h"

namespace rasterizer {
namespace {

bool holds(const runtime::TextureBinding& binding, const runtime::Image& image) {
    if (!binding.texture()) return false;
    const auto& levels = binding.texture()->levels;
    return std::any_of(levels.begin(), levels.end(),
                       [&](const auto& level) { return level && level->shares_memory(image); });
}

// The images behind a table of handles.
struct HandleReach {
    std::weak_ptr<const runtime::HandleTable> table;
    std::unordered_set<const void*> memory;
    std::vector<const runtime::Image*> writable;
};

// Tables don't change and are long; draw after draw asks about the same one.
const HandleReach& reach_of(const std::shared_ptr<const runtime::HandleTable>& table) {
    HandleReach& known = runtime::per_thread<HandleReach>();
    if (known.table.lock() == table) return known;
    known = {table, {}, {}};
    for (const auto& [handle, binding] : table->textures)
        if (binding.texture())
            for (const auto& level : binding.texture()->levels) known.memory.insert(level->memory());
    for (const auto& [handle, binding] : table->images) {
        if (!binding.image) continue;
        known.memory.insert(binding.image->memory());
        if (binding.writable) known.writable.push_back(binding.image.get());
    }
    return known;
}

}  // namespace

bool reaches(const StageProgram& stage, const runtime::Image& image) {
    const auto samples = [&](const runtime::TextureBinding& binding) { return holds(binding, image); };
    if (std::any_of(stage.textures.begin(), stage.textures.end(), samples)) return true;
    if (!stage.memory) return false;
    const auto accesses = [&](const runtime::ImageBinding& binding) {
        return binding.image && binding.image->shares_memory(image);
    };
    if (std::any_of(stage.memory->images.begin(), stage.memory->images.end(), accesses)) return true;
    if (!stage.memory->handles) return false;
    const auto& reached = reach_of(stage.memory->handles).memory;
    return reached.contains(image.memory());
}

std::vector<const runtime::Image*> changed_images(const StageProgram& stage) {
    std::vector<const runtime::Image*> images;
    if (!stage.memory || (stage.memory->images.empty() && !stage.memory->handles)) return images;
    if (!stage.facts->changes_images) return images;
    for (const runtime::ImageBinding& binding : stage.memory->images)
        if (binding.image && binding.writable) images.push_back(binding.image.get());
    if (stage.memory->handles) {
        const auto& by_handle = reach_of(stage.memory->handles).writable;
        images.insert(images.end(), by_handle.begin(), by_handle.end());
    }
    return images;
}

}  // namespace rasterizer
