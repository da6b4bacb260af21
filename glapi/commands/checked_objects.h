// Finding the objects that commands name, for glapi/registry/checked_parameters.py. All of these give null after an
// error, which they report.
#pragma once

#include <memory>

#include "glapi/generated/gl.h"

namespace glsl {
struct LinkedStage;
}

namespace glapi {

struct Buffer;
class Context;
class Errors;
struct GlslProgram;
struct MemoryObject;
struct ProgramPipeline;
struct ProgramState;
struct Semaphore;
struct ShareGroup;

// The buffer bound to a target.
Buffer* bound_buffer(Context& context, GLenum target);

// A stage of a linked program, which may be without a shader.
const glsl::LinkedStage* find_linked_stage(Context& context, GLuint program, GLenum type);
// The program may be one that is not linked: its stage is empty then.
const glsl::LinkedStage* find_any_stage(Context& context, GLuint program, GLenum type);

// For commands of NV_transform_feedback: names of anything but a program object are INVALID_OPERATION, those of shaders
// and of nothing alike.
std::shared_ptr<GlslProgram> find_nv_program(Context& context, GLuint name);
std::shared_ptr<GlslProgram> find_linked_nv_program(Context& context, GLuint name);

// The object of a name that was generated, made where it has none yet. `unknown`: the error for other names.
std::shared_ptr<ProgramPipeline> find_pipeline(Errors& errors, ProgramState& programs, GLuint name,
                                               GLenum unknown = GL_INVALID_OPERATION);

Semaphore* find_semaphore(Errors& errors, const ShareGroup& shared, GLuint name);
std::shared_ptr<MemoryObject> find_memory(Errors& errors, const ShareGroup& shared, GLuint name);

}  // namespace glapi
