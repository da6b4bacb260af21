// ARB_direct_state_access: what commands that name an object do to it, and that bindings stay as they were.
#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "glapi/generated/entry_points.h"
#include "glapi/testing/test_window.h"

namespace glapi {
namespace {

using testing::CurrentContext;
using testing::Pixel;

struct ExistingObjects : ::testing::Test {
    ~ExistingObjects() override { expect(GL_NO_ERROR); }
    void expect(GLenum error) { EXPECT_EQ(gl.error(), error); }
    static GLint integer(GLenum token) {
        GLint value = -1;
        glGetIntegerv(token, &value);
        return value;
    }
    static GLuint created(GLenum target) {
        GLuint name = 0;
        glCreateTextures(target, 1, &name);
        return name;
    }
    CurrentContext gl{8, 8};
};

// As many texels as are asked for, each other than its neighbours.
std::vector<Pixel> texels(int count, int seed = 0) {
    std::vector<Pixel> result;
    result.reserve(size_t(count));
    for (int i = 0; i < count; ++i) result.push_back({uint8_t(seed + i), uint8_t(2 * i), uint8_t(3 * i), 255});
    return result;
}

TEST_F(ExistingObjects, TexturesOfEveryKindHaveTheirTarget) {
    constexpr GLenum targets[] = {GL_TEXTURE_1D,
                                  GL_TEXTURE_2D,
                                  GL_TEXTURE_3D,
                                  GL_TEXTURE_1D_ARRAY,
                                  GL_TEXTURE_2D_ARRAY,
                                  GL_TEXTURE_RECTANGLE,
                                  GL_TEXTURE_CUBE_MAP,
                                  GL_TEXTURE_CUBE_MAP_ARRAY,
                                  GL_TEXTURE_2D_MULTISAMPLE,
                                  GL_TEXTURE_2D_MULTISAMPLE_ARRAY};
    for (const GLenum target : targets) {
        GLuint names[2] = {};
        glCreateTextures(target, 2, names);
        GLint value = 0;
        glGetTextureParameteriv(names[1], GL_TEXTURE_TARGET, &value);
        EXPECT_EQ(GLenum(value), target);
        EXPECT_TRUE(glIsTexture(names[0]));
        EXPECT_NE(names[0], names[1]);
        expect(GL_NO_ERROR);
    }
    glGetTextureParameteriv(created(GL_TEXTURE_BUFFER), GL_TEXTURE_TARGET, nullptr);
    expect(GL_INVALID_OPERATION);
}

TEST_F(ExistingObjects, ImagesAreWrittenAndReadByName) {
    const GLuint line = created(GL_TEXTURE_1D), plane = created(GL_TEXTURE_2D), layers = created(GL_TEXTURE_1D_ARRAY),
                 volume = created(GL_TEXTURE_3D);
    glTextureStorage1D(line, 1, GL_RGBA8, 8);
    glTextureStorage2D(plane, 2, GL_RGBA8, 4, 4);
    glTextureStorage2D(layers, 1, GL_RGBA8, 4, 3);
    glTextureStorage3D(volume, 1, GL_RGBA8, 4, 2, 3);
    const std::vector<Pixel> given = texels(64);
    glTextureSubImage1D(line, 0, 0, 8, GL_RGBA, GL_UNSIGNED_BYTE, given.data());
    glTextureSubImage2D(plane, 0, 0, 0, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, given.data());
    glTextureSubImage2D(plane, 0, 1, 2, 2, 1, GL_RGBA, GL_UNSIGNED_BYTE, &given[40]);
    glTextureSubImage2D(layers, 0, 0, 0, 4, 3, GL_RGBA, GL_UNSIGNED_BYTE, given.data());
    glTextureSubImage3D(volume, 0, 0, 0, 0, 4, 2, 3, GL_RGBA, GL_UNSIGNED_BYTE, given.data());
    expect(GL_NO_ERROR);
    std::vector<Pixel> read(24);
    glGetTextureImage(line, 0, GL_RGBA, GL_UNSIGNED_BYTE, 8 * 4, read.data());
    EXPECT_TRUE(std::equal(read.begin(), read.begin() + 8, given.begin()));
    glGetTextureImage(plane, 0, GL_RGBA, GL_UNSIGNED_BYTE, 16 * 4, read.data());
    EXPECT_EQ(read[7], given[7]);
    EXPECT_EQ(read[9], given[40]);
    EXPECT_EQ(read[10], given[41]);
    EXPECT_EQ(read[11], given[11]);
    glGetTextureImage(volume, 0, GL_RGBA, GL_UNSIGNED_BYTE, 24 * 4, read.data());
    EXPECT_TRUE(std::equal(read.begin(), read.end(), given.begin()));
    // Parts.
    glGetTextureSubImage(line, 0, 3, 0, 0, 2, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, 8, read.data());
    EXPECT_EQ(read[1], given[4]);
    glGetTextureSubImage(layers, 0, 1, 1, 0, 2, 2, 1, GL_RGBA, GL_UNSIGNED_BYTE, 16, read.data());
    EXPECT_EQ(read[0], given[5]);
    EXPECT_EQ(read[3], given[10]);
    glGetTextureSubImage(volume, 0, 2, 1, 1, 2, 1, 2, GL_RGBA, GL_UNSIGNED_BYTE, 16, read.data());
    EXPECT_EQ(read[0], given[8 + 4 + 2]);
    EXPECT_EQ(read[3], given[16 + 4 + 3]);
    EXPECT_EQ(integer(GL_TEXTURE_BINDING_2D), 0);
    EXPECT_EQ(integer(GL_TEXTURE_BINDING_3D), 0);
    expect(GL_NO_ERROR);

    glGenerateTextureMipmap(plane);
    glGetTextureImage(plane, 1, GL_RGBA, GL_UNSIGNED_BYTE, 16, read.data());
    EXPECT_NEAR(read[0][0], (0 + 1 + 4 + 5) / 4.0, 1);
    GLint value = 0;
    glGetTextureLevelParameteriv(plane, 1, GL_TEXTURE_WIDTH, &value);
    EXPECT_EQ(value, 2);
    GLfloat real = 0;
    glGetTextureLevelParameterfv(volume, 0, GL_TEXTURE_DEPTH, &real);
    EXPECT_EQ(real, 3);
}

TEST_F(ExistingObjects, CubeMapsAreSixLayers) {
    const GLuint cube = created(GL_TEXTURE_CUBE_MAP);
    glTextureStorage2D(cube, 1, GL_RGBA8, 2, 2);
    const std::vector<Pixel> given = texels(24);
    glTextureSubImage3D(cube, 0, 0, 0, 0, 2, 2, 6, GL_RGBA, GL_UNSIGNED_BYTE, given.data());
    glTextureSubImage3D(cube, 0, 1, 0, 2, 1, 2, 2, GL_RGBA, GL_UNSIGNED_BYTE, given.data());
    std::vector<Pixel> read(24);
    glGetTextureImage(cube, 0, GL_RGBA, GL_UNSIGNED_BYTE, 24 * 4, read.data());
    EXPECT_EQ(read[7], given[7]);
    EXPECT_EQ(read[8], given[8]);
    EXPECT_EQ(read[9], given[0]) << "face 2";
    EXPECT_EQ(read[15], given[3]) << "face 3";
    EXPECT_EQ(read[23], given[23]);
    glGetTextureSubImage(cube, 0, 0, 1, 4, 2, 1, 2, GL_RGBA, GL_UNSIGNED_BYTE, 16, read.data());
    EXPECT_EQ(read[0], given[18]);
    EXPECT_EQ(read[3], given[23]);
    // The same faces by their targets.
    glBindTexture(GL_TEXTURE_CUBE_MAP, cube);
    glGetTexImage(GL_TEXTURE_CUBE_MAP_NEGATIVE_Y, 0, GL_RGBA, GL_UNSIGNED_BYTE, read.data());
    EXPECT_EQ(read[1], given[2]);
    GLint value = 0;
    glGetTextureLevelParameteriv(cube, 0, GL_TEXTURE_WIDTH, &value);
    EXPECT_EQ(value, 2);

    glClearColor(1, 0, 1, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glCopyTextureSubImage3D(cube, 0, 0, 0, 5, 3, 3, 1, 1);
    glGetTexImage(GL_TEXTURE_CUBE_MAP_NEGATIVE_Z, 0, GL_RGBA, GL_UNSIGNED_BYTE, read.data());
    EXPECT_EQ(read[0], (Pixel{255, 0, 255, 255}));
    EXPECT_EQ(read[1], given[21]);
    expect(GL_NO_ERROR);

    const GLuint partial = created(GL_TEXTURE_CUBE_MAP);
    glBindTexture(GL_TEXTURE_CUBE_MAP, partial);
    for (GLenum face = 0; face < 5; ++face)
        glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, GL_RGBA8, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                     given.data());
    glGetTextureImage(partial, 0, GL_RGBA, GL_UNSIGNED_BYTE, 24 * 4, read.data());
    expect(GL_INVALID_OPERATION);
    glTextureSubImage3D(partial, 0, 0, 0, 0, 2, 2, 1, GL_RGBA, GL_UNSIGNED_BYTE, given.data());
    expect(GL_INVALID_OPERATION);
    glTexImage2D(GL_TEXTURE_CUBE_MAP_NEGATIVE_Z, 0, GL_RGBA8, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, given.data());
    glTextureSubImage3D(partial, 0, 0, 0, 4, 2, 2, 1, GL_RGBA, GL_UNSIGNED_BYTE, &given[4]);
    glGetTextureImage(partial, 0, GL_RGBA, GL_UNSIGNED_BYTE, 24 * 4, read.data());
    EXPECT_EQ(read[16], given[4]);
    EXPECT_EQ(read[20], given[0]);
}

TEST_F(ExistingObjects, CompressedImagesAreReadInBlocks) {
    constexpr GLenum dxt1 = GL_COMPRESSED_RGBA_S3TC_DXT1_EXT;
    const GLuint plane = created(GL_TEXTURE_2D), cube = created(GL_TEXTURE_CUBE_MAP);
    glTextureStorage2D(plane, 1, dxt1, 8, 8);
    glTextureStorage2D(cube, 1, dxt1, 4, 4);
    std::array<uint8_t, 48> blocks{};
    for (size_t i = 0; i < blocks.size(); ++i) blocks[i] = uint8_t(i);
    glCompressedTextureSubImage2D(plane, 0, 0, 0, 8, 8, dxt1, 32, blocks.data());
    glCompressedTextureSubImage2D(plane, 0, 4, 0, 4, 4, dxt1, 8, &blocks[32]);
    glCompressedTextureSubImage3D(cube, 0, 0, 0, 0, 4, 4, 6, dxt1, 48, blocks.data());
    expect(GL_NO_ERROR);
    std::array<uint8_t, 48> read{};
    glGetCompressedTextureImage(plane, 0, 32, read.data());
    EXPECT_EQ(read[7], 7);
    EXPECT_EQ(read[8], 32);
    EXPECT_EQ(read[16], 16);
    glGetCompressedTextureImage(cube, 0, 48, read.data());
    EXPECT_EQ(read, blocks);
    glGetCompressedTextureSubImage(plane, 0, 4, 4, 0, 4, 4, 1, 8, read.data());
    EXPECT_EQ(read[0], 24);
    glGetCompressedTextureSubImage(plane, 0, 4, 0, 0, 4, 8, 1, 16, read.data());
    EXPECT_EQ(read[0], 32);
    EXPECT_EQ(read[8], 24);
    glGetCompressedTextureSubImage(cube, 0, 0, 0, 3, 4, 4, 2, 16, read.data());
    EXPECT_EQ(read[8], 32);
    expect(GL_NO_ERROR);
    glGetCompressedTextureSubImage(plane, 0, 2, 0, 0, 4, 4, 1, 8, read.data());
    expect(GL_INVALID_VALUE);
    glGetCompressedTextureSubImage(plane, 0, 0, 0, 0, 6, 4, 1, 16, read.data());
    expect(GL_INVALID_VALUE);
    glGetCompressedTextureImage(plane, 0, 31, read.data());
    expect(GL_INVALID_OPERATION);
}

TEST_F(ExistingObjects, TextureParametersAndBuffersAreSetByName) {
    const GLuint plane = created(GL_TEXTURE_2D), samples = created(GL_TEXTURE_2D_MULTISAMPLE),
                 texture = created(GL_TEXTURE_BUFFER);
    glTextureParameteri(plane, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTextureParameterf(plane, GL_TEXTURE_MAX_LOD, 5);
    const GLint border[] = {1, 2, 3, -4}, swizzle[] = {GL_ALPHA, GL_BLUE, GL_GREEN, GL_RED};
    glTextureParameterIiv(plane, GL_TEXTURE_BORDER_COLOR, border);
    glTextureParameteriv(plane, GL_TEXTURE_SWIZZLE_RGBA, swizzle);
    GLint values[4] = {};
    glGetTextureParameterIiv(plane, GL_TEXTURE_BORDER_COLOR, values);
    EXPECT_EQ(values[3], -4);
    glGetTextureParameteriv(plane, GL_TEXTURE_SWIZZLE_RGBA, values);
    EXPECT_EQ(values[1], GL_BLUE);
    GLfloat real = 0;
    glGetTextureParameterfv(plane, GL_TEXTURE_MAX_LOD, &real);
    EXPECT_EQ(real, 5);
    glGetTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, values);
    EXPECT_EQ(values[0], GL_LINEAR) << "the bound one's stays";
    glTextureStorage2DMultisample(samples, 4, GL_RGBA8, 4, 4, GL_TRUE);
    glTextureParameteri(samples, GL_TEXTURE_MAX_LEVEL, 3);
    glGetTextureLevelParameteriv(samples, 0, GL_TEXTURE_SAMPLES, values);
    EXPECT_EQ(values[0], 4);

    GLuint buffer = 0;
    glCreateBuffers(1, &buffer);
    glNamedBufferData(buffer, 64, nullptr, GL_STATIC_DRAW);
    glTextureBufferRange(texture, GL_R32F, buffer, 16, 32);
    glGetTextureLevelParameteriv(texture, 0, GL_TEXTURE_BUFFER_OFFSET, values);
    EXPECT_EQ(values[0], 16);
    glGetTextureLevelParameteriv(texture, 0, GL_TEXTURE_WIDTH, values);
    EXPECT_EQ(values[0], 8);
    glTextureBuffer(texture, GL_R8, buffer);
    glGetTextureLevelParameteriv(texture, 0, GL_TEXTURE_WIDTH, values);
    EXPECT_EQ(values[0], 64);
    glBindTextureUnit(5, plane);
    glGetIntegeri_v(GL_TEXTURE_BINDING_2D, 5, values);
    EXPECT_EQ(GLuint(values[0]), plane);
    glGetIntegeri_v(GL_TEXTURE_BINDING_2D, 0, values);
    EXPECT_EQ(values[0], 0);
    glBindTextureUnit(5, 0);
    glGetIntegeri_v(GL_TEXTURE_BINDING_2D, 5, values);
    EXPECT_EQ(values[0], 0);
}

TEST_F(ExistingObjects, BuffersAreReachedByName) {
    GLuint names[2] = {};
    glCreateBuffers(2, names);
    EXPECT_TRUE(glIsBuffer(names[1]));
    const GLuint data[4] = {1, 2, 3, 4};
    glNamedBufferData(names[0], sizeof data, data, GL_DYNAMIC_DRAW);
    glNamedBufferSubData(names[0], 4, 4, &data[3]);
    glNamedBufferData(names[1], sizeof data, nullptr, GL_STATIC_DRAW);
    glCopyNamedBufferSubData(names[0], names[1], 4, 8, 8);
    GLuint read[4] = {};
    glGetNamedBufferSubData(names[1], 0, sizeof read, read);
    EXPECT_EQ(read[2], 4u);
    EXPECT_EQ(read[3], 3u);
    const GLuint pattern = 0x01020304;
    glClearNamedBufferSubData(names[1], GL_R32UI, 4, 4, GL_RED_INTEGER, GL_UNSIGNED_INT, &pattern);
    glGetNamedBufferSubData(names[1], 0, sizeof read, read);
    EXPECT_EQ(read[0], 0u);
    EXPECT_EQ(read[1], pattern);
    EXPECT_EQ(read[2], 4u);
    glClearNamedBufferData(names[1], GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, nullptr);
    auto* const mapped = static_cast<GLuint*>(
        glMapNamedBufferRange(names[1], 4, 8, GL_MAP_READ_BIT | GL_MAP_WRITE_BIT | GL_MAP_FLUSH_EXPLICIT_BIT));
    ASSERT_NE(mapped, nullptr);
    EXPECT_EQ(mapped[1], 0u);
    mapped[0] = 9;
    glFlushMappedNamedBufferRange(names[1], 0, 4);
    GLint64 wide = 0;
    glGetNamedBufferParameteri64v(names[1], GL_BUFFER_MAP_OFFSET, &wide);
    EXPECT_EQ(wide, 4);
    void* pointer = nullptr;
    glGetNamedBufferPointerv(names[1], GL_BUFFER_MAP_POINTER, &pointer);
    EXPECT_EQ(pointer, mapped);
    EXPECT_TRUE(glUnmapNamedBuffer(names[1]));
    EXPECT_EQ(static_cast<GLuint*>(glMapNamedBuffer(names[1], GL_READ_ONLY))[1], 9u);
    EXPECT_TRUE(glUnmapNamedBuffer(names[1]));
    GLint value = 0;
    glGetNamedBufferParameteriv(names[0], GL_BUFFER_USAGE, &value);
    EXPECT_EQ(value, GL_DYNAMIC_DRAW);
    glNamedBufferStorage(names[0], sizeof data, data, GL_DYNAMIC_STORAGE_BIT);
    glGetNamedBufferParameteriv(names[0], GL_BUFFER_IMMUTABLE_STORAGE, &value);
    EXPECT_EQ(value, GL_TRUE);
    glGetNamedBufferSubData(names[0], 0, sizeof read, read);
    EXPECT_EQ(read[1], 2u);
    EXPECT_EQ(integer(GL_COPY_WRITE_BUFFER_BINDING), 0);
    EXPECT_EQ(integer(GL_ARRAY_BUFFER_BINDING), 0);
    expect(GL_NO_ERROR);
    glNamedBufferData(names[0], 4, data, GL_STATIC_DRAW);
    expect(GL_INVALID_OPERATION);
    // The EXT forms make an object of a name.
    GLuint generated = 0;
    glGenBuffers(1, &generated);
    glNamedBufferStorage(generated, 4, data, 0);
    expect(GL_INVALID_OPERATION);
    glNamedBufferStorageEXT(generated, 8, data, 0);
    glGetNamedBufferSubData(generated, 4, 4, read);
    EXPECT_EQ(read[0], 2u);
}

TEST_F(ExistingObjects, FramebuffersAreBuiltClearedAndCopiedByName) {
    GLuint framebuffers[2] = {}, renderbuffer = 0;
    const GLuint texture = created(GL_TEXTURE_2D);
    glCreateFramebuffers(2, framebuffers);
    glCreateRenderbuffers(1, &renderbuffer);
    glTextureStorage2D(texture, 1, GL_RGBA8, 8, 8);
    glNamedRenderbufferStorage(renderbuffer, GL_DEPTH24_STENCIL8, 8, 8);
    GLint value = 0;
    glGetNamedRenderbufferParameteriv(renderbuffer, GL_RENDERBUFFER_DEPTH_SIZE, &value);
    EXPECT_EQ(value, 24);
    const auto status = [](GLuint name) { return glCheckNamedFramebufferStatus(name, GL_FRAMEBUFFER); };
    EXPECT_NE(status(framebuffers[0]), GLenum{GL_FRAMEBUFFER_COMPLETE});
    EXPECT_EQ(status(0), GLenum{GL_FRAMEBUFFER_COMPLETE});
    glNamedFramebufferTexture(framebuffers[0], GL_COLOR_ATTACHMENT1, texture, 0);
    glNamedFramebufferRenderbuffer(framebuffers[0], GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, renderbuffer);
    const GLenum buffers[] = {GL_NONE, GL_COLOR_ATTACHMENT1};
    glNamedFramebufferDrawBuffers(framebuffers[0], 2, buffers);
    glNamedFramebufferReadBuffer(framebuffers[0], GL_COLOR_ATTACHMENT1);
    EXPECT_EQ(status(framebuffers[0]), GLenum{GL_FRAMEBUFFER_COMPLETE});
    glGetNamedFramebufferAttachmentParameteriv(framebuffers[0], GL_COLOR_ATTACHMENT1,
                                               GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME, &value);
    EXPECT_EQ(GLuint(value), texture);
    glGetNamedFramebufferAttachmentParameteriv(0, GL_BACK_LEFT, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, &value);
    EXPECT_EQ(value, GL_FRAMEBUFFER_DEFAULT);
    glNamedFramebufferParameteri(framebuffers[1], GL_FRAMEBUFFER_DEFAULT_WIDTH, 17);
    glGetNamedFramebufferParameteriv(framebuffers[1], GL_FRAMEBUFFER_DEFAULT_WIDTH, &value);
    EXPECT_EQ(value, 17);
    glGetNamedFramebufferParameteriv(0, GL_DOUBLEBUFFER, &value);
    EXPECT_EQ(value, GL_TRUE);
    glGetNamedFramebufferParameteriv(framebuffers[0], GL_DOUBLEBUFFER, &value);
    EXPECT_EQ(value, GL_FALSE);
    expect(GL_NO_ERROR);

    const GLfloat green[] = {0, 1, 0, 1}, red[] = {1, 0, 0, 1}, far = 0.5f;
    glClearNamedFramebufferfv(0, GL_COLOR, 0, red);
    glClearNamedFramebufferfv(framebuffers[0], GL_COLOR, 1, green);
    glClearNamedFramebufferfi(framebuffers[0], GL_DEPTH_STENCIL, 0, 1, 7);
    glClearNamedFramebufferfv(framebuffers[0], GL_DEPTH, 0, &far);
    const GLint three = 3;
    glEnable(GL_SCISSOR_TEST);
    glScissor(0, 0, 4, 8);
    glClearNamedFramebufferiv(framebuffers[0], GL_STENCIL, 0, &three);
    glDisable(GL_SCISSOR_TEST);
    EXPECT_EQ(gl.pixel(4, 4), (Pixel{255, 0, 0, 255}));
    glBlitNamedFramebuffer(framebuffers[0], 0, 0, 0, 4, 8, 4, 0, 8, 8, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    EXPECT_EQ(gl.pixel(3, 4), (Pixel{255, 0, 0, 255}));
    EXPECT_EQ(gl.pixel(4, 4), (Pixel{0, 255, 0, 255}));
    EXPECT_EQ(integer(GL_FRAMEBUFFER_BINDING), 0);
    EXPECT_EQ(integer(GL_DRAW_BUFFER), GL_BACK);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffers[0]);
    GLfloat depth = 0;
    GLubyte stencil[2] = {};
    glReadPixels(5, 5, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT, &depth);
    EXPECT_NEAR(depth, 0.5, 1e-3);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(3, 5, 2, 1, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, stencil);
    EXPECT_EQ(stencil[0], 3);
    EXPECT_EQ(stencil[1], 7);
    glNamedFramebufferDrawBuffer(0, GL_FRONT);
    glNamedFramebufferDrawBuffer(framebuffers[0], GL_COLOR_ATTACHMENT1);
    EXPECT_EQ(integer(GL_DRAW_BUFFER), GL_COLOR_ATTACHMENT1);
    const GLenum attachment = GL_COLOR_ATTACHMENT1;
    glInvalidateNamedFramebufferData(framebuffers[0], 1, &attachment);
    glInvalidateNamedFramebufferSubData(framebuffers[0], 1, &attachment, 0, 0, 2, 2);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    EXPECT_EQ(integer(GL_DRAW_BUFFER), GL_FRONT);

    // A layer of a cube map is a face.
    const GLuint cube = created(GL_TEXTURE_CUBE_MAP);
    glTextureStorage2D(cube, 1, GL_RGBA8, 2, 2);
    glNamedFramebufferTextureLayer(framebuffers[1], GL_COLOR_ATTACHMENT0, cube, 0, 3);
    glClearNamedFramebufferfv(framebuffers[1], GL_COLOR, 0, green);
    Pixel face[2] = {};
    glGetTextureSubImage(cube, 0, 0, 0, 2, 1, 1, 2, GL_RGBA, GL_UNSIGNED_BYTE, sizeof face, face);
    EXPECT_NE(face[0], (Pixel{0, 255, 0, 255}));
    EXPECT_EQ(face[1], (Pixel{0, 255, 0, 255}));
}

TEST_F(ExistingObjects, FeedbackAndQueriesAreMadeAtOnce) {
    GLuint objects[2] = {}, buffer = 0, queries[2] = {};
    glCreateTransformFeedbacks(2, objects);
    EXPECT_TRUE(glIsTransformFeedback(objects[1]));
    glCreateBuffers(1, &buffer);
    glNamedBufferData(buffer, 64, nullptr, GL_STATIC_DRAW);
    glTransformFeedbackBufferRange(objects[0], 2, buffer, 16, 32);
    glTransformFeedbackBufferBase(objects[0], 1, buffer);
    GLint value = -1;
    GLint64 wide = -1;
    glGetTransformFeedbacki_v(objects[0], GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, 2, &value);
    EXPECT_EQ(GLuint(value), buffer);
    glGetTransformFeedbacki_v(objects[1], GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, 2, &value);
    EXPECT_EQ(value, 0);
    glGetTransformFeedbacki64_v(objects[0], GL_TRANSFORM_FEEDBACK_BUFFER_START, 2, &wide);
    EXPECT_EQ(wide, 16);
    glGetTransformFeedbacki64_v(objects[0], GL_TRANSFORM_FEEDBACK_BUFFER_SIZE, 2, &wide);
    EXPECT_EQ(wide, 32);
    glGetTransformFeedbackiv(objects[0], GL_TRANSFORM_FEEDBACK_PAUSED, &value);
    EXPECT_EQ(value, GL_FALSE);
    glGetTransformFeedbackiv(0, GL_TRANSFORM_FEEDBACK_ACTIVE, &value);
    EXPECT_EQ(value, GL_FALSE);
    EXPECT_EQ(integer(GL_TRANSFORM_FEEDBACK_BUFFER_BINDING), 0) << "the general binding point stays";
    EXPECT_EQ(integer(GL_TRANSFORM_FEEDBACK_BINDING), 0);
    glTransformFeedbackBufferBase(objects[0], 1, 0);
    glGetTransformFeedbacki_v(objects[0], GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, 1, &value);
    EXPECT_EQ(value, 0);

    glCreateQueries(GL_SAMPLES_PASSED, 2, queries);
    EXPECT_TRUE(glIsQuery(queries[0]));
    glGetQueryObjectiv(queries[0], GL_QUERY_TARGET, &value);
    EXPECT_EQ(value, GL_SAMPLES_PASSED);
    glGetQueryObjectiv(queries[0], GL_QUERY_RESULT_AVAILABLE, &value);
    EXPECT_EQ(value, GL_TRUE);
    glGetQueryObjectiv(queries[0], GL_QUERY_RESULT, &value);
    EXPECT_EQ(value, 0);
    expect(GL_NO_ERROR);
    glBeginQuery(GL_TIME_ELAPSED, queries[0]);
    expect(GL_INVALID_OPERATION);
    glBeginQuery(GL_SAMPLES_PASSED, queries[0]);
    glRectf(-1, -1, 1, 1);
    glEndQuery(GL_SAMPLES_PASSED);
    glGetQueryObjectiv(queries[0], GL_QUERY_RESULT, &value);
    EXPECT_EQ(value, 64);
}

// State of texture units, by their number.
TEST_F(ExistingObjects, StateThatIsSelectedIsReadByIndex) {
    GLuint plane = created(GL_TEXTURE_2D), sampler = 0;
    glGenSamplers(1, &sampler);
    glActiveTexture(GL_TEXTURE3);
    glBindTexture(GL_TEXTURE_2D, plane);
    glMatrixMode(GL_TEXTURE);
    glTranslatef(1, 2, 3);
    glBindSampler(3, sampler);
    glClientActiveTexture(GL_TEXTURE2);
    glTexCoordPointer(3, GL_SHORT, 16, nullptr);
    glEnableClientState(GL_TEXTURE_COORD_ARRAY);
    glClientActiveTexture(GL_TEXTURE0);
    glActiveTexture(GL_TEXTURE0);
    glMatrixPushEXT(GL_MATRIX2_ARB);
    glMatrixScalefEXT(GL_MATRIX2_ARB, 5, 1, 1);
    GLint value = 0;
    glGetIntegeri_v(GL_SAMPLER_BINDING, 3, &value);
    EXPECT_EQ(GLuint(value), sampler);
    glGetIntegeri_v(GL_TEXTURE_BINDING_2D, 3, &value);
    EXPECT_EQ(GLuint(value), plane);
    GLfloat matrix[16] = {};
    glGetFloatIndexedvEXT(GL_TEXTURE_MATRIX, 3, matrix);
    EXPECT_EQ(matrix[13], 2);
    glGetFloatIndexedvEXT(GL_TEXTURE_MATRIX, 0, matrix);
    EXPECT_EQ(matrix[13], 0);
    glGetFloatIndexedvEXT(GL_PROGRAM_MATRIX_EXT, 2, matrix);
    EXPECT_EQ(matrix[0], 5);
    glGetIntegerIndexedvEXT(GL_PROGRAM_MATRIX_STACK_DEPTH_EXT, 2, &value);
    EXPECT_EQ(value, 2);
    glGetIntegerIndexedvEXT(GL_TEXTURE_COORD_ARRAY_TYPE, 2, &value);
    EXPECT_EQ(value, GL_SHORT);
    EXPECT_TRUE(glIsEnabledIndexedEXT(GL_TEXTURE_COORD_ARRAY, 2));
    EXPECT_FALSE(glIsEnabledIndexedEXT(GL_TEXTURE_COORD_ARRAY, 1));
    EXPECT_EQ(integer(GL_ACTIVE_TEXTURE), GL_TEXTURE0);
    EXPECT_EQ(integer(GL_CLIENT_ACTIVE_TEXTURE), GL_TEXTURE0);
    expect(GL_NO_ERROR);
    glGetIntegeri_v(GL_TEXTURE_BINDING_2D, 4096, &value);
    expect(GL_INVALID_VALUE);
    glGetIntegerIndexedvEXT(GL_TEXTURE_COORD_ARRAY_TYPE, 99, &value);
    expect(GL_INVALID_VALUE);
}

}  // namespace
}  // namespace glapi
