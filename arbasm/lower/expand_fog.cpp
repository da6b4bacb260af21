#include "arbasm/lower/expand_fog.h"

#include <algorithm>
#include <bit>
#include <map>

#include "arbasm/registers.h"

namespace arbasm {
namespace {

struct State {
    Program program;
    VariableBindings added{};

    std::string unused_name(std::string name) const {
        const auto taken = [&] {
            return std::any_of(program.variables.begin(), program.variables.end(),
                               [&](const Variable& variable) { return variable.name == name; }) ||
                   std::any_of(program.labels.begin(), program.labels.end(),
                               [&](const Label& label) { return label.name == name; });
        };
        while (taken()) name += '_';
        return name;
    }

    int32_t add_variable(RegisterFile file, std::string name, std::vector<Binding> bindings) {
        Variable variable;
        variable.file = file;
        variable.name = std::move(name);
        variable.base = -1;
        program.variables.push_back(std::move(variable));
        added.push_back(std::move(bindings));
        return static_cast<int32_t>(program.variables.size()) - 1;
    }

    int32_t add_binding(RegisterFile file, BindingKind kind) {
        Binding binding;
        binding.kind = kind;
        return add_variable(file, {}, {binding});
    }

    Operand operand(int32_t variable, Swizzle swizzle = identity_swizzle) const {
        Operand made;
        made.file = program.variables[static_cast<size_t>(variable)].file;
        made.variable = variable;
        made.swizzle = swizzle;
        return made;
    }

    Instruction& emit(Opcode opcode, int32_t result, uint8_t mask, std::initializer_list<Operand> operands) {
        Instruction instruction;
        instruction.opcode = opcode;
        instruction.result.file = program.variables[static_cast<size_t>(result)].file;
        instruction.result.variable = result;
        instruction.result.write_mask = mask;
        std::copy(operands.begin(), operands.end(), instruction.operands.begin());
        instruction.operand_count = static_cast<uint8_t>(operands.size());
        program.instructions.push_back(instruction);
        return program.instructions.back();
    }

    void emit_return() {
        Instruction instruction;
        instruction.opcode = Opcode::Ret;
        program.instructions.push_back(instruction);
    }

    // Colour results: the temporary that holds each until the end.
    std::map<int32_t, int32_t> redirect_colours();
    void begin_epilogue();
    int32_t emit_factor();
};

std::map<int32_t, int32_t> State::redirect_colours() {
    std::map<int32_t, int32_t> temporaries;  // by the register of the result
    for (Instruction& instruction : program.instructions) {
        Destination& result = instruction.result;
        if (result.file != RegisterFile::Result) continue;
        const int32_t at = program.variables[static_cast<size_t>(result.variable)].base;
        if (program.results[static_cast<size_t>(at)].kind != BindingKind::Color) continue;
        auto found = temporaries.find(at);
        if (found == temporaries.end()) {
            found = temporaries.emplace(at, add_variable(RegisterFile::Temporary, unused_name("color_before_fog"), {}))
                        .first;
        }
        result.file = RegisterFile::Temporary;
        result.variable = found->second;
    }
    return temporaries;
}

// Code behind the program runs when its main routine is done. Where that routine may return early or subroutines
// follow it, it becomes a subroutine of a new main.
void State::begin_epilogue() {
    const bool plain = program.labels.empty() &&
                       std::none_of(program.instructions.begin(), program.instructions.end(),
                                    [](const Instruction& instruction) { return instruction.opcode == Opcode::Ret; });
    if (plain) return;
    const int32_t entry = entry_point(program);
    const std::string old_main = unused_name("main_before_fog");
    auto main_label = std::find_if(program.labels.begin(), program.labels.end(),
                                   [](const Label& label) { return label.name == "main"; });
    if (main_label != program.labels.end()) {
        main_label->name = old_main;
    } else {
        program.labels.insert(program.labels.begin(), {old_main, entry, -1});
    }
    emit_return();
    program.labels.push_back({"main", static_cast<int32_t>(program.instructions.size()), -1});
    Instruction call;
    call.opcode = Opcode::Cal;
    call.target = entry;
    program.instructions.push_back(call);
}

// f = e^-(density z), e^-(density z)^2 or (end - z) / (end - start), in [0,1], in the x of the temporary it returns.
int32_t State::emit_factor() {
    constexpr Swizzle x{0, 0, 0, 0}, z{2, 2, 2, 2}, w{3, 3, 3, 3};
    const int32_t factor = add_variable(RegisterFile::Temporary, unused_name("fog_factor"), {});
    const int32_t parameters = add_binding(RegisterFile::Parameter, BindingKind::FogParams);
    const int32_t coordinate = add_binding(RegisterFile::Attribute, BindingKind::FogCoord);
    if (program.has(Option::ArbFogLinear)) {
        emit(Opcode::Sub, factor, 1, {operand(parameters, z), operand(coordinate, x)});
        emit(Opcode::Mul, factor, 1, {operand(factor, x), operand(parameters, w)}).saturation = Saturation::Unsigned;
        return factor;
    }
    Binding log2_e;
    log2_e.kind = BindingKind::Constant;
    log2_e.constant.fill(std::bit_cast<uint32_t>(1.44269504f));
    const int32_t constant = add_variable(RegisterFile::Parameter, {}, {log2_e});
    emit(Opcode::Mul, factor, 1, {operand(parameters, x), operand(coordinate, x)});
    if (program.has(Option::ArbFogExp2)) emit(Opcode::Mul, factor, 1, {operand(factor, x), operand(factor, x)});
    emit(Opcode::Mul, factor, 1, {operand(factor, x), operand(constant, x)});
    Operand exponent = operand(factor, x);
    exponent.scalar = true;
    exponent.negate = 0xf;
    emit(Opcode::Ex2, factor, 1, {exponent}).saturation = Saturation::Unsigned;
    return factor;
}

}  // namespace

Program expand_fog(const Program& program) {
    constexpr Option fog_options[] = {Option::ArbFogExp, Option::ArbFogExp2, Option::ArbFogLinear};
    if (std::none_of(std::begin(fog_options), std::end(fog_options),
                     [&program](Option option) { return program.has(option); }))
        return program;
    State state{program};
    const std::map<int32_t, int32_t> colours = state.redirect_colours();
    if (!colours.empty()) {
        const int32_t fog_color = state.add_binding(RegisterFile::Parameter, BindingKind::FogColor);
        state.begin_epilogue();
        const bool returns = !state.program.labels.empty();
        const int32_t factor = state.emit_factor();
        for (const auto& [at, temporary] : colours) {
            const Binding binding = state.program.results[static_cast<size_t>(at)];
            const int32_t result = state.add_variable(RegisterFile::Result, {}, {binding});
            state.emit(Opcode::Mov, temporary, 0xf, {state.operand(temporary)}).saturation = Saturation::Unsigned;
            state.emit(Opcode::Lrp, result, 0x7,
                       {state.operand(factor, {0, 0, 0, 0}), state.operand(temporary), state.operand(fog_color)});
            state.emit(Opcode::Mov, result, 0x8, {state.operand(temporary)});
        }
        if (returns) state.emit_return();
    }
    for (Option option : fog_options) state.program.options.remove(option);
    reassign_registers(state.program, std::move(state.added));
    return std::move(state.program);
}

}  // namespace arbasm
