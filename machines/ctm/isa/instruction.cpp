#include "machines/ctm/isa/instruction.h"

#include <cmath>

namespace machines::ctm {
namespace {

constexpr const std::string_view* no_names = nullptr;
constexpr std::string_view pred_names[] = {"none", "rgba", "r", "g", "b", "a"};
constexpr std::string_view mask_names[] = {"none", "r", "g", "rg", "b", "rb", "gb", "rgb"};
constexpr std::string_view omod_names[] = {"x1", "x2", "x4", "x8", "d2", "d4", "d8", "off"};
constexpr std::string_view test_names[] = {"eq", "lt", "ge", "ne"};
constexpr std::string_view address_op_names[] = {"none", "pop", "push"};
constexpr std::string_view branch_op_names[] = {"none", "decr", "incr"};
constexpr std::string_view presubtract_names[] = {"bias", "sub", "add", "inv"};
// Only rows that combine with others have these (see below), and print through channel letters.
constexpr const std::string_view* swizzle_names = nullptr;
constexpr std::string_view rgb_op_names[] = {"MAD", "DP3", "DP4", "D2A", "MIN", "MAX", "6",  "CND",
                                             "CMP", "FRC", "SOP", "MDH", "MDV", "13",  "14", "15"};
constexpr std::string_view alpha_op_names[] = {"MAD", "DP",  "MIN", "MAX", "4",   "CND", "CMP", "FRC",
                                               "EX2", "LN2", "RCP", "RSQ", "SIN", "COS", "MDH", "MDV"};
constexpr std::string_view tex_op_names[] = {"NOP", "LD", "KILL", "PROJ", "LODBIAS", "LOD", "DXDY"};
constexpr std::string_view flow_op_names[] = {"JUMP",   "LOOP",      "ENDLOOP",  "REP",
                                              "ENDREP", "BREAKLOOP", "BREAKREP", "CONTINUE"};

constexpr uint32_t mask_of(int width) { return (1u << width) - 1; }

}  // namespace

const std::vector<FieldInfo>& field_table() {
    static const std::vector<FieldInfo> table = {
#define CTM_FIELD(name, word, bit, width, kinds, largest, names) \
    {#name, word, bit, width, kinds, largest, names, &Slot::name},
#include "machines/ctm/isa/fields.def"
#undef CTM_FIELD
    };
    return table;
}

#define CTM_ADDRESS(text, name) \
    { text, &Slot::name, &Slot::name##_const, &Slot::name##_rel }
const std::array<AddressMembers, 6> address_members{{
    CTM_ADDRESS("rgb.src0", rgb_addr0),
    CTM_ADDRESS("rgb.src1", rgb_addr1),
    CTM_ADDRESS("rgb.src2", rgb_addr2),
    CTM_ADDRESS("alpha.src0", alpha_addr0),
    CTM_ADDRESS("alpha.src1", alpha_addr1),
    CTM_ADDRESS("alpha.src2", alpha_addr2),
}};
#undef CTM_ADDRESS

#define CTM_RGB(text, x)                                                                                 \
    {                                                                                                    \
        text, &Slot::rgb_sel_##x, {&Slot::red_swiz_##x, &Slot::green_swiz_##x, &Slot::blue_swiz_##x}, 3, \
            &Slot::rgb_mod_##x                                                                           \
    }
#define CTM_ALPHA(text, x) \
    { text, &Slot::alpha_sel_##x, {&Slot::alpha_swiz_##x, nullptr, nullptr}, 1, &Slot::alpha_mod_##x }
const std::array<OperandMembers, 6> operand_members{{
    CTM_RGB("rgb.a", a),
    CTM_RGB("rgb.b", b),
    CTM_RGB("rgb.c", c),
    CTM_ALPHA("alpha.a", a),
    CTM_ALPHA("alpha.b", b),
    CTM_ALPHA("alpha.c", c),
}};
#undef CTM_RGB
#undef CTM_ALPHA

Slot empty_alu(Kind kind) {
    Slot slot;
    slot.type = kind;
    for (const AddressMembers& a : address_members) slot.*a.address = unused_address;
    return slot;
}

bool is_transcendental(uint16_t op) { return op >= alpha_ex2 && op <= alpha_cos; }
bool is_select(uint16_t op) { return op == rgb_min || op == rgb_max || op == rgb_cnd || op == rgb_cmp; }
bool is_alpha_select(uint16_t op) { return op == alpha_min || op == alpha_max || op == alpha_cnd || op == alpha_cmp; }

int rgb_operands(uint16_t op) {
    switch (op) {
        case rgb_dp3:
        case rgb_dp4:
        case rgb_min:
        case rgb_max: return 3;
        case rgb_frc: return 1;
        case rgb_sop: return 0;
        default: return 7;
    }
}

int alpha_operands(uint16_t op) {
    switch (op) {
        case alpha_dp: return 0;
        case alpha_min:
        case alpha_max: return 3;
        case alpha_mad:
        case alpha_cnd:
        case alpha_cmp:
        case alpha_mdh:
        case alpha_mdv: return 7;
        default: return 1;
    }
}

std::string undefined_value(const Slot& slot) {
    const uint8_t kind = kind_bit(slot.type);
    for (const FieldInfo& field : field_table()) {
        const uint16_t value = slot.*field.member;
        if (!(field.kinds & kind) && value)
            return std::string(field.name) + " is no field of " + std::string(kind_names[slot.type & 3]);
        if (value > field.largest) return std::string(field.name) + " has the undefined value " + std::to_string(value);
    }
    if (kind != kind_alu) return {};
    if (slot.rgb_op == 6 || slot.rgb_op > rgb_mdv)
        return "rgb_op has the reserved value " + std::to_string(slot.rgb_op);
    if (slot.alpha_op == 4) return "alpha_op has the reserved value 4";
    return {};
}

std::string complaint(const Slot& slot) {
    const uint8_t kind = kind_bit(slot.type);
    if (std::string reason = undefined_value(slot); !reason.empty()) return reason;
    if (kind == kind_alu) {
        if (slot.rgb_op == rgb_sop && !is_transcendental(slot.alpha_op))
            return "SOP needs a transcendental operation in the alpha unit";
        if (slot.alpha_op == alpha_dp && !(slot.rgb_op >= rgb_dp3 && slot.rgb_op <= rgb_d2a))
            return "alpha DP needs DP3, DP4 or D2A in the RGB unit";
        if (slot.rgb_omod == omod_disabled && !is_select(slot.rgb_op)) return "rgb_omod=off needs MIN, MAX, CND or CMP";
        if (slot.alpha_omod == omod_disabled && !is_alpha_select(slot.alpha_op))
            return "alpha_omod=off needs MIN, MAX, CND or CMP";
        if (slot.type == Output && slot.alu_wmask) return "OUT cannot update the ALU result";
        for (const AddressMembers& a : address_members)
            if (slot.*a.relative && !(slot.*a.constant) && (slot.*a.address & 0x80))
                return std::string(a.name) + ": an inline constant cannot be relative";
    } else if (kind == kind_tex) {
        if (slot.tex_sem_acquire && !slot.tex_sem_wait) return "tex_sem_acquire needs tex_sem_wait";
        if (slot.tex_op != tex_dxdy)
            for (const FieldInfo& field : field_table())
                if (field.word == 3 && (field.kinds & kind_tex) && slot.*field.member)
                    return std::string(field.name) + " belongs to DXDY";
    } else {
        if (slot.rgb_pred_sel == predicate_rgba) return "FC has one predicate: rgb_pred_sel=rgba is illegal";
    }
    return {};
}

Words encode(const Slot& slot) {
    Words words{};
    const uint8_t kind = kind_bit(slot.type);
    for (const FieldInfo& field : field_table())
        if (field.kinds & kind) words[field.word] |= (slot.*field.member & mask_of(field.width)) << field.lowest_bit;
    return words;
}

Decoded decode(const Words& words) {
    Decoded decoded;
    const uint8_t kind = kind_bit(words[0] & 3);
    Words rest = words;
    for (const FieldInfo& field : field_table()) {
        if (!(field.kinds & kind)) continue;
        decoded.slot.*field.member =
            static_cast<uint16_t>((words[field.word] >> field.lowest_bit) & mask_of(field.width));
        rest[field.word] &= ~(mask_of(field.width) << field.lowest_bit);
    }
    for (size_t i = 0; i < rest.size(); i++)
        if (rest[i])
            decoded.error = "word " + std::to_string(i) + " has reserved bit " +
                            std::to_string(__builtin_ctz(rest[i])) + " set for " +
                            std::string(kind_names[words[0] & 3]);
    decoded.reserved = rest;
    if (decoded.error.empty()) decoded.error = complaint(decoded.slot);
    return decoded;
}

SlotReads reads_of(const Slot& slot) {
    SlotReads reads;
    if (kind_bit(slot.type) != kind_alu) return reads;
    uint32_t rgb = slot.rgb_wmask | slot.rgb_omask;
    bool alpha = slot.alpha_wmask || slot.alpha_omask || slot.w_omask;
    if (slot.alu_wmask) {
        if (slot.alu_result_sel)
            alpha = true;
        else
            rgb |= 1;
    }
    if (rgb && slot.rgb_op == rgb_sop) alpha = true;
    if (alpha && slot.alpha_op == alpha_dp && !rgb) rgb = 1;
    reads.computes = static_cast<uint8_t>(rgb | (alpha ? 8u : 0u));
    const bool dots = slot.rgb_op >= rgb_dp3 && slot.rgb_op <= rgb_d2a;
    const bool differs[] = {slot.rgb_op >= rgb_mdh, slot.alpha_op >= alpha_mdh};
    for (size_t o = 0; o < 6; o++) {
        const OperandMembers& members = operand_members[o];
        const bool of_alpha = o >= 3;
        uint32_t positions = 0;
        if (!of_alpha && rgb && (rgb_operands(slot.rgb_op) >> o & 1))
            positions = !dots ? rgb : slot.rgb_op != rgb_d2a ? 7u : o == 2 ? 4u : 3u;
        // The fourth product of DP4 comes from the alpha unit's operands.
        if (of_alpha &&
            ((alpha && (alpha_operands(slot.alpha_op) >> (o - 3) & 1)) || (rgb && slot.rgb_op == rgb_dp4 && o < 5)))
            positions = 1;
        reads.operands[o] = static_cast<uint8_t>(positions);
        for (size_t position = 0; position < 3; position++) {
            if (!(positions >> position & 1)) continue;
            uint16_t channel = slot.*members.swizzle[position], source = slot.*members.select;
            // MDH and MDV take what stands at the first address.
            if (differs[of_alpha] && o % 3 != 1) {
                channel = static_cast<uint16_t>(of_alpha ? size_t{channel_a} : position);
                source = source_0;
            }
            if (channel > channel_a) continue;
            const auto bit = static_cast<uint8_t>(1u << channel);
            const size_t side = channel < channel_a ? 0 : 3;
            if (source != source_presubtract) {
                reads.sources[side + source] |= bit;
                continue;
            }
            reads.presubtracted |= bit;
            const uint16_t op = side ? slot.alpha_srcp_op : slot.rgb_srcp_op;
            reads.sources[side] |= bit;
            if (op == presubtract_sub || op == presubtract_add) reads.sources[side + 1] |= bit;
        }
    }
    return reads;
}

float inline_value(uint16_t code) {
    const int exponent = (code >> 3) & 15, mantissa = code & 7;
    return exponent == 0 ? std::ldexp(static_cast<float>(mantissa), -9)
                         : std::ldexp(static_cast<float>(8 + mantissa), exponent - 10);
}

std::optional<uint16_t> inline_code(float value) {
    for (uint16_t code = 0; code < 128; code++)
        if (inline_value(code) == value && !std::signbit(value)) return code;
    return std::nullopt;
}

}  // namespace machines::ctm
