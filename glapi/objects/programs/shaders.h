// Shader and program objects of GLSL. A program object that has been linked is one assembly program for each stage; its
// uniforms are their local parameters, its samplers numbers of texture units.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "glsl/compile.h"
#include "glsl/link.h"

#include "glapi/objects/programs/compiler_jobs.h"
#include "glapi/objects/programs/program_binary.h"
#include "glapi/objects/programs/program_resources.h"
#include "glapi/objects/programs/programs.h"
#include "glapi/objects/programs/shader_or_program.h"

namespace glapi {

struct ShaderObject {
    ShaderObject(GLuint object_name, arbasm::Stage object_stage) : name(object_name), stage(object_stage) {}

    GLuint name;
    arbasm::Stage stage;
    std::string source;
    // The job of CompileShader, if its result is not collected yet: then the members below are from before it.
    std::shared_ptr<CompileJob> job;
    void collect();
    std::shared_ptr<const glsl::Shader> compiled;  // null: never compiled
    std::shared_ptr<const ShaderText> text;        // what it was compiled from
    bool compile_status = false;
    std::string log;
    // SPIR_V_BINARY: the module of glShaderBinary, in place of a source; until it is specialized, `compiled` is null.
    std::shared_ptr<const std::string> module;
    bool deleted = false;  // its name goes with the last program that has it
    int attachments = 0;
};

// The type of the samplers that name a texture unit; null: none does.
using SamplerTypes = std::array<const glsl::Type*, 64>;

struct GlslProgram {
    explicit GlslProgram(GLuint object_name) : name(object_name) {}

    GLuint name;
    std::vector<std::shared_ptr<ShaderObject>> shaders;
    glsl::LinkOptions wanted;  // of the next link: locations that were bound
    // The job of LinkProgram, if its result is not collected yet: then the link's results below are from before it.
    std::shared_ptr<LinkJob> job;
    void collect();
    // What the last successful link made; a failed one leaves it to those who use it (GL 2.0 §2.15.2).
    std::shared_ptr<const glsl::LinkedProgram> linked;
    // What queries tell of: nothing where the last link failed (GL 4.6 §7.3.1).
    const glsl::LinkedProgram& told() const;
    std::array<std::shared_ptr<ProgramObject>, arbasm::stage_count> stages;
    bool link_status = false, validate_status = false;
    // PROGRAM_BINARY_RETRIEVABLE_HINT as it was set, and as it is since the last link. Binaries are there whether
    // wanted or not.
    bool binary_wanted = false, binary_hint = false;
    // What the last successful link was made of: what its binary holds.
    ProgramSources sources;
    std::string log;
    bool deleted = false;  // its name goes when no context uses it
    int users = 0;         // as current program of contexts and in pipelines

    // By block: what glUniformBlockBinding and glShaderStorageBlockBinding say, at first what the shaders do.
    std::vector<int> uniform_bindings, storage_bindings;
    // Tells the stages, after a link or a change.
    void bind_blocks();

    // Copied by transform feedback objects that capture what the program writes.
    std::shared_ptr<const void> feedback_use = std::make_shared<char>();
    bool captured() const { return feedback_use.use_count() > 1; }

    // What TransformFeedbackVaryingsNV chose since the last link, and its locations; null: what was linked counts.
    std::shared_ptr<const glsl::Feedback> chosen_feedback;
    std::vector<GLint> feedback_locations;
    const glsl::Feedback& feedback() const { return chosen_feedback ? *chosen_feedback : linked->feedback; }
    const glsl::Feedback& told_feedback() const { return link_status ? feedback() : told().feedback; }

    // By interface, made when one is first asked for.
    std::map<GLenum, std::vector<ProgramResource>> resources;

    // The linked stages as the objects that draws take, their uniforms as the shaders initialise them, or zero.
    void make_stages();

    glsl::UniformLocation location(GLint number) const;
    // The components of a column (of a vector, a scalar) of one element, each in its own type's bits; bools are 0 or 1.
    void set_column(const glsl::Uniform& uniform, int element, int column, const uint64_t* bits);
    void get_column(const glsl::Uniform& uniform, int element, int column, uint64_t* bits) const;
    // The texture unit of a sampler, the image unit of an image.
    void set_unit(const glsl::Uniform& uniform, int element, int unit);
    int unit(const glsl::Uniform& uniform, int element) const;  // -1: it has the handle of a texture or image
    // Where samplers and images are handles: see glsl::LinkedProgram::handles.
    void set_handle(const glsl::Uniform& uniform, int element, uint64_t handle);
    uint64_t handle(const glsl::Uniform& uniform, int element) const;
    // A texture unit that samplers of two types name: drawing with it is an error. -1: none.
    int contested_unit();
    // The same among samplers of several programs, which `types` gathers.
    int contested_unit(SamplerTypes& types) const;

  private:
    void prepare_handles();
    void note_external(const glsl::Uniform& uniform);

    bool samplers_checked = false;  // `contested` is what contested_unit() found
    int contested = -1;
};

}  // namespace glapi
