// The flattened register files of a Program, computed from what its variables are bound to.
#pragma once

#include <vector>

#include "ir/program.h"

namespace arbasm {

// One vector of bindings per variable (Attribute, Result and Parameter variables; empty for others).
using VariableBindings = std::vector<std::vector<Binding>>;

// For unordered containers of bindings.
struct BindingHash {
    size_t operator()(const Binding& b) const {
        uint64_t hash = 1469598103934665603ull;
        const auto mix = [&hash](uint64_t value) { hash = (hash ^ value) * 1099511628211ull; };
        mix(static_cast<uint64_t>(b.kind));
        mix(static_cast<uint16_t>(b.index));
        mix(static_cast<uint16_t>(b.row));
        mix(static_cast<uint16_t>(b.vertex));
        mix((b.back ? 1u : 0u) | (b.secondary ? 2u : 0u) | (b.of_output ? 4u : 0u) | (b.high ? 8u : 0u) |
            static_cast<unsigned>(b.form) << 4);
        for (uint32_t word : b.constant) mix(word);
        return static_cast<size_t>(hash ^ hash >> 29);
    }
};

// The binding of an inline variable: one, or the two halves of a 64-bit one.
struct InlineKey {
    Binding binding, high;
    bool operator==(const InlineKey&) const = default;
};
struct InlineKeyHash {
    size_t operator()(const InlineKey& key) const {
        return BindingHash()(key.binding) * 31 + (key.high.kind == BindingKind::None ? 0 : BindingHash()(key.high));
    }
};
// Puts named variables first and inline ones after them in order of first use, drops unused inline ones, and computes
// Variable::base, the register files and the register counts. Bindings that occur in several single variables share
// one register; arrays have consecutive registers of their own. Every Program has this form, which is what makes a
// printed and parsed one equal to it.
void assign_registers(Program& program, VariableBindings bindings);

// The same for a program that was changed: variables keep the bindings their registers have. New variables have a
// `base` of -1 and their bindings in `added`, in order.
void reassign_registers(Program& program, VariableBindings added);

// Calls visit(int32_t& variable) for every variable an instruction names, in the order the printer writes them.
template <class Visit>
void for_each_variable(Instruction& instruction, Visit visit) {
    const auto relative = [&](RelativeIndex& index) {
        if (index.file != RegisterFile::None) visit(index.variable);
    };
    const auto operand = [&](Operand& o) {
        if (o.file == RegisterFile::None) return;
        visit(o.variable);
        relative(o.vertex_relative);
        relative(o.relative);
    };
    if (instruction.result.file != RegisterFile::None) {
        visit(instruction.result.variable);
        relative(instruction.result.relative);
    }
    for (int n = 0; n < instruction.operand_count; ++n) operand(instruction.operands[static_cast<size_t>(n)]);
    TextureAccess& texture = instruction.texture;
    if (texture.variable >= 0) {
        visit(texture.variable);
        relative(texture.relative);
    }
    if (texture.handle) operand(*texture.handle);
    if (texture.offset_operand) operand(*texture.offset_operand);
}

}  // namespace arbasm
