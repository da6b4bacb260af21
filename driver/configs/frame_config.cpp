#include "driver/configs/frame_config.h"

namespace driver {
namespace {

struct DepthStencil {
    uint8_t depth, stencil;
};
constexpr DepthStencil depth_stencil_choices[] = {{24, 8}, {24, 0}, {0, 0}};
constexpr uint8_t alpha_choices[] = {8, 0};
constexpr uint8_t sample_choices[] = {1, 4};
constexpr uint8_t accumulation_choices[] = {0, 16};

// The combinations in the order in which they deserve the better visual; `only_alpha` for visuals with an alpha
// channel.
std::vector<glapi::BufferConfig> combinations(bool only_alpha) {
    std::vector<glapi::BufferConfig> result;
    for (uint8_t samples : sample_choices)
        for (uint8_t accumulation : accumulation_choices)
            for (bool double_buffered : {true, false})
                for (DepthStencil depth_stencil : depth_stencil_choices)
                    for (uint8_t alpha : alpha_choices) {
                        if (only_alpha && !alpha) continue;
                        glapi::BufferConfig config;
                        config.alpha = alpha;
                        config.depth = depth_stencil.depth;
                        config.stencil = depth_stencil.stencil;
                        config.samples = samples;
                        config.double_buffered = double_buffered;
                        config.accumulation = accumulation;
                        result.push_back(config);
                    }
    return result;
}

}  // namespace

std::vector<FrameConfig> screen_configs(const X11Screen& screen) {
    std::vector<FrameConfig> result;
    // Depth 24 first: a window of depth 32 needs a colormap and a border pixel of its own, which few programs expect.
    for (uint8_t depth : {uint8_t(24), uint8_t(32)}) {
        std::vector<xcb_visualid_t> visuals;
        for (const X11Visual& visual : screen.visuals)
            if (visual.depth == depth) visuals.push_back(visual.id);
        if (visuals.empty()) continue;
        size_t next = 0;
        for (const glapi::BufferConfig& buffers : combinations(depth == 32))
            result.push_back({int32_t(result.size()) + 1, buffers, visuals[next++ % visuals.size()], depth});
    }
    return result;
}

std::vector<FrameConfig> memory_configs() {
    std::vector<FrameConfig> result;
    for (const glapi::BufferConfig& buffers : combinations(false))
        result.push_back({int32_t(result.size()) + 1, buffers, 0, 0});
    return result;
}

}  // namespace driver
