// Everything that the code for a draw's blocks depends on, and nothing else.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "rasterizer/prepare/tile_draw.h"
#include "runtime/sampling/sampler_key.h"

namespace rasterizer {

// The operations of a stencil test; its numbers belong to the draw.
struct StencilActions {
    CompareFunction function = CompareFunction::Always;
    StencilFace::Operation fail{}, depth_fail{}, pass{};
    bool operator==(const StencilActions&) const = default;
};

struct PixelKey {
    std::shared_ptr<const FragmentPipeline> pipeline;  // with FragmentKey and program
    std::array<runtime::Format, max_color_attachments> formats{};
    std::array<BlendState, max_color_attachments> blend;  // of attachments that blend
    LogicOperation logic_operation = LogicOperation::Copy;
    std::array<StencilActions, 2> stencil;  // front, back
    CompareFunction alpha_function = CompareFunction::Always;
    std::vector<FragmentInput> inputs;
    std::vector<runtime::SamplerKey> samplers;         // of FragmentPipeline::sampled_units
    std::vector<runtime::SamplerKey> handle_samplers;  // of programs that sample by handles
    // For FragmentPipeline::formatted_accesses; None: the access is none that code does which knows the format.
    std::vector<runtime::Format> image_formats;

    // Fills in the key for the draw.
    void set(const Draw& draw, const TileDraw& tile_draw);
    // The same bytes for the same code. Programs by address: they live as long as the key.
    void write_bytes(std::string& bytes) const;
    // Bytes that say the same to other processes; empty where there are none, or nothing is kept for those.
    std::string identity() const;
    // The key of a texture unit's sampler; null: the program does not name it.
    const runtime::SamplerKey* sampler_of(int32_t unit) const;
    // The format of an image unit's image; None: code that knows it can't do all that the program does there.
    runtime::Format image_format_of(int32_t unit) const;

  private:
    void append_state(std::string& bytes) const;  // all but the FragmentKey
};

// Why blocks of this key have no code, or null: they can have it.
const char* why_no_code(const PixelKey& key);

}  // namespace rasterizer
