// What versions contexts report, and which requests can be met.
#pragma once

#include "glapi/driver_interface.h"

namespace glapi {

struct Version {
    int major = 1, minor = 5;
    Profile profile = Profile::Compatibility;
};

// The implemented version, or ASMGL_VERSION's.
Version supported_version();

// Whether there is such a version of the API at all.
bool version_defined(Api api, int major, int minor);

ContextError check_request(const ContextRequest& request);

}  // namespace glapi
