// Memory and semaphores by file (EXT_memory_object_fd, EXT_semaphore_fd), also of another process.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "glapi/testing/test_window.h"

namespace glapi {
namespace {

using namespace commands;
using testing::CurrentContext;
using testing::Pixel;

constexpr GLuint64 memory_size = 1 << 16;

struct ExternalObjects : ::testing::Test {
    ExternalObjects() : file(memfd_create("test", MFD_CLOEXEC | MFD_ALLOW_SEALING)) {
        EXPECT_EQ(ftruncate(file, memory_size), 0);
        mapped = static_cast<GLubyte*>(mmap(nullptr, memory_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0));
        CreateMemoryObjectsEXT(*gl, 1, &memory);
    }
    ~ExternalObjects() override {
        munmap(mapped, memory_size);
        close(file);
    }
    void expect(GLenum code) { EXPECT_EQ(gl.error(), code); }
    void import() { ImportMemoryFdEXT(*gl, memory, memory_size, GL_HANDLE_TYPE_OPAQUE_FD_EXT, dup(file)); }
    GLuint texture(GLenum target) {
        GLuint name = 0;
        GenTextures(*gl, 1, &name);
        BindTexture(*gl, target, name);
        return name;
    }
    GLuint semaphore(int event) {
        GLuint name = 0;
        GenSemaphoresEXT(*gl, 1, &name);
        ImportSemaphoreFdEXT(*gl, name, GL_HANDLE_TYPE_OPAQUE_FD_EXT, dup(event));
        return name;
    }

    CurrentContext gl{8, 8};
    int file;
    GLubyte* mapped;
    GLuint memory = 0;
};

TEST_F(ExternalObjects, MemoryIsImportedOnce) {
    EXPECT_TRUE(IsMemoryObjectEXT(*gl, memory));
    EXPECT_FALSE(IsMemoryObjectEXT(*gl, 0));
    EXPECT_FALSE(IsMemoryObjectEXT(*gl, memory + 1));
    GLint dedicated = -1;
    GetMemoryObjectParameterivEXT(*gl, memory, GL_DEDICATED_MEMORY_OBJECT_EXT, &dedicated);
    EXPECT_EQ(dedicated, GL_FALSE);
    constexpr GLint yes = GL_TRUE;
    MemoryObjectParameterivEXT(*gl, memory, GL_DEDICATED_MEMORY_OBJECT_EXT, &yes);
    GetMemoryObjectParameterivEXT(*gl, memory, GL_DEDICATED_MEMORY_OBJECT_EXT, &dedicated);
    EXPECT_EQ(dedicated, GL_TRUE);
    MemoryObjectParameterivEXT(*gl, memory, GL_PROTECTED_MEMORY_OBJECT_EXT, &yes), expect(GL_INVALID_ENUM);
    MemoryObjectParameterivEXT(*gl, memory + 1, GL_DEDICATED_MEMORY_OBJECT_EXT, &yes), expect(GL_INVALID_VALUE);
    texture(GL_TEXTURE_2D);
    TexStorageMem2DEXT(*gl, GL_TEXTURE_2D, 1, GL_RGBA8, 4, 4, memory, 0), expect(GL_INVALID_OPERATION);
    ImportMemoryFdEXT(*gl, memory, memory_size, GL_SYNC_FENCE, file), expect(GL_INVALID_ENUM);
    ImportMemoryFdEXT(*gl, memory, 2 * memory_size, GL_HANDLE_TYPE_OPAQUE_FD_EXT, file), expect(GL_INVALID_VALUE);
    ImportMemoryFdEXT(*gl, memory, memory_size, GL_HANDLE_TYPE_OPAQUE_FD_EXT, -1), expect(GL_INVALID_VALUE);
    ImportMemoryFdEXT(*gl, memory + 1, memory_size, GL_HANDLE_TYPE_OPAQUE_FD_EXT, file), expect(GL_INVALID_VALUE);
    import(), expect(GL_NO_ERROR);
    ImportMemoryFdEXT(*gl, memory, memory_size, GL_HANDLE_TYPE_OPAQUE_FD_EXT, file), expect(GL_INVALID_OPERATION);
    MemoryObjectParameterivEXT(*gl, memory, GL_DEDICATED_MEMORY_OBJECT_EXT, &yes), expect(GL_INVALID_OPERATION);
    CreateMemoryObjectsEXT(*gl, -1, &memory), expect(GL_INVALID_VALUE);
    DeleteMemoryObjectsEXT(*gl, -1, &memory), expect(GL_INVALID_VALUE);
    DeleteMemoryObjectsEXT(*gl, 1, &memory), expect(GL_NO_ERROR);
    EXPECT_FALSE(IsMemoryObjectEXT(*gl, memory));
}

// Rows lie 64 bytes apart, levels behind each other.
TEST_F(ExternalObjects, TexturesAreInTheFile) {
    import();
    texture(GL_TEXTURE_2D);
    TexParameteri(*gl, GL_TEXTURE_2D, GL_TEXTURE_TILING_EXT, GL_LINEAR_TILING_EXT), expect(GL_NO_ERROR);
    TexStorageMem2DEXT(*gl, GL_TEXTURE_2D, 2, GL_RGBA8, 4, 4, memory, 128), expect(GL_NO_ERROR);
    constexpr GLubyte texel[] = {10, 20, 30, 40};
    TexSubImage2D(*gl, GL_TEXTURE_2D, 0, 2, 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, texel);
    TexSubImage2D(*gl, GL_TEXTURE_2D, 1, 1, 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, texel);
    EXPECT_EQ(std::memcmp(mapped + 128 + 64 + 8, texel, 4), 0);
    EXPECT_EQ(std::memcmp(mapped + 128 + 4 * 64 + 64 + 4, texel, 4), 0);
    mapped[128 + 3 * 64] = 77;
    std::vector<GLubyte> all(64);
    GetTexImage(*gl, GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, all.data());
    EXPECT_EQ(all[3 * 16], 77);
    // Memory outlives its name, the texture the memory object.
    DeleteMemoryObjectsEXT(*gl, 1, &memory);
    TexSubImage2D(*gl, GL_TEXTURE_2D, 0, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, texel);
    EXPECT_EQ(mapped[128], 10);
    TexParameteri(*gl, GL_TEXTURE_2D, GL_TEXTURE_TILING_EXT, GL_LINEAR_TILING_EXT), expect(GL_INVALID_OPERATION);
    GLint tiling = 0;
    GetTexParameteriv(*gl, GL_TEXTURE_2D, GL_TEXTURE_TILING_EXT, &tiling);
    EXPECT_EQ(tiling, GL_LINEAR_TILING_EXT);
    texture(GL_TEXTURE_2D);
    TexParameteri(*gl, GL_TEXTURE_2D, GL_TEXTURE_TILING_EXT, GL_NEAREST), expect(GL_INVALID_ENUM);
    GLint count = -1, tilings[3] = {-1, -1, -1};
    GetInternalformativ(*gl, GL_TEXTURE_2D, GL_RGBA8, GL_NUM_TILING_TYPES_EXT, 1, &count);
    GetInternalformativ(*gl, GL_TEXTURE_2D, GL_RGBA8, GL_TILING_TYPES_EXT, 3, tilings);
    EXPECT_EQ(count, 2);
    EXPECT_EQ(std::vector(tilings, tilings + 3), (std::vector<GLint>{GL_OPTIMAL_TILING_EXT, GL_LINEAR_TILING_EXT, -1}));
    expect(GL_NO_ERROR);
}

TEST_F(ExternalObjects, StorageFitsOrChangesNothing) {
    import();
    const GLuint name = texture(GL_TEXTURE_2D);
    const auto storage = [&](GLenum target, GLsizei size, GLuint object, GLuint64 offset, GLenum error) {
        TexStorageMem2DEXT(*gl, target, 1, GL_RGBA8, size, size, object, offset);
        EXPECT_EQ(gl.error(), error) << size << " at " << offset;
        GLint immutable = -1;
        GetTexParameteriv(*gl, GL_TEXTURE_2D, GL_TEXTURE_IMMUTABLE_FORMAT, &immutable);
        EXPECT_EQ(immutable, error == GL_NO_ERROR);
    };
    storage(GL_TEXTURE_2D, 4, 0, 0, GL_INVALID_VALUE);
    storage(GL_TEXTURE_2D, 4, memory + 1, 0, GL_INVALID_VALUE);
    storage(GL_TEXTURE_2D, 4, memory, 1, GL_INVALID_VALUE);
    storage(GL_TEXTURE_2D, 4, memory, memory_size, GL_INVALID_VALUE);
    storage(GL_TEXTURE_2D, 4, memory, memory_size + 64, GL_INVALID_VALUE);
    storage(GL_TEXTURE_2D, 129, memory, 0, GL_INVALID_VALUE);
    storage(GL_TEXTURE_3D, 4, memory, 0, GL_INVALID_ENUM);
    storage(GL_TEXTURE_2D, 128, memory, 0, GL_NO_ERROR);
    TexStorageMem2DEXT(*gl, GL_TEXTURE_2D, 1, GL_RGBA8, 4, 4, memory, 0), expect(GL_INVALID_OPERATION);
    TextureStorageMem2DEXT(*gl, name, 1, GL_RGBA8, 4, 4, memory, 0), expect(GL_INVALID_OPERATION);

    GLuint names[5];
    CreateTextures(*gl, GL_TEXTURE_CUBE_MAP, 1, &names[0]);
    TextureStorageMem2DEXT(*gl, names[0], 2, GL_R8, 4, 4, memory, 0), expect(GL_NO_ERROR);
    CreateTextures(*gl, GL_TEXTURE_1D, 1, &names[1]);
    TextureStorageMem1DEXT(*gl, names[1], 3, GL_R32F, 4, memory, 64), expect(GL_NO_ERROR);
    CreateTextures(*gl, GL_TEXTURE_2D_ARRAY, 1, &names[2]);
    TextureStorageMem3DEXT(*gl, names[2], 1, GL_RGB8, 4, 4, 2, memory, 64), expect(GL_NO_ERROR);
    CreateTextures(*gl, GL_TEXTURE_2D_MULTISAMPLE, 1, &names[3]);
    TextureStorageMem2DMultisampleEXT(*gl, names[3], 8, GL_RGBA8, 4, 4, GL_TRUE, memory, 0), expect(GL_NO_ERROR);
    CreateTextures(*gl, GL_TEXTURE_2D_MULTISAMPLE_ARRAY, 1, &names[4]);
    TextureStorageMem3DMultisampleEXT(*gl, names[4], 2, GL_RGBA8, 4, 4, 2, GL_TRUE, memory, 0), expect(GL_NO_ERROR);
    TextureStorageMem3DMultisampleEXT(*gl, names[4] + 9, 2, GL_RGBA8, 4, 4, 2, GL_TRUE, memory, 0);
    expect(GL_INVALID_OPERATION);
    constexpr GLubyte level[] = {1, 2, 3, 4};
    BindTexture(*gl, GL_TEXTURE_CUBE_MAP, names[0]);
    TexSubImage2D(*gl, GL_TEXTURE_CUBE_MAP_NEGATIVE_Z, 0, 0, 0, 4, 1, GL_RED, GL_UNSIGNED_BYTE, level);
    EXPECT_EQ(std::memcmp(mapped + 5 * 4 * 64, level, 4), 0);
    expect(GL_NO_ERROR);
}

TEST_F(ExternalObjects, BuffersAreInTheFileAndNotMapped) {
    import();
    GLuint names[2];
    GenBuffers(*gl, 1, names);
    CreateBuffers(*gl, 1, names + 1);
    BindBuffer(*gl, GL_ARRAY_BUFFER, names[0]);
    BufferStorageMemEXT(*gl, GL_ARRAY_BUFFER, 64, 0, 0), expect(GL_INVALID_VALUE);
    BufferStorageMemEXT(*gl, GL_ARRAY_BUFFER, 64, memory, 3), expect(GL_INVALID_VALUE);
    BufferStorageMemEXT(*gl, GL_ARRAY_BUFFER, 64, memory, memory_size - 32), expect(GL_INVALID_VALUE);
    BufferStorageMemEXT(*gl, GL_ARRAY_BUFFER, 0, memory, 0), expect(GL_INVALID_VALUE);
    BufferStorageMemEXT(*gl, GL_ELEMENT_ARRAY_BUFFER, 64, memory, 0), expect(GL_INVALID_OPERATION);
    BufferStorageMemEXT(*gl, GL_ARRAY_BUFFER, 64, memory, 256), expect(GL_NO_ERROR);
    NamedBufferStorageMemEXT(*gl, names[1], 64, memory, 288), expect(GL_NO_ERROR);
    BufferStorageMemEXT(*gl, GL_ARRAY_BUFFER, 64, memory, 0), expect(GL_INVALID_OPERATION);
    constexpr GLubyte bytes[] = {5, 6, 7, 8};
    BufferSubData(*gl, GL_ARRAY_BUFFER, 32, 4, bytes), expect(GL_NO_ERROR);
    EXPECT_EQ(std::memcmp(mapped + 288, bytes, 4), 0);
    GLubyte read[4] = {};
    GetNamedBufferSubData(*gl, names[1], 0, 4, read);
    EXPECT_EQ(std::memcmp(read, bytes, 4), 0);
    EXPECT_EQ(MapBufferRange(*gl, GL_ARRAY_BUFFER, 0, 4, GL_MAP_READ_BIT), nullptr);
    expect(GL_INVALID_OPERATION);
    EXPECT_EQ(MapBuffer(*gl, GL_ARRAY_BUFFER, GL_READ_ONLY), nullptr);
    expect(GL_INVALID_OPERATION);
    // Vertices are read where another has put them.
    constexpr GLfloat corners[] = {-1, -1, 3, -1, -1, 3};
    std::memcpy(mapped + 256, corners, sizeof corners);
    EnableClientState(*gl, GL_VERTEX_ARRAY);
    VertexPointer(*gl, 2, GL_FLOAT, 0, nullptr);
    Color3f(*gl, 0, 1, 0);
    DrawArrays(*gl, GL_TRIANGLES, 0, 3);
    EXPECT_EQ(gl.pixel(4, 4), (Pixel{0, 255, 0, 255}));
    expect(GL_NO_ERROR);
}

TEST_F(ExternalObjects, SemaphoresAreImported) {
    GLuint name = 0;
    GenSemaphoresEXT(*gl, 1, &name);
    EXPECT_FALSE(IsSemaphoreEXT(*gl, name));
    SignalSemaphoreEXT(*gl, name, 0, nullptr, 0, nullptr, nullptr), expect(GL_INVALID_OPERATION);
    WaitSemaphoreEXT(*gl, name, 0, nullptr, 0, nullptr, nullptr), expect(GL_INVALID_OPERATION);
    WaitSemaphoreEXT(*gl, name + 1, 0, nullptr, 0, nullptr, nullptr), expect(GL_INVALID_VALUE);
    ImportSemaphoreFdEXT(*gl, name, GL_SYNC_FENCE, 0), expect(GL_INVALID_ENUM);
    ImportSemaphoreFdEXT(*gl, name, GL_HANDLE_TYPE_OPAQUE_FD_EXT, -1), expect(GL_INVALID_VALUE);
    GLuint64 value = 0;
    GetSemaphoreParameterui64vEXT(*gl, name, GL_LAYOUT_GENERAL_EXT, &value), expect(GL_INVALID_ENUM);
    SemaphoreParameterui64vEXT(*gl, name, GL_LAYOUT_GENERAL_EXT, &value), expect(GL_INVALID_ENUM);
    const int event = eventfd(0, EFD_CLOEXEC);
    ImportSemaphoreFdEXT(*gl, name, GL_HANDLE_TYPE_OPAQUE_FD_EXT, dup(event)), expect(GL_NO_ERROR);
    EXPECT_TRUE(IsSemaphoreEXT(*gl, name));
    SignalSemaphoreEXT(*gl, name, 0, nullptr, 0, nullptr, nullptr);
    pollfd entry{event, POLLIN, 0};
    EXPECT_EQ(poll(&entry, 1, 0), 1);
    WaitSemaphoreEXT(*gl, name, 0, nullptr, 0, nullptr, nullptr);
    EXPECT_EQ(poll(&entry, 1, 0), 0) << "waiting takes the signal";
    expect(GL_NO_ERROR);
    close(event);
    GenSemaphoresEXT(*gl, -1, &name), expect(GL_INVALID_VALUE);
    DeleteSemaphoresEXT(*gl, -1, &name), expect(GL_INVALID_VALUE);
    DeleteSemaphoresEXT(*gl, 1, &name), expect(GL_NO_ERROR);
    EXPECT_FALSE(IsSemaphoreEXT(*gl, name));
}

// Another process waits for what is drawn, inverts it in place, and is waited for.
TEST_F(ExternalObjects, PassPicturesBetweenProcesses) {
    const int drawn = eventfd(0, EFD_CLOEXEC), inverted = eventfd(0, EFD_CLOEXEC);
    const pid_t child = fork();
    if (child == 0) {
        uint64_t value = 0;
        if (read(drawn, &value, sizeof value) != sizeof value) _exit(1);
        for (int y = 0; y < 8; ++y)
            for (int x = 0; x < 32; ++x) mapped[y * 64 + x] = static_cast<GLubyte>(~mapped[y * 64 + x]);
        value = 1;
        _exit(write(inverted, &value, sizeof value) == sizeof value ? 0 : 1);
    }
    import();
    const GLuint name = texture(GL_TEXTURE_2D);
    TexStorageMem2DEXT(*gl, GL_TEXTURE_2D, 1, GL_RGBA8, 8, 8, memory, 0);
    GLuint framebuffer = 0;
    GenFramebuffers(*gl, 1, &framebuffer);
    BindFramebuffer(*gl, GL_FRAMEBUFFER, framebuffer);
    FramebufferTexture2D(*gl, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, name, 0);
    ClearColor(*gl, 1, 0, 0.2f, 1);
    Clear(*gl, GL_COLOR_BUFFER_BIT);
    constexpr GLenum layout = GL_LAYOUT_GENERAL_EXT;
    SignalSemaphoreEXT(*gl, semaphore(drawn), 0, nullptr, 1, &name, &layout);
    WaitSemaphoreEXT(*gl, semaphore(inverted), 0, nullptr, 1, &name, &layout);
    Pixel pixel{};
    ReadPixels(*gl, 5, 5, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel.data());
    EXPECT_EQ(pixel, (Pixel{0, 255, 204, 0}));
    int status = -1;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
    close(drawn);
    close(inverted);
    expect(GL_NO_ERROR);
}

TEST_F(ExternalObjects, DeviceAndDriverAreNamed) {
    GLint devices = 0;
    GetIntegerv(*gl, GL_NUM_DEVICE_UUIDS_EXT, &devices);
    EXPECT_EQ(devices, 1);
    GLubyte device[GL_UUID_SIZE_EXT] = {}, driver[GL_UUID_SIZE_EXT] = {};
    GetUnsignedBytei_vEXT(*gl, GL_DEVICE_UUID_EXT, 0, device);
    GetUnsignedBytevEXT(*gl, GL_DRIVER_UUID_EXT, driver);
    expect(GL_NO_ERROR);
    EXPECT_NE(std::memcmp(device, driver, sizeof device), 0);
    EXPECT_TRUE(std::ranges::any_of(device, [](GLubyte byte) { return byte != 0; }));
    GetUnsignedBytei_vEXT(*gl, GL_DEVICE_UUID_EXT, 1, device), expect(GL_INVALID_VALUE);
    GetUnsignedBytei_vEXT(*gl, GL_DRIVER_UUID_EXT, 0, device), expect(GL_INVALID_ENUM);
    GetUnsignedBytevEXT(*gl, GL_DEVICE_UUID_EXT, driver), expect(GL_INVALID_ENUM);
}

// What its owner could take pages from would end this process by SIGBUS; what was taken in keeps them.
TEST_F(ExternalObjects, FilesThatMayShrinkAreRefused) {
    import(), expect(GL_NO_ERROR);
    EXPECT_NE(ftruncate(file, 0), 0) << "sealed";
    GLuint other = 0;
    CreateMemoryObjectsEXT(*gl, 1, &other);
    const int unsealable = memfd_create("test", MFD_CLOEXEC);
    EXPECT_EQ(ftruncate(unsealable, memory_size), 0);
    ImportMemoryFdEXT(*gl, other, memory_size, GL_HANDLE_TYPE_OPAQUE_FD_EXT, unsealable), expect(GL_INVALID_VALUE);
    EXPECT_EQ(fcntl(unsealable, F_GETFD), FD_CLOEXEC) << "stays the caller's";
    close(unsealable);
    std::FILE* const plain = std::tmpfile();
    EXPECT_EQ(ftruncate(fileno(plain), memory_size), 0);
    ImportMemoryFdEXT(*gl, other, memory_size, GL_HANDLE_TYPE_OPAQUE_FD_EXT, fileno(plain)), expect(GL_INVALID_VALUE);
    std::fclose(plain);
    // Sealed by who made it.
    const int sealed = memfd_create("test", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    EXPECT_EQ(ftruncate(sealed, memory_size), 0);
    EXPECT_EQ(fcntl(sealed, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL), 0);
    ImportMemoryFdEXT(*gl, other, memory_size, GL_HANDLE_TYPE_OPAQUE_FD_EXT, sealed), expect(GL_NO_ERROR);
}

// Signals go to counters only: a pipe would raise SIGPIPE, or block.
TEST_F(ExternalObjects, FilesThatAreNoCountersAreNoSemaphores) {
    int pipe_ends[2] = {-1, -1}, sockets[2] = {-1, -1};
    ASSERT_EQ(pipe(pipe_ends), 0);
    ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, sockets), 0);
    GLuint name = 0;
    GenSemaphoresEXT(*gl, 1, &name);
    for (const int wrong : {pipe_ends[0], pipe_ends[1], sockets[0], file}) {
        ImportSemaphoreFdEXT(*gl, name, GL_HANDLE_TYPE_OPAQUE_FD_EXT, wrong), expect(GL_INVALID_VALUE);
        EXPECT_FALSE(IsSemaphoreEXT(*gl, name));
        EXPECT_GE(fcntl(wrong, F_GETFD), 0) << "stays the caller's";
        close(wrong == file ? -1 : wrong);
    }
    close(sockets[1]);
}

// A counter that is full takes a signal when somebody makes room, and does not hold the caller for ever; the file's
// flags, which other processes share, stay as they are.
TEST_F(ExternalObjects, FullCountersAreWaitedForInVain) {
    const int event = eventfd(0, EFD_CLOEXEC);
    const int flags = fcntl(event, F_GETFL);
    const GLuint name = semaphore(event);
    const uint64_t most = UINT64_MAX - 1;
    ASSERT_EQ(write(event, &most, sizeof most), ssize_t{sizeof most});
    (*gl).drawing.watchdog.patience = std::chrono::milliseconds(50);
    SignalSemaphoreEXT(*gl, name, 0, nullptr, 0, nullptr, nullptr), expect(GL_INVALID_OPERATION);
    uint64_t value = 0;
    EXPECT_EQ(read(event, &value, sizeof value), ssize_t{sizeof value});
    EXPECT_EQ(value, most);
    SignalSemaphoreEXT(*gl, name, 0, nullptr, 0, nullptr, nullptr), expect(GL_NO_ERROR);
    SignalSemaphoreEXT(*gl, name, 0, nullptr, 0, nullptr, nullptr), expect(GL_NO_ERROR);
    WaitSemaphoreEXT(*gl, name, 0, nullptr, 0, nullptr, nullptr), expect(GL_NO_ERROR);
    EXPECT_EQ(fcntl(event, F_GETFL), flags);
    EXPECT_EQ(read(event, &value, sizeof value), ssize_t{sizeof value});
    EXPECT_EQ(value, 1u) << "one of two signals is left";
    close(event);
}

}  // namespace
}  // namespace glapi
