// Versions and extensions that a context offers its shaders, and the values of built-in constants.
#pragma once

#include <memory>

#include "glapi/objects/programs/compiler_jobs.h"

namespace glapi {

class Context;

std::shared_ptr<const CompilerSettings> compiler_settings(Context& context);

}  // namespace glapi
