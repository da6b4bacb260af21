// Depth and stencil tests over lanes: GL 4.6, 17.3.3 to 17.3.5. Values in, values out, as colors.h says.
#pragma once

#include "ir/semantics/lanes.h"
#include "rasterizer/draw/fragment_state.h"
#include "rasterizer/fragment/colors.h"
#include "rasterizer/prepare/fragment_key.h"

namespace rasterizer {

template <arbasm::LaneType T>
LANE_FUNCTION arbasm::MaskOf<T> compare(CompareFunction function, T a, T b) {
    switch (function) {
        case CompareFunction::Never: return arbasm::MaskOf<T>(a != a) & !arbasm::MaskOf<T>(a != a);
        case CompareFunction::Less: return a < b;
        case CompareFunction::Equal: return a == b;
        case CompareFunction::LessOrEqual: return a <= b;
        case CompareFunction::Greater: return a > b;
        case CompareFunction::NotEqual: return a != b;
        case CompareFunction::GreaterOrEqual: return a >= b;
        case CompareFunction::Always: break;
    }
    return arbasm::MaskOf<T>(a != a) | !arbasm::MaskOf<T>(a != a);
}

// `clamps`: CLAMP_FRAGMENT_COLOR.
template <arbasm::FloatLanes F>
LANE_FUNCTION arbasm::MaskOf<F> passes_alpha(CompareFunction function, F alpha, F reference, bool clamps) {
    return compare(function, clamps ? clamped(alpha, F(0.0f), F(1.0f)) : alpha, reference);
}

// The depth of pixels at (x, y) from the plane's origin. `dx` and `dy`: where they are relative to the primitive's
// first corner.
template <arbasm::FloatLanes F>
LANE_FUNCTION F plane_depth(F dx, F dy, F z_dx, F z_dy, F z0, F z_offset) {
    return (dx * z_dx + dy * z_dy + z0) + z_offset;
}

// The bits of a float as an integer that is as large as it, compared with others, and back again.
template <arbasm::SignedLanes S>
LANE_FUNCTION S ordered_depth(S bits) {
    return bits ^ ((bits >> arbasm::UnsignedOf<S>(31u)) & S(0x7fffffff));
}

// Below this, floats are finer than 32 bits of unorm. The sum with it is as fine.
inline constexpr float finer_than_unorm32 = 0x1p-9f;

// Window depth as the tile stores it: what storing it to the surface, and loading it again, doesn't change. `scale`:
// the largest integer of unorm depth.
template <arbasm::FloatLanes F>
LANE_FUNCTION arbasm::SignedOf<F> encode_depth(DepthStorage storage, F z, F low, F high, F scale) {
    z = clamped(z, low, high);
    if (storage == DepthStorage::Unorm) return to_signed_nearest(z * scale);
    if (storage == DepthStorage::Unorm32)
        z = choose(z < F(finer_than_unorm32), (z + F(finer_than_unorm32)) - F(finer_than_unorm32), z);
    return ordered_depth(as_signed(z));
}

// The operations and numbers of a stencil test.
template <arbasm::SignedLanes S>
struct StencilTest {
    CompareFunction function;
    StencilFace::Operation fail, depth_fail, pass;
    S reference, read_mask, write_mask;
};

// Values are numbers of eight bits, in lanes of 32 bits or as bytes.
template <arbasm::IntegerLanes S>
LANE_FUNCTION S stencil_value(StencilFace::Operation operation, S old, S reference) {
    using Operation = StencilFace::Operation;
    const S one(1), last(255);
    switch (operation) {
        case Operation::Keep: return old;
        case Operation::Zero: return S(0);
        case Operation::Replace: return reference;
        case Operation::Increment: return smaller(old, S(254)) + one;
        case Operation::Decrement: return larger(old, one) - one;
        case Operation::Invert: return old ^ last;
        case Operation::IncrementWrap: return (old + one) & last;
        case Operation::DecrementWrap: return (old - one) & last;
    }
    return old;
}
// Values after an operation on the pixels `where`.
template <arbasm::IntegerLanes S>
LANE_FUNCTION S stencil_after(StencilFace::Operation operation, arbasm::MaskOf<S> where, S old, S reference,
                              S write_mask) {
    if (operation == StencilFace::Operation::Keep) return old;
    const S value = stencil_value(operation, old, reference);
    return choose(where, (value & write_mask) | (old & ~write_mask), old);
}

// Pixels at the tests: stored values, and the mask of tested pixels; afterwards, of passing pixels.
template <arbasm::SignedLanes S>
struct TestedPixels {
    S depth, stencil;
    arbasm::MaskOf<S> mask;
};

// The enabled tests, and the depth function.
struct DepthStencilTests {
    bool depth_bounds, stencil_test, depth_test, depth_write;
    CompareFunction depth_function;
};
// `has_depth`: there is a depth buffer to read.
LANE_FUNCTION DepthStencilTests tests_of(const FragmentKey& key, bool has_depth) {
    return {key.depth_bounds && has_depth, key.stencil_test, key.depth_test && has_depth, key.depth_write && has_depth,
            key.depth_function};
}

template <arbasm::SignedLanes S>
LANE_FUNCTION TestedPixels<S> test_pixels(const DepthStencilTests& tests, const StencilTest<S>& stencil,
                                          const TestedPixels<S>& stored, S depth, S bounds_low, S bounds_high) {
    TestedPixels<S> result = stored;
    if (tests.depth_bounds) result.mask = result.mask & (stored.depth >= bounds_low) & (stored.depth <= bounds_high);
    const auto operate = [&](StencilFace::Operation operation, arbasm::MaskOf<S> where) {
        result.stencil = stencil_after(operation, where, result.stencil, stencil.reference, stencil.write_mask);
    };
    if (tests.stencil_test) {
        const auto pass =
            compare(stencil.function, stencil.reference & stencil.read_mask, stored.stencil & stencil.read_mask);
        operate(stencil.fail, result.mask & !pass);
        result.mask = result.mask & pass;
    }
    const auto before = result.mask;
    if (tests.depth_test) result.mask = result.mask & compare(tests.depth_function, depth, stored.depth);
    if (tests.stencil_test) {
        operate(stencil.depth_fail, before & !result.mask);
        operate(stencil.pass, result.mask);
    }
    if (tests.depth_write) result.depth = choose(result.mask, depth, stored.depth);
    return result;
}

}  // namespace rasterizer
