// Compression to FXT1: a block is tried in each way that may suit, and kept in the one that comes nearest when it is
// decoded.
#include <algorithm>
#include <cmath>
#include <span>

#include "runtime/formats/block_bits.h"
#include "runtime/formats/block_encoders.h"

namespace runtime::codecs {
namespace fxt1_encoder {
namespace {

constexpr size_t texel_count = 32;
using Color = std::array<int, 4>;
using Colors = std::array<Color, texel_count>;  // the left half, then the right one
using Codes = std::array<uint32_t, texel_count>;
using Bytes16 = std::array<std::byte, 16>;

int quantized(float value, int maximum) {
    return static_cast<int>(std::clamp(value, 0.0f, 255.0f) / 255.0f * static_cast<float>(maximum) + 0.5f);
}
int expand_5(int value) { return value << 3 | value >> 2; }
int expand_6(int value) { return value << 2 | value >> 4; }

template <class Vector>
Color to_fives(const Vector& color) {
    Color fives{31, 31, 31, 31};
    for (size_t c = 0; c < color.size(); ++c) fives[c] = quantized(static_cast<float>(color[c]), 31);
    return fives;
}
Color from_fives(const Color& fives) {
    return {expand_5(fives[0]), expand_5(fives[1]), expand_5(fives[2]), expand_5(fives[3])};
}
void put_color(BlockWriter& writer, const Color& fives) {
    for (const size_t c : {2, 1, 0}) writer.put(static_cast<uint32_t>(fives[c]), 5);
}

int distance(const Color& a, const Color& b) {
    int sum = 0;
    for (size_t c = 0; c < 4; ++c) sum += (a[c] - b[c]) * (a[c] - b[c]);
    return sum;
}
uint32_t nearest(const Color& color, std::span<const Color> choices) {
    uint32_t best = 0;
    for (uint32_t n = 1; n < choices.size(); ++n)
        if (distance(color, choices[n]) < distance(color, choices[best])) best = n;
    return best;
}
Color between(const Color& a, const Color& b, int step, int steps) {
    Color result{};
    for (size_t c = 0; c < 4; ++c) result[c] = ((steps - step) * a[c] + step * b[c] + steps / 2) / steps;
    return result;
}

// The block that comes nearest so far.
class Best {
  public:
    explicit Best(const Colors& wanted) : wanted_(wanted) {}
    void offer(const BlockWriter& writer) {
        Bytes16 block;
        writer.store(block.data());
        int64_t error = 0;
        for (int t = 0; t < static_cast<int>(texel_count); ++t) {
            std::array<uint8_t, 4> rgba;
            decode_fxt1(block.data(), 4 * (t / 16) + t % 4, t / 4 % 4, rgba);
            error += distance(wanted_[static_cast<size_t>(t)], {rgba[0], rgba[1], rgba[2], rgba[3]});
        }
        if (error >= error_) return;
        error_ = error;
        block_ = block;
    }
    const Bytes16& block() const { return block_; }

  private:
    const Colors& wanted_;
    int64_t error_ = std::numeric_limits<int64_t>::max();
    Bytes16 block_{};
};

template <size_t components>
std::array<std::array<int, components>, texel_count> leading(const Colors& colors) {
    std::array<std::array<int, components>, texel_count> result;
    for (size_t t = 0; t < texel_count; ++t) std::copy_n(colors[t].begin(), components, result[t].begin());
    return result;
}

// Seven shades of all texels that are not `clear`, which have the eighth code.
void try_shades(const Colors& colors, uint32_t clear, Best& best) {
    const auto ends = principal_ends(leading<3>(colors), ~clear);
    const Color fives[2] = {to_fives(ends[0]), to_fives(ends[1])};
    std::array<Color, 7> shades;
    for (int n = 0; n < 7; ++n)
        shades[static_cast<size_t>(n)] = between(from_fives(fives[0]), from_fives(fives[1]), n, 6);
    BlockWriter writer;
    for (size_t t = 0; t < texel_count; ++t) writer.put(clear >> t & 1 ? 7 : nearest(colors[t], shades), 3);
    for (const Color& color : fives) put_color(writer, color);
    best.offer(writer);
}

// Two colours and two between them, for each half.
void try_halves(const Colors& colors, Best& best) {
    Color ends[2][2];
    Codes codes{};
    uint32_t lowest = 0;
    for (size_t half = 0; half < 2; ++half) {
        const auto found = principal_ends(leading<3>(colors), 0xffffu << 16 * half);
        Color* const pair = ends[half];
        for (size_t n = 0; n < 2; ++n) {
            pair[n] = to_fives(found[n]);
            pair[n][1] = quantized(found[n][1], 63);
        }
        std::array<Color, 4> choices;
        const auto expanded = [](const Color& c) { return Color{expand_5(c[0]), expand_6(c[1]), expand_5(c[2]), 255}; };
        for (int n = 0; n < 4; ++n)
            choices[static_cast<size_t>(n)] = between(expanded(pair[0]), expanded(pair[1]), n, 3);
        for (size_t t = 16 * half; t < 16 * half + 16; ++t) codes[t] = nearest(colors[t], choices);
        // The first code's higher bit says what the two lowest bits of green have to differ by.
        if ((codes[16 * half] >> 1) != static_cast<uint32_t>((pair[0][1] ^ pair[1][1]) & 1)) {
            std::swap(pair[0], pair[1]);
            for (size_t t = 16 * half; t < 16 * half + 16; ++t) codes[t] ^= 3;
        }
        lowest |= static_cast<uint32_t>(pair[1][1] & 1) << half;
        for (size_t n = 0; n < 2; ++n) pair[n][1] >>= 1;
    }
    BlockWriter writer;
    for (const uint32_t code : codes) writer.put(code, 2);
    for (const auto& pair : ends)
        for (const Color& color : pair) put_color(writer, color);
    writer.put(0, 1);
    writer.put(lowest, 2);
    writer.put(1, 1);
    best.offer(writer);
}

// Means of groups of texels that lie together, those that are `clear` left out.
template <size_t count>
std::array<Color, count> clusters(const Colors& colors, uint32_t clear) {
    std::array<Color, count> means{};
    // Begin with texels that lie far from those before.
    for (size_t n = 0; n < count; ++n) {
        int most = -1;
        for (size_t t = 0; t < texel_count; ++t) {
            if (clear >> t & 1) continue;
            int least = n ? std::numeric_limits<int>::max() : 0;
            for (size_t m = 0; m < n; ++m) least = std::min(least, distance(colors[t], means[m]));
            if (least <= most) continue;
            most = least;
            means[n] = colors[t];
        }
    }
    for (int round = 0; round < 6; ++round) {
        std::array<Color, count> sums{};
        std::array<int, count> sizes{};
        for (size_t t = 0; t < texel_count; ++t) {
            if (clear >> t & 1) continue;
            const uint32_t n = nearest(colors[t], means);
            for (size_t c = 0; c < 4; ++c) sums[n][c] += colors[t][c];
            ++sizes[n];
        }
        for (size_t n = 0; n < count; ++n)
            for (size_t c = 0; c < 4 && sizes[n]; ++c) means[n][c] = (sums[n][c] + sizes[n] / 2) / sizes[n];
    }
    return means;
}

// Four colours.
void try_four(const Colors& colors, Best& best) {
    std::array<Color, 4> fives, choices;
    const auto means = clusters<4>(colors, 0);
    for (size_t n = 0; n < 4; ++n) {
        fives[n] = to_fives(means[n]);
        choices[n] = from_fives(fives[n]);
    }
    BlockWriter writer;
    for (const Color& color : colors) writer.put(nearest(color, choices), 2);
    for (const Color& color : fives) put_color(writer, color);
    writer.put(0, 1);
    writer.put(0b010, 3);
    best.offer(writer);
}

// Three colours with alpha, in the way that `lerp` chooses.
void put_alpha(const Codes& codes, const std::array<Color, 3>& fives, bool lerp, Best& best) {
    BlockWriter writer;
    for (const uint32_t code : codes) writer.put(code, 2);
    for (const Color& color : fives) put_color(writer, color);
    for (const Color& color : fives) writer.put(static_cast<uint32_t>(color[3]), 5);
    writer.put(lerp, 1);
    writer.put(0b011, 3);
    best.offer(writer);
}

void try_three(const Colors& colors, uint32_t clear, Best& best) {
    std::array<Color, 3> fives, choices;
    const auto means = clusters<3>(colors, clear);
    for (size_t n = 0; n < 3; ++n) {
        fives[n] = to_fives(means[n]);
        choices[n] = from_fives(fives[n]);
    }
    Codes codes;
    for (size_t t = 0; t < texel_count; ++t) codes[t] = clear >> t & 1 ? 3 : nearest(colors[t], choices);
    put_alpha(codes, fives, false, best);
}

// The halves have one end in common: that of all texels, and each its own at the other end.
void try_common_end(const Colors& colors, Best& best) {
    const auto all = principal_ends(colors, ~0u);
    for (const size_t common : {0, 1}) {
        std::array<Color, 3> fives;
        fives[1] = to_fives(all[common]);
        for (const size_t half : {0, 1}) {
            const auto own = principal_ends(colors, 0xffffu << 16 * half);
            const Color ends[2] = {to_fives(own[0]), to_fives(own[1])};
            const bool first = distance(ends[0], fives[1]) > distance(ends[1], fives[1]);
            fives[half ? 2 : 0] = ends[first ? 0 : 1];
        }
        Codes codes;
        for (size_t t = 0; t < texel_count; ++t) {
            std::array<Color, 4> choices;
            for (int n = 0; n < 4; ++n)
                choices[static_cast<size_t>(n)] =
                    between(from_fives(fives[t < 16 ? 0 : 2]), from_fives(fives[1]), n, 3);
            codes[t] = nearest(colors[t], choices);
        }
        put_alpha(codes, fives, true, best);
    }
}

}  // namespace
}  // namespace fxt1_encoder

void encode_fxt1(std::span<const std::array<int, 4>> texels, std::byte* block) {
    using namespace fxt1_encoder;
    fxt1_encoder::Colors colors;
    uint32_t clear = 0;
    bool opaque = true;
    for (size_t t = 0; t < fxt1_encoder::texel_count; ++t) {
        colors[t] = texels[8 * (t / 4 % 4) + 4 * (t / 16) + t % 4];
        if (colors[t][3] < 128) clear |= 1u << t;
        opaque &= colors[t][3] == 255;
    }
    fxt1_encoder::Best best(colors);
    try_shades(colors, clear, best);
    if (opaque) {
        try_halves(colors, best);
        try_four(colors, best);
    } else {
        try_three(colors, clear, best);
        try_common_end(colors, best);
    }
    std::copy(best.block().begin(), best.block().end(), block);
}

}  // namespace runtime::codecs
