// Writes the names of all extensions that GLX and EGL have here, one a line: for check_extensions.
#define EGL_EGLEXT_PROTOTYPES
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/glx.h>
#include <cstdio>
#include <sstream>
#include <string>

static void write_names(const char* text) {
    std::istringstream names(text ? text : "nothing");
    for (std::string name; names >> name;) std::puts(name.c_str());
}

int main() {
    Display* const display = XOpenDisplay(nullptr);
    if (!display) return 1;
    write_names(glXQueryExtensionsString(display, DefaultScreen(display)));
    const EGLDisplay egl = eglGetDisplay(display);
    eglInitialize(egl, nullptr, nullptr);
    write_names(eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS));
    write_names(eglQueryString(egl, EGL_EXTENSIONS));
    EGLDeviceEXT device = nullptr;
    EGLint count = 0;
    eglQueryDevicesEXT(1, &device, &count);
    write_names(eglQueryDeviceStringEXT(device, EGL_EXTENSIONS));
    eglTerminate(egl);
    XCloseDisplay(display);
}
