// Arguments for random calls: mostly plausible, sometimes wild, and pointers that are always as large as they must be.
#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "glapi/generated/gl.h"

class Arguments {
  public:
    Arguments();

    void seed(uint64_t value) { random_.seed(value); }
    int64_t number(int64_t first, int64_t last) { return std::uniform_int_distribution<int64_t>(first, last)(random_); }
    bool chance(int percent) { return number(1, 100) <= percent; }

    GLenum enumeration(std::span<const uint32_t> group);
    int64_t size();     // how much: small, sometimes negative
    int64_t integer();  // any value
    GLuint name();      // of an object
    double real();
    GLsync sync();
    void* callback();
    const char* text();
    // What a command's pointers mean now: nonzero: a buffer is bound, and they are offsets.
    bool binding(const char* command);
    void* memory(bool constant, bool real, bool offset);
    void* vertex_array(const char* command);
    void* pointers();  // an array of pointers to memory

    std::vector<GLsync> syncs;

  private:
    std::mt19937_64 random_;
    std::vector<uint32_t> integers_;  // small numbers: whatever reads them as indices stays inside memory
    std::vector<double> reals_;       // as floats or doubles harmless
    std::vector<uint8_t> output_;
    std::vector<const void*> pointers_;
    std::vector<GLenum> enums_;
    std::byte* arrays_;
};

struct Call {
    const char* name;
    void (*call)(Arguments& arguments);
};
std::span<const Call> all_calls();  // generated
