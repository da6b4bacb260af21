#include "json.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace tool {
namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$'; }

// The length of the word, number or sign that begins at a column; 0: there is none.
uint32_t length_at(std::string_view line, uint32_t column) {
    if (column == 0 || column > line.size() || line[column - 1] <= ' ' || line[column - 1] > '~') return 0;
    const size_t begin = column - 1;
    const bool number = std::isdigit(static_cast<unsigned char>(line[begin]));
    size_t end = begin;
    while (end < line.size() && (is_word(line[end]) || (number && line[end] == '.'))) ++end;
    return std::max<uint32_t>(static_cast<uint32_t>(end - begin), 1);
}

}  // namespace

std::string json_text(std::string_view text) {
    std::string result = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            result += '\\';
            result += c;
        } else if (c == '\n') {
            result += "\\n";
        } else if (byte < ' ' || byte > '~') {
            result += fmt::format("\\u{:04x}", byte);
        } else {
            result += c;
        }
    }
    return result + '"';
}

std::string json_text(const JsonDiagnostic& diagnostic) {
    std::string text = fmt::format("{{\"severity\": {}", json_text(diagnostic.severity));
    if (diagnostic.line) text += fmt::format(", \"line\": {}, \"column\": {}", diagnostic.line, diagnostic.column);
    const uint32_t shown = diagnostic.column_in_source ? diagnostic.column_in_source : diagnostic.column;
    if (const uint32_t length = length_at(diagnostic.source, shown))
        text += fmt::format(", \"end_column\": {}", diagnostic.column + length);
    if (diagnostic.offset) text += fmt::format(", \"offset\": {}", *diagnostic.offset);
    text += fmt::format(", \"message\": {}, \"hint\": {}", json_text(diagnostic.message), json_text(diagnostic.hint));
    if (diagnostic.line) text += fmt::format(", \"source\": {}", json_text(diagnostic.source));
    return text + "}";
}

}  // namespace tool
