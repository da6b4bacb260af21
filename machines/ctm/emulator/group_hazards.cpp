#include "machines/ctm/emulator/group_hazards.h"

namespace machines::ctm {

void Hazards::begin() {
    fetching_.fill(0);
    fresh_.fill(false);
    fetching_any_ = unacquired_ = fresh_any_ = fresh_predicate_ = fresh_result_ = false;
    last_nop_ = true;
}

void Hazards::wait(const Slot& slot) {
    if (slot.tex_sem_wait && fetching_any_ && !unacquired_) {
        fetching_.fill(0);
        fetching_any_ = false;
    }
    if (slot.alu_wait) {
        if (fresh_any_) fresh_.fill(false);
        fresh_any_ = fresh_predicate_ = fresh_result_ = false;
    }
}

void Hazards::fetch(int reg, uint32_t channels) {
    fetching_[static_cast<size_t>(reg)] |= static_cast<uint8_t>(channels);
    fetching_any_ = unacquired_ = true;
}

void Hazards::write(const Slot& slot, int rgb_register, int alpha_register) {
    if (slot.alu_wmask) fresh_result_ = true;
    last_rgb_ = slot.rgb_wmask ? rgb_register : -1;
    last_alpha_ = slot.alpha_wmask ? alpha_register : -1;
    if (last_rgb_ >= 0) fresh_[static_cast<size_t>(last_rgb_)] = fresh_any_ = true;
    if (last_alpha_ >= 0) fresh_[static_cast<size_t>(last_alpha_)] = fresh_any_ = true;
    last_predicate_ = slot.type == Alu && (slot.rgb_omask || slot.alpha_omask);
    if (last_predicate_) fresh_predicate_ = true;
    last_relative_ = (slot.rgb_addrd_rel && slot.rgb_wmask) || (slot.alpha_addrd_rel && slot.alpha_wmask);
    last_nop_ = slot.nop;
}

// Whether the unit's presubtraction reads what the instruction before writes.
bool Hazards::presubtracts_last(const Slot& slot, size_t unit, uint16_t op) const {
    const auto written = [&](const AddressMembers& members) {
        const uint16_t address = slot.*members.address;
        return !(slot.*members.constant) && !(address & 0x80) && (address == last_rgb_ || address == last_alpha_);
    };
    return written(address_members[3 * unit]) ||
           ((op == presubtract_sub || op == presubtract_add) && written(address_members[3 * unit + 1]));
}

std::string Hazards::complaint(const Step& step, uint32_t predicates_written) const {
    const Slot& slot = step.slot;
    if (!last_nop_) {
        if (((step.reads_presubtract & 1) && presubtracts_last(slot, 0, slot.rgb_srcp_op)) ||
            ((step.reads_presubtract & 2) && presubtracts_last(slot, 1, slot.alpha_srcp_op)))
            return "presubtracts a register that the instruction before writes without NOP";
        if (step.predicated && last_predicate_ && slot.type != Flow)
            return "uses a predicate that the instruction before writes without NOP";
        if (last_relative_) return "follows a write through aL without NOP";
    }
    if (slot.type == Flow) {
        if (fresh_result_ && slot.jump_func >> 4 != (slot.jump_func & 15)) return "uses an ALU result without ALU_WAIT";
        if (step.predicated && fresh_predicate_) return "uses a predicate without ALU_WAIT";
    }
    if (slot.type == Texture) {
        if (step.predicated && fresh_predicate_) return "uses a predicate without ALU_WAIT";
        if (slot.tex_op != tex_nop && fresh_[slot.src_addr])
            return "reads r" + std::to_string(slot.src_addr) + " of the ALU without ALU_WAIT";
    }
    if (step.predicated) {
        const auto unwritten = [&](uint16_t select) {
            if (select == predicate_none) return false;
            const uint32_t needs = select == predicate_rgba ? 0u : 1u << (select - predicate_r);
            return (predicates_written & needs) != needs || !predicates_written;
        };
        if (unwritten(slot.rgb_pred_sel) || (slot.type != Flow && unwritten(slot.alpha_pred_sel)))
            return "uses a predicate that nothing has written";
    }
    return {};
}

}  // namespace machines::ctm
