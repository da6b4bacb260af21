// Coverage of shapes with edges: triangles, squares, rectangles. It goes from the tile to blocks of 8×8 pixels to masks
// of a block's pixels. Compiled per SIMD level (fragment/lanes.h).
#pragma once

#include "rasterizer/tiles/active_draw.h"
#include "rasterizer/tiles/coverage_masks.h"
#include "rasterizer/tiles/primitive_box.h"

namespace rasterizer::ASMGL_ISA {

// A number for each of the eight blocks side by side in a tile.
using BlockRow = Ints<8>;

// The blocks whose numbers are negative.
// Not in a register of sixteen: it would be put together in memory, and waited for.
RASTERIZER_INLINE uint32_t negative_blocks(BlockRow row) { return runtime::simd::to_bits_of_eight(row); }

// An edge function over this tile: value at the centre (or sample) of the tile's pixel (0, 0), shifted down by the
// sub-pixel bits, which keeps its sign; steps per pixel.
template <int samples>
struct LocalEdge {
    static constexpr int registers = 16 / lane_width;  // of two rows of a block
    int32_t value[samples];
    int32_t a, b;
    // The largest value in each block of the tile's lowest row, and how far the least is below: a block is outside
    // where the largest is negative, and inside where the least is not.
    BlockRow most;
    int32_t spread;
    I steps[registers];  // within the first two rows

    RASTERIZER_INLINE void set_steps(const EdgeFunction& edge) {
        a = edge.a;
        b = edge.b;
        steps[0] = load<I>(block_offsets.ix) * a + load<I>(block_offsets.iy) * b;
        for (int k = 1; k < registers; ++k) steps[k] = steps[k - 1] + a * (lane_width / 2);
    }
};

// Pairs of a block's rows, as registers have them: from `first` to before `end`.
struct RowPairs {
    int first, end;
};
// Those that rows low … high have a part in, the block beginning at 0.
RASTERIZER_INLINE RowPairs row_pairs(int32_t low, int32_t high) {
    return {low > 0 ? low >> 1 : 0, high < block_size ? (high >> 1) + 1 : block_size / 2};
}

// Pixels of other rows than those may be in the mask or not.
template <int samples, int count>
RASTERIZER_INLINE uint64_t edge_mask_of(const LocalEdge<samples>* edges, const int* crossing, int sample, int32_t bx,
                                        int32_t by, RowPairs rows) {
    constexpr int registers = LocalEdge<samples>::registers;
    I row[count][registers], down[count];
    for (int e = 0; e < count; ++e) {
        const LocalEdge<samples>& edge = edges[crossing[e]];
        const I base = I{} + (edge.value[sample] + edge.a * bx + edge.b * (by + 2 * rows.first));
        for (int k = 0; k < registers; ++k) row[e][k] = edge.steps[k] + base;
        down[e] = I{} + edge.b * 2;
    }
    uint64_t outside = 0;
    for (int strip = rows.first; strip < rows.end; ++strip)
        for (int k = 0; k < registers; ++k) {
            I any = row[0][k];
            for (int e = 1; e < count; ++e) any |= row[e][k];
            for (int e = 0; e < count; ++e) row[e][k] += down[e];
            outside |= uint64_t{to_bits(any)} << (strip * 16 + k * lane_width);
        }
    return ~outside;
}

template <int samples>
[[gnu::noinline]] uint64_t edge_mask(const LocalEdge<samples>* edges, const int* crossing, int count, int sample,
                                     int32_t bx, int32_t by, RowPairs rows) {
    switch (count) {
        case 1: return edge_mask_of<samples, 1>(edges, crossing, sample, bx, by, rows);
        case 2: return edge_mask_of<samples, 2>(edges, crossing, sample, bx, by, rows);
        case 3: return edge_mask_of<samples, 3>(edges, crossing, sample, bx, by, rows);
        default: return edge_mask_of<samples, 4>(edges, crossing, sample, bx, by, rows);
    }
}

// Takes out pixels of the block at (x, y) that an earlier triangle of the polygon had.
template <int samples>
void leave_out_shared(const PolygonPart& edge, int32_t x, int32_t y, CoverageMasks<samples>& masks) {
    uint64_t left = masks.any() & box_mask(edge.min_x - x, edge.min_y - y, edge.max_x - x, edge.max_y - y);
    for (; left; left &= left - 1) {
        const int pixel = __builtin_ctzll(left);
        const int64_t at_x = int64_t{x + block_offsets.ix[pixel]} * sub_pixel_one + sub_pixel_one / 2;
        const int64_t at_y = int64_t{y + block_offsets.iy[pixel]} * sub_pixel_one + sub_pixel_one / 2;
        bool touches = true;
        for (const EdgeFunction& side : edge.sides) touches &= side.c + side.a * at_x + side.b * at_y >= 0;
        if (!touches) continue;
        for (int s = 0; s < samples; ++s) masks.of[s] &= ~(uint64_t{1} << pixel);
    }
}

// Up to eight blocks, row by row: where they lie relative to the first, in pixels, by how many are in a row.
struct BlockGrids {
    alignas(32) int32_t x[9][8], y[9][8];
    constexpr BlockGrids() : x(), y() {
        for (int columns = 1; columns <= 8; ++columns)
            for (int i = 0; i < 8; ++i) {
                x[columns][i] = i % columns * block_size;
                y[columns][i] = i / columns * block_size;
            }
    }
};
static constexpr BlockGrids block_grids{};

// The pixels of a block that are inside of three edges: `steps`, within the first two rows, `base`, at its first pixel.
RASTERIZER_INLINE uint64_t inside_of_all(const I (&steps)[3][16 / lane_width], const int32_t (&base)[3],
                                         const I (&down)[3]) {
    constexpr int registers = 16 / lane_width;
    I row[3][registers];
    for (int e = 0; e < 3; ++e)
        for (int k = 0; k < registers; ++k) row[e][k] = steps[e][k] + base[e];
    uint64_t outside = 0;
#pragma GCC unroll 4
    for (int strip = 0; strip < block_size / 2; ++strip)
        for (int k = 0; k < registers; ++k) {
            outside |= uint64_t{to_bits(row[0][k] | row[1][k] | row[2][k])} << (strip * 16 + k * lane_width);
            for (int e = 0; e < 3; ++e) row[e][k] += down[e];
        }
    return ~outside;
}

// Blocks that a triangle's box has a part in, by column and row from the one that it begins in.
struct BlockBox {
    int columns, rows;
};
// In larger boxes most blocks are far from most edges, which is found out once for the tile.
inline constexpr int few_blocks = 24;

// A triangle in one block of the tile.
template <class DrawBlock>
void cover_one_block(const TileSurfaces<1>& tile, const ActiveDraw<1>& active, const TilePrimitive& primitive,
                     const TileBox& box, DrawBlock draw_block) {
    constexpr int registers = 16 / lane_width;
    const int32_t bx = box.low_x & ~7, by = box.low_y & ~7;
    const int64_t x = int64_t{tile.x + bx} * sub_pixel_one + sub_pixel_one / 2 + active.sample_offset[0][0];
    const int64_t y = int64_t{tile.y + by} * sub_pixel_one + sub_pixel_one / 2 + active.sample_offset[0][1];
    constexpr int64_t far = int64_t{1} << 30;  // as cover_few_blocks() has it
    I steps[3][registers], down[3];
    int32_t base[3];
    for (int e = 0; e < 3; ++e) {
        const EdgeFunction& edge = primitive.edges[e];
        const int64_t value = (edge.c + edge.a * x + edge.b * y) >> sub_pixel_bits;
        base[e] = static_cast<int32_t>(value < -far ? -far : value > far ? far : value);
        steps[e][0] = load<I>(block_offsets.ix) * edge.a + load<I>(block_offsets.iy) * edge.b;
        for (int k = 1; k < registers; ++k) steps[e][k] = steps[e][k - 1] + edge.a * (lane_width / 2);
        down[e] = I{} + edge.b * 2;
    }
    CoverageMasks<1> masks;
    masks.of[0] = inside_of_all(steps, base, down);
    if (primitive.clipped) masks.of[0] &= box_mask(box.low_x - bx, box.low_y - by, box.high_x - bx, box.high_y - by);
    if (masks.of[0]) draw_block(bx / 8 + by, masks);
}

// A triangle in few blocks of the tile: several blocks at once are compared with all edges; partly covered blocks are
// tested pixel by pixel.
template <class DrawBlock>
void cover_few_blocks(const TileSurfaces<1>& tile, const ActiveDraw<1>& active, const TilePrimitive& primitive,
                      const TileBox& box, BlockBox blocks, DrawBlock draw_block) {
    constexpr int registers = 16 / lane_width;
    constexpr int rows_at_once[9] = {0, 8, 4, 2, 2, 1, 1, 1, 1};
    const int columns = blocks.columns, together = rows_at_once[columns];
    const int32_t bx = box.low_x & ~7, by = box.low_y & ~7;
    const int64_t x = int64_t{tile.x + bx} * sub_pixel_one + sub_pixel_one / 2 + active.sample_offset[0][0];
    const int64_t y = int64_t{tile.y + by} * sub_pixel_one + sub_pixel_one / 2 + active.sample_offset[0][1];
    // Beyond this an edge is far from the tile. Its values in the tile fit 32 bits, too (guard_band_low).
    constexpr int64_t far = int64_t{1} << 30;
    const BlockRow to_right = load<BlockRow>(block_grids.x[columns]), up = load<BlockRow>(block_grids.y[columns]);
    BlockRow first[3];
    I steps[3][registers], down[3];
    int32_t most[3], least[3];
    for (int e = 0; e < 3; ++e) {
        const EdgeFunction& edge = primitive.edges[e];
        const int32_t a = edge.a, b = edge.b;
        const int64_t value = (edge.c + a * x + b * y) >> sub_pixel_bits;
        first[e] = to_right * a + up * b + static_cast<int32_t>(value < -far ? -far : value > far ? far : value);
        most[e] = ((a > 0 ? a : 0) + (b > 0 ? b : 0)) * (block_size - 1);
        least[e] = ((a < 0 ? a : 0) + (b < 0 ? b : 0)) * (block_size - 1);
        steps[e][0] = load<I>(block_offsets.ix) * a + load<I>(block_offsets.iy) * b;
        for (int k = 1; k < registers; ++k) steps[e][k] = steps[e][k - 1] + a * (lane_width / 2);
        down[e] = I{} + b * 2;
    }
    for (int row = 0; row < blocks.rows; row += together) {
        const int rows = blocks.rows - row < together ? blocks.rows - row : together;
        const uint32_t outside = negative_blocks((first[0] + most[0]) | (first[1] + most[1]) | (first[2] + most[2]));
        const uint32_t crossed = negative_blocks((first[0] + least[0]) | (first[1] + least[1]) | (first[2] + least[2]));
        alignas(32) int32_t bases[3][8];
        for (int e = 0; e < 3; ++e) {
            store(bases[e], first[e]);
            first[e] += primitive.edges[e].b * (block_size * together);
        }
        for (uint32_t left = ((1u << rows * columns) - 1) & ~outside; left; left &= left - 1) {
            const int i = __builtin_ctz(left);
            const int32_t at_x = bx + block_grids.x[columns][i],
                          at_y = by + row * block_size + block_grids.y[columns][i];
            CoverageMasks<1> masks;
            masks.of[0] = ~uint64_t{0};
            if (crossed >> i & 1) {
                const int32_t base[3] = {bases[0][i], bases[1][i], bases[2][i]};
                masks.of[0] = inside_of_all(steps, base, down);
            }
            if (primitive.clipped)
                masks.of[0] &= box_mask(box.low_x - at_x, box.low_y - at_y, box.high_x - at_x, box.high_y - at_y);
            if (masks.of[0]) draw_block(at_x / 8 + at_y, masks);
        }
    }
}

// The pixels of a box of at most four by four in one block, from a bit for each: four in a row.
RASTERIZER_INLINE uint64_t spread_pixels(uint32_t pixels, int32_t x, int32_t y) {
    uint64_t mask = 0;
    for (; pixels; pixels >>= 4, ++y) {
        // In rows of quads, pixels are two and two.
        uint32_t row = (pixels & 15) << x;
        row = (row | row << 4) & 0x0f0f;
        row = (row | row << 2) & 0x3333;
        mask |= uint64_t{row} << ((y >> 1) * 16 + (y & 1) * 2);
    }
    return mask;
}

// Calls draw_block(block, masks) for the blocks that are covered. `covers_tile`: no edge crosses it.
template <int samples, class DrawBlock>
void cover_edges(const TileSurfaces<samples>& tile, const ActiveDraw<samples>& active, const TilePrimitive& primitive,
                 bool covers_tile, DrawBlock draw_block) {
    const TileBox tile_box = box_in_tile(tile, primitive);
    const auto [low_x, low_y, high_x, high_y] = tile_box;
    const bool one_block = (low_x ^ high_x) < block_size && (low_y ^ high_y) < block_size;
    if (one_block && primitive.edge_count == 0) {  // most points
        const int32_t bx = low_x & ~7, by = low_y & ~7;
        CoverageMasks<samples> masks;
        for (int s = 0; s < samples; ++s) masks.of[s] = box_mask(low_x - bx, low_y - by, high_x - bx, high_y - by);
        return draw_block(bx / 8 + by, masks);
    }
    if constexpr (samples == 1)
        if (!covers_tile && primitive.pixels) {
            CoverageMasks<1> masks;
            masks.of[0] = spread_pixels(primitive.pixels, low_x & 7, low_y & 7);
            return draw_block(low_x / 8 + (low_y & ~7), masks);
        }
    if constexpr (samples == 1)
        if (!covers_tile && primitive.edge_count == 3 && !primitive.part) {
            if (one_block) return cover_one_block(tile, active, primitive, tile_box, draw_block);
            const BlockBox blocks{(high_x >> 3) - (low_x >> 3) + 1, (high_y >> 3) - (low_y >> 3) + 1};
            if (blocks.columns * blocks.rows <= few_blocks)
                return cover_few_blocks(tile, active, primitive, tile_box, blocks, draw_block);
        }

    LocalEdge<samples> edges[4];
    int edge_count = 0;
    if (!covers_tile) {
        for (int e = 0; e < primitive.edge_count; ++e) {
            const EdgeFunction& edge = primitive.edges[e];
            int64_t most = INT64_MIN, least = INT64_MAX;
            int64_t values[samples];
            for (int s = 0; s < samples; ++s) {
                const int32_t* const offset = active.sample_offset[s];
                const int64_t x = int64_t{tile.x} * sub_pixel_one + sub_pixel_one / 2 + offset[0];
                const int64_t y = int64_t{tile.y} * sub_pixel_one + sub_pixel_one / 2 + offset[1];
                values[s] = (edge.c + edge.a * x + edge.b * y) >> sub_pixel_bits;
                most = values[s] > most ? values[s] : most;
                least = values[s] < least ? values[s] : least;
            }
            const int64_t span_x = int64_t{edge.a} * (tile_size - 1), span_y = int64_t{edge.b} * (tile_size - 1);
            if (most + (span_x > 0 ? span_x : 0) + (span_y > 0 ? span_y : 0) < 0) return;
            if (least + (span_x < 0 ? span_x : 0) + (span_y < 0 ? span_y : 0) >= 0) continue;
            LocalEdge<samples>& local = edges[edge_count++];
            local.set_steps(edge);
            for (int s = 0; s < samples; ++s) local.value[s] = static_cast<int32_t>(values[s]);
            // What edges are anywhere in a tile that they cross fits 32 bits (guard_band_low).
            const int32_t block_x = edge.a * (block_size - 1), block_y = edge.b * (block_size - 1);
            local.most = BlockRow{0, 8, 16, 24, 32, 40, 48, 56} * edge.a +
                         (static_cast<int32_t>(most) + (block_x > 0 ? block_x : 0) + (block_y > 0 ? block_y : 0));
            local.spread = static_cast<int32_t>(most - least) + (block_x < 0 ? -block_x : block_x) +
                           (block_y < 0 ? -block_y : block_y);
        }
    }

    const uint32_t columns = (2u << (high_x >> 3)) - (1u << (low_x >> 3));
    for (int32_t by = low_y & ~7; by <= high_y; by += block_size) {
        uint32_t outside = 0, crossed[4];
        for (int e = 0; e < edge_count; ++e) {
            const BlockRow most = edges[e].most + edges[e].b * by;
            outside |= negative_blocks(most);
            crossed[e] = negative_blocks(most - edges[e].spread);
        }
        for (uint32_t left = columns & ~outside; left; left &= left - 1) {
            const int column = __builtin_ctz(left);
            const int32_t bx = column * block_size;
            int crossing[4];
            int crossing_count = 0;
            for (int e = 0; e < edge_count; ++e) {
                crossing[crossing_count] = e;
                crossing_count += static_cast<int>(crossed[e] >> column & 1);
            }
            uint64_t box = ~uint64_t{0};
            const RowPairs rows = row_pairs(low_y - by, high_y - by);
            if (bx < low_x || by < low_y || bx + 7 > high_x || by + 7 > high_y)
                box = box_mask(low_x - bx, low_y - by, high_x - bx, high_y - by);
            CoverageMasks<samples> masks;
            for (int s = 0; s < samples; ++s)
                masks.of[s] =
                    crossing_count ? box & edge_mask<samples>(edges, crossing, crossing_count, s, bx, by, rows) : box;
            if (primitive.edge_count != 0 && primitive.part && primitive.part->follows)
                leave_out_shared(*primitive.part, tile.x + bx, tile.y + by, masks);
            draw_block(bx / 8 + by, masks);
        }
    }
}

}  // namespace rasterizer::ASMGL_ISA
