// Depth and stencil tests over a block's 64 pixels or a group's 32 lanes. Compiled per instruction set (lanes.h).
#pragma once

#include "rasterizer/draw/fragment_state.h"
#include "rasterizer/fragment/lanes.h"
#include "rasterizer/prepare/fragment_key.h"
#include "rasterizer/scene/tile_primitive.h"

namespace rasterizer::RASTERIZER_ISA {

template <CompareFunction function>
RASTERIZER_INLINE I compare(I a, I b) {
    if constexpr (function == CompareFunction::Never) return I{};
    if constexpr (function == CompareFunction::Less) return (I)(a < b);
    if constexpr (function == CompareFunction::Equal) return (I)(a == b);
    if constexpr (function == CompareFunction::LessOrEqual) return (I)(a <= b);
    if constexpr (function == CompareFunction::Greater) return (I)(a > b);
    if constexpr (function == CompareFunction::NotEqual) return (I)(a != b);
    if constexpr (function == CompareFunction::GreaterOrEqual) return (I)(a >= b);
    return ~I{};
}

// Window depth as the tile stores it.
struct DepthEncoding {
    float low, high;  // clamped to
    float scale;      // 0: keep the float's bits
    RASTERIZER_INLINE I encode(F z) const {
        z = clamp(z, splat_f(low), splat_f(high));
        if (scale == 0) return (I)z;
        return round_to_int(z * scale);
    }
};

// The depth of a block's pixels first … first + lane_width - 1.
RASTERIZER_INLINE F plane_depth(const TilePrimitive& primitive, float x, float y, int first) {
    const F dx = load<F>(block_offsets.x + first) + (x - primitive.x0);
    const F dy = load<F>(block_offsets.y + first) + (y - primitive.y0);
    return dx * primitive.z_dx + dy * primitive.z_dy + primitive.z0;
}

// Tests and updates the depths of one block; returns the pixels that pass. (x, y): sample position of pixel 0.
using DepthBlock = uint64_t (*)(int32_t* stored, const TilePrimitive& primitive, float x, float y,
                                const DepthEncoding& encoding, uint64_t mask);

template <CompareFunction function, bool write>
uint64_t depth_block(int32_t* stored, const TilePrimitive& primitive, float x, float y, const DepthEncoding& encoding,
                     uint64_t mask) {
    uint64_t passed = 0;
    for (int i = 0; i < block_pixels; i += lane_width) {
        const uint32_t lanes = static_cast<uint32_t>(mask >> i) & width_bits;
        if (!lanes) continue;
        const I depth = encoding.encode(plane_depth(primitive, x, y, i));
        const I old = load<I>(stored + i);
        const I pass = compare<function>(depth, old) & mask_of(lanes);
        passed |= uint64_t{bits_of(pass)} << i;
        if (write) store(stored + i, select(pass, depth, old));
    }
    return passed;
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

template <CompareFunction function, int n>
uint64_t compare_lanes(const int32_t* a, const int32_t* b) {
    uint64_t bits = 0;
    for (int i = 0; i < n; i += lane_width)
        bits |= uint64_t{bits_of(compare<function>(load<I>(a + i), load<I>(b + i)))} << i;
    return bits;
}

template <int n>
uint64_t compare_lanes(CompareFunction function, const int32_t* a, const int32_t* b) {
    switch (function) {
        case CompareFunction::Never: return 0;
        case CompareFunction::Less: return compare_lanes<CompareFunction::Less, n>(a, b);
        case CompareFunction::Equal: return compare_lanes<CompareFunction::Equal, n>(a, b);
        case CompareFunction::LessOrEqual: return compare_lanes<CompareFunction::LessOrEqual, n>(a, b);
        case CompareFunction::Greater: return compare_lanes<CompareFunction::Greater, n>(a, b);
        case CompareFunction::NotEqual: return compare_lanes<CompareFunction::NotEqual, n>(a, b);
        case CompareFunction::GreaterOrEqual: return compare_lanes<CompareFunction::GreaterOrEqual, n>(a, b);
        case CompareFunction::Always: break;
    }
    return ~uint64_t{0};
}

// Applies a stencil operation where `lanes` says so; `values` holds 0…255.
template <int n>
void apply_stencil(StencilFace::Operation operation, const StencilFace& face, uint64_t lanes, int32_t* values) {
    using Operation = StencilFace::Operation;
    if (operation == Operation::Keep || !lanes) return;
    for (int i = 0; i < n; i += lane_width) {
        const I old = load<I>(values + i);
        I value = old;
        switch (operation) {
            case Operation::Keep: break;
            case Operation::Zero: value = I{}; break;
            case Operation::Replace: value = splat_i(face.reference); break;
            case Operation::Increment: value = old - (I)(old < 255); break;
            case Operation::Decrement: value = old + (I)(old > 0); break;
            case Operation::Invert: value = old ^ 255; break;
            case Operation::IncrementWrap: value = (old + 1) & 255; break;
            case Operation::DecrementWrap: value = (old - 1) & 255; break;
        }
        value = (value & face.write_mask) | (old & (255 & ~int32_t{face.write_mask}));
        store(values + i, select(mask_of(static_cast<uint32_t>(lanes >> i) & width_bits), value, old));
    }
}

// The whole of GL 4.6, 17.3.3-17.3.5 for n pixels: depth bounds, stencil, depth. Arrays are in lane order; `stencil`
// may be null when there is no stencil test, `stored` when there is no depth buffer.
template <int n>
uint64_t depth_stencil_lanes(const FragmentKey& key, const StencilFace& face, int32_t* stored, const int32_t* depth,
                             uint8_t* stencil, int32_t bounds_low, int32_t bounds_high, uint64_t mask) {
    if (key.depth_bounds && stored) {
        uint64_t inside = 0;
        for (int i = 0; i < n; i += lane_width) {
            const I value = load<I>(stored + i);
            inside |= uint64_t{bits_of((I)(value >= bounds_low) & (I)(value <= bounds_high))} << i;
        }
        mask &= inside;
    }
    alignas(64) int32_t values[n];
    uint64_t touched = mask;
    if (key.stencil_test) {
        alignas(64) int32_t masked[n], reference[n];
        for (int i = 0; i < n; ++i) values[i] = stencil[i];
        for (int i = 0; i < n; ++i) masked[i] = values[i] & face.read_mask;
        for (int i = 0; i < n; ++i) reference[i] = face.reference & face.read_mask;
        const uint64_t pass = compare_lanes<n>(face.function, reference, masked);
        apply_stencil<n>(face.fail, face, mask & ~pass, values);
        mask &= pass;
    }
    uint64_t passed = mask;
    if (key.depth_test && stored) passed &= compare_lanes<n>(key.depth_function, depth, stored);
    if (key.stencil_test) {
        apply_stencil<n>(face.depth_fail, face, mask & ~passed, values);
        apply_stencil<n>(face.pass, face, passed, values);
        for (int i = 0; i < n; ++i)
            if (touched >> i & 1) stencil[i] = static_cast<uint8_t>(values[i]);
    }
    if (key.depth_write && stored)
        for (int i = 0; i < n; i += lane_width) {
            const I pass = mask_of(static_cast<uint32_t>(passed >> i) & width_bits);
            store(stored + i, select(pass, load<I>(depth + i), load<I>(stored + i)));
        }
    return passed;
}

}  // namespace rasterizer::RASTERIZER_ISA
