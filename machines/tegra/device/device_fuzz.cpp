// A draw with registers changed at random, on the emulator, strict and not: it ends, by a reason or by its end.
//
// Every eight bytes are a write of one register, before the draw; what is left is written over the programs' uploads.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "machines/tegra/commands/draw_state.h"
#include "machines/tegra/device/device.h"

namespace {

using namespace machines::tegra;

constexpr uint32_t memory_bytes = 0x8000;

DrawState valid_state(const VertexCode& vertex, const FragmentCode& fragment) {
    DrawState state;
    state.vertex = &vertex;
    state.fragment = &fragment;
    state.exports = 0x81;
    LinkInstruction link = idle_link();
    link.source = 1;
    for (const LinkMembers& m : link_components) link.*m.type = link_float;
    state.links.push_back(link);
    state.viewport_width = state.viewport_height = 8;
    state.scissor_width = state.scissor_height = 8;
    state.targets.push_back({1, 0x1000, 13, 32});
    state.targets.push_back({0, 0x2000, 11, 16});
    state.targets.push_back({2, 0x3000, 3, 8});
    state.textures.push_back({0, 0x4000, 13u << 8, 3u << 28 | 3u << 24 | 3u << 12});
    state.depth_test = state.stencil_test = true;
    state.depth_function = function_always;
    state.attributes.push_back({0, 0x100, attribute_float, 4, 32});
    state.attributes.push_back({1, 0x110, attribute_float, 4, 32});
    return state;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    static const VertexCode vertex =
        assemble_vertex("EXEC(export[0]=vector) MOVv r63, a[0]; EXEC(export[7]=vector) MOVv r63, a[1];").code;
    static const FragmentCode fragment =
        assemble_fragment(
            "alu_buffer_size = 1\npseq_to_dw_exec_nb = 1\n.asm\nEXEC\nMFU: sfu: rcp r4\nmul0: bar, sfu, bar0\n"
            "mul1: bar, sfu, bar1\nipl: t0.fp20, t0.fp20, t0.fp20, t0.fp20\nTEX: tex r2, r3, tex0, r0, r1, r2\n"
            "DW: store rt1, r2, r3\n;\n")
            .code;
    if (vertex.instructions.empty() || fragment.execs.empty()) std::abort();
    const DrawState state = valid_state(vertex, fragment);
    StreamBuilder stream;
    stream.set_class(class_gr3d);
    if (!emit_state(stream, state).empty()) std::abort();
    const bool strict = size & 1;
    for (size_t at = 0; at + 8 <= size; at += 8) {
        uint32_t offset = 0, value = 0;
        std::memcpy(&offset, data + at, 4);
        std::memcpy(&value, data + at + 4, 4);
        offset &= register_count - 1;
        if (offset == reg::DRAW_PRIMITIVES || offset == reg::DRAW_PARAMS) continue;
        stream.write(offset, value);
    }
    const DrawPrimitive primitive = static_cast<DrawPrimitive>(size / 8 % 7);
    if (!emit_draw(stream, state, {primitive, 0, 4}).empty()) std::abort();
    PlainCoverage coverage;
    Emulator device(memory_bytes, coverage, strict);
    constexpr float corners[4][8] = {
        {-1, -1, 0, 1, 0, 0, 0, 1}, {1, -1, 0, 1, 1, 0, 0, 1}, {-1, 1, 0.5f, 1, 0, 1, 0, 1}, {3, 3, 2, 3, 1, 1, 1, 1}};
    std::memcpy(&device.memory()[0x100], corners, sizeof corners);
    const bool done = device.submit(stream.words());
    if (done != device.failure().empty()) std::abort();
    if (size == 0 && !done) std::abort();
    return 0;
}
