/* A context for programs that are linked with no window system's library: by libEGL.so.1, opened. */
#pragma once
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <dlfcn.h>

#define EGL(name) ((__typeof__(&name))dlsym(egl, #name))

static int make_current(EGLenum api, EGLint version) {
    void* const egl = dlopen("libEGL.so.1", RTLD_NOW);
    if (!egl) return 0;
    EGLDisplay const display = EGL(eglGetPlatformDisplay)(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    const EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION, version, EGL_NONE};
    EGLContext context;
    if (!EGL(eglInitialize)(display, NULL, NULL) || !EGL(eglBindAPI)(api)) return 0;
    context = EGL(eglCreateContext)(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attributes);
    return context && EGL(eglMakeCurrent)(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context);
}
