#include "machines/tegra/isa/vertex_instruction.h"

namespace machines::tegra {
namespace {

struct FieldRow {
    std::string_view name;
    uint32_t bit, width;
    uint32_t VertexInstruction::*member;
};
constexpr FieldRow field_rows[] = {
#define TEGRA_VERTEX(name, bit, width, idle) {#name, bit, width, &VertexInstruction::name},
#include "machines/tegra/isa/vertex_fields.def"
#undef TEGRA_VERTEX
};

constexpr bool rows_have_every_bit() {
    uint32_t next = 0;
    for (const FieldRow& row : field_rows) {
        if (row.bit != next) return false;
        next += row.width;
    }
    return next == 128;
}
static_assert(rows_have_every_bit());

uint32_t mask_of(uint32_t width) { return (1u << width) - 1; }

// Bit 0 is the lowest of the last word.
uint32_t get_bits(const VertexWords& words, uint32_t bit, uint32_t width) {
    const size_t word = 3 - bit / 32;
    uint64_t both = words[word];
    if (word > 0) both |= static_cast<uint64_t>(words[word - 1]) << 32;
    return static_cast<uint32_t>(both >> (bit % 32)) & mask_of(width);
}

void set_bits(VertexWords& words, uint32_t bit, uint32_t width, uint32_t value) {
    const size_t word = 3 - bit / 32;
    const uint64_t mask = static_cast<uint64_t>(mask_of(width)) << (bit % 32);
    const uint64_t placed = static_cast<uint64_t>(value) << (bit % 32) & mask;
    words[word] = (words[word] & ~static_cast<uint32_t>(mask)) | static_cast<uint32_t>(placed);
    if (const auto upper = static_cast<uint32_t>(mask >> 32))
        words[word - 1] = (words[word - 1] & ~upper) | static_cast<uint32_t>(placed >> 32);
}

bool is_register(uint32_t temporary) { return temporary < vertex_temporaries || temporary == no_temporary; }

std::string complaint_of_half(std::string_view half, const VertexOperation& operation, uint32_t number,
                              uint32_t temporary, uint32_t mask) {
    const std::string unit(half);
    if (operation.name.empty()) return unit + " operation " + std::to_string(number) + " is not defined";
    if (!is_register(temporary))
        return "the " + unit + " half writes temporary " + std::to_string(temporary) + ": there are 32";
    const bool writes = operation.result == VertexResult::value || operation.result == VertexResult::address;
    if (!writes && mask) return std::string(operation.name) + " of the " + unit + " half has a write mask";
    if (operation.result == VertexResult::address && temporary)
        return std::string(operation.name) + " writes A0: its temporary must be 0";
    return {};
}

}  // namespace

#define TEGRA_OPERAND(x, bit)                                                                                      \
    {                                                                                                              \
#x, bit, &VertexInstruction::x##_type, &VertexInstruction::x##_temporary, &VertexInstruction::x##_swizzle, \
            &VertexInstruction::x##_negate, &VertexInstruction::x##_absolute                                       \
    }
const std::array<VertexOperandMembers, 3> vertex_operands{
    {TEGRA_OPERAND(a, operand_a), TEGRA_OPERAND(b, operand_b), TEGRA_OPERAND(c, operand_c)}};
#undef TEGRA_OPERAND

const VertexOperation& vector_operation(uint32_t number) {
    static const auto table = [] {
        std::array<VertexOperation, 32> rows{};
#define TEGRA_VECTOR(name, code, operands, result, ...) rows[code] = {#name, operands, VertexResult::result};
#define TEGRA_SCALAR(...)
#include "machines/tegra/isa/vertex_operations.def"
#undef TEGRA_VECTOR
#undef TEGRA_SCALAR
        return rows;
    }();
    return table[number & 31];
}

const VertexOperation& scalar_operation(uint32_t number) {
    static const auto table = [] {
        std::array<VertexOperation, 32> rows{};
#define TEGRA_VECTOR(...)
#define TEGRA_SCALAR(name, code, operands, result, ...) rows[code] = {#name, operands, VertexResult::result};
#include "machines/tegra/isa/vertex_operations.def"
#undef TEGRA_VECTOR
#undef TEGRA_SCALAR
        return rows;
    }();
    return table[number & 31];
}

uint32_t vector_components_read(uint32_t number, uint8_t operand, uint32_t written) {
    const bool first = operand == operand_a;
    switch (number) {
#define TEGRA_VECTOR(name, code, operands, result, components, ...) \
    case code:                                                      \
        return components;
#define TEGRA_SCALAR(...)
#include "machines/tegra/isa/vertex_operations.def"
#undef TEGRA_VECTOR
#undef TEGRA_SCALAR
        default: return 0;
    }
}

uint32_t scalar_components_read(uint32_t number, uint32_t written) {
    switch (number) {
#define TEGRA_VECTOR(...)
#define TEGRA_SCALAR(name, code, operands, result, components, ...) \
    case code:                                                      \
        return components;
#include "machines/tegra/isa/vertex_operations.def"
#undef TEGRA_VECTOR
#undef TEGRA_SCALAR
        default: return 0;
    }
}

uint8_t operands_read(const VertexInstruction& instruction) {
    return vector_operation(instruction.vector_operation).operands |
           scalar_operation(instruction.scalar_operation).operands;
}

bool reads(const VertexInstruction& instruction, uint32_t type) {
    const uint8_t read = operands_read(instruction);
    for (const VertexOperandMembers& operand : vertex_operands)
        if ((read & operand.bit) && instruction.*operand.type == type) return true;
    return false;
}

bool is_flow(const VertexInstruction& instruction) {
    return scalar_operation(instruction.scalar_operation).result == VertexResult::flow;
}

std::string complaint(const VertexInstruction& instruction) {
    for (const FieldRow& row : field_rows)
        if (instruction.*row.member > mask_of(row.width))
            return std::string(row.name) + " has " + std::to_string(row.width) + " bits, " +
                   std::to_string(instruction.*row.member) + " needs more";
    if (instruction.bit_120) return "bit 120 is reserved";
    if (instruction.bit_127) return "bit 127 is reserved";
    const VertexOperation& vector = vector_operation(instruction.vector_operation);
    const VertexOperation& scalar = scalar_operation(instruction.scalar_operation);
    if (std::string reason = complaint_of_half("vector", vector, instruction.vector_operation,
                                               instruction.vector_temporary, instruction.vector_mask);
        !reason.empty())
        return reason;
    if (std::string reason = complaint_of_half("scalar", scalar, instruction.scalar_operation,
                                               instruction.scalar_temporary, instruction.scalar_mask);
        !reason.empty())
        return reason;
    if (is_flow(instruction) && (vector.operands & operand_c))
        return std::string(vector.name) + " reads operand C, which holds the target of " + std::string(scalar.name);
    const uint8_t read = operands_read(instruction);
    for (const VertexOperandMembers& operand : vertex_operands) {
        const std::string name = std::string("operand ") + static_cast<char>(operand.name[0] - 'a' + 'A');
        const uint32_t type = instruction.*operand.type, temporary = instruction.*operand.temporary;
        if (read & operand.bit) {
            if (type == operand_none) return name + " is read and has no type";
            if (type == operand_temporary && temporary >= vertex_temporaries)
                return name + " is temporary " + std::to_string(temporary) + ": there are 32";
            if (type != operand_temporary && temporary) return name + " is no temporary, and has one's number";
            continue;
        }
        const bool target = operand.bit == operand_c && is_flow(instruction);
        if ((type != operand_none && type != operand_attribute) || temporary || instruction.*operand.negate ||
            instruction.*operand.absolute || (!target && instruction.*operand.swizzle != plain_swizzle))
            return name + " is not read, and is not left alone";
    }
    if (instruction.attribute && !reads(instruction, operand_attribute))
        return "an attribute is chosen, and no operand reads it";
    if (instruction.constant && !reads(instruction, operand_constant))
        return "a constant is chosen, and no operand reads it";
    if (instruction.constant >= vertex_constants && !instruction.constant_relative)
        return "constant " + std::to_string(instruction.constant) + ": there are 256";
    if (instruction.attribute_relative && !reads(instruction, operand_attribute))
        return "the attribute's number is relative, and no operand reads one";
    if (instruction.constant_relative && !reads(instruction, operand_constant))
        return "the constant's number is relative, and no operand reads one";
    if (instruction.export_index >= vertex_exports && instruction.export_index != no_export)
        return "export " + std::to_string(instruction.export_index) + ": there are 16";
    if (instruction.export_relative && instruction.export_index == no_export)
        return "the export's number is relative, and nothing is exported";
    if (instruction.address_component && !instruction.attribute_relative && !instruction.constant_relative &&
        !instruction.export_relative)
        return "a component of A0 is chosen, and nothing is relative to it";
    return {};
}

VertexWords encode(const VertexInstruction& instruction) {
    VertexWords words{};
    for (const FieldRow& row : field_rows) set_bits(words, row.bit, row.width, instruction.*row.member);
    return words;
}

DecodedVertex decode(const VertexWords& words) {
    DecodedVertex decoded;
    for (const FieldRow& row : field_rows) decoded.instruction.*row.member = get_bits(words, row.bit, row.width);
    decoded.error = complaint(decoded.instruction);
    return decoded;
}

}  // namespace machines::tegra
