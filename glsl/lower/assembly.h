// Makes the Program of one stage: registers, operands and instructions. Knows nothing of trees.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "glsl/language/types.h"

#include "ir/program_builder.h"

namespace glsl {

using arbasm::Opcode;

// A register, or what else instructions name: a variable of the program, and which element of it.
struct Register {
    int32_t variable = -1;  // -1: none
    int32_t element = 0;
    int32_t vertex = -1;  // of inputs that every vertex has, and of arrays of blocks: which. -1: it is neither
    arbasm::RelativeIndex relative{}, vertex_relative{};
    bool operator==(const Register&) const = default;

    // Whether it is the variable, or finds its element by it.
    bool names(int32_t other) const {
        return variable == other || relative.variable == other || vertex_relative.variable == other;
    }
};

// An operand of an instruction: a register, or numbers. The swizzle selects the value's components.
struct Operand {
    Register at;  // none: numbers
    std::array<uint8_t, 4> swizzle{0, 1, 2, 3};
    std::array<uint64_t, 4> numbers{};  // bits in the type of whoever reads them
    bool negate = false;                // of floats only
    bool temporary = false;             // a register nobody else has: it may be written by whoever takes the value

    bool is_constant() const { return at.variable < 0; }
    // The value with component n where it had component components[n].
    Operand swizzled(std::initializer_list<uint8_t> components) const;
    Operand component(int n) const;  // in all four
};

Operand named(const Register& at);
Operand literal(uint64_t bits);  // in all four components

// A value of `count` components, for a target that has them from `component` on.
Operand shifted(const Operand& operand, uint8_t component, int count);

// The write mask of the first components.
constexpr uint8_t mask_of(int components) { return static_cast<uint8_t>((1 << components) - 1); }

// Tests of the condition code: of each component for its own, or of component x for all.
constexpr arbasm::ConditionMask where_all(arbasm::ConditionTest test) { return {test, 0, arbasm::identity_swizzle}; }
constexpr arbasm::ConditionMask where_x(arbasm::ConditionTest test) { return {test, 0, {0, 0, 0, 0}}; }
inline constexpr arbasm::ConditionMask when_true = where_x(arbasm::ConditionTest::NotEqual);
inline constexpr arbasm::ConditionMask when_false = where_x(arbasm::ConditionTest::Equal);

// The result of an instruction.
struct Target {
    Register at;
    uint8_t mask = 1;                   // bit n: component n
    arbasm::ConditionMask condition{};  // only where the condition code says so
};

// Opcode, types and modifiers of an instruction, as in arbasm::Instruction.
struct Operation {
    Opcode opcode{};
    arbasm::DataType type = arbasm::DataType::Typeless;  // Typeless: the opcode's own
    arbasm::DataType storage = arbasm::DataType::Typeless;
    uint8_t storage_components = 1;
    bool sets_condition = false;
    arbasm::AtomicOperation atomic = arbasm::AtomicOperation::None;
    arbasm::Rounding rounding = arbasm::Rounding::Default;
    uint32_t modifiers = 0;

    constexpr Operation(Opcode code) : opcode(code) {}
    constexpr Operation(Opcode code, arbasm::DataType own_type) : opcode(code), type(own_type) {}
};

// The type of instructions on numbers of a type; of floats that of the opcode, which most opcodes have.
constexpr arbasm::DataType operation_type(Scalar scalar) {
    switch (scalar) {
        case Scalar::Bool:
        case Scalar::Int8:
        case Scalar::Int16:
        case Scalar::Int: return arbasm::DataType::S32;
        case Scalar::Uint8:
        case Scalar::Uint16:
        case Scalar::Uint: return arbasm::DataType::U32;
        case Scalar::Double: return arbasm::DataType::F64;
        case Scalar::Int64: return arbasm::DataType::S64;
        case Scalar::Uint64: return arbasm::DataType::U64;
        case Scalar::Float16:
        case Scalar::Float:
        case Scalar::None: break;
    }
    return arbasm::DataType::Typeless;
}

// MUL.S, MUL.U, …
constexpr Operation typed(Opcode opcode, Scalar scalar) { return {opcode, operation_type(scalar)}; }

// CVT
constexpr Operation converting(arbasm::DataType to, arbasm::DataType from) {
    Operation operation(Opcode::Cvt, to);
    operation.storage = from;
    return operation;
}

// The same, and the condition code is set by what it writes.
constexpr Operation testing_result(Operation operation) {
    operation.sets_condition = true;
    return operation;
}

// LDC.F32X4: what is in memory.
Operation accessing(Opcode opcode, arbasm::DataType storage, int components);

// The bits of a number as an instruction on numbers of this type reads it.
uint64_t literal_bits(uint64_t bits, Scalar scalar);

// The type of a number in memory, and as CVT's source or destination.
arbasm::DataType stored_type(Scalar scalar);

// A function's or main's instructions and the registers they use for themselves, given and taken back as a stack.
struct Routine {
    explicit Routine(std::string label = {}, int32_t own_number = -1) : name(std::move(label)), number(own_number) {}

    struct Mark {
        size_t narrow = 0, wide = 0;
    };
    Mark mark() const { return next; }
    void release(Mark mark) { next = mark; }

    std::string name;  // its label; main has none
    int32_t number;    // of a subroutine
    // Targets of calls are numbers of subroutines. Targets of blocks are filled in at the end.
    std::vector<arbasm::Instruction> code;
    std::vector<int32_t> narrow, wide;  // its registers
    Mark next;
    // Whether a move behind the instruction written last may become its target, and a test of its result its condition
    // code.
    bool last_is_open = false;
};

class Assembly {
  public:
    explicit Assembly(arbasm::Stage stage);

    // ---- registers
    Operand take(bool wide = false);           // a temporary
    Register array(int64_t count, bool wide);  // of temporaries, for the whole program; the caller declares it
    Register variable(bool wide);              // a register that lives for the whole program
    Register add(arbasm::Variable variable, std::vector<arbasm::Binding> bindings = {});  // the caller declares it
    // The same, but shares the variable with an equal declaration of the same name.
    Register add_shared(arbasm::Variable variable, std::vector<arbasm::Binding> bindings = {});
    // Variables stand in the program in the order in which they are declared, each once; no others.
    void declare(const Register& at);
    Operand bound(arbasm::RegisterFile file, const arbasm::Binding& binding);  // without a declaration
    void option(arbasm::Option option) { builder_.program.options.add(option); }
    // For what stage and interface declare.
    arbasm::Program& program() { return builder_.program; }
    const arbasm::Variable& described(const Register& at) const {
        return builder_.program.variables[static_cast<size_t>(at.variable)];
    }

    // ---- instructions. `scalar` is the type that literals are written in. The reference holds until the next one.
    arbasm::Instruction& emit(const Operation& operation, const Target& target, std::span<const Operand> operands,
                              Scalar scalar);
    arbasm::Instruction& emit(const Operation& operation, const Target& target, std::initializer_list<Operand> operands,
                              Scalar scalar) {
        return emit(operation, target, std::span(operands.begin(), operands.size()), scalar);
    }
    // Without a result: operands are registers.
    arbasm::Instruction& emit(const Operation& operation, std::initializer_list<Operand> operands = {});
    void emit_stream(int number);  // EMITS
    // IF, BRK, KIL: where a test holds.
    void emit_where(Opcode opcode, const arbasm::ConditionMask& condition);
    // MOV of a value of `scalar`s; nothing where it would not change anything.
    void move(const Target& target, const Operand& from, Scalar scalar);
    // The same where the condition code's test holds.
    void move_where(const arbasm::ConditionMask& test, Target target, const Operand& from, Scalar scalar);
    // Sets the condition code by component x of a value (not equal: true).
    void set_condition(const Operand& value);
    void set_condition_to(const Operand& value);  // by an instruction of its own
    // Moves the operand into a register with the identity swizzle, unless it is one.
    Operand in_register(const Operand& operand, Scalar scalar, int components);
    // An operand of the program that is a register.
    arbasm::Operand operand(const Operand& from, bool scalar = false) const;
    // Component x of a register that an index can stand in.
    arbasm::RelativeIndex index(const Operand& from) const;
    // Sets the source line of the next instructions.
    void set_line(uint32_t line) { line_ = line; }

    Routine& routine() { return *routine_; }
    void enter(Routine& routine) { routine_ = &routine; }
    void declare_registers(const Routine& routine);
    const Register& condition_register() const { return condition_register_; }  // for results that only set the code

    // Main, and behind it the subroutines: all that there are.
    arbasm::Program finish(Routine& main, std::span<Routine* const> subroutines, const arbasm::Limits& limits,
                           std::vector<arbasm::Diagnostic>& errors) &&;

  private:
    arbasm::Instruction& append(const Operation& operation);
    arbasm::Operand number_operand(const arbasm::Instruction& instruction, int which, const Operand& from,
                                   Scalar scalar, uint8_t read);
    Operand bits_in_register(const Operand& given, Scalar scalar);
    Register add_temporary(std::string name, bool wide);

    arbasm::ProgramBuilder builder_;
    Routine* routine_ = nullptr;
    Register condition_register_;
    std::vector<int32_t> order_;  // of the variables that are declared
    std::vector<bool> declared_;  // by variable
    std::unordered_map<std::string, int32_t> shared_;
    uint32_t line_ = 0;
    int arrays_ = 0, variables_ = 0;
};

}  // namespace glsl
