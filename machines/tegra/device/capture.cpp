#include "machines/tegra/device/capture.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstring>

#include "machines/tegra/commands/host1x.h"
#include "machines/tegra/surfaces/pixels.h"

namespace machines::tegra {
namespace {

constexpr size_t words_per_line = 8;

bool read_hex(std::string_view text, uint32_t& value) {
    if (text.starts_with("0x")) text.remove_prefix(2);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
    return error == std::errc{} && end == text.data() + text.size() && !text.empty();
}

bool read_number(std::string_view text, uint32_t& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size() && !text.empty();
}

void add_word(std::string& text, uint32_t word) {
    constexpr char digits[] = "0123456789abcdef";
    text += ' ';
    for (int shift = 28; shift >= 0; shift -= 4) text += digits[word >> shift & 15];
}

// address format width height pitch
bool read_picture(const std::vector<std::string_view>& parts, CapturePicture& picture) {
    if (parts.size() != 6) return false;
    for (picture.format = 0; picture.format < 32; picture.format++)
        if (has_color(picture.format) && format_name(picture.format) == parts[2]) break;
    return picture.format < 32 && read_hex(parts[1], picture.address) && read_number(parts[3], picture.width) &&
           read_number(parts[4], picture.height) && read_number(parts[5], picture.pitch) && picture.width <= 16384 &&
           picture.height <= 16384;
}

}  // namespace

std::string print_capture(const Capture& capture) {
    char number[32];
    std::snprintf(number, sizeof number, "memory 0x%zx\n", capture.memory.size());
    std::string text = number;
    if (capture.picture) {
        const CapturePicture& p = *capture.picture;
        std::snprintf(number, sizeof number, "picture 0x%x ", p.address);
        text += number + std::string(format_name(p.format)) + " " + std::to_string(p.width) + " " +
                std::to_string(p.height) + " " + std::to_string(p.pitch) + "\n";
    }
    const size_t row = 4 * words_per_line;
    for (size_t at = 0; at < capture.memory.size(); at += row) {
        const size_t end = std::min(at + row, capture.memory.size());
        if (std::all_of(capture.memory.begin() + static_cast<ptrdiff_t>(at),
                        capture.memory.begin() + static_cast<ptrdiff_t>(end), [](uint8_t b) { return b == 0; }))
            continue;
        std::snprintf(number, sizeof number, "data 0x%zx", at);
        text += number;
        for (size_t i = at; i < end; i += 4) {
            uint32_t word = 0;
            std::memcpy(&word, &capture.memory[i], std::min<size_t>(4, end - i));
            add_word(text, word);
        }
        text += "\n";
    }
    size_t next = 0;
    const auto print_writes = [&](size_t before) {
        for (; next < capture.writes.size() && capture.writes[next].before <= before; next++) {
            const CaptureWrite& write = capture.writes[next];
            for (size_t i = 0; i < write.words.size(); i++) {
                if (i % words_per_line == 0) {
                    std::snprintf(number, sizeof number, "%sdata 0x%zx", i ? "\n" : "", write.address + 4 * i);
                    text += number;
                }
                add_word(text, write.words[i]);
            }
            text += "\n";
        }
    };
    for (size_t i = 0; i < capture.streams.size(); i++) {
        print_writes(i);
        text += "stream\n" + print_stream(capture.streams[i]);
    }
    print_writes(capture.streams.size());
    return text;
}

ParsedCapture parse_capture(std::string_view text) {
    ParsedCapture parsed;
    const auto fail = [&](std::string message) {
        parsed.error = std::move(message);
        parsed.capture = {};
        return parsed;
    };
    bool has_memory = false;
    std::vector<uint32_t> words;
    StreamReader reader(words);
    bool in_stream = false;
    // Streams may be left by data; then there is none to close.
    const auto close = [&] {
        std::string reason = in_stream ? reader.finish() : std::string();
        if (in_stream && reason.empty()) {
            const ParsedStream stream = parse_stream(words);
            if (!stream.error.empty()) reason = stream.error;
            parsed.capture.streams.push_back(std::move(words));
        }
        words.clear();
        return reason;
    };
    while (!text.empty()) {
        parsed.line++;
        const size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
        const std::string_view plain = line.substr(0, line.find('#'));
        std::vector<std::string_view> parts;
        for (size_t at = 0; (at = plain.find_first_not_of(" \t\r", at)) != std::string_view::npos;) {
            const size_t stop = std::min(plain.find_first_of(" \t\r", at), plain.size());
            parts.push_back(plain.substr(at, stop - at));
            at = stop;
        }
        if (parts.empty()) continue;
        uint32_t value = 0;
        if (parts[0] == "stream" && parts.size() == 1) {
            if (std::string reason = close(); !reason.empty()) return fail(reason);
            in_stream = true;
        } else if (parts[0] == "data" && (in_stream || !parsed.capture.streams.empty())) {
            if (std::string reason = close(); !reason.empty()) return fail(reason);
            in_stream = false;
            CaptureWrite write;
            write.before = parsed.capture.streams.size();
            if (parts.size() < 2 || !read_hex(parts[1], write.address)) return fail("data takes an address and words");
            if (write.address + 4 * static_cast<uint64_t>(parts.size() - 2) > parsed.capture.memory.size())
                return fail("the data reaches over the end of memory");
            for (size_t i = 2; i < parts.size(); i++) {
                if (!read_hex(parts[i], value)) return fail("\"" + std::string(parts[i]) + "\" is no word");
                write.words.push_back(value);
            }
            std::vector<CaptureWrite>& writes = parsed.capture.writes;
            // Lines that follow each other are one.
            if (!writes.empty() && writes.back().before == write.before &&
                writes.back().address + 4 * writes.back().words.size() == write.address)
                writes.back().words.insert(writes.back().words.end(), write.words.begin(), write.words.end());
            else if (!write.words.empty())
                writes.push_back(std::move(write));
        } else if (in_stream) {
            if (std::string reason = reader.line(line); !reason.empty()) return fail(reason);
        } else if (parts[0] == "memory") {
            if (has_memory || parts.size() != 2 || !read_hex(parts[1], value)) return fail("memory takes one number");
            if (value > max_capture_memory) return fail("that is more memory than 256 MiB");
            parsed.capture.memory.resize(value);
            has_memory = true;
        } else if (parts[0] == "picture") {
            if (!read_picture(parts, parsed.capture.picture.emplace()))
                return fail("picture takes an address, a format, width, height and the bytes of a row");
        } else if (parts[0] == "data") {
            uint32_t address = 0;
            if (parts.size() < 2 || !read_hex(parts[1], address)) return fail("data takes an address and words");
            for (size_t i = 2; i < parts.size(); i++, address += 4) {
                if (!read_hex(parts[i], value)) return fail("\"" + std::string(parts[i]) + "\" is no word");
                // The last word may reach over the end by zeros.
                for (uint32_t b = 0; b < 4; b++) {
                    const uint64_t byte_address = static_cast<uint64_t>(address) + b;
                    const auto byte = static_cast<uint8_t>(value >> 8 * b);
                    if (byte_address < parsed.capture.memory.size())
                        parsed.capture.memory[static_cast<size_t>(byte_address)] = byte;
                    else if (byte)
                        return fail("the data reaches over the end of memory");
                }
            }
        } else {
            return fail("\"" + std::string(parts[0]) + "\" is none of memory, data, picture and stream");
        }
    }
    if (std::string reason = close(); !reason.empty()) return fail(reason);
    return parsed;
}

}  // namespace machines::tegra
