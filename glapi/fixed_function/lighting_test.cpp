// Lighting against GL 2.1 §2.14.1, by what it draws.
#include <gtest/gtest.h>

#include "glapi/testing/test_window.h"

namespace glapi {
namespace {

using namespace commands;
using testing::CurrentContext;
using testing::Pixel;

// The colour of a rectangle that faces the viewer.
Pixel lit(CurrentContext& gl) {
    Clear(*gl, GL_COLOR_BUFFER_BIT);
    Normal3f(*gl, 0, 0, 1);
    Rectf(*gl, -1, -1, 1, 1);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    return gl.pixel(32, 32);
}

TEST(Lighting, InfiniteLightsHaveCones) {
    CurrentContext gl;
    const float ambient[] = {1, 0, 0, 0}, to_light[] = {0.8660254f, 0, 0.5f, 0}, black[] = {0, 0, 0, 1},
                white[] = {1, 1, 1, 1}, down[] = {0, 0, -1};
    Enable(*gl, GL_LIGHTING);
    Enable(*gl, GL_LIGHT0);
    LightModelfv(*gl, GL_LIGHT_MODEL_AMBIENT, black);
    Lightfv(*gl, GL_LIGHT0, GL_POSITION, to_light);
    Lightfv(*gl, GL_LIGHT0, GL_AMBIENT, ambient);
    Lightfv(*gl, GL_LIGHT0, GL_SPOT_DIRECTION, down);
    Materialfv(*gl, GL_FRONT, GL_AMBIENT, white);
    Materialfv(*gl, GL_FRONT, GL_DIFFUSE, black);
    EXPECT_EQ(lit(gl), (Pixel{255, 0, 0, 255})) << "no cone: a cutoff of 180 degrees";
    Lightf(*gl, GL_LIGHT0, GL_SPOT_CUTOFF, 70);
    EXPECT_EQ(lit(gl), (Pixel{255, 0, 0, 255})) << "inside the cone, exponent 0";
    Lightf(*gl, GL_LIGHT0, GL_SPOT_EXPONENT, 1);
    const Pixel half = lit(gl);
    EXPECT_NEAR(half[0], 128, 1) << "the cosine of 60 degrees";
    Lightf(*gl, GL_LIGHT0, GL_SPOT_CUTOFF, 50);
    EXPECT_EQ(lit(gl), (Pixel{0, 0, 0, 255})) << "outside the cone";
    // Attenuation is for positional lights only.
    Lightf(*gl, GL_LIGHT0, GL_SPOT_CUTOFF, 180);
    Lightf(*gl, GL_LIGHT0, GL_CONSTANT_ATTENUATION, 4);
    EXPECT_EQ(lit(gl), (Pixel{255, 0, 0, 255}));
}

}  // namespace
}  // namespace glapi
