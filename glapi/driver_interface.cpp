#include "glapi/driver_interface.h"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <new>
#include <thread>

#include "glapi/commands/shaders/shader_names.h"
#include "glapi/commands/state/attribute_stack.h"
#include "glapi/context.h"
#include "glapi/draw/draw_sequence.h"
#include "glapi/draw/observed_draws.h"
#include "glapi/objects/framebuffers/framebuffer.h"
#include "glapi/objects/framebuffers/window_buffers.h"
#include "glapi/registry/entry_point_table.h"
#include "glapi/registry/versions.h"
#include "glapi/share_group.h"
#include "glapi/state/attribute_stack.h"
#include "glapi/state/debug.h"
#include "glapi/state/state.h"
#include "rasterizer/rasterizer.h"
#include "runtime/threads/application_shield.h"
#include "runtime/threads/signal_hold.h"

namespace glapi {
namespace {

// Guards currency, destruction and share groups' counts.
runtime::SignalSafeMutex& contexts_mutex() {
    static runtime::SignalSafeMutex mutex;
    return mutex;
}

void end(Context* context) {
    ShareGroup& group = *context->shared;
    --group.contexts;
    // A signal handler destroys what the command that it interrupted still uses: it stays.
    if (context->rasterizer.interrupted()) return;
    give_up_programs(context->programs, *context->shared);
    delete context;
}

// Waits until the only context of a share group, at which gate::Shared has just been closed, is in no command that
// began before: those hold no mutex. Not for ever, since a command may wait for what the calling thread does next.
void wait_for_commands(const Context& context) {
    if (!context.current_somewhere || &context == current.context) return;
    // A command says that it is under way and looks at the gates, in this order, without a fence between them: what it
    // has said is seen a moment later.
    constexpr std::chrono::microseconds moment(200);
    const auto latest = std::chrono::steady_clock::now() + std::chrono::seconds(1);
    do {
        std::this_thread::sleep_for(moment);
    } while (context.gates.under_way.load(std::memory_order_acquire) && std::chrono::steady_clock::now() < latest);
}

void release_current() {
    Context* const context = current.context;
    if (!context) return;
    end_sequence(*context);
    window_frame_finished(context->framebuffers, context->rasterizer);
    // A context that ends finishes what somebody can still see.
    if (!context->destroyed) context->rasterizer.finish();
    flush_window_front(context->framebuffers, context->rasterizer);
    context->framebuffers.window_draw = context->framebuffers.window_read = nullptr;
    current = {};
    std::lock_guard lock(contexts_mutex());
    context->current_somewhere = false;
    if (context->destroyed) end(context);
}

}  // namespace

ContextResult create_context(const ContextRequest& request, const SupportedVersions& supported) try {
    const runtime::ApplicationShield shield;
    Version version;
    if (const ContextError error = choose_version(request, supported, version); error != ContextError::None)
        return {nullptr, error};
    // KHR_no_error; GLX_ARB_create_context_robustness, EGL_EXT_create_context_robustness.
    if (const Context* const other = request.share;
        other && (other->request.no_error != request.no_error ||
                  other->request.lose_context_on_reset != request.lose_context_on_reset))
        return {nullptr, ContextError::ShareMismatch};
    std::lock_guard lock(contexts_mutex());
    auto group = request.share ? request.share->shared : std::make_shared<ShareGroup>();
    auto context = std::make_unique<Context>(request, version, group);
    context->request.share = nullptr;  // only of interest now
    if (++group->contexts > 1) {
        context->gates.close(gate::Shared);
        if (!request.share->gates.any_closed(gate::Shared)) {
            request.share->gates.close(gate::Shared);
            wait_for_commands(*request.share);
        }
    }
    return {context.release(), ContextError::None};
} catch (const std::bad_alloc&) {
    return {nullptr, ContextError::OutOfMemory};
}

int version_of(const Context& context) { return context.version.number(); }

void destroy_context(Context* context) {
    const runtime::ApplicationShield shield;
    if (!context) return;
    std::lock_guard lock(contexts_mutex());
    if (context->current_somewhere) {
        context->destroyed = true;
    } else {
        end(context);
    }
}

bool make_current(Context* context, std::shared_ptr<WindowFramebuffer> draw, std::shared_ptr<WindowFramebuffer> read) {
    const runtime::ApplicationShield shield;
    if (context && context != current.context) {
        std::lock_guard lock(contexts_mutex());
        if (context->current_somewhere) return false;
        context->current_somewhere = true;
    }
    if (context != current.context) release_current();
    if (!context) return true;
    if (current.context) end_sequence(*context);
    if (current.context && context->framebuffers.window_draw != draw) {
        window_frame_finished(context->framebuffers, context->rasterizer);
        context->rasterizer.finish();
        flush_window_front(context->framebuffers, context->rasterizer);
    }
    current = {context, &context->gates};
    context->framebuffers.window_draw = std::move(draw);
    context->framebuffers.window_read = std::move(read);
    context->framebuffers.window_stale = true;
    window_attached(context->framebuffers);
    if (!context->was_current) {
        // The viewport and scissor start as the first window (GL 2.1 §2.11.1, §4.1.2).
        context->was_current = true;
        const WindowFramebuffer* const window = context->framebuffers.window_draw.get();
        const int width = window ? window->width() : 0, height = window ? window->height() : 0;
        for (auto& viewport : context->state.viewport.viewports) {
            viewport.width = float(width), viewport.height = float(height);
        }
        context->state.scissor.boxes.fill({0, 0, width, height});
    }
    return true;
}

Context* current_context() { return current.context; }

void finish_frame(WindowFramebuffer& drawable) {
    const runtime::ApplicationShield shield;
    Context* const context = current.context;
    if (!context || context->framebuffers.window_draw.get() != &drawable) return;
    end_sequence(*context);
    window_frame_finished(context->framebuffers, context->rasterizer);
    context->rasterizer.finish();
    observe_frame(context->debug);
    window_swapped(context->framebuffers);
}

void finish_current() {
    const runtime::ApplicationShield shield;
    if (!current.context) return;
    end_sequence(*current.context);
    current.context->rasterizer.finish();
    flush_window_front(current.context->framebuffers, current.context->rasterizer);
}

void flush_current() {
    const runtime::ApplicationShield shield;
    if (!current.context) return;
    end_sequence(*current.context);
    current.context->rasterizer.flush();
    flush_window_front(current.context->framebuffers, current.context->rasterizer);
}

void resolve_current() {
    const runtime::ApplicationShield shield;
    if (!current.context) return;
    end_sequence(*current.context);
    window_frame_finished(current.context->framebuffers, current.context->rasterizer);
    current.context->rasterizer.finish();
}

std::shared_ptr<const rasterizer::Fence> fence_current() {
    end_sequence(*current.context);
    return current.context->rasterizer.fence();
}

void* procedure_address(std::string_view name) {
    const auto table = entry_point_table();
    const auto found =
        std::ranges::lower_bound(table, name, {}, [](const EntryPoint& e) { return std::string_view(e.name); });
    return found != table.end() && found->name == name ? reinterpret_cast<void*>(found->function) : nullptr;
}

std::vector<EntryPointInfo> entry_points() {
    std::vector<EntryPointInfo> infos;
    for (const EntryPoint& entry : entry_point_table()) infos.push_back({entry.name, entry.missing});
    return infos;
}

bool copy_context(Context* source, Context* destination, uint32_t mask) {
    const runtime::ApplicationShield shield;
    const std::lock_guard lock(contexts_mutex());
    const Context* const mine = current_context();
    for (const Context* context : {source, destination})
        if (context->current_somewhere && context != mine) return false;
    if (destination == mine) end_sequence(*destination);
    copy_attributes(*source, *destination, mask);
    return true;
}

}  // namespace glapi
