// Rules about the tables of a program: labels, subroutine types, register files, declarations of stages.
#include <algorithm>
#include <set>

#include "ir/bindings.h"
#include "ir/switches.h"
#include "ir/verify/rules.h"

namespace arbasm {
namespace {

bool has_header(const Program& program) {
    const bool known = static_cast<int>(program.stage) < stage_count && program.instruction_set <= InstructionSet::Nv50;
    return known && !header_text(program.stage, program.instruction_set).empty();
}

bool labels_are_in_order(const Program& program) {
    const auto count = static_cast<int32_t>(program.instructions.size());
    return std::ranges::is_sorted(program.labels, {}, &Label::instruction) &&
           std::ranges::all_of(program.labels, [count](const Label& label) {
               return label.instruction >= 0 && label.instruction <= count;
           });
}

bool names_differ(const Program& program) {
    std::set<std::string_view> names;
    const auto is_new = [&names](std::string_view name) { return name.empty() || names.insert(name).second; };
    return std::ranges::all_of(program.variables, is_new, &Variable::name);
}

bool labels_differ(const Program& program) {
    std::set<std::string_view> names;
    return std::ranges::all_of(program.labels, [&names](const Label& label) {
        return !label.name.empty() && names.insert(label.name).second;
    });
}

bool types_list_subroutines(const Program& program) {
    const auto is_subroutine = [&program](int32_t label) {
        return label >= 0 && static_cast<size_t>(label) < program.labels.size() &&
               program.labels[static_cast<size_t>(label)].subroutine_number >= 0;
    };
    return std::ranges::all_of(program.subroutine_types, [&](const SubroutineType& type) {
        return std::ranges::all_of(type.labels, is_subroutine);
    });
}

// Lowered programs may have what their own instruction set has no word for, so any set of the stage will do.
bool can_be_named(const Program& program, BindingKind kind, BindingSide side) {
    const bool older = program.stage == Stage::Vertex || program.stage == Stage::Fragment;
    return find_binding_row(kind, program.stage, InstructionSet::Nv50, side) != nullptr ||
           (older && find_binding_row(kind, program.stage, InstructionSet::Arb10, side) != nullptr);
}

bool attributes_belong_to_stage(const Program& program) {
    return std::ranges::all_of(program.attributes, [&program](const Attribute& attribute) {
        const bool framebuffer = program.stage == Stage::Fragment && attribute.binding.of_output;
        return can_be_named(program, attribute.binding.kind, framebuffer ? BindingSide::Output : BindingSide::Input);
    });
}

bool results_belong_to_stage(const Program& program) {
    return std::ranges::all_of(program.results, [&program](const Binding& binding) {
        return can_be_named(program, binding.kind, BindingSide::Output);
    });
}

bool parameters_are_parameters(const Program& program) {
    return std::ranges::all_of(program.parameters, [&program](const Binding& binding) {
        // No text has the rows of palettes: fixed function has.
        return is_one_of(binding.kind,
                         {BindingKind::Constant, BindingKind::NamedParameter, BindingKind::MatrixPalette}) ||
               can_be_named(program, binding.kind, BindingSide::Parameter);
    });
}

bool is_numbered(const Binding& binding) {
    constexpr std::array<uint32_t, 4> zeros{};
    const bool holds_numbers = binding.kind == BindingKind::Constant || binding.kind == BindingKind::NamedParameter;
    return binding.index >= 0 && binding.row >= 0 && binding.row < 4 && binding.vertex == -1 &&
           binding.form <= MatrixForm::InverseTranspose && (holds_numbers || binding.constant == zeros);
}

bool bindings_are_numbered(const Program& program) {
    return std::ranges::all_of(program.attributes, is_numbered, &Attribute::binding) &&
           std::ranges::all_of(program.results, is_numbered) && std::ranges::all_of(program.parameters, is_numbered);
}

bool declarations_belong_to_stage(const Program& program) {
    const bool geometry = program.stage == Stage::Geometry, control = program.stage == Stage::TessControl;
    const bool makes_primitives = program.primitive_in != PrimitiveIn::None ||
                                  program.primitive_out != PrimitiveOut::None || program.invocations != 1 ||
                                  !program.passthroughs.empty();
    const bool tessellates = program.tess_mode != TessMode::None || program.tess_point_mode ||
                             program.tess_spacing != TessSpacing::Equal ||
                             program.tess_vertex_order != TessVertexOrder::Ccw;
    const bool has_groups = program.group_size != std::array<int32_t, 3>{} || program.shared_memory != 0;
    return (geometry || !makes_primitives) && (geometry || control || program.vertices_out == 0) &&
           (program.stage == Stage::TessEvaluation || !tessellates) && (program.stage == Stage::Compute || !has_groups);
}

bool declared_numbers_are_positive(const Program& program) {
    return program.vertices_out >= 0 && program.invocations >= 1 && program.shared_memory >= 0 &&
           program.subroutine_parameters >= 0 &&
           std::ranges::all_of(program.group_size, [](int32_t size) { return size >= 0; });
}

constexpr ProgramRule rules[] = {
    {"a program's stage has its instruction set", has_header},
    {"labels stand in the order of the text, at instructions or behind the last", labels_are_in_order},
    {"labels have names, which differ", labels_differ},
    {"variables that have names have different ones", names_differ},
    {"subroutine types list labels with subroutine numbers", types_list_subroutines},
    {"attributes are inputs of the stage", attributes_belong_to_stage},
    {"results are outputs of the stage", results_belong_to_stage},
    {"parameters are bound to state, to the program's parameters or to constants", parameters_are_parameters},
    {"bindings have indices and rows that are none below zero, and numbers only where they are constants",
     bindings_are_numbered},
    {"declarations belong to the stage", declarations_belong_to_stage},
    {"declared numbers are none below zero, and there is an invocation", declared_numbers_are_positive},
};

}  // namespace

std::span<const ProgramRule> table_rules() { return rules; }

}  // namespace arbasm
