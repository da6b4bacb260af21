// What becomes of programs, as files that are read: beside each input stands what is expected of it.
//   conformance/corpus/NAME.txt         programs, right and wrong: printed, or their diagnostics
//   conformance/messages/NAME.asm       one program after another, separated by lines of "----": diagnostics
//   conformance/warnings/NAME.asm       the same of right programs: what they are warned of
//   conformance/load_errors.expected    the diagnostics of the table of rejected programs (load_errors_test.inc)
#include "arbasm/testing/expected_files.h"

#include "arbasm/assembler.h"
#include "arbasm/testing/read_programs.h"

namespace arbasm {
namespace {

const std::filesystem::path room = room_folder(ARBASM_SOURCES);

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

}  // namespace
}  // namespace arbasm
