#include "machines/ctm/codegen/code.h"

namespace machines::ctm {

int other_unit(uint16_t op, bool alpha) {
    for (const Operations& row : both_units)
        if ((alpha ? row.alpha : row.rgb) == op) return alpha ? row.rgb : row.alpha;
    return -1;
}

uint32_t channels_of(const Source& source, uint32_t lanes) {
    uint32_t mask = 0;
    for (size_t i = 0; i < 4; i++)
        if (lanes >> i & 1 && source.select[i] <= channel_a) mask |= 1u << source.select[i];
    return mask;
}

uint32_t computed_lanes(const Half& half, bool alpha) {
    if (alpha) return alpha_lane;
    return half.mask | half.output_mask | half.predicate_mask | (half.tests ? 1u : 0u);
}

uint32_t lanes_read(const Half& half, bool alpha, size_t operand, bool dp4) {
    if (alpha) return alpha_operands(half.op) >> operand & 1 || (dp4 && operand < 2) ? alpha_lane : 0;
    if (!(rgb_operands(half.op) >> operand & 1)) return 0;
    if (half.op == rgb_d2a) return operand == 2 ? 4 : 3;
    return is_dot(half.op) ? rgb_lanes : computed_lanes(half, false);
}

uint32_t presubtracted_channels(const Half& half, bool alpha, bool dp4) {
    uint32_t channels = 0;
    for (size_t i = 0; i < 3; i++)
        if (half.source[i].presubtract) channels |= channels_of(half.source[i], lanes_read(half, alpha, i, dp4));
    return channels;
}

std::vector<Touch> reads_of(const Op& op) {
    std::vector<Touch> touches;
    // visit_reads only reads here.
    visit_reads(const_cast<Op&>(op), [&](int rgb, int alpha, uint32_t channels) {
        if (channels & rgb_lanes) touches.push_back({rgb, channels & rgb_lanes});
        if (channels & alpha_lane) touches.push_back({alpha, alpha_lane});
    });
    if (op.type == Texture && op.predicated) touches.push_back({predicate_value, 15});
    if (is_alu(op))
        for (const bool alpha : {false, true}) {
            const Half& half = alpha ? op.alpha : op.rgb;
            if (half.on && half.predicated) touches.push_back({predicate_value, computed_lanes(half, alpha)});
        }
    return touches;
}

std::vector<Touch> writes_of(const Op& op) {
    std::vector<Touch> touches;
    visit_writes(const_cast<Op&>(op), [&](int reg, uint32_t mask, bool) { touches.push_back({reg, mask}); });
    if (!is_alu(op)) return touches;
    for (const Half* half : {&op.rgb, &op.alpha}) {
        if (!half->on) continue;
        if (half->output_mask) touches.push_back({output_value - half->output, half->output_mask});
        if (half->depth) touches.push_back({output_value - output_count, alpha_lane});
        if (half->predicate_mask) touches.push_back({predicate_value, half->predicate_mask});
        if (half->tests) touches.push_back({result_value, 1});
    }
    return touches;
}

bool overlap(std::span<const Touch> a, std::span<const Touch> b) {
    for (const Touch& x : a)
        for (const Touch& y : b)
            if (x.reg == y.reg && x.mask & y.mask) return true;
    return false;
}

namespace {

size_t index_of_label(std::span<const Op> ops, int label) {
    for (size_t i = 0; i < ops.size(); i++)
        if (ops[i].flow == FlowKind::Label && ops[i].label == label) return i;
    return ops.size();
}

// The end of the IF or ELSE at `from`, or its ELSE where that counts.
size_t branch_end(std::span<const Op> ops, size_t from, bool stop_at_else) {
    int depth = 0;
    for (size_t i = from + 1; i < ops.size(); i++) {
        const FlowKind kind = ops[i].flow;
        if (kind == FlowKind::If || kind == FlowKind::Rep) depth++;
        if (depth == 0 &&
            (kind == FlowKind::Endif || kind == FlowKind::Endrep || (stop_at_else && kind == FlowKind::Else)))
            return i;
        if (kind == FlowKind::Endif || kind == FlowKind::Endrep) depth--;
    }
    return ops.size();
}

// The ENDREP of the loop that `from` begins or is in.
size_t loop_end(std::span<const Op> ops, size_t from) {
    int depth = 0;
    for (size_t i = from + 1; i < ops.size(); i++) {
        if (ops[i].flow == FlowKind::Rep) depth++;
        if (ops[i].flow == FlowKind::Endrep && depth-- == 0) return i;
    }
    return ops.size();
}

// Its REP, where `from` is in it or ends it.
size_t loop_begin(std::span<const Op> ops, size_t from) {
    int depth = 0;
    for (size_t i = from; i-- > 0;) {
        if (ops[i].flow == FlowKind::Endrep) depth++;
        if (ops[i].flow == FlowKind::Rep && depth-- == 0) return i;
    }
    return from;
}

// Where the program goes on behind an operation that ends a block: at what is behind an instruction of flow control,
// where a block begins. Behind the last operation it ends.
std::vector<size_t> successors_after(std::span<const Op> ops, size_t at) {
    const Op& op = ops[at];
    switch (op.flow) {
        case FlowKind::Jump:
        case FlowKind::Call: return {index_of_label(ops, op.label)};
        case FlowKind::Return: {
            std::vector<size_t> successors;
            for (size_t i = 0; i < ops.size(); i++)
                if (ops[i].flow == FlowKind::Call) successors.push_back(i + 1);
            return successors;
        }
        case FlowKind::If: return {at + 1, branch_end(ops, at, true) + 1};
        case FlowKind::Else: return {branch_end(ops, at, false) + 1};
        case FlowKind::Rep:
        case FlowKind::Break: return {at + 1, loop_end(ops, at) + 1};
        case FlowKind::Endrep: return {at + 1, loop_begin(ops, at) + 1};
        case FlowKind::Continue: return {at + 1, loop_end(ops, at) + 1, loop_begin(ops, at) + 1};
        case FlowKind::None:
        case FlowKind::Label:
        case FlowKind::Endif: break;
    }
    return {at + 1};
}

}  // namespace

std::vector<Block> blocks_of(std::span<const Op> ops) {
    std::vector<Block> blocks;
    std::vector<size_t> block_at(ops.size());
    for (size_t i = 0; i < ops.size(); i++) {
        const bool begins =
            i == 0 || ops[i].flow == FlowKind::Label || (ops[i - 1].type == Flow && ops[i - 1].flow != FlowKind::Label);
        if (begins) {
            if (!blocks.empty()) blocks.back().end = i;
            blocks.push_back({i, ops.size(), {}});
        }
        block_at[i] = blocks.size() - 1;
    }
    for (Block& block : blocks)
        for (const size_t next : successors_after(ops, block.end - 1))
            if (next < ops.size()) block.next.push_back(block_at[next]);
    return blocks;
}

}  // namespace machines::ctm
