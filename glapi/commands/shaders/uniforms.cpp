// Uniforms of the default block (GL 4.6 §7.6.1, §7.13).
#include "glapi/commands/shaders/uniforms.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "glsl/language/small_numbers.h"

#include "glapi/commands/shaders/shader_names.h"
#include "glapi/context.h"
#include "glapi/draw/draw_sequence.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/programs/pipelines.h"
#include "glapi/objects/programs/programs.h"
#include "glapi/objects/textures/texture.h"
#include "glapi/state/limits.h"

namespace glapi {

namespace {

template <class T>
constexpr glsl::Scalar scalar_of() {
    if constexpr (std::is_same_v<T, GLfloat>) return glsl::Scalar::Float;
    if constexpr (std::is_same_v<T, GLdouble>) return glsl::Scalar::Double;
    if constexpr (std::is_same_v<T, GLint>) return glsl::Scalar::Int;
    if constexpr (std::is_same_v<T, GLint64>) return glsl::Scalar::Int64;
    if constexpr (std::is_same_v<T, GLuint64>) return glsl::Scalar::Uint64;
    return glsl::Scalar::Uint;
}

// Booleans are set by numbers of 32 bits.
template <class T>
constexpr bool sets_booleans = sizeof(T) == 4;

template <class T>
uint64_t bits_of(T value) {
    if constexpr (sizeof(T) == 8)
        return std::bit_cast<uint64_t>(value);
    else
        return std::bit_cast<uint32_t>(value);
}

// What a program has at a location, with the errors of the commands that set it.
struct Found {
    const glsl::Uniform* uniform = nullptr;  // null: nothing to do
    int element = 0;
    int count = 0;  // elements to set: what is beyond the array is ignored
};

Found find_uniform(const UniformCall& call, GLint location, GLsizei count) {
    Context& context = call.context;
    if (!call.program) return {};
    if (count < 0) {
        context.error(GL_INVALID_VALUE, "the count %d is negative", count);
        return {};
    }
    if (location == -1) return {};
    const glsl::UniformLocation found = call.program->location(location);
    if (found.uniform == glsl::UniformLocation::inactive) return {};
    if (found.uniform < 0) {
        context.error(GL_INVALID_OPERATION, "the program %u has no uniform at location %d", call.program->name,
                      location);
        return {};
    }
    const glsl::Uniform& uniform = call.program->linked->uniforms[static_cast<size_t>(found.uniform)];
    if (count > 1 && !uniform.is_array) {
        context.error(GL_INVALID_OPERATION, "%s is no array", uniform.name.c_str());
        return {};
    }
    return {&uniform, found.element, std::min<int>(count, uniform.array_size - found.element)};
}

void wrong_type(const UniformCall& call, const glsl::Uniform& uniform) {
    call.context.error(GL_INVALID_OPERATION, "%s has the type %s", uniform.name.c_str(),
                       glsl::to_string(uniform.type).c_str());
}

void set_units(const UniformCall& call, const Found& found, const GLint* values) {
    const bool image = found.uniform->type->is_image();
    const int units = image ? image_unit_count : texture_unit_count;
    for (int n = 0; n < found.count; n++)
        if (values[n] < 0 || values[n] >= units)
            return call.context.error(GL_INVALID_VALUE, "there is no %s unit %d", image ? "image" : "texture",
                                      values[n]);
    end_sequence(call.context);  // which textures of a unit agree is looked at before draws
    for (int n = 0; n < found.count; n++) call.program->set_unit(*found.uniform, found.element + n, values[n]);
}

}  // namespace

UniformCall current_uniforms(Context& context) {
    const ProgramState& state = context.programs;
    std::shared_ptr<GlslProgram> program = state.current || state.in_use() ? state.current
                                           : state.pipeline                ? state.pipeline->active
                                                                           : nullptr;
    if (!program) context.error(GL_INVALID_OPERATION, "no program is in use");
    return {context, std::move(program)};
}

UniformCall uniforms_of(Context& context, GLuint name) { return {context, find_linked(context, name)}; }

template <class T>
void set_uniform(const UniformCall& call, GLint location, GLsizei count, int components, const T* values) {
    const Found found = find_uniform(call, location, count);
    if (!found.uniform) return;
    const glsl::Type& type = *found.uniform->type;
    if constexpr (std::is_same_v<T, GLint>)
        if ((type.is_sampler() || type.is_image()) && components == 1) return set_units(call, found, values);
    if (!(type.is_basic() || type.is_pointer()) || type.is_matrix() || type.rows != components ||
        !(type.is_bool() ? sets_booleans<T> : glsl::carrier(type.scalar) == scalar_of<T>()))
        return wrong_type(call, *found.uniform);
    uint64_t bits[4];
    for (int n = 0; n < found.count; n++) {
        for (int k = 0; k < components; k++) {
            const T value = values[n * components + k];
            bits[k] = type.is_bool() ? value != T(0) : glsl::narrowed(bits_of(value), type.scalar);
        }
        call.program->set_column(*found.uniform, found.element + n, 0, bits);
    }
}

void set_handles(const UniformCall& call, GLint location, GLsizei count, const GLuint64* handles) {
    const Found found = find_uniform(call, location, count);
    if (!found.uniform) return;
    if (!found.uniform->type->is_sampler() && !found.uniform->type->is_image()) return wrong_type(call, *found.uniform);
    if (!found.uniform->takes_handles)
        return call.context.error(GL_INVALID_OPERATION, "%s is bound to units and takes no handles",
                                  found.uniform->name.c_str());
    for (int n = 0; n < found.count; n++) call.program->set_handle(*found.uniform, found.element + n, handles[n]);
}

template <class T>
void set_matrix(const UniformCall& call, GLint location, GLsizei count, GLboolean transpose, int columns, int rows,
                const T* values) {
    const Found found = find_uniform(call, location, count);
    if (!found.uniform) return;
    const glsl::Type& type = *found.uniform->type;
    if (!type.is_basic() || glsl::carrier(type.scalar) != scalar_of<T>() || type.columns != columns ||
        type.rows != rows)
        return wrong_type(call, *found.uniform);
    uint64_t bits[4];
    for (int n = 0; n < found.count; n++, values += columns * rows)
        for (int c = 0; c < columns; c++) {
            for (int r = 0; r < rows; r++)
                bits[r] = glsl::narrowed(bits_of(values[transpose ? r * columns + c : c * rows + r]), type.scalar);
            call.program->set_column(*found.uniform, found.element + n, c, bits);
        }
}

namespace {

// A component as a number of another type: floating-point numbers are rounded, what is out of range is clamped
// (GL 4.6 §2.2.2).
template <class To, class From>
To converted(From value) {
    if constexpr (std::is_floating_point_v<To>) {
        return static_cast<To>(value);
    } else if constexpr (std::is_floating_point_v<From>) {
        if (std::isnan(value)) return 0;
        const double rounded = std::round(static_cast<double>(value));
        if (rounded <= static_cast<double>(std::numeric_limits<To>::min())) return std::numeric_limits<To>::min();
        if (rounded >= static_cast<double>(std::numeric_limits<To>::max())) return std::numeric_limits<To>::max();
        return static_cast<To>(rounded);
    } else {
        if (std::cmp_less(value, std::numeric_limits<To>::min())) return std::numeric_limits<To>::min();
        if (std::cmp_greater(value, std::numeric_limits<To>::max())) return std::numeric_limits<To>::max();
        return static_cast<To>(value);
    }
}

template <class T>
T component(uint64_t bits, glsl::Scalar scalar) {
    const auto low = static_cast<uint32_t>(bits);
    switch (glsl::carrier(scalar)) {
        case glsl::Scalar::Float: return converted<T>(std::bit_cast<float>(low));
        case glsl::Scalar::Double: return converted<T>(std::bit_cast<double>(bits));
        case glsl::Scalar::Int: return converted<T>(static_cast<int32_t>(low));
        case glsl::Scalar::Int64: return converted<T>(static_cast<int64_t>(bits));
        case glsl::Scalar::Uint64: return converted<T>(bits);
        case glsl::Scalar::Uint:
        case glsl::Scalar::Bool:
        case glsl::Scalar::Int8:
        case glsl::Scalar::Uint8:
        case glsl::Scalar::Int16:
        case glsl::Scalar::Uint16:
        case glsl::Scalar::Float16:
        case glsl::Scalar::None: break;
    }
    return converted<T>(low);
}

}  // namespace

template <class T>
void get_uniform(Context& context, GLuint name, GLint location, GLsizei bytes, T* values) {
    const auto program = find_linked(context, name);
    if (!program) return;
    const glsl::UniformLocation found = program->location(location);
    if (found.uniform < 0)
        return context.error(GL_INVALID_OPERATION, "the program %u has no uniform at location %d", name, location);
    const glsl::Uniform& uniform = program->linked->uniforms[static_cast<size_t>(found.uniform)];
    const glsl::Type& type = *uniform.type;
    if (bytes < static_cast<GLsizei>(sizeof(T)) * type.components())
        return context.error(GL_INVALID_OPERATION, "%s does not fit into %d bytes", uniform.name.c_str(), bytes);
    if (type.is_opaque()) {
        const int unit = program->unit(uniform, found.element);
        *values = unit < 0 ? component<T>(program->handle(uniform, found.element), glsl::Scalar::Uint64)
                           : static_cast<T>(unit);
        return;
    }
    for (int c = 0; c < type.columns; c++) {
        uint64_t bits[4] = {};
        program->get_column(uniform, found.element, c, bits);
        for (int r = 0; r < type.rows; r++) *values++ = component<T>(bits[r], type.scalar);
    }
}

#define ASMGL_UNIFORM_TYPE(T)                                                     \
    template void set_uniform(const UniformCall&, GLint, GLsizei, int, const T*); \
    template void get_uniform(Context&, GLuint, GLint, GLsizei, T*);
ASMGL_UNIFORM_TYPE(GLfloat)
ASMGL_UNIFORM_TYPE(GLdouble)
ASMGL_UNIFORM_TYPE(GLint)
ASMGL_UNIFORM_TYPE(GLuint)
ASMGL_UNIFORM_TYPE(GLint64)
ASMGL_UNIFORM_TYPE(GLuint64)
#undef ASMGL_UNIFORM_TYPE
template void set_matrix(const UniformCall&, GLint, GLsizei, GLboolean, int, int, const GLfloat*);
template void set_matrix(const UniformCall&, GLint, GLsizei, GLboolean, int, int, const GLdouble*);

namespace commands {

GLint checked::GetUniformLocation(Context&, GlslProgram& program, const GLchar* wanted) {
    int element = 0;
    const glsl::Uniform* const uniform = find_named(program.linked->uniforms, given_name(wanted), element);
    return uniform && uniform->location >= 0 ? uniform->location + element : -1;
}

void checked::GetActiveUniform(Context& context, GlslProgram& program, GLuint index, GLsizei size, GLsizei* length,
                               GLint* count, GLenum* type, GLchar* text) {
    if (index >= program.told().uniforms.size())
        return context.error(GL_INVALID_VALUE, "the program %u has no active uniform %u", program.name, index);
    const glsl::Uniform& uniform = program.linked->uniforms[index];
    copy_text(uniform.full_name(), size, length, text);
    *count = uniform.array_size;
    *type = type_enum(*uniform.type);
}

}  // namespace commands
}  // namespace glapi
