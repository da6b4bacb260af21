/* EGL without a window system: a pbuffer, then no surface at all. */
#define EGL_NO_X11
#include <EGL/egl.h>
#include <EGL/eglext.h>

#include "pixel_check.h"

static void* lookup(const char* name) {
    void* address;
    *(__eglMustCastToProperFunctionPointerType*)&address = eglGetProcAddress(name);
    return address;
}

int main(void) {
    static const EGLint wishes[] = {
        EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_RED_SIZE, 8, EGL_DEPTH_SIZE, 24,
        EGL_NONE};
    static const EGLint size[] = {EGL_WIDTH, 160, EGL_HEIGHT, 120, EGL_NONE};
    EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    EGLint major = 0, minor = 0, count = 0;
    EGLConfig config;
    EGLContext context;
    EGLSurface surface;
    int result;
    if (!display || !eglInitialize(display, &major, &minor)) {
        printf("no display: 0x%x\n", eglGetError());
        return 1;
    }
    printf("EGL %d.%d by %s\n", major, minor, eglQueryString(display, EGL_VENDOR));
    if (!eglBindAPI(EGL_OPENGL_API) || !eglChooseConfig(display, wishes, &config, 1, &count) || count != 1) {
        printf("no config: 0x%x\n", eglGetError());
        return 1;
    }
    context = eglCreateContext(display, config, EGL_NO_CONTEXT, NULL);
    surface = eglCreatePbufferSurface(display, config, size);
    if (!context || !surface || !eglMakeCurrent(display, surface, surface, context)) {
        printf("no context or surface: 0x%x\n", eglGetError());
        return 1;
    }
    result = clear_and_check(lookup, 160, 120);
    if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) {
        printf("not surfaceless: 0x%x\n", eglGetError());
        result = 1;
    }
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglTerminate(display);
    return result;
}
