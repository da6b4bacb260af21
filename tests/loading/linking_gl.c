/* Linked with libGL alone: GLX, commands of OpenGL 1.x and those of later versions and extensions, by their names. */
#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>
#include <GL/glx.h>
#include <dlfcn.h>
#include <stdio.h>

/* libX11 is opened, since only libGL is to be linked. */
#define X11(name) ((__typeof__(&name))dlsym(x11, #name))

int main(void) {
    static const int wanted[] = {GLX_DRAWABLE_TYPE, GLX_PBUFFER_BIT, GLX_RENDER_TYPE, GLX_RGBA_BIT, None};
    static const int size[] = {GLX_PBUFFER_WIDTH, 4, GLX_PBUFFER_HEIGHT, 4, None};
    void* const x11 = dlopen("libX11.so.6", RTLD_NOW);
    Display* const display = X11(XOpenDisplay)(NULL);
    int count = 0;
    GLuint program = 0, buffer = 0;
    GLXFBConfig* const configs = glXChooseFBConfig(display, 0, wanted, &count);
    if (!configs || count < 1) return 1;
    GLXContext const context = glXCreateNewContext(display, configs[0], GLX_RGBA_TYPE, NULL, True);
    GLXPbuffer const pbuffer = glXCreatePbuffer(display, configs[0], size);
    if (!glXMakeContextCurrent(display, pbuffer, pbuffer, context)) return 1;
    glGenProgramsARB(1, &program);
    glCreateBuffers(1, &buffer);
    if (!program || !buffer || glGetError() != GL_NO_ERROR) return 1;
    puts((const char*)glGetString(GL_VENDOR));
    return 0;
}
