#include "machines/tegra/isa/fragment_instructions.h"

#include <cstdio>

namespace machines::tegra {
namespace {

constexpr uint64_t any = ~uint64_t{0};

// What the field's own set says about a word's values.
template <class Word>
std::string illegal_value(const Word& word) {
    for (const FieldOf<Word>& field : fields<Word>()) {
        const uint32_t value = word.*field.member;
        const bool fits = field.width >= 32 || value >> field.width == 0;
        if (!fits || (value < 64 && !(field.legal >> value & 1)))
            return std::string(field.name) + " can't be " + std::to_string(value);
    }
    return word.unknown ? stray_bits(word.unknown) : std::string();
}

std::string operand_complaint(const Alu& word, const OperandMembers& m) {
    const uint32_t selector = word.*m.selector;
    const std::string name = "operand " + std::string(m.name);
    if (selector == register_coverage) return name + " reads register 74, whose contents are not known";
    if (selector > register_face) return name + " reads register " + std::to_string(selector) + ", which there is not";
    if (word.*m.fixed == 0) {
        if (word.*m.high) return name + " reads the high half of a 20-bit number";
        if (is_condition(selector) || selector == register_zero_one)
            return name + " reads a register of halves as one number";
    } else if (selector >= register_position_x) {
        return name + " reads half of a position or face";
    }
    return {};
}

}  // namespace

// clang-format off
#define TEGRA_WORD(type) \
    template <> \
    std::span<const FieldOf<type>> fields<type>() { \
        using Word = type; \
        static constexpr FieldOf<Word> table[] = {
#define TEGRA_FIELD(name, bit, width, legal) {#name, bit, width, legal, &Word::name},
#define TEGRA_WORD_END \
        }; \
        return table; \
    }
// clang-format on
#include "machines/tegra/isa/fragment_fields.def"

std::string stray_bits(uint64_t bits) {
    char text[64];
    std::snprintf(text, sizeof text, "bits 0x%llX have no known meaning", static_cast<unsigned long long>(bits));
    return text;
}

const std::array<OperandMembers, 3> operand_members{{
    {"A", &Alu::a_register, &Alu::a_high, &Alu::a_minus_one, &Alu::a_fixed, &Alu::a_absolute, &Alu::a_negate,
     &Alu::a_double},
    {"B", &Alu::b_register, &Alu::b_high, &Alu::b_minus_one, &Alu::b_fixed, &Alu::b_absolute, &Alu::b_negate,
     &Alu::b_double},
    {"C", &Alu::c_register, &Alu::c_high, &Alu::c_minus_one, &Alu::c_fixed, &Alu::c_absolute, &Alu::c_negate,
     &Alu::c_double},
}};
const std::array<VarMembers, 4> var_members{{
    {&Mfu::var0_saturate, &Mfu::var0_op, &Mfu::var0_row},
    {&Mfu::var1_saturate, &Mfu::var1_op, &Mfu::var1_row},
    {&Mfu::var2_saturate, &Mfu::var2_op, &Mfu::var2_row},
    {&Mfu::var3_saturate, &Mfu::var3_op, &Mfu::var3_row},
}};
const std::array<MulMembers, 2> mul_members{{
    {&Mfu::mul0_source0, &Mfu::mul0_source1, &Mfu::mul0_target},
    {&Mfu::mul1_source0, &Mfu::mul1_source1, &Mfu::mul1_target},
}};

Alu alu_nop() {
    Alu word;
    word.a_register = word.b_register = word.c_register = word.target = register_zero_one;
    word.a_fixed = word.b_fixed = word.c_fixed = 1;
    word.a_high = 1;
    word.write_low = word.write_high = 1;
    return word;
}

Alu written_nop() {
    Alu word = alu_nop();
    word.a_high = word.write_low = word.write_high = 0;
    return word;
}

Mfu barycentric_setup() {
    Mfu word;
    word.sfu_op = sfu_rcp;
    word.sfu_register = sfu_register_w;
    word.mul0_target = word.mul1_target = mul_weight;
    word.mul0_source0 = word.mul1_source0 = mul_source_sfu;
    word.mul0_source1 = mul_source_bar0;
    word.mul1_source1 = mul_source_bar1;
    return word;
}

std::string complaint(const Pseq& word) {
    if (std::string reason = illegal_value(word); !reason.empty()) return reason;
    if (!word.enable && (word.upper || word.load || word.target)) return "fields of a load that is not enabled";
    if (word.enable && !word.load) return "a load without bit 3";
    return {};
}

std::string complaint(const Schedule& word) {
    if (std::string reason = illegal_value(word); !reason.empty()) return reason;
    if (!word.count && word.address) return "an address of no instructions";
    if (word.address + word.count > max_packets) return "instructions beyond the 64 of the pool";
    return {};
}

std::string complaint(const Mfu& word) {
    if (std::string reason = illegal_value(word); !reason.empty()) return reason;
    for (const VarMembers& var : var_members)
        if (word.*var.op == var_none && word.*var.row) return "the row of a varying that is not fetched";
    for (const MulMembers& mul : mul_members)
        if (word.*mul.target == mul_none && (word.*mul.source0 || word.*mul.source1))
            return "sources of a product that goes nowhere";
    if (word.sfu_op == sfu_none && word.sfu_register) return "the register of no special function";
    if (word.sfu_register > sfu_register_w)
        return "special functions of register " + std::to_string(word.sfu_register) + " are not known";
    return {};
}

std::string complaint(const Tex& word) {
    if (std::string reason = illegal_value(word); !reason.empty()) return reason;
    if (!word.enable && (word.sampler || word.upper_coordinates || word.upper_result || word.bias))
        return "fields of a lookup that is not enabled";
    return {};
}

std::string complaint(const Alu& word) {
    if (std::string reason = illegal_value(word); !reason.empty()) return reason;
    int conditions = 0;
    for (const OperandMembers& m : operand_members) {
        if (std::string reason = operand_complaint(word, m); !reason.empty()) return reason;
        conditions += is_condition(word.*m.selector);
    }
    if (conditions > 2) return "more than two operands are condition registers";
    if (!word.d_enable) {
        if (word.d_fixed || word.d_absolute || word.d_minus_one || word.d_high || word.d_source)
            return "fields of operand D, which is not enabled";
    } else {
        if (!word.d_fixed && word.d_high) return "operand D reads the high half of a 20-bit number";
        const uint32_t source = word.d_source ? word.c_register : word.b_register;
        if (word.d_fixed && source >= register_position_x) return "operand D reads half of a position or face";
    }
    if (word.no_addition && word.opcode != alu_mad) return "only MAD can be without its addition";
    const uint32_t target = word.target;
    if (target < register_alu0 || target == register_zero_one) return {};
    if (target >= register_uniform0 && target < register_uniform0 + 8) return {};
    if (is_condition(target))
        return word.write_low == word.write_high ? std::string()
                                                 : "a condition register is written with both bits or none";
    if (target == register_kill)
        return word.write_low && word.write_high ? std::string() : "kill is written with both bits";
    return "register " + std::to_string(target) + " can't be written";
}

std::string complaint(const Constants& word) { return illegal_value(word); }

std::string complaint(const Dw& word) {
    if (std::string reason = illegal_value(word); !reason.empty()) return reason;
    if (!word.enable && (word.target || word.stencil || word.upper || word.store))
        return "fields of a store that is not enabled";
    if (word.enable && !word.store) return "a store without bit 17";
    if (word.stencil && word.target != stencil_target) return "the stencil is written to target 2";
    if (word.stencil && word.upper) return "a stencil has no source registers";
    return {};
}

bool reads_constants(const Alu& slot) {
    for (const OperandMembers& m : operand_members)
        if (is_constant(slot.*m.selector)) return true;
    return false;
}

std::string complaint(const Packet& packet) {
    bool reads = false;
    for (size_t i = 0; i < 4; i++) {
        if (packet.has_constants && i == 3) break;
        if (std::string reason = complaint(packet.slots[i]); !reason.empty())
            return "ALU" + std::to_string(i) + ": " + reason;
        if (!reads_constants(packet.slots[i])) continue;
        if (i == 3) return "ALU3 reads constants that would take its place";
        reads = true;
    }
    if (reads != packet.has_constants)
        return reads ? "constants are read and there are none" : "there are constants and nothing reads them";
    if (!reads) return packet.constants == Constants{} ? std::string() : "there are constants and nothing reads them";
    if (packet.slots[3] != alu_nop()) return "the constants take ALU3's place";
    return complaint(packet.constants);
}

PacketWords encode_packet(const Packet& packet) {
    PacketWords words;
    for (size_t i = 0; i < 4; i++) {
        const bool constants = i == 3 && packet.has_constants;
        const uint64_t bits = constants ? encode(packet.constants) : encode(packet.slots[i]);
        const auto low = static_cast<uint32_t>(bits), high = static_cast<uint32_t>(bits >> 32);
        words[2 * i] = constants ? low : high;
        words[2 * i + 1] = constants ? high : low;
    }
    return words;
}

std::string decode_packet(std::span<const uint32_t, 8> words, Packet& packet) {
    packet = {};
    for (size_t i = 0; i < 4; i++) {
        if (i == 3 && packet.has_constants) {
            decode(words[6] | static_cast<uint64_t>(words[7]) << 32, packet.constants);
            break;
        }
        decode(words[2 * i + 1] | static_cast<uint64_t>(words[2 * i]) << 32, packet.slots[i]);
        if (i < 3) packet.has_constants |= reads_constants(packet.slots[i]);
    }
    return complaint(packet);
}

}  // namespace machines::tegra
