// What fuzzers have kept (scripts/fuzz): a line for each input, with bytes that are no letters as the literals of C
// have them.
#pragma once

#include <charconv>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace arbasm {

inline std::string unescaped(std::string_view line) {
    std::string bytes;
    for (size_t at = 0; at < line.size(); at++) {
        if (line[at] != '\\' || at + 1 == line.size()) {
            bytes += line[at];
            continue;
        }
        const char letter = line[++at];
        if (letter == 'x' && at + 2 < line.size()) {
            uint8_t value = 0;
            std::from_chars(line.data() + at + 1, line.data() + at + 3, value, 16);
            bytes += static_cast<char>(value);
            at += 2;
        } else {
            bytes += letter == 'n' ? '\n' : letter;
        }
    }
    return bytes;
}

// Gives each input of a file to a fuzzer's entry; how many there were.
inline int replay_inputs(const std::filesystem::path& path, int (*entry)(const uint8_t*, size_t)) {
    std::ifstream file(path);
    int count = 0;
    for (std::string line; std::getline(file, line); count++) {
        const std::string input = unescaped(line);
        entry(reinterpret_cast<const uint8_t*>(input.data()), input.size());
    }
    return count;
}

}  // namespace arbasm
