// Blocks of program objects: their indices, members and bindings; uniforms by index (GL 3.1 §2.11.4); atomic counter
// buffers (GL 4.2 §2.11.7); storage blocks (GL 4.3 §7.8).
#include "glapi/commands/shaders/shader_names.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/buffers/buffers.h"
#include "glapi/registry/enum_names.h"
#include "glapi/state/limits.h"

namespace glapi {

namespace {

// Whether `wanted` names it: an array by its first element, too.
bool is_named(const std::string& name, std::string_view wanted) {
    if (wanted.empty()) return false;  // resources of SPIR-V have no names
    if (name == wanted) return true;
    constexpr std::string_view first = "[0]";
    return name.size() == wanted.size() + first.size() && name.starts_with(wanted) && name.ends_with(first);
}

struct StageRow {
    GLenum uniform_block, counter_buffer;
    arbasm::Stage stage;
};
constexpr StageRow stage_rows[] = {
    {GL_UNIFORM_BLOCK_REFERENCED_BY_VERTEX_SHADER, GL_ATOMIC_COUNTER_BUFFER_REFERENCED_BY_VERTEX_SHADER,
     arbasm::Stage::Vertex},
    {GL_UNIFORM_BLOCK_REFERENCED_BY_TESS_CONTROL_SHADER, GL_ATOMIC_COUNTER_BUFFER_REFERENCED_BY_TESS_CONTROL_SHADER,
     arbasm::Stage::TessControl},
    {GL_UNIFORM_BLOCK_REFERENCED_BY_TESS_EVALUATION_SHADER,
     GL_ATOMIC_COUNTER_BUFFER_REFERENCED_BY_TESS_EVALUATION_SHADER, arbasm::Stage::TessEvaluation},
    {GL_UNIFORM_BLOCK_REFERENCED_BY_GEOMETRY_SHADER, GL_ATOMIC_COUNTER_BUFFER_REFERENCED_BY_GEOMETRY_SHADER,
     arbasm::Stage::Geometry},
    {GL_UNIFORM_BLOCK_REFERENCED_BY_FRAGMENT_SHADER, GL_ATOMIC_COUNTER_BUFFER_REFERENCED_BY_FRAGMENT_SHADER,
     arbasm::Stage::Fragment},
    {GL_UNIFORM_BLOCK_REFERENCED_BY_COMPUTE_SHADER, GL_ATOMIC_COUNTER_BUFFER_REFERENCED_BY_COMPUTE_SHADER,
     arbasm::Stage::Compute},
};

GLint is_in(const glsl::BufferBlock& block, arbasm::Stage stage) {
    return block.stages >> static_cast<unsigned>(stage) & 1;
}

void copy_indices(const glsl::BufferBlock& block, GLint* values) {
    for (const int variable : block.variables) *values++ = variable;
}

// The uniform block or counter buffer of an index; null: there is none, which is an error.
const glsl::BufferBlock* find_block(Errors& errors, const GlslProgram& program,
                                    std::vector<glsl::BufferBlock> glsl::LinkedProgram::*list, GLuint index) {
    if (const auto& rows = program.told().*list; index < rows.size()) return &rows[index];
    errors.error(GL_INVALID_VALUE, "the program %u has no active block %u", program.name, index);
    return nullptr;
}

void bind_block(Context& context, GLuint name, GLuint index, GLuint binding, std::vector<int> GlslProgram::*bindings,
                int limit) {
    const auto program = find_program(context, name);
    if (!program) return;
    std::vector<int>& list = (*program).*bindings;
    if (index >= list.size()) {
        context.error(GL_INVALID_VALUE, "the program %u has no active block %u", name, index);
    } else if (binding >= static_cast<GLuint>(limit)) {
        context.error(GL_INVALID_VALUE, "there is no binding point %u", binding);
    } else {
        list[index] = static_cast<int>(binding);
        program->bind_blocks();
    }
}

// A property of a uniform; false: there is none of this name.
bool uniform_property(const glsl::Uniform& uniform, GLenum property, GLint& value) {
    const bool counter = uniform.type->kind == glsl::TypeKind::AtomicCounter;
    switch (property) {
        case GL_UNIFORM_TYPE: value = static_cast<GLint>(type_enum(*uniform.type)); return true;
        case GL_UNIFORM_SIZE: value = uniform.array_size; return true;
        case GL_UNIFORM_NAME_LENGTH: value = static_cast<GLint>(uniform.full_name().size()) + 1; return true;
        case GL_UNIFORM_BLOCK_INDEX: value = counter ? -1 : uniform.block; return true;
        case GL_UNIFORM_OFFSET: value = uniform.offset; return true;
        case GL_UNIFORM_ARRAY_STRIDE: value = uniform.array_stride; return true;
        case GL_UNIFORM_MATRIX_STRIDE: value = uniform.matrix_stride; return true;
        case GL_UNIFORM_IS_ROW_MAJOR: value = uniform.row_major; return true;
        case GL_UNIFORM_ATOMIC_COUNTER_BUFFER_INDEX: value = counter ? uniform.block : -1; return true;
        default: return false;
    }
}

}  // namespace

namespace commands {

GLuint checked::GetUniformBlockIndex(Context&, GlslProgram& program, const GLchar* wanted) {
    const std::vector<glsl::BufferBlock>& blocks = program.told().uniform_blocks;
    for (size_t n = 0; n < blocks.size(); n++)
        if (is_named(blocks[n].name, given_name(wanted))) return static_cast<GLuint>(n);
    return GL_INVALID_INDEX;
}

void checked::GetActiveUniformBlockName(Context& context, GlslProgram& program, GLuint index, GLsizei size,
                                        GLsizei* length, GLchar* text) {
    if (const auto* block = find_block(context, program, &glsl::LinkedProgram::uniform_blocks, index))
        copy_text(block->name, size, length, text);
}

void checked::GetActiveUniformBlockiv(Context& context, GlslProgram& program, GLuint index, GLenum property,
                                      GLint* values) {
    const auto* block = find_block(context, program, &glsl::LinkedProgram::uniform_blocks, index);
    if (!block) return;
    switch (property) {
        case GL_UNIFORM_BLOCK_BINDING: *values = program.uniform_bindings[index]; return;
        case GL_UNIFORM_BLOCK_DATA_SIZE: *values = static_cast<GLint>(block->size); return;
        case GL_UNIFORM_BLOCK_NAME_LENGTH: *values = static_cast<GLint>(block->name.size()) + 1; return;
        case GL_UNIFORM_BLOCK_ACTIVE_UNIFORMS: *values = static_cast<GLint>(block->variables.size()); return;
        case GL_UNIFORM_BLOCK_ACTIVE_UNIFORM_INDICES: copy_indices(*block, values); return;
        default: break;
    }
    for (const StageRow& row : stage_rows)
        if (row.uniform_block == property) {
            *values = is_in(*block, row.stage);
            return;
        }
    context.error(GL_INVALID_ENUM, "uniform blocks have no %s", enum_name(property));
}

void UniformBlockBinding(Context& context, GLuint name, GLuint index, GLuint binding) {
    bind_block(context, name, index, binding, &GlslProgram::uniform_bindings, uniform_buffer_count);
}

void ShaderStorageBlockBinding(Context& context, GLuint name, GLuint index, GLuint binding) {
    bind_block(context, name, index, binding, &GlslProgram::storage_bindings, storage_buffer_count);
}

void checked::GetUniformIndices(Context&, GlslProgram& program, GLsizei count, const GLchar* const* names,
                                GLuint* indices) {
    for (GLsizei k = 0; k < count; k++) {
        indices[k] = GL_INVALID_INDEX;
        const std::vector<glsl::Uniform>& uniforms = program.told().uniforms;
        for (size_t n = 0; n < uniforms.size(); n++)
            if (is_named(uniforms[n].full_name(), given_name(names[k]))) indices[k] = static_cast<GLuint>(n);
    }
}

void checked::GetActiveUniformsiv(Context& context, GlslProgram& program, GLsizei count, const GLuint* indices,
                                  GLenum property, GLint* values) {
    const size_t active = program.told().uniforms.size();
    for (GLsizei k = 0; k < count; k++)
        if (indices[k] >= active) {
            context.error(GL_INVALID_VALUE, "the program %u has no active uniform %u", program.name, indices[k]);
            return;
        }
    glsl::Uniform any;
    any.type = glsl::void_type;
    GLint ignored = 0;
    if (!uniform_property(any, property, ignored)) {
        context.error(GL_INVALID_ENUM, "uniforms have no %s", enum_name(property));
        return;
    }
    for (GLsizei k = 0; k < count; k++) uniform_property(program.told().uniforms[indices[k]], property, values[k]);
}

void checked::GetActiveUniformName(Context& context, GlslProgram& program, GLuint index, GLsizei size, GLsizei* length,
                                   GLchar* text) {
    if (index >= program.told().uniforms.size())
        return context.error(GL_INVALID_VALUE, "the program %u has no active uniform %u", program.name, index);
    copy_text(program.told().uniforms[index].full_name(), size, length, text);
}

void checked::GetActiveAtomicCounterBufferiv(Context& context, GlslProgram& program, GLuint index, GLenum property,
                                             GLint* values) {
    const auto* buffer = find_block(context, program, &glsl::LinkedProgram::counter_buffers, index);
    if (!buffer) return;
    switch (property) {
        case GL_ATOMIC_COUNTER_BUFFER_BINDING: *values = buffer->binding; return;
        case GL_ATOMIC_COUNTER_BUFFER_DATA_SIZE: *values = static_cast<GLint>(buffer->size); return;
        case GL_ATOMIC_COUNTER_BUFFER_ACTIVE_ATOMIC_COUNTERS:
            *values = static_cast<GLint>(buffer->variables.size());
            return;
        case GL_ATOMIC_COUNTER_BUFFER_ACTIVE_ATOMIC_COUNTER_INDICES: copy_indices(*buffer, values); return;
        default: break;
    }
    for (const StageRow& row : stage_rows)
        if (row.counter_buffer == property) {
            *values = is_in(*buffer, row.stage);
            return;
        }
    context.error(GL_INVALID_ENUM, "atomic counter buffers have no %s", enum_name(property));
}

}  // namespace commands
}  // namespace glapi
