// Instructions of the fragment pipeline's units, taken apart into the fields of fragment_fields.def.
//
// encode() and decode() are computed from the table; bits without a known meaning are kept beside the fields, so any
// word decodes, and encode() gives it back. complaint() has the rules for values and combinations of fields.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace machines::tegra {

inline constexpr int row_registers = 16, global_registers = 8, embedded_constants = 3, fragment_uniforms = 32;
inline constexpr int condition_registers = 16, registers_per_row = 4, max_rows = 4;
inline constexpr int tram_rows = 64, mfu_tram_rows = 16, texture_units = 16, render_targets = 16, stencil_target = 2;
inline constexpr int max_execs = 64, max_mfu = 64, max_packets = 64, max_per_exec = 3;

// ---- what the fields' numbers mean
enum VarOperation : uint32_t { var_none, var_float, var_fixed };
enum MulTarget : uint32_t { mul_none, mul_weight, mul_row0 = 4 };
enum MulSource : uint32_t {
    mul_source_row0 = 0,
    mul_source_sfu = 10,
    mul_source_bar0,
    mul_source_bar1,
    mul_source_one
};
enum SfuOperation : uint32_t {
    sfu_none,
    sfu_rcp,
    sfu_rsq,
    sfu_lg2,
    sfu_ex2,
    sfu_sqrt,
    sfu_sin,
    sfu_cos,
    sfu_frc,
    sfu_preex2,
    sfu_presin,
    sfu_precos
};
inline constexpr uint32_t sfu_register_w = 4;  // the interpolated w
enum AluOpcode : uint32_t { alu_mad, alu_min, alu_max, alu_csel };
enum AluScale : uint32_t { scale_1, scale_2, scale_4, scale_half };
enum AluCompare : uint32_t { compare_none, compare_equal, compare_greater, compare_greater_equal };
enum AluRegister : uint32_t {
    register_row0 = 0,
    register_global0 = 16,
    register_alu0 = 24,
    register_constant0 = 28,
    register_zero_one = 31,  // low half 0, high half 1; as a target: nothing
    register_uniform0 = 32,
    register_condition0 = 64,  // two condition registers each
    register_position_x = 72,
    register_position_y = 73,
    register_coverage = 74,  // what it holds is not known
    register_face = 75,
    register_kill = 76
};
inline constexpr bool is_condition(uint32_t selector) {
    return selector >= register_condition0 && selector < register_position_x;
}
inline constexpr bool is_constant(uint32_t selector) {
    return selector >= register_constant0 && selector < register_zero_one;
}

// ---- the instructions
// clang-format off
#define TEGRA_WORD(type) \
    struct type { \
        bool operator==(const type&) const = default;
#define TEGRA_FIELD(name, ...) uint32_t name = 0;
#define TEGRA_WORD_END \
        uint64_t unknown = 0; /* bits that no field has, where they are */ \
    };
// clang-format on
#include "machines/tegra/isa/fragment_fields.def"

template <class Word>
struct FieldOf {
    std::string_view name;
    uint8_t lowest_bit, width;
    uint64_t legal;  // bit v: value v, for fields of up to 6 bits
    uint32_t Word::*member;
};
template <class Word>
std::span<const FieldOf<Word>> fields();  // in the order of their bits

// Why the instruction is not legal by itself; empty if it is.
std::string complaint(const Pseq& word);
std::string complaint(const Schedule& word);
std::string complaint(const Mfu& word);
std::string complaint(const Tex& word);
std::string complaint(const Alu& word);
std::string complaint(const Constants& word);
std::string complaint(const Dw& word);

template <class Word>
uint64_t encode(const Word& word) {
    uint64_t bits = word.unknown;
    for (const FieldOf<Word>& field : fields<Word>())
        bits |= static_cast<uint64_t>(word.*field.member) << field.lowest_bit;
    return bits;
}

std::string stray_bits(uint64_t bits);  // the message
// The result is complaint(word); the word is what the bits say, whether or not that is legal.
template <class Word>
std::string decode(uint64_t bits, Word& word) {
    uint64_t known = 0;
    for (const FieldOf<Word>& field : fields<Word>()) {
        const uint64_t mask = (uint64_t{1} << field.width) - 1;
        word.*field.member = static_cast<uint32_t>(bits >> field.lowest_bit & mask);
        known |= mask << field.lowest_bit;
    }
    word.unknown = bits & ~known;
    return complaint(word);
}

// Operands A, B and C by number, so that code need not name each of their fields.
struct OperandMembers {
    std::string_view name;
    uint32_t Alu::*selector;
    uint32_t Alu::*high;
    uint32_t Alu::*minus_one;
    uint32_t Alu::*fixed;
    uint32_t Alu::*absolute;
    uint32_t Alu::*negate;
    uint32_t Alu::*twice;
};
extern const std::array<OperandMembers, 3> operand_members;
struct VarMembers {
    uint32_t Mfu::*saturate;
    uint32_t Mfu::*op;
    uint32_t Mfu::*row;
};
extern const std::array<VarMembers, 4> var_members;
struct MulMembers {
    uint32_t Mfu::*source0;
    uint32_t Mfu::*source1;
    uint32_t Mfu::*target;
};
extern const std::array<MulMembers, 2> mul_members;

// What a free slot of a packet holds: 1*0 + 0 to nowhere, whose result is 0.
Alu alu_nop();
// What NOP means where it is written: 0*0 + 0, and not even the bits of a write.
Alu written_nop();
// The weights for interpolation: it runs before the first varying is fetched.
Mfu barycentric_setup();

// Four operations, or three and constants.
struct Packet {
    std::array<Alu, 4> slots{alu_nop(), alu_nop(), alu_nop(), alu_nop()};
    Constants constants;         // slots[3] is then alu_nop()
    bool has_constants = false;  // some operand of the first three slots reads them
    bool operator==(const Packet&) const = default;
};
bool reads_constants(const Alu& slot);
std::string complaint(const Packet& packet);
using PacketWords = std::array<uint32_t, 8>;  // in the order they are pushed
PacketWords encode_packet(const Packet& packet);
std::string decode_packet(std::span<const uint32_t, 8> words, Packet& packet);  // complaint(packet); any words decode

}  // namespace machines::tegra
