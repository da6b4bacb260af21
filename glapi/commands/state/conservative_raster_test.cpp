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

TEST_F(ConservativeRasterTest, ParametersAreChecked) {
    const auto real = [&](GLenum token) {
        GLfloat value = -1;
        GetFloatv(context(), token, &value);
        return value;
    };
    EXPECT_EQ(number(GL_CONSERVATIVE_RASTER_MODE_NV), GL_CONSERVATIVE_RASTER_MODE_POST_SNAP_NV);
    EXPECT_EQ(real(GL_CONSERVATIVE_RASTER_DILATE_NV), 0);
    EXPECT_EQ(real(GL_CONSERVATIVE_RASTER_DILATE_GRANULARITY_NV), 0.25f);
    GLfloat range[2] = {-1, -1};
    GetFloatv(context(), GL_CONSERVATIVE_RASTER_DILATE_RANGE_NV, range);
    EXPECT_EQ(range[0], 0);
    EXPECT_EQ(range[1], 0.75f);
    for (const auto& [asked, used] :
         {std::pair{0.1f, 0.25f}, {0.25f, 0.25f}, {0.26f, 0.5f}, {9.0f, 0.75f}, {0.0f, 0.0f}}) {
        ConservativeRasterParameterfNV(context(), GL_CONSERVATIVE_RASTER_DILATE_NV, asked), expect(GL_NO_ERROR);
        EXPECT_EQ(real(GL_CONSERVATIVE_RASTER_DILATE_NV), used);
    }
    ConservativeRasterParameterfNV(context(), GL_CONSERVATIVE_RASTER_DILATE_NV, -0.25f), expect(GL_INVALID_VALUE);
    ConservativeRasterParameterfNV(context(), GL_CONSERVATIVE_RASTER_MODE_NV, 0.25f), expect(GL_INVALID_ENUM);
    for (const GLenum mode :
         {GL_CONSERVATIVE_RASTER_MODE_PRE_SNAP_NV, GL_CONSERVATIVE_RASTER_MODE_PRE_SNAP_TRIANGLES_NV}) {
        ConservativeRasterParameteriNV(context(), GL_CONSERVATIVE_RASTER_MODE_NV, static_cast<GLint>(mode));
        expect(GL_NO_ERROR);
        EXPECT_EQ(number(GL_CONSERVATIVE_RASTER_MODE_NV), static_cast<GLint>(mode));
    }
    ConservativeRasterParameteriNV(context(), GL_CONSERVATIVE_RASTER_MODE_NV, GL_FILL), expect(GL_INVALID_ENUM);
    ConservativeRasterParameteriNV(context(), GL_CONSERVATIVE_RASTER_DILATE_NV, 0), expect(GL_INVALID_ENUM);
    EXPECT_EQ(number(GL_CONSERVATIVE_RASTER_MODE_NV), GL_CONSERVATIVE_RASTER_MODE_PRE_SNAP_TRIANGLES_NV);
}

TEST_F(ConservativeRasterTest, DilationAndModeReachTheRasterizer) {
    Enable(context(), GL_CONSERVATIVE_RASTERIZATION_NV);
    ConservativeRasterParameterfNV(context(), GL_CONSERVATIVE_RASTER_DILATE_NV, 0.75f);
    Clear(context(), GL_COLOR_BUFFER_BIT);
    Rectf(context(), -0.5f, -0.5f, 0, 0);  // pixels 16 … 31, and one around for the edge: 0.75 of another reach no more
    EXPECT_EQ(gl_->pixel(14, 20)[0], 0);
    EXPECT_EQ(gl_->pixel(15, 15)[0], 255);
    Rectf(context(), -0.49f, -0.5f, 0.01f, 0);  // 16.32 … 32.32: the next one's far side is reached
    EXPECT_EQ(gl_->pixel(33, 20)[0], 255);
    EXPECT_EQ(gl_->pixel(34, 20)[0], 0);
    ConservativeRasterParameterfNV(context(), GL_CONSERVATIVE_RASTER_DILATE_NV, 0);
    // Smaller than a sub-pixel, in the middle of a pixel.
    const auto speck = [&] {
        Clear(context(), GL_COLOR_BUFFER_BIT);
        Begin(context(), GL_TRIANGLES);
        Vertex2f(context(), 8.5f / 32, 8.5f / 32), Vertex2f(context(), 8.5005f / 32, 8.5f / 32),
            Vertex2f(context(), 8.5f / 32, 8.5005f / 32);
        End(context());
        return gl_->pixel(40, 40)[0];
    };
    EXPECT_EQ(speck(), 0);
    ConservativeRasterParameteriNV(context(), GL_CONSERVATIVE_RASTER_MODE_NV,
                                   GL_CONSERVATIVE_RASTER_MODE_PRE_SNAP_TRIANGLES_NV);
    EXPECT_EQ(speck(), 255);
    Enable(context(), GL_CULL_FACE);
    EXPECT_EQ(speck(), 255);
    CullFace(context(), GL_FRONT_AND_BACK);
    EXPECT_EQ(speck(), 0);
    expect(GL_NO_ERROR);
}

// INTEL_conservative_rasterization: filled polygons only, and masks of pixels that are covered whole.
struct IntelConservativeTest : ConservativeRasterTest {
    void use(const std::string& body) {
        const std::string text = "#version 420\n#extension GL_INTEL_conservative_rasterization : require\n" + body;
        const GLuint program = CreateProgram(context()), shader = CreateShader(context(), GL_FRAGMENT_SHADER);
        const GLchar* const source = text.c_str();
        ShaderSource(context(), shader, 1, &source, nullptr);
        CompileShader(context(), shader);
        AttachShader(context(), program, shader);
        LinkProgram(context(), program);
        char log[1024] = "";
        GetProgramInfoLog(context(), program, sizeof log, nullptr, log);
        UseProgram(context(), program), expect(GL_NO_ERROR);
        EXPECT_STREQ(log, "");
    }
};

TEST_F(IntelConservativeTest, InnerCoverageIsInTheMask) {
    EXPECT_FALSE(IsEnabled(context(), GL_CONSERVATIVE_RASTERIZATION_INTEL));
    const std::string main =
        "out vec4 c;\nvoid main() { c = vec4(gl_SampleMaskIn[0] == 1, gl_SampleMaskIn[0] == 0, 0.0, 1.0); }\n";
    const auto square = [&] {
        Clear(context(), GL_COLOR_BUFFER_BIT);
        Rectf(context(), -0.98f, -0.98f, -0.52f, -0.52f);
    };
    for (const bool inner : {false, true}) {
        use((inner ? "layout(inner_coverage) in;\n" : "") + main);
        Enable(context(), GL_CONSERVATIVE_RASTERIZATION_INTEL);
        square();
        EXPECT_EQ(gl_->pixel(0, 8), (testing::Pixel{uint8_t(inner ? 0 : 255), uint8_t(inner ? 255 : 0), 0, 255}));
        EXPECT_EQ(gl_->pixel(8, 8), (testing::Pixel{255, 0, 0, 255}));
        Disable(context(), GL_CONSERVATIVE_RASTERIZATION_INTEL);
        square();
        EXPECT_EQ(gl_->pixel(8, 8), (testing::Pixel{255, 0, 0, 255}));
    }
    expect(GL_NO_ERROR);
}

TEST_F(IntelConservativeTest, PolygonsOnly) {
    Enable(context(), GL_CONSERVATIVE_RASTERIZATION_INTEL);
    Begin(context(), GL_LINES), expect(GL_INVALID_OPERATION);
    Begin(context(), GL_POINTS), expect(GL_INVALID_OPERATION);
    PolygonMode(context(), GL_FRONT_AND_BACK, GL_LINE);
    Begin(context(), GL_TRIANGLES), expect(GL_INVALID_OPERATION);
    PolygonMode(context(), GL_FRONT_AND_BACK, GL_FILL);
    Begin(context(), GL_POLYGON), End(context()), expect(GL_NO_ERROR);
}

// NV_fragment_coverage_to_color.
TEST_F(ConservativeRasterTest, CoverageIsAColor) {
    EXPECT_FALSE(IsEnabled(context(), GL_FRAGMENT_COVERAGE_TO_COLOR_NV));
    EXPECT_EQ(number(GL_FRAGMENT_COVERAGE_COLOR_NV), 0);
    FragmentCoverageColorNV(context(), static_cast<GLuint>(number(GL_MAX_DRAW_BUFFERS))), expect(GL_INVALID_VALUE);
    FragmentCoverageColorNV(context(), 1), expect(GL_NO_ERROR);
    EXPECT_EQ(number(GL_FRAGMENT_COVERAGE_COLOR_NV), 1);
    GLuint framebuffer = 0, textures[2] = {};
    GenFramebuffers(context(), 1, &framebuffer);
    GenTextures(context(), 2, textures);
    BindFramebuffer(context(), GL_FRAMEBUFFER, framebuffer);
    for (GLuint n = 0; n < 2; ++n) {
        BindTexture(context(), GL_TEXTURE_2D_MULTISAMPLE, textures[n]);
        TexImage2DMultisample(context(), GL_TEXTURE_2D_MULTISAMPLE, 4, n ? GL_R8UI : GL_RGBA8, 8, 8, GL_TRUE);
        FramebufferTexture2D(context(), GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0 + n, GL_TEXTURE_2D_MULTISAMPLE,
                             textures[n], 0);
    }
    const GLenum buffers[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
    DrawBuffers(context(), 2, buffers);
    Viewport(context(), 0, 0, 8, 8);
    Enable(context(), GL_FRAGMENT_COVERAGE_TO_COLOR_NV);
    const GLuint zero[4] = {};
    const auto masks_of = [&](GLuint texture) {
        // Each sample has the mask of the fragment that covers it: their first bits, by a shader.
        GLuint single = 0, target = 0;
        GenTextures(context(), 1, &single);
        BindTexture(context(), GL_TEXTURE_2D, single);
        TexImage2D(context(), GL_TEXTURE_2D, 0, GL_RGBA8UI, 8, 8, 0, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, nullptr);
        GenFramebuffers(context(), 1, &target);
        BindFramebuffer(context(), GL_FRAMEBUFFER, target);
        FramebufferTexture2D(context(), GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, single, 0);
        Disable(context(), GL_FRAGMENT_COVERAGE_TO_COLOR_NV);
        const GLuint program = CreateProgram(context()), shader = CreateShader(context(), GL_FRAGMENT_SHADER);
        const GLchar* const source =
            "#version 150\nuniform usampler2DMS map;\nout uvec4 c;\nvoid main() { ivec2 p = ivec2(gl_FragCoord.xy);"
            " c = uvec4(texelFetch(map, p, 0).x, texelFetch(map, p, 1).x, texelFetch(map, p, 2).x,"
            " texelFetch(map, p, 3).x); }\n";
        ShaderSource(context(), shader, 1, &source, nullptr);
        CompileShader(context(), shader);
        AttachShader(context(), program, shader);
        LinkProgram(context(), program);
        UseProgram(context(), program);
        BindTexture(context(), GL_TEXTURE_2D_MULTISAMPLE, texture);
        Rectf(context(), -1, -1, 1, 1);
        UseProgram(context(), 0);
        std::vector<std::array<GLubyte, 4>> pixels(64);
        ReadPixels(context(), 0, 0, 8, 8, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, pixels.data());
        BindFramebuffer(context(), GL_FRAMEBUFFER, framebuffer);
        Enable(context(), GL_FRAGMENT_COVERAGE_TO_COLOR_NV);
        expect(GL_NO_ERROR);
        return pixels;
    };
    ClearBufferuiv(context(), GL_COLOR, 1, zero);
    Begin(context(), GL_TRIANGLES);
    Vertex2f(context(), -1, -1), Vertex2f(context(), 1, -1), Vertex2f(context(), -1, 1);
    End(context());
    expect(GL_NO_ERROR);
    auto pixels = masks_of(textures[1]);
    EXPECT_EQ(pixels[8 * 2 + 2], (std::array<GLubyte, 4>{15, 15, 15, 15}));
    EXPECT_EQ(pixels[8 * 6 + 6], (std::array<GLubyte, 4>{}));
    bool partly = false;
    for (int n = 0; n < 8; ++n)
        for (int s = 0; s < 4; ++s) {
            const GLubyte mask = pixels[static_cast<size_t>(8 * n + 7 - n)][static_cast<size_t>(s)];
            const GLubyte other = pixels[static_cast<size_t>(8 * n + 7 - n)][static_cast<size_t>(s ^ 1)];
            EXPECT_TRUE(mask == 0 || mask >> s & 1) << n << ' ' << s;
            EXPECT_TRUE(mask == 0 || other == 0 || mask == other);
            partly |= mask != 0 && mask != 15;
        }
    EXPECT_TRUE(partly);
    // What the sample mask leaves of it.
    ClearBufferuiv(context(), GL_COLOR, 1, zero);
    Enable(context(), GL_SAMPLE_MASK);
    SampleMaski(context(), 0, 6);
    Rectf(context(), -1, -1, 1, 1);
    Disable(context(), GL_SAMPLE_MASK);
    EXPECT_EQ(masks_of(textures[1])[8 + 5], (std::array<GLubyte, 4>{0, 6, 6, 0}));  // not where its triangles meet
}

}  // namespace
}  // namespace glapi
