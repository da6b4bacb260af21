// NV_depth_buffer_float: depths beyond [0, 1].
#include "glapi/generated/entry_points.h"
#include "glapi/testing/program_fixture.h"

namespace glapi {
namespace {

using namespace commands;

struct DepthBufferFloatTest : testing::ProgramFixture {
    // A framebuffer of 8 by 8 pixels with a depth buffer of this format.
    void bind(GLenum depth_format, GLsizei samples = 0) {
        GLuint framebuffer = 0, buffers[2] = {};
        GenFramebuffers(context(), 1, &framebuffer);
        GenRenderbuffers(context(), 2, buffers);
        BindFramebuffer(context(), GL_FRAMEBUFFER, framebuffer);
        const GLenum formats[] = {GL_RGBA8, depth_format}, at[] = {GL_COLOR_ATTACHMENT0, GL_DEPTH_ATTACHMENT};
        for (int i = 0; i < 2; ++i) {
            BindRenderbuffer(context(), GL_RENDERBUFFER, buffers[i]);
            RenderbufferStorageMultisample(context(), GL_RENDERBUFFER, samples, formats[i], 8, 8);
            FramebufferRenderbuffer(context(), GL_FRAMEBUFFER, at[i], GL_RENDERBUFFER, buffers[i]);
        }
        Viewport(context(), 0, 0, 8, 8);
        Enable(context(), GL_DEPTH_TEST);
        EXPECT_EQ(CheckFramebufferStatus(context(), GL_FRAMEBUFFER), GLenum{GL_FRAMEBUFFER_COMPLETE});
        expect(GL_NO_ERROR);
    }
    float depth(int x = 4, int y = 4) {
        GLfloat value = 77;
        ReadPixels(context(), x, y, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT, &value);
        expect(GL_NO_ERROR);
        return value;
    }
    int red() {
        GLubyte pixel[4] = {};
        ReadPixels(context(), 4, 4, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
        return pixel[0];
    }
    // A square whose window depth is `at`, where the depth range is that wide.
    void draw(float at, float range = 1000, float color = 1) {
        DepthRangedNV(context(), -range, range);
        Color3f(context(), color, 0, 0);
        const float z = at / range;
        Begin(context(), GL_QUADS);
        Vertex3f(context(), -1, -1, z), Vertex3f(context(), 1, -1, z), Vertex3f(context(), 1, 1, z),
            Vertex3f(context(), -1, 1, z);
        End(context());
    }
    void clear(double value) {
        ClearDepthdNV(context(), value);
        Clear(context(), GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    }
};

TEST_F(DepthBufferFloatTest, StateIsNotClamped) {
    GLdouble pair[2] = {};
    DepthRangedNV(context(), -2, 3);
    GetDoublev(context(), GL_DEPTH_RANGE, pair);
    EXPECT_EQ(pair[0], -2);
    EXPECT_EQ(pair[1], 3);
    const GLdouble ranges[] = {-4, 5, 6, -7};
    DepthRangeArraydvNV(context(), 3, 2, ranges);
    GetDoublei_v(context(), GL_DEPTH_RANGE, 4, pair);
    EXPECT_EQ(pair[0], 6);
    EXPECT_EQ(pair[1], -7);
    DepthRangeIndexeddNV(context(), 15, -1, 9);
    GetDoublei_v(context(), GL_DEPTH_RANGE, 15, pair);
    EXPECT_EQ(pair[1], 9);
    DepthRangeIndexeddNV(context(), 16, 0, 1), expect(GL_INVALID_VALUE);
    DepthRangeArraydvNV(context(), 15, 2, ranges), expect(GL_INVALID_VALUE);
    DepthRangeArraydvNV(context(), 0, -1, ranges), expect(GL_INVALID_VALUE);
    DepthRange(context(), -2, 3);
    GetDoublev(context(), GL_DEPTH_RANGE, pair);
    EXPECT_EQ(pair[0], 0);
    EXPECT_EQ(pair[1], 1);
    ClearDepthdNV(context(), -8);
    GetDoublev(context(), GL_DEPTH_CLEAR_VALUE, pair);
    EXPECT_EQ(pair[0], -8);
    DepthBoundsdNV(context(), -3, 4);
    GetDoublev(context(), GL_DEPTH_BOUNDS_EXT, pair);
    EXPECT_EQ(pair[0], -3);
    EXPECT_EQ(pair[1], 4);
    DepthBoundsdNV(context(), 2, 1), expect(GL_INVALID_VALUE);
    const GLuint list = ::glGenLists(1);
    ::glNewList(list, GL_COMPILE);
    ::glClearDepthdNV(5), ::glDepthRangedNV(6, 7), ::glDepthBoundsdNV(8, 9);
    ::glEndList();
    ::glCallList(list);
    GetDoublev(context(), GL_DEPTH_CLEAR_VALUE, pair);
    EXPECT_EQ(pair[0], 5);
    GetDoublev(context(), GL_DEPTH_RANGE, pair);
    EXPECT_EQ(pair[1], 7);
    expect(GL_NO_ERROR);
}

TEST_F(DepthBufferFloatTest, AnyDepthIsStoredAndCompared) {
    for (const GLenum format : {GL_DEPTH_COMPONENT32F_NV, GL_DEPTH32F_STENCIL8_NV}) {
        bind(format);
        GLboolean is_float = GL_FALSE;
        GetBooleanv(context(), GL_DEPTH_BUFFER_FLOAT_MODE_NV, &is_float);
        EXPECT_TRUE(is_float);
        for (const double value : {-1e10, -5.5, -0.25, 0.5, 3.0, 1e10}) {
            clear(value);
            EXPECT_EQ(depth(), static_cast<float>(value)) << value;
        }
        DepthFunc(context(), GL_LESS);
        clear(500);
        struct {
            float at;
            bool passes;
        } const draws[] = {{600, false}, {250, true}, {300, false}, {2, true},    {0.5f, true}, {1, false},
                           {-3, true},   {-2, false}, {0, false},   {-700, true}, {-699, false}};
        float stored = 500;
        for (const auto& [at, passes] : draws) {
            ClearColor(context(), 0, 0, 0, 0);
            Clear(context(), GL_COLOR_BUFFER_BIT);
            draw(at);
            EXPECT_EQ(red(), passes ? 255 : 0) << at << " on " << stored;
            if (passes) stored = at;
            EXPECT_NEAR(depth(), stored, 1e-3f) << at;
        }
        DepthFunc(context(), GL_GREATER);
        draw(-800);
        EXPECT_NEAR(depth(), -700, 1e-3f);
        draw(-600);
        EXPECT_NEAR(depth(), -600, 1e-3f);
        draw(20);
        EXPECT_NEAR(depth(), 20, 1e-3f);
        // Programs' own depths.
        load(GL_FRAGMENT_PROGRAM_ARB, "!!ARBfp1.0\nMOV result.color, 1;\nMOV result.depth.z, program.local[0];\nEND\n");
        DepthFunc(context(), GL_ALWAYS);
        for (const float value : {-12.5f, 99.0f}) {
            ProgramLocalParameter4fARB(context(), GL_FRAGMENT_PROGRAM_ARB, 0, value, value, value, value);
            draw(0);
            EXPECT_EQ(depth(), value);
        }
        Disable(context(), GL_FRAGMENT_PROGRAM_ARB);
        expect(GL_NO_ERROR);
    }
}

TEST_F(DepthBufferFloatTest, SlopesLeaveTheRangeAndAreHidden) {
    bind(GL_DEPTH_COMPONENT32F_NV);
    clear(0);
    DepthRangedNV(context(), -1000, 1000);
    DepthFunc(context(), GL_LESS);
    Begin(context(), GL_QUADS);  // from -1000 on the left to 1000 on the right
    Vertex3f(context(), -1, -1, -1), Vertex3f(context(), 1, -1, 1), Vertex3f(context(), 1, 1, 1),
        Vertex3f(context(), -1, 1, -1);
    End(context());
    EXPECT_NEAR(depth(0), -875, 0.1f);
    EXPECT_NEAR(depth(3), -125, 0.1f);
    EXPECT_EQ(depth(4), 0);
    // Depth is clamped to the range where it is.
    Enable(context(), GL_DEPTH_CLAMP);
    DepthFunc(context(), GL_ALWAYS);
    DepthRangedNV(context(), -20, 30);
    Begin(context(), GL_QUADS);
    for (const auto& [x, y] : {std::pair{-1.0f, -1.0f}, {1.0f, -1.0f}, {1.0f, 1.0f}, {-1.0f, 1.0f}})
        Vertex3f(context(), x, y, 5 * x);
    End(context());
    EXPECT_EQ(depth(0), -20);
    EXPECT_EQ(depth(7), 30);
    Disable(context(), GL_DEPTH_CLAMP);
    // Bounds.
    DepthBoundsdNV(context(), -21, -19);
    Enable(context(), GL_DEPTH_BOUNDS_TEST_EXT);
    ClearColor(context(), 0, 0, 0, 0), Clear(context(), GL_COLOR_BUFFER_BIT);
    draw(7);
    EXPECT_NEAR(depth(0), 7, 1e-3f);
    EXPECT_EQ(depth(7), 30);
    expect(GL_NO_ERROR);
}

TEST_F(DepthBufferFloatTest, OtherBuffersClamp) {
    for (const GLenum format : {GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT16}) {
        bind(format);
        clear(7);
        EXPECT_EQ(depth(), 1);
        clear(-7);
        EXPECT_EQ(depth(), 0);
        DepthFunc(context(), GL_ALWAYS);
        draw(500, 1000);
        EXPECT_NEAR(depth(), 0.75f, 1e-4f) << "the range is that from 0 to 1";
    }
    GLboolean is_float = GL_TRUE;
    GetBooleanv(context(), GL_DEPTH_BUFFER_FLOAT_MODE_NV, &is_float);
    EXPECT_FALSE(is_float);
}

TEST_F(DepthBufferFloatTest, SamplesKeepTheirDepths) {
    bind(GL_DEPTH_COMPONENT32F_NV, 4);
    DepthFunc(context(), GL_LESS);
    clear(100);
    draw(-50, 1000);
    draw(-40, 1000, 0);
    BindFramebuffer(context(), GL_DRAW_FRAMEBUFFER, 0);
    BlitFramebuffer(context(), 0, 0, 8, 8, 0, 0, 8, 8, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    BindFramebuffer(context(), GL_FRAMEBUFFER, 0);
    EXPECT_EQ(red(), 255);
    expect(GL_NO_ERROR);
}

TEST_F(DepthBufferFloatTest, TexturesHoldAnyDepth) {
    GLuint texture = 0;
    GenTextures(context(), 1, &texture);
    BindTexture(context(), GL_TEXTURE_2D, texture);
    const GLfloat depths[] = {-3, 0.5f, 2, 1e6f};
    TexImage2D(context(), GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT32F_NV, 2, 2, 0, GL_DEPTH_COMPONENT, GL_FLOAT, depths);
    expect(GL_NO_ERROR);
    GLint format = 0;
    GetTexLevelParameteriv(context(), GL_TEXTURE_2D, 0, GL_TEXTURE_INTERNAL_FORMAT, &format);
    EXPECT_EQ(format, GL_DEPTH_COMPONENT32F_NV);
    GLfloat back[4] = {};
    GetTexImage(context(), GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT, GL_FLOAT, back);
    for (int i = 0; i < 4; ++i) EXPECT_EQ(back[i], depths[i]);
    const struct {
        GLfloat depth;
        GLuint stencil;
    } both{-9, 5};
    TexImage2D(context(), GL_TEXTURE_2D, 0, GL_DEPTH32F_STENCIL8_NV, 1, 1, 0, GL_DEPTH_STENCIL,
               GL_FLOAT_32_UNSIGNED_INT_24_8_REV_NV, &both);
    GetTexImage(context(), GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT, GL_FLOAT, back);
    EXPECT_EQ(back[0], -9);
    expect(GL_NO_ERROR);
}

}  // namespace
}  // namespace glapi
