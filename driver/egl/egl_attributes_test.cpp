// Lists of attributes that surfaces and contexts are made by.
#include <gtest/gtest.h>
#include <vector>

#include "driver/egl/egl_config.h"
#include "driver/egl/egl_context_attributes.h"
#include "driver/egl/egl_surface_attributes.h"
#include "driver/surface.h"

namespace driver::egl {
namespace {

using List = std::vector<EGLint>;

List closed(List list) {
    list.push_back(EGL_NONE);
    return list;
}

struct Request {
    glapi::ContextRequest request;
    EGLint error = EGL_SUCCESS;
};
Request context(glapi::Api api, const List& list) {
    Request result;
    result.request.api = api;
    result.error = read_attributes(closed(list).data(), result.request).error();
    return result;
}
Request gl(const List& list) { return context(glapi::Api::OpenGl, list); }
Request es(const List& list) { return context(glapi::Api::OpenGlEs, list); }

TEST(EglContextAttributes, DefaultsAreTheBestVersion) {
    glapi::ContextRequest request;
    EXPECT_FALSE(read_attributes(static_cast<const EGLint*>(nullptr), request));
    EXPECT_EQ(request.major, 1);
    EXPECT_EQ(request.minor, 0);
    EXPECT_EQ(request.profile, glapi::Profile::Compatibility);
    EXPECT_TRUE(request.flush_on_release);
    EXPECT_FALSE(request.debug || request.robust_access || request.no_error || request.forward_compatible);
}

TEST(EglContextAttributes, ProfilesBeginWithVersion32) {
    const auto profile_of = [](EGLint major, EGLint minor, EGLint mask) {
        return gl({EGL_CONTEXT_MAJOR_VERSION, major, EGL_CONTEXT_MINOR_VERSION, minor, EGL_CONTEXT_OPENGL_PROFILE_MASK,
                   mask});
    };
    const EGLint core = EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                 compatibility = EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT;
    EXPECT_EQ(profile_of(3, 2, core).request.profile, glapi::Profile::Core);
    EXPECT_EQ(profile_of(4, 0, core).request.profile, glapi::Profile::Core);
    EXPECT_EQ(profile_of(3, 1, core).request.profile, glapi::Profile::Compatibility);
    EXPECT_EQ(profile_of(4, 6, compatibility).request.profile, glapi::Profile::Compatibility);
    // Core is the default.
    EXPECT_EQ(gl({EGL_CONTEXT_MAJOR_VERSION, 4}).request.profile, glapi::Profile::Core);
    // "EGL_BAD_MATCH … if EGL_CONTEXT_OPENGL_PROFILE_MASK has no or several bits": where there are profiles.
    EXPECT_EQ(profile_of(3, 2, 0).error, EGL_BAD_MATCH);
    EXPECT_EQ(profile_of(3, 2, core | compatibility).error, EGL_BAD_MATCH);
    EXPECT_EQ(profile_of(3, 1, 0).error, EGL_SUCCESS);
}

TEST(EglContextAttributes, VersionsMustBeDefined) {
    for (const auto& [major, minor] : {std::pair{1, 6}, {2, 2}, {3, 4}, {4, 7}, {5, 0}, {0, 0}, {-1, 0}})
        EXPECT_EQ(gl({EGL_CONTEXT_MAJOR_VERSION, major, EGL_CONTEXT_MINOR_VERSION, minor}).error, EGL_BAD_MATCH)
            << major << '.' << minor;
    for (const auto& [major, minor] : {std::pair{1, 2}, {2, 1}, {3, 3}, {4, 0}})
        EXPECT_EQ(es({EGL_CONTEXT_MAJOR_VERSION, major, EGL_CONTEXT_MINOR_VERSION, minor}).error, EGL_BAD_MATCH)
            << major << '.' << minor;
    EXPECT_EQ(es({EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 2}).error, EGL_SUCCESS);
}

TEST(EglContextAttributes, FlagsAndAttributesSayTheSame) {
    const glapi::ContextRequest flags =
        gl({EGL_CONTEXT_FLAGS_KHR, EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR | EGL_CONTEXT_OPENGL_ROBUST_ACCESS_BIT_KHR})
            .request;
    const glapi::ContextRequest attributes =
        gl({EGL_CONTEXT_OPENGL_DEBUG, EGL_TRUE, EGL_CONTEXT_OPENGL_ROBUST_ACCESS, EGL_TRUE}).request;
    for (const glapi::ContextRequest& request : {flags, attributes}) {
        EXPECT_TRUE(request.debug);
        EXPECT_TRUE(request.robust_access);
        EXPECT_FALSE(request.forward_compatible);
    }
    EXPECT_EQ(gl({EGL_CONTEXT_FLAGS_KHR, 0x80}).error, EGL_BAD_ATTRIBUTE);
}

TEST(EglContextAttributes, ForwardCompatibleOnesBeginWithVersion3) {
    EXPECT_EQ(gl({EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE, EGL_TRUE}).error, EGL_BAD_MATCH);
    EXPECT_EQ(gl({EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE, EGL_TRUE, EGL_CONTEXT_MAJOR_VERSION, 3}).error, EGL_SUCCESS);
}

TEST(EglContextAttributes, ContextsWithoutErrorsAreNeitherOfDebuggingNorRobust) {
    EXPECT_TRUE(gl({EGL_CONTEXT_OPENGL_NO_ERROR_KHR, EGL_TRUE}).request.no_error);
    for (const EGLint other : {EGL_CONTEXT_OPENGL_DEBUG, EGL_CONTEXT_OPENGL_ROBUST_ACCESS})
        EXPECT_EQ(gl({EGL_CONTEXT_OPENGL_NO_ERROR_KHR, EGL_TRUE, other, EGL_TRUE}).error, EGL_BAD_MATCH);
}

TEST(EglContextAttributes, SomeAreOfOneApiAlone) {
    for (const EGLint token : {EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE})
        EXPECT_EQ(es({token, EGL_TRUE}).error, EGL_BAD_ATTRIBUTE);
    EXPECT_EQ(es({EGL_CONTEXT_FLAGS_KHR, EGL_CONTEXT_OPENGL_ROBUST_ACCESS_BIT_KHR}).error, EGL_BAD_ATTRIBUTE);
    EXPECT_EQ(es({EGL_CONTEXT_FLAGS_KHR, EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR}).error, EGL_SUCCESS);
    EXPECT_EQ(gl({EGL_CONTEXT_OPENGL_ROBUST_ACCESS_EXT, EGL_TRUE}).error, EGL_BAD_ATTRIBUTE);
    EXPECT_TRUE(
        es({EGL_CONTEXT_MAJOR_VERSION, 2, EGL_CONTEXT_OPENGL_ROBUST_ACCESS_EXT, EGL_TRUE}).request.robust_access);
    // OpenGL ES 1 has no robustness.
    EXPECT_EQ(es({EGL_CONTEXT_MAJOR_VERSION, 1, EGL_CONTEXT_OPENGL_ROBUST_ACCESS_EXT, EGL_TRUE}).error, EGL_BAD_MATCH);
}

TEST(EglContextAttributes, ValuesMustBeOfTheirList) {
    EXPECT_EQ(gl({EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY, 7}).error, EGL_BAD_ATTRIBUTE);
    EXPECT_TRUE(
        gl({EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY, EGL_LOSE_CONTEXT_ON_RESET}).request.lose_context_on_reset);
    EXPECT_EQ(gl({EGL_CONTEXT_RELEASE_BEHAVIOR_KHR, 7}).error, EGL_BAD_ATTRIBUTE);
    EXPECT_FALSE(
        gl({EGL_CONTEXT_RELEASE_BEHAVIOR_KHR, EGL_CONTEXT_RELEASE_BEHAVIOR_NONE_KHR}).request.flush_on_release);
    EXPECT_EQ(gl({EGL_CONTEXT_PRIORITY_LEVEL_IMG, 7}).error, EGL_BAD_ATTRIBUTE);
    EXPECT_EQ(gl({EGL_CONTEXT_PRIORITY_LEVEL_IMG, EGL_CONTEXT_PRIORITY_HIGH_IMG}).error, EGL_SUCCESS);
    EXPECT_EQ(gl({EGL_WIDTH, 1}).error, EGL_BAD_ATTRIBUTE);
}

class EglSurfaceAttributes : public testing::Test {
  protected:
    FrameConfig config;
    SurfaceObject surface;

    EglSurfaceAttributes() {
        config.buffers.srgb_capable = true;
        surface.config = &config;
    }
    EGLint read(SurfaceKind kind, const List& list) {
        surface.kind = kind;
        return read_attributes(closed(list).data(), surface).error();
    }
    EGLint window(const List& list) { return read(SurfaceKind::Window, list); }
    EGLint pixmap(const List& list) { return read(SurfaceKind::Pixmap, list); }
    Outcome<Size> pbuffer(const List& list) {
        surface.kind = SurfaceKind::Pbuffer;
        return read_pbuffer_attributes(closed(list).data(), surface);
    }
    EGLint pbuffer_error(const List& list) {
        surface.texture_format = surface.texture_target = EGL_NO_TEXTURE;
        return pbuffer(list).failure().error();
    }
};

TEST_F(EglSurfaceAttributes, WindowsHaveOneBufferOrTwo) {
    EXPECT_EQ(window({EGL_RENDER_BUFFER, EGL_SINGLE_BUFFER}), EGL_SUCCESS);
    EXPECT_FALSE(buffers_of(surface).double_buffered);
    EXPECT_EQ(window({EGL_RENDER_BUFFER, EGL_BACK_BUFFER}), EGL_SUCCESS);
    EXPECT_TRUE(buffers_of(surface).double_buffered);
    EXPECT_EQ(window({EGL_RENDER_BUFFER, EGL_NONE + 1}), EGL_BAD_ATTRIBUTE);
    EXPECT_EQ(pixmap({EGL_RENDER_BUFFER, EGL_BACK_BUFFER}), EGL_BAD_ATTRIBUTE);
}

TEST_F(EglSurfaceAttributes, ColourSpaceIsTheConfigs) {
    EXPECT_EQ(window({EGL_GL_COLORSPACE, EGL_GL_COLORSPACE_SRGB}), EGL_SUCCESS);
    EXPECT_TRUE(buffers_of(surface).srgb_capable);
    EXPECT_EQ(pixmap({EGL_GL_COLORSPACE, EGL_GL_COLORSPACE_LINEAR}), EGL_SUCCESS);
    EXPECT_FALSE(buffers_of(surface).srgb_capable);
    EXPECT_EQ(pbuffer_error({EGL_GL_COLORSPACE, 7}), EGL_BAD_ATTRIBUTE);
    config.buffers.srgb_capable = false;
    EXPECT_EQ(pbuffer_error({EGL_GL_COLORSPACE, EGL_GL_COLORSPACE_SRGB}), EGL_BAD_MATCH);
    EXPECT_EQ(window({EGL_GL_COLORSPACE, EGL_GL_COLORSPACE_SRGB}), EGL_BAD_MATCH);
}

TEST_F(EglSurfaceAttributes, OpenVgsAreTakenAsTheyAreByDefault) {
    for (const SurfaceKind kind : {SurfaceKind::Window, SurfaceKind::Pixmap}) {
        EXPECT_EQ(read(kind, {EGL_VG_COLORSPACE, EGL_VG_COLORSPACE_sRGB}), EGL_SUCCESS);
        EXPECT_EQ(read(kind, {EGL_VG_COLORSPACE, EGL_VG_COLORSPACE_LINEAR}), EGL_BAD_MATCH);
        EXPECT_EQ(read(kind, {EGL_VG_ALPHA_FORMAT, EGL_VG_ALPHA_FORMAT_PRE}), EGL_BAD_MATCH);
    }
}

TEST_F(EglSurfaceAttributes, OfExtensionsOfWindows) {
    EXPECT_EQ(window({EGL_PRESENT_OPAQUE_EXT, EGL_TRUE, EGL_POST_SUB_BUFFER_SUPPORTED_NV, EGL_TRUE}), EGL_SUCCESS);
    EXPECT_TRUE(surface.opaque && surface.posts_regions);
    EXPECT_EQ(window({EGL_POST_SUB_BUFFER_SUPPORTED_NV, 2}), EGL_BAD_PARAMETER);
    EXPECT_EQ(window({EGL_WIDTH, 1}), EGL_BAD_ATTRIBUTE);
}

TEST_F(EglSurfaceAttributes, ListsOfEglAttribAreReadAlike) {
    surface.kind = SurfaceKind::Window;
    const EGLAttrib list[] = {EGL_RENDER_BUFFER, EGL_SINGLE_BUFFER, EGL_NONE};
    EXPECT_FALSE(read_attributes(list, surface));
    EXPECT_TRUE(surface.single_buffered);
    EXPECT_FALSE(read_attributes(static_cast<const EGLAttrib*>(nullptr), surface));
}

TEST_F(EglSurfaceAttributes, PbuffersHaveASize) {
    const auto size = pbuffer({EGL_WIDTH, 30, EGL_HEIGHT, 20});
    EXPECT_EQ(size.value().width, 30);
    EXPECT_EQ(size.value().height, 20);
    EXPECT_EQ(pbuffer({}).value().width, 0);
    EXPECT_EQ(pbuffer_error({EGL_WIDTH, -1}), EGL_BAD_PARAMETER);
    EXPECT_EQ(pbuffer_error({EGL_HEIGHT, -1}), EGL_BAD_PARAMETER);
    EXPECT_EQ(pbuffer_error({EGL_RENDER_BUFFER, EGL_BACK_BUFFER}), EGL_BAD_ATTRIBUTE);
}

TEST_F(EglSurfaceAttributes, LargestPbufferIsAsLargeAsCanBe) {
    EXPECT_EQ(pbuffer_error({EGL_WIDTH, max_pbuffer_width + 1, EGL_HEIGHT, 1}), EGL_BAD_ALLOC);
    const auto size = pbuffer({EGL_WIDTH, INT32_MAX, EGL_HEIGHT, 1, EGL_LARGEST_PBUFFER, EGL_TRUE});
    EXPECT_EQ(size.value().width, max_pbuffer_width);
    EXPECT_EQ(size.value().height, 1);
}

TEST_F(EglSurfaceAttributes, TexturesOfPbuffersMustFitTogether) {
    const auto texture = [&](EGLint format, EGLint target) {
        return pbuffer_error({EGL_TEXTURE_FORMAT, format, EGL_TEXTURE_TARGET, target});
    };
    EXPECT_EQ(texture(EGL_TEXTURE_RGBA, EGL_TEXTURE_2D), EGL_SUCCESS);
    EXPECT_EQ(texture(EGL_TEXTURE_RGB, EGL_TEXTURE_2D), EGL_SUCCESS);
    EXPECT_EQ(texture(EGL_NO_TEXTURE, EGL_NO_TEXTURE), EGL_SUCCESS);
    EXPECT_EQ(texture(EGL_TEXTURE_RGB, EGL_NO_TEXTURE), EGL_BAD_MATCH);
    EXPECT_EQ(texture(EGL_NO_TEXTURE, EGL_TEXTURE_2D), EGL_BAD_MATCH);
    EXPECT_EQ(texture(EGL_TEXTURE_2D, EGL_TEXTURE_2D), EGL_BAD_ATTRIBUTE);
    EXPECT_EQ(texture(EGL_TEXTURE_RGB, EGL_TEXTURE_RGB), EGL_BAD_ATTRIBUTE);
    config.buffers.float_color = true;  // which textures can't have
    EXPECT_EQ(texture(EGL_TEXTURE_RGBA, EGL_TEXTURE_2D), EGL_BAD_ATTRIBUTE);
}

}  // namespace
}  // namespace driver::egl
