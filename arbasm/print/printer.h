// Program to text: one class, whose methods are spread by subject:
//   printer.cpp             the order of a program's text, instructions
//   print_declarations.cpp  variables, what stages declare
//   print_operands.cpp      operands, results, constants, textures
#pragma once

#include <string>
#include <string_view>

#include "arbasm/words.h"
#include "ir/bindings.h"
#include "ir/program.h"

namespace arbasm {

inline constexpr std::string_view component_letters = "xyzw";

struct Printer {
    const Program& program;
    std::string text{};

    bool names_registers() const { return arbasm::names_registers(program.instruction_set); }
    bool is_arb() const { return program.instruction_set == InstructionSet::Arb10; }
    const Variable& variable(int32_t index) const { return program.variables[static_cast<size_t>(index)]; }

    void number(int64_t value) { text += std::to_string(value); }
    void index(int64_t value) {
        text += '[';
        number(value);
        text += ']';
    }
    void constant_component(uint32_t bits, DataType type);
    void constant(const Binding& binding, DataType type);
    void binding(const Binding& bound, BindingSide side, DataType type);
    void declaration(const Variable& declared);
    void named_constant(const Variable& declared);
    void variable_modifiers(const Variable& declared);
    void bound_variable(const Variable& declared);
    void memory_variable(const Variable& declared);
    void subroutine_variable(const Variable& declared);
    void binding_list(const Variable& declared);
    void numbered(const Variable& declared, std::string_view word);
    void stage_declarations();
    void write_mask(uint8_t mask);
    void wide_constant(const Binding& low, const Binding& high, DataType type);
    void unit(const TextureAccess& access, std::string_view word);
    void relative_index(const RelativeIndex& relative, int32_t element);
    void variable_use(RegisterFile file, int32_t index, DataType type);
    void swizzle(const Swizzle& selectors);
    void operand(const Operand& operand, DataType type);
    void extended_swizzle(const Operand& operand);
    void condition(const ConditionMask& mask);
    void result(const Destination& result);
    void texture(const Instruction& instruction);
    void target(TextureTarget target);
    void mnemonic(const Instruction& instruction);
    void older_suffixes(const Instruction& instruction);
    void modifier(std::string_view word);
    void type_modifier(const Instruction& instruction);
    void instruction(const Instruction& instruction);
    void run();
};

}  // namespace arbasm
