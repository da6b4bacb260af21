// Program objects of the assembly languages: text, parameters, subroutines.
#include "glapi/objects/programs/programs.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "glapi/commands/programs/load_program.h"
#include "glapi/commands/programs/parameter_values.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/resolve/tracked_matrices.h"
#include "glapi/share_group.h"
#include "runtime/environment/environment.h"

namespace glapi {

using runtime::Vector4;

namespace {

// Null after an error: the target has no programs (yet). FRAGMENT_PROGRAM_NV has local parameters and a binding only.
ProgramState::TargetState* target_state(Errors& errors, ProgramState& programs, GLenum target, bool nv = false) {
    switch (target) {
        case GL_VERTEX_PROGRAM_ARB: return &programs[ProgramTarget::Vertex];
        case GL_FRAGMENT_PROGRAM_ARB: return &programs[ProgramTarget::Fragment];
        case GL_TESS_CONTROL_PROGRAM_NV: return &programs[ProgramTarget::TessControl];
        case GL_TESS_EVALUATION_PROGRAM_NV: return &programs[ProgramTarget::TessEvaluation];
        case GL_GEOMETRY_PROGRAM_NV: return &programs[ProgramTarget::Geometry];
        case GL_COMPUTE_PROGRAM_NV: return &programs[ProgramTarget::Compute];
        case GL_FRAGMENT_PROGRAM_NV:
            if (nv) return &programs[ProgramTarget::FragmentNv];
            [[fallthrough]];
        default: errors.error(GL_INVALID_ENUM, "0x%x is not a program target", target); return nullptr;
    }
}

std::shared_ptr<ProgramObject> object_of_name(ShareGroup& shared, GLuint name, GLenum target) {
    std::shared_ptr<ProgramObject> object = shared.programs.find(name);
    if (!object) {
        object = std::make_shared<ProgramObject>(name, target);
        shared.programs.insert(name, object);
    }
    return object;
}

arbasm::Stage stage_of(GLenum target) {
    switch (target) {
        case GL_VERTEX_PROGRAM_ARB:
        case GL_VERTEX_STATE_PROGRAM_NV: return arbasm::Stage::Vertex;
        case GL_TESS_CONTROL_PROGRAM_NV: return arbasm::Stage::TessControl;
        case GL_TESS_EVALUATION_PROGRAM_NV: return arbasm::Stage::TessEvaluation;
        case GL_GEOMETRY_PROGRAM_NV: return arbasm::Stage::Geometry;
        case GL_COMPUTE_PROGRAM_NV: return arbasm::Stage::Compute;
        default: return arbasm::Stage::Fragment;
    }
}

// Whether programs of this set belong to the target; `nv`: they come by LoadProgramNV.
bool admits(GLenum target, bool names_registers, const arbasm::Program& program) {
    if (program.stage != stage_of(target) || names_registers != arbasm::names_registers(program.instruction_set))
        return false;
    return (target == GL_VERTEX_STATE_PROGRAM_NV) == (program.instruction_set == arbasm::InstructionSet::Vsp10);
}

bool check_range(Errors& errors, GLuint index, GLsizei count, int most) {
    if (count >= 0 && uint64_t{index} + static_cast<uint64_t>(count) <= static_cast<uint64_t>(most)) return true;
    errors.error(GL_INVALID_VALUE, "parameters %u+%d are beyond the %d there are", index, count, most);
    return false;
}

// `values`: 4 · count numbers, which are not looked at before the count is known to be good.
template <typename T>
void set_environment(Context& context, GLenum target, GLuint index, GLsizei count, const T* values) {
    auto* state = target_state(context, context.programs, target);
    if (!state || !check_range(context, index, count, environment_parameter_count)) return;
    for (GLsizei i = 0; i < count; ++i) state->environment[index + static_cast<size_t>(i)] = vector_of(values + 4 * i);
}

template <typename T>
void set_locals(Context& context, ProgramObject& object, GLuint index, GLsizei count, const T* values) {
    if (!check_range(context, index, count, local_parameter_count)) return;
    auto& locals = object.local_parameters;
    if (locals.size() < index + static_cast<size_t>(count)) locals.resize(index + static_cast<size_t>(count));
    for (GLsizei i = 0; i < count; ++i) locals[index + static_cast<size_t>(i)] = vector_of(values + 4 * i);
}

template <typename T>
void set_local(Context& context, GLenum target, GLuint index, GLsizei count, const T* values) {
    if (auto* state = target_state(context, context.programs, target, true))
        set_locals(context, *state->bound, index, count, values);
}

// False after an error.
bool get_environment(Context& context, GLenum target, GLuint index, Vector4& value) {
    auto* state = target_state(context, context.programs, target);
    if (!state) return false;
    if (index >= environment_parameter_count) {
        context.error(GL_INVALID_VALUE, "there is no parameter %u", index);
        return false;
    }
    if (target == GL_VERTEX_PROGRAM_ARB) update_tracked_matrices(context);
    value = state->environment[index];
    return true;
}

bool get_local(Context& context, GLenum target, GLuint index, Vector4& value) {
    auto* state = target_state(context, context.programs, target, true);
    if (!state) return false;
    if (index >= local_parameter_count) {
        context.error(GL_INVALID_VALUE, "there is no parameter %u", index);
        return false;
    }
    value = state->bound->local_parameter(index);
    return true;
}

template <typename T>
void store(const Vector4& value, T* params) {
    for (int i = 0; i < 4; ++i) {
        if constexpr (std::is_integral_v<T>)
            params[i] = static_cast<T>(value[i]);
        else
            params[i] = std::bit_cast<float>(value[i]);
    }
}

GLint geometry_input(const ProgramObject& object) {
    if (!object.program) return 0;
    switch (object.program->primitive_in) {
        case arbasm::PrimitiveIn::Lines: return GL_LINES;
        case arbasm::PrimitiveIn::LinesAdjacency: return GL_LINES_ADJACENCY;
        case arbasm::PrimitiveIn::Triangles: return GL_TRIANGLES;
        case arbasm::PrimitiveIn::TrianglesAdjacency: return GL_TRIANGLES_ADJACENCY;
        case arbasm::PrimitiveIn::Patches: return GL_PATCHES;
        case arbasm::PrimitiveIn::None:
        case arbasm::PrimitiveIn::Points: break;
    }
    return GL_POINTS;
}
GLint geometry_output(const ProgramObject& object) {
    if (!object.program) return 0;
    switch (object.program->primitive_out) {
        case arbasm::PrimitiveOut::LineStrip: return GL_LINE_STRIP;
        case arbasm::PrimitiveOut::TriangleStrip: return GL_TRIANGLE_STRIP;
        case arbasm::PrimitiveOut::None:
        case arbasm::PrimitiveOut::Points: break;
    }
    return GL_POINTS;
}

}  // namespace

bool load_program(Context& context, ProgramObject& object, std::string_view text, bool names_registers) {
    ProgramState& state = context.programs;
    arbasm::ParseResult parsed = arbasm::parse(text);
    std::string message;
    GLint position = -1;
    if (!parsed.program) {
        position = parsed.errors.empty() ? 0 : static_cast<GLint>(parsed.errors.front().where.offset);
        for (const arbasm::Diagnostic& diagnostic : parsed.errors) {
            if (!message.empty()) message += '\n';
            message += arbasm::format(diagnostic, text);
        }
    } else if (!admits(object.target, names_registers, *parsed.program)) {
        position = 0;
        message = "1:1: error: the program's header is that of another target";
    }
    state.error_position = position;
    state.error_string = message;
    if (position >= 0) {
        if (runtime::reports(runtime::DebugSubject::Programs))
            std::fprintf(stderr, "asmgl: %s: program %u does not load\n%s\n", context.gates.command, object.name,
                         message.c_str());
        context.error(GL_INVALID_OPERATION, "program %u does not load: %s", object.name, message.c_str());
        return false;
    }
    object.source.assign(text);
    object.program = std::move(parsed.program);
    object.forms.clear();
    object.named_parameters.clear();
    for (const arbasm::Binding& binding : object.program->parameters) {
        if (binding.kind != arbasm::BindingKind::NamedParameter) continue;
        const auto index = static_cast<size_t>(binding.index);
        if (object.named_parameters.size() <= index) object.named_parameters.resize(index + 1);
        object.named_parameters[index] = binding.constant;
    }
    object.vertex_limit = object.program->vertices_out;
    runtime::dump_program(object.dump_label(), "source", object.source);
    return true;
}

namespace commands {

void checked::DeleteProgramsARB(Context& context, std::span<const GLuint> programs) {
    for (const GLuint name : programs) {
        if (name == 0) continue;
        for (auto& target : context.programs.targets)
            if (target.bound->name == name) target.bound = target.standard;
        context.shared->programs.erase(name);
    }
}

void BindProgramARB(Context& context, GLenum target, GLuint program) {
    auto* state = target_state(context, context.programs, target, true);
    if (!state) return;
    // "even if the specified program is already bound" (ARB_shader_subroutine).
    state->chosen_for = nullptr;
    if (program == 0) {
        state->bound = state->standard;
        return;
    }
    std::shared_ptr<ProgramObject> object = object_of_name(*context.shared, program, target);
    if (object->target != target) return context.error(GL_INVALID_OPERATION, "program %u has another target", program);
    state->bound = std::move(object);
}

void ProgramStringARB(Context& context, GLenum target, GLenum format, GLsizei len, const void* string) {
    auto* state = target_state(context, context.programs, target);
    if (!state) return;
    if (format != GL_PROGRAM_FORMAT_ASCII_ARB)
        return context.error(GL_INVALID_ENUM, "0x%x is not a program format", format);
    if (len < 0) return context.error(GL_INVALID_VALUE, "the length is negative");
    load_program(context, *state->bound, {static_cast<const char*>(string), static_cast<size_t>(len)}, false);
}

void GetProgramivARB(Context& context, GLenum target, GLenum pname, GLint* params) {
    auto* state = target_state(context, context.programs, target);
    if (!state) return;
    const ProgramObject& object = *state->bound;
    const arbasm::ResourceUse used = object.program ? object.program->resources : arbasm::ResourceUse{};
    const arbasm::Limits limits;
    const bool vertex = target == GL_VERTEX_PROGRAM_ARB;
    const bool geometry = target == GL_GEOMETRY_PROGRAM_NV;
    const bool fragment = target == GL_FRAGMENT_PROGRAM_ARB || target == GL_FRAGMENT_PROGRAM_NV;
    switch (pname) {
#define PROGRAM_PROPERTY(token, in_vertex, in_fragment, value) \
    case token:                                                \
        if (!(fragment ? (in_fragment) : (in_vertex))) break;  \
        *params = value;                                       \
        return;
#include "glapi/commands/programs/program_properties.def"
#undef PROGRAM_PROPERTY
        default: break;
    }
    context.error(GL_INVALID_ENUM, "0x%x is not a property of the target", pname);
}

void GetProgramStringARB(Context& context, GLenum target, GLenum pname, void* string) {
    auto* state = target_state(context, context.programs, target);
    if (!state) return;
    if (pname != GL_PROGRAM_STRING_ARB) return context.error(GL_INVALID_ENUM, "0x%x is not PROGRAM_STRING", pname);
    if (!state->bound->source.empty()) std::memcpy(string, state->bound->source.data(), state->bound->source.size());
}

// ---- subroutine parameters (ARB_shader_subroutine)

void ProgramSubroutineParametersuivNV(Context& context, GLenum target, GLsizei count, const GLuint* params) {
    auto* state = target_state(context, context.programs, target);
    if (!state) return;
    const arbasm::Program* const program = state->bound->program.get();
    const GLsizei wanted = program ? program->subroutine_parameters : 0;
    if (count != wanted)
        return context.error(GL_INVALID_VALUE, "%d values for the program's %d parameters", count, wanted);
    if (!program) return;
    for (const arbasm::Variable& variable : program->variables) {
        if (variable.file != arbasm::RegisterFile::Subroutine || variable.subroutine_type < 0) continue;
        const arbasm::SubroutineType& type = program->subroutine_types[static_cast<size_t>(variable.subroutine_type)];
        for (int32_t element = 0; element < variable.size; ++element) {
            const int32_t i = variable.subroutine_parameter(element);
            const bool known = std::any_of(type.labels.begin(), type.labels.end(), [&](int32_t label) {
                const int32_t number = program->labels[static_cast<size_t>(label)].subroutine_number;
                return number >= 0 && static_cast<GLuint>(number) == params[i];
            });
            if (!known)
                return context.error(GL_INVALID_OPERATION, "parameter %d: %u is no subroutine of %s", i, params[i],
                                     type.name.c_str());
        }
    }
    state->chosen_subroutines.assign(params, params + count);
    state->chosen_for = state->bound->program;
}

void GetProgramSubroutineParameteruivNV(Context& context, GLenum target, GLuint index, GLuint* param) {
    auto* state = target_state(context, context.programs, target);
    if (!state) return;
    if (index >= GLuint{limits::MAX_SUBROUTINE_UNIFORM_LOCATIONS})
        return context.error(GL_INVALID_VALUE, "there is no parameter %u", index);
    const std::vector<GLuint>& numbers = state->subroutines();
    *param = index < numbers.size() ? numbers[index] : 0;
}

// ---- parameters

#define PARAMETER_FORM(Kind, set, suffix, vector_suffix, Type)                                                        \
    void Program##Kind##Parameter##suffix(Context& context, GLenum target, GLuint index, Type x, Type y, Type z,      \
                                          Type w) {                                                                   \
        const Type params[4] = {x, y, z, w};                                                                          \
        set(context, target, index, 1, params);                                                                       \
    }                                                                                                                 \
    void Program##Kind##Parameter##vector_suffix(Context& context, GLenum target, GLuint index, const Type* params) { \
        set(context, target, index, 1, params);                                                                       \
    }
#define SEVERAL_PARAMETERS_FORM(Kind, set, suffix, Type)                                                 \
    void Program##Kind##Parameters##suffix(Context& context, GLenum target, GLuint index, GLsizei count, \
                                           const Type* params) {                                         \
        set(context, target, index, count, params);                                                      \
    }
#define PARAMETER_FORMS(Kind, set, get)                                                                      \
    PARAMETER_FORM(Kind, set, 4fARB, 4fvARB, GLfloat)                                                        \
    PARAMETER_FORM(Kind, set, 4dARB, 4dvARB, GLdouble)                                                       \
    PARAMETER_FORM(Kind, set, I4iNV, I4ivNV, GLint)                                                          \
    PARAMETER_FORM(Kind, set, I4uiNV, I4uivNV, GLuint)                                                       \
    SEVERAL_PARAMETERS_FORM(Kind, set, 4fvEXT, GLfloat)                                                      \
    SEVERAL_PARAMETERS_FORM(Kind, set, I4ivNV, GLint)                                                        \
    SEVERAL_PARAMETERS_FORM(Kind, set, I4uivNV, GLuint)                                                      \
    void GetProgram##Kind##ParameterfvARB(Context& context, GLenum target, GLuint index, GLfloat* params) {  \
        if (Vector4 value; get(context, target, index, value)) store(value, params);                         \
    }                                                                                                        \
    void GetProgram##Kind##ParameterdvARB(Context& context, GLenum target, GLuint index, GLdouble* params) { \
        if (Vector4 value; get(context, target, index, value)) store(value, params);                         \
    }                                                                                                        \
    void GetProgram##Kind##ParameterIivNV(Context& context, GLenum target, GLuint index, GLint* params) {    \
        if (Vector4 value; get(context, target, index, value)) store(value, params);                         \
    }                                                                                                        \
    void GetProgram##Kind##ParameterIuivNV(Context& context, GLenum target, GLuint index, GLuint* params) {  \
        if (Vector4 value; get(context, target, index, value)) store(value, params);                         \
    }
PARAMETER_FORMS(Env, set_environment, get_environment)
PARAMETER_FORMS(Local, set_local, get_local)

// ---- NV_vertex_program's entry points that mean the same

GLboolean checked::AreProgramsResidentNV(Context& context, std::span<const GLuint> programs,
                                         std::span<GLboolean> residences) {
    for (const GLuint name : programs) {
        if (name == 0 || !context.shared->programs.get(name)) {
            context.error(GL_INVALID_VALUE, "%u is not a program", name);
            return GL_FALSE;
        }
    }
    // Everything is resident; `residences` is written only where something is not.
    (void)residences;
    return GL_TRUE;
}

void checked::RequestResidentProgramsNV(Context&, std::span<const GLuint>) {}

void checked::GetProgramivNV(Context& context, ProgramObject& object, GLenum pname, GLint* params) {
    switch (pname) {
        case GL_PROGRAM_TARGET_NV: *params = static_cast<GLint>(object.target); break;
        case GL_PROGRAM_LENGTH_NV: *params = static_cast<GLint>(object.source.size()); break;
        case GL_PROGRAM_RESIDENT_NV: *params = GL_TRUE; break;
        default: context.error(GL_INVALID_ENUM, "0x%x is not a property", pname);
    }
}

void checked::GetProgramStringNV(Context&, ProgramObject& object, GLubyte* program) {
    std::copy(object.source.begin(), object.source.end(), program);  // the string has no terminator
}

}  // namespace commands
}  // namespace glapi
