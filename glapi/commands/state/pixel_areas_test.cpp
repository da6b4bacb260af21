// EXT_window_rectangles and NV_scissor_exclusive; NV_viewport_swizzle, NV_clip_space_w_scaling, NV_fill_rectangle.
#include <functional>

#include "glapi/generated/entry_points.h"
#include "glapi/testing/program_fixture.h"

namespace glapi {
namespace {

using namespace commands;

struct PixelAreasTest : testing::ProgramFixture {
    GLint number(GLenum token) {
        GLint value = -1;
        GetIntegerv(context(), token, &value);
        return value;
    }
    std::array<GLint, 4> box(GLenum token, GLuint index) {
        std::array<GLint, 4> value{-1, -1, -1, -1};
        GetIntegeri_v(context(), token, index, value.data());
        return value;
    }
    // A framebuffer object of 16 by 16 pixels with a colour and a depth-stencil buffer.
    void bind_framebuffer() {
        GLuint framebuffer = 0, buffers[2] = {};
        GenFramebuffers(context(), 1, &framebuffer);
        GenRenderbuffers(context(), 2, buffers);
        BindFramebuffer(context(), GL_FRAMEBUFFER, framebuffer);
        const GLenum formats[] = {GL_RGBA8, GL_DEPTH24_STENCIL8},
                     at[] = {GL_COLOR_ATTACHMENT0, GL_DEPTH_STENCIL_ATTACHMENT};
        for (int i = 0; i < 2; ++i) {
            BindRenderbuffer(context(), GL_RENDERBUFFER, buffers[i]);
            RenderbufferStorage(context(), GL_RENDERBUFFER, formats[i], 16, 16);
            FramebufferRenderbuffer(context(), GL_FRAMEBUFFER, at[i], GL_RENDERBUFFER, buffers[i]);
        }
        Viewport(context(), 0, 0, 16, 16);
        expect(GL_NO_ERROR);
    }
    void clear(float red) {
        ClearColor(context(), red, 0, 0, 1);
        Clear(context(), GL_COLOR_BUFFER_BIT);
    }
    uint8_t red_at(int x, int y) {
        GLubyte pixel[4] = {};
        ReadPixels(context(), x, y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
        return pixel[0];
    }
    // All of 16 by 16 pixels are red where `open` says so, and black elsewhere.
    void expect_red(const char* what, const std::function<bool(int, int)>& open) {
        GLubyte pixels[16][16][4] = {};
        ReadPixels(context(), 0, 0, 16, 16, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
        for (int y = 0; y < 16; ++y)
            for (int x = 0; x < 16; ++x)
                ASSERT_EQ(pixels[y][x][0], open(x, y) ? 255 : 0) << what << ' ' << x << ' ' << y;
    }
    void expect_all_ways(const std::function<bool(int, int)>& open, const std::function<void()>& set) {
        const auto way = [&](const char* what, const std::function<void()>& draw) {
            WindowRectanglesEXT(context(), GL_EXCLUSIVE_EXT, 0, nullptr);
            Disable(context(), GL_SCISSOR_TEST_EXCLUSIVE_NV);
            clear(0);
            set();
            draw();
            expect_red(what, open);
            expect(GL_NO_ERROR);
        };
        Color3f(context(), 1, 0, 0);
        way("polygons", [&] { Rectf(context(), -1, -1, 1, 1); });
        way("clears", [&] { clear(1); });
        way("lines", [&] {
            Begin(context(), GL_LINES);
            for (int y = 0; y < 16; ++y) {
                const float at = (static_cast<float>(y) + 0.5f) / 8 - 1;
                Vertex2f(context(), -1, at), Vertex2f(context(), 1.01f, at);
            }
            End(context());
        });
        way("pixels", [&] {
            const std::vector<GLubyte> image(16 * 16 * 4, 255);
            WindowPos2i(context(), 0, 0);
            DrawPixels(context(), 16, 16, GL_RGBA, GL_UNSIGNED_BYTE, image.data());
        });
        way("blits", [&] {
            const GLint draw = number(GL_DRAW_FRAMEBUFFER_BINDING);
            GLuint source = 0, buffer = 0;
            GenFramebuffers(context(), 1, &source);
            GenRenderbuffers(context(), 1, &buffer);
            BindRenderbuffer(context(), GL_RENDERBUFFER, buffer);
            RenderbufferStorage(context(), GL_RENDERBUFFER, GL_RGBA8, 16, 16);
            BindFramebuffer(context(), GL_FRAMEBUFFER, source);
            FramebufferRenderbuffer(context(), GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, buffer);
            PushAttrib(context(), GL_SCISSOR_BIT | GL_ENABLE_BIT);
            WindowRectanglesEXT(context(), GL_EXCLUSIVE_EXT, 0, nullptr);
            Disable(context(), GL_SCISSOR_TEST_EXCLUSIVE_NV);
            clear(1);
            PopAttrib(context());
            BindFramebuffer(context(), GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(draw));
            BlitFramebuffer(context(), 0, 0, 16, 16, 0, 0, 16, 16, GL_COLOR_BUFFER_BIT, GL_NEAREST);
            BindFramebuffer(context(), GL_FRAMEBUFFER, static_cast<GLuint>(draw));
        });
    }
};

bool inside(int x, int y, int left, int bottom, int width, int height) {
    return x >= left && y >= bottom && x < left + width && y < bottom + height;
}

constexpr GLint two_boxes[] = {1, 2, 6, 7, 5, 5, 9, 4};
bool in_two_boxes(int x, int y) { return inside(x, y, 1, 2, 6, 7) || inside(x, y, 5, 5, 9, 4); }

TEST_F(PixelAreasTest, WindowRectanglesKeepFragmentsInsideOrOutside) {
    bind_framebuffer();
    expect_all_ways(in_two_boxes, [&] { WindowRectanglesEXT(context(), GL_INCLUSIVE_EXT, 2, two_boxes); });
    expect_all_ways([](int x, int y) { return !in_two_boxes(x, y); },
                    [&] { WindowRectanglesEXT(context(), GL_EXCLUSIVE_EXT, 2, two_boxes); });
    expect_all_ways([](int, int) { return false; },
                    [&] { WindowRectanglesEXT(context(), GL_INCLUSIVE_EXT, 0, nullptr); });
    // Together with scissor boxes of both kinds.
    expect_all_ways(
        [](int x, int y) { return in_two_boxes(x, y) && inside(x, y, 0, 0, 12, 12) && !inside(x, y, 6, 0, 3, 16); },
        [&] {
            WindowRectanglesEXT(context(), GL_INCLUSIVE_EXT, 2, two_boxes);
            Scissor(context(), 0, 0, 12, 12);
            Enable(context(), GL_SCISSOR_TEST);
            ScissorExclusiveNV(context(), 6, 0, 3, 16);
            Enable(context(), GL_SCISSOR_TEST_EXCLUSIVE_NV);
        });
}

TEST_F(PixelAreasTest, WindowRectanglesLeaveTheWindowAlone) {
    WindowRectanglesEXT(context(), GL_INCLUSIVE_EXT, 0, nullptr);
    clear(1);
    EXPECT_EQ(red_at(3, 3), 255);
}

TEST_F(PixelAreasTest, WindowRectanglesAreState) {
    EXPECT_EQ(number(GL_WINDOW_RECTANGLE_MODE_EXT), GL_EXCLUSIVE_EXT);
    EXPECT_EQ(number(GL_NUM_WINDOW_RECTANGLES_EXT), 0);
    EXPECT_GE(number(GL_MAX_WINDOW_RECTANGLES_EXT), 4);
    PushAttrib(context(), GL_SCISSOR_BIT);
    WindowRectanglesEXT(context(), GL_INCLUSIVE_EXT, 2, two_boxes), expect(GL_NO_ERROR);
    const GLint negative[] = {0, 0, 1, 1, 0, 0, -1, 1}, flat[] = {0, 0, 1, -1};
    struct {
        GLenum mode;
        GLsizei count;
        const GLint* boxes;
        GLenum error;
    } const wrong[] = {{GL_FILL, 1, two_boxes, GL_INVALID_ENUM},
                       {GL_INCLUSIVE_EXT, -1, two_boxes, GL_INVALID_VALUE},
                       {GL_INCLUSIVE_EXT, number(GL_MAX_WINDOW_RECTANGLES_EXT) + 1, two_boxes, GL_INVALID_VALUE},
                       {GL_EXCLUSIVE_EXT, 2, negative, GL_INVALID_VALUE},
                       {GL_EXCLUSIVE_EXT, 1, flat, GL_INVALID_VALUE}};
    for (const auto& call : wrong) {
        WindowRectanglesEXT(context(), call.mode, call.count, call.boxes), expect(call.error);
        EXPECT_EQ(number(GL_WINDOW_RECTANGLE_MODE_EXT), GL_INCLUSIVE_EXT);
        EXPECT_EQ(number(GL_NUM_WINDOW_RECTANGLES_EXT), 2);
    }
    EXPECT_EQ(box(GL_WINDOW_RECTANGLE_EXT, 1), (std::array<GLint, 4>{5, 5, 9, 4}));
    EXPECT_EQ(box(GL_WINDOW_RECTANGLE_EXT, 2), (std::array<GLint, 4>{}));
    box(GL_WINDOW_RECTANGLE_EXT, static_cast<GLuint>(number(GL_MAX_WINDOW_RECTANGLES_EXT))), expect(GL_INVALID_VALUE);
    WindowRectanglesEXT(context(), GL_INCLUSIVE_EXT, 1, two_boxes);
    EXPECT_EQ(box(GL_WINDOW_RECTANGLE_EXT, 1), (std::array<GLint, 4>{})) << "what is not named becomes nothing";
    PopAttrib(context());
    EXPECT_EQ(number(GL_WINDOW_RECTANGLE_MODE_EXT), GL_EXCLUSIVE_EXT);
    EXPECT_EQ(number(GL_NUM_WINDOW_RECTANGLES_EXT), 0);
    expect(GL_NO_ERROR);
}

TEST_F(PixelAreasTest, ExclusiveScissorsLeaveTheirBoxesAlone) {
    const auto outside = [](int x, int y) { return !inside(x, y, 2, 3, 9, 4); };
    const auto set = [&] {
        ScissorExclusiveNV(context(), 2, 3, 9, 4);
        Enable(context(), GL_SCISSOR_TEST_EXCLUSIVE_NV);
    };
    bind_framebuffer();
    expect_all_ways(outside, set);
    BindFramebuffer(context(), GL_FRAMEBUFFER, 0);
    Disable(context(), GL_SCISSOR_TEST_EXCLUSIVE_NV);
    clear(0);
    set();
    clear(1);
    expect_red("the window", outside);
}

TEST_F(PixelAreasTest, ExclusiveScissorsAreStateByViewport) {
    EXPECT_FALSE(IsEnabled(context(), GL_SCISSOR_TEST_EXCLUSIVE_NV));
    EXPECT_EQ(box(GL_SCISSOR_BOX_EXCLUSIVE_NV, 15), (std::array<GLint, 4>{}));
    PushAttrib(context(), GL_SCISSOR_BIT);
    ScissorExclusiveArrayvNV(context(), 14, 2, two_boxes), expect(GL_NO_ERROR);
    EXPECT_EQ(box(GL_SCISSOR_BOX_EXCLUSIVE_NV, 15), (std::array<GLint, 4>{5, 5, 9, 4}));
    EXPECT_EQ(box(GL_SCISSOR_BOX_EXCLUSIVE_NV, 0), (std::array<GLint, 4>{}));
    Enablei(context(), GL_SCISSOR_TEST_EXCLUSIVE_NV, 3);
    EXPECT_TRUE(IsEnabledi(context(), GL_SCISSOR_TEST_EXCLUSIVE_NV, 3));
    EXPECT_FALSE(IsEnabled(context(), GL_SCISSOR_TEST_EXCLUSIVE_NV)) << "that of viewport 0";
    Enablei(context(), GL_SCISSOR_TEST_EXCLUSIVE_NV, 16), expect(GL_INVALID_VALUE);
    const GLint negative[] = {0, 0, 1, -1};
    ScissorExclusiveArrayvNV(context(), 15, 2, two_boxes), expect(GL_INVALID_VALUE);
    ScissorExclusiveArrayvNV(context(), 0, -1, two_boxes), expect(GL_INVALID_VALUE);
    ScissorExclusiveArrayvNV(context(), 0, 1, negative), expect(GL_INVALID_VALUE);
    ScissorExclusiveNV(context(), 0, 0, -1, 1), expect(GL_INVALID_VALUE);
    ScissorExclusiveNV(context(), 0, 0, 1, -1), expect(GL_INVALID_VALUE);
    ScissorExclusiveNV(context(), 1, 2, 3, 4);
    GLint shown[4] = {};
    GetIntegerv(context(), GL_SCISSOR_BOX_EXCLUSIVE_NV, shown);
    EXPECT_EQ(shown[3], 4);
    EXPECT_EQ(box(GL_SCISSOR_BOX_EXCLUSIVE_NV, 15), (std::array<GLint, 4>{1, 2, 3, 4}));
    PopAttrib(context());
    EXPECT_FALSE(IsEnabledi(context(), GL_SCISSOR_TEST_EXCLUSIVE_NV, 3));
    EXPECT_EQ(box(GL_SCISSOR_BOX_EXCLUSIVE_NV, 15), (std::array<GLint, 4>{}));
    expect(GL_NO_ERROR);
}

TEST_F(PixelAreasTest, ExclusiveScissorsAreChosenByTheViewport) {
    load(GL_GEOMETRY_PROGRAM_NV,
         "!!NVgp4.0\nOPTION ARB_viewport_array;\nPRIMITIVE_IN TRIANGLES;\nPRIMITIVE_OUT TRIANGLE_STRIP;\n"
         "VERTICES_OUT 3;\nMOV.S result.viewport.x, 1;\n"
         "MOV.F result.position, vertex[0].position;\nMOV result.color, 1;\nEMIT;\nMOV.S result.viewport.x, 1;\n"
         "MOV.F result.position, vertex[1].position;\nMOV result.color, 1;\nEMIT;\nMOV.S result.viewport.x, 1;\n"
         "MOV.F result.position, vertex[2].position;\nMOV result.color, 1;\nEMIT;\nEND\n");
    load(GL_VERTEX_PROGRAM_ARB, "!!NVvp4.0\nMOV.F result.position, vertex.position;\nEND\n");
    const GLint boxes[] = {0, 0, 64, 64, 8, 8, 8, 8};
    ScissorExclusiveArrayvNV(context(), 0, 2, boxes);
    Enable(context(), GL_SCISSOR_TEST_EXCLUSIVE_NV);
    Begin(context(), GL_TRIANGLES);
    Vertex2f(context(), -1, -1), Vertex2f(context(), 3, -1), Vertex2f(context(), -1, 3);
    End(context());
    expect(GL_NO_ERROR);
    EXPECT_EQ(red_at(20, 20), 255);
    EXPECT_EQ(red_at(10, 10), 0);
}

TEST_F(PixelAreasTest, ViewportsSwizzleClipCoordinates) {
    constexpr GLenum x = GL_VIEWPORT_SWIZZLE_POSITIVE_X_NV, y = GL_VIEWPORT_SWIZZLE_POSITIVE_Y_NV,
                     z = GL_VIEWPORT_SWIZZLE_POSITIVE_Z_NV, w = GL_VIEWPORT_SWIZZLE_POSITIVE_W_NV;
    const auto state = [&](GLuint viewport) {
        std::array<GLint, 4> values{};
        for (size_t c = 0; c < 4; ++c)
            GetIntegeri_v(context(), GL_VIEWPORT_SWIZZLE_X_NV + static_cast<GLenum>(c), viewport, &values[c]);
        return values;
    };
    const std::array<GLint, 4> plain{x, y, z, w};
    EXPECT_EQ(state(0), plain);
    PushAttrib(context(), GL_VIEWPORT_BIT);
    ViewportSwizzleNV(context(), 16, x, y, z, w), expect(GL_INVALID_VALUE);
    ViewportSwizzleNV(context(), 0, x - 1, y, z, w), expect(GL_INVALID_ENUM);
    ViewportSwizzleNV(context(), 0, x, w + 2, z, w), expect(GL_INVALID_ENUM);
    ViewportSwizzleNV(context(), 0, x, y, GL_RED, w), expect(GL_INVALID_ENUM);
    ViewportSwizzleNV(context(), 0, x, y, z, 0), expect(GL_INVALID_ENUM);
    EXPECT_EQ(state(0), plain);
    // x' = -y, y' = x: a quarter of a turn.
    ViewportSwizzleNV(context(), 0, y + 1, x, z, w), expect(GL_NO_ERROR);
    EXPECT_EQ(state(0), (std::array<GLint, 4>{y + 1, x, z, w}));
    EXPECT_EQ(state(1), plain);
    Rectf(context(), 0.25f, -1, 1, -0.5f);
    EXPECT_EQ(red_at(60, 10), 0);
    EXPECT_EQ(red_at(40, 56), 0);
    EXPECT_EQ(red_at(56, 56), 255);
    EXPECT_EQ(red_at(62, 30), 0);
    // What the shape of the volume cuts off is that of the new coordinates.
    clear(0);
    ViewportSwizzleNV(context(), 0, x, z, y, w);
    Begin(context(), GL_QUADS);
    Vertex3f(context(), -1, 2, -1), Vertex3f(context(), 1, 2, -1), Vertex3f(context(), 1, 0, 1),
        Vertex3f(context(), -1, 0, 1);
    End(context());
    EXPECT_EQ(red_at(32, 16), 0);
    EXPECT_EQ(red_at(32, 48), 255);
    PopAttrib(context());
    EXPECT_EQ(state(0), plain);
    expect(GL_NO_ERROR);
}

TEST_F(PixelAreasTest, ViewportsScaleW) {
    const auto factor = [&](GLenum token, GLuint viewport) {
        GLfloat value = -1;
        GetFloati_v(context(), token, viewport, &value);
        return value;
    };
    EXPECT_FALSE(IsEnabled(context(), GL_VIEWPORT_POSITION_W_SCALE_NV));
    EXPECT_EQ(factor(GL_VIEWPORT_POSITION_W_SCALE_X_COEFF_NV, 3), 0);
    ViewportPositionWScaleNV(context(), 16, 1, 1), expect(GL_INVALID_VALUE);
    PushAttrib(context(), GL_VIEWPORT_BIT | GL_ENABLE_BIT);
    ViewportPositionWScaleNV(context(), 0, 1, 0.5f), expect(GL_NO_ERROR);
    EXPECT_EQ(factor(GL_VIEWPORT_POSITION_W_SCALE_X_COEFF_NV, 0), 1);
    EXPECT_EQ(factor(GL_VIEWPORT_POSITION_W_SCALE_Y_COEFF_NV, 0), 0.5f);
    Rectf(context(), 0, 0, 1, 1);
    EXPECT_EQ(red_at(60, 60), 255) << "it is off";
    clear(0);
    Enable(context(), GL_VIEWPORT_POSITION_W_SCALE_NV);
    Rectf(context(), 0, 0, 1, 1);  // the corner (1, 0) comes to 1 / 2, (0, 1) to 1 / 1.5, (1, 1) to 1 / 2.5
    EXPECT_EQ(red_at(46, 33), 255);
    EXPECT_EQ(red_at(49, 33), 0);
    EXPECT_EQ(red_at(33, 51), 255);
    EXPECT_EQ(red_at(33, 54), 0);
    EXPECT_EQ(red_at(44, 44), 255);
    EXPECT_EQ(red_at(46, 46), 0);
    PopAttrib(context());
    EXPECT_FALSE(IsEnabled(context(), GL_VIEWPORT_POSITION_W_SCALE_NV));
    EXPECT_EQ(factor(GL_VIEWPORT_POSITION_W_SCALE_Y_COEFF_NV, 0), 0);
    expect(GL_NO_ERROR);
}

TEST_F(PixelAreasTest, TrianglesFillTheirBoxes) {
    PolygonMode(context(), GL_FRONT, GL_FILL_RECTANGLE_NV), expect(GL_NO_ERROR);
    Begin(context(), GL_POINTS), expect(GL_INVALID_OPERATION);
    PolygonMode(context(), GL_FRONT_AND_BACK, GL_FILL_RECTANGLE_NV);
    GLint modes[2] = {};
    GetIntegerv(context(), GL_POLYGON_MODE, modes);
    EXPECT_EQ(modes[0], GL_FILL_RECTANGLE_NV);
    const auto triangle = [&](bool turned) {
        clear(0);
        Begin(context(), GL_TRIANGLES);
        // The colour goes on outside of the triangle.
        Color3f(context(), 0, 0, 0), Vertex2f(context(), -0.5f, -0.5f);
        Color3f(context(), turned ? 0.0f : 0.5f, 0, 0);
        turned ? Vertex2f(context(), -0.5f, 0.5f) : Vertex2f(context(), 0.5f, -0.5f);
        Color3f(context(), turned ? 0.5f : 0.0f, 0, 0);
        turned ? Vertex2f(context(), 0.5f, -0.5f) : Vertex2f(context(), -0.5f, 0.5f);
        End(context());
    };
    for (const bool turned : {false, true}) {
        triangle(turned);
        EXPECT_NEAR(red_at(47, 47), 126, 2) << "beyond the slanting side";
        EXPECT_NEAR(red_at(47, 16), 126, 2);
        EXPECT_EQ(red_at(48, 30), 0);
        EXPECT_EQ(red_at(30, 48), 0);
    }
    // Boxes that share a side share no pixel.
    ClearColor(context(), 0, 0, 0, 0);
    Clear(context(), GL_COLOR_BUFFER_BIT);
    Enable(context(), GL_BLEND);
    BlendFunc(context(), GL_ONE, GL_ONE);
    Color3f(context(), 0.25f, 0, 0);
    Begin(context(), GL_TRIANGLES);
    for (const float left : {-1.0f, 1 / 64.0f})  // in the middle of a pixel
        Vertex2f(context(), left, -1), Vertex2f(context(), left < 0 ? 1 / 64.0f : 1.0f, -1),
            Vertex2f(context(), left, 1);
    End(context());
    for (int x = 0; x < 64; ++x) EXPECT_EQ(red_at(x, 40), 64) << x;
    Disable(context(), GL_BLEND);
    // Triangles that would be clipped go, and faces are culled as they are.
    Color3f(context(), 1, 0, 0);
    clear(0);
    Begin(context(), GL_TRIANGLES);
    Vertex3f(context(), -0.5f, -0.5f, 0), Vertex3f(context(), 0.5f, -0.5f, 0), Vertex3f(context(), -0.5f, 0.5f, 3);
    End(context());
    EXPECT_EQ(red_at(20, 20), 0);
    Enable(context(), GL_CULL_FACE);
    triangle(true);
    EXPECT_EQ(red_at(47, 16), 0);
    triangle(false);
    EXPECT_NEAR(red_at(47, 16), 126, 2);
    expect(GL_NO_ERROR);
}

TEST_F(PixelAreasTest, FilledBoxesHaveTheTrianglesDepthAndCoverage) {
    PolygonMode(context(), GL_FRONT_AND_BACK, GL_FILL_RECTANGLE_NV);
    Enable(context(), GL_DEPTH_TEST);
    Clear(context(), GL_DEPTH_BUFFER_BIT);
    Begin(context(), GL_TRIANGLES);  // depth 0.25 in one corner, 0.5 in the two beside it, 0.75 opposite
    Vertex3f(context(), -1, -1, -0.5f), Vertex3f(context(), 1, -1, 0), Vertex3f(context(), -1, 1, 0);
    End(context());
    GLfloat depth = 0;
    ReadPixels(context(), 63, 63, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT, &depth);
    EXPECT_NEAR(depth, 0.75f, 0.01f);
    // Hidden behind it, and in front of it.
    clear(0);
    PolygonMode(context(), GL_FRONT_AND_BACK, GL_FILL);
    Begin(context(), GL_QUADS);
    for (const auto& corner : {std::array{-1.0f, -1.0f}, {1.0f, -1.0f}, {1.0f, 1.0f}, {-1.0f, 1.0f}})
        Vertex3f(context(), corner[0], corner[1], 0.4f);  // 0.7
    End(context());
    EXPECT_EQ(red_at(56, 56), 0);
    EXPECT_EQ(red_at(63, 63), 255);
    // Conservatively, whole pixels that the box touches.
    Disable(context(), GL_DEPTH_TEST);
    PolygonMode(context(), GL_FRONT_AND_BACK, GL_FILL_RECTANGLE_NV);
    Enable(context(), GL_CONSERVATIVE_RASTERIZATION_NV);
    clear(0);
    Begin(context(), GL_TRIANGLES);
    Vertex2f(context(), 0.1f / 32, 0.1f / 32), Vertex2f(context(), 4.1f / 32, 0.1f / 32),
        Vertex2f(context(), 0.1f / 32, 4.1f / 32);
    End(context());
    EXPECT_EQ(red_at(36, 36), 255);
    EXPECT_EQ(red_at(32, 36), 255);
    EXPECT_EQ(red_at(37, 36), 0);
    EXPECT_EQ(red_at(31, 33), 0);
    expect(GL_NO_ERROR);
}

TEST_F(PixelAreasTest, ListsHoldTheState) {
    const auto list = [&](const std::function<void()>& commands) {
        const GLuint name = ::glGenLists(1);
        ::glNewList(name, GL_COMPILE);
        commands();
        ::glEndList();
        return name;
    };
    GLint boxes[] = {1, 2, 3, 4, 5, 6, 7, 8};
    const GLuint name = list([&] {
        ::glWindowRectanglesEXT(GL_INCLUSIVE_EXT, 2, boxes);
        ::glScissorExclusiveArrayvNV(3, 2, boxes);
        ::glScissorExclusiveArrayvNV(15, 2, boxes);  // an error when it is executed
        ::glViewportPositionWScaleNV(2, 3, 4);
        ::glViewportSwizzleNV(1, GL_VIEWPORT_SWIZZLE_NEGATIVE_X_NV, GL_VIEWPORT_SWIZZLE_POSITIVE_Y_NV,
                              GL_VIEWPORT_SWIZZLE_POSITIVE_Z_NV, GL_VIEWPORT_SWIZZLE_POSITIVE_W_NV);
    });
    expect(GL_NO_ERROR);
    EXPECT_EQ(number(GL_NUM_WINDOW_RECTANGLES_EXT), 0);
    std::fill(std::begin(boxes), std::end(boxes), 0);
    ::glCallList(name), expect(GL_INVALID_VALUE);
    EXPECT_EQ(number(GL_NUM_WINDOW_RECTANGLES_EXT), 2);
    EXPECT_EQ(box(GL_WINDOW_RECTANGLE_EXT, 1), (std::array<GLint, 4>{5, 6, 7, 8}));
    EXPECT_EQ(box(GL_SCISSOR_BOX_EXCLUSIVE_NV, 4), (std::array<GLint, 4>{5, 6, 7, 8}));
    GLint swizzle = 0;
    GetIntegeri_v(context(), GL_VIEWPORT_SWIZZLE_X_NV, 1, &swizzle);
    EXPECT_EQ(swizzle, GL_VIEWPORT_SWIZZLE_NEGATIVE_X_NV);
    GLfloat factor = 0;
    GetFloati_v(context(), GL_VIEWPORT_POSITION_W_SCALE_Y_COEFF_NV, 2, &factor);
    EXPECT_EQ(factor, 4);
}

// NV_point_sprite: what becomes of r.
TEST_F(PixelAreasTest, SpritesKeepACoordinateAsR) {
    load(GL_FRAGMENT_PROGRAM_ARB, "!!ARBfp1.0\nMOV result.color, fragment.texcoord[0].z;\nEND\n");
    Enable(context(), GL_POINT_SPRITE);
    TexEnvi(context(), GL_POINT_SPRITE, GL_COORD_REPLACE, GL_TRUE);
    PointSize(context(), 8);
    struct {
        GLint mode;
        uint8_t red;
    } const modes[] = {{GL_ZERO, 0}, {GL_S, 51}, {GL_R, 204}};
    EXPECT_EQ(number(GL_POINT_SPRITE_R_MODE_NV), GL_ZERO);
    for (const auto& [mode, red] : modes) {
        PointParameteri(context(), GL_POINT_SPRITE_R_MODE_NV, mode), expect(GL_NO_ERROR);
        EXPECT_EQ(number(GL_POINT_SPRITE_R_MODE_NV), mode);
        Begin(context(), GL_POINTS);
        TexCoord3f(context(), 0.2f, 0.4f, 0.8f), Vertex2f(context(), 0, 0);
        End(context());
        EXPECT_EQ(red_at(32, 32), red);
    }
    PointParameteri(context(), GL_POINT_SPRITE_R_MODE_NV, GL_T), expect(GL_INVALID_ENUM);
    EXPECT_EQ(number(GL_POINT_SPRITE_R_MODE_NV), GL_R);
    PushAttrib(context(), GL_POINT_BIT);
    PointParameteri(context(), GL_POINT_SPRITE_R_MODE_NV, GL_ZERO);
    PopAttrib(context());
    EXPECT_EQ(number(GL_POINT_SPRITE_R_MODE_NV), GL_R);
}

}  // namespace
}  // namespace glapi
