// What a name of GLSL stands for. Apart from shaders.h, so that who only keeps the names does not depend on the
// compiler's headers.
#pragma once

#include <memory>

namespace glapi {

struct ShaderObject;
struct GlslProgram;

// Shaders and programs have one space of names.
struct ShaderOrProgram {
    std::shared_ptr<ShaderObject> shader;
    std::shared_ptr<GlslProgram> program;
};

}  // namespace glapi
