// Uniforms of the default block (GL 2.0 §2.15.3, GL 3.0 for unsigned ones).
#include <algorithm>
#include <bit>
#include <charconv>

#include "glapi/commands/shaders/shader_names.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"

namespace glapi {

namespace {

struct TypeRow {
    std::string_view name;
    GLenum value;
};
constexpr TypeRow type_rows[] = {
    {"float", GL_FLOAT},
    {"vec2", GL_FLOAT_VEC2},
    {"vec3", GL_FLOAT_VEC3},
    {"vec4", GL_FLOAT_VEC4},
    {"int", GL_INT},
    {"ivec2", GL_INT_VEC2},
    {"ivec3", GL_INT_VEC3},
    {"ivec4", GL_INT_VEC4},
    {"uint", GL_UNSIGNED_INT},
    {"uvec2", GL_UNSIGNED_INT_VEC2},
    {"uvec3", GL_UNSIGNED_INT_VEC3},
    {"uvec4", GL_UNSIGNED_INT_VEC4},
    {"bool", GL_BOOL},
    {"bvec2", GL_BOOL_VEC2},
    {"bvec3", GL_BOOL_VEC3},
    {"bvec4", GL_BOOL_VEC4},
    {"mat2", GL_FLOAT_MAT2},
    {"mat3", GL_FLOAT_MAT3},
    {"mat4", GL_FLOAT_MAT4},
    {"mat2x3", GL_FLOAT_MAT2x3},
    {"mat2x4", GL_FLOAT_MAT2x4},
    {"mat3x2", GL_FLOAT_MAT3x2},
    {"mat3x4", GL_FLOAT_MAT3x4},
    {"mat4x2", GL_FLOAT_MAT4x2},
    {"mat4x3", GL_FLOAT_MAT4x3},
    {"sampler1D", GL_SAMPLER_1D},
    {"sampler2D", GL_SAMPLER_2D},
    {"sampler3D", GL_SAMPLER_3D},
    {"samplerCube", GL_SAMPLER_CUBE},
    {"sampler1DShadow", GL_SAMPLER_1D_SHADOW},
    {"sampler2DShadow", GL_SAMPLER_2D_SHADOW},
    {"samplerCubeShadow", GL_SAMPLER_CUBE_SHADOW},
    {"sampler2DRect", GL_SAMPLER_2D_RECT},
    {"sampler2DRectShadow", GL_SAMPLER_2D_RECT_SHADOW},
    {"sampler1DArray", GL_SAMPLER_1D_ARRAY},
    {"sampler2DArray", GL_SAMPLER_2D_ARRAY},
    {"sampler1DArrayShadow", GL_SAMPLER_1D_ARRAY_SHADOW},
    {"sampler2DArrayShadow", GL_SAMPLER_2D_ARRAY_SHADOW},
    {"samplerCubeArray", GL_SAMPLER_CUBE_MAP_ARRAY},
    {"samplerCubeArrayShadow", GL_SAMPLER_CUBE_MAP_ARRAY_SHADOW},
    {"samplerBuffer", GL_SAMPLER_BUFFER},
    {"sampler2DMS", GL_SAMPLER_2D_MULTISAMPLE},
    {"sampler2DMSArray", GL_SAMPLER_2D_MULTISAMPLE_ARRAY},
    {"isampler1D", GL_INT_SAMPLER_1D},
    {"isampler2D", GL_INT_SAMPLER_2D},
    {"isampler3D", GL_INT_SAMPLER_3D},
    {"isamplerCube", GL_INT_SAMPLER_CUBE},
    {"isampler1DArray", GL_INT_SAMPLER_1D_ARRAY},
    {"isampler2DArray", GL_INT_SAMPLER_2D_ARRAY},
    {"isampler2DRect", GL_INT_SAMPLER_2D_RECT},
    {"isamplerBuffer", GL_INT_SAMPLER_BUFFER},
    {"isamplerCubeArray", GL_INT_SAMPLER_CUBE_MAP_ARRAY},
    {"isampler2DMS", GL_INT_SAMPLER_2D_MULTISAMPLE},
    {"isampler2DMSArray", GL_INT_SAMPLER_2D_MULTISAMPLE_ARRAY},
    {"usampler1D", GL_UNSIGNED_INT_SAMPLER_1D},
    {"usampler2D", GL_UNSIGNED_INT_SAMPLER_2D},
    {"usampler3D", GL_UNSIGNED_INT_SAMPLER_3D},
    {"usamplerCube", GL_UNSIGNED_INT_SAMPLER_CUBE},
    {"usampler1DArray", GL_UNSIGNED_INT_SAMPLER_1D_ARRAY},
    {"usampler2DArray", GL_UNSIGNED_INT_SAMPLER_2D_ARRAY},
    {"usampler2DRect", GL_UNSIGNED_INT_SAMPLER_2D_RECT},
    {"usamplerBuffer", GL_UNSIGNED_INT_SAMPLER_BUFFER},
    {"usamplerCubeArray", GL_UNSIGNED_INT_SAMPLER_CUBE_MAP_ARRAY},
    {"usampler2DMS", GL_UNSIGNED_INT_SAMPLER_2D_MULTISAMPLE},
    {"usampler2DMSArray", GL_UNSIGNED_INT_SAMPLER_2D_MULTISAMPLE_ARRAY},
    {"atomic_uint", GL_UNSIGNED_INT_ATOMIC_COUNTER},
    {"image1D", GL_IMAGE_1D},
    {"image2D", GL_IMAGE_2D},
    {"image3D", GL_IMAGE_3D},
    {"image2DRect", GL_IMAGE_2D_RECT},
    {"imageCube", GL_IMAGE_CUBE},
    {"imageBuffer", GL_IMAGE_BUFFER},
    {"image1DArray", GL_IMAGE_1D_ARRAY},
    {"image2DArray", GL_IMAGE_2D_ARRAY},
    {"imageCubeArray", GL_IMAGE_CUBE_MAP_ARRAY},
    {"image2DMS", GL_IMAGE_2D_MULTISAMPLE},
    {"image2DMSArray", GL_IMAGE_2D_MULTISAMPLE_ARRAY},
    {"iimage1D", GL_INT_IMAGE_1D},
    {"iimage2D", GL_INT_IMAGE_2D},
    {"iimage3D", GL_INT_IMAGE_3D},
    {"iimage2DRect", GL_INT_IMAGE_2D_RECT},
    {"iimageCube", GL_INT_IMAGE_CUBE},
    {"iimageBuffer", GL_INT_IMAGE_BUFFER},
    {"iimage1DArray", GL_INT_IMAGE_1D_ARRAY},
    {"iimage2DArray", GL_INT_IMAGE_2D_ARRAY},
    {"iimageCubeArray", GL_INT_IMAGE_CUBE_MAP_ARRAY},
    {"iimage2DMS", GL_INT_IMAGE_2D_MULTISAMPLE},
    {"iimage2DMSArray", GL_INT_IMAGE_2D_MULTISAMPLE_ARRAY},
    {"uimage1D", GL_UNSIGNED_INT_IMAGE_1D},
    {"uimage2D", GL_UNSIGNED_INT_IMAGE_2D},
    {"uimage3D", GL_UNSIGNED_INT_IMAGE_3D},
    {"uimage2DRect", GL_UNSIGNED_INT_IMAGE_2D_RECT},
    {"uimageCube", GL_UNSIGNED_INT_IMAGE_CUBE},
    {"uimageBuffer", GL_UNSIGNED_INT_IMAGE_BUFFER},
    {"uimage1DArray", GL_UNSIGNED_INT_IMAGE_1D_ARRAY},
    {"uimage2DArray", GL_UNSIGNED_INT_IMAGE_2D_ARRAY},
    {"uimageCubeArray", GL_UNSIGNED_INT_IMAGE_CUBE_MAP_ARRAY},
    {"uimage2DMS", GL_UNSIGNED_INT_IMAGE_2D_MULTISAMPLE},
    {"uimage2DMSArray", GL_UNSIGNED_INT_IMAGE_2D_MULTISAMPLE_ARRAY},
};

template <class T>
constexpr glsl::Scalar scalar_of() {
    if constexpr (std::is_same_v<T, GLfloat>) return glsl::Scalar::Float;
    if constexpr (std::is_same_v<T, GLint>) return glsl::Scalar::Int;
    return glsl::Scalar::Uint;
}

// What the current program has at a location, with the errors of the commands that set it.
struct Found {
    GlslProgram* program = nullptr;
    const glsl::Uniform* uniform = nullptr;  // null: nothing to do
    int element = 0;
    int count = 0;  // elements to set: what is beyond the array is ignored
};

Found find_uniform(Context& context, GLint location, GLsizei count, const char* command) {
    GlslProgram* const program = context.programs.current.get();
    if (!program) {
        context.error(GL_INVALID_OPERATION, "%s: no program is in use", command);
        return {};
    }
    if (count < 0) {
        context.error(GL_INVALID_VALUE, "%s: the count %d is negative", command, count);
        return {};
    }
    if (location == -1) return {};
    Found found;
    found.program = program;
    found.uniform = program->uniform_at(location, found.element);
    if (!found.uniform) {
        context.error(GL_INVALID_OPERATION, "%s: the program %u has no uniform at location %d", command, program->name,
                      location);
        return {};
    }
    if (count > 1 && !found.uniform->is_array) {
        context.error(GL_INVALID_OPERATION, "%s: %s is no array", command, found.uniform->name.c_str());
        found.uniform = nullptr;
    } else
        found.count = std::min<int>(count, found.uniform->array_size - found.element);
    return found;
}

// The register of one column of one element in a stage that reads the uniform; null: the stage doesn't.
runtime::Vector4* uniform_register(GlslProgram& program, const glsl::Uniform& uniform, size_t stage, int element,
                                   int column) {
    if (uniform.first[stage] < 0 || !program.stages[stage]) return nullptr;
    auto& parameters = program.stages[stage]->local_parameters;
    const size_t index = static_cast<size_t>(uniform.first[stage] + element * uniform.type->columns + column);
    if (index >= parameters.size()) parameters.resize(index + 1);
    return &parameters[index];
}

template <class T>
void set_samplers(Context& context, const Found& found, const T* values, const char* command) {
    const bool image = found.uniform->type->is_image();
    for (int n = 0; n < found.count; n++)
        if (static_cast<GLint>(values[n]) < 0 ||
            static_cast<GLint>(values[n]) >= (image ? image_unit_count : texture_unit_count)) {
            context.error(GL_INVALID_VALUE, "%s: there is no %s unit %d", command, image ? "image" : "texture",
                          static_cast<GLint>(values[n]));
            return;
        }
    for (size_t stage = 0; stage < arbasm::stage_count; stage++) {
        if (found.uniform->first[stage] < 0 || !found.program->stages[stage]) continue;
        ProgramObject& object = *found.program->stages[stage];
        auto& units = image ? object.image_units : object.sampler_units;
        const size_t first = static_cast<size_t>(found.uniform->first[stage] + found.element);
        if (units.size() < first + static_cast<size_t>(found.count))
            units.resize(first + static_cast<size_t>(found.count));
        for (int n = 0; n < found.count; n++) units[first + static_cast<size_t>(n)] = static_cast<int>(values[n]);
    }
}

template <class T>
void set_uniform(Context& context, GLint location, GLsizei count, int components, const T* values,
                 const char* command) {
    const Found found = find_uniform(context, location, count, command);
    if (!found.uniform) return;
    const glsl::Type& type = *found.uniform->type;
    const bool fits = type.is_basic() && !type.is_matrix() && type.rows == components &&
                      (type.is_bool() || type.scalar == scalar_of<T>());
    if ((type.is_sampler() || type.is_image()) && components == 1 && std::is_same_v<T, GLint>) {
        set_samplers(context, found, values, command);
        return;
    }
    if (!fits) {
        context.error(GL_INVALID_OPERATION, "%s: %s has the type %s", command, found.uniform->name.c_str(),
                      glsl::to_string(&type).c_str());
        return;
    }
    for (size_t stage = 0; stage < arbasm::stage_count; stage++)
        for (int n = 0; n < found.count; n++) {
            runtime::Vector4* const place =
                uniform_register(*found.program, *found.uniform, stage, found.element + n, 0);
            if (!place) break;
            for (int k = 0; k < components; k++) {
                const T value = values[n * components + k];
                (*place)[static_cast<size_t>(k)] =
                    type.is_bool() ? (value != T(0) ? 0xffffffffu : 0u) : std::bit_cast<uint32_t>(value);
            }
        }
}

void set_matrix(Context& context, GLint location, GLsizei count, GLboolean transpose, int columns, int rows,
                const GLfloat* values, const char* command) {
    const Found found = find_uniform(context, location, count, command);
    if (!found.uniform) return;
    const glsl::Type& type = *found.uniform->type;
    if (!type.is_basic() || type.scalar != glsl::Scalar::Float || type.columns != columns || type.rows != rows) {
        context.error(GL_INVALID_OPERATION, "%s: %s has the type %s", command, found.uniform->name.c_str(),
                      glsl::to_string(&type).c_str());
        return;
    }
    for (size_t stage = 0; stage < arbasm::stage_count; stage++)
        for (int n = 0; n < found.count; n++)
            for (int c = 0; c < columns; c++) {
                runtime::Vector4* const place =
                    uniform_register(*found.program, *found.uniform, stage, found.element + n, c);
                if (!place) break;
                const GLfloat* const matrix = values + n * columns * rows;
                for (int r = 0; r < rows; r++)
                    (*place)[static_cast<size_t>(r)] =
                        std::bit_cast<uint32_t>(transpose ? matrix[r * columns + c] : matrix[c * rows + r]);
            }
}

// What a uniform holds, component by component.
template <class T>
void get_uniform(Context& context, GLuint name, GLint location, T* values, const char* command) {
    const auto program = find_linked(context, name, command);
    if (!program) return;
    int element = 0;
    const glsl::Uniform* const uniform = program->uniform_at(location, element);
    if (!uniform) {
        context.error(GL_INVALID_OPERATION, "%s: the program %u has no uniform at location %d", command, name,
                      location);
        return;
    }
    for (size_t stage = 0; stage < arbasm::stage_count; stage++) {
        if (uniform->first[stage] < 0 || !program->stages[stage]) continue;
        if (uniform->type->is_opaque()) {
            const ProgramObject& object = *program->stages[stage];
            const auto number = static_cast<size_t>(uniform->first[stage] + element);
            *values = static_cast<T>(uniform->type->is_image() ? ProgramObject::number_in(object.image_units, number)
                                                               : static_cast<size_t>(object.sampler_unit(number)));
            return;
        }
        for (int c = 0; c < uniform->type->columns; c++)
            for (int r = 0; r < uniform->type->rows; r++) {
                const uint32_t bits = program->stages[stage]->local_parameter(static_cast<size_t>(
                    uniform->first[stage] + element * uniform->type->columns + c))[static_cast<size_t>(r)];
                switch (uniform->type->scalar) {
                    case glsl::Scalar::Float: *values++ = static_cast<T>(std::bit_cast<float>(bits)); break;
                    case glsl::Scalar::Int: *values++ = static_cast<T>(static_cast<int32_t>(bits)); break;
                    case glsl::Scalar::Bool: *values++ = static_cast<T>(bits != 0); break;
                    case glsl::Scalar::None:
                    case glsl::Scalar::Uint:
                    case glsl::Scalar::Double:
                    case glsl::Scalar::Int64:
                    case glsl::Scalar::Uint64: *values++ = static_cast<T>(bits); break;
                }
            }
        return;
    }
}

}  // namespace

GLenum type_enum(const glsl::Type& type) {
    for (const TypeRow& row : type_rows)
        if (row.name == type.name) return row.value;
    return GL_NONE;
}

namespace commands {

GLint GetUniformLocation(Context& context, GLuint name, const GLchar* wanted) {
    const auto program = find_linked(context, name, "glGetUniformLocation");
    if (!program) return -1;
    // "a[2]" is an element; "a" and "a[0]" the first one.
    std::string_view word(wanted);
    int element = 0;
    if (word.ends_with(']')) {
        const size_t bracket = word.rfind('[');
        if (bracket == std::string_view::npos) return -1;
        const std::string_view digits = word.substr(bracket + 1, word.size() - bracket - 2);
        const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), element);
        if (problem != std::errc{} || end != digits.data() + digits.size() || element < 0 ||
            (digits.size() > 1 && digits[0] == '0'))
            return -1;
        for (const glsl::Uniform& uniform : program->linked->uniforms)
            if (uniform.is_array && uniform.name == word.substr(0, bracket) && element < uniform.array_size)
                return uniform.location + element;
        return -1;
    }
    for (const glsl::Uniform& uniform : program->linked->uniforms)
        if (uniform.name == word) return uniform.location;
    return -1;
}

void GetActiveUniform(Context& context, GLuint name, GLuint index, GLsizei size, GLsizei* length, GLint* count,
                      GLenum* type, GLchar* text) {
    const auto program = find_program(context, name, "glGetActiveUniform");
    if (!program) return;
    if (size < 0) {
        context.error(GL_INVALID_VALUE, "glGetActiveUniform: the size %d is negative", size);
        return;
    }
    if (!program->linked || index >= program->linked->uniforms.size()) {
        context.error(GL_INVALID_VALUE, "glGetActiveUniform: the program %u has no active uniform %u", name, index);
        return;
    }
    const glsl::Uniform& uniform = program->linked->uniforms[index];
    copy_text(uniform.is_array ? uniform.name + "[0]" : uniform.name, size, length, text);
    *count = uniform.array_size;
    *type = type_enum(*uniform.type);
}

void GetUniformfv(Context& context, GLuint program, GLint location, GLfloat* values) {
    get_uniform(context, program, location, values, "glGetUniformfv");
}
void GetUniformiv(Context& context, GLuint program, GLint location, GLint* values) {
    get_uniform(context, program, location, values, "glGetUniformiv");
}
void GetUniformuiv(Context& context, GLuint program, GLint location, GLuint* values) {
    get_uniform(context, program, location, values, "glGetUniformuiv");
}

void Uniform1f(Context& context, GLint location, GLfloat x) {
    const GLfloat values[] = {x};
    set_uniform(context, location, 1, 1, values, "glUniform1f");
}
void Uniform1fv(Context& context, GLint location, GLsizei count, const GLfloat* values) {
    set_uniform(context, location, count, 1, values, "glUniform1fv");
}
void Uniform2f(Context& context, GLint location, GLfloat x, GLfloat y) {
    const GLfloat values[] = {x, y};
    set_uniform(context, location, 1, 2, values, "glUniform2f");
}
void Uniform2fv(Context& context, GLint location, GLsizei count, const GLfloat* values) {
    set_uniform(context, location, count, 2, values, "glUniform2fv");
}
void Uniform3f(Context& context, GLint location, GLfloat x, GLfloat y, GLfloat z) {
    const GLfloat values[] = {x, y, z};
    set_uniform(context, location, 1, 3, values, "glUniform3f");
}
void Uniform3fv(Context& context, GLint location, GLsizei count, const GLfloat* values) {
    set_uniform(context, location, count, 3, values, "glUniform3fv");
}
void Uniform4f(Context& context, GLint location, GLfloat x, GLfloat y, GLfloat z, GLfloat w) {
    const GLfloat values[] = {x, y, z, w};
    set_uniform(context, location, 1, 4, values, "glUniform4f");
}
void Uniform4fv(Context& context, GLint location, GLsizei count, const GLfloat* values) {
    set_uniform(context, location, count, 4, values, "glUniform4fv");
}
void Uniform1i(Context& context, GLint location, GLint x) {
    const GLint values[] = {x};
    set_uniform(context, location, 1, 1, values, "glUniform1i");
}
void Uniform1iv(Context& context, GLint location, GLsizei count, const GLint* values) {
    set_uniform(context, location, count, 1, values, "glUniform1iv");
}
void Uniform2i(Context& context, GLint location, GLint x, GLint y) {
    const GLint values[] = {x, y};
    set_uniform(context, location, 1, 2, values, "glUniform2i");
}
void Uniform2iv(Context& context, GLint location, GLsizei count, const GLint* values) {
    set_uniform(context, location, count, 2, values, "glUniform2iv");
}
void Uniform3i(Context& context, GLint location, GLint x, GLint y, GLint z) {
    const GLint values[] = {x, y, z};
    set_uniform(context, location, 1, 3, values, "glUniform3i");
}
void Uniform3iv(Context& context, GLint location, GLsizei count, const GLint* values) {
    set_uniform(context, location, count, 3, values, "glUniform3iv");
}
void Uniform4i(Context& context, GLint location, GLint x, GLint y, GLint z, GLint w) {
    const GLint values[] = {x, y, z, w};
    set_uniform(context, location, 1, 4, values, "glUniform4i");
}
void Uniform4iv(Context& context, GLint location, GLsizei count, const GLint* values) {
    set_uniform(context, location, count, 4, values, "glUniform4iv");
}
void Uniform1ui(Context& context, GLint location, GLuint x) {
    const GLuint values[] = {x};
    set_uniform(context, location, 1, 1, values, "glUniform1ui");
}
void Uniform1uiv(Context& context, GLint location, GLsizei count, const GLuint* values) {
    set_uniform(context, location, count, 1, values, "glUniform1uiv");
}
void Uniform2ui(Context& context, GLint location, GLuint x, GLuint y) {
    const GLuint values[] = {x, y};
    set_uniform(context, location, 1, 2, values, "glUniform2ui");
}
void Uniform2uiv(Context& context, GLint location, GLsizei count, const GLuint* values) {
    set_uniform(context, location, count, 2, values, "glUniform2uiv");
}
void Uniform3ui(Context& context, GLint location, GLuint x, GLuint y, GLuint z) {
    const GLuint values[] = {x, y, z};
    set_uniform(context, location, 1, 3, values, "glUniform3ui");
}
void Uniform3uiv(Context& context, GLint location, GLsizei count, const GLuint* values) {
    set_uniform(context, location, count, 3, values, "glUniform3uiv");
}
void Uniform4ui(Context& context, GLint location, GLuint x, GLuint y, GLuint z, GLuint w) {
    const GLuint values[] = {x, y, z, w};
    set_uniform(context, location, 1, 4, values, "glUniform4ui");
}
void Uniform4uiv(Context& context, GLint location, GLsizei count, const GLuint* values) {
    set_uniform(context, location, count, 4, values, "glUniform4uiv");
}
void UniformMatrix2fv(Context& context, GLint location, GLsizei count, GLboolean transpose, const GLfloat* values) {
    set_matrix(context, location, count, transpose, 2, 2, values, "glUniformMatrix2fv");
}
void UniformMatrix2x3fv(Context& context, GLint location, GLsizei count, GLboolean transpose, const GLfloat* values) {
    set_matrix(context, location, count, transpose, 2, 3, values, "glUniformMatrix2x3fv");
}
void UniformMatrix2x4fv(Context& context, GLint location, GLsizei count, GLboolean transpose, const GLfloat* values) {
    set_matrix(context, location, count, transpose, 2, 4, values, "glUniformMatrix2x4fv");
}
void UniformMatrix3x2fv(Context& context, GLint location, GLsizei count, GLboolean transpose, const GLfloat* values) {
    set_matrix(context, location, count, transpose, 3, 2, values, "glUniformMatrix3x2fv");
}
void UniformMatrix3fv(Context& context, GLint location, GLsizei count, GLboolean transpose, const GLfloat* values) {
    set_matrix(context, location, count, transpose, 3, 3, values, "glUniformMatrix3fv");
}
void UniformMatrix3x4fv(Context& context, GLint location, GLsizei count, GLboolean transpose, const GLfloat* values) {
    set_matrix(context, location, count, transpose, 3, 4, values, "glUniformMatrix3x4fv");
}
void UniformMatrix4x2fv(Context& context, GLint location, GLsizei count, GLboolean transpose, const GLfloat* values) {
    set_matrix(context, location, count, transpose, 4, 2, values, "glUniformMatrix4x2fv");
}
void UniformMatrix4x3fv(Context& context, GLint location, GLsizei count, GLboolean transpose, const GLfloat* values) {
    set_matrix(context, location, count, transpose, 4, 3, values, "glUniformMatrix4x3fv");
}
void UniformMatrix4fv(Context& context, GLint location, GLsizei count, GLboolean transpose, const GLfloat* values) {
    set_matrix(context, location, count, transpose, 4, 4, values, "glUniformMatrix4fv");
}
}  // namespace commands
}  // namespace glapi
