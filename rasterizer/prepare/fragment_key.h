// The state that chooses specialised fragment code: plain data, derived once per draw.
#pragma once

#include <array>
#include <cstdint>

#include "rasterizer/draw/draw.h"

namespace rasterizer {

// How a tile keeps a colour attachment.
enum class ColorStorage : uint8_t {
    None,
    Packed8,  // the surface's own 32-bit words, 8 bits a component
    Planes,   // four 32-bit planes, rounded through the format after every write
};

enum class DepthStorage : uint8_t {
    None,
    Unorm,  // an integer of depth_bits
    Float,  // the bits of a float >= 0, which order like integers
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

struct AttachmentKey {
    ColorStorage storage = ColorStorage::None;
    BlendPreset blend = BlendPreset::Replace;
    uint8_t write_mask = 0;  // after what the format lacks
    bool integer = false;    // no blending, no clamping
    bool logic_operation = false;
    bool operator==(const AttachmentKey&) const = default;
};

struct FragmentKey {
    std::array<AttachmentKey, max_color_attachments> colors;
    uint8_t color_count = 0;  // highest attachment written, plus one
    DepthStorage depth_storage = DepthStorage::None;
    CompareFunction depth_function = CompareFunction::Always;
    bool depth_test = false, depth_write = false, depth_bounds = false, stencil_test = false;
    bool early_tests = false;         // depth and stencil before the program
    bool hierarchical_depth = false;  // blocks may be rejected by their depth range
    bool runs_program = false;        // false: only depth, stencil and counting
    bool alpha_test = false, alpha_to_coverage = false, alpha_to_one = false;
    // How often the program runs: for each pixel, or for each covered sample, then with all of its attributes taken
    // there or those only that ask for it.
    bool per_sample = false, all_at_samples = false;
    bool program_depth = false;
    bool clamp_color = true;
    uint8_t samples = 1;
    bool operator==(const FragmentKey&) const = default;
};

FragmentKey make_fragment_key(const Draw& draw);

// The format a surface is treated as: with srgb_write off, sRGB formats take raw values like their linear twins.
runtime::Format effective_format(runtime::Format format, bool srgb_write);
ColorStorage color_storage(runtime::Format effective_format);
DepthStorage depth_storage(runtime::Format format);
// Of unorm depth; 0 for float.
int depth_bits(runtime::Format format);

}  // namespace rasterizer
