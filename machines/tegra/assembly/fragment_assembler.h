// The reader of the fragment pipeline's text: sections and EXECs are fragment_assembler.cpp, ALU packets
// fragment_alu_assembler.cpp.
#pragma once

#include <optional>

#include "machines/tegra/assembly/fragment_code.h"
#include "machines/tegra/assembly/fragment_scanner.h"

namespace machines::tegra {

class FragmentReader {
  public:
    using Token = FragmentToken;
    FragmentReader(std::string_view text, Manner manner) : scanner_(text), manner_(manner) { next(); }
    AssembledFragment read();

  private:
    void next() { token_ = scanner_.next(); }
    bool fail(std::string reason) { return fail(std::move(reason), token_); }
    bool fail(std::string reason, const Token& where) {
        if (result_.error.empty()) {
            result_.error = std::move(reason);
            result_.line = where.line;
            result_.column = where.column;
        }
        return false;
    }
    void remark(std::string reason, const Token& where) {
        result_.remarks.push_back({where.line, where.column, std::move(reason)});
    }
    // What complaint() says of an instruction that is written by its name: an error, or a remark.
    bool doubt(std::string reason, const Token& where) {
        if (reason.empty()) return true;
        if (manner_ == Manner::Strict) return fail(std::move(reason), where);
        remark(std::move(reason), where);
        return true;
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
    bool schedule_note(Exec& exec);
    bool mfu(Mfu& word);
    bool mul(Mfu& word, const MulMembers& m);
    bool mfu_var(Mfu& word, const VarMembers& m);
    bool mul_source(uint32_t& value);
    bool registers(std::string_view what, int count, bool& upper);
    bool tex(Tex& word);
    bool dw(Dw& word);
    bool alu(Packet& packet);
    bool alu_slot(Packet& packet, uint32_t slot);
    bool constant(Packet& packet);
    bool operation(Alu& word);
    bool target(Alu& word);
    bool operand(Alu& word, const OperandMembers& m);
    bool operand_d(Alu& word);
    bool half(uint32_t& fixed, uint32_t& high);
    bool after(uint32_t& minus_one, uint32_t* twice);
    // Bits: whatever they are, with a remark where they are not legal.
    template <class Word>
    bool raw(Word& word) {
        if (token_.number > 0xffffffff) return fail("a word has 32 bits");
        if (const std::string reason = decode(token_.number, word); !reason.empty()) remark(reason, token_);
        next();
        return true;
    }
    // Two words, as they are pushed.
    bool raw_pair(uint64_t& first, uint64_t& second) {
        first = token_.number;
        next();
        if (!expect(',')) return false;
        second = token_.number;
        if (token_.kind != Token::Hex || first > 0xffffffff || second > 0xffffffff)
            return fail("a word in hexadecimal is missing");
        next();
        return true;
    }
    template <class Word>
    bool raw_pair(Word& word) {
        const Token start = token_;
        uint64_t first = 0, second = 0;
        if (!raw_pair(first, second)) return false;
        if (const std::string reason = decode(first << 32 | second, word); !reason.empty()) remark(reason, start);
        return true;
    }

    FragmentScanner scanner_;
    Manner manner_;
    Token token_;
    AssembledFragment result_;
};

}  // namespace machines::tegra
