#include "glapi/passage.h"

#include <algorithm>
#include <new>
#include <string_view>

#include "glapi/context.h"
#include "glapi/draw/draw_sequence.h"
#include "glapi/registry/enum_names.h"
#include "glapi/registry/token_sets.h"
#include "glapi/share_group.h"
#include "glapi/state/debug.h"
#include "glapi/state/draw_state.h"
#include "glapi/state/stopped_draws.h"

namespace glapi {
namespace {

const char* es_name(const Context& context) { return context.version.is_es1() ? "OpenGL ES 1.1" : "OpenGL ES 3.2"; }

bool es_tokens(Context& context, std::initializer_list<uint32_t> tokens, bool (*has)(GLenum)) {
    for (const GLenum token : tokens) {
        if (has(token)) continue;
        context.error(GL_INVALID_ENUM, "%s is not a token of %s", enum_name(token), es_name(context));
        return false;
    }
    return true;
}

// Commands that a lost context goes on with. Those that answer record the error, and say that what is asked for is
// over, so that nobody asks for ever.
struct LostRow {
    std::string_view command;
    bool answers = false;
};
constexpr LostRow lost_rows[] = {{"glGetError"},        {"glGetGraphicsResetStatus"},  {"glGetGraphicsResetStatusARB"},
                                 {"glGetSynciv", true}, {"glGetQueryObjectuiv", true}, {"glClientWaitSync", true}};

bool runs_when_lost(Context& context) {
    const auto* const row = std::ranges::find(lost_rows, std::string_view(context.gates.command), &LostRow::command);
    if (row == std::end(lost_rows) || row->answers) context.error(GL_CONTEXT_LOST, "the context is lost");
    return row != std::end(lost_rows);
}

}  // namespace

void Passage::stop(Context& context, uint32_t closed) {
    if (closed & gate::Stopped) {
        try {
            tell_stopped_draws(context.drawing.watchdog, context.debug);
        } catch (const std::bad_alloc&) {  // it stands on standard error
        }
        if (context.drawing.watchdog.stopped->lost() && !runs_when_lost(context)) {
            open_ = false;
            return;
        }
    }
    if (closed & (gate::NotEs1 | gate::NotEs2 | gate::EsOnly | gate::CompatibilityOnly)) {
        context.error(GL_INVALID_OPERATION, "not a command of %s",
                      context.version.is_es()            ? es_name(context)
                      : closed & gate::CompatibilityOnly ? "the core profile"
                                                         : "OpenGL");
        open_ = false;
        return;
    }
    checked_ = closed & (gate::Es1Tokens | gate::Es2Tokens | gate::CoreTokens);
    if (closed & gate::Shared) {
        context.shared->mutex.lock();
        locked_ = &context;
    }
    if (closed & (gate::DrawSequence | gate::RecordSequence))
        end_sequence(context);
    else if (closed & (gate::SequenceParameters | gate::SequenceTextures))
        interrupt_sequence(context, closed & gate::SequenceParameters, closed & gate::SequenceTextures);
    compiling_ = closed & gate::Compiling;
    if (closed & gate::InsideBegin) {
        context.error(GL_INVALID_OPERATION, "not allowed between glBegin and glEnd");
        open_ = false;
    }
}

void Passage::unlock() { locked_->shared->mutex.unlock(); }

bool es1_tokens(Context& context, std::initializer_list<uint32_t> tokens) {
    return es_tokens(context, tokens, is_es_token);
}

bool es2_tokens(Context& context, std::initializer_list<uint32_t> tokens) {
    return es_tokens(context, tokens, is_es2_token);
}

bool es1_value(Context& context, const char* parameter, int64_t value, std::initializer_list<int64_t> taken,
               uint32_t error) {
    if (std::ranges::find(taken, value) != taken.end()) return true;
    context.error(error, "OpenGL ES 1.1 does not take %s as %s", enum_name(GLenum(value)), parameter);
    return false;
}

bool core_tokens(Context& context, std::initializer_list<uint32_t> tokens) {
    for (const GLenum token : tokens) {
        if (!is_removed_token(token)) continue;
        context.error(GL_INVALID_ENUM, "%s is not a token of the core profile", enum_name(token));
        return false;
    }
    return true;
}

bool core_value(Context& context, const char* parameter, int64_t value, std::initializer_list<int64_t> refused,
                uint32_t error) {
    if (std::ranges::find(refused, value) == refused.end()) return true;
    context.error(error, "the core profile does not take %s as %s", enum_name(GLenum(value)), parameter);
    return false;
}

void not_implemented(uint32_t gates, const char* command, const char* reason) try {
    if (!current.context) return;
    Context& context = *current.context;
    const Passage passage(current, gates, command);
    if (context.debug.said_once.insert(command).second) {
        context.error(GL_INVALID_OPERATION, "not implemented (%s)", reason);
    } else if (context.pending_error == GL_NO_ERROR) {
        context.pending_error = GL_INVALID_OPERATION;
    }
} catch (const std::bad_alloc&) {
    out_of_memory(*current.context);
}

void out_of_memory(Context& context) { context.error(GL_OUT_OF_MEMORY, "out of memory"); }

}  // namespace glapi
