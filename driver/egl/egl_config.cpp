#include "driver/egl/egl_config.h"

#include <algorithm>
#include <array>
#include <span>
#include <tuple>

#include "driver/present/swap_schedule.h"

namespace driver::egl {
namespace {

enum class Criterion : uint8_t { Exact, AtLeast, Mask, Ignored, VisualType };

// Values that eglChooseConfig takes for an attribute, without EGL_DONT_CARE.
using Values = std::span<const EGLint>;
constexpr std::array<EGLint, 2> truth{EGL_TRUE, EGL_FALSE};
constexpr std::array<EGLint, 2> color_buffer_types{EGL_RGB_BUFFER, EGL_LUMINANCE_BUFFER};
constexpr std::array<EGLint, 2> component_types{EGL_COLOR_COMPONENT_TYPE_FIXED_EXT, EGL_COLOR_COMPONENT_TYPE_FLOAT_EXT};
constexpr std::array<EGLint, 3> caveats{EGL_NONE, EGL_SLOW_CONFIG, EGL_NON_CONFORMANT_CONFIG};
constexpr std::array<EGLint, 2> transparencies{EGL_NONE, EGL_TRANSPARENT_RGB};
constexpr std::array<EGLint, 1> not_negative{0};  // and all above
constexpr Values any{};

struct Attribute {
    EGLint token;
    EGLint default_value;
    Values values;
    Criterion criterion;

    bool takes(EGLint value) const {
        if (value == EGL_DONT_CARE) return token != EGL_LEVEL;
        if (values.data() == not_negative.data()) return value >= 0;
        return values.empty() || std::ranges::count(values, value) != 0;
    }
};

constexpr auto attributes_table = std::to_array<Attribute>({
#define EGL_CONFIG_ATTRIBUTE(token, default_value, values, criterion, value) \
    {token, default_value, values, Criterion::criterion},
#include "driver/egl/egl_attributes.def"
#undef EGL_CONFIG_ATTRIBUTE
});
constexpr size_t attribute_count = attributes_table.size();
using Requests = std::array<EGLint, attribute_count>;

// Whether pbuffers can be textures (3.6).
bool bindable(const glapi::BufferConfig& buffers) { return !buffers.float_color; }

// EXT_config_select_group: components of ten bits are for those who ask for them, though they are the larger ones. On
// X11 the screen's visuals decide.
EGLint select_group(const FrameConfig& config) {
    return !config.visual && !config.buffers.float_color && config.buffers.red > 8 ? 1 : 0;
}

EGLint value_at(const FrameConfig& config, size_t index) {
    const glapi::BufferConfig& b = config.buffers;
    const std::array<EGLint, attribute_count> values = {
#define EGL_CONFIG_ATTRIBUTE(token, default_value, values, criterion, value) EGLint(value),
#include "driver/egl/egl_attributes.def"
#undef EGL_CONFIG_ATTRIBUTE
    };
    return values[index];
}

constexpr size_t index_of(EGLint token) {
    size_t i = 0;
    while (i < attribute_count && attributes_table[i].token != token) ++i;
    return i;
}

bool fits(const FrameConfig& config, const Requests& requests) {
    for (size_t i = 0; i < attribute_count; ++i) {
        const EGLint request = requests[i], value = value_at(config, i);
        if (request == EGL_DONT_CARE) continue;
        switch (attributes_table[i].criterion) {
            case Criterion::Exact:
                if (value != request) return false;
                break;
            case Criterion::AtLeast:
                if (value < request) return false;
                break;
            case Criterion::Mask:
                if ((value & request) != request) return false;
                break;
            case Criterion::VisualType:  // "ignored if EGL_SURFACE_TYPE does not have EGL_WINDOW_BIT set"
                if ((requests[index_of(EGL_SURFACE_TYPE)] & EGL_WINDOW_BIT) && config.visual && value != request)
                    return false;
                break;
            case Criterion::Ignored: break;
        }
    }
    return true;
}

// Sorting rules of section 3.4.1.2; rules 1, 2 and 9 never distinguish ours. EXT_pixel_format_float: fixed-point
// components first.
auto sort_key(const FrameConfig& config, const Requests& requests) {
    EGLint color = 0;
    for (EGLint token : {EGL_RED_SIZE, EGL_GREEN_SIZE, EGL_BLUE_SIZE, EGL_ALPHA_SIZE}) {
        const EGLint request = requests[index_of(token)];
        if (request != 0 && request != EGL_DONT_CARE) color += value_at(config, index_of(token));
    }
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
        config.id = int32_t(result.size()) + 1;
        result.push_back(config);
    }
    return result;
}

std::optional<EGLint> attribute(const FrameConfig& config, EGLint token) {
    const size_t index = index_of(token);
    if (index == attribute_count) return std::nullopt;
    return value_at(config, index);
}

std::optional<std::vector<const FrameConfig*>> choose_configs(std::span<const FrameConfig> configs,
                                                              const EGLint* attributes) {
    Requests requests;
    for (size_t i = 0; i < attribute_count; ++i) requests[i] = attributes_table[i].default_value;
    for (const EGLint* a = attributes; a && *a != EGL_NONE; a += 2) {
        if (*a == EGL_MATCH_NATIVE_PIXMAP) continue;
        const size_t index = index_of(a[0]);
        if (index == attribute_count || !attributes_table[index].takes(a[1])) return std::nullopt;
        requests[index] = a[1];
    }
    constexpr size_t id = index_of(EGL_CONFIG_ID);
    if (const EGLint requested = requests[id]; requested != EGL_DONT_CARE) {
        requests.fill(EGL_DONT_CARE);
        requests[id] = requested;
    }
    std::vector<const FrameConfig*> result;
    for (const FrameConfig& config : configs)
        if (fits(config, requests)) result.push_back(&config);
    std::sort(result.begin(), result.end(), [&](const FrameConfig* a, const FrameConfig* b) {
        return sort_key(*a, requests) < sort_key(*b, requests);
    });
    return result;
}

}  // namespace driver::egl
