// Text of ALU packets, read.
#include <algorithm>

#include "machines/tegra/assembly/fragment_assembler.h"
#include "machines/tegra/assembly/fragment_names.h"
#include "machines/tegra/isa/numbers.h"

namespace machines::tegra {

bool FragmentReader::half(uint32_t& fixed, uint32_t& high) {
    if (!accept_mark('.')) return true;
    fixed = 1;
    if (accept("h"))
        high = 1;
    else if (!accept("l"))
        return fail("l or h is missing");
    return true;
}

bool FragmentReader::after(uint32_t& minus_one, uint32_t* twice) {
    uint32_t n = 0;
    if (twice && accept_mark('*')) {
        if (!number(2, n, "the factor 2")) return false;
        if (n == 0) return fail("operands can be doubled only");
        *twice = n == 2;
    }
    if (accept_mark('-')) {
        if (!number(1, n, "the number 1")) return false;
        minus_one = n;
    }
    return true;
}

bool FragmentReader::operand(Alu& word, const OperandMembers& m) {
    word.*m.negate = accept_mark('-');
    const bool absolute = accept("abs");
    word.*m.absolute = absolute;
    if (absolute && !expect('(')) return false;
    const auto named = [&]() {
        if (accept_mark('#')) {
            word.*m.selector = register_zero_one;
            word.*m.fixed = 1;
            return number(1, word.*m.high, "a constant");
        }
        for (const SpecialName& special : special_names)
            if (accept(special.name)) {
                word.*m.selector = special.selector;
                return true;
            }
        if (const auto n = numbered("cr")) {
            if (*n >= condition_registers) return fail("there are condition registers cr0…cr15");
            word.*m.selector = register_condition0 + *n / 2;
            word.*m.high = *n & 1;
            word.*m.fixed = 1;
            next();
            return true;
        }
        for (const RegisterNames& names : register_names)
            if (const auto n = numbered(names.prefix)) {
                if (*n >= names.count)
                    return fail("registers end with " + std::string(names.prefix) + std::to_string(names.count - 1));
                word.*m.selector = names.first + *n;
                next();
                return half(word.*m.fixed, word.*m.high);
            }
        return fail("an operand is missing");
    };
    if (!named() || (absolute && !expect(')'))) return false;
    return after(word.*m.minus_one, &(word.*m.twice));
}

bool FragmentReader::operand_d(Alu& word) {
    if (accept_mark('#')) {
        uint32_t one = 0;
        if (!number(1, one, "the constant 1")) return false;
        return one == 1 || fail("operand D is rB, rC or #1");
    }
    word.d_enable = 1;
    const bool absolute = accept("abs");
    word.d_absolute = absolute;
    if (absolute && !expect('(')) return false;
    if (accept("rc"))
        word.d_source = 1;
    else if (!accept("rb"))
        return fail("operand D is rB, rC or #1");
    if (!half(word.d_fixed, word.d_high) || (absolute && !expect(')'))) return false;
    return after(word.d_minus_one, nullptr);
}

bool FragmentReader::target(Alu& word) {
    const auto mask = [&]() {
        if (!accept_mark('.')) return true;
        // "lh", "l*", "*h", "**", "l" or "h".
        if (accept("lh")) {
            word.write_low = word.write_high = 1;
        } else {
            bool something = false;
            while (true) {
                if (accept("l"))
                    word.write_low = 1;
                else if (accept("h"))
                    word.write_high = 1;
                else if (!accept_mark('*'))
                    break;
                something = true;
            }
            if (!something) return fail("l, h or * is missing");
        }
        return true;
    };
    if (accept("kill")) {
        word.target = register_kill;
        word.write_low = word.write_high = 1;
        return true;
    }
    if (const auto n = numbered("cr")) {
        if (*n >= condition_registers) return fail("there are condition registers cr0…cr15");
        word.target = register_condition0 + *n / 2;
        word.write_low = word.write_high = *n & 1;
        next();
        return true;
    }
    if (accept("lp")) {
        word.target = register_zero_one;
        return mask();
    }
    for (const RegisterNames& names : register_names)
        if (const auto n = numbered(names.prefix)) {
            if (*n >= names.count)
                return fail("registers end with " + std::string(names.prefix) + std::to_string(names.count - 1));
            word.target = names.first + *n;
            next();
            return mask();
        }
    return fail("a target is missing");
}

bool FragmentReader::operation(Alu& word) {
    if (token_.kind == Token::Hex) return raw_pair(word);
    if (accept("nop")) {
        word = written_nop();
        return true;
    }
    const Token start = token_;
    word = {};
    bool found = accept("mul");
    word.no_addition = found;
    for (uint32_t i = 0; i < alu_names.size() && !found; i++) {
        std::string small(alu_names[i]);
        for (char& c : small) c = static_cast<char>(c - 'A' + 'a');
        found = accept(small);
        if (found) word.opcode = i;
    }
    if (!found) return fail("MAD, MUL, MIN, MAX, CSEL or NOP is missing");
    if (!target(word)) return false;
    for (const OperandMembers& m : operand_members)
        if (!expect(',') || !operand(word, m)) return false;
    if (accept_mark(',') && !operand_d(word)) return false;
    while (accept_mark('(')) {
        std::string name = token_.kind == Token::Word ? token_.text : std::string();
        if (accept_mark('/')) name = token_.kind == Token::Number ? "/" + std::to_string(token_.number) : std::string();
        const auto* const modifier =
            std::find_if(modifiers.begin(), modifiers.end(), [&](const Modifier& m) { return m.text == name; });
        if (modifier == modifiers.end()) return fail("a modifier of the result is missing");
        word.*modifier->member = modifier->value;
        next();
        if (!expect(')')) return false;
    }
    return doubt(complaint(word), start);
}

bool FragmentReader::constant(Packet& packet) {
    const auto n = numbered("imm");
    if (!n || *n >= embedded_constants) return fail("a constant imm0…imm2 is missing");
    next();
    constexpr std::array<uint32_t Constants::*, 3> values{&Constants::value0, &Constants::value1, &Constants::value2};
    uint32_t& bits = packet.constants.*values[*n];
    uint32_t fixed = 0, high = 0;
    if (!half(fixed, high) || !expect('=')) return false;
    uint32_t code = 0;
    if (!literal(fixed != 0, code)) return false;
    bits = fixed ? with_half(bits, high != 0, code) : code;
    return true;
}

bool FragmentReader::alu_slot(Packet& packet, uint32_t slot) {
    if (slot < 3 || token_.kind != Token::Hex) return operation(packet.slots[slot]);
    // In the place of ALU3 lie constants, where the others read some: they are told by then.
    const Token start = token_;
    uint64_t first = 0, second = 0;
    if (!raw_pair(first, second)) return false;
    for (size_t i = 0; i < 3; i++) packet.has_constants |= reads_constants(packet.slots[i]);
    const std::string reason = packet.has_constants ? decode(first | second << 32, packet.constants)
                                                    : decode(first << 32 | second, packet.slots[3]);
    if (!reason.empty()) remark(reason, start);
    return true;
}

bool FragmentReader::alu(Packet& packet) {
    const Token start = token_;
    bool constants_given = false, raw_constants = false;
    while (true) {
        const auto slot = numbered("alu");
        if (!slot || *slot > 3) break;
        next();
        if (!expect(':')) return false;
        if (*slot == 3 && numbered("imm")) {
            constants_given = true;
            do {
                if (!constant(packet)) return false;
            } while (accept_mark(','));
        } else {
            raw_constants |= *slot == 3 && token_.kind == Token::Hex;
            if (!alu_slot(packet, *slot)) return false;
        }
    }
    for (size_t i = 0; i < 3; i++) packet.has_constants |= reads_constants(packet.slots[i]);
    if (constants_given) packet.has_constants = true;
    // What is wrong with one of the operations has been told.
    for (const Alu& slot : packet.slots)
        if (!complaint(slot).empty()) return true;
    const std::string reason = complaint(packet);
    if (reason.empty() || !raw_constants) return doubt(reason, start);
    remark(reason, start);
    return true;
}

}  // namespace machines::tegra
