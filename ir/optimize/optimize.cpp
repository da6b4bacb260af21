#include "ir/optimize/optimize.h"

#include <algorithm>

#include "ir/optimize/propagate.h"
#include "ir/optimize/remove_dead.h"
#include "ir/optimize/restructure.h"
#include "ir/program_facts.h"
#include "ir/verify/verify.h"

namespace arbasm {
namespace {

// Labels stand between blocks, and flow is by blocks alone.
bool is_structured(const Program& program) {
    std::vector<int> depth(program.instructions.size() + 1, 0);
    for (size_t n = 0; n < program.instructions.size(); n++) {
        const Opcode opcode = program.instructions[n].opcode;
        if (opcode == Opcode::Loop || flow_role(opcode) == FlowRole::Jump || has_trait(opcode, Trait::Stack))
            return false;
        depth[n + 1] = depth[n] + (opens_block(opcode) ? 1 : 0) - (closes_block(opcode) ? 1 : 0);
    }
    return std::ranges::all_of(program.labels,
                               [&](const Label& label) { return depth[static_cast<size_t>(label.instruction)] == 0; });
}

}  // namespace

std::shared_ptr<const Program> optimize(std::shared_ptr<const Program> program) {
    // Numbering registers anew would drop the results that no instruction names.
    if (names_registers(program->instruction_set) || !program->passthroughs.empty() || !is_structured(*program))
        return program;
    if (jumps_to_labels(*program)) return program;
    Program made = propagate(*program);
    connect_blocks(made);
    if (verifies_what_is_made()) {
        Program whole = made;
        renumber(whole);
        check_made("propagate()", whole);
    }
    made = remove_dead(std::move(made));
    renumber(made);
    check_made("remove_dead()", made);
    return made == *program ? program : std::make_shared<const Program>(std::move(made));
}

}  // namespace arbasm
