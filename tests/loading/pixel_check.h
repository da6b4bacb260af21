/* What the programs have in common: clear, read back, say whose OpenGL it was. */
#ifndef PIXEL_CHECK_H
#define PIXEL_CHECK_H

#include <GL/gl.h>
#include <stdio.h>
#include <stdlib.h>

typedef void* (*lookup_function)(const char* name);

/* Clears to a colour and reads the middle of the drawable; 0 where it is as it should be. */
static int clear_and_check(lookup_function lookup, int width, int height) {
    void (*clear_color)(GLfloat, GLfloat, GLfloat, GLfloat);
    void (*clear)(GLbitfield);
    void (*read_pixels)(GLint, GLint, GLsizei, GLsizei, GLenum, GLenum, void*);
    const GLubyte* (*get_string)(GLenum);
    GLenum (*get_error)(void);
    GLubyte pixel[4] = {0, 0, 0, 0};
    GLenum error;
    int good;

    *(void**)&clear_color = lookup("glClearColor");
    *(void**)&clear = lookup("glClear");
    *(void**)&read_pixels = lookup("glReadPixels");
    *(void**)&get_string = lookup("glGetString");
    *(void**)&get_error = lookup("glGetError");
    if (!clear_color || !clear || !read_pixels || !get_string || !get_error) {
        printf("a function is missing\n");
        return 1;
    }
    printf("GL_VENDOR = %s\n", (const char*)get_string(GL_VENDOR));
    clear_color(0.2f, 0.4f, 0.8f, 1.0f);
    clear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    read_pixels(width / 2, height / 2, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    error = get_error();
    good = pixel[0] == 51 && pixel[1] == 102 && pixel[2] == 204 && error == GL_NO_ERROR;
    printf("pixel = %d %d %d %d, error 0x%x: %s\n", pixel[0], pixel[1], pixel[2], pixel[3], error,
           good ? "good" : "wrong");
    return !good;
}

#endif
