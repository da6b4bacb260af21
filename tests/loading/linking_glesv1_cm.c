/* Linked with libGLESv1_CM alone. */
#include <GLES/gl.h>
#include <stdio.h>

#include "linking_context.h"

int main(void) {
    if (!make_current(EGL_OPENGL_ES_API, 1)) return 1;
    glClearColorx(0, 0, 0, 0);
    if (glGetError() != GL_NO_ERROR) return 1;
    puts((const char*)glGetString(GL_VENDOR));
    return 0;
}
