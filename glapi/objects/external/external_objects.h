// Memory and semaphores that other interfaces or processes have made (EXT_memory_object, EXT_semaphore): files, by
// their descriptors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "glapi/generated/gl.h"

namespace glapi {

// Owns a descriptor.
class FileDescriptor {
  public:
    explicit FileDescriptor(int number) : number_(number) {}
    ~FileDescriptor();
    FileDescriptor(const FileDescriptor&) = delete;
    FileDescriptor& operator=(const FileDescriptor&) = delete;
    int number() const { return number_; }

  private:
    int number_;
};

// Memory of a file that can be mapped: a memfd, shared memory, a dma-buf.
struct MemoryObject {
    explicit MemoryObject(GLuint object_name) : name(object_name) {}
    GLuint name;
    bool dedicated = false;
    std::shared_ptr<std::byte[]> data;  // null: nothing has been imported
    uint64_t size = 0;
};

// A counter in a file: signalled while it is not zero; who waits takes one off.
struct Semaphore {
    explicit Semaphore(GLuint object_name) : name(object_name) {}
    GLuint name;
    std::shared_ptr<const FileDescriptor> file;  // null: nothing has been imported
};

}  // namespace glapi
