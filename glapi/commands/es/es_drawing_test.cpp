// What contexts of OpenGL ES 1.1 draw by ways of their own.
#include <array>
#include <gtest/gtest.h>
#include <vector>

#include "glapi/generated/entry_points.h"
#include "glapi/testing/es_context.h"

namespace glapi {
namespace {

using testing::blue;
using testing::EsContext;
using testing::fixed;
using testing::green;
using testing::nothing;
using testing::Pixel;
using testing::red;
using testing::white;

// One pixel is one unit, from the lower left.
void use_pixels(const EsContext& context) {
    ::glMatrixMode(GL_PROJECTION);
    ::glLoadIdentity();
    ::glOrthox(0, context.window->width() << 16, 0, context.window->height() << 16, fixed(-1), fixed(1));
    ::glMatrixMode(GL_MODELVIEW);
    ::glEnableClientState(GL_VERTEX_ARRAY);
}

TEST(EsDrawing, ReadsArraysInFixedPointAndBytes) {
    EsContext context(16, 16);
    use_pixels(context);
    const GLfixed vertices[] = {0, 0, fixed(8), 0, 0, fixed(8), fixed(8), fixed(8)};
    const GLfixed colors[] = {0, fixed(1), 0, fixed(1), 0, fixed(1), 0, fixed(1),
                              0, fixed(1), 0, fixed(1), 0, fixed(1), 0, fixed(1)};
    ::glVertexPointer(2, GL_FIXED, 0, vertices);
    ::glEnableClientState(GL_COLOR_ARRAY);
    ::glColorPointer(4, GL_FIXED, 0, colors);
    ::glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    ::glDisableClientState(GL_COLOR_ARRAY);
    const GLbyte bytes[] = {8, 8, 16, 8, 8, 16, 16, 16};
    ::glVertexPointer(2, GL_BYTE, 0, bytes);
    ::glColor4ub(255, 0, 0, 255);
    const GLubyte indices[] = {0, 1, 2, 3};
    ::glDrawElements(GL_TRIANGLE_STRIP, 4, GL_UNSIGNED_BYTE, indices);
    EXPECT_EQ(context.error(), GLenum{GL_NO_ERROR});
    EXPECT_EQ(context.pixel(4, 4), green);
    EXPECT_EQ(context.pixel(12, 12), red);
    EXPECT_EQ(context.pixel(4, 12), nothing);
}

TEST(EsDrawing, TakesPointSizesFromAnArray) {
    EsContext context(32, 16);
    use_pixels(context);
    const GLfloat vertices[] = {8, 8, 24, 8};
    const GLfixed sizes[] = {fixed(2), fixed(8)};
    ::glVertexPointer(2, GL_FLOAT, 0, vertices);
    ::glEnableClientState(GL_POINT_SIZE_ARRAY_OES);
    ::glPointSizePointerOES(GL_FIXED, 0, sizes);
    ::glPointSize(16);
    const auto lit = [&](int x) { return context.pixel(x, 8) == white; };
    ::glDrawArrays(GL_POINTS, 0, 2);
    EXPECT_TRUE(lit(8));
    EXPECT_FALSE(lit(10));
    EXPECT_TRUE(lit(21));
    EXPECT_FALSE(lit(29));
    // Attenuated sizes, too: half as large here.
    ::glClear(GL_COLOR_BUFFER_BIT);
    const GLfloat attenuation[] = {4, 0, 0};
    ::glPointParameterfv(GL_POINT_DISTANCE_ATTENUATION, attenuation);
    ::glDrawArrays(GL_POINTS, 0, 2);
    EXPECT_TRUE(lit(24));
    EXPECT_FALSE(lit(21));
    ::glDisableClientState(GL_POINT_SIZE_ARRAY_OES);
    ::glDrawArrays(GL_POINTS, 0, 2);
    EXPECT_TRUE(lit(21)) << "16 pixels, halved";
    EXPECT_EQ(context.error(), GLenum{GL_NO_ERROR});
}

// A texture of 4 by 4 texels, the column in red and the row in green.
void texture_of_places() {
    std::array<uint8_t, 4 * 4 * 4> texels{};
    for (size_t i = 0; i < 16; ++i) {
        texels[4 * i] = static_cast<uint8_t>(i % 4 * 16);
        texels[4 * i + 1] = static_cast<uint8_t>(i / 4 * 16);
        texels[4 * i + 3] = 255;
    }
    ::glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    ::glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    ::glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
    ::glEnable(GL_TEXTURE_2D);
}

TEST(EsDrawing, DrawsTexturesToTheWindow) {
    EsContext context(16, 16);
    texture_of_places();
    // What the rectangle does not heed.
    ::glMatrixMode(GL_TEXTURE);
    ::glTranslatef(0.5f, 0, 0);
    ::glMatrixMode(GL_MODELVIEW);
    ::glScalef(3, 3, 3);
    ::glEnable(GL_CULL_FACE);
    ::glCullFace(GL_FRONT_AND_BACK);
    ::glEnable(GL_LIGHTING);
    ::glEnable(GL_CLIP_PLANE0);
    ::glViewport(3, 3, 5, 5);
    const GLint crop[] = {1, 1, 3, 2};
    ::glTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_CROP_RECT_OES, crop);
    ::glDrawTexiOES(5, 6, 0, 3, 2);
    EXPECT_EQ(context.error(), GLenum{GL_NO_ERROR});
    for (int y = 0; y < 16; ++y)
        for (int x = 0; x < 16; ++x) {
            const bool inside = x >= 5 && x < 8 && y >= 6 && y < 8;
            const Pixel expected =
                inside ? Pixel{uint8_t((1 + x - 5) * 16), uint8_t((1 + y - 6) * 16), 0, 255} : nothing;
            EXPECT_EQ(context.pixel(x, y), expected) << x << ", " << y;
        }
    // Upside down, at the window's edge, at twice the size, with the depth range's depth.
    ::glEnable(GL_DEPTH_TEST);
    ::glDepthRangef(0, 0.5f);
    ::glClearDepthf(0.25f);
    ::glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    const GLint flipped[] = {0, 4, 4, -4};
    ::glTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_CROP_RECT_OES, flipped);
    const GLshort behind[] = {-4, 0, 1, 8, 8};
    ::glDrawTexsvOES(behind);
    EXPECT_EQ(context.pixel(0, 0), nothing) << "depth 0.5";
    ::glDrawTexxOES(fixed(-4), 0, 0, fixed(8), fixed(8));
    EXPECT_EQ(context.pixel(0, 0), (Pixel{32, 48, 0, 255}));
    EXPECT_EQ(context.pixel(3, 7), (Pixel{48, 0, 0, 255}));
    EXPECT_EQ(context.pixel(4, 0), nothing);
    ::glDrawTexfOES(0, 0, 0, 0, 8);
    EXPECT_EQ(context.error(), GLenum{GL_INVALID_VALUE});
    GLfloat matrix[16];
    ::glGetFloatv(GL_MODELVIEW_MATRIX, matrix);
    EXPECT_EQ(matrix[0], 3) << "the state is as before";
    EXPECT_TRUE(::glIsEnabled(GL_LIGHTING));
    EXPECT_FALSE(::glIsEnabled(GL_VERTEX_ARRAY));
}

// The rectangle's arrays are not the application's: draws behind it have their own again.
TEST(EsDrawing, ArraysAreAsBeforeBehindRectangles) {
    const EsContext context(16, 16);
    const float corners[] = {-1, -1, 0, -1, -1, 1, 0, 1};
    ::glEnableClientState(GL_VERTEX_ARRAY);
    ::glVertexPointer(2, GL_FLOAT, 0, corners);
    ::glColor4f(0, 1, 0, 1);
    ::glDrawTexfOES(8, 0, 0, 8, 16);
    EXPECT_EQ(context.pixel(4, 8), nothing);
    ::glColor4f(1, 0, 0, 1);
    ::glDrawTexfOES(8, 0, 0, 8, 16);
    ::glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    EXPECT_EQ(context.pixel(4, 8), (Pixel{255, 0, 0, 255}));
    EXPECT_EQ(context.pixel(12, 8), (Pixel{255, 0, 0, 255}));
}

// Draws the texture over the whole window, texel by pixel.
void draw_whole(const EsContext& context, int size) {
    const GLint crop[] = {0, 0, size, size};
    ::glTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_CROP_RECT_OES, crop);
    ::glDrawTexiOES(0, 0, 0, context.window->width(), context.window->height());
}

TEST(EsDrawing, ExpandsPalettes) {
    struct Row {
        GLenum format;
        bool four_bits;
        std::vector<uint8_t> entry_1, entry_2;  // red, green
    };
    const Row rows[] = {
        {GL_PALETTE4_RGB8_OES, true, {255, 0, 0}, {0, 255, 0}},
        {GL_PALETTE4_RGBA8_OES, true, {255, 0, 0, 255}, {0, 255, 0, 255}},
        {GL_PALETTE4_R5_G6_B5_OES, true, {0x00, 0xf8}, {0xe0, 0x07}},
        {GL_PALETTE4_RGBA4_OES, true, {0x0f, 0xf0}, {0x0f, 0x0f}},
        {GL_PALETTE4_RGB5_A1_OES, true, {0x01, 0xf8}, {0xc1, 0x07}},
        {GL_PALETTE8_RGB8_OES, false, {255, 0, 0}, {0, 255, 0}},
        {GL_PALETTE8_RGBA8_OES, false, {255, 0, 0, 255}, {0, 255, 0, 255}},
        {GL_PALETTE8_R5_G6_B5_OES, false, {0x00, 0xf8}, {0xe0, 0x07}},
        {GL_PALETTE8_RGBA4_OES, false, {0x0f, 0xf0}, {0x0f, 0x0f}},
        {GL_PALETTE8_RGB5_A1_OES, false, {0x01, 0xf8}, {0xc1, 0x07}},
    };
    for (const Row& row : rows) {
        EsContext context(2, 2);
        const size_t bytes = row.entry_1.size();
        std::vector<uint8_t> image((row.four_bits ? 16 : 256) * bytes);
        std::copy(row.entry_1.begin(), row.entry_1.end(), image.begin() + ptrdiff_t(bytes));
        std::copy(row.entry_2.begin(), row.entry_2.end(), image.begin() + ptrdiff_t(2 * bytes));
        // Red and green below, green and red above; the second level is red.
        for (const uint8_t byte :
             row.four_bits ? std::vector<uint8_t>{0x12, 0x21, 0x10} : std::vector<uint8_t>{1, 2, 2, 1, 1})
            image.push_back(byte);
        ::glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
        ::glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
        ::glCompressedTexImage2D(GL_TEXTURE_2D, -1, row.format, 2, 2, 0, GLsizei(image.size()), image.data());
        ASSERT_EQ(context.error(), GLenum{GL_NO_ERROR});
        ::glEnable(GL_TEXTURE_2D);
        draw_whole(context, 2);
        EXPECT_EQ(context.pixel(0, 0), red);
        EXPECT_EQ(context.pixel(1, 0), green);
        EXPECT_EQ(context.pixel(0, 1), green);
        EXPECT_EQ(context.pixel(1, 1), red);
        ::glCompressedTexImage2D(GL_TEXTURE_2D, -1, row.format, 2, 2, 0, GLsizei(image.size()) - 1, image.data());
        EXPECT_EQ(context.error(), GLenum{GL_INVALID_VALUE});
        ::glCompressedTexImage2D(GL_TEXTURE_2D, 1, row.format, 2, 2, 0, GLsizei(image.size()), image.data());
        EXPECT_EQ(context.error(), GLenum{GL_INVALID_VALUE});
        ::glCompressedTexImage2D(GL_TEXTURE_2D, 0, row.format, 2, 2, 1, GLsizei(image.size()), image.data());
        EXPECT_EQ(context.error(), GLenum{GL_INVALID_VALUE});
        ::glCompressedTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 2, 2, row.format, GLsizei(image.size()), image.data());
        EXPECT_EQ(context.error(), GLenum{GL_INVALID_OPERATION});
    }
}

TEST(EsDrawing, BlendsMatricesOfThePalette) {
    EsContext context(32, 32);
    use_pixels(context);
    ::glMatrixMode(GL_MATRIX_PALETTE_OES);
    ::glCurrentPaletteMatrixOES(3);
    ::glTranslatef(16, 0, 0);
    ::glCurrentPaletteMatrixOES(30);
    ::glTranslatef(0, 16, 0);
    ::glMatrixMode(GL_MODELVIEW);
    ::glTranslatef(5, 5, 0);
    ::glCurrentPaletteMatrixOES(7);
    ::glLoadPaletteFromModelViewMatrixOES();
    ::glEnable(GL_MATRIX_PALETTE_OES);
    const GLfloat vertices[] = {0, 0, 4, 0, 0, 4, 4, 4};
    const GLubyte indices[] = {3, 30, 3, 30, 3, 30, 3, 30};
    std::array<GLfloat, 8> weights{};
    ::glVertexPointer(2, GL_FLOAT, 0, vertices);
    ::glMatrixIndexPointerOES(2, GL_UNSIGNED_BYTE, 0, indices);
    const auto draw = [&](float first, float second) {
        for (size_t i = 0; i < 8; ++i) weights[i] = i % 2 ? second : first;
        ::glWeightPointerOES(2, GL_FLOAT, 0, weights.data());
        ::glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    };
    draw(1, 0);
    EXPECT_EQ(context.pixel(18, 2), nothing) << "without the arrays there is nothing to choose by";
    ::glEnableClientState(GL_MATRIX_INDEX_ARRAY_OES);
    ::glEnableClientState(GL_WEIGHT_ARRAY_OES);
    draw(1, 0);
    EXPECT_EQ(context.pixel(18, 2), white);
    EXPECT_EQ(context.pixel(2, 2), nothing);
    draw(0, 1);
    EXPECT_EQ(context.pixel(2, 18), white);
    draw(0.5f, 0.5f);
    EXPECT_EQ(context.pixel(10, 10), white);
    EXPECT_EQ(context.pixel(14, 14), nothing);
    // A copy of the model-view matrix.
    const GLubyte seven[] = {7, 7, 7, 7};
    ::glMatrixIndexPointerOES(1, GL_UNSIGNED_BYTE, 0, seven);
    ::glClear(GL_COLOR_BUFFER_BIT);
    const GLfloat ones[] = {1, 1, 1, 1};
    ::glWeightPointerOES(1, GL_FLOAT, 0, ones);
    ::glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    EXPECT_EQ(context.pixel(7, 7), white);
    EXPECT_EQ(context.pixel(3, 3), nothing);
    // Matrices that are not there: no picture is promised, but no harm.
    const GLubyte wild[] = {200, 255, 32, 99};
    ::glMatrixIndexPointerOES(1, GL_UNSIGNED_BYTE, 0, wild);
    ::glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    EXPECT_EQ(context.error(), GLenum{GL_NO_ERROR});
}

TEST(EsDrawing, TurnsNormalsByThePalette) {
    // Lit where the normal points at the viewer: by the palette's matrix, not by the model-view matrix.
    for (const bool turned : {false, true}) {
        EsContext context(8, 8);
        ::glEnableClientState(GL_VERTEX_ARRAY);
        ::glMatrixMode(GL_MATRIX_PALETTE_OES);
        if (turned) ::glRotatef(180, 0, 1, 0);
        ::glEnable(GL_MATRIX_PALETTE_OES);
        ::glEnable(GL_LIGHTING);
        ::glEnable(GL_LIGHT0);
        ::glEnable(GL_NORMALIZE);
        const GLfloat vertices[] = {-1, -1, 1, -1, -1, 1, 1, 1};
        const GLubyte indices[4] = {};
        const GLfloat weights[4] = {1, 1, 1, 1};
        ::glVertexPointer(2, GL_FLOAT, 0, vertices);
        ::glEnableClientState(GL_MATRIX_INDEX_ARRAY_OES);
        ::glMatrixIndexPointerOES(1, GL_UNSIGNED_BYTE, 0, indices);
        ::glEnableClientState(GL_WEIGHT_ARRAY_OES);
        ::glWeightPointerOES(1, GL_FLOAT, 0, weights);
        ::glNormal3f(0, 0, 2);
        ::glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
        EXPECT_EQ(context.error(), GLenum{GL_NO_ERROR});
        EXPECT_NEAR(context.pixel(4, 4)[0], turned ? 10 : 214, 2) << "ambient 0.04, diffuse 0.8";
    }
}

TEST(EsDrawing, GeneratesCoordinatesOfCubes) {
    EsContext context(4, 4);
    const uint8_t colors[6][4] = {{255, 0, 0, 255}, {0, 255, 0, 255},     {0, 0, 255, 255},
                                  {9, 9, 9, 255},   {255, 255, 255, 255}, {7, 7, 7, 255}};
    for (GLenum face = 0; face < 6; ++face)
        ::glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X_OES + face, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                       colors[face]);
    ::glEnable(GL_TEXTURE_CUBE_MAP_OES);
    ::glTexGeniOES(GL_TEXTURE_GEN_STR_OES, GL_TEXTURE_GEN_MODE_OES, GL_SPHERE_MAP);
    EXPECT_EQ(context.error(), GLenum{GL_INVALID_ENUM});
    ::glTexGeniOES(GL_S, GL_TEXTURE_GEN_MODE_OES, GL_NORMAL_MAP_OES);
    EXPECT_EQ(context.error(), GLenum{GL_INVALID_ENUM});
    ::glTexGenxOES(GL_TEXTURE_GEN_STR_OES, GL_TEXTURE_GEN_MODE_OES, GL_NORMAL_MAP_OES);
    ::glEnable(GL_TEXTURE_GEN_STR_OES);
    EXPECT_TRUE(::glIsEnabled(GL_TEXTURE_GEN_STR_OES));
    const GLbyte vertices[] = {-1, -1, 1, -1, -1, 1, 1, 1};
    ::glEnableClientState(GL_VERTEX_ARRAY);
    ::glVertexPointer(2, GL_BYTE, 0, vertices);
    const auto drawn = [&](float x, float y, float z) {
        ::glNormal3f(x, y, z);
        ::glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
        return context.pixel(2, 2);
    };
    EXPECT_EQ(drawn(1, 0, 0), red);
    EXPECT_EQ(drawn(-1, 0, 0), green);
    EXPECT_EQ(drawn(0, 1, 0), blue);
    EXPECT_EQ(drawn(0, 0, 1), white);
    EXPECT_EQ(context.error(), GLenum{GL_NO_ERROR});
}

TEST(EsDrawing, ReplacesCoordinatesOfPoints) {
    EsContext context(16, 16);
    use_pixels(context);
    texture_of_places();
    ::glEnable(GL_POINT_SPRITE_OES);
    ::glTexEnvi(GL_POINT_SPRITE_OES, GL_COORD_REPLACE_OES, GL_TRUE);
    ::glPointSize(8);
    const GLshort vertex[] = {8, 8};
    ::glVertexPointer(2, GL_SHORT, 0, vertex);
    ::glDrawArrays(GL_POINTS, 0, 1);
    EXPECT_EQ(context.pixel(5, 10), (Pixel{0, 0, 0, 255})) << "the first texel is at the upper left";
    EXPECT_EQ(context.pixel(11, 4), (Pixel{48, 48, 0, 255}));
    EXPECT_EQ(context.error(), GLenum{GL_NO_ERROR});
}

TEST(EsDrawing, RendersToFramebufferObjects) {
    EsContext context(8, 8);
    GLuint framebuffer = 0, renderbuffers[2] = {}, texture = 0;
    ::glGenFramebuffersOES(1, &framebuffer);
    ::glGenRenderbuffersOES(2, renderbuffers);
    ::glGenTextures(1, &texture);
    ::glBindTexture(GL_TEXTURE_2D, texture);
    ::glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    ::glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    ::glBindFramebufferOES(GL_FRAMEBUFFER_OES, framebuffer);
    EXPECT_TRUE(::glIsFramebufferOES(framebuffer));
    ::glFramebufferTexture2DOES(GL_FRAMEBUFFER_OES, GL_COLOR_ATTACHMENT0_OES, GL_TEXTURE_2D, texture, 0);
    ::glBindRenderbufferOES(GL_RENDERBUFFER_OES, renderbuffers[0]);
    ::glRenderbufferStorageOES(GL_RENDERBUFFER_OES, GL_DEPTH_COMPONENT16_OES, 4, 4);
    ::glFramebufferRenderbufferOES(GL_FRAMEBUFFER_OES, GL_DEPTH_ATTACHMENT_OES, GL_RENDERBUFFER_OES, renderbuffers[0]);
    EXPECT_EQ(::glCheckFramebufferStatusOES(GL_FRAMEBUFFER_OES), GLenum{GL_FRAMEBUFFER_COMPLETE_OES});
    ::glClearColor(1, 0, 0, 1);
    ::glClear(GL_COLOR_BUFFER_BIT);
    EXPECT_EQ(context.error(), GLenum{GL_NO_ERROR});
    ::glRenderbufferStorageOES(GL_RENDERBUFFER_OES, GL_DEPTH_COMPONENT16_OES, 8, 4);
    EXPECT_EQ(::glCheckFramebufferStatusOES(GL_FRAMEBUFFER_OES), GLenum{GL_FRAMEBUFFER_INCOMPLETE_DIMENSIONS_OES});
    for (const GLenum format : {GL_RGBA4_OES, GL_RGB5_A1_OES, GL_RGB565_OES, GL_RGB8_OES, GL_RGBA8_OES}) {
        ::glBindRenderbufferOES(GL_RENDERBUFFER_OES, renderbuffers[1]);
        ::glRenderbufferStorageOES(GL_RENDERBUFFER_OES, format, 8, 4);
        ::glFramebufferRenderbufferOES(GL_FRAMEBUFFER_OES, GL_COLOR_ATTACHMENT0_OES, GL_RENDERBUFFER_OES,
                                       renderbuffers[1]);
        EXPECT_EQ(::glCheckFramebufferStatusOES(GL_FRAMEBUFFER_OES), GLenum{GL_FRAMEBUFFER_COMPLETE_OES}) << format;
    }
    ::glRenderbufferStorageOES(GL_RENDERBUFFER_OES, GL_RGBA, 8, 4);
    EXPECT_EQ(context.error(), GLenum{GL_INVALID_ENUM});
    ::glBindFramebufferOES(GL_FRAMEBUFFER_OES, 0);
    ::glEnable(GL_TEXTURE_2D);
    draw_whole(context, 4);
    EXPECT_EQ(context.pixel(3, 3), red);
    ::glGenerateMipmapOES(GL_TEXTURE_2D);
    ::glDeleteFramebuffersOES(1, &framebuffer);
    ::glDeleteRenderbuffersOES(2, renderbuffers);
    EXPECT_EQ(context.error(), GLenum{GL_NO_ERROR});
}

TEST(EsDrawing, KeepsArraysInObjectsAndMapsBuffers) {
    EsContext context(8, 8);
    GLuint array = 0, buffer = 0;
    ::glGenVertexArraysOES(1, &array);
    ::glBindVertexArrayOES(array);
    ::glGenBuffers(1, &buffer);
    ::glBindBuffer(GL_ARRAY_BUFFER, buffer);
    ::glBufferData(GL_ARRAY_BUFFER, 8 * sizeof(GLfixed), nullptr, GL_DYNAMIC_DRAW);
    auto* const vertices = static_cast<GLfixed*>(::glMapBufferOES(GL_ARRAY_BUFFER, GL_WRITE_ONLY_OES));
    ASSERT_NE(vertices, nullptr);
    const GLfixed corners[] = {fixed(-1), fixed(-1), fixed(1), fixed(-1), fixed(-1), fixed(1), fixed(1), fixed(1)};
    std::copy_n(corners, 8, vertices);
    EXPECT_TRUE(::glUnmapBufferOES(GL_ARRAY_BUFFER));
    EXPECT_EQ(::glMapBufferOES(GL_ARRAY_BUFFER, GL_READ_ONLY), nullptr);
    EXPECT_EQ(context.error(), GLenum{GL_INVALID_ENUM});
    ::glEnableClientState(GL_VERTEX_ARRAY);
    ::glVertexPointer(2, GL_FIXED, 0, nullptr);
    ::glBindVertexArrayOES(0);
    EXPECT_FALSE(::glIsEnabled(GL_VERTEX_ARRAY));
    ::glBindVertexArrayOES(array);
    const GLuint indices[] = {0, 1, 2, 3};
    ::glDrawElements(GL_TRIANGLE_STRIP, 4, GL_UNSIGNED_INT, indices);
    EXPECT_EQ(context.pixel(4, 4), white);
    EXPECT_EQ(context.error(), GLenum{GL_NO_ERROR});
}

}  // namespace
}  // namespace glapi
