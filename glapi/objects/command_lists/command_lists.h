// NV_command_list: state objects, command lists, and where programs read uniform blocks while commands from memory are
// executed. Neither kind of object is shared between contexts.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "glapi/generated/gl.h"
#include "glapi/objects/framebuffers/framebuffer.h"
#include "glapi/objects/name_table.h"
#include "glapi/objects/programs/programs.h"
#include "glapi/objects/vertex_arrays/vertex_arrays.h"
#include "glapi/state/state.h"

namespace glapi {

// Which programs are in use, of all stages but compute.
struct ProgramsInUse {
    std::shared_ptr<GlslProgram> current;
    std::shared_ptr<ProgramPipeline> separate, pipeline;
    decltype(ProgramState::subroutine_uniforms) subroutines;
    struct Target {
        bool enabled = false;
        std::shared_ptr<ProgramObject> bound;
    };
    std::array<Target, program_target_count> targets;
    bool two_side = false;
};
ProgramsInUse programs_in_use(const ProgramState& programs);
void use_programs(ProgramState& programs, ProgramsInUse used);
// The same programs as objects of their own: what becomes of the application's doesn't change them.
ProgramsInUse own_programs(const ProgramsInUse& used);

// How vertices are put together, beside the arrays.
struct PrimitiveRestart {
    bool enabled = false, fixed_index = false;
    GLuint index = 0;
};

// The state that StateCaptureNV keeps. State that commands of a list set is not part of it.
struct CapturedState {
    GLenum mode = GL_TRIANGLES;  // the basic primitive
    State state;
    VertexArrayObject arrays;  // with neither buffers nor addresses
    PrimitiveRestart restart;
    std::array<runtime::Vector4, value_slot_count> current{};
    ProgramsInUse programs;
    std::shared_ptr<Framebuffer> framebuffer;  // never null
};

struct StateObject {
    std::shared_ptr<const CapturedState> captured;  // null: nothing has been captured
};

// A sequence of commands, with its state object and framebuffer.
struct CommandStep {
    std::shared_ptr<const CapturedState> state;
    std::shared_ptr<Framebuffer> framebuffer;
    std::span<const std::byte> commands;
    std::shared_ptr<const void> owner;  // of the memory that they lie in
};

struct CommandList {
    // What each ListDrawCommandsStatesClientNV has added, by segment.
    using Segment = std::vector<std::vector<CommandStep>>;
    std::map<GLuint, Segment> segments;
    GLuint segment_count = 1;
    bool compiled = false;
};

// The sizes of attachments aside, whether they are as another framebuffer's.
bool same_configuration(const Framebuffer& a, const Framebuffer& b);

struct CommandListState {
    NameTable<StateObject> states;
    NameTable<CommandList> lists;

    // While commands are executed: the addresses of parameter buffers and uniform blocks, by stage.
    static constexpr size_t stage_count = static_cast<size_t>(arbasm::Stage::Compute);
    static constexpr int64_t uniform_bytes = 0x10000;
    using Addresses = std::array<std::array<uint64_t, parameter_buffer_count>, stage_count>;
    std::unique_ptr<Addresses> uniforms;  // null: no commands are executed
};

}  // namespace glapi
