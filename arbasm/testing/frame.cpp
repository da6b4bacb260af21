#include "arbasm/testing/frame.h"

#include <algorithm>

namespace arbasm {

std::vector<std::string_view> all_headers() {
    return words(
        "!!VP1.0 !!VP1.1 !!VP2.0 !!FP1.0 !!ARBvp1.0 !!ARBfp1.0 !!NVvp4.0 !!NVgp4.0 !!NVfp4.0 !!NVvp4.1 !!NVgp4.1 "
        "!!NVfp4.1 !!NVvp5.0 !!NVtcp5.0 !!NVtep5.0 !!NVgp5.0 !!NVfp5.0 !!NVcp5.0");
}

std::vector<std::string_view> words(std::string_view list) {
    std::vector<std::string_view> result;
    while (!list.empty()) {
        const size_t end = std::min(list.find(' '), list.size());
        if (end > 0) result.push_back(list.substr(0, end));
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return result;
}

bool contains(std::string_view list, std::string_view word) { return std::ranges::count(words(list), word) > 0; }

std::string repeat(int count, std::string_view text) {
    std::string result;
    for (int n = 0; n < count; ++n) {
        for (char c : text) result += c == '#' ? std::to_string(n) : std::string(1, c);
    }
    return result;
}

std::string opening(std::string_view header, const std::vector<std::string_view>& options,
                    std::string_view declarations) {
    std::string text(header);
    text += '\n';
    for (std::string_view option : options) text += "OPTION " + std::string(option) + ";\n";
    if (header.starts_with("!!NVgp")) {
        if (declarations.find("PRIMITIVE_IN") == std::string_view::npos) text += "PRIMITIVE_IN POINTS;\n";
        text += "PRIMITIVE_OUT POINTS;\nVERTICES_OUT 4;\n";
    }
    if (header.starts_with("!!NVtcp")) text += "VERTICES_OUT 4;\n";
    if (header.starts_with("!!NVtep")) text += "TESS_MODE TRIANGLES;\n";
    if (header.starts_with("!!NVcp")) text += "GROUP_SIZE 8 4 1;\n";
    if (header.starts_with("!!ARB") || header.starts_with("!!NV")) text += "TEMP t, a, b, c;\n";
    if (header.ends_with("5.0")) text += "LONG TEMP lt, la, lb, lc;\n";
    text += declarations;
    if (!declarations.empty()) text += '\n';
    return text;
}

std::string closing(std::string_view header) {
    if (header.starts_with("!!VP")) return "\nMOV o[HPOS], R0;\nEND\n";
    if (header.starts_with("!!FP")) return "\nMOV o[COLR], R0;\nEND\n";
    return "\nEND\n";
}

}  // namespace arbasm
