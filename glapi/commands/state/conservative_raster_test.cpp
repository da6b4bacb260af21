// NV_conservative_raster and NV_conservative_raster_underestimation: their state; what they draw is
// rasterizer/setup/conservative_test.cpp's.
#include "glapi/testing/program_fixture.h"

namespace glapi {
namespace {

using namespace commands;

struct ConservativeRasterTest : testing::ProgramFixture {
    GLint number(GLenum token) {
        GLint value = -1;
        GetIntegerv(context(), token, &value);
        return value;
    }
    // A small triangle around the corner that the pixels (31…32, 31…32) share, and a square.
    void draw() {
        Clear(context(), GL_COLOR_BUFFER_BIT);
        Begin(context(), GL_TRIANGLES);
        Vertex2f(context(), -0.001f, -0.001f), Vertex2f(context(), 0.003f, -0.001f),
            Vertex2f(context(), -0.001f, 0.003f);
        End(context());
        Rectf(context(), -0.98f, -0.98f, -0.52f, -0.52f);
    }
};

TEST_F(ConservativeRasterTest, StateIsKept) {
    EXPECT_FALSE(IsEnabled(context(), GL_CONSERVATIVE_RASTERIZATION_NV));
    EXPECT_EQ(number(GL_SUBPIXEL_PRECISION_BIAS_X_BITS_NV), 0);
    EXPECT_EQ(number(GL_SUBPIXEL_PRECISION_BIAS_Y_BITS_NV), 0);
    const GLint most = number(GL_MAX_SUBPIXEL_PRECISION_BIAS_BITS_NV);
    EXPECT_GE(most, 1);
    PushAttrib(context(), GL_ENABLE_BIT | GL_VIEWPORT_BIT);
    Enable(context(), GL_CONSERVATIVE_RASTERIZATION_NV);
    SubpixelPrecisionBiasNV(context(), static_cast<GLuint>(most), 1), expect(GL_NO_ERROR);
    EXPECT_TRUE(IsEnabled(context(), GL_CONSERVATIVE_RASTERIZATION_NV));
    EXPECT_EQ(number(GL_SUBPIXEL_PRECISION_BIAS_X_BITS_NV), most);
    EXPECT_EQ(number(GL_SUBPIXEL_PRECISION_BIAS_Y_BITS_NV), 1);
    SubpixelPrecisionBiasNV(context(), static_cast<GLuint>(most) + 1, 0), expect(GL_INVALID_VALUE);
    SubpixelPrecisionBiasNV(context(), 0, ~0u), expect(GL_INVALID_VALUE);
    EXPECT_EQ(number(GL_SUBPIXEL_PRECISION_BIAS_Y_BITS_NV), 1);
    PopAttrib(context());
    EXPECT_FALSE(IsEnabled(context(), GL_CONSERVATIVE_RASTERIZATION_NV));
    EXPECT_EQ(number(GL_SUBPIXEL_PRECISION_BIAS_X_BITS_NV), 0);
    expect(GL_NO_ERROR);
}

TEST_F(ConservativeRasterTest, PixelsThatAreTouchedAreDrawn) {
    draw();
    EXPECT_EQ(gl_->pixel(31, 31)[0], 0);
    EXPECT_EQ(gl_->pixel(0, 8)[0], 0);
    Enable(context(), GL_CONSERVATIVE_RASTERIZATION_NV);
    draw();
    for (const int y : {31, 32})
        for (const int x : {31, 32}) EXPECT_EQ(gl_->pixel(x, y)[0], 255) << x << ' ' << y;
    EXPECT_EQ(gl_->pixel(30, 31)[0], 0);
    EXPECT_EQ(gl_->pixel(33, 33)[0], 0);
    EXPECT_EQ(gl_->pixel(0, 8)[0], 255);
    // The application may leave out what is not covered whole.
    load(GL_FRAGMENT_PROGRAM_ARB,
         "!!NVfp5.0\nOPTION NV_conservative_raster_underestimation;\nTEMP t;\n"
         "SUB.S t.x, fragment.fullycovered.x, 1;\nKIL.S t.x;\nMOV.F result.color, 1;\nEND\n");
    draw();
    EXPECT_EQ(gl_->pixel(31, 31)[0], 0);
    EXPECT_EQ(gl_->pixel(0, 8)[0], 0);
    for (int y = 1; y < 15; ++y)
        for (int x = 1; x < 15; ++x) EXPECT_EQ(gl_->pixel(x, y)[0], 255) << x << ' ' << y;
    Disable(context(), GL_CONSERVATIVE_RASTERIZATION_NV);
    draw();
    EXPECT_EQ(gl_->pixel(8, 8)[0], 0) << "nothing is known to be covered whole";
    expect(GL_NO_ERROR);
}

}  // namespace
}  // namespace glapi
