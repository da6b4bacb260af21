// Requested properties of a context, and reasons for a refusal.
#pragma once

#include <cstdint>

#include "glapi/window_framebuffer.h"

namespace glapi {

class Context;

enum class Api : uint8_t { OpenGl, OpenGlEs };
enum class Profile : uint8_t { Compatibility, Core };

struct ContextRequest {
    Api api = Api::OpenGl;
    int major = 1, minor = 0;  // the version asked for; 1.0: whatever is best
    Profile profile = Profile::Compatibility;
    bool debug = false, forward_compatible = false, robust_access = false, lose_context_on_reset = false;
    bool no_error = false;
    bool linear_windows = false;   // windows are not sRGB-encoded: OpenGL ES without colour spaces (GLX)
    bool flush_on_release = true;  // what is asked for: releasing a context finishes its drawing either way
    Context* share = nullptr;
    bool has_config = true;  // false: no-config context
    BufferConfig config;
};

// ShareMismatch: contexts that share objects agree on whether they report errors and on resets.
enum class ContextError : uint8_t { None, VersionNotAvailable, ProfileNotAvailable, ShareMismatch, OutOfMemory };

// The highest versions of OpenGL that contexts can have, as 10 * major + minor; 0: there is no such profile.
struct SupportedVersions {
    int compatibility = 0, core = 0;
};
// By what is whole (glapi/registry/versions.h), or by ASMGL_VERSION.
const SupportedVersions& supported_versions();

}  // namespace glapi
