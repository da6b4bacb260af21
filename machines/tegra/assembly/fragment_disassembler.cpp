// Text of the fragment pipeline's code, written; fragment_assembler.cpp reads it.
#include <charconv>
#include <cstdio>

#include "machines/tegra/assembly/fragment_code.h"
#include "machines/tegra/assembly/fragment_names.h"
#include "machines/tegra/isa/numbers.h"

namespace machines::tegra {
namespace {

std::string hex(uint64_t value, int digits) {
    char text[32];
    std::snprintf(text, sizeof text, "0x%0*llX", digits, static_cast<unsigned long long>(value));
    return text;
}

// The shortest decimal that reads as the same float, without an exponent.
std::string decimal(float value) {
    char text[128];
    const auto [end, error] = std::to_chars(text, text + sizeof text, value, std::chars_format::fixed);
    std::string s(text, end);
    if (s.find('.') == std::string::npos) s += ".0";
    return s;
}
// As a number where the literal gives the same bits back.
std::string fp20_text(uint32_t bits) {
    const auto value = static_cast<float>(fp20_value(bits));
    return fp20_literal(value) == bits && bits != fp20_infinity && bits != (fp20_infinity | fp20_sign) &&
                   bits != fp20_nan
               ? decimal(value)
               : hex(bits, 5);
}
std::string fx10_text(uint32_t code) { return decimal(static_cast<float>(fx10_value(code))); }

std::string register_text(uint32_t selector) {
    for (const RegisterNames& names : register_names)
        if (selector >= names.first && selector < names.first + names.count)
            return std::string(names.prefix) + std::to_string(selector - names.first);
    for (const SpecialName& special : special_names)
        if (selector == special.selector) return std::string(special.name);
    return "?" + std::to_string(selector);
}

std::string operand_text(const Alu& word, const OperandMembers& m) {
    const uint32_t selector = word.*m.selector;
    std::string name;
    if (selector == register_zero_one)
        name = word.*m.high ? "#1" : "#0";
    else if (is_condition(selector))
        name = "cr" + std::to_string(2 * (selector - register_condition0) + word.*m.high);
    else
        name = register_text(selector) + (word.*m.fixed ? word.*m.high ? ".h" : ".l" : "");
    if (word.*m.absolute) name = "abs(" + name + ")";
    if (word.*m.twice) name += "*2";
    if (word.*m.minus_one) name += "-1";
    return (word.*m.negate ? "-" : "") + name;
}

std::string var_text(const Mfu& word, const VarMembers& m) {
    std::string name = word.*m.op == var_none
                           ? std::string("NOP")
                           : "t" + std::to_string(word.*m.row) + (word.*m.op == var_float ? ".fp20" : ".fx10");
    return word.*m.saturate ? "sat(" + name + ")" : name;
}

std::string mul_source_text(uint32_t source) {
    switch (source) {
        case mul_source_sfu: return "sfu";
        case mul_source_bar0: return "bar0";
        case mul_source_bar1: return "bar1";
        case mul_source_one: return "#1";
        default: return "r" + std::to_string(source);
    }
}

std::string pair_text(bool upper) { return upper ? "r2, r3" : "r0, r1"; }

// How operands read a register: as one number, or which halves.
struct Reading {
    bool whole = false, low = false, high = false;
    void add(const Alu& slot, uint32_t selector) {
        for (size_t n = 0; n < 3; n++) {
            const OperandMembers& m = operand_members[n];
            if (slot.*m.selector != selector) continue;
            (slot.*m.fixed ? slot.*m.high ? high : low : whole) = true;
            if (slot.d_enable && n == slot.d_source + 1) (slot.d_fixed ? slot.d_high ? high : low : whole) = true;
        }
    }
    bool halves_only(uint32_t value) const {
        return !whole && (low || high) && (low || !low_half(value)) && (high || !high_half(value));
    }
};

// Constants, as the operands that read them read them: one number or halves, in decimals, as the grate project's
// assembler has no other way. Those that nothing reads are left out where they are zero.
std::string constants_text(const Packet& packet) {
    std::string text;
    const std::array<uint32_t, 3> values{packet.constants.value0, packet.constants.value1, packet.constants.value2};
    for (uint32_t k = 0; k < 3; k++) {
        Reading read;
        for (size_t i = 0; i < 3; i++) read.add(packet.slots[i], register_constant0 + k);
        const std::string name = "imm" + std::to_string(k);
        const auto add = [&](const std::string& item) {
            if (!text.empty()) text += ", ";
            text += item;
        };
        const uint32_t value = values[k];
        const std::string number = fp20_text(value);
        if (read.halves_only(value)) {
            if (read.low) add(name + ".l = " + fx10_text(low_half(value)));
            if (read.high) add(name + ".h = " + fx10_text(high_half(value)));
        } else if (read.whole && !read.low && !read.high && !number.starts_with("0x")) {
            add(name + " = " + number);
        } else if (read.whole || read.low || read.high || value) {
            add(name + ".l = " + fx10_text(low_half(value)));
            add(name + ".h = " + fx10_text(high_half(value)));
        }
    }
    return text;
}

// Two words in the order they are pushed, and why.
std::string words_text(uint32_t first, uint32_t second, const std::string& reason) {
    return hex(first, 8) + ", " + hex(second, 8) + " // " + reason;
}
std::string bits_text(uint64_t bits, const std::string& reason) {
    return words_text(static_cast<uint32_t>(bits >> 32), static_cast<uint32_t>(bits), reason);
}
// A word of 32 bits has no more of them.
template <class Word>
std::string word_text(const Word& word, const std::string& reason) {
    return hex(encode(word), 8) + " // " + reason;
}

}  // namespace

std::string disassemble(const Pseq& word) {
    if (const std::string reason = complaint(word); !reason.empty()) return word_text(word, reason);
    return word == Pseq{} ? "NOP" : hex(encode(word), 8);
}

std::string disassemble(const Mfu& word) {
    if (const std::string reason = complaint(word); !reason.empty()) return bits_text(encode(word), reason);
    std::string text;
    const auto line = [&](const std::string& item) { text += (text.empty() ? "" : "\n\t\t") + item; };
    if (word.sfu_op != sfu_none)
        line("sfu:  " + std::string(sfu_names[word.sfu_op]) + " r" + std::to_string(word.sfu_register));
    for (size_t i = 0; i < 2; i++) {
        const MulMembers& m = mul_members[i];
        const uint32_t target = word.*m.target;
        if (target == mul_none) continue;
        line("mul" + std::to_string(i) + ": " +
             (target == mul_weight ? std::string("bar") : "r" + std::to_string(target - mul_row0)) + ", " +
             mul_source_text(word.*m.source0) + ", " + mul_source_text(word.*m.source1));
    }
    bool fetches = false;
    for (const VarMembers& m : var_members) fetches |= word.*m.op != var_none || word.*m.saturate;
    if (fetches) {
        std::string vars = "ipl:  ";
        for (size_t i = 0; i < 4; i++) vars += (i ? ", " : "") + var_text(word, var_members[i]);
        line(vars);
    }
    return text.empty() ? "NOP" : text;
}

std::string disassemble(const Tex& word) {
    if (const std::string reason = complaint(word); !reason.empty()) return word_text(word, reason);
    if (!word.enable) return "NOP";
    std::string text = std::string(word.bias ? "txb " : "tex ") + pair_text(word.upper_result) + ", tex" +
                       std::to_string(word.sampler) + ", " + pair_text(word.upper_coordinates) +
                       (word.upper_coordinates ? ", r0" : ", r2");
    if (word.bias) text += word.upper_coordinates ? ", r1" : ", r3";
    return text;
}

std::string disassemble(const Dw& word) {
    if (const std::string reason = complaint(word); !reason.empty()) return word_text(word, reason);
    if (!word.enable) return "NOP";
    if (word.stencil) return "store stencil";
    return "store rt" + std::to_string(word.target) + ", " + pair_text(word.upper);
}

std::string disassemble(const Alu& word) {
    if (const std::string reason = complaint(word); !reason.empty()) return bits_text(encode(word), reason);
    if (word == written_nop()) return "NOP";
    std::string text = word.no_addition ? "MUL" : std::string(alu_names[word.opcode]);
    text.resize(5, ' ');
    const std::string halves = std::string(word.write_low ? "l" : "*") + (word.write_high ? "h" : "*");
    std::string target;
    if (is_condition(word.target))
        target = "cr" + std::to_string(2 * (word.target - register_condition0) + word.write_high);
    else if (word.target == register_kill)
        target = "kill";
    else
        target = (word.target == register_zero_one ? "lp" : register_text(word.target)) + "." + halves;
    text += target;
    for (const OperandMembers& m : operand_members) text += ", " + operand_text(word, m);
    if (word.d_enable) {
        std::string d = std::string(word.d_source ? "rC" : "rB") + (word.d_fixed ? word.d_high ? ".h" : ".l" : "");
        if (word.d_absolute) d = "abs(" + d + ")";
        text += ", " + d + (word.d_minus_one ? "-1" : "");
    }
    for (const Modifier& modifier : modifiers)
        if (word.*modifier.member == modifier.value) text += " (" + std::string(modifier.text) + ")";
    return text;
}

std::string disassemble(const Packet& packet) {
    std::string text;
    for (size_t i = 0; i < 4; i++) {
        std::string slot;
        if (i == 3 && packet.has_constants) {
            const std::string reason = complaint(packet.constants);
            const uint64_t bits = encode(packet.constants);
            slot = reason.empty() ? constants_text(packet)
                                  : words_text(static_cast<uint32_t>(bits), static_cast<uint32_t>(bits >> 32), reason);
        } else if (i == 3 && reads_constants(packet.slots[i])) {
            slot = bits_text(encode(packet.slots[i]), complaint(packet));
        } else if (packet.slots[i] != alu_nop()) {
            slot = disassemble(packet.slots[i]);
        }
        if (!slot.empty()) text += "\t\tALU" + std::to_string(i) + ":\t" + slot + "\n";
    }
    return text;
}

namespace {

std::string exec_text(const Exec& exec) {
    std::string text = "\nEXEC\n";
    if (exec.pseq != Pseq{}) text += "\tPSEQ:\t" + disassemble(exec.pseq) + "\n";
    for (const Mfu& word : exec.mfu) text += "\tMFU:\t" + disassemble(word) + "\n";
    if (exec.tex != Tex{}) text += "\tTEX:\t" + disassemble(exec.tex) + "\n";
    for (const Packet& packet : exec.alu) text += "\tALU:\n" + disassemble(packet);
    if (exec.alu_complement) text += "\tALU_COMPLEMENT: " + hex(exec.alu_complement, 8) + "\n";
    if (exec.dw != Dw{}) text += "\tDW:\t" + disassemble(exec.dw) + "\n";
    if (exec.mfu_schedule_unknown) text += "\t/*! MFU schedule " + hex(exec.mfu_schedule_unknown, 8) + " */\n";
    if (exec.alu_schedule_unknown) text += "\t/*! ALU schedule " + hex(exec.alu_schedule_unknown, 8) + " */\n";
    return text + ";\n";
}

}  // namespace

std::string disassemble(const FragmentCode& code) {
    std::string text = "pseq_to_dw_exec_nb = " + std::to_string(code.store_exec) +
                       "\nalu_buffer_size = " + std::to_string(code.rows) + "\n";
    if (!code.uniform_names.empty()) {
        text += "\n.uniforms\n";
        for (const auto& uniform : code.uniform_names)
            text += "\t[" + std::to_string(uniform.uniform) + "]" +
                    (uniform.half ? std::string(".") + uniform.half : std::string()) + " = \"" + uniform.name + "\";\n";
    }
    if (code.constants_given) {
        text += "\n.constants\n";
        for (uint32_t i = 0; i < code.constants.size(); i++) {
            if (!(code.constants_given >> i & 1)) continue;
            Reading read;
            for (const Exec& exec : code.execs)
                for (const Packet& packet : exec.alu)
                    for (const Alu& slot : packet.slots) read.add(slot, register_uniform0 + i);
            const std::string name = "\t[" + std::to_string(i) + "]";
            const uint32_t value = code.constants[i];
            if (read.halves_only(value)) {
                if (read.low) text += name + ".l = " + fx10_text(low_half(value)) + ";\n";
                if (read.high) text += name + ".h = " + fx10_text(high_half(value)) + ";\n";
            } else {
                text += name + " = " + fp20_text(value) + ";\n";
            }
        }
    }
    text += "\n.asm\n";
    for (const Exec& exec : code.execs) text += exec_text(exec);
    return text;
}

}  // namespace machines::tegra
