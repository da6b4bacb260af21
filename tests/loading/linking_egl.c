/* Linked with libEGL alone. */
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <stdio.h>

int main(void) {
    EGLDisplay const display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    if (!eglInitialize(display, NULL, NULL)) return 1;
    puts(eglQueryString(display, EGL_VENDOR));
    return 0;
}
