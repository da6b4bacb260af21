#include "glapi/pixels/byte_copies.h"

#include <algorithm>
#include <cstring>

#include "ir/switches.h"

namespace glapi {
namespace {

using runtime::Format;

struct Bytes {
    int count = 0;  // 0: not a layout known here
    bool blue_first = false;
    bool opaque = false;  // the fourth byte means nothing
};

Bytes bytes_of(Format format) {
    using runtime::TexelLayout;
    const runtime::FormatInfo& info = runtime::format_info(format);
    if (info.component_class != runtime::ComponentClass::Unorm || info.bits[0] != 8 || info.srgb) return {};
    ASMGL_SOME_CASES
    switch (info.layout) {
        case TexelLayout::Rgba: return {4, false, false};
        case TexelLayout::Bgra: return {4, true, false};
        case TexelLayout::Rgbx: return {4, false, true};
        case TexelLayout::Bgrx: return {4, true, true};
        case TexelLayout::Rgb: return {3, false, true};
        case TexelLayout::Bgr: return {3, true, true};
        default: return {};
    }
    ASMGL_END_SOME_CASES
}

}  // namespace

bool copy_bytes(Format from, const std::byte* source, Format to, std::byte* destination, int32_t count) {
    const Bytes a = bytes_of(from), b = bytes_of(to);
    if (!a.count || !b.count) return false;
    const bool swap = a.blue_first != b.blue_first;
    if (a.count == 4 && b.count == 4) {
        const uint32_t alpha = a.opaque || b.opaque ? 0xff000000u : 0;
        for (int32_t i = 0; i < count; ++i, source += 4, destination += 4) {
            uint32_t pixel;
            std::memcpy(&pixel, source, 4);
            if (swap) pixel = (pixel & 0xff00ff00) | (pixel >> 16 & 0xff) | (pixel & 0xff) << 16;
            pixel |= alpha;
            std::memcpy(destination, &pixel, 4);
        }
        return true;
    }
    const int first = swap ? 2 : 0, last = swap ? 0 : 2;
    for (int32_t i = 0; i < count; ++i, source += a.count, destination += b.count) {
        destination[0] = source[first];
        destination[1] = source[1];
        destination[2] = source[last];
        if (b.count == 4) destination[3] = a.count == 4 && !a.opaque && !b.opaque ? source[3] : std::byte{255};
    }
    return true;
}

void repeat_texel(std::byte* destination, size_t size, const std::byte* texel, size_t texel_bytes) {
    if (size == 0) return;
    if (std::all_of(texel, texel + texel_bytes, [&](std::byte byte) { return byte == texel[0]; })) {
        std::memset(destination, static_cast<int>(texel[0]), size);
        return;
    }
    // What is filled is copied behind itself, twice as much each time, as long as it stays in the nearest cache.
    constexpr size_t most = 8192;
    std::memcpy(destination, texel, texel_bytes);
    size_t filled = texel_bytes, piece = texel_bytes;
    while (filled < size) {
        const size_t count = std::min(piece, size - filled);
        std::memcpy(destination + filled, destination, count);
        filled += count;
        if (piece < most) piece = filled;
    }
}

}  // namespace glapi
