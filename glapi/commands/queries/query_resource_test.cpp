// NV_query_resource: memory of the objects of a share group.
#include <algorithm>
#include <gtest/gtest.h>
#include <iterator>
#include <vector>

#include "glapi/generated/commands.h"
#include "glapi/testing/test_window.h"

namespace glapi {
namespace {

using namespace commands;

struct QueryResource : ::testing::Test {
    testing::CurrentContext gl{8, 8};

    std::vector<GLint> stream() {
        std::vector<GLint> values(
            static_cast<size_t>(QueryResourceNV(*gl, GL_QUERY_RESOURCE_TYPE_VIDMEM_ALLOC_NV, 0, 0, nullptr)), -1);
        const auto size = static_cast<GLuint>(values.size());
        EXPECT_EQ(QueryResourceNV(*gl, GL_QUERY_RESOURCE_TYPE_VIDMEM_ALLOC_NV, 0, size, values.data()),
                  static_cast<GLint>(size));
        return values;
    }
};

TEST_F(QueryResource, TellsHowManyObjectsTakeHowMuch) {
    GLuint names[5];
    GenBuffers(*gl, 3, names);
    for (int i = 0; i < 2; ++i) {
        BindBuffer(*gl, GL_ARRAY_BUFFER, names[i]);
        BufferData(*gl, GL_ARRAY_BUFFER, 10 * 1024, nullptr, GL_STATIC_DRAW);
    }
    BindBuffer(*gl, GL_ARRAY_BUFFER, names[2]);  // takes nothing
    GenTextures(*gl, 1, names + 3);
    BindTexture(*gl, GL_TEXTURE_2D, names[3]);
    TexImage2D(*gl, GL_TEXTURE_2D, 0, GL_RGBA8, 64, 64, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    TexImage2D(*gl, GL_TEXTURE_2D, 1, GL_RGBA8, 32, 32, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    GenRenderbuffers(*gl, 1, names + 4);
    BindRenderbuffer(*gl, GL_RENDERBUFFER, names[4]);
    RenderbufferStorage(*gl, GL_RENDERBUFFER, GL_RGBA8, 64, 64);

    const std::vector<GLint> values = stream();
    ASSERT_EQ(values.size(), 23u);
    const GLint texture = values[12], renderbuffer = values[17];
    EXPECT_GE(texture, 20);
    EXPECT_GE(renderbuffer, 16);
    constexpr GLint memory = GL_QUERY_RESOURCE_MEMTYPE_VIDMEM_NV;
    const GLint all = texture + renderbuffer + 20;
    const std::vector<GLint> expected{3,
                                      1,
                                      1,  // header
                                      20,
                                      4,
                                      all,
                                      0,
                                      3,  // the device
                                      5,
                                      memory,
                                      GL_QUERY_RESOURCE_TEXTURE_NV,
                                      1,
                                      texture,  //
                                      5,
                                      memory,
                                      GL_QUERY_RESOURCE_RENDERBUFFER_NV,
                                      1,
                                      renderbuffer,  //
                                      5,
                                      memory,
                                      GL_QUERY_RESOURCE_BUFFEROBJECT_NV,
                                      2,
                                      20};
    EXPECT_EQ(values, expected);
    DeleteBuffers(*gl, 3, names);
    DeleteTextures(*gl, 1, names + 3);
    DeleteRenderbuffers(*gl, 1, names + 4);
    EXPECT_EQ(stream()[4], 0);
    EXPECT_EQ(gl.error(), GL_NO_ERROR);
}

TEST_F(QueryResource, WritesNothingIntoTooSmallAnArray) {
    GLint values[22];
    std::fill(std::begin(values), std::end(values), 77);
    EXPECT_EQ(QueryResourceNV(*gl, GL_QUERY_RESOURCE_TYPE_VIDMEM_ALLOC_NV, 0, 22, values), -23);
    for (const GLint value : values) EXPECT_EQ(value, 77);
    EXPECT_EQ(QueryResourceNV(*gl, GL_QUERY_RESOURCE_TEXTURE_NV, 0, 22, values), 0);
    EXPECT_EQ(gl.error(), GL_INVALID_ENUM);
}

}  // namespace
}  // namespace glapi
