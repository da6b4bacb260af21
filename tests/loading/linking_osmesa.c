/* Linked with libOSMesa alone: a context, a picture, and commands of OpenGL. */
#include <GL/osmesa.h>
#include <stdio.h>

int main(void) {
    static GLubyte picture[4 * 4 * 4];
    OSMesaContext context = OSMesaCreateContextExt(OSMESA_RGBA, 24, 8, 0, NULL);
    if (!context || !OSMesaMakeCurrent(context, picture, GL_UNSIGNED_BYTE, 4, 4)) return 1;
    glClearColor(1, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glFinish();
    if (picture[0] != 255 || picture[1] != 0) return 1;
    puts((const char*)glGetString(GL_VENDOR));
    OSMesaDestroyContext(context);
    return 0;
}
