#include "runtime/formats/format.h"

#include "runtime/formats/format_codecs.h"

namespace runtime {
namespace {

using namespace codecs;

struct Row {
    void (*load)(const std::byte* row, int32_t x, int32_t y, int32_t count, Texel* texels);
    void (*store)(std::byte* row, int32_t x, int32_t count, const Texel* texels);
    void (*store_block)(std::byte* block, std::span<const Texel> texels);  // null: nothing is compressed to it
};

template <class Codec>
constexpr auto block_store() -> decltype(Row::store_block) {
    if constexpr (requires { &Codec::store_block; })
        return &Codec::store_block;
    else
        return nullptr;
}

// Loops over texels, made for each codec: those of plain texels, and those of 4×4 blocks.
template <class Codec, int bytes, int block_width>
void load_row(const std::byte* row, int32_t x, [[maybe_unused]] int32_t y, int32_t count, Texel* texels) {
    if constexpr (block_width == 1) {
        const std::byte* texel = row + static_cast<ptrdiff_t>(x) * bytes;
        for (int32_t i = 0; i < count; ++i) Codec::load(texel + static_cast<ptrdiff_t>(i) * bytes, texels[i]);
    } else {
        for (int32_t i = 0; i < count; ++i)
            Codec::load(row + static_cast<ptrdiff_t>((x + i) / block_width) * bytes, (x + i) % block_width, y,
                        texels[i]);
    }
}

template <class Codec, int bytes, int block_width>
void store_row([[maybe_unused]] std::byte* row, [[maybe_unused]] int32_t x, [[maybe_unused]] int32_t count,
               [[maybe_unused]] const Texel* texels) {
    if constexpr (block_width == 1) {
        std::byte* texel = row + static_cast<ptrdiff_t>(x) * bytes;
        for (int32_t i = 0; i < count; ++i) Codec::store(texel + static_cast<ptrdiff_t>(i) * bytes, texels[i]);
    }
}

constexpr Row rows[] = {
    {[](const std::byte*, int32_t, int32_t, int32_t count, Texel* texels) {
         std::fill_n(texels, count, Texel{0, 0, 0, 0x3f800000});
     },
     [](std::byte*, int32_t, int32_t, const Texel*) {}, nullptr},
#define RUNTIME_FORMAT(name, bytes, width, height, component_class, base, r, g, b, a, d, s, linear, renderable, image, \
                       gl, type, drm, ...)                                                                             \
    {load_row<__VA_ARGS__, bytes, width>, store_row<__VA_ARGS__, bytes, width>, block_store<__VA_ARGS__>()},
#include "runtime/formats/formats.def"
#undef RUNTIME_FORMAT
};
static_assert(std::size(rows) == static_cast<size_t>(Format::Count));

// The column of DRM's codes.
constexpr uint32_t drm_code(const char (&letters)[5]) {
    uint32_t result = 0;
    for (int i = 0; i < 4; ++i) result |= static_cast<uint32_t>(static_cast<uint8_t>(letters[i])) << 8 * i;
    return result;
}
constexpr DrmCodes Private{};
constexpr DrmCodes Shared(const char (&code)[5], const char (&opaque)[5]) {
    return {drm_code(code), drm_code(opaque), false};
}
constexpr DrmCodes Shown(const char (&code)[5], const char (&opaque)[5]) {
    return {drm_code(code), drm_code(opaque), true};
}

const Row& row_of(Format format) { return rows[static_cast<size_t>(format)]; }

// Byte distance between stencil values and where the first lies; 0 where the format has none.
struct StencilLayout {
    ptrdiff_t stride = 0, first = 0;
};
StencilLayout stencil_layout(Format format) {
    const FormatInfo& info = format_info(format);
    if (info.bits[5] == 0) return {};
    // In the lowest byte, or behind a float.
    return {info.bytes_per_block, info.bits[4] == 32 ? 4 : 0};
}

}  // namespace

constexpr std::array<FormatInfo, static_cast<size_t>(Format::Count)> format_infos{{
    {"None",
     1,
     1,
     1,
     ComponentClass::Unorm,
     BaseFormat::None,
     {},
     false,
     Format::None,
     false,
     false,
     0,
     0,
     Private,
     TexelLayout::None},
#define RUNTIME_FORMAT(name, bytes, width, height, component_class, base, r, g, b, a, d, s, linear, renderable, image, \
                       gl, type, drm, ...)                                                                             \
    {#name,                                                                                                            \
     bytes,                                                                                                            \
     width,                                                                                                            \
     height,                                                                                                           \
     ComponentClass::component_class,                                                                                  \
     BaseFormat::base,                                                                                                 \
     {r, g, b, a, d, s},                                                                                               \
     Format::linear != Format::None,                                                                                   \
     Format::linear,                                                                                                   \
     renderable,                                                                                                       \
     image,                                                                                                            \
     gl,                                                                                                               \
     type,                                                                                                             \
     drm,                                                                                                              \
     __VA_ARGS__::layout},
#include "runtime/formats/formats.def"
#undef RUNTIME_FORMAT
}};

namespace {

template <class Predicate>
Format first_format(Predicate matches) {
    const auto found = std::ranges::find_if(format_infos, matches);
    return found == format_infos.end() ? Format::None : static_cast<Format>(found - format_infos.begin());
}

}  // namespace

Format linear_counterpart(Format format) {
    const Format linear = format_info(format).linear;
    return linear == Format::None ? format : linear;
}

Format srgb_counterpart(Format format) {
    return format == Format::None ? format
                                  : first_format([=](const FormatInfo& other) { return other.linear == format; });
}

Format uncompressed_counterpart(Format format) {
    const FormatInfo& info = format_info(format);
    if (info.block_width == 1) return format;
    const int bits = info.component_class == ComponentClass::Float ? 32 : info.bits[0] > 8 ? 16 : 8;
    Format found = Format::None;
    // The first of those with the most bytes: four of them are faster than three.
    for (size_t i = 0; i < format_infos.size(); ++i) {
        const FormatInfo& other = format_infos[i];
        if (other.block_width == 1 && other.component_class == info.component_class && other.base == info.base &&
            other.srgb == info.srgb && other.bits[0] == bits && other.layout < TexelLayout::Packed &&
            (found == Format::None || other.bytes_per_block > format_info(found).bytes_per_block))
            found = static_cast<Format>(i);
    }
    return found;
}

uint32_t sized_internal_format(Format format, bool alpha) {
    const FormatInfo& info = format_info(format);
    if (info.gl_internal_format && (alpha || info.bits[3] == 0)) return info.gl_internal_format;
    std::array<uint8_t, 6> bits = info.bits;
    if (!alpha) bits[3] = 0;
    const Format named = first_format([&](const FormatInfo& other) {
        return other.gl_internal_format && other.block_width == 1 && other.component_class == info.component_class &&
               other.srgb == info.srgb && other.bits == bits;
    });
    constexpr uint32_t rgb10 = 0x8052;  // the name without a format of its own
    return named == Format::None ? rgb10 : format_info(named).gl_internal_format;
}

Format integer_counterpart(Format format) {
    const FormatInfo& info = format_info(format);
    if (info.component_class != ComponentClass::Snorm || info.block_width != 1) return Format::None;
    return first_format([&](const FormatInfo& other) {
        return other.component_class == ComponentClass::Signed && other.base == info.base && other.bits == info.bits &&
               other.bytes_per_block == info.bytes_per_block;
    });
}

void load_texels(Format format, const std::byte* row, int32_t x, int32_t count, Texel* texels) {
    row_of(format).load(row, x, 0, count, texels);
}

void load_block_texels(Format format, const std::byte* block_row, int32_t x, int32_t y, int32_t count, Texel* texels) {
    row_of(format).load(block_row, x, y, count, texels);
}

void store_texels(Format format, std::byte* row, int32_t x, int32_t count, const Texel* texels) {
    row_of(format).store(row, x, count, texels);
}

bool can_store_blocks(Format format) { return row_of(format).store_block != nullptr; }

void store_block(Format format, std::byte* block, std::span<const Texel> texels) {
    if (const auto store = row_of(format).store_block) store(block, texels);
}

void load_stencil(Format format, const std::byte* row, int32_t x, int32_t count, uint8_t* values) {
    const auto [stride, first] = stencil_layout(format);
    for (int32_t i = 0; i < count; ++i)
        values[i] = stride ? static_cast<uint8_t>(row[(static_cast<ptrdiff_t>(x) + i) * stride + first]) : 0;
}

void store_stencil(Format format, std::byte* row, int32_t x, int32_t count, const uint8_t* values) {
    const auto [stride, first] = stencil_layout(format);
    if (!stride) return;
    for (int32_t i = 0; i < count; ++i)
        row[(static_cast<ptrdiff_t>(x) + i) * stride + first] = static_cast<std::byte>(values[i]);
}

}  // namespace runtime
