// Pixels of every integer type into and out of textures and buffers of every integer format: what the other can't hold
// is clamped (GL 4.6 §8.5, §18.2.8); and signed normalized texels, which keep their bits.
#include <algorithm>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>
#include <string>
#include <vector>

#include "glapi/generated/entry_points.h"
#include "glapi/testing/version_context.h"

namespace glapi {
namespace {

using testing::CoreContext;

struct Type {
    GLenum type;
    int bytes;
    int64_t least, most;
};
template <class T>
constexpr Type type_of(GLenum type) {
    return {type, sizeof(T), std::numeric_limits<T>::min(), std::numeric_limits<T>::max()};
}
constexpr Type types[] = {type_of<uint8_t>(GL_UNSIGNED_BYTE),   type_of<int8_t>(GL_BYTE),
                          type_of<uint16_t>(GL_UNSIGNED_SHORT), type_of<int16_t>(GL_SHORT),
                          type_of<uint32_t>(GL_UNSIGNED_INT),   type_of<int32_t>(GL_INT)};

// Internal formats of one to four components of each type.
struct Stored {
    Type component;
    GLenum formats[4];
};
constexpr Stored stored[] = {
    {types[0], {GL_R8UI, GL_RG8UI, GL_RGB8UI, GL_RGBA8UI}},     {types[1], {GL_R8I, GL_RG8I, GL_RGB8I, GL_RGBA8I}},
    {types[2], {GL_R16UI, GL_RG16UI, GL_RGB16UI, GL_RGBA16UI}}, {types[3], {GL_R16I, GL_RG16I, GL_RGB16I, GL_RGBA16I}},
    {types[4], {GL_R32UI, GL_RG32UI, GL_RGB32UI, GL_RGBA32UI}}, {types[5], {GL_R32I, GL_RG32I, GL_RGB32I, GL_RGBA32I}},
};
constexpr GLenum pixel_formats[] = {GL_RED_INTEGER, GL_RG_INTEGER, GL_RGB_INTEGER, GL_RGBA_INTEGER};

// Around every bound of every type.
std::vector<int64_t> interesting(const Type& type) {
    std::vector<int64_t> values;
    for (const Type& other : types)
        for (int64_t bound : {other.least, other.most, int64_t{0}, int64_t{77}})
            for (int64_t value = bound - 1; value <= bound + 1; ++value)
                if (value >= type.least && value <= type.most) values.push_back(value);
    while (values.size() % 12 != 0) values.push_back(1);  // whole pixels of any number of components
    return values;
}

std::vector<std::byte> in_memory(const std::vector<int64_t>& values, const Type& type) {
    std::vector<std::byte> bytes(values.size() * static_cast<size_t>(type.bytes));
    for (size_t i = 0; i < values.size(); ++i)  // little-endian
        std::memcpy(&bytes[i * static_cast<size_t>(type.bytes)], &values[i], static_cast<size_t>(type.bytes));
    return bytes;
}

std::vector<int64_t> clamped(std::vector<int64_t> values, const Type& type) {
    for (int64_t& value : values) value = std::clamp(value, type.least, type.most);
    return values;
}

GLuint bound_texture() {
    GLuint name = 0;
    ::glGenTextures(1, &name);
    ::glBindTexture(GL_TEXTURE_2D, name);
    ::glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    ::glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    ::glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    ::glPixelStorei(GL_PACK_ALIGNMENT, 1);
    return name;
}

std::string name_of(const Type& from, const Stored& to, int components) {
    return ::testing::PrintToString(from.type) + " into " + ::testing::PrintToString(to.formats[components - 1]);
}

TEST(IntegerPixels, OfEveryTypeAreClampedToEveryFormat) {
    CoreContext gl(45);
    bound_texture();
    for (const Type& from : types)
        for (const Stored& to : stored)
            for (int components = 1; components <= 4; ++components) {
                SCOPED_TRACE(name_of(from, to, components));
                const std::vector<int64_t> values = interesting(from);
                const auto width = static_cast<GLsizei>(values.size()) / components;
                const GLenum pixels = pixel_formats[components - 1];
                const GLenum format = to.formats[components - 1];
                const std::vector<std::byte> expected = in_memory(clamped(values, to.component), to.component);
                std::vector<std::byte> got(expected.size());
                const auto read = [&](const char* how) {
                    std::ranges::fill(got, std::byte{0xcd});
                    ::glGetTexImage(GL_TEXTURE_2D, 0, pixels, to.component.type, got.data());
                    EXPECT_EQ(got, expected) << how;
                };
                ::glTexImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(format), width, 1, 0, pixels, from.type,
                               in_memory(values, from).data());
                read("glTexImage2D");
                ::glTexImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(format), width, 1, 0, pixels, from.type, nullptr);
                ::glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width, 1, pixels, from.type, in_memory(values, from).data());
                read("glTexSubImage2D");
                EXPECT_EQ(::glGetError(), GLenum{GL_NO_ERROR});
            }
}

TEST(IntegerPixels, OfEveryFormatAreClampedToEveryType) {
    CoreContext gl(45);
    const GLuint texture = bound_texture();
    GLuint framebuffer = 0;
    ::glGenFramebuffers(1, &framebuffer);
    ::glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    for (const Stored& from : stored)
        for (const Type& to : types)
            for (int components = 1; components <= 4; ++components) {
                SCOPED_TRACE(name_of(to, from, components) + ", read");
                const std::vector<int64_t> values = interesting(from.component);
                const auto width = static_cast<GLsizei>(values.size()) / components;
                const GLenum pixels = pixel_formats[components - 1];
                ::glTexImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(from.formats[components - 1]), width, 1, 0, pixels,
                               from.component.type, in_memory(values, from.component).data());
                const std::vector<std::byte> expected = in_memory(clamped(values, to), to);
                std::vector<std::byte> got(expected.size());
                ::glGetTexImage(GL_TEXTURE_2D, 0, pixels, to.type, got.data());
                EXPECT_EQ(got, expected) << "glGetTexImage";
                ::glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
                std::ranges::fill(got, std::byte{0xcd});
                ::glReadPixels(0, 0, width, 1, pixels, to.type, got.data());
                EXPECT_EQ(got, expected) << "glReadPixels";
                EXPECT_EQ(::glGetError(), GLenum{GL_NO_ERROR});
            }
}

TEST(IntegerPixels, ClearsClampAsUploadsDo) {
    CoreContext gl(45);
    const GLuint texture = bound_texture();
    GLuint buffer = 0;
    ::glGenBuffers(1, &buffer);
    ::glBindBuffer(GL_COPY_WRITE_BUFFER, buffer);
    for (const Type& from : types)
        for (const Stored& to : stored)
            for (int components : {1, 2, 4}) {
                SCOPED_TRACE(name_of(from, to, components));
                const GLenum pixels = pixel_formats[components - 1], format = to.formats[components - 1];
                const std::vector<int64_t> values{from.least, from.most, from.most / 2, from.most - 1};
                const std::vector<int64_t> used(values.begin(), values.begin() + components);
                const std::vector<std::byte> expected = in_memory(clamped(used, to.component), to.component);
                const std::vector<std::byte> given = in_memory(used, from);
                std::vector<std::byte> got(expected.size());
                ::glBufferData(GL_COPY_WRITE_BUFFER, 64, nullptr, GL_STATIC_DRAW);
                ::glClearBufferData(GL_COPY_WRITE_BUFFER, format, pixels, from.type, given.data());
                ::glGetBufferSubData(GL_COPY_WRITE_BUFFER, static_cast<GLintptr>(64 - got.size()),
                                     static_cast<GLsizeiptr>(got.size()), got.data());
                EXPECT_EQ(got, expected) << "glClearBufferData";
                ::glTexImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(format), 1, 1, 0, pixels, from.type, nullptr);
                ::glClearTexImage(texture, 0, pixels, from.type, given.data());
                ::glGetTexImage(GL_TEXTURE_2D, 0, pixels, to.component.type, got.data());
                EXPECT_EQ(got, expected) << "glClearTexImage";
                EXPECT_EQ(::glGetError(), GLenum{GL_NO_ERROR});
            }
}

// -2^(b-1) means -1 as -2^(b-1)+1 does; pixels of the texels' type come back as they were all the same.
TEST(IntegerPixels, SignedNormalizedTexelsKeepTheirBits) {
    CoreContext gl(45);
    bound_texture();
    constexpr struct {
        Type type;
        GLenum formats[4];
    } kinds[] = {{types[1], {GL_R8_SNORM, GL_RG8_SNORM, GL_RGB8_SNORM, GL_RGBA8_SNORM}},
                 {types[3], {GL_R16_SNORM, GL_RG16_SNORM, GL_RGB16_SNORM, GL_RGBA16_SNORM}}};
    constexpr GLenum pixels[] = {GL_RED, GL_RG, GL_RGB, GL_RGBA};
    for (const auto& kind : kinds)
        for (int held = 1; held <= 4; ++held)
            for (int given = 1; given <= 4; ++given)
                for (bool swap : {false, true}) {
                    SCOPED_TRACE(::testing::Message() << kind.type.bytes << " bytes, " << given << " components into "
                                                      << held << (swap ? ", swapped" : ""));
                    const std::vector<int64_t> values = interesting(kind.type);
                    const auto width = static_cast<GLsizei>(values.size()) / given;
                    ::glPixelStorei(GL_UNPACK_SWAP_BYTES, swap);
                    ::glPixelStorei(GL_PACK_SWAP_BYTES, swap);
                    ::glTexImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(kind.formats[held - 1]), width, 1, 0,
                                   pixels[given - 1], kind.type.type, in_memory(values, kind.type).data());
                    std::vector<std::byte> got(static_cast<size_t>(width) * 4 * static_cast<size_t>(kind.type.bytes));
                    ::glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, kind.type.type, got.data());
                    std::vector<int64_t> expected;
                    int64_t one = kind.type.most;
                    if (swap && kind.type.bytes == 2) one = -129;  // 0x7fff with its bytes exchanged
                    for (size_t x = 0; x < static_cast<size_t>(width); ++x)
                        for (int c = 0; c < 4; ++c) {
                            const bool there = c < std::min(held, given);
                            expected.push_back(there ? values[x * static_cast<size_t>(given) + static_cast<size_t>(c)]
                                               : c == 3 ? one
                                                        : 0);
                        }
                    EXPECT_EQ(got, in_memory(expected, kind.type));
                    EXPECT_EQ(::glGetError(), GLenum{GL_NO_ERROR});
                }
}

}  // namespace
}  // namespace glapi
