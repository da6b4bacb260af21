#include "glapi/lists/display_list.h"

#include <chrono>
#include <climits>
#include <gtest/gtest.h>

#include "glapi/generated/commands.h"
#include "glapi/generated/entry_points.h"
#include "glapi/testing/test_window.h"

namespace glapi {
namespace {

using namespace commands;
using testing::CurrentContext;
using testing::Pixel;

int get(GLenum token) {
    GLint value = -1;
    ::glGetIntegerv(token, &value);
    return value;
}

TEST(DisplayList, CompilesWithoutExecuting) {
    CurrentContext context;
    ::glNewList(5, GL_COMPILE);
    ::glDepthFunc(GL_ALWAYS);
    EXPECT_EQ(get(GL_DEPTH_FUNC), GL_LESS);
    EXPECT_EQ(get(GL_LIST_INDEX), 5);
    EXPECT_FALSE(::glIsList(5)) << "exists from EndList on";
    ::glEndList();
    EXPECT_TRUE(::glIsList(5));
    EXPECT_EQ(get(GL_DEPTH_FUNC), GL_LESS);
    ::glCallList(5);
    EXPECT_EQ(get(GL_DEPTH_FUNC), GL_ALWAYS);
    ::glNewList(6, GL_COMPILE_AND_EXECUTE);
    ::glDepthFunc(GL_NEVER);
    ::glEndList();
    EXPECT_EQ(get(GL_DEPTH_FUNC), GL_NEVER);
    EXPECT_EQ(::glGetError(), GLenum{GL_NO_ERROR});
}

// A list's commands between two pairs of Begin and End count for the second, although they pass no entry points.
TEST(DisplayList, StateChangesBetweenItsPairs) {
    CurrentContext gl(16, 16);
    gl.context->draw_sequence->enabled = true;
    ::glNewList(1, GL_COMPILE);
    const auto square = [](GLubyte green) {
        ::glColor4ub(0, green, 0, 255);
        ::glBegin(GL_QUADS);
        for (const auto& [x, y] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}) ::glVertex2i(x, y);
        ::glEnd();
    };
    square(255);
    ::glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
    square(0);
    ::glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    ::glEndList();
    ::glCallList(1);
    GLubyte pixel[4];
    ::glReadPixels(8, 8, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    EXPECT_EQ(pixel[1], 255);
    EXPECT_EQ(::glGetError(), GLenum{GL_NO_ERROR});
}

TEST(DisplayList, BuffersOfTexturesAreSetAtOnce) {
    CurrentContext context;
    GLuint buffer = 0, texture = 0;
    ::glGenBuffers(1, &buffer);
    ::glBindBuffer(GL_TEXTURE_BUFFER, buffer);
    ::glBufferData(GL_TEXTURE_BUFFER, 16, nullptr, GL_STATIC_DRAW);
    ::glGenTextures(1, &texture);
    ::glBindTexture(GL_TEXTURE_BUFFER, texture);
    ::glNewList(1, GL_COMPILE);
    ::glTexBuffer(GL_TEXTURE_BUFFER, GL_RGBA8, buffer);
    ::glEndList();
    EXPECT_EQ(get(GL_TEXTURE_BUFFER_DATA_STORE_BINDING), GLint(buffer));
    ::glTexBuffer(GL_TEXTURE_BUFFER, GL_RGBA8, 0);
    ::glCallList(1);
    EXPECT_EQ(get(GL_TEXTURE_BUFFER_DATA_STORE_BINDING), 0);
    EXPECT_EQ(::glGetError(), GLenum{GL_NO_ERROR});
}

TEST(DisplayList, CopiesWhatPointersPointTo) {
    CurrentContext context;
    float color[4] = {0.25f, 0.5f, 0.75f, 1};
    ::glNewList(1, GL_COMPILE);
    ::glFogfv(GL_FOG_COLOR, color);
    ::glLightfv(GL_LIGHT2, GL_DIFFUSE, color);
    ::glEndList();
    color[0] = 9;
    ::glCallList(1);
    float read[4];
    ::glGetFloatv(GL_FOG_COLOR, read);
    EXPECT_EQ(read[0], 0.25f);
    ::glGetLightfv(GL_LIGHT2, GL_DIFFUSE, read);
    EXPECT_EQ(read[2], 0.75f);
}

TEST(DisplayList, ErrorsComeWithExecution) {
    CurrentContext context;
    ::glNewList(1, GL_COMPILE);
    ::glDepthFunc(GL_LIGHTING);
    EXPECT_EQ(::glGetError(), GLenum{GL_NO_ERROR});
    ::glEndList();
    ::glCallList(1);
    EXPECT_EQ(::glGetError(), GLenum{GL_INVALID_ENUM});
    ::glEndList();
    EXPECT_EQ(::glGetError(), GLenum{GL_INVALID_OPERATION});
    ::glNewList(0, GL_COMPILE);
    EXPECT_EQ(::glGetError(), GLenum{GL_INVALID_VALUE});
    ::glNewList(1, GL_LIGHTING);
    EXPECT_EQ(::glGetError(), GLenum{GL_INVALID_ENUM});
    ::glNewList(1, GL_COMPILE);
    ::glNewList(2, GL_COMPILE);
    EXPECT_EQ(::glGetError(), GLenum{GL_INVALID_OPERATION});
    ::glEndList();
}

TEST(DisplayList, CommandsThatAreNeverCompiled) {
    CurrentContext context;
    ::glNewList(1, GL_COMPILE);
    ::glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    GLuint texture = 0;
    ::glGenTextures(1, &texture);
    ::glEndList();
    EXPECT_EQ(get(GL_UNPACK_ALIGNMENT), 1);
    EXPECT_NE(texture, 0u);
}

TEST(DisplayList, CallListsReadsEveryType) {
    CurrentContext context;
    const GLuint base = ::glGenLists(300);
    ASSERT_NE(base, 0u);
    for (GLuint i = 0; i < 300; ++i) {
        ::glNewList(base + i, GL_COMPILE);
        ::glTranslatef(float(i), 0, 0);
        ::glEndList();
    }
    ::glListBase(base);
    const auto moved = [](GLenum type, const void* names) {
        ::glLoadIdentity();
        ::glCallLists(2, type, names);
        float matrix[16];
        ::glGetFloatv(GL_MODELVIEW_MATRIX, matrix);
        return int(matrix[12]);
    };
    const GLubyte bytes[] = {1, 2, 3, 4, 5, 6, 7, 8};
    EXPECT_EQ(moved(GL_UNSIGNED_BYTE, bytes), 3);
    EXPECT_EQ(moved(GL_BYTE, bytes), 3);
    const GLushort shorts[] = {200, 40};
    EXPECT_EQ(moved(GL_UNSIGNED_SHORT, shorts), 240);
    const GLint ints[] = {250, -1};
    EXPECT_EQ(moved(GL_INT, ints), 250) << "the second is before the base: no list";
    const GLfloat floats[] = {12.7f, 100};
    EXPECT_EQ(moved(GL_FLOAT, floats), 112);
    const GLubyte two[] = {1, 2, 0, 9};
    EXPECT_EQ(moved(GL_2_BYTES, two), 258 + 9);
    const GLubyte four[] = {0, 0, 1, 0, 0, 0, 0, 3};
    EXPECT_EQ(moved(GL_4_BYTES, four), 259);
    EXPECT_EQ(::glGetError(), GLenum{GL_NO_ERROR});
    ::glCallLists(1, GL_DOUBLE, bytes);
    EXPECT_EQ(::glGetError(), GLenum{GL_INVALID_ENUM});
    ::glDeleteLists(base, 300);
    EXPECT_FALSE(::glIsList(base + 7));
}

TEST(DisplayList, NestsAndSurvivesRecursion) {
    CurrentContext context;
    ::glNewList(1, GL_COMPILE);
    ::glTranslatef(1, 0, 0);
    ::glCallList(2);
    ::glEndList();
    ::glNewList(2, GL_COMPILE);
    ::glCallList(1);
    ::glEndList();
    ::glCallList(1);
    float matrix[16];
    ::glGetFloatv(GL_MODELVIEW_MATRIX, matrix);
    EXPECT_EQ(matrix[12], float(limits::MAX_LIST_NESTING / 2));
    EXPECT_EQ(::glGetError(), GLenum{GL_NO_ERROR});
}

TEST(DisplayList, AListMayReplaceItselfWhileItRuns) {
    CurrentContext context;
    ::glNewList(1, GL_COMPILE);
    ::glTranslatef(1, 0, 0);
    ::glEndList();
    ::glNewList(1, GL_COMPILE_AND_EXECUTE);
    ::glCallList(1);  // the old one
    ::glTranslatef(2, 0, 0);
    ::glEndList();
    float matrix[16];
    ::glGetFloatv(GL_MODELVIEW_MATRIX, matrix);
    EXPECT_EQ(matrix[12], 3);
}

void draw_square_from_arrays() {
    static const float positions[] = {-1, -1, 1, -1, 1, 1, -1, 1};
    static const GLubyte order[] = {0, 1, 2, 3};
    ::glVertexPointer(2, GL_FLOAT, 0, positions);
    ::glEnableClientState(GL_VERTEX_ARRAY);
    ::glDrawElements(GL_QUADS, 4, GL_UNSIGNED_BYTE, order);
    ::glDisableClientState(GL_VERTEX_ARRAY);
}

TEST(DisplayList, DereferencesArraysWhenCompiled) {
    CurrentContext context;
    ::glNewList(1, GL_COMPILE);
    ::glColor3f(1, 0, 0);
    draw_square_from_arrays();
    ::glEndList();
    EXPECT_EQ(context.pixel(32, 32), (Pixel{0, 0, 0, 0}));
    ::glCallList(1);
    EXPECT_EQ(context.pixel(32, 32), (Pixel{255, 0, 0, 255}));
    EXPECT_EQ(::glGetError(), GLenum{GL_NO_ERROR});
}

TEST(DisplayList, PrimitivesMayCrossLists) {
    CurrentContext context;
    ::glNewList(1, GL_COMPILE);
    ::glVertex2f(-1, -1);
    ::glVertex2f(3, -1);
    ::glEndList();
    ::glColor3f(0, 1, 0);
    ::glBegin(GL_TRIANGLES);
    ::glCallList(1);
    ::glVertex2f(-1, 3);
    ::glEnd();
    EXPECT_EQ(context.pixel(20, 20), (Pixel{0, 255, 0, 255}));

    ::glNewList(2, GL_COMPILE);
    ::glBegin(GL_TRIANGLES);
    ::glEnable(GL_BLEND);
    ::glEnd();
    ::glEndList();
    ::glCallList(2);
    EXPECT_EQ(::glGetError(), GLenum{GL_INVALID_OPERATION});
    EXPECT_FALSE(::glIsEnabled(GL_BLEND));
}

TEST(DisplayList, ImagesKeepTheirUnpackState) {
    CurrentContext context;
    // 2×1 texels inside rows of four, the first skipped.
    GLubyte texels[8 * 4] = {};
    texels[4] = 10, texels[8] = 20;
    ::glPixelStorei(GL_UNPACK_ROW_LENGTH, 4);
    ::glPixelStorei(GL_UNPACK_SKIP_PIXELS, 1);
    ::glNewList(1, GL_COMPILE);
    ::glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 2, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    ::glEndList();
    texels[4] = 99;
    ::glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
    ::glPixelStorei(GL_UNPACK_SKIP_PIXELS, 0);
    ::glCallList(1);
    EXPECT_EQ(get(GL_UNPACK_ROW_LENGTH), 0);
    GLubyte read[8] = {};
    ::glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, read);
    EXPECT_EQ(read[0], 10);
    EXPECT_EQ(read[4], 20);
    EXPECT_EQ(::glGetError(), GLenum{GL_NO_ERROR});
}

TEST(DisplayList, DrawsThatAreRefusedInsideBeginLeaveTheirErrorInTheList) {
    CurrentContext context;
    for (const bool elements : {false, true}) {
        ::glNewList(1, GL_COMPILE_AND_EXECUTE);
        ::glBegin(GL_TRIANGLES);
        if (elements)
            ::glDrawElements(GL_TRIANGLES, 0, GL_UNSIGNED_INT, nullptr);
        else
            ::glDrawArrays(GL_TRIANGLES, 0, 0);
        ::glEnd();
        EXPECT_EQ(::glGetError(), GLenum{GL_INVALID_OPERATION});
        ::glEndList();
        EXPECT_EQ(::glGetError(), GLenum{GL_NO_ERROR});
        ::glCallList(1);
        EXPECT_EQ(::glGetError(), GLenum{GL_INVALID_OPERATION});
        EXPECT_EQ(::glGetError(), GLenum{GL_NO_ERROR});
    }
}

TEST(DisplayList, SizesBelowZeroAreTheCommandsError) {
    CurrentContext context;
    const GLfloat values[1] = {};
    ::glNewList(1, GL_COMPILE);
    ::glPixelMapfv(GL_PIXEL_MAP_R_TO_R, INT_MIN, values);
    ::glEndList();
    EXPECT_EQ(::glGetError(), GLenum{GL_NO_ERROR});
    ::glCallList(1);
    EXPECT_EQ(::glGetError(), GLenum{GL_INVALID_VALUE});
}

// Terabytes of vertices are refused before any of them is read.
TEST(DisplayList, ArraysLargerThanMemoryAreRefused) {
    CurrentContext gl;
    const GLfloat corner[4] = {};
    for (const GLenum array : {GL_VERTEX_ARRAY, GL_NORMAL_ARRAY, GL_COLOR_ARRAY}) EnableClientState(*gl, array);
    VertexPointer(*gl, 4, GL_FLOAT, 0, corner);
    NormalPointer(*gl, GL_FLOAT, 0, corner);
    ColorPointer(*gl, 4, GL_FLOAT, 0, corner);
    for (GLuint unit = 0; unit < 8; ++unit) {
        ClientActiveTexture(*gl, GL_TEXTURE0 + unit);
        EnableClientState(*gl, GL_TEXTURE_COORD_ARRAY);
        TexCoordPointer(*gl, 4, GL_FLOAT, 0, corner);
    }
    NewList(*gl, 1, GL_COMPILE);
    ::glDrawArrays(GL_POINTS, 0, INT_MAX);
    EXPECT_EQ(gl.error(), GLenum{GL_OUT_OF_MEMORY});
    ::glClearColor(0, 1, 0, 1);
    ::glClear(GL_COLOR_BUFFER_BIT);
    EndList(*gl);
    CallList(*gl, 1);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    EXPECT_EQ(gl.pixel(3, 3), testing::green);
}

// A list that calls itself twice would run 2^64 times.
TEST(DisplayList, RecursionWithoutEndIsStopped) {
    CurrentContext gl;
    gl.context->drawing.watchdog.limits.command = std::chrono::milliseconds(50);
    NewList(*gl, 1, GL_COMPILE);
    ::glCallList(1);
    ::glCallList(1);
    ::glRotatef(1, 0, 0, 1);
    EndList(*gl);
    const auto began = std::chrono::steady_clock::now();
    CallList(*gl, 1);
    EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(5));
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    // Lists that don't call themselves but 2^40 others.
    for (GLuint list = 2; list < 42; ++list) {
        NewList(*gl, list, GL_COMPILE);
        if (list > 2) ::glCallList(list - 1), ::glCallList(list - 1);
        EndList(*gl);
    }
    CallList(*gl, 41);
    EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(5));
    // What was stopped stays no longer.
    NewList(*gl, 50, GL_COMPILE);
    ::glClearColor(0, 1, 0, 1);
    ::glClear(GL_COLOR_BUFFER_BIT);
    EndList(*gl);
    CallList(*gl, 50);
    EXPECT_EQ(gl.pixel(3, 3), testing::green);
}

}  // namespace
}  // namespace glapi
