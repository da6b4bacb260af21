// The ELF object that holds a program: its instructions and notes about what they use.
//
// The guide gives the header, sections and notes. The layout of the program information beyond its first words is ours,
// which a note of our own says (owner "asmgl", type 3); others carry literal constants (type 1: index and four words
// each), loop counts (type 2) and
// where constants about textures are (type 4: unit, constant, whether it compares). Files that the project wrote with a
// machine number of its own are read, too.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "machines/ctm/isa/instruction.h"

namespace machines::ctm {

struct Literal {
    uint32_t index = 0;
    std::array<uint32_t, 4> bits{};
    bool operator==(const Literal&) const = default;
};

// Constants that hold what a texture unit's arithmetic needs to know of its texture and sampler, from `constant` on.
// Filtered: the first of these. Compared (shadow targets): all.
struct TextureConstants {
    uint32_t unit = 0, constant = 0;
    bool compares = false;
    bool operator==(const TextureConstants&) const = default;
};
enum TextureConstant : uint32_t {
    texture_size,        // width, height, and one divided by each; 1 for RECT
    texture_comparison,  // the result where the reference is less than the texel, equal, greater; 0: it is clamped to
                         // 0 … 1 before, -1: it is not
    texture_factor,      // the looked-up vector is the comparison's result times this
    texture_summand,     // and plus this
    texture_filter,      // x: -0.5 and y: 1 for bilinear filtering; both 0: the nearest texel
    texture_constant_count
};

struct Object {
    std::vector<Words> code;
    std::vector<uint32_t> inputs, outputs, float_constants, integer_constants;  // indices in use, ascending
    bool conditional_output = false;
    bool early_exit = false;
    bool full_flow_control = false;
    uint32_t temporaries = 1;        // 1 … 128
    uint32_t position_register = 0;  // where a processor finds (i, j, 0, 1)
    std::vector<Literal> literals;   // float constants whose values the program itself brings
    std::vector<Literal> integers;   // the same for integer constants, in the first word
    std::vector<TextureConstants> textures;
    bool operator==(const Object&) const = default;
};

// What the instructions say about themselves: the notes. Literals are the caller's.
Object make_object(std::span<const Slot> slots);
Object make_object(std::span<const Words> code, uint32_t position_register = 0);

std::vector<uint8_t> write_object(const Object& object);

struct ReadObject {
    Object object;
    std::string error;  // empty: it is one
};
// any_machine: whatever the header says of machine and system.
ReadObject read_object(std::span<const uint8_t> bytes, bool any_machine = false);

}  // namespace machines::ctm
