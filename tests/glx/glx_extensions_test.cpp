// GLX's smaller extensions: buffers' ages, kinds of drawables, floats, sRGB, imported contexts.
#include <algorithm>
#include <string>

#include "glx_fixture.h"

namespace {

constexpr int bad_context = 0, bad_drawable = 2;  // after the error base
constexpr GLenum framebuffer_srgb = 0x8DB9, srgb_capable = 0x8DBA, rgba_float_mode = 0x8820;

class GlxExtensions : public Glx {
  protected:
    void SetUp() override {
        Glx::SetUp();
        const std::string extensions = glXQueryExtensionsString(display_, DefaultScreen(display_));
        for (const char* name : {"GLX_EXT_buffer_age", "GLX_EXT_get_drawable_type", "GLX_ARB_fbconfig_float",
                                 "GLX_EXT_fbconfig_packed_float", "GLX_EXT_import_context"})
            EXPECT_NE(extensions.find(name), std::string::npos) << name;
    }
    unsigned query(GLXDrawable drawable, int attribute) {
        unsigned value = 77;
        glXQueryDrawable(display_, drawable, attribute, &value);
        return value;
    }
    GLXFBConfig config_with(std::vector<int> requests) {
        requests.push_back(none);
        int count = 0;
        GLXFBConfig* configs = glXChooseFBConfig(display_, DefaultScreen(display_), requests.data(), &count);
        const GLXFBConfig config = count ? configs[0] : nullptr;
        XFree(configs);
        return config;
    }
    int attribute(GLXFBConfig config, int token) {
        int value = -1;
        EXPECT_EQ(glXGetFBConfigAttrib(display_, config, token, &value), 0);
        return value;
    }
};

TEST_F(GlxExtensions, TellsTheAgeOfBuffers) {
    create_window();
    ASSERT_TRUE(glXMakeCurrent(display_, window_, context_));
    EXPECT_EQ(query(window_, GLX_BACK_BUFFER_AGE_EXT), 0u);
    glClear(GL_COLOR_BUFFER_BIT);
    glXSwapBuffers(display_, window_);
    EXPECT_EQ(query(window_, GLX_BACK_BUFFER_AGE_EXT), 1u);
    glClear(GL_COLOR_BUFFER_BIT);
    EXPECT_EQ(query(window_, GLX_BACK_BUFFER_AGE_EXT), 1u);
    XResizeWindow(display_, window_, 70, 50);
    XSync(display_, 0);
    glXSwapBuffers(display_, window_);
    glViewport(0, 0, 70, 50);
    glClear(GL_COLOR_BUFFER_BIT);
    EXPECT_EQ(query(window_, GLX_BACK_BUFFER_AGE_EXT), 0u) << "new buffers";
    glXMakeCurrent(display_, none, nullptr);
    query(window_, GLX_BACK_BUFFER_AGE_EXT);
    XSync(display_, 0);
    EXPECT_EQ(only_error(), error_base_ + bad_drawable);
}

TEST_F(GlxExtensions, KnowsTheKindsOfDrawables) {
    create_window();
    EXPECT_EQ(query(window_, GLX_DRAWABLE_TYPE), unsigned{GLX_WINDOW_BIT});
    const int size[] = {GLX_PBUFFER_WIDTH, 4, GLX_PBUFFER_HEIGHT, 4, none};
    const GLXPbuffer pbuffer = glXCreatePbuffer(display_, any_config(), size);
    EXPECT_EQ(query(pbuffer, GLX_DRAWABLE_TYPE), unsigned{GLX_PBUFFER_BIT});
    const Pixmap pixmap = XCreatePixmap(display_, window_, 4, 4, unsigned(visual_->depth));
    const GLXPixmap drawable = glXCreateGLXPixmap(display_, visual_, pixmap);
    EXPECT_EQ(query(drawable, GLX_DRAWABLE_TYPE), unsigned{GLX_PIXMAP_BIT});
}

TEST_F(GlxExtensions, DrawsFloatsToPbuffers) {
    struct Row {
        int type, bit, red;
        GLfloat negative;  // what -2 becomes
    };
    for (const Row& row : {Row{GLX_RGBA_FLOAT_TYPE_ARB, GLX_RGBA_FLOAT_BIT_ARB, 16, -2},
                           Row{GLX_RGBA_FLOAT_TYPE_ARB, GLX_RGBA_FLOAT_BIT_ARB, 32, -2},
                           Row{GLX_RGBA_UNSIGNED_FLOAT_TYPE_EXT, GLX_RGBA_UNSIGNED_FLOAT_BIT_EXT, 11, 0}}) {
        const GLXFBConfig config = config_with(
            {GLX_RENDER_TYPE, row.bit, GLX_DRAWABLE_TYPE, GLX_PBUFFER_BIT, GLX_RED_SIZE, row.red, GLX_DEPTH_SIZE, 1});
        ASSERT_NE(config, nullptr);
        EXPECT_GE(attribute(config, GLX_RED_SIZE), row.red);
        EXPECT_EQ(attribute(config, GLX_DRAWABLE_TYPE), GLX_PBUFFER_BIT);
        EXPECT_EQ(attribute(config, GLX_X_VISUAL_TYPE), GLX_NONE);
        EXPECT_EQ(attribute(config, GLX_VISUAL_ID), 0);
        EXPECT_EQ(attribute(config, GLX_X_RENDERABLE), 0);
        EXPECT_EQ(glXGetVisualFromFBConfig(display_, config), nullptr);
        // Contexts are of the config's type.
        EXPECT_EQ(glXCreateNewContext(display_, config, GLX_RGBA_TYPE, nullptr, 1), nullptr);
        EXPECT_EQ(only_error(), BadMatch);
        const GLXContext context = glXCreateNewContext(display_, config, row.type, nullptr, 1);
        ASSERT_NE(context, nullptr);
        int type = 0;
        EXPECT_EQ(glXQueryContext(display_, context, GLX_RENDER_TYPE, &type), 0);
        EXPECT_EQ(type, row.type);
        const int size[] = {GLX_PBUFFER_WIDTH, 4, GLX_PBUFFER_HEIGHT, 4, none};
        const GLXPbuffer pbuffer = glXCreatePbuffer(display_, config, size);
        ASSERT_TRUE(glXMakeContextCurrent(display_, pbuffer, pbuffer, context));
        GLboolean is_float = 0;
        glGetBooleanv(rgba_float_mode, &is_float);
        EXPECT_TRUE(is_float);
        // ARB_color_buffer_float: colours are clamped where buffers are fixed-point only.
        glClearColor(100, -2, 0.5f, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        GLfloat pixel[4] = {};
        glReadPixels(1, 1, 1, 1, GL_RGBA, GL_FLOAT, pixel);
        EXPECT_EQ(pixel[0], 100);
        EXPECT_EQ(pixel[1], row.negative);
        EXPECT_EQ(pixel[2], 0.5f);
        EXPECT_EQ(glGetError(), GLenum{GL_NO_ERROR});
        // A drawable of another type.
        const GLXPbuffer other = glXCreatePbuffer(display_, any_config(), size);
        EXPECT_FALSE(glXMakeContextCurrent(display_, other, other, context));
        EXPECT_EQ(only_error(), BadMatch);
        glXMakeCurrent(display_, none, nullptr);
        glXDestroyContext(display_, context);
    }
    // Who does not ask for floats gets none.
    int count = 0;
    const int nothing[] = {GLX_DRAWABLE_TYPE, GLX_PBUFFER_BIT, none};
    GLXFBConfig* configs = glXChooseFBConfig(display_, DefaultScreen(display_), nothing, &count);
    for (int i = 0; i < count; ++i) EXPECT_EQ(attribute(configs[i], GLX_RENDER_TYPE), GLX_RGBA_BIT);
    XFree(configs);
}

TEST_F(GlxExtensions, EncodesWindowsAsSrgb) {
    for (const int samples : {0, 4}) {
        create_window({GLX_RGBA, GLX_DOUBLEBUFFER, GLX_SAMPLES, samples, GLX_FRAMEBUFFER_SRGB_CAPABLE_ARB, 1});
        map();
        ASSERT_TRUE(glXMakeCurrent(display_, window_, context_));
        GLboolean capable = 0;
        glGetBooleanv(srgb_capable, &capable);
        EXPECT_TRUE(capable);
        glClearColor(0.5f, 0, 1, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        glXSwapBuffers(display_, window_);
        EXPECT_EQ(shown(3, 3), 0x8000ffu) << "nothing is encoded unless it is asked for";
        glEnable(framebuffer_srgb);
        glClear(GL_COLOR_BUFFER_BIT);
        // Reading gives what is stored.
        GLubyte pixel[4] = {};
        glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
        EXPECT_EQ(pixel[0], 188);
        // Half of white over black, blended before it is encoded.
        glEnable(GL_SCISSOR_TEST);
        glScissor(0, 0, 8, 8);
        glClearColor(0, 0, 0, 0);
        glClear(GL_COLOR_BUFFER_BIT);
        glEnable(GL_BLEND);
        glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
        glColor4f(1, 1, 1, 0.5f);
        glRectf(-1, -1, 1, 1);
        glReadPixels(2, 2, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
        EXPECT_NEAR(pixel[0], 188, 1);
        glXSwapBuffers(display_, window_);
        EXPECT_EQ(shown(30, 3), 0xbc00ffu);
        glXMakeCurrent(display_, none, nullptr);
        glXDestroyContext(display_, context_);
        XDestroyWindow(display_, window_);
    }
    context_ = nullptr;
}

// Within a process, contexts that were asked to be indirect have several handles.
TEST_F(GlxExtensions, ImportsIndirectContexts) {
    create_window();
    const GLXContext original = glXCreateContext(display_, visual_, nullptr, 0);
    EXPECT_FALSE(glXIsDirect(display_, original));
    const GLXContextID id = glXGetContextIDEXT(original);
    const GLXContext imported = glXImportContextEXT(display_, id);
    ASSERT_NE(imported, nullptr);
    EXPECT_NE(imported, original);
    EXPECT_EQ(glXGetContextIDEXT(imported), id);
    ASSERT_TRUE(glXMakeCurrent(display_, window_, original));
    glClearColor(0.25f, 0, 0, 0);
    ASSERT_TRUE(glXMakeCurrent(display_, window_, imported));
    EXPECT_EQ(glXGetCurrentContext(), imported);
    GLfloat color[4] = {};
    glGetFloatv(GL_COLOR_CLEAR_VALUE, color);
    EXPECT_EQ(color[0], 0.25f) << "one context";
    // The name ends with the original, the context with its last handle.
    glXDestroyContext(display_, original);
    EXPECT_EQ(glXImportContextEXT(display_, id), nullptr);
    EXPECT_EQ(only_error(), error_base_ + bad_context);
    ASSERT_TRUE(glXMakeCurrent(display_, none, nullptr));
    ASSERT_TRUE(glXMakeCurrent(display_, window_, imported));
    glClear(GL_COLOR_BUFFER_BIT);
    glXFreeContextEXT(display_, imported);
    glFinish();
    ASSERT_TRUE(glXMakeCurrent(display_, none, nullptr));
    EXPECT_FALSE(glXMakeCurrent(display_, window_, imported));
    EXPECT_EQ(only_error(), error_base_ + bad_context);
}

TEST_F(GlxExtensions, CopiesPartsOfMultisampledWindows) {
    create_window({GLX_RGBA, GLX_DOUBLEBUFFER, GLX_SAMPLE_BUFFERS, 1, GLX_SAMPLES, 4});
    map();
    ASSERT_TRUE(glXMakeCurrent(display_, window_, context_));
    glClearColor(1, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glXSwapBuffers(display_, window_);
    glClearColor(0, 1, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glXCopySubBufferMESA(display_, window_, 8, 8, 16, 16);
    EXPECT_EQ(shown(8, 48 - 8 - 1), 0x00ff00u);
    EXPECT_EQ(shown(7, 48 - 8 - 1), 0xff0000u);
    const auto read = [](GLenum buffer, int x, int y) {
        glReadBuffer(buffer);
        GLubyte pixel[4] = {};
        glReadPixels(x, y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
        return int(pixel[0]) << 8 | pixel[1];
    };
    EXPECT_EQ(read(GL_FRONT, 0, 0), 0xff00);
    EXPECT_EQ(read(GL_FRONT, 8, 8), 0x00ff);
    EXPECT_EQ(read(GL_BACK, 0, 0), 0x00ff);
}

TEST_F(GlxExtensions, TellsThePriorityOfContexts) {
    create_window();
    int priority = 0;
    EXPECT_EQ(glXQueryContext(display_, context_, GLX_CONTEXT_PRIORITY_LEVEL_EXT, &priority), 0);
    EXPECT_EQ(priority, GLX_CONTEXT_PRIORITY_MEDIUM_EXT);
}

TEST_F(GlxExtensions, ImportsNoDirectContexts) {
    create_window();
    const GLXContextID id = glXGetContextIDEXT(context_);
    EXPECT_NE(id, GLXContextID{0});
    EXPECT_EQ(glXImportContextEXT(display_, id), nullptr);
    EXPECT_TRUE(x_errors.empty()) << "a direct one is no error";
    EXPECT_EQ(glXImportContextEXT(display_, 0x12345), nullptr);
    EXPECT_EQ(only_error(), error_base_ + bad_context);
    glXFreeContextEXT(display_, context_);
    EXPECT_TRUE(x_errors.empty());
    EXPECT_TRUE(glXMakeCurrent(display_, window_, context_)) << "not imported: nothing to free";
}

}  // namespace
