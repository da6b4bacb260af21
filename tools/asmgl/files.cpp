#include "files.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>

namespace tool {
namespace {

void append_big(std::string& out, uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(value >> shift);
}

}  // namespace

std::optional<std::string> read_file(const char* command, const std::string& name, size_t most) {
    const bool standard = name == "-";
    std::FILE* file = standard ? stdin : std::fopen(name.c_str(), "rb");
    std::string content;
    bool good = file != nullptr;
    if (good) {
        char block[65536];
        while (content.size() <= most) {
            const size_t count = std::fread(block, 1, sizeof(block), file);
            if (!count) break;
            content.append(block, count);
        }
        good = !std::ferror(file);  // a folder opens, and fails here
    }
    const std::string_view shown = standard ? "<stdin>" : std::string_view(name);
    if (!good) {
        fmt::print(stderr, "asmgl {}: {}: {}\n", command, shown, std::strerror(errno));
    } else if (content.size() > most) {
        fmt::print(stderr, "asmgl {}: {}: more than {} MiB\n", command, shown, most >> 20);
        good = false;
    }
    if (file != nullptr && !standard) std::fclose(file);
    if (!good) return {};
    return content;
}

bool write_file(const char* command, const std::string& name, const void* data, size_t size) {
    const bool standard = name.empty() || name == "-";
    std::FILE* file = standard ? stdout : std::fopen(name.c_str(), "wb");
    bool good = file != nullptr && std::fwrite(data, 1, size, file) == size;
    if (file != nullptr && (standard ? std::fflush(file) : std::fclose(file)) != 0) good = false;
    if (!good) fmt::print(stderr, "asmgl {}: {}: {}\n", command, name, std::strerror(errno));
    return good;
}

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
    std::string file = "\x89PNG\r\n\x1a\n";
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

}  // namespace tool
