// Writes assembly text: registers, operands and instructions of one program. Knows nothing of trees.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "glsl/language/types.h"

namespace glsl {

// What an instruction reads: a register, or numbers. Components of a value are those that the swizzle selects.
struct Operand {
    std::string name;  // with its index: "r3", "a0[r1.x+2]"; empty: numbers
    std::array<uint8_t, 4> swizzle{0, 1, 2, 3};
    std::array<uint64_t, 4> numbers{};  // bits in the type of whoever reads them
    bool negate = false;                // of floats only
    bool temporary = false;             // a register nobody else has: it may be written by whoever takes the value

    bool is_constant() const { return name.empty(); }
    // The value with component n where it had component components[n].
    Operand swizzled(std::initializer_list<uint8_t> components) const;
    Operand component(int n) const;  // in all four
};

Operand named(std::string text);
Operand literal(uint64_t bits);  // in all four components

// A value of `count` components, for a target that has them from `component` on.
Operand shifted(const Operand& operand, uint8_t component, int count);

// The write mask of the first components.
constexpr uint8_t mask_of(int components) { return static_cast<uint8_t>((1 << components) - 1); }

// What an instruction writes.
struct Target {
    std::string name;
    uint8_t mask = 1;         // bit n: component n
    std::string_view test{};  // "NE.x": only where the condition code says so; empty: always
};

// A function's or main's instructions and the registers they use for themselves, given and taken back as a stack.
class Routine {
  public:
    explicit Routine(std::string prefix) : prefix_(std::move(prefix)) {}

    std::string take(bool wide);
    struct Mark {
        int narrow = 0, wide = 0;
    };
    Mark mark() const { return next_; }
    void release(Mark mark) { next_ = mark; }
    std::string declarations() const;

    std::string body;
    // Of the instruction written last: where its opcode's and its target's texts end and begin, so that a move behind
    // it can become its target, and a test of its result its condition code. 0: unknown.
    struct Last {
        size_t begin = 0, opcode_end = 0, target_begin = 0, target_end = 0;
        std::string name;
        uint8_t mask = 0;
    } last;

  private:
    std::string prefix_;
    Mark next_, most_;
};

// "F64", "S", …: the suffix of instructions on numbers of this type; "F" is none.
std::string_view type_suffix(Scalar scalar);

class Assembly {
  public:
    Assembly();

    // ---- registers
    Operand take(bool wide = false);              // a temporary
    std::string array(int64_t count, bool wide);  // TEMP name[count]; lives for the whole program
    // The same, to be declared by the caller.
    std::string array(int64_t count, bool wide, std::string& declaration);
    std::string variable(bool wide);  // a register that lives for the whole program
    void declare(const std::string& line) { declarations_ += line + '\n'; }
    void option(std::string_view name);

    // ---- instructions. `scalar` is the type that literals are written in.
    void emit(std::string_view opcode, const Target& target, std::span<const Operand> operands, Scalar scalar);
    void emit(std::string_view opcode, const Target& target, std::initializer_list<Operand> operands, Scalar scalar) {
        emit(opcode, target, std::span(operands.begin(), operands.size()), scalar);
    }
    void line(std::string_view text);
    // MOV of a value of `scalar`s; nothing where it would not change anything.
    void move(const Target& target, const Operand& from, Scalar scalar);
    // The same where the condition code's test holds: "NE.x", or "NE", component by component.
    void move_where(std::string_view test, Target target, const Operand& from, Scalar scalar);
    // Sets the condition code by component x of a value (NE: true).
    void set_condition(const Operand& value);
    // Four numbers as PARAM takes them.
    static std::string vector_text(const std::array<uint64_t, 4>& numbers, Scalar scalar);
    std::string operand_text(const Operand& operand, Scalar scalar, uint8_t mask) const;
    // What isn't a register with the identity swizzle is moved into one.
    Operand in_register(const Operand& operand, Scalar scalar, int components);

    Routine& routine() { return *routine_; }
    void enter(Routine& routine) { routine_ = &routine; }
    std::string declarations() const { return declarations_; }
    const std::string& options() const { return options_; }
    void add_declarations(const Routine& routine) { declarations_ += routine.declarations(); }

  private:
    Routine* routine_ = nullptr;
    std::string declarations_, options_;
    int arrays_ = 0, variables_ = 0;
};

}  // namespace glsl
