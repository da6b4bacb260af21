// An instruction of the DPP array: 192 bits, taken apart into the fields of fields.def, and its text.
//
// encode(), decode() and disassemble() are computed from the table; the rules for combinations of fields beside each
// field's range are in complaint(). They agree: words that decode are given back by encode(), and what disassemble()
// writes is read as the same by listing.h.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace machines::ctm {

using Words = std::array<uint32_t, 6>;

inline constexpr int instruction_bytes = 24;
inline constexpr int max_instructions = 512;
inline constexpr int temporary_count = 128;
inline constexpr int float_constant_count = 256;
inline constexpr int integer_constant_count = 32;
inline constexpr int boolean_constant_count = 32;
inline constexpr int input_count = 16;
inline constexpr int output_count = 4;
inline constexpr uint16_t unused_address = 0x80;

enum Kind : uint16_t { Alu, Output, Flow, Texture };
enum KindBits : uint8_t { kind_alu = 1, kind_tex = 2, kind_flow = 4, kind_alu_tex = 3, kind_any = 7 };
inline constexpr uint8_t kind_bit(uint16_t type) {
    return type == Flow ? kind_flow : type == Texture ? kind_tex : kind_alu;
}

enum RgbOperation : uint16_t {
    rgb_mad,
    rgb_dp3,
    rgb_dp4,
    rgb_d2a,
    rgb_min,
    rgb_max,
    rgb_cnd = 7,
    rgb_cmp,
    rgb_frc,
    rgb_sop,
    rgb_mdh,
    rgb_mdv
};
enum AlphaOperation : uint16_t {
    alpha_mad,
    alpha_dp,
    alpha_min,
    alpha_max,
    alpha_cnd = 5,
    alpha_cmp,
    alpha_frc,
    alpha_ex2,
    alpha_ln2,
    alpha_rcp,
    alpha_rsq,
    alpha_sin,
    alpha_cos,
    alpha_mdh,
    alpha_mdv
};
enum TextureOperation : uint16_t { tex_nop, tex_ld, tex_kill, tex_proj, tex_lodbias, tex_lod, tex_dxdy };
enum FlowOperation : uint16_t {
    flow_jump,
    flow_loop,
    flow_endloop,
    flow_rep,
    flow_endrep,
    flow_breakloop,
    flow_breakrep,
    flow_continue
};
enum SourceSelect : uint16_t { source_0, source_1, source_2, source_presubtract };
enum Presubtract : uint16_t { presubtract_bias, presubtract_sub, presubtract_add, presubtract_inv };
enum ChannelSelect : uint16_t {
    channel_r,
    channel_g,
    channel_b,
    channel_a,
    channel_zero = 4,  // behind the four
    channel_half,
    channel_one,
    channel_unused
};
enum Modifier : uint16_t { modifier_off, modifier_negate, modifier_absolute, modifier_negative_absolute };
enum ZeroTest : uint16_t { test_equal, test_less, test_greater_equal, test_not_equal };
enum PredicateSelect : uint16_t { predicate_none, predicate_rgba, predicate_r, predicate_g, predicate_b, predicate_a };
enum AddressOperation : uint16_t { address_none, address_pop, address_push };
enum BranchOperation : uint16_t { branch_none, branch_decrement, branch_increment };
inline constexpr uint16_t omod_disabled = 7;

// Fields that an instruction's kind does not have are 0.
struct Slot {
#define CTM_FIELD(name, ...) uint16_t name = 0;
#include "machines/ctm/isa/fields.def"
#undef CTM_FIELD
    bool operator==(const Slot&) const = default;
};

struct FieldInfo {
    std::string_view name;
    uint8_t word, lowest_bit, width, kinds;
    uint16_t largest;
    const std::string_view* names;  // null: numbers
    uint16_t Slot::*member;
};
extern const std::vector<FieldInfo>& field_table();

// Members of a unit's operands, by number, so that code need not name each of them.
struct AddressMembers {
    std::string_view name;
    uint16_t Slot::*address;
    uint16_t Slot::*constant;
    uint16_t Slot::*relative;
};
struct OperandMembers {
    std::string_view name;
    uint16_t Slot::*select;
    std::array<uint16_t Slot::*, 3> swizzle;  // the alpha unit has the first only
    int channels;
    uint16_t Slot::*modifier;
};
extern const std::array<AddressMembers, 6> address_members;  // rgb 0…2, alpha 0…2
extern const std::array<OperandMembers, 6> operand_members;  // rgb A, B, C, alpha A, B, C

// An ALU or OUTPUT instruction whose sources are all unused.
Slot empty_alu(Kind kind);

inline constexpr std::string_view kind_names[] = {"ALU", "OUT", "FC", "TEX"};

// A field that holds what nobody has given a meaning; empty if there is none.
std::string undefined_value(const Slot& slot);
// Why the instruction is not legal by itself; empty if it is.
std::string complaint(const Slot& slot);

// Encodes a legal instruction.
Words encode(const Slot& slot);

struct Decoded {
    Slot slot;          // what is known of it, legal or not
    Words reserved{};   // bits that are no part of any field
    std::string error;  // empty: legal
};
Decoded decode(const Words& words);

// One line: kind, what it reads, and all fields whose values differ from those of omitted fields (docs/ctm.md).
std::string disassemble(const Slot& slot);
// Reads "name=value" of such a line into a slot whose type is set; what is wrong with it, or "".
std::string read_item(std::string_view name, std::string_view value, Slot& slot);
// A number in decimal or, behind 0x, hexadecimal digits.
bool read_number(std::string_view text, uint32_t largest, uint32_t& value);

// 0…127: the unsigned constants that an address can hold.
float inline_value(uint16_t code);
std::optional<uint16_t> inline_code(float value);

bool is_transcendental(uint16_t alpha_op);
bool is_select(uint16_t rgb_op);          // MIN MAX CND CMP: OMOD 7 is allowed
bool is_alpha_select(uint16_t alpha_op);  // the same
// Operands that an operation reads: bits A, B, C.
int rgb_operands(uint16_t rgb_op);
int alpha_operands(uint16_t alpha_op);

// What the results of an ALU or OUTPUT instruction are made of.
struct SlotReads {
    uint8_t computes = 0;               // channels r g b a whose value goes somewhere, or makes one that does
    std::array<uint8_t, 6> operands{};  // by operand_members: positions of the swizzle, that is channels computed
    std::array<uint8_t, 6> sources{};   // by address_members: channels of what stands there, r g b a as bits
    uint8_t presubtracted = 0;          // channels of srcp
};
SlotReads reads_of(const Slot& slot);

}  // namespace machines::ctm
