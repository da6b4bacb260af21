// An instruction of the vertex unit: 128 bits, taken apart into the fields of vertex_fields.def. One operation of the
// vector half and one of the scalar half run together.
//
// encode() and decode() are computed from the table, whose fields are all bits: any words decode, and encode() gives
// them back. complaint() has the rules for combinations of fields. Text: vertex_code.h.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace machines::tegra {

inline constexpr uint32_t vertex_instructions = 256, vertex_constants = 256, vertex_temporaries = 32;
inline constexpr uint32_t vertex_attributes = 16, vertex_exports = 16;
inline constexpr uint32_t no_temporary = 63, no_export = 31;

enum VectorOperation : uint32_t {
#define TEGRA_VECTOR(name, number, ...) vector_##name = number,
#define TEGRA_SCALAR(...)
#include "machines/tegra/isa/vertex_operations.def"
#undef TEGRA_VECTOR
#undef TEGRA_SCALAR
};
enum ScalarOperation : uint32_t {
#define TEGRA_VECTOR(...)
#define TEGRA_SCALAR(name, number, ...) scalar_##name = number,
#include "machines/tegra/isa/vertex_operations.def"
#undef TEGRA_VECTOR
#undef TEGRA_SCALAR
};
enum VertexOperandType : uint32_t { operand_none, operand_temporary, operand_attribute, operand_constant };
enum OperandBits : uint8_t { operand_a = 1, operand_b = 2, operand_c = 4 };

enum class VertexResult : uint8_t { value, address, nothing, flow };
struct VertexOperation {
    std::string_view name;  // empty: there is no such operation
    uint8_t operands = 0;   // OperandBits
    VertexResult result = VertexResult::nothing;
};
const VertexOperation& vector_operation(uint32_t number);
const VertexOperation& scalar_operation(uint32_t number);

// Components of an operand (one of OperandBits; the scalar half has one) that an operation looks at, behind the
// swizzle, where the components `written` of its result are written. Masks whose lowest bit is x.
uint32_t vector_components_read(uint32_t number, uint8_t operand, uint32_t written);
uint32_t scalar_components_read(uint32_t number, uint32_t written);

// Four components' selectors as the machine has them: x in the highest two bits.
inline constexpr uint32_t plain_swizzle = 0x1b;
inline constexpr uint32_t swizzle_of(uint32_t x, uint32_t y, uint32_t z, uint32_t w) {
    return x << 6 | y << 4 | z << 2 | w;
}
inline constexpr uint32_t component_of(uint32_t swizzle, uint32_t component) {
    return swizzle >> (6 - 2 * component) & 3;
}
// Write masks: x is the highest bit. To and from masks whose lowest bit is x.
inline constexpr uint32_t turn_mask(uint32_t mask) {
    return (mask & 1) << 3 | (mask & 2) << 1 | (mask & 4) >> 1 | (mask & 8) >> 3;
}

using VertexWords = std::array<uint32_t, 4>;  // in the order they are pushed: bits 127…96 first

// As made: an instruction that does nothing, in NVIDIA's manner.
struct VertexInstruction {
#define TEGRA_VERTEX(name, bit, width, idle) uint32_t name = idle;
#include "machines/tegra/isa/vertex_fields.def"
#undef TEGRA_VERTEX
    bool operator==(const VertexInstruction&) const = default;
};

struct VertexOperandMembers {
    std::string_view name;
    uint8_t bit;
    uint32_t VertexInstruction::*type;
    uint32_t VertexInstruction::*temporary;
    uint32_t VertexInstruction::*swizzle;
    uint32_t VertexInstruction::*negate;
    uint32_t VertexInstruction::*absolute;
};
extern const std::array<VertexOperandMembers, 3> vertex_operands;

// OperandBits that the two operations read.
uint8_t operands_read(const VertexInstruction& instruction);
// Whether an operand that is read is of this type.
bool reads(const VertexInstruction& instruction, uint32_t type);
bool is_flow(const VertexInstruction& instruction);  // BRA or CAL

// Why the instruction is not legal by itself; empty if it is.
std::string complaint(const VertexInstruction& instruction);

VertexWords encode(const VertexInstruction& instruction);

struct DecodedVertex {
    VertexInstruction instruction;
    std::string error;  // complaint(); the instruction is what the words say, whether or not that is legal
};
DecodedVertex decode(const VertexWords& words);

}  // namespace machines::tegra
