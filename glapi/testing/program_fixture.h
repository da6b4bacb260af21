// For tests of what programs do: a debug context, programs loaded and enabled, what the driver said last.
#pragma once

#include <gtest/gtest.h>
#include <memory>
#include <string>

#include "glapi/testing/test_window.h"

namespace glapi::testing {

// Loads a program into a new name, binds and enables it.
inline void load(CurrentContext& gl, GLenum target, const std::string& text) {
    GLuint name = 0;
    commands::GenProgramsARB(*gl, 1, &name);
    commands::BindProgramARB(*gl, target, name);
    commands::ProgramStringARB(*gl, target, GL_PROGRAM_FORMAT_ASCII_ARB, static_cast<GLsizei>(text.size()),
                               text.data());
    ASSERT_EQ(gl.error(), GLenum{GL_NO_ERROR}) << text << commands::GetString(*gl, GL_PROGRAM_ERROR_STRING_ARB);
    commands::Enable(*gl, target);
}

struct ProgramFixture : ::testing::Test {
    ProgramFixture() { restart(64); }
    // A new context, with a square window.
    void restart(int32_t size) {
        ContextRequest request;
        request.debug = true;
        gl_ = nullptr;
        gl_ = std::make_unique<CurrentContext>(size, size, BufferConfig{}, request);
    }
    Context& context() { return **gl_; }
    void expect(GLenum code) { EXPECT_EQ(gl_->error(), code); }

    void load(GLenum target, const std::string& text) { testing::load(*gl_, target, text); }
    // Two addresses or handles in program.local[index].
    void hand_over(GLenum target, GLuint index, uint64_t first, uint64_t second = 0) {
        commands::ProgramLocalParameterI4uiNV(context(), target, index, static_cast<GLuint>(first),
                                              static_cast<GLuint>(first >> 32), static_cast<GLuint>(second),
                                              static_cast<GLuint>(second >> 32));
        expect(GL_NO_ERROR);
    }
    void square() { commands::Rectf(context(), -1, -1, 1, 1); }
    // The oldest debug message that has not been taken; empty where there is none.
    std::string message() {
        commands::Finish(context());
        char text[1024] = "";
        return commands::GetDebugMessageLog(context(), 1, sizeof text, nullptr, nullptr, nullptr, nullptr, nullptr,
                                            text)
                   ? text
                   : "";
    }

    std::unique_ptr<CurrentContext> gl_;
};

}  // namespace glapi::testing
