#include "ir/program_builder.h"

#include <algorithm>
#include <bit>

#include "ir/check.h"
#include "ir/language_features.h"
#include "ir/texture_targets.h"

namespace arbasm {
namespace {

// Which variables have an element that a run-time index chooses.
std::vector<bool> indexed_variables(const Program& program) {
    std::vector<bool> indexed(program.variables.size());
    const auto note = [&indexed](int32_t variable, const RelativeIndex& index) {
        if (index.file != RegisterFile::None) indexed[static_cast<size_t>(variable)] = true;
    };
    for (const Instruction& instruction : program.instructions) {
        note(instruction.result.variable, instruction.result.relative);
        for (const Operand& operand : instruction.operands) note(operand.variable, operand.relative);
    }
    return indexed;
}

}  // namespace

// ---- variables

int32_t ProgramBuilder::add(Variable variable, std::vector<Binding> bindings) {
    if (variable.file <= RegisterFile::Address) {
        variable.base = -1;
        added_.push_back(std::move(bindings));
    }
    program.variables.push_back(std::move(variable));
    return static_cast<int32_t>(program.variables.size()) - 1;
}

int32_t ProgramBuilder::temporary(std::string name) {
    Variable variable;
    variable.file = RegisterFile::Temporary;
    variable.name = unused_name(std::move(name));
    return add(std::move(variable));
}

int32_t ProgramBuilder::bound(RegisterFile file, const InlineKey& key) {
    auto& known = file == RegisterFile::Attribute ? attributes_ : file == RegisterFile::Result ? results_ : parameters_;
    const auto [found, is_new] = known.emplace(key, 0);
    if (!is_new) return found->second;
    Variable variable;
    variable.file = file;
    variable.is_long = key.high.kind != BindingKind::None;
    std::vector<Binding> bindings{key.binding};
    if (variable.is_long) bindings.push_back(key.high);
    return found->second = add(std::move(variable), std::move(bindings));
}

int32_t ProgramBuilder::bound(RegisterFile file, const Binding& binding) { return bound(file, InlineKey{binding, {}}); }

int32_t ProgramBuilder::literal(DataType type, const std::array<uint64_t, 4>& bits) {
    InlineKey key;
    key.binding.kind = BindingKind::Constant;
    for (size_t n = 0; n < 4; n++) key.binding.constant[n] = static_cast<uint32_t>(bits[n]);
    if (is_64_bit(type)) {
        key.high.kind = BindingKind::Constant;
        key.high.high = true;
        for (size_t n = 0; n < 4; n++) key.high.constant[n] = static_cast<uint32_t>(bits[n] >> 32);
    }
    return bound(RegisterFile::Parameter, key);
}

int32_t ProgramBuilder::constant(std::array<float, 4> values) {
    Binding binding;
    binding.kind = BindingKind::Constant;
    std::ranges::transform(values, binding.constant.begin(),
                           [](float value) { return std::bit_cast<uint32_t>(value); });
    return bound(RegisterFile::Parameter, binding);
}

std::string ProgramBuilder::unused_name(std::string name) const {
    const auto has_name = [&](const auto& named) { return named.name == name; };
    while (std::ranges::any_of(program.variables, has_name) || std::ranges::any_of(program.labels, has_name))
        name += '_';
    return name;
}

// ---- operands

Operand ProgramBuilder::use(int32_t variable, Swizzle swizzle) const {
    Operand operand;
    operand.file = program.variables[static_cast<size_t>(variable)].file;
    operand.variable = variable;
    operand.swizzle = swizzle;
    return operand;
}

Operand ProgramBuilder::use_scalar(int32_t variable, uint8_t component) const {
    Operand operand = use(variable, {component, component, component, component});
    operand.scalar = true;
    return operand;
}

// ---- instructions

Instruction& ProgramBuilder::emit(Opcode opcode, std::initializer_list<Operand> operands) {
    ASMGL_CHECK(has_opcode(program, opcode));
    Instruction instruction;
    ASMGL_CHECK_LE(operands.size(), instruction.operands.size());
    instruction.opcode = opcode;
    instruction.type = default_type(opcode);
    std::ranges::copy(operands, instruction.operands.begin());
    instruction.operand_count = static_cast<uint8_t>(operands.size());
    program.instructions.push_back(std::move(instruction));
    return program.instructions.back();
}

Instruction& ProgramBuilder::emit(Opcode opcode, int32_t result, uint8_t write_mask,
                                  std::initializer_list<Operand> operands) {
    Instruction& instruction = emit(opcode, operands);
    instruction.result.file = program.variables[static_cast<size_t>(result)].file;
    instruction.result.variable = result;
    instruction.result.write_mask = write_mask;
    return instruction;
}

std::map<int32_t, int32_t> ProgramBuilder::redirect_results(BindingKind kind, const std::string& name) {
    std::map<int32_t, int32_t> temporaries;
    for (Instruction& instruction : program.instructions) {
        Destination& result = instruction.result;
        if (result.file != RegisterFile::Result) continue;
        const int32_t at = program.variables[static_cast<size_t>(result.variable)].base;
        if (program.results[static_cast<size_t>(at)].kind != kind) continue;
        auto found = temporaries.find(at);
        if (found == temporaries.end()) found = temporaries.emplace(at, temporary(name)).first;
        result.file = RegisterFile::Temporary;
        result.variable = found->second;
    }
    return temporaries;
}

bool ProgramBuilder::begin_epilogue(const std::string& old_main) {
    const auto returns = [](const Instruction& instruction) { return instruction.opcode == Opcode::Ret; };
    if (program.labels.empty() && std::ranges::none_of(program.instructions, returns)) return false;
    const std::string name = unused_name(old_main);
    auto main_label =
        static_cast<int32_t>(std::ranges::find(program.labels, "main", &Label::name) - program.labels.begin());
    if (static_cast<size_t>(main_label) < program.labels.size()) {
        program.labels[static_cast<size_t>(main_label)].name = name;
    } else {
        main_label = 0;
        insert_first_label(name);
    }
    // Labels of vertex programs before NV_gpu_program4 are jump targets: nothing returns there.
    if (program.stage != Stage::Vertex || is_nv4_family(program.instruction_set))
        close_routine(static_cast<size_t>(main_label));
    emit(Opcode::Ret);
    program.labels.push_back({"main", next(), -1});
    emit(Opcode::Cal).target = main_label;
    return true;
}

namespace {

bool names_label(const Instruction& instruction) {
    return instruction.opcode == Opcode::Cal || instruction.opcode == Opcode::Bra;
}

}  // namespace

void ProgramBuilder::insert_first_label(const std::string& name) {
    program.labels.insert(program.labels.begin(), {name, 0, -1});
    for (Instruction& instruction : program.instructions)
        if (names_label(instruction)) instruction.target++;
    for (SubroutineType& type : program.subroutine_types)
        for (int32_t& label : type.labels) label++;
}

// A subroutine returns at the next label, where the main program runs on: it gets a copy of what it ran into.
void ProgramBuilder::close_routine(size_t label) {
    if (label + 1 == program.labels.size()) return;
    // To the first RET that whoever comes there takes.
    const auto end_of = [this](int32_t from, int32_t to) {
        int depth = 0;
        for (; from < to; from++) {
            const Instruction& instruction = at(from);
            depth += (opens_block(instruction.opcode) ? 1 : 0) - (closes_block(instruction.opcode) ? 1 : 0);
            if (instruction.opcode == Opcode::Ret && depth == 0 && !instruction.condition_operand) return from + 1;
        }
        return to;
    };
    const int32_t behind = program.labels[label + 1].instruction;
    const int32_t end = end_of(program.labels[label].instruction, behind);
    const bool returns =
        end > program.labels[label].instruction && at(end - 1).opcode == Opcode::Ret && !at(end - 1).condition_operand;
    if (returns) return;
    const auto first = program.instructions.begin() + behind;
    std::vector<Instruction> copied(first, program.instructions.begin() + end_of(behind, next()));
    if (copied.empty() || copied.back().opcode != Opcode::Ret || copied.back().condition_operand)
        copied.emplace_back().opcode = Opcode::Ret;
    const auto count = static_cast<int32_t>(copied.size());
    for (int32_t n = 0; n < next(); n++)
        if (!names_label(at(n)) && n >= behind && at(n).target >= behind) at(n).target += count;
    for (size_t n = label + 1; n < program.labels.size(); n++) program.labels[n].instruction += count;
    program.instructions.insert(program.instructions.begin() + behind, copied.begin(), copied.end());
}

void ProgramBuilder::move_to_entry(int32_t first) {
    const int32_t entry = entry_point(program), count = next() - first;
    for (int32_t n = 0; n < next(); n++) {
        int32_t& target = at(n).target;
        if (names_label(at(n))) continue;
        if (n >= first) {
            if (target >= first) target += entry - first;
        } else if (target >= entry) {
            target += count;
        }
    }
    // What is moved stands behind the label that execution begins at, and before all others there.
    const auto main_label = std::ranges::find(program.labels, "main", &Label::name);
    auto label = main_label == program.labels.end() ? program.labels.begin() : main_label + 1;
    for (; label != program.labels.end(); ++label)
        if (label->instruction <= first) label->instruction += count;
    std::rotate(program.instructions.begin() + entry, program.instructions.begin() + first, program.instructions.end());
}

void ProgramBuilder::order_variables(const std::vector<int32_t>& order) {
    constexpr int32_t dropped = -1;
    std::vector<int32_t> new_index(program.variables.size(), dropped);
    std::vector<int32_t> kept = order;
    for (size_t n = 0; n < program.variables.size(); n++)
        if (program.variables[n].name.empty()) kept.push_back(static_cast<int32_t>(n));
    std::vector<size_t> bound(program.variables.size());  // where its bindings are among those that were added
    for (size_t n = 0, next = 0; n < program.variables.size(); n++)
        if (program.variables[n].base < 0) bound[n] = next++;
    std::vector<Variable> variables;
    VariableBindings added;
    variables.reserve(kept.size());
    added.reserve(kept.size());
    for (const int32_t index : kept) {
        const auto from = static_cast<size_t>(index);
        new_index[from] = static_cast<int32_t>(variables.size());
        if (program.variables[from].base < 0) added.push_back(std::move(added_[bound[from]]));
        variables.push_back(std::move(program.variables[from]));
    }
    program.variables = std::move(variables);
    added_ = std::move(added);
    for (Instruction& instruction : program.instructions)
        for_each_variable(instruction, [&](int32_t& variable) {
            variable = new_index[static_cast<size_t>(variable)];
            ASMGL_CHECK_GE(variable, 0);
        });
    for (auto* known : {&attributes_, &results_, &parameters_})
        for (auto& [key, variable] : *known) variable = new_index[static_cast<size_t>(variable)];
}

Program ProgramBuilder::finish(SourceLocation end, const Limits& limits, std::vector<Diagnostic>& errors) && {
    VariableBindings bindings;
    bindings.reserve(program.variables.size());
    auto next = added_.begin();
    for (const Variable& variable : program.variables)
        bindings.push_back(variable.base < 0 ? std::move(*next++) : std::vector<Binding>{});
    const ProgramLocations locations{std::vector<SourceLocation>(program.variables.size(), end),
                                     indexed_variables(program),
                                     std::vector<SourceLocation>(program.labels.size(), end), end};
    check_accesses(program, bindings, locations, limits, errors);
    if (errors.empty()) check_program(program, bindings, locations, limits, errors);
    if (!errors.empty()) return std::move(program);
    assign_registers(program, std::move(bindings));
    Units units = accessed_units(program);
    program.texture_units = std::move(units.textures);
    program.image_units = std::move(units.images);
    return std::move(program);
}

Program ProgramBuilder::finish() && {
    reassign_registers(program, std::move(added_));
    return std::move(program);
}

}  // namespace arbasm
