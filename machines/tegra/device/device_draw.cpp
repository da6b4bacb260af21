// Programs and state of a draw as the registers have them; its vertices.
#include "machines/tegra/device/device_draw.h"

#include <cmath>
#include <cstring>

#include "ir/semantics/half_float.h"
#include "machines/tegra/isa/numbers.h"
#include "machines/tegra/surfaces/pixels.h"

namespace machines::tegra {
namespace {

enum class AttributeKind : uint8_t { Unsigned, Signed, Fixed, Float, Half };
struct AttributeType {
    uint32_t bytes;
    AttributeKind kind;
    bool normalized;
};
// By the numbers of ATTRIB_MODE_TYPE.
constexpr AttributeType attribute_types[] = {
    {1, AttributeKind::Unsigned, false}, {1, AttributeKind::Unsigned, true},  {1, AttributeKind::Signed, false},
    {1, AttributeKind::Signed, true},    {2, AttributeKind::Unsigned, false}, {2, AttributeKind::Unsigned, true},
    {2, AttributeKind::Signed, false},   {2, AttributeKind::Signed, true},    {4, AttributeKind::Unsigned, false},
    {4, AttributeKind::Unsigned, true},  {4, AttributeKind::Signed, false},   {4, AttributeKind::Signed, true},
    {4, AttributeKind::Fixed, false},    {4, AttributeKind::Float, false},    {2, AttributeKind::Half, false},
};

}  // namespace

uint8_t* Draw::pixel(uint32_t target, int x, int y, uint32_t bytes) {
    const uint32_t params = get(reg::RT_PARAMS + target);
    const uint32_t pitch = field::RT_PARAMS_PITCH.get(params);
    if (x < 0 || y < 0 || (static_cast<uint32_t>(x) + 1) * bytes > pitch) return nullptr;
    return at(get(reg::RT_PTR + target) + static_cast<uint64_t>(y) * pitch + static_cast<uint64_t>(x) * bytes, bytes);
}

// ---- state

bool Draw::read_programs() {
    for (uint32_t i = 0; i < vertex_instructions; i++) {
        const DecodedVertex decoded = decode(VertexWords{e_.vertex_words_[4 * i], e_.vertex_words_[4 * i + 1],
                                                         e_.vertex_words_[4 * i + 2], e_.vertex_words_[4 * i + 3]});
        // Words behind the program do not matter. An unknown instruction is told of when the program comes to it.
        if (e_.strict_ && !decoded.error.empty()) {
            unknown_instruction_ = "vertex instruction " + std::to_string(i) + ": " + decoded.error;
            if (i == 0) return fail(unknown_instruction_);
            break;
        }
        vertex_code_.push_back(decoded.instruction);
    }
    for (size_t i = 0; i < vertex_constants; i++)
        for (size_t c = 0; c < 4; c++) constants_[i][c] = e_.vertex_constants_[4 * i + c];

    const uint32_t exports = field::VP_ATTRIB_IN_OUT_SELECT_OUT.get(get(reg::VP_ATTRIB_IN_OUT_SELECT));
    for (uint32_t i = 0; i < vertex_exports; i++)
        if (exports >> i & 1) export_of_rank_.push_back(i);
    if (!(exports & 1)) return fail("the position, export 0, is not enabled");
    const uint32_t count = field::CULL_FACE_LINKER_SETUP_LINKER_INST_COUNT.get(get(reg::CULL_FACE_LINKER_SETUP)) + 1;
    for (uint32_t i = 0; i < count; i++) {
        const std::string name = "linker instruction " + std::to_string(i) + ": ";
        const DecodedLink decoded =
            decode(LinkWords{get(reg::LINKER_INSTRUCTION_0 + 2 * i), get(reg::LINKER_INSTRUCTION_1 + 2 * i)});
        if (e_.strict_ && !decoded.error.empty()) return fail(name + decoded.error);
        const LinkInstruction& link = decoded.instruction;
        selects_z_ |= link.select_z != 0;
        bool used = false;
        for (const LinkMembers& m : link_components) used |= link.*m.type != link_skip;
        if (used && link.source >= export_of_rank_.size())
            return fail(name + "export " + std::to_string(link.source) + " is not enabled");
        if (used && link.row >= mfu_tram_rows && e_.strict_) return fail(name + "the MFU does not reach its row");
        if (used && link.row >= field::TRAM_SETUP_USED_TRAM_ROWS_NB.get(get(reg::TRAM_SETUP)))
            return fail(name + "its row is beyond what TRAM_SETUP says");
        if (link.row < mfu_tram_rows)
            for (const LinkMembers& m : link_components)
                if (link.*m.type != link_skip) {
                    tram_written_[link.row][link.*m.target] = true;
                    tram_flat_[link.row][link.*m.target] |= link.*m.flat != 0;
                }
        links_.push_back(link);
    }

    const uint32_t execs = get(reg::FP_PSEQ_ENGINE_INST) & 0x7f;
    if (execs == 0 || execs > max_execs) return fail("a fragment program has 1 to 64 EXECs");
    const auto part = [&](const auto& ram) { return std::vector<uint32_t>(ram.begin(), ram.begin() + execs); };
    FragmentWords words;
    words.pseq = part(e_.pseq_);
    words.mfu_schedule = part(e_.mfu_schedule_);
    words.tex = part(e_.tex_);
    words.alu_schedule = part(e_.alu_schedule_);
    words.alu_complement = part(e_.alu_complement_);
    words.dw = part(e_.dw_);
    words.mfu.assign(e_.mfu_.begin(), e_.mfu_.end());
    words.alu.assign(e_.alu_.begin(), e_.alu_.end());
    if (const std::string reason = decode(words, execs, fragment_code_); !reason.empty())
        return fail("fragment program: " + reason);
    fragment_code_.rows = static_cast<int>(field::ALU_BUFFER_SIZE_SIZE.get(get(reg::ALU_BUFFER_SIZE))) + 1;
    fragment_code_.store_exec =
        static_cast<int>(field::FP_PSEQ_DW_CFG_PSEQ_TO_DW_EXEC_NB.get(get(reg::FP_PSEQ_DW_CFG)));
    pipeline_ = std::make_unique<FragmentPipeline>(fragment_code_, *this);
    if (e_.strict_ && !pipeline_->complaint().empty()) return fail("fragment program: " + pipeline_->complaint());
    for (uint32_t i = 0; i < fragment_uniforms; i++) fragment_state_.uniforms[i] = get(reg::FP_CONST + i) & 0xfffff;
    fragment_state_.strict = e_.strict_;
    // The rows above the viewport's lower edge: what the position counts down from.
    const float height = (get_float(reg::VIEWPORT_Y_BIAS) + std::fabs(get_float(reg::VIEWPORT_Y_SCALE))) / 16;
    fragment_state_.target_height = height > 0 ? static_cast<int>(std::lround(std::min(height, 16384.0f))) : 0;
    return true;
}

bool Draw::read_state() {
    const uint32_t horizontal = get(reg::SCISSOR_HORIZ), vertical = get(reg::SCISSOR_VERT);
    scissor_ = {static_cast<int>(field::SCISSOR_HORIZ_MIN.get(horizontal)),
                static_cast<int>(field::SCISSOR_VERT_MIN.get(vertical)),
                static_cast<int>(field::SCISSOR_HORIZ_MAX.get(horizontal)),
                static_cast<int>(field::SCISSOR_VERT_MAX.get(vertical))};
    for (const uint32_t scale : {reg::VIEWPORT_X_SCALE, reg::VIEWPORT_Y_SCALE, reg::VIEWPORT_Z_SCALE,
                                 reg::VIEWPORT_X_BIAS, reg::VIEWPORT_Y_BIAS, reg::VIEWPORT_Z_BIAS})
        if (!std::isfinite(get_float(scale))) return fail(register_name(scale) + " is no number");
    const uint32_t targets = get(reg::RT_ENABLE), depth = get(reg::DEPTH_TEST_PARAMS);
    has_depth_ = field::RT_ENABLE_DEPTH_BUFFER.get(targets) != 0;
    depth_test_ = field::DEPTH_TEST_PARAMS_DEPTH_TEST.get(depth) != 0;
    depth_write_ = field::DEPTH_TEST_PARAMS_DEPTH_WRITE.get(depth) != 0;
    stencil_test_ = field::STENCIL_PARAMS_STENCIL_TEST.get(get(reg::STENCIL_PARAMS)) != 0;
    if (depth_test_ && field::DEPTH_TEST_PARAMS_FUNC.get(depth) > 7) return fail("there are eight depth functions");
    if (depth_test_ && !(has_depth_ && (targets & 1))) return fail("the depth test needs target 0 as depth buffer");
    if (stencil_test_ && !(targets & 4)) return fail("the stencil test needs target 2");
    for (uint32_t i = 0; i < render_targets; i++) {
        if (!(targets >> i & 1)) continue;
        const uint32_t params = get(reg::RT_PARAMS + i), format = field::RT_PARAMS_FORMAT.get(params);
        const std::string name = "render target " + std::to_string(i);
        if (i == 0 && has_depth_ && format != format_D16) return fail(name + ": depth is in D16");
        if (i == 2 && stencil_test_ && format != format_S8) return fail(name + ": stencil is in S8");
        if (!pixel_bytes(format)) return fail(name + ": format " + std::to_string(format) + " is not emulated");
        if (field::RT_PARAMS_TILED.get(params)) return fail(name + ": the order within tiles is not known");
        if (field::RT_PARAMS_DITHER_ENABLE.get(params)) return fail(name + ": dithering is not known");
    }
    return true;
}

// ---- vertices

bool Draw::fetch(uint32_t index, VertexRun& run) {
    const uint32_t enabled = field::VP_ATTRIB_IN_OUT_SELECT_IN.get(get(reg::VP_ATTRIB_IN_OUT_SELECT));
    for (uint32_t i = 0; i < vertex_attributes; i++) {
        run.attributes[i] = attribute_default;
        if (!(enabled >> i & 1)) continue;
        const uint32_t mode = get(reg::ATTRIB_MODE + 2 * i), type = field::ATTRIB_MODE_TYPE.get(mode);
        const uint32_t size = field::ATTRIB_MODE_SIZE.get(mode);
        if (type >= std::size(attribute_types) || size < 1 || size > 4)
            return fail("attribute " + std::to_string(i) + " has a type or size that is not known");
        const AttributeType& row = attribute_types[type];
        const uint64_t address =
            get(reg::ATTRIB_PTR + 2 * i) + static_cast<uint64_t>(index) * field::ATTRIB_MODE_STRIDE.get(mode);
        const uint8_t* const bytes = at(address, static_cast<uint64_t>(size) * row.bytes);
        if (!bytes)
            return fail("attribute " + std::to_string(i) + " of vertex " + std::to_string(index) +
                        " lies outside of memory");
        for (uint32_t c = 0; c < size; c++) {
            uint32_t raw = 0;
            std::memcpy(&raw, bytes + static_cast<size_t>(c) * row.bytes, row.bytes);
            const uint32_t bits = 8 * row.bytes;
            const int64_t value = row.kind == AttributeKind::Signed || row.kind == AttributeKind::Fixed
                                      ? static_cast<int32_t>(raw << (32 - bits)) >> (32 - bits)
                                      : static_cast<int64_t>(raw);
            float& out = run.attributes[i][c];
            switch (row.kind) {
                case AttributeKind::Float: out = std::bit_cast<float>(raw); break;
                case AttributeKind::Half: out = arbasm::half_to_float(static_cast<uint16_t>(raw)); break;
                case AttributeKind::Fixed: out = static_cast<float>(static_cast<double>(value) / 65536); break;
                case AttributeKind::Unsigned:
                case AttributeKind::Signed:
                    out = row.normalized ? normalized_attribute(value, bits, row.kind == AttributeKind::Signed)
                                         : static_cast<float>(value);
                    break;
            }
        }
    }
    return true;
}

bool Draw::shade(uint32_t index, DrawnVertex& vertex) {
    VertexRun run;
    run.strict = e_.strict_;
    if (!fetch(index, run)) return false;
    if (std::string reason = run_vertex(vertex_code_, constants_, run); !reason.empty())
        return fail(run.past_the_end && !unknown_instruction_.empty() ? unknown_instruction_ : reason);
    e_.vertices_++;
    vertex.position = run.exports[0];
    for (const LinkInstruction& link : links_)
        for (size_t c = 0; c < 4; c++) {
            const LinkMembers& m = link_components[c];
            if (link.*m.type == link_skip || link.row >= mfu_tram_rows) continue;
            const auto value = static_cast<double>(run.exports[export_of_rank_[link.source]][c]);
            uint32_t& word = vertex.tram[link.row][link.*m.target];
            word = link.*m.type == link_float ? fp20_round(value)
                                              : with_half(word, link.*m.type == link_fixed_high, fx10_round(value));
        }
    return true;
}

bool Draw::run() {
    if (!read_programs() || !read_state()) return false;
    const uint32_t params = get(reg::DRAW_PARAMS), primitives = get(reg::DRAW_PRIMITIVES);
    const uint32_t count = field::DRAW_PRIMITIVES_INDEX_COUNT.get(primitives) + 1;
    const uint32_t offset = field::DRAW_PRIMITIVES_OFFSET.get(primitives), first = field::DRAW_PARAMS_FIRST.get(params);
    const uint32_t mode = field::DRAW_PARAMS_INDEX_MODE.get(params);
    if (mode == 3 && e_.strict_) return fail("indices of 32 bits are not proven");
    const uint32_t index_bytes = mode == 3 ? 4 : mode;
    std::vector<DrawnVertex> vertices(count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t index = first + offset + i;
        if (mode) {
            const uint8_t* const bytes =
                at(get(reg::INDEX_PTR) + static_cast<uint64_t>(offset + i) * index_bytes, index_bytes);
            if (!bytes) return fail("an index lies outside of memory");
            uint32_t number = 0;
            std::memcpy(&number, bytes, index_bytes);
            index = first + number;
        }
        if (!shade(index, vertices[i])) return false;
    }
    return assemble(vertices) && !failed_;
}

bool run_draw(Emulator& emulator) { return Draw(emulator).run(); }

// ---- rules

float normalized_attribute(int64_t value, uint32_t bits, bool is_signed) {
    const double most = std::ldexp(1.0, static_cast<int>(bits)) - 1;
    return static_cast<float>((is_signed ? 2 * static_cast<double>(value) + 1 : static_cast<double>(value)) / most);
}

}  // namespace machines::tegra
