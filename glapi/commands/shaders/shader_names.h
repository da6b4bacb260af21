// Finding shaders and programs by name, with the errors of GL 2.0 (§2.15): a name that is neither is GL_INVALID_VALUE,
// one of the other kind GL_INVALID_OPERATION.
#pragma once

#include <span>

#include "glsl/text/include_tree.h"

#include "glapi/objects/programs/shaders.h"

namespace glapi {

class Context;
class Errors;
struct ProgramPipeline;
struct ProgramState;
struct ShareGroup;

struct ShaderStage {
    GLenum type;
    GLbitfield bit;
    arbasm::Stage stage;
};
inline constexpr ShaderStage shader_stages[] = {
    {GL_VERTEX_SHADER, GL_VERTEX_SHADER_BIT, arbasm::Stage::Vertex},
    {GL_TESS_CONTROL_SHADER, GL_TESS_CONTROL_SHADER_BIT, arbasm::Stage::TessControl},
    {GL_TESS_EVALUATION_SHADER, GL_TESS_EVALUATION_SHADER_BIT, arbasm::Stage::TessEvaluation},
    {GL_GEOMETRY_SHADER, GL_GEOMETRY_SHADER_BIT, arbasm::Stage::Geometry},
    {GL_FRAGMENT_SHADER, GL_FRAGMENT_SHADER_BIT, arbasm::Stage::Fragment},
    {GL_COMPUTE_SHADER, GL_COMPUTE_SHADER_BIT, arbasm::Stage::Compute},
};

std::shared_ptr<ShaderObject> find_shader(Context& context, GLuint name);
std::shared_ptr<GlslProgram> find_program(Context& context, GLuint name);
// The same for who asks nothing that a compilation or link under way decides: these don't wait for it.
std::shared_ptr<ShaderObject> find_shader_at_work(Context& context, GLuint name);
std::shared_ptr<GlslProgram> find_program_at_work(Context& context, GLuint name);
// find_program() of one that has been linked: GL_INVALID_OPERATION for others.
std::shared_ptr<GlslProgram> find_linked(Context& context, GLuint name);

// Properties that single stages give a program: GL_GEOMETRY_VERTICES_OUT and the like; others are GL_INVALID_ENUM.
// GL_GEOMETRY_VERTICES_OUT_ARB and the like as glProgramParameteri sets them for the next link (ARB_geometry_shader4).
void set_geometry_property(Errors& errors, GlslProgram& program, GLenum property, GLint value);
void get_stage_property(Errors& errors, const GlslProgram& program, GLenum property, GLint* values);

// Give up names that were deleted and that nobody needs any more.
void release_if_unused(ShareGroup& shared, ShaderObject& shader);
void release_if_unused(ShareGroup& shared, GlslProgram& program);

// Replaces a program that is in use.
void use_at(ShareGroup& shared, std::shared_ptr<GlslProgram>& used, std::shared_ptr<GlslProgram> program);
// Takes the programs out of a pipeline; out of all pipelines and bindings of a context that ends.
void give_up(ShareGroup& shared, ProgramPipeline& pipeline);
void give_up_programs(ProgramState& programs, ShareGroup& shared);
// What UseShaderProgramEXT said: all stages are of the program in use again.
void give_up_separate_programs(ProgramState& programs, ShareGroup& shared);

// The share group's (ARB_shading_language_include).
glsl::IncludeTree& named_strings(ShareGroup& shared);

// Compiles; #include looks among the named strings, paths without a slash in front at these points.
void compile_shader(Context& context, ShaderObject& shader, std::span<const std::string_view> search_points);

// False after an error: the shader is a SPIR-V module, and has no text to compile.
bool check_text(Errors& errors, const ShaderObject& shader);

// False after an error: active transform feedback uses the program, so it can't change.
bool check_uncaptured(Errors& errors, const GlslProgram& program);
// Starts a link; the caller has cleared the statuses. `inputs`: the shaders of the sources.
void link_program(Context& context, GlslProgram& program, std::vector<LinkJob::Input> inputs, ProgramSources sources);

// A text for a command that takes a buffer of `size` characters and tells how many it wrote, without the zero at the
// end.
void copy_text(std::string_view text, GLsizei size, GLsizei* length, GLchar* to);

// False after an error: a count or size below zero.
bool check_size(Errors& errors, GLsizei size);

// "a[2]" is element 2 of the array "a", "a" its first one.
struct ElementName {
    std::string_view name;
    int element = 0;
    bool indexed = false;
};
// No name for what only looks like an element: "a[01]", "a[ 1]".
ElementName element_name(std::string_view word);

// The row (glsl::Uniform, glsl::Attribute, …) of a name and which element it is; null: there is none.
template <class Row>
const Row* find_named(const std::vector<Row>& rows, std::string_view word, int& element) {
    const ElementName wanted = element_name(word);
    element = wanted.element;
    if (wanted.name.empty()) return nullptr;  // what SPIR-V calls nothing
    for (const Row& row : rows)
        if (row.name == wanted.name && (row.is_array ? element < row.array_size : !wanted.indexed)) return &row;
    // In an array of arrays "a[2]" is the name of an array.
    element = 0;
    for (const Row& row : rows)
        if (wanted.indexed && row.is_array && row.name == word) return &row;
    return nullptr;
}

// A name that the application gives; a null pointer is no name.
inline std::string_view given_name(const GLchar* name) { return name ? std::string_view(name) : std::string_view(); }

// GL's enumerant of a basic or sampler type; GL_NONE: there is none.
GLenum type_enum(const glsl::Type& type);

}  // namespace glapi
