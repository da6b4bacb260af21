// The command stream of a draw: what a driver would write, in the order that known drivers write it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "machines/tegra/assembly/fragment_code.h"
#include "machines/tegra/assembly/linker.h"
#include "machines/tegra/assembly/vertex_code.h"
#include "machines/tegra/commands/host1x.h"
#include "machines/tegra/emulator/vertex_emulator.h"

namespace machines::tegra {

enum DrawPrimitive : uint32_t {
    draw_points,
    draw_lines,
    draw_line_loop,
    draw_line_strip,
    draw_triangles,
    draw_triangle_strip,
    draw_triangle_fan
};
enum AttributeCode : uint32_t {
    attribute_u8,
    attribute_u8_normalized,
    attribute_s8,
    attribute_s8_normalized,
    attribute_u16,
    attribute_u16_normalized,
    attribute_s16,
    attribute_s16_normalized,
    attribute_u32,
    attribute_u32_normalized,
    attribute_s32,
    attribute_s32_normalized,
    attribute_fixed,
    attribute_float,
    attribute_half
};
inline constexpr uint32_t largest_draw = 2047;  // vertices of one DRAW_PRIMITIVES

struct AttributeBinding {
    uint32_t attribute = 0, address = 0, type = attribute_float, size = 4, stride = 16;
};
struct TargetBinding {
    uint32_t target = 1, address = 0, format = 0, pitch = 0;
};
struct TextureBinding {
    uint32_t unit = 0, address = 0, desc1 = 0, desc2 = 0;
};
struct StencilFace {
    uint32_t function = function_always, mask = 0xff, reference = 0;                        // CompareCode
    uint32_t on_fail = stencil_keep, on_depth_fail = stencil_keep, on_pass = stencil_keep;  // StencilCode
};

struct DrawState {
    const VertexCode* vertex = nullptr;
    std::vector<std::pair<uint32_t, Float4>> constants;  // beside those of the code
    std::vector<LinkInstruction> links;
    uint32_t exports = 1;    // VP_ATTRIB_IN_OUT_SELECT_OUT
    uint32_t tram_rows = 1;  // highest row used, plus one
    const FragmentCode* fragment = nullptr;
    std::vector<std::pair<uint32_t, uint32_t>> uniforms;  // number and 20 bits; beside those of the code
    bool kills = false;                                   // the fragment program

    std::vector<AttributeBinding> attributes;
    std::vector<TargetBinding> targets;  // target 0 is depth, 2 stencil, where these are tested
    std::vector<TextureBinding> textures;

    float viewport_x = 0, viewport_y = 0, viewport_width = 0, viewport_height = 0, depth_near = 0, depth_far = 1;
    uint32_t scissor_x = 0, scissor_y = 0, scissor_width = 0, scissor_height = 0;
    bool depth_test = false, depth_write = false;
    uint32_t depth_function = function_less;
    bool stencil_test = false;
    StencilFace front, back;
    bool cull_clockwise = false, cull_counter_clockwise = false, front_is_clockwise = false;
    float offset_factor = 0, offset_units = 0;
    float line_width = 1, point_size = 1;
    bool provoking_last = true;
};

struct DrawCall {
    DrawPrimitive primitive = draw_triangles;
    uint32_t first = 0, count = 0;
    uint32_t index_bytes = 0;  // 0: not indexed; 1, 2, or 4, which nobody has seen hardware do
    uint32_t index_address = 0;
};

// What uploads a program and the constants that it has itself: the sizes, positions and words.
std::string emit_program(StreamBuilder& stream, const VertexCode& code,
                         const std::vector<std::pair<uint32_t, Float4>>& constants = {});
std::string emit_program(StreamBuilder& stream, const FragmentCode& code,
                         const std::vector<std::pair<uint32_t, uint32_t>>& uniforms = {});

// The class and the reset state: first thing of a device's first stream.
void emit_reset(StreamBuilder& stream);
// Empty, or why the state can't be written.
std::string emit_state(StreamBuilder& stream, const DrawState& state);
// Lists of more vertices than one command draws become several; strips, fans and loops of more are refused.
std::string emit_draw(StreamBuilder& stream, const DrawState& state, const DrawCall& call);
void emit_sync_point(StreamBuilder& stream, uint32_t sync_point);

}  // namespace machines::tegra
