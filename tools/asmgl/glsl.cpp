// asmgl as --glsl: compiles and links shaders of GLSL and writes the assembly programs that they become.
#include <algorithm>
#include <array>
#include <cstdio>
#include <fmt/format.h>
#include <memory>
#include <optional>

#include "commands.h"
#include "files.h"
#include "glsl/compile.h"
#include "glsl/link.h"

#include "arbasm/lower/lower.h"
#include "arbasm/optimize/optimize.h"
#include "glapi/objects/programs/program_binary.h"
#include "glapi/objects/programs/program_limits.h"

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

// A log's places as editors know them: "0:3(23): error: …" becomes "FILE:3:23: error: …".
std::string with_places(std::string_view log, std::string_view name) {
    std::string result;
    while (!log.empty()) {
        std::string_view line = log.substr(0, log.find('\n') + 1);
        if (line.empty()) line = log;
        log.remove_prefix(line.size());
        const size_t open = line.find('('), close = line.find("): ");
        const bool place = line.starts_with("0:") && open < close && close != std::string_view::npos;
        result += place ? fmt::format("{}:{}:{}: {}", name, line.substr(2, open - 2),
                                      line.substr(open + 1, close - open - 1), line.substr(close + 3))
                        : std::string(line);
    }
    return result;
}

}  // namespace

std::vector<std::string> shader_stages() {
    std::vector<std::string> names;
    for (const StageRow& row : stage_rows) names.emplace_back(row.name);
    return names;
}

int compile_shaders(const ShaderWish& wish) {
    std::vector<std::shared_ptr<const glsl::Shader>> shaders;
    std::array<bool, arbasm::stage_count> given{};
    bool wrong = false;
    for (const std::string& name : wish.files) {
        const StageRow* stage = nullptr;
        for (const StageRow& row : stage_rows)
            if (wish.stage.empty() ? name.ends_with(row.extension) : wish.stage == row.name) stage = &row;
        if (!stage) {
            fmt::print(stderr, "asmgl as: {}: its name ends in no stage's word; say it with -S\n", name);
            return exit_usage;
        }
        const std::optional<std::string> text = read_file("as", name);
        if (!text) return exit_usage;
        glapi::ShaderText source;
        source.source = *text;
        source.is_spirv = wish.modules;
        source.entry_point = "main";
        shaders.push_back(glapi::compile_text(stage->stage, source, {}));
        given[static_cast<size_t>(stage->stage)] = true;
        fmt::print(stderr, "{}", with_places(glsl::log_of(*shaders.back()), name));
        wrong |= glsl::has_errors(*shaders.back());
    }
    if (wrong) return exit_failed;
    glsl::LinkOptions options;
    options.limits = glapi::shader_limits();
    // A stage that stands alone has nobody to agree with.
    int stages = 0;
    for (const bool stage : given) stages += stage;
    options.separable = stages == 1;
    const glsl::LinkedProgram program = glsl::link(shaders, options);
    std::string_view log = program.log;
    for (size_t end = 0; !log.empty(); log.remove_prefix(end)) {
        end = std::min(log.find('\n'), log.size() - 1) + 1;
        const std::string names = log.starts_with("error: ") ? fmt::format("{}: ", fmt::join(wish.files, ", ")) : "";
        fmt::print(stderr, "{}{}", names, log.substr(0, end));
    }
    if (!program.linked) return exit_failed;
    if (!wish.check_only)
        for (const glsl::LinkedStage& stage : program.stages)
            if (stage.program)
                fmt::print("{}", arbasm::print(wish.optimize ? *arbasm::optimize(arbasm::lower(stage.program))
                                                             : *stage.program));
    return 0;
}

}  // namespace tool
