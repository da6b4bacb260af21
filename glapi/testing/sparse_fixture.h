// For tests of sparse textures: textures, pages of them, and what can be read there.
#pragma once

#include <vector>

#include "glapi/pixels/unpack.h"
#include "glapi/testing/shader_fixture.h"

namespace glapi::testing {

struct SparseFixture : ShaderFixture {
    static constexpr GLuint filled = 0x44332211;

    GLuint make(GLenum target, GLint index = 0) {
        GLuint name = 0;
        commands::GenTextures(*gl, 1, &name);
        commands::BindTexture(*gl, target, name);
        commands::TexParameteri(*gl, target, GL_TEXTURE_SPARSE_ARB, GL_TRUE);
        commands::TexParameteri(*gl, target, GL_VIRTUAL_PAGE_SIZE_INDEX_ARB, index);
        expect(GL_NO_ERROR);
        return name;
    }
    GLuint make_2d(GLsizei levels = 1, GLsizei side = 512, GLenum format = GL_RGBA8) {
        const GLuint name = make(GL_TEXTURE_2D);
        commands::TexStorage2D(*gl, GL_TEXTURE_2D, levels, format, side, side);
        expect(GL_NO_ERROR);
        return name;
    }
    void commit(GLint level, const Box& box, bool committed = true, GLenum error = GL_NO_ERROR,
                GLenum target = GL_TEXTURE_2D) {
        commands::TexPageCommitmentARB(*gl, target, level, box.x, box.y, box.z, box.width, box.height, box.depth,
                                       committed);
        EXPECT_EQ(gl.error(), error) << box.x << " " << box.y << " " << box.z << " " << box.width << " " << box.height;
    }
    void fill(GLsizei side, GLint level = 0) {
        const std::vector<GLuint> texels(static_cast<size_t>(side) * static_cast<size_t>(side), filled);
        commands::TexSubImage2D(*gl, GL_TEXTURE_2D, level, 0, 0, side, side, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
        expect(GL_NO_ERROR);
    }
    std::vector<GLuint> texels(GLsizei side, GLint level = 0) {
        std::vector<GLuint> read(static_cast<size_t>(side) * static_cast<size_t>(side), 0xdeadbeef);
        commands::GetTexImage(*gl, GL_TEXTURE_2D, level, GL_RGBA, GL_UNSIGNED_BYTE, read.data());
        expect(GL_NO_ERROR);
        return read;
    }
    // The value in one page of 128×128 texels, zeros everywhere else.
    static void expect_page(const std::vector<GLuint>& read, GLsizei side, GLsizei x, GLsizei y, GLuint value,
                            const char* what) {
        size_t wrong = 0;
        for (GLsizei j = 0; j < side; ++j)
            for (GLsizei i = 0; i < side; ++i) {
                const bool inside = i >= x && i < x + 128 && j >= y && j < y + 128;
                wrong += read[static_cast<size_t>(j * side + i)] != (inside ? value : 0);
            }
        EXPECT_EQ(wrong, 0u) << what;
    }
    void expect_only(GLsizei side, GLsizei x, GLsizei y, GLuint value, const char* what) {
        expect_page(texels(side), side, x, y, value, what);
    }
    GLint query(GLenum target, GLenum format, GLenum name) {
        GLint value = -1;
        commands::GetInternalformativ(*gl, target, format, name, 1, &value);
        expect(GL_NO_ERROR);
        return value;
    }
    GLint parameter(GLenum target, GLenum name) {
        GLint value = -1;
        commands::GetTexParameteriv(*gl, target, name, &value);
        expect(GL_NO_ERROR);
        return value;
    }
};

}  // namespace glapi::testing
