// Shader and program objects of GLSL. A program object that has been linked is one assembly program for each stage; its
// uniforms are their local parameters, its samplers numbers of texture units.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "glsl/compile.h"
#include "glsl/link.h"

#include "glapi/objects/programs/programs.h"

namespace glapi {

struct ShaderObject {
    ShaderObject(GLuint object_name, arbasm::Stage object_stage) : name(object_name), stage(object_stage) {}

    GLuint name;
    arbasm::Stage stage;
    std::string source;
    std::shared_ptr<const glsl::Shader> compiled;  // null: never compiled
    bool compile_status = false;
    std::string log;
    bool deleted = false;  // its name goes with the last program that has it
    int attachments = 0;
};

struct GlslProgram {
    explicit GlslProgram(GLuint object_name) : name(object_name) {}

    GLuint name;
    std::vector<std::shared_ptr<ShaderObject>> shaders;
    glsl::LinkOptions wanted;  // of the next link: locations that were bound
    // What the last successful link made; a failed one leaves it to those who use it (GL 2.0 §2.15.2).
    std::shared_ptr<const glsl::LinkedProgram> linked;
    std::array<std::shared_ptr<ProgramObject>, arbasm::stage_count> stages;
    bool link_status = false, validate_status = false;
    std::string log;
    bool deleted = false;  // its name goes when no context uses it
    int users = 0;         // contexts whose current program it is

    // By block: what glUniformBlockBinding and glShaderStorageBlockBinding say, at first what the shaders do.
    std::vector<int> uniform_bindings, storage_bindings;
    // Tells the stages, after a link or a change.
    void bind_blocks();

    // The uniform that a location belongs to, and which of its elements; null: none.
    const glsl::Uniform* uniform_at(GLint location, int& element) const;
};

// Shaders and programs have one space of names.
struct ShaderOrProgram {
    std::shared_ptr<ShaderObject> shader;
    std::shared_ptr<GlslProgram> program;
};

}  // namespace glapi
