// Setting and asking uniforms of the default block. The commands are generated, a row for each family:
// glapi/registry/uniform_commands.py.
#pragma once

#include <memory>

#include "glapi/objects/programs/shaders.h"

namespace glapi {

class Context;

// The program that a command sets; `program` is null after an error.
struct UniformCall {
    Context& context;
    std::shared_ptr<GlslProgram> program;
};
UniformCall current_uniforms(Context& context);
UniformCall uniforms_of(Context& context, GLuint name);

// T is GLfloat, GLdouble, GLint, GLuint, GLint64 or GLuint64; for matrices one of the first two.
template <class T>
void set_uniform(const UniformCall& call, GLint location, GLsizei count, int components, const T* values);
template <class T>
void set_matrix(const UniformCall& call, GLint location, GLsizei count, GLboolean transpose, int columns, int rows,
                const T* values);
// Sets handles of samplers and images.
void set_handles(const UniformCall& call, GLint location, GLsizei count, const GLuint64* handles);
// `bytes`: room for the answer.
template <class T>
void get_uniform(Context& context, GLuint name, GLint location, GLsizei bytes, T* values);

}  // namespace glapi
