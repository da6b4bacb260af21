// ETC and EAC from texels: the modes of ETC1, whose halves are shades of one colour each.
#include "runtime/formats/block_encoders.h"
#include "runtime/formats/etc_tables.h"

namespace runtime::codecs {
namespace {

void store_big_endian(uint64_t word, std::byte* block) {
    for (int i = 0; i < 8; ++i) block[i] = static_cast<std::byte>(word >> (56 - 8 * i));
}

using Color = std::array<int, 3>;

// Texels of a half; those that are transparent have no colour.
struct Half {
    std::array<int, 8> texels;
    Color mean{};
};

struct Shades {
    int64_t error = std::numeric_limits<int64_t>::max();
    int table = 0;
    std::array<int, 8> indices{};
};

Shades choose_shades(const Bytes& texels, uint32_t transparent, const Half& half, const Color& base, bool opaque) {
    Shades best;
    for (int table = 0; table < 8; ++table) {
        Shades shades{0, table, {}};
        for (size_t i = 0; i < 8; ++i) {
            const auto texel = static_cast<size_t>(half.texels[i]);
            if (transparent >> texel & 1) {
                shades.indices[i] = 2;
                continue;
            }
            int64_t least = std::numeric_limits<int64_t>::max();
            for (int index = 0; index < 4; ++index) {
                if (index == 2 && !opaque) continue;
                int64_t distance = 0;
                for (size_t c = 0; c < 3; ++c) {
                    const int value = std::clamp(base[c] + etc_modifier(table, index, opaque), 0, 255);
                    distance += (value - texels[texel][c]) * (value - texels[texel][c]);
                }
                if (distance >= least) continue;
                least = distance;
                shades.indices[i] = index;
            }
            shades.error += least;
        }
        if (shades.error < best.error) best = shades;
    }
    return best;
}

Half half_of(const Bytes& texels, uint32_t transparent, bool flipped, int which) {
    Half half;
    int count = 0;
    size_t next = 0;
    for (int texel = 0; texel < 16; ++texel) {
        if ((flipped ? texel / 4 : texel % 4) / 2 != which) continue;
        half.texels[next++] = texel;
        if (transparent >> texel & 1) continue;
        for (size_t c = 0; c < 3; ++c) half.mean[c] += texels[static_cast<size_t>(texel)][c];
        ++count;
    }
    for (int& value : half.mean) value = count ? (value + count / 2) / count : 0;
    return half;
}

struct Block {
    int64_t error = std::numeric_limits<int64_t>::max();
    uint64_t word = 0;
};

// Both halves' colours by five bits each, close to one another, or by four bits each.
Block encode_halves(const Bytes& texels, uint32_t transparent, bool flipped, bool differential, bool mark) {
    const bool opaque = transparent == 0;
    const Half halves[2] = {half_of(texels, transparent, flipped, 0), half_of(texels, transparent, flipped, 1)};
    uint64_t word = uint64_t{mark} << 33 | uint64_t{flipped} << 32;
    Color bases[2];
    for (size_t c = 0; c < 3; ++c) {
        const int top = 63 - 8 * static_cast<int>(c);
        if (differential) {
            const int first = (halves[0].mean[c] * 31 + 127) / 255, second = (halves[1].mean[c] * 31 + 127) / 255;
            const int difference = std::clamp(second - first, -4, 3);
            bases[0][c] = first << 3 | first >> 2;
            bases[1][c] = (first + difference) << 3 | (first + difference) >> 2;
            word |= static_cast<uint64_t>(first) << (top - 4) | static_cast<uint64_t>(difference & 7) << (top - 7);
        } else {
            const int first = (halves[0].mean[c] * 15 + 127) / 255, second = (halves[1].mean[c] * 15 + 127) / 255;
            bases[0][c] = first * 17;
            bases[1][c] = second * 17;
            word |= static_cast<uint64_t>(first) << (top - 3) | static_cast<uint64_t>(second) << (top - 7);
        }
    }
    Block block{0, word};
    for (int h = 0; h < 2; ++h) {
        const Shades shades = choose_shades(texels, transparent, halves[h], bases[h], opaque);
        block.error += shades.error;
        block.word |= static_cast<uint64_t>(shades.table) << (h ? 34 : 37);
        for (size_t i = 0; i < 8; ++i) {
            const int texel = halves[h].texels[i], bit = texel % 4 * 4 + texel / 4;
            block.word |= static_cast<uint64_t>(shades.indices[i] >> 1) << (16 + bit) |
                          static_cast<uint64_t>(shades.indices[i] & 1) << bit;
        }
    }
    return block;
}

}  // namespace

void encode_etc(const Bytes& texels, bool punch_through, std::byte* block) {
    uint32_t transparent = 0;
    for (size_t i = 0; i < 16 && punch_through; ++i)
        if (texels[i][3] < 128) transparent |= 1u << i;
    Block best;
    for (const bool flipped : {false, true})
        for (const bool differential : {true, false}) {
            if (punch_through && !differential) continue;
            const Block candidate =
                encode_halves(texels, transparent, flipped, differential, differential && transparent == 0);
            if (candidate.error < best.error) best = candidate;
        }
    store_big_endian(best.word, block);
}

void encode_eac(const std::array<int, 16>& values, EacRange range, std::byte* block) {
    const auto [low, high] = std::ranges::minmax(values);
    const int scale = range == EacRange::Byte ? 1 : 8, first = range == EacRange::Signed11 ? -127 : 0;
    Block best;
    for (uint64_t table = 0; table < 16; ++table) {
        const auto& steps = eac_modifiers[table];
        const int span = steps[7] - steps[3];
        const int fitting = (high - low + scale * span - 1) / (scale * span);
        for (int multiplier = std::max(fitting - 1, 1); multiplier <= std::min(fitting + 1, 15); ++multiplier) {
            // The middle of the range lies at the middle of the steps.
            const int middle = (low + high - scale * multiplier * (steps[7] + steps[3])) / 2;
            const int base = std::clamp((middle + scale / 2) / scale, first, first + (first ? 254 : 255));
            Block candidate{
                0, static_cast<uint64_t>(base & 255) << 56 | static_cast<uint64_t>(multiplier) << 52 | table << 48};
            for (size_t i = 0; i < 16; ++i) {
                int64_t least = std::numeric_limits<int64_t>::max();
                uint64_t chosen = 0;
                for (uint64_t index = 0; index < 8; ++index) {
                    const int offset = range == EacRange::Unsigned11 ? 4 : 0;
                    const int64_t away = scale * base + offset + scale * multiplier * steps[index] - values[i];
                    if (away * away >= least) continue;
                    least = away * away;
                    chosen = index;
                }
                candidate.error += least;
                candidate.word |= chosen << (45 - 3 * (i % 4 * 4 + i / 4));
            }
            if (candidate.error < best.error) best = candidate;
        }
    }
    store_big_endian(best.word, block);
}

}  // namespace runtime::codecs
