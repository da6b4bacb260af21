/* A triangle in the program's own memory, with names as Mesa's header and library have them. */
#include <GL/osmesa.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    enum { width = 64, height = 48 };
    static GLubyte pixels[height][width][4];
    static const int attributes[] = {OSMESA_FORMAT, OSMESA_RGBA, OSMESA_DEPTH_BITS, 24, 0};
    OSMesaContext context = OSMesaCreateContextAttribs(attributes, NULL);
    GLint columns = 0, rows = 0, bytes = 0;
    void* depth = NULL;
    int good;

    if (!context || !OSMesaMakeCurrent(context, pixels, GL_UNSIGNED_BYTE, width, height)) {
        printf("no context\n");
        return 1;
    }
    printf("GL_VENDOR = %s\nGL_VERSION = %s\n", (const char*)glGetString(GL_VENDOR),
           (const char*)glGetString(GL_VERSION));
    glClearColor(0, 0, 1, 1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    glEnable(GL_DEPTH_TEST);
    glColor3f(1, 0, 0);
    glBegin(GL_TRIANGLES);
    glVertex2f(-1, -1);
    glVertex2f(1, -1);
    glVertex2f(-1, 1);
    glEnd();
    glFinish();
    good = pixels[4][4][0] == 255 && pixels[4][4][2] == 0 && pixels[height - 4][width - 4][2] == 255 &&
           OSMesaGetDepthBuffer(context, &columns, &rows, &bytes, &depth) && columns == width && rows == height &&
           glGetError() == GL_NO_ERROR;
    printf("pixel = %d %d %d %d: %s\n", pixels[4][4][0], pixels[4][4][1], pixels[4][4][2], pixels[4][4][3],
           good ? "good" : "wrong");
    OSMesaDestroyContext(context);
    return !good;
}
