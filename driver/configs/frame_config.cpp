#include "driver/configs/frame_config.h"

#include <algorithm>
#include <cstdlib>
#include <span>

namespace driver {
namespace {

struct DepthStencil {
    uint8_t depth, stencil;
};
constexpr DepthStencil depth_stencil_choices[] = {{24, 8}, {24, 0}, {0, 0}};
constexpr uint8_t sample_choices[] = {1, 4, 8, 2, 16};
constexpr uint8_t accumulation_choices[] = {0, 16};

struct Colors {
    uint8_t red, green, blue;
    std::span<const uint8_t> alpha;  // choices
};

// Unsigned ones (packed floats) are of 11 and 10 bits.
struct FloatColors {
    uint8_t bits, blue, alpha;
};
constexpr FloatColors float_colors[] = {{16, 16, 16}, {32, 32, 32}, {11, 10, 0}};

// Windows of depth 24 may have an alpha channel that isn't seen; so has depth 30 with its two bits left over.
Colors colors_of(const PixelLayout& layout) {
    static constexpr uint8_t any[] = {8, 0}, none[] = {0}, two[] = {2}, eight[] = {8};
    std::span<const uint8_t> alpha = any;
    if (layout.depth == 16) alpha = none;
    if (layout.depth == 30) alpha = two;
    if (layout.depth == 32) alpha = eight;
    return {layout.red, layout.green, layout.blue, alpha};
}

// The combinations in the order in which they deserve the better visual.
std::vector<glapi::BufferConfig> combinations(const Colors& colors) {
    std::vector<glapi::BufferConfig> result;
    for (uint8_t samples : sample_choices)
        for (uint8_t accumulation : accumulation_choices)
            for (bool double_buffered : {true, false}) {
                // The rarer numbers of samples: what is drawn to and swapped, nothing that few would ask for beside it.
                if (samples != 1 && samples != 4 && (accumulation || !double_buffered)) continue;
                for (DepthStencil depth_stencil : depth_stencil_choices)
                    for (uint8_t alpha : colors.alpha) {
                        glapi::BufferConfig config;
                        config.red = colors.red;
                        config.green = colors.green;
                        config.blue = colors.blue;
                        config.alpha = alpha;
                        config.depth = depth_stencil.depth;
                        config.stencil = depth_stencil.stencil;
                        config.samples = samples;
                        config.double_buffered = double_buffered;
                        config.accumulation = accumulation;
                        config.srgb_capable = colors.red == 8;
                        result.push_back(config);
                    }
            }
    return result;
}

// How much two sets of buffers differ; what a program notices first weighs most.
int difference(const glapi::BufferConfig& a, const glapi::BufferConfig& b) {
    return 10000 * (a.double_buffered != b.double_buffered) + 100 * std::abs(a.samples - b.samples) +
           20 * std::abs(a.stencil - b.stencil) + 10 * std::abs(a.depth - b.depth) +
           5 * std::abs(a.accumulation - b.accumulation) + std::abs(a.alpha - b.alpha);
}

template <typename Items, typename BuffersOf>
size_t most_similar(const Items& items, const glapi::BufferConfig& wanted, BuffersOf&& buffers_of) {
    const auto at = std::min_element(items.begin(), items.end(), [&](const auto& a, const auto& b) {
        return difference(buffers_of(a), wanted) < difference(buffers_of(b), wanted);
    });
    return static_cast<size_t>(at - items.begin());
}

// The configs of one depth are added to `result`.
void add_configs(std::vector<FrameConfig>& result, const std::vector<X11Visual>& visuals, const PixelLayout& layout) {
    const std::vector<glapi::BufferConfig> all = combinations(colors_of(layout));
    std::vector<bool> used(all.size());
    const auto add = [&](const glapi::BufferConfig& buffers, xcb_visualid_t visual, bool direct_color) {
        result.push_back(
            {static_cast<int32_t>(result.size()) + 1, buffers, visual, layout.depth, direct_color, true, true});
    };
    const size_t first = result.size();
    for (const X11Visual& visual : visuals) {
        const auto itself = [](const glapi::BufferConfig& buffers) { return buffers; };
        const size_t choice = visual.server_buffers ? most_similar(all, *visual.server_buffers, itself) : 0;
        used[choice] = true;
        add(all[choice], visual.id, visual.direct_color);
    }
    // The first of equally similar visuals is the default one or at least TrueColor.
    const std::vector<FrameConfig> own(result.begin() + static_cast<ptrdiff_t>(first), result.end());
    for (size_t i = 0; i < all.size(); ++i) {
        if (used[i]) continue;
        const FrameConfig& host = own[most_similar(own, all[i], [](const FrameConfig& c) { return c.buffers; })];
        add(all[i], host.visual, host.direct_color);
    }
}

}  // namespace

std::vector<FrameConfig> screen_configs(const X11Screen& screen) {
    std::vector<FrameConfig> result;
    // Depth 32 last: its windows need a colormap and a border pixel of their own, which few programs expect.
    for (const PixelLayout& layout : pixel_layouts) {
        std::vector<X11Visual> visuals;
        for (const X11Visual& visual : screen.visuals)
            if (visual.depth == layout.depth) visuals.push_back(visual);
        if (!visuals.empty()) add_configs(result, visuals, layout);
    }
    add_float_configs(result);
    return result;
}

std::vector<FrameConfig> memory_configs() {
    std::vector<FrameConfig> result;
    for (const uint8_t depth : {uint8_t{24}, uint8_t{16}, uint8_t{30}})
        for (const glapi::BufferConfig& buffers : combinations(colors_of(*pixel_layout(depth))))
            result.push_back({static_cast<int32_t>(result.size()) + 1, buffers});
    add_float_configs(result);
    return result;
}

void add_linear_configs(std::vector<FrameConfig>& configs) {
    const size_t count = configs.size();
    for (size_t i = 0; i < count; ++i) {
        if (!configs[i].buffers.srgb_capable) continue;
        FrameConfig linear = configs[i];
        linear.id = static_cast<int32_t>(configs.size()) + 1;
        linear.buffers.srgb_capable = false;
        configs.push_back(linear);
    }
}

void add_float_configs(std::vector<FrameConfig>& configs) {
    for (const FloatColors& colors : float_colors)
        for (const bool double_buffered : {true, false})
            for (const DepthStencil depth_stencil : depth_stencil_choices) {
                glapi::BufferConfig buffers;
                buffers.red = buffers.green = colors.bits;
                buffers.blue = colors.blue;
                buffers.alpha = colors.alpha;
                buffers.depth = depth_stencil.depth;
                buffers.stencil = depth_stencil.stencil;
                buffers.double_buffered = double_buffered;
                buffers.srgb_capable = false;
                buffers.float_color = true;
                configs.push_back({static_cast<int32_t>(configs.size()) + 1, buffers});
            }
}

}  // namespace driver
