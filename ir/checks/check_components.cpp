// The components of attributes and results that a program uses, and what limits them in the NV_gpu_program4 family.
#include <array>
#include <bit>
#include <unordered_map>

#include "ir/checks/checks.h"
#include "ir/components_read.h"
#include "ir/switches.h"

namespace arbasm {
namespace {

enum Side : size_t { Attributes, Results };

// What travels between stages and fills the slots that MAX_PROGRAM_ATTRIB_COMPONENTS_NV and
// MAX_PROGRAM_RESULT_COMPONENTS_NV speak of. The other quantities have room of their own: what primitive assembly,
// clipping, the tessellator and rasterization make or take. Attributes of patches have a limit of their own, too.
bool fills_slots(const Program& program, Side side, BindingKind kind) {
    if (is_one_of(kind, {BindingKind::Color, BindingKind::FogCoord, BindingKind::Texcoord, BindingKind::GenericAttrib}))
        return true;
    return program.stage == Stage::Vertex && side == Attributes &&
           is_one_of(kind, {BindingKind::Position, BindingKind::Normal, BindingKind::Weight, BindingKind::MatrixIndex});
}

struct Counter {
    Program& program;
    const VariableBindings& bindings;
    const Limits& limits;
    std::vector<Diagnostic>& errors;
    std::array<std::unordered_map<int64_t, uint8_t>, 2> used{};  // by side: kind, index and face of a binding
    std::array<int, 2> total{}, limited{};
    std::array<bool, 2> over{};

    void touch(Side side, int32_t variable, int32_t element, bool whole, uint8_t mask, SourceLocation where);
    void count(const Instruction& instruction);
};

void Counter::touch(Side side, int32_t variable, int32_t element, bool whole, uint8_t mask, SourceLocation where) {
    const auto& bound = bindings[static_cast<size_t>(variable)];
    const size_t first = whole ? 0 : static_cast<size_t>(element);
    const size_t last = whole ? bound.size() : first + 1;
    for (size_t n = first; n < last && n < bound.size(); ++n) {
        const Binding& b = bound[n];
        const int64_t key =
            static_cast<int64_t>(b.kind) << 32 | static_cast<int64_t>(b.index) << 8 | b.back * 2 | b.secondary;
        uint8_t& known = used[side][key];
        const int fresh = std::popcount(static_cast<uint8_t>(mask & ~known));
        known |= mask;
        total[side] += fresh;
        if (fills_slots(program, side, b.kind)) limited[side] += fresh;
    }
    const int limit = side == Attributes ? limits.attribute_components : limits.result_components;
    if (limited[side] <= limit || over[side] || !is_nv4_family(program.instruction_set)) return;
    over[side] = true;
    errors.push_back({where,
                      std::string("too many components of ") + (side == Attributes ? "attributes" : "results") +
                          " are used: at most " + std::to_string(limit) + " are allowed",
                      {}});
}

void Counter::count(const Instruction& instruction) {
    for (int n = 0; n < instruction.operand_count; ++n) {
        const Operand& operand = instruction.operands[static_cast<size_t>(n)];
        if (operand.file != RegisterFile::Attribute || operand.variable < 0) continue;
        const uint8_t read = components_read(instruction, n);
        uint8_t mask = 0;
        for (size_t c = 0; c < 4; ++c) {
            const uint8_t selected = operand.swizzle[c];
            if ((read >> c & 1) != 0 && selected < 4) mask |= static_cast<uint8_t>(1 << selected);
        }
        touch(Attributes, operand.variable, operand.element, operand.relative.file != RegisterFile::None, mask,
              instruction.where);
    }
    const Destination& result = instruction.result;
    if (result.file == RegisterFile::Result && result.variable >= 0)
        touch(Results, result.variable, result.element, result.relative.file != RegisterFile::None, result.write_mask,
              instruction.where);
}

}  // namespace

void check_components(Program& program, const VariableBindings& bindings, const ProgramLocations& locations,
                      const Limits& limits, std::vector<Diagnostic>& errors) {
    Counter counter{program, bindings, limits, errors};
    for (const Passthrough& passed : program.passthroughs) {
        const int components = std::popcount(passed.write_mask);
        counter.total[Results] += components;
        if (fills_slots(program, Results, passed.result.kind)) counter.limited[Results] += components;
    }
    for (const Instruction& instruction : program.instructions) counter.count(instruction);
    program.resources.attribute_components = counter.limited[Attributes];
    program.resources.result_components = counter.limited[Results];
    program.resources.written_components = counter.total[Results];
    const int64_t emitted = int64_t{program.vertices_out} * counter.total[Results];
    if (program.stage != Stage::Geometry || emitted <= limits.total_output_components) return;
    errors.push_back({locations.end,
                      std::to_string(program.vertices_out) + " vertices of " + std::to_string(counter.total[Results]) +
                          " components are " + std::to_string(emitted) + ": a geometry program may emit " +
                          std::to_string(limits.total_output_components),
                      {}});
}

}  // namespace arbasm
