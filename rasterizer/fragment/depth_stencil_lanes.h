// Depth and stencil tests over a block's 64 pixels or a group's 32 lanes. Compiled per SIMD level (lanes.h).
#pragma once

#include "rasterizer/draw/fragment_state.h"
#include "rasterizer/fragment/depth_stencil.h"
#include "rasterizer/fragment/interpolation.h"
#include "rasterizer/fragment/lanes.h"
#include "rasterizer/prepare/fragment_key.h"
#include "rasterizer/scene/tile_primitive.h"

namespace rasterizer::ASMGL_ISA {

// Window depth as the tile stores it.
struct DepthEncoding {
    float low, high;  // clamped to
    DepthStorage storage;
    float scale;  // of DepthStorage::Unorm
    RASTERIZER_INLINE Signed encode(Float z) const {
        return encode_depth(storage, z, Float(low), Float(high), Float(scale));
    }
};

// The encoding of depths that are no fragment's: clear values and bounds.
RASTERIZER_INLINE DepthEncoding value_encoding(bool unclamped, DepthStorage storage, float scale) {
    if (unclamped) return {-__builtin_huge_valf(), __builtin_huge_valf(), storage, scale};
    return {0, 1, storage, scale};
}

// The depth of a block's pixels from `first` on, one in each lane. (x, y): sample position of pixel 0.
template <arbasm::FloatLanes Depth>
RASTERIZER_INLINE Depth block_depth(const TilePrimitive& primitive, float x, float y, int first) {
    using Values = decltype(Depth::value);
    const Depth dx = Depth(load<Values>(block_offsets.x + first)) + Depth(x - primitive.x0);
    const Depth dy = Depth(load<Values>(block_offsets.y + first)) + Depth(y - primitive.y0);
    return depth_of(primitive, dx, dy);
}

// Tests and updates the depths of one block; returns the pixels that pass. (x, y): sample position of pixel 0.
using DepthBlock = uint64_t (*)(int32_t* stored, const TilePrimitive& primitive, float x, float y,
                                const DepthEncoding& encoding, uint64_t mask);

template <CompareFunction function, bool write, DepthStorage storage>
RASTERIZER_INLINE uint64_t depth_block_stored(int32_t* stored, const TilePrimitive& primitive, float x, float y,
                                              const DepthEncoding& encoding, uint64_t mask) {
    const Float low(encoding.low), high(encoding.high), scale(encoding.scale);
    const Float left(x - primitive.x0), bottom(y - primitive.y0);
    const Float z_dx(primitive.z_dx), z_dy(primitive.z_dy), z0(primitive.z0), z_offset(primitive.z_offset);
    uint64_t passed = 0;
    for (int i = 0; i < block_pixels; i += lane_width) {
        const uint32_t lanes = static_cast<uint32_t>(mask >> i) & width_bits;
        if (!lanes) continue;
        const Float dx = runtime::load<Float>(block_offsets.x + i) + left;
        const Float dy = runtime::load<Float>(block_offsets.y + i) + bottom;
        const Signed depth = encode_depth(storage, plane_depth(dx, dy, z_dx, z_dy, z0, z_offset), low, high, scale);
        const Signed old = runtime::load<Signed>(stored + i);
        const Mask pass = compare(function, depth, old) & runtime::from_bits(lanes);
        passed |= uint64_t{to_bits(pass)} << i;
        if (write) runtime::store(stored + i, choose(pass, depth, old));
    }
    return passed;
}
template <CompareFunction function, bool write>
uint64_t depth_block(int32_t* stored, const TilePrimitive& primitive, float x, float y, const DepthEncoding& encoding,
                     uint64_t mask) {
    switch (encoding.storage) {
        case DepthStorage::Unorm:
            return depth_block_stored<function, write, DepthStorage::Unorm>(stored, primitive, x, y, encoding, mask);
        case DepthStorage::Unorm32:
            return depth_block_stored<function, write, DepthStorage::Unorm32>(stored, primitive, x, y, encoding, mask);
        case DepthStorage::None:
        case DepthStorage::Float: break;
    }
    return depth_block_stored<function, write, DepthStorage::Float>(stored, primitive, x, y, encoding, mask);
}

template <bool write>
DepthBlock depth_block_for(CompareFunction function) {
    switch (function) {
        case CompareFunction::Never: return &depth_block<CompareFunction::Never, write>;
        case CompareFunction::Less: return &depth_block<CompareFunction::Less, write>;
        case CompareFunction::Equal: return &depth_block<CompareFunction::Equal, write>;
        case CompareFunction::LessOrEqual: return &depth_block<CompareFunction::LessOrEqual, write>;
        case CompareFunction::Greater: return &depth_block<CompareFunction::Greater, write>;
        case CompareFunction::NotEqual: return &depth_block<CompareFunction::NotEqual, write>;
        case CompareFunction::GreaterOrEqual: return &depth_block<CompareFunction::GreaterOrEqual, write>;
        case CompareFunction::Always: break;
    }
    return &depth_block<CompareFunction::Always, write>;
}

// All tests for n pixels in lane order, limited to `mask`; returns the mask of passing pixels. `stored` may be null
// where there is no depth buffer, `stencil` where there is no stencil test. `references`: of the pixels, in the place
// of the face's; or null. depth_of(i): of lanes i and following, as it is stored.
template <int n, class DepthOf>
uint64_t depth_stencil_lanes(const FragmentKey& key, const StencilFace& face, int32_t* stored, uint8_t* stencil,
                             int32_t bounds_low, int32_t bounds_high, uint64_t mask, const int32_t* references,
                             DepthOf depth_of) {
    const DepthStencilTests tests = tests_of(key, stored != nullptr);
    StencilTest<Signed> operations{face.function,
                                   face.fail,
                                   face.depth_fail,
                                   face.pass,
                                   Signed(int32_t{face.reference}),
                                   Signed(int32_t{face.read_mask}),
                                   Signed(int32_t{face.write_mask})};
    uint64_t passed = 0;
    for (int i = 0; i < n; i += lane_width) {
        const uint32_t lanes = static_cast<uint32_t>(mask >> i) & width_bits;
        if (!lanes) continue;
        if (references) operations.reference = runtime::load<Signed>(references + i) & Signed(255);
        const TestedPixels<Signed> before{stored ? runtime::load<Signed>(stored + i) : Signed(0),
                                          tests.stencil_test ? load_bytes(stencil + i) : Signed(0),
                                          runtime::from_bits(lanes)};
        const TestedPixels<Signed> after =
            test_pixels(tests, operations, before, depth_of(i), Signed(bounds_low), Signed(bounds_high));
        if (tests.depth_write) runtime::store(stored + i, after.depth);
        if (tests.stencil_test) store_bytes(stencil + i, after.stencil);
        passed |= uint64_t{to_bits(after.mask)} << i;
    }
    return passed;
}

}  // namespace rasterizer::ASMGL_ISA
