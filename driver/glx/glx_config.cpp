#include "driver/glx/glx_config.h"

#include <array>
#include <tuple>

#include "driver/configs/config_choice.h"
#include "driver/glx/glx_headers.h"
#include "driver/surface.h"

namespace driver::glx {
namespace {

struct Attribute {
    int token;
    int default_value;
    Criterion criterion;
    bool in_visuals;
};

constexpr RenderType render_types[] = {{GLX_RGBA_TYPE, GLX_RGBA_BIT},
                                       {GLX_COLOR_INDEX_TYPE, GLX_COLOR_INDEX_BIT},
                                       {GLX_RGBA_FLOAT_TYPE_ARB, GLX_RGBA_FLOAT_BIT_ARB},
                                       {GLX_RGBA_UNSIGNED_FLOAT_TYPE_EXT, GLX_RGBA_UNSIGNED_FLOAT_BIT_EXT}};

constexpr AttributeTable table{std::to_array<Attribute>({
#define GLX_ATTRIBUTE(token, default_value, criterion, in_visuals, value) \
    {token, static_cast<int>(default_value), Criterion::criterion, in_visuals},
#include "driver/glx/glx_attributes.def"
#undef GLX_ATTRIBUTE
})};
using Values = decltype(table)::Values;

Values values_of(const FrameConfig& config) {
    const glapi::BufferConfig& b = config.buffers;
    return {
#define GLX_ATTRIBUTE(token, default_value, criterion, in_visuals, value) static_cast<int>(value),
#include "driver/glx/glx_attributes.def"
#undef GLX_ATTRIBUTE
    };
}

// Sorting rules 1 to 11 of section 3.3.3; lower comes first. Last of all, configs of the common visual depth precede.
auto sort_key(const FrameConfig& config, const Values& requests) {
    const Values values = values_of(config);
    const int color =
        table.requested_bits(values, requests, {GLX_RED_SIZE, GLX_GREEN_SIZE, GLX_BLUE_SIZE, GLX_ALPHA_SIZE});
    const int accumulation = table.requested_bits(
        values, requests, {GLX_ACCUM_RED_SIZE, GLX_ACCUM_GREEN_SIZE, GLX_ACCUM_BLUE_SIZE, GLX_ACCUM_ALPHA_SIZE});
    const glapi::BufferConfig& b = config.buffers;
    // Without a request for accumulation bits the rules leave the choice open: the smaller memory then.
    return std::tuple(-color, config.color_bits(), b.double_buffered, config.samples(), -b.depth, b.stencil,
                      -accumulation, b.accumulation, config.direct_color, config.visual_depth, config.id);
}

std::vector<const FrameConfig*> choose(std::span<const FrameConfig> configs, const Values& requests) {
    return driver::choose(
        configs, [&](const FrameConfig& config) { return table.meets(values_of(config), requests); },
        [&](const FrameConfig& config) { return sort_key(config, requests); });
}

}  // namespace

const RenderType* render_type(int type) {
    const auto* at = std::ranges::find(render_types, type, &RenderType::type);
    return at == std::end(render_types) ? nullptr : at;
}

const RenderType* render_type(const FrameConfig& config) {
    if (!config.buffers.float_color) return render_type(GLX_RGBA_TYPE);
    const bool is_unsigned = config.buffers.red == 11;
    return render_type(is_unsigned ? GLX_RGBA_UNSIGNED_FLOAT_TYPE_EXT : GLX_RGBA_FLOAT_TYPE_ARB);
}

std::optional<int> attribute(const FrameConfig& config, int token, bool visual) {
    const size_t index = table.index_of(token);
    if (index == table.rows.size() || (visual && !table.rows[index].in_visuals)) return std::nullopt;
    return values_of(config)[index];
}

std::vector<const FrameConfig*> choose_configs(std::span<const FrameConfig> configs, const int* attributes) {
    Values requests = table.defaults();
    for (const int* a = attributes; a && *a != None; a += 2) {
        const size_t index = table.index_of(a[0]);
        if (index == requests.size()) return {};
        requests[index] = a[1];
    }
    // "If GLX_FBCONFIG_ID is specified in attrib_list, then all other attributes are ignored."
    table.keep_identifier(requests, GLX_FBCONFIG_ID);
    return choose(configs, requests);
}

const FrameConfig* choose_visual(std::span<const FrameConfig> configs, const int* attributes) {
    Values requests = table.defaults();
    requests[table.index_of(GLX_DOUBLEBUFFER)] = False;
    bool rgba = false;
    for (const int* a = attributes; a && *a != None; ++a) {
        if (*a == GLX_USE_GL) continue;
        if (*a == GLX_RGBA) {
            rgba = true;
            continue;
        }
        const size_t index = table.index_of(*a);
        if (index == requests.size() || !table.rows[index].in_visuals) return nullptr;
        if (*a == GLX_DOUBLEBUFFER || *a == GLX_STEREO) {
            requests[index] = True;
        } else {
            ++a;
            if (table.rows[index].token != GLX_FBCONFIG_ID) requests[index] = *a;
        }
    }
    if (!rgba) return nullptr;  // there are no colour index visuals
    const auto fitting = choose(configs, requests);
    return fitting.empty() ? nullptr : fitting.front();
}

}  // namespace driver::glx
