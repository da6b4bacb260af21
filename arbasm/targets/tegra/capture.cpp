#include "arbasm/targets/tegra/capture.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstring>

#include "arbasm/targets/tegra/host1x.h"

namespace arbasm::tegra {
namespace {

constexpr size_t words_per_line = 8;

bool read_hex(std::string_view text, uint32_t& value) {
    if (text.starts_with("0x")) text.remove_prefix(2);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
    return error == std::errc{} && end == text.data() + text.size() && !text.empty();
}

}  // namespace

std::string print_capture(const Capture& capture) {
    char number[32];
    std::snprintf(number, sizeof number, "memory 0x%zx\n", capture.memory.size());
    std::string text = number;
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
            std::snprintf(number, sizeof number, " %08x", word);
            text += number;
        }
        text += "\n";
    }
    for (const std::vector<uint32_t>& stream : capture.streams) text += "stream\n" + print_stream(stream);
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
        } else if (in_stream) {
            if (std::string reason = reader.line(line); !reason.empty()) return fail(reason);
        } else if (parts[0] == "memory") {
            if (has_memory || parts.size() != 2 || !read_hex(parts[1], value)) return fail("memory takes one number");
            if (value > max_capture_memory) return fail("that is more memory than 256 MiB");
            parsed.capture.memory.resize(value);
            has_memory = true;
        } else if (parts[0] == "data") {
            uint32_t address = 0;
            if (parts.size() < 2 || !read_hex(parts[1], address)) return fail("data takes an address and words");
            for (size_t i = 2; i < parts.size(); i++, address += 4) {
                if (!read_hex(parts[i], value)) return fail("\"" + std::string(parts[i]) + "\" is no word");
                // The last word may reach over the end by zeros.
                for (uint32_t b = 0; b < 4; b++) {
                    const uint64_t place = static_cast<uint64_t>(address) + b;
                    const auto byte = static_cast<uint8_t>(value >> 8 * b);
                    if (place < parsed.capture.memory.size())
                        parsed.capture.memory[place] = byte;
                    else if (byte)
                        return fail("the data reaches over the end of memory");
                }
            }
        } else {
            return fail("\"" + std::string(parts[0]) + "\" is none of memory, data and stream");
        }
    }
    if (std::string reason = close(); !reason.empty()) return fail(reason);
    return parsed;
}

}  // namespace arbasm::tegra
