#include "glapi/commands/textures/paletted_textures.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "glapi/commands/pixels/pixel_pointers.h"
#include "glapi/commands/swapped.h"
#include "glapi/commands/textures/texture_images.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/pixels/pixel_state.h"
#include "glapi/registry/enum_names.h"

namespace glapi {
namespace {

// A palette's entries, as pixels.
struct Entries {
    GLenum format, type;
    size_t bytes;
};

// In the order of the tokens, for indices of four bits and again for those of eight.
constexpr Entries entries_of_formats[] = {{GL_RGB, GL_UNSIGNED_BYTE, 3},
                                          {GL_RGBA, GL_UNSIGNED_BYTE, 4},
                                          {GL_RGB, GL_UNSIGNED_SHORT_5_6_5, 2},
                                          {GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4, 2},
                                          {GL_RGBA, GL_UNSIGNED_SHORT_5_5_5_1, 2}};

size_t index_bytes(bool four_bits, size_t texels) { return four_bits ? (texels + 1) / 2 : texels; }

}  // namespace

void paletted_tex_image(Context& context, GLenum target, GLint level, GLenum internal_format, GLsizei width,
                        GLsizei height, GLint border, GLsizei size, const void* data) {
    const TargetInfo info = target_info(target);
    const int32_t most = level_count(info.kind);
    if (level > 0 || level <= -most)
        return context.error(GL_INVALID_VALUE, "%d says no number of levels of a paletted texture", level);
    if (border != 0) return context.error(GL_INVALID_VALUE, "paletted textures have no border");
    bool fits = false;
    if (!check_image_size(context, info, 0, {width, height, 1}, &fits)) return;
    const auto number = static_cast<size_t>(internal_format - GL_PALETTE4_RGB8_OES);
    const bool four_bits = number < std::size(entries_of_formats);
    const Entries& entries = entries_of_formats[number % std::size(entries_of_formats)];
    const size_t palette_bytes = (four_bits ? 16 : 256) * entries.bytes;
    const auto texels_of = [&](int32_t n) {
        return static_cast<size_t>(std::max(width >> n, 1)) * static_cast<size_t>(std::max(height >> n, 1));
    };
    size_t bytes = palette_bytes;
    for (int32_t n = 0; n <= -level; ++n) bytes += index_bytes(four_bits, texels_of(n));
    if (size < 0 || static_cast<size_t>(size) != bytes)
        return context.error(GL_INVALID_VALUE, "the image takes %zu bytes, not %d", bytes, size);
    const PixelPointer source = unpack_bytes(context, context.buffers, bytes, data);
    if (!source.good) return;

    PixelStore tight;
    tight.alignment = 1;
    const Swapped unpack(context.pixels.unpack, tight);
    const std::byte* indices = source.data ? source.data + palette_bytes : nullptr;
    std::vector<std::byte> texels;
    for (int32_t n = 0; n <= -level; ++n) {
        const size_t count = texels_of(n);
        if (source.data) texels.resize(count * entries.bytes);
        for (size_t i = 0; source.data && i < count; ++i) {
            // A byte of two indices has the first one in its upper half.
            const auto index = four_bits ? std::to_integer<size_t>(indices[i / 2] >> (i % 2 ? 0 : 4)) & 15
                                         : std::to_integer<size_t>(indices[i]);
            std::memcpy(&texels[i * entries.bytes], source.data + index * entries.bytes, entries.bytes);
        }
        commands::TexImage2D(context, target, n, static_cast<GLint>(entries.format), std::max(width >> n, 1),
                             std::max(height >> n, 1), 0, entries.format, entries.type,
                             source.data ? texels.data() : nullptr);
        if (indices) indices += index_bytes(four_bits, count);
    }
}

}  // namespace glapi
