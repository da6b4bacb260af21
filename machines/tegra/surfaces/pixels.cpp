#include "machines/tegra/surfaces/pixels.h"

namespace machines::tegra {
namespace {

struct Channel {
    uint32_t shift = 0, width = 0;
    bool shared = false;  // luminance: written from red alone
};
constexpr Channel none{};
constexpr Channel bits(uint32_t shift, uint32_t width) { return {shift, width, false}; }
constexpr Channel luminance(uint32_t shift, uint32_t width) { return {shift, width, true}; }

struct Row {
    std::string_view name;
    uint32_t bytes = 0;
    std::array<Channel, 4> channels;
};

const Row& row_of(uint32_t format) {
    static const auto table = [] {
        std::array<Row, 32> rows{};
#define TEGRA_FORMAT(name, code, bytes, red, green, blue, alpha) rows[code] = {#name, bytes, {red, green, blue, alpha}};
#include "machines/tegra/surfaces/formats.def"
#undef TEGRA_FORMAT
        return rows;
    }();
    return table[format & 31];
}

}  // namespace

uint32_t pixel_bytes(uint32_t format) { return row_of(format).bytes; }
std::string_view format_name(uint32_t format) { return row_of(format).name; }
bool has_color(uint32_t format) {
    for (const Channel& channel : row_of(format).channels)
        if (channel.width) return true;
    return false;
}

Rgba8 read_pixel(uint32_t format, const uint8_t* bytes) {
    const Row& row = row_of(format);
    uint32_t word = 0;
    for (uint32_t i = 0; i < row.bytes; i++) word |= static_cast<uint32_t>(bytes[i]) << 8 * i;
    Rgba8 value{0, 0, 0, 255};
    for (size_t c = 0; c < 4; c++) {
        const Channel& channel = row.channels[c];
        if (!channel.width) continue;
        uint32_t field = word >> channel.shift & ((1u << channel.width) - 1), wide = 0;
        for (int left = 8; left > 0; left -= static_cast<int>(channel.width)) {
            const int up = left - static_cast<int>(channel.width);
            wide |= up >= 0 ? field << up : field >> -up;
        }
        value[c] = static_cast<uint8_t>(wide);
    }
    return value;
}

void write_pixel(uint32_t format, const Rgba8& value, uint8_t* bytes) {
    const Row& row = row_of(format);
    uint32_t word = 0;
    for (size_t c = 0; c < 4; c++) {
        const Channel& channel = row.channels[c];
        if (channel.width && !(channel.shared && c > 0))
            word |= static_cast<uint32_t>(value[c] >> (8 - channel.width)) << channel.shift;
    }
    for (uint32_t i = 0; i < row.bytes; i++) bytes[i] = static_cast<uint8_t>(word >> 8 * i);
}

}  // namespace machines::tegra
