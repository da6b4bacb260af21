/* Linked with libGLX alone. */
#include <GL/glx.h>
#include <dlfcn.h>
#include <stdio.h>

#define X11(name) ((__typeof__(&name))dlsym(x11, #name))

int main(void) {
    void* const x11 = dlopen("libX11.so.6", RTLD_NOW);
    Display* const display = X11(XOpenDisplay)(NULL);
    puts(glXGetClientString(display, GLX_VENDOR));
    return glXGetProcAddress((const GLubyte*)"glClear") ? 0 : 1;
}
