#include "machines/ctm/surfaces/surface.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace machines::ctm {
namespace {

uint32_t unsigned_from(float value, float largest) {
    if (!(value > 0)) return 0;  // and NaN
    return static_cast<uint32_t>(std::nearbyint(std::min(value, 1.0f) * largest));
}

}  // namespace

#define CTM_FORMAT(name, code, bytes, channels) bytes,
const std::array<uint32_t, format_count> format_bytes{
#include "machines/ctm/surfaces/formats.def"
};
#undef CTM_FORMAT
#define CTM_FORMAT(name, code, bytes, channels) channels,
const std::array<uint32_t, format_count> format_channels{
#include "machines/ctm/surfaces/formats.def"
};
#undef CTM_FORMAT

uint32_t format_word(Format format, Tiling tiling, uint32_t pitch) {
    return (pitch & 0x1ffc) | tiling << 16 | format << 24;
}

std::string set_format(Surface& surface, uint32_t word) {
    if (word & ~0x07031ffcu) return "a format word has reserved bits set";
    const uint32_t format = word >> 24 & 7;
    if (format >= format_count) return "format " + std::to_string(format) + " is reserved";
    surface.pitch = word & 0x1ffc;
    surface.tiling = static_cast<Tiling>(word >> 16 & 3);
    surface.format = static_cast<Format>(format);
    return {};
}

uint64_t element_offset(const Surface& surface, uint32_t x, uint32_t y) {
    const uint32_t bytes = format_bytes[surface.format];
    if (surface.tiling == Linear || surface.tiling == LinearInput2x2) return (uint64_t{y} * surface.pitch + x) * bytes;
    // Tiles of 128 bytes by 16 rows, and smaller ones within.
    const uint64_t X = uint64_t{x} * bytes;
    const uint64_t tiles_per_row = (uint64_t{surface.pitch} * bytes + 127) / 128;
    const auto bit = [](uint64_t value, int n) { return value >> n & 1; };
    return (X & 15) | bit(y, 0) << 4 | bit(X, 4) << 5 | bit(y, 1) << 6 | (bit(y, 3) ^ bit(X, 5)) << 7 |
           (bit(y, 2) ^ bit(X, 6)) << 8 | (bit(y, 4) ^ bit(X, 6)) << 9 | (bit(y, 3) ^ bit(X, 7)) << 10 |
           ((y >> 4) * tiles_per_row + (X >> 7)) << 11;
}

uint64_t surface_bytes(const Surface& surface) {
    const uint64_t bytes = format_bytes[surface.format];
    if (surface.tiling == Linear || surface.tiling == LinearInput2x2) return surface.height * bytes * surface.pitch;
    return ((surface.height + 15) / 16) * ((surface.pitch * bytes + 127) / 128) * 2048;
}

Element read_element(Format format, const uint8_t* bytes) {
    Element value{0, 0, 0, 1};
    switch (format) {
        case UINT16_1: {
            uint16_t bits;
            std::memcpy(&bits, bytes, 2);
            value[0] = static_cast<float>(bits) / 65535.0f;
            break;
        }
        case UINT8_4:
            for (size_t i = 0; i < 4; i++) value[i] = static_cast<float>(bytes[i]) / 255.0f;
            break;
        case FLOAT32_1:
        case FLOAT32_2:
        case FLOAT32_4: std::memcpy(value.data(), bytes, format_bytes[format]);
    }
    return value;
}

void write_element(Format format, const Element& value, uint32_t mask, uint8_t* bytes) {
    for (uint32_t i = 0; i < format_channels[format]; i++) {
        if (!(mask >> i & 1)) continue;
        switch (format) {
            case UINT16_1: {
                const auto bits = static_cast<uint16_t>(unsigned_from(value[i], 65535));
                std::memcpy(bytes, &bits, 2);
                break;
            }
            case UINT8_4: bytes[i] = static_cast<uint8_t>(unsigned_from(value[i], 255)); break;
            case FLOAT32_1:
            case FLOAT32_2:
            case FLOAT32_4: std::memcpy(bytes + 4 * i, &value[i], 4);
        }
    }
}

}  // namespace machines::ctm
