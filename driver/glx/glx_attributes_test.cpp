// Lists of attributes that contexts, pixmaps and pbuffers are made by, and the errors of those that are wrong.
#include <gtest/gtest.h>
#include <vector>

#include "driver/glx/glx_config.h"
#include "driver/glx/glx_context_attributes.h"
#include "driver/glx/glx_pbuffer_attributes.h"
#include "driver/glx/glx_pixmap_texture.h"
#include "driver/surface.h"
#include "driver/testing/test_screen.h"

namespace driver::glx {
namespace {

using List = std::vector<int>;

const Failure bad_profile = Failure::glx(GlxError::GlxBadProfileARB);
const Failure bad_value = Failure::core(BadValue), bad_match = Failure::core(BadMatch), none;

class GlxContextAttributes : public testing::Test {
  protected:
    FrameConfig config;
    ContextAttributes wanted;

    Failure read(List list) {
        wanted = {};
        wanted.config = &config;
        list.push_back(None);
        return read_attributes(list.data(), wanted);
    }
    Failure read_without_config(List list) {
        wanted = {};
        list.push_back(None);
        return read_attributes(list.data(), wanted);
    }
    Failure version(int major, int minor, int profile) {
        return read({GLX_CONTEXT_MAJOR_VERSION_ARB, major, GLX_CONTEXT_MINOR_VERSION_ARB, minor,
                     GLX_CONTEXT_PROFILE_MASK_ARB, profile});
    }
};

TEST_F(GlxContextAttributes, DefaultsAreTheBestVersion) {
    wanted.config = &config;
    EXPECT_EQ(read_attributes(nullptr, wanted), none);
    EXPECT_EQ(read({}), none);
    EXPECT_EQ(wanted.request.major, 1);
    EXPECT_EQ(wanted.request.minor, 0);
    EXPECT_EQ(wanted.request.api, glapi::Api::OpenGl);
    EXPECT_EQ(wanted.request.profile, glapi::Profile::Compatibility);
    EXPECT_FALSE(wanted.request.linear_windows);
}

TEST_F(GlxContextAttributes, ProfilesBeginWithVersion32) {
    EXPECT_EQ(version(3, 2, GLX_CONTEXT_CORE_PROFILE_BIT_ARB), none);
    EXPECT_EQ(wanted.request.profile, glapi::Profile::Core);
    EXPECT_EQ(version(3, 1, GLX_CONTEXT_CORE_PROFILE_BIT_ARB), none);
    EXPECT_EQ(wanted.request.profile, glapi::Profile::Compatibility);
    EXPECT_EQ(version(4, 6, GLX_CONTEXT_COMPATIBILITY_PROFILE_BIT_ARB), none);
    EXPECT_EQ(wanted.request.profile, glapi::Profile::Compatibility);
    EXPECT_EQ(version(4, 6, 0), bad_profile);
    EXPECT_EQ(version(4, 6, GLX_CONTEXT_CORE_PROFILE_BIT_ARB | GLX_CONTEXT_COMPATIBILITY_PROFILE_BIT_ARB), bad_profile);
    EXPECT_EQ(version(4, 6, 0x100), bad_profile);
}

TEST_F(GlxContextAttributes, VersionsMustBeDefined) {
    for (const auto& [major, minor] : {std::pair{1, 6}, {2, 2}, {3, 4}, {4, 7}, {0, 1}, {-1, 0}})
        EXPECT_EQ(version(major, minor, GLX_CONTEXT_CORE_PROFILE_BIT_ARB), bad_match) << major << '.' << minor;
    for (const auto& [major, minor] : {std::pair{1, 2}, {2, 1}, {3, 3}})
        EXPECT_EQ(version(major, minor, GLX_CONTEXT_ES_PROFILE_BIT_EXT), bad_profile) << major << '.' << minor;
}

TEST_F(GlxContextAttributes, OpenGlEsIsAProfile) {
    EXPECT_EQ(version(2, 0, GLX_CONTEXT_ES2_PROFILE_BIT_EXT), none);
    EXPECT_EQ(wanted.request.api, glapi::Api::OpenGlEs);
    EXPECT_TRUE(wanted.request.linear_windows);
    EXPECT_EQ(version(1, 1, GLX_CONTEXT_ES_PROFILE_BIT_EXT), none);
}

TEST_F(GlxContextAttributes, FlagsAreThoseOfTheText) {
    EXPECT_EQ(read({GLX_CONTEXT_FLAGS_ARB, GLX_CONTEXT_DEBUG_BIT_ARB | GLX_CONTEXT_ROBUST_ACCESS_BIT_ARB}), none);
    EXPECT_TRUE(wanted.request.debug && wanted.request.robust_access);
    EXPECT_EQ(read({GLX_CONTEXT_FLAGS_ARB, 0x80}), bad_value);
    EXPECT_EQ(read({GLX_CONTEXT_FLAGS_ARB, GLX_CONTEXT_FORWARD_COMPATIBLE_BIT_ARB}), bad_match);
    EXPECT_EQ(read({GLX_CONTEXT_FLAGS_ARB, GLX_CONTEXT_FORWARD_COMPATIBLE_BIT_ARB, GLX_CONTEXT_MAJOR_VERSION_ARB, 3}),
              none);
    EXPECT_EQ(read({GLX_CONTEXT_OPENGL_NO_ERROR_ARB, True}), none);
    EXPECT_TRUE(wanted.request.no_error);
    EXPECT_EQ(read({GLX_CONTEXT_OPENGL_NO_ERROR_ARB, True, GLX_CONTEXT_FLAGS_ARB, GLX_CONTEXT_DEBUG_BIT_ARB}),
              bad_match);
}

TEST_F(GlxContextAttributes, ValuesMustBeOfTheirList) {
    EXPECT_EQ(read({0x7abc, 1}), bad_value);
    EXPECT_EQ(read({GLX_CONTEXT_RELEASE_BEHAVIOR_ARB, 7}), bad_value);
    EXPECT_EQ(read({GLX_CONTEXT_RELEASE_BEHAVIOR_ARB, GLX_CONTEXT_RELEASE_BEHAVIOR_NONE_ARB}), none);
    EXPECT_FALSE(wanted.request.flush_on_release);
    EXPECT_EQ(read({GLX_CONTEXT_PRIORITY_LEVEL_EXT, 7}), bad_value);
    EXPECT_EQ(read({GLX_CONTEXT_PRIORITY_LEVEL_EXT, GLX_CONTEXT_PRIORITY_LOW_EXT}), none);
    EXPECT_EQ(read({GLX_CONTEXT_RESET_NOTIFICATION_STRATEGY_ARB, 7}), bad_match);
    EXPECT_EQ(read({GLX_CONTEXT_RESET_NOTIFICATION_STRATEGY_ARB, GLX_LOSE_CONTEXT_ON_RESET_ARB}), none);
    EXPECT_TRUE(wanted.request.lose_context_on_reset);
}

TEST_F(GlxContextAttributes, RenderTypeIsTheConfigs) {
    EXPECT_EQ(read({GLX_RENDER_TYPE, GLX_RGBA_TYPE}), none);
    EXPECT_EQ(read({GLX_RENDER_TYPE, GLX_RGBA_FLOAT_TYPE_ARB}), bad_match);
    EXPECT_EQ(read({GLX_RENDER_TYPE, GLX_RGBA_BIT + 0x700}), bad_value);
    config.buffers.float_color = true;
    EXPECT_EQ(read({GLX_RENDER_TYPE, GLX_RGBA_FLOAT_TYPE_ARB}), none);
    EXPECT_EQ(read({}), bad_match);  // GLX_RGBA_TYPE is the default
}

TEST_F(GlxContextAttributes, WithoutConfigTheScreenMustBeGiven) {
    EXPECT_EQ(read_without_config({GLX_SCREEN, 0}), none);
    EXPECT_EQ(wanted.render_type, static_cast<int>(GLX_DONT_CARE));
    EXPECT_EQ(read_without_config({}), bad_value);
    EXPECT_EQ(read_without_config({GLX_SCREEN, 0, GLX_RENDER_TYPE, GLX_RGBA_TYPE}), bad_value);
    // With one, it is the config's.
    EXPECT_EQ(read({GLX_SCREEN, 0}), none);
    EXPECT_EQ(read({GLX_SCREEN, 1}), bad_value);
}

class GlxPixmapTexture : public testing::Test {
  protected:
    FrameConfig config;
    X11Geometry geometry{true, 16, 16, 24, 0};

    GlxPixmapTexture() {
        config.pixmaps = true;
        config.visual_depth = 24;
    }
    Outcome<PixmapTexture> read(List list) const {
        list.push_back(None);
        return read_texture_attributes(list.data(), config, geometry);
    }
    Failure failure(const List& list) const { return read(list).failure(); }
};

TEST_F(GlxPixmapTexture, IsNoneByDefault) {
    const auto texture = read_texture_attributes(nullptr, config, geometry);
    EXPECT_EQ(texture.failure(), none);
    EXPECT_EQ(texture.value().format, GLX_TEXTURE_FORMAT_NONE_EXT);
    EXPECT_EQ(texture.value().target, GLX_TEXTURE_2D_EXT);
    EXPECT_FALSE(texture.value().alpha || texture.value().mipmaps);
}

TEST_F(GlxPixmapTexture, HasTheFormatsOfItsConfig) {
    EXPECT_EQ(failure({GLX_TEXTURE_FORMAT_EXT, GLX_TEXTURE_FORMAT_RGB_EXT}), none);
    EXPECT_EQ(failure({GLX_TEXTURE_FORMAT_EXT, GLX_TEXTURE_FORMAT_RGBA_EXT}), Failure::glx(GlxError::GlxBadFBConfig));
    EXPECT_EQ(failure({GLX_TEXTURE_FORMAT_EXT, 7}), Failure::core(BadValue, 7));
    config.visual_depth = geometry.depth = 32;
    const auto texture = read({GLX_TEXTURE_FORMAT_EXT, GLX_TEXTURE_FORMAT_RGBA_EXT, GLX_MIPMAP_TEXTURE_EXT, True});
    EXPECT_EQ(texture.failure(), none);
    EXPECT_TRUE(texture.value().alpha && texture.value().mipmaps);
    config.pixmaps = false;
    EXPECT_EQ(failure({GLX_TEXTURE_FORMAT_EXT, GLX_TEXTURE_FORMAT_RGB_EXT}), Failure::glx(GlxError::GlxBadFBConfig));
    EXPECT_EQ(failure({GLX_MIPMAP_TEXTURE_EXT, True}), Failure::glx(GlxError::GlxBadFBConfig));
}

TEST_F(GlxPixmapTexture, FitsItsTarget) {
    const auto of_target = [&](int target) {
        return failure({GLX_TEXTURE_FORMAT_EXT, GLX_TEXTURE_FORMAT_RGB_EXT, GLX_TEXTURE_TARGET_EXT, target});
    };
    EXPECT_EQ(of_target(GLX_TEXTURE_RECTANGLE_EXT), none);
    EXPECT_EQ(of_target(7), Failure::core(BadValue, 7));
    EXPECT_EQ(of_target(GLX_TEXTURE_1D_EXT), Failure::core(BadValue, GLX_TEXTURE_1D_EXT));
    geometry.height = 1;
    EXPECT_EQ(of_target(GLX_TEXTURE_1D_EXT), none);
    geometry.width = 20000;
    EXPECT_EQ(of_target(GLX_TEXTURE_2D_EXT), Failure::core(BadValue, GLX_TEXTURE_2D_EXT));
    // No matter where it is no texture.
    EXPECT_EQ(failure({}), none);
}

TEST(GlxPbufferAttributes, HaveSizesAndWishes) {
    const int list[] = {GLX_PBUFFER_WIDTH,
                        30,
                        GLX_PBUFFER_HEIGHT,
                        20,
                        GLX_LARGEST_PBUFFER,
                        True,
                        GLX_PRESERVED_CONTENTS,
                        False,
                        0x7abc,
                        1,
                        None};
    const PbufferAttributes wanted = read_pbuffer_attributes(list);
    EXPECT_EQ(wanted.width, 30);
    EXPECT_EQ(wanted.height, 20);
    EXPECT_TRUE(wanted.largest);
    EXPECT_FALSE(wanted.preserved);
    EXPECT_TRUE(read_pbuffer_attributes(nullptr).preserved);
}

TEST(GlxPbufferAttributes, SizesMustBePossible) {
    EXPECT_EQ(pbuffer_size({-1, 5}).failure(), Failure::core(BadValue, static_cast<XID>(-1)));
    EXPECT_EQ(pbuffer_size({5, -2}).failure(), Failure::core(BadValue, static_cast<XID>(-2)));
    EXPECT_EQ(pbuffer_size({max_pbuffer_width + 1, 5}).failure(), Failure::core(BadAlloc));
    EXPECT_EQ(pbuffer_size({max_pbuffer_width, max_pbuffer_height}).failure(), none);
    const auto largest = pbuffer_size({INT32_MAX, 5, true});
    EXPECT_EQ(largest.value().width, max_pbuffer_width);
    EXPECT_EQ(largest.value().height, 5);
}

}  // namespace
}  // namespace driver::glx
