// What all cases share: the context's facts, the picture they draw into, programs, and counts that scaling runs
// enlarge.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "gl.h"
#include "platform.h"

namespace bench {

struct Options {
    int width = 1920, height = 1080;
    int triangles = 1, programs = 1, draws = 1;  // factors of how many
    unsigned nonce = 0;  // makes texts and states new to a driver that remembers them from run to run
};

// A framebuffer object with colour, depth and stencil.
class Target {
  public:
    Target() = default;
    Target(int width, int height, int samples);
    void bind() const;
    void resolve_to(const Target& other) const;
    GLuint framebuffer() const { return framebuffer_; }

  private:
    GLuint framebuffer_ = 0;
    int width_ = 0, height_ = 0;
};

// What a case's set-up leaves: one frame of it, and how many units a frame counts for.
struct Loop {
    double work = 0;
    std::function<void()> frame;
};

class Client {
  public:
    Client(Platform& platform, const Options& options);

    Platform& platform() { return platform_; }
    const Options& options() const { return options_; }
    int width() const { return options_.width; }
    int height() const { return options_.height; }
    double megapixels() const { return 1e-6 * options_.width * options_.height; }
    const Target& target() const { return target_; }

    bool has(std::string_view extension) const;
    // Throw Skip.
    void need(std::string_view extension) const;
    void need_version(int major, int minor) const;

    // An assembly program, bound and enabled; throws Skip where the driver refuses it.
    GLuint program(GLenum target, std::string_view text) const;

  private:
    Platform& platform_;
    Options options_;
    Target target_;
    std::string extensions_;
    int version_ = 0;  // 10 × major + minor
};

// A colour buffer's pixels, three bytes each, the lowest row first.
std::vector<unsigned char> read_picture(const Client& client);

// What glGetError reports since it was last asked, as a name; empty: nothing.
std::string take_error();

}  // namespace bench
