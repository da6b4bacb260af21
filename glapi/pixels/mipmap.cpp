#include "glapi/pixels/mipmap.h"

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "glapi/pixels/block_compression.h"

namespace glapi {
namespace {

using runtime::ComponentClass;
using runtime::Extent;
using runtime::Format;
using runtime::Image;
using runtime::Texel;

// What a texel of the smaller level takes from one dimension of the larger: its share of [0, size), which for odd sizes
// covers parts of three texels.
struct Taps {
    int32_t first = 0, count = 1;
    std::array<float, 3> weight{1, 0, 0};
};

Taps taps(int32_t index, int32_t source, int32_t size) {
    if (source == size) return {index, 1, {1, 0, 0}};
    if (source == 2 * size) return {2 * index, 2, {0.5f, 0.5f, 0}};
    // source = 2·size + 1: texel i covers [i·(2 + 1/size), (i + 1)·(2 + 1/size)).
    const float total = static_cast<float>(source);
    return {2 * index,
            3,
            {static_cast<float>(size - index) / total, static_cast<float>(size) / total,
             static_cast<float>(index + 1) / total}};
}

// Four bytes each, both sizes even: the mean of 2×2 bytes, rounded to nearest.
bool halve_bytes(const Image& source, Image& smaller) {
    if (!runtime::is_four_bytes(runtime::format_info(source.format()))) return false;
    const Extent from = source.extent(), to = smaller.extent();
    if (from.width != 2 * to.width || from.height != 2 * to.height || from.depth != to.depth) return false;
    for (int32_t z = 0; z < to.depth; ++z)
        for (int32_t y = 0; y < to.height; ++y) {
            const auto* a = reinterpret_cast<const uint8_t*>(source.row(2 * y, z));
            const auto* b = reinterpret_cast<const uint8_t*>(source.row(2 * y + 1, z));
            auto* out = reinterpret_cast<uint8_t*>(smaller.row(y, z));
            for (int32_t x = 0; x < to.width; ++x, a += 8, b += 8, out += 4)
                for (int c = 0; c < 4; ++c) out[c] = static_cast<uint8_t>((a[c] + a[c + 4] + b[c] + b[c + 4] + 2) >> 2);
        }
    return true;
}

}  // namespace

std::shared_ptr<Image> next_mipmap_level(const Image& source, runtime::TextureKind kind) {
    using runtime::TextureKind;
    const runtime::FormatInfo& info = runtime::format_info(source.format());
    switch (info.component_class) {
        case ComponentClass::Signed:
        case ComponentClass::Unsigned:
        case ComponentClass::Stencil:
        case ComponentClass::DepthStencil: return nullptr;
        case ComponentClass::Unorm:
        case ComponentClass::Snorm:
        case ComponentClass::Float:
        case ComponentClass::Depth: break;
    }
    const Extent from = source.extent();
    Extent to = from;
    to.width = std::max(from.width / 2, 1);
    if (kind != TextureKind::Texture1D && kind != TextureKind::Array1D) to.height = std::max(from.height / 2, 1);
    if (kind == TextureKind::Texture3D) to.depth = std::max(from.depth / 2, 1);
    // Levels of compressed images are averaged in the format that holds what decoding gives.
    auto smaller = std::make_shared<Image>(runtime::uncompressed_counterpart(source.format()), to);
    if (halve_bytes(source, *smaller)) return smaller;

    std::vector<Texel> row(static_cast<size_t>(from.width)), texels(static_cast<size_t>(to.width));
    std::vector<std::array<float, 4>> column(static_cast<size_t>(from.width));
    for (int32_t z = 0; z < to.depth; ++z)
        for (int32_t y = 0; y < to.height; ++y) {
            // First the rows (and slices) that this one covers, then along the row.
            std::ranges::fill(column, std::array<float, 4>{});
            const Taps down = taps(y, from.height, to.height), deep = taps(z, from.depth, to.depth);
            for (int32_t k = 0; k < deep.count; ++k)
                for (int32_t j = 0; j < down.count; ++j) {
                    runtime::load_texels(source, 0, down.first + j, deep.first + k, 0, from.width, row.data());
                    const float weight = down.weight[static_cast<size_t>(j)] * deep.weight[static_cast<size_t>(k)];
                    for (size_t x = 0; x < row.size(); ++x)
                        for (size_t c = 0; c < 4; ++c) column[x][c] += weight * std::bit_cast<float>(row[x][c]);
                }
            for (int32_t x = 0; x < to.width; ++x) {
                const Taps across = taps(x, from.width, to.width);
                std::array<float, 4> sum{};
                for (int32_t i = 0; i < across.count; ++i)
                    for (size_t c = 0; c < 4; ++c)
                        sum[c] +=
                            across.weight[static_cast<size_t>(i)] * column[static_cast<size_t>(across.first + i)][c];
                for (size_t c = 0; c < 4; ++c) texels[static_cast<size_t>(x)][c] = std::bit_cast<uint32_t>(sum[c]);
            }
            runtime::store_texels(smaller->format(), smaller->row(y, z), 0, to.width, texels.data());
        }
    return smaller;
}

std::shared_ptr<Image> mipmap_level_in(Format format, std::shared_ptr<Image> level) {
    if (level->format() == format) return level;
    auto blocks = std::make_shared<Image>(format, level->extent());
    compress_texels(*level, *blocks, 0, 0, 0);
    return blocks;
}

}  // namespace glapi
