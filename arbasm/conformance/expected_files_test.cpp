// What becomes of programs, as files that are read: beside each input stands what is expected of it.
//   conformance/corpus/NAME.txt         programs, right and wrong: printed, or their diagnostics
//   conformance/messages/NAME.asm       one program after another, separated by lines of "----": diagnostics
//   conformance/warnings/NAME.asm       the same of right programs: what they are warned of
//   conformance/load_errors.expected    the diagnostics of the table of rejected programs (load_errors_test.inc)
//   lower/testdata/PASS/NAME.asm        programs before lowering; after it, with their register files
//   optimize/testdata/NAME.asm          programs before and after the optimiser
//   ir/testdata/facts/NAME.asm          programs and the facts that are found about them
#include "arbasm/testing/expected_files.h"

#include "arbasm/assembler.h"
#include "arbasm/bindings.h"
#include "arbasm/ir/program_facts.h"
#include "arbasm/lower/lower.h"
#include "arbasm/optimize/optimize.h"

namespace arbasm {
namespace {

const std::filesystem::path room = room_folder(ARBASM_SOURCES);

std::filesystem::path expected_of(std::filesystem::path input) { return input.replace_extension(".expected"); }

std::string diagnostics_of(const ParseResult& result, std::string_view program) {
    std::string text;
    for (const Diagnostic& error : result.errors) text += format(error, program);
    for (const Diagnostic& remark : result.remarks) text += format(remark, program, {}, "warning");
    return text;
}

// What stands behind `word` in a comment of the program.
std::string comment(const std::string& program, std::string_view word) {
    const size_t at = program.find(word);
    if (at == std::string::npos) return {};
    const size_t begin = at + word.size();
    return program.substr(begin, program.find('\n', begin) - begin);
}

// ---- programs and messages

TEST(ExpectedFiles, CorpusIsPrinted) {
    for (const std::filesystem::path& path : files_with(room / "conformance/corpus", ".txt")) {
        const std::string program = read_text(path);
        const ParseResult result = parse(program);
        compare_with_file(expected_of(path),
                          diagnostics_of(result, program) + (result.program ? print(*result.program) : ""));
    }
}

// "# limits: instructions=1 if_depth=1" in a program lowers these.
Limits limits_of(const std::string& program) {
    constexpr std::pair<std::string_view, int Limits::*> rows[] = {
        {"attributes", &Limits::attributes},
        {"attribute_components", &Limits::attribute_components},
        {"if_depth", &Limits::if_depth},
        {"instructions", &Limits::instructions},
        {"loop_depth", &Limits::loop_depth},
        {"parameters", &Limits::parameters},
        {"result_components", &Limits::result_components},
        {"tex_indirections", &Limits::tex_indirections},
        {"vertex_texture_image_units", &Limits::vertex_texture_image_units},
        {"vertex_units", &Limits::vertex_units},
    };
    Limits limits;
    for (std::istringstream words(comment(program, "# limits:")); !words.eof();) {
        std::string word;
        if (!(words >> word)) break;
        const size_t equals = word.find('=');
        const auto row = std::ranges::find(rows, std::string_view(word).substr(0, equals),
                                           &std::pair<std::string_view, int Limits::*>::first);
        if (word == "no_double_precision")
            limits.double_precision = false;
        else if (row == std::end(rows))
            ADD_FAILURE() << word << " is no limit that this test knows";
        else
            limits.*row->second = std::stoi(word.substr(equals + 1));
    }
    return limits;
}

// Each program is shown by its messages only, which quote it.
template <class Messages>
void compare_messages(std::string_view folder, Messages messages_of) {
    constexpr std::string_view separator = "----\n";
    for (const std::filesystem::path& path : files_with(room / folder, ".asm")) {
        std::string expected, programs = read_text(path);
        for (bool first = true; !programs.empty(); first = false) {
            const size_t end = programs.find(separator);
            const std::string program = programs.substr(0, end);
            programs.erase(0, end == std::string::npos ? end : end + separator.size());
            if (!first) expected += separator;
            expected += messages_of(program);
        }
        compare_with_file(expected_of(path), expected);
    }
}

TEST(ExpectedFiles, MessagesAreAsWritten) {
    compare_messages("conformance/messages", [](const std::string& program) {
        const std::string diagnostics = diagnostics_of(parse(program, limits_of(program)), program);
        EXPECT_FALSE(diagnostics.empty()) << "nothing is wrong with\n" << program;
        return diagnostics;
    });
}

TEST(ExpectedFiles, WarningsAreAsWritten) {
    compare_messages("conformance/warnings", [](const std::string& program) {
        const ParseResult result = parse(program, {}, true);
        EXPECT_NE(result.program, nullptr) << diagnostics_of(result, program);
        EXPECT_TRUE(parse(program).warnings.empty()) << "nobody asked";
        std::string text;
        for (const Diagnostic& warning : result.warnings) text += format(warning, program, {}, "warning");
        return text;
    });
}

TEST(ExpectedFiles, RulesHaveMessages) {
    struct Rejected {
        std::string_view id, rule, program;
    };
    constexpr Rejected rows[] = {
#define REJECTED(id, rule, program) {id, rule, program},
#include "arbasm/conformance/load_errors_later_test.inc"
#include "arbasm/conformance/load_errors_test.inc"
#undef REJECTED
    };
    std::string text;
    for (const Rejected& row : rows)
        text += "# " + std::string(row.id) + ": " + std::string(row.rule) + "\n" +
                diagnostics_of(parse(row.program), row.program) + "\n";
    compare_with_file(room / "conformance/load_errors.expected", text);
}

// ---- lowering

// "# results: 0 result.position, 1 result.color.back.primary"; of large files the first, nothing where there are none.
template <class Registers, class BindingOf>
std::string register_file(std::string_view name, const Program& program, const Registers& registers, BindingSide side,
                          BindingOf binding_of) {
    std::string text;
    for (size_t n = 0; n < registers.size(); ++n) {
        const Binding& binding = binding_of(registers[n]);
        text += text.empty() ? "# " + std::string(name) + ": " : ", ";
        if (registers.size() > 16) text += std::to_string(registers.size()) + " from ";
        if (registers.size() <= 16) text += std::to_string(n) + " ";
        if (binding.kind == BindingKind::Constant)
            text += "constant";
        else
            text += binding_text(binding, program.stage, program.instruction_set, side);
        if (registers.size() > 16) break;
    }
    return text.empty() ? text : text + "\n";
}

std::string register_files(const Program& program) {
    const auto itself = [](const Binding& binding) -> const Binding& { return binding; };
    const auto of_attribute = [](const Attribute& attribute) -> const Binding& { return attribute.binding; };
    return register_file("attributes", program, program.attributes, BindingSide::Input, of_attribute) +
           register_file("results", program, program.results, BindingSide::Output, itself) +
           register_file("parameters", program, program.parameters, BindingSide::Parameter, itself) +
           "# temporaries: " + std::to_string(program.temporary_count) + "\n";
}

// "# clip planes: 0 2" in a program enables these; with "# clips: position" they concern positions.
LoweringState state_of(const std::string& text) {
    LoweringState state;
    std::istringstream numbers(comment(text, "# clip planes:"));
    for (int plane = 0; numbers >> plane;) state.clip_planes |= 1u << plane;
    state.clips_position = comment(text, "# clips:").find("position") != std::string::npos;
    return state;
}

TEST(ExpectedFiles, ProgramsAreLowered) {
    for (const char* const pass : {"expand_clip_position", "expand_fog", "expand_passthrough",
                                   "expand_position_invariance", "expand_state_program"}) {
        int files = 0;
        for (const std::filesystem::path& path : files_with(room / "lower/testdata" / pass, ".asm")) {
            const std::string text = read_text(path);
            const ParseResult parsed = parse(text);
            ASSERT_TRUE(parsed.program) << path << "\n" << diagnostics_of(parsed, text);
            const std::shared_ptr<const Program> lowered = lower(parsed.program, state_of(text));
            compare_with_file(expected_of(path), print(*lowered) + register_files(*lowered));
            ++files;
        }
        EXPECT_GT(files, 0) << pass;
    }
}

TEST(ExpectedFiles, ProgramsAreOptimized) {
    int files = 0;
    for (const std::filesystem::path& path : files_with(room / "optimize/testdata", ".asm")) {
        const std::string text = read_text(path);
        const ParseResult parsed = parse(text);
        ASSERT_TRUE(parsed.program) << path << "\n" << diagnostics_of(parsed, text);
        const std::string made = print(*optimize(parsed.program));
        compare_with_file(expected_of(path), made);
        const ParseResult again = parse(made);
        ASSERT_TRUE(again.program) << path << "\n" << diagnostics_of(again, made);
        ++files;
    }
    EXPECT_GT(files, 0);
}

// ---- facts

std::string facts_text(const ProgramFacts& facts) {
    std::string text;
    const auto flag = [&](std::string_view name, bool value) {
        if (value) text += std::string(name) + "\n";
    };
    const auto number = [&](std::string_view name, int value, int usual) {
        if (value != usual) text += std::string(name) + ": " + std::to_string(value) + "\n";
    };
    flag("may_run_long", facts.may_run_long);
    flag("jumps_to_labels", facts.jumps_to_labels);
    flag("calls_entry", facts.calls_entry);
    number("loop_counters", facts.loop_counters, 0);
    flag("kills", facts.kills);
    flag("touches_memory", facts.touches_memory);
    flag("reaches_beyond_buffers", facts.reaches_beyond_buffers);
    flag("changes_images", facts.changes_images);
    flag("changes_buffers", facts.changes_buffers);
    flag("uses_handles", facts.uses_handles);
    number("parameter_buffers", facts.parameter_buffers, 0);
    number("storage_buffers", facts.storage_buffers, 0);
    number("counter_buffers", facts.counter_buffers, 0);
    flag("runs_per_sample", facts.runs_per_sample);
    for (size_t n = 0; n < facts.attribute_components.size(); ++n) {
        text += "attribute " + std::to_string(n) + ": ";
        for (size_t c = 0; c < 4; ++c) text += facts.attribute_components[n] >> c & 1 ? "xyzw"[c] : '-';
        text += "\n";
    }
    const ResultRegisters& results = facts.results;
    for (size_t n = 0; n < results.colors.size(); ++n)
        number("result color[" + std::to_string(n) + "]", results.colors[n], -1);
    number("result secondary_color", results.secondary_color, -1);
    number("result position", results.position, -1);
    number("result secondary_position", results.secondary_position, -1);
    number("result depth", results.depth, -1);
    number("result sample_mask", results.sample_mask, -1);
    number("result layer", results.layer, -1);
    number("result viewport", results.viewport, -1);
    number("result viewport_mask", results.viewport_mask, -1);
    number("result secondary_viewport_mask", results.secondary_viewport_mask, -1);
    return text;
}

TEST(ExpectedFiles, FactsAreFound) {
    for (const std::filesystem::path& path : files_with(room / "ir/testdata/facts", ".asm")) {
        const std::string text = read_text(path);
        const ParseResult parsed = parse(text);
        ASSERT_TRUE(parsed.program) << path << "\n" << diagnostics_of(parsed, text);
        compare_with_file(expected_of(path), facts_text(find_facts(*lower(parsed.program))));
    }
}

}  // namespace
}  // namespace arbasm
