// Images in files: which descriptions are taken, and where their pixels lie. Files in memory stand for dma-bufs.
#include "driver/egl/egl_dma_buf.h"

#include <drm_fourcc.h>
#include <gtest/gtest.h>
#include <limits>
#include <map>
#include <vector>

#include "driver/testing/test_file.h"

namespace driver::egl {
namespace {

// The attributes of planes; those of the fourth are numbered apart.
EGLint file_of(int plane) { return plane < 3 ? EGL_DMA_BUF_PLANE0_FD_EXT + 3 * plane : EGL_DMA_BUF_PLANE3_FD_EXT; }
EGLint offset_of(int plane) { return file_of(plane) + 1; }
EGLint pitch_of(int plane) { return file_of(plane) + 2; }
EGLint low_modifier_of(int plane) { return EGL_DMA_BUF_PLANE0_MODIFIER_LO_EXT + 2 * plane; }

class EglDmaBuf : public testing::Test {
  protected:
    static constexpr int width = 8, height = 4, pitch = 128;

    const TestFile file{1 << 16};
    std::map<EGLint, EGLAttrib> attributes;

    void describe(uint32_t code, int planes) {
        attributes = {
            {EGL_WIDTH, width}, {EGL_HEIGHT, height}, {EGL_LINUX_DRM_FOURCC_EXT, static_cast<EGLAttrib>(code)}};
        for (int n = 0; n < planes; ++n) add_plane(n);
    }
    void add_plane(int n) {
        attributes[file_of(n)] = file.get();
        attributes[offset_of(n)] = n * pitch * height;
        attributes[pitch_of(n)] = pitch;
    }
    Outcome<glapi::SharedImage> import() const {
        std::vector<EGLAttrib> list;
        for (const auto& [name, value] : attributes) list.insert(list.end(), {name, value});
        list.push_back(EGL_NONE);
        return import_dma_buf(list.data());
    }
    EGLint error() const { return import().failure().error(); }
    EGLint error_with(EGLint name, EGLAttrib value) {
        const auto before = attributes;
        attributes[name] = value;
        const EGLint result = error();
        attributes = before;
        return result;
    }
    EGLint error_without(EGLint name) {
        const auto before = attributes;
        attributes.erase(name);
        const EGLint result = error();
        attributes = before;
        return result;
    }
};

// All that eglQueryDmaBufFormatsEXT names, and whether textures of them are external ones.
std::map<uint32_t, bool> offered_formats() {
    const EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr);
    EXPECT_TRUE(eglInitialize(display, nullptr, nullptr));
    EGLint count = 0;
    EXPECT_TRUE(eglQueryDmaBufFormatsEXT(display, 0, nullptr, &count));
    std::vector<EGLint> codes(static_cast<size_t>(count));
    EXPECT_TRUE(eglQueryDmaBufFormatsEXT(display, count, codes.data(), &count));
    std::map<uint32_t, bool> result;
    for (const EGLint code : codes) {
        EGLuint64KHR modifier = 7;
        EGLBoolean external = EGL_FALSE;
        EGLint modifiers = 0;
        EXPECT_TRUE(eglQueryDmaBufModifiersEXT(display, code, 1, &modifier, &external, &modifiers));
        EXPECT_EQ(modifiers, 1);
        EXPECT_EQ(modifier, static_cast<EGLuint64KHR>(DRM_FORMAT_MOD_LINEAR));
        result[static_cast<uint32_t>(code)] = external != EGL_FALSE;
    }
    EXPECT_EQ(result.size(), codes.size());  // none twice
    EXPECT_FALSE(eglQueryDmaBufModifiersEXT(display, 0x7abc, 0, nullptr, nullptr, &count));
    EXPECT_EQ(eglGetError(), EGL_BAD_PARAMETER);
    EXPECT_FALSE(eglQueryDmaBufFormatsEXT(display, -1, nullptr, &count));
    EXPECT_EQ(eglGetError(), EGL_BAD_PARAMETER);
    eglTerminate(display);
    return result;
}

TEST_F(EglDmaBuf, EveryFormatThatIsOfferedIsTakenWithItsPlanes) {
    for (const auto& [code, external] : offered_formats()) {
        // As many planes as it takes: fewer are too few, and one more is too many.
        int planes = 1;
        while (planes < 4 && (describe(code, planes), error() == EGL_BAD_PARAMETER)) ++planes;
        describe(code, planes);
        const auto imported = import();
        ASSERT_FALSE(imported.failure()) << code;
        EXPECT_EQ(imported.value().planar != nullptr, external) << code;
        EXPECT_EQ(imported.value().image->extent().width, width);
        EXPECT_EQ(imported.value().image->extent().height, height);
        if (!external) {
            EXPECT_EQ(planes, 1) << code;
        }
        describe(code, planes + 1);
        if (planes < 4) {
            EXPECT_EQ(error(), EGL_BAD_ATTRIBUTE) << code;
        }
    }
}

TEST_F(EglDmaBuf, EveryPlaneIsWholeAndLinear) {
    for (const auto& [code, external] : offered_formats()) {
        int planes = 1;
        while (describe(code, planes), error() == EGL_BAD_PARAMETER) ++planes;
        for (int n = 0; n < planes; ++n) {
            for (const EGLint name : {file_of(n), offset_of(n), pitch_of(n)})
                EXPECT_EQ(error_without(name), EGL_BAD_PARAMETER) << code << ' ' << n;
            EXPECT_EQ(error_with(pitch_of(n), 0), EGL_BAD_ACCESS) << code << ' ' << n;
            constexpr EGLAttrib huge = std::numeric_limits<EGLAttrib>::max() / 4 * 4;
            if (huge > INT32_MAX) {
                EXPECT_EQ(error_with(pitch_of(n), huge), EGL_BAD_ACCESS) << code << ' ' << n;
            }
            EXPECT_EQ(error_with(offset_of(n), -4), EGL_BAD_ACCESS) << code << ' ' << n;
            EXPECT_EQ(error_with(offset_of(n), 1 << 20), EGL_BAD_ACCESS) << code << ' ' << n;  // beyond the end
            EXPECT_EQ(error_with(file_of(n), -1), EGL_BAD_ACCESS) << code << ' ' << n;
            // Half a modifier is none; others than linear ones are not there.
            EXPECT_EQ(error_with(low_modifier_of(n), 0), EGL_BAD_PARAMETER) << code << ' ' << n;
            attributes[low_modifier_of(n)] = 1;
            attributes[low_modifier_of(n) + 1] = 0;
            EXPECT_EQ(error(), EGL_BAD_MATCH) << code << ' ' << n;
            attributes[low_modifier_of(n)] = 0;
            EXPECT_EQ(error(), EGL_SUCCESS) << code << ' ' << n;
            attributes[low_modifier_of(n)] = static_cast<EGLAttrib>(static_cast<uint32_t>(DRM_FORMAT_MOD_INVALID));
            attributes[low_modifier_of(n) + 1] =
                static_cast<EGLAttrib>(static_cast<uint32_t>(DRM_FORMAT_MOD_INVALID >> 32));
            EXPECT_EQ(error(), EGL_SUCCESS) << code << ' ' << n;
        }
    }
}

TEST_F(EglDmaBuf, DescriptionsMustBeWhole) {
    describe(DRM_FORMAT_ARGB8888, 1);
    EXPECT_EQ(error(), EGL_SUCCESS);
    for (const EGLint name : {EGL_WIDTH, EGL_HEIGHT, EGL_LINUX_DRM_FOURCC_EXT})
        EXPECT_EQ(error_without(name), EGL_BAD_PARAMETER);
    for (const EGLint name : {EGL_WIDTH, EGL_HEIGHT})
        for (const EGLAttrib size : {0, -1, 16385, 1 << 30}) EXPECT_EQ(error_with(name, size), EGL_BAD_PARAMETER);
    EXPECT_EQ(error_with(EGL_LINUX_DRM_FOURCC_EXT, 0x7abc), EGL_BAD_MATCH);
    EXPECT_EQ(error_with(EGL_DEPTH_SIZE, 1), EGL_BAD_ATTRIBUTE);
    EXPECT_EQ(error_with(EGL_IMAGE_PRESERVED, EGL_TRUE), EGL_SUCCESS);
    // Pixels begin at multiples of their size.
    EXPECT_EQ(error_with(EGL_DMA_BUF_PLANE0_OFFSET_EXT, 2), EGL_BAD_ACCESS);
    EXPECT_EQ(error_with(EGL_DMA_BUF_PLANE0_PITCH_EXT, pitch + 1), EGL_BAD_ACCESS);
    EXPECT_EQ(error_with(EGL_DMA_BUF_PLANE0_PITCH_EXT, width * 4 - 4), EGL_BAD_ACCESS);
    EXPECT_EQ(error_with(EGL_DMA_BUF_PLANE0_PITCH_EXT, width * 4), EGL_SUCCESS);
}

TEST_F(EglDmaBuf, HintsAreThoseOfTheText) {
    describe(DRM_FORMAT_NV12, 2);
    for (const EGLAttrib space : {EGL_ITU_REC601_EXT, EGL_ITU_REC709_EXT, EGL_ITU_REC2020_EXT})
        EXPECT_EQ(error_with(EGL_YUV_COLOR_SPACE_HINT_EXT, space), EGL_SUCCESS);
    for (const EGLAttrib range : {EGL_YUV_FULL_RANGE_EXT, EGL_YUV_NARROW_RANGE_EXT})
        EXPECT_EQ(error_with(EGL_SAMPLE_RANGE_HINT_EXT, range), EGL_SUCCESS);
    for (const EGLint siting : {EGL_YUV_CHROMA_HORIZONTAL_SITING_HINT_EXT, EGL_YUV_CHROMA_VERTICAL_SITING_HINT_EXT}) {
        EXPECT_EQ(error_with(siting, EGL_YUV_CHROMA_SITING_0_EXT), EGL_SUCCESS);
        EXPECT_EQ(error_with(siting, EGL_YUV_CHROMA_SITING_0_5_EXT), EGL_SUCCESS);
        EXPECT_EQ(error_with(siting, 7), EGL_BAD_ATTRIBUTE);
    }
    EXPECT_EQ(error_with(EGL_YUV_COLOR_SPACE_HINT_EXT, EGL_ITU_REC2020_EXT + 1), EGL_BAD_ATTRIBUTE);
    EXPECT_EQ(error_with(EGL_SAMPLE_RANGE_HINT_EXT, 7), EGL_BAD_ATTRIBUTE);
}

TEST_F(EglDmaBuf, ColourSpacesAreOfEightBits) {
    describe(DRM_FORMAT_ARGB8888, 1);
    EXPECT_EQ(error_with(EGL_GL_COLORSPACE, EGL_GL_COLORSPACE_SRGB), EGL_SUCCESS);
    EXPECT_EQ(error_with(EGL_GL_COLORSPACE, EGL_GL_COLORSPACE_LINEAR), EGL_SUCCESS);
    EXPECT_EQ(error_with(EGL_GL_COLORSPACE, EGL_GL_COLORSPACE_DEFAULT_EXT), EGL_SUCCESS);
    EXPECT_EQ(error_with(EGL_GL_COLORSPACE, 7), EGL_BAD_ATTRIBUTE);
    describe(DRM_FORMAT_ABGR2101010, 1);
    EXPECT_EQ(error_with(EGL_GL_COLORSPACE, EGL_GL_COLORSPACE_SRGB), EGL_BAD_MATCH);
}

TEST_F(EglDmaBuf, PixelsLieWhereTheDescriptionSays) {
    describe(DRM_FORMAT_XRGB8888, 1);
    attributes[EGL_DMA_BUF_PLANE0_OFFSET_EXT] = 256;
    const auto imported = import();
    ASSERT_FALSE(imported.failure());
    const runtime::Image& image = *imported.value().image;
    // The memory is the file's: what is written later shows.
    file.write({1, 2, 3, 4}, 256 + 2 * pitch + 5 * 4);
    EXPECT_EQ(std::memcmp(image.row(2) + 5 * 4, "\1\2\3\4", 4), 0);
    EXPECT_EQ(image.format(), runtime::Format::Bgrx8Unorm);
}

TEST_F(EglDmaBuf, FilesThatCouldBecomeShorterAreRefused) {
    describe(DRM_FORMAT_ARGB8888, 1);
    const TestFile unsealed(1 << 16, 0);  // and can't be sealed
    EXPECT_EQ(error_with(EGL_DMA_BUF_PLANE0_FD_EXT, unsealed.get()), EGL_BAD_ACCESS);
    const TestFile small(pitch * height - pitch);
    EXPECT_EQ(error_with(EGL_DMA_BUF_PLANE0_FD_EXT, small.get()), EGL_BAD_ACCESS);
}

TEST_F(EglDmaBuf, ListsOfIntegersAreReadAlike) {
    const EGLint list[] = {EGL_WIDTH,
                           4,
                           EGL_HEIGHT,
                           4,
                           EGL_LINUX_DRM_FOURCC_EXT,
                           static_cast<EGLint>(DRM_FORMAT_R8),
                           EGL_DMA_BUF_PLANE0_FD_EXT,
                           file.get(),
                           EGL_DMA_BUF_PLANE0_OFFSET_EXT,
                           0,
                           EGL_DMA_BUF_PLANE0_PITCH_EXT,
                           4,
                           EGL_NONE};
    EXPECT_FALSE(import_dma_buf(list).failure());
    EXPECT_EQ(import_dma_buf(static_cast<const EGLint*>(nullptr)).failure(), Failure(EGL_BAD_PARAMETER));
}

}  // namespace
}  // namespace driver::egl
