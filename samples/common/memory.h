// Buffers that programs reach by their GPU addresses (NV_shader_buffer_load), and commands of later extensions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <glad/gl.h>

namespace sample {

using Command = void (*)();
Command find_command(const char* name);

// A command that glad does not load, since the driver does not name the extension it came with.
template <class Function>
Function command(const char* name) {
    return reinterpret_cast<Function>(find_command(name));
}

// A buffer of `bytes` bytes, zeroed, that programs may read and write while it lives.
class ProgramMemory {
  public:
    void make(size_t bytes);
    void clear();
    GLuint buffer() const { return buffer_; }
    uint64_t address() const { return address_; }

  private:
    GLuint buffer_ = 0;
    size_t bytes_ = 0;
    uint64_t address_ = 0;
};

// Two addresses as program.local[index] of the program bound to `target`, for PK64.
void set_addresses(GLenum target, GLuint index, uint64_t first, uint64_t second = 0);

}  // namespace sample
