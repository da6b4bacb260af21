#include "driver/egl/egl_config.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>

#include "driver/testing/test_screen.h"

namespace driver::egl {
namespace {

class EglConfig : public testing::Test {
  protected:
    using List = std::vector<EGLint>;
    using Chosen = std::vector<const FrameConfig*>;

    const std::vector<FrameConfig> of_screen = egl_configs(screen_configs(test_screen()));
    const std::vector<FrameConfig> of_memory = egl_configs(memory_configs());

    // Chooses for any API, as what is asked of the API is the same for all.
    static std::optional<Chosen> try_choose(const std::vector<FrameConfig>& configs, List list) {
        list.push_back(EGL_NONE);
        return choose_configs(configs, list.data());
    }
    Chosen choose(const List& list) const { return try_choose(of_screen, list).value(); }
    Chosen choose_memory(List list) const {
        list.insert(list.end(), {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT});
        return try_choose(of_memory, list).value();
    }
    static std::vector<EGLint> values(const Chosen& chosen, EGLint token) {
        std::vector<EGLint> result;
        for (const FrameConfig* config : chosen) result.push_back(attribute(*config, token).value());
        return result;
    }
    static bool all(const Chosen& chosen, EGLint token, EGLint value) {
        return !chosen.empty() &&
               std::ranges::all_of(values(chosen, token), [&](EGLint each) { return each == value; });
    }
    bool refuses(const List& list) const { return !try_choose(of_screen, list); }
};

TEST_F(EglConfig, AreThoseOfThePlatformThatDifferForEgl) {
    for (const auto& configs : {of_screen, of_memory}) {
        for (size_t i = 0; i < configs.size(); ++i) {
            EXPECT_EQ(configs[i].id, static_cast<EGLint>(i) + 1);
            EXPECT_TRUE(configs[i].buffers.double_buffered);
            EXPECT_EQ(configs[i].buffers.accumulation, 16);
        }
    }
    // Each combination that is double-buffered and without accumulation, once.
    const auto platform = screen_configs(test_screen());
    EXPECT_EQ(std::ranges::count_if(platform,
                                    [](const FrameConfig& config) {
                                        return config.buffers.double_buffered && !config.buffers.accumulation;
                                    }),
              static_cast<ptrdiff_t>(of_screen.size()));
}

TEST_F(EglConfig, DefaultsAskForWindowsOfOpenGlEs) {
    for (const auto& chosen : {choose_configs(of_screen, nullptr).value(), choose({})}) {
        ASSERT_FALSE(chosen.empty());
        for (const FrameConfig* config : chosen) {
            EXPECT_TRUE(config->windows);
            EXPECT_FALSE(config->buffers.float_color);
        }
    }
    // Without windows there are none by default.
    EXPECT_TRUE(try_choose(of_memory, {})->empty());
    EXPECT_FALSE(choose_memory({}).empty());
}

TEST_F(EglConfig, SizesMustBeReached) {
    for (const EGLint token : {EGL_RED_SIZE, EGL_ALPHA_SIZE, EGL_DEPTH_SIZE, EGL_STENCIL_SIZE, EGL_SAMPLES}) {
        const Chosen chosen = choose({token, 1});
        ASSERT_FALSE(chosen.empty()) << token;
        EXPECT_GE(std::ranges::min(values(chosen, token)), 1) << token;
    }
    EXPECT_TRUE(choose({EGL_DEPTH_SIZE, 25}).empty());
    EXPECT_TRUE(choose({EGL_LUMINANCE_SIZE, 1}).empty());
    EXPECT_TRUE(choose({EGL_ALPHA_MASK_SIZE, 1}).empty());
}

TEST_F(EglConfig, ExactValuesMustBeMet) {
    EXPECT_TRUE(choose({EGL_COLOR_BUFFER_TYPE, EGL_LUMINANCE_BUFFER}).empty());
    EXPECT_TRUE(choose({EGL_CONFIG_CAVEAT, EGL_SLOW_CONFIG}).empty());
    EXPECT_TRUE(choose({EGL_LEVEL, 1}).empty());
    EXPECT_TRUE(choose({EGL_TRANSPARENT_TYPE, EGL_TRANSPARENT_RGB}).empty());
    EXPECT_TRUE(all(choose({EGL_NATIVE_VISUAL_TYPE, XCB_VISUAL_CLASS_DIRECT_COLOR}), EGL_NATIVE_VISUAL_ID,
                    static_cast<EGLint>(direct_visual)));
    const Chosen floats = choose_memory({EGL_COLOR_COMPONENT_TYPE_EXT, EGL_COLOR_COMPONENT_TYPE_FLOAT_EXT});
    EXPECT_TRUE(all(floats, EGL_COLOR_COMPONENT_TYPE_EXT, EGL_COLOR_COMPONENT_TYPE_FLOAT_EXT));
    EXPECT_TRUE(all(choose_memory({}), EGL_COLOR_COMPONENT_TYPE_EXT, EGL_COLOR_COMPONENT_TYPE_FIXED_EXT));
}

TEST_F(EglConfig, MasksMustBeCovered) {
    EXPECT_FALSE(choose({EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT | EGL_OPENGL_ES2_BIT | EGL_OPENGL_ES3_BIT}).empty());
    EXPECT_TRUE(choose({EGL_RENDERABLE_TYPE, EGL_OPENVG_BIT}).empty());
    EXPECT_TRUE(choose({EGL_CONFORMANT, EGL_OPENVG_BIT}).empty());
    EXPECT_TRUE(choose({EGL_SURFACE_TYPE, EGL_VG_COLORSPACE_LINEAR_BIT}).empty());
    EXPECT_FALSE(choose({EGL_SURFACE_TYPE, EGL_WINDOW_BIT | EGL_PIXMAP_BIT | EGL_PBUFFER_BIT}).empty());
    EXPECT_FALSE(choose({EGL_SURFACE_TYPE, EGL_SWAP_BEHAVIOR_PRESERVED_BIT}).empty());
    EXPECT_EQ(choose({EGL_SURFACE_TYPE, 0, EGL_COLOR_COMPONENT_TYPE_EXT, EGL_DONT_CARE}).size(), of_screen.size());
}

// "EGL_MAX_PBUFFER_…, EGL_NATIVE_VISUAL_ID: ignored" (section 3.4.1.1).
TEST_F(EglConfig, SomeAreIgnored) {
    const size_t count = choose({}).size();
    for (const EGLint token : {EGL_MAX_PBUFFER_WIDTH, EGL_MAX_PBUFFER_HEIGHT, EGL_MAX_PBUFFER_PIXELS,
                               EGL_NATIVE_VISUAL_ID, EGL_CONFIG_SELECT_GROUP_EXT})
        EXPECT_EQ(choose({token, 123456}).size(), count) << token;
    // So is the type of visuals where no window is asked for.
    EXPECT_FALSE(
        choose({EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_NATIVE_VISUAL_TYPE, XCB_VISUAL_CLASS_DIRECT_COLOR}).empty());
}

TEST_F(EglConfig, IdentifierOutweighsAllOthers) {
    const FrameConfig& last = of_screen.back();
    EXPECT_EQ(choose({EGL_CONFIG_ID, last.id, EGL_DEPTH_SIZE, 1000}), Chosen{&last});
    EXPECT_TRUE(choose({EGL_CONFIG_ID, static_cast<EGLint>(of_screen.size()) + 1}).empty());
}

TEST_F(EglConfig, DontCareMayStandForAllButTheLevel) {
    EXPECT_TRUE(refuses({EGL_LEVEL, EGL_DONT_CARE}));
    for (const EGLint token : {EGL_RED_SIZE, EGL_SURFACE_TYPE, EGL_COLOR_BUFFER_TYPE, EGL_TRANSPARENT_TYPE,
                               EGL_RENDERABLE_TYPE, EGL_SAMPLES, EGL_BIND_TO_TEXTURE_RGB})
        EXPECT_FALSE(refuses({token, EGL_DONT_CARE})) << token;
}

TEST_F(EglConfig, UnknownAttributesAndValuesAreRefused) {
    EXPECT_TRUE(refuses({0x7abc, 1}));
    EXPECT_TRUE(refuses({EGL_RED_SIZE, -2}));
    EXPECT_TRUE(refuses({EGL_SAMPLES, -5}));
    EXPECT_TRUE(refuses({EGL_BIND_TO_TEXTURE_RGB, 2}));
    EXPECT_TRUE(refuses({EGL_COLOR_BUFFER_TYPE, EGL_NONE + 1}));
    EXPECT_TRUE(refuses({EGL_CONFIG_CAVEAT, 1}));
    EXPECT_TRUE(refuses({EGL_TRANSPARENT_TYPE, 1}));
    EXPECT_TRUE(refuses({EGL_NATIVE_RENDERABLE, 7}));
    EXPECT_TRUE(refuses({EGL_COLOR_COMPONENT_TYPE_EXT, EGL_RGB_BUFFER}));
    EXPECT_FALSE(refuses({EGL_LEVEL, -3}));  // underlays
}

// Section 3.4.1.2, rule 3.
TEST_F(EglConfig, SortsByTheColoursThatWereAskedFor) {
    const auto reds = values(choose({EGL_RED_SIZE, 1}), EGL_RED_SIZE);
    EXPECT_TRUE(std::ranges::is_sorted(reds, std::greater()));
    const auto unasked = choose({});
    EXPECT_TRUE(std::ranges::is_sorted(values(unasked, EGL_BUFFER_SIZE)));
    EXPECT_EQ(choose({EGL_RED_SIZE, 1, EGL_ALPHA_SIZE, 1}).front()->buffers.alpha > 0, true);
    EXPECT_EQ(choose({EGL_RED_SIZE, 0}), unasked);
    EXPECT_EQ(choose({EGL_RED_SIZE, EGL_DONT_CARE}), unasked);
}

TEST_F(EglConfig, SortsByTheOtherRulesInTheirOrder) {
    const Chosen chosen = choose({});
    for (size_t i = 1; i < chosen.size(); ++i) {
        const FrameConfig &a = *chosen[i - 1], &b = *chosen[i];
        if (a.color_bits() != b.color_bits()) {
            EXPECT_LT(a.color_bits(), b.color_bits());
        } else if (a.samples() != b.samples()) {
            EXPECT_LT(a.samples(), b.samples());
        } else if (a.buffers.depth != b.buffers.depth) {
            EXPECT_LT(a.buffers.depth, b.buffers.depth);  // unlike GLX
        } else if (a.buffers.stencil != b.buffers.stencil) {
            EXPECT_LT(a.buffers.stencil, b.buffers.stencil);
        } else {
            EXPECT_LT(a.id, b.id);
        }
    }
}

// EXT_config_select_group and EXT_pixel_format_float: who asks for eight bits gets eight, though others have more.
TEST_F(EglConfig, LargerOnesComeBehindWhereNobodyAskedForThem) {
    const Chosen chosen = choose_memory({EGL_RED_SIZE, 8, EGL_COLOR_COMPONENT_TYPE_EXT, EGL_DONT_CARE});
    EXPECT_EQ(chosen.front()->buffers.red, 8);
    const auto groups = values(chosen, EGL_CONFIG_SELECT_GROUP_EXT);
    const auto first_float = std::ranges::find_if(chosen, [](const FrameConfig* c) { return c->buffers.float_color; });
    ASSERT_NE(first_float, chosen.end());
    EXPECT_TRUE(std::all_of(first_float, chosen.end(), [](const FrameConfig* c) { return c->buffers.float_color; }));
    EXPECT_TRUE(std::is_sorted(groups.begin(), groups.begin() + (first_float - chosen.begin())));
    EXPECT_EQ(choose_memory({EGL_RED_SIZE, 10}).front()->buffers.red, 10);
}

TEST_F(EglConfig, AttributesAreThoseOfTheConfig) {
    FrameConfig config;
    config.id = 5;
    config.visual = 0x123;
    config.windows = config.pixmaps = true;
    config.buffers.samples = 4;
    const std::map<EGLint, EGLint> expected = {
        {EGL_CONFIG_ID, 5},
        {EGL_BUFFER_SIZE, 32},
        {EGL_ALPHA_SIZE, 8},
        {EGL_ALPHA_MASK_SIZE, 0},
        {EGL_BIND_TO_TEXTURE_RGBA, EGL_TRUE},
        {EGL_COLOR_BUFFER_TYPE, EGL_RGB_BUFFER},
        {EGL_CONFIG_CAVEAT, EGL_NONE},
        {EGL_DEPTH_SIZE, 24},
        {EGL_MAX_PBUFFER_WIDTH, 16384},
        {EGL_MIN_SWAP_INTERVAL, 0},
        {EGL_MAX_SWAP_INTERVAL, 4},
        {EGL_NATIVE_RENDERABLE, EGL_TRUE},
        {EGL_NATIVE_VISUAL_ID, 0x123},
        {EGL_NATIVE_VISUAL_TYPE, XCB_VISUAL_CLASS_TRUE_COLOR},
        {EGL_SAMPLE_BUFFERS, 1},
        {EGL_SAMPLES, 4},
        {EGL_STENCIL_SIZE, 8},
        {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT | EGL_PIXMAP_BIT | EGL_WINDOW_BIT | EGL_SWAP_BEHAVIOR_PRESERVED_BIT},
        {EGL_TRANSPARENT_TYPE, EGL_NONE},
    };
    for (const auto& [token, value] : expected) EXPECT_EQ(attribute(config, token), value) << token;
    EXPECT_FALSE(attribute(config, EGL_WIDTH));
    config.visual = 0;
    config.native_format = 0x34325258;
    EXPECT_EQ(attribute(config, EGL_NATIVE_VISUAL_ID), 0x34325258);
    EXPECT_EQ(attribute(config, EGL_NATIVE_VISUAL_TYPE), EGL_NONE);
    config.buffers.float_color = true;
    EXPECT_EQ(attribute(config, EGL_BIND_TO_TEXTURE_RGBA), EGL_FALSE);
}

}  // namespace
}  // namespace driver::egl
