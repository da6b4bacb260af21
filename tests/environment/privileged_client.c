/* Draws with an assembly program, and says whether the process is privileged (AT_SECURE). */
#define EGL_NO_X11
#define GL_GLEXT_PROTOTYPES
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <GL/glext.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>

int main(void) {
    static const char program[] = "!!ARBfp1.0\nMOV result.color, {0, 1, 0, 1};\nEND\n";
    static const EGLint wishes[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
    static const EGLint size[] = {EGL_WIDTH, 16, EGL_HEIGHT, 16, EGL_NONE};
    EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    EGLConfig config;
    EGLContext context;
    EGLSurface surface;
    EGLint count = 0;
    GLubyte pixel[4] = {0};
    if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_API) ||
        !eglChooseConfig(display, wishes, &config, 1, &count) || count != 1)
        return 1;
    context = eglCreateContext(display, config, EGL_NO_CONTEXT, NULL);
    surface = eglCreatePbufferSurface(display, config, size);
    if (!eglMakeCurrent(display, surface, surface, context)) return 1;
    glEnable(GL_FRAGMENT_PROGRAM_ARB);
    glProgramStringARB(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, (GLsizei)strlen(program), program);
    glRectf(-1, -1, 1, 1);
    glReadPixels(8, 8, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    eglTerminate(display);
    printf("privileged %lu, green %d\n", getauxval(AT_SECURE), pixel[1]);
    return pixel[1] != 255;
}
