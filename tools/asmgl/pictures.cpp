#include "pictures.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <zlib.h>

namespace tool {
namespace {

void append_big(std::string& out, uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(value >> shift);
}

constexpr std::string_view signature = "\x89PNG\r\n\x1a\n";

uint32_t big_at(std::string_view bytes, size_t at) {
    uint32_t value = 0;
    for (size_t i = 0; i < 4; i++) value = value << 8 | static_cast<uint8_t>(bytes[at + i]);
    return value;
}

// What the chunks say, before anything is decoded.
struct Chunks {
    uint32_t width = 0, height = 0;
    uint8_t color = 0;
    std::string data;
    std::string_view palette, transparency;
    std::string error;
};

Chunks read_chunks(std::string_view bytes) {
    Chunks chunks;
    const auto fail = [&](const char* reason) {
        chunks.error = reason;
        return chunks;
    };
    if (!bytes.starts_with(signature)) return fail("not a PNG file");
    bool ended = false;
    for (size_t at = signature.size(); !ended;) {
        if (bytes.size() - at < 12 || big_at(bytes, at) > bytes.size() - at - 12) return fail("the file is cut");
        const size_t size = big_at(bytes, at);
        const std::string_view name = bytes.substr(at + 4, 4), content = bytes.substr(at + 8, size);
        at += size + 12;
        if (name == "IHDR") {
            if (size != 13) return fail("its header is damaged");
            chunks.width = big_at(content, 0);
            chunks.height = big_at(content, 4);
            chunks.color = static_cast<uint8_t>(content[9]);
            if (!chunks.width || !chunks.height || chunks.width > 4096 || chunks.height > 4096)
                return fail("pictures are 1 to 4096 pixels wide and high");
            if (content[8] != 8 || content[12] != 0) return fail("only 8 bits a channel, not interlaced, are read");
        } else if (name == "PLTE") {
            chunks.palette = content;
        } else if (name == "tRNS") {
            chunks.transparency = content;
        } else if (name == "IDAT") {
            chunks.data += content;
        }
        ended = name == "IEND";
    }
    return chunks;
}

int predict(int left, int above, int corner) {
    const int estimate = left + above - corner;
    const int a = std::abs(estimate - left), b = std::abs(estimate - above), c = std::abs(estimate - corner);
    return a <= b && a <= c ? left : b <= c ? above : corner;
}

// Takes the filters of rows back, in place; false where there is no such filter.
bool unfilter(std::string& raw, size_t row_bytes, uint32_t height, size_t step) {
    for (uint32_t y = 0; y < height; y++) {
        char* const row = raw.data() + y * (row_bytes + 1) + 1;
        const char* const before = y ? row - row_bytes - 1 : nullptr;
        const auto filter = static_cast<uint8_t>(row[-1]);
        if (filter > 4) return false;
        for (size_t x = 0; x < row_bytes; x++) {
            const int left = x >= step ? static_cast<uint8_t>(row[x - step]) : 0;
            const int above = before ? static_cast<uint8_t>(before[x]) : 0;
            const int corner = before && x >= step ? static_cast<uint8_t>(before[x - step]) : 0;
            const int added[] = {0, left, above, (left + above) / 2, predict(left, above, corner)};
            row[x] = static_cast<char>(row[x] + added[filter]);
        }
    }
    return true;
}

}  // namespace

std::string png(uint32_t width, uint32_t height, const std::string& rgba) {
    std::string raw;
    for (uint32_t y = 0; y < height; y++) {
        raw += '\0';
        raw.append(rgba, size_t{y} * width * 4, size_t{width} * 4);
    }
    uint32_t a = 1, b = 0;
    for (const char c : raw) {
        a = (a + static_cast<uint8_t>(c)) % 65521;
        b = (b + a) % 65521;
    }
    std::string data = "\x78\x01";
    for (size_t at = 0; at < raw.size(); at += 65535) {
        const size_t size = std::min<size_t>(65535, raw.size() - at);
        data += at + size == raw.size() ? '\1' : '\0';
        for (const size_t value : {size, ~size}) {
            data += static_cast<char>(value);
            data += static_cast<char>(value >> 8);
        }
        data.append(raw, at, size);
    }
    append_big(data, b << 16 | a);
    std::string file{signature};
    const auto chunk = [&](const char* name, const std::string& content) {
        append_big(file, static_cast<uint32_t>(content.size()));
        const std::string body = name + content;
        uint32_t crc = ~0u;
        for (const char c : body) {
            crc ^= static_cast<uint8_t>(c);
            for (int i = 0; i < 8; i++) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
        }
        file += body;
        append_big(file, ~crc);
    };
    std::string header;
    append_big(header, width);
    append_big(header, height);
    header += std::string("\x08\x06\0\0\0", 5);
    chunk("IHDR", header);
    chunk("IDAT", data);
    chunk("IEND", {});
    return file;
}

Picture read_png(const std::string& bytes) {
    Picture picture;
    Chunks chunks = read_chunks(bytes);
    const auto fail = [&](std::string reason) {
        picture = {};
        picture.error = std::move(reason);
        return picture;
    };
    if (!chunks.error.empty()) return fail(chunks.error);
    // Grey, -, RGB, palette, grey and alpha, -, RGBA.
    constexpr size_t channel_counts[] = {1, 0, 3, 1, 2, 0, 4};
    const size_t channels = chunks.color < 7 ? channel_counts[chunks.color] : 0;
    if (!channels) return fail("its colour type is not known");
    const size_t row_bytes = channels * chunks.width;
    std::string raw((row_bytes + 1) * chunks.height, '\0');
    uLongf size = raw.size();
    if (uncompress(reinterpret_cast<Bytef*>(raw.data()), &size, reinterpret_cast<const Bytef*>(chunks.data.data()),
                   chunks.data.size()) != Z_OK ||
        size != raw.size() || !unfilter(raw, row_bytes, chunks.height, channels))
        return fail("its data is damaged");
    picture.width = chunks.width;
    picture.height = chunks.height;
    picture.rgba.reserve(size_t{chunks.width} * chunks.height * 4);
    const auto add = [&](uint8_t r, uint8_t g, uint8_t b, uint8_t a) {
        picture.rgba.insert(picture.rgba.end(), {r, g, b, a});
    };
    for (uint32_t y = 0; y < chunks.height; y++)
        for (uint32_t x = 0; x < chunks.width; x++) {
            const auto* pixel = reinterpret_cast<const uint8_t*>(raw.data()) + y * (row_bytes + 1) + 1 + x * channels;
            switch (chunks.color) {
                case 0: add(pixel[0], pixel[0], pixel[0], 255); break;
                case 2: add(pixel[0], pixel[1], pixel[2], 255); break;
                case 3: {
                    const size_t at = size_t{pixel[0]} * 3;
                    if (at + 3 > chunks.palette.size()) return fail("a pixel is not in the palette");
                    const auto entry = [&](size_t i) { return static_cast<uint8_t>(chunks.palette[at + i]); };
                    add(entry(0), entry(1), entry(2),
                        pixel[0] < chunks.transparency.size() ? static_cast<uint8_t>(chunks.transparency[pixel[0]])
                                                              : 255);
                    break;
                }
                case 4: add(pixel[0], pixel[0], pixel[0], pixel[1]); break;
                default: add(pixel[0], pixel[1], pixel[2], pixel[3]);
            }
        }
    return picture;
}

}  // namespace tool
