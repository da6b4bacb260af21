#include "runtime/formats/format_codecs.h"

namespace runtime::codecs {
namespace {

std::array<int, 3> expand_565(uint32_t color) {
    const int r = color >> 11, g = color >> 5 & 63, b = color & 31;
    return {r << 3 | r >> 2, g << 2 | g >> 4, b << 3 | b >> 2};
}

// EXT_texture_compression_s3tc: colour part of all blocks.
void decode_color(const std::byte* block, bool four_colors, bool punch_through, int index,
                  std::array<uint8_t, 4>& rgba) {
    const uint32_t color0 = read<uint16_t>(block), color1 = read<uint16_t>(block + 2);
    const int code = read<uint32_t>(block + 4) >> 2 * index & 3;
    const auto a = expand_565(color0), b = expand_565(color1);
    const bool four = four_colors || color0 > color1;
    rgba[3] = 255;
    for (int c = 0; c < 3; ++c) {
        int value;
        switch (code) {
            case 0: value = a[c]; break;
            case 1: value = b[c]; break;
            case 2: value = four ? (2 * a[c] + b[c] + 1) / 3 : (a[c] + b[c] + 1) / 2; break;
            default: value = four ? (a[c] + 2 * b[c] + 1) / 3 : 0; break;
        }
        rgba[c] = static_cast<uint8_t>(value);
    }
    if (code == 3 && !four && punch_through) rgba[3] = 0;
}

// The 3-bit code of a texel in the 8-byte blocks of DXT5 alpha and RGTC.
int three_bit_code(const std::byte* block, int index) {
    return static_cast<int>(read<uint64_t>(block) >> 16 >> 3 * index & 7);
}

}  // namespace

void decode_dxt(const std::byte* block, int kind, bool punch_through, int x, int y, std::array<uint8_t, 4>& rgba) {
    const int index = 4 * y + x;
    if (kind == 1) return decode_color(block, false, punch_through, index, rgba);
    decode_color(block + 8, true, false, index, rgba);
    if (kind == 3) {
        rgba[3] = static_cast<uint8_t>((read<uint64_t>(block) >> 4 * index & 15) * 17);
        return;
    }
    const int a0 = read<uint8_t>(block), a1 = read<uint8_t>(block + 1), code = three_bit_code(block, index);
    int alpha;
    if (code < 2)
        alpha = code ? a1 : a0;
    else if (a0 > a1)
        alpha = ((8 - code) * a0 + (code - 1) * a1 + 3) / 7;
    else
        alpha = code == 6 ? 0 : code == 7 ? 255 : ((6 - code) * a0 + (code - 1) * a1 + 2) / 5;
    rgba[3] = static_cast<uint8_t>(alpha);
}

// ARB_texture_compression_rgtc: interpolation in floating point.
float decode_rgtc(const std::byte* block, bool is_signed, int x, int y) {
    const int code = three_bit_code(block, 4 * y + x);
    float r0, r1;
    if (is_signed) {
        r0 = float_of(Snorm<int8_t>::load(read<int8_t>(block)));
        r1 = float_of(Snorm<int8_t>::load(read<int8_t>(block + 1)));
    } else {
        r0 = float_of(Unorm<uint8_t>::load(read<uint8_t>(block)));
        r1 = float_of(Unorm<uint8_t>::load(read<uint8_t>(block + 1)));
    }
    // The choice of mode compares the stored integers.
    const bool seven =
        is_signed ? read<int8_t>(block) > read<int8_t>(block + 1) : read<uint8_t>(block) > read<uint8_t>(block + 1);
    if (code < 2) return code ? r1 : r0;
    if (seven) return (static_cast<float>(8 - code) * r0 + static_cast<float>(code - 1) * r1) / 7.0f;
    if (code == 6) return is_signed ? -1.0f : 0.0f;
    if (code == 7) return 1.0f;
    return (static_cast<float>(6 - code) * r0 + static_cast<float>(code - 1) * r1) / 5.0f;
}

}  // namespace runtime::codecs
