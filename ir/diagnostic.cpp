#include "ir/diagnostic.h"

#include <algorithm>

namespace arbasm {

// The line an error is in, at most `width` bytes of it around the error, and a caret below.
std::string format(const Diagnostic& diagnostic, std::string_view source, std::string_view file_name,
                   std::string_view severity) {
    std::string text;
    if (!file_name.empty()) text = std::string(file_name) + ":";
    text += std::to_string(diagnostic.where.line) + ":" + std::to_string(diagnostic.where.column) + ": ";
    text += std::string(severity) + ": " + diagnostic.message + "\n";
    constexpr size_t width = 100;
    const size_t offset = std::min<size_t>(diagnostic.where.offset, source.size());
    const size_t line_start = offset - std::min<size_t>(offset, diagnostic.where.column - 1);
    const size_t line_end = std::min(source.find_first_of("\r\n", offset), source.size());
    const size_t start = offset - line_start > width ? offset - width : line_start;
    const size_t end = std::min(line_end, start + 2 * width);
    if (end > start) {
        for (size_t n = start; n < end; ++n) {
            const char c = source[n];
            text += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
        }
        text += '\n';
        text.append(offset - start, ' ');
        text += "^\n";
    }
    if (!diagnostic.hint.empty()) text += "hint: " + diagnostic.hint + "\n";
    return text;
}

}  // namespace arbasm
