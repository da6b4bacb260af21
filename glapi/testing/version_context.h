// For tests: a context of a version of OpenGL, whatever version is whole, current while the object lives.
#pragma once

#include "glapi/testing/test_window.h"

namespace glapi::testing {

class VersionContext : public CurrentContext {
  public:
    explicit VersionContext(int number, Profile profile, bool forward_compatible = false)
        : CurrentContext(64, 64, {}, request(number, profile, forward_compatible), {number, number}) {}

  private:
    static ContextRequest request(int number, Profile profile, bool forward_compatible) {
        ContextRequest made;
        made.major = number / 10;
        made.minor = number % 10;
        made.profile = profile;
        made.forward_compatible = forward_compatible;
        return made;
    }
};

struct CoreContext : VersionContext {
    explicit CoreContext(int number = 33) : VersionContext(number, Profile::Core) {}
};

}  // namespace glapi::testing
