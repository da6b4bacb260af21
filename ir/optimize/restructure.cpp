#include "ir/optimize/restructure.h"

#include "ir/registers.h"
#include "ir/texture_targets.h"

namespace arbasm {

void remove_instructions(Program& program, const std::vector<bool>& removed) {
    std::vector<int32_t> new_index(removed.size() + 1);
    int32_t next = 0;
    for (size_t n = 0; n < removed.size(); n++) {
        new_index[n] = next;
        if (removed[n]) continue;
        if (static_cast<size_t>(next) != n)
            program.instructions[static_cast<size_t>(next)] = std::move(program.instructions[n]);
        next++;
    }
    new_index[removed.size()] = next;
    program.instructions.resize(static_cast<size_t>(next));
    for (Label& label : program.labels) label.instruction = new_index[static_cast<size_t>(label.instruction)];
    connect_blocks(program);
}

void connect_blocks(Program& program) {
    struct Block {
        size_t opener;
        std::vector<size_t> exits;
    };
    std::vector<Block> blocks;
    std::vector<size_t> loops;  // of blocks
    const auto at = [&](size_t n) -> Instruction& { return program.instructions[n]; };
    for (size_t n = 0; n < program.instructions.size(); n++) {
        const auto here = static_cast<int32_t>(n);
        switch (flow_role(at(n).opcode)) {
            case FlowRole::If: blocks.push_back({n, {}}); break;
            case FlowRole::Else:
                at(blocks.back().opener).target = here;
                blocks.back().opener = n;
                break;
            case FlowRole::Endif:
                at(blocks.back().opener).target = here;
                blocks.pop_back();
                break;
            case FlowRole::Loop:
                loops.push_back(blocks.size());
                blocks.push_back({n, {}});
                break;
            case FlowRole::Break:
            case FlowRole::Continue:
                if (!loops.empty()) blocks[loops.back()].exits.push_back(n);
                break;
            case FlowRole::Endloop:
                at(blocks.back().opener).target = here;
                at(n).target = static_cast<int32_t>(blocks.back().opener);
                for (const size_t exit : blocks.back().exits) at(exit).target = here;
                blocks.pop_back();
                loops.pop_back();
                break;
            case FlowRole::Return:
            case FlowRole::Call:
            case FlowRole::Jump:
            case FlowRole::None: break;
        }
    }
}

void renumber(Program& program) {
    Units units = accessed_units(program);
    program.texture_units = std::move(units.textures);
    program.image_units = std::move(units.images);
    reassign_registers(program, {});
}

}  // namespace arbasm
