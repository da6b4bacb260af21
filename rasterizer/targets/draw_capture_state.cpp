// Draws as states of Tegra's engine: what can be expressed, and why something can't.
#include <algorithm>
#include <bit>
#include <cmath>

#include "machines/tegra/surfaces/pixels.h"
#include "rasterizer/targets/draw_capture.h"

namespace rasterizer {
namespace {

namespace tegra = machines::tegra;
using arbasm::BindingKind;

constexpr size_t most_programs = 512;  // kept

std::string first_error(const std::vector<arbasm::Diagnostic>& errors) {
    return errors.empty() ? std::string() : errors.front().message;
}

uint32_t stencil_operation(StencilFace::Operation operation) {
    using Operation = StencilFace::Operation;
    switch (operation) {
        case Operation::Zero: return tegra::stencil_zero;
        case Operation::Keep: return tegra::stencil_keep;
        case Operation::Replace:
        case Operation::Increment:
        case Operation::Decrement:
        case Operation::Invert:
        case Operation::IncrementWrap:
        case Operation::DecrementWrap: break;
    }
    return static_cast<uint32_t>(operation);
}

// False: the device writes all bits, and this face some of them.
bool stencil_face(const StencilFace& face, tegra::StencilFace& out) {
    out = {static_cast<uint32_t>(face.function),
           face.read_mask,
           face.reference,
           stencil_operation(face.fail),
           stencil_operation(face.depth_fail),
           stencil_operation(face.pass)};
    constexpr uint32_t keep = tegra::stencil_keep;
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

// What the driver does behind the vertex program, and here the program does itself: it clamps colours, and of the fog
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

}  // namespace

// How many corners the primitives have that a draw is made of.
uint8_t DrawCapture::corners_of(Primitive primitive) {
    switch (primitive) {
        case Primitive::Points: return 1;
        case Primitive::Lines:
        case Primitive::LineLoop:
        case Primitive::LineStrip:
        case Primitive::LinesAdjacency:
        case Primitive::LineStripAdjacency: return 2;
        case Primitive::Triangles:
        case Primitive::TriangleStrip:
        case Primitive::TriangleFan:
        case Primitive::Quads:
        case Primitive::QuadStrip:
        case Primitive::Polygon:
        case Primitive::TrianglesAdjacency:
        case Primitive::TriangleStripAdjacency:
        case Primitive::Patches: break;
    }
    return 3;
}

// ---- programs

const DrawCapture::VertexProgram& DrawCapture::vertex_program(const std::shared_ptr<const arbasm::Program>& program,
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

const DrawCapture::FragmentProgram& DrawCapture::fragment_program(const std::shared_ptr<const arbasm::Program>& program,
                                                                  const tegra::FragmentOptions& options) {
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
    made.kills =
        options.clip_planes || options.alpha_test != tegra::AlphaTest::Always || arbasm::find_facts(*program).kills;
    return made;
}

// ---- draws

// Blending, masks and the alpha test are part of the program.
std::string DrawCapture::choose_fragment(const Draw& draw, const VertexLayout& layout, Expressed& result) {
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

std::string DrawCapture::express_textures(const Draw& draw, const Settle& settle, Expressed& result) {
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
            if (binding.texture())
                for (const auto& level : binding.texture()->levels) settle(*level);
            fill_texture(binding, texture);
            address = place_once(texture.bytes);
        }
        result.state.textures.push_back({unit, address, texture.desc1, texture.desc2});
    }
    return {};
}

std::string DrawCapture::express_targets(const Draw& draw, const Settle& settle, Expressed& result) {
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

namespace {

// Why the machine cannot draw this, whatever its programs are. Empty: it may.
std::string refusal(const Draw& draw) {
    const RasterState& raster = draw.raster;
    if (draw.pixel_rectangle) return "pixels are drawn from memory";
    if (draw.geometry.program || draw.tess_control.program || draw.tess_evaluation.program ||
        draw.primitive == Primitive::Patches)
        return "there are programs between vertices and fragments";
    if (!draw.vertex.program || !draw.fragment.program) return "there is no program";
    if (draw.framebuffer.samples > 1) return "a framebuffer has several samples";
    if (draw.depth_stencil.depth_bounds_test) return "depth bounds are tested";
    if (raster.conservative) return "rasterization is conservative";
    if (raster.depth_clamp) return "depth is clamped";
    if (raster.areas) return "areas of pixels are left alone";
    if (moves_positions(draw.viewports[0])) return "the viewport changes clip coordinates";
    if (raster.clip_origin_upper_left || raster.clip_depth_zero_to_one) return "clip coordinates are others";
    return {};
}

// Why primitives with so many corners are refused.
std::string primitive_refusal(const Draw& draw, const VertexLayout& layout, uint8_t corners) {
    const RasterState& raster = draw.raster;
    if (corners == 3) {
        for (const bool back : {false, true})
            if (!(back ? raster.cull_back : raster.cull_front) && raster.polygon_mode[back] != PolygonMode::Fill)
                return "polygons are drawn as lines or points";
        if (raster.polygon_stipple) return "polygons are stippled";
        if (raster.polygon_smooth) return "polygons are smooth";
        return {};
    }
    if (corners == 2) {
        if (raster.line_stipple) return "lines are stippled";
        if (raster.line_smooth) return "lines are smooth";
    } else {
        if (raster.point_smooth) return "points are smooth";
        if (raster.program_point_size) return "vertices have sizes of points";
    }
    if (layout.clip_mask) return "lines and points are cut by clip planes";
    if (corners == 1)
        for (const FragmentInput& input : layout.inputs)
            if (input.replaced_on_points) return "points are sprites";
    return {};
}

// The rectangle that is drawn to. False: it is empty.
bool express_area(const Draw& draw, uint8_t corners, tegra::DrawState& state) {
    const auto pixel = [](double edge) { return std::clamp(std::ceil(edge - 0.5), -1e9, 1e9); };
    double left = 0, bottom = 0, right = draw.framebuffer.width, top = draw.framebuffer.height;
    const auto confine = [&](double x, double y, double width, double height) {
        left = std::max(left, pixel(x));
        bottom = std::max(bottom, pixel(y));
        right = std::min(right, pixel(x + width));
        top = std::min(top, pixel(y + height));
    };
    const Viewport& viewport = draw.viewports[0];
    if (draw.raster.scissor_test)
        confine(draw.scissors[0].x, draw.scissors[0].y, draw.scissors[0].width, draw.scissors[0].height);
    // Polygons end at the viewport's edge; wide lines and points don't.
    if (corners == 3) confine(viewport.x, viewport.y, viewport.width, viewport.height);
    if (left >= right || bottom >= top || !(viewport.width > 0) || !(viewport.height > 0)) return false;
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
    return true;
}

std::string express_raster(const RasterState& raster, uint8_t corners, tegra::DrawState& state) {
    state.front_is_clockwise = raster.front_face_clockwise;
    state.cull_clockwise = raster.front_face_clockwise ? raster.cull_front : raster.cull_back;
    state.cull_counter_clockwise = raster.front_face_clockwise ? raster.cull_back : raster.cull_front;
    if (corners == 3 && raster.polygon_offset[static_cast<size_t>(PolygonMode::Fill)]) {
        if (raster.offset_clamp != 0) return "polygon offsets are clamped";
        if (raster.offset_bias != 0) return "polygon offsets are not in units";
        state.offset_factor = raster.offset_factor;
        state.offset_units = raster.offset_units;
    }
    state.line_width = std::max(1.0f, std::round(raster.line_width));
    state.point_size =
        std::max(1.0f, std::round(std::clamp(raster.point_size, raster.point_size_min, raster.point_size_max)));
    state.provoking_last = true;
    return {};
}

float uniform_value(const Draw& draw, const tegra::GeneratedFragment::Uniform& uniform) {
    using Kind = tegra::GeneratedFragment::UniformKind;
    const auto side = [&](bool height) {
        if (uniform.index >= draw.fragment.textures.size() || !draw.fragment.textures[uniform.index].texture())
            return 1.0f;
        const runtime::Extent extent = draw.fragment.textures[uniform.index].texture()->levels[0]->extent();
        return static_cast<float>(std::max(1, height ? extent.height : extent.width));
    };
    const Viewport& viewport = draw.viewports[0];
    switch (uniform.kind) {
        case Kind::Parameter:
            return uniform.index < draw.fragment.parameters.size()
                       ? std::bit_cast<float>(draw.fragment.parameters[uniform.index][uniform.component])
                       : 0;
        // As the engine counts: from the upper edge of the viewport.
        case Kind::HeightLessHalf: return std::round(viewport.y + viewport.height) - 0.5f;
        case Kind::InverseWidth: return 1 / side(false);
        case Kind::InverseHeight: return 1 / side(true);
        case Kind::BlendColor: return std::clamp(draw.fragment_state.blend_color[uniform.component], 0.0f, 1.0f);
        case Kind::AlphaReference: return std::clamp(draw.fragment_state.alpha_reference, 0.0f, 1.0f);
    }
    return 0;
}

}  // namespace

// The linker's instructions, and the two programs they connect.
std::string DrawCapture::express_programs(const Draw& draw, const VertexLayout& layout, Expressed& result) {
    tegra::DrawState& state = result.state;
    std::vector<tegra::VaryingRow> rows;
    for (const auto& varying : result.fragment->code.varyings) {
        const bool flat = varying.attribute < layout.inputs.size()
                              ? layout.inputs[varying.attribute].interpolation == arbasm::Interpolation::Flat
                              : varying.binding.kind == BindingKind::Color && draw.raster.flat_shade;
        rows.push_back({varying.binding, varying.row, varying.flat || flat, varying.component});
    }
    tegra::LinkPlan plan = tegra::link(result.vertex->code, rows, result.fragment->code.needs_depth);
    if (!plan.error.empty()) return plan.error;
    state.links = std::move(plan.instructions);
    state.exports = plan.exports;
    state.tram_rows = plan.rows;
    state.vertex = &result.vertex->code.code;
    state.fragment = &result.fragment->code.code;
    state.kills = result.fragment->kills;
    for (const auto& c : result.vertex->code.constants) {
        tegra::Float4 value{};
        if (c.parameter < draw.vertex.parameters.size())
            for (size_t i = 0; i < 4; i++) value[i] = std::bit_cast<float>(draw.vertex.parameters[c.parameter][i]);
        state.constants.emplace_back(c.constant, value);
    }
    return {};
}

std::string DrawCapture::express(const Draw& draw, const Settle& settle, Expressed& result) {
    if (std::string reason = refusal(draw); !reason.empty()) return reason;
    const uint8_t corners = corners_of(draw.primitive);
    const bool culls_all = corners == 3 && draw.raster.cull_front && draw.raster.cull_back;
    if (culls_all || draw.input.count < corners || draw.input.instance_count <= 0) {
        result.nothing = true;
        return {};
    }
    const VertexLayout layout = build_vertex_layout(draw);
    if (std::string reason = primitive_refusal(draw, layout, corners); !reason.empty()) return reason;
    result.vertex = &vertex_program(draw.vertex.program, draw.raster.clamp_vertex_color);
    if (!result.vertex->error.empty()) return result.vertex->error;
    if (std::string reason = choose_fragment(draw, layout, result); !reason.empty()) return reason;
    if (!express_area(draw, corners, result.state)) {
        result.nothing = true;
        return {};
    }
    if (std::string reason = express_raster(draw.raster, corners, result.state); !reason.empty()) return reason;
    if (std::string reason = express_programs(draw, layout, result); !reason.empty()) return reason;
    if (std::string reason = express_textures(draw, settle, result); !reason.empty()) return reason;
    for (const auto& uniform : result.fragment->code.uniforms)
        result.state.uniforms.emplace_back(uniform.uniform, tegra::uniform_word(uniform_value(draw, uniform)));
    return express_targets(draw, settle, result);
}

}  // namespace rasterizer
