// Real registers for values: those that are live at the same time have different ones. The rgb part and the a part of
// a register are given away apart; a value with both, or that a lookup names, takes both of one register.
#include <algorithm>

#include "machines/ctm/codegen/code.h"

namespace machines::ctm {
namespace {

struct Range {
    int first = -1, last = -1;
    bool rgb = false, alpha = false;
    void include(int index) {
        if (first < 0) first = index;
        first = std::min(first, index);
        last = std::max(last, index);
    }
};

}  // namespace

bool allocate_registers(std::span<Op> ops, int registers, std::vector<int>& assigned) {
    const auto count = static_cast<size_t>(registers);
    const std::vector<Block> blocks = blocks_of(ops);
    // Channels that are read before they are written, and those that are written for certain.
    using Channels = std::vector<uint8_t>;
    std::vector<Channels> uses(blocks.size(), Channels(count)), kills(uses), in(uses), out(uses);
    std::vector<Range> ranges(count);
    for (size_t b = 0; b < blocks.size(); b++)
        for (size_t i = blocks[b].begin; i < blocks[b].end; i++) {
            const int index = static_cast<int>(i);
            const auto touch = [&](int reg, uint32_t channels) {
                Range& range = ranges[static_cast<size_t>(reg)];
                range.include(index);
                range.rgb |= (channels & rgb_lanes) != 0;
                range.alpha |= (channels & alpha_lane) != 0;
            };
            const auto read = [&](int reg, uint32_t channels) {
                if (!channels) return;
                touch(reg, channels);
                uses[b][static_cast<size_t>(reg)] |=
                    static_cast<uint8_t>(channels & ~kills[b][static_cast<size_t>(reg)]);
            };
            visit_reads(ops[i], [&](int rgb, int alpha, uint32_t channels) {
                read(rgb, channels & rgb_lanes);
                read(alpha, channels & alpha_lane);
            });
            visit_writes(ops[i], [&](int reg, uint32_t mask, bool partial) {
                touch(reg, mask);
                if (!partial) kills[b][static_cast<size_t>(reg)] |= static_cast<uint8_t>(mask);
            });
        }
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t b = blocks.size(); b-- > 0;)
            for (size_t r = 0; r < count; r++) {
                for (size_t n : blocks[b].next) out[b][r] |= in[n][r];
                const auto live = static_cast<uint8_t>(uses[b][r] | (out[b][r] & ~kills[b][r]));
                changed |= live != in[b][r];
                in[b][r] = live;
            }
    }
    for (size_t b = 0; b < blocks.size(); b++)
        for (size_t r = 0; r < count; r++) {
            if (in[b][r]) ranges[r].include(static_cast<int>(blocks[b].begin));
            if (out[b][r]) ranges[r].include(static_cast<int>(blocks[b].end));
        }

    assigned.assign(count, 0);
    std::vector<size_t> order;
    for (size_t r = first_value; r < count; r++)
        if (ranges[r].first >= 0) order.push_back(r);
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return ranges[a].first < ranges[b].first; });
    // Until where each part is taken. A result may go where an operand is read for the last time; a value that is only
    // written takes a register all the same.
    std::array<std::array<int, temporary_count>, 2> busy;
    for (auto& side : busy) side.fill(-1);
    if (ranges[position_value].first >= 0) busy[0][0] = busy[1][0] = ranges[position_value].last;
    for (size_t r : order) {
        const Range& range = ranges[r];
        const auto free = [&](size_t reg, size_t side) {
            return busy[side][reg] <= range.first && (range.first > 0 || busy[side][reg] < 0);
        };
        size_t reg = 0;
        while (reg < temporary_count && ((range.rgb && !free(reg, 0)) || (range.alpha && !free(reg, 1)))) reg++;
        if (reg == temporary_count) return false;
        assigned[r] = static_cast<int>(reg);
        const int last = std::max(range.last, range.first + (range.first == range.last));
        if (range.rgb) busy[0][reg] = last;
        if (range.alpha) busy[1][reg] = last;
    }
    return true;
}

}  // namespace machines::ctm
