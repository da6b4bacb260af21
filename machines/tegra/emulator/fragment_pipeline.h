// The fragment pipeline, emulated: runs a program for a quad of fragments of a triangle.
//
// Four fragments run in step because level of detail needs their neighbours. Whatever the reference for this machine
// does not know is one of the functions or constants under "rules".
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "machines/tegra/assembly/fragment_code.h"

namespace machines::tegra {

inline constexpr int quad_size = 4;  // (x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)

using Rgba8 = std::array<uint8_t, 4>;  // red, green, blue, alpha

// What a lookup asks for all four fragments at once.
struct TextureRequest {
    int unit = 0;
    std::array<std::array<float, 2>, quad_size> coordinate{};  // s and t, not yet scaled by the size
    std::array<float, quad_size> bias{};
    bool has_bias = false;
};

// Textures and render targets, as the pipeline needs them.
class FragmentMemory {
  public:
    FragmentMemory() = default;
    FragmentMemory(const FragmentMemory&) = delete;
    FragmentMemory& operator=(const FragmentMemory&) = delete;
    virtual ~FragmentMemory() = default;
    // False: there is no such texture, which is a fault.
    virtual bool look_up(const TextureRequest& request, std::array<Rgba8, quad_size>& texels) = 0;
    virtual bool read_target(int target, int x, int y, Rgba8& value) = 0;
    virtual bool write_target(int target, int x, int y, const Rgba8& value) = 0;
    virtual bool write_stencil(int x, int y) = 0;
};

// Rows of the triangle's three vertices as the linker left them: 20 bits a component, an FP20 or two FX10.
struct TramComponent {
    std::array<uint32_t, 3> vertex{};
    bool written = false;  // by the linker
    bool flat = false;     // not interpolated: the provoking vertex's value
};
struct FragmentTriangle {
    std::array<std::array<TramComponent, 4>, mfu_tram_rows> tram{};
    std::array<double, 3> w{1, 1, 1};  // clip coordinates
    int provoking = 2;
    bool selects_z = false;  // a linker instruction has "VEC4 select z"
    bool front = true;
};
// Varyings that somebody else has interpolated, by fragment, row and component, and 1/w.
struct GivenVaryings {
    std::array<std::array<std::array<float, 4>, mfu_tram_rows>, quad_size> value{};
    std::array<double, quad_size> w{1, 1, 1, 1};
};
struct FragmentQuad {
    int x = 0, y = 0;                                             // of its first fragment, from the target's first row
    std::array<std::array<double, 3>, quad_size> barycentric{};   // in screen space
    std::array<double, quad_size> z{};                            // 0…1
    std::array<bool, quad_size> covered{true, true, true, true};  // others run too and write nothing
    const GivenVaryings* given = nullptr;                         // null: the pipeline interpolates
};

struct FragmentState {
    std::array<uint32_t, fragment_uniforms> uniforms{};
    int target_height = 0;
    // Strict: what the hardware leaves to chance ends the run with a fault.
    bool strict = true;
};

struct FragmentResult {
    std::array<bool, quad_size> killed{};
    std::string fault;  // empty: none
};

class FragmentPipeline {
  public:
    // Keeps a copy of the code, which there is room for; `memory` lives as long. In runs that are not strict,
    // what is not legal does what its fields say: registers that there are not hold 0.
    FragmentPipeline(const FragmentCode& code, FragmentMemory& memory);
    // Why the code can't run strictly whatever the fragment: what is not legal, batches that are not whole. Empty: it
    // can.
    const std::string& complaint() const { return complaint_; }
    FragmentResult run(const FragmentTriangle& triangle, const FragmentQuad& quad, const FragmentState& state) const;
    // Whether fragments can be killed; then the depth test comes behind the program.
    bool kills() const { return kills_; }

  private:
    FragmentCode code_;
    std::vector<std::vector<uint8_t>> busy_;  // of each EXEC's packets: slots that are no NOP
    FragmentMemory& memory_;
    std::string complaint_;
    bool kills_ = false;
};

// ---- rules that are inferred or chosen

// Level of detail of a quad on a texture of this size: of the longer of the two gradients, with the bias, clamped.
double level_of_detail(const TextureRequest& request, int fragment, int width, int height, double max_level);
// Whether "minus one" is known to act on an operand: on FX10. The grate project's guide says that it does nothing else,
// and production programs rely on it with numbers of 20 bits; where runs are not strict, it does what these expect.
bool takes_one_from(bool fixed);
// Registers 72 and 73, 74 and 75. What 74 holds, the coverage, is known to nobody: runs that are not strict find 1
// there.
uint32_t position_x_register(int x);
uint32_t position_y_register(int y, int height);
uint32_t coverage_register();
uint32_t face_register(bool front);
// What `sat(NOP)` of the fourth varying leaves in r3 for a depth: two FX10, z = 1/1000 + low/2000 + high/2. The formula
// that is known has 4000 and 4, of halves that reach 4; they reach 2, so the same bits count twice.
inline constexpr double depth_offset = 0.001, depth_low_factor = 0.0005, depth_high_factor = 0.5;
uint32_t depth_register(double z);
// Barycentric coefficients and the interpolated w that the MFU reads.
std::array<double, 2> barycentric_coefficients(const std::array<double, 3>& screen, const std::array<double, 3>& w);
double interpolated_w(const std::array<double, 3>& screen, const std::array<double, 3>& w);
// A special function's exact value; what it makes of arguments outside its domain.
double special_function(uint32_t operation, double x);
// Which ALUs' results are added into an ALU's own, for the send and receive bits of a packet's slots.
std::array<bool, 4> accumulated(const std::array<Alu, 4>& slots, size_t receiver);

}  // namespace machines::tegra
