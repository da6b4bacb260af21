// Numbers for what passes keep track of: the components of temporaries, of address registers and of condition codes.
#pragma once

#include <algorithm>
#include <cstdint>

#include "ir/components_read.h"
#include "ir/program.h"

namespace arbasm {

// Components of operand `n`, after its swizzle, that an instruction reads: of a scalar the first.
inline uint8_t needed_components(const Instruction& instruction, int n) {
    const Operand& operand = instruction.operands[static_cast<size_t>(n)];
    if (operand.scalar) return 1;
    if (instruction.opcode == Opcode::Arl) return instruction.result.write_mask;
    return components_read(instruction, n);
}

class RegisterSlots {
  public:
    explicit RegisterSlots(const Program& program)
        : program_(program),
          addresses_(4 * program.temporary_count),
          codes_(addresses_ + 4 * program.address_count),
          count_(codes_ + 8) {}

    int32_t count() const { return count_; }
    int32_t code(int code_register, int component) const { return codes_ + 4 * code_register + component; }

    // The slot of a register's x; -1: the file is not kept track of.
    int32_t of(RegisterFile file, int32_t variable, int32_t element) const {
        if (variable < 0 || (file != RegisterFile::Temporary && file != RegisterFile::Address)) return -1;
        const int32_t number = named(variable).register_of(element);
        return file == RegisterFile::Temporary ? 4 * number : addresses_ + 4 * number;
    }
    bool is_wide(int32_t variable) const { return variable >= 0 && named(variable).is_wide(); }

    // Calls visit(slot) for every component that an instruction may read. Components of the result that it keeps are
    // not read.
    template <class Visit>
    void for_each_read(const Instruction& instruction, Visit visit) const {
        for (int n = 0; n < instruction.operand_count; n++)
            read(instruction.operands[static_cast<size_t>(n)], needed_components(instruction, n), visit);
        const TextureAccess& texture = instruction.texture;
        if (texture.offset_operand) read(*texture.offset_operand, 0xf, visit);
        if (texture.handle) read(*texture.handle, 0xf, visit);
        read(texture.relative, visit);
        read(instruction.result.relative, visit);
        const ConditionMask& kept = instruction.result.condition;
        if (kept.test != ConditionTest::True)
            for (size_t c = 0; c < 4; c++)
                if (instruction.result.write_mask >> c & 1) visit(code(kept.code_register, kept.swizzle[c]));
        if (instruction.condition_operand)
            for (const uint8_t component : instruction.condition.swizzle)
                visit(code(instruction.condition.code_register, component));
    }

    // Calls visit(slot) for every register component that an instruction may write; of arrays that are indexed at run
    // time all, of 64-bit registers both words.
    template <class Visit>
    void for_each_result(const Instruction& instruction, Visit visit) const {
        const Destination& result = instruction.result;
        if (result.relative.file != RegisterFile::None && result.file == RegisterFile::Temporary) {
            const Variable& array = named(result.variable);
            for (int32_t n = 0; n < 4 * array.size * array.registers_per_element(); n++) visit(4 * array.base + n);
            return;
        }
        const int32_t first = of(result.file, result.variable, result.element);
        if (first < 0) return;
        // POPA restores all of its address register.
        const uint8_t mask = result.file == RegisterFile::Address ? 0xf : result.write_mask;
        for (int32_t c = 0; c < 4; c++) {
            if (!(mask >> c & 1)) continue;
            visit(first + c);
            if (is_wide(result.variable)) visit(first + 4 + c);
        }
    }
    // The same of condition codes.
    template <class Visit>
    void for_each_code(const Instruction& instruction, Visit visit) const {
        if (instruction.condition_update == ConditionUpdate::None) return;
        for (int c = 0; c < 4; c++)
            if (instruction.result.write_mask >> c & 1)
                visit(code(instruction.condition_update == ConditionUpdate::Code1, c));
    }

  private:
    const Variable& named(int32_t variable) const { return program_.variables[static_cast<size_t>(variable)]; }

    template <class Visit>
    void read(const RelativeIndex& index, Visit& visit) const {
        if (index.file == RegisterFile::None) return;
        const int32_t first = of(index.file, index.variable, index.element);
        if (first >= 0) visit(first + index.component);
    }
    template <class Visit>
    void read(const Operand& operand, uint8_t needed, Visit& visit) const {
        read(operand.relative, visit);
        read(operand.vertex_relative, visit);
        int32_t first = of(operand.file, operand.variable, operand.element), registers = 1;
        if (first < 0) return;
        if (operand.relative.file != RegisterFile::None) {
            const Variable& array = named(operand.variable);
            first = of(operand.file, operand.variable, 0);
            registers = array.size;
        }
        if (is_wide(operand.variable)) registers *= 2;
        for (int32_t n = 0; n < registers; n++)
            for (size_t c = 0; c < 4; c++)
                if ((needed >> c & 1) && operand.swizzle[c] < 4) visit(first + 4 * n + operand.swizzle[c]);
    }

    const Program& program_;
    int32_t addresses_, codes_, count_;
};

// Instructions that do something beside writing their result and condition code, or that only flow is changed by.
inline bool has_effects(const Instruction& instruction) {
    const OpcodeCategory category = opcode_info(instruction.opcode).category;
    return (category != OpcodeCategory::Arithmetic && category != OpcodeCategory::Texture) ||
           (instruction.modifiers & modifier_sparse) || has_trait(instruction.opcode, Trait::Stack);
}

}  // namespace arbasm
