// EGL's headers without Xlib's: native handles are integers and pointers here.
#pragma once

#define EGL_NO_X11
#define EGL_EGLEXT_PROTOTYPES
#include <EGL/egl.h>
#include <EGL/eglext.h>

// Commands of extensions that are not in the registry: CHROMIUM_sync_control.
extern "C" EGLBoolean eglGetSyncValuesCHROMIUM(EGLDisplay dpy, EGLSurface surface, EGLuint64KHR* ust, EGLuint64KHR* msc,
                                               EGLuint64KHR* sbc);
