#include "glapi/resolve/resolve_raster_state.h"

#include <algorithm>
#include <cmath>

#include "glapi/context.h"
#include "glapi/objects/framebuffers/framebuffer.h"
#include "glapi/objects/programs/programs.h"
#include "glapi/objects/vertex_arrays/vertex_arrays.h"
#include "glapi/resolve/resolve_areas.h"
#include "glapi/resolve/resolve_framebuffer.h"
#include "glapi/state/state.h"

namespace glapi {
namespace {

using rasterizer::BlendEquation;
using rasterizer::BlendFactor;
using rasterizer::CompareFunction;
using rasterizer::Draw;
using Operation = rasterizer::StencilFace::Operation;

CompareFunction compare_function(GLenum function) {
    switch (function) {
        case GL_NEVER: return CompareFunction::Never;
        case GL_LESS: return CompareFunction::Less;
        case GL_EQUAL: return CompareFunction::Equal;
        case GL_LEQUAL: return CompareFunction::LessOrEqual;
        case GL_GREATER: return CompareFunction::Greater;
        case GL_NOTEQUAL: return CompareFunction::NotEqual;
        case GL_GEQUAL: return CompareFunction::GreaterOrEqual;
        default: return CompareFunction::Always;
    }
}

Operation stencil_operation(GLenum operation) {
    switch (operation) {
        case GL_ZERO: return Operation::Zero;
        case GL_REPLACE: return Operation::Replace;
        case GL_INCR: return Operation::Increment;
        case GL_DECR: return Operation::Decrement;
        case GL_INVERT: return Operation::Invert;
        case GL_INCR_WRAP: return Operation::IncrementWrap;
        case GL_DECR_WRAP: return Operation::DecrementWrap;
        default: return Operation::Keep;
    }
}

BlendFactor blend_factor(GLenum factor) {
    switch (factor) {
        case GL_ONE: return BlendFactor::One;
        case GL_SRC_COLOR: return BlendFactor::SourceColor;
        case GL_ONE_MINUS_SRC_COLOR: return BlendFactor::OneMinusSourceColor;
        case GL_DST_COLOR: return BlendFactor::DestinationColor;
        case GL_ONE_MINUS_DST_COLOR: return BlendFactor::OneMinusDestinationColor;
        case GL_SRC_ALPHA: return BlendFactor::SourceAlpha;
        case GL_ONE_MINUS_SRC_ALPHA: return BlendFactor::OneMinusSourceAlpha;
        case GL_DST_ALPHA: return BlendFactor::DestinationAlpha;
        case GL_ONE_MINUS_DST_ALPHA: return BlendFactor::OneMinusDestinationAlpha;
        case GL_CONSTANT_COLOR: return BlendFactor::ConstantColor;
        case GL_ONE_MINUS_CONSTANT_COLOR: return BlendFactor::OneMinusConstantColor;
        case GL_CONSTANT_ALPHA: return BlendFactor::ConstantAlpha;
        case GL_ONE_MINUS_CONSTANT_ALPHA: return BlendFactor::OneMinusConstantAlpha;
        case GL_SRC_ALPHA_SATURATE: return BlendFactor::SourceAlphaSaturate;
        case GL_SRC1_COLOR: return BlendFactor::Source1Color;
        case GL_ONE_MINUS_SRC1_COLOR: return BlendFactor::OneMinusSource1Color;
        case GL_SRC1_ALPHA: return BlendFactor::Source1Alpha;
        case GL_ONE_MINUS_SRC1_ALPHA: return BlendFactor::OneMinusSource1Alpha;
        default: return BlendFactor::Zero;
    }
}

BlendEquation blend_equation(GLenum mode) {
    switch (mode) {
        case GL_FUNC_SUBTRACT: return BlendEquation::Subtract;
        case GL_FUNC_REVERSE_SUBTRACT: return BlendEquation::ReverseSubtract;
        case GL_MIN: return BlendEquation::Min;
        case GL_MAX: return BlendEquation::Max;
        case GL_MULTIPLY_KHR: return BlendEquation::Multiply;
        case GL_SCREEN_KHR: return BlendEquation::Screen;
        case GL_OVERLAY_KHR: return BlendEquation::Overlay;
        case GL_DARKEN_KHR: return BlendEquation::Darken;
        case GL_LIGHTEN_KHR: return BlendEquation::Lighten;
        case GL_COLORDODGE_KHR: return BlendEquation::ColorDodge;
        case GL_COLORBURN_KHR: return BlendEquation::ColorBurn;
        case GL_HARDLIGHT_KHR: return BlendEquation::HardLight;
        case GL_SOFTLIGHT_KHR: return BlendEquation::SoftLight;
        case GL_DIFFERENCE_KHR: return BlendEquation::Difference;
        case GL_EXCLUSION_KHR: return BlendEquation::Exclusion;
        case GL_HSL_HUE_KHR: return BlendEquation::HslHue;
        case GL_HSL_SATURATION_KHR: return BlendEquation::HslSaturation;
        case GL_HSL_COLOR_KHR: return BlendEquation::HslColor;
        case GL_HSL_LUMINOSITY_KHR: return BlendEquation::HslLuminosity;
        default: return BlendEquation::Add;
    }
}

rasterizer::PolygonMode polygon_mode(GLenum mode) {
    switch (mode) {
        case GL_POINT: return rasterizer::PolygonMode::Point;
        case GL_LINE: return rasterizer::PolygonMode::Line;
        case GL_FILL_RECTANGLE_NV: return rasterizer::PolygonMode::FillRectangle;
        default: return rasterizer::PolygonMode::Fill;
    }
}

bool clamps(GLenum mode, bool fixed_point_only) {
    return mode == GL_TRUE || (mode == GL_FIXED_ONLY && fixed_point_only);
}

// INTEL's polygons are those of NVIDIA's that were not snapped: 1/512 pixel is half a sub-pixel.
void resolve_conservative(const State& state, rasterizer::RasterState& raster) {
    using rasterizer::ConservativeMode;
    const bool nvidia = state.conservative_rasterization, intel = state.conservative_rasterization_intel;
    raster.conservative = nvidia || intel;
    raster.whole_sample_masks = intel;
    if (nvidia) {
        raster.sub_pixel_bias_x = static_cast<uint8_t>(state.viewport.sub_pixel_bias_x);
        raster.sub_pixel_bias_y = static_cast<uint8_t>(state.viewport.sub_pixel_bias_y);
        raster.dilation =
            static_cast<uint8_t>(state.conservative_dilation / limits::CONSERVATIVE_RASTER_DILATE_GRANULARITY_NV);
    }
    const GLenum mode = nvidia ? state.conservative_mode : GL_CONSERVATIVE_RASTER_MODE_POST_SNAP_NV;
    raster.conservative_mode = mode == GL_CONSERVATIVE_RASTER_MODE_PRE_SNAP_NV ? ConservativeMode::PreSnap
                               : intel || mode == GL_CONSERVATIVE_RASTER_MODE_PRE_SNAP_TRIANGLES_NV
                                   ? ConservativeMode::PreSnapTriangles
                                   : ConservativeMode::PostSnap;
}

void resolve_primitives(const Context& context, const FramebufferBits& bits, Draw& draw) {
    const State& state = context.state;
    rasterizer::RasterState& raster = draw.raster;
    const PolygonState& polygon = state.polygon;
    raster.front_face_clockwise = polygon.front_face == GL_CW;
    raster.cull_front = polygon.cull && polygon.cull_face != GL_BACK;
    raster.cull_back = polygon.cull && polygon.cull_face != GL_FRONT;
    raster.polygon_mode = {polygon_mode(polygon.mode[0]), polygon_mode(polygon.mode[1])};
    raster.polygon_offset = {polygon.offset_point, polygon.offset_line, polygon.offset_fill, polygon.offset_fill};
    raster.offset_factor = polygon.offset_factor;
    raster.offset_units = polygon.offset_units;
    raster.offset_clamp = polygon.offset_clamp;
    raster.offset_bias = polygon.offset_bias;
    raster.polygon_stipple = polygon.stipple;
    if (polygon.stipple) raster.polygon_stipple_pattern = state.polygon_stipple.rows;
    raster.polygon_smooth = polygon.smooth;
    resolve_conservative(state, raster);

    raster.line_width = std::clamp(state.line.width, 1.0f, limits::ALIASED_LINE_WIDTH_RANGE[1]);
    raster.line_smooth = state.line.smooth;
    raster.line_stipple = state.line.stipple;
    raster.line_stipple_pattern = state.line.stipple_pattern;
    raster.line_stipple_factor = uint16_t(state.line.stipple_factor);

    const PointState& point = state.point;
    const bool attenuated = point.attenuation != std::array<float, 3>{1, 0, 0};
    raster.point_size = point.size;
    raster.program_point_size = context.programs.replaces_vertices()
                                    ? point.program_size
                                    : attenuated || reads_point_sizes(context.version, context.vertex_arrays);
    raster.point_size_min = std::max(point.size_min, 0.0f);
    raster.point_size_max = std::min(point.size_max, limits::ALIASED_POINT_SIZE_RANGE[1]);
    raster.point_fade_threshold = point.fade_threshold;
    raster.point_smooth = point.smooth;
    raster.point_sprite = point.sprite || context.version.is_core();
    raster.point_sprite_upper_left = point.sprite_origin == GL_UPPER_LEFT;
    raster.point_sprite_r = point.sprite_r_mode == GL_S ? 0 : point.sprite_r_mode == GL_R ? 2 : -1;
    raster.point_sprite_coordinates = 0;
    for (int unit = 0; unit < limits::MAX_TEXTURE_COORDS; ++unit) {
        raster.point_sprite_coordinates |= uint8_t(state.texturing.units[unit].coordinate_replace << unit);
    }

    // OpenGL ES 3.2, 12.5: clipping discards points outside of the near or far plane only.
    raster.confined_by_viewport = context.version.is_es2();

    const LightingState& lighting = state.lighting;
    raster.flat_shade = lighting.shade_model == GL_FLAT;
    raster.provoking_first = lighting.provoking_vertex == GL_FIRST_VERTEX_CONVENTION;
    raster.two_sided_color = context.programs.vertex_active()
                                 ? context.programs.two_side
                                 : lighting.enabled && lighting.two_sided && !context.programs.vertex_shader_active();
    raster.clamp_vertex_color = clamps(lighting.clamp_vertex_color, bits.fixed_point_only);

    const TransformState& transform = state.transform;
    raster.clip_distances = 0;
    for (int plane = 0; plane < limits::MAX_CLIP_PLANES; ++plane) {
        raster.clip_distances |= uint8_t(transform.clip_plane_enabled[plane] << plane);
    }
    raster.depth_clamp = transform.depth_clamp;
    raster.clip_origin_upper_left = transform.clip_origin == GL_UPPER_LEFT;
    raster.clip_depth_zero_to_one = transform.clip_depth_mode == GL_ZERO_TO_ONE;
    raster.rasterizer_discard = state.rasterizer_discard;
    raster.multisample = state.multisample.enabled;
    const FramebufferState& framebuffers = context.framebuffers;
    const SampleLocations& locations =
        framebuffers.draw ? framebuffers.draw->sample_locations : framebuffers.window_sample_locations;
    raster.sample_offsets = locations.offsets();
    // A box per viewport; where some are not enabled these are as large as the framebuffer.
    raster.scissor_test = std::ranges::find(state.scissor.enabled, true) != state.scissor.enabled.end();
    raster.areas = resolve_areas(context.state, context.framebuffers);
    draw.viewports = state.viewport.viewports;
    for (size_t i = 0; i < draw.viewports.size() && state.scale_position_w; ++i)
        draw.viewports[i].w_by_x = state.viewport.w_scales[i][0],
        draw.viewports[i].w_by_y = state.viewport.w_scales[i][1];
    draw.scissors = state.scissor.boxes;
    for (int i = 0; i < limits::MAX_VIEWPORTS && raster.scissor_test; ++i) {
        if (!state.scissor.enabled[i]) draw.scissors[i] = {0, 0, draw.framebuffer.width, draw.framebuffer.height};
    }
}

void resolve_depth_stencil(const State& state, const FramebufferBits& bits, Draw& draw) {
    const DepthState& depth = state.depth;
    const StencilState& stencil = state.stencil;
    rasterizer::DepthStencilState& out = draw.depth_stencil;
    // Without a depth buffer the test always passes (GL 2.1 §4.1.5); nor is there a stencil test without stencil.
    out.depth_test = depth.test && draw.framebuffer.depth;
    out.depth_write = depth.write && out.depth_test;
    out.depth_function = compare_function(depth.function);
    out.depth_bounds_test = depth.bounds_test && draw.framebuffer.depth;
    out.depth_bounds_min = depth.bounds_min;
    out.depth_bounds_max = depth.bounds_max;
    out.stencil_test = stencil.test && draw.framebuffer.stencil;
    for (int face = 0; face < 2; ++face) {
        const StencilSide& side = stencil.sides[face == 0 ? 0 : stencil.test_two_side ? 2 : 1];
        rasterizer::StencilFace& to = out.stencil[face];
        to.function = compare_function(side.function);
        to.reference = uint8_t(std::clamp(side.reference, 0, (1 << std::max(bits.stencil, 8)) - 1));
        to.read_mask = uint8_t(side.read_mask);
        to.write_mask = uint8_t(side.write_mask);
        to.fail = stencil_operation(side.fail);
        to.depth_fail = stencil_operation(side.depth_fail);
        to.pass = stencil_operation(side.pass);
    }
}

void resolve_fragments(const State& state, const FramebufferBits& bits, Draw& draw) {
    const ColorBufferState& color = state.color_buffer;
    const MultisampleState& multisample = state.multisample;
    rasterizer::FragmentState& out = draw.fragment_state;
    out.clamp_color = clamps(color.clamp_fragment_color, bits.fixed_point_only);
    out.alpha_test = color.alpha_test && !bits.integer_color;
    out.alpha_function = compare_function(color.alpha_function);
    out.alpha_reference = out.clamp_color ? std::clamp(color.alpha_reference, 0.0f, 1.0f) : color.alpha_reference;
    out.logic_operation_enabled = color.logic_operation;
    out.logic_operation = rasterizer::LogicOperation(color.logic_operation_mode - GL_CLEAR);
    for (int i = 0; i < limits::MAX_DRAW_BUFFERS; ++i) {
        const BlendBuffer& buffer = color.buffers[i];
        rasterizer::BlendState& to = out.blend[i];
        // A logical operation disables blending (GL 2.1 §4.1.10).
        to = {};
        if (buffer.enabled && !out.logic_operation_enabled) {
            to.enabled = true;
            to.source_color = blend_factor(buffer.source_rgb);
            to.destination_color = blend_factor(buffer.destination_rgb);
            to.source_alpha = blend_factor(buffer.source_alpha);
            to.destination_alpha = blend_factor(buffer.destination_alpha);
            to.color_equation = blend_equation(buffer.equation_rgb);
            to.alpha_equation = blend_equation(buffer.equation_alpha);
        }
        to.write_mask = 0;
        for (int component = 0; component < 4; ++component) {
            to.write_mask |= uint8_t(buffer.write_mask[component] << component);
        }
    }
    // Clamped per buffer, as its format wants (GL 4.6 §17.3.6).
    for (int i = 0; i < 4; ++i) out.blend_color[i] = color.blend_color.data()[i];
    out.dither = color.dither;
    out.coverage_color = static_cast<int8_t>(color.coverage_to_color ? static_cast<int>(color.coverage_color) : -1);
    const bool multisampled = multisample.enabled && draw.framebuffer.samples > 1;
    out.alpha_to_coverage = !multisampled || !multisample.alpha_to_coverage ? rasterizer::AlphaToCoverage::Off
                            : multisample.alpha_to_coverage_dither == GL_ALPHA_TO_COVERAGE_DITHER_ENABLE_NV
                                ? rasterizer::AlphaToCoverage::Dithered
                                : rasterizer::AlphaToCoverage::Rounded;
    out.alpha_to_one = multisampled && multisample.alpha_to_one;
    out.sample_coverage = multisampled && multisample.coverage;
    out.sample_coverage_value = multisample.coverage_value;
    out.sample_coverage_invert = multisample.coverage_invert;
    out.sample_mask = multisampled && multisample.mask_enabled ? multisample.mask : ~0u;
    // Once or for every sample: as many runs as are asked for (GL 4.6 §14.3.1.1), or more.
    out.sample_shading = multisampled && multisample.sample_shading &&
                         std::ceil(multisample.min_sample_shading * static_cast<float>(draw.framebuffer.samples)) > 1;
}

}  // namespace

void resolve_raster_state(Context& context, Draw& draw) {
    const FramebufferBits bits = framebuffer_bits(context.framebuffers);
    resolve_primitives(context, bits, draw);
    resolve_depth_stencil(context.state, bits, draw);
    resolve_fragments(context.state, bits, draw);
}

}  // namespace glapi
