#include "rasterizer/blocks/pixel_key.h"

#include <algorithm>
#include <type_traits>

namespace rasterizer {
namespace {

// Appends numbers to a key's bytes.
class Bytes {
  public:
    template <class T>
    void add(const T& value) {
        static_assert(std::has_unique_object_representations_v<T>);
        bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
    std::string take() { return std::move(bytes_); }

  private:
    std::string bytes_;
};

bool is_written(const PixelKey& key, int index) {
    const FragmentPipeline& pipeline = *key.pipeline;
    return index < pipeline.color_count && pipeline.colors[static_cast<size_t>(index)].storage != ColorStorage::None &&
           pipeline.color_result[static_cast<size_t>(index)] >= 0;
}

}  // namespace

std::string PixelKey::bytes() const {
    Bytes result;
    result.add(pipeline->key);
    for (size_t i = 0; i < max_color_attachments; ++i) {
        result.add(formats[i]);
        // Presets say all of unorm colours.
        const AttachmentKey& attachment = pipeline->colors[i];
        if (attachment.blend == BlendPreset::Generic ||
            (attachment.blend != BlendPreset::Replace && attachment.storage == ColorStorage::Planes)) {
            const BlendState& state = blend[i];
            result.add(state.source_color);
            result.add(state.destination_color);
            result.add(state.source_alpha);
            result.add(state.destination_alpha);
            result.add(state.color_equation);
            result.add(state.alpha_equation);
        }
    }
    result.add(logic_operation);
    for (const StencilActions& actions : stencil) result.add(actions);
    result.add(alpha_function);
    for (const FragmentInput& input : inputs) {
        result.add(input.kind);
        result.add(input.interpolation);
        result.add(input.location);
        result.add(input.components);
        result.add(input.slot);
        result.add(input.back_slot);
        for (const uint32_t word : input.constant) result.add(word);
    }
    return result.take();
}

PixelKey make_pixel_key(const Draw& draw, const DrawRecord& record) {
    PixelKey key;
    key.pipeline = record.pipeline;
    const FragmentPipeline& pipeline = *record.pipeline;
    bool any_logic = false;
    for (int i = 0; i < pipeline.color_count; ++i) {
        if (!is_written(key, i)) continue;
        const auto n = static_cast<size_t>(i);
        key.formats[n] = effective_format(draw.framebuffer.colors[n].image->format(), draw.framebuffer.srgb_write);
        key.blend[n] = draw.fragment_state.blend[n];
        any_logic |= pipeline.colors[n].logic_operation;
    }
    if (any_logic) key.logic_operation = draw.fragment_state.logic_operation;
    if (pipeline.key.stencil_test)
        for (size_t face = 0; face < 2; ++face) {
            const StencilFace& state = draw.depth_stencil.stencil[face];
            key.stencil[face] = {state.function, state.fail, state.depth_fail, state.pass};
        }
    if (pipeline.key.alpha_test) key.alpha_function = draw.fragment_state.alpha_function;
    key.inputs = record.inputs;
    return key;
}

const char* why_no_code(const PixelKey& key) {
    const FragmentPipeline& pipeline = *key.pipeline;
    if (!pipeline.runs_program) return "no program runs";
    if (pipeline.key.rectangle != RectangleKind::None) return "pixel rectangle";
    if (pipeline.per_sample) return "runs for each sample";
    if (pipeline.sample_mask_result >= 0) return "writes the sample mask";
    if (pipeline.orders_pixels) return "interlock";
    for (int i = 0; i < pipeline.color_count; ++i)
        if (is_written(key, i) && pipeline.colors[static_cast<size_t>(i)].logic_operation &&
            pipeline.colors[static_cast<size_t>(i)].storage == ColorStorage::Planes)
            return "logic operation on a wide format";
    for (const FragmentInput& input : key.inputs) {
        using Kind = FragmentInput::Kind;
        if (input.components == 0) continue;
        if (pipeline.key.samples > 1 && input.location != arbasm::SampleLocation::Pixel) return "attribute elsewhere";
        switch (input.kind) {
            case Kind::Constant:
            case Kind::Varying:
            case Kind::Position:
            case Kind::Facing:
            case Kind::PrimitiveId:
            case Kind::Layer:
            case Kind::Viewport: break;
            case Kind::SpriteCoordinate:
            case Kind::RectangleColor:
            case Kind::SampleMask:
            case Kind::SampleId:
            case Kind::SamplePosition:
            case Kind::FullyCovered: return "attribute of a rare kind";
        }
    }
    return nullptr;
}

}  // namespace rasterizer
