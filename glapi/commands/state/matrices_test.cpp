#include <gtest/gtest.h>
#include <random>

#include "glapi/testing/test_window.h"

namespace glapi {
namespace {

using testing::CurrentContext;

Matrix top(Context& context, GLenum token) {
    Matrix matrix;
    commands::GetFloatv(context, token, matrix.m.data());
    return matrix;
}

void expect_near(const Matrix& a, const Matrix& b, float tolerance) {
    for (int i = 0; i < 16; ++i) EXPECT_NEAR(a.m[i], b.m[i], tolerance) << "element " << i;
}

TEST(Matrices, InverseTimesMatrixIsIdentity) {
    std::mt19937 random(7);
    std::uniform_real_distribution<float> values(-3, 3);
    for (int round = 0; round < 100; ++round) {
        Matrix matrix;
        for (float& element : matrix.m) element = values(random);
        for (int i = 0; i < 4; ++i) matrix.m[5 * i] += 8;  // far from singular
        expect_near(inverted(matrix) * matrix, Matrix{}, 1e-4f);
    }
}

TEST(Matrices, CommandsMultiplyFromTheRight) {
    CurrentContext context;
    commands::Translatef(*context, 1, 2, 3);
    commands::Scalef(*context, 2, 2, 2);
    const Vector moved = top(*context, GL_MODELVIEW_MATRIX) * Vector{1, 1, 1, 1};
    EXPECT_EQ(moved, (Vector{3, 4, 5, 1}));
    commands::LoadIdentity(*context);
    commands::Rotatef(*context, 90, 0, 0, 1);
    EXPECT_EQ((top(*context, GL_MODELVIEW_MATRIX) * Vector{1, 0, 0, 1}), (Vector{0, 1, 0, 1}));
}

TEST(Matrices, TransposedLoads) {
    CurrentContext context;
    float m[16];
    for (int i = 0; i < 16; ++i) m[i] = float(i);
    commands::LoadMatrixf(*context, m);
    const Matrix plain = top(*context, GL_MODELVIEW_MATRIX);
    commands::LoadTransposeMatrixf(*context, m);
    EXPECT_EQ(top(*context, GL_MODELVIEW_MATRIX), transposed(plain));
    EXPECT_EQ(top(*context, GL_TRANSPOSE_MODELVIEW_MATRIX), plain);
}

TEST(Matrices, FrustumAndOrthoMapTheirCorners) {
    CurrentContext context;
    commands::MatrixMode(*context, GL_PROJECTION);
    commands::Frustum(*context, -1, 3, -2, 2, 1, 10);
    const Vector near_corner = top(*context, GL_PROJECTION_MATRIX) * Vector{3, 2, -1, 1};
    EXPECT_NEAR(near_corner.x / near_corner.w, 1, 1e-6);
    EXPECT_NEAR(near_corner.y / near_corner.w, 1, 1e-6);
    EXPECT_NEAR(near_corner.z / near_corner.w, -1, 1e-6);
    commands::LoadIdentity(*context);
    commands::Ortho(*context, 0, 64, 0, 32, -1, 1);
    EXPECT_EQ((top(*context, GL_PROJECTION_MATRIX) * Vector{64, 0, 0, 1}), (Vector{1, -1, 0, 1}));
    commands::Frustum(*context, 0, 1, 0, 1, -1, 1);
    EXPECT_EQ(context.error(), GLenum{GL_INVALID_VALUE});
    commands::Ortho(*context, 1, 1, 0, 1, -1, 1);
    EXPECT_EQ(context.error(), GLenum{GL_INVALID_VALUE});
}

TEST(Matrices, Stacks) {
    CurrentContext context;
    commands::PopMatrix(*context);
    EXPECT_EQ(context.error(), GLenum{GL_STACK_UNDERFLOW});
    for (int i = 1; i < limits::MAX_MODELVIEW_STACK_DEPTH; ++i) commands::PushMatrix(*context);
    EXPECT_EQ(context.error(), GLenum{GL_NO_ERROR});
    commands::PushMatrix(*context);
    EXPECT_EQ(context.error(), GLenum{GL_STACK_OVERFLOW});
    commands::MatrixMode(*context, GL_MATRIX0_ARB + 7);
    commands::Translatef(*context, 5, 0, 0);
    EXPECT_EQ(top(*context, GL_CURRENT_MATRIX_ARB).m[12], 5);
    EXPECT_EQ(top(*context, GL_MODELVIEW_MATRIX).m[12], 0);
    commands::MatrixMode(*context, GL_MATRIX0_ARB + limits::MAX_PROGRAM_MATRICES_ARB);
    EXPECT_EQ(context.error(), GLenum{GL_INVALID_ENUM});
}

TEST(Matrices, LightPositionsAndPlanesAreKeptInEyeCoordinates) {
    CurrentContext context;
    commands::Translatef(*context, 0, 0, -10);
    const float position[] = {1, 2, 3, 1};
    commands::Lightfv(*context, GL_LIGHT0, GL_POSITION, position);
    float read[4];
    commands::GetLightfv(*context, GL_LIGHT0, GL_POSITION, read);
    EXPECT_EQ(read[2], -7);
    const double plane[] = {0, 0, 1, 0};
    commands::ClipPlane(*context, GL_CLIP_PLANE0, plane);
    double eye[4];
    commands::GetClipPlane(*context, GL_CLIP_PLANE0, eye);
    EXPECT_EQ(eye[2], 1);
    EXPECT_EQ(eye[3], 10);
}

}  // namespace
}  // namespace glapi
