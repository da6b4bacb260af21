// What writes random programs: random_program.cpp has the program and its instructions, random_flow.cpp how they follow
// each other, random_operands.cpp what they read, write and reach.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "arbasm/testing/frame.h"
#include "arbasm/testing/opcode_rows.h"
#include "arbasm/testing/random_program.h"

namespace arbasm {

using Words = std::vector<std::string_view>;

// What an operand or a result is: its class, and whether it has 64 bits.
struct RandomType {
    char kind = 'F';  // F S U
    bool wide = false;
};

// An instruction while it is written.
struct RandomInstruction {
    const OpcodeRow& row;
    const OpcodeInfo& info;
    std::string_view type_word{};  // as the row has it; "-": none
    RandomType type{}, source{};   // of the result, of the operands
    std::string suffix{}, points{};
    std::string parts{};  // result and operands

    void add(const std::string& part) { parts += (parts.empty() ? " " : ", ") + part; }
};

struct RandomWriter {
    RandomWriter(uint64_t seed, const RandomProgram& wanted)
        : state(seed * 0x9e3779b97f4a7c15u + 1), settings(wanted) {}

    // ---- chance (splitmix64)
    uint64_t state;
    uint64_t next() {
        uint64_t z = state += 0x9e3779b97f4a7c15u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }
    int below(int n) { return static_cast<int>(next() % static_cast<uint64_t>(n)); }
    bool chance(int percent) { return below(100) < percent; }
    template <typename List>
    auto pick(const List& list) {
        return list[next() % std::size(list)];
    }
    static std::string number(int64_t n) { return std::to_string(n); }
    // In their order on every compiler, which operands of + and arguments of functions are not evaluated in.
    static std::string joined(std::initializer_list<std::string> parts) {
        std::string all;
        for (const std::string& part : parts) all += part;
        return all;
    }
    std::string one_of(std::string_view letters) {
        return std::string(1, letters[static_cast<size_t>(below(static_cast<int>(letters.size())))]);
    }

    // ---- what is written
    RandomProgram settings;
    std::string_view header;
    Words options;
    std::string declarations, text;
    std::vector<const OpcodeRow*> rows;
    char stage = 'v';             // v c e g f k
    int version = 0;              // 40 41 50; 0 before
    bool vp = false, fp = false;  // register names: VP1.x, VSP1.0 and VP2.0, FP1.0
    bool writes_state = false;    // VSP1.0
    bool passes_on = false;       // a geometry program that passes its primitives through
    bool arb_vertex = false, arb_fragment = false;
    bool codes = false;  // condition codes
    bool second_code = false;
    int vertices = 1;  // of the input primitive
    int labels = 0, depth = 0, loops = 0;
    static constexpr int most_subroutines = 4;
    int subroutine = -1;                         // that is being written; -1: the main program
    std::string attribute_used, parameter_used;  // VP and FP: one of each in an instruction

    bool nv() const { return version != 0; }
    bool has(std::string_view option) const {
        return std::find(options.begin(), options.end(), option) != options.end();
    }

    void choose_header();
    void choose_options();
    void declare();
    void declare_stage();
    void declare_memory();
    std::string literal(RandomType type);
    std::string swizzle(bool scalar, bool required);
    std::string base(RandomType type, bool scalar, bool& is_literal);
    std::string operand(RandomType type, bool scalar, bool sign = true);
    std::string attribute();
    std::string parameter();
    std::string index(int size);
    std::string condition(bool parentheses);
    std::string guard() { return codes && settings.conditions && chance(20) ? " " + condition(true) : ""; }
    std::string mask(std::string_view letters);
    std::string result_register(RandomType type, bool& masked);
    std::string result(RandomType type, std::string_view letters = "xyzw");
    std::string texture_access(Opcode opcode, bool& second);
    std::string image_access(bool with_unit, bool with_target, std::string& unit_target);
    std::string memory_element(Opcode opcode);
    std::string own_element(Opcode opcode, std::string_view type);
    std::string turn();
    std::string write_temporaries();
    bool choose_type(RandomInstruction& made);
    void choose_modifiers(RandomInstruction& made);
    static RandomType type_in(const RandomInstruction& made, const OperandShape& shape, RandomType usual);
    bool add_result(RandomInstruction& made);
    std::string operand_of(RandomInstruction& made, int n);
    bool add_operands(RandomInstruction& made, bool second);
    void instruction(const OpcodeRow& row);
    bool structured() const;  // IF, REP
    bool labelled() const;    // CAL, RET
    void put(const std::string& line);
    void block(int statements);
    void branch(int deeper = 0);                      // so many blocks more in its first one
    void loop(bool returns = false, int deeper = 0);  // returns: by a RET of its own, under a condition
    void nest(int levels);
    void leave(bool under_condition);
    void call();
    std::string plain_move(const std::string& to);
    void assigned_twice();
    void statement();
    void end_main();
    void subroutines();
    std::string write();
};

}  // namespace arbasm
