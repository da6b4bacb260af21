// What needs Xlib's inner header: errors made on the client's side and the hook of XCloseDisplay.
#pragma once

#include "driver/xlib/xlib.h"

namespace driver::xlib {

// An error as a server sends it: of a request, which opcodes name.
struct Error {
    int code = 0;
    XID resource = 0;
    int major_opcode = 0, minor_opcode = 0;
};

// Hands an error to the application's X error handler as if the server had sent it. No mutex may be held that a handler
// could want: it may call GLX, or not return.
void send_error(Display* display, const Error& error);

// Has XCloseDisplay call `hook`.
void on_close(Display* display, int (*hook)(Display*, XExtCodes*));

}  // namespace driver::xlib
