// What needs Xlib's inner header: errors made on the client's side and the hook of XCloseDisplay.
#include "driver/glx/glx_objects.h"

// After the C++ headers, which its macros would change.
#include <X11/Xlibint.h>

namespace driver::glx {
namespace {

void send_error(Display* display, int code, XID resource, int request) {
    int major_opcode = 0;
    {
        const std::lock_guard lock(objects_mutex());
        if (const DisplayState* state = display_state(display)) major_opcode = state->major_opcode;
    }
    xError error{};
    error.type = X_Error;
    error.errorCode = static_cast<BYTE>(code);
    error.resourceID = static_cast<CARD32>(resource);
    error.minorCode = static_cast<CARD16>(request);
    error.majorCode = static_cast<CARD8>(major_opcode);
    LockDisplay(display);
    // Callers that trap errors (GDK's error traps, Wine) compare serials: the error must be of a request made after
    // their trap was set. A request of our own is that one, and since it has a reply, events and errors of earlier
    // requests have been read when the handler runs: Xlib takes serials that go back for lost ones.
    _XGetRequest(display, X_GetInputFocus, SIZEOF(xReq));
    error.sequenceNumber = static_cast<CARD16>(display->request);
    xGetInputFocusReply reply;
    _XReply(display, reinterpret_cast<xReply*>(&reply), 0, xTrue);
    _XError(display, &error);
    UnlockDisplay(display);
}

}  // namespace

void report(Display* display, GlxError error, XID resource, int request) {
    if (!display) return;
    int base = 0;
    {
        const std::lock_guard lock(objects_mutex());
        if (const DisplayState* state = display_state(display)) base = state->error_base;
    }
    send_error(display, base + int(error), resource, request);
}

void report_core(Display* display, int error, XID resource, int request) {
    if (display) send_error(display, error, resource, request);
}

void on_close(Display* display, int (*hook)(Display*, XExtCodes*)) {
    if (const XExtCodes* codes = XAddExtension(display)) XESetCloseDisplay(display, codes->extension, hook);
}

}  // namespace driver::glx
