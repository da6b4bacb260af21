#include "driver/egl/egl_config.h"

#include <algorithm>
#include <array>
#include <span>
#include <tuple>

#include "driver/configs/config_choice.h"
#include "driver/present/swap_schedule.h"
#include "driver/surface.h"

namespace driver::egl {
namespace {

// Values that eglChooseConfig takes for an attribute, without EGL_DONT_CARE.
using Taken = std::span<const EGLint>;
constexpr std::array<EGLint, 2> truth{EGL_TRUE, EGL_FALSE};
constexpr std::array<EGLint, 2> color_buffer_types{EGL_RGB_BUFFER, EGL_LUMINANCE_BUFFER};
constexpr std::array<EGLint, 2> component_types{EGL_COLOR_COMPONENT_TYPE_FIXED_EXT, EGL_COLOR_COMPONENT_TYPE_FLOAT_EXT};
constexpr std::array<EGLint, 3> caveats{EGL_NONE, EGL_SLOW_CONFIG, EGL_NON_CONFORMANT_CONFIG};
constexpr std::array<EGLint, 2> transparencies{EGL_NONE, EGL_TRANSPARENT_RGB};
constexpr std::array<EGLint, 1> not_negative{0};  // and all above
constexpr Taken any{};

struct Attribute {
    EGLint token;
    EGLint default_value;
    Taken values;
    Criterion criterion;

    bool takes(EGLint value) const {
        if (value == EGL_DONT_CARE) return token != EGL_LEVEL;
        if (values.data() == not_negative.data()) return value >= 0;
        return values.empty() || std::ranges::count(values, value) != 0;
    }
};

constexpr AttributeTable table{std::to_array<Attribute>({
#define EGL_CONFIG_ATTRIBUTE(token, default_value, values, criterion, value) \
    {token, default_value, values, Criterion::criterion},
#include "driver/egl/egl_attributes.def"
#undef EGL_CONFIG_ATTRIBUTE
})};
using Values = decltype(table)::Values;

// Whether pbuffers can be textures (3.6).
bool bindable(const glapi::BufferConfig& buffers) { return !buffers.float_color; }

// EXT_config_select_group: components of ten bits are for those who ask for them, though they are the larger ones. On
// X11 the screen's visuals decide.
EGLint select_group(const FrameConfig& config) {
    return !config.visual && !config.buffers.float_color && config.buffers.red > 8 ? 1 : 0;
}

Values values_of(const FrameConfig& config) {
    const glapi::BufferConfig& b = config.buffers;
    return {
#define EGL_CONFIG_ATTRIBUTE(token, default_value, values, criterion, value) static_cast<EGLint>(value),
#include "driver/egl/egl_attributes.def"
#undef EGL_CONFIG_ATTRIBUTE
    };
}

// The kind of visual is "ignored if EGL_SURFACE_TYPE does not have EGL_WINDOW_BIT set", and where there are no visuals.
bool has_visual(const FrameConfig& config, const Values& values, const Values& requests) {
    constexpr size_t surfaces = table.index_of(EGL_SURFACE_TYPE), visual = table.index_of(EGL_NATIVE_VISUAL_TYPE);
    if (!(requests[surfaces] & EGL_WINDOW_BIT) || !config.visual) return true;
    return meets(Criterion::Exact, values[visual], requests[visual]);
}

bool fits(const FrameConfig& config, const Values& requests) {
    const Values values = values_of(config);
    return table.meets(values, requests) && has_visual(config, values, requests);
}

// Sorting rules of section 3.4.1.2; rules 1, 2 and 9 never distinguish ours. EXT_pixel_format_float: fixed-point
// components first.
auto sort_key(const FrameConfig& config, const Values& requests) {
    const EGLint color = table.requested_bits(values_of(config), requests,
                                              {EGL_RED_SIZE, EGL_GREEN_SIZE, EGL_BLUE_SIZE, EGL_ALPHA_SIZE});
    const glapi::BufferConfig& b = config.buffers;
    return std::tuple(b.float_color, select_group(config), -color, config.color_bits(), config.samples(), b.depth,
                      b.stencil, config.id);
}

}  // namespace

std::vector<FrameConfig> egl_configs(const std::vector<FrameConfig>& configs) {
    std::vector<FrameConfig> result;
    for (FrameConfig config : configs) {
        if (!config.buffers.double_buffered || config.buffers.accumulation) continue;
        config.buffers.accumulation = 16;
        config.id = static_cast<int32_t>(result.size()) + 1;
        result.push_back(config);
    }
    return result;
}

std::optional<EGLint> attribute(const FrameConfig& config, EGLint token) {
    const size_t index = table.index_of(token);
    if (index == table.rows.size()) return std::nullopt;
    return values_of(config)[index];
}

std::optional<std::vector<const FrameConfig*>> choose_configs(std::span<const FrameConfig> configs,
                                                              const EGLint* attributes) {
    Values requests = table.defaults();
    for (const EGLint* a = attributes; a && *a != EGL_NONE; a += 2) {
        if (*a == EGL_MATCH_NATIVE_PIXMAP) continue;
        const size_t index = table.index_of(a[0]);
        if (index == requests.size() || !table.rows[index].takes(a[1])) return std::nullopt;
        requests[index] = a[1];
    }
    table.keep_identifier(requests, EGL_CONFIG_ID);
    return choose(
        configs, [&](const FrameConfig& config) { return fits(config, requests); },
        [&](const FrameConfig& config) { return sort_key(config, requests); });
}

}  // namespace driver::egl
