// EXT_direct_state_access: assembly programs by name and target, matrices by their mode.
#include <algorithm>

#include "glapi/commands/direct_state/direct_state.h"
#include "glapi/generated/commands.h"

namespace glapi {
namespace {

template <typename... Parameters, typename... Arguments>
void with_program(Context& context, GLuint program, GLenum target, const char* command,
                  void (*run)(Context&, GLenum, Parameters...), Arguments... arguments) {
    auto& targets = context.programs.targets;
    const auto state = std::ranges::find_if(targets, [&](const auto& each) { return each.standard->target == target; });
    if (state == targets.end())
        return context.error(GL_INVALID_ENUM, "%s: %s is not a program target", command, enum_name(target));
    std::shared_ptr<ProgramObject> object =
        program ? find_or_create(context.shared->programs, program, target) : state->standard;
    if (object->target != target)
        return context.error(GL_INVALID_OPERATION, "%s: program %u has another target", command, program);
    const Swapped bound(state->bound, std::move(object));
    run(context, target, arguments...);
}

// `mode`: as MatrixMode has it, or the texture matrix of a unit.
template <typename... Parameters, typename... Arguments>
void with_matrix(Context& context, GLenum mode, const char* command, void (*run)(Context&, Parameters...),
                 Arguments... arguments) {
    const Swapped matrix_mode(context.state.transform.matrix_mode, context.state.transform.matrix_mode);
    const Swapped unit(context.textures.active_unit, context.textures.active_unit);
    if (mode - GL_TEXTURE0 < GLenum{limits::texture_coordinates}) {
        context.textures.active_unit = static_cast<int32_t>(mode - GL_TEXTURE0);
        mode = GL_TEXTURE;
    } else if (mode - GL_TEXTURE0 < 32) {
        return context.error(GL_INVALID_ENUM, "%s: %s has no matrix", command, enum_name(mode));
    }
    commands::MatrixMode(context, mode);
    if (context.state.transform.matrix_mode == mode) run(context, arguments...);
}

}  // namespace

namespace commands {

void NamedProgramLocalParameters4fvEXT(Context& context, GLuint program, GLenum target, GLuint index, GLsizei count,
                                       const GLfloat* params) {
    with_program(context, program, target, "glNamedProgramLocalParameters4fvEXT", ProgramLocalParameters4fvEXT, index,
                 count, params);
}
void NamedProgramLocalParameterI4iEXT(Context& context, GLuint program, GLenum target, GLuint index, GLint x, GLint y,
                                      GLint z, GLint w) {
    with_program(context, program, target, "glNamedProgramLocalParameterI4iEXT", ProgramLocalParameterI4iNV, index, x,
                 y, z, w);
}
void NamedProgramLocalParameterI4ivEXT(Context& context, GLuint program, GLenum target, GLuint index,
                                       const GLint* params) {
    with_program(context, program, target, "glNamedProgramLocalParameterI4ivEXT", ProgramLocalParameterI4ivNV, index,
                 params);
}
void NamedProgramLocalParametersI4ivEXT(Context& context, GLuint program, GLenum target, GLuint index, GLsizei count,
                                        const GLint* params) {
    with_program(context, program, target, "glNamedProgramLocalParametersI4ivEXT", ProgramLocalParametersI4ivNV, index,
                 count, params);
}
void NamedProgramLocalParameterI4uiEXT(Context& context, GLuint program, GLenum target, GLuint index, GLuint x,
                                       GLuint y, GLuint z, GLuint w) {
    with_program(context, program, target, "glNamedProgramLocalParameterI4uiEXT", ProgramLocalParameterI4uiNV, index, x,
                 y, z, w);
}
void NamedProgramLocalParameterI4uivEXT(Context& context, GLuint program, GLenum target, GLuint index,
                                        const GLuint* params) {
    with_program(context, program, target, "glNamedProgramLocalParameterI4uivEXT", ProgramLocalParameterI4uivNV, index,
                 params);
}
void NamedProgramLocalParametersI4uivEXT(Context& context, GLuint program, GLenum target, GLuint index, GLsizei count,
                                         const GLuint* params) {
    with_program(context, program, target, "glNamedProgramLocalParametersI4uivEXT", ProgramLocalParametersI4uivNV,
                 index, count, params);
}
void GetNamedProgramLocalParameterIivEXT(Context& context, GLuint program, GLenum target, GLuint index, GLint* params) {
    with_program(context, program, target, "glGetNamedProgramLocalParameterIivEXT", GetProgramLocalParameterIivNV,
                 index, params);
}
void GetNamedProgramLocalParameterIuivEXT(Context& context, GLuint program, GLenum target, GLuint index,
                                          GLuint* params) {
    with_program(context, program, target, "glGetNamedProgramLocalParameterIuivEXT", GetProgramLocalParameterIuivNV,
                 index, params);
}
void NamedProgramStringEXT(Context& context, GLuint program, GLenum target, GLenum format, GLsizei len,
                           const void* string) {
    with_program(context, program, target, "glNamedProgramStringEXT", ProgramStringARB, format, len, string);
}
void NamedProgramLocalParameter4dEXT(Context& context, GLuint program, GLenum target, GLuint index, GLdouble x,
                                     GLdouble y, GLdouble z, GLdouble w) {
    with_program(context, program, target, "glNamedProgramLocalParameter4dEXT", ProgramLocalParameter4dARB, index, x, y,
                 z, w);
}
void NamedProgramLocalParameter4dvEXT(Context& context, GLuint program, GLenum target, GLuint index,
                                      const GLdouble* params) {
    with_program(context, program, target, "glNamedProgramLocalParameter4dvEXT", ProgramLocalParameter4dvARB, index,
                 params);
}
void NamedProgramLocalParameter4fEXT(Context& context, GLuint program, GLenum target, GLuint index, GLfloat x,
                                     GLfloat y, GLfloat z, GLfloat w) {
    with_program(context, program, target, "glNamedProgramLocalParameter4fEXT", ProgramLocalParameter4fARB, index, x, y,
                 z, w);
}
void NamedProgramLocalParameter4fvEXT(Context& context, GLuint program, GLenum target, GLuint index,
                                      const GLfloat* params) {
    with_program(context, program, target, "glNamedProgramLocalParameter4fvEXT", ProgramLocalParameter4fvARB, index,
                 params);
}
void GetNamedProgramLocalParameterdvEXT(Context& context, GLuint program, GLenum target, GLuint index,
                                        GLdouble* params) {
    with_program(context, program, target, "glGetNamedProgramLocalParameterdvEXT", GetProgramLocalParameterdvARB, index,
                 params);
}
void GetNamedProgramLocalParameterfvEXT(Context& context, GLuint program, GLenum target, GLuint index,
                                        GLfloat* params) {
    with_program(context, program, target, "glGetNamedProgramLocalParameterfvEXT", GetProgramLocalParameterfvARB, index,
                 params);
}
void GetNamedProgramivEXT(Context& context, GLuint program, GLenum target, GLenum pname, GLint* params) {
    with_program(context, program, target, "glGetNamedProgramivEXT", GetProgramivARB, pname, params);
}
void GetNamedProgramStringEXT(Context& context, GLuint program, GLenum target, GLenum pname, void* string) {
    with_program(context, program, target, "glGetNamedProgramStringEXT", GetProgramStringARB, pname, string);
}

// ---- matrices ----

void MatrixLoadfEXT(Context& context, GLenum mode, const GLfloat* m) {
    with_matrix(context, mode, "glMatrixLoadfEXT", LoadMatrixf, m);
}
void MatrixLoaddEXT(Context& context, GLenum mode, const GLdouble* m) {
    with_matrix(context, mode, "glMatrixLoaddEXT", LoadMatrixd, m);
}
void MatrixMultfEXT(Context& context, GLenum mode, const GLfloat* m) {
    with_matrix(context, mode, "glMatrixMultfEXT", MultMatrixf, m);
}
void MatrixMultdEXT(Context& context, GLenum mode, const GLdouble* m) {
    with_matrix(context, mode, "glMatrixMultdEXT", MultMatrixd, m);
}
void MatrixLoadIdentityEXT(Context& context, GLenum mode) {
    with_matrix(context, mode, "glMatrixLoadIdentityEXT", LoadIdentity);
}
void MatrixRotatefEXT(Context& context, GLenum mode, GLfloat angle, GLfloat x, GLfloat y, GLfloat z) {
    with_matrix(context, mode, "glMatrixRotatefEXT", Rotatef, angle, x, y, z);
}
void MatrixRotatedEXT(Context& context, GLenum mode, GLdouble angle, GLdouble x, GLdouble y, GLdouble z) {
    with_matrix(context, mode, "glMatrixRotatedEXT", Rotated, angle, x, y, z);
}
void MatrixScalefEXT(Context& context, GLenum mode, GLfloat x, GLfloat y, GLfloat z) {
    with_matrix(context, mode, "glMatrixScalefEXT", Scalef, x, y, z);
}
void MatrixScaledEXT(Context& context, GLenum mode, GLdouble x, GLdouble y, GLdouble z) {
    with_matrix(context, mode, "glMatrixScaledEXT", Scaled, x, y, z);
}
void MatrixTranslatefEXT(Context& context, GLenum mode, GLfloat x, GLfloat y, GLfloat z) {
    with_matrix(context, mode, "glMatrixTranslatefEXT", Translatef, x, y, z);
}
void MatrixTranslatedEXT(Context& context, GLenum mode, GLdouble x, GLdouble y, GLdouble z) {
    with_matrix(context, mode, "glMatrixTranslatedEXT", Translated, x, y, z);
}
void MatrixFrustumEXT(Context& context, GLenum mode, GLdouble left, GLdouble right, GLdouble bottom, GLdouble top,
                      GLdouble zNear, GLdouble zFar) {
    with_matrix(context, mode, "glMatrixFrustumEXT", Frustum, left, right, bottom, top, zNear, zFar);
}
void MatrixOrthoEXT(Context& context, GLenum mode, GLdouble left, GLdouble right, GLdouble bottom, GLdouble top,
                    GLdouble zNear, GLdouble zFar) {
    with_matrix(context, mode, "glMatrixOrthoEXT", Ortho, left, right, bottom, top, zNear, zFar);
}
void MatrixPopEXT(Context& context, GLenum mode) { with_matrix(context, mode, "glMatrixPopEXT", PopMatrix); }
void MatrixPushEXT(Context& context, GLenum mode) { with_matrix(context, mode, "glMatrixPushEXT", PushMatrix); }
void MatrixLoadTransposefEXT(Context& context, GLenum mode, const GLfloat* m) {
    with_matrix(context, mode, "glMatrixLoadTransposefEXT", LoadTransposeMatrixf, m);
}
void MatrixLoadTransposedEXT(Context& context, GLenum mode, const GLdouble* m) {
    with_matrix(context, mode, "glMatrixLoadTransposedEXT", LoadTransposeMatrixd, m);
}
void MatrixMultTransposefEXT(Context& context, GLenum mode, const GLfloat* m) {
    with_matrix(context, mode, "glMatrixMultTransposefEXT", MultTransposeMatrixf, m);
}
void MatrixMultTransposedEXT(Context& context, GLenum mode, const GLdouble* m) {
    with_matrix(context, mode, "glMatrixMultTransposedEXT", MultTransposeMatrixd, m);
}

}  // namespace commands
}  // namespace glapi
