// asmgl dis: which format a file has.
#include <fmt/format.h>
#include <optional>
#include <string_view>
#include <vector>

#include "commands.h"
#include "files.h"

namespace tool {
namespace {

struct Format {
    std::string_view spelling, what;
    bool (*certain)(const std::string& name, const std::string& content);
    int (*show)(const std::string& name, const std::string& content);
};
constexpr Format formats[] = {
#define DIS_FORMAT(name, spelling, what, certain, show) {spelling, what, certain, show},
#include "dis_formats.def"
#undef DIS_FORMAT
};

}  // namespace

std::vector<std::string> disassembly_formats() {
    std::vector<std::string> names;
    for (const Format& format : formats) names.emplace_back(format.spelling);
    return names;
}

std::string disassembly_formats_text() {
    std::string text;
    for (const Format& format : formats) text += fmt::format("\n{}: {}", format.spelling, format.what);
    return text;
}

int disassemble(const DisassemblyOptions& options) {
    const std::optional<std::string> content = read_file("dis", options.file);
    if (!content) return exit_usage;
    std::vector<const Format*> fitting;
    for (const Format& format : formats)
        if (options.format.empty() ? format.certain(options.file, *content) : format.spelling == options.format)
            fitting.push_back(&format);
    if (fitting.size() == 1) return fitting[0]->show(options.file, *content);
    if (fitting.empty()) {
        fmt::print(stderr, "asmgl: dis: {}: what it is, is not certain: say --format=\n", options.file);
    } else {
        fmt::print(stderr, "asmgl: dis: {}: it could be\n", options.file);
        for (const Format* format : fitting)
            fmt::print(stderr, "    {} (--format={})\n", format->what, format->spelling);
    }
    return exit_usage;
}

}  // namespace tool
