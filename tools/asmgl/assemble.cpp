// asmgl as: reads assembly programs; checks them, prints them, counts what they use.
#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <map>
#include <optional>

#include "commands.h"
#include "files.h"
#include "json.h"

#include "arbasm/assembler.h"
#include "ir/lower/lower.h"
#include "ir/optimize/optimize.h"

namespace tool {
namespace {

using arbasm::OpcodeCategory;

constexpr std::string_view target_names[] = {
    "",
#define ARBASM_TEXTURE_TARGET(name, spelling, ...) spelling,
#include "ir/texture_targets.def"
#undef ARBASM_TEXTURE_TARGET
};
constexpr std::string_view type_names[] = {"F32", "S32", "U32", "F64", "S64", "U64",
                                           "F16", "S8",  "S16", "U8",  "U16", ""};

struct Source {
    std::string name, text;
};

std::optional<Source> read_source(const std::string& name) {
    std::optional<std::string> text = read_file("as", name);
    if (!text) return {};
    return Source{name == "-" ? "<stdin>" : name, *std::move(text)};
}

// Everything that is counted, in the order it is shown. Operations are counted by opcode and what they work on.
struct Statistics {
    std::vector<std::pair<std::string_view, int64_t>> numbers;
    std::map<std::string, int> texture, memory;
};

Statistics count(const arbasm::Program& program) {
    Statistics result;
    int arithmetic = 0, texture = 0, flow = 0, memory = 0, other = 0;
    for (const arbasm::Instruction& instruction : program.instructions) {
        const std::string opcode(arbasm::spelling(instruction.opcode));
        const std::string_view target = target_names[static_cast<size_t>(instruction.texture.target)];
        const auto targeted = [&] { return target.empty() ? opcode : fmt::format("{} {}", opcode, target); };
        switch (arbasm::opcode_info(instruction.opcode).category) {
            case OpcodeCategory::Arithmetic: ++arithmetic; break;
            case OpcodeCategory::Texture:
                ++texture;
                ++result.texture[targeted()];
                break;
            case OpcodeCategory::Flow: ++flow; break;
            case OpcodeCategory::Image:
                ++memory;
                ++result.memory[targeted()];
                break;
            case OpcodeCategory::Memory: {
                ++memory;
                std::string_view type = type_names[static_cast<size_t>(instruction.storage)];
                if (type.empty()) type = type_names[static_cast<size_t>(instruction.type)];
                std::string key = fmt::format("{} {}", opcode, type);
                if (instruction.storage_components > 1) key += fmt::format("X{}", instruction.storage_components);
                ++result.memory[key];
                break;
            }
            case OpcodeCategory::Other: ++other; break;
        }
    }
    int units = 0;
    for (arbasm::TextureTarget target : program.texture_units) units += target != arbasm::TextureTarget::None;
    const arbasm::ResourceUse& use = program.resources;
    result.numbers = {
        {"instructions", use.instructions},
        {"arithmetic instructions", arithmetic},
        {"texture instructions", texture},
        {"flow control instructions", flow},
        {"memory and image instructions", memory},
        {"other instructions", other},
        {"texture indirections", use.tex_indirections},
        {"texture units", units},
        {"temporaries", use.temporaries},
        {"attributes", use.attributes},
        {"results", static_cast<int64_t>(program.results.size())},
        {"parameters", use.parameters},
        {"address registers", use.address_registers},
        {"labels", static_cast<int64_t>(program.labels.size())},
    };
    return result;
}

void show(const Statistics& statistics, const Source& source, const arbasm::Program& program) {
    fmt::print("{}: {} program\n", source.name, arbasm::header_text(program.stage, program.instruction_set));
    for (const auto& [name, number] : statistics.numbers) fmt::print("  {:<32}{:>8}\n", name, number);
    for (const auto* operations : {&statistics.texture, &statistics.memory})
        for (const auto& [name, number] : *operations) fmt::print("  {:<32}{:>8}\n", name, number);
}

// ---- JSON

std::string_view line_of(const arbasm::Diagnostic& error, std::string_view text) {
    const size_t offset = std::min<size_t>(error.where.offset, text.size());
    const size_t start = offset - std::min<size_t>(offset, error.where.column - 1);
    return text.substr(start, text.find_first_of("\r\n", offset) - start);
}

std::string json(const Source& source, const arbasm::ParseResult& parsed, const AssemblerOptions& request) {
    std::string text = fmt::format("{{\"file\": {}, \"valid\": {}", json_text(source.name), parsed.program != nullptr);
    const auto write = [&](std::string_view severity, const arbasm::Diagnostic& said) {
        return json_text({severity, said.message, said.hint, said.where.line, said.where.column, said.where.offset,
                          line_of(said, source.text)});
    };
    const auto error = [&](const arbasm::Diagnostic& said) { return write("error", said); };
    const auto warning = [&](const arbasm::Diagnostic& said) { return write("warning", said); };
    text += fmt::format(", \"errors\": [{}], \"warnings\": [{}]", json_list(parsed.errors, error),
                        json_list(parsed.warnings, warning));
    if (parsed.program) {
        const arbasm::Program& program = *parsed.program;
        std::vector<std::string_view> options;
        for (int n = 0; n < static_cast<int>(arbasm::Option::Count); ++n)
            if (program.has(static_cast<arbasm::Option>(n)))
                options.push_back(arbasm::option_text(static_cast<arbasm::Option>(n)));
        text += fmt::format(", \"header\": {}, \"stage\": {}, \"options\": [{}]",
                            json_text(arbasm::header_text(program.stage, program.instruction_set)),
                            json_text(arbasm::stage_name(program.stage)),
                            json_list(options, [](std::string_view option) { return json_text(option); }));
        if (request.print) text += fmt::format(", \"text\": {}", json_text(arbasm::print(program)));
        if (request.statistics) {
            const Statistics statistics = count(program);
            const auto member = [](const auto& pair) {
                return fmt::format("{}: {}", json_text(pair.first), pair.second);
            };
            text +=
                fmt::format(", \"statistics\": {{{}, \"texture operations\": {{{}}}, \"memory operations\": {{{}}}}}",
                            json_list(statistics.numbers, member), json_list(statistics.texture, member),
                            json_list(statistics.memory, member));
        }
    }
    return text + "}";
}

// What only drivers take is warned of, too.
void add_remarks(arbasm::ParseResult& parsed) {
    parsed.warnings.insert(parsed.warnings.end(), parsed.remarks.begin(), parsed.remarks.end());
    std::ranges::stable_sort(parsed.warnings, {}, [](const arbasm::Diagnostic& said) { return said.where.offset; });
}

}  // namespace

int assemble(const AssemblerOptions& request) {
    const arbasm::Limits limits;
    bool unreadable = false, wrong = false;
    std::string objects;
    for (const std::string& name : request.files) {
        const std::optional<Source> source = read_source(name);
        if (!source) {
            unreadable = true;
            continue;
        }
        arbasm::ParseResult parsed = arbasm::parse(source->text, limits, request.warnings);
        if (request.portable) add_remarks(parsed);
        wrong |= parsed.program == nullptr;
        // Read again, for what is counted.
        if (request.optimize && parsed.program)
            parsed.program =
                arbasm::parse(arbasm::print(*arbasm::optimize(arbasm::lower(parsed.program))), limits).program;
        if (request.json) {
            objects += (objects.empty() ? "" : ",\n ") + json(*source, parsed, request);
            continue;
        }
        for (const arbasm::Diagnostic& error : parsed.errors)
            fmt::print(stderr, "{}", arbasm::format(error, source->text, source->name));
        for (const arbasm::Diagnostic& warning : parsed.warnings)
            fmt::print(stderr, "{}", arbasm::format(warning, source->text, source->name, "warning"));
        if (!parsed.program) continue;
        if (request.print) fmt::print("{}", arbasm::print(*parsed.program));
        if (request.statistics) show(count(*parsed.program), *source, *parsed.program);
    }
    if (request.json) fmt::print("[{}]\n", objects);
    return unreadable ? exit_usage : wrong ? exit_failed : 0;
}

}  // namespace tool
