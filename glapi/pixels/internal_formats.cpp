#include "glapi/pixels/internal_formats.h"

#include <algorithm>
#include <array>
#include <vector>

#include "glapi/generated/gl.h"
#include "glapi/pixels/saturated.h"
#include "ir/switches.h"

namespace glapi {
namespace {

// Sorted by name, for look-up.
const std::vector<InternalFormat>& table() {
    static const std::vector<InternalFormat> sorted = [] {
        std::vector<InternalFormat> rows{
#define GLAPI_INTERNAL_FORMAT(name, storage, base, compressed, renderable, sized) \
    {name, runtime::Format::storage, runtime::BaseFormat::base, compressed, renderable, sized},
#include "glapi/pixels/internal_formats.def"
#undef GLAPI_INTERNAL_FORMAT
        };
        std::ranges::sort(rows, {}, &InternalFormat::name);
        return rows;
    }();
    return sorted;
}

}  // namespace

const InternalFormat* find_internal_format(uint32_t name) {
    const auto found = std::ranges::lower_bound(table(), name, {}, &InternalFormat::name);
    return found != table().end() && found->name == name ? &*found : nullptr;
}

const InternalFormat* find_renderable_format(uint32_t name) {
    constexpr uint32_t last_number_of_components = 4;
    const InternalFormat* const format = find_internal_format(name);
    return format && format->renderable && name > last_number_of_components ? format : nullptr;
}

bool is_removed_format(const InternalFormat& format) {
    using enum runtime::BaseFormat;
    return format.name <= 4 || arbasm::is_one_of(format.base, {Alpha, Luminance, LuminanceAlpha, Intensity});
}

uint32_t view_class(const InternalFormat& format) {
    static constexpr struct {
        uint32_t name;
        std::array<uint32_t, 17> formats;
    } classes[] = {
#define GLAPI_VIEW_CLASS(name, ...) {name, {__VA_ARGS__}},
#include "glapi/pixels/view_classes.def"
#undef GLAPI_VIEW_CLASS
    };
    for (const auto& each : classes)
        if (std::ranges::count(each.formats, format.name)) return each.name;
    return GL_NONE;
}

size_t compressed_image_bytes(runtime::Format format, int32_t width, int32_t height, int32_t depth) {
    const runtime::FormatInfo& info = runtime::format_info(format);
    const size_t across = (static_cast<size_t>(width) + info.block_width - 1) / info.block_width;
    const size_t down = (static_cast<size_t>(height) + info.block_height - 1) / info.block_height;
    using saturated::multiply;
    return multiply(multiply(multiply(across, info.bytes_per_block), down), static_cast<size_t>(depth));
}

bool is_depth(runtime::BaseFormat base) {
    return base == runtime::BaseFormat::DepthComponent || base == runtime::BaseFormat::DepthStencil;
}

bool is_unclamped_depth(const InternalFormat& format) {
    return format.name == GL_DEPTH_COMPONENT32F_NV || format.name == GL_DEPTH32F_STENCIL8_NV;
}

bool is_integer(runtime::Format format) {
    const auto component = runtime::format_info(format).component_class;
    return component == runtime::ComponentClass::Signed || component == runtime::ComponentClass::Unsigned;
}

// ARB_texture_buffer_object's list: whole components of 8, 16 or 32 bits; three only of 32.
bool fits_buffers(const InternalFormat& format) {
    const runtime::FormatInfo& info = runtime::format_info(format.format);
    // Narrow names that are stored with eight bits are none of these.
    if (info.gl_internal_format != format.name) return false;
    if (!format.sized || info.block_width > 1 || info.srgb || format.base >= runtime::BaseFormat::DepthComponent)
        return false;
    if (info.component_class == runtime::ComponentClass::Snorm) return false;
    int bits = 0;
    for (int i = 0; i < 4; ++i) {
        if (info.bits[i] == 0) continue;
        if ((info.bits[i] != 8 && info.bits[i] != 16 && info.bits[i] != 32) || (bits && info.bits[i] != bits))
            return false;
        bits = info.bits[i];
    }
    if (format.base == runtime::BaseFormat::Rgb && (bits != 32 || info.bytes_per_block != 12)) return false;
    return bits != 32 || info.component_class != runtime::ComponentClass::Unorm;
}

bool is_decoded_only(runtime::Format format) {
    // OES_compressed_ETC1_RGB8_texture takes blocks only.
    return runtime::format_info(format).block_width > 1 &&
           (!runtime::can_store_blocks(format) || runtime::format_info(format).layout == runtime::TexelLayout::Etc1);
}

}  // namespace glapi
