/* Linked with libOpenGL alone. */
#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>
#include <stdio.h>

#include "linking_context.h"

int main(void) {
    if (!make_current(EGL_OPENGL_API, 4)) return 1;
    GLuint buffer = 0;
    glCreateBuffers(1, &buffer);
    if (!buffer || glGetError() != GL_NO_ERROR) return 1;
    puts((const char*)glGetString(GL_VENDOR));
    return 0;
}
