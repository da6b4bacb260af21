// Registers that are read before anything is written to them, names that nothing uses, vertices without a position.
#include "arbasm/parse/find_warnings.h"

#include <algorithm>
#include <array>
#include <limits>

#include "arbasm/parse/text/quote.h"
#include "ir/components_read.h"

namespace arbasm {
namespace {

struct Warnings {
    const Program& program;
    const VariableBindings& bindings;
    const ProgramLocations& locations;
    std::vector<Diagnostic> found{};

    // By variable. What an instruction needs of a register beside its number counts as read.
    struct Use {
        bool any = false, read = false, told = false;
        std::array<int32_t, 4> first_write{never, never, never, never};
    };
    static constexpr int32_t never = std::numeric_limits<int32_t>::max();
    std::vector<Use> uses{};
    bool jumps = false;  // the order of the text says nothing about the order of execution

    void process();
    void note_uses();
    void find_early_reads();
    void find_unused();
    void find_missing_position();
    void warn(SourceLocation where, std::string message, std::string hint = {}) {
        found.push_back({where, std::move(message), std::move(hint)});
    }
    void check_read(const Instruction& instruction, int32_t at, int32_t until, int32_t variable, uint8_t components,
                    bool all_needed);
};

// Calls visit(variable, file, components, all_needed) for each register that an instruction reads.
template <class Visit>
void for_each_read(const Instruction& instruction, Visit visit) {
    const auto index = [&](const RelativeIndex& relative) {
        if (relative.file != RegisterFile::None) visit(relative.variable, uint8_t(1 << relative.component), true);
    };
    const auto read = [&](const Operand& operand, uint8_t lanes, bool all_needed) {
        index(operand.relative);
        index(operand.vertex_relative);
        uint8_t components = 0;
        for (size_t lane = 0; lane < 4; ++lane)
            if (lanes >> lane & 1 && operand.swizzle[lane] < 4)
                components = static_cast<uint8_t>(components | 1 << operand.swizzle[lane]);
        if (operand.file != RegisterFile::None) visit(operand.variable, components, all_needed);
    };
    const Operation operation = operation_of(instruction.opcode);
    const bool all_needed =
        operation != Operation::Count && operation_info(operation).form == ResultForm::Single;  // dot products
    for (int n = 0; n < instruction.operand_count; ++n)
        read(instruction.operands[static_cast<size_t>(n)], components_read(instruction, n), all_needed);
    if (instruction.texture.handle) read(*instruction.texture.handle, 1, true);
    if (instruction.texture.offset_operand) read(*instruction.texture.offset_operand, 0xf, false);
    index(instruction.texture.relative);
    index(instruction.result.relative);
}

bool may_skip(FlowRole flow) { return flow == FlowRole::If || flow == FlowRole::Break || flow == FlowRole::Continue; }

void Warnings::note_uses() {
    uses.resize(program.variables.size());
    const auto use_of = [&](int32_t variable) { return variable < 0 ? nullptr : &uses[static_cast<size_t>(variable)]; };
    for (size_t at = 0; at < program.instructions.size(); ++at) {
        const Instruction& instruction = program.instructions[at];
        jumps |= opcode_info(instruction.opcode).has_label;
        for_each_read(instruction, [&](int32_t variable, uint8_t, bool) {
            if (Use* use = use_of(variable)) use->any = use->read = true;
        });
        if (Use* use = use_of(instruction.texture.variable)) use->any = true;
        Use* const result = use_of(instruction.result.variable);
        if (result == nullptr || instruction.result.file == RegisterFile::None) continue;
        result->any = true;
        // Some are written only because the instruction, which does something else, needs a result.
        result->read |= instruction.condition_update != ConditionUpdate::None ||
                        opcode_info(instruction.opcode).category != OpcodeCategory::Arithmetic;
        const bool whole = program.variables[static_cast<size_t>(instruction.result.variable)].array;
        for (size_t n = 0; n < 4; ++n)
            if (whole || instruction.result.write_mask >> n & 1)
                result->first_write[n] = std::min(result->first_write[n], static_cast<int32_t>(at));
    }
}

// A read at `at` is early where no write to its components stands before `until`.
void Warnings::check_read(const Instruction& instruction, int32_t at, int32_t until, int32_t variable,
                          uint8_t components, bool all_needed) {
    if (variable < 0) return;
    const Variable& read = program.variables[static_cast<size_t>(variable)];
    Use& use = uses[static_cast<size_t>(variable)];
    const bool is_register = read.file == RegisterFile::Temporary || read.file == RegisterFile::Address;
    // The language's own registers (A0 of a LOOP) are written without an instruction.
    if (!is_register || use.told || read.implicit || components == 0) return;
    std::string missing;
    bool any_written = false;
    for (size_t n = 0; n < 4; ++n) {
        if (!(components >> n & 1)) continue;
        const bool written =
            jumps ? use.first_write[n] != never : use.first_write[n] < at || (until > at && use.first_write[n] < until);
        any_written |= written;
        if (!written) missing += "xyzw"[n];
    }
    if (missing.empty() || (any_written && !all_needed)) return;
    use.told = true;
    const std::string named = read.array || missing.size() == 4 ? read.name : read.name + "." + missing;
    warn(instruction.where, quote(named) + " is read here before anything is written to it");
}

void Warnings::find_early_reads() {
    // Where the outermost loop ends; in its first round instructions run in order, up to the first that may skip some.
    int32_t loop_end = -1;
    bool in_order = true;
    for (size_t n = 0; n < program.instructions.size(); ++n) {
        const Instruction& instruction = program.instructions[n];
        const auto at = static_cast<int32_t>(n);
        if (at > loop_end) in_order = true;
        if (at > loop_end && flow_role(instruction.opcode) == FlowRole::Loop) loop_end = instruction.target;
        const int32_t until = in_order ? at : loop_end;
        for_each_read(instruction, [&](int32_t variable, uint8_t components, bool all_needed) {
            check_read(instruction, at, until, variable, components, all_needed);
        });
        if (may_skip(flow_role(instruction.opcode))) in_order = false;
    }
}

void Warnings::find_unused() {
    for (size_t n = 0; n < program.variables.size(); ++n) {
        const Variable& variable = program.variables[n];
        if (variable.name.empty() || variable.implicit) continue;
        if (!uses[n].any)
            warn(locations.variables[n], quote(variable.name) + " is never used");
        else if (variable.file == RegisterFile::Temporary && !uses[n].read)
            warn(locations.variables[n], quote(variable.name) + " is written, and never read");
    }
}

void Warnings::find_missing_position() {
    if (program.stage != Stage::Vertex || program.instruction_set == InstructionSet::Vsp10 ||
        program.has(Option::ArbPositionInvariant) || program.has(Option::NvPositionInvariant))
        return;
    for (size_t n = 0; n < program.variables.size(); ++n)
        for (const Binding& binding : bindings[n])
            if (program.variables[n].file == RegisterFile::Result && binding.kind == BindingKind::Position &&
                uses[n].any)
                return;
    warn(locations.end, "this vertex program writes no position",
         "without it nothing is drawn, unless a geometry or tessellation program gives one");
}

void Warnings::process() {
    note_uses();
    // The older languages say what their registers hold at first.
    if (!names_registers(program.instruction_set)) {
        find_early_reads();
        find_unused();
    }
    find_missing_position();
    std::ranges::stable_sort(found, {}, [](const Diagnostic& warning) { return warning.where.offset; });
}

}  // namespace

std::vector<Diagnostic> find_warnings(const Program& program, const VariableBindings& bindings,
                                      const ProgramLocations& locations) {
    Warnings warnings{program, bindings, locations};
    warnings.process();
    return std::move(warnings.found);
}

}  // namespace arbasm
