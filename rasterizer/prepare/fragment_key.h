// The state that chooses how fragments are processed: plain data, derived once per draw, comparable and hashed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <type_traits>

#include "rasterizer/draw/draw.h"
#include "runtime/lent.h"

namespace rasterizer {

// How a tile keeps a colour attachment.
enum class ColorStorage : uint8_t {
    None,
    Packed8,  // the surface's own 32-bit words, 8 bits a component
    Planes,   // four 32-bit planes, rounded through the format after every write
};

enum class DepthStorage : uint8_t {
    None,
    Unorm,    // an integer of depth_bits
    Unorm32,  // as Float: one that 32 bits of unorm hold exactly
    Float,    // the bits of a float >= 0, which order like integers
};

// Blends that have code of their own; everything else takes the generic way.
enum class BlendPreset : uint8_t {
    Replace,            // no blending
    AlphaOver,          // SRC_ALPHA, ONE_MINUS_SRC_ALPHA
    PremultipliedOver,  // ONE, ONE_MINUS_SRC_ALPHA
    Additive,           // ONE, ONE
    AlphaAdditive,      // SRC_ALPHA, ONE
    Modulate,           // DST_COLOR, ZERO or ZERO, SRC_COLOR
    Generic,
};

// The contents of a pixel rectangle's fragments (PixelRectangle::Kind).
enum class RectangleKind : uint8_t { None, Color, Bitmap, Depth, Stencil };

struct AttachmentKey {
    ColorStorage storage = ColorStorage::None;
    BlendPreset blend = BlendPreset::Replace;
    uint8_t write_mask = 0;  // after what the format lacks
    bool integer = false;    // no blending, no clamping
    bool logic_operation = false;
    bool coverage = false;  // red is the mask of covered samples
    bool operator==(const AttachmentKey&) const = default;
};

// The state that selects a fragment pipeline, and nothing else: values that need no other code (references, blend
// colours, masks, textures) are in the TileDraw.
struct FragmentKey {
    const arbasm::Program* program = nullptr;  // that is run; null: none
    std::array<AttachmentKey, max_color_attachments> colors;
    DepthStorage depth_storage = DepthStorage::None;
    CompareFunction depth_function = CompareFunction::Always;
    bool depth_test = false, depth_write = false, depth_bounds = false;
    bool stencil_test = false, stencil_keeps_failed = false;  // kept: where stencil or depth test fails
    bool alpha_test = false, alpha_to_one = false;
    AlphaToCoverage alpha_to_coverage = AlphaToCoverage::Off;
    bool multisample = false, sample_shading = false;  // effective
    bool clamp_color = true;
    bool broadcast = false;
    uint8_t samples = 1;
    RectangleKind rectangle = RectangleKind::None;
    bool covers_by_alpha() const { return alpha_to_coverage != AlphaToCoverage::Off; }
    bool operator==(const FragmentKey&) const = default;
};
static_assert(std::has_unique_object_representations_v<FragmentKey>, "hashed by its bytes");

struct FragmentKeyHash {
    size_t operator()(const FragmentKey& key) const {
        return std::hash<std::string_view>()({reinterpret_cast<const char*>(&key), sizeof key});
    }
};

FragmentKey make_fragment_key(const Draw& draw);

// The format a surface is treated as: with srgb_write off, sRGB formats take raw values like their linear twins.
ASMGL_LENT runtime::Format effective_format(runtime::Format format, bool srgb_write);
ColorStorage color_storage(runtime::Format effective_format);
DepthStorage depth_storage(runtime::Format format);
// The bits of unorm depth; 0 for float.
int depth_bits(runtime::Format format);

}  // namespace rasterizer
