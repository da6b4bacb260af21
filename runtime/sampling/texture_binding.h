// The texture and sampler of a unit, for a draw.
#pragma once

#include <memory>
#include <utility>

#include "runtime/images/texture.h"
#include "runtime/sampling/sampler_key.h"

namespace runtime {

// A texture with its sampler state. Everything that lookups need of the two is computed here, once.
class TextureBinding {
  public:
    TextureBinding() = default;  // no texture: samples as (0, 0, 0, 1)
    TextureBinding(std::shared_ptr<const Texture> texture, const Sampler& sampler)
        : texture_(std::move(texture)), sampler_(sampler) {
        if (!texture_) return;
        changes_ = changes();
        held_ = prepare_sampler(*texture_, sampler_, prepared_);
    }

    const std::shared_ptr<const Texture>& texture() const { return texture_; }
    const Sampler& sampler() const { return sampler_; }
    const PreparedSampler& prepared() const { return prepared_; }
    // Where that lies, for compiled code.
    static constexpr PreparedSampler TextureBinding::*prepared_member() { return &TextureBinding::prepared_; }
    // False where texels have changed that were decoded for it.
    bool is_current() const { return !held_ || changes_ == changes(); }

  private:
    uint32_t changes() const {
        uint32_t sum = 0;
        for (const auto& level : texture_->levels) sum += level->changes();
        return sum;
    }

    std::shared_ptr<const Texture> texture_;
    Sampler sampler_;
    PreparedSampler prepared_;
    std::shared_ptr<const void> held_;  // levels that were decoded for it
    uint32_t changes_ = 0;              // of the texture's levels, when they were
};

}  // namespace runtime
