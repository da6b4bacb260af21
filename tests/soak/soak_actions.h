// What a thread of the soak does: pieces of valid rendering that make what they need, check what they drew, and throw
// it away again.
#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "glapi/generated/gl.h"

class Soaker {
  public:
    explicit Soaker(uint64_t seed) : random_(seed) {}

    // One action. Empty: all is well; else what is wrong.
    std::string act();

  private:
    using Color = std::array<uint8_t, 4>;

    int number(int first, int last) { return std::uniform_int_distribution<int>(first, last)(random_); }
    bool one_in(int count) { return number(1, count) == 1; }
    Color color();
    // A pixel of what is read from now.
    std::string expect(const char* what, const Color& wanted, int tolerance, int x, int y);

    std::string draw_textures();
    std::string draw_samples();
    std::string draw_buffers();
    std::string draw_shaders();
    std::string draw_assembly();
    std::string draw_lists();
    std::string compute();
    std::string wait_and_count();
    // A quad over all of what is drawn to, of the current colour or texture.
    void quad();

    std::mt19937_64 random_;
};
