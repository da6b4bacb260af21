/* A freeglut program, linked with libGL. */
#include <GL/freeglut.h>

#include "pixel_check.h"

static int result = 1;

static void* lookup(const char* name) {
    void* address;
    *(GLUTproc*)&address = glutGetProcAddress(name);
    return address;
}

static void display(void) {
    result = clear_and_check(lookup, 160, 120);
    /* The linked functions must be those of the same driver. */
    glClearColor(1, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    {
        GLubyte pixel[4] = {0, 0, 0, 0};
        glReadPixels(1, 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
        if (pixel[0] != 255 || pixel[1] != 0) result = 1;
    }
    glutSwapBuffers();
    glutLeaveMainLoop();
}

int main(int argc, char** argv) {
    glutInit(&argc, argv);
    glutInitDisplayMode(GLUT_RGB | GLUT_DOUBLE | GLUT_DEPTH);
    glutInitWindowSize(160, 120);
    glutSetOption(GLUT_ACTION_ON_WINDOW_CLOSE, GLUT_ACTION_CONTINUE_EXECUTION);
    glutCreateWindow("loading");
    glutDisplayFunc(display);
    glutMainLoop();
    return result;
}
