/* Linked with libGLESv2 alone. */
#include <GLES3/gl31.h>
#include <stdio.h>

#include "linking_context.h"

int main(void) {
    if (!make_current(EGL_OPENGL_ES_API, 3)) return 1;
    glMemoryBarrier(GL_ALL_BARRIER_BITS);
    if (glGetError() != GL_NO_ERROR) return 1;
    puts((const char*)glGetString(GL_VENDOR));
    return 0;
}
