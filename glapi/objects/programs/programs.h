// Assembly program objects, their targets' environment parameters, and the programs in use.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "arbasm/assembler.h"
#include "glapi/generated/gl.h"
#include "glapi/objects/name_table.h"
#include "glapi/state/limits.h"
#include "ir/program.h"
#include "runtime/executable_program.h"

namespace glsl {
struct LinkedProgram;
}

namespace glapi {

struct GlslProgram;
struct ProgramPipeline;
struct VertexShader;

// The targets that have programs; each has environment parameters of its own.
// FragmentNv: FRAGMENT_PROGRAM_NV of NV_fragment_program, beside that of ARB_fragment_program.
enum class ProgramTarget : uint8_t {
    Vertex,
    Fragment,
    FragmentNv,
    TessControl,
    TessEvaluation,
    Geometry,
    Compute,
    Count
};
inline constexpr int program_target_count = static_cast<int>(ProgramTarget::Count);
inline constexpr int environment_parameter_count = limits::MAX_PROGRAM_ENV_PARAMETERS_ARB;
inline constexpr int local_parameter_count = limits::MAX_PROGRAM_LOCAL_PARAMETERS_ARB;

using runtime::ExecutableProgram;

struct ProgramObject {
    ProgramObject(GLuint object_name, GLenum object_target);

    GLuint name;
    GLenum target;       // GL_VERTEX_PROGRAM_ARB …
    std::string source;  // as given
    GLenum format = GL_PROGRAM_FORMAT_ASCII_ARB;
    std::shared_ptr<const arbasm::Program> program;  // null: none has loaded; drawing with it is an error
    GLint vertex_limit = 0;                          // geometry programs: what they declare, or ProgramVertexLimitNV
    std::vector<runtime::Vector4> local_parameters;  // grows as set; beyond its end all are zero
    std::vector<runtime::Vector4> named_parameters;  // DECLAREd in !!FP1.0 programs, in order
    runtime::ExecutableForms forms;                  // of `program`
    // Stages of GLSL programs: the texture unit of each of the program's samplers, texture[n]; others sample unit n.
    std::vector<int> sampler_units;
    std::vector<bool> external_samplers;  // that sample TEXTURE_EXTERNAL_OES; may be shorter
    // Local parameters that have handles in x and y; some may be of units (unit_handle()).
    std::vector<uint32_t> handle_parameters;
    // The same of their images, image[n]; and the binding points of their blocks, program.buffer[n] and
    // program.storage[n].
    std::vector<int> image_units, uniform_bindings, storage_bindings;
    bool compares_to_numbers = false;                    // glsl::LinkedStage::compares_to_numbers
    static constexpr int counters_as_storage = 1 << 16;  // plus the binding: storage that is atomic counters

    // The API's number for the program's number n: n itself in assembly programs.
    static size_t number_in(const std::vector<int>& numbers, size_t n) {
        return n < numbers.size() ? static_cast<size_t>(numbers[n]) : n;
    }
    int sampler_unit(size_t index) const { return index < sampler_units.size() ? sampler_units[index] : 0; }

    runtime::Vector4 local_parameter(size_t index) const {
        return index < local_parameters.size() ? local_parameters[index] : runtime::Vector4{};
    }
    // `program`, which is not null, lowered and compiled for this state.
    const ExecutableProgram& prepare(const arbasm::LoweringState& state = {});
    std::string dump_label() const;  // "vertex-7"
};

struct ProgramState {
    ProgramState();

    struct TargetState {
        bool enabled = false;
        std::shared_ptr<ProgramObject> bound;     // never null
        std::shared_ptr<ProgramObject> standard;  // object 0
        std::array<runtime::Vector4, environment_parameter_count> environment{};
        // SUBROUTINENUMs of the bound program's subroutine parameters; begin anew with each program and each binding.
        const std::vector<GLuint>& subroutines();
        std::vector<GLuint> chosen_subroutines;
        std::shared_ptr<const arbasm::Program> chosen_for;  // the program that they belong to
    };
    std::array<TargetState, program_target_count> targets;

    TargetState& operator[](ProgramTarget target) { return targets[static_cast<size_t>(target)]; }
    const TargetState& operator[](ProgramTarget target) const { return targets[static_cast<size_t>(target)]; }

    bool two_side = false;  // VERTEX_PROGRAM_TWO_SIDE; VERTEX_PROGRAM_POINT_SIZE is State::point.program_size
    // TrackMatrixNV: what four vertex environment parameters follow; the n-th row starts at parameter 4n.
    struct TrackedMatrix {
        GLenum matrix = GL_NONE, transform = GL_IDENTITY_NV;
    };
    std::array<TrackedMatrix, environment_parameter_count / 4> tracked_matrices;
    int tracked_count = 0;

    // The program object in use (UseProgram), which comes before assembly programs; null: none.
    std::shared_ptr<GlslProgram> current;
    // UseShaderProgramEXT: the programs of the stages where they are not all `current`, which then is only what
    // uniforms' commands set; null: they are.
    std::shared_ptr<ProgramPipeline> separate;
    // Else the bound pipeline's programs; null: none is bound.
    std::shared_ptr<ProgramPipeline> pipeline;
    NameTable<ProgramPipeline> pipelines;
    bool in_use() const;  // any program object, whatever is bound as a pipeline
    bool glsl() const { return in_use() || pipeline; }
    // The GLSL program that a stage is of, whether it has the stage or not; null: none.
    std::shared_ptr<GlslProgram> program_of(arbasm::Stage stage) const;

    // Subroutine uniforms of GLSL programs are the context's (GL 4.6 §7.10): by stage and location, for the program
    // that the stage is of. They begin anew, with the first function each may be, with another program and its next
    // link.
    struct ChosenSubroutines {
        std::shared_ptr<const glsl::LinkedProgram> of;
        std::vector<GLuint> values;
    };
    std::array<ChosenSubroutines, arbasm::stage_count> subroutine_uniforms;
    std::vector<GLuint>& subroutines_of(arbasm::Stage stage);

    // MaxShaderCompilerThreadsKHR: how many worker threads may compile and link at once.
    GLuint compiler_threads = 0xffffffffu;

    // VERTEX_SHADER_EXT, and the shader of EXT_vertex_shader that is bound.
    bool vertex_shader_enabled = false;
    std::shared_ptr<VertexShader> vertex_shader;
    // Whether it processes vertices where no program does.
    bool vertex_shader_active() const;

    GLint error_position = -1;
    std::string error_string;

    // The program of a stage between vertices and fragments; null: the stage is off.
    std::shared_ptr<ProgramObject> stage(ProgramTarget target) const {
        if (glsl()) return current_stage(target);
        const TargetState& state = (*this)[target];
        return state.enabled ? state.bound : nullptr;
    }
    // The stage of the program object in use or of the pipeline; null: it has none, or there is neither.
    std::shared_ptr<ProgramObject> current_stage(ProgramTarget target) const;

    // Whether programs of the application replace fixed-function processing. Where a program object lacks the stage
    // assembly programs do, as in other implementations.
    bool vertex_active() const {
        return (*this)[ProgramTarget::Vertex].enabled || current_stage(ProgramTarget::Vertex) != nullptr;
    }
    // Shaders of EXT_vertex_shader take arrays as fixed function does.
    bool replaces_vertices() const { return vertex_active() || vertex_shader_active(); }
    bool fragment_active() const {
        return fragment_target().enabled || current_stage(ProgramTarget::Fragment) != nullptr;
    }
    bool stages_between() const {
        return stage(ProgramTarget::TessControl) || stage(ProgramTarget::TessEvaluation) ||
               stage(ProgramTarget::Geometry);
    }
    bool any_active() const { return replaces_vertices() || fragment_active() || stages_between(); }
    // The fragment target that counts. Neither extension says which does when both are enabled: NVIDIA's does here.
    const TargetState& fragment_target() const {
        const TargetState& nv = (*this)[ProgramTarget::FragmentNv];
        return nv.enabled ? nv : (*this)[ProgramTarget::Fragment];
    }
};

// The kind of primitives that leave the last vertex stage: GL_POINTS, GL_LINES or GL_TRIANGLES.
GLenum primitives_out(const ProgramState& programs, GLenum mode);

}  // namespace glapi
