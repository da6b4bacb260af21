// Shadow lookups: what their arithmetic is told.
#include <algorithm>

#include "runtime/targets/ctm_compiled.h"

namespace runtime::back_ends {
namespace {

ctm::Element size_of(const Texture& texture) {
    if (texture.kind == TextureKind::Rectangle) return {1, 1, 1, 1};
    const Extent extent = texture.levels[0]->extent();
    const auto width = static_cast<float>(extent.width), height = static_cast<float>(extent.height);
    return {width, height, 1 / width, 1 / height};
}

// Where the reference is less than the texel, equal, greater.
ctm::Element results_of(CompareFunction function, bool clamps) {
    const auto holds = [&](std::initializer_list<CompareFunction> list) {
        return std::find(list.begin(), list.end(), function) != list.end() ? 1.0f : 0.0f;
    };
    using enum CompareFunction;
    return {holds({Less, LessOrEqual, NotEqual, Always}), holds({Equal, LessOrEqual, GreaterOrEqual, Always}),
            holds({Greater, GreaterOrEqual, NotEqual, Always}), clamps ? 0.0f : -1.0f};
}

}  // namespace

TextureState texture_state(const TextureBinding& binding, const SampleTarget& target) {
    TextureState state;
    auto& values = state.values;
    values[ctm::texture_size] = {1, 1, 1, 1};
    values[ctm::texture_summand] = {0, 0, 0, 1};
    const Texture* const texture = binding.texture().get();
    // No texture: (0, 0, 0, 1).
    if (!texture || texture->kind != target.kind || texture->levels.empty() || !texture->levels[0]) return state;
    const Sampler& sampler = binding.sampler();
    const ComponentClass component_class = format_info(texture->format).component_class;
    const bool depth = component_class == ComponentClass::Depth ||
                       (component_class == ComponentClass::DepthStencil && !texture->sample_stencil);
    if (!depth || !sampler.compare) {
        state.reason = "it does not compare";
        return state;
    }
    if (sampler.min_filter != sampler.mag_filter ||
        (sampler.mip_filter != MipFilter::None && texture->levels.size() > 1)) {
        state.reason = "lookups that compare do not choose a level or a filter";
        return state;
    }
    const bool fixed = !has_float_depth(texture->format);
    values[ctm::texture_size] = size_of(*texture);
    values[ctm::texture_comparison] = results_of(sampler.compare_function, fixed);
    for (size_t c = 0; c < 4; c++) {
        const Channel from = texture->swizzle[c];
        values[ctm::texture_factor][c] = from == Channel::Red ? 1 : 0;
        values[ctm::texture_summand][c] = from == Channel::Alpha || from == Channel::One ? 1 : 0;
    }
    if (sampler.mag_filter == Filter::Linear) values[ctm::texture_filter] = {-0.5f, 1, 0, 0};
    return state;
}

TextureBinding plain_texels(const TextureBinding& binding) {
    std::shared_ptr<const Texture> texture = binding.texture();
    if (texture) {
        auto plain = std::make_shared<Texture>(*texture);
        plain->swizzle = Texture().swizzle;
        texture = std::move(plain);
    }
    Sampler sampler = binding.sampler();
    sampler.compare = false;
    sampler.min_filter = sampler.mag_filter = Filter::Nearest;
    sampler.mip_filter = MipFilter::None;
    sampler.max_anisotropy = 1;
    return {std::move(texture), sampler};
}

}  // namespace runtime::back_ends
