// EGL's extensions, without a window system: colour spaces, floats, pbuffers as textures, syncs, contexts' attributes.
#include <algorithm>
#include <array>
#include <poll.h>
#include <string>
#include <sys/eventfd.h>
#include <unistd.h>
#include <vector>

#include "egl_fixture.h"

namespace {

TEST_F(EglExtensions, EncodesSurfacesWhoseColourSpaceIsSrgb) {
    const EGLSurface linear = pbuffer(config_), srgb = pbuffer(config_, {EGL_GL_COLORSPACE, EGL_GL_COLORSPACE_SRGB});
    ASSERT_NE(srgb, EGL_NO_SURFACE);
    EGLint space = 0;
    EXPECT_TRUE(eglQuerySurface(display_, srgb, EGL_GL_COLORSPACE, &space));
    EXPECT_EQ(space, EGL_GL_COLORSPACE_SRGB);
    // In OpenGL where it is enabled.
    make_current(srgb, config_);
    EXPECT_EQ(half_of_red(), 128);
    glEnable(GL_FRAMEBUFFER_SRGB);
    EXPECT_EQ(half_of_red(), 188);
    GLint encoding = 0;
    glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, GL_BACK_LEFT, GL_FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING,
                                          &encoding);
    EXPECT_EQ(encoding, GL_SRGB);
    make_current(linear, config_);
    glEnable(GL_FRAMEBUFFER_SRGB);
    EXPECT_EQ(half_of_red(), 128);
    glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, GL_BACK_LEFT, GL_FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING,
                                          &encoding);
    EXPECT_EQ(encoding, GL_LINEAR);
    // In OpenGL ES always.
    eglBindAPI(EGL_OPENGL_ES_API);
    make_current(srgb, config_, {EGL_CONTEXT_CLIENT_VERSION, 3, EGL_NONE});
    EXPECT_EQ(half_of_red(), 188);
    make_current(linear, config_, {EGL_CONTEXT_CLIENT_VERSION, 3, EGL_NONE});
    EXPECT_EQ(half_of_red(), 128);
    // Ten bits have no sRGB.
    EXPECT_EQ(pbuffer(config_with({EGL_RED_SIZE, 10}), {EGL_GL_COLORSPACE, EGL_GL_COLORSPACE_SRGB}), EGL_NO_SURFACE);
    EXPECT_EQ(eglGetError(), EGL_BAD_MATCH);
    EXPECT_EQ(pbuffer(config_, {EGL_GL_COLORSPACE, 0x7777}), EGL_NO_SURFACE);
    EXPECT_EQ(eglGetError(), EGL_BAD_ATTRIBUTE);
}

TEST_F(EglExtensions, DrawsFloatsToPbuffers) {
    for (const EGLConfig config : configs_with({}))
        EXPECT_EQ(attribute(config, EGL_COLOR_COMPONENT_TYPE_EXT), EGL_COLOR_COMPONENT_TYPE_FIXED_EXT);
    for (const EGLint size : {16, 32}) {
        const EGLConfig config = config_with({EGL_COLOR_COMPONENT_TYPE_EXT, EGL_COLOR_COMPONENT_TYPE_FLOAT_EXT,
                                              EGL_RED_SIZE, size, EGL_ALPHA_SIZE, size});
        EXPECT_EQ(attribute(config, EGL_SURFACE_TYPE), EGL_PBUFFER_BIT);
        const EGLSurface surface = pbuffer(config);
        make_current(surface, config);
        glClearColor(-3, 1000, 0.25f, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        std::array<GLfloat, 4> pixel{};
        glReadPixels(2, 2, 1, 1, GL_RGBA, GL_FLOAT, pixel.data());
        EXPECT_EQ(pixel, (std::array<GLfloat, 4>{-3, 1000, 0.25f, 1}));
        GLint type = 0;
        glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, GL_BACK_LEFT, GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE,
                                              &type);
        EXPECT_EQ(type, GL_FLOAT);
        // Contexts of other colours don't go with it.
        const EGLContext context = eglCreateContext(display_, config_, EGL_NO_CONTEXT, nullptr);
        EXPECT_FALSE(eglMakeCurrent(display_, surface, surface, context));
        EXPECT_EQ(eglGetError(), EGL_BAD_MATCH);
    }
    EXPECT_EQ(attribute(config_with({EGL_RED_SIZE, 8}), EGL_RED_SIZE), 8);
    const EGLConfig config = config_with({EGL_RED_SIZE, 10, EGL_ALPHA_SIZE, 2});
    EXPECT_EQ(attribute(config, EGL_CONFIG_SELECT_GROUP_EXT), 1);
    EXPECT_EQ(attribute(config, EGL_RED_SIZE), 10);
    make_current(pbuffer(config), config);
    glClearColor(0.5f, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    GLuint packed = 0;
    glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_INT_2_10_10_10_REV, &packed);
    EXPECT_EQ(packed, 0xc0000200u);
}

TEST_F(EglExtensions, BindsPbuffersAsTextures) {
    EXPECT_TRUE(attribute(config_, EGL_BIND_TO_TEXTURE_RGBA));
    const EGLSurface plain = pbuffer(config_);
    const EGLSurface surface =
        pbuffer(config_, {EGL_TEXTURE_FORMAT, EGL_TEXTURE_RGBA, EGL_TEXTURE_TARGET, EGL_TEXTURE_2D});
    ASSERT_NE(surface, EGL_NO_SURFACE) << std::hex << eglGetError();
    make_current(surface, config_);
    glClearColor(0, 0, 1, 0.5f);
    glClear(GL_COLOR_BUFFER_BIT);
    glEnable(GL_SCISSOR_TEST);
    glScissor(0, 0, 8, 1);
    glClearColor(1, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    ASSERT_TRUE(eglBindTexImage(display_, surface, EGL_BACK_BUFFER));
    std::vector<GLuint> texels(64);
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
    EXPECT_EQ(texels[0], 0xff0000ffu) << "the lowest row first";
    EXPECT_EQ(texels[8], 0x80ff0000u);
    EXPECT_EQ(texels[63], 0x80ff0000u);
    EXPECT_FALSE(eglBindTexImage(display_, surface, EGL_BACK_BUFFER));
    EXPECT_EQ(eglGetError(), EGL_BAD_ACCESS);
    // The pbuffer is the texture: what is drawn to it, though nothing promises that, is seen.
    glClearColor(0, 1, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
    EXPECT_EQ(texels[0], 0xff00ff00u);
    EXPECT_TRUE(eglReleaseTexImage(display_, surface, EGL_BACK_BUFFER));
    GLint width = -1;
    glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_WIDTH, &width);
    EXPECT_EQ(width, 0);
    EXPECT_TRUE(eglBindTexImage(display_, surface, EGL_BACK_BUFFER));
    // Errors.
    EXPECT_FALSE(eglBindTexImage(display_, plain, EGL_BACK_BUFFER));
    EXPECT_EQ(eglGetError(), EGL_BAD_MATCH);
    EXPECT_FALSE(eglBindTexImage(display_, surface, 7));
    EXPECT_EQ(eglGetError(), EGL_BAD_PARAMETER);
    EXPECT_FALSE(eglReleaseTexImage(display_, EGL_NO_SURFACE, EGL_BACK_BUFFER));
    EXPECT_EQ(eglGetError(), EGL_BAD_SURFACE);
    EXPECT_EQ(pbuffer(config_, {EGL_TEXTURE_FORMAT, EGL_TEXTURE_RGBA}), EGL_NO_SURFACE);
    EXPECT_EQ(eglGetError(), EGL_BAD_MATCH);
    EXPECT_EQ(pbuffer(config_, {EGL_TEXTURE_FORMAT, 7, EGL_TEXTURE_TARGET, EGL_TEXTURE_2D}), EGL_NO_SURFACE);
    EXPECT_EQ(eglGetError(), EGL_BAD_ATTRIBUTE);
    EXPECT_EQ(glGetError(), GLenum{GL_NO_ERROR});
}

TEST_F(EglExtensions, FencesPassInTheirTurn) {
    make_current(pbuffer(config_), config_);
    const EGLint none[] = {EGL_NONE};
    const EGLSyncKHR sync = eglCreateSyncKHR(display_, EGL_SYNC_FENCE_KHR, none);
    ASSERT_NE(sync, EGL_NO_SYNC_KHR);
    const auto query = [&](EGLSyncKHR of, EGLint token) {
        EGLint value = -1;
        return eglGetSyncAttribKHR(display_, of, token, &value) ? value : -1;
    };
    EXPECT_EQ(query(sync, EGL_SYNC_TYPE_KHR), EGL_SYNC_FENCE_KHR);
    EXPECT_EQ(query(sync, EGL_SYNC_CONDITION_KHR), EGL_SYNC_PRIOR_COMMANDS_COMPLETE_KHR);
    EXPECT_EQ(query(sync, 0x7777), -1);
    EXPECT_EQ(eglGetError(), EGL_BAD_ATTRIBUTE);
    EXPECT_TRUE(eglWaitSyncKHR(display_, sync, 0));
    EXPECT_FALSE(eglWaitSyncKHR(display_, sync, 1));
    EXPECT_EQ(eglGetError(), EGL_BAD_PARAMETER);
    EXPECT_EQ(eglClientWaitSyncKHR(display_, sync, EGL_SYNC_FLUSH_COMMANDS_BIT_KHR, 1000000000),
              EGL_CONDITION_SATISFIED_KHR);
    EXPECT_EQ(query(sync, EGL_SYNC_STATUS_KHR), EGL_SIGNALED_KHR);
    EXPECT_FALSE(eglSignalSyncKHR(display_, sync, EGL_SIGNALED_KHR));
    EXPECT_EQ(eglGetError(), EGL_BAD_MATCH);
    EXPECT_TRUE(eglDestroySyncKHR(display_, sync));
    EXPECT_EQ(eglClientWaitSyncKHR(display_, sync, 0, 0), EGL_FALSE);
    EXPECT_EQ(eglGetError(), EGL_BAD_PARAMETER);
    const EGLint attributes[] = {EGL_SYNC_STATUS_KHR, EGL_SIGNALED_KHR, EGL_NONE};
    EXPECT_EQ(eglCreateSyncKHR(display_, EGL_SYNC_FENCE_KHR, attributes), EGL_NO_SYNC_KHR);
    EXPECT_EQ(eglGetError(), EGL_BAD_ATTRIBUTE);
    EXPECT_EQ(eglCreateSyncKHR(display_, 0x7777, none), EGL_NO_SYNC_KHR);
    EXPECT_EQ(eglGetError(), EGL_BAD_ATTRIBUTE);

    const EGLSyncKHR reusable = eglCreateSyncKHR(display_, EGL_SYNC_REUSABLE_KHR, nullptr);
    ASSERT_NE(reusable, EGL_NO_SYNC_KHR);
    EXPECT_EQ(query(reusable, EGL_SYNC_STATUS_KHR), EGL_UNSIGNALED_KHR);
    EXPECT_EQ(query(reusable, EGL_SYNC_CONDITION_KHR), -1);
    EXPECT_EQ(eglClientWaitSyncKHR(display_, reusable, 0, 0), EGL_TIMEOUT_EXPIRED_KHR);
    EXPECT_EQ(eglClientWaitSyncKHR(display_, reusable, 0, 2000000), EGL_TIMEOUT_EXPIRED_KHR);
    EXPECT_TRUE(eglSignalSyncKHR(display_, reusable, EGL_SIGNALED_KHR));
    EXPECT_EQ(eglClientWaitSyncKHR(display_, reusable, 0, EGL_FOREVER_KHR), EGL_CONDITION_SATISFIED_KHR);
    EXPECT_TRUE(eglSignalSyncKHR(display_, reusable, EGL_UNSIGNALED_KHR));
    EXPECT_EQ(eglClientWaitSyncKHR(display_, reusable, 0, 0), EGL_TIMEOUT_EXPIRED_KHR);
    EXPECT_FALSE(eglSignalSyncKHR(display_, reusable, 7));
    EXPECT_EQ(eglGetError(), EGL_BAD_PARAMETER);
}

TEST_F(EglExtensions, FencesAreFiles) {
    make_current(pbuffer(config_), config_);
    const auto readable = [](int file) {
        pollfd polled{file, POLLIN, 0};
        return poll(&polled, 1, 1000) == 1;
    };
    glClear(GL_COLOR_BUFFER_BIT);
    const EGLSyncKHR own = eglCreateSyncKHR(display_, EGL_SYNC_NATIVE_FENCE_ANDROID, nullptr);
    ASSERT_NE(own, EGL_NO_SYNC_KHR);
    const int file = eglDupNativeFenceFDANDROID(display_, own);
    ASSERT_GE(file, 0);
    EXPECT_TRUE(readable(file));
    // The file of another one.
    const EGLint attributes[] = {EGL_SYNC_NATIVE_FENCE_FD_ANDROID, file, EGL_NONE};
    const EGLSyncKHR imported = eglCreateSyncKHR(display_, EGL_SYNC_NATIVE_FENCE_ANDROID, attributes);
    EXPECT_EQ(eglClientWaitSyncKHR(display_, imported, 0, EGL_FOREVER_KHR), EGL_CONDITION_SATISFIED_KHR);
    EGLint condition = 0;
    EXPECT_TRUE(eglGetSyncAttribKHR(display_, imported, EGL_SYNC_CONDITION_KHR, &condition));
    EXPECT_EQ(condition, EGL_SYNC_NATIVE_FENCE_SIGNALED_ANDROID);
    const int pending = eventfd(0, 0);
    const EGLint later[] = {EGL_SYNC_NATIVE_FENCE_FD_ANDROID, dup(pending), EGL_NONE};
    const EGLSyncKHR waiting = eglCreateSyncKHR(display_, EGL_SYNC_NATIVE_FENCE_ANDROID, later);
    EXPECT_EQ(eglClientWaitSyncKHR(display_, waiting, 0, 0), EGL_TIMEOUT_EXPIRED_KHR);
    EXPECT_EQ(eglClientWaitSyncKHR(display_, waiting, 0, 1000000), EGL_TIMEOUT_EXPIRED_KHR);
    EXPECT_EQ(eventfd_write(pending, 1), 0);
    EXPECT_EQ(eglClientWaitSyncKHR(display_, waiting, 0, EGL_FOREVER_KHR), EGL_CONDITION_SATISFIED_KHR);
    const EGLSyncKHR fence = eglCreateSyncKHR(display_, EGL_SYNC_FENCE_KHR, nullptr);
    EXPECT_EQ(eglDupNativeFenceFDANDROID(display_, fence), EGL_NO_NATIVE_FENCE_FD_ANDROID);
    EXPECT_EQ(eglGetError(), EGL_BAD_PARAMETER);
    close(pending);
}

TEST_F(EglExtensions, MakesContextsAsTheirAttributesSay) {
    struct Row {
        EGLenum api;
        std::vector<EGLint> attributes;
        EGLint error;
    };
    const EGLenum gl = EGL_OPENGL_API, es = EGL_OPENGL_ES_API;
    const Row rows[] = {
        {es, {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_CONTEXT_OPENGL_ROBUST_ACCESS_EXT, EGL_TRUE}, EGL_SUCCESS},
        {es,
         {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT,
          EGL_LOSE_CONTEXT_ON_RESET_EXT},
         EGL_SUCCESS},
        {es, {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT, 7}, EGL_BAD_ATTRIBUTE},
        {gl, {EGL_CONTEXT_OPENGL_ROBUST_ACCESS_EXT, EGL_TRUE}, EGL_BAD_ATTRIBUTE},
        {gl, {EGL_CONTEXT_RELEASE_BEHAVIOR_KHR, EGL_CONTEXT_RELEASE_BEHAVIOR_NONE_KHR}, EGL_SUCCESS},
        {gl, {EGL_CONTEXT_RELEASE_BEHAVIOR_KHR, EGL_CONTEXT_RELEASE_BEHAVIOR_FLUSH_KHR}, EGL_SUCCESS},
        {gl, {EGL_CONTEXT_RELEASE_BEHAVIOR_KHR, 7}, EGL_BAD_ATTRIBUTE},
        {gl, {EGL_CONTEXT_PRIORITY_LEVEL_IMG, EGL_CONTEXT_PRIORITY_HIGH_IMG}, EGL_SUCCESS},
        {gl, {EGL_CONTEXT_PRIORITY_LEVEL_IMG, 7}, EGL_BAD_ATTRIBUTE},
        {gl, {EGL_CONTEXT_OPENGL_NO_ERROR_KHR, EGL_TRUE}, EGL_SUCCESS},
        {gl, {EGL_CONTEXT_OPENGL_NO_ERROR_KHR, EGL_TRUE, EGL_CONTEXT_OPENGL_DEBUG, EGL_TRUE}, EGL_BAD_MATCH},
        {gl, {EGL_PROTECTED_CONTENT_EXT, EGL_TRUE}, EGL_BAD_ATTRIBUTE},
    };
    for (const Row& row : rows) {
        ASSERT_TRUE(eglBindAPI(row.api));
        std::vector<EGLint> attributes = row.attributes;
        attributes.push_back(EGL_NONE);
        const EGLContext context = eglCreateContext(display_, config_, EGL_NO_CONTEXT, attributes.data());
        EXPECT_EQ(eglGetError(), row.error) << testing::PrintToString(row.attributes);
        EXPECT_EQ(context != EGL_NO_CONTEXT, row.error == EGL_SUCCESS);
        if (!context) continue;
        EGLint priority = 0;
        EXPECT_TRUE(eglQueryContext(display_, context, EGL_CONTEXT_PRIORITY_LEVEL_IMG, &priority));
        EXPECT_EQ(priority, EGL_CONTEXT_PRIORITY_MEDIUM_IMG);
    }
}

TEST_F(EglExtensions, TellsTheTimesOfFrames) {
    using SyncValues = EGLBoolean (*)(EGLDisplay, EGLSurface, EGLuint64KHR*, EGLuint64KHR*, EGLuint64KHR*);
    const auto sync_values = reinterpret_cast<SyncValues>(eglGetProcAddress("eglGetSyncValuesCHROMIUM"));
    ASSERT_NE(sync_values, nullptr);
    const EGLSurface surface = pbuffer(config_);
    EGLuint64KHR ust = 0, msc = 0, sbc = 77;
    EXPECT_TRUE(sync_values(display_, surface, &ust, &msc, &sbc));
    EXPECT_GT(ust, 0u);
    EXPECT_GT(msc, 0u);
    EXPECT_EQ(sbc, 0u);
    EGLint numerator = 0, denominator = 0;
    EXPECT_TRUE(eglGetMscRateANGLE(display_, surface, &numerator, &denominator));
    EXPECT_EQ(numerator, 60 * denominator);
    EXPECT_FALSE(sync_values(display_, EGL_NO_SURFACE, &ust, &msc, &sbc));
    EXPECT_EQ(eglGetError(), EGL_BAD_SURFACE);
}

struct Told {
    EGLenum error;
    std::string command;
    EGLint type;
    EGLLabelKHR thread, object;
};
std::vector<Told> told;
void EGLAPIENTRY listen(EGLenum error, const char* command, EGLint type, EGLLabelKHR thread, EGLLabelKHR object,
                        const char* message) {
    EXPECT_NE(message, nullptr);
    told.push_back({error, command, type, thread, object});
}

TEST_F(EglExtensions, TellsTheCallbackOfErrors) {
    const auto control =
        reinterpret_cast<PFNEGLDEBUGMESSAGECONTROLKHRPROC>(eglGetProcAddress("eglDebugMessageControlKHR"));
    const auto query = reinterpret_cast<PFNEGLQUERYDEBUGKHRPROC>(eglGetProcAddress("eglQueryDebugKHR"));
    const auto label = reinterpret_cast<PFNEGLLABELOBJECTKHRPROC>(eglGetProcAddress("eglLabelObjectKHR"));
    ASSERT_TRUE(control && query && label);
    const auto asked = [&](EGLint name) {
        EGLAttrib value = -1;
        EXPECT_TRUE(query(name, &value));
        return value;
    };
    told.clear();
    EXPECT_EQ(asked(EGL_DEBUG_MSG_CRITICAL_KHR), EGL_TRUE);
    EXPECT_EQ(asked(EGL_DEBUG_MSG_ERROR_KHR), EGL_TRUE);
    EXPECT_EQ(asked(EGL_DEBUG_MSG_WARN_KHR), EGL_FALSE);
    EXPECT_EQ(asked(EGL_DEBUG_MSG_INFO_KHR), EGL_FALSE);
    EXPECT_EQ(asked(EGL_DEBUG_CALLBACK_KHR), 0);
    const EGLAttrib wrong[] = {EGL_DEBUG_MSG_INFO_KHR, EGL_TRUE, EGL_WIDTH, EGL_TRUE, EGL_NONE};
    EXPECT_EQ(control(listen, wrong), EGL_BAD_ATTRIBUTE);
    EXPECT_EQ(asked(EGL_DEBUG_MSG_INFO_KHR), EGL_FALSE);
    const EGLAttrib more[] = {EGL_DEBUG_MSG_WARN_KHR, EGL_TRUE, EGL_NONE};
    EXPECT_EQ(control(listen, more), EGL_SUCCESS);
    EXPECT_EQ(asked(EGL_DEBUG_MSG_WARN_KHR), EGL_TRUE);
    EXPECT_EQ(asked(EGL_DEBUG_CALLBACK_KHR), reinterpret_cast<EGLAttrib>(listen));
    int thread = 0, surface_label = 0, display_label = 0;
    EXPECT_EQ(label(nullptr, EGL_OBJECT_THREAD_KHR, nullptr, &thread), EGL_SUCCESS);
    EXPECT_EQ(label(display_, EGL_OBJECT_DISPLAY_KHR, display_, &display_label), EGL_SUCCESS);
    const EGLSurface surface = pbuffer(config_);
    EXPECT_EQ(label(display_, EGL_OBJECT_SURFACE_KHR, surface, &surface_label), EGL_SUCCESS);
    EXPECT_TRUE(told.empty());
    EXPECT_EQ(label(display_, EGL_OBJECT_CONTEXT_KHR, surface, &surface_label), EGL_BAD_PARAMETER);
    EXPECT_EQ(label(display_, EGL_OBJECT_STREAM_KHR, surface, &surface_label), EGL_BAD_PARAMETER);
    EXPECT_EQ(label(display_, EGL_OBJECT_DISPLAY_KHR, surface, &surface_label), EGL_BAD_PARAMETER);
    EXPECT_EQ(told.size(), 3u);
    told.clear();
    EGLint value = 0;
    EXPECT_FALSE(eglQuerySurface(display_, surface, 0x1234, &value));
    EXPECT_FALSE(eglBindAPI(EGL_OPENVG_API));
    EXPECT_EQ(eglCreateContext(display_, &value, EGL_NO_CONTEXT, nullptr), EGL_NO_CONTEXT);
    EXPECT_FALSE(eglDestroyImageKHR(display_, surface));
    EXPECT_TRUE(eglQuerySurface(display_, surface, EGL_WIDTH, &value));
    const Told wanted[] = {
        {EGL_BAD_ATTRIBUTE, "eglQuerySurface", EGL_DEBUG_MSG_ERROR_KHR, &thread, &surface_label},
        {EGL_BAD_PARAMETER, "eglBindAPI", EGL_DEBUG_MSG_ERROR_KHR, &thread, &thread},
        {EGL_BAD_CONFIG, "eglCreateContext", EGL_DEBUG_MSG_ERROR_KHR, &thread, &display_label},
        {EGL_BAD_PARAMETER, "eglDestroyImage", EGL_DEBUG_MSG_ERROR_KHR, &thread, &surface_label},
    };
    ASSERT_EQ(told.size(), std::size(wanted));
    for (size_t n = 0; n < told.size(); ++n) {
        EXPECT_EQ(told[n].error, wanted[n].error) << n;
        EXPECT_EQ(told[n].command, wanted[n].command) << n;
        EXPECT_EQ(told[n].type, wanted[n].type) << n;
        EXPECT_EQ(told[n].thread, wanted[n].thread) << n;
        EXPECT_EQ(told[n].object, wanted[n].object) << n;
    }
    const EGLAttrib fewer[] = {EGL_DEBUG_MSG_ERROR_KHR, EGL_FALSE, EGL_NONE};
    EXPECT_EQ(control(listen, fewer), EGL_SUCCESS);
    EXPECT_FALSE(eglBindAPI(EGL_OPENVG_API));
    EXPECT_EQ(told.size(), std::size(wanted));
    EXPECT_EQ(control(nullptr, nullptr), EGL_SUCCESS);
    EXPECT_EQ(asked(EGL_DEBUG_MSG_ERROR_KHR), EGL_TRUE);
    EXPECT_EQ(label(nullptr, EGL_OBJECT_THREAD_KHR, nullptr, nullptr), EGL_SUCCESS);
    EXPECT_EQ(label(display_, EGL_OBJECT_DISPLAY_KHR, display_, nullptr), EGL_SUCCESS);
    EXPECT_TRUE(eglBindAPI(EGL_OPENGL_API));
}

}  // namespace
