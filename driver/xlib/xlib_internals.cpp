#include "driver/xlib/xlib_internals.h"

// After the C++ headers, which its macros would change.
#include <X11/Xlibint.h>

namespace driver::xlib {

void send_error(Display* display, const Error& error) {
    xError message{};
    message.type = X_Error;
    message.errorCode = static_cast<BYTE>(error.code);
    message.resourceID = static_cast<CARD32>(error.resource);
    message.minorCode = static_cast<CARD16>(error.minor_opcode);
    message.majorCode = static_cast<CARD8>(error.major_opcode);
    LockDisplay(display);
    // Callers that trap errors (GDK's error traps, Wine) compare serials: they take errors of requests made after
    // their trap was set. A request of our own is that one, and since it has a reply, events and errors of earlier
    // requests have been read when the handler runs: Xlib takes serials that go back for lost ones.
    _XGetRequest(display, X_GetInputFocus, SIZEOF(xReq));
    message.sequenceNumber = static_cast<CARD16>(display->request);
    xGetInputFocusReply reply;
    _XReply(display, reinterpret_cast<xReply*>(&reply), 0, xTrue);
    _XError(display, &message);
    UnlockDisplay(display);
}

void on_close(Display* display, int (*hook)(Display*, XExtCodes*)) {
    if (const XExtCodes* codes = XAddExtension(display)) XESetCloseDisplay(display, codes->extension, hook);
}

}  // namespace driver::xlib
