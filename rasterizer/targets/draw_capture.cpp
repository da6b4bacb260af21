#include "rasterizer/targets/draw_capture.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "ir/program_builder.h"
#include "ir/verify/verify.h"
#include "machines/tegra/device/device.h"
#include "machines/tegra/surfaces/pixels.h"
#include "rasterizer/geometry/assemble_primitives.h"
#include "rasterizer/geometry/fetch_vertices.h"
#include "rasterizer/geometry/vertex_stage.h"
#include "rasterizer/prepare/vertex_layout.h"
#include "rasterizer/targets/capture_draws.h"
#include "rasterizer/targets/device_coverage.h"
#include "runtime/targets/back_ends.h"
#include "runtime/threads/process_events.h"

namespace rasterizer {
namespace {

namespace tegra = machines::tegra;
using arbasm::BindingKind;
using arbasm::RegisterFile;

constexpr uint32_t surface_alignment = 256;
constexpr uint32_t sync_point = 1;

size_t hash_of(const std::vector<uint8_t>& bytes) {
    return std::hash<std::string_view>()(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

tegra::DrawPrimitive primitive_of_corners(uint8_t corners) {
    return corners == 1 ? tegra::draw_points : corners == 2 ? tegra::draw_lines : tegra::draw_triangles;
}

bool reads_flat(const VertexLayout& layout) {
    return std::any_of(layout.inputs.begin(), layout.inputs.end(), [](const FragmentInput& input) {
        return input.kind == FragmentInput::Kind::Varying && input.interpolation == arbasm::Interpolation::Flat;
    });
}

// Turns lines and triangles so that the provoking vertex is the last. Quads are cut along the other diagonal if it is
// no corner of their first triangle.
void arrange_provoking(std::vector<AssembledPrimitive>& primitives) {
    for (size_t i = 0; i < primitives.size(); i++) {
        AssembledPrimitive& primitive = primitives[i];
        std::array<uint32_t, 3>& v = primitive.vertices;
        if (primitive.count == 2 && primitive.flat == v[0]) std::swap(v[0], v[1]);
        if (primitive.count != 3) continue;
        if (std::find(v.begin(), v.end(), primitive.flat) == v.end() && i + 1 < primitives.size() &&
            primitives[i + 1].primitive_id == primitive.primitive_id) {
            const uint32_t c = v[2];
            v[2] = primitive.flat;
            primitives[i + 1].vertices = {v[1], c, primitive.flat};
        }
        for (int turn = 0; turn < 2 && v[2] != primitive.flat; turn++) std::rotate(v.begin(), v.begin() + 1, v.end());
    }
}

// MOV result.position, vertex.position; and MOV result.color, program.local[0];
std::shared_ptr<const arbasm::Program> moving(arbasm::Stage stage, RegisterFile source, BindingKind to) {
    arbasm::Program program;
    program.stage = stage;
    program.instruction_set = arbasm::InstructionSet::Arb10;
    arbasm::ProgramBuilder builder(std::move(program));
    arbasm::Binding result, from;
    result.kind = to;
    from.kind = source == RegisterFile::Parameter ? BindingKind::ProgramLocal : to;
    builder.emit(arbasm::Opcode::Mov, builder.bound(RegisterFile::Result, result), 0xf,
                 {builder.use(builder.bound(source, from))});
    return std::make_shared<const arbasm::Program>(arbasm::checked("moving()", std::move(builder).finish()));
}

}  // namespace

DrawCapture::DrawCapture(CaptureOptions options) : options_(std::move(options)) {
    clear_vertices_ = moving(arbasm::Stage::Vertex, RegisterFile::Attribute, BindingKind::Position);
    clear_fragments_ = moving(arbasm::Stage::Fragment, RegisterFile::Parameter, BindingKind::Color);
}

// ---- memory

uint32_t DrawCapture::allocate(const void* bytes, size_t count, uint32_t alignment) {
    std::vector<uint8_t>& memory = capture_.memory;
    const size_t address = (memory.size() + alignment - 1) / alignment * alignment;
    memory.resize(address + (count + 3) / 4 * 4);
    if (bytes && count) std::memcpy(&memory[address], bytes, count);
    return static_cast<uint32_t>(address);
}

uint32_t DrawCapture::place_once(const std::vector<uint8_t>& bytes) {
    const size_t hash = hash_of(bytes);
    const auto [first, last] = placed_.equal_range(hash);
    for (auto it = first; it != last; ++it)
        if (it->second.second == bytes.size() &&
            std::equal(bytes.begin(), bytes.end(), capture_.memory.begin() + it->second.first))
            return it->second.first;
    const uint32_t address = allocate(bytes.data(), bytes.size(), 64);
    placed_.emplace(hash, std::pair(address, bytes.size()));
    return address;
}

std::string DrawCapture::bind(const SurfaceView& view, SurfaceKind kind, bool srgb_write, uint32_t number,
                              bool overwritten, const Settle& settle, std::vector<tegra::TargetBinding>& targets) {
    if (view.layer_count > 1) return "a framebuffer has layers";
    if (view.image->samples() > 1) return "a framebuffer has several samples";
    const SurfaceFormat format = surface_format(*view.image, kind, srgb_write);
    if (!format.format)
        return "a render target's format is " + std::string(runtime::format_info(view.image->format()).name);
    const runtime::Extent extent = view.image->extent();
    const uint32_t pitch = surface_pitch(extent.width, format.format);
    const size_t bytes = static_cast<size_t>(pitch) * surface_rows(extent.height);
    const auto [it, added] = surfaces_.try_emplace({view.image.get(), view.layer, kind});
    Surface& surface = it->second;
    if (added) {
        surface.image = view.image;
        surface.format = format;
        surface.address = allocate(nullptr, bytes, surface_alignment);
    }
    if (surface.format.format != format.format) return "a render target changes its format";
    if (surface.suspect && !overwritten) {
        settle(*view.image);
        surface.current =
            surface.current && surface.content == hash_of(surface_bytes(*view.image, view.layer, kind, format));
    }
    surface.suspect = false;
    if (!surface.current && !overwritten) {
        settle(*view.image);
        const std::vector<uint8_t> content = surface_bytes(*view.image, view.layer, kind, format);
        if (added) {
            std::memcpy(&capture_.memory[surface.address], content.data(), content.size());
        } else {
            tegra::CaptureWrite write{capture_.streams.size(), surface.address, {}};
            write.words.resize(content.size() / 4);
            std::memcpy(write.words.data(), content.data(), content.size());
            capture_.writes.push_back(std::move(write));
        }
    }
    surface.current = true;
    targets.push_back({number, surface.address, format.format, pitch});
    return {};
}

// Programs store colours whether somebody wants them or not.
void DrawCapture::bind_scratch(int32_t width, int32_t height, uint32_t number,
                               std::vector<tegra::TargetBinding>& targets) {
    const uint32_t pitch = surface_pitch(width, tegra::format_A8);
    targets.push_back({number, allocate(nullptr, static_cast<size_t>(pitch) * surface_rows(height), surface_alignment),
                       tegra::format_A8, pitch});
}

void DrawCapture::show(const SurfaceView& view, const std::vector<tegra::TargetBinding>& targets) {
    for (const tegra::TargetBinding& t : targets)
        if (t.target == color_target && view.image) {
            const runtime::Extent extent = view.image->extent();
            shown_ = view.image;
            shown_layer_ = view.layer;
            capture_.picture = {t.address, t.format, static_cast<uint32_t>(extent.width),
                                static_cast<uint32_t>(extent.height), t.pitch};
        }
}

// ---- draws

tegra::StreamBuilder DrawCapture::begin_stream() const {
    tegra::StreamBuilder stream;
    if (capture_.streams.empty())
        tegra::emit_reset(stream);
    else
        stream.set_class(tegra::class_gr3d);
    return stream;
}

void DrawCapture::finish_stream(const tegra::StreamBuilder& stream) { capture_.streams.push_back(stream.words()); }

// Captures one draw call. Empty, or why there is none.
std::string DrawCapture::capture_stream(const tegra::DrawState& state, const tegra::DrawCall& call) {
    tegra::StreamBuilder stream = begin_stream();
    std::string reason = tegra::emit_state(stream, state);
    if (reason.empty()) reason = tegra::emit_draw(stream, state, call);
    if (!reason.empty()) return reason;
    tegra::emit_sync_point(stream, sync_point);
    finish_stream(stream);
    return {};
}

// Lists of points, lines and triangles of the draw's vertices: what strips, fans, quads and indices of all sizes come
// to. Each triangle's provoking vertex is its last one.
std::string DrawCapture::capture_draw(const Draw& draw, Expressed& expressed) {
    const uint8_t corners = corners_of(draw.primitive);
    const VertexLayout layout = build_vertex_layout(draw);
    const bool flat = reads_flat(layout);
    constexpr size_t most_vertices = 65536, primitives_at_once = 20000;  // 16 bits of index
    const auto& attributes = expressed.vertex->code.attributes;
    for (int32_t instance = 0; instance < draw.input.instance_count; instance++) {
        PrimitiveAssembler assembler(draw);
        DistinctVertices distinct;
        for (bool more = true; more;) {
            std::vector<AssembledPrimitive> primitives;
            more = assembler.assemble(primitives, primitives_at_once);
            if (primitives.empty()) continue;
            distinct.start(3 * primitives.size());
            std::vector<uint16_t> indices;
            if (flat) arrange_provoking(primitives);
            for (const AssembledPrimitive& primitive : primitives) {
                const std::array<uint32_t, 3>& v = primitive.vertices;
                for (size_t i = 0; i < corners; i++) indices.push_back(static_cast<uint16_t>(distinct.index_of(v[i])));
            }
            const std::span<const uint32_t> vertices = distinct.vertices();
            if (vertices.size() > most_vertices) return "a draw has too many vertices at once";

            // What the vertex program reads, as floats.
            const arbasm::Program& program = *draw.vertex.program;
            std::vector<std::vector<float>> values(attributes.size());
            std::vector<runtime::LaneVector> registers(program.attributes.size() + 1);
            for (size_t first = 0; first < vertices.size(); first += runtime::group_lanes) {
                const size_t count = std::min<size_t>(runtime::group_lanes, vertices.size() - first);
                fetch_vertices(draw.input, program, vertices.subspan(first, count), static_cast<uint32_t>(instance),
                               registers.data());
                for (size_t a = 0; a < attributes.size(); a++)
                    for (size_t lane = 0; lane < count; lane++)
                        for (size_t c = 0; c < 4; c++)
                            values[a].push_back(
                                std::bit_cast<float>(registers[attributes[a].attribute].component[c].lane[lane]));
            }
            tegra::DrawState state = expressed.state;
            for (size_t a = 0; a < attributes.size(); a++) {
                // As many components as differ from what the engine puts in their place; one element where all agree.
                const std::vector<float>& from = values[a];
                const auto bits = [&](size_t vertex, size_t c) {
                    return std::bit_cast<uint32_t>(from[4 * vertex + c]);
                };
                uint32_t size = 1;
                bool constant = true;
                for (size_t v = 0; v < vertices.size(); v++)
                    for (uint32_t c = 0; c < 4; c++) {
                        if (bits(v, c) != std::bit_cast<uint32_t>(tegra::attribute_default[c]))
                            size = std::max(size, c + 1);
                        constant = constant && bits(v, c) == bits(0, c);
                    }
                const size_t count = constant ? 1 : vertices.size();
                std::vector<uint8_t> bytes(count * size * 4);
                for (size_t v = 0; v < count; v++) std::memcpy(&bytes[v * size * 4], &from[4 * v], size * 4);
                state.attributes.push_back({attributes[a].attribute, place_once(bytes), tegra::attribute_float, size,
                                            constant ? 0 : 4 * size});
            }
            tegra::DrawCall call;
            call.primitive = primitive_of_corners(corners);
            call.count = static_cast<uint32_t>(indices.size());
            bool in_order = indices.size() == vertices.size();
            for (size_t i = 0; i < indices.size() && in_order; i++) in_order = indices[i] == i;
            if (!in_order) {
                std::vector<uint8_t> bytes(2 * indices.size());
                std::memcpy(bytes.data(), indices.data(), bytes.size());
                call.index_bytes = 2;
                call.index_address = place_once(bytes);
            }
            if (capture_.memory.size() > tegra::max_capture_memory) return "a draw needs too much memory";
            if (std::string reason = capture_stream(state, call); !reason.empty()) return reason;
        }
    }
    for (const SurfaceView& view : draw.framebuffer.colors)
        if (view) {
            show(view, expressed.state.targets);
            break;
        }
    return {};
}

void DrawCapture::draw(const Draw& draw, const Settle& settle) {
    if (draw.sink || draw.raster.rasterizer_discard || draw.framebuffer.width <= 0 || draw.framebuffer.height <= 0)
        return;
    const std::lock_guard lock(mutex_);
    if (!is_capturing()) return;
    if (capture_.memory.size() > options_.most_memory) write_file();
    Expressed expressed;
    std::string reason = express(draw, settle, expressed);
    if (reason.empty() && !expressed.nothing) reason = capture_draw(draw, expressed);
    if (!reason.empty()) {
        refuse("a draw", reason);
        forget_targets(draw.framebuffer);
    }
}

// ---- clears

static bool clears_depth(const Clear& clear) { return clear.depth && clear.framebuffer.depth; }
static bool clears_stencil(const Clear& clear) {
    return clear.stencil && clear.stencil_mask && clear.framebuffer.stencil;
}
static bool clears_color(const Clear& clear, size_t i) {
    return clear.color_buffers >> i & 1 && clear.framebuffer.colors[i] && clear.color_mask[i];
}
static bool covers(const Clear& clear, const SurfaceView& view) {
    const runtime::Extent extent = view.image->extent();
    return clear.area.x <= 0 && clear.area.y <= 0 && clear.area.x + clear.area.width >= extent.width &&
           clear.area.y + clear.area.height >= extent.height;
}

std::string DrawCapture::capture_clear(const Clear& clear, const Settle& settle) {
    if (clear.framebuffer.samples > 1) return "a framebuffer has several samples";
    if (clears_stencil(clear) && clear.stencil_mask != 0xff) return "some bits of the stencil are cleared";
    bool tests = clears_depth(clear) || clears_stencil(clear);
    for (size_t i = 0; i < max_color_attachments; i++) {
        const bool colors = clears_color(clear, i);
        // Depth and stencil go with the first colour, or alone.
        if (!colors && !(tests && i + 1 == max_color_attachments)) continue;
        tegra::DrawState state;
        std::string reason = colors ? clear_color(clear, i, settle, state) : clear_no_color(clear.framebuffer, state);
        if (reason.empty() && tests) reason = clear_depth_stencil(clear, settle, state);
        if (reason.empty()) reason = capture_cleared_area(clear, tests, state);
        if (!reason.empty()) return reason;
        tests = false;
        if (colors) show(clear.framebuffer.colors[i], state.targets);
    }
    return {};
}

// Binds a colour attachment, and the program that gives it its value.
std::string DrawCapture::clear_color(const Clear& clear, size_t i, const Settle& settle, tegra::DrawState& state) {
    const SurfaceView& view = clear.framebuffer.colors[i];
    const bool srgb_write = clear.framebuffer.srgb_write;
    const SurfaceFormat format = surface_format(*view.image, SurfaceKind::Color, srgb_write);
    tegra::FragmentOptions options;
    options.color_mask = clear.color_mask[i] & 15;
    runtime::Vector4 color = clear.color[i];
    // What has no alpha keeps one.
    for (uint32_t c = 0; c < 4; c++)
        if (!(format.components >> c & 1)) {
            color[c] = std::bit_cast<uint32_t>(1.0f);
            options.color_mask |= static_cast<uint8_t>(1 << c);
        }
    if (std::string reason = bind(view, SurfaceKind::Color, srgb_write, color_target,
                                  options.color_mask == 15 && covers(clear, view), settle, state.targets);
        !reason.empty())
        return reason;
    return set_clear_fragment(options, color, state);
}

// The same where only depth or stencil is cleared.
std::string DrawCapture::clear_no_color(const Framebuffer& framebuffer, tegra::DrawState& state) {
    bind_scratch(framebuffer.width, framebuffer.height, color_target, state.targets);
    return set_clear_fragment({}, {}, state);
}

std::string DrawCapture::set_clear_fragment(const tegra::FragmentOptions& options, const runtime::Vector4& color,
                                            tegra::DrawState& state) {
    const FragmentProgram& fragment = fragment_program(clear_fragments_, options);
    if (!fragment.error.empty()) return fragment.error;
    state.fragment = &fragment.code.code;
    for (const auto& uniform : fragment.code.uniforms) {
        // The FX10 that stores as the same byte as the colour.
        const float wanted = std::bit_cast<float>(color[uniform.component]);
        const float byte = std::floor(std::clamp(wanted, 0.0f, 1.0f) * 255 + 0.5f);
        state.uniforms.emplace_back(uniform.uniform, tegra::uniform_word((byte + (byte > 127 ? 1 : 0)) / 256));
    }
    return {};
}

std::string DrawCapture::clear_depth_stencil(const Clear& clear, const Settle& settle, tegra::DrawState& state) {
    const SurfaceView &depth = clear.framebuffer.depth, &stencil = clear.framebuffer.stencil;
    state.depth_function = tegra::function_always;
    if (clears_depth(clear)) {
        if (std::string reason =
                bind(depth, SurfaceKind::Depth, false, depth_target, covers(clear, depth), settle, state.targets);
            !reason.empty())
            return reason;
        state.depth_test = state.depth_write = true;
    }
    if (clears_stencil(clear)) {
        if (std::string reason = bind(stencil, SurfaceKind::Stencil, false, stencil_target, covers(clear, stencil),
                                      settle, state.targets);
            !reason.empty())
            return reason;
        state.stencil_test = true;
        state.front = state.back = {7, 0xff, clear.stencil_value, 2, 2, 2};
    }
    return {};
}

// Draws a strip over all, cut to the area by the scissor box. `tests`: at the depth that is cleared to.
std::string DrawCapture::capture_cleared_area(const Clear& clear, bool tests, tegra::DrawState& state) {
    const VertexProgram& vertex = vertex_program(clear_vertices_, false);
    const tegra::LinkPlan plan = tegra::link(vertex.code, {});
    state.vertex = &vertex.code.code;
    state.links = plan.instructions;
    state.exports = plan.exports;
    state.tram_rows = plan.rows;
    state.viewport_width = static_cast<float>(clear.framebuffer.width);
    state.viewport_height = static_cast<float>(clear.framebuffer.height);
    state.scissor_x = static_cast<uint32_t>(std::max(clear.area.x, 0));
    state.scissor_y = static_cast<uint32_t>(std::max(clear.area.y, 0));
    state.scissor_width = static_cast<uint32_t>(std::max(clear.area.width, 0));
    state.scissor_height = static_cast<uint32_t>(std::max(clear.area.height, 0));
    const float z = tests && clears_depth(clear) ? static_cast<float>(2 * clear.depth_value - 1) : 0;
    const std::array<float, 12> strip{-1, -1, z, 1, -1, z, -1, 1, z, 1, 1, z};
    std::vector<uint8_t> bytes(sizeof strip);
    std::memcpy(bytes.data(), strip.data(), sizeof strip);
    for (const auto& a : vertex.code.attributes)
        state.attributes.push_back({a.attribute, place_once(bytes), tegra::attribute_float, 3, 12});
    return capture_stream(state, {tegra::draw_triangle_strip, 0, 4});
}

void DrawCapture::clear(const Clear& clear, const Settle& settle) {
    const std::lock_guard lock(mutex_);
    if (!is_capturing()) return;
    if (capture_.memory.size() > options_.most_memory) write_file();
    if (const std::string reason = capture_clear(clear, settle); !reason.empty()) {
        refuse("a clear", reason);
        forget_targets(clear.framebuffer);
    }
}

// ---- frames

void DrawCapture::forget_targets(const Framebuffer& framebuffer) {
    const auto forget = [&](const SurfaceView& view) {
        for (auto& [key, surface] : surfaces_)
            if (surface.image == view.image) surface.current = false;
    };
    for (const SurfaceView& view : framebuffer.colors) forget(view);
    forget(framebuffer.depth);
    forget(framebuffer.stencil);
}

// Most of those who ask for an image only read it.
void DrawCapture::touched(const runtime::Image& image) {
    const std::lock_guard lock(mutex_);
    if (options_.check && shown_.get() == &image) check(image);
    for (auto& [key, surface] : surfaces_) {
        if (surface.image.get() != &image || !surface.current || surface.suspect) continue;
        surface.suspect = true;
        surface.content = hash_of(surface_bytes(image, std::get<1>(key), std::get<2>(key), surface.format));
    }
}

void DrawCapture::check(const runtime::Image& image) {
    if (!capture_.picture || streams_checked_ == capture_.streams.size()) return;
    streams_checked_ = capture_.streams.size();
    const tegra::CapturePicture& picture = *capture_.picture;
    DeviceCoverage coverage;
    tegra::Emulator device(0, coverage);
    if (const std::string reason = tegra::replay(capture_, device); !reason.empty()) {
        std::fprintf(stderr, "asmgl: tegra: frame %u does not run: %s\n", frame_, reason.c_str());
        return;
    }
    const std::vector<uint8_t> drawn = surface_bytes(image, shown_layer_, SurfaceKind::Color, {picture.format, 15});
    constexpr int bound = 2;
    uint32_t beyond = 0;
    int most = 0;
    std::string first;
    for (uint32_t y = 0; y < picture.height; y++)
        for (uint32_t x = 0; x < picture.width; x++) {
            const size_t at = static_cast<size_t>(y) * picture.pitch + x * tegra::pixel_bytes(picture.format);
            const tegra::Rgba8 wanted = tegra::read_pixel(picture.format, &drawn[at]),
                               got = tegra::read_pixel(picture.format, &device.memory()[picture.address + at]);
            int off = 0;
            for (size_t c = 0; c < 4; c++) off = std::max(off, std::abs(wanted[c] - got[c]));
            if (off > bound && beyond++ == 0) {
                first = ", the first at " + std::to_string(x) + " " + std::to_string(y) + " is";
                for (const uint8_t c : got) first += " " + std::to_string(c);
                first += " instead of";
                for (const uint8_t c : wanted) first += " " + std::to_string(c);
            }
            most = std::max(most, off);
        }
    std::fprintf(stderr,
                 "asmgl: tegra: frame %u, %zu streams: %u of %u pixels are off by more than %d of 255, at most %d%s\n",
                 frame_, capture_.streams.size(), beyond, picture.width * picture.height, bound, most, first.c_str());
}

void DrawCapture::refuse(const std::string& what, const std::string& reason) {
    if (!said_.insert(reason).second) return;
    messages_.push_back("tegra: " + what + " is not recorded: " + reason);
    std::fprintf(stderr, "asmgl: %s\n", messages_.back().c_str());
}

std::vector<std::string> DrawCapture::take_messages() {
    const std::lock_guard lock(mutex_);
    return std::exchange(messages_, {});
}

void DrawCapture::frame_finished() {
    const std::lock_guard lock(mutex_);
    if (!is_capturing()) return;
    if (options_.check && shown_) check(*shown_);
    write_file();
    part_ = 1;
    frame_++;
    if (options_.frames && frame_ > options_.frames) done_ = true;
}

void DrawCapture::write_file() {
    if (!capture_.streams.empty()) {
        char name[48];
        if (part_ == 1)
            std::snprintf(name, sizeof name, "frame-%04u.host1x", frame_);
        else
            std::snprintf(name, sizeof name, "frame-%04u-%u.host1x", frame_, part_);
        part_++;
        const std::filesystem::path path = std::filesystem::path(options_.folder) / name;
        std::error_code ignored;
        std::filesystem::create_directories(options_.folder, ignored);
        const std::string text = tegra::print_capture(capture_);
        std::ofstream file(path, std::ios::binary);
        file << text;
        bytes_written_ += text.size();
        if (!file.flush()) {
            refuse("a frame", "cannot write " + path.string());
            done_ = true;
        } else if (bytes_written_ > options_.most_bytes) {
            refuse("what follows", "the files take " + std::to_string(bytes_written_ >> 20) + " MiB");
            done_ = true;
        }
    }
    capture_ = {};
    shown_ = nullptr;
    streams_checked_ = 0;
    surfaces_.clear();
    placed_.clear();
}

void capture_draws(std::string_view back_end) {
    runtime::back_ends::TegraOptions wanted;
    constexpr std::string_view name = "tegra:";
    if (!back_end.starts_with(name) || !runtime::back_ends::parse_tegra(back_end.substr(name.size()), wanted).empty() ||
        wanted.folder.empty())
        return;
    CaptureOptions options;
    options.folder = wanted.folder;
    options.mixed_precision = wanted.mixed;
    options.frames = wanted.frames;
    options.check = wanted.check;
    set_draw_observer(std::make_unique<DrawCapture>(std::move(options)));
    // Frames that nobody shows.
    static const runtime::ProcessHandlers handlers{nullptr, nullptr, nullptr, nullptr, [] {
                                                       if (DrawObserver* const observer = draw_observer())
                                                           observer->frame_finished();
                                                   }};
    runtime::add_process_handlers(runtime::ProcessPart::DrawCapture, handlers);
}

}  // namespace rasterizer
