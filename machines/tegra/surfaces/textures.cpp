#include "machines/tegra/surfaces/textures.h"

#include <algorithm>
#include <cmath>

#include "machines/tegra/commands/registers.h"
#include "machines/tegra/surfaces/pixels.h"

namespace machines::tegra {
namespace {

enum class Wrap : uint8_t { Repeat, Clamp, Mirror };

int64_t wrapped(int64_t i, int64_t size, Wrap wrap) {
    switch (wrap) {
        case Wrap::Clamp: return std::clamp<int64_t>(i, 0, size - 1);
        case Wrap::Mirror: {
            const int64_t period = 2 * size, at = ((i % period) + period) % period;
            return at < size ? at : period - 1 - at;
        }
        case Wrap::Repeat: break;
    }
    return ((i % size) + size) % size;
}

struct Level {
    std::span<const uint8_t> bytes;
    uint32_t format = 0;
    int64_t width = 1, height = 1;
    uint64_t offset = 0, pitch = 0;
    Wrap s{}, t{};
    uint32_t block = 0;  // bytes; 0: not compressed

    Rgba8 texel(int64_t x, int64_t y) const {
        if (block) {
            const auto column = static_cast<uint64_t>(wrapped(x, width, s)),
                       row = static_cast<uint64_t>(wrapped(y, height, t));
            return read_block(format, at(row / 4, column / 4 * block))[static_cast<size_t>(row % 4 * 4 + column % 4)];
        }
        return read_pixel(format, at(static_cast<uint64_t>(wrapped(y, height, t)),
                                     static_cast<uint64_t>(wrapped(x, width, s)) * pixel_bytes(format)));
    }
    // Whether it is all there has been checked.
    const uint8_t* at(uint64_t row, uint64_t column_bytes) const {
        return &bytes[static_cast<size_t>(offset + row * pitch + column_bytes)];
    }
    std::array<double, 4> look_up(double u, double v, bool linear) const {
        std::array<double, 4> result{};
        u *= static_cast<double>(width);
        v *= static_cast<double>(height);
        if (!linear) {
            const Rgba8 only = texel(std::llround(std::floor(u)), std::llround(std::floor(v)));
            for (size_t c = 0; c < 4; c++) result[c] = only[c];
            return result;
        }
        const double x = std::floor((u - 0.5) * filter_steps), y = std::floor((v - 0.5) * filter_steps);
        const double x0 = std::floor(x / filter_steps), y0 = std::floor(y / filter_steps);
        const double fx = x / filter_steps - x0, fy = y / filter_steps - y0;
        for (int j = 0; j < 2; j++)
            for (int i = 0; i < 2; i++) {
                const Rgba8 here = texel(std::llround(x0) + i, std::llround(y0) + j);
                const double weight = (i ? fx : 1 - fx) * (j ? fy : 1 - fy);
                for (size_t c = 0; c < 4; c++) result[c] += weight * here[c];
            }
        return result;
    }
};

Wrap wrap_of(bool clamp, bool mirror) { return clamp ? Wrap::Clamp : mirror ? Wrap::Mirror : Wrap::Repeat; }

}  // namespace

TextureSize texture_size(const TextureState& state) {
    const uint32_t d = state.desc2;
    if (field::TEXTURE_DESC2_NOT_POWER_OF_TWO.get(d))
        return {field::TEXTURE_DESC2_WIDTH.get(d), field::TEXTURE_DESC2_HEIGHT.get(d), 1};
    return {1u << field::TEXTURE_DESC2_LOG2_WIDTH.get(d), 1u << field::TEXTURE_DESC2_LOG2_HEIGHT.get(d),
            field::TEXTURE_DESC2_MIPMAP_DISABLE.get(d) ? 1 : field::TEXTURE_DESC2_MAX_LOD.get(d) + 1};
}

uint32_t texture_pitch(uint32_t width, uint32_t bytes, bool mipmapped) {
    const uint32_t line = mipmapped ? 16 : 64;
    return (width * bytes + line - 1) / line * line;
}

uint32_t blocks_pitch(uint32_t width, uint32_t block) { return texture_pitch((width + 3) / 4, block, false); }

uint64_t level_offset(const TextureSize& size, uint32_t bytes, uint32_t level) {
    uint64_t offset = 0;
    for (uint32_t l = 0; l < level; l++)
        offset += static_cast<uint64_t>(texture_pitch(std::max(1u, size.width >> l), bytes, size.levels > 1)) *
                  std::max(1u, size.height >> l);
    return offset;
}

std::string sample(const TextureState& state, std::span<const uint8_t> memory, const TextureRequest& request,
                   std::array<Rgba8, quad_size>& texels) {
    const uint32_t d1 = state.desc1, format = field::TEXTURE_DESC1_FORMAT.get(d1);
    const uint32_t block = block_bytes(format), bytes = block ? block : pixel_bytes(format);
    if (!bytes || !(block || has_color(format))) return "format " + std::to_string(format) + " is not emulated";
    if ((field::TEXTURE_DESC1_COMPRESSED.get(d1) != 0) != (block != 0))
        return "its format and the bit that says whether it is compressed disagree";
    const TextureSize size = texture_size(state);
    if (!size.width || !size.height) return "it has no size";
    if (block && size.levels > 1) return "where a compressed texture's levels are is not known";
    const uint64_t end =
        state.address + (block ? static_cast<uint64_t>(blocks_pitch(size.width, block)) * ((size.height + 3) / 4)
                               : level_offset(size, bytes, size.levels));
    if (end > memory.size()) return "it reaches over the end of memory";
    const Wrap s = wrap_of(field::TEXTURE_DESC1_CLAMP_S.get(d1), field::TEXTURE_DESC1_MIRROR_S.get(d1));
    const Wrap t = wrap_of(field::TEXTURE_DESC1_CLAMP_T.get(d1), field::TEXTURE_DESC1_MIRROR_T.get(d1));
    const auto level_at = [&](uint32_t l) {
        Level level;
        level.bytes = memory;
        level.format = format;
        level.width = std::max(1u, size.width >> l);
        level.height = std::max(1u, size.height >> l);
        level.offset = state.address + level_offset(size, bytes, l);
        level.block = block;
        level.pitch = block ? blocks_pitch(size.width, block)
                            : texture_pitch(static_cast<uint32_t>(level.width), bytes, size.levels > 1);
        level.s = s;
        level.t = t;
        return level;
    };
    for (size_t i = 0; i < quad_size; i++) {
        const double lod = level_of_detail(request, static_cast<int>(i), static_cast<int>(size.width),
                                           static_cast<int>(size.height), static_cast<double>(size.levels - 1));
        const auto u = static_cast<double>(request.coordinate[i][0]), v = static_cast<double>(request.coordinate[i][1]);
        if (!std::isfinite(u) || !std::isfinite(v) || std::fabs(u) > 1e9 || std::fabs(v) > 1e9) {
            texels[i] = level_at(0).texel(0, 0);
            continue;
        }
        const bool linear =
            lod > 0 ? field::TEXTURE_DESC1_MIN_LINEAR.get(d1) != 0 : field::TEXTURE_DESC1_MAG_LINEAR.get(d1) != 0;
        std::array<double, 4> value{};
        if (size.levels > 1 && field::TEXTURE_DESC1_MIP_LINEAR.get(d1)) {
            const auto lower = static_cast<uint32_t>(lod);
            const double share = std::floor((lod - lower) * filter_steps) / filter_steps;
            value = level_at(lower).look_up(u, v, linear);
            if (share > 0) {
                const std::array<double, 4> next = level_at(std::min(lower + 1, size.levels - 1)).look_up(u, v, linear);
                for (size_t c = 0; c < 4; c++) value[c] += share * (next[c] - value[c]);
            }
        } else {
            value = level_at(size.levels > 1 ? static_cast<uint32_t>(std::floor(lod + 0.5)) : 0).look_up(u, v, linear);
        }
        for (size_t c = 0; c < 4; c++) texels[i][c] = static_cast<uint8_t>(std::floor(value[c] + 0.5));
    }
    return {};
}

}  // namespace machines::tegra
