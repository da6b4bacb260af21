// The values of limits that Get commands return, for callers inside of the driver.
#pragma once

#include <optional>

#include "glapi/generated/gl.h"

namespace glapi {

class Context;

// Nothing where glGetIntegerv (`index` < 0) or glGetIntegeri_v has no row for it.
std::optional<GLint> limit_value(Context& context, GLenum token, int index = -1);

}  // namespace glapi
