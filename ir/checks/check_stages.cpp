// What programs of single stages may not do.
#include <algorithm>
#include <string>

#include "ir/checks/checks.h"

namespace arbasm {
namespace {

// 2.X.6 of NV_gpu_program4, EMITS of NV_gpu_program5 and NV_geometry_shader_passthrough.
void check_geometry(const Program& program, const VariableBindings& bindings, std::vector<Diagnostic>& errors) {
    constexpr size_t most_errors = 20;
    const bool passes_through = program.has(Option::NvGeometryProgramPassthrough);
    const auto is_passed = [&program](const Binding& result) {
        return std::ranges::count(program.passthroughs, result, &Passthrough::result) > 0;
    };
    for (const Instruction& instruction : program.instructions) {
        if (errors.size() > most_errors) return;
        const std::string name(spelling(instruction.opcode));
        const auto fail = [&](std::string message) { errors.push_back({instruction.where, std::move(message), {}}); };
        if (has_trait(instruction.opcode, Trait::Emits) && passes_through) {
            fail(name + " has no place in a program that passes primitives through");
        } else if (instruction.opcode == Opcode::Emits && program.primitive_out != PrimitiveOut::Points) {
            fail("EMITS needs PRIMITIVE_OUT POINTS: only points go to streams of their own");
        }
        if (passes_through && instruction.result.file == RegisterFile::Result && instruction.result.variable >= 0) {
            const auto& bound = bindings[static_cast<size_t>(instruction.result.variable)];
            if (std::ranges::any_of(bound, is_passed)) fail("a result that is passed through can't be written, too");
        }
    }
}

// NV_viewport_array2: one way to choose viewports.
void check_viewports(const Program& program, const VariableBindings& bindings, const ProgramLocations& locations,
                     std::vector<Diagnostic>& errors) {
    bool viewport = false, mask = false;
    for (const auto& bound : bindings)
        for (const Binding& binding : bound) {
            viewport |= binding.kind == BindingKind::Viewport && program.stage != Stage::Fragment;
            mask |= binding.kind == BindingKind::ViewportMask;
        }
    if (viewport && mask)
        errors.push_back({locations.end, "result.viewport and result.viewportmask can't be used in one program", {}});
}

}  // namespace

void check_stages(const Program& program, const VariableBindings& bindings, const ProgramLocations& locations,
                  std::vector<Diagnostic>& errors) {
    if (!is_nv4_family(program.instruction_set)) return;
    if (program.stage == Stage::Geometry) check_geometry(program, bindings, errors);
    check_viewports(program, bindings, locations, errors);
}

}  // namespace arbasm
