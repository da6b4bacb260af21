#include "glapi/pixels/internal_formats.h"

#include <algorithm>
#include <vector>

#include "glapi/generated/gl.h"

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

size_t compressed_image_bytes(runtime::Format format, int32_t width, int32_t height, int32_t depth) {
    const runtime::FormatInfo& info = runtime::format_info(format);
    const size_t across = (static_cast<size_t>(width) + info.block_width - 1) / info.block_width;
    const size_t down = (static_cast<size_t>(height) + info.block_height - 1) / info.block_height;
    return across * down * static_cast<size_t>(depth) * info.bytes_per_block;
}

}  // namespace glapi
