// Tests whose expected output is a file beside their input: NAME.asm (or .txt) and NAME.expected.
//
// ASMGL_REFRESH_EXPECTED=FOLDER takes the inputs of that copy of the room's sources and writes its files anew instead
// of comparing (scripts/refresh-expected); the change is then reviewed as a diff.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <vector>

namespace arbasm {

inline std::string read_text(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream content;
    content << file.rdbuf();
    return content.str();
}

inline bool refreshes_expected() { return std::getenv("ASMGL_REFRESH_EXPECTED") != nullptr; }

// The room's folder, `sources` unless another is refreshed.
inline std::filesystem::path room_folder(const char* sources) {
    return refreshes_expected() ? std::getenv("ASMGL_REFRESH_EXPECTED") : sources;
}

// The files of a folder, in the order of their names.
inline std::vector<std::filesystem::path> files_with(const std::filesystem::path& folder, std::string_view extension) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (entry.path().extension() == extension) files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

// Bytes that are no text, as \xNN: expected files are text whatever was the input.
inline std::string as_text(std::string_view bytes) {
    std::string text;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        constexpr std::string_view digits = "0123456789abcdef";
        if (c == '\n' || (byte >= ' ' && byte < 0x7f))
            text += c;
        else
            text += std::string("\\x") + digits[byte >> 4] + digits[byte & 15];
    }
    return text;
}

inline void compare_with_file(const std::filesystem::path& expected, const std::string& actual) {
    const std::string text = as_text(actual);
    if (refreshes_expected()) {
        std::ofstream(expected, std::ios::binary) << text;
        return;
    }
    EXPECT_TRUE(std::filesystem::exists(expected)) << expected << " is missing: scripts/refresh-expected writes it";
    EXPECT_EQ(text, read_text(expected)) << expected << "\nIf this is right: scripts/refresh-expected";
}

}  // namespace arbasm
