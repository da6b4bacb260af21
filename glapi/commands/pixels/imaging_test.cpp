// The imaging subset (ARB_imaging): tables, convolution, the colour matrix, histogram and minmax.
#include <array>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "glapi/generated/entry_points.h"
#include "glapi/testing/test_window.h"

namespace glapi {
namespace {

using namespace commands;
using testing::CurrentContext;

using Color = std::array<float, 4>;

struct ImagingTest : ::testing::Test {
    void expect(GLenum code) { EXPECT_EQ(gl.error(), code); }
    static void expect_colors(const std::vector<Color>& got, const std::vector<Color>& wanted) {
        ASSERT_EQ(got.size(), wanted.size());
        for (size_t n = 0; n < got.size(); n++)
            for (size_t c = 0; c < 4; c++) EXPECT_NEAR(got[n][c], wanted[n][c], 1e-5f) << n << ", component " << c;
    }
    // What a 2D texture of these pixels becomes.
    std::vector<Color> through(GLsizei width, GLsizei height, const std::vector<Color>& pixels, GLsizei to_width,
                               GLsizei to_height) {
        GLuint name = 0;
        GenTextures(*gl, 1, &name);
        BindTexture(*gl, GL_TEXTURE_2D, name);
        TexImage2D(*gl, GL_TEXTURE_2D, 0, GL_RGBA32F, width, height, 0, GL_RGBA, GL_FLOAT, pixels.data());
        expect(GL_NO_ERROR);
        GLint size[2] = {-1, -1};
        GetTexLevelParameteriv(*gl, GL_TEXTURE_2D, 0, GL_TEXTURE_WIDTH, &size[0]);
        GetTexLevelParameteriv(*gl, GL_TEXTURE_2D, 0, GL_TEXTURE_HEIGHT, &size[1]);
        EXPECT_EQ(size[0], to_width);
        EXPECT_EQ(size[1], to_height);
        std::vector<Color> result(static_cast<size_t>(to_width * to_height));
        if (size[0] == to_width && size[1] == to_height)
            GetTexImage(*gl, GL_TEXTURE_2D, 0, GL_RGBA, GL_FLOAT, result.data());
        return result;
    }
    void color_table(GLenum target, GLenum format, const std::vector<Color>& entries) {
        commands::ColorTable(*gl, target, format, static_cast<GLsizei>(entries.size()), GL_RGBA, GL_FLOAT,
                             entries.data());
        Enable(*gl, target);
    }
    GLint table_parameter(GLenum target, GLenum name) {
        GLint value = -1;
        GetColorTableParameteriv(*gl, target, name, &value);
        return value;
    }

    CurrentContext gl;
};

TEST_F(ImagingTest, IsNamedInTheCompatibilityProfileOnly) {
    const std::string all = reinterpret_cast<const char*>(GetString(*gl, GL_EXTENSIONS));
    EXPECT_NE(all.find("GL_ARB_imaging"), std::string::npos);
    ContextRequest request;
    request.profile = Profile::Core;
    request.major = 3;
    request.minor = 2;
    CurrentContext core(8, 8, {}, request);
    ::glEnable(GL_COLOR_TABLE);
    EXPECT_EQ(::glGetError(), GLenum{GL_INVALID_ENUM});
    ::glResetMinmax(GL_MINMAX);
    EXPECT_EQ(::glGetError(), GLenum{GL_INVALID_OPERATION});
    // What the extension brought and versions have stays.
    ::glBlendColor(1, 1, 1, 1);
    ::glBlendEquation(GL_FUNC_ADD);
    EXPECT_EQ(::glGetError(), GLenum{GL_NO_ERROR});
}

TEST_F(ImagingTest, TablesReplaceWhatTheirFormatHas) {
    const std::vector<Color> table = {{0.0f, 0.5f, 1.0f, 0.25f}, {1.0f, 0.25f, 0.0f, 0.75f}};
    const std::vector<Color> pixels = {{0.1f, 0.9f, 0.9f, 0.9f}, {0.8f, 0.2f, 0.2f, 0.3f}};
    struct Row {
        GLenum format;
        std::vector<Color> wanted;
    };
    const Row rows[] = {
        {GL_RGBA, {{0.0f, 0.25f, 0.0f, 0.75f}, {1.0f, 0.5f, 1.0f, 0.25f}}},
        {GL_RGB, {{0.0f, 0.25f, 0.0f, 0.9f}, {1.0f, 0.5f, 1.0f, 0.3f}}},
        {GL_ALPHA, {{0.1f, 0.9f, 0.9f, 0.75f}, {0.8f, 0.2f, 0.2f, 0.25f}}},
        {GL_LUMINANCE, {{0, 1, 1, 0.9f}, {1, 0, 0, 0.3f}}},
        {GL_LUMINANCE_ALPHA, {{0, 1, 1, 0.75f}, {1, 0, 0, 0.25f}}},
        {GL_INTENSITY, {{0, 1, 1, 1}, {1, 0, 0, 0}}},
    };
    for (const GLenum target : {GL_COLOR_TABLE, GL_POST_CONVOLUTION_COLOR_TABLE, GL_POST_COLOR_MATRIX_COLOR_TABLE}) {
        for (const Row& row : rows) {
            SCOPED_TRACE(row.format);
            color_table(target, row.format, table);
            expect_colors(through(2, 1, pixels, 2, 1), row.wanted);
        }
        Disable(*gl, target);
    }
}

// Scaled, biased and clamped; parts and proxies; what is read back.
TEST_F(ImagingTest, TablesAreStoredAsTheirParametersSay) {
    const Color scale{2, 1, 1, 1}, bias{0, 0.25f, 0, 0};
    ColorTableParameterfv(*gl, GL_COLOR_TABLE, GL_COLOR_TABLE_SCALE, scale.data());
    ColorTableParameterfv(*gl, GL_COLOR_TABLE, GL_COLOR_TABLE_BIAS, bias.data());
    const std::vector<Color> table = {{0.25f, 0.5f, 0.5f, 1}, {0.75f, 0.5f, 0.5f, 1}, {0, 0, 0, 0}, {0, 0, 0, 0}};
    color_table(GL_COLOR_TABLE, GL_RGBA8, table);
    const Color red{0.5f, 0, 0, 1};
    ColorSubTable(*gl, GL_COLOR_TABLE, 3, 1, GL_RGBA, GL_FLOAT, red.data());
    std::vector<Color> got(4);
    GetColorTable(*gl, GL_COLOR_TABLE, GL_RGBA, GL_FLOAT, got.data());
    expect_colors(got, {{0.5f, 0.75f, 0.5f, 1}, {1, 0.75f, 0.5f, 1}, {0, 0.25f, 0, 0}, {1, 0.25f, 0, 1}});
    EXPECT_EQ(table_parameter(GL_COLOR_TABLE, GL_COLOR_TABLE_WIDTH), 4);
    EXPECT_EQ(table_parameter(GL_COLOR_TABLE, GL_COLOR_TABLE_FORMAT), GL_RGBA8);
    EXPECT_GE(table_parameter(GL_COLOR_TABLE, GL_COLOR_TABLE_ALPHA_SIZE), 8);
    EXPECT_EQ(table_parameter(GL_COLOR_TABLE, GL_COLOR_TABLE_LUMINANCE_SIZE), 0);
    expect(GL_NO_ERROR);
    commands::ColorTable(*gl, GL_PROXY_COLOR_TABLE, GL_RGB, 64, GL_RGBA, GL_FLOAT, nullptr);
    EXPECT_EQ(table_parameter(GL_PROXY_COLOR_TABLE, GL_COLOR_TABLE_WIDTH), 64);
    commands::ColorTable(*gl, GL_PROXY_COLOR_TABLE, GL_RGB, 1 << 30, GL_RGBA, GL_FLOAT, nullptr);
    EXPECT_EQ(table_parameter(GL_PROXY_COLOR_TABLE, GL_COLOR_TABLE_WIDTH), 0);
    EXPECT_EQ(table_parameter(GL_COLOR_TABLE, GL_COLOR_TABLE_WIDTH), 4);
    expect(GL_NO_ERROR);
}

TEST_F(ImagingTest, TablesRefuseWhatTheyCannotBe) {
    const std::vector<Color> entries(4);
    const auto define = [&](GLenum target, GLenum internal, GLsizei width, GLenum format) {
        commands::ColorTable(*gl, target, internal, width, format, GL_FLOAT, entries.data());
    };
    define(GL_TEXTURE_2D, GL_RGBA, 4, GL_RGBA);
    expect(GL_INVALID_ENUM);
    define(GL_COLOR_TABLE, GL_DEPTH_COMPONENT, 4, GL_RGBA);
    expect(GL_INVALID_ENUM);
    define(GL_COLOR_TABLE, GL_RGBA32F, 4, GL_RGBA);
    expect(GL_INVALID_ENUM);
    define(GL_COLOR_TABLE, GL_RGBA, 3, GL_RGBA);
    expect(GL_INVALID_VALUE);
    define(GL_COLOR_TABLE, GL_RGBA, -1, GL_RGBA);
    expect(GL_INVALID_VALUE);
    define(GL_COLOR_TABLE, GL_RGBA, 1 << 30, GL_RGBA);
    expect(GL_TABLE_TOO_LARGE);
    define(GL_COLOR_TABLE, GL_RGBA, 4, GL_DEPTH_COMPONENT);
    expect(GL_INVALID_ENUM);
    define(GL_COLOR_TABLE, GL_RGBA, 4, GL_RGBA);
    expect(GL_NO_ERROR);
    ColorSubTable(*gl, GL_COLOR_TABLE, 3, 2, GL_RGBA, GL_FLOAT, entries.data());
    expect(GL_INVALID_VALUE);
    GetnColorTable(*gl, GL_COLOR_TABLE, GL_RGBA, GL_FLOAT, 63, nullptr);
    expect(GL_INVALID_OPERATION);
    commands::Histogram(*gl, GL_HISTOGRAM, 4, GL_INTENSITY, GL_FALSE);
    expect(GL_INVALID_ENUM);
    commands::Minmax(*gl, GL_MINMAX, 3, GL_FALSE);
    expect(GL_INVALID_ENUM);
    const std::vector<Color> large(65 * 65);
    ConvolutionFilter2D(*gl, GL_CONVOLUTION_2D, GL_RGBA, 65, 1, GL_RGBA, GL_FLOAT, large.data());
    expect(GL_INVALID_VALUE);
    ConvolutionFilter2D(*gl, GL_CONVOLUTION_1D, GL_RGBA, 1, 1, GL_RGBA, GL_FLOAT, large.data());
    expect(GL_INVALID_ENUM);
    ConvolutionParameteri(*gl, GL_CONVOLUTION_2D, GL_CONVOLUTION_BORDER_MODE, GL_REPEAT);
    expect(GL_INVALID_ENUM);
}

Color gray(float value) { return {value, value, value, 1}; }

// A row of pixels under a filter of three, by border mode; the same by a separable filter.
TEST_F(ImagingTest, ConvolvesByBorderMode) {
    const std::vector<Color> row = {gray(0.1f), gray(0.2f), gray(0.4f), gray(0.8f)};
    const std::vector<Color> filter = {{0.5f, 0.5f, 0.5f, 0}, {0.25f, 0.25f, 0.25f, 1}, {0.125f, 0.125f, 0.125f, 0}};
    const Color one{1, 1, 1, 1};
    const auto at = [](float a, float b, float c) { return gray(0.5f * a + 0.25f * b + 0.125f * c); };
    struct Row {
        GLenum mode;
        GLsizei width;
        std::vector<Color> wanted;
    };
    const Row rows[] = {
        {GL_REDUCE, 2, {at(0.1f, 0.2f, 0.4f), at(0.2f, 0.4f, 0.8f)}},
        {GL_CONSTANT_BORDER,
         4,
         {at(0.5f, 0.1f, 0.2f), at(0.1f, 0.2f, 0.4f), at(0.2f, 0.4f, 0.8f), at(0.4f, 0.8f, 0.5f)}},
        {GL_REPLICATE_BORDER,
         4,
         {at(0.1f, 0.1f, 0.2f), at(0.1f, 0.2f, 0.4f), at(0.2f, 0.4f, 0.8f), at(0.4f, 0.8f, 0.8f)}},
    };
    const Color border = {0.5f, 0.5f, 0.5f, 1};
    for (const GLenum target : {GL_CONVOLUTION_2D, GL_SEPARABLE_2D}) {
        if (target == GL_CONVOLUTION_2D)
            ConvolutionFilter2D(*gl, target, GL_RGBA, 3, 1, GL_RGBA, GL_FLOAT, filter.data());
        else
            SeparableFilter2D(*gl, target, GL_RGBA, 3, 1, GL_RGBA, GL_FLOAT, filter.data(), one.data());
        ConvolutionParameterfv(*gl, target, GL_CONVOLUTION_BORDER_COLOR, border.data());
        Enable(*gl, target);
        for (const Row& expected : rows) {
            SCOPED_TRACE(expected.mode);
            ConvolutionParameteri(*gl, target, GL_CONVOLUTION_BORDER_MODE, static_cast<GLint>(expected.mode));
            expect_colors(through(4, 1, row, expected.width, 1), expected.wanted);
        }
        Disable(*gl, target);
    }
    expect_colors(through(4, 1, row, 4, 1), row);
}

// The second dimension, components that the filter lacks, scale and bias of filter and result.
TEST_F(ImagingTest, FiltersHaveTwoDimensionsAndParameters) {
    const std::vector<Color> pixels = {gray(1), gray(2), gray(3), gray(4)};
    const std::vector<float> luminance = {1, 10, 100, 1000};
    const Color scale{0.5f, 1, 1, 1};
    ConvolutionParameterfv(*gl, GL_CONVOLUTION_2D, GL_CONVOLUTION_FILTER_SCALE, scale.data());
    ConvolutionFilter2D(*gl, GL_CONVOLUTION_2D, GL_LUMINANCE, 2, 2, GL_LUMINANCE, GL_FLOAT, luminance.data());
    Enable(*gl, GL_CONVOLUTION_2D);
    PixelTransferf(*gl, GL_POST_CONVOLUTION_GREEN_SCALE, 2);
    PixelTransferf(*gl, GL_POST_CONVOLUTION_ALPHA_BIAS, 0.5f);
    const float sum = 0.5f * (1 + 20 + 300 + 4000);
    expect_colors(through(2, 2, pixels, 1, 1), {{sum, 2 * sum, sum, 1.5f}});
    std::vector<float> got(4);
    GetConvolutionFilter(*gl, GL_CONVOLUTION_2D, GL_LUMINANCE, GL_FLOAT, got.data());
    EXPECT_EQ(got, (std::vector<float>{0.5f, 5, 50, 500}));
    GLint height = -1;
    GetConvolutionParameteriv(*gl, GL_CONVOLUTION_2D, GL_CONVOLUTION_HEIGHT, &height);
    EXPECT_EQ(height, 2);
    // An image smaller than the filter is none.
    expect_colors(through(1, 1, {gray(1)}, 0, 0), {});
}

TEST_F(ImagingTest, ColorsMeetTheirMatrix) {
    MatrixMode(*gl, GL_COLOR);
    const float swap[16] = {0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};  // red and green
    LoadMatrixf(*gl, swap);
    MatrixMode(*gl, GL_MODELVIEW);
    PixelTransferf(*gl, GL_POST_COLOR_MATRIX_BLUE_SCALE, 0.5f);
    PixelTransferf(*gl, GL_POST_COLOR_MATRIX_RED_BIAS, 0.125f);
    expect_colors(through(1, 1, {{0.25f, 0.5f, 1, 1}}, 1, 1), {{0.625f, 0.25f, 0.5f, 1}});
    GLfloat matrix[16];
    GetFloatv(*gl, GL_COLOR_MATRIX, matrix);
    EXPECT_EQ(matrix[1], 1.0f);
    GLint depth = 0;
    GetIntegerv(*gl, GL_MAX_COLOR_MATRIX_STACK_DEPTH, &depth);
    EXPECT_GE(depth, 2);
}

TEST_F(ImagingTest, HistogramAndMinmaxSeeThePixels) {
    commands::Histogram(*gl, GL_HISTOGRAM, 4, GL_RGB, GL_FALSE);
    commands::Minmax(*gl, GL_MINMAX, GL_RGBA, GL_TRUE);
    Enable(*gl, GL_HISTOGRAM);
    Enable(*gl, GL_MINMAX);
    const std::vector<Color> pixels = {{0, 0.34f, 1, 0.5f}, {0.1f, 0.3f, -2, 0.25f}, {0.9f, 0.3f, 7, 0.25f}};
    RasterPos2f(*gl, -1, -1);
    DrawPixels(*gl, 3, 1, GL_RGBA, GL_FLOAT, pixels.data());
    std::array<std::array<GLuint, 4>, 4> counts{};
    GetHistogram(*gl, GL_HISTOGRAM, GL_FALSE, GL_RGBA, GL_UNSIGNED_INT, counts.data());
    const std::array<std::array<GLuint, 4>, 4> wanted = {{{2, 0, 1, 0}, {0, 3, 0, 0}, {0, 0, 0, 0}, {1, 0, 2, 0}}};
    EXPECT_EQ(counts, wanted);
    std::vector<Color> ends(2);
    GetMinmax(*gl, GL_MINMAX, GL_TRUE, GL_RGBA, GL_FLOAT, ends.data());
    expect_colors(ends, {{0, 0.3f, -2, 0.25f}, {0.9f, 0.34f, 7, 0.5f}});
    // They were for minmax only: nothing is drawn.
    EXPECT_EQ(gl.pixel(2, 0), (testing::Pixel{0, 0, 0, 0}));
    GLubyte small[4 * 4] = {};
    GetHistogram(*gl, GL_HISTOGRAM, GL_TRUE, GL_RGBA, GL_UNSIGNED_BYTE, small);
    EXPECT_EQ(small[0], 2);
    GetHistogram(*gl, GL_HISTOGRAM, GL_FALSE, GL_RGBA, GL_UNSIGNED_BYTE, small);
    EXPECT_EQ(small[0], 0);
    expect(GL_NO_ERROR);
}

// Pixels drawn, read and copied go the same way.
TEST_F(ImagingTest, EveryWayOfPixels) {
    const std::vector<Color> inverted = {{1, 1, 1, 1}, {0, 0, 0, 1}};
    const std::vector<Color> pixels = {{1, 0, 0, 1}, {0, 1, 0, 1}};
    RasterPos2f(*gl, -1, -1);
    DrawPixels(*gl, 2, 1, GL_RGBA, GL_FLOAT, pixels.data());
    color_table(GL_COLOR_TABLE, GL_RGB, inverted);
    std::vector<Color> got(2);
    ReadPixels(*gl, 0, 0, 2, 1, GL_RGBA, GL_FLOAT, got.data());
    expect_colors(got, {{0, 1, 1, 1}, {1, 0, 1, 1}});
    GLuint name = 0;
    GenTextures(*gl, 1, &name);
    BindTexture(*gl, GL_TEXTURE_2D, name);
    CopyTexImage2D(*gl, GL_TEXTURE_2D, 0, GL_RGBA, 0, 0, 2, 1, 0);
    GetTexImage(*gl, GL_TEXTURE_2D, 0, GL_RGBA, GL_FLOAT, got.data());
    expect_colors(got, {{0, 1, 1, 1}, {1, 0, 1, 1}});
    const Color white{1, 1, 1, 1};
    TexSubImage2D(*gl, GL_TEXTURE_2D, 0, 1, 0, 1, 1, GL_RGBA, GL_FLOAT, white.data());
    GetTexImage(*gl, GL_TEXTURE_2D, 0, GL_RGBA, GL_FLOAT, got.data());
    expect_colors(got, {{0, 1, 1, 1}, {0, 0, 0, 1}});
    RasterPos2f(*gl, 0, 0);
    CopyPixels(*gl, 0, 0, 2, 1, GL_COLOR);
    EXPECT_EQ(gl.pixel(32, 32), (testing::Pixel{0, 255, 255, 255}));
    Disable(*gl, GL_COLOR_TABLE);
    CopyColorTable(*gl, GL_COLOR_TABLE, GL_RGB, 0, 0, 2);
    GetColorTable(*gl, GL_COLOR_TABLE, GL_RGBA, GL_FLOAT, got.data());
    expect_colors(got, pixels);
    expect(GL_NO_ERROR);
}

// Copies of the framebuffer are convolved, too: what is read is larger than what comes of it.
TEST_F(ImagingTest, CopiesAreConvolved) {
    const std::vector<Color> pixels = {gray(0), gray(1), gray(0), gray(1)};
    RasterPos2f(*gl, -1, -1);
    DrawPixels(*gl, 4, 1, GL_RGBA, GL_FLOAT, pixels.data());
    const std::vector<float> difference = {-1, 1};
    ConvolutionFilter2D(*gl, GL_CONVOLUTION_2D, GL_LUMINANCE, 2, 1, GL_LUMINANCE, GL_FLOAT, difference.data());
    Enable(*gl, GL_CONVOLUTION_2D);
    GLuint name = 0;
    GenTextures(*gl, 1, &name);
    BindTexture(*gl, GL_TEXTURE_2D, name);
    CopyTexImage2D(*gl, GL_TEXTURE_2D, 0, GL_RGBA32F, 0, 0, 4, 1, 0);
    GLint width = 0;
    GetTexLevelParameteriv(*gl, GL_TEXTURE_2D, 0, GL_TEXTURE_WIDTH, &width);
    ASSERT_EQ(width, 3);
    std::vector<Color> got(3);
    GetTexImage(*gl, GL_TEXTURE_2D, 0, GL_RGBA, GL_FLOAT, got.data());
    expect_colors(got, {gray(1), gray(-1), gray(1)});
    expect(GL_NO_ERROR);
}

TEST_F(ImagingTest, ListsAndAttributesKeepIt) {
    const std::vector<Color> table = {{1, 1, 1, 1}, {0, 0, 0, 1}};
    const GLuint list = GenLists(*gl, 1);
    ::glNewList(list, GL_COMPILE);
    ::glColorTable(GL_COLOR_TABLE, GL_RGB, 2, GL_RGBA, GL_FLOAT, table.data());
    const float row[4] = {2, 2, 2, 2}, column[4] = {3, 3, 3, 3};
    ::glSeparableFilter2D(GL_SEPARABLE_2D, GL_RGBA, 1, 1, GL_RGBA, GL_FLOAT, row, column);
    ::glColorTable(GL_PROXY_COLOR_TABLE, GL_RGB, 8, GL_RGBA, GL_FLOAT, nullptr);
    ::glEndList();
    EXPECT_EQ(table_parameter(GL_COLOR_TABLE, GL_COLOR_TABLE_WIDTH), 0);
    EXPECT_EQ(table_parameter(GL_PROXY_COLOR_TABLE, GL_COLOR_TABLE_WIDTH), 8);
    ::glCallList(list);
    EXPECT_EQ(table_parameter(GL_COLOR_TABLE, GL_COLOR_TABLE_WIDTH), 2);
    float got_row[4] = {}, got_column[4] = {};
    GetSeparableFilter(*gl, GL_SEPARABLE_2D, GL_RGBA, GL_FLOAT, got_row, got_column, nullptr);
    EXPECT_EQ(got_row[0], 2);
    EXPECT_EQ(got_column[3], 3);
    PushAttrib(*gl, GL_PIXEL_MODE_BIT);
    Enable(*gl, GL_COLOR_TABLE);
    PixelTransferf(*gl, GL_POST_CONVOLUTION_RED_SCALE, 3);
    PopAttrib(*gl);
    EXPECT_FALSE(IsEnabled(*gl, GL_COLOR_TABLE));
    GLfloat scale = 0;
    GetFloatv(*gl, GL_POST_CONVOLUTION_RED_SCALE, &scale);
    EXPECT_EQ(scale, 1);
    expect(GL_NO_ERROR);
}

// MESA_pack_invert: rows from the top down, in what lies outside of the framebuffer, too.
TEST_F(ImagingTest, RowsArePackedUpsideDown) {
    const std::vector<Color> pixels = {{1, 0, 0, 1}, {0, 1, 0, 1}};
    RasterPos2f(*gl, -1, -1);
    DrawPixels(*gl, 1, 2, GL_RGBA, GL_FLOAT, pixels.data());
    PixelStorei(*gl, GL_PACK_INVERT_MESA, GL_TRUE);
    std::vector<Color> got(2);
    ReadPixels(*gl, 0, 0, 1, 2, GL_RGBA, GL_FLOAT, got.data());
    expect_colors(got, {pixels[1], pixels[0]});
    got.assign(3, Color{5, 5, 5, 5});
    ReadPixels(*gl, 0, -1, 1, 3, GL_RGBA, GL_FLOAT, got.data());
    expect_colors(got, {pixels[1], pixels[0], Color{5, 5, 5, 5}});
    expect(GL_NO_ERROR);
}

// NV_copy_depth_to_color.
TEST(CopyDepthToColor, MakesBytesOfDepthAndStencil) {
    CurrentContext gl(8, 8);
    ClearDepth(*gl, 0x123456 / double{0xffffff});
    ClearStencil(*gl, 0x78);
    Clear(*gl, GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
    RasterPos2f(*gl, -1, -1);
    CopyPixels(*gl, 0, 0, 8, 8, GL_DEPTH_STENCIL_TO_RGBA_NV);
    EXPECT_EQ(gl.pixel(4, 4), (testing::Pixel{0x12, 0x34, 0x56, 0x78}));
    CopyPixels(*gl, 0, 0, 8, 8, GL_DEPTH_STENCIL_TO_BGRA_NV);
    EXPECT_EQ(gl.pixel(4, 4), (testing::Pixel{0x56, 0x34, 0x12, 0x78}));
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
}

}  // namespace
}  // namespace glapi
