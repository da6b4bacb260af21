#include "glsl/text/message.h"

#include "glsl/text/source_text.h"

namespace glsl {

void Messages::add(const Location& where, Severity severity, std::string text, std::string hint) {
    if (severity == Severity::Error) ++errors_;
    // An error is kept rather than the hundredth warning: without one the log would not tell why it failed.
    if (all_.size() >= capacity && !(severity == Severity::Error && errors_ == 1)) return;
    all_.push_back({where, severity, std::move(text), std::move(hint)});
}

namespace {

// Long lines are shown in part: `begin` and `end` cut out what is near the column.
constexpr size_t shown_width = 160;

void append_line(std::string& out, std::string_view line, size_t column) {
    size_t begin = 0;
    if (line.size() > shown_width && column > shown_width / 2) begin = column - shown_width / 2;
    if (begin > line.size()) return;
    line = line.substr(begin, shown_width);
    column -= begin;
    out += "    ";
    out += line;
    out += "\n    ";
    // A tab stays a tab, so that the mark stands under its character whatever the reader's tab width.
    for (size_t i = 0; i + 1 < column && i < line.size(); ++i) out += line[i] == '\t' ? '\t' : ' ';
    out += "^\n";
}

}  // namespace

std::string format(const Message& message, const SourceText& source) {
    const Location& where = message.where;
    const std::string location = source.string_name(where.string) + ":" + std::to_string(where.line) + "(" +
                                 std::to_string(where.column) + "): ";
    std::string out = location;
    out += message.severity == Severity::Error ? "error: " : "warning: ";
    out += message.text;
    out += '\n';
    const std::string_view line = source.line_at(where.offset);
    if (!line.empty()) append_line(out, line, where.column);
    if (!message.hint.empty()) out += location + "note: " + message.hint + "\n";
    return out;
}

std::string format(const Messages& messages, const SourceText& source) {
    std::string out;
    for (const Message& message : messages.all()) out += format(message, source);
    if (messages.errors() > Messages::capacity) out += std::to_string(messages.errors()) + " errors in all\n";
    return out;
}

}  // namespace glsl
