// A draw: vertices are fetched, run and linked; primitives assembled, clipped and taken apart; fragments tested, run
// and written.
#include "arbasm/targets/tegra/device_draw.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "arbasm/targets/tegra/fragment_pipeline.h"
#include "arbasm/targets/tegra/numbers.h"
#include "arbasm/targets/tegra/pixels.h"
#include "arbasm/targets/tegra/textures.h"

namespace arbasm::tegra {

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

enum Primitive : uint32_t { points, lines, line_loop, line_strip, triangles, triangle_strip, triangle_fan };

namespace {

float from_half(uint32_t bits) {
    const int exponent = static_cast<int>(bits >> 10 & 31);
    const auto fraction = static_cast<float>(bits & 1023);
    float value = exponent == 31  ? (bits & 1023 ? NAN : INFINITY)
                  : exponent == 0 ? std::ldexp(fraction, -24)
                                  : std::ldexp(1024 + fraction, exponent - 25);
    return bits & 0x8000 ? -value : value;
}

struct Vertex {
    Float4 position{};  // clip coordinates
    std::array<std::array<uint32_t, 4>, mfu_tram_rows> tram{};
};

// A corner of a clipped primitive: clip coordinates and the weights of the whole one's vertices.
struct Corner {
    std::array<double, 4> position{};
    std::array<double, 3> weights{};
};

// Of a pixel: where a point's edges would meet pixel centres, it takes the right and the upper ones, as GL does (a
// point of one pixel is drawn where its centre is).
constexpr double centre_tie = 1.0 / 256;

constexpr double smallest_w = 1e-30;  // for a vertex in the eye's plane, whose weights would have no value

}  // namespace

class Draw final : public QuadSink, public FragmentMemory {
  public:
    explicit Draw(Emulator& e) : e_(e) {}
    bool run();

    void quad(int x, int y, const std::array<bool, 4>& covered,
              const std::array<std::array<double, 3>, 4>& weights) override;
    bool look_up(const TextureRequest& request, std::array<Rgba8, quad_size>& texels) override;
    bool read_target(int target, int x, int y, Rgba8& value) override;
    bool write_target(int target, int x, int y, const Rgba8& value) override;
    bool write_stencil(int x, int y) override;

  private:
    uint32_t get(uint32_t offset) const { return e_.registers_[offset]; }
    float get_float(uint32_t offset) const { return std::bit_cast<float>(get(offset)); }
    bool fail(std::string reason) {
        if (e_.failure_.empty()) e_.failure_ = std::move(reason);
        failed_ = true;
        return false;
    }
    uint8_t* at(uint64_t address, uint64_t bytes) {
        return address + bytes <= e_.memory_.size() ? e_.memory_.data() + address : nullptr;
    }
    uint8_t* pixel(uint32_t target, int x, int y, uint32_t bytes);
    bool read_programs();
    bool read_state();
    bool fetch(uint32_t index, VertexRun& run);
    bool shade(uint32_t index, Vertex& vertex);
    bool assemble(const std::vector<Vertex>& vertices);
    bool draw_triangle(const Vertex& a, const Vertex& b, const Vertex& c, int provoking);
    bool draw_line(const Vertex& a, const Vertex& b, bool provoking_last);
    bool draw_point(const Vertex& a);
    bool raster(std::array<const Vertex*, 3> vertices, const std::vector<Corner>& corners, int provoking, bool front);
    CoverageVertex window(const std::array<double, 4>& position, double& z) const;
    double plane_distance(size_t plane, const std::array<double, 4>& position) const;
    bool stencil_and_depth(bool front, int x, int y, double z);

    Emulator& e_;
    bool failed_ = false;
    std::vector<VertexInstruction> vertex_code_;
    std::array<Float4, vertex_constants> constants_{};
    std::vector<LinkInstruction> links_;
    std::vector<uint32_t> export_of_rank_;
    std::array<std::array<bool, 4>, mfu_tram_rows> tram_written_{}, tram_flat_{};
    bool selects_z_ = false;
    FragmentCode fragment_code_;
    std::unique_ptr<FragmentPipeline> pipeline_;
    FragmentState fragment_state_;
    PixelRectangle scissor_;
    bool depth_test_ = false, depth_write_ = false, stencil_test_ = false, has_depth_ = false;
    double offset_ = 0;
    // Of the piece being rasterized.
    FragmentTriangle triangle_;
    std::array<Corner, 3> piece_;
    std::array<double, 3> piece_z_{};
};

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
        // What lies behind the program is nobody's business.
        if (!decoded.error.empty()) {
            if (i == 0) return fail("vertex instruction 0: " + decoded.error);
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
        if (!decoded.error.empty()) return fail(name + decoded.error);
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
    if (const std::string reason = complaint(fragment_code_); !reason.empty())
        return fail("fragment program: " + reason);
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
                case AttributeKind::Half: out = from_half(raw); break;
                case AttributeKind::Fixed: out = static_cast<float>(static_cast<double>(value) / 65536); break;
                default:
                    out = row.normalized ? normalized_attribute(value, bits, row.kind == AttributeKind::Signed)
                                         : static_cast<float>(value);
                    break;
            }
        }
    }
    return true;
}

bool Draw::shade(uint32_t index, Vertex& vertex) {
    VertexRun run;
    run.strict = e_.strict_;
    if (!fetch(index, run)) return false;
    if (std::string reason = run_vertex(vertex_code_, constants_, run); !reason.empty()) return fail(reason);
    e_.vertices_++;
    vertex.position = run.exports[0];
    for (const LinkInstruction& link : links_)
        for (size_t c = 0; c < 4; c++) {
            const LinkMembers& m = link_components[c];
            if (link.*m.type == link_skip || link.row >= mfu_tram_rows) continue;
            const auto value = static_cast<double>(run.exports[export_of_rank_[link.source]][c]);
            uint32_t& place = vertex.tram[link.row][link.*m.target];
            place = link.*m.type == link_float ? fp20_round(value)
                                               : with_half(place, link.*m.type == link_fixed_high, fx10_round(value));
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
    std::vector<Vertex> vertices(count);
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

// ---- primitives

bool Draw::assemble(const std::vector<Vertex>& v) {
    const uint32_t params = get(reg::DRAW_PARAMS);
    const bool last = field::DRAW_PARAMS_PROVOKING_VERTEX.get(params) != 0;
    const size_t n = v.size();
    bool good = true;
    const auto triangle = [&](size_t a, size_t b, size_t c, int first_of_three) {
        good = good && draw_triangle(v[a], v[b], v[c], last ? (first_of_three + 2) % 3 : first_of_three);
    };
    switch (field::DRAW_PARAMS_PRIMITIVE_TYPE.get(params)) {
        case points:
            for (size_t i = 0; good && i < n; i++) good = draw_point(v[i]);
            return good;
        case lines:
            for (size_t i = 0; good && i + 1 < n; i += 2) good = draw_line(v[i], v[i + 1], last);
            return good;
        case line_loop:
        case line_strip:
            for (size_t i = 0; good && i + 1 < n; i++) good = draw_line(v[i], v[i + 1], last);
            if (good && n > 2 && field::DRAW_PARAMS_PRIMITIVE_TYPE.get(params) == line_loop)
                good = draw_line(v[n - 1], v[0], last);
            return good;
        case triangles:
            for (size_t i = 0; i + 2 < n; i += 3) triangle(i, i + 1, i + 2, 0);
            return good;
        case triangle_strip:
            // Every second is turned, and keeps its provoking vertices.
            for (size_t i = 0; i + 2 < n; i++) {
                if (i & 1)
                    good = good && draw_triangle(v[i + 1], v[i], v[i + 2], last ? 2 : 1);
                else
                    triangle(i, i + 1, i + 2, 0);
            }
            return good;
        case triangle_fan:
            for (size_t i = 1; i + 1 < n; i++) good = good && draw_triangle(v[0], v[i], v[i + 1], last ? 2 : 1);
            return good;
        default: return fail("there is no such primitive");
    }
}

CoverageVertex Draw::window(const std::array<double, 4>& position, double& z) const {
    const double w = position[3];
    const auto in = [&](uint32_t scale, uint32_t bias, size_t c) {
        return position[c] / w * static_cast<double>(get_float(scale)) + static_cast<double>(get_float(bias));
    };
    z = in(reg::VIEWPORT_Z_SCALE, reg::VIEWPORT_Z_BIAS, 2);
    return {in(reg::VIEWPORT_X_SCALE, reg::VIEWPORT_X_BIAS, 0) / 16,
            in(reg::VIEWPORT_Y_SCALE, reg::VIEWPORT_Y_BIAS, 1) / 16};
}

// The view volume's planes, two for each of x, y and z; the guard bands widen it. In front of the eye, w > 0, follows
// from two of them but at the eye itself.
double Draw::plane_distance(size_t plane, const std::array<double, 4>& position) const {
    constexpr std::array<uint32_t, 3> bands{reg::GUARDBAND_WIDTH, reg::GUARDBAND_HEIGHT, reg::GUARDBAND_DEPTH};
    const double band = position[3] * static_cast<double>(get_float(bands[plane / 2]));
    return plane % 2 ? band - position[plane / 2] : band + position[plane / 2];
}

bool Draw::draw_triangle(const Vertex& a, const Vertex& b, const Vertex& c, int provoking) {
    std::vector<Corner> corners(3);
    const std::array<const Vertex*, 3> vertices{&a, &b, &c};
    for (size_t i = 0; i < 3; i++) {
        for (size_t k = 0; k < 4; k++) {
            corners[i].position[k] = static_cast<double>(vertices[i]->position[k]);
            if (!std::isfinite(corners[i].position[k])) return true;  // nothing to be seen
        }
        corners[i].weights[i] = 1;
    }
    for (size_t plane = 0; plane < 6; plane++) {
        std::vector<Corner> kept;
        const auto distance = [&](const Corner& corner) { return plane_distance(plane, corner.position); };
        for (size_t i = 0; i < corners.size(); i++) {
            const Corner& here = corners[i];
            const Corner& next = corners[(i + 1) % corners.size()];
            const double d0 = distance(here), d1 = distance(next);
            if (d0 >= 0) kept.push_back(here);
            if ((d0 >= 0) != (d1 >= 0)) {
                const double t = d0 / (d0 - d1);
                Corner cut;
                for (size_t k = 0; k < 4; k++)
                    cut.position[k] = here.position[k] + t * (next.position[k] - here.position[k]);
                for (size_t k = 0; k < 3; k++)
                    cut.weights[k] = here.weights[k] + t * (next.weights[k] - here.weights[k]);
                kept.push_back(cut);
            }
        }
        corners = std::move(kept);
    }
    if (corners.size() < 3) return true;
    for (const Corner& corner : corners)
        if (corner.position[3] <= smallest_w) return true;
    double area = 0, z = 0;
    std::vector<CoverageVertex> places;
    for (const Corner& corner : corners) places.push_back(window(corner.position, z));
    for (size_t i = 0; i < places.size(); i++) {
        const CoverageVertex &p = places[i], &q = places[(i + 1) % places.size()];
        area += p.x * q.y - q.x * p.y;
    }
    const uint32_t setup = get(reg::CULL_FACE_LINKER_SETUP);
    const bool counter_clockwise = area > 0;
    const uint32_t culled = field::CULL_FACE_LINKER_SETUP_CULL_FACE.get(setup);
    if (culled & (counter_clockwise ? 1u : 2u)) return true;
    const bool front = counter_clockwise != (field::CULL_FACE_LINKER_SETUP_FRONT_CW.get(setup) != 0);
    return raster(vertices, corners, provoking, front);
}

// Lines and points are two triangles around them; the offset is in pixels, so it is added to clip coordinates by w.
bool Draw::draw_line(const Vertex& a, const Vertex& b, bool provoking_last) {
    std::array<std::array<double, 4>, 2> ends{};
    std::array<double, 2> t{0, 1};
    for (size_t k = 0; k < 4; k++) {
        ends[0][k] = static_cast<double>(a.position[k]);
        ends[1][k] = static_cast<double>(b.position[k]);
        if (!std::isfinite(ends[0][k]) || !std::isfinite(ends[1][k])) return true;
    }
    for (size_t plane = 0; plane < 6; plane++) {
        const double d0 = plane_distance(plane, ends[0]), d1 = plane_distance(plane, ends[1]);
        if (d0 < 0 && d1 < 0) return true;
        if (d0 < 0) t[0] = std::max(t[0], d0 / (d0 - d1));
        if (d1 < 0) t[1] = std::min(t[1], d0 / (d0 - d1));
    }
    if (t[0] > t[1]) return true;
    std::array<Corner, 2> corners;
    for (size_t i = 0; i < 2; i++) {
        for (size_t k = 0; k < 4; k++) corners[i].position[k] = ends[0][k] + t[i] * (ends[1][k] - ends[0][k]);
        corners[i].weights = {1 - t[i], t[i], 0};
        if (corners[i].position[3] <= smallest_w) return true;
    }
    double z = 0;
    const CoverageVertex p = window(corners[0].position, z), q = window(corners[1].position, z);
    const double half = static_cast<double>(get_float(reg::HALF_LINE_WIDTH));
    const bool steep = std::fabs(q.y - p.y) > std::fabs(q.x - p.x);
    const size_t axis = steep ? 0 : 1;
    const double scale = static_cast<double>(get_float(steep ? reg::VIEWPORT_X_SCALE : reg::VIEWPORT_Y_SCALE)) / 16;
    const auto moved = [&](const Corner& corner, double by) {
        Corner made = corner;
        made.position[axis] += by / scale * corner.position[3];
        return made;
    };
    const std::vector<Corner> corners_of_line{moved(corners[0], -half), moved(corners[0], half),
                                              moved(corners[1], half), moved(corners[1], -half)};
    return raster({&a, &b, &a}, corners_of_line, provoking_last ? 1 : 0, true);
}

bool Draw::draw_point(const Vertex& a) {
    std::array<double, 4> position{};
    for (size_t k = 0; k < 4; k++) {
        position[k] = static_cast<double>(a.position[k]);
        if (!std::isfinite(position[k])) return true;
    }
    for (size_t k = 0; k < 3; k++)
        if (std::fabs(position[k]) > position[3]) return true;  // points are clipped by their centres
    if (position[3] <= smallest_w) return true;
    const double half = static_cast<double>(get_float(reg::POINT_SIZE)) / 2;
    const auto clip = [&](uint32_t scale) { return position[3] / (static_cast<double>(get_float(scale)) / 16); };
    const double x_pixel = clip(reg::VIEWPORT_X_SCALE), y_pixel = clip(reg::VIEWPORT_Y_SCALE);
    std::vector<Corner> corners(4);
    constexpr std::array<std::array<double, 2>, 4> signs{{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}};
    for (size_t i = 0; i < 4; i++) {
        corners[i].position = {position[0] + (signs[i][0] * half + centre_tie) * x_pixel,
                               position[1] + (signs[i][1] * half + centre_tie) * y_pixel, position[2], position[3]};
        corners[i].weights = {1, 0, 0};
    }
    return raster({&a, &a, &a}, corners, 0, true);
}

// A convex polygon of corners, as a fan.
bool Draw::raster(std::array<const Vertex*, 3> vertices, const std::vector<Corner>& corners, int provoking,
                  bool front) {
    triangle_ = {};
    triangle_.provoking = provoking;
    triangle_.selects_z = selects_z_;
    triangle_.front = front;
    for (size_t i = 0; i < 3; i++) {
        const auto w = static_cast<double>(vertices[i]->position[3]);
        triangle_.w[i] = std::fabs(w) < smallest_w ? smallest_w : w;
        for (size_t row = 0; row < mfu_tram_rows; row++)
            for (size_t c = 0; c < 4; c++) triangle_.tram[row][c].vertex[i] = vertices[i]->tram[row][c];
    }
    for (size_t row = 0; row < mfu_tram_rows; row++)
        for (size_t c = 0; c < 4; c++) {
            triangle_.tram[row][c].written = tram_written_[row][c];
            triangle_.tram[row][c].flat = tram_flat_[row][c];
        }
    for (size_t i = 1; i + 1 < corners.size(); i++) {
        piece_ = {corners[0], corners[i], corners[i + 1]};
        std::array<CoverageVertex, 3> places;
        for (size_t k = 0; k < 3; k++) places[k] = window(piece_[k].position, piece_z_[k]);
        // The steepest change of z for a pixel.
        const double x1 = places[1].x - places[0].x, y1 = places[1].y - places[0].y, z1 = piece_z_[1] - piece_z_[0];
        const double x2 = places[2].x - places[0].x, y2 = places[2].y - places[0].y, z2 = piece_z_[2] - piece_z_[0];
        const double area = x1 * y2 - x2 * y1;
        const double slope =
            area != 0 ? std::max(std::fabs((z1 * y2 - z2 * y1) / area), std::fabs((x1 * z2 - x2 * z1) / area)) : 0;
        offset_ = polygon_offset(get_float(reg::POLYGON_OFFSET_FACTOR), get_float(reg::POLYGON_OFFSET_UNITS), slope);
        e_.coverage_.triangle(places, scissor_, *this);
        if (failed_) return false;
    }
    return true;
}

// ---- fragments

// Tests and, where a fragment fails, what that does to the stencil. Passing ones change it when they are written.
bool Draw::stencil_and_depth(bool front, int x, int y, double z) {
    uint8_t* stencil = nullptr;
    const uint32_t one = get(front ? reg::STENCIL_FRONT1 : reg::STENCIL_BACK1);
    const uint32_t two = get(front ? reg::STENCIL_FRONT2 : reg::STENCIL_BACK2);
    const auto reference = static_cast<uint8_t>(field::STENCIL_FRONT2_REF.get(two));
    if (stencil_test_) {
        stencil = pixel(2, x, y, 1);
        if (!stencil) return fail("a fragment lies outside of the stencil buffer");
        const uint32_t mask = field::STENCIL_FRONT1_MASK.get(one);
        if (!compare(field::STENCIL_FRONT1_FUNC.get(one), reference & mask, *stencil & mask)) {
            *stencil = stencil_result(field::STENCIL_FRONT2_OP_FAIL.get(two), *stencil, reference);
            return false;
        }
    }
    if (!depth_test_) return true;
    uint8_t* const depth = pixel(0, x, y, 2);
    if (!depth) return fail("a fragment lies outside of the depth buffer");
    const uint32_t here = depth_value(z) >> 4, there = depth[0] | static_cast<uint32_t>(depth[1]) << 8;
    if (compare(field::DEPTH_TEST_PARAMS_FUNC.get(get(reg::DEPTH_TEST_PARAMS)), here, there)) return true;
    if (stencil) *stencil = stencil_result(field::STENCIL_FRONT2_OP_ZFAIL.get(two), *stencil, reference);
    return false;
}

void Draw::quad(int x, int y, const std::array<bool, 4>& covered, const std::array<std::array<double, 3>, 4>& weights) {
    if (failed_) return;
    FragmentQuad quad;
    quad.x = x;
    quad.y = y;
    quad.covered = covered;
    bool any = false;
    for (size_t i = 0; i < 4; i++) {
        // Of the piece's corners, then of the whole primitive's vertices: with perspective, and back to the screen.
        std::array<double, 3> whole{};
        double sum = 0, z = 0;
        for (size_t k = 0; k < 3; k++) {
            const double share = weights[i][k] / piece_[k].position[3];
            sum += share;
            z += weights[i][k] * piece_z_[k];
            for (size_t v = 0; v < 3; v++) whole[v] += share * piece_[k].weights[v];
        }
        double w = 0;
        for (size_t v = 0; v < 3; v++) {
            whole[v] /= sum;
            w += whole[v] * triangle_.w[v];
        }
        for (size_t v = 0; v < 3; v++) quad.barycentric[i][v] = whole[v] * triangle_.w[v] / w;
        quad.z[i] = z + offset_ > 0 ? std::min(z + offset_, 1.0) : 0;
        if (!covered[i]) continue;
        const int px = x + static_cast<int>(i & 1), py = y + static_cast<int>(i >> 1);
        quad.covered[i] = stencil_and_depth(triangle_.front, px, py, quad.z[i]);
        if (failed_) return;
        any |= quad.covered[i];
    }
    if (!any) return;
    const FragmentResult result = pipeline_->run(triangle_, quad, fragment_state_);
    if (!result.fault.empty()) {
        fail("fragment (" + std::to_string(x) + ", " + std::to_string(y) + "): " + result.fault);
        return;
    }
    for (size_t i = 0; i < 4; i++) {
        if (!quad.covered[i]) continue;
        e_.fragments_++;
        if (result.killed[i]) continue;
        const int px = x + static_cast<int>(i & 1), py = y + static_cast<int>(i >> 1);
        if (stencil_test_) {
            const uint32_t two = get(triangle_.front ? reg::STENCIL_FRONT2 : reg::STENCIL_BACK2);
            uint8_t* const stencil = pixel(2, px, py, 1);
            if (stencil)
                *stencil = stencil_result(field::STENCIL_FRONT2_OP_ZPASS.get(two), *stencil,
                                          static_cast<uint8_t>(field::STENCIL_FRONT2_REF.get(two)));
        }
        if (depth_test_ && depth_write_) {
            const uint32_t value = depth_value(quad.z[i]) >> 4;
            if (uint8_t* const depth = pixel(0, px, py, 2)) {
                depth[0] = static_cast<uint8_t>(value);
                depth[1] = static_cast<uint8_t>(value >> 8);
            }
        }
    }
}

bool Draw::look_up(const TextureRequest& request, std::array<Rgba8, quad_size>& texels) {
    const auto unit = static_cast<uint32_t>(request.unit);
    const TextureState state{get(reg::TEXTURE_POINTER + unit), get(reg::TEXTURE_DESC1 + 2 * unit),
                             get(reg::TEXTURE_DESC2 + 2 * unit)};
    if (const std::string reason = sample(state, e_.memory_, request, texels); !reason.empty())
        return fail("texture " + std::to_string(request.unit) + ": " + reason);
    return true;
}

bool Draw::read_target(int target, int x, int y, Rgba8& value) {
    const auto number = static_cast<uint32_t>(target);
    const uint32_t format = field::RT_PARAMS_FORMAT.get(get(reg::RT_PARAMS + number));
    const uint8_t* const bytes =
        get(reg::RT_ENABLE) >> number & 1 && has_color(format) ? pixel(number, x, y, pixel_bytes(format)) : nullptr;
    if (bytes) value = read_pixel(format, bytes);
    return bytes != nullptr;
}

bool Draw::write_target(int target, int x, int y, const Rgba8& value) {
    const auto number = static_cast<uint32_t>(target);
    const uint32_t format = field::RT_PARAMS_FORMAT.get(get(reg::RT_PARAMS + number));
    uint8_t* const bytes =
        get(reg::RT_ENABLE) >> number & 1 && has_color(format) ? pixel(number, x, y, pixel_bytes(format)) : nullptr;
    if (bytes) write_pixel(format, value, bytes);
    return bytes != nullptr;
}

// The operation itself is applied with the depth, for programs that store no stencil too.
bool Draw::write_stencil(int, int) { return (get(reg::RT_ENABLE) & 4) != 0; }

bool run_draw(Emulator& emulator) { return Draw(emulator).run(); }

// ---- rules

uint32_t depth_value(double z) {
    constexpr double steps = 1 << 20;
    return z > 0 ? static_cast<uint32_t>(std::min(std::floor(z * steps), steps - 1)) : 0;  // NaN: 0
}

float normalized_attribute(int64_t value, uint32_t bits, bool is_signed) {
    const double most = std::ldexp(1.0, static_cast<int>(bits)) - 1;
    return static_cast<float>((is_signed ? 2 * static_cast<double>(value) + 1 : static_cast<double>(value)) / most);
}

bool compare(uint32_t function, uint32_t a, uint32_t b) {
    switch (function & 7) {
        case 0: return false;
        case 1: return a < b;
        case 2: return a == b;
        case 3: return a <= b;
        case 4: return a > b;
        case 5: return a != b;
        case 6: return a >= b;
        default: return true;
    }
}

uint8_t stencil_result(uint32_t operation, uint8_t value, uint8_t reference) {
    switch (operation & 7) {
        case 0: return 0;
        case 1: return value;
        case 2: return reference;
        case 3: return value == 255 ? value : static_cast<uint8_t>(value + 1);
        case 4: return value == 0 ? value : static_cast<uint8_t>(value - 1);
        case 5: return static_cast<uint8_t>(~value);
        case 6: return static_cast<uint8_t>(value + 1);
        default: return static_cast<uint8_t>(value - 1);
    }
}

double polygon_offset(float factor, float units, double slope) {
    return static_cast<double>(factor) * slope + static_cast<double>(units) / 65536;
}

}  // namespace arbasm::tegra
