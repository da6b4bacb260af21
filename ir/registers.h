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

// Puts named variables first and inline ones after them in order of first use, drops unused inline ones, and computes
// Variable::base, the register files and the register counts. Bindings that occur in several single variables share
// one register; arrays have consecutive registers of their own. Every Program has this form, which is what makes a
// printed and parsed one equal to it.
void assign_registers(Program& program, VariableBindings bindings);

// The same for a program that was changed: variables keep the bindings their registers have. New variables have a
// `base` of -1 and their bindings in `added`, in order.
void reassign_registers(Program& program, VariableBindings added);

}  // namespace arbasm
