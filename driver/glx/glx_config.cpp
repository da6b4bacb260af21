#include "driver/glx/glx_config.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "driver/glx/glx_headers.h"

namespace driver::glx {
namespace {

enum class Criterion : uint8_t { Exact, AtLeast, Mask, Ignored };

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

constexpr auto attributes_table = std::to_array<Attribute>({
#define GLX_ATTRIBUTE(token, default_value, criterion, in_visuals, value) \
    {token, int(default_value), Criterion::criterion, in_visuals},
#include "driver/glx/glx_attributes.def"
#undef GLX_ATTRIBUTE
});
constexpr size_t attribute_count = attributes_table.size();

int value_at(const FrameConfig& config, size_t index) {
    const glapi::BufferConfig& b = config.buffers;
    const std::array<int, attribute_count> values = {
#define GLX_ATTRIBUTE(token, default_value, criterion, in_visuals, value) int(value),
#include "driver/glx/glx_attributes.def"
#undef GLX_ATTRIBUTE
    };
    return values[index];
}

size_t index_of(int token) {
    const auto at = std::find_if(attributes_table.begin(), attributes_table.end(),
                                 [&](const Attribute& a) { return a.token == token; });
    return size_t(at - attributes_table.begin());
}

using Requests = std::array<int, attribute_count>;

Requests default_wishes() {
    Requests requests;
    for (size_t i = 0; i < attribute_count; ++i) requests[i] = attributes_table[i].default_value;
    return requests;
}

bool fits(const FrameConfig& config, const Requests& requests) {
    for (size_t i = 0; i < attribute_count; ++i) {
        const int request = requests[i], value = value_at(config, i);
        if (request == int(GLX_DONT_CARE)) continue;
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
            case Criterion::Ignored: break;
        }
    }
    return true;
}

// The bits of the components that the application asked for: those it left at 0 don't take part in sorting.
int requested_bits(const FrameConfig& config, const Requests& requests, std::initializer_list<int> tokens) {
    int bits = 0;
    for (int token : tokens) {
        const size_t i = index_of(token);
        if (requests[i] != 0 && requests[i] != int(GLX_DONT_CARE)) bits += value_at(config, i);
    }
    return bits;
}

// Sorting rules 1 to 11 of section 3.3.3; lower comes first. Last of all, configs of the common visual depth precede.
auto sort_key(const FrameConfig& config, const Requests& requests) {
    const int color = requested_bits(config, requests, {GLX_RED_SIZE, GLX_GREEN_SIZE, GLX_BLUE_SIZE, GLX_ALPHA_SIZE});
    const int accumulation = requested_bits(
        config, requests, {GLX_ACCUM_RED_SIZE, GLX_ACCUM_GREEN_SIZE, GLX_ACCUM_BLUE_SIZE, GLX_ACCUM_ALPHA_SIZE});
    const glapi::BufferConfig& b = config.buffers;
    // Without a request for accumulation bits the rules leave the choice open: the smaller memory then.
    return std::tuple(-color, config.color_bits(), b.double_buffered, config.samples(), -b.depth, b.stencil,
                      -accumulation, b.accumulation, config.direct_color, config.visual_depth, config.id);
}

std::vector<const FrameConfig*> choose(std::span<const FrameConfig> configs, const Requests& requests) {
    std::vector<const FrameConfig*> result;
    for (const FrameConfig& config : configs)
        if (fits(config, requests)) result.push_back(&config);
    std::sort(result.begin(), result.end(), [&](const FrameConfig* a, const FrameConfig* b) {
        return sort_key(*a, requests) < sort_key(*b, requests);
    });
    return result;
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
    const size_t index = index_of(token);
    if (index == attribute_count || (visual && !attributes_table[index].in_visuals)) return std::nullopt;
    return value_at(config, index);
}

std::vector<const FrameConfig*> choose_configs(std::span<const FrameConfig> configs, const int* attributes) {
    Requests requests = default_wishes();
    for (const int* a = attributes; a && *a != None; a += 2) {
        const size_t index = index_of(a[0]);
        if (index == attribute_count) return {};
        requests[index] = a[1];
    }
    // "If GLX_FBCONFIG_ID is specified in attrib_list, then all other attributes are ignored."
    const size_t id = index_of(GLX_FBCONFIG_ID);
    if (requests[id] != int(GLX_DONT_CARE)) {
        const int requested = requests[id];
        requests.fill(int(GLX_DONT_CARE));
        requests[id] = requested;
    }
    return choose(configs, requests);
}

const FrameConfig* choose_visual(std::span<const FrameConfig> configs, const int* attributes) {
    Requests requests = default_wishes();
    requests[index_of(GLX_DOUBLEBUFFER)] = False;
    bool rgba = false;
    for (const int* a = attributes; a && *a != None; ++a) {
        if (*a == GLX_USE_GL) continue;
        if (*a == GLX_RGBA) {
            rgba = true;
            continue;
        }
        const size_t index = index_of(*a);
        if (index == attribute_count || !attributes_table[index].in_visuals) return nullptr;
        if (*a == GLX_DOUBLEBUFFER || *a == GLX_STEREO) {
            requests[index] = True;
        } else {
            ++a;
            if (attributes_table[index].token != GLX_FBCONFIG_ID) requests[index] = *a;
        }
    }
    if (!rgba) return nullptr;  // there are no colour index visuals
    const auto fitting = choose(configs, requests);
    return fitting.empty() ? nullptr : fitting.front();
}

}  // namespace driver::glx
