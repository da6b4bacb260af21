#include "machines/tegra/commands/draw_state.h"

#include <algorithm>
#include <bit>
#include <map>

#include "machines/tegra/isa/fragment_instructions.h"

namespace machines::tegra {
namespace {

// What is the same in all draws of known drivers, and mostly has no known meaning.
constexpr std::pair<uint32_t, uint32_t> fixed_state[] = {
    {reg::UNKNOWN_503, 0},
    {reg::FP_PSEQ_QUAD_ID, 0},
    {reg::UNKNOWN_740, 0x35},
    {reg::UNKNOWN_E27, 1},
    {reg::FDC_CONFIG_A02, 0x1ff},
    {reg::FDC_CONFIG_A02 + 1, 0x1ff},
    {reg::FDC_CONFIG_A02 + 2, 0x1ff},
    {reg::FDC_CONFIG_A02 + 3, 0x30},
    {reg::FDC_CONFIG_A02 + 4, 0x20},
    {reg::FDC_CONFIG_A02 + 5, 0x30},
    {reg::FDC_CONTROL, 0xe01},
    {reg::FDC_CONFIG_A08, 0x100},
    {reg::UNKNOWN_40C, 6},
    {reg::DITHER, 0x779},
    {reg::POINT_PARAMS, 0x1401},
    {reg::LINE_PARAMS, 2},
};
// The caches' kick of Tegra 3, harmless before it.
constexpr std::pair<uint32_t, uint32_t> cache_kick[] = {
    {reg::UNKNOWN_B00, 1}, {reg::UNKNOWN_E41, 1}, {reg::UNKNOWN_B00, 2}, {reg::UNKNOWN_E41, 3}, {reg::UNKNOWN_B00, 3},
};
constexpr float depth_nudge = 0x1p-21f;  // off the viewport's scale and bias of z
constexpr uint32_t depth_range_steps = 0xfffff;
constexpr uint32_t fragments_in_flight = 299;  // divided by the rows' registers

uint32_t stencil_one(const StencilFace& face) {
    return field::STENCIL_FRONT1_MASK(face.mask) | field::STENCIL_FRONT1_FUNC(face.function);
}
uint32_t stencil_two(const StencilFace& face) {
    return field::STENCIL_FRONT2_OP_FAIL(face.on_fail) | field::STENCIL_FRONT2_OP_ZFAIL(face.on_depth_fail) |
           field::STENCIL_FRONT2_OP_ZPASS(face.on_pass) | field::STENCIL_FRONT2_UNKNOWN_9(0xff) |
           field::STENCIL_FRONT2_REF(face.reference);
}

void emit_raster(StreamBuilder& s, const DrawState& d) {
    s.write(reg::SCISSOR_HORIZ,
            field::SCISSOR_HORIZ_MIN(d.scissor_x) | field::SCISSOR_HORIZ_MAX(d.scissor_x + d.scissor_width));
    s.write(reg::SCISSOR_VERT,
            field::SCISSOR_VERT_MIN(d.scissor_y) | field::SCISSOR_VERT_MAX(d.scissor_y + d.scissor_height));
    const float half_width = d.viewport_width / 2, half_height = d.viewport_height / 2;
    s.write_float(reg::VIEWPORT_X_BIAS, 16 * (d.viewport_x + half_width));
    s.write_float(reg::VIEWPORT_Y_BIAS, 16 * (d.viewport_y + half_height));
    s.write_float(reg::VIEWPORT_Z_BIAS, (d.depth_far + d.depth_near) / 2 - depth_nudge);
    s.write_float(reg::VIEWPORT_X_SCALE, 16 * half_width);
    s.write_float(reg::VIEWPORT_Y_SCALE, 16 * half_height);
    s.write_float(reg::VIEWPORT_Z_SCALE, (d.depth_far - d.depth_near) / 2 - depth_nudge);
    for (const uint32_t guard : {reg::GUARDBAND_WIDTH, reg::GUARDBAND_HEIGHT, reg::GUARDBAND_DEPTH})
        s.write_float(guard, 1);
    s.write_float(reg::POLYGON_OFFSET_UNITS, d.offset_units);
    s.write_float(reg::POLYGON_OFFSET_FACTOR, d.offset_factor);
    s.write_float(reg::POINT_SIZE, d.point_size);
    s.write_float(reg::HALF_LINE_WIDTH, d.line_width / 2);
    s.write(reg::STENCIL_FRONT1, stencil_one(d.front));
    s.write(reg::STENCIL_BACK1, stencil_one(d.back));
    s.write(reg::STENCIL_PARAMS, field::STENCIL_PARAMS_UNKNOWN_3(1) |
                                     field::STENCIL_PARAMS_STENCIL_TEST(d.stencil_test) |
                                     field::STENCIL_PARAMS_STENCIL_WRITE_EARLY(!d.kills));
    s.write(reg::DEPTH_TEST_PARAMS,
            field::DEPTH_TEST_PARAMS_DEPTH_TEST(d.depth_test) | field::DEPTH_TEST_PARAMS_FUNC(d.depth_function) |
                field::DEPTH_TEST_PARAMS_DEPTH_WRITE(d.depth_write) | field::DEPTH_TEST_PARAMS_UNKNOWN_9(1));
    s.write(reg::DEPTH_RANGE_NEAR, static_cast<uint32_t>(d.depth_near * static_cast<float>(depth_range_steps)));
    s.write(reg::DEPTH_RANGE_FAR, static_cast<uint32_t>(d.depth_far * static_cast<float>(depth_range_steps)));
    s.write(reg::LATE_TEST, d.kills && d.stencil_test ? 0x60 : 0x48);
    s.write(reg::STENCIL_FRONT2, stencil_two(d.front));
    s.write(reg::STENCIL_BACK2, stencil_two(d.back));
}

}  // namespace

std::string emit_program(StreamBuilder& s, const VertexCode& code,
                         const std::vector<std::pair<uint32_t, Float4>>& given) {
    if (const std::string reason = lack_of_room(code); !reason.empty()) return "vertex code: " + reason;
    // Neighbours together.
    std::map<uint32_t, Float4> constants(code.constants.begin(), code.constants.end());
    for (const auto& [index, value] : given) constants[index] = value;
    for (auto it = constants.begin(); it != constants.end();) {
        const uint32_t first = it->first;
        std::vector<uint32_t> words;
        for (uint32_t next = first; it != constants.end() && it->first == next; ++it, ++next) {
            if (next >= vertex_constants) return "there are 256 constants";
            for (const float component : it->second) words.push_back(std::bit_cast<uint32_t>(component));
        }
        s.write(reg::VP_UPLOAD_CONST_ID, 4 * first);
        s.repeat(reg::VP_UPLOAD_CONST, words);
    }
    s.write(reg::VP_UPLOAD_INST_ID, 0);
    s.repeat(reg::VP_UPLOAD_INST, encode(code));
    return {};
}

std::string emit_program(StreamBuilder& s, const FragmentCode& code,
                         const std::vector<std::pair<uint32_t, uint32_t>>& given) {
    if (const std::string reason = lack_of_room(code); !reason.empty()) return "fragment code: " + reason;
    const auto rows = static_cast<uint32_t>(code.rows);
    s.write(reg::FP_PSEQ_DW_CFG, field::FP_PSEQ_DW_CFG_PSEQ_TO_DW_EXEC_NB(static_cast<uint32_t>(code.store_exec)));
    s.write(reg::ALU_BUFFER_SIZE, field::ALU_BUFFER_SIZE_SIZE(rows - 1) |
                                      field::ALU_BUFFER_SIZE_SIZEx4(fragments_in_flight / (registers_per_row * rows)));
    s.write(reg::PSEQ_CONFIG, 0x223212cf);
    s.write(reg::FP_PSEQ_ENGINE_INST, 0x20006000 | static_cast<uint32_t>(code.execs.size()));
    std::map<uint32_t, uint32_t> uniforms;
    for (uint32_t i = 0; i < fragment_uniforms; i++)
        if (code.constants_given >> i & 1) uniforms[i] = code.constants[i];
    for (const auto& [index, value] : given) uniforms[index] = value;
    for (const auto& [index, value] : uniforms) {
        if (index >= fragment_uniforms) return "there are 32 uniforms";
        s.write(reg::FP_CONST + index, value);
    }
    for (const uint32_t position :
         {reg::FP_UPLOAD_INST_ID_COMMON, reg::FP_UPLOAD_MFU_INST_ID, reg::FP_UPLOAD_ALU_INST_ID})
        s.write(position, 0);
    const FragmentWords words = encode(code);
    s.repeat(reg::FP_PSEQ_UPLOAD_INST, words.pseq);
    s.write(reg::FP_PSEQ_UPLOAD_INST_BUFFER_FLUSH, 0);
    s.repeat(reg::FP_UPLOAD_MFU_SCHED, words.mfu_schedule);
    s.repeat(reg::FP_UPLOAD_MFU_INST, words.mfu);
    s.repeat(reg::FP_UPLOAD_TEX_INST, words.tex);
    s.repeat(reg::FP_UPLOAD_ALU_SCHED, words.alu_schedule);
    s.repeat(reg::FP_UPLOAD_ALU_INST, words.alu);
    s.repeat(reg::FP_UPLOAD_ALU_INST_COMPLEMENT, words.alu_complement);
    s.repeat(reg::FP_UPLOAD_DW_INST, words.dw);
    return {};
}

void emit_reset(StreamBuilder& stream) {
    stream.set_class(class_gr3d);
    for (const auto& [offset, value] : reset_state()) stream.write(offset, value);
}

std::string emit_state(StreamBuilder& s, const DrawState& d) {
    if (!d.vertex || !d.fragment) return "there are no programs";
    if (d.links.empty() || d.links.size() > linker_instructions) return "there are 1 to 32 linker instructions";
    if (d.viewport_width <= 0 || d.viewport_height <= 0) return "the viewport has no size";
    if (d.scissor_x + d.scissor_width > 0xffff || d.scissor_y + d.scissor_height > 0xffff)
        return "the scissor reaches too far";

    for (const auto& [offset, value] : fixed_state) s.write(offset, value);
    emit_raster(s, d);

    if (std::string reason = emit_program(s, *d.vertex, d.constants); !reason.empty()) return reason;
    if (std::string reason = emit_program(s, *d.fragment, d.uniforms); !reason.empty()) return reason;
    s.write(reg::TRAM_SETUP,
            field::TRAM_SETUP_USED_TRAM_ROWS_NB(d.tram_rows) | field::TRAM_SETUP_DIV64(64 / d.tram_rows));
    s.write(reg::CULL_FACE_LINKER_SETUP,
            field::CULL_FACE_LINKER_SETUP_UNKNOWN_18(0x2e38) |
                field::CULL_FACE_LINKER_SETUP_LINKER_INST_COUNT(static_cast<uint32_t>(d.links.size()) - 1) |
                field::CULL_FACE_LINKER_SETUP_CULL_FACE((d.cull_counter_clockwise ? 1u : 0u) |
                                                        (d.cull_clockwise ? 2u : 0u)) |
                field::CULL_FACE_LINKER_SETUP_FRONT_CW(d.front_is_clockwise));

    uint32_t fetched = 0;
    for (const AttributeBinding& a : d.attributes) {
        if (a.attribute >= vertex_attributes || a.size < 1 || a.size > 4 || a.type > attribute_half ||
            a.stride > 0xffffff)
            return "an attribute can't be fetched so";
        fetched |= 1u << a.attribute;
        s.write_address(reg::ATTRIB_PTR + 2 * a.attribute, a.address);
        s.write(reg::ATTRIB_MODE + 2 * a.attribute, field::ATTRIB_MODE_TYPE(a.type) | field::ATTRIB_MODE_SIZE(a.size) |
                                                        field::ATTRIB_MODE_STRIDE(a.stride));
    }
    s.write(reg::VP_ATTRIB_IN_OUT_SELECT,
            field::VP_ATTRIB_IN_OUT_SELECT_IN(fetched) | field::VP_ATTRIB_IN_OUT_SELECT_OUT(d.exports));

    uint32_t enabled = 0;
    for (const TargetBinding& t : d.targets) {
        if (t.target >= render_targets || t.pitch > 0x1ffff) return "a render target can't be bound so";
        enabled |= 1u << t.target;
        s.write(reg::RT_PARAMS + t.target, field::RT_PARAMS_FORMAT(t.format) | field::RT_PARAMS_PITCH(t.pitch));
        s.write_address(reg::RT_PTR + t.target, t.address);
    }
    if (d.depth_test && !(enabled & 1)) return "the depth test needs target 0";
    if (d.stencil_test && !(enabled & 4)) return "the stencil test needs target 2";
    s.write(reg::RT_ENABLE,
            field::RT_ENABLE_TARGETS(enabled) | field::RT_ENABLE_DEPTH_BUFFER(d.depth_test && (enabled & 1)));
    for (const TextureBinding& t : d.textures) {
        if (t.unit >= texture_units) return "there are 16 textures";
        s.write_address(reg::TEXTURE_POINTER + t.unit, t.address);
        s.write(reg::TEXTURE_DESC1 + 2 * t.unit, t.desc1);
        s.write(reg::TEXTURE_DESC2 + 2 * t.unit, t.desc2);
    }

    std::vector<uint32_t> link_words;
    for (const LinkInstruction& link : d.links)
        for (const uint32_t word : encode(link)) link_words.push_back(word);
    s.increment(reg::LINKER_INSTRUCTION_0, link_words);
    return {};
}

std::string emit_draw(StreamBuilder& s, const DrawState& d, const DrawCall& call) {
    if (call.index_bytes == 3 || call.index_bytes > 4) return "indices have one, two or four bytes";
    if (call.first > 0xffffff) return "the first vertex has 24 bits";
    const uint32_t each = call.primitive == draw_points      ? 1
                          : call.primitive == draw_lines     ? 2
                          : call.primitive == draw_triangles ? 3
                                                             : 0;
    if (!each && call.count > largest_draw)
        return "a strip, fan or loop of more than " + std::to_string(largest_draw) + " vertices is not drawn in one";
    for (const auto& [offset, value] : cache_kick) s.write(offset, value);
    if (call.index_bytes) s.write_address(reg::INDEX_PTR, call.index_address);
    const uint32_t params =
        field::DRAW_PARAMS_PRIMITIVE_TYPE(call.primitive) | field::DRAW_PARAMS_PROVOKING_VERTEX(d.provoking_last) |
        field::DRAW_PARAMS_INDEX_MODE(std::min(call.index_bytes, 3u)) | field::DRAW_PARAMS_VTX_MEM_CACHE_INVALIDATE(1) |
        field::DRAW_PARAMS_VTX_GPU_CACHE_INVALIDATE(1);
    const uint32_t count = each ? call.count / each * each : call.count;
    const uint32_t part = each ? largest_draw / each * each : largest_draw;
    for (uint32_t done = 0; done < count; done += part) {
        const uint32_t here = std::min(part, count - done);
        // Indexed: the first index is in the command that starts the draw; otherwise the first vertex.
        if (call.index_bytes && done > 0xfffff) return "an index list is longer than 2^20";
        s.write(reg::DRAW_PARAMS, params | field::DRAW_PARAMS_FIRST(call.index_bytes ? call.first : call.first + done));
        s.write(reg::DRAW_PRIMITIVES, field::DRAW_PRIMITIVES_INDEX_COUNT(here - 1) |
                                          field::DRAW_PRIMITIVES_OFFSET(call.index_bytes ? done : 0));
    }
    return {};
}

void emit_sync_point(StreamBuilder& stream, uint32_t sync_point) {
    const uint32_t word = field::INCR_SYNCPT_COND(1) | field::INCR_SYNCPT_INDX(sync_point);
    stream.repeat(reg::INCR_SYNCPT, std::span(&word, 1));
}

}  // namespace machines::tegra
