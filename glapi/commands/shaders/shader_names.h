// Finding shaders and programs by name, with the errors of GL 2.0 (§2.15): a name that is neither is GL_INVALID_VALUE,
// one of the other kind GL_INVALID_OPERATION.
#pragma once

#include "glapi/objects/programs/shaders.h"

namespace glapi {

class Context;

std::shared_ptr<ShaderObject> find_shader(Context& context, GLuint name, const char* command);
std::shared_ptr<GlslProgram> find_program(Context& context, GLuint name, const char* command);
// find_program() of one that has been linked: GL_INVALID_OPERATION for others.
std::shared_ptr<GlslProgram> find_linked(Context& context, GLuint name, const char* command);

// Give up names that were deleted and that nobody needs any more.
void release_if_unused(Context& context, ShaderObject& shader);
void release_if_unused(Context& context, GlslProgram& program);

// A text for a command that takes a buffer of `size` characters and tells how many it wrote, without the zero at the
// end.
void copy_text(std::string_view text, GLsizei size, GLsizei* length, GLchar* to);

// GL's enumerant of a basic or sampler type; GL_NONE: there is none.
GLenum type_enum(const glsl::Type& type);

}  // namespace glapi
