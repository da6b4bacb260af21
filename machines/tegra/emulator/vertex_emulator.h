// The vertex unit, emulated: runs code for one vertex.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>

#include "machines/tegra/isa/vertex_instruction.h"

namespace machines::tegra {

using Float4 = std::array<float, 4>;

struct VertexRun {
    std::array<Float4, vertex_attributes> attributes{};
    std::array<Float4, vertex_exports> exports{};
    std::array<uint8_t, vertex_exports> exported{};  // which components were written; x is the lowest bit
    // Strict: what the hardware leaves to chance ends the run with a fault.
    bool strict = true;
    uint64_t instructions = 0;  // that ran
    bool past_the_end = false;  // it came behind the last one
};

// Strict runs need legal code (complaint()); in others, what is not legal does what its fields say: temporaries that
// there are not read 0. Empty, or why it ended before its end.
std::string run_vertex(std::span<const VertexInstruction> code, std::span<const Float4, vertex_constants> constants,
                       VertexRun& run);

// ---- rules that are inferred or chosen

inline constexpr uint32_t vertex_call_depth = 8, vertex_address_depth = 8;
inline constexpr uint64_t vertex_longest_run = 65536;  // instructions
inline constexpr Float4 export_default{0, 0, 0, 1};
inline constexpr Float4 attribute_default{0, 0, 0, 1};

enum class VertexSign : uint8_t { Less, Equal, Greater, Unordered };
// Whether a sign passes the bits of an instruction. What is no number is not equal to zero.
bool passes(VertexSign sign, const VertexInstruction& instruction);
// A constant, attribute or export out of its file: constants and attributes read 0, exports are not written.
bool in_file(int64_t index, uint32_t size);
// Whether a result updates the condition register: both bits that say so are set.
bool updates_condition(const VertexInstruction& instruction);
// Whether flow is taken: if any component of the condition passes, whatever the bit that gates writes says.
bool flow_is_taken(const std::array<VertexSign, 4>& condition, const VertexInstruction& instruction);

}  // namespace machines::tegra
