// For tests: contexts of OpenGL ES, current while the object lives.
#pragma once

#include <string>

#include "glapi/generated/entry_points.h"
#include "glapi/testing/test_window.h"

namespace glapi::testing {

constexpr GLfixed fixed(double value) { return static_cast<GLfixed>(value * 65536); }

inline std::string string_of(GLenum name) { return reinterpret_cast<const char*>(::glGetString(name)); }

// A context of version 1.1.
class EsContext : public CurrentContext {
  public:
    explicit EsContext(int32_t width = 64, int32_t height = 64, int major = 1)
        : CurrentContext(width, height, {}, request(major)) {}

  private:
    static ContextRequest request(int major) {
        ContextRequest made;
        made.api = Api::OpenGlEs;
        made.major = major;
        return made;
    }
};

// A context of the highest version from 2.0 on.
class Es2Context : public EsContext {
  public:
    explicit Es2Context(int32_t width = 64, int32_t height = 64) : EsContext(width, height, 2) {}
};

}  // namespace glapi::testing
