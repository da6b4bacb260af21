// Images of EGL: of textures, and of files as dma-bufs are.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

#include "egl_fixture.h"

namespace {

constexpr EGLint fourcc(char a, char b, char c, char d) { return a | b << 8 | c << 16 | d << 24; }
constexpr EGLint argb = fourcc('A', 'R', '2', '4');

TEST_F(EglExtensions, TellsWhatImagesOfFilesThereMayBe) {
    EGLint count = 0;
    ASSERT_TRUE(eglQueryDmaBufFormatsEXT(display_, 0, nullptr, &count));
    std::vector<EGLint> codes(static_cast<size_t>(count));
    ASSERT_TRUE(eglQueryDmaBufFormatsEXT(display_, count, codes.data(), &count));
    EXPECT_NE(std::find(codes.begin(), codes.end(), argb), codes.end());
    EXPECT_FALSE(eglQueryDmaBufFormatsEXT(display_, -1, codes.data(), &count));
    EXPECT_EQ(eglGetError(), EGL_BAD_PARAMETER);
    EGLuint64KHR modifier = 1;
    EGLBoolean external = EGL_TRUE;
    ASSERT_TRUE(eglQueryDmaBufModifiersEXT(display_, argb, 1, &modifier, &external, &count));
    EXPECT_EQ(count, 1);
    EXPECT_EQ(modifier, 0u);
    EXPECT_EQ(external, EGLBoolean{EGL_FALSE});
    constexpr EGLint nv12 = fourcc('N', 'V', '1', '2');
    EXPECT_NE(std::find(codes.begin(), codes.end(), nv12), codes.end());
    ASSERT_TRUE(eglQueryDmaBufModifiersEXT(display_, nv12, 1, &modifier, &external, &count));
    EXPECT_EQ(external, EGLBoolean{EGL_TRUE});
    EXPECT_FALSE(eglQueryDmaBufModifiersEXT(display_, 4711, 1, &modifier, &external, &count));
    EXPECT_EQ(eglGetError(), EGL_BAD_PARAMETER);
}

// Five by three pixels in a file: blue and green by their place.
class EglFiles : public EglExtensions {
  protected:
    static constexpr EGLint width = 5, height = 3, pitch = 32, offset = 64;
    void SetUp() override {
        EglExtensions::SetUp();
        file = memfd_create("pixels", MFD_CLOEXEC | MFD_ALLOW_SEALING);
        ASSERT_GE(file, 0);
        bytes.resize(offset + pitch * height);
        for (EGLint y = 0; y < height; ++y)
            for (EGLint x = 0; x < width; ++x) {
                uint8_t* const pixel = &bytes[static_cast<size_t>(offset + y * pitch + x * 4)];
                pixel[0] = static_cast<uint8_t>(10 * x), pixel[1] = static_cast<uint8_t>(20 * y);
                pixel[2] = 200, pixel[3] = 100;
            }
        ASSERT_EQ(write(file, bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
        good = {EGL_WIDTH,
                width,
                EGL_HEIGHT,
                height,
                EGL_LINUX_DRM_FOURCC_EXT,
                argb,
                EGL_DMA_BUF_PLANE0_FD_EXT,
                file,
                EGL_DMA_BUF_PLANE0_OFFSET_EXT,
                offset,
                EGL_DMA_BUF_PLANE0_PITCH_EXT,
                pitch,
                EGL_NONE};
    }
    EGLImageKHR create(const std::vector<EGLint>& attributes) {
        return eglCreateImageKHR(display_, EGL_NO_CONTEXT, EGL_LINUX_DMA_BUF_EXT, nullptr, attributes.data());
    }
    // The error of attributes with one value in place of another, or with one or two more.
    EGLint error_with(std::vector<EGLint> attributes, EGLint name, EGLint value, EGLint more = 0) {
        const auto at = std::find(attributes.begin(), attributes.end(), name);
        if (at != attributes.end())
            at[1] = value;
        else
            attributes.insert(attributes.end() - 1, {name, value});
        if (more) attributes.insert(attributes.end() - 1, {more, value});
        EXPECT_EQ(create(attributes), EGL_NO_IMAGE_KHR) << std::hex << name << " " << value;
        return eglGetError();
    }

    int file = -1;
    std::vector<uint8_t> bytes;
    std::vector<EGLint> good;
};

TEST_F(EglFiles, AreRefusedWhereTheyCannotBeImages) {
    const auto refused = [&](EGLint name, EGLint value, EGLint more = 0) {
        return error_with(good, name, value, more);
    };
    EXPECT_EQ(refused(EGL_WIDTH, 0), EGL_BAD_PARAMETER);
    EXPECT_EQ(refused(EGL_LINUX_DRM_FOURCC_EXT, fourcc('N', 'V', '1', '5')), EGL_BAD_MATCH);
    EXPECT_EQ(refused(EGL_LINUX_DRM_FOURCC_EXT, fourcc('N', 'V', '1', '2')), EGL_BAD_PARAMETER);  // plane 1
    EXPECT_EQ(refused(EGL_DMA_BUF_PLANE0_PITCH_EXT, 16), EGL_BAD_ACCESS);
    EXPECT_EQ(refused(EGL_DMA_BUF_PLANE0_OFFSET_EXT, 2), EGL_BAD_ACCESS);
    EXPECT_EQ(refused(EGL_DMA_BUF_PLANE0_OFFSET_EXT, 4096), EGL_BAD_ACCESS);
    EXPECT_EQ(refused(EGL_DMA_BUF_PLANE0_FD_EXT, -1), EGL_BAD_ACCESS);
    EXPECT_EQ(refused(EGL_DMA_BUF_PLANE1_PITCH_EXT, 32), EGL_BAD_ATTRIBUTE);
    EXPECT_EQ(refused(EGL_YUV_COLOR_SPACE_HINT_EXT, 1), EGL_BAD_ATTRIBUTE);
    EXPECT_EQ(refused(EGL_DMA_BUF_PLANE0_MODIFIER_LO_EXT, 0), EGL_BAD_PARAMETER);
    EXPECT_EQ(refused(EGL_DMA_BUF_PLANE0_MODIFIER_LO_EXT, 5, EGL_DMA_BUF_PLANE0_MODIFIER_HI_EXT), EGL_BAD_MATCH);
    EXPECT_EQ(create({EGL_WIDTH, 1, EGL_NONE}), EGL_NO_IMAGE_KHR);
    EXPECT_EQ(eglGetError(), EGL_BAD_PARAMETER);
    close(file);
}

// Who could take pages away could end a compositor.
TEST_F(EglFiles, ThatMayShrinkAreRefused) {
    const int unsealable = memfd_create("pixels", MFD_CLOEXEC);
    ASSERT_EQ(write(unsealable, bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
    EXPECT_EQ(error_with(good, EGL_DMA_BUF_PLANE0_FD_EXT, unsealable), EGL_BAD_ACCESS);
    close(unsealable);
    const EGLImageKHR image = create(good);
    EXPECT_NE(image, EGL_NO_IMAGE_KHR);
    EXPECT_NE(ftruncate(file, 0), 0) << "sealed";
    eglDestroyImageKHR(display_, image);
    close(file);
}

// Luma and chroma of two planes in one file.
TEST_F(EglFiles, OfVideo) {
    const std::pair<EGLint, EGLint> pairs[] = {{EGL_WIDTH, width},
                                               {EGL_HEIGHT, height},
                                               {EGL_LINUX_DRM_FOURCC_EXT, fourcc('N', 'V', '1', '2')},
                                               {EGL_DMA_BUF_PLANE0_FD_EXT, file},
                                               {EGL_DMA_BUF_PLANE0_OFFSET_EXT, 0},
                                               {EGL_DMA_BUF_PLANE0_PITCH_EXT, width},
                                               {EGL_DMA_BUF_PLANE1_FD_EXT, file},
                                               {EGL_DMA_BUF_PLANE1_OFFSET_EXT, offset},
                                               {EGL_DMA_BUF_PLANE1_PITCH_EXT, 6},
                                               {EGL_YUV_COLOR_SPACE_HINT_EXT, EGL_ITU_REC709_EXT},
                                               {EGL_SAMPLE_RANGE_HINT_EXT, EGL_YUV_FULL_RANGE_EXT}};
    std::vector<EGLint> video;
    for (const auto& [name, value] : pairs) video.insert(video.end(), {name, value});
    video.push_back(EGL_NONE);
    const auto refused = [&](EGLint name, EGLint value) { return error_with(video, name, value); };
    EXPECT_EQ(refused(EGL_DMA_BUF_PLANE1_PITCH_EXT, 5), EGL_BAD_ACCESS);
    EXPECT_EQ(refused(EGL_DMA_BUF_PLANE0_PITCH_EXT, 4), EGL_BAD_ACCESS);
    EXPECT_EQ(refused(EGL_DMA_BUF_PLANE1_OFFSET_EXT, 4096), EGL_BAD_ACCESS);
    EXPECT_EQ(refused(EGL_DMA_BUF_PLANE1_FD_EXT, -1), EGL_BAD_ACCESS);
    EXPECT_EQ(refused(EGL_DMA_BUF_PLANE2_FD_EXT, file), EGL_BAD_ATTRIBUTE);
    EXPECT_EQ(refused(EGL_DMA_BUF_PLANE3_FD_EXT, file), EGL_BAD_ATTRIBUTE);
    EXPECT_EQ(refused(EGL_DMA_BUF_PLANE1_MODIFIER_LO_EXT, 0), EGL_BAD_PARAMETER);
    EXPECT_EQ(refused(EGL_LINUX_DRM_FOURCC_EXT, fourcc('Y', 'U', '1', '2')), EGL_BAD_PARAMETER);
    EXPECT_EQ(refused(EGL_LINUX_DRM_FOURCC_EXT, fourcc('P', '0', '1', '0')), EGL_BAD_ACCESS);  // rows are too short
    EXPECT_EQ(refused(EGL_LINUX_DRM_FOURCC_EXT, fourcc('Y', 'U', 'Y', 'V')), EGL_BAD_ATTRIBUTE);
    EXPECT_EQ(refused(EGL_SAMPLE_RANGE_HINT_EXT, 0), EGL_BAD_ATTRIBUTE);
    EXPECT_EQ(refused(EGL_YUV_CHROMA_VERTICAL_SITING_HINT_EXT, 0), EGL_BAD_ATTRIBUTE);
    // One plane of pixels of four bytes. Rows are too short for pixels of eight bytes.
    std::vector<EGLint> packed = good;
    for (const char* const code : {"AYUV", "Y410", "Y416"}) {
        packed[5] = fourcc(code[0], code[1], code[2], code[3]);
        const EGLImageKHR made = create(packed);
        EXPECT_EQ(made != EGL_NO_IMAGE_KHR, code[3] != '6' && eglDestroyImageKHR(display_, made)) << code;
    }
    const EGLImageKHR image = create(video);
    ASSERT_NE(image, EGL_NO_IMAGE_KHR);
    EXPECT_EQ(eglGetError(), EGL_SUCCESS);
    // Its textures are external ones, and it can't be rendered to.
    make_current(pbuffer(config_), config_);
    const auto command = [](const char* name) {
        return reinterpret_cast<void (*)(GLenum, void*)>(eglGetProcAddress(name));
    };
    GLuint texture = 0, renderbuffer = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    command("glEGLImageTargetTexture2DOES")(GL_TEXTURE_2D, image);
    EXPECT_EQ(glGetError(), GLenum{GL_INVALID_OPERATION});
    glGenRenderbuffers(1, &renderbuffer);
    glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
    command("glEGLImageTargetRenderbufferStorageOES")(GL_RENDERBUFFER, image);
    EXPECT_EQ(glGetError(), GLenum{GL_INVALID_OPERATION});
    EXPECT_TRUE(eglDestroyImageKHR(display_, image));
    close(file);
}

TEST_F(EglFiles, AreWhatTexturesAreMadeOf) {
    make_current(pbuffer(config_), config_);
    const EGLImageKHR image = create(good);
    ASSERT_NE(image, EGL_NO_IMAGE_KHR) << std::hex << eglGetError();
    const int copy = dup(file);
    close(file);
    const auto set_image = reinterpret_cast<void (*)(GLenum, void*)>(eglGetProcAddress("glEGLImageTargetTexture2DOES"));
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    set_image(GL_TEXTURE_2D, image);
    EXPECT_EQ(glGetError(), GLenum{GL_NO_ERROR});
    std::vector<uint8_t> read(width * height * 4);
    glGetTexImage(GL_TEXTURE_2D, 0, GL_BGRA, GL_UNSIGNED_BYTE, read.data());
    EXPECT_EQ(glGetError(), GLenum{GL_NO_ERROR});
    for (EGLint y = 0; y < height; ++y)
        EXPECT_TRUE(std::equal(read.begin() + y * width * 4, read.begin() + (y + 1) * width * 4,
                               bytes.begin() + offset + y * pitch))
            << y;
    // What is drawn to it reaches the file's memory.
    GLuint framebuffer = 0;
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    glClearColor(1, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glFinish();
    uint8_t in_file[4] = {};
    EXPECT_EQ(pread(copy, in_file, 4, offset + 2 * pitch + 4 * 4), 4);
    EXPECT_EQ(in_file[2], 255);
    EXPECT_EQ(in_file[0], 0);
    close(copy);
    std::array<GLubyte, 4> pixel{};
    glReadPixels(4, 2, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel.data());
    EXPECT_EQ(pixel, (std::array<GLubyte, 4>{255, 0, 0, 255}));
    EXPECT_TRUE(eglDestroyImageKHR(display_, image));
}

TEST_F(EglExtensions, TakesTheSizeOfAnImageWhereItIsTrue) {
    make_current(pbuffer(config_), config_);
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 8, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    const auto image_of = [&](std::vector<EGLint> attributes) {
        attributes.insert(attributes.end(), {EGL_GL_TEXTURE_LEVEL, 0, EGL_NONE});
        void* const name = reinterpret_cast<void*>(static_cast<uintptr_t>(texture));
        return eglCreateImageKHR(display_, eglGetCurrentContext(), EGL_GL_TEXTURE_2D, name, attributes.data());
    };
    const EGLImageKHR image = image_of({EGL_WIDTH, 8, EGL_HEIGHT, 4});
    EXPECT_NE(image, EGL_NO_IMAGE_KHR) << std::hex << eglGetError();
    EXPECT_TRUE(eglDestroyImageKHR(display_, image));
    for (const std::vector<EGLint>& wrong : {std::vector<EGLint>{EGL_WIDTH, 4}, {EGL_HEIGHT, 8}, {EGL_DEPTH_SIZE, 8}}) {
        EXPECT_EQ(image_of(wrong), EGL_NO_IMAGE_KHR) << testing::PrintToString(wrong);
        EXPECT_EQ(eglGetError(), EGL_BAD_PARAMETER);
    }
}

// EGL_EXT_image_gl_colorspace: the same memory, taken as linear or as encoded.
TEST_F(EglExtensions, ImagesHaveTheColorSpaceThatIsAsked) {
    make_current(pbuffer(config_), config_);
    const auto texture_of = [](GLenum format) {
        GLuint texture = 0;
        glGenTextures(1, &texture);
        glBindTexture(GL_TEXTURE_2D, texture);
        glTexImage2D(GL_TEXTURE_2D, 0, GLint(format), 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
        return texture;
    };
    const auto image_of = [&](GLuint texture, EGLint space) {
        const EGLint attributes[] = {EGL_GL_COLORSPACE_KHR, space, EGL_NONE};
        void* const name = reinterpret_cast<void*>(static_cast<uintptr_t>(texture));
        return eglCreateImageKHR(display_, eglGetCurrentContext(), EGL_GL_TEXTURE_2D, name, attributes);
    };
    const auto set_image = reinterpret_cast<void (*)(GLenum, void*)>(eglGetProcAddress("glEGLImageTargetTexture2DOES"));
    const GLuint source = texture_of(GL_RGBA8);
    GLuint framebuffer = 0;
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glEnable(GL_FRAMEBUFFER_SRGB);
    glClearColor(0.5f, 0.5f, 0.5f, 0.5f);
    const struct {
        EGLint space;
        GLint format;
        int stored;
    } rows[] = {{EGL_GL_COLORSPACE_SRGB_KHR, GL_SRGB8_ALPHA8, 188},
                {EGL_GL_COLORSPACE_LINEAR_KHR, GL_RGBA8, 128},
                {EGL_GL_COLORSPACE_DEFAULT_EXT, GL_RGBA8, 128}};
    for (const auto& row : rows) {
        const EGLImageKHR image = image_of(source, row.space);
        ASSERT_NE(image, EGL_NO_IMAGE_KHR) << std::hex << eglGetError();
        GLuint texture = 0;
        glGenTextures(1, &texture);
        glBindTexture(GL_TEXTURE_2D, texture);
        set_image(GL_TEXTURE_2D, image);
        GLint format = 0;
        glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_INTERNAL_FORMAT, &format);
        EXPECT_EQ(format, row.format);
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
        glClear(GL_COLOR_BUFFER_BIT);
        glBindTexture(GL_TEXTURE_2D, source);
        std::array<GLubyte, 4 * 4 * 4> read{};
        glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, read.data());
        EXPECT_EQ(int{read[0]}, row.stored) << std::hex << row.space;
        EXPECT_EQ(int{read[3]}, 128) << "alpha is linear";
        EXPECT_TRUE(eglDestroyImageKHR(display_, image));
    }
    EXPECT_EQ(glGetError(), GLenum{GL_NO_ERROR});
    EXPECT_EQ(image_of(source, 77), EGL_NO_IMAGE_KHR);
    EXPECT_EQ(eglGetError(), EGL_BAD_PARAMETER);
    const GLuint halves = texture_of(GL_RGBA16F);
    EXPECT_EQ(image_of(halves, EGL_GL_COLORSPACE_SRGB_KHR), EGL_NO_IMAGE_KHR);
    EXPECT_EQ(eglGetError(), EGL_BAD_MATCH);
    EXPECT_TRUE(eglDestroyImageKHR(display_, image_of(halves, EGL_GL_COLORSPACE_LINEAR_KHR)));
}

TEST_F(EglFiles, HaveTheColorSpaceThatIsAsked) {
    make_current(pbuffer(config_), config_);
    good.insert(good.end() - 1, {EGL_GL_COLORSPACE_KHR, EGL_GL_COLORSPACE_SRGB_KHR});
    const EGLImageKHR image = create(good);
    ASSERT_NE(image, EGL_NO_IMAGE_KHR) << std::hex << eglGetError();
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    reinterpret_cast<void (*)(GLenum, void*)>(eglGetProcAddress("glEGLImageTargetTexture2DOES"))(GL_TEXTURE_2D, image);
    GLint format = 0;
    glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_INTERNAL_FORMAT, &format);
    EXPECT_EQ(format, GL_SRGB8_ALPHA8);
    EXPECT_TRUE(eglDestroyImageKHR(display_, image));
    EXPECT_EQ(error_with(good, EGL_GL_COLORSPACE_KHR, 77), EGL_BAD_ATTRIBUTE);
    close(file);
}

TEST(EglAtExit, DisplaysWithImagesEnd) {
    const auto draw_and_exit = [] {
        std::atexit(
            [] { eglTerminate(eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr)); });
        const EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
        if (!eglInitialize(display, nullptr, nullptr) || !eglBindAPI(EGL_OPENGL_API)) std::_Exit(1);
        const EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, nullptr);
        if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) std::_Exit(2);
        glBindTexture(GL_TEXTURE_2D, 1);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
        void* const name = reinterpret_cast<void*>(uintptr_t{1});
        if (!eglCreateImageKHR(display, context, EGL_GL_TEXTURE_2D, name, nullptr)) std::_Exit(3);
        std::exit(0);
    };
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(draw_and_exit(), testing::ExitedWithCode(0), "");
}

}  // namespace
