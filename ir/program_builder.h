// Builds Programs: for lowering passes and front ends.
//
//   ProgramBuilder builder(std::move(program));        // of a stage and an instruction set
//   const int32_t sum = builder.temporary("sum");
//   builder.emit(Opcode::Add, sum, 0xf, {builder.use(a), builder.use(b)});
//   Program made = std::move(builder).finish();
//
// The result obeys the rules of Program: finish() numbers the registers, so that the program prints as text that parses
// to an equal one. Opcodes and bindings are those of the instruction set; verify() looks at all of them.
#pragma once

#include <array>
#include <initializer_list>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "ir/checks/check_program.h"
#include "ir/program.h"
#include "ir/registers.h"

namespace arbasm {

class ProgramBuilder {
  public:
    explicit ProgramBuilder(Program program) : program(std::move(program)) {}

    // The program so far. Its instructions may be changed; variables are added by the methods below only.
    Program program;

    // ---- variables; each gives the index of the new one

    // Adds a variable of any file, with the bindings of its elements (none for temporaries; two for each of 64 bits).
    // An empty name: printed by its binding. In a file that is no registers Variable::base says where it begins.
    int32_t add(Variable variable, std::vector<Binding> bindings = {});
    // `name` gets underscores until no variable and no label has it.
    int32_t temporary(std::string name);
    // Without a name: an attribute, result or parameter of one register. Equal bindings have one variable.
    int32_t bound(RegisterFile file, const Binding& binding);
    int32_t constant(std::array<float, 4> values);  // a parameter
    // Numbers of this type as an instruction reads them, by their bits: of 64-bit types a pair of registers.
    int32_t literal(DataType type, const std::array<uint64_t, 4>& bits);

    std::string unused_name(std::string name) const;

    // ---- operands

    Operand use(int32_t variable, Swizzle swizzle = identity_swizzle) const;
    // One component, where the opcode's row wants a scalar.
    Operand use_scalar(int32_t variable, uint8_t component) const;

    // ---- instructions, added behind the last one; the reference holds until the next is added

    Instruction& emit(Opcode opcode, int32_t result, uint8_t write_mask, std::initializer_list<Operand> operands);
    // Without a result: flow control, KIL, EMIT …
    Instruction& emit(Opcode opcode, std::initializer_list<Operand> operands = {});

    // Writes of results of this kind go to temporaries named so: these, by the register of the result.
    std::map<int32_t, int32_t> redirect_results(BindingKind kind, const std::string& name);
    // Instructions that are emitted from here on run after the program's main routine. If that may return early, or
    // subroutines follow it, it becomes a subroutine of this name, and the new instructions need a RET at their end:
    // true.
    bool begin_epilogue(const std::string& old_main);

    // Moves the instructions from `first` on to stand where execution begins, before what stood there.
    void move_to_entry(int32_t first);

    // Declares variables with a name in the order of this list; others are dropped.
    void order_variables(const std::vector<int32_t>& order);

    // Numbers the registers, for passes: the targets of blocks are the caller's.
    Program finish() &&;
    // The same for a program from a user's source. Mistakes that check_accesses() and check_program() find go to
    // `errors`; then the program is unfinished. Fills in the targets of blocks (so instructions may come from
    // elsewhere), the lists of units and the use of resources. `end`: of the source.
    Program finish(SourceLocation end, const Limits& limits, std::vector<Diagnostic>& errors) &&;

  private:
    int32_t bound(RegisterFile file, const InlineKey& key);
    int32_t next() const { return static_cast<int32_t>(program.instructions.size()); }
    Instruction& at(int32_t index) { return program.instructions[static_cast<size_t>(index)]; }
    void insert_first_label(const std::string& name);
    void close_routine(size_t label);

    VariableBindings added_;  // of the variables that have no registers yet, in order
    std::unordered_map<InlineKey, int32_t, InlineKeyHash> attributes_, results_, parameters_;  // without names
};

}  // namespace arbasm
