#include "common/memory.h"

// glad comes before GLFW, which would include GL headers of its own.
#include <GLFW/glfw3.h>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace sample {

Command find_command(const char* name) {
    const Command found = glfwGetProcAddress(name);
    if (found) return found;
    std::fprintf(stderr, "this scene needs %s, which this driver does not have\n", name);
    std::exit(2);
}

void ProgramMemory::make(size_t bytes) {
    bytes_ = bytes;
    if (buffer_ != 0) glDeleteBuffers(1, &buffer_);
    address_ = 0;
    glGenBuffers(1, &buffer_);
    clear();
    using MakeResident = void (*)(GLenum, GLenum);
    using GetParameter = void (*)(GLenum, GLenum, GLuint64EXT*);
    static const auto make_resident = command<MakeResident>("glMakeBufferResidentNV");
    static const auto get_parameter = command<GetParameter>("glGetBufferParameterui64vNV");
    make_resident(GL_ARRAY_BUFFER, GL_READ_WRITE);
    GLuint64EXT address = 0;
    get_parameter(GL_ARRAY_BUFFER, GL_BUFFER_GPU_ADDRESS_NV, &address);
    address_ = address;
}

void ProgramMemory::clear() {
    glBindBuffer(GL_ARRAY_BUFFER, buffer_);
    const std::vector<unsigned char> zeros(bytes_);
    if (address_ == 0)
        glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(bytes_), zeros.data(), GL_DYNAMIC_COPY);
    else
        glBufferSubData(GL_ARRAY_BUFFER, 0, static_cast<GLsizeiptr>(bytes_), zeros.data());
}

void set_addresses(GLenum target, GLuint index, uint64_t first, uint64_t second) {
    using Set = void (*)(GLenum, GLuint, GLuint, GLuint, GLuint, GLuint);
    static const auto set = command<Set>("glProgramLocalParameterI4uiNV");
    set(target, index, static_cast<GLuint>(first), static_cast<GLuint>(first >> 32), static_cast<GLuint>(second),
        static_cast<GLuint>(second >> 32));
}

}  // namespace sample
