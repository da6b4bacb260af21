#include "driver/glx/glx_config.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>

#include "driver/glx/glx_headers.h"
#include "driver/testing/test_screen.h"

namespace driver::glx {
namespace {

class GlxConfig : public testing::Test {
  protected:
    using List = std::vector<int>;
    using Chosen = std::vector<const FrameConfig*>;

    const std::vector<FrameConfig> configs = test_configs();

    Chosen choose(List list) const {
        list.push_back(None);
        return choose_configs(configs, list.data());
    }
    const FrameConfig* visual(List list) const {
        list.push_back(None);
        return choose_visual(configs, list.data());
    }
    // An attribute's value of each.
    static std::vector<int> values(const Chosen& chosen, int token) {
        std::vector<int> result;
        for (const FrameConfig* config : chosen) result.push_back(attribute(*config, token, false).value());
        return result;
    }
    static bool all(const Chosen& chosen, int token, int value) {
        return !chosen.empty() && std::ranges::all_of(values(chosen, token), [&](int each) { return each == value; });
    }
};

TEST_F(GlxConfig, DefaultsAskForWindowsOfNormalizedColours) {
    for (const Chosen& chosen : {choose_configs(configs, nullptr), choose({})}) {
        ASSERT_FALSE(chosen.empty());
        for (const FrameConfig* config : chosen) {
            EXPECT_TRUE(config->windows);
            EXPECT_FALSE(config->buffers.float_color);
        }
        // All of them: nothing else has a default that matters.
        EXPECT_EQ(static_cast<int>(chosen.size()), std::ranges::count_if(configs, &FrameConfig::windows));
    }
}

TEST_F(GlxConfig, ExactValuesMustBeMet) {
    EXPECT_TRUE(all(choose({GLX_DOUBLEBUFFER, True}), GLX_DOUBLEBUFFER, True));
    EXPECT_TRUE(all(choose({GLX_DOUBLEBUFFER, False}), GLX_DOUBLEBUFFER, False));
    EXPECT_TRUE(all(choose({GLX_FRAMEBUFFER_SRGB_CAPABLE_ARB, True}), GLX_FRAMEBUFFER_SRGB_CAPABLE_ARB, True));
    EXPECT_TRUE(all(choose({GLX_FRAMEBUFFER_SRGB_CAPABLE_ARB, False}), GLX_FRAMEBUFFER_SRGB_CAPABLE_ARB, False));
    EXPECT_TRUE(all(choose({GLX_X_VISUAL_TYPE, GLX_DIRECT_COLOR}), GLX_VISUAL_ID, static_cast<int>(direct_visual)));
    EXPECT_TRUE(choose({GLX_STEREO, True}).empty());
    EXPECT_TRUE(choose({GLX_LEVEL, 1}).empty());
    EXPECT_TRUE(choose({GLX_CONFIG_CAVEAT, GLX_SLOW_CONFIG}).empty());
    EXPECT_TRUE(choose({GLX_TRANSPARENT_TYPE, GLX_TRANSPARENT_RGB}).empty());
}

TEST_F(GlxConfig, SizesMustBeReached) {
    for (const int token :
         {GLX_RED_SIZE, GLX_ALPHA_SIZE, GLX_DEPTH_SIZE, GLX_STENCIL_SIZE, GLX_ACCUM_RED_SIZE, GLX_SAMPLES}) {
        const Chosen chosen = choose({token, 1});
        ASSERT_FALSE(chosen.empty()) << token;
        EXPECT_GE(std::ranges::min(values(chosen, token)), 1) << token;
    }
    EXPECT_TRUE(choose({GLX_DEPTH_SIZE, 25}).empty());
    EXPECT_TRUE(choose({GLX_AUX_BUFFERS, 1}).empty());
    EXPECT_TRUE(choose({GLX_SAMPLES, 17}).empty());
}

TEST_F(GlxConfig, MasksMustBeCovered) {
    const Chosen floats = choose({GLX_RENDER_TYPE, GLX_RGBA_FLOAT_BIT_ARB, GLX_DRAWABLE_TYPE, GLX_PBUFFER_BIT});
    EXPECT_TRUE(all(floats, GLX_RENDER_TYPE, GLX_RGBA_FLOAT_BIT_ARB));
    EXPECT_TRUE(choose({GLX_RENDER_TYPE, GLX_RGBA_FLOAT_BIT_ARB}).empty());  // no windows of floats
    EXPECT_TRUE(choose({GLX_RENDER_TYPE, GLX_COLOR_INDEX_BIT}).empty());
    EXPECT_TRUE(choose({GLX_RENDER_TYPE, GLX_RGBA_BIT | GLX_COLOR_INDEX_BIT}).empty());
    const Chosen packed =
        choose({GLX_RENDER_TYPE, GLX_RGBA_UNSIGNED_FLOAT_BIT_EXT, GLX_DRAWABLE_TYPE, GLX_PBUFFER_BIT});
    EXPECT_TRUE(all(packed, GLX_RED_SIZE, 11));
    EXPECT_FALSE(choose({GLX_DRAWABLE_TYPE, GLX_WINDOW_BIT | GLX_PIXMAP_BIT | GLX_PBUFFER_BIT}).empty());
}

TEST_F(GlxConfig, DontCareTakesAll) {
    const Chosen chosen =
        choose({GLX_DRAWABLE_TYPE, static_cast<int>(GLX_DONT_CARE), GLX_RENDER_TYPE, static_cast<int>(GLX_DONT_CARE)});
    EXPECT_EQ(chosen.size(), configs.size());
}

// "The following attributes are ignored" (table 3.4 and below).
TEST_F(GlxConfig, SomeAreIgnored) {
    const size_t count = choose({}).size();
    for (const int token : {GLX_MAX_PBUFFER_WIDTH, GLX_MAX_PBUFFER_HEIGHT, GLX_MAX_PBUFFER_PIXELS, GLX_VISUAL_ID})
        EXPECT_EQ(choose({token, 123456}).size(), count) << token;
}

TEST_F(GlxConfig, IdentifierOutweighsAllOthers) {
    const FrameConfig& last = configs.back();
    EXPECT_EQ(choose({GLX_FBCONFIG_ID, last.id, GLX_DEPTH_SIZE, 1000, GLX_STEREO, True}), Chosen{&last});
    EXPECT_EQ(choose({GLX_DEPTH_SIZE, 1000, GLX_FBCONFIG_ID, 1}), Chosen{&configs.front()});
    EXPECT_TRUE(choose({GLX_FBCONFIG_ID, static_cast<int>(configs.size()) + 1}).empty());
}

TEST_F(GlxConfig, UnknownAttributesGiveNothing) { EXPECT_TRUE(choose({0x7abc, 1}).empty()); }

// Section 3.3.3, rule 2: of the components that were asked for, and only of those, more bits come first.
TEST_F(GlxConfig, SortsByTheColoursThatWereAskedFor) {
    const auto reds = values(choose({GLX_RED_SIZE, 1}), GLX_RED_SIZE);
    EXPECT_TRUE(std::ranges::is_sorted(reds, std::greater()));
    EXPECT_EQ(reds.front(), 10);
    // Rule 3: else the smaller buffer. Alpha was not asked for, so there is none at first.
    const auto unasked = choose({});
    EXPECT_TRUE(std::ranges::is_sorted(values(unasked, GLX_BUFFER_SIZE)));
    EXPECT_EQ(unasked.front()->buffers.alpha, 0);
    EXPECT_EQ(choose({GLX_RED_SIZE, 0, GLX_ALPHA_SIZE, 1}).front()->buffers.alpha, 8);
    EXPECT_EQ(choose({GLX_RED_SIZE, static_cast<int>(GLX_DONT_CARE)}).front()->buffers.red, 8);
}

// The rules below those of colours, each among configs that the ones before it leave equal.
TEST_F(GlxConfig, SortsByTheOtherRulesInTheirOrder) {
    const Chosen chosen = choose({});
    for (size_t i = 1; i < chosen.size(); ++i) {
        const glapi::BufferConfig &a = chosen[i - 1]->buffers, &b = chosen[i]->buffers;
        const int before = chosen[i - 1]->color_bits(), after = chosen[i]->color_bits();
        if (before != after) {
            EXPECT_LT(before, after);
        } else if (a.double_buffered != b.double_buffered) {
            EXPECT_FALSE(a.double_buffered);  // single-buffered ones first
        } else if (a.samples != b.samples) {
            EXPECT_LT(a.samples, b.samples);
        } else if (a.depth != b.depth) {
            EXPECT_GT(a.depth, b.depth);  // the larger depth buffer
        } else if (a.stencil != b.stencil) {
            EXPECT_LT(a.stencil, b.stencil);
        } else if (a.accumulation != b.accumulation) {
            EXPECT_LT(a.accumulation, b.accumulation);  // not asked for: the smaller memory
        } else {
            EXPECT_LE(chosen[i - 1]->direct_color, chosen[i]->direct_color);  // TrueColor first
        }
    }
}

TEST_F(GlxConfig, AccumulationThatWasAskedForComesInFullFirst) {
    const auto sizes = values(choose({GLX_ACCUM_RED_SIZE, 1, GLX_DOUBLEBUFFER, True}), GLX_ACCUM_RED_SIZE);
    EXPECT_TRUE(std::ranges::is_sorted(sizes, std::greater()));
    EXPECT_EQ(sizes.front(), 16);
}

TEST_F(GlxConfig, VisualsAreAskedForByTruths) {
    const FrameConfig* const found = visual({GLX_RGBA, GLX_DOUBLEBUFFER, GLX_DEPTH_SIZE, 16});
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->buffers.double_buffered);
    EXPECT_EQ(found->buffers.depth, 24);
    // Without the truth it is false, not anything.
    ASSERT_TRUE(visual({GLX_RGBA}));
    EXPECT_FALSE(visual({GLX_RGBA})->buffers.double_buffered);
    EXPECT_FALSE(visual({GLX_RGBA, GLX_STEREO}));
}

TEST_F(GlxConfig, VisualsOfColourIndicesAreNotThere) {
    EXPECT_FALSE(visual({}));
    EXPECT_FALSE(visual({GLX_DOUBLEBUFFER, GLX_DEPTH_SIZE, 1}));
}

TEST_F(GlxConfig, VisualsIgnoreUseGlAndKnowNoConfigsAttributes) {
    EXPECT_EQ(visual({GLX_USE_GL, GLX_RGBA}), visual({GLX_RGBA}));
    EXPECT_EQ(visual({GLX_RGBA, GLX_FBCONFIG_ID, 1}), visual({GLX_RGBA}));
    EXPECT_FALSE(visual({GLX_RGBA, GLX_DRAWABLE_TYPE, GLX_WINDOW_BIT}));
    EXPECT_FALSE(visual({GLX_RGBA, 0x7abc, 1}));
}

TEST_F(GlxConfig, AttributesAreThoseOfTheConfig) {
    FrameConfig config;
    config.id = 77;
    config.visual = 0x123;
    config.visual_depth = 32;
    config.windows = config.pixmaps = true;
    config.buffers.samples = 8;
    config.buffers.accumulation = 16;
    const std::map<int, int> expected = {
        {GLX_FBCONFIG_ID, 77},
        {GLX_BUFFER_SIZE, 32},
        {GLX_LEVEL, 0},
        {GLX_DOUBLEBUFFER, True},
        {GLX_STEREO, False},
        {GLX_AUX_BUFFERS, 0},
        {GLX_RED_SIZE, 8},
        {GLX_ALPHA_SIZE, 8},
        {GLX_DEPTH_SIZE, 24},
        {GLX_STENCIL_SIZE, 8},
        {GLX_ACCUM_ALPHA_SIZE, 16},
        {GLX_SAMPLE_BUFFERS, 1},
        {GLX_SAMPLES, 8},
        {GLX_RENDER_TYPE, GLX_RGBA_BIT},
        {GLX_DRAWABLE_TYPE, GLX_WINDOW_BIT | GLX_PIXMAP_BIT | GLX_PBUFFER_BIT},
        {GLX_X_RENDERABLE, True},
        {GLX_X_VISUAL_TYPE, GLX_TRUE_COLOR},
        {GLX_CONFIG_CAVEAT, GLX_NONE},
        {GLX_VISUAL_ID, 0x123},
        {GLX_MAX_PBUFFER_WIDTH, 16384},
        {GLX_MAX_PBUFFER_PIXELS, 16384 * 16384},
        {GLX_SWAP_METHOD_OML, GLX_SWAP_COPY_OML},
        {GLX_BIND_TO_TEXTURE_RGBA_EXT, True},
        {GLX_Y_INVERTED_EXT, True},
    };
    for (const auto& [token, value] : expected) EXPECT_EQ(attribute(config, token, false), value) << token;
    EXPECT_FALSE(attribute(config, 0x7abc, false));
    // A pbuffer's config has no visual.
    config.visual = 0;
    config.windows = config.pixmaps = false;
    config.buffers.samples = 1;
    EXPECT_EQ(attribute(config, GLX_X_VISUAL_TYPE, false), static_cast<int>(GLX_NONE));
    EXPECT_EQ(attribute(config, GLX_DRAWABLE_TYPE, false), static_cast<int>(GLX_PBUFFER_BIT));
    EXPECT_EQ(attribute(config, GLX_SAMPLE_BUFFERS, false), 0);
    EXPECT_EQ(attribute(config, GLX_SAMPLES, false), 0);
}

TEST_F(GlxConfig, GetConfigKnowsVisualsAttributesOnly) {
    EXPECT_EQ(attribute(configs.front(), GLX_DEPTH_SIZE, true), 24);
    EXPECT_FALSE(attribute(configs.front(), GLX_RENDER_TYPE, true));
    EXPECT_FALSE(attribute(configs.front(), GLX_DRAWABLE_TYPE, true));
}

TEST_F(GlxConfig, RenderTypesAreThoseOfColours) {
    EXPECT_EQ(render_type(GLX_RGBA_TYPE)->bit, GLX_RGBA_BIT);
    EXPECT_EQ(render_type(GLX_RGBA_FLOAT_TYPE_ARB)->bit, GLX_RGBA_FLOAT_BIT_ARB);
    EXPECT_FALSE(render_type(GLX_RGBA_BIT));
    for (const FrameConfig& config : configs) {
        const int wanted = !config.buffers.float_color ? GLX_RGBA_TYPE
                           : config.buffers.blue == 10 ? GLX_RGBA_UNSIGNED_FLOAT_TYPE_EXT
                                                       : GLX_RGBA_FLOAT_TYPE_ARB;
        EXPECT_EQ(render_type(config)->type, wanted);
    }
}

}  // namespace
}  // namespace driver::glx
