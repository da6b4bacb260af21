// Which linker instructions take a vertex program's results to a fragment program's varyings.
#include <algorithm>
#include <bit>

#include "machines/tegra/codegen/vertex/generate.h"

namespace machines::tegra {
namespace {

// Whether the fragment's attribute is what the vertex result becomes.
bool same_varying(const arbasm::Binding& result, const arbasm::Binding& attribute) {
    return result.kind == attribute.kind && result.index == attribute.index &&
           result.secondary == attribute.secondary && result.back == attribute.back;
}

}  // namespace

uint32_t export_rank(uint32_t exports, uint32_t number) {
    return static_cast<uint32_t>(std::popcount(exports & ((1u << number) - 1)));
}

LinkPlan link(const GeneratedVertex& vertex, const std::vector<VaryingRow>& varyings, bool selects_z) {
    LinkPlan plan;
    plan.exports = 1;
    // Chosen before the ranks are known.
    std::vector<uint32_t> numbers;
    uint32_t written = 1;
    for (const GeneratedVertex::Export& e : vertex.exports) written |= 1u << e.number;
    for (const VaryingRow& varying : varyings) {
        const auto found = std::find_if(vertex.exports.begin(), vertex.exports.end(),
                                        [&](const auto& e) { return same_varying(e.binding, varying.binding); });
        uint32_t number = 0;
        if (found != vertex.exports.end()) {
            number = found->number;
        } else {
            while (number < vertex_exports && (written >> number & 1)) number++;
            if (number == vertex_exports) {
                plan.error = "a varying that the vertex program does not write needs an export, and all are written";
                return plan;
            }
        }
        if (varying.row >= 16) {
            plan.error = "row " + std::to_string(varying.row) + " is not within the MFU's reach";
            return plan;
        }
        numbers.push_back(number);
        plan.exports |= 1u << number;
        plan.rows = std::max(plan.rows, varying.row + 1);
    }
    if (selects_z) {
        LinkInstruction z = idle_link();
        z.select_z = 1;
        z.w_type = link_float;
        plan.instructions.push_back(z);
    }
    for (size_t i = 0; i < varyings.size(); i++) {
        LinkInstruction instruction = idle_link();
        instruction.source = export_rank(plan.exports, numbers[i]);
        instruction.row = varyings[i].row;
        if (const int component = varyings[i].component; component >= 0) {
            const LinkMembers& first = link_components[0];
            instruction.*link_components[static_cast<size_t>(component)].target = 0;
            instruction.*first.target = static_cast<uint32_t>(component);
            instruction.*first.type = link_float;
            instruction.*first.flat = varyings[i].flat;
        } else {
            for (const LinkMembers& members : link_components) {
                instruction.*members.type = link_float;
                instruction.*members.flat = varyings[i].flat;
            }
        }
        plan.instructions.push_back(instruction);
    }
    // The count is stored minus one: there is always an instruction, and one that does nothing is all zeros.
    if (plan.instructions.empty()) plan.instructions.emplace_back();
    if (plan.instructions.size() > linker_instructions) plan.error = "more than 32 linker instructions";
    return plan;
}

}  // namespace machines::tegra
