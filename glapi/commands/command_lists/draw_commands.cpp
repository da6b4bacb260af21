// NV_command_list: commands in buffers that draw, and lists of them.
#include <algorithm>
#include <cstring>
#include <vector>

#include "glapi/commands/command_lists/command_run.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/buffers/buffers.h"
#include "glapi/objects/command_lists/command_lists.h"
#include "glapi/objects/framebuffers/framebuffer.h"
#include "glapi/resolve/resolve_memory.h"
#include "glapi/share_group.h"

namespace glapi {
namespace {

using Commands = std::span<const std::byte>;

// A sequence, and what keeps it where it is.
struct OwnedCommands {
    Commands commands;
    std::shared_ptr<const void> owner;
};

// Where commands of a buffer, by offset, or those at addresses lie. False after an error.
class CommandSource {
  public:
    explicit CommandSource(Context& context) : context_(context) {}

    bool find_buffer(GLuint name) {
        const std::shared_ptr<Buffer> buffer = name ? context_.shared->buffers.find(name) : nullptr;
        if (!buffer) {
            context_.error(GL_INVALID_VALUE, "there is no buffer %u", name);
            return false;
        }
        if (buffer->in_client_use()) {
            context_.error(GL_INVALID_OPERATION, "the buffer %u is mapped", name);
            return false;
        }
        buffer_ = {buffer->bytes(), buffer->data};
        return true;
    }
    bool in_buffer(GLintptr offset, GLsizei size, OwnedCommands& found) {
        if (offset < 0) {
            context_.error(GL_INVALID_VALUE, "an offset is negative");
            return false;
        }
        const auto at = static_cast<size_t>(offset);
        if (at > buffer_.commands.size()) return beyond();
        return cut(buffer_.commands.subspan(at), buffer_.owner, size, found);
    }
    bool at_address(GLuint64 address, GLsizei size, OwnedCommands& found) {
        const runtime::MemoryRange range = context_.buffers.reachable.range_at(address);
        return cut({range.data, static_cast<size_t>(range.size)}, range.owner, size, found);
    }

  private:
    bool beyond() {
        context_.error(GL_INVALID_OPERATION, "commands lie outside of what is there");
        return false;
    }
    bool cut(Commands all, const std::shared_ptr<const void>& owner, GLsizei size, OwnedCommands& found) {
        if (size < 0) {
            context_.error(GL_INVALID_VALUE, "a size is negative");
            return false;
        }
        if (static_cast<size_t>(size) > all.size()) return beyond();
        found = {all.first(static_cast<size_t>(size)), owner};
        return true;
    }

    Context& context_;
    OwnedCommands buffer_;
};

bool check_target(Context& context, GLenum mode) {
    if (!context.framebuffers.draw) {
        context.error(GL_INVALID_OPERATION, "the default framebuffer is bound");
        return false;
    }
    return validate_draw(context, mode);
}

// Sequences of commands with the state as it is.
template <typename Find>
void draw_commands(Context& context, GLenum mode, GLuint count, Find&& find) {
    if (!check_target(context, mode)) return;
    std::vector<OwnedCommands> sequences;
    for (GLuint n = 0; n < count; ++n)
        if (!find(n, sequences.emplace_back())) return;
    CommandRun run(context);
    for (GLuint n = 0; n < count; ++n)
        if (!run.execute(mode, sequences[n].commands, n)) return;
}

// Commands as a state object and a framebuffer object has them executed. False after an error.
bool find_state(Errors& errors, const CommandListState& command_lists, const NameTable<Framebuffer>& framebuffer_names,
                GLuint state, GLuint framebuffer, CommandStep& step) {
    if (state == 0) {
        errors.error(GL_INVALID_VALUE, "a state object is 0");
        return false;
    }
    const StateObject* const object = command_lists.states.get(state);
    if (!object || !object->captured) {
        errors.error(GL_INVALID_OPERATION, "the state object %u has captured nothing", state);
        return false;
    }
    step.state = object->captured;
    step.framebuffer = framebuffer ? framebuffer_names.find(framebuffer) : step.state->framebuffer;
    if (!step.framebuffer) {
        errors.error(GL_INVALID_OPERATION, "there is no framebuffer object %u", framebuffer);
        return false;
    }
    if (!same_configuration(*step.framebuffer, *step.state->framebuffer)) {
        errors.error(GL_INVALID_OPERATION, "the framebuffer object %u is not as that of state object %u", framebuffer,
                     state);
        return false;
    }
    return true;
}

void run_steps(Context& context, std::span<const CommandStep> steps) {
    CommandRun run(context);
    for (size_t n = 0; n < steps.size(); ++n) {
        run.use(steps[n]);
        if (!run.execute(steps[n].state->mode, steps[n].commands, n)) return;
    }
}

template <typename Find>
void draw_commands_states(Context& context, const GLuint* states, const GLuint* fbos, GLuint count, Find&& find) {
    std::vector<CommandStep> steps;
    for (GLuint n = 0; n < count; ++n) {
        OwnedCommands found;
        CommandStep& step = steps.emplace_back();
        if (!find_state(context, context.command_lists, context.framebuffer_names, states[n], fbos[n], step) ||
            !find(n, found))
            return;
        step.commands = found.commands;
        step.owner = std::move(found.owner);
    }
    run_steps(context, steps);
}

// A list that still takes commands, or that is to be executed; null after an error.
CommandList* find_list(Errors& errors, const CommandListState& command_lists, GLuint name, bool compiled) {
    CommandList* const list = command_lists.lists.get(name);
    if (!list) {
        errors.error(GL_INVALID_OPERATION, "there is no command list %u", name);
        return nullptr;
    }
    if (list->compiled != compiled) {
        errors.error(GL_INVALID_OPERATION, "the command list %u is %s", name,
                     compiled ? "not compiled" : "compiled already");
        return nullptr;
    }
    return list;
}

}  // namespace

namespace commands {

void DrawCommandsNV(Context& context, GLenum primitiveMode, GLuint buffer, const GLintptr* indirects,
                    const GLsizei* sizes, GLuint count) {
    CommandSource source(context);
    if (!source.find_buffer(buffer)) return;
    draw_commands(context, primitiveMode, count,
                  [&](GLuint n, OwnedCommands& found) { return source.in_buffer(indirects[n], sizes[n], found); });
}

void DrawCommandsAddressNV(Context& context, GLenum primitiveMode, const GLuint64* indirects, const GLsizei* sizes,
                           GLuint count) {
    CommandSource source(context);
    draw_commands(context, primitiveMode, count,
                  [&](GLuint n, OwnedCommands& found) { return source.at_address(indirects[n], sizes[n], found); });
}

void DrawCommandsStatesNV(Context& context, GLuint buffer, const GLintptr* indirects, const GLsizei* sizes,
                          const GLuint* states, const GLuint* fbos, GLuint count) {
    CommandSource source(context);
    if (!source.find_buffer(buffer)) return;
    draw_commands_states(context, states, fbos, count, [&](GLuint n, OwnedCommands& found) {
        return source.in_buffer(indirects[n], sizes[n], found);
    });
}

void DrawCommandsStatesAddressNV(Context& context, const GLuint64* indirects, const GLsizei* sizes,
                                 const GLuint* states, const GLuint* fbos, GLuint count) {
    CommandSource source(context);
    draw_commands_states(context, states, fbos, count, [&](GLuint n, OwnedCommands& found) {
        return source.at_address(indirects[n], sizes[n], found);
    });
}

void CommandListSegmentsNV(Context& context, GLuint list, GLuint segments) {
    CommandList* const object = find_list(context, context.command_lists, list, false);
    if (!object) return;
    if (!object->segments.empty())
        return context.error(GL_INVALID_OPERATION, "the command list %u has commands already", list);
    if (segments == 0) return context.error(GL_INVALID_VALUE, "a command list has a segment");
    object->segment_count = segments;
}

void ListDrawCommandsStatesClientNV(Context& context, GLuint list, GLuint segment, const void** indirects,
                                    const GLsizei* sizes, const GLuint* states, const GLuint* fbos, GLuint count) {
    CommandList* const object = find_list(context, context.command_lists, list, false);
    if (!object) return;
    if (segment >= object->segment_count)
        return context.error(GL_INVALID_VALUE, "the command list %u has no segment %u", list, segment);
    std::vector<CommandStep> steps;
    for (GLuint n = 0; n < count; ++n) {
        CommandStep& step = steps.emplace_back();
        if (!find_state(context, context.command_lists, context.framebuffer_names, states[n], fbos[n], step)) return;
        if (sizes[n] < 0) return context.error(GL_INVALID_VALUE, "a size is negative");
        // What becomes of the framebuffer object and of the application's memory doesn't change the list.
        if (fbos[n]) step.framebuffer = std::make_shared<Framebuffer>(*step.framebuffer);
        const auto size = static_cast<size_t>(sizes[n]);
        std::shared_ptr<std::byte[]> copy(new std::byte[size]);
        if (size) std::memcpy(copy.get(), indirects[n], size);
        step.commands = {copy.get(), size};
        step.owner = std::move(copy);
    }
    object->segments[segment].push_back(std::move(steps));
}

void CompileCommandListNV(Context& context, GLuint list) {
    if (CommandList* const object = find_list(context, context.command_lists, list, false)) object->compiled = true;
}

void CallCommandListNV(Context& context, GLuint list) {
    if (!find_list(context, context.command_lists, list, true)) return;
    const std::shared_ptr<CommandList> object = context.command_lists.lists.find(list);
    for (const auto& [number, segment] : object->segments)
        for (const std::vector<CommandStep>& steps : segment) run_steps(context, steps);
}

}  // namespace commands
}  // namespace glapi
