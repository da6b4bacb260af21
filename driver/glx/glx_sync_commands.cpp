// Swaps and the display's refresh: EXT_, MESA_ and SGI_swap_control, EXT_swap_control_tear, SGI_video_sync,
// OML_sync_control.
#include <new>

#include "driver/glx/glx_objects.h"
#include "driver/glx/glx_requests.h"
#include "driver/public.h"
#include "runtime/threads/application_shield.h"

using namespace driver::glx;

namespace {

// The clock of the screen that the current context is on.
driver::RefreshClock current_clock() {
    const Current& mine = current();
    if (mine.draw_object) return mine.draw_object->swaps->clock();
    const std::lock_guard lock(objects_mutex());
    const GlxScreen* screen = screen_of(display_state(mine.display), mine.context->screen);
    return screen ? screen->x11.refresh : driver::RefreshClock();
}

// What a drawable's swaps are counted by: null where there is no such drawable, and for a window that has not been
// drawn to, whose values come from its screen.
struct Timed {
    std::shared_ptr<GlxDrawable> drawable;
    bool valid = false;
    driver::RefreshClock clock;

    driver::SyncValues values() const {
        return drawable ? drawable->swaps->values() : driver::SwapSchedule(clock).values();
    }
};

Timed timed(Display* display, GLXDrawable name) {
    Timed result;
    if (!current().context) return result;
    NamedDrawable named = drawable_or_window(display, name, vendor_private_request);
    result.valid = static_cast<bool>(named);
    result.drawable = std::move(named.drawable);
    if (result.valid) result.clock = result.drawable ? result.drawable->swaps->clock() : current_clock();
    return result;
}

Bool give(const driver::SyncValues& values, int64_t* ust, int64_t* msc, int64_t* sbc) {
    if (ust) *ust = values.ust;
    if (msc) *msc = values.msc;
    if (sbc) *sbc = values.sbc;
    return True;
}

bool good_frames(int64_t target, int64_t divisor, int64_t remainder) {
    return target >= 0 && divisor >= 0 && remainder >= 0 && (divisor == 0 || remainder < divisor);
}

}  // namespace

ASMGL_PUBLIC int glXSwapIntervalSGI(int interval) {
    Current& mine = current();
    if (!mine.context) return GLX_BAD_CONTEXT;
    if (interval <= 0) return GLX_BAD_VALUE;
    if (mine.draw_object) mine.draw_object->swaps->set_interval(interval);
    return 0;
}

ASMGL_PUBLIC int glXSwapIntervalMESA(unsigned int interval) {
    Current& mine = current();
    if (!mine.context) return GLX_BAD_CONTEXT;
    if (interval > static_cast<unsigned>(INT32_MAX)) return GLX_BAD_VALUE;
    if (mine.draw_object) mine.draw_object->swaps->set_interval(static_cast<int>(interval));
    return 0;
}

ASMGL_PUBLIC int glXGetSwapIntervalMESA() {
    const Current& mine = current();
    return mine.draw_object ? mine.draw_object->swaps->interval() : 0;
}

ASMGL_PUBLIC void glXSwapIntervalEXT(Display* dpy, GLXDrawable draw, int interval) {
    const NamedDrawable named = drawable_or_window(dpy, draw, swap_buffers_request);
    if (named.drawable) {
        named.drawable->swaps->set_interval(interval);
    } else if (named.window) {
        const std::lock_guard lock(objects_mutex());
        display_state(dpy)->early_intervals[draw] = interval;
    }
}

ASMGL_PUBLIC int glXGetVideoSyncSGI(unsigned int* count) {
    const runtime::ApplicationShield shield;
    if (!current().context) return GLX_BAD_CONTEXT;
    if (count) *count = static_cast<unsigned>(current_clock().current_frame());
    return 0;
}

ASMGL_PUBLIC int glXWaitVideoSyncSGI(int divisor, int remainder, unsigned int* count) {
    const runtime::ApplicationShield shield;
    if (!current().context) return GLX_BAD_CONTEXT;
    // A remainder that no count leaves would be waited for without end.
    if (divisor <= 0 || remainder < 0 || remainder >= divisor) return GLX_BAD_VALUE;
    const driver::RefreshClock clock = current_clock();
    // Programs wait with divisor 1 for the next refresh: a count that fits already is not taken.
    clock.await(driver::matching_frame(clock.current_frame(), 0, divisor, remainder));
    if (count) *count = static_cast<unsigned>(clock.current_frame());
    return 0;
}

ASMGL_PUBLIC Bool glXGetSyncValuesOML(Display* dpy, GLXDrawable drawable, int64_t* ust, int64_t* msc, int64_t* sbc) {
    const runtime::ApplicationShield shield;
    const Timed of = timed(dpy, drawable);
    return of.valid && give(of.values(), ust, msc, sbc);
}

ASMGL_PUBLIC Bool glXGetMscRateOML(Display* dpy, GLXDrawable drawable, int32_t* numerator, int32_t* denominator) {
    const Timed of = timed(dpy, drawable);
    if (!of.valid) return False;
    if (numerator) *numerator = of.clock.numerator();
    if (denominator) *denominator = of.clock.denominator();
    return True;
}

ASMGL_PUBLIC int64_t glXSwapBuffersMscOML(Display* dpy, GLXDrawable drawable, int64_t target_msc, int64_t divisor,
                                          int64_t remainder) {
    const runtime::ApplicationShield shield;
    if (!good_frames(target_msc, divisor, remainder)) return -1;
    const Timed of = timed(dpy, drawable);
    if (!of.valid) return -1;
    if (!of.drawable || !of.drawable->config->buffers.double_buffered || of.drawable->kind == DrawableKind::Pixmap)
        return 0;
    try {
        glapi::finish_frame(*of.drawable->surface);
        if (shown_on_screen(*of.drawable)) of.drawable->swaps->await_turn(target_msc, divisor, remainder);
        of.drawable->surface->swap({});
    } catch (const std::bad_alloc&) {
        Failure::core(BadAlloc, drawable).send(dpy, swap_buffers_request);
        return -1;
    }
    return of.drawable->swaps->count_swap();
}

ASMGL_PUBLIC Bool glXWaitForMscOML(Display* dpy, GLXDrawable drawable, int64_t target_msc, int64_t divisor,
                                   int64_t remainder, int64_t* ust, int64_t* msc, int64_t* sbc) {
    const runtime::ApplicationShield shield;
    if (!good_frames(target_msc, divisor, remainder)) return False;
    const Timed of = timed(dpy, drawable);
    if (!of.valid) return False;
    of.clock.await(driver::matching_frame(of.clock.current_frame(), target_msc, divisor, remainder));
    return give(of.values(), ust, msc, sbc);
}

ASMGL_PUBLIC Bool glXWaitForSbcOML(Display* dpy, GLXDrawable drawable, int64_t target_sbc, int64_t* ust, int64_t* msc,
                                   int64_t* sbc) {
    const runtime::ApplicationShield shield;
    if (target_sbc < 0) return False;
    const Timed of = timed(dpy, drawable);
    if (!of.valid) return False;
    // Swaps have been done when the command that asks for them returns: only another thread could bring more.
    if (of.values().sbc < target_sbc && (!of.drawable || of.drawable == current().draw_object)) return False;
    if (of.drawable && !of.drawable->swaps->await_count(target_sbc)) return False;
    return give(of.values(), ust, msc, sbc);
}
