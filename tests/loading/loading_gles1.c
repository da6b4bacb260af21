/* OpenGL ES 1.1, linked as programs link it: a triangle in fixed point, in a pbuffer. */
#define EGL_NO_X11
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES/gl.h>
#include <stdio.h>
#include <string.h>

static int draw_and_check(void) {
    static const GLfixed corners[] = {-0x10000, -0x10000, 0x30000, -0x10000, -0x10000, 0x30000};
    static const GLfixed sizes[] = {0x10000, 0x10000, 0x10000};
    const char* version = (const char*)glGetString(GL_VERSION);
    GLubyte pixel[4] = {0, 0, 0, 0};
    GLenum error;
    int good;

    printf("GL_VENDOR = %s\nGL_VERSION = %s\n", (const char*)glGetString(GL_VENDOR), version);
    glClearColorx(0x10000, 0, 0, 0x10000);
    glClear(GL_COLOR_BUFFER_BIT);
    glColor4x(0, 0x10000, 0, 0x10000);
    glEnableClientState(GL_VERTEX_ARRAY);
    glVertexPointer(2, GL_FIXED, 0, corners);
    glPointSizePointerOES(GL_FIXED, 0, sizes);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glReadPixels(80, 60, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    error = glGetError();
    good = pixel[0] == 0 && pixel[1] == 255 && error == GL_NO_ERROR && !strncmp(version, "OpenGL ES-CM 1.1", 16);
    printf("pixel = %d %d %d %d, error 0x%x: %s\n", pixel[0], pixel[1], pixel[2], pixel[3], error,
           good ? "good" : "wrong");
    return !good;
}

int main(void) {
    static const EGLint wishes[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES_BIT,
                                    EGL_NONE};
    static const EGLint size[] = {EGL_WIDTH, 160, EGL_HEIGHT, 120, EGL_NONE};
    static const EGLint version[] = {EGL_CONTEXT_CLIENT_VERSION, 1, EGL_NONE};
    EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    EGLConfig config;
    EGLContext context;
    EGLSurface surface;
    EGLint count = 0;
    int result;

    if (!display || !eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_ES_API) ||
        !eglChooseConfig(display, wishes, &config, 1, &count) || count != 1) {
        printf("no config: 0x%x\n", eglGetError());
        return 1;
    }
    context = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
    surface = eglCreatePbufferSurface(display, config, size);
    if (!context || !surface || !eglMakeCurrent(display, surface, surface, context)) {
        printf("no context or surface: 0x%x\n", eglGetError());
        return 1;
    }
    result = draw_and_check();
    eglTerminate(display);
    return result;
}
