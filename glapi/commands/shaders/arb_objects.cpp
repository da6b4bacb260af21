// What ARB_shader_objects has beside GL 2.0: one command for shaders and programs.
#include "glapi/commands/shaders/shader_names.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/programs/programs.h"
#include "glapi/objects/programs/shader_or_program.h"
#include "glapi/registry/enum_names.h"
#include "glapi/share_group.h"

namespace glapi::commands {

void DeleteObjectARB(Context& context, GLhandleARB name) {
    const auto found = context.shared->shaders.find(name);
    if (found && found->shader)
        DeleteShader(context, name);
    else
        DeleteProgram(context, name);
}

GLhandleARB checked::GetHandleARB(Context& context) {
    return context.programs.current ? context.programs.current->name : 0;
}

void GetInfoLogARB(Context& context, GLhandleARB name, GLsizei size, GLsizei* length, GLcharARB* log) {
    const auto found = context.shared->shaders.find(name);
    if (found && found->shader)
        GetShaderInfoLog(context, name, size, length, log);
    else
        GetProgramInfoLog(context, name, size, length, log);
}

void GetObjectParameterivARB(Context& context, GLhandleARB name, GLenum property, GLint* values) {
    const auto found = context.shared->shaders.find(name);
    if (!found) {
        context.error(GL_INVALID_VALUE, "%u is no object", name);
        return;
    }
    if (property == GL_OBJECT_TYPE_ARB) {
        *values = found->shader ? GL_SHADER_OBJECT_ARB : GL_PROGRAM_OBJECT_ARB;
        return;
    }
    // The other tokens have the values of those of GL 2.0.
    if (found->shader)
        GetShaderiv(context, name, property, values);
    else
        GetProgramiv(context, name, property, values);
}

void GetObjectParameterfvARB(Context& context, GLhandleARB name, GLenum property, GLfloat* values) {
    GLint value = 0;
    GetObjectParameterivARB(context, name, property, &value);
    *values = static_cast<GLfloat>(value);
}

}  // namespace glapi::commands
