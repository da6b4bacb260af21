#include <algorithm>

#include "machines/ctm/emulator/group.h"

namespace machines::ctm {

void Group::fetch(const Surface& surface, const Slot& slot, const Lanes& s, const Lanes& t, const Lanes* r,
                  uint32_t lanes) {
    std::array<Lanes, 4> texels;
    const bool answered = dispatch_.lookups && dispatch_.looked_up >> slot.tex_id & 1;
    if (answered) {
        float found[4][group_size] = {};
        dispatch_.lookups->look_up(slot.tex_id, slot.unscaled, s.v, t.v, r ? r->v : nullptr, lanes, found);
        for (size_t c = 0; c < 4; c++) std::copy(std::begin(found[c]), std::end(found[c]), texels[c].v);
    }
    const bool fine = surface.tiling == LinearInput2x2 || surface.tiling == TiledInput2x2;
    const auto clamped = [](float x, uint32_t size) {
        const float at = std::floor(x);
        if (!(at > 0)) return 0u;  // and NaN
        return at >= static_cast<float>(size) ? size - 1 : static_cast<uint32_t>(at);
    };
    for (int i = 0; i < group_size && !answered; i++) {
        if (!(lanes >> i & 1)) continue;
        const float scale_x = slot.unscaled ? 1 : static_cast<float>(surface.pitch);
        const float scale_y = slot.unscaled ? 1 : static_cast<float>(surface.height);
        const uint32_t x = clamped(flush(s.v[i]) * scale_x, surface.pitch);
        const uint32_t y = clamped(flush(t.v[i]) * scale_y, surface.height);
        const auto read = [&](uint32_t column, uint32_t row) {
            const uint8_t* bytes =
                memory_.at(surface.base + element_offset(surface, column, row), format_bytes[surface.format]);
            return bytes ? read_element(surface.format, bytes) : Element{};
        };
        Element texel;
        if (fine) {
            const uint32_t right = std::min(x + 1, surface.pitch - 1), below = std::min(y + 1, surface.height - 1);
            texel = {read(right, y)[0], read(x, below)[0], read(right, below)[0], read(x, y)[0]};
        } else {
            texel = read(x, y);
        }
        for (size_t c = 0; c < 4; c++) texels[c].v[i] = texel[c];
    }
    const int reg = address(slot.dst_addr, slot.dst_addr_rel, temporary_count, "r");
    const uint16_t swizzle[] = {slot.dst_r_swiz, slot.dst_g_swiz, slot.dst_b_swiz, slot.dst_a_swiz};
    const uint32_t mask = slot.rgb_wmask | static_cast<uint32_t>(slot.alpha_wmask) << 3;
    for (uint32_t c = 0; c < 4; c++)
        if (mask >> c & 1) write(reg, c, texels[swizzle[c]], writers(slot, c));
    if (mask) hazards_.fetch(reg, mask);
}

void Group::texture(const Step& step) {
    const Slot& slot = step.slot;
    hazards_.pass();
    if (slot.tex_op == tex_nop) {
        if (slot.tex_sem_acquire) hazards_.acquire();
        return;
    }
    const int reg = address(slot.src_addr, slot.src_addr_rel, temporary_count, "r");
    if (slot.tex_op == tex_kill) {
        const uint32_t mask = slot.rgb_wmask | static_cast<uint32_t>(slot.alpha_wmask) << 3;
        for (uint32_t c = 0; c < 4; c++)
            if (mask >> c & 1) killed_ |= test(read(reg, c), test_less) & writers(slot, c);
        return;
    }
    if (slot.tex_op != tex_ld && slot.tex_op != tex_proj) {
        fail("inputs have one level: LODBIAS, LOD and DXDY are not of this machine");
        return;
    }
    const Surface& surface = dispatch_.inputs[slot.tex_id];
    const bool answered = dispatch_.lookups && dispatch_.looked_up >> slot.tex_id & 1;
    if (!answered && (!surface.bound || !surface.pitch || !surface.height)) {
        fail("input " + std::to_string(slot.tex_id) + " is not set");
        return;
    }
    const bool volume = answered && dispatch_.lookups->volume(slot.tex_id);
    Lanes s = read(reg, slot.src_s_swiz), t = read(reg, slot.src_t_swiz), r = t;
    if (volume) r = read(reg, slot.src_r_swiz);
    if (slot.tex_op == tex_proj) {
        const Lanes& q = read(reg, slot.src_q_swiz);
        for (int i = 0; i < group_size; i++) {
            s.v[i] /= q.v[i];
            t.v[i] /= q.v[i];
            r.v[i] /= q.v[i];
        }
    }
    if (failed()) return;
    fetch(surface, slot, s, t, volume ? &r : nullptr, stacks_.active());
    if (slot.tex_sem_acquire) hazards_.acquire();
}

}  // namespace machines::ctm
