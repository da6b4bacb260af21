#include "machines/ctm/codegen/op_builder.h"

namespace machines::ctm {
namespace {

// Where the lanes of a half's result go, and how.
void write_to(Half& half, const Target& t, uint32_t lanes) {
    if (!half.on || !lanes) return;
    half.clamp = t.clamp;
    half.predicated = t.predicated;
    if (t.is_depth()) return;  // the depth is no lane of an output
    if (t.output >= 0) {
        half.output = t.output;
        half.output_mask = lanes;
    } else if (t.reg >= 0) {
        half.destination = t.reg;
        half.mask = lanes;
    }
}

}  // namespace

// Depth is what the alpha unit writes, so it is computed there, from the operands' z.
void OpBuilder::append(Operations ops, const Target& t, Source a, Source b, Source c) {
    if (!t.mask) return;
    const bool depth = t.is_depth();
    uint32_t mask = t.mask;
    if (depth) {
        for (Source* s : {&a, &b, &c}) *s = lane(*s, 2);
        mask = alpha_lane;
    }
    Op op;
    op.type = t.output >= 0 ? Output : Alu;
    for (const bool alpha : {false, true}) {
        const uint32_t lanes = mask & (alpha ? alpha_lane : rgb_lanes);
        if (!lanes) continue;
        Half& h = alpha ? op.alpha : op.rgb;
        h.on = true;
        h.op = ops.of(alpha);
        h.source = {a, b, c};
        h.depth = depth;
        write_to(h, t, lanes);
    }
    ops_.push_back(op);
}

void OpBuilder::move(const Target& t, const Source& a) {
    if (!t.mask) return;
    append(op_max, t, a, a);
    if (!t.clamp) ops_.back().rgb.omod = ops_.back().alpha.omod = omod_disabled;
}

void OpBuilder::dot(uint16_t code, const Target& t, const Source& a, const Source& b, const Source& c) {
    if (!t.mask) return;
    const bool depth = t.is_depth();
    const uint32_t rgb = depth ? 0 : t.mask & rgb_lanes, alpha = depth || t.mask & alpha_lane ? alpha_lane : 0;
    Op op;
    op.type = t.output >= 0 ? Output : Alu;
    op.rgb.on = true;
    op.rgb.op = code;
    op.rgb.source = {a, b, c};
    if (alpha || code == rgb_dp4) {
        op.alpha.on = true;
        op.alpha.op = alpha ? alpha_dp : alpha_mad;
        if (code == rgb_dp4) op.alpha.source = {a, b, {}};
        op.alpha.depth = depth;
    }
    write_to(op.rgb, t, rgb);
    write_to(op.alpha, t, alpha);
    ops_.push_back(op);
}

void OpBuilder::scalar(uint16_t code, const Target& t, const Source& a) {
    if (!t.mask) return;
    const bool depth = t.is_depth();
    const uint32_t rgb = depth ? 0 : t.mask & rgb_lanes, alpha = depth || t.mask & alpha_lane ? alpha_lane : 0;
    Op op;
    op.type = t.output >= 0 ? Output : Alu;
    op.alpha.on = true;
    op.alpha.op = code;
    op.alpha.source[0] = lane(a, 0);
    op.alpha.depth = depth;
    op.rgb.on = rgb != 0;
    if (op.rgb.on) op.rgb.op = rgb_sop;
    write_to(op.rgb, t, rgb);
    write_to(op.alpha, t, alpha);
    ops_.push_back(op);
}

Source OpBuilder::step(Operations ops, uint32_t lanes, const Source& a, const Source& b, const Source& c) {
    const int u = scratch();
    append(ops, temporary(u, lanes), a, b, c);
    return plain(u);
}

}  // namespace machines::ctm
