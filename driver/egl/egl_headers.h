// EGL's headers without Xlib's: native handles are integers and pointers here.
#pragma once

#define EGL_NO_X11
#define EGL_EGLEXT_PROTOTYPES
#include <EGL/egl.h>
#include <EGL/eglext.h>
