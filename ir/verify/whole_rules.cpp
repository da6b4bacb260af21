// Rules about a program as a whole: how its registers are numbered, and what its attributes have in common.
#include <algorithm>

#include "ir/registers.h"
#include "ir/texture_targets.h"
#include "ir/verify/rules.h"

namespace arbasm {
namespace {

bool counts_registers(const Program& program) {
    int64_t temporaries = 0, addresses = 0;
    for (const Variable& variable : program.variables) {
        if (variable.file == RegisterFile::Temporary)
            temporaries += int64_t{variable.size} * variable.registers_per_element();
        if (variable.file == RegisterFile::Address) addresses += variable.size;
    }
    return temporaries == program.temporary_count && addresses == program.address_count;
}

// What PASSTHROUGH hands on may stand behind the results that instructions name.
bool results_agree(const Program& program, const std::vector<Binding>& named) {
    if (named.size() > program.results.size() || !std::equal(named.begin(), named.end(), program.results.begin()))
        return false;
    return std::all_of(program.results.begin() + static_cast<std::ptrdiff_t>(named.size()), program.results.end(),
                       [&program](const Binding& result) {
                           return std::ranges::count(program.passthroughs, result, &Passthrough::result) > 0;
                       });
}

bool is_numbered(const Program& program) {
    Program again = program;
    reassign_registers(again, {});
    return again.variables == program.variables && again.instructions == program.instructions &&
           again.attributes == program.attributes && again.parameters == program.parameters &&
           again.temporary_count == program.temporary_count && again.address_count == program.address_count &&
           results_agree(program, again.results);
}

// 2.X.3.1 of NV_fragment_program4: of an attribute that is declared, what stands inline is interpolated the same way.
bool interpolates_as_declared(const Program& program) {
    if (program.stage != Stage::Fragment || !is_nv4_family(program.instruction_set)) return true;
    const auto register_of = [&program](const Variable& variable, int32_t element) -> const Attribute& {
        return program.attributes[static_cast<size_t>(variable.register_of(element))];
    };
    const auto declared = [&](const Binding& binding) -> const Variable* {
        for (const Variable& variable : program.variables) {
            if (variable.file != RegisterFile::Attribute || variable.name.empty()) continue;
            for (int32_t element = 0; element < variable.size; ++element)
                if (register_of(variable, element).binding == binding) return &variable;
        }
        return nullptr;
    };
    return std::ranges::all_of(program.variables, [&](const Variable& variable) {
        if (variable.file != RegisterFile::Attribute || !variable.name.empty()) return true;
        const Variable* const other = declared(register_of(variable, 0).binding);
        return other == nullptr ||
               (other->interpolation == variable.interpolation && other->sample_location == variable.sample_location);
    });
}

bool lists_units(const Program& program) {
    const Units units = accessed_units(program);
    const auto conflicts = [&](const Instruction& instruction) {
        const TextureAccess& access = instruction.texture;
        if (!opcode_info(instruction.opcode).has_texture || access.handle) return false;
        const int32_t first =
            access.variable < 0 ? access.unit : program.variables[static_cast<size_t>(access.variable)].base;
        return units.textures[static_cast<size_t>(first)] != access.target;
    };
    return units.textures == program.texture_units && units.images == program.image_units &&
           std::ranges::none_of(program.instructions, conflicts);
}

constexpr ProgramRule rules[] = {
    {"the lists of units say what instructions access, textures with one target each", lists_units},
    {"temporaries and address registers are as many as variables take", counts_registers},
    {"what is inline is interpolated as it is declared", interpolates_as_declared},
    {"variables and registers are numbered as reassign_registers() does it", is_numbered},
};

}  // namespace

std::span<const ProgramRule> whole_rules() { return rules; }

}  // namespace arbasm
