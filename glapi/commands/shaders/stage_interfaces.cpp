// Vertex attributes and fragment outputs of program objects (GL 4.6 §11.1.1, §15.2.3).
#include "glapi/commands/shaders/shader_names.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/state/limits.h"

namespace glapi {

namespace {

// False after an error: names that begin with gl_ can't be bound.
bool check_name(Errors& errors, const GLchar* name) {
    if (!std::string_view(name).starts_with("gl_")) return true;
    errors.error(GL_INVALID_OPERATION, "%s is built in", name);
    return false;
}

void bind_output(Context& context, GLuint name, GLuint color, GLuint index, const GLchar* output) {
    const auto program = find_program(context, name);
    if (!program) return;
    const int limit = index ? limits::MAX_DUAL_SOURCE_DRAW_BUFFERS : limits::MAX_DRAW_BUFFERS;
    if (index > 1) return context.error(GL_INVALID_VALUE, "there is no index %u", index);
    if (color >= static_cast<GLuint>(limit))
        return context.error(GL_INVALID_VALUE, "there is no draw buffer %u of index %u", color, index);
    if (!check_name(context, output)) return;
    program->wanted.output_locations[output] = static_cast<int>(color);
    program->wanted.output_indices[output] = static_cast<int>(index);
}

// The location or index of an output; -1: there is none of the name.
GLint output_number(Context& context, GLuint name, const GLchar* output, bool index) {
    const auto program = find_linked(context, name);
    if (!program) return -1;
    int element = 0;
    const glsl::FragmentOutput* const row = find_named(program->linked->outputs, given_name(output), element);
    if (!row) return -1;
    return index ? row->index : row->location + element;
}

}  // namespace

namespace commands {

void checked::BindAttribLocation(Context& context, GlslProgram& program, GLuint index, const GLchar* attribute) {
    if (index >= GLuint{limits::MAX_VERTEX_ATTRIBS})
        return context.error(GL_INVALID_VALUE, "there is no attribute %u", index);
    if (!check_name(context, attribute)) return;
    program.wanted.attribute_locations[attribute] = static_cast<int>(index);
}

GLint checked::GetAttribLocation(Context&, GlslProgram& program, const GLchar* attribute) {
    int element = 0;
    const glsl::Attribute* const row = find_named(program.linked->attributes, given_name(attribute), element);
    return row && row->location >= 0 ? row->location + element * row->type->columns : -1;
}

void checked::GetActiveAttrib(Context& context, GlslProgram& program, GLuint index, GLsizei size, GLsizei* length,
                              GLint* count, GLenum* type, GLchar* text) {
    if (index >= program.told().attributes.size())
        return context.error(GL_INVALID_VALUE, "the program %u has no active attribute %u", program.name, index);
    const glsl::Attribute& row = program.linked->attributes[index];
    // Names of arrays come without "[0]", unlike uniforms and program resources: other drivers have it so, and programs
    // look for it.
    copy_text(row.name, size, length, text);
    *count = row.array_size;
    *type = type_enum(*row.type);
}

void BindFragDataLocation(Context& context, GLuint name, GLuint color, const GLchar* output) {
    bind_output(context, name, color, 0, output);
}

void BindFragDataLocationIndexed(Context& context, GLuint name, GLuint color, GLuint index, const GLchar* output) {
    bind_output(context, name, color, index, output);
}

GLint GetFragDataLocation(Context& context, GLuint name, const GLchar* output) {
    return output_number(context, name, output, false);
}

GLint GetFragDataIndex(Context& context, GLuint name, const GLchar* output) {
    return output_number(context, name, output, true);
}

}  // namespace commands
}  // namespace glapi
