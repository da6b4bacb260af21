// Fragments of a draw: tested, run, and written.
#include <algorithm>
#include <cmath>

#include "machines/tegra/device/device_draw.h"
#include "machines/tegra/surfaces/pixels.h"
#include "machines/tegra/surfaces/textures.h"

namespace machines::tegra {

// Tests and, where a fragment fails, what that does to the stencil. Passing ones change it when they are written.
bool Draw::stencil_and_depth(bool front, int x, int y, double z) {
    uint8_t* stencil = nullptr;
    const uint32_t one = get(front ? reg::STENCIL_FRONT1 : reg::STENCIL_BACK1);
    const uint32_t two = get(front ? reg::STENCIL_FRONT2 : reg::STENCIL_BACK2);
    const auto reference = static_cast<uint8_t>(field::STENCIL_FRONT2_REF.get(two));
    if (stencil_test_) {
        stencil = pixel(2, x, y, 1);
        if (!stencil) return fail("a fragment lies outside of the stencil buffer");
        const uint32_t mask = field::STENCIL_FRONT1_MASK.get(one);
        if (!compare(field::STENCIL_FRONT1_FUNC.get(one), reference & mask, *stencil & mask)) {
            *stencil = stencil_result(field::STENCIL_FRONT2_OP_FAIL.get(two), *stencil, reference);
            return false;
        }
    }
    if (!depth_test_) return true;
    uint8_t* const depth = pixel(0, x, y, 2);
    if (!depth) return fail("a fragment lies outside of the depth buffer");
    const uint32_t here = depth_value(z) >> 4, there = depth[0] | static_cast<uint32_t>(depth[1]) << 8;
    if (compare(field::DEPTH_TEST_PARAMS_FUNC.get(get(reg::DEPTH_TEST_PARAMS)), here, there)) return true;
    if (stencil) *stencil = stencil_result(field::STENCIL_FRONT2_OP_ZFAIL.get(two), *stencil, reference);
    return false;
}

void Draw::quad(int x, int y, const std::array<bool, 4>& covered, const std::array<std::array<double, 3>, 4>& weights) {
    if (failed_) return;
    FragmentQuad quad;
    quad.x = x;
    quad.y = y;
    quad.covered = covered;
    bool any = false;
    for (size_t i = 0; i < 4; i++) {
        // Weights of the piece's corners, then of the whole primitive's vertices: with perspective, and back to the
        // screen.
        std::array<double, 3> whole{};
        double sum = 0, z = 0;
        for (size_t k = 0; k < 3; k++) {
            const double share = weights[i][k] / piece_[k].position[3];
            sum += share;
            z += weights[i][k] * piece_z_[k];
            for (size_t v = 0; v < 3; v++) whole[v] += share * piece_[k].weights[v];
        }
        double w = 0;
        for (size_t v = 0; v < 3; v++) {
            whole[v] /= sum;
            w += whole[v] * triangle_.w[v];
        }
        for (size_t v = 0; v < 3; v++) quad.barycentric[i][v] = whole[v] * triangle_.w[v] / w;
        quad.z[i] = z + offset_ > 0 ? std::min(z + offset_, 1.0) : 0;
        if (!covered[i]) continue;
        const int px = x + static_cast<int>(i & 1), py = y + static_cast<int>(i >> 1);
        quad.covered[i] = stencil_and_depth(triangle_.front, px, py, quad.z[i]);
        if (failed_) return;
        any |= quad.covered[i];
    }
    if (!any) return;
    const FragmentResult result = pipeline_->run(triangle_, quad, fragment_state_);
    if (!result.fault.empty()) {
        fail("fragment (" + std::to_string(x) + ", " + std::to_string(y) + "): " + result.fault);
        return;
    }
    for (size_t i = 0; i < 4; i++) {
        if (!quad.covered[i]) continue;
        e_.fragments_++;
        if (result.killed[i]) continue;
        const int px = x + static_cast<int>(i & 1), py = y + static_cast<int>(i >> 1);
        if (stencil_test_) {
            const uint32_t two = get(triangle_.front ? reg::STENCIL_FRONT2 : reg::STENCIL_BACK2);
            uint8_t* const stencil = pixel(2, px, py, 1);
            if (stencil)
                *stencil = stencil_result(field::STENCIL_FRONT2_OP_ZPASS.get(two), *stencil,
                                          static_cast<uint8_t>(field::STENCIL_FRONT2_REF.get(two)));
        }
        if (depth_test_ && depth_write_) {
            const uint32_t value = depth_value(quad.z[i]) >> 4;
            if (uint8_t* const depth = pixel(0, px, py, 2)) {
                depth[0] = static_cast<uint8_t>(value);
                depth[1] = static_cast<uint8_t>(value >> 8);
            }
        }
    }
}

bool Draw::look_up(const TextureRequest& request, std::array<Rgba8, quad_size>& texels) {
    const auto unit = static_cast<uint32_t>(request.unit);
    const TextureState state{get(reg::TEXTURE_POINTER + unit), get(reg::TEXTURE_DESC1 + 2 * unit),
                             get(reg::TEXTURE_DESC2 + 2 * unit)};
    if (const std::string reason = sample(state, e_.memory_, request, texels); !reason.empty())
        return fail("texture " + std::to_string(request.unit) + ": " + reason);
    return true;
}

bool Draw::read_target(int target, int x, int y, Rgba8& value) {
    const auto number = static_cast<uint32_t>(target);
    const uint32_t format = field::RT_PARAMS_FORMAT.get(get(reg::RT_PARAMS + number));
    const uint8_t* const bytes =
        get(reg::RT_ENABLE) >> number & 1 && has_color(format) ? pixel(number, x, y, pixel_bytes(format)) : nullptr;
    if (bytes) value = read_pixel(format, bytes);
    return bytes != nullptr;
}

bool Draw::write_target(int target, int x, int y, const Rgba8& value) {
    const auto number = static_cast<uint32_t>(target);
    const uint32_t format = field::RT_PARAMS_FORMAT.get(get(reg::RT_PARAMS + number));
    uint8_t* const bytes =
        get(reg::RT_ENABLE) >> number & 1 && has_color(format) ? pixel(number, x, y, pixel_bytes(format)) : nullptr;
    if (bytes) write_pixel(format, value, bytes);
    return bytes != nullptr;
}

// The operation itself is applied with the depth, for programs that store no stencil too.
bool Draw::write_stencil(int, int) { return (get(reg::RT_ENABLE) & 4) != 0; }

// ---- rules

uint32_t depth_value(double z) {
    constexpr double steps = 1 << 20;
    return z > 0 ? static_cast<uint32_t>(std::min(std::floor(z * steps), steps - 1)) : 0;  // NaN: 0
}

bool compare(uint32_t function, uint32_t a, uint32_t b) {
    switch (function & 7) {
        case function_never: return false;
        case function_less: return a < b;
        case function_equal: return a == b;
        case function_less_equal: return a <= b;
        case function_greater: return a > b;
        case function_not_equal: return a != b;
        case function_greater_equal: return a >= b;
        default: return true;
    }
}

uint8_t stencil_result(uint32_t operation, uint8_t value, uint8_t reference) {
    switch (operation & 7) {
        case stencil_zero: return 0;
        case stencil_keep: return value;
        case stencil_replace: return reference;
        case stencil_increment: return value == 255 ? value : static_cast<uint8_t>(value + 1);
        case stencil_decrement: return value == 0 ? value : static_cast<uint8_t>(value - 1);
        case stencil_invert: return static_cast<uint8_t>(~value);
        case stencil_increment_wrap: return static_cast<uint8_t>(value + 1);
        default: return static_cast<uint8_t>(value - 1);
    }
}

}  // namespace machines::tegra
