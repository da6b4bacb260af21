// Xlib's headers without their macros for ordinary words (None, Bool, Status…), which our own headers use.
#pragma once

#include <X11/Xlib-xcb.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>

#undef None
#undef Bool
#undef Status
#undef True
#undef False
#undef Success
#undef Always
using Bool = int;
using Status = int;
inline constexpr int None = 0, True = 1, False = 0, Success = 0;
