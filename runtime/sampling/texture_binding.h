// What a texture unit of a draw has.
#pragma once

#include <memory>
#include <utility>

#include "runtime/images/texture.h"
#include "runtime/sampling/sampler_key.h"

namespace runtime {

// A texture and how it is sampled. What samplers need to know of the two is found here, once, and not at each lookup.
class TextureBinding {
  public:
    TextureBinding() = default;  // no texture: samples as (0, 0, 0, 1)
    TextureBinding(std::shared_ptr<const Texture> texture, const Sampler& sampler)
        : texture_(std::move(texture)), sampler_(sampler) {
        if (texture_) prepare_sampler(*texture_, sampler_, prepared_);
    }

    const std::shared_ptr<const Texture>& texture() const { return texture_; }
    const Sampler& sampler() const { return sampler_; }
    const PreparedSampler& prepared() const { return prepared_; }

  private:
    std::shared_ptr<const Texture> texture_;
    Sampler sampler_;
    PreparedSampler prepared_;
};

}  // namespace runtime
