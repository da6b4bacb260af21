// EGL's extensions, without a window system: colour spaces, floats, pbuffers as textures, syncs, contexts' attributes.
#define EGL_NO_X11
#define EGL_EGLEXT_PROTOTYPES
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <GL/glext.h>
#include <algorithm>
#include <array>
#include <cstdlib>
#include <gtest/gtest.h>
#include <poll.h>
#include <string>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace {

class EglExtensions : public testing::Test {
  protected:
    void SetUp() override {
        display_ = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
        ASSERT_TRUE(eglInitialize(display_, nullptr, nullptr));
        ASSERT_TRUE(eglBindAPI(EGL_OPENGL_API));
        config_ = config_with({EGL_RED_SIZE, 8, EGL_ALPHA_SIZE, 8});
    }
    void TearDown() override {
        eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        eglTerminate(display_);
        eglReleaseThread();
    }
    std::vector<EGLConfig> configs_with(std::vector<EGLint> wishes) {
        wishes.insert(wishes.end(), {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_NONE});
        EGLint count = 0;
        EXPECT_TRUE(eglChooseConfig(display_, wishes.data(), nullptr, 0, &count));
        std::vector<EGLConfig> result(static_cast<size_t>(count));
        EXPECT_TRUE(eglChooseConfig(display_, wishes.data(), result.data(), count, &count));
        return result;
    }
    EGLConfig config_with(const std::vector<EGLint>& wishes) {
        const std::vector<EGLConfig> configs = configs_with(wishes);
        EXPECT_FALSE(configs.empty());
        return configs.empty() ? nullptr : configs[0];
    }
    EGLint attribute(EGLConfig config, EGLint token) {
        EGLint value = -1;
        EXPECT_TRUE(eglGetConfigAttrib(display_, config, token, &value));
        return value;
    }
    EGLSurface pbuffer(EGLConfig config, std::vector<EGLint> attributes = {}) {
        attributes.insert(attributes.end(), {EGL_WIDTH, 8, EGL_HEIGHT, 8, EGL_NONE});
        return eglCreatePbufferSurface(display_, config, attributes.data());
    }
    void make_current(EGLSurface surface, EGLConfig config, const std::vector<EGLint>& attributes = {EGL_NONE}) {
        const EGLContext context = eglCreateContext(display_, config, EGL_NO_CONTEXT, attributes.data());
        ASSERT_NE(context, EGL_NO_CONTEXT) << std::hex << eglGetError();
        ASSERT_TRUE(eglMakeCurrent(display_, surface, surface, context)) << std::hex << eglGetError();
    }
    // A pixel after a clear with half of red.
    static int half_of_red() {
        glClearColor(0.5f, 0, 0, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        std::array<GLubyte, 4> pixel{};
        glReadPixels(2, 2, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel.data());
        return pixel[0];
    }

    EGLDisplay display_ = EGL_NO_DISPLAY;
    EGLConfig config_ = nullptr;
};

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

constexpr EGLint fourcc(char a, char b, char c, char d) { return a | b << 8 | c << 16 | d << 24; }
constexpr EGLint argb = fourcc('A', 'R', '2', '4');

TEST_F(EglExtensions, TellsWhatImagesOfFilesThereMayBe) {
    EGLint count = 0;
    ASSERT_TRUE(eglQueryDmaBufFormatsEXT(display_, 0, nullptr, &count));
    std::vector<EGLint> codes(static_cast<size_t>(count));
    ASSERT_TRUE(eglQueryDmaBufFormatsEXT(display_, count, codes.data(), &count));
    EXPECT_NE(std::find(codes.begin(), codes.end(), argb), codes.end());
    EXPECT_FALSE(eglQueryDmaBufFormatsEXT(display_, -1, codes.data(), &count));
    EXPECT_EQ(eglGetError(), EGL_BAD_PARAMETER);
    EGLuint64KHR modifier = 1;
    EGLBoolean external = EGL_TRUE;
    ASSERT_TRUE(eglQueryDmaBufModifiersEXT(display_, argb, 1, &modifier, &external, &count));
    EXPECT_EQ(count, 1);
    EXPECT_EQ(modifier, 0u);
    EXPECT_EQ(external, EGLBoolean{EGL_FALSE});
    constexpr EGLint nv12 = fourcc('N', 'V', '1', '2');
    EXPECT_NE(std::find(codes.begin(), codes.end(), nv12), codes.end());
    ASSERT_TRUE(eglQueryDmaBufModifiersEXT(display_, nv12, 1, &modifier, &external, &count));
    EXPECT_EQ(external, EGLBoolean{EGL_TRUE});
    EXPECT_FALSE(eglQueryDmaBufModifiersEXT(display_, 4711, 1, &modifier, &external, &count));
    EXPECT_EQ(eglGetError(), EGL_BAD_PARAMETER);
}

// Five by three pixels in a file: blue and green by their place.
class EglFiles : public EglExtensions {
  protected:
    static constexpr EGLint width = 5, height = 3, pitch = 32, offset = 64;
    void SetUp() override {
        EglExtensions::SetUp();
        file = memfd_create("pixels", MFD_CLOEXEC);
        ASSERT_GE(file, 0);
        bytes.resize(offset + pitch * height);
        for (EGLint y = 0; y < height; ++y)
            for (EGLint x = 0; x < width; ++x) {
                uint8_t* const pixel = &bytes[static_cast<size_t>(offset + y * pitch + x * 4)];
                pixel[0] = static_cast<uint8_t>(10 * x), pixel[1] = static_cast<uint8_t>(20 * y);
                pixel[2] = 200, pixel[3] = 100;
            }
        ASSERT_EQ(write(file, bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
        good = {EGL_WIDTH,
                width,
                EGL_HEIGHT,
                height,
                EGL_LINUX_DRM_FOURCC_EXT,
                argb,
                EGL_DMA_BUF_PLANE0_FD_EXT,
                file,
                EGL_DMA_BUF_PLANE0_OFFSET_EXT,
                offset,
                EGL_DMA_BUF_PLANE0_PITCH_EXT,
                pitch,
                EGL_NONE};
    }
    EGLImageKHR create(const std::vector<EGLint>& attributes) {
        return eglCreateImageKHR(display_, EGL_NO_CONTEXT, EGL_LINUX_DMA_BUF_EXT, nullptr, attributes.data());
    }

    int file = -1;
    std::vector<uint8_t> bytes;
    std::vector<EGLint> good;
};

TEST_F(EglFiles, AreRefusedWhereTheyCannotBeImages) {
    // One value in place of another, or two more attributes.
    const auto refused = [&](EGLint name, EGLint value, EGLint more = 0) {
        std::vector<EGLint> attributes = good;
        const auto at = std::find(attributes.begin(), attributes.end(), name);
        if (at != attributes.end())
            at[1] = value;
        else
            attributes.insert(attributes.end() - 1, {name, value});
        if (more) attributes.insert(attributes.end() - 1, {more, value});
        EXPECT_EQ(create(attributes), EGL_NO_IMAGE_KHR) << std::hex << name << " " << value;
        return eglGetError();
    };
    EXPECT_EQ(refused(EGL_WIDTH, 0), EGL_BAD_PARAMETER);
    EXPECT_EQ(refused(EGL_LINUX_DRM_FOURCC_EXT, fourcc('N', 'V', '1', '5')), EGL_BAD_MATCH);
    EXPECT_EQ(refused(EGL_LINUX_DRM_FOURCC_EXT, fourcc('N', 'V', '1', '2')), EGL_BAD_PARAMETER);  // plane 1
    EXPECT_EQ(refused(EGL_DMA_BUF_PLANE0_PITCH_EXT, 16), EGL_BAD_ACCESS);
    EXPECT_EQ(refused(EGL_DMA_BUF_PLANE0_OFFSET_EXT, 2), EGL_BAD_ACCESS);
    EXPECT_EQ(refused(EGL_DMA_BUF_PLANE0_OFFSET_EXT, 4096), EGL_BAD_ACCESS);
    EXPECT_EQ(refused(EGL_DMA_BUF_PLANE0_FD_EXT, -1), EGL_BAD_ACCESS);
    EXPECT_EQ(refused(EGL_DMA_BUF_PLANE1_PITCH_EXT, 32), EGL_BAD_ATTRIBUTE);
    EXPECT_EQ(refused(EGL_YUV_COLOR_SPACE_HINT_EXT, 1), EGL_BAD_ATTRIBUTE);
    EXPECT_EQ(refused(EGL_DMA_BUF_PLANE0_MODIFIER_LO_EXT, 0), EGL_BAD_PARAMETER);
    EXPECT_EQ(refused(EGL_DMA_BUF_PLANE0_MODIFIER_LO_EXT, 5, EGL_DMA_BUF_PLANE0_MODIFIER_HI_EXT), EGL_BAD_MATCH);
    EXPECT_EQ(create({EGL_WIDTH, 1, EGL_NONE}), EGL_NO_IMAGE_KHR);
    EXPECT_EQ(eglGetError(), EGL_BAD_PARAMETER);
    close(file);
}

// Luma and chroma of two planes in one file.
TEST_F(EglFiles, OfVideo) {
    const std::pair<EGLint, EGLint> pairs[] = {{EGL_WIDTH, width},
                                               {EGL_HEIGHT, height},
                                               {EGL_LINUX_DRM_FOURCC_EXT, fourcc('N', 'V', '1', '2')},
                                               {EGL_DMA_BUF_PLANE0_FD_EXT, file},
                                               {EGL_DMA_BUF_PLANE0_OFFSET_EXT, 0},
                                               {EGL_DMA_BUF_PLANE0_PITCH_EXT, width},
                                               {EGL_DMA_BUF_PLANE1_FD_EXT, file},
                                               {EGL_DMA_BUF_PLANE1_OFFSET_EXT, offset},
                                               {EGL_DMA_BUF_PLANE1_PITCH_EXT, 6},
                                               {EGL_YUV_COLOR_SPACE_HINT_EXT, EGL_ITU_REC709_EXT},
                                               {EGL_SAMPLE_RANGE_HINT_EXT, EGL_YUV_FULL_RANGE_EXT}};
    std::vector<EGLint> video;
    for (const auto& [name, value] : pairs) video.insert(video.end(), {name, value});
    video.push_back(EGL_NONE);
    const auto refused = [&](EGLint name, EGLint value) {
        std::vector<EGLint> attributes = video;
        const auto at = std::find(attributes.begin(), attributes.end(), name);
        if (at != attributes.end())
            at[1] = value;
        else
            attributes.insert(attributes.end() - 1, {name, value});
        EXPECT_EQ(create(attributes), EGL_NO_IMAGE_KHR) << std::hex << name << " " << value;
        return eglGetError();
    };
    EXPECT_EQ(refused(EGL_DMA_BUF_PLANE1_PITCH_EXT, 5), EGL_BAD_ACCESS);
    EXPECT_EQ(refused(EGL_DMA_BUF_PLANE0_PITCH_EXT, 4), EGL_BAD_ACCESS);
    EXPECT_EQ(refused(EGL_DMA_BUF_PLANE1_OFFSET_EXT, 4096), EGL_BAD_ACCESS);
    EXPECT_EQ(refused(EGL_DMA_BUF_PLANE1_FD_EXT, -1), EGL_BAD_ACCESS);
    EXPECT_EQ(refused(EGL_DMA_BUF_PLANE2_FD_EXT, file), EGL_BAD_ATTRIBUTE);
    EXPECT_EQ(refused(EGL_DMA_BUF_PLANE3_FD_EXT, file), EGL_BAD_ATTRIBUTE);
    EXPECT_EQ(refused(EGL_DMA_BUF_PLANE1_MODIFIER_LO_EXT, 0), EGL_BAD_PARAMETER);
    EXPECT_EQ(refused(EGL_LINUX_DRM_FOURCC_EXT, fourcc('Y', 'U', '1', '2')), EGL_BAD_PARAMETER);
    EXPECT_EQ(refused(EGL_LINUX_DRM_FOURCC_EXT, fourcc('P', '0', '1', '0')), EGL_BAD_ACCESS);  // rows are too short
    EXPECT_EQ(refused(EGL_LINUX_DRM_FOURCC_EXT, fourcc('Y', 'U', 'Y', 'V')), EGL_BAD_ATTRIBUTE);
    EXPECT_EQ(refused(EGL_SAMPLE_RANGE_HINT_EXT, 0), EGL_BAD_ATTRIBUTE);
    EXPECT_EQ(refused(EGL_YUV_CHROMA_VERTICAL_SITING_HINT_EXT, 0), EGL_BAD_ATTRIBUTE);
    // One plane of pixels of four bytes. Of eight bytes the rows are too short.
    std::vector<EGLint> packed = good;
    for (const char* const code : {"AYUV", "Y410", "Y416"}) {
        packed[5] = fourcc(code[0], code[1], code[2], code[3]);
        const EGLImageKHR made = create(packed);
        EXPECT_EQ(made != EGL_NO_IMAGE_KHR, code[3] != '6' && eglDestroyImageKHR(display_, made)) << code;
    }
    const EGLImageKHR image = create(video);
    ASSERT_NE(image, EGL_NO_IMAGE_KHR);
    EXPECT_EQ(eglGetError(), EGL_SUCCESS);
    // Its textures are external ones, and it can't be rendered to.
    make_current(pbuffer(config_), config_);
    const auto command = [](const char* name) {
        return reinterpret_cast<void (*)(GLenum, void*)>(eglGetProcAddress(name));
    };
    GLuint texture = 0, renderbuffer = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    command("glEGLImageTargetTexture2DOES")(GL_TEXTURE_2D, image);
    EXPECT_EQ(glGetError(), GLenum{GL_INVALID_OPERATION});
    glGenRenderbuffers(1, &renderbuffer);
    glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
    command("glEGLImageTargetRenderbufferStorageOES")(GL_RENDERBUFFER, image);
    EXPECT_EQ(glGetError(), GLenum{GL_INVALID_OPERATION});
    EXPECT_TRUE(eglDestroyImageKHR(display_, image));
    close(file);
}

TEST_F(EglFiles, AreWhatTexturesAreMadeOf) {
    make_current(pbuffer(config_), config_);
    const EGLImageKHR image = create(good);
    ASSERT_NE(image, EGL_NO_IMAGE_KHR) << std::hex << eglGetError();
    const int copy = dup(file);
    close(file);
    const auto set_image = reinterpret_cast<void (*)(GLenum, void*)>(eglGetProcAddress("glEGLImageTargetTexture2DOES"));
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    set_image(GL_TEXTURE_2D, image);
    EXPECT_EQ(glGetError(), GLenum{GL_NO_ERROR});
    std::vector<uint8_t> read(width * height * 4);
    glGetTexImage(GL_TEXTURE_2D, 0, GL_BGRA, GL_UNSIGNED_BYTE, read.data());
    EXPECT_EQ(glGetError(), GLenum{GL_NO_ERROR});
    for (EGLint y = 0; y < height; ++y)
        EXPECT_TRUE(std::equal(read.begin() + y * width * 4, read.begin() + (y + 1) * width * 4,
                               bytes.begin() + offset + y * pitch))
            << y;
    // What is drawn to it reaches the file's memory.
    GLuint framebuffer = 0;
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    glClearColor(1, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glFinish();
    uint8_t in_file[4] = {};
    EXPECT_EQ(pread(copy, in_file, 4, offset + 2 * pitch + 4 * 4), 4);
    EXPECT_EQ(in_file[2], 255);
    EXPECT_EQ(in_file[0], 0);
    close(copy);
    std::array<GLubyte, 4> pixel{};
    glReadPixels(4, 2, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel.data());
    EXPECT_EQ(pixel, (std::array<GLubyte, 4>{255, 0, 0, 255}));
    EXPECT_TRUE(eglDestroyImageKHR(display_, image));
}

TEST_F(EglExtensions, TakesTheSizeOfAnImageWhereItIsTrue) {
    make_current(pbuffer(config_), config_);
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 8, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    const auto image_of = [&](std::vector<EGLint> attributes) {
        attributes.insert(attributes.end(), {EGL_GL_TEXTURE_LEVEL, 0, EGL_NONE});
        void* const name = reinterpret_cast<void*>(static_cast<uintptr_t>(texture));
        return eglCreateImageKHR(display_, eglGetCurrentContext(), EGL_GL_TEXTURE_2D, name, attributes.data());
    };
    const EGLImageKHR image = image_of({EGL_WIDTH, 8, EGL_HEIGHT, 4});
    EXPECT_NE(image, EGL_NO_IMAGE_KHR) << std::hex << eglGetError();
    EXPECT_TRUE(eglDestroyImageKHR(display_, image));
    for (const std::vector<EGLint>& wrong : {std::vector<EGLint>{EGL_WIDTH, 4}, {EGL_HEIGHT, 8}, {EGL_DEPTH_SIZE, 8}}) {
        EXPECT_EQ(image_of(wrong), EGL_NO_IMAGE_KHR) << testing::PrintToString(wrong);
        EXPECT_EQ(eglGetError(), EGL_BAD_PARAMETER);
    }
}

TEST(EglAtExit, DisplaysWithImagesEnd) {
    const auto draw_and_exit = [] {
        std::atexit(
            [] { eglTerminate(eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr)); });
        const EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
        if (!eglInitialize(display, nullptr, nullptr) || !eglBindAPI(EGL_OPENGL_API)) std::_Exit(1);
        const EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, nullptr);
        if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) std::_Exit(2);
        glBindTexture(GL_TEXTURE_2D, 1);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
        void* const name = reinterpret_cast<void*>(uintptr_t{1});
        if (!eglCreateImageKHR(display, context, EGL_GL_TEXTURE_2D, name, nullptr)) std::_Exit(3);
        std::exit(0);
    };
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(draw_and_exit(), testing::ExitedWithCode(0), "");
}

}  // namespace
