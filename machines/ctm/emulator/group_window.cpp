#include "machines/ctm/emulator/group_window.h"

namespace machines::ctm {
namespace {

bool passes(ConditionTestCode condition, float a, float b) {
    switch (condition) {
        case condition_never: return false;
        case condition_less: return a < b;
        case condition_less_equal: return a <= b;
        case condition_equal: return a == b;
        case condition_greater_equal: return a >= b;
        case condition_greater: return a > b;
        case condition_not_equal: return a != b;
        case condition_always: break;
    }
    return true;
}

// The element's bytes; null: it is beyond the surface.
uint8_t* element_at(const Surface& surface, Memory& memory, uint32_t x, uint32_t y) {
    if (x >= surface.pitch || y >= surface.height) return nullptr;
    return memory.at(surface.base + element_offset(surface, x, y), format_bytes[surface.format]);
}

std::string beyond(const Surface& surface, const std::string& what, uint32_t x, uint32_t y) {
    return what + ": (" + std::to_string(x) + ", " + std::to_string(y) + ") is beyond the surface of " +
           std::to_string(surface.pitch) + "x" + std::to_string(surface.height);
}

}  // namespace

std::optional<uint32_t> covered_lanes(const Dispatch& dispatch, Memory& memory, const Window& window, uint32_t wanted) {
    const auto& d = dispatch.domain;
    uint32_t covered = 0;
    for (int lane = 0; lane < group_size; lane++) {
        const uint32_t x = window.column(lane), y = window.row(lane);
        if (x < d[0] || x > d[2] || y < d[1] || y > d[3] || !(wanted >> lane & 1)) continue;
        if (dispatch.test_before && dispatch.conditional.bound) {
            const Surface& surface = dispatch.conditional;
            uint8_t* bytes = element_at(surface, memory, x, y);
            if (!bytes) return std::nullopt;
            if (!passes(dispatch.condition, dispatch.condition_value, read_element(surface.format, bytes)[0])) continue;
            if (dispatch.conditional_mask) write_element(surface.format, {dispatch.condition_value, 0, 0, 0}, 1, bytes);
        }
        covered |= 1u << lane;
    }
    return covered;
}

void Outputs::clear() {
    for (auto& color : colors)
        for (Lanes& channel : color) fill(channel, 0);
    fill(depth, 0);
}

std::string Outputs::store(const Dispatch& dispatch, Memory& memory, const Window& window, uint32_t lanes) const {
    for (int lane = 0; lane < group_size; lane++) {
        if (!(lanes >> lane & 1)) continue;
        const uint32_t x = window.column(lane), y = window.row(lane);
        if (!dispatch.test_before && dispatch.conditional.bound) {
            const Surface& surface = dispatch.conditional;
            uint8_t* bytes = element_at(surface, memory, x, y);
            if (!bytes) return beyond(surface, "conditional output 0", x, y);
            if (!passes(dispatch.condition, depth.v[lane], read_element(surface.format, bytes)[0])) continue;
            if (dispatch.conditional_mask) write_element(surface.format, {depth.v[lane], 0, 0, 0}, 1, bytes);
        }
        for (size_t o = 0; o < output_count; o++) {
            const Surface& surface = dispatch.outputs[o];
            if (!surface.bound) continue;
            uint8_t* bytes = element_at(surface, memory, x, y);
            if (!bytes) return beyond(surface, "output " + std::to_string(o), x, y);
            Element value;
            for (size_t c = 0; c < 4; c++) value[c] = colors[o][c].v[lane];
            write_element(surface.format, value, dispatch.output_mask, bytes);
        }
    }
    return {};
}

}  // namespace machines::ctm
