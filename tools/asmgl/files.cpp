#include "files.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>

namespace tool {
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
        fmt::print(stderr, "asmgl: {}: {}: {}\n", command, shown, std::strerror(errno));
    } else if (content.size() > most) {
        fmt::print(stderr, "asmgl: {}: {}: more than {} MiB\n", command, shown, most >> 20);
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
    if (!good) fmt::print(stderr, "asmgl: {}: {}: {}\n", command, name, std::strerror(errno));
    return good;
}

int complain(const char* command, std::string_view subject, std::string_view what, int exit_code) {
    fmt::print(stderr, "asmgl: {}: {}: {}\n", command, subject, what);
    return exit_code;
}

}  // namespace tool
