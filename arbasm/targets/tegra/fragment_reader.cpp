// Text of the fragment pipeline's code, read.
#include <algorithm>
#include <charconv>
#include <optional>

#include "arbasm/targets/tegra/fragment_code.h"
#include "arbasm/targets/tegra/fragment_names.h"
#include "arbasm/targets/tegra/numbers.h"

namespace arbasm::tegra {
namespace {

struct Token {
    enum Kind : uint8_t { End, Word, Number, Float, Hex, String, Mark } kind = End;
    std::string text;  // words in small letters
    uint64_t number = 0;
    float value = 0;
    int line = 1;
    char mark() const { return kind == Mark ? text[0] : '\0'; }
};

class Reader {
  public:
    explicit Reader(std::string_view text) : text_(text) { next(); }
    AssembledFragment read();

  private:
    void next();
    void scan();
    bool fail(std::string reason) {
        if (result_.error.empty()) {
            result_.error = std::move(reason);
            result_.line = token_.line;
        }
        return false;
    }
    bool is(std::string_view word) const { return token_.kind == Token::Word && token_.text == word; }
    bool accept(std::string_view word) {
        if (!is(word)) return false;
        next();
        return true;
    }
    bool accept_mark(char c) {
        if (token_.mark() != c) return false;
        next();
        return true;
    }
    bool expect(char c) { return accept_mark(c) || fail(std::string("'") + c + "' is missing"); }
    // A word of a prefix and a number, such as r12.
    std::optional<uint32_t> numbered(std::string_view prefix) const {
        if (token_.kind != Token::Word || token_.text.size() <= prefix.size() ||
            token_.text.size() > prefix.size() + 3 || token_.text.compare(0, prefix.size(), prefix) != 0)
            return {};
        uint32_t n = 0;
        for (char c : std::string_view(token_.text).substr(prefix.size())) {
            if (c < '0' || c > '9') return {};
            n = n * 10 + static_cast<uint32_t>(c - '0');
        }
        return n;
    }
    bool number(uint64_t most, uint32_t& value, std::string_view what) {
        if (token_.kind != Token::Number || token_.number > most)
            return fail(std::string(what) + " of 0…" + std::to_string(most) + " is missing");
        value = static_cast<uint32_t>(token_.number);
        next();
        return true;
    }
    bool row_register(uint32_t most, uint32_t& value) {
        const auto n = numbered("r");
        if (!n || *n > most) return fail("a register r0…r" + std::to_string(most) + " is missing");
        value = *n;
        next();
        return true;
    }
    bool literal(bool fixed, uint32_t& bits);
    bool uniforms();
    bool constants();
    bool exec();
    bool mfu(Mfu& word);
    bool mfu_var(Mfu& word, const VarMembers& m);
    bool mul_source(uint32_t& value);
    bool registers(std::string_view what, int count, bool& upper);
    bool tex(Tex& word);
    bool dw(Dw& word);
    bool alu(Packet& packet);
    bool constant(Packet& packet);
    bool operation(Alu& word);
    bool target(Alu& word);
    bool operand(Alu& word, const OperandMembers& m);
    bool operand_d(Alu& word);
    bool half(uint32_t& fixed, uint32_t& high);
    bool after(uint32_t& minus_one, uint32_t* twice);
    template <class Word>
    bool raw(Word& word) {
        const uint64_t bits = token_.number;
        next();
        const std::string reason = decode(bits, word);
        return reason.empty() || fail(reason);
    }

    // A word of 64 bits as two of 32, the upper one first.
    template <class Word>
    bool raw_pair(Word& word) {
        const uint64_t high = token_.number;
        next();
        if (!expect(',')) return false;
        if (token_.kind != Token::Hex || high > 0xffffffff || token_.number > 0xffffffff)
            return fail("a word in hexadecimal is missing");
        token_.number |= high << 32;
        return raw(word);
    }

    std::string_view text_;
    size_t at_ = 0;
    int line_ = 1;
    Token token_;
    AssembledFragment result_;
};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

void Reader::next() { scan(); }

void Reader::scan() {
    const auto peek = [&](size_t ahead = 0) { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; };
    token_ = {};
    while (at_ < text_.size()) {
        if (peek() == '\n') {
            line_++;
            at_++;
        } else if (peek() == ' ' || peek() == '\t' || peek() == '\r') {
            at_++;
        } else if (peek() == '/' && peek(1) == '/') {
            while (at_ < text_.size() && peek() != '\n') at_++;
        } else if (peek() == '/' && peek(1) == '*') {
            at_ += 2;
            while (at_ < text_.size() && !(peek() == '*' && peek(1) == '/')) {
                line_ += peek() == '\n';
                at_++;
            }
            at_ = std::min(at_ + 2, text_.size());
        } else {
            break;
        }
    }
    token_.line = line_;
    if (at_ >= text_.size()) return;
    const size_t start = at_;
    if (peek() == '"') {
        at_++;
        while (at_ < text_.size() && peek() != '"' && peek() != '\n') token_.text += text_[at_++];
        if (peek() == '"') {
            at_++;
            token_.kind = Token::String;
        } else {
            token_.kind = Token::Mark;
            token_.text = "\"";
        }
        return;
    }
    if (peek() == '0' && (peek(1) == 'x' || peek(1) == 'X')) {
        const char* const first = text_.data() + at_ + 2;
        const auto [end, error] = std::from_chars(first, text_.data() + text_.size(), token_.number, 16);
        at_ += 2 + static_cast<size_t>(end - first);
        token_.kind = end == first || error != std::errc() ? Token::Mark : Token::Hex;
        token_.text = "0x";
        return;
    }
    // A number with a point, perhaps with a sign: r0-1 is no number with a sign because there is no point.
    const size_t sign = peek() == '-' ? 1 : 0;
    if (is_digit(peek(sign))) {
        size_t digits = sign;
        while (is_digit(peek(digits))) digits++;
        if (peek(digits) == '.' && is_digit(peek(digits + 1))) {
            digits++;
            while (is_digit(peek(digits))) digits++;
            std::from_chars(text_.data() + at_, text_.data() + at_ + digits, token_.value);
            at_ += digits;
            token_.kind = Token::Float;
            return;
        }
        if (!sign) {
            const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + at_ + digits, token_.number);
            at_ += digits;
            token_.kind = error == std::errc() ? Token::Number : Token::Mark;
            token_.text = "0";
            return;
        }
    }
    if (is_letter(peek())) {
        while (is_letter(peek()) || is_digit(peek())) at_++;
        token_.kind = Token::Word;
        token_.text = text_.substr(start, at_ - start);
        for (char& c : token_.text)
            if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
        return;
    }
    token_.kind = Token::Mark;
    token_.text = text_[at_++];
}

bool Reader::literal(bool fixed, uint32_t& bits) {
    if (token_.kind == Token::Float)
        bits = fixed ? fx10_literal(token_.value) : fp20_literal(token_.value);
    else if (token_.kind == Token::Hex && token_.number <= (fixed ? 0x3ff : fp20_mask))
        bits = static_cast<uint32_t>(token_.number);
    else
        return fail("a number with a point, or the bits in hexadecimal, is missing");
    next();
    return true;
}

bool Reader::uniforms() {
    while (accept_mark('[')) {
        FragmentCode::UniformName name{};
        uint32_t n = 0;
        if (!number(fragment_uniforms - 1, n, "a uniform's number") || !expect(']')) return false;
        name.uniform = static_cast<int>(n);
        if (accept_mark('.')) {
            if (!is("l") && !is("h")) return fail("l or h is missing");
            name.half = token_.text[0];
            next();
        }
        if (!expect('=')) return false;
        if (token_.kind != Token::String) return fail("a name in quotes is missing");
        name.name = token_.text;
        next();
        if (!expect(';')) return false;
        result_.code.uniform_names.push_back(std::move(name));
    }
    return true;
}

bool Reader::constants() {
    while (accept_mark('[')) {
        uint32_t n = 0;
        if (!number(fragment_uniforms - 1, n, "a constant's number") || !expect(']')) return false;
        uint32_t& bits = result_.code.constants[n];
        if (accept_mark('.')) {
            if (!is("l") && !is("h")) return fail("l or h is missing");
            const bool high = is("h");
            next();
            uint32_t code = 0;
            if (!expect('=') || !literal(true, code)) return false;
            bits = with_half(bits, high, code);
        } else if (!expect('=') || !literal(false, bits)) {
            return false;
        }
        result_.code.constants_given |= 1u << n;
        if (!expect(';')) return false;
    }
    return true;
}

bool Reader::mfu_var(Mfu& word, const VarMembers& m) {
    if (accept("sat")) {
        word.*m.saturate = 1;
        if (!expect('(')) return false;
    }
    if (!accept("nop")) {
        const auto row = numbered("t");
        if (!row || *row >= mfu_tram_rows) return fail("a row t0…t15 or NOP is missing");
        word.*m.row = *row;
        next();
        if (!expect('.')) return false;
        if (accept("fp20"))
            word.*m.op = var_float;
        else if (accept("fx10"))
            word.*m.op = var_fixed;
        else
            return fail("fp20 or fx10 is missing");
    }
    return !(word.*m.saturate) || expect(')');
}

bool Reader::mul_source(uint32_t& value) {
    if (accept("sfu")) {
        value = mul_source_sfu;
    } else if (accept("bar0")) {
        value = mul_source_bar0;
    } else if (accept("bar1")) {
        value = mul_source_bar1;
    } else if (accept_mark('#')) {
        uint32_t one = 0;
        if (!number(1, one, "the constant 1")) return false;
        if (one != 1) return fail("the only constant is #1");
        value = mul_source_one;
    } else {
        return row_register(registers_per_row - 1, value);
    }
    return true;
}

bool Reader::mfu(Mfu& word) {
    if (accept("nop")) return true;
    if (token_.kind == Token::Hex) return raw_pair(word);
    for (int parts = 0;; parts++) {
        if (accept("sfu")) {
            if (!expect(':')) return false;
            const auto* const name = std::find(sfu_names.begin(), sfu_names.end(), token_.text);
            if (token_.kind != Token::Word || name == sfu_names.end()) return fail("a special function is missing");
            word.sfu_op = static_cast<uint32_t>(name - sfu_names.begin());
            next();
            if (!row_register(sfu_register_w, word.sfu_register)) return false;
        } else if (is("mul0") || is("mul1")) {
            const MulMembers& m = mul_members[is("mul1")];
            next();
            if (!expect(':')) return false;
            if (accept("bar")) {
                word.*m.target = mul_weight;
            } else {
                if (!row_register(registers_per_row - 1, word.*m.target)) return false;
                word.*m.target += mul_row0;
            }
            if (!expect(',') || !mul_source(word.*m.source0) || !expect(',') || !mul_source(word.*m.source1))
                return false;
        } else if (accept("ipl")) {
            if (!expect(':')) return false;
            for (size_t i = 0; i < 4; i++)
                if ((i && !expect(',')) || !mfu_var(word, var_members[i])) return false;
        } else {
            if (!parts) return fail("sfu:, mul0:, mul1: or ipl: is missing");
            break;
        }
    }
    const std::string reason = complaint(word);
    return reason.empty() || fail(reason);
}

// r0, r1, … or r2, r3, r0, …
bool Reader::registers(std::string_view what, int count, bool& upper) {
    for (int i = 0; i < count; i++) {
        if (i && !expect(',')) return false;
        uint32_t n = 0;
        if (!row_register(registers_per_row - 1, n)) return false;
        if (i == 0) upper = n == 2;
        if (n != (static_cast<uint32_t>(i) + (upper ? 2 : 0)) % 4)
            return fail(std::string(what) + " begin with r0, r1 or with r2, r3");
    }
    return true;
}

bool Reader::tex(Tex& word) {
    if (accept("nop")) return true;
    if (token_.kind == Token::Hex) return raw(word);
    if (!is("tex") && !is("txb")) return fail("tex, txb or NOP is missing");
    word.enable = 1;
    word.bias = is("txb");
    next();
    bool upper = false;
    if (!registers("results", 2, upper) || !expect(',')) return false;
    word.upper_result = upper;
    const auto unit = numbered("tex");
    if (!unit || *unit >= texture_units) return fail("a unit tex0…tex15 is missing");
    word.sampler = *unit;
    next();
    if (!expect(',') || !registers("coordinates", word.bias ? 4 : 3, upper)) return false;
    word.upper_coordinates = upper;
    return true;
}

bool Reader::dw(Dw& word) {
    if (accept("nop")) return true;
    if (token_.kind == Token::Hex) return raw(word);
    if (!accept("store")) return fail("store or NOP is missing");
    word.enable = word.store = 1;
    if (accept("stencil")) {
        word.stencil = 1;
        word.target = stencil_target;
        return true;
    }
    const auto target = numbered("rt");
    if (!target || *target >= render_targets) return fail("a target rt0…rt15 or stencil is missing");
    word.target = *target;
    next();
    bool upper = false;
    if (!expect(',') || !registers("sources", 2, upper)) return false;
    word.upper = upper;
    return true;
}

bool Reader::half(uint32_t& fixed, uint32_t& high) {
    if (!accept_mark('.')) return true;
    fixed = 1;
    if (accept("h"))
        high = 1;
    else if (!accept("l"))
        return fail("l or h is missing");
    return true;
}

bool Reader::after(uint32_t& minus_one, uint32_t* twice) {
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

bool Reader::operand(Alu& word, const OperandMembers& m) {
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

bool Reader::operand_d(Alu& word) {
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

bool Reader::target(Alu& word) {
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

bool Reader::operation(Alu& word) {
    if (token_.kind == Token::Hex) return raw_pair(word);
    if (accept("nop")) {
        word = alu_nop();
        return true;
    }
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
    const std::string reason = complaint(word);
    return reason.empty() || fail(reason);
}

bool Reader::constant(Packet& packet) {
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

bool Reader::alu(Packet& packet) {
    bool constants_given = false;
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
        } else if (!operation(packet.slots[*slot])) {
            return false;
        }
    }
    for (size_t i = 0; i < 3; i++) packet.has_constants |= reads_constants(packet.slots[i]);
    if (constants_given) packet.has_constants = true;
    const std::string reason = complaint(packet);
    return reason.empty() || fail(reason);
}

bool Reader::exec() {
    Exec exec;
    if (accept("pseq")) {
        if (!expect(':')) return false;
        if (token_.kind == Token::Hex) {
            if (!raw(exec.pseq)) return false;
        } else if (!accept("nop")) {
            return fail("a word in hexadecimal or NOP is missing");
        }
    }
    while (accept("mfu")) {
        if (!expect(':') || !mfu(exec.mfu.emplace_back())) return false;
        if (exec.mfu.size() > max_per_exec) return fail("an EXEC has more than three MFU instructions");
    }
    if (accept("tex") && (!expect(':') || !tex(exec.tex))) return false;
    while (accept("alu")) {
        if (!expect(':') || !alu(exec.alu.emplace_back())) return false;
        if (exec.alu.size() > max_per_exec) return fail("an EXEC has more than three ALU packets");
    }
    if (accept("alu_complement")) {
        if (!expect(':')) return false;
        if (token_.kind != Token::Hex || token_.number > 0xffffffff) return fail("a word in hexadecimal is missing");
        exec.alu_complement = static_cast<uint32_t>(token_.number);
        next();
    }
    if (accept("dw") && (!expect(':') || !dw(exec.dw))) return false;
    if (!expect(';')) return false;
    result_.code.execs.push_back(std::move(exec));
    return true;
}

AssembledFragment Reader::read() {
    bool good = true;
    while (good && token_.kind != Token::End) {
        uint32_t n = 0;
        if (accept("alu_buffer_size")) {
            good = expect('=') && number(max_rows, n, "a number of rows");
            if (good) result_.code.rows = static_cast<int>(std::max(n, 1u));
        } else if (accept("pseq_to_dw_exec_nb")) {
            good = expect('=') && number(max_execs, n, "an EXEC's number");
            if (good) result_.code.store_exec = static_cast<int>(n);
        } else if (accept_mark('.')) {
            if (accept("uniforms"))
                good = uniforms();
            else if (accept("constants"))
                good = constants();
            else if (accept("asm"))
                while (good && accept("exec")) good = exec();
            else
                good = fail(".asm, .constants or .uniforms is missing");
        } else {
            good = fail("a section is missing");
        }
    }
    if (good)
        if (const std::string reason = complaint(result_.code); !reason.empty()) fail(reason);
    if (!result_.error.empty()) result_.code = {};
    return std::move(result_);
}

}  // namespace

AssembledFragment assemble_fragment(std::string_view text) { return Reader(text).read(); }

}  // namespace arbasm::tegra
