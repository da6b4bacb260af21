#include "machines/ctm/emulator/group_step.h"

namespace machines::ctm {

Step prepare(const Slot& slot) {
    Step step;
    step.slot = slot;
    step.predicated = slot.rgb_pred_sel || slot.alpha_pred_sel;
    const SlotReads reads = reads_of(slot);
    for (uint32_t c = 0; c < 4; c++) step.computes[c] = reads.computes >> c & 1;
    step.reads_presubtract =
        static_cast<uint8_t>((reads.presubtracted & 7 ? 1 : 0) | (reads.presubtracted & 8 ? 2 : 0));
    return step;
}

}  // namespace machines::ctm
