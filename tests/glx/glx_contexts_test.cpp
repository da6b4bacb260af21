// How long contexts live, and what may be done with them meanwhile.
#include <thread>

#include "glx_fixture.h"

namespace {

// Whatever others do with a context's name while it is current, it lasts until it is released.
TEST_F(Glx, ContextsOutliveTheirNames) {
    create_window();
    ASSERT_TRUE(glXMakeCurrent(display_, window_, context_));
    std::thread([&] {
        glXDestroyContext(display_, context_);
        EXPECT_TRUE(x_errors.empty());
        EXPECT_FALSE(glXMakeCurrent(display_, window_, context_));
        EXPECT_EQ(only_error(), error_base_ + 0);  // GLXBadContext
        glXDestroyContext(display_, context_);
        EXPECT_EQ(only_error(), error_base_ + 0);
    }).join();
    EXPECT_EQ(glXGetCurrentContext(), context_);
    glClearColor(0.5f, 0, 0, 0);
    glClear(GL_COLOR_BUFFER_BIT);
    // It may be made current again where it is.
    EXPECT_TRUE(glXMakeCurrent(display_, window_, context_));
    GLfloat color[4] = {};
    glGetFloatv(GL_COLOR_CLEAR_VALUE, color);
    EXPECT_EQ(color[0], 0.5f);
    EXPECT_TRUE(glXMakeCurrent(display_, none, nullptr));
    EXPECT_FALSE(glXMakeCurrent(display_, window_, context_));
    EXPECT_EQ(only_error(), error_base_ + 0);
    context_ = nullptr;
}

TEST_F(Glx, CopiesContextsThatAreNotCurrent) {
    create_window();
    const GLXContext other = glXCreateContext(display_, visual_, nullptr, 1);
    ASSERT_TRUE(glXMakeCurrent(display_, window_, context_));
    glClearColor(0.5f, 0, 0, 0);
    glXCopyContext(display_, context_, other, GL_COLOR_BUFFER_BIT);
    EXPECT_TRUE(x_errors.empty());
    glXCopyContext(display_, other, context_, GL_COLOR_BUFFER_BIT);  // current to this thread
    EXPECT_EQ(only_error(), BadAccess);
    std::thread([&] {
        glXCopyContext(display_, other, context_, GL_COLOR_BUFFER_BIT);  // and to another one
        EXPECT_EQ(only_error(), BadAccess);
    }).join();
    ASSERT_TRUE(glXMakeCurrent(display_, window_, other));
    GLfloat color[4] = {};
    glGetFloatv(GL_COLOR_CLEAR_VALUE, color);
    EXPECT_EQ(color[0], 0.5f);
    glXMakeCurrent(display_, none, nullptr);
    glXDestroyContext(display_, other);
    glXCopyContext(display_, context_, other, GL_COLOR_BUFFER_BIT);
    EXPECT_EQ(only_error(), error_base_ + 0);
}

}  // namespace
