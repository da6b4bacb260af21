// The entry points of NV_vertex_program and NV_fragment_program that ARB_vertex_program has no form of: programs by
// their names, state programs, tracked matrices, parameters of the vertex target and named ones.
#include <algorithm>
#include <bit>
#include <cstring>

#include "glapi/commands/check_count.h"
#include "glapi/commands/one_call.h"
#include "glapi/commands/programs/load_program.h"
#include "glapi/commands/programs/parameter_values.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/programs/programs.h"
#include "glapi/objects/textures/texture.h"
#include "glapi/resolve/tracked_matrices.h"
#include "glapi/share_group.h"
#include "glapi/state/conversions.h"
#include "glapi/state/state.h"
#include "ir/lower/expand_state_program.h"

namespace glapi {

using runtime::Vector4;

namespace {

auto& vertex_parameters(ProgramState& programs) { return programs[ProgramTarget::Vertex].environment; }

bool is_tracked(const ProgramState& programs, size_t parameter) {
    return programs.tracked_matrices[parameter / 4].matrix != GL_NONE;
}

bool check_vertex_target(Errors& errors, GLenum target) {
    if (target == GL_VERTEX_PROGRAM_NV) return true;
    errors.error(GL_INVALID_ENUM, "0x%x is not VERTEX_PROGRAM_NV", target);
    return false;
}

// `values`: 4 · count numbers, which are not looked at before the count is known to be good.
template <typename T>
void set_parameters(Context& context, GLenum target, GLuint index, GLsizei count, const T* values) {
    if (!check_vertex_target(context, target)) return;
    if (!check_count(context, count)) return;
    if (uint64_t{index} + static_cast<uint64_t>(count) > environment_parameter_count)
        return context.error(GL_INVALID_VALUE, "parameters %u+%d are beyond the %d there are", index, count,
                             environment_parameter_count);
    for (GLsizei n = 0; n < count; ++n) {
        if (is_tracked(context.programs, index + static_cast<size_t>(n)))
            return context.error(GL_INVALID_OPERATION, "parameter %u tracks a matrix", index + static_cast<GLuint>(n));
    }
    for (GLsizei n = 0; n < count; ++n)
        vertex_parameters(context.programs)[index + static_cast<size_t>(n)] = vector_of(values + 4 * n);
}

template <typename T>
void get_parameter(Context& context, GLenum target, GLuint index, GLenum name, T* values) {
    if (!check_vertex_target(context, target)) return;
    if (name != GL_PROGRAM_PARAMETER_NV)
        return context.error(GL_INVALID_ENUM, "0x%x is not PROGRAM_PARAMETER_NV", name);
    if (index >= environment_parameter_count) return context.error(GL_INVALID_VALUE, "there is no parameter %u", index);
    update_tracked_matrices(context);
    const Vector4& value = vertex_parameters(context.programs)[index];
    for (size_t c = 0; c < 4; ++c) values[c] = static_cast<T>(std::bit_cast<float>(value[c]));
}

// A named parameter of a fragment program; null after an error.
Vector4* named_parameter(Errors& errors, const ShareGroup& shared, GLuint id, GLsizei length, const GLubyte* name) {
    ProgramObject* const object = shared.programs.get(id);
    if (!object || !object->program || object->target != GL_FRAGMENT_PROGRAM_NV) {
        errors.error(GL_INVALID_OPERATION, "%u is not a fragment program of NV_fragment_program", id);
        return nullptr;
    }
    const arbasm::Program& program = *object->program;
    if (length > 0) {
        const std::string_view wanted(reinterpret_cast<const char*>(name), static_cast<size_t>(length));
        for (const arbasm::Variable& variable : program.variables) {
            if (variable.file != arbasm::RegisterFile::Parameter || variable.implicit || variable.name != wanted)
                continue;
            const arbasm::Binding& binding = program.parameters[static_cast<size_t>(variable.base)];
            if (binding.kind == arbasm::BindingKind::NamedParameter)
                return &object->named_parameters[static_cast<size_t>(binding.index)];
        }
    }
    errors.error(GL_INVALID_VALUE, "program %u declares no parameter of this name", id);
    return nullptr;
}

}  // namespace

namespace commands {

void checked::LoadProgramNV(Context& context, GLenum target, GLuint id, GLsizei len, const GLubyte* program) {
    if (id == 0) return context.error(GL_INVALID_VALUE, "program 0 can't be loaded");
    if (len < 0) return context.error(GL_INVALID_VALUE, "the length is negative");
    std::shared_ptr<ProgramObject> object = context.shared->programs.find(id);
    if (object && object->target != target) {
        if (object->program) return context.error(GL_INVALID_OPERATION, "program %u has another target", id);
        object = nullptr;  // bound once, but never loaded
    }
    const bool is_new = !object;
    if (is_new) object = std::make_shared<ProgramObject>(id, target);
    if (!load_program(context, *object, {reinterpret_cast<const char*>(program), static_cast<size_t>(len)}, true))
        return;
    if (is_new) context.shared->programs.insert(id, std::move(object));
}

void checked::ExecuteProgramNV(Context& context, GLuint id, const GLfloat* params) {
    ProgramObject* const object = context.shared->programs.get(id);
    if (!object || !object->program || object->target != GL_VERTEX_STATE_PROGRAM_NV)
        return context.error(GL_INVALID_OPERATION, "%u is not a state program", id);
    const std::vector<int> written = arbasm::written_parameters(*object->program);
    for (const int parameter : written) {
        if (is_tracked(context.programs, static_cast<size_t>(parameter)))
            return context.error(GL_INVALID_OPERATION, "program %u writes c[%d], which tracks a matrix", id, parameter);
    }
    update_tracked_matrices(context);
    const ExecutableProgram& executable = object->prepare();
    const arbasm::Program& program = *executable.program;
    std::vector<runtime::LaneVector> attributes(program.attributes.size() + 1), results(program.results.size() + 1);
    for (size_t c = 0; c < 4; ++c) attributes[0].component[c].lane[0] = std::bit_cast<uint32_t>(params[c]);
    std::vector<Vector4> parameters(program.parameters.size());
    for (size_t n = 0; n < parameters.size(); ++n) {
        const arbasm::Binding& binding = program.parameters[n];
        if (binding.kind == arbasm::BindingKind::ProgramEnv)
            parameters[n] = vertex_parameters(context.programs)[static_cast<size_t>(binding.index)];
    }
    runtime::ProgramEnvironment environment;
    environment.parameters = parameters;
    runtime::Group group;
    group.active = 1;
    group.attributes = attributes.data();
    group.results = results.data();
    executable.routine->run(environment, group);
    for (size_t n = 0; n < program.results.size(); ++n) {
        const auto index = static_cast<size_t>(written[static_cast<size_t>(program.results[n].index)]);
        for (size_t c = 0; c < 4; ++c) vertex_parameters(context.programs)[index][c] = results[n].component[c].lane[0];
    }
}

// ---- parameters of the vertex target

void ProgramParameter4fNV(Context& context, GLenum target, GLuint index, GLfloat x, GLfloat y, GLfloat z, GLfloat w) {
    const GLfloat v[4] = {x, y, z, w};
    set_parameters(context, target, index, 1, v);
}
void ProgramParameter4dNV(Context& context, GLenum target, GLuint index, GLdouble x, GLdouble y, GLdouble z,
                          GLdouble w) {
    const GLdouble v[4] = {x, y, z, w};
    set_parameters(context, target, index, 1, v);
}

// ---- tracked matrices

void TrackMatrixNV(Context& context, GLenum target, GLuint address, GLenum matrix, GLenum transform) {
    if (!check_vertex_target(context, target)) return;
    if (address % 4 != 0) return context.error(GL_INVALID_VALUE, "address %u is not a multiple of four", address);
    if (address >= environment_parameter_count)
        return context.error(GL_INVALID_VALUE, "there is no parameter %u", address);
    if (matrix != GL_NONE && !tracked_stack(context.state.matrices, context.textures.active_unit, matrix))
        return context.error(GL_INVALID_ENUM, "0x%x is not a matrix that can be tracked", matrix);
    if (transform != GL_IDENTITY_NV && transform != GL_INVERSE_NV && transform != GL_TRANSPOSE_NV &&
        transform != GL_INVERSE_TRANSPOSE_NV)
        return context.error(GL_INVALID_ENUM, "0x%x is not a transformation", transform);
    // "The previously tracked program parameter registers retain the state of their last tracked values."
    update_tracked_matrices(context);
    ProgramState::TrackedMatrix& tracked = context.programs.tracked_matrices[address / 4];
    context.programs.tracked_count += int{matrix != GL_NONE} - int{tracked.matrix != GL_NONE};
    tracked = {matrix, transform};
}

void GetTrackMatrixivNV(Context& context, GLenum target, GLuint address, GLenum pname, GLint* params) {
    if (!check_vertex_target(context, target)) return;
    if (address % 4 != 0 || address >= environment_parameter_count)
        return context.error(GL_INVALID_VALUE, "%u is not the first of four parameters", address);
    const ProgramState::TrackedMatrix& tracked = context.programs.tracked_matrices[address / 4];
    switch (pname) {
        case GL_TRACK_MATRIX_NV: *params = static_cast<GLint>(tracked.matrix); break;
        case GL_TRACK_MATRIX_TRANSFORM_NV: *params = static_cast<GLint>(tracked.transform); break;
        default: context.error(GL_INVALID_ENUM, "0x%x is not a property", pname);
    }
}

// ---- named parameters of fragment programs

void ProgramNamedParameter4fNV(Context& context, GLuint id, GLsizei len, const GLubyte* name, GLfloat x, GLfloat y,
                               GLfloat z, GLfloat w) {
    if (Vector4* const parameter = named_parameter(context, *context.shared, id, len, name))
        *parameter = float_bits(x, y, z, w);
}
void ProgramNamedParameter4fvNV(Context& context, GLuint id, GLsizei len, const GLubyte* name, const GLfloat* v) {
    if (Vector4* const parameter = named_parameter(context, *context.shared, id, len, name)) *parameter = vector_of(v);
}
void ProgramNamedParameter4dNV(Context& context, GLuint id, GLsizei len, const GLubyte* name, GLdouble x, GLdouble y,
                               GLdouble z, GLdouble w) {
    const GLdouble v[4] = {x, y, z, w};
    if (Vector4* const parameter = named_parameter(context, *context.shared, id, len, name)) *parameter = vector_of(v);
}
void ProgramNamedParameter4dvNV(Context& context, GLuint id, GLsizei len, const GLubyte* name, const GLdouble* v) {
    if (Vector4* const parameter = named_parameter(context, *context.shared, id, len, name)) *parameter = vector_of(v);
}
void GetProgramNamedParameterfvNV(Context& context, GLuint id, GLsizei len, const GLubyte* name, GLfloat* params) {
    if (const Vector4* const parameter = named_parameter(context, *context.shared, id, len, name))
        for (size_t c = 0; c < 4; ++c) params[c] = std::bit_cast<float>((*parameter)[c]);
}
void GetProgramNamedParameterdvNV(Context& context, GLuint id, GLsizei len, const GLubyte* name, GLdouble* params) {
    if (const Vector4* const parameter = named_parameter(context, *context.shared, id, len, name))
        for (size_t c = 0; c < 4; ++c) params[c] = double{std::bit_cast<float>((*parameter)[c])};
}

#include "glapi/commands/programs/nv_programs.def"

}  // namespace commands
}  // namespace glapi
