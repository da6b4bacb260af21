// Fills the fragment program's attribute registers for a group. Compiled per SIMD level (lanes.h).
#pragma once

#include "rasterizer/fragment/interpolation.h"
#include "rasterizer/fragment/lanes.h"
#include "rasterizer/prepare/tile_draw.h"
#include "rasterizer/scene/tile_primitive.h"
#include "runtime/executor.h"

namespace rasterizer::ASMGL_ISA {

inline constexpr int group_lanes = runtime::group_lanes;

// Where the lanes of a group are and what was computed once for all attributes.
struct GroupPositions {
    alignas(64) float x[group_lanes], y[group_lanes];  // where attributes are taken unless they say otherwise
    // With several samples: pixel centres, and the sample that the fragment is of (its number; where it is).
    alignas(64) float center_x[group_lanes], center_y[group_lanes];
    alignas(64) float sample_x[group_lanes], sample_y[group_lanes];
    alignas(64) uint32_t sample[group_lanes];
    alignas(64) uint32_t coverage[group_lanes];                          // filled where an input asks for it
    alignas(64) float centroid_x[group_lanes], centroid_y[group_lanes];  // filled where an input asks for it
    alignas(64) float perspective1[group_lanes], perspective2[group_lanes];
    alignas(64) float linear1[group_lanes], linear2[group_lanes];
    alignas(64) float q[group_lanes], z[group_lanes];  // 1/w, window depth (unclamped)
};

// Barycentric weights and depth at (x, y) of lanes first … last-1, all of one primitive.
template <int n>
RASTERIZER_INLINE void move_to(const TilePrimitive& primitive, GroupPositions& at, const float* x, const float* y,
                               int first, int last) {
    using V = typename VectorLanes<n>::Float;
    const WeightPlanes<V> planes = planes_of<V>(primitive);
    for (int i = first; i < last; i += n) {
        const V at_x(load<Floats<n>>(x + i)), at_y(load<Floats<n>>(y + i));
        const Weights<V> weights = weights_at(planes, primitive.affine, at_x, at_y);
        store(at.linear1 + i, weights.linear1.value);
        store(at.linear2 + i, weights.linear2.value);
        store(at.perspective1 + i, weights.perspective1.value);
        store(at.perspective2 + i, weights.perspective2.value);
        store(at.q + i, weights.q.value);
        store(at.z + i, depth_of(primitive, at_x - planes.x0, at_y - planes.y0).value);
    }
}

template <int n>
RASTERIZER_INLINE void fill(runtime::LaneWord& word, int first, int last, uint32_t bits) {
    const Ints<n> value = broadcast<n>(static_cast<int32_t>(bits));
    for (int i = first; i < last; i += n) store(word.lane + i, value);
}

template <int n>
RASTERIZER_INLINE void fill_varying(const FragmentInput& input, const TilePrimitive& primitive,
                                    const GroupPositions& at, runtime::LaneVector& to, int first, int last) {
    using V = typename VectorLanes<n>::Float;
    const int slot = (primitive.back_facing ? input.back_slot : input.slot) * 4;
    if (input.interpolation == arbasm::Interpolation::Flat) {
        for (int c = 0; c < 4; ++c) {
            uint32_t bits;
            __builtin_memcpy(&bits, primitive.flat + slot + c, 4);
            fill<n>(to.component[c], first, last, bits);
        }
        return;
    }
    const bool linear = input.interpolation == arbasm::Interpolation::NoPerspective;
    const float* weight1 = linear ? at.linear1 : at.perspective1;
    const float* weight2 = linear ? at.linear2 : at.perspective2;
    for (int c = 0; c < 4; ++c) {
        if (!(input.components >> c & 1)) continue;
        const float v0 = primitive.vertex[0][slot + c];
        const V value(v0), step1(primitive.vertex[1][slot + c] - v0), step2(primitive.vertex[2][slot + c] - v0);
        for (int i = first; i < last; i += n) {
            const V lanes1(load<Floats<n>>(weight1 + i)), lanes2(load<Floats<n>>(weight2 + i));
            store(to.component[c].lane + i, interpolated(lanes1, lanes2, value, step1, step2).value);
        }
    }
}

template <int n>
RASTERIZER_INLINE void fill_position(const TileDraw& draw, const GroupPositions& at, const float* x_of_lanes,
                                     const float* y_of_lanes, runtime::LaneVector& to, int first, int last) {
    using V = typename VectorLanes<n>::Float;
    const V height(static_cast<float>(draw.framebuffer_height)), low(draw.depth_clamp_low), high(draw.depth_clamp_high);
    for (int i = first; i < last; i += n) {
        const auto lanes = [i](const float* from) { return V(load<Floats<n>>(from + i)); };
        const WindowPosition<V> position = window_position(*draw.pipeline, lanes(x_of_lanes), lanes(y_of_lanes),
                                                           lanes(at.z), lanes(at.q), height, low, high);
        store(to.component[0].lane + i, position.x.value);
        store(to.component[1].lane + i, position.y.value);
        store(to.component[2].lane + i, position.z.value);
        store(to.component[3].lane + i, position.w.value);
    }
}

inline void fill_rectangle_color(const PixelRectangle& rectangle, const GroupPositions& at, runtime::LaneVector& to,
                                 int first, int last) {
    const runtime::Image& image = *rectangle.image;
    for (int i = first; i < last; ++i) {
        float u = (at.x[i] - rectangle.x) / rectangle.zoom_x, v = (at.y[i] - rectangle.y) / rectangle.zoom_y;
        int32_t column = static_cast<int32_t>(__builtin_floorf(u)), row = static_cast<int32_t>(__builtin_floorf(v));
        column = column < 0 ? 0 : column >= image.extent().width ? image.extent().width - 1 : column;
        row = row < 0 ? 0 : row >= image.extent().height ? image.extent().height - 1 : row;
        uint32_t texel[4];
        __builtin_memcpy(texel, image.row(row) + static_cast<size_t>(column) * 16, 16);
        for (int c = 0; c < 4; ++c) to.component[c].lane[i] = texel[c];
    }
}

template <int n>
RASTERIZER_INLINE void fill_sprite_coordinate(const FragmentInput& input, const TilePrimitive& primitive,
                                              const GroupPositions& at, runtime::LaneVector& to, int first, int last) {
    for (int i = first; i < last; i += n) {
        store(to.component[0].lane + i, load<Floats<n>>(at.linear1 + i));
        store(to.component[1].lane + i, load<Floats<n>>(at.linear2 + i));
    }
    fill<n>(to.component[2], first, last, sprite_r(input, primitive));
    fill<n>(to.component[3], first, last, 0x3f800000);
}

// Under conservative rasterization: whether the square of the pixel around (x, y) lies inside of the primitive.
inline bool covers_pixel(const RasterState& raster, const TilePrimitive& primitive, float x, float y) {
    if (primitive.shape == Shape::Disc) {
        const SmoothShape& disc = primitive.smooth_shape;
        const float dx = __builtin_fabsf(x - disc.center_x) + disc.axis_y,
                    dy = __builtin_fabsf(y - disc.center_y) + disc.axis_y;
        return dx * dx + dy * dy <= disc.half_width * disc.half_width;
    }
    const EdgeFunction* const edges = primitive.part ? primitive.part->outline : primitive.edges;
    const int count = primitive.part ? primitive.part->outline_count : primitive.edge_count;
    const auto at_x = static_cast<int64_t>(x * sub_pixel_one), at_y = static_cast<int64_t>(y * sub_pixel_one);
    // From half sub-pixels; both reaches are odd, or neither is.
    const int64_t inwards = (touching_reach(raster, primitive.polygon) + covering_reach(raster, primitive.polygon)) / 2;
    int64_t steepest = 0;
    for (int e = 0; e < count; ++e) {
        const int64_t a = edges[e].a, b = edges[e].b, steep = (a < 0 ? -a : a) + (b < 0 ? -b : b);
        if (edges[e].c + a * at_x + b * at_y < steep * inwards) return false;
        steepest |= steep;
    }
    return steepest != 0;  // else it is a point
}

// x: 1 where the primitive covers the pixel whole. y is this driver's own: a mask for layout(inner_coverage), which is
// for conservative rasterization.
template <int n>
void fill_fully_covered(const TileDraw& draw, const TilePrimitive& primitive, const GroupPositions& at,
                        runtime::LaneVector& to, int first, int last) {
    for (int c = 0; c < 4; ++c) fill<n>(to.component[c], first, last, c == 1 && !draw.raster.conservative ? ~0u : 0);
    const bool sampled = draw.pipeline->key.samples > 1;
    for (int i = first; draw.raster.conservative && i < last; ++i) {
        const bool covered = covers_pixel(draw.raster, primitive, sampled ? at.center_x[i] : at.x[i],
                                          sampled ? at.center_y[i] : at.y[i]);
        to.component[0].lane[i] = covered;
        to.component[1].lane[i] = covered ? ~0u : 0;
    }
}

// Whether the value of an input depends on the location in the pixel.
RASTERIZER_INLINE bool depends_on_location(FragmentInput::Kind kind) {
    return kind == FragmentInput::Kind::Varying || kind == FragmentInput::Kind::Position ||
           kind == FragmentInput::Kind::SpriteCoordinate;
}

// Where in the pixel the sample is; without multisampling it is the centre.
template <int n>
RASTERIZER_INLINE void fill_sample_position(const GroupPositions& at, bool multisample, runtime::LaneVector& to,
                                            int first, int last) {
    constexpr uint32_t half = 0x3f000000;
    for (int c = 0; c < 4; ++c) fill<n>(to.component[c], first, last, c < 2 ? half : 0);
    for (int i = first; multisample && i < last; ++i) {
        to.component[0].lane[i] = __builtin_bit_cast(uint32_t, at.sample_x[i] - __builtin_floorf(at.sample_x[i]));
        to.component[1].lane[i] = __builtin_bit_cast(uint32_t, at.sample_y[i] - __builtin_floorf(at.sample_y[i]));
    }
}

// The lanes first … last-1 belong to one primitive.
template <int n>
void fill_inputs(const TileDraw& draw, const TilePrimitive& primitive, GroupPositions& at,
                 runtime::LaneVector* attributes, int first, int last) {
    constexpr uint32_t one = 0x3f800000, minus_one = 0xbf800000;
    move_to<n>(primitive, at, at.x, at.y, first, last);
    const FragmentPipeline& pipeline = *draw.pipeline;
    const FragmentInput* inputs = draw.inputs.data();
    const size_t count = draw.inputs.size();
    // Attributes that are taken at the centroid or at the sample come after the others.
    const bool several_locations = pipeline.key.samples > 1 && !pipeline.all_at_samples;
    bool any_elsewhere = false;
    for (size_t index = 0; index < count; ++index) {
        const FragmentInput& input = inputs[index];
        runtime::LaneVector& to = attributes[index];
        FragmentInput::Kind kind = input.kind;
        if (primitive.is_point && input.replaced_on_points) kind = FragmentInput::Kind::SpriteCoordinate;
        if (several_locations && input.location != arbasm::SampleLocation::Pixel && depends_on_location(kind)) {
            any_elsewhere = true;
            continue;
        }
        switch (kind) {
            case FragmentInput::Kind::Varying: fill_varying<n>(input, primitive, at, to, first, last); break;
            case FragmentInput::Kind::Constant:
                for (int c = 0; c < 4; ++c) fill<n>(to.component[c], first, last, input.constant[c]);
                break;
            case FragmentInput::Kind::Position: fill_position<n>(draw, at, at.x, at.y, to, first, last); break;
            case FragmentInput::Kind::Facing:
                fill<n>(to.component[0], first, last, primitive.back_facing ? minus_one : one);
                fill<n>(to.component[1], first, last, 0);
                fill<n>(to.component[2], first, last, 0);
                fill<n>(to.component[3], first, last, one);
                break;
            case FragmentInput::Kind::PrimitiveId:
                for (int c = 0; c < 4; ++c) fill<n>(to.component[c], first, last, c == 0 ? primitive.primitive_id : 0);
                break;
            case FragmentInput::Kind::Layer:
            case FragmentInput::Kind::Viewport: {
                const auto number = static_cast<uint32_t>(
                    kind == FragmentInput::Kind::Layer ? primitive.written_layer : primitive.written_viewport);
                for (int c = 0; c < 4; ++c) fill<n>(to.component[c], first, last, c == 0 ? number : 0);
                break;
            }
            case FragmentInput::Kind::FullyCovered: fill_fully_covered<n>(draw, primitive, at, to, first, last); break;
            case FragmentInput::Kind::SpriteCoordinate:
                fill_sprite_coordinate<n>(input, primitive, at, to, first, last);
                break;
            case FragmentInput::Kind::RectangleColor:
                fill_rectangle_color(*draw.pixel_rectangle, at, to, first, last);
                break;
            case FragmentInput::Kind::SamplePosition:
                fill_sample_position<n>(at, pipeline.key.samples > 1, to, first, last);
                break;
            case FragmentInput::Kind::FramebufferColor: break;  // tiles/read_colors.h
            case FragmentInput::Kind::SampleMask:
            case FragmentInput::Kind::SampleId:
                for (int c = 0; c < 4; ++c) fill<n>(to.component[c], first, last, 0);
                if (kind == FragmentInput::Kind::SampleMask)
                    __builtin_memcpy(to.component[0].lane + first, at.coverage + first,
                                     sizeof(uint32_t) * static_cast<size_t>(last - first));
                else if (pipeline.key.samples > 1)
                    __builtin_memcpy(to.component[0].lane + first, at.sample + first,
                                     sizeof(uint32_t) * static_cast<size_t>(last - first));
                break;
        }
    }
    if (!any_elsewhere) return;
    constexpr arbasm::SampleLocation elsewhere[] = {arbasm::SampleLocation::Centroid, arbasm::SampleLocation::Sample};
    for (const arbasm::SampleLocation location : elsewhere) {
        const bool centroid = location == arbasm::SampleLocation::Centroid;
        const float* const x = centroid ? at.centroid_x : at.sample_x;
        const float* const y = centroid ? at.centroid_y : at.sample_y;
        bool moved = false;
        for (size_t index = 0; index < count; ++index) {
            const FragmentInput& input = inputs[index];
            if (input.location != location) continue;
            const bool sprite = primitive.is_point && input.replaced_on_points;
            const FragmentInput::Kind kind = sprite ? FragmentInput::Kind::SpriteCoordinate : input.kind;
            if (!depends_on_location(kind)) continue;
            if (!moved) move_to<n>(primitive, at, x, y, first, last);
            moved = true;
            if (kind == FragmentInput::Kind::Varying)
                fill_varying<n>(input, primitive, at, attributes[index], first, last);
            else if (kind == FragmentInput::Kind::Position)
                fill_position<n>(draw, at, x, y, attributes[index], first, last);
            else
                fill_sprite_coordinate<n>(input, primitive, at, attributes[index], first, last);
        }
    }
}

}  // namespace rasterizer::ASMGL_ISA
