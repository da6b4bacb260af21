// Drawing through the commands: every way to give vertices fills the same pixels.
#include <algorithm>
#include <cfenv>
#include <gtest/gtest.h>
#include <vector>

#include "glapi/testing/test_window.h"
#include "runtime/threads/worker_pool.h"

namespace glapi {
namespace {

using namespace commands;
using testing::CurrentContext;
using testing::green;
using testing::nothing;
using testing::Pixel;
using testing::red;

// A rectangle that covers the left half of the window.
constexpr float left_half[] = {-1, -1, 0, -1, 0, 1, -1, 1};

void expect_left_half(CurrentContext& gl, Pixel color) {
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    for (int y : {0, 31, 63}) {
        EXPECT_EQ(gl.pixel(0, y), color);
        EXPECT_EQ(gl.pixel(31, y), color);
        EXPECT_EQ(gl.pixel(32, y), nothing);
        EXPECT_EQ(gl.pixel(63, y), nothing);
    }
}

TEST(Draw, ImmediateModeFillsARectangle) {
    CurrentContext gl;
    Color4f(*gl, 1, 0, 0, 1);
    Begin(*gl, GL_QUADS);
    for (int i = 0; i < 4; ++i) Vertex2fv(*gl, left_half + 2 * i);
    End(*gl);
    expect_left_half(gl, red);
}

TEST(Draw, AttributeSetAfterTheFirstVertexKeepsTheEarlierValue) {
    CurrentContext gl;
    ShadeModel(*gl, GL_FLAT);
    Color4f(*gl, 1, 0, 0, 1);
    Begin(*gl, GL_TRIANGLES);  // the first triangle is red, the second green
    Vertex2f(*gl, -1, -1);
    Vertex2f(*gl, 1, -1);
    Vertex2f(*gl, -1, 1);
    Color4f(*gl, 0, 1, 0, 1);
    Vertex2f(*gl, 1, -1);
    Vertex2f(*gl, 1, 1);
    Vertex2f(*gl, -1, 1);
    End(*gl);
    EXPECT_EQ(gl.pixel(2, 2), red);
    EXPECT_EQ(gl.pixel(61, 61), green);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
}

TEST(Draw, ClientArraysAndBuffersDrawTheSame) {
    const GLushort indices[] = {0, 1, 2, 0, 2, 3};
    for (bool buffers : {false, true}) {
        for (bool indexed : {false, true}) {
            CurrentContext gl;
            GLuint names[2] = {0, 0};
            const void *vertices = left_half, *elements = indices;
            if (buffers) {
                GenBuffers(*gl, 2, names);
                BindBuffer(*gl, GL_ARRAY_BUFFER, names[0]);
                BufferData(*gl, GL_ARRAY_BUFFER, sizeof left_half, left_half, GL_STATIC_DRAW);
                BindBuffer(*gl, GL_ELEMENT_ARRAY_BUFFER, names[1]);
                BufferData(*gl, GL_ELEMENT_ARRAY_BUFFER, sizeof indices, indices, GL_STATIC_DRAW);
                vertices = elements = nullptr;
            }
            Color4f(*gl, 0, 1, 0, 1);
            EnableClientState(*gl, GL_VERTEX_ARRAY);
            VertexPointer(*gl, 2, GL_FLOAT, 0, vertices);
            if (indexed)
                DrawElements(*gl, GL_TRIANGLES, 6, GL_UNSIGNED_SHORT, elements);
            else
                DrawArrays(*gl, GL_QUADS, 0, 4);
            expect_left_half(gl, green);
        }
    }
}

TEST(Draw, GenericAttributeZeroIsThePosition) {
    CurrentContext gl;
    Color4f(*gl, 0, 1, 0, 1);
    EnableVertexAttribArray(*gl, 0);
    VertexAttribPointer(*gl, 0, 2, GL_FLOAT, GL_FALSE, 0, left_half);
    DrawArrays(*gl, GL_TRIANGLE_FAN, 0, 4);
    expect_left_half(gl, green);
}

TEST(Draw, ArrayElementFeedsImmediateMode) {
    CurrentContext gl;
    const GLubyte colors[4][4] = {{0, 255, 0, 255}, {0, 255, 0, 255}, {0, 255, 0, 255}, {0, 255, 0, 255}};
    EnableClientState(*gl, GL_VERTEX_ARRAY);
    EnableClientState(*gl, GL_COLOR_ARRAY);
    VertexPointer(*gl, 2, GL_FLOAT, 0, left_half);
    ColorPointer(*gl, 4, GL_UNSIGNED_BYTE, 0, colors);
    Begin(*gl, GL_QUADS);
    for (int i = 0; i < 4; ++i) ArrayElement(*gl, i);
    End(*gl);
    expect_left_half(gl, green);
}

TEST(Draw, ReadsBeyondABufferAreHarmless) {
    CurrentContext gl;
    GLuint names[2];
    GenBuffers(*gl, 2, names);
    BindBuffer(*gl, GL_ARRAY_BUFFER, names[0]);
    BufferData(*gl, GL_ARRAY_BUFFER, sizeof left_half, left_half, GL_STATIC_DRAW);
    const GLuint indices[] = {0, 1, 0xfffffff0u};
    BindBuffer(*gl, GL_ELEMENT_ARRAY_BUFFER, names[1]);
    BufferData(*gl, GL_ELEMENT_ARRAY_BUFFER, sizeof indices, indices, GL_STATIC_DRAW);
    EnableClientState(*gl, GL_VERTEX_ARRAY);
    VertexPointer(*gl, 4, GL_DOUBLE, 4096, reinterpret_cast<const void*>(30));
    DrawArrays(*gl, GL_TRIANGLES, 1000000, 300);
    DrawElements(*gl, GL_TRIANGLES, 3000, GL_UNSIGNED_INT, nullptr);
    DrawElements(*gl, GL_TRIANGLES, 3, GL_UNSIGNED_INT, reinterpret_cast<const void*>(1 << 30));
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    EXPECT_EQ(gl.pixel(5, 5), nothing);
}

TEST(Draw, LongPrimitivesAreSplitWithoutSeams) {
    // A strip far longer than the immediate buffer, over and over the whole window: every pixel is covered, and with
    // the colour of its own column's last pass.
    for (GLenum mode : {GL_TRIANGLE_STRIP, GL_QUAD_STRIP, GL_TRIANGLES, GL_QUADS, GL_TRIANGLE_FAN}) {
        CurrentContext gl;
        Color4f(*gl, 0, 1, 0, 1);
        constexpr int columns = 40000;
        auto at = [](int i) { return -1 + 2.0f * static_cast<float>(i % 1000) / 999.0f; };
        Begin(*gl, mode);
        if (mode == GL_TRIANGLE_FAN) {
            Vertex2f(*gl, 0, 0);
            for (int i = 0; i <= columns; ++i) {
                const float corners[5][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}, {-1, -1}};
                Normal3f(*gl, 0, 0, 1);
                Vertex2fv(*gl, corners[i % 4]);
            }
        } else {
            for (int i = 0; i < columns; ++i) {
                Normal3f(*gl, 0, 0, 1);
                if (mode == GL_TRIANGLE_STRIP || mode == GL_QUAD_STRIP) {
                    Vertex2f(*gl, at(i), -1);
                    Vertex2f(*gl, at(i), 1);
                } else if (i % 1000 < 999) {
                    Vertex2f(*gl, at(i), -1);
                    Vertex2f(*gl, at(i + 1), -1);
                    Vertex2f(*gl, at(i + 1), 1);
                    if (mode == GL_TRIANGLES) {
                        Vertex2f(*gl, at(i), -1);
                        Vertex2f(*gl, at(i + 1), 1);
                    }
                    Vertex2f(*gl, at(i), 1);
                }
            }
        }
        End(*gl);
        EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
        for (int y = 0; y < 64; y += 7)
            for (int x = 0; x < 64; ++x) ASSERT_EQ(gl.pixel(x, y), green) << "mode " << mode << " at " << x << "," << y;
    }
}

TEST(Draw, PrimitiveRestartStartsAnew) {
    CurrentContext gl;
    Color4f(*gl, 0, 1, 0, 1);
    // Two strips of one triangle each in the lower corners; joined, they would also cover the middle.
    const float vertices[] = {-1, -1, -0.5f, -1, -1, 1, 0.5f, -1, 1, -1, 1, 1};
    const GLubyte indices[] = {0, 1, 2, 255, 3, 4, 5};
    EnableClientState(*gl, GL_VERTEX_ARRAY);
    VertexPointer(*gl, 2, GL_FLOAT, 0, vertices);
    EnableClientState(*gl, GL_PRIMITIVE_RESTART_NV);
    PrimitiveRestartIndexNV(*gl, 255);
    DrawElements(*gl, GL_TRIANGLE_STRIP, 7, GL_UNSIGNED_BYTE, indices);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    EXPECT_EQ(gl.pixel(1, 1), green);
    EXPECT_EQ(gl.pixel(62, 1), green);
    EXPECT_EQ(gl.pixel(32, 1), nothing);
}

TEST(Draw, ErrorsAreThoseOfTheSpecification) {
    CurrentContext gl;
    DrawArrays(*gl, GL_TRIANGLES, 0, -1);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});
    DrawArrays(*gl, 0x1234, 0, 3);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_ENUM});
    DrawElements(*gl, GL_TRIANGLES, 3, GL_FLOAT, nullptr);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_ENUM});
    DrawRangeElements(*gl, GL_TRIANGLES, 3, 1, 3, GL_UNSIGNED_INT, nullptr);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});
    End(*gl);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
    GLuint name;
    GenBuffers(*gl, 1, &name);
    BindBuffer(*gl, GL_ARRAY_BUFFER, name);
    BufferData(*gl, GL_ARRAY_BUFFER, 64, nullptr, GL_STATIC_DRAW);
    EnableClientState(*gl, GL_VERTEX_ARRAY);
    VertexPointer(*gl, 2, GL_FLOAT, 0, nullptr);
    MapBuffer(*gl, GL_ARRAY_BUFFER, GL_READ_WRITE);
    DrawArrays(*gl, GL_TRIANGLES, 0, 3);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
    UnmapBuffer(*gl, GL_ARRAY_BUFFER);
    DrawArrays(*gl, GL_TRIANGLES, 0, 3);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    Enable(*gl, GL_VERTEX_PROGRAM_ARB);
    Begin(*gl, GL_TRIANGLES);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
    EXPECT_FALSE(gl.context->immediate.inside);
}

TEST(Draw, OcclusionQueryCountsPixels) {
    CurrentContext gl;
    GLuint query, result = 0;
    GenQueries(*gl, 1, &query);
    BeginQuery(*gl, GL_SAMPLES_PASSED, query);
    Rectf(*gl, -1, -1, 0, 1);
    EndQuery(*gl, GL_SAMPLES_PASSED);
    GetQueryObjectuiv(*gl, query, GL_QUERY_RESULT, &result);
    EXPECT_EQ(result, 32u * 64u);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
}

TEST(Draw, SelectionReportsNamesOfWhatIsHit) {
    CurrentContext gl;
    GLuint buffer[16] = {};
    SelectBuffer(*gl, 16, buffer);
    RenderMode(*gl, GL_SELECT);
    InitNames(*gl);
    PushName(*gl, 7);
    Rectf(*gl, -0.5f, -0.5f, 0.5f, 0.5f);
    LoadName(*gl, 8);
    Rectf(*gl, 2, 2, 3, 3);  // outside
    EXPECT_EQ(RenderMode(*gl, GL_RENDER), 1);
    EXPECT_EQ(buffer[0], 1u);
    EXPECT_EQ(buffer[1], 0x80000000u);
    EXPECT_EQ(buffer[3], 7u);
    EXPECT_EQ(gl.pixel(32, 32), nothing);
}

TEST(Draw, RasterPositionIsTransformed) {
    CurrentContext gl;
    RasterPos2f(*gl, 0.5f, -0.5f);
    GLfloat position[4];
    GetFloatv(*gl, GL_CURRENT_RASTER_POSITION, position);
    EXPECT_FLOAT_EQ(position[0], 48);
    EXPECT_FLOAT_EQ(position[1], 16);
    EXPECT_FLOAT_EQ(position[2], 0.5f);
    RasterPos2f(*gl, 2, 0);
    GLboolean valid = GL_TRUE;
    GetBooleanv(*gl, GL_CURRENT_RASTER_POSITION_VALID, &valid);
    EXPECT_FALSE(valid);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
}

TEST(Draw, EdgeFlagsLeaveOutEdgesOfOutlines) {
    CurrentContext gl;
    auto at = [](int pixel) { return (static_cast<float>(pixel) + 0.5f) / 32 - 1; };  // its centre
    PolygonMode(*gl, GL_FRONT_AND_BACK, GL_LINE);
    Color4f(*gl, 0, 1, 0, 1);
    Begin(*gl, GL_QUADS);
    EdgeFlag(*gl, GL_FALSE);  // the lower edge
    Vertex2f(*gl, at(10), at(10));
    EdgeFlag(*gl, GL_TRUE);
    Vertex2f(*gl, at(50), at(10));
    Vertex2f(*gl, at(50), at(50));
    Vertex2f(*gl, at(10), at(50));
    End(*gl);
    EXPECT_EQ(gl.pixel(30, 50), green);
    EXPECT_EQ(gl.pixel(10, 30), green);
    EXPECT_EQ(gl.pixel(50, 30), green);
    EXPECT_EQ(gl.pixel(30, 10), nothing);
    EXPECT_EQ(gl.pixel(30, 30), nothing);  // nor the diagonal
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
}

TEST(Draw, FeedbackWritesTransformedVertices) {
    CurrentContext gl;
    GLfloat buffer[32] = {};
    FeedbackBuffer(*gl, 32, GL_4D_COLOR_TEXTURE, buffer);
    RenderMode(*gl, GL_FEEDBACK);
    Color4f(*gl, 0.25f, 0.5f, 0.75f, 1);
    TexCoord2f(*gl, 3, 4);
    PassThrough(*gl, 9);
    Begin(*gl, GL_POINTS);
    Vertex3f(*gl, 0, 0.5f, 0);
    End(*gl);
    ASSERT_EQ(RenderMode(*gl, GL_RENDER), 15);
    const GLfloat expected[15] = {
        GL_PASS_THROUGH_TOKEN, 9, GL_POINT_TOKEN, 32, 48, 0.5f, 1, 0.25f, 0.5f, 0.75f, 1, 3, 4, 0, 1};
    for (int i = 0; i < 15; ++i) EXPECT_FLOAT_EQ(buffer[i], expected[i]) << i;
    EXPECT_EQ(gl.pixel(32, 48), nothing);
}

// Polygons come as they were drawn, not as the triangles that they are cut into.
TEST(Draw, FeedbackKeepsPolygonsWhole) {
    CurrentContext gl;
    GLfloat buffer[128] = {};
    FeedbackBuffer(*gl, 128, GL_2D, buffer);
    const auto feedback = [&](auto draw) {
        RenderMode(*gl, GL_FEEDBACK);
        draw();
        const GLint count = RenderMode(*gl, GL_RENDER);
        return std::vector<GLfloat>(buffer, buffer + std::max(count, 0));
    };
    const GLfloat polygon = GL_POLYGON_TOKEN;
    EXPECT_EQ(feedback([&] { Rectf(*gl, -1, -1, 1, 1); }),
              (std::vector<GLfloat>{polygon, 4, 0, 0, 64, 0, 64, 64, 0, 64}));
    EXPECT_EQ(feedback([&] {
                  Begin(*gl, GL_POLYGON);
                  Vertex2f(*gl, -0.5f, -0.5f), Vertex2f(*gl, 0.5f, -0.5f), Vertex2f(*gl, 0.75f, 0),
                      Vertex2f(*gl, 0.5f, 0.5f), Vertex2f(*gl, -0.5f, 0.5f);
                  End(*gl);
              }),
              (std::vector<GLfloat>{polygon, 5, 16, 16, 48, 16, 56, 32, 48, 48, 16, 48}));
    EXPECT_EQ(
        feedback([&] {
            Begin(*gl, GL_QUAD_STRIP);
            for (int i = 0; i < 3; ++i) {
                const auto x = static_cast<float>(i - 1) / 2;
                Vertex2f(*gl, x, -0.5f), Vertex2f(*gl, x, 0.5f);
            }
            End(*gl);
        }),
        (std::vector<GLfloat>{polygon, 4, 16, 16, 16, 48, 32, 48, 32, 16, polygon, 4, 32, 16, 32, 48, 48, 48, 48, 16}));
    // A corner that is out of sight makes two; nothing in sight, nothing fed back.
    const std::vector<GLfloat> clipped = feedback([&] {
        Begin(*gl, GL_QUADS);
        Vertex2f(*gl, 0, 0), Vertex2f(*gl, 1.5f, 0), Vertex2f(*gl, 0.5f, 0.5f), Vertex2f(*gl, 0, 0.5f);
        Vertex2f(*gl, 2, 0), Vertex2f(*gl, 3, 0), Vertex2f(*gl, 3, 1), Vertex2f(*gl, 2, 1);
        End(*gl);
    });
    ASSERT_EQ(clipped.size(), 12u);
    EXPECT_EQ(clipped[1], 5);
    PolygonMode(*gl, GL_FRONT_AND_BACK, GL_LINE);
    const std::vector<GLfloat> outline = feedback([&] { Rectf(*gl, -0.5f, -0.5f, 0.5f, 0.5f); });
    ASSERT_EQ(outline.size(), 20u);
    EXPECT_EQ(outline[0], GL_LINE_RESET_TOKEN);
    EXPECT_EQ(outline[5], GL_LINE_TOKEN);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
}

// Colours that are no work of a compiled program, too, on whichever thread they are made.
TEST(Draw, PixelsAreRoundedToNearestHoweverTheApplicationRounds) {
    runtime::WorkerPool& pool = runtime::WorkerPool::instance();
    const int32_t usual = pool.thread_count();
    pool.set_thread_count(1);
    {
        CurrentContext gl;
        for (const int rounding : {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD}) {
            std::fesetround(rounding);
            Color4f(*gl, 0.2f, 0.4f, 0.6f, 0.8f);
            Rectf(*gl, -1, -1, 0, 1);
            Finish(*gl);
            const int kept = std::fegetround();
            std::fesetround(FE_TONEAREST);
            EXPECT_EQ(kept, rounding);
            expect_left_half(gl, {51, 102, 153, 204});
        }
    }
    pool.set_thread_count(usual);
}

TEST(Draw, EvaluatorMeshCoversItsDomain) {
    CurrentContext gl;
    const float corners[2][2][3] = {{{-1, -1, 0}, {-1, 1, 0}}, {{0, -1, 0}, {0, 1, 0}}};
    Map2f(*gl, GL_MAP2_VERTEX_3, 0, 1, 6, 2, 0, 1, 3, 2, &corners[0][0][0]);
    Enable(*gl, GL_MAP2_VERTEX_3);
    MapGrid2f(*gl, 4, 0, 1, 4, 0, 1);
    Color4f(*gl, 0, 1, 0, 1);
    EvalMesh2(*gl, GL_FILL, 0, 4, 0, 4);
    expect_left_half(gl, green);
}

}  // namespace
}  // namespace glapi
