// What a program takes of limited resources (ARB_vertex_program 2.14.3.7 and its successors), and whether that is too
// much.
#include <string>
#include <unordered_set>

#include "ir/checks/checks.h"

namespace arbasm {
namespace {

bool is_texture(const Instruction& instruction) {
    return opcode_info(instruction.opcode).category == OpcodeCategory::Texture ||
           has_trait(instruction.opcode, Trait::Kills);
}

// 3.11.6 and issue 24 of ARB_fragment_program: nodes of the texture dependency chain. Masks and swizzles don't count.
int count_indirections(const Program& program) {
    int indirections = 1;
    // The node in which each variable was written and used last; nodes count from 1.
    std::vector<int> written(program.variables.size()), used_by_alu(program.variables.size());
    const auto temporary = [&](RegisterFile file, int32_t variable) {
        return file == RegisterFile::Temporary ? variable : -1;
    };
    for (const Instruction& instruction : program.instructions) {
        const int32_t result = temporary(instruction.result.file, instruction.result.variable);
        if (is_texture(instruction)) {
            bool dependent = result >= 0 && used_by_alu[static_cast<size_t>(result)] == indirections;
            for (int n = 0; n < instruction.operand_count; ++n) {
                const Operand& operand = instruction.operands[static_cast<size_t>(n)];
                const int32_t source = temporary(operand.file, operand.variable);
                dependent |= source >= 0 && written[static_cast<size_t>(source)] == indirections;
            }
            if (dependent) ++indirections;
        } else {
            for (int n = 0; n < instruction.operand_count; ++n) {
                const Operand& operand = instruction.operands[static_cast<size_t>(n)];
                const int32_t source = temporary(operand.file, operand.variable);
                if (source >= 0) used_by_alu[static_cast<size_t>(source)] = indirections;
            }
            if (result >= 0) used_by_alu[static_cast<size_t>(result)] = indirections;
        }
        if (result >= 0) written[static_cast<size_t>(result)] = indirections;
    }
    return indirections;
}

// One resource, and where it was used up.
struct Count {
    int& used;
    int limit;
    std::string_view what;
    SourceLocation where{};
    bool over = false;

    void add(int number, SourceLocation location) {
        used += number;
        if (used > limit && !over) {
            over = true;
            where = location;
        }
    }
};

class ResourceCounter {
  public:
    ResourceCounter(Program& program, const VariableBindings& bindings, const ProgramLocations& locations,
                    const Limits& limits, std::vector<Diagnostic>& errors)
        : program_(program), bindings_(bindings), locations_(locations), limits_(limits), errors_(errors) {}

    void run() {
        ResourceUse& use = program_.resources;
        use = {};
        use.instructions = static_cast<int>(program_.instructions.size());
        for (const Instruction& instruction : program_.instructions)
            ++(is_texture(instruction) ? use.tex_instructions : use.alu_instructions);
        use.tex_indirections = program_.stage == Stage::Fragment ? count_indirections(program_) : 0;
        check_registers();
        check_instructions();
    }

  private:
    // What an option adds by itself counts, too.
    bool has_fog() const {
        return program_.has(Option::ArbFogExp) || program_.has(Option::ArbFogExp2) ||
               program_.has(Option::ArbFogLinear);
    }
    int fog_instructions() const {
        return program_.has(Option::ArbFogExp) ? 3 : program_.has(Option::ArbFogExp2) ? 4 : has_fog() ? 2 : 0;
    }
    bool is_arb() const { return program_.instruction_set == InstructionSet::Arb10; }

    void too_many(SourceLocation where, std::string_view what, int limit) {
        errors_.push_back(
            {where, "too many " + std::string(what) + ": at most " + std::to_string(limit) + " are allowed", {}});
    }

    void check_registers() {
        ResourceUse& use = program_.resources;
        const bool fog = has_fog();
        // Compilers that mark their output with NV_internal keep byte-indexed memory in arrays of temporaries.
        const int most_temporaries = limits_.temporaries * (program_.has(Option::NvInternal) ? 16 : 1);
        Count temporaries{use.temporaries, most_temporaries - (fog ? 1 : 0), "temporaries"};
        Count attributes{use.attributes, limits_.attributes - (fog ? 1 : 0), "attributes"};
        Count parameters{use.parameters, limits_.parameters - (fog ? 2 : 0), "parameters"};
        Count addresses{use.address_registers, limits_.address_registers, "address registers"};
        // Distinct bindings; constants of arrays indexed at run time count one by one.
        std::unordered_set<Binding, BindingHash> seen_attributes, seen_parameters;
        for (size_t n = 0; n < program_.variables.size(); ++n) {
            const Variable& variable = program_.variables[n];
            const SourceLocation where = locations_.variables[n];
            switch (variable.file) {
                case RegisterFile::Temporary: temporaries.add(variable.size, where); break;
                case RegisterFile::Address: addresses.add(variable.size, where); break;
                case RegisterFile::Attribute:
                    if (variable.implicit) break;  // vertex.attrib[A.x]: no attribute in particular
                    for (const Binding& binding : bindings_[n])
                        attributes.add(seen_attributes.insert(binding).second ? 1 : 0, where);
                    break;
                case RegisterFile::Parameter:
                    for (const Binding& binding : bindings_[n]) {
                        const bool is_new = seen_parameters.insert(binding).second;
                        const bool counts = locations_.indexed[n] && binding.kind == BindingKind::Constant;
                        parameters.add(is_new || counts ? 1 : 0, where);
                    }
                    break;
                case RegisterFile::Result:
                case RegisterFile::None:
                case RegisterFile::Buffer:
                case RegisterFile::Texture:
                case RegisterFile::Image:
                case RegisterFile::Storage:
                case RegisterFile::Counter:
                case RegisterFile::Shared:
                case RegisterFile::Subroutine: break;  // not counted
            }
        }
        for (const Count& count : {temporaries, parameters, addresses})
            if (count.over) too_many(count.where, count.what, count.limit);
        // The 4.0 family limits the components of attributes instead of their number.
        if (attributes.over && is_arb()) too_many(attributes.where, attributes.what, attributes.limit);
    }

    // `counts` tells which instructions do.
    template <class Counts>
    void check_number(int used, int limit, std::string_view what, Counts&& counts) {
        if (used <= limit) return;
        int number = 0;
        SourceLocation where = locations_.end;
        for (const Instruction& instruction : program_.instructions) {
            if (counts(instruction) && ++number > limit) {
                where = instruction.where;
                break;
            }
        }
        too_many(where, what, limit);
    }

    void check_instructions() {
        const ResourceUse& use = program_.resources;
        const int position_instructions = program_.has(Option::ArbPositionInvariant) ? 4 : 0;
        check_number(use.instructions, limits_.instructions - fog_instructions() - position_instructions,
                     "instructions", [](const Instruction&) { return true; });
        if (program_.stage != Stage::Fragment || !is_arb()) return;
        check_number(use.alu_instructions, limits_.alu_instructions - fog_instructions(), "arithmetic instructions",
                     [](const Instruction& instruction) { return !is_texture(instruction); });
        check_number(use.tex_instructions, limits_.tex_instructions, "texture instructions", is_texture);
        if (use.tex_indirections > limits_.tex_indirections)
            errors_.push_back({locations_.end,
                               "too many texture indirections: " + std::to_string(use.tex_indirections) +
                                   ", and at most " + std::to_string(limits_.tex_indirections) + " are allowed",
                               {}});
    }

    Program& program_;
    const VariableBindings& bindings_;
    const ProgramLocations& locations_;
    const Limits& limits_;
    std::vector<Diagnostic>& errors_;
};

}  // namespace

void count_resources(Program& program, const VariableBindings& bindings, const ProgramLocations& locations,
                     const Limits& limits, std::vector<Diagnostic>& errors) {
    ResourceCounter(program, bindings, locations, limits, errors).run();
}

}  // namespace arbasm
