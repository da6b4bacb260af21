// The opcodes and what the language says about each: the rows of opcodes.def, read at compile time.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "ir/opcode_traits.h"

namespace arbasm {

enum class Opcode : uint8_t {
#define ARBASM_OPCODE(name, ...) name,
#include "ir/opcodes.def"
#undef ARBASM_OPCODE
    Count
};
inline constexpr int opcode_count = static_cast<int>(Opcode::Count);

enum class OpcodeCategory : uint8_t { Arithmetic, Texture, Flow, Image, Memory, Other };

// The instruction sets before NV_gpu_program4, and what options add to the ARB ones.
enum OlderSet : uint16_t {
    older_vp10 = 1 << 0,
    older_vp11 = 1 << 1,
    older_vp20 = 1 << 2,
    older_fp10 = 1 << 3,
    older_vp = 1 << 4,   // ARBvp1.0
    older_fp = 1 << 5,   // ARBfp1.0
    older_vp2 = 1 << 6,  // with OPTION NV_vertex_program2
    older_vp3 = 1 << 7,
    older_fp1 = 1 << 8,  // with OPTION NV_fragment_program
    older_fp2 = 1 << 9,
};

enum OpcodeColumn : uint16_t {
    column_float = 1 << 0,
    column_integer = 1 << 1,
    column_condition = 1 << 2,
    column_saturate = 1 << 3,
    column_half = 1 << 4,
    column_f64 = 1 << 5,
    column_s64 = 1 << 6,
    column_u64 = 1 << 7,
    column_ntc = 1 << 8,
};

enum OpcodeSuffix : uint8_t {
    suffix_condition = 1 << 0,
    suffix_saturate = 1 << 1,
    suffix_r = 1 << 2,
    suffix_h = 1 << 3,
    suffix_x = 1 << 4,
};

// One letter each, as in opcodes.def.
struct OperandShape {
    char kind = 0;  // 0 none, v s a k c l t i b
    char type = 0;  // 0: the instruction's type; f s u; a: a 64-bit address
    char read = 0;  // of a vector: number of components read, 1 to 4; =: the written ones; 0: by ResultForm

    // A vector's components that are read for a result with `write_mask`; `others` where the shape says nothing.
    constexpr uint8_t components_read(uint8_t write_mask, uint8_t others) const {
        return read == 0 ? others : read == '=' ? write_mask : static_cast<uint8_t>((1 << (read - '0')) - 1);
    }
};

// "v", "sf", "v3", "vf=": see opcodes.def.
constexpr OperandShape operand_shape(std::string_view text) {
    OperandShape shape;
    if (text.empty() || text == "-") return shape;
    shape.kind = text[0];
    for (const char letter : text.substr(1)) {
        if (letter == '=' || (letter >= '1' && letter <= '4'))
            shape.read = letter;
        else
            shape.type = letter;
    }
    return shape;
}

struct OpcodeInfo {
    std::string_view spelling;
    uint16_t older = 0;                      // OlderSet bits
    InstructionSet first_nv{};               // meaningful if in_nv4
    bool in_nv4 = false;                     // some set of the NV_gpu_program4 family has it
    uint8_t stages = 0;                      // bit per Stage, NV_gpu_program4 family
    uint16_t columns = 0;                    // OpcodeColumn bits
    uint8_t suffixes = 0;                    // OpcodeSuffix bits
    char type = 'F';                         // default operation type: F, S, U
    OperandShape result;                     // kind 0: no result
    std::array<OperandShape, 4> operands{};  // register operands: v s a k b, in order
    uint8_t operand_count = 0;
    bool has_texture = false;
    bool has_image = false;
    bool has_label = false;
    bool has_condition = false;  // takes a condition test (flow control)
    Traits traits;
    OpcodeCategory category{};
    Option option{};  // Option::Count: none
};

extern const std::array<OpcodeInfo, opcode_count> opcode_table;

inline const OpcodeInfo& opcode_info(Opcode opcode) { return opcode_table[static_cast<size_t>(opcode)]; }
inline bool has_trait(Opcode opcode, Trait trait) { return opcode_info(opcode).traits.has(trait); }
inline FlowRole flow_role(Opcode opcode) { return opcode_info(opcode).traits.flow; }
inline std::string_view spelling(Opcode opcode) { return opcode_info(opcode).spelling; }

// The opcode of exactly this spelling (no suffixes); Opcode::Count if there is none.
Opcode find_opcode(std::string_view spelling);

}  // namespace arbasm
