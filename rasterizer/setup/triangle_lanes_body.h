// The functions of triangle_lanes.h. Included by triangle_lanes_simd.cpp.
#include <cstring>

#include "rasterizer/setup/triangle_lanes.h"
#include "runtime/simd/vectors.h"

namespace rasterizer::ASMGL_ISA {
namespace {

using runtime::simd::D;
using runtime::simd::F;
using runtime::simd::HalfF;
using runtime::simd::HalfI;
using runtime::simd::I;
using runtime::simd::load;
using runtime::simd::store;
using runtime::simd::to_bits;
using runtime::simd::W;
constexpr int lanes = runtime::simd::lane_width, half_lanes = lanes / 2;
typedef uint32_t U __attribute__((vector_size(4 * ASMGL_LANES)));

I choose(I mask, I yes, I no) { return (yes & mask) | (no & ~mask); }
F choose(I mask, F yes, F no) { return (F)choose(mask, (I)yes, (I)no); }
I least(I a, I b) { return a < b ? a : b; }
I most(I a, I b) { return a > b ? a : b; }
I product(I a, I b) { return (I)((U)a * (U)b); }

HalfI half(I value, int number) {
#if ASMGL_LANES == 8
    return number == 0 ? __builtin_shufflevector(value, value, 0, 1, 2, 3)
                       : __builtin_shufflevector(value, value, 4, 5, 6, 7);
#else
    return number == 0 ? __builtin_shufflevector(value, value, 0, 1) : __builtin_shufflevector(value, value, 2, 3);
#endif
}
HalfF half(F value, int number) { return (HalfF)half((I)value, number); }
F joined(HalfF low, HalfF high) {
#if ASMGL_LANES == 8
    return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
#else
    return __builtin_shufflevector(low, high, 0, 1, 2, 3);
#endif
}

// Two words of each lane, which lie side by side in memory.
struct TwoWords {
    I first, second;
};
// Inlined, since what `address_of` captures would go through memory.
template <class AddressOf>
[[gnu::always_inline]] inline TwoWords load_words(AddressOf address_of) {
    const auto pair = [&](int lane) { return runtime::simd::two_words_at(address_of(lane), address_of(lane + 1)); };
#if ASMGL_LANES == 8
    const auto four = [&](int lane) { return (I)__builtin_shufflevector(pair(lane), pair(lane + 4), 0, 1, 2, 3); };
    const I a = four(0), b = four(2);
#else
    const I a = (I)pair(0), b = (I)pair(2);
#endif
    return {runtime::simd::in_parts<0, 2, 4, 6>(a, b), runtime::simd::in_parts<1, 3, 5, 7>(a, b)};
}

// Where corners lie relative to corner 0, counter-clockwise.
struct Corners {
    I x0, y0, dx1, dy1, dx2, dy2;
};

struct Box {
    I min_x, min_y, max_x, max_y;
    I clipped;  // the bounds were tighter
};

struct Edge {
    I a, b;
    I owned;  // 0, or -1 where what lies on it is the other side's
};

// As set_edge().
Edge edge_along(const TriangleRules& rules, I dx, I dy) {
    const I a = -dy, to_right = dx > 0, upper = I{} - static_cast<int32_t>(rules.owner == HorizontalOwner::Upper);
    return {a, dx, ~((a > 0) | ((a == 0) & (to_right ^ upper)))};
}

Box box_of(const TriangleRules& rules, const Corners& at) {
    const auto first = [&](I origin, I d1, I d2) {
        const I low = origin + least(least(d1, d2), I{});
        return (low - rules.reach + (sub_pixel_one / 2 - 1)) >> sub_pixel_bits;
    };
    const auto last = [&](I origin, I d1, I d2) {
        const I high = origin + most(most(d1, d2), I{});
        return (high + rules.reach - sub_pixel_one / 2) >> sub_pixel_bits;
    };
    const I left = first(at.x0, at.dx1, at.dx2), bottom = first(at.y0, at.dy1, at.dy2),
            right = last(at.x0, at.dx1, at.dx2), top = last(at.y0, at.dy1, at.dy2);
    const PixelBounds& bounds = rules.bounds;
    return {most(left, I{} + bounds.min_x), most(bottom, I{} + bounds.min_y), least(right, I{} + bounds.max_x),
            least(top, I{} + bounds.max_y),
            (left < bounds.min_x) | (bottom < bounds.min_y) | (right > bounds.max_x) | (top > bounds.max_y)};
}

// The pixels of boxes of at most four by four that have their centres inside of all edges, four bits a row. For
// lanes where all that is near.
I covered_pixels(const Corners& at, const Box& box, const Edge edges[3], I lanes) {
    const I x = (box.min_x << sub_pixel_bits) + sub_pixel_one / 2 - at.x0,
            y = (box.min_y << sub_pixel_bits) + sub_pixel_one / 2 - at.y0;
    const I width = (box.max_x - box.min_x) & (covered_box - 1), height = (box.max_y - box.min_y) & (covered_box - 1);
    I row[3], right[3], up[3];
    for (int e = 0; e < 3; ++e) {
        const I from_x = (e == 1 ? x - at.dx1 : x) & lanes, from_y = (e == 1 ? y - at.dy1 : y) & lanes;
        row[e] = product(edges[e].a, from_x) + product(edges[e].b, from_y) + edges[e].owned;
        right[e] = edges[e].a << sub_pixel_bits;
        up[e] = edges[e].b << sub_pixel_bits;
    }
    I pixels{};
    for (int32_t r = 0; r < covered_box; ++r) {
        const I in_row = height >= r;
        I value[3] = {row[0], row[1], row[2]};
        for (int32_t c = 0; c < covered_box; ++c) {
            const I inside = ~(value[0] | value[1] | value[2]) < 0;
            pixels |= inside & in_row & (width >= c) & (1 << (4 * r + c));
            for (int e = 0; e < 3; ++e) value[e] += right[e];
        }
        for (int e = 0; e < 3; ++e) row[e] += up[e];
    }
    return pixels & lanes;
}

void set_edges(const Corners& at, const Edge edges[3], int first, TriangleLanes& to) {
    // Edges 0 and 2 run through corner 0.
    const I from_x[3] = {at.x0, at.x0 + at.dx1, at.x0}, from_y[3] = {at.y0, at.y0 + at.dy1, at.y0};
    for (int i = 0; i < 3; ++i) {
        store(to.edge_a[i] + first, edges[i].a);
        store(to.edge_b[i] + first, edges[i].b);
        for (int h = 0; h < 2; ++h) {
            const auto part = [&](I value) { return runtime::simd::widened(half(value, h)); };
            store(to.edge_c[i] + first + h * half_lanes,
                  part(edges[i].owned) - runtime::simd::product_of_words(part(edges[i].a), part(from_x[i])) -
                      runtime::simd::product_of_words(part(edges[i].b), part(from_y[i])));
        }
    }
}

D offset_of(const TriangleRules& rules, D slope_x, D slope_y) {
    const auto absolute = [](D value) { return value < 0 ? -value : value; };
    const D x = absolute(slope_x), y = absolute(slope_y);
    D offset = (x < y ? y : x) * rules.offset_factor + rules.offset_units + rules.offset_bias;
    const D limit = D{} + rules.offset_clamp;
    if (rules.offset_clamp > 0) offset = limit < offset ? limit : offset;
    if (rules.offset_clamp < 0) offset = offset < limit ? limit : offset;
    return offset;
}

void set_planes(const TriangleRules& rules, const Corners& at, I area, const F z[3], int first, TriangleLanes& to) {
    store(to.x0 + first, __builtin_convertvector(at.x0, F) * (1.0f / sub_pixel_one));
    store(to.y0 + first, __builtin_convertvector(at.y0, F) * (1.0f / sub_pixel_one));
    HalfF offsets[2] = {};
    for (int h = 0; h < 2; ++h) {
        const auto part = [&](I value) { return runtime::simd::to_double(half(value, h)); };
        const int lane = first + h * half_lanes;
        const auto put = [&](float* plane, D value) { store(plane + lane, runtime::simd::to_single(value)); };
        const D none{}, scale = sub_pixel_one / part(area);
        const D dx1 = part(at.dx1), dy1 = part(at.dy1), dx2 = part(at.dx2), dy2 = part(at.dy2);
        put(to.b1_dx, dy2 * scale);
        put(to.b1_dy, (none - dx2) * scale);
        put(to.b2_dx, (none - dy1) * scale);
        put(to.b2_dy, dx1 * scale);
        const D z0 = runtime::simd::to_double(half(z[0], h)), dz1 = runtime::simd::to_double(half(z[1], h)) - z0,
                dz2 = runtime::simd::to_double(half(z[2], h)) - z0;
        const D slope_x = (dz1 * dy2 - dz2 * dy1) * scale, slope_y = (dz2 * dx1 - dz1 * dx2) * scale;
        put(to.z_dx, slope_x);
        put(to.z_dy, slope_y);
        if (rules.offsets) offsets[h] = runtime::simd::to_single(offset_of(rules, slope_x, slope_y));
    }
    const F offset = joined(offsets[0], offsets[1]);
    const auto smaller = [](F a, F b) { return b < a ? b : a; };
    const auto larger = [](F a, F b) { return a < b ? b : a; };
    store(to.z0 + first, z[0]);
    store(to.z_offset + first, offset);
    store(to.z_min + first, smaller(smaller(z[0], z[1]), z[2]) + offset);
    store(to.z_max + first, larger(larger(z[0], z[1]), z[2]) + offset);
}

// Sets up `lanes` triangles; `first` is the first one's index in what is found.
void set_up_some(const TriangleRules& rules, const AssembledPrimitive* triangles, const ShadedVertices& vertices,
                 int first, TriangleLanes& to) {
    const auto vertex = [&](int lane, size_t corner) {
        return static_cast<size_t>(triangles[lane].vertices.data()[corner] - vertices.first);
    };
    const auto grid_positions = [&](size_t corner) {
        return load_words([&](int lane) { return vertices.grid_positions + vertex(lane, corner); });
    };
    const TwoWords a = grid_positions(0), b = grid_positions(1), c = grid_positions(2);
    // Triangles of any size; large ones are left to other code.
    const auto difference = [](I of, I from) { return (I)((U)of - (U)from); };
    Corners at{a.first,
               a.second,
               difference(b.first, a.first),
               difference(b.second, a.second),
               difference(c.first, a.first),
               difference(c.second, a.second)};
    // Twice the area of those that are less than 128 pixels wide and high fits.
    const auto beyond = [&](int32_t range) {
        const auto from_least = [&](I distance) { return (U)distance + static_cast<uint32_t>(range); };
        return (I)((from_least(at.dx1) | from_least(at.dy1) | from_least(at.dx2) | from_least(at.dy2)) &
                   ~(static_cast<uint32_t>(range) * 2 - 1)) != 0;
    };
    I others = beyond(1 << 15);
    for (I* const distance : {&at.dx1, &at.dy1, &at.dx2, &at.dy2}) *distance &= ~others;
    const I area = product(at.dx1, at.dy2) - product(at.dx2, at.dy1), turned = area < 0;
    const I culls_turned = I{} - rules.culls[1], culls_others = I{} - rules.culls[0];
    I drawn = (area != 0) & ~choose(turned, culls_turned, culls_others) & ~others;
    const auto finish = [&] {
        to.drawn |= to_bits(drawn) << first;
        to.others |= to_bits(others) << first;
    };
    if (!to_bits(drawn)) return finish();

    const Box box = box_of(rules, at);
    drawn &= (box.min_x <= box.max_x) & (box.min_y <= box.max_y);
    at = {at.x0,
          at.y0,
          choose(turned, at.dx2, at.dx1),
          choose(turned, at.dy2, at.dy1),
          choose(turned, at.dx1, at.dx2),
          choose(turned, at.dy1, at.dy2)};
    const Edge edges[3] = {edge_along(rules, at.dx1, at.dy1), edge_along(rules, at.dx2 - at.dx1, at.dy2 - at.dy1),
                           edge_along(rules, -at.dx2, -at.dy2)};
    I pixels{};
    if (rules.tests_centres) {
        // Many of those that are about as small as pixels pass between their centres.
        const I small = drawn & (box.max_x - box.min_x < covered_box) & (box.max_y - box.min_y < covered_box);
        if (to_bits(small)) {
            // Boxes are small at the edge of the picture, too.
            const I large = small & beyond(1 << 11);
            others |= large;
            pixels = covered_pixels(at, box, edges, small & ~large);
            drawn &= ~large & (~small | (pixels != 0));
            pixels &= (((box.min_x ^ box.max_x) | (box.min_y ^ box.max_y)) < block_size);
        }
    }
    finish();
    if (!to_bits(drawn)) return;

    store(to.min_x + first, box.min_x);
    store(to.min_y + first, box.min_y);
    store(to.max_x + first, box.max_x);
    store(to.max_y + first, box.max_y);
    store(to.pixels + first, pixels);
    set_edges(at, edges, first, to);
    const auto depths = [&](size_t corner) {
        return load_words([&](int lane) {
            return vertices.data + vertex(lane, corner) * static_cast<size_t>(vertices.stride) + window_slot * 4 + 2;
        });
    };
    const TwoWords zq0 = depths(0), zq1 = depths(1), zq2 = depths(2);
    const F z1 = (F)zq1.first, z2 = (F)zq2.first;
    const F z[3] = {(F)zq0.first, choose(turned, z2, z1), choose(turned, z1, z2)};
    set_planes(rules, at, choose(turned, -area, area), z, first, to);
    to.turned |= to_bits(turned) << first;
    to.clipped |= to_bits(box.clipped) << first;
    to.affine |= to_bits(((F)zq0.second == (F)zq1.second) & ((F)zq0.second == (F)zq2.second)) << first;
}

void set_up(const TriangleRules& rules, const AssembledPrimitive* triangles, const ShadedVertices& vertices,
            TriangleLanes& to) {
    to.drawn = to.others = to.turned = to.affine = to.clipped = 0;
    for (int first = 0; first < static_cast<int>(triangles_at_once); first += lanes)
        set_up_some(rules, triangles + first, vertices, first, to);
}

uint32_t codes_of(const ShadedVertices& vertices) {
    uint32_t codes = 0;
    for (size_t i = 0; i < vertices.count; ++i) codes |= vertices.codes[i];
    return codes;
}

}  // namespace
}  // namespace rasterizer::ASMGL_ISA
