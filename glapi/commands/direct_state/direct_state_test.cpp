// EXT_direct_state_access: what a command that names its object changes, and that bindings stay as they were.
#include <array>
#include <gtest/gtest.h>
#include <string>

#include "glapi/generated/entry_points.h"
#include "glapi/objects/framebuffers/framebuffer.h"
#include "glapi/testing/test_window.h"

namespace glapi {
namespace {

using testing::CurrentContext;
using testing::Pixel;

GLint integer(GLenum token) {
    GLint value = -1;
    glGetIntegerv(token, &value);
    return value;
}
std::array<float, 16> matrix(GLenum token) {
    std::array<float, 16> values{};
    glGetFloatv(token, values.data());
    return values;
}

struct DirectState : ::testing::Test {
    ~DirectState() override { EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR}); }
    void expect(GLenum error) { EXPECT_EQ(gl.error(), error); }
    CurrentContext gl{8, 8};
};

constexpr std::string_view text =
    "!!ARBfp1.0\nPARAM p[3] = { program.local[0..2] };\nADD result.color, p[0], p[2];\nEND\n";

TEST_F(DirectState, ProgramsAreLoadedAndGivenParametersByName) {
    constexpr GLenum target = GL_FRAGMENT_PROGRAM_ARB;
    GLuint names[2] = {};
    glGenProgramsARB(2, names);
    glBindProgramARB(target, names[1]);
    glNamedProgramStringEXT(names[0], target, GL_PROGRAM_FORMAT_ASCII_ARB, GLsizei(text.size()), text.data());
    expect(GL_NO_ERROR);
    EXPECT_TRUE(glIsProgramARB(names[0])) << "it exists from now on";
    GLint value = 0;
    glGetProgramivARB(target, GL_PROGRAM_BINDING_ARB, &value);
    EXPECT_EQ(GLuint(value), names[1]);
    glGetNamedProgramivEXT(names[0], target, GL_PROGRAM_BINDING_ARB, &value);
    EXPECT_EQ(GLuint(value), names[1]);
    glGetProgramivARB(target, GL_PROGRAM_LENGTH_ARB, &value);
    EXPECT_EQ(value, 0);
    glGetNamedProgramivEXT(names[0], target, GL_PROGRAM_LENGTH_ARB, &value);
    EXPECT_EQ(value, GLint(text.size()));
    std::string read(text.size(), ' ');
    glGetNamedProgramStringEXT(names[0], target, GL_PROGRAM_STRING_ARB, read.data());
    EXPECT_EQ(read, text);

    GLfloat floats[4] = {};
    GLdouble doubles[4] = {};
    GLint ints[4] = {};
    GLuint unsigneds[4] = {};
    const GLfloat two[] = {1, 0, 0, 0, 0, 1, 0, 1};
    glNamedProgramLocalParameter4fEXT(names[0], target, 0, 1, 2, 3, 4);
    glGetNamedProgramLocalParameterfvEXT(names[0], target, 0, floats);
    EXPECT_EQ(floats[3], 4);
    glNamedProgramLocalParameter4dEXT(names[0], target, 0, 5, 6, 7, 8);
    glGetNamedProgramLocalParameterdvEXT(names[0], target, 0, doubles);
    EXPECT_EQ(doubles[2], 7);
    glNamedProgramLocalParameterI4iEXT(names[0], target, 5, -1, -2, -3, -4);
    glGetNamedProgramLocalParameterIivEXT(names[0], target, 5, ints);
    EXPECT_EQ(ints[1], -2);
    glNamedProgramLocalParameterI4uiEXT(names[0], target, 5, 1, 2, 0xffffffff, 4);
    glGetNamedProgramLocalParameterIuivEXT(names[0], target, 5, unsigneds);
    EXPECT_EQ(unsigneds[2], 0xffffffffu);
    const GLint several[] = {1, 2, 3, 4, -5, -6, -7, -8};
    glNamedProgramLocalParametersI4ivEXT(names[0], target, 7, 2, several);
    glGetNamedProgramLocalParameterIivEXT(names[0], target, 8, ints);
    EXPECT_EQ(ints[3], -8);
    glNamedProgramLocalParameterI4ivEXT(names[0], target, 9, several);
    glNamedProgramLocalParameterI4uivEXT(names[0], target, 10, unsigneds);
    glNamedProgramLocalParametersI4uivEXT(names[0], target, 11, 1, unsigneds);
    glGetNamedProgramLocalParameterIuivEXT(names[0], target, 11, unsigneds);
    EXPECT_EQ(unsigneds[2], 0xffffffffu);
    glNamedProgramLocalParameter4fvEXT(names[0], target, 0, two);
    glNamedProgramLocalParameter4dvEXT(names[0], target, 2, doubles);
    glNamedProgramLocalParameters4fvEXT(names[0], target, 0, 2, two);
    glNamedProgramLocalParameter4fvEXT(names[0], target, 2, two + 4);
    glGetProgramLocalParameterfvARB(target, 0, floats);
    EXPECT_EQ(floats[0], 0) << "the bound program's stay";
    expect(GL_NO_ERROR);
    glBindProgramARB(target, names[0]);
    glEnable(target);
    glRectf(-1, -1, 1, 1);
    EXPECT_EQ(gl.pixel(4, 4), (Pixel{255, 255, 0, 255}));

    // Unlike ProgramStringARB, it goes into display lists.
    glNewList(1, GL_COMPILE);
    glNamedProgramStringEXT(4711, target, GL_PROGRAM_FORMAT_ASCII_ARB, GLsizei(text.size()), text.data());
    glEndList();
    EXPECT_FALSE(glIsProgramARB(4711));
    glCallList(1);
    EXPECT_TRUE(glIsProgramARB(4711));
    expect(GL_NO_ERROR);

    glNamedProgramLocalParameter4fEXT(names[0], GL_VERTEX_PROGRAM_ARB, 0, 1, 2, 3, 4);
    expect(GL_INVALID_OPERATION);
    glNamedProgramLocalParameter4fEXT(names[0], GL_TEXTURE_2D, 0, 1, 2, 3, 4);
    expect(GL_INVALID_ENUM);
    glNamedProgramLocalParameters4fvEXT(names[0], target, 0, 1 << 20, two);
    expect(GL_INVALID_VALUE);
    glNamedProgramStringEXT(names[0], target, GL_PROGRAM_FORMAT_ASCII_ARB, 4, "text");
    expect(GL_INVALID_OPERATION);
    EXPECT_NE(integer(GL_PROGRAM_ERROR_POSITION_ARB), -1);
}

TEST_F(DirectState, MatricesAreReachedByTheirMode) {
    glMatrixMode(GL_TEXTURE);
    glActiveTexture(GL_TEXTURE1);
    glMatrixTranslatefEXT(GL_MODELVIEW, 1, 2, 3);
    glMatrixScaledEXT(GL_PROJECTION, 2, 2, 2);
    glMatrixLoadIdentityEXT(GL_TEXTURE0);
    glMatrixRotatefEXT(GL_TEXTURE0, 90, 0, 0, 1);
    const std::array<float, 16> saved = matrix(GL_MODELVIEW_MATRIX);
    EXPECT_EQ(saved[13], 2);
    EXPECT_EQ(matrix(GL_PROJECTION_MATRIX)[0], 2);
    EXPECT_EQ(integer(GL_MATRIX_MODE), GL_TEXTURE);
    EXPECT_EQ(integer(GL_ACTIVE_TEXTURE), GL_TEXTURE1);
    EXPECT_EQ(matrix(GL_TEXTURE_MATRIX)[0], 1) << "unit 1's stays";
    glActiveTexture(GL_TEXTURE0);
    EXPECT_NEAR(matrix(GL_TEXTURE_MATRIX)[1], 1, 1e-6);
    glMatrixPushEXT(GL_MODELVIEW);
    const float transposed[16] = {1, 0, 0, 5, 0, 1, 0, 6, 0, 0, 1, 7, 0, 0, 0, 1};
    glMatrixLoadTransposefEXT(GL_MODELVIEW, transposed);
    EXPECT_EQ(matrix(GL_MODELVIEW_MATRIX)[14], 7);
    EXPECT_EQ(integer(GL_MODELVIEW_STACK_DEPTH), 2);
    glMatrixPopEXT(GL_MODELVIEW);
    EXPECT_EQ(matrix(GL_MODELVIEW_MATRIX), saved);
    glNewList(1, GL_COMPILE);
    glMatrixLoadfEXT(GL_MODELVIEW, transposed);
    glEndList();
    EXPECT_EQ(matrix(GL_MODELVIEW_MATRIX), saved);
    glCallList(1);
    EXPECT_EQ(matrix(GL_MODELVIEW_MATRIX)[3], 5);
    glMatrixLoadIdentityEXT(GL_MATRIX3_ARB);
    expect(GL_NO_ERROR);
    glMatrixLoadIdentityEXT(GL_TEXTURE_2D);
    expect(GL_INVALID_ENUM);
    glMatrixLoadIdentityEXT(GL_TEXTURE31);
    expect(GL_INVALID_ENUM);
}

TEST_F(DirectState, TexturesAreReachedByNameAndByUnit) {
    GLuint names[3] = {};
    glGenTextures(3, names);
    glBindTexture(GL_TEXTURE_2D, names[0]);
    const Pixel texels[4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}, {13, 14, 15, 16}};
    glTextureImage2DEXT(names[1], GL_TEXTURE_2D, 0, GL_RGBA8, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    glTextureParameteriEXT(names[1], GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    const GLfloat border[4] = {0.5f, 0, 0, 1};
    glTextureParameterfvEXT(names[1], GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, border);
    glTextureSubImage2DEXT(names[1], GL_TEXTURE_2D, 0, 1, 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    EXPECT_EQ(GLuint(integer(GL_TEXTURE_BINDING_2D)), names[0]);
    GLint value = 0;
    glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_WIDTH, &value);
    EXPECT_EQ(value, 0);
    glGetTextureLevelParameterivEXT(names[1], GL_TEXTURE_2D, 0, GL_TEXTURE_WIDTH, &value);
    EXPECT_EQ(value, 2);
    glGetTextureParameterivEXT(names[1], GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, &value);
    EXPECT_EQ(value, GL_NEAREST);
    Pixel read[4] = {};
    glGetTextureImageEXT(names[1], GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, read);
    EXPECT_EQ(read[1], texels[1]);
    EXPECT_EQ(read[3], texels[0]);
    glTextureImage2DEXT(names[2], GL_TEXTURE_CUBE_MAP_NEGATIVE_Y, 0, GL_RGBA8, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                        texels);
    glGetTextureLevelParameterivEXT(names[2], GL_TEXTURE_CUBE_MAP_NEGATIVE_Y, 0, GL_TEXTURE_HEIGHT, &value);
    EXPECT_EQ(value, 2);
    EXPECT_EQ(integer(GL_TEXTURE_BINDING_CUBE_MAP), 0);
    expect(GL_NO_ERROR);
    glTextureParameteriEXT(names[1], GL_TEXTURE_3D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    expect(GL_INVALID_OPERATION);

    glBindMultiTextureEXT(GL_TEXTURE3, GL_TEXTURE_2D, names[1]);
    glMultiTexParameteriEXT(GL_TEXTURE3, GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glMultiTexEnviEXT(GL_TEXTURE3, GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_ADD);
    const GLfloat plane[4] = {1, 2, 3, 4};
    glMultiTexGenfvEXT(GL_TEXTURE3, GL_S, GL_OBJECT_PLANE, plane);
    EXPECT_EQ(integer(GL_ACTIVE_TEXTURE), GL_TEXTURE0);
    EXPECT_EQ(GLuint(integer(GL_TEXTURE_BINDING_2D)), names[0]);
    glGetMultiTexEnvivEXT(GL_TEXTURE3, GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, &value);
    EXPECT_EQ(value, GL_ADD);
    GLfloat reals[4] = {};
    glGetMultiTexGenfvEXT(GL_TEXTURE3, GL_S, GL_OBJECT_PLANE, reals);
    EXPECT_EQ(reals[3], 4);
    glGetMultiTexLevelParameterivEXT(GL_TEXTURE3, GL_TEXTURE_2D, 0, GL_TEXTURE_WIDTH, &value);
    EXPECT_EQ(value, 2);
    glActiveTexture(GL_TEXTURE3);
    EXPECT_EQ(GLuint(integer(GL_TEXTURE_BINDING_2D)), names[1]);
    expect(GL_NO_ERROR);
    glBindMultiTextureEXT(GL_TEXTURE0 + 1000, GL_TEXTURE_2D, names[1]);
    expect(GL_INVALID_ENUM);
    glNewList(1, GL_COMPILE);
    glTextureSubImage2DEXT(names[1], GL_TEXTURE_2D, 0, 0, 0, 2, 2, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    glMultiTexEnvfvEXT(GL_TEXTURE2, GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR, plane);
    glEndList();
    glCallList(1);
    glGetTextureImageEXT(names[1], GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, read);
    EXPECT_EQ(read[3], texels[3]);
    glGetMultiTexEnvfvEXT(GL_TEXTURE2, GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR, reals);
    EXPECT_EQ(reals[0], 1);
}

TEST_F(DirectState, BuffersAreReachedByName) {
    GLuint names[2] = {};
    glGenBuffers(2, names);
    glBindBuffer(GL_COPY_WRITE_BUFFER, names[1]);
    const GLint data[4] = {1, 2, 3, 4};
    glNamedBufferDataEXT(names[0], sizeof data, data, GL_DYNAMIC_DRAW);
    glNamedBufferSubDataEXT(names[0], 4, 4, &data[3]);
    glNamedBufferDataEXT(names[1], sizeof data, nullptr, GL_STATIC_DRAW);
    glNamedCopyBufferSubDataEXT(names[0], names[1], 0, 4, 8);
    GLint read[4] = {};
    glGetNamedBufferSubDataEXT(names[1], 0, sizeof read, read);
    EXPECT_EQ(read[1], 1);
    EXPECT_EQ(read[2], 4);
    GLint value = 0;
    glGetNamedBufferParameterivEXT(names[0], GL_BUFFER_USAGE, &value);
    EXPECT_EQ(value, GL_DYNAMIC_DRAW);
    auto* const mapped = static_cast<GLint*>(glMapNamedBufferEXT(names[0], GL_READ_WRITE));
    ASSERT_NE(mapped, nullptr);
    EXPECT_EQ(mapped[1], 4);
    void* pointer = nullptr;
    glGetNamedBufferPointervEXT(names[0], GL_BUFFER_MAP_POINTER, &pointer);
    EXPECT_EQ(pointer, mapped);
    EXPECT_TRUE(glUnmapNamedBufferEXT(names[0]));
    EXPECT_NE(glMapNamedBufferRangeEXT(names[0], 4, 8, GL_MAP_WRITE_BIT | GL_MAP_FLUSH_EXPLICIT_BIT), nullptr);
    glFlushMappedNamedBufferRangeEXT(names[0], 0, 4);
    EXPECT_TRUE(glUnmapNamedBufferEXT(names[0]));
    EXPECT_EQ(GLuint(integer(GL_COPY_WRITE_BUFFER)), names[1]);
    expect(GL_NO_ERROR);
    glNamedBufferDataEXT(0, 4, data, GL_STATIC_DRAW);
    expect(GL_INVALID_OPERATION);
    EXPECT_EQ(glMapNamedBufferEXT(0, GL_READ_ONLY), nullptr);
    expect(GL_INVALID_OPERATION);
}

// Other commands of EXT_direct_state_access make objects of names that are not there.
TEST_F(DirectState, DefaultsOfFramebuffersWantGeneratedNames) {
    GLuint framebuffer = 0;
    GLint value = -1;
    glGenFramebuffers(1, &framebuffer);
    glNamedFramebufferParameteriEXT(framebuffer, GL_FRAMEBUFFER_DEFAULT_WIDTH, 7);
    glGetNamedFramebufferParameterivEXT(framebuffer, GL_FRAMEBUFFER_DEFAULT_WIDTH, &value);
    EXPECT_EQ(glGetError(), GLenum{GL_NO_ERROR});
    EXPECT_EQ(value, 7);
    glNamedFramebufferParameteriEXT(666, GL_FRAMEBUFFER_DEFAULT_WIDTH, 7);
    EXPECT_EQ(glGetError(), GLenum{GL_INVALID_VALUE});
    glGetNamedFramebufferParameterivEXT(666, GL_FRAMEBUFFER_DEFAULT_WIDTH, &value);
    EXPECT_EQ(glGetError(), GLenum{GL_INVALID_VALUE});
    EXPECT_FALSE(glIsFramebuffer(666));
}

TEST_F(DirectState, FramebuffersAreBuiltByName) {
    GLuint framebuffer = 0, renderbuffer = 0, texture = 0;
    glGenFramebuffers(1, &framebuffer);
    glGenRenderbuffers(1, &renderbuffer);
    glGenTextures(1, &texture);
    glTextureImage2DEXT(texture, GL_TEXTURE_2D, 0, GL_RGBA8, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    glNamedRenderbufferStorageEXT(renderbuffer, GL_DEPTH_COMPONENT24, 8, 8);
    GLint value = 0;
    glGetNamedRenderbufferParameterivEXT(renderbuffer, GL_RENDERBUFFER_WIDTH, &value);
    EXPECT_EQ(value, 8);
    EXPECT_NE(glCheckNamedFramebufferStatusEXT(framebuffer, GL_FRAMEBUFFER), GLenum{GL_FRAMEBUFFER_COMPLETE});
    glNamedFramebufferTexture2DEXT(framebuffer, GL_COLOR_ATTACHMENT1, GL_TEXTURE_2D, texture, 0);
    glNamedFramebufferRenderbufferEXT(framebuffer, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, renderbuffer);
    EXPECT_EQ(glCheckNamedFramebufferStatusEXT(framebuffer, GL_FRAMEBUFFER), GLenum{GL_FRAMEBUFFER_COMPLETE});
    glFramebufferDrawBufferEXT(framebuffer, GL_COLOR_ATTACHMENT1);
    glFramebufferReadBufferEXT(framebuffer, GL_COLOR_ATTACHMENT1);
    glGetFramebufferParameterivEXT(framebuffer, GL_DRAW_BUFFER, &value);
    EXPECT_EQ(value, GL_COLOR_ATTACHMENT1);
    glGetNamedFramebufferAttachmentParameterivEXT(framebuffer, GL_COLOR_ATTACHMENT1,
                                                  GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME, &value);
    EXPECT_EQ(GLuint(value), texture);
    EXPECT_EQ(integer(GL_FRAMEBUFFER_BINDING), 0);
    EXPECT_EQ(integer(GL_RENDERBUFFER_BINDING), 0);
    EXPECT_EQ(integer(GL_DRAW_BUFFER), GL_BACK);
    expect(GL_NO_ERROR);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glClearColor(0, 1, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    Pixel pixel{};
    glReadPixels(3, 3, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel.data());
    EXPECT_EQ(pixel, (Pixel{0, 255, 0, 255}));
    glNamedFramebufferTexture2DEXT(0, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    expect(GL_INVALID_OPERATION);
}

TEST_F(DirectState, VertexArraysAndClientStateAreReachedByNameAndNumber) {
    GLuint array = 0, buffer = 0;
    glGenVertexArrays(1, &array);
    glGenBuffers(1, &buffer);
    const float corners[8] = {-1, -1, 1, -1, 1, 1, -1, 1};
    glNamedBufferDataEXT(buffer, sizeof corners, corners, GL_STATIC_DRAW);
    glVertexArrayVertexOffsetEXT(array, buffer, 2, GL_FLOAT, 0, 0);
    glEnableVertexArrayEXT(array, GL_VERTEX_ARRAY);
    glVertexArrayMultiTexCoordOffsetEXT(array, buffer, GL_TEXTURE2, 2, GL_FLOAT, 0, 8);
    glEnableVertexArrayEXT(array, GL_TEXTURE2);
    glVertexArrayVertexAttribOffsetEXT(array, buffer, 5, 4, GL_UNSIGNED_BYTE, GL_TRUE, 12, 4);
    glEnableVertexArrayAttribEXT(array, 5);
    expect(GL_NO_ERROR);
    EXPECT_EQ(integer(GL_VERTEX_ARRAY_BINDING), 0);
    EXPECT_EQ(integer(GL_ARRAY_BUFFER_BINDING), 0);
    EXPECT_FALSE(glIsEnabled(GL_VERTEX_ARRAY));
    GLint value = 0;
    glGetVertexArrayIntegervEXT(array, GL_VERTEX_ARRAY_SIZE, &value);
    EXPECT_EQ(value, 2);
    glGetVertexArrayIntegeri_vEXT(array, 2, GL_TEXTURE_COORD_ARRAY_BUFFER_BINDING, &value);
    EXPECT_EQ(GLuint(value), buffer);
    glGetVertexArrayIntegeri_vEXT(array, 5, GL_VERTEX_ATTRIB_ARRAY_STRIDE, &value);
    EXPECT_EQ(value, 12);
    void* pointer = nullptr;
    glGetVertexArrayPointeri_vEXT(array, 5, GL_VERTEX_ATTRIB_ARRAY_POINTER, &pointer);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(pointer), 4u);
    glGetVertexArrayIntegervEXT(array, GL_VERTEX_ARRAY_POINTER, &value);
    EXPECT_EQ(value, 0);
    glVertexArrayColorOffsetEXT(array, buffer, 4, GL_UNSIGNED_BYTE, 0, 12);
    glGetVertexArrayIntegervEXT(array, GL_COLOR_ARRAY_POINTER, &value);
    EXPECT_EQ(value, 12);
    glDisableVertexArrayAttribEXT(array, 5);
    glDisableVertexArrayEXT(array, GL_TEXTURE2);
    glBindVertexArray(array);
    glColor4f(1, 0, 0, 1);
    glDrawArrays(GL_QUADS, 0, 4);
    EXPECT_EQ(gl.pixel(4, 4), (Pixel{255, 0, 0, 255}));
    glBindVertexArray(0);

    glMultiTexCoordPointerEXT(GL_TEXTURE3, 3, GL_FLOAT, 0, corners);
    glEnableClientStateIndexedEXT(GL_TEXTURE_COORD_ARRAY, 3);
    glGetPointerIndexedvEXT(GL_TEXTURE_COORD_ARRAY_POINTER, 3, &pointer);
    EXPECT_EQ(pointer, corners);
    EXPECT_EQ(integer(GL_CLIENT_ACTIVE_TEXTURE), GL_TEXTURE0);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glPushClientAttribDefaultEXT(GL_CLIENT_PIXEL_STORE_BIT | GL_CLIENT_VERTEX_ARRAY_BIT);
    EXPECT_EQ(integer(GL_UNPACK_ALIGNMENT), 4);
    glGetPointerIndexedvEXT(GL_TEXTURE_COORD_ARRAY_POINTER, 3, &pointer);
    EXPECT_EQ(pointer, nullptr);
    glPopClientAttrib();
    EXPECT_EQ(integer(GL_UNPACK_ALIGNMENT), 1);
    glGetPointerIndexedvEXT(GL_TEXTURE_COORD_ARRAY_POINTER, 3, &pointer);
    EXPECT_EQ(pointer, corners);
    expect(GL_NO_ERROR);
    glVertexArrayVertexOffsetEXT(array, buffer, 2, GL_FLOAT, 0, -1);
    expect(GL_INVALID_VALUE);
    glVertexArrayVertexOffsetEXT(array + 100, buffer, 2, GL_FLOAT, 0, 0);
    expect(GL_INVALID_OPERATION);
    glEnableClientStateiEXT(GL_VERTEX_ARRAY, 0);
    expect(GL_INVALID_ENUM);
}

}  // namespace
}  // namespace glapi
