// ARB_sparse_buffer: pages that come and go.
#include <gtest/gtest.h>
#include <vector>

#include "glapi/testing/process_memory.h"
#include "glapi/testing/test_window.h"

namespace glapi {
namespace {

using namespace commands;
using testing::CurrentContext;

struct SparseBuffers : ::testing::Test {
    SparseBuffers() {
        GetIntegerv(*gl, GL_SPARSE_BUFFER_PAGE_SIZE_ARB, &page);
        GenBuffers(*gl, 1, &name);
        BindBuffer(*gl, GL_ARRAY_BUFFER, name);
    }
    void expect(GLenum code) { EXPECT_EQ(gl.error(), code); }
    void commit(GLintptr offset, GLsizeiptr size, bool committed, GLenum error = GL_NO_ERROR) {
        BufferPageCommitmentARB(*gl, GL_ARRAY_BUFFER, offset, size, committed);
        EXPECT_EQ(gl.error(), error) << offset << " " << size;
    }
    GLint word_at(GLintptr offset) {
        GLint value = -1;
        GetBufferSubData(*gl, GL_ARRAY_BUFFER, offset, 4, &value);
        return value;
    }
    CurrentContext gl{8, 8};
    GLint page = 0;
    GLuint name = 0;
};

TEST_F(SparseBuffers, HaveMemoryForCommittedPages) {
    ASSERT_GT(page, 0);
    ASSERT_LE(page, 65536);
    constexpr GLsizeiptr size = GLsizeiptr{1} << 36;  // 64 GiB, which nobody has
    BufferStorage(*gl, GL_ARRAY_BUFFER, size, nullptr, GL_SPARSE_STORAGE_BIT_ARB | GL_DYNAMIC_STORAGE_BIT);
    expect(GL_NO_ERROR);
    GLint flags = 0;
    GetBufferParameteriv(*gl, GL_ARRAY_BUFFER, GL_BUFFER_STORAGE_FLAGS, &flags);
    EXPECT_EQ(flags, GL_SPARSE_STORAGE_BIT_ARB | GL_DYNAMIC_STORAGE_BIT);
    const GLintptr far = size / page / 2 * page;
    constexpr int count = 256;
    commit(far, GLsizeiptr{count} * page, true);
    const uint64_t before = testing::resident_bytes();
    const std::vector<GLint> words(static_cast<size_t>(page) / 4 * count, 4711);
    BufferSubData(*gl, GL_ARRAY_BUFFER, far, GLsizeiptr{count} * page, words.data());
    const uint64_t full = testing::resident_bytes();
    EXPECT_EQ(word_at(far), 4711);
    EXPECT_EQ(word_at(far + page + 8), 4711);
    // Committed once more: nothing is lost.
    commit(far, 2 * page, true);
    EXPECT_EQ(word_at(far + page + 8), 4711);
    commit(far + page, GLsizeiptr{count - 1} * page, false);
    EXPECT_EQ(word_at(far), 4711);
    EXPECT_LT(testing::resident_bytes() + GLsizeiptr{count} / 2 * page, full) << before;
    commit(far + page, page, true);
    BufferSubData(*gl, GL_ARRAY_BUFFER, far + page, 4, words.data());
    EXPECT_EQ(word_at(far + page), 4711);
    EXPECT_EQ(MapBufferRange(*gl, GL_ARRAY_BUFFER, 0, 4, GL_MAP_READ_BIT), nullptr);
    expect(GL_INVALID_OPERATION);
    // By name, and beyond what can be had.
    NamedBufferPageCommitmentARB(*gl, name, far, page, GL_FALSE), expect(GL_NO_ERROR);
    NamedBufferPageCommitmentEXT(*gl, name, far, page, GL_TRUE), expect(GL_NO_ERROR);
    NamedBufferPageCommitmentARB(*gl, name + 1, 0, page, GL_TRUE), expect(GL_INVALID_OPERATION);
    // Names that were never bound get their buffers so, in EXT_direct_state_access.
    NamedBufferPageCommitmentEXT(*gl, 0, 0, page, GL_TRUE), expect(GL_INVALID_OPERATION);
    GLuint unbound = 0;
    GenBuffers(*gl, 1, &unbound);
    NamedBufferPageCommitmentEXT(*gl, unbound, 0, page, GL_TRUE), expect(GL_INVALID_OPERATION);
    EXPECT_TRUE(IsBuffer(*gl, unbound));
    DeleteBuffers(*gl, 1, &name);
    GenBuffers(*gl, 1, &name);
    BindBuffer(*gl, GL_ARRAY_BUFFER, name);
    BufferStorage(*gl, GL_ARRAY_BUFFER, GLsizeiptr{1} << 62, nullptr, GL_SPARSE_STORAGE_BIT_ARB);
    expect(GL_OUT_OF_MEMORY);
}

TEST_F(SparseBuffers, AreCommittedInWholePages) {
    commit(0, page, true, GL_INVALID_OPERATION);
    BufferStorage(*gl, GL_ARRAY_BUFFER, 64, nullptr, GL_SPARSE_STORAGE_BIT_ARB | GL_MAP_READ_BIT);
    expect(GL_INVALID_VALUE);
    BufferStorage(*gl, GL_ARRAY_BUFFER, 64, nullptr, GL_SPARSE_STORAGE_BIT_ARB | GL_MAP_WRITE_BIT);
    expect(GL_INVALID_VALUE);
    const GLsizeiptr size = 3 * GLsizeiptr{page} + 100;
    BufferStorage(*gl, GL_ARRAY_BUFFER, size, nullptr, GL_SPARSE_STORAGE_BIT_ARB), expect(GL_NO_ERROR);
    commit(0, page, true);
    commit(page, page, true);
    commit(3 * GLintptr{page}, 100, true);
    commit(0, size, false);
    commit(page, 0, true);
    commit(3 * GLintptr{page}, 50, true, GL_INVALID_VALUE);
    commit(10, page, true, GL_INVALID_VALUE);
    commit(0, page / 2, true, GL_INVALID_VALUE);
    commit(-page, page, true, GL_INVALID_VALUE);
    commit(0, -page, true, GL_INVALID_VALUE);
    commit(2 * GLintptr{page}, 2 * GLsizeiptr{page}, true, GL_INVALID_VALUE);
    BufferPageCommitmentARB(*gl, GL_TEXTURE_2D, 0, page, GL_TRUE), expect(GL_INVALID_ENUM);
    BindBuffer(*gl, GL_ARRAY_BUFFER, 0);
    commit(0, page, true, GL_INVALID_OPERATION);
}

}  // namespace
}  // namespace glapi
