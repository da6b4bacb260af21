// What a server's visuals have to do with configs, and presentation and texturing in the pixels of its depth. Runs on
// servers of depth 16, 24 and 30.
#include <X11/Xlib-xcb.h>
#include <cmath>
#include <cstdlib>
#include <map>
#include <unistd.h>
#include <xcb/glx.h>

#include "glx_fixture.h"

namespace {

class GlxScreen : public Glx {
  protected:
    int value(GLXFBConfig config, int token) {
        int result = -1;
        EXPECT_EQ(glXGetFBConfigAttrib(display_, config, token, &result), 0);
        return result;
    }
    std::vector<GLXFBConfig> configs() {
        int count = 0;
        GLXFBConfig* all = glXGetFBConfigs(display_, DefaultScreen(display_), &count);
        std::vector<GLXFBConfig> result(all, all + count);
        XFree(all);
        return result;
    }
    // A config of the default visual's depth.
    GLXFBConfig root_config(int samples, bool double_buffered) {
        const int depth = DefaultDepth(display_, DefaultScreen(display_));
        for (const GLXFBConfig config : configs()) {
            XVisualInfo* visual = glXGetVisualFromFBConfig(display_, config);
            const bool fits = visual->depth == depth && visual->c_class == TrueColor &&
                              value(config, GLX_SAMPLES) == samples &&
                              value(config, GLX_DOUBLEBUFFER) == int(double_buffered);
            XFree(visual);
            if (fits) return config;
        }
        return nullptr;
    }
    // A mapped window of the config, current.
    void show_window(GLXFBConfig config) {
        visual_ = glXGetVisualFromFBConfig(display_, config);
        const Window root = RootWindow(display_, visual_->screen);
        XSetWindowAttributes attributes{};
        attributes.colormap = XCreateColormap(display_, root, visual_->visual, AllocNone);
        window_ = XCreateWindow(display_, root, 0, 0, 37, 20, 0, visual_->depth, InputOutput, visual_->visual,
                                CWColormap | CWBorderPixel, &attributes);
        context_ = glXCreateNewContext(display_, config, GLX_RGBA_TYPE, nullptr, 1);
        map();
        ASSERT_TRUE(glXMakeCurrent(display_, window_, context_));
    }
    // A component of a pixel, 0 to 1.
    static double component(unsigned long pixel, unsigned long mask) { return double(pixel & mask) / double(mask); }
};

TEST_F(GlxScreen, EveryColorVisualHasTheConfigThatTheServerGivesIt) {
    // What the server's own GLX says: visual, and whether it is double-buffered and has stencil bits.
    std::map<VisualID, std::pair<bool, bool>> of_server;
    xcb_connection_t* connection = XGetXCBConnection(display_);
    if (const auto* extension = xcb_get_extension_data(connection, &xcb_glx_id); extension && extension->present) {
        auto* reply = xcb_glx_get_visual_configs_reply(connection, xcb_glx_get_visual_configs(connection, 0), nullptr);
        ASSERT_NE(reply, nullptr);
        const uint32_t* values = xcb_glx_get_visual_configs_property_list(reply);
        for (uint32_t i = 0; i < reply->num_visuals; ++i, values += reply->num_properties)
            of_server[values[0]] = {values[11] != 0, values[15] != 0};
        std::free(reply);
    }
    std::map<VisualID, int> config_counts;
    for (const GLXFBConfig config : configs()) ++config_counts[VisualID(value(config, GLX_VISUAL_ID))];
    int count = 0;
    XVisualInfo* visuals = XGetVisualInfo(display_, VisualNoMask, nullptr, &count);
    for (XVisualInfo* visual = visuals; visual != visuals + count; ++visual) {
        if (visual->c_class != TrueColor && visual->c_class != DirectColor) continue;
        // Servers of depth 30 may have visuals with red lowest besides: these have no configs.
        if (visual->red_mask < visual->blue_mask) continue;
        int uses_gl = 0, double_buffered = -1, stencil = -1, type = 0;
        ASSERT_EQ(glXGetConfig(display_, visual, GLX_USE_GL, &uses_gl), 0);
        ASSERT_TRUE(uses_gl) << std::hex << visual->visualid << " of depth " << visual->depth;
        EXPECT_GT(config_counts[visual->visualid], 0);
        ASSERT_EQ(glXGetConfig(display_, visual, GLX_X_VISUAL_TYPE, &type), 0);
        EXPECT_EQ(type, visual->c_class == TrueColor ? GLX_TRUE_COLOR : GLX_DIRECT_COLOR);
        const auto known = of_server.find(visual->visualid);
        if (known == of_server.end()) continue;
        ASSERT_EQ(glXGetConfig(display_, visual, GLX_DOUBLEBUFFER, &double_buffered), 0);
        ASSERT_EQ(glXGetConfig(display_, visual, GLX_STENCIL_SIZE, &stencil), 0);
        EXPECT_EQ(double_buffered != 0, known->second.first) << std::hex << visual->visualid;
        EXPECT_EQ(stencil != 0, known->second.second) << std::hex << visual->visualid;
    }
    XFree(visuals);
    // As GTK looks for one: any double-buffered config of the default visual.
    const int requests[] = {GLX_DRAWABLE_TYPE, GLX_WINDOW_BIT, GLX_DOUBLEBUFFER, 1, GLX_RED_SIZE, 1, none};
    int chosen_count = 0;
    GLXFBConfig* chosen = glXChooseFBConfig(display_, DefaultScreen(display_), requests, &chosen_count);
    bool found = false;
    for (int i = 0; i < chosen_count; ++i)
        found |= VisualID(value(chosen[i], GLX_VISUAL_ID)) ==
                 XVisualIDFromVisual(DefaultVisual(display_, DefaultScreen(display_)));
    XFree(chosen);
    EXPECT_TRUE(found);
}

TEST_F(GlxScreen, TheServerShowsWhatIsReadBack) {
    for (const auto& [samples, double_buffered] : {std::pair(0, true), {0, false}, {4, true}}) {
        const GLXFBConfig config = root_config(samples, double_buffered);
        ASSERT_NE(config, nullptr) << samples << " samples";
        show_window(config);
        GLint bits[3];
        glGetIntegerv(GL_RED_BITS, &bits[0]);
        glGetIntegerv(GL_GREEN_BITS, &bits[1]);
        glGetIntegerv(GL_BLUE_BITS, &bits[2]);
        const unsigned long masks[] = {visual_->red_mask, visual_->green_mask, visual_->blue_mask};
        for (int i = 0; i < 3; ++i) EXPECT_EQ(bits[i], __builtin_popcountl(masks[i]));
        // The lower half is cleared, the upper half drawn and blended with black.
        glClearColor(1, 0.4f, 0.2f, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        glEnable(GL_BLEND);
        glBlendFunc(GL_ONE, GL_ZERO);
        glColor4f(0.1f, 0.7f, 0.9f, 1);
        glRectf(-1, 0, 1, 1);
        float read[2][3];
        glReadBuffer(double_buffered ? GL_BACK : GL_FRONT);
        glReadPixels(36, 3, 1, 1, GL_RGB, GL_FLOAT, read[0]);
        glReadPixels(36, 16, 1, 1, GL_RGB, GL_FLOAT, read[1]);
        EXPECT_EQ(glGetError(), GLenum(GL_NO_ERROR));
        if (double_buffered)
            glXSwapBuffers(display_, window_);
        else
            glFlush();
        XSync(display_, 0);
        XImage* image = XGetImage(display_, window_, 0, 0, 37, 20, AllPlanes, ZPixmap);
        ASSERT_NE(image, nullptr);
        const float drawn[2][3] = {{1, 0.4f, 0.2f}, {0.1f, 0.7f, 0.9f}};
        for (int half = 0; half < 2; ++half)
            for (int i = 0; i < 3; ++i) {
                const unsigned long pixel = XGetPixel(image, 36, half ? 3 : 16);
                EXPECT_NEAR(component(pixel, masks[i]), read[half][i], 1e-6) << "half " << half << ", component " << i;
                EXPECT_NEAR(read[half][i], drawn[half][i], 0.6 / ((1 << bits[i]) - 1));
            }
        XDestroyImage(image);
        glXMakeCurrent(display_, none, nullptr);
        glXDestroyContext(display_, context_);
        context_ = nullptr;
        XDestroyWindow(display_, window_);
        XFree(visual_);
    }
    EXPECT_TRUE(x_errors.empty());
}

class GlxPixmapTexture : public GlxScreen {
  protected:
    // A pixmap whose upper half is red and lower half blue, as a texture.
    void create(std::vector<int> attributes, unsigned width = 8, unsigned height = 4) {
        config_ = root_config(0, true);
        ASSERT_NE(config_, nullptr);
        const int size[] = {GLX_PBUFFER_WIDTH, 16, GLX_PBUFFER_HEIGHT, 16, none};
        pbuffer_ = glXCreatePbuffer(display_, config_, size);
        context_ = glXCreateNewContext(display_, config_, GLX_RGBA_TYPE, nullptr, 1);
        ASSERT_TRUE(glXMakeContextCurrent(display_, pbuffer_, pbuffer_, context_));
        visual_ = glXGetVisualFromFBConfig(display_, config_);
        pixmap_ = XCreatePixmap(display_, DefaultRootWindow(display_), width, height, unsigned(visual_->depth));
        gc_ = XCreateGC(display_, pixmap_, 0, nullptr);
        fill(visual_->red_mask, 0, height / 2, width);
        fill(visual_->blue_mask, height / 2, height - height / 2, width);
        attributes.push_back(none);
        glx_pixmap_ = glXCreatePixmap(display_, config_, pixmap_, attributes.data());
    }
    void fill(unsigned long pixel, unsigned y, unsigned height, unsigned width = 8) {
        XSetForeground(display_, gc_, pixel);
        XFillRectangle(display_, pixmap_, gc_, 0, int(y), width, height);
    }
    std::vector<GLubyte> texels(GLenum target, int level) {
        GLint width = 0, height = 0;
        glGetTexLevelParameteriv(target, level, GL_TEXTURE_WIDTH, &width);
        glGetTexLevelParameteriv(target, level, GL_TEXTURE_HEIGHT, &height);
        std::vector<GLubyte> result(size_t(width) * size_t(height) * 4);
        if (!result.empty()) glGetTexImage(target, level, GL_RGBA, GL_UNSIGNED_BYTE, result.data());
        return result;
    }
    static std::vector<GLubyte> texel(const std::vector<GLubyte>& image, size_t index) {
        return {image.begin() + long(index) * 4, image.begin() + long(index) * 4 + 4};
    }
    const std::vector<GLubyte> red_ = {255, 0, 0, 255}, blue_ = {0, 0, 255, 255}, green_ = {0, 255, 0, 255};
    GLXFBConfig config_ = nullptr;
    GLXPbuffer pbuffer_ = 0;
    Pixmap pixmap_ = 0;
    GC gc_ = nullptr;
    GLXPixmap glx_pixmap_ = 0;
};

TEST_F(GlxPixmapTexture, HasTheContentsOfTheTimeItIsBound) {
    create({GLX_TEXTURE_FORMAT_EXT, GLX_TEXTURE_FORMAT_RGB_EXT, GLX_TEXTURE_TARGET_EXT, GLX_TEXTURE_2D_EXT});
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    EXPECT_TRUE(value(config_, GLX_Y_INVERTED_EXT));  // the first row is the upper one
    glXBindTexImageEXT(display_, glx_pixmap_, GLX_FRONT_LEFT_EXT, nullptr);
    std::vector<GLubyte> image = texels(GL_TEXTURE_2D, 0);
    ASSERT_EQ(image.size(), 8u * 4 * 4);
    EXPECT_EQ(texel(image, 0), red_);
    EXPECT_EQ(texel(image, 31), blue_);
    // Sampled, it covers what is drawn.
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glEnable(GL_TEXTURE_2D);
    glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
    const auto draw_upright = [] {
        glBegin(GL_QUADS);
        glTexCoord2f(0, 1), glVertex2f(-1, -1);
        glTexCoord2f(1, 1), glVertex2f(1, -1);
        glTexCoord2f(1, 0), glVertex2f(1, 1);
        glTexCoord2f(0, 0), glVertex2f(-1, 1);
        glEnd();
    };
    draw_upright();
    std::vector<GLubyte> pixel(4);
    glReadPixels(8, 14, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel.data());
    pixel[3] = 255;
    EXPECT_EQ(pixel, red_);
    // What is drawn later shows when it is bound again.
    glXReleaseTexImageEXT(display_, glx_pixmap_, GLX_FRONT_LEFT_EXT);
    EXPECT_TRUE(texels(GL_TEXTURE_2D, 0).empty());
    fill(visual_->green_mask, 0, 4);
    glXBindTexImageEXT(display_, glx_pixmap_, GLX_FRONT_LEFT_EXT, nullptr);
    EXPECT_EQ(texel(texels(GL_TEXTURE_2D, 0), 3), green_);
    // An image that takes the place of the pixmap's is not released.
    const GLubyte white[] = {255, 255, 255, 255};
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, white);
    glXReleaseTexImageEXT(display_, glx_pixmap_, GLX_FRONT_LEFT_EXT);
    EXPECT_EQ(texels(GL_TEXTURE_2D, 0).size(), 4u);
    EXPECT_EQ(glGetError(), GLenum(GL_NO_ERROR));
    EXPECT_TRUE(x_errors.empty());
}

// While the pixmap is bound, draws with the texture show all that has been drawn to the pixmap, whoever drew it.
TEST_F(GlxPixmapTexture, IsLookedAtAgain) {
    create({GLX_TEXTURE_FORMAT_EXT, GLX_TEXTURE_FORMAT_RGB_EXT, GLX_TEXTURE_TARGET_EXT, GLX_TEXTURE_2D_EXT});
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glEnable(GL_TEXTURE_2D);
    glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
    glXBindTexImageEXT(display_, glx_pixmap_, GLX_FRONT_LEFT_EXT, nullptr);
    const auto drawn = [] {
        glRectf(-1, -1, 1, 1);
        std::vector<GLubyte> pixel(4);
        glReadPixels(8, 8, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel.data());
        pixel[3] = 255;
        return pixel;
    };
    glTexCoord2f(0, 0);  // the upper half
    EXPECT_EQ(drawn(), red_);
    fill(visual_->green_mask, 0, 4);
    EXPECT_EQ(drawn(), green_) << "by this connection, without waiting";
    // By another one, many times: each is seen, and none is seen before it is drawn.
    Display* const other = XOpenDisplay(nullptr);
    ASSERT_NE(other, nullptr);
    GC gc = XCreateGC(other, pixmap_, 0, nullptr);
    for (int i = 0; i < 40; ++i) {
        const bool red = i % 2;
        XSetForeground(other, gc, red ? visual_->red_mask : visual_->blue_mask);
        XFillRectangle(other, pixmap_, gc, 0, 0, 8, 4);
        XSync(other, 0);
        EXPECT_EQ(drawn(), red ? red_ : blue_) << i;
        EXPECT_EQ(drawn(), red ? red_ : blue_) << i;
        if (i == 10) usleep(200000);  // the watch has been made meanwhile
    }
    // By this connection again, which holds its requests back until they are asked for.
    for (int i = 0; i < 10; ++i) {
        fill(i % 2 ? visual_->red_mask : visual_->green_mask, 0, 4);
        EXPECT_EQ(drawn(), i % 2 ? red_ : green_) << i;
    }
    // Released and bound anew it is another image; without a pixmap it stays what it was.
    glXReleaseTexImageEXT(display_, glx_pixmap_, GLX_FRONT_LEFT_EXT);
    glXBindTexImageEXT(display_, glx_pixmap_, GLX_FRONT_LEFT_EXT, nullptr);
    glXDestroyPixmap(display_, glx_pixmap_);
    XSetForeground(other, gc, visual_->green_mask);
    XFillRectangle(other, pixmap_, gc, 0, 0, 8, 4);
    XSync(other, 0);
    EXPECT_EQ(drawn(), red_);
    // An image that took the pixmap's place is not looked at.
    const GLubyte white[] = {255, 255, 255, 255};
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, white);
    EXPECT_EQ(drawn(), (std::vector<GLubyte>{255, 255, 255, 255}));
    XCloseDisplay(other);
    EXPECT_EQ(glGetError(), GLenum(GL_NO_ERROR));
    EXPECT_TRUE(x_errors.empty());
}

// Compositors hold the server while they bind: nothing waits for another connection then.
TEST_F(GlxPixmapTexture, IsLookedAtWhileTheServerIsHeld) {
    create({GLX_TEXTURE_FORMAT_EXT, GLX_TEXTURE_FORMAT_RGB_EXT, GLX_TEXTURE_TARGET_EXT, GLX_TEXTURE_2D_EXT});
    XGrabServer(display_);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glEnable(GL_TEXTURE_2D);
    glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
    glXBindTexImageEXT(display_, glx_pixmap_, GLX_FRONT_LEFT_EXT, nullptr);
    for (int i = 0; i < 20; ++i) {
        fill(i % 2 ? visual_->green_mask : visual_->red_mask, 0, 4);
        glRectf(-1, -1, 1, 1);
        GLubyte pixel[4] = {};
        glReadPixels(8, 8, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
        EXPECT_EQ(pixel[1], i % 2 ? 255 : 0) << i;
    }
    XUngrabServer(display_);
    EXPECT_TRUE(x_errors.empty());
}

TEST_F(GlxPixmapTexture, TargetsAndMipmaps) {
    create({GLX_TEXTURE_FORMAT_EXT, GLX_TEXTURE_FORMAT_RGB_EXT, GLX_MIPMAP_TEXTURE_EXT, 1});
    unsigned queried = 0;
    glXQueryDrawable(display_, glx_pixmap_, GLX_TEXTURE_TARGET_EXT, &queried);
    EXPECT_EQ(queried, unsigned(GLX_TEXTURE_2D_EXT));
    glXQueryDrawable(display_, glx_pixmap_, GLX_TEXTURE_FORMAT_EXT, &queried);
    EXPECT_EQ(queried, unsigned(GLX_TEXTURE_FORMAT_RGB_EXT));
    glXQueryDrawable(display_, glx_pixmap_, GLX_MIPMAP_TEXTURE_EXT, &queried);
    EXPECT_EQ(queried, 1u);
    glXBindTexImageEXT(display_, glx_pixmap_, GLX_FRONT_LEFT_EXT, nullptr);
    const auto generate = reinterpret_cast<void (*)(GLenum)>(
        glXGetProcAddressARB(reinterpret_cast<const GLubyte*>("glGenerateMipmapEXT")));
    generate(GL_TEXTURE_2D);
    const std::vector<GLubyte> last = texels(GL_TEXTURE_2D, 3);
    ASSERT_EQ(last.size(), 4u);
    EXPECT_NEAR(last[0], 128, 5);  // half red, half blue
    EXPECT_NEAR(last[2], 128, 5);

    const int rectangle[] = {GLX_TEXTURE_FORMAT_EXT, GLX_TEXTURE_FORMAT_RGB_EXT, GLX_TEXTURE_TARGET_EXT,
                             GLX_TEXTURE_RECTANGLE_EXT, none};
    const GLXPixmap second = glXCreatePixmap(display_, config_, pixmap_, rectangle);
    glXBindTexImageEXT(display_, second, GLX_FRONT_LEFT_EXT, nullptr);
    EXPECT_EQ(texel(texels(GL_TEXTURE_RECTANGLE_ARB, 0), 30), blue_);
    glXDestroyPixmap(display_, second);
    EXPECT_EQ(texel(texels(GL_TEXTURE_RECTANGLE_ARB, 0), 30), blue_);

    const Pixmap row = XCreatePixmap(display_, DefaultRootWindow(display_), 5, 1, unsigned(visual_->depth));
    XSetForeground(display_, gc_, visual_->green_mask);
    XFillRectangle(display_, row, gc_, 0, 0, 5, 1);
    const int line[] = {GLX_TEXTURE_FORMAT_EXT, GLX_TEXTURE_FORMAT_RGB_EXT, GLX_TEXTURE_TARGET_EXT, GLX_TEXTURE_1D_EXT,
                        none};
    const GLXPixmap third = glXCreatePixmap(display_, config_, row, line);
    glXBindTexImageEXT(display_, third, GLX_FRONT_LEFT_EXT, nullptr);
    EXPECT_EQ(texel(texels(GL_TEXTURE_1D, 0), 4), green_);
    EXPECT_EQ(glGetError(), GLenum(GL_NO_ERROR));
    EXPECT_TRUE(x_errors.empty());
    EXPECT_EQ(glXCreatePixmap(display_, config_, pixmap_, line), GLXPixmap(none));  // four rows
    EXPECT_EQ(only_error(), BadValue);
}

TEST_F(GlxPixmapTexture, AlphaIsThatOfPixmapsOfDepth32) {
    create({GLX_TEXTURE_FORMAT_EXT, GLX_TEXTURE_FORMAT_RGB_EXT});
    const int requests[] = {GLX_BIND_TO_TEXTURE_RGBA_EXT, 1, GLX_DRAWABLE_TYPE, GLX_PIXMAP_BIT, none};
    int count = 0;
    GLXFBConfig* with_alpha = glXChooseFBConfig(display_, DefaultScreen(display_), requests, &count);
    if (count == 0) GTEST_SKIP() << "the server has no visuals of depth 32";
    const Pixmap pixmap = XCreatePixmap(display_, DefaultRootWindow(display_), 2, 2, 32);
    GC gc = XCreateGC(display_, pixmap, 0, nullptr);
    XSetForeground(display_, gc, 0x40ff8000);
    XFillRectangle(display_, pixmap, gc, 0, 0, 2, 2);
    for (const bool rgba : {true, false}) {
        const int attributes[] = {GLX_TEXTURE_FORMAT_EXT,
                                  rgba ? GLX_TEXTURE_FORMAT_RGBA_EXT : GLX_TEXTURE_FORMAT_RGB_EXT, none};
        const GLXPixmap drawable = glXCreatePixmap(display_, with_alpha[0], pixmap, attributes);
        glXBindTexImageEXT(display_, drawable, GLX_FRONT_LEFT_EXT, nullptr);
        EXPECT_EQ(texel(texels(GL_TEXTURE_2D, 0), 3), (std::vector<GLubyte>{255, 128, 0, GLubyte(rgba ? 0x40 : 255)}));
        glXDestroyPixmap(display_, drawable);
    }
    XFreeGC(display_, gc);
    XFree(with_alpha);
    EXPECT_TRUE(x_errors.empty());
}

TEST_F(GlxPixmapTexture, Errors) {
    create({});
    glXBindTexImageEXT(display_, glx_pixmap_, GLX_FRONT_LEFT_EXT, nullptr);
    EXPECT_EQ(only_error(), BadMatch);  // TEXTURE_FORMAT_NONE
    glXBindTexImageEXT(display_, pbuffer_, GLX_FRONT_LEFT_EXT, nullptr);
    EXPECT_EQ(only_error(), error_base_ + 3);  // GLXBadPixmap
    glXReleaseTexImageEXT(display_, 0x12345, GLX_FRONT_LEFT_EXT);
    EXPECT_EQ(only_error(), error_base_ + 3);
    glXBindTexImageEXT(display_, glx_pixmap_, GLX_AUX0_EXT, nullptr);
    EXPECT_EQ(only_error(), BadValue);
    const int bad_format[] = {GLX_TEXTURE_FORMAT_EXT, 7, none};
    EXPECT_EQ(glXCreatePixmap(display_, config_, pixmap_, bad_format), GLXPixmap(none));
    EXPECT_EQ(only_error(), BadValue);
    if (!value(config_, GLX_BIND_TO_TEXTURE_RGBA_EXT)) {
        const int rgba[] = {GLX_TEXTURE_FORMAT_EXT, GLX_TEXTURE_FORMAT_RGBA_EXT, none};
        EXPECT_EQ(glXCreatePixmap(display_, config_, pixmap_, rgba), GLXPixmap(none));
        EXPECT_EQ(only_error(), error_base_ + 9);  // GLXBadFBConfig
    }
    glXMakeContextCurrent(display_, none, none, nullptr);
    glXBindTexImageEXT(display_, 0x12345, GLX_FRONT_LEFT_EXT, nullptr);  // no context: ignored
    EXPECT_TRUE(x_errors.empty());
}

}  // namespace
