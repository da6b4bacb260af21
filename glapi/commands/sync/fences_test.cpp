// Fences of NV_fence and APPLE_fence.
#include <gtest/gtest.h>

#include "glapi/generated/entry_points.h"
#include "glapi/testing/test_window.h"

namespace glapi {
namespace {

using namespace commands;
using testing::CurrentContext;

TEST(Fences, OfNvidia) {
    CurrentContext gl;
    GLuint names[2] = {};
    GenFencesNV(*gl, 2, names);
    EXPECT_NE(names[0], names[1]);
    EXPECT_FALSE(IsFenceNV(*gl, names[0])) << "it has not been set";
    EXPECT_TRUE(TestFenceNV(*gl, names[0]));
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
    Rectf(*gl, -1, -1, 1, 1);
    SetFenceNV(*gl, names[0], GL_ALL_COMPLETED_NV);
    EXPECT_TRUE(IsFenceNV(*gl, names[0]));
    FinishFenceNV(*gl, names[0]);
    EXPECT_TRUE(TestFenceNV(*gl, names[0]));
    GLint value = -1;
    GetFenceivNV(*gl, names[0], GL_FENCE_STATUS_NV, &value);
    EXPECT_EQ(value, GL_TRUE);
    GetFenceivNV(*gl, names[0], GL_FENCE_CONDITION_NV, &value);
    EXPECT_EQ(value, GL_ALL_COMPLETED_NV);
    // A name that was never generated, and one in a list.
    SetFenceNV(*gl, 77, GL_ALL_COMPLETED_NV);
    EXPECT_TRUE(IsFenceNV(*gl, 77));
    ::glNewList(1, GL_COMPILE);
    ::glSetFenceNV(78, GL_ALL_COMPLETED_NV);
    ::glEndList();
    EXPECT_FALSE(IsFenceNV(*gl, 78));
    ::glCallList(1);
    EXPECT_TRUE(IsFenceNV(*gl, 78));
    DeleteFencesNV(*gl, 2, names);
    EXPECT_FALSE(IsFenceNV(*gl, names[0]));
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
}

TEST(Fences, BecomePassedWithoutWaiting) {
    CurrentContext gl;
    Rectf(*gl, -1, -1, 1, 1);
    SetFenceNV(*gl, 1, GL_ALL_COMPLETED_NV);
    gl.context->rasterizer.finish();
    EXPECT_TRUE(TestFenceNV(*gl, 1));
}

TEST(Fences, ErrorsOfNvidia) {
    CurrentContext gl;
    GLint value = 0;
    SetFenceNV(*gl, 1, GL_SYNC_GPU_COMMANDS_COMPLETE);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_ENUM});
    FinishFenceNV(*gl, 1);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
    GetFenceivNV(*gl, 1, GL_FENCE_STATUS_NV, &value);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
    SetFenceNV(*gl, 1, GL_ALL_COMPLETED_NV);
    GetFenceivNV(*gl, 1, GL_SYNC_STATUS, &value);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_ENUM});
    GenFencesNV(*gl, -1, nullptr);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});
}

TEST(Fences, OfApple) {
    CurrentContext gl;
    GLuint fence = 0, texture = 0;
    GenFencesAPPLE(*gl, 1, &fence);
    EXPECT_FALSE(IsFenceAPPLE(*gl, fence));
    EXPECT_TRUE(TestFenceAPPLE(*gl, fence)) << "before it is set it counts as passed";
    FinishFenceAPPLE(*gl, fence);
    Rectf(*gl, -1, -1, 1, 1);
    SetFenceAPPLE(*gl, fence);
    EXPECT_TRUE(IsFenceAPPLE(*gl, fence));
    FinishObjectAPPLE(*gl, GL_FENCE_APPLE, static_cast<GLint>(fence));
    EXPECT_TRUE(TestObjectAPPLE(*gl, GL_FENCE_APPLE, fence));
    GenTextures(*gl, 1, &texture);
    BindTexture(*gl, GL_TEXTURE_2D, texture);
    FinishObjectAPPLE(*gl, GL_TEXTURE, static_cast<GLint>(texture));
    EXPECT_TRUE(TestObjectAPPLE(*gl, GL_VERTEX_ARRAY, 0));
    EXPECT_TRUE(TestObjectAPPLE(*gl, GL_DRAW_PIXELS_APPLE, 0));
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    DeleteFencesAPPLE(*gl, 1, &fence);
    SetFenceAPPLE(*gl, fence);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
    EXPECT_TRUE(TestFenceAPPLE(*gl, fence));
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
    EXPECT_TRUE(TestObjectAPPLE(*gl, GL_TEXTURE, 999));
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
    FinishObjectAPPLE(*gl, GL_BUFFER, 0);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
}

}  // namespace
}  // namespace glapi
