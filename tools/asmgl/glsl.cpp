// asmgl as --glsl: compiles and links shaders of GLSL and writes the assembly programs that they become.
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <fmt/format.h>
#include <iterator>
#include <memory>
#include <optional>

#include "commands.h"
#include "files.h"
#include "glsl/compile.h"
#include "glsl/link.h"
#include "json.h"

#include "arbasm/assembler.h"
#include "glapi/objects/programs/program_binary.h"
#include "glapi/objects/programs/program_limits.h"
#include "ir/lower/lower.h"
#include "ir/optimize/optimize.h"

namespace tool {
namespace {

struct StageRow {
    std::string_view name, extension;
    arbasm::Stage stage;
};
constexpr StageRow stage_rows[] = {
    {"vertex", ".vert", arbasm::Stage::Vertex},
    {"tesscontrol", ".tesc", arbasm::Stage::TessControl},
    {"tessevaluation", ".tese", arbasm::Stage::TessEvaluation},
    {"geometry", ".geom", arbasm::Stage::Geometry},
    {"fragment", ".frag", arbasm::Stage::Fragment},
    {"compute", ".comp", arbasm::Stage::Compute},
};

// A message of a log, "0:3(23): error: ..." or "error: ...", with the lines behind it: the source's, and a caret.
struct Message {
    std::string_view string;  // number or name of the source string; empty: of none
    std::string_view severity;
    uint32_t line = 0, column = 0;
    std::string_view text, behind;
};

bool is_number(std::string_view text, uint32_t& number) {
    const char* const end = text.data() + text.size();
    return std::from_chars(text.data(), end, number) == std::from_chars_result{end, std::errc{}};
}

// "0:3(23): " is taken off the line, where it stands there.
void take_location(std::string_view& line, Message& message) {
    const size_t close = line.find("): "), open = line.substr(0, close).rfind('(');
    if (close == std::string_view::npos || open == std::string_view::npos) return;
    const size_t colon = line.substr(0, open).rfind(':');
    if (colon == std::string_view::npos || !is_number(line.substr(colon + 1, open - colon - 1), message.line) ||
        !is_number(line.substr(open + 1, close - open - 1), message.column))
        return;
    message.string = line.substr(0, colon);
    line.remove_prefix(close + 3);
}

// Whether a line begins a message.
bool read_message(std::string_view line, Message& message) {
    take_location(line, message);
    for (const std::string_view severity : {"error", "warning", "note"}) {
        if (!line.starts_with(severity) || !line.substr(severity.size()).starts_with(": ")) continue;
        message.severity = severity;
        message.text = line.substr(severity.size() + 2);
        return true;
    }
    return false;
}

std::string_view take_line(std::string_view& text) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    return line;
}

std::vector<Message> read_log(std::string_view log) {
    std::vector<Message> messages;
    while (!log.empty()) {
        const std::string_view from_here = log, line = take_line(log);
        Message message;
        if (read_message(line, message)) {
            message.behind = log.substr(0, 0);
            messages.push_back(message);
        } else if (messages.empty()) {
            messages.push_back({{}, "error", 0, 0, line, log.substr(0, 0)});
        } else {
            const char* const begin = messages.back().behind.data();
            const auto before = static_cast<size_t>(from_here.data() - begin);
            messages.back().behind = {begin, before + from_here.size() - log.size()};
        }
    }
    return messages;
}

// As editors know them: "FILE:3:23: error: ...".
void show(const std::vector<Message>& messages, std::string_view name) {
    for (const Message& message : messages) {
        const std::string_view file = message.string.empty() || message.string == "0" ? name : message.string;
        const std::string location = message.string.empty() ? "" : fmt::format(":{}:{}", message.line, message.column);
        fmt::print(stderr, "{}{}: {}: {}\n{}", file, location, message.severity, message.text, message.behind);
    }
}

JsonDiagnostic json_diagnostic(const Message& message) {
    JsonDiagnostic said{message.severity, message.text, "", message.line, message.column};
    // The source's line, or the part of it that matters, and the caret stand behind so many blanks.
    constexpr size_t indentation = 4;
    std::string_view behind = message.behind;
    const std::string_view source = take_line(behind), caret = take_line(behind);
    if (caret.size() <= indentation || !caret.ends_with('^')) return said;
    said.source = source.substr(indentation);
    said.column_in_source = static_cast<uint32_t>(caret.size() - indentation);
    return said;
}

// The members of an object that tell of messages. Notes are hints of what they follow.
std::string json_members(const std::vector<Message>& messages) {
    std::vector<JsonDiagnostic> all;
    for (const Message& message : messages)
        if (message.severity == "note" && !all.empty())
            all.back().hint = message.text;
        else
            all.push_back(json_diagnostic(message));
    std::string text;
    for (const std::string_view severity : {"error", "warning"}) {
        std::vector<JsonDiagnostic> chosen;
        std::ranges::copy_if(all, std::back_inserter(chosen),
                             [&](const auto& said) { return said.severity == severity; });
        text += fmt::format(", \"{}s\": [{}]", severity,
                            json_list(chosen, [](const JsonDiagnostic& said) { return json_text(said); }));
    }
    return text;
}

// With the notes that follow them.
std::vector<Message> without_warnings(const std::vector<Message>& messages) {
    std::vector<Message> kept;
    bool keeps = true;
    for (const Message& message : messages) {
        if (message.severity != "note") keeps = message.severity != "warning";
        if (keeps) kept.push_back(message);
    }
    return kept;
}

const StageRow* stage_of(const std::string& name, const ShaderOptions& request) {
    for (const StageRow& row : stage_rows)
        if (request.stage.empty() ? name.ends_with(row.extension) : request.stage == row.name) return &row;
    std::string extensions;
    for (const StageRow& row : stage_rows) extensions += (extensions.empty() ? "" : ", ") + std::string(row.extension);
    complain("as", fmt::format("can't tell the stage of {} from its name", name),
             fmt::format("say it with -S, or by one of {}", extensions), exit_usage);
    return nullptr;
}

// What is told of one shader or program: on the standard error, or as an object of the array.
class Report {
  public:
    explicit Report(const ShaderOptions& request) : options_(request) {}

    void add(std::string_view name, bool valid, std::string_view kind, const std::string& log,
             const std::string& members = {}) {
        const std::vector<Message> messages = options_.warnings ? read_log(log) : without_warnings(read_log(log));
        if (!options_.json) return show(messages, name);
        objects_ += fmt::format("{}{{\"{}\": {}, \"valid\": {}{}{}}}", objects_.empty() ? "" : ",\n ", kind,
                                json_text(name), valid, json_members(messages), members);
    }
    int end(int code) const {
        if (options_.json) fmt::print("[{}]\n", objects_);
        return code;
    }

  private:
    const ShaderOptions& options_;
    std::string objects_;
};

std::string text_of(const ShaderOptions& request, const glsl::LinkedStage& stage) {
    return arbasm::print(request.optimize ? *arbasm::optimize(arbasm::lower(stage.program)) : *stage.program);
}

}  // namespace

std::vector<std::string> shader_stages() {
    std::vector<std::string> names;
    for (const StageRow& row : stage_rows) names.emplace_back(row.name);
    return names;
}

int compile_shaders(const ShaderOptions& request) {
    std::vector<std::shared_ptr<const glsl::Shader>> shaders;
    std::array<bool, arbasm::stage_count> given{};
    Report report(request);
    bool wrong = false;
    for (const std::string& name : request.files) {
        const StageRow* const stage = stage_of(name, request);
        if (!stage) return exit_usage;
        const std::optional<std::string> text = read_file("as", name);
        if (!text) return exit_usage;
        glapi::ShaderText source;
        source.source = *text;
        source.is_spirv = request.modules;
        source.entry_point = "main";
        shaders.push_back(glapi::compile_text(stage->stage, source, {}));
        given[static_cast<size_t>(stage->stage)] = true;
        const bool valid = !glsl::has_errors(*shaders.back());
        report.add(name, valid, "file", glsl::log_of(*shaders.back()),
                   fmt::format(", \"stage\": {}", json_text(stage->name)));
        wrong |= !valid;
    }
    if (wrong) return report.end(exit_failed);
    glsl::LinkOptions options;
    options.limits = glapi::shader_limits();
    // A stage that stands alone has nobody to agree with.
    int stages = 0;
    for (const bool stage : given) stages += stage;
    options.separable = stages == 1;
    const glsl::LinkedProgram program = glsl::link(shaders, options);
    std::string texts;
    for (const glsl::LinkedStage& stage : program.stages) {
        if (!stage.program || !program.linked || request.check_only) continue;
        if (!request.json)
            fmt::print("{}", text_of(request, stage));
        else if (request.print)
            texts += (texts.empty() ? "" : ", ") + json_text(text_of(request, stage));
    }
    report.add(fmt::format("{}", fmt::join(request.files, ", ")), program.linked, "program", program.log,
               request.print ? fmt::format(", \"texts\": [{}]", texts) : "");
    return report.end(program.linked ? 0 : exit_failed);
}

}  // namespace tool
