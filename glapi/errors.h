// Where commands report the application's mistakes: a context's pending error, and its debug messages.
#pragma once

#include "glapi/generated/gl.h"

namespace glapi {

struct Debug;
struct Gates;
struct ListState;

class Errors {
  public:
    // no_error: KHR_no_error; such contexts tell of nothing but memory that is exhausted.
    Errors(const Gates& gates, Debug& debug, ListState& lists, bool no_error)
        : gates_(gates), debug_(debug), lists_(lists), no_error_(no_error) {}

    // Sets the error unless one is pending, and sends a debug message that begins with the command's name.
    [[gnu::format(printf, 3, 4)]] void error(GLenum code, const char* format, ...);

    GLenum pending_error = GL_NO_ERROR;

  private:
    const Gates& gates_;
    Debug& debug_;
    ListState& lists_;
    const bool no_error_;
};

}  // namespace glapi
