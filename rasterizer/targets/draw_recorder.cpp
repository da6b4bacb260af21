#include "rasterizer/targets/draw_recorder.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "arbasm/assembler.h"
#include "arbasm/targets/tegra/device.h"
#include "arbasm/targets/tegra/pixels.h"
#include "rasterizer/fragment/fragment_key.h"
#include "rasterizer/geometry/assemble_primitives.h"
#include "rasterizer/geometry/fetch_vertices.h"
#include "rasterizer/geometry/vertex_layout.h"
#include "rasterizer/geometry/vertex_stage.h"
#include "rasterizer/targets/device_coverage.h"
#include "runtime/targets/back_ends.h"

namespace rasterizer {
namespace {

namespace tegra = arbasm::tegra;
using arbasm::BindingKind;

constexpr size_t most_programs = 512;  // kept
constexpr uint32_t surface_alignment = 256;
constexpr uint32_t color_target = 1, depth_target = 0, stencil_target = 2;
constexpr uint32_t sync_point = 1;

std::string first_error(const std::vector<arbasm::Diagnostic>& errors) {
    return errors.empty() ? std::string() : errors.front().message;
}

size_t hash_of(const std::vector<uint8_t>& bytes) {
    return std::hash<std::string_view>()(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

uint32_t stencil_operation(StencilFace::Operation operation) {
    using Operation = StencilFace::Operation;
    switch (operation) {
        case Operation::Zero: return 0;
        case Operation::Keep: return 1;
        default: return static_cast<uint32_t>(operation);
    }
}

// False: the device writes all bits, and this face some of them.
bool stencil_face(const StencilFace& face, tegra::StencilFace& out) {
    out = {static_cast<uint32_t>(face.function),
           face.read_mask,
           face.reference,
           stencil_operation(face.fail),
           stencil_operation(face.depth_fail),
           stencil_operation(face.pass)};
    constexpr uint32_t keep = 1;
    if (face.write_mask == 0) out.on_fail = out.on_depth_fail = out.on_pass = keep;
    return face.write_mask == 0 || face.write_mask == 0xff ||
           (out.on_fail == keep && out.on_depth_fail == keep && out.on_pass == keep);
}

bool same_blend(const BlendState& a, const BlendState& b) {
    return a.enabled == b.enabled && a.write_mask == b.write_mask &&
           (!a.enabled || (a.source_color == b.source_color && a.destination_color == b.destination_color &&
                           a.source_alpha == b.source_alpha && a.destination_alpha == b.destination_alpha &&
                           a.color_equation == b.color_equation && a.alpha_equation == b.alpha_equation));
}

// The orders of both enumerations are GL's.
static_assert(static_cast<int>(tegra::BlendFactor::SourceAlphaSaturate) ==
              static_cast<int>(BlendFactor::SourceAlphaSaturate));
static_assert(static_cast<int>(tegra::BlendEquation::Max) == static_cast<int>(BlendEquation::Max));
static_assert(static_cast<int>(tegra::AlphaTest::Always) == static_cast<int>(CompareFunction::Always));
tegra::BlendFactor factor(BlendFactor f) { return static_cast<tegra::BlendFactor>(f); }
tegra::BlendEquation equation(BlendEquation e) { return static_cast<tegra::BlendEquation>(e); }

// Which kinds of results an instruction writes: how many registers of a kind, and how many in all.
int32_t results_written(const arbasm::Program& program, const arbasm::Destination& result, BindingKind kind,
                        int32_t& all) {
    all = 0;
    if (result.file != arbasm::RegisterFile::Result || result.variable < 0) return 0;
    const arbasm::Variable& variable = program.variables[static_cast<size_t>(result.variable)];
    const bool relative = result.relative.file != arbasm::RegisterFile::None;
    const int32_t first = relative ? variable.base : variable.register_of(result.element);
    all = relative ? variable.size : 1;
    int32_t found = 0;
    for (int32_t i = first; i < first + all; i++) found += program.results[static_cast<size_t>(i)].kind == kind;
    return found;
}

// What the driver does behind the vertex program, and here it must do itself: it clamps colours, and of the fog
// coordinate it takes x alone. Empty, or why it can't.
std::string finish_results(arbasm::Program& program, bool clamps_colors) {
    for (arbasm::Instruction& instruction : program.instructions) {
        int32_t all = 0;
        if (results_written(program, instruction.result, BindingKind::FogCoord, all)) {
            if (all > 1) return "a fog coordinate is among results that are indexed at run time";
            if (instruction.result.write_mask & 1) instruction.result.write_mask = 1;
            if (instruction.result.write_mask != 1) return "components of a fog coordinate are written that it has not";
        }
        const int32_t colors = results_written(program, instruction.result, BindingKind::Color, all);
        if (colors == 0 || !clamps_colors) continue;
        if (colors != all) return "colours are among results that are indexed at run time";
        if (instruction.condition_update != arbasm::ConditionUpdate::None &&
            instruction.saturation == arbasm::Saturation::None)
            return "a colour that must be clamped sets a condition";
        instruction.saturation = arbasm::Saturation::Unsigned;
    }
    return {};
}

tegra::DrawPrimitive primitive_of_corners(uint8_t corners) {
    return corners == 1 ? tegra::draw_points : corners == 2 ? tegra::draw_lines : tegra::draw_triangles;
}

// How many corners the primitives have that a draw is made of.
uint8_t corners_of(Primitive primitive) {
    switch (primitive) {
        case Primitive::Points: return 1;
        case Primitive::Lines:
        case Primitive::LineLoop:
        case Primitive::LineStrip:
        case Primitive::LinesAdjacency:
        case Primitive::LineStripAdjacency: return 2;
        default: return 3;
    }
}

bool reads_flat(const VertexLayout& layout) {
    return std::any_of(layout.inputs.begin(), layout.inputs.end(), [](const FragmentInput& input) {
        return input.kind == FragmentInput::Kind::Varying && input.interpolation == arbasm::Interpolation::Flat;
    });
}

// Turns lines and triangles so that the provoking vertex is the last. Quads of which it is no corner of the first
// triangle are cut along the other diagonal.
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

}  // namespace

DrawRecorder::DrawRecorder(RecorderOptions options) : options_(std::move(options)) {
    clear_vertices_ = arbasm::parse("!!ARBvp1.0\nMOV result.position, vertex.position;\nEND\n").program;
    clear_fragments_ = arbasm::parse("!!ARBfp1.0\nMOV result.color, program.local[0];\nEND\n").program;
}

// ---- programs

const DrawRecorder::VertexProgram& DrawRecorder::vertex_program(const std::shared_ptr<const arbasm::Program>& program,
                                                                bool clamps_colors) {
    if (vertex_programs_.size() > most_programs) vertex_programs_.clear();
    const auto [it, added] = vertex_programs_.try_emplace({program.get(), clamps_colors});
    VertexProgram& made = it->second;
    if (!added) return made;
    made.program = program;
    arbasm::Program changed = *program;
    made.error = finish_results(changed, clamps_colors);
    if (!made.error.empty()) return made;
    made.code = tegra::generate_vertex(changed);
    made.error = first_error(made.code.errors);
    return made;
}

const DrawRecorder::FragmentProgram& DrawRecorder::fragment_program(
    const std::shared_ptr<const arbasm::Program>& program, const tegra::FragmentOptions& options) {
    for (const auto& known : fragment_programs_)
        if (known->program == program && known->options.clip_planes == options.clip_planes &&
            known->options.two_sided == options.two_sided && known->options.blends == options.blends &&
            known->options.blending == options.blending && known->options.color_mask == options.color_mask &&
            known->options.alpha_test == options.alpha_test)
            return *known;
    if (fragment_programs_.size() > most_programs) fragment_programs_.clear();
    FragmentProgram& made = *fragment_programs_.emplace_back(std::make_unique<FragmentProgram>());
    made.program = program;
    made.options = options;
    for (const arbasm::Option option :
         {arbasm::Option::ArbFragmentCoordOriginUpperLeft, arbasm::Option::ArbFragmentCoordPixelCenterInteger})
        if (program->has(option)) made.error = "fragment positions count by other conventions";
    if (!made.error.empty()) return made;
    made.code = tegra::generate_fragment(*program, options);
    made.error = first_error(made.code.errors);
    made.kills = options.clip_planes || options.alpha_test != tegra::AlphaTest::Always ||
                 std::any_of(program->instructions.begin(), program->instructions.end(),
                             [](const arbasm::Instruction& i) { return i.opcode == arbasm::Opcode::Kil; });
    return made;
}

// ---- memory

uint32_t DrawRecorder::place(const void* bytes, size_t count, uint32_t alignment) {
    std::vector<uint8_t>& memory = capture_.memory;
    const size_t address = (memory.size() + alignment - 1) / alignment * alignment;
    memory.resize(address + (count + 3) / 4 * 4);
    if (bytes && count) std::memcpy(&memory[address], bytes, count);
    return static_cast<uint32_t>(address);
}

uint32_t DrawRecorder::place_once(const std::vector<uint8_t>& bytes) {
    const size_t hash = hash_of(bytes);
    const auto [first, last] = placed_.equal_range(hash);
    for (auto it = first; it != last; ++it)
        if (it->second.second == bytes.size() &&
            std::equal(bytes.begin(), bytes.end(), capture_.memory.begin() + it->second.first))
            return it->second.first;
    const uint32_t address = place(bytes.data(), bytes.size(), 64);
    placed_.emplace(hash, std::pair(address, bytes.size()));
    return address;
}

std::string DrawRecorder::bind(const SurfaceView& view, SurfaceKind kind, bool srgb_write, uint32_t number,
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
        surface.address = place(nullptr, bytes, surface_alignment);
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
void DrawRecorder::bind_scratch(int32_t width, int32_t height, uint32_t number,
                                std::vector<tegra::TargetBinding>& targets) {
    const uint32_t pitch = surface_pitch(width, tegra::format_A8);
    targets.push_back({number, place(nullptr, static_cast<size_t>(pitch) * surface_rows(height), surface_alignment),
                       tegra::format_A8, pitch});
}

void DrawRecorder::show(const SurfaceView& view, const std::vector<tegra::TargetBinding>& targets) {
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

// Blending, masks and the alpha test are part of the program.
std::string DrawRecorder::choose_fragment(const Draw& draw, const VertexLayout& layout, Expressed& result) {
    const FragmentState& state = draw.fragment_state;
    if (state.logic_operation_enabled && state.logic_operation != LogicOperation::Copy)
        return "a logic operation combines colours";
    tegra::FragmentOptions options;
    options.precision = options_.mixed_precision ? tegra::FragmentOptions::Mixed : tegra::FragmentOptions::Fp20;
    options.clip_planes = layout.clip_mask;
    size_t one_sided = 0, two_sided = 0;
    for (size_t i = 0; i < layout.inputs.size(); i++)
        if (layout.inputs[i].kind == FragmentInput::Kind::Varying &&
            draw.fragment.program->attributes[i].binding.kind == BindingKind::Color)
            (layout.inputs[i].back_slot == layout.inputs[i].slot ? one_sided : two_sided)++;
    if (two_sided && one_sided) return "one colour differs between faces, and another does not";
    options.two_sided = two_sided != 0;
    const BlendState* blend = nullptr;
    uint8_t components = 15;
    for (size_t i = 0; i < max_color_attachments; i++) {
        const SurfaceView& view = draw.framebuffer.colors[i];
        if (!view) continue;
        if (blend && draw.framebuffer.broadcast) return "one colour goes to several render targets";
        if (blend && !same_blend(*blend, state.blend[i])) return "render targets blend in different ways";
        blend = &state.blend[i];
        components &= surface_format(*view.image, SurfaceKind::Color, draw.framebuffer.srgb_write).components;
    }
    if (blend) {
        options.color_mask = blend->write_mask & components;
        options.blends = blend->enabled;
        for (const BlendFactor f :
             {blend->source_color, blend->source_alpha, blend->destination_color, blend->destination_alpha})
            if (blend->enabled && f > BlendFactor::SourceAlphaSaturate) return "blending takes a second colour";
        if (blend->enabled) {
            options.blending.source = {factor(blend->source_color), factor(blend->source_alpha)};
            options.blending.destination = {factor(blend->destination_color), factor(blend->destination_alpha)};
            options.blending.equation = {equation(blend->color_equation), equation(blend->alpha_equation)};
        }
    }
    if (state.alpha_test) options.alpha_test = static_cast<tegra::AlphaTest>(state.alpha_function);
    result.fragment = &fragment_program(draw.fragment.program, options);
    return result.fragment->error;
}

std::string DrawRecorder::express_textures(const Draw& draw, const Settle& settle, Expressed& result) {
    static const runtime::TextureBinding none;
    for (uint32_t unit = 0; unit < tegra::texture_units; unit++) {
        if (!(result.fragment->code.units >> unit & 1)) continue;
        const runtime::TextureBinding& binding =
            unit < draw.fragment.textures.size() ? draw.fragment.textures[unit] : none;
        DeviceTexture texture;
        if (std::string reason = describe_texture(binding, texture); !reason.empty()) return reason;
        uint32_t address = 0;
        bool rendered = false;
        if (texture.only_level) {
            // What the engine has drawn itself.
            const auto found = surfaces_.find({texture.only_level, 0, SurfaceKind::Color});
            rendered = found != surfaces_.end() && found->second.current &&
                       found->second.format.format == texture.target_format;
            if (rendered) address = found->second.address;
        }
        if (!rendered) {
            if (binding.texture)
                for (const auto& level : binding.texture->levels) settle(*level);
            fill_texture(binding, texture);
            address = place_once(texture.bytes);
        }
        result.state.textures.push_back({unit, address, texture.desc1, texture.desc2});
    }
    return {};
}

std::string DrawRecorder::express_targets(const Draw& draw, const Settle& settle, Expressed& result) {
    const Framebuffer& framebuffer = draw.framebuffer;
    tegra::DrawState& state = result.state;
    for (uint32_t target = color_target; target < tegra::render_targets; target++) {
        if (!(result.fragment->code.targets >> target & 1)) continue;
        // Target 2 would be the stencil buffer's; the tests say so where both are wanted.
        size_t buffer = target - color_target;
        if (framebuffer.broadcast)
            while (buffer + 1 < max_color_attachments && !framebuffer.colors[buffer]) buffer++;
        if (buffer < max_color_attachments && framebuffer.colors[buffer]) {
            if (std::string reason = bind(framebuffer.colors[buffer], SurfaceKind::Color, framebuffer.srgb_write,
                                          target, false, settle, state.targets);
                !reason.empty())
                return reason;
        } else {
            bind_scratch(framebuffer.width, framebuffer.height, target, state.targets);
        }
    }
    const DepthStencilState& tests = draw.depth_stencil;
    if (tests.depth_test && framebuffer.depth) {
        state.depth_test = true;
        state.depth_write = tests.depth_write;
        state.depth_function = static_cast<uint32_t>(tests.depth_function);
        if (std::string reason =
                bind(framebuffer.depth, SurfaceKind::Depth, false, depth_target, false, settle, state.targets);
            !reason.empty())
            return reason;
    }
    if (tests.stencil_test && framebuffer.stencil) {
        if (result.fragment->code.targets >> stencil_target & 1)
            return "a second colour and the stencil buffer share a target";
        if (!stencil_face(tests.stencil[0], state.front) || !stencil_face(tests.stencil[1], state.back))
            return "some bits of the stencil are written";
        state.stencil_test = true;
        if (std::string reason =
                bind(framebuffer.stencil, SurfaceKind::Stencil, false, stencil_target, false, settle, state.targets);
            !reason.empty())
            return reason;
    }
    return {};
}

std::string DrawRecorder::express(const Draw& draw, const Settle& settle, Expressed& result) {
    const RasterState& raster = draw.raster;
    const Framebuffer& framebuffer = draw.framebuffer;
    if (draw.pixel_rectangle) return "pixels are drawn from memory";
    if (draw.geometry.program || draw.tess_control.program || draw.tess_evaluation.program ||
        draw.primitive == Primitive::Patches)
        return "there are programs between vertices and fragments";
    if (!draw.vertex.program || !draw.fragment.program) return "there is no program";
    if (framebuffer.samples > 1) return "a framebuffer has several samples";
    if (draw.depth_stencil.depth_bounds_test) return "depth bounds are tested";
    if (raster.conservative) return "rasterization is conservative";
    if (raster.depth_clamp) return "depth is clamped";
    if (raster.clip_origin_upper_left || raster.clip_depth_zero_to_one) return "clip coordinates are others";
    const uint8_t corners = corners_of(draw.primitive);
    const bool culls_all = corners == 3 && raster.cull_front && raster.cull_back;
    if (culls_all || draw.input.count < corners || draw.input.instance_count <= 0) {
        result.nothing = true;
        return {};
    }
    if (corners == 3) {
        for (const bool back : {false, true})
            if (!(back ? raster.cull_back : raster.cull_front) && raster.polygon_mode[back] != PolygonMode::Fill)
                return "polygons are drawn as lines or points";
        if (raster.polygon_stipple) return "polygons are stippled";
        if (raster.polygon_smooth) return "polygons are smooth";
    } else if (corners == 2) {
        if (raster.line_stipple) return "lines are stippled";
        if (raster.line_smooth) return "lines are smooth";
    } else {
        if (raster.point_smooth) return "points are smooth";
        if (raster.program_point_size) return "vertices have sizes of points";
    }
    const VertexLayout layout = build_vertex_layout(draw);
    if (layout.clip_mask && corners != 3) return "lines and points are cut by clip planes";
    for (size_t i = 0; i < layout.inputs.size(); i++) {
        const FragmentInput& input = layout.inputs[i];
        if (corners == 1 && input.replaced_on_points) return "points are sprites";
    }

    result.vertex = &vertex_program(draw.vertex.program, raster.clamp_vertex_color);
    if (!result.vertex->error.empty()) return result.vertex->error;
    if (std::string reason = choose_fragment(draw, layout, result); !reason.empty()) return reason;

    // Polygons end at the viewport's edge; wide lines and points don't.
    const auto pixel = [](double edge) { return std::clamp(std::ceil(edge - 0.5), -1e9, 1e9); };
    double left = 0, bottom = 0, right = framebuffer.width, top = framebuffer.height;
    const auto confine = [&](double x, double y, double width, double height) {
        left = std::max(left, pixel(x));
        bottom = std::max(bottom, pixel(y));
        right = std::min(right, pixel(x + width));
        top = std::min(top, pixel(y + height));
    };
    const Viewport& viewport = draw.viewports[0];
    if (raster.scissor_test)
        confine(draw.scissors[0].x, draw.scissors[0].y, draw.scissors[0].width, draw.scissors[0].height);
    if (corners == 3) confine(viewport.x, viewport.y, viewport.width, viewport.height);
    if (left >= right || bottom >= top || !(viewport.width > 0) || !(viewport.height > 0)) {
        result.nothing = true;
        return {};
    }
    tegra::DrawState& state = result.state;
    state.scissor_x = static_cast<uint32_t>(left);
    state.scissor_y = static_cast<uint32_t>(bottom);
    state.scissor_width = static_cast<uint32_t>(right - left);
    state.scissor_height = static_cast<uint32_t>(top - bottom);
    state.viewport_x = viewport.x;
    state.viewport_y = viewport.y;
    state.viewport_width = viewport.width;
    state.viewport_height = viewport.height;
    state.depth_near = static_cast<float>(viewport.near_value);
    state.depth_far = static_cast<float>(viewport.far_value);
    state.front_is_clockwise = raster.front_face_clockwise;
    state.cull_clockwise = raster.front_face_clockwise ? raster.cull_front : raster.cull_back;
    state.cull_counter_clockwise = raster.front_face_clockwise ? raster.cull_back : raster.cull_front;
    if (corners == 3 && raster.polygon_offset[static_cast<size_t>(PolygonMode::Fill)]) {
        if (raster.offset_clamp != 0) return "polygon offsets are clamped";
        state.offset_factor = raster.offset_factor;
        state.offset_units = raster.offset_units;
    }
    state.line_width = std::max(1.0f, std::round(raster.line_width));
    state.point_size =
        std::max(1.0f, std::round(std::clamp(raster.point_size, raster.point_size_min, raster.point_size_max)));
    state.provoking_last = true;
    state.kills = result.fragment->kills;

    std::vector<tegra::VaryingRow> rows;
    for (const auto& varying : result.fragment->code.varyings) {
        const bool flat = varying.attribute < layout.inputs.size()
                              ? layout.inputs[varying.attribute].interpolation == arbasm::Interpolation::Flat
                              : varying.binding.kind == BindingKind::Color && raster.flat_shade;
        rows.push_back({varying.binding, varying.row, varying.flat || flat, varying.component});
    }
    tegra::LinkPlan plan = tegra::link(result.vertex->code, rows, result.fragment->code.needs_depth);
    if (!plan.error.empty()) return plan.error;
    state.links = std::move(plan.instructions);
    state.exports = plan.exports;
    state.tram_rows = plan.rows;
    state.vertex = &result.vertex->code.code;
    state.fragment = &result.fragment->code.code;

    for (const auto& c : result.vertex->code.constants) {
        tegra::Float4 value{};
        if (c.parameter < draw.vertex.parameters.size())
            for (size_t i = 0; i < 4; i++) value[i] = std::bit_cast<float>(draw.vertex.parameters[c.parameter][i]);
        state.constants.emplace_back(c.constant, value);
    }
    const auto side = [&](uint32_t unit, bool height) {
        if (unit >= draw.fragment.textures.size() || !draw.fragment.textures[unit].texture) return 1.0f;
        const runtime::Extent extent = draw.fragment.textures[unit].texture->levels[0]->extent();
        return static_cast<float>(std::max(1, height ? extent.height : extent.width));
    };
    if (std::string reason = express_textures(draw, settle, result); !reason.empty()) return reason;
    for (const auto& uniform : result.fragment->code.uniforms) {
        using Kind = tegra::GeneratedFragment::UniformKind;
        float value = 0;
        switch (uniform.kind) {
            case Kind::Parameter:
                if (uniform.index < draw.fragment.parameters.size())
                    value = std::bit_cast<float>(draw.fragment.parameters[uniform.index][uniform.component]);
                break;
            // As the engine counts: from the upper edge of the viewport.
            case Kind::HeightLessHalf: value = std::round(viewport.y + viewport.height) - 0.5f; break;
            case Kind::InverseWidth: value = 1 / side(uniform.index, false); break;
            case Kind::InverseHeight: value = 1 / side(uniform.index, true); break;
            case Kind::BlendColor:
                value = std::clamp(draw.fragment_state.blend_color[uniform.component], 0.0f, 1.0f);
                break;
            case Kind::AlphaReference: value = std::clamp(draw.fragment_state.alpha_reference, 0.0f, 1.0f); break;
        }
        state.uniforms.emplace_back(uniform.uniform, tegra::uniform_word(value));
    }
    return express_targets(draw, settle, result);
}

tegra::StreamBuilder DrawRecorder::begin_stream() const {
    tegra::StreamBuilder stream;
    if (capture_.streams.empty())
        tegra::emit_reset(stream);
    else
        stream.set_class(tegra::class_gr3d);
    return stream;
}

void DrawRecorder::finish_stream(const tegra::StreamBuilder& stream) { capture_.streams.push_back(stream.words()); }

// Lists of points, lines and triangles of the draw's vertices: what strips, fans, quads and indices of all sizes come
// to. Each triangle's provoking vertex is its last one.
std::string DrawRecorder::record(const Draw& draw, Expressed& expressed) {
    const uint8_t corners = corners_of(draw.primitive);
    const VertexLayout layout = build_vertex_layout(draw);
    const bool flat = reads_flat(layout);
    constexpr size_t most_vertices = 65536, primitives_at_once = 20000;  // 16 bits of index
    const auto& attributes = expressed.vertex->code.attributes;
    for (int32_t instance = 0; instance < draw.input.instance_count; instance++) {
        PrimitiveAssembler assembler(draw);
        VertexPlaces places;
        for (bool more = true; more;) {
            std::vector<AssembledPrimitive> primitives;
            more = assembler.assemble(primitives, primitives_at_once);
            if (primitives.empty()) continue;
            places.start(3 * primitives.size());
            std::vector<uint16_t> indices;
            if (flat) arrange_provoking(primitives);
            for (const AssembledPrimitive& primitive : primitives) {
                const std::array<uint32_t, 3>& v = primitive.vertices;
                for (size_t i = 0; i < corners; i++) indices.push_back(static_cast<uint16_t>(places.place_of(v[i])));
            }
            const std::vector<uint32_t>& vertices = places.vertices();
            if (vertices.size() > most_vertices) return "a draw has too many vertices at once";

            // What the vertex program reads, as floats.
            const arbasm::Program& program = *draw.vertex.program;
            std::vector<std::vector<float>> values(attributes.size());
            std::vector<runtime::LaneVector> registers(program.attributes.size() + 1);
            for (size_t first = 0; first < vertices.size(); first += runtime::group_lanes) {
                const size_t count = std::min<size_t>(runtime::group_lanes, vertices.size() - first);
                fetch_vertices(draw.input, program, std::span(vertices).subspan(first, count),
                               static_cast<uint32_t>(instance), registers.data());
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
            tegra::StreamBuilder stream = begin_stream();
            std::string reason = tegra::emit_state(stream, state);
            if (reason.empty()) reason = tegra::emit_draw(stream, state, call);
            if (!reason.empty()) return reason;
            tegra::emit_sync_point(stream, sync_point);
            finish_stream(stream);
        }
    }
    for (const SurfaceView& view : draw.framebuffer.colors)
        if (view) {
            show(view, expressed.state.targets);
            break;
        }
    return {};
}

void DrawRecorder::draw(const Draw& draw, const Settle& settle) {
    if (draw.sink || draw.raster.rasterizer_discard || draw.framebuffer.width <= 0 || draw.framebuffer.height <= 0)
        return;
    const std::lock_guard lock(mutex_);
    if (!recording()) return;
    if (capture_.memory.size() > options_.most_memory) write_file();
    Expressed expressed;
    std::string reason = express(draw, settle, expressed);
    if (reason.empty() && !expressed.nothing) reason = record(draw, expressed);
    if (!reason.empty()) {
        refuse("a draw", reason);
        forget_targets(draw.framebuffer);
    }
}

// ---- clears

std::string DrawRecorder::record_clear(const Clear& clear, const Settle& settle) {
    const Framebuffer& framebuffer = clear.framebuffer;
    if (framebuffer.samples > 1) return "a framebuffer has several samples";
    const bool stencil = clear.stencil && clear.stencil_mask && framebuffer.stencil;
    if (stencil && clear.stencil_mask != 0xff) return "some bits of the stencil are cleared";
    const auto whole = [&](const SurfaceView& view) {
        const runtime::Extent extent = view.image->extent();
        return clear.area.x <= 0 && clear.area.y <= 0 && clear.area.x + clear.area.width >= extent.width &&
               clear.area.y + clear.area.height >= extent.height;
    };
    const VertexProgram& vertex = vertex_program(clear_vertices_, false);
    const bool depth = clear.depth && framebuffer.depth;
    bool tests = depth || stencil;
    for (size_t i = 0; i < max_color_attachments; i++) {
        const SurfaceView& view = framebuffer.colors[i];
        const bool colors = clear.color_buffers >> i & 1 && view && clear.color_mask[i];
        // Depth and stencil go with the first colour, or alone.
        if (!colors && !(tests && i + 1 == max_color_attachments)) continue;
        tegra::DrawState state;
        tegra::FragmentOptions options;
        runtime::Vector4 color{};
        if (colors) {
            const SurfaceFormat format = surface_format(*view.image, SurfaceKind::Color, framebuffer.srgb_write);
            options.color_mask = clear.color_mask[i] & 15;
            color = clear.color[i];
            // What has no alpha keeps one.
            for (uint32_t c = 0; c < 4; c++)
                if (!(format.components >> c & 1)) {
                    color[c] = std::bit_cast<uint32_t>(1.0f);
                    options.color_mask |= static_cast<uint8_t>(1 << c);
                }
            if (std::string reason = bind(view, SurfaceKind::Color, framebuffer.srgb_write, color_target,
                                          options.color_mask == 15 && whole(view), settle, state.targets);
                !reason.empty())
                return reason;
        } else {
            bind_scratch(framebuffer.width, framebuffer.height, color_target, state.targets);
        }
        float z = 0;
        if (tests) {
            tests = false;
            state.depth_function = 7;
            if (depth) {
                if (std::string reason = bind(framebuffer.depth, SurfaceKind::Depth, false, depth_target,
                                              whole(framebuffer.depth), settle, state.targets);
                    !reason.empty())
                    return reason;
                state.depth_test = state.depth_write = true;
                z = static_cast<float>(2 * clear.depth_value - 1);
            }
            if (stencil) {
                if (std::string reason = bind(framebuffer.stencil, SurfaceKind::Stencil, false, stencil_target,
                                              whole(framebuffer.stencil), settle, state.targets);
                    !reason.empty())
                    return reason;
                state.stencil_test = true;
                state.front = state.back = {7, 0xff, clear.stencil_value, 2, 2, 2};
            }
        }
        const FragmentProgram& fragment = fragment_program(clear_fragments_, options);
        if (!fragment.error.empty()) return fragment.error;
        for (const auto& uniform : fragment.code.uniforms) {
            // The FX10 that stores as the same byte as the colour.
            const float wanted = std::bit_cast<float>(color[uniform.component]);
            const float byte = std::floor(std::clamp(wanted, 0.0f, 1.0f) * 255 + 0.5f);
            state.uniforms.emplace_back(uniform.uniform, tegra::uniform_word((byte + (byte > 127 ? 1 : 0)) / 256));
        }
        const tegra::LinkPlan plan = tegra::link(vertex.code, {});
        state.vertex = &vertex.code.code;
        state.fragment = &fragment.code.code;
        state.links = plan.instructions;
        state.exports = plan.exports;
        state.tram_rows = plan.rows;
        state.viewport_width = static_cast<float>(framebuffer.width);
        state.viewport_height = static_cast<float>(framebuffer.height);
        state.scissor_x = static_cast<uint32_t>(std::max(clear.area.x, 0));
        state.scissor_y = static_cast<uint32_t>(std::max(clear.area.y, 0));
        state.scissor_width = static_cast<uint32_t>(std::max(clear.area.width, 0));
        state.scissor_height = static_cast<uint32_t>(std::max(clear.area.height, 0));
        const std::array<float, 12> strip{-1, -1, z, 1, -1, z, -1, 1, z, 1, 1, z};
        std::vector<uint8_t> bytes(sizeof strip);
        std::memcpy(bytes.data(), strip.data(), sizeof strip);
        for (const auto& a : vertex.code.attributes)
            state.attributes.push_back({a.attribute, place_once(bytes), tegra::attribute_float, 3, 12});
        tegra::StreamBuilder stream = begin_stream();
        std::string reason = tegra::emit_state(stream, state);
        if (reason.empty()) reason = tegra::emit_draw(stream, state, {tegra::draw_triangle_strip, 0, 4});
        if (!reason.empty()) return reason;
        tegra::emit_sync_point(stream, sync_point);
        finish_stream(stream);
        if (colors) show(view, state.targets);
    }
    return {};
}

void DrawRecorder::clear(const Clear& clear, const Settle& settle) {
    const std::lock_guard lock(mutex_);
    if (!recording()) return;
    if (capture_.memory.size() > options_.most_memory) write_file();
    if (const std::string reason = record_clear(clear, settle); !reason.empty()) {
        refuse("a clear", reason);
        forget_targets(clear.framebuffer);
    }
}

// ---- frames

void DrawRecorder::forget_targets(const Framebuffer& framebuffer) {
    const auto forget = [&](const SurfaceView& view) {
        for (auto& [key, surface] : surfaces_)
            if (surface.image == view.image) surface.current = false;
    };
    for (const SurfaceView& view : framebuffer.colors) forget(view);
    forget(framebuffer.depth);
    forget(framebuffer.stencil);
}

// Most of those who ask for an image only read it.
void DrawRecorder::touched(const runtime::Image& image) {
    const std::lock_guard lock(mutex_);
    if (options_.check && shown_.get() == &image) check(image);
    for (auto& [key, surface] : surfaces_) {
        if (surface.image.get() != &image || !surface.current || surface.suspect) continue;
        surface.suspect = true;
        surface.content = hash_of(surface_bytes(image, std::get<1>(key), std::get<2>(key), surface.format));
    }
}

void DrawRecorder::check(const runtime::Image& image) {
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

void DrawRecorder::refuse(const std::string& what, const std::string& reason) {
    if (!said_.insert(reason).second) return;
    messages_.push_back("tegra: " + what + " is not recorded: " + reason);
    std::fprintf(stderr, "asmgl: %s\n", messages_.back().c_str());
}

std::vector<std::string> DrawRecorder::take_messages() {
    const std::lock_guard lock(mutex_);
    return std::exchange(messages_, {});
}

void DrawRecorder::frame_finished() {
    const std::lock_guard lock(mutex_);
    if (!recording()) return;
    if (options_.check && shown_) check(*shown_);
    write_file();
    part_ = 1;
    frame_++;
    if (options_.frames && frame_ > options_.frames) done_ = true;
}

void DrawRecorder::write_file() {
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

void record_draws(std::string_view back_end) {
    runtime::back_ends::TegraOptions wanted;
    constexpr std::string_view name = "tegra:";
    if (!back_end.starts_with(name) || !runtime::back_ends::parse_tegra(back_end.substr(name.size()), wanted).empty() ||
        wanted.folder.empty())
        return;
    RecorderOptions options;
    options.folder = wanted.folder;
    options.mixed_precision = wanted.mixed;
    options.frames = wanted.frames;
    options.check = wanted.check;
    set_draw_observer(std::make_unique<DrawRecorder>(std::move(options)));
    // Frames that nobody shows.
    static const struct Last {
        ~Last() {
            if (DrawObserver* const observer = draw_observer()) observer->frame_finished();
        }
    } last;
}

}  // namespace rasterizer
