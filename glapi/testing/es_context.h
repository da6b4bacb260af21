// For tests: a context of OpenGL ES 1.1, current while the object lives.
#pragma once

#include "glapi/testing/test_window.h"

namespace glapi::testing {

class EsContext : public CurrentContext {
  public:
    explicit EsContext(int32_t width = 64, int32_t height = 64) : CurrentContext(width, height, {}, request()) {}

  private:
    static ContextRequest request() {
        ContextRequest made;
        made.api = Api::OpenGlEs;
        return made;
    }
};

}  // namespace glapi::testing
