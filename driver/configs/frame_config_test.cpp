#include "driver/configs/frame_config.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>

#include "driver/testing/test_screen.h"

namespace driver {
namespace {

// What two configs of one visual must not have in common.
bool same_buffers(const FrameConfig& a, const FrameConfig& b) { return a.buffers == b.buffers && a.visual == b.visual; }

void expect_identifiers_count_from_one(const std::vector<FrameConfig>& configs) {
    for (size_t i = 0; i < configs.size(); ++i) EXPECT_EQ(configs[i].id, static_cast<int32_t>(i) + 1);
}

TEST(FrameConfig, IdentifiersCountFromOne) {
    expect_identifiers_count_from_one(screen_configs(test_screen()));
    expect_identifiers_count_from_one(test_configs());
    expect_identifiers_count_from_one(memory_configs());
}

TEST(FrameConfig, NoneIsThereTwice) {
    for (const auto& configs : {test_configs(), memory_configs()})
        for (size_t i = 0; i < configs.size(); ++i)
            for (size_t j = i + 1; j < configs.size(); ++j)
                EXPECT_FALSE(same_buffers(configs[i], configs[j])) << configs[i].id << " and " << configs[j].id;
}

TEST(FrameConfig, HaveTheColoursOfTheirDepth) {
    for (const FrameConfig& config : screen_configs(test_screen())) {
        if (config.buffers.float_color) continue;
        const PixelLayout* const layout = pixel_layout(config.visual_depth);
        ASSERT_TRUE(layout) << config.id;
        EXPECT_EQ(config.buffers.red, layout->red);
        EXPECT_EQ(config.buffers.green, layout->green);
        EXPECT_EQ(config.buffers.blue, layout->blue);
        EXPECT_EQ(config.buffers.srgb_capable, layout->red == 8);
        // Depth 32 has alpha in any case, depth 30 the two bits that are left.
        if (config.visual_depth == 32) {
            EXPECT_EQ(config.buffers.alpha, 8);
        }
        if (config.visual_depth == 30) {
            EXPECT_EQ(config.buffers.alpha, 2);
        }
    }
}

TEST(FrameConfig, VisualsAreThoseOfTheScreen) {
    const X11Screen screen = test_screen();
    for (const FrameConfig& config : screen_configs(screen)) {
        EXPECT_EQ(config.windows, config.visual != 0);
        EXPECT_EQ(config.pixmaps, config.visual != 0);
        if (!config.visual) {
            EXPECT_TRUE(config.buffers.float_color);
            continue;
        }
        EXPECT_EQ(config.visual_depth, screen.depth_of(config.visual));
        EXPECT_EQ(config.direct_color, config.visual == direct_visual);
    }
}

TEST(FrameConfig, EveryVisualHasOne) {
    std::set<xcb_visualid_t> visuals;
    for (const FrameConfig& config : screen_configs(test_screen())) visuals.insert(config.visual);
    for (const X11Visual& visual : test_screen().visuals) EXPECT_TRUE(visuals.contains(visual.id)) << visual.id;
}

// Clients learn of the server's own configs by other ways than GLX: the first config of a visual must be like them.
TEST(FrameConfig, FirstOfAVisualHasTheServersBuffers) {
    const auto configs = screen_configs(test_screen());
    const auto first = std::ranges::find(configs, server_visual, &FrameConfig::visual);
    ASSERT_NE(first, configs.end());
    EXPECT_FALSE(first->buffers.double_buffered);
    EXPECT_EQ(first->buffers.alpha, 0);
    EXPECT_EQ(first->buffers.depth, 0);
    EXPECT_EQ(first->buffers.stencil, 0);
    EXPECT_EQ(first->samples(), 4);
}

TEST(FrameConfig, MostUsefulOneIsTheDefaultVisuals) {
    const FrameConfig first = screen_configs(test_screen()).front();
    EXPECT_EQ(first.visual, default_visual);
    EXPECT_TRUE(first.buffers.double_buffered);
    EXPECT_EQ(first.buffers.depth, 24);
    EXPECT_EQ(first.buffers.stencil, 8);
    EXPECT_EQ(first.samples(), 0);
    EXPECT_EQ(first.color_bits(), 32);
}

// Which combinations of buffers there are of each depth.
TEST(FrameConfig, OffersEachNumberOfSamples) {
    const auto configs = screen_configs(test_screen());
    for (const int depth : {24, 30, 32})
        for (const int samples : {1, 2, 4, 8, 16})
            for (const int stencil : {0, 8})
                EXPECT_TRUE(std::ranges::any_of(configs,
                                                [&](const FrameConfig& config) {
                                                    return config.visual_depth == depth &&
                                                           config.buffers.samples == samples &&
                                                           config.buffers.stencil == stencil &&
                                                           config.buffers.double_buffered;
                                                }))
                    << depth << ' ' << samples << ' ' << stencil;
}

TEST(FrameConfig, LinearOnesAreAddedBehindTheOthers) {
    std::vector<FrameConfig> configs = screen_configs(test_screen());
    const size_t before = configs.size();
    const auto encoded = static_cast<size_t>(
        std::ranges::count_if(configs, [](const FrameConfig& config) { return config.buffers.srgb_capable; }));
    add_linear_configs(configs);
    ASSERT_EQ(configs.size(), before + encoded);
    for (size_t i = before; i < configs.size(); ++i) {
        FrameConfig of = configs[i];
        EXPECT_FALSE(of.buffers.srgb_capable);
        of.buffers.srgb_capable = true;
        EXPECT_EQ(std::count_if(configs.begin(), configs.begin() + static_cast<ptrdiff_t>(before),
                                [&](FrameConfig config) {
                                    config.id = of.id;
                                    return config == of;
                                }),
                  1);
    }
}

TEST(FrameConfig, ThoseOfMemoryHaveNoWindows) {
    std::set<int> reds;
    for (const FrameConfig& config : memory_configs()) {
        EXPECT_FALSE(config.windows || config.pixmaps || config.visual);
        reds.insert(config.buffers.float_color ? 100 + config.buffers.red : config.buffers.red);
    }
    EXPECT_EQ(reds, (std::set<int>{5, 8, 10, 111, 116, 132}));
}

TEST(FrameConfig, PackedFloatsHaveNoAlpha) {
    for (const FrameConfig& config : memory_configs())
        if (config.buffers.float_color && config.buffers.red == 11) {
            EXPECT_EQ(config.color_bits(), 32);
            EXPECT_EQ(config.buffers.blue, 10);
            EXPECT_EQ(config.buffers.alpha, 0);
        }
}

}  // namespace
}  // namespace driver
