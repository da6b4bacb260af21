/* OpenGL ES 2.0, linked as programs link it: a triangle by shaders, in a pbuffer. */
#define EGL_NO_X11
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES2/gl2.h>
#include <stdio.h>
#include <string.h>

static GLuint shader(GLenum stage, const char* text) {
    const GLuint name = glCreateShader(stage);
    glShaderSource(name, 1, &text, NULL);
    glCompileShader(name);
    return name;
}

static int draw_and_check(void) {
    static const GLfloat corners[] = {-1, -1, 3, -1, -1, 3};
    const char* version = (const char*)glGetString(GL_VERSION);
    const GLuint program = glCreateProgram();
    GLubyte pixel[4] = {0, 0, 0, 0};
    GLenum error;
    int good;

    printf("GL_VENDOR = %s\nGL_VERSION = %s\n", (const char*)glGetString(GL_VENDOR), version);
    glAttachShader(program,
                   shader(GL_VERTEX_SHADER, "attribute vec2 at; void main() { gl_Position = vec4(at, 0, 1); }"));
    glAttachShader(program, shader(GL_FRAGMENT_SHADER, "void main() { gl_FragColor = vec4(0, 1, 0, 1); }"));
    glBindAttribLocation(program, 0, "at");
    glLinkProgram(program);
    glUseProgram(program);
    glClearColor(1, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, corners);
    glEnableVertexAttribArray(0);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glReadPixels(80, 60, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    error = glGetError();
    good = pixel[0] == 0 && pixel[1] == 255 && error == GL_NO_ERROR && !strncmp(version, "OpenGL ES 3", 11);
    printf("pixel = %d %d %d %d, error 0x%x: %s\n", pixel[0], pixel[1], pixel[2], pixel[3], error,
           good ? "good" : "wrong");
    return !good;
}

int main(void) {
    static const EGLint wishes[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT,
                                    EGL_NONE};
    static const EGLint size[] = {EGL_WIDTH, 160, EGL_HEIGHT, 120, EGL_NONE};
    static const EGLint version[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
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
