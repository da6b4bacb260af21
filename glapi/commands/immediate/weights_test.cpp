// ARB_vertex_blend and EXT_vertex_weighting: fixed-function skinning.
#include <functional>

#include "glapi/generated/entry_points.h"
#include "glapi/testing/program_fixture.h"

namespace glapi {
namespace {

using namespace commands;
using Weights = std::array<float, 4>;

struct WeightsTest : testing::ProgramFixture {
    GLint number(GLenum token) {
        GLint value = -1;
        GetIntegerv(context(), token, &value);
        return value;
    }
    Weights weights() {
        Weights value{-1, -1, -1, -1};
        GetFloatv(context(), GL_CURRENT_WEIGHT_ARB, value.data());
        return value;
    }
    // Model-view matrix n moves by (x, y), in pixels.
    void move(int n, float x, float y) {
        constexpr GLenum modes[] = {GL_MODELVIEW0_ARB, GL_MODELVIEW1_ARB, GL_MODELVIEW2_ARB, GL_MODELVIEW3_ARB};
        MatrixMode(context(), modes[n]);
        LoadIdentity(context());
        Translatef(context(), x / 32, y / 32, 0);
        expect(GL_NO_ERROR);
    }
    void clear() { Clear(context(), GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT); }
    // Where a point that belongs into the middle has been drawn.
    std::pair<int, int> drawn_pixel(const std::function<void()>& draw) {
        clear();
        draw();
        expect(GL_NO_ERROR);
        std::vector<GLubyte> pixels(64 * 64 * 4);
        ReadPixels(context(), 0, 0, 64, 64, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
        for (int i = 0; i < 64 * 64; ++i)
            if (pixels[static_cast<size_t>(4 * i)]) return {i % 64 - 32, i / 64 - 32};
        return {99, 99};
    }
    std::pair<int, int> drawn_pixel(const Weights& weights, GLint size) {
        return drawn_pixel([&] {
            Begin(context(), GL_POINTS);
            WeightfvARB(context(), size, weights.data());
            Vertex2f(context(), 1 / 64.0f, 1 / 64.0f);
            End(context());
        });
    }
};
using PixelPosition = std::pair<int, int>;

TEST_F(WeightsTest, CurrentWeightsAreSetInEveryForm) {
    EXPECT_EQ(weights(), (Weights{1, 0, 0, 0}));
    EXPECT_EQ(number(GL_MAX_VERTEX_UNITS_ARB), 4);
    const GLbyte b[] = {127, -128};
    const GLshort s[] = {32767, 0};
    const GLint i[] = {2147483647, 0};
    const GLfloat f[] = {0.25f, 0.5f, 0.75f, 2};
    const GLdouble d[] = {0.25, 0.5};
    const GLubyte ub[] = {255, 51};
    const GLushort us[] = {65535, 0};
    const GLuint ui[] = {4294967295u, 0};
    WeightbvARB(context(), 2, b);
    EXPECT_EQ(weights()[0], 1);
    EXPECT_NEAR(weights()[1], -1, 0.01f);
    for (const auto& set : {std::function<void()>([&] { WeightsvARB(context(), 2, s); }),
                            std::function<void()>([&] { WeightivARB(context(), 2, i); }),
                            std::function<void()>([&] { WeightusvARB(context(), 2, us); }),
                            std::function<void()>([&] { WeightuivARB(context(), 2, ui); })}) {
        WeightfvARB(context(), 4, f);
        set();
        EXPECT_EQ(weights()[0], 1);
        EXPECT_NEAR(weights()[1], 0, 1e-4f);
        EXPECT_EQ(weights()[2], 0) << "what is not given becomes nothing";
    }
    WeightdvARB(context(), 2, d);
    EXPECT_EQ(weights(), (Weights{0.25f, 0.5f, 0, 0}));
    WeightubvARB(context(), 2, ub);
    EXPECT_EQ(weights(), (Weights{1, 0.2f, 0, 0}));
    WeightfvARB(context(), 4, f);
    EXPECT_EQ(weights(), (Weights{0.25f, 0.5f, 0.75f, 2}));
    WeightfvARB(context(), 5, f), expect(GL_INVALID_VALUE);
    WeightfvARB(context(), 0, f), expect(GL_INVALID_VALUE);
    WeightfvARB(context(), -1, f), expect(GL_INVALID_VALUE);
    Enable(context(), GL_WEIGHT_SUM_UNITY_ARB);
    WeightfvARB(context(), 4, f), expect(GL_INVALID_VALUE);
    EXPECT_EQ(weights(), (Weights{0.25f, 0.5f, 0.75f, 2}));
    WeightfvARB(context(), 2, f), expect(GL_NO_ERROR);
    EXPECT_EQ(weights(), (Weights{0.25f, 0.5f, 0.25f, 0}));
    // EXT_vertex_weighting's forms, and NV_half_float's.
    GLfloat single = 0;
    const GLhalfNV half = 0x3800;  // 0.5
    for (const auto& [set, value] :
         {std::pair{std::function<void()>([&] { VertexWeightfEXT(context(), 0.125f); }), 0.125f},
          {std::function<void()>([&] { VertexWeightfvEXT(context(), f); }), 0.25f},
          {std::function<void()>([&] { VertexWeighthNV(context(), half); }), 0.5f},
          {std::function<void()>([&] { VertexWeighthvNV(context(), &half); }), 0.5f}}) {
        VertexWeightfEXT(context(), 0);
        set();
        GetFloatv(context(), GL_CURRENT_VERTEX_WEIGHT_EXT, &single);
        EXPECT_EQ(single, value);
    }
}

TEST_F(WeightsTest, MatricesAreBlended) {
    move(0, 8, 0), move(1, 0, 16), move(2, -24, 0), move(3, 0, -8);
    EXPECT_EQ(drawn_pixel({0.5f, 0.5f}, 2), (PixelPosition{8, 0})) << "blending is off";
    Enable(context(), GL_VERTEX_BLEND_ARB);
    EXPECT_EQ(number(GL_ACTIVE_VERTEX_UNITS_ARB), 1);
    EXPECT_EQ(drawn_pixel({1}, 1), (PixelPosition{8, 0}));
    VertexBlendARB(context(), 0), expect(GL_INVALID_VALUE);
    VertexBlendARB(context(), 5), expect(GL_INVALID_VALUE);
    VertexBlendARB(context(), 4);
    EXPECT_EQ(number(GL_ACTIVE_VERTEX_UNITS_ARB), 4);
    EXPECT_EQ(drawn_pixel({0.5f, 0.5f}, 2), (PixelPosition{4, 8}));
    EXPECT_EQ(drawn_pixel({0.5f, 0.25f, 0.25f}, 3), (PixelPosition{-2, 4}));
    EXPECT_EQ(drawn_pixel({0.25f, 0.25f, 0.25f, 0.25f}, 4), (PixelPosition{-4, 2}));
    Enable(context(), GL_WEIGHT_SUM_UNITY_ARB);
    EXPECT_EQ(drawn_pixel({0.5f}, 1), (PixelPosition{4, 8}));
    EXPECT_EQ(drawn_pixel({0.25f, 0.25f, 0.25f}, 3), (PixelPosition{-4, 2}));
    // One unit less: the weight of the last does not count.
    VertexBlendARB(context(), 2);
    EXPECT_EQ(drawn_pixel({1.0f, 0, 0.5f}, 3), (PixelPosition{8, 0}));
    PushAttrib(context(), GL_TRANSFORM_BIT);
    VertexBlendARB(context(), 3);
    Disable(context(), GL_VERTEX_BLEND_ARB), Disable(context(), GL_WEIGHT_SUM_UNITY_ARB);
    PopAttrib(context());
    EXPECT_EQ(number(GL_ACTIVE_VERTEX_UNITS_ARB), 2);
    EXPECT_TRUE(IsEnabled(context(), GL_VERTEX_BLEND_ARB));
    EXPECT_TRUE(IsEnabled(context(), GL_WEIGHT_SUM_UNITY_ARB));
    // The raster position is a vertex's.
    const GLfloat half[] = {0.5f};
    WeightfvARB(context(), 1, half);
    RasterPos2f(context(), 0, 0);
    GLfloat position[4] = {};
    GetFloatv(context(), GL_CURRENT_RASTER_POSITION, position);
    EXPECT_NEAR(position[0], 36, 0.01f);
    EXPECT_NEAR(position[1], 40, 0.01f);
}

TEST_F(WeightsTest, MatricesHaveStacks) {
    GLfloat matrix[16] = {};
    move(1, 32, 0);
    EXPECT_EQ(number(GL_MATRIX_MODE), GL_MODELVIEW1_ARB);
    EXPECT_EQ(number(GL_MODELVIEW1_STACK_DEPTH_EXT), 1);
    PushMatrix(context());
    EXPECT_EQ(number(GL_MODELVIEW1_STACK_DEPTH_EXT), 2);
    EXPECT_EQ(number(GL_MODELVIEW_STACK_DEPTH), 1);
    LoadIdentity(context());
    PopMatrix(context());
    for (const GLenum token : {GL_MODELVIEW1_ARB, GL_MODELVIEW1_MATRIX_EXT, GL_CURRENT_MATRIX_ARB}) {
        GetFloatv(context(), token, matrix);
        EXPECT_EQ(matrix[12], 1);
    }
    move(3, 64, 0);
    GetFloatv(context(), GL_MODELVIEW3_ARB, matrix);
    EXPECT_EQ(matrix[12], 2);
    GetFloatv(context(), GL_MODELVIEW0_ARB, matrix);
    EXPECT_EQ(matrix[12], 0);
    for (int i = 1; i < 32; ++i) PushMatrix(context());
    expect(GL_NO_ERROR);
    PushMatrix(context()), expect(GL_STACK_OVERFLOW);
    MatrixMode(context(), GL_MODELVIEW4_ARB), expect(GL_INVALID_ENUM);
    // Programs read them.
    load(GL_VERTEX_PROGRAM_ARB,
         "!!ARBvp1.0\nPARAM m[4] = { state.matrix.modelview[1] };\nDP4 result.position.x, m[0], vertex.position;\n"
         "DP4 result.position.y, m[1], vertex.position;\nMOV result.position.zw, vertex.position;\n"
         "MOV result.color, vertex.color;\nEND\n");
    move(1, 5, 7);
    EXPECT_EQ(drawn_pixel({1}, 1), (PixelPosition{5, 7}));
}

TEST_F(WeightsTest, ArraysGiveWeights) {
    move(0, 8, 0), move(1, 0, 16), move(2, -24, 0), move(3, 0, -8);
    Enable(context(), GL_VERTEX_BLEND_ARB);
    VertexBlendARB(context(), 4);
    const GLfloat vertex[] = {1 / 64.0f, 1 / 64.0f};
    EnableClientState(context(), GL_VERTEX_ARRAY);
    VertexPointer(context(), 2, GL_FLOAT, 0, vertex);
    EXPECT_EQ(number(GL_WEIGHT_ARRAY_SIZE_ARB), 0);
    EXPECT_EQ(number(GL_WEIGHT_ARRAY_TYPE_ARB), GL_FLOAT);
    EXPECT_FALSE(IsEnabled(context(), GL_WEIGHT_ARRAY_ARB));
    Enable(context(), GL_WEIGHT_ARRAY_ARB), expect(GL_INVALID_ENUM);
    EnableClientState(context(), GL_WEIGHT_ARRAY_ARB);
    EXPECT_TRUE(IsEnabled(context(), GL_WEIGHT_ARRAY_ARB));
    EXPECT_TRUE(IsEnabled(context(), GL_VERTEX_WEIGHT_ARRAY_EXT));
    const GLfloat floats[] = {0.5f, 0.25f, 0.25f, 0};
    const GLubyte bytes[] = {255, 0, 0, 0};
    const auto ways = [&](PixelPosition wanted, const char* what) {
        EXPECT_EQ(drawn_pixel([&] { DrawArrays(context(), GL_POINTS, 0, 1); }), wanted) << what;
        EXPECT_EQ(drawn_pixel([&] {
                      Begin(context(), GL_POINTS);
                      ArrayElement(context(), 0);
                      End(context());
                  }),
                  wanted)
            << what << ", element by element";
        const GLuint list = ::glGenLists(1);
        ::glNewList(list, GL_COMPILE);
        ::glDrawArrays(GL_POINTS, 0, 1);
        ::glEndList();
        EXPECT_EQ(drawn_pixel([&] { ::glCallList(list); }), wanted) << what << ", in a list";
    };
    WeightPointerARB(context(), 3, GL_FLOAT, 0, floats);
    EXPECT_EQ(number(GL_WEIGHT_ARRAY_SIZE_ARB), 3);
    ways({-2, 4}, "three weights");
    WeightPointerARB(context(), 4, GL_UNSIGNED_BYTE, 0, bytes);
    ways({8, 0}, "bytes");
    Enable(context(), GL_WEIGHT_SUM_UNITY_ARB);
    WeightPointerARB(context(), 4, GL_FLOAT, 0, floats), expect(GL_INVALID_VALUE);
    WeightPointerARB(context(), 1, GL_FLOAT, 0, floats);
    ways({4, 8}, "one, and the rest");
    WeightPointerARB(context(), 2, GL_FLOAT, 0, floats);
    ways({-2, 4}, "two, and the rest");
    // Immediate mode goes on with its own.
    EXPECT_EQ(drawn_pixel({0.25f, 0.25f, 0.25f}, 3), (PixelPosition{-4, 2}));
    void* pointer = nullptr;
    GetPointerv(context(), GL_WEIGHT_ARRAY_POINTER_ARB, &pointer);
    EXPECT_EQ(pointer, floats);
    struct {
        GLint size;
        GLenum type;
        GLsizei stride;
        GLenum error;
    } const wrong[] = {{0, GL_FLOAT, 0, GL_INVALID_VALUE},
                       {5, GL_FLOAT, 0, GL_INVALID_VALUE},
                       {1, GL_BITMAP, 0, GL_INVALID_ENUM},
                       {1, GL_FLOAT, -4, GL_INVALID_VALUE}};
    for (const auto& call : wrong)
        WeightPointerARB(context(), call.size, call.type, call.stride, floats), expect(call.error);
    VertexWeightPointerEXT(context(), 2, GL_FLOAT, 0, floats), expect(GL_INVALID_VALUE);
    VertexWeightPointerEXT(context(), 1, GL_INT, 0, floats), expect(GL_INVALID_ENUM);
    EXPECT_EQ(number(GL_VERTEX_WEIGHT_ARRAY_SIZE_EXT), 2);
    InterleavedArrays(context(), GL_V2F, 0, vertex);
    EXPECT_FALSE(IsEnabled(context(), GL_WEIGHT_ARRAY_ARB));
}

TEST_F(WeightsTest, OneWeightIsForTwoMatrices) {
    move(0, 8, 0), move(1, 0, 16);
    EXPECT_FALSE(IsEnabled(context(), GL_VERTEX_WEIGHTING_EXT));
    const auto weighted = [&](float weight) {
        return drawn_pixel([&] {
            Begin(context(), GL_POINTS);
            VertexWeightfEXT(context(), weight);
            Vertex2f(context(), 1 / 64.0f, 1 / 64.0f);
            End(context());
        });
    };
    EXPECT_EQ(weighted(0.25f), (PixelPosition{8, 0}));
    Enable(context(), GL_VERTEX_WEIGHTING_EXT);
    EXPECT_EQ(weighted(0.25f), (PixelPosition{2, 12}));
    EXPECT_EQ(weighted(1), (PixelPosition{8, 0}));
    EXPECT_EQ(weighted(0), (PixelPosition{0, 16}));
    // w is the first matrix' alone.
    GLfloat matrix[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0.5f, 0, 3};
    LoadMatrixf(context(), matrix);
    EXPECT_EQ(weighted(0), (PixelPosition{0, 16}));
    const GLfloat vertex[] = {1 / 64.0f, 1 / 64.0f}, half[] = {0.5f};
    move(1, 0, 16);
    EnableClientState(context(), GL_VERTEX_ARRAY), VertexPointer(context(), 2, GL_FLOAT, 0, vertex);
    EnableClientState(context(), GL_VERTEX_WEIGHT_ARRAY_EXT), VertexWeightPointerEXT(context(), 1, GL_FLOAT, 0, half);
    EXPECT_EQ(drawn_pixel([&] { DrawArrays(context(), GL_POINTS, 0, 1); }), (PixelPosition{4, 8}));
    VertexWeightfEXT(context(), 0);
    RasterPos2f(context(), 0, 0);
    GLfloat position[4] = {};
    GetFloatv(context(), GL_CURRENT_RASTER_POSITION, position);
    EXPECT_NEAR(position[0], 40, 0.01f) << "as if it were off";
}

TEST_F(WeightsTest, NormalsAreBlended) {
    // One matrix turns by a quarter around x, the other does not; the light comes from the viewer.
    MatrixMode(context(), GL_MODELVIEW1_ARB);
    Rotatef(context(), 90, 1, 0, 0);
    Enable(context(), GL_LIGHTING), Enable(context(), GL_LIGHT0);
    const GLfloat white[] = {1, 1, 1, 1}, black[] = {0, 0, 0, 1}, direction[] = {0, 0, 1, 0};
    MatrixMode(context(), GL_MODELVIEW);
    Lightfv(context(), GL_LIGHT0, GL_POSITION, direction);
    Lightfv(context(), GL_LIGHT0, GL_DIFFUSE, white);
    LightModelfv(context(), GL_LIGHT_MODEL_AMBIENT, black);
    Materialfv(context(), GL_FRONT_AND_BACK, GL_DIFFUSE, white);
    Enable(context(), GL_VERTEX_BLEND_ARB), VertexBlendARB(context(), 2);
    const auto red = [&](const Weights& weights) {
        clear();
        Begin(context(), GL_POINTS);
        Normal3f(context(), 0, 0, 1);
        WeightfvARB(context(), 2, weights.data());
        Vertex2f(context(), 1 / 64.0f, 0);
        End(context());
        expect(GL_NO_ERROR);
        return gl_->pixel(32, 32)[0];
    };
    PointSize(context(), 3);
    EXPECT_EQ(red({1, 0}), 255);
    EXPECT_EQ(red({0, 1}), 0);
    EXPECT_NEAR(red({0.5f, 0.5f}), 128, 1);
    Enable(context(), GL_NORMALIZE);
    EXPECT_NEAR(red({0.5f, 0.5f}), 180, 1);
    // Each unit is rescaled by itself.
    Disable(context(), GL_NORMALIZE), Enable(context(), GL_RESCALE_NORMAL);
    MatrixMode(context(), GL_MODELVIEW1_ARB), LoadIdentity(context()), Scalef(context(), 4, 4, 4);
    EXPECT_EQ(red({0.5f, 0.5f}), 255);
    Disable(context(), GL_RESCALE_NORMAL);
    EXPECT_NEAR(red({0.5f, 0.5f}), 159, 1);  // (1 + 1/4) / 2
}

// ---- ARB_matrix_palette

TEST_F(WeightsTest, PaletteMatricesAreChosenByIndex) {
    EXPECT_GE(number(GL_MAX_PALETTE_MATRICES_ARB), 9);
    EXPECT_EQ(number(GL_MAX_MATRIX_PALETTE_STACK_DEPTH_ARB), 1);
    MatrixMode(context(), GL_MATRIX_PALETTE_ARB);
    for (GLint i = 0; i < 3; ++i) {
        CurrentPaletteMatrixARB(context(), 10 * i);
        LoadIdentity(context());
        Translatef(context(), static_cast<float>(i) * 8 / 32, 0, 0);
    }
    EXPECT_EQ(number(GL_CURRENT_PALETTE_MATRIX_ARB), 20);
    GLfloat matrix[16] = {};
    GetFloatv(context(), GL_MATRIX_PALETTE_ARB, matrix);
    EXPECT_EQ(matrix[12], 0.5f);
    MatrixMode(context(), GL_MODELVIEW);
    expect(GL_NO_ERROR);

    VertexBlendARB(context(), 2);
    const auto blended = [&](const std::array<GLubyte, 2>& indices, const Weights& weights) {
        return drawn_pixel([&] {
            Begin(context(), GL_POINTS);
            MatrixIndexubvARB(context(), 2, indices.data());
            WeightfvARB(context(), 2, weights.data());
            Vertex2f(context(), 1 / 64.0f, 1 / 64.0f);
            End(context());
        });
    };
    Enable(context(), GL_MATRIX_PALETTE_ARB);
    EXPECT_TRUE(IsEnabled(context(), GL_MATRIX_PALETTE_ARB));
    EXPECT_EQ(blended({10, 20}, {0.5f, 0.5f}), (PixelPosition{0, 0})) << "vertices are not blended";
    Enable(context(), GL_VERTEX_BLEND_ARB);
    EXPECT_EQ(blended({10, 20}, {0.5f, 0.5f}), (PixelPosition{12, 0}));
    EXPECT_EQ(blended({20, 0}, {0.75f, 0.25f}), (PixelPosition{12, 0}));
    EXPECT_EQ(blended({20, 10}, {1, 0}), (PixelPosition{16, 0}));
    Weights indices{};
    GetFloatv(context(), GL_CURRENT_MATRIX_INDEX_ARB, indices.data());
    EXPECT_EQ(indices, (Weights{20, 10, 0, 0}));
    Disable(context(), GL_MATRIX_PALETTE_ARB);
    EXPECT_EQ(blended({10, 20}, {0.5f, 0.5f}), (PixelPosition{0, 0})) << "matrices of the units";
}

TEST_F(WeightsTest, PaletteIndicesInArraysAndErrors) {
    MatrixMode(context(), GL_MATRIX_PALETTE_ARB);
    CurrentPaletteMatrixARB(context(), 7);
    Translatef(context(), 8 / 32.0f, 0, 0);
    MatrixMode(context(), GL_MODELVIEW);
    Enable(context(), GL_VERTEX_BLEND_ARB);
    Enable(context(), GL_MATRIX_PALETTE_ARB);
    const GLfloat position[] = {1 / 64.0f, 1 / 64.0f}, weight[] = {1};
    const GLushort index[] = {7};
    VertexPointer(context(), 2, GL_FLOAT, 0, position);
    WeightPointerARB(context(), 1, GL_FLOAT, 0, weight);
    MatrixIndexPointerARB(context(), 1, GL_UNSIGNED_SHORT, 0, index);
    for (const GLenum array : {GL_VERTEX_ARRAY, GL_WEIGHT_ARRAY_ARB, GL_MATRIX_INDEX_ARRAY_ARB})
        EnableClientState(context(), array);
    EXPECT_TRUE(IsEnabled(context(), GL_MATRIX_INDEX_ARRAY_ARB));
    EXPECT_EQ(number(GL_MATRIX_INDEX_ARRAY_TYPE_ARB), GL_UNSIGNED_SHORT);
    EXPECT_EQ(drawn_pixel([&] { DrawArrays(context(), GL_POINTS, 0, 1); }), (PixelPosition{8, 0}));
    EXPECT_EQ(drawn_pixel([&] {
                  Begin(context(), GL_POINTS);
                  ArrayElement(context(), 0);
                  End(context());
              }),
              (PixelPosition{8, 0}));
    // Generic attribute 15 shares nothing with it.
    const GLfloat other[4] = {1, 2, 3, 4};
    VertexAttrib4fv(context(), 15, other);
    GLint enabled = 1;
    GetVertexAttribiv(context(), 15, GL_VERTEX_ATTRIB_ARRAY_ENABLED, &enabled);
    EXPECT_EQ(enabled, 0);
    EXPECT_EQ(drawn_pixel([&] { DrawArrays(context(), GL_POINTS, 0, 1); }), (PixelPosition{8, 0}));

    CurrentPaletteMatrixARB(context(), 32), expect(GL_INVALID_VALUE);
    CurrentPaletteMatrixARB(context(), -1), expect(GL_INVALID_VALUE);
    MatrixIndexPointerARB(context(), 5, GL_UNSIGNED_BYTE, 0, index), expect(GL_INVALID_VALUE);
    MatrixIndexPointerARB(context(), 1, GL_FLOAT, 0, index), expect(GL_INVALID_ENUM);
    MatrixIndexusvARB(context(), 0, index), expect(GL_INVALID_VALUE);
    Enable(context(), GL_MATRIX_INDEX_ARRAY_ARB), expect(GL_INVALID_ENUM);
}

}  // namespace
}  // namespace glapi
