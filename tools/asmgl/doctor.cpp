// asmgl doctor: looks at the machine, and at a program, and tells which driver draws, why, and what is wrong.
#include <algorithm>
#include <fmt/format.h>

#include "commands.h"
#include "doctor/checks.h"
#include "executable.h"
#include "json.h"
#include "library.h"

namespace tool {
namespace {

using namespace doctor;

const char* word_of(Verdict verdict) {
    switch (verdict) {
        case Verdict::Good: return "ok";
        case Verdict::Note: return "note";
        case Verdict::Wrong: return "wrong";
    }
    return "";
}

using Findings = std::vector<ProgramFinding>;

bool something_wrong(const Findings& findings) {
    return std::ranges::any_of(findings, [](const auto& row) { return row.finding.verdict == Verdict::Wrong; });
}

void print_text(const Findings& findings) {
    for (const auto& [name, finding] : findings) {
        fmt::print("{:<6} {:<18} {}\n", word_of(finding.verdict), name, finding.text);
        if (!finding.mend.empty()) fmt::print("{:<25} mend: {}\n", "", finding.mend);
    }
}

std::string json_of(const Findings& findings) {
    return json_list(findings, [](const ProgramFinding& row) {
        const Finding& finding = row.finding;
        const std::string mend = finding.mend.empty() ? "" : ", \"mend\": " + json_text(finding.mend);
        return fmt::format("\n  {{\"check\": {}, \"verdict\": \"{}\", \"text\": {}{}}}", json_text(row.name),
                           word_of(finding.verdict), json_text(finding.text), mend);
    });
}

std::string json_of(const Program& program) {
    const std::string uses = json_list(program.uses, [](const LibraryUse& use) {
        return fmt::format(
            "\n   {{\"library\": {}, \"by\": {}, \"linked\": {}, \"found\": {}, \"driver\": {}, \"reason\": {}}}",
            json_text(use.library->name), json_text(use.by), use.linked, json_text(use.found.string()),
            json_text(use.choice.driver), json_text(use.choice.reason));
    });
    return fmt::format("{{\"path\": {}, \"bits\": {}, \"asmgl_run\": {}, \"libraries\": [{}]}}",
                       json_text(program.path.string()), program.kind.bits,
                       program.out_of_reach.empty() && !program.path.empty(), uses);
}

}  // namespace

std::string doctor_checks_text() {
    std::string text;
    for (const Check& check : checks()) text += fmt::format("  {:<10} {}\n", check.name, check.about);
    return text;
}

int examine(const DoctorOptions& options) {
    const Machine machine = examine_machine();
    const LibrarySearch search(machine.root, machine.variable("LD_LIBRARY_PATH"));
    Findings findings;
    std::string program_json;
    for (const Check& check : checks()) findings.push_back({check.name, check.look(machine, search)});
    if (!options.program.empty()) {
        const auto path = find_program(options.program);
        const Sizes sizes = other_library_folder(machine.driver.libraries).empty() ? Sizes::Own : Sizes::Both;
        const Program program = examine_program(options.program, path.value_or(""),
                                                path ? why_out_of_reach(*path, sizes) : "", machine, search);
        const Findings more = check_program(program, machine);
        findings.insert(findings.end(), more.begin(), more.end());
        program_json = ",\n \"program\": " + json_of(program);
    }
    const bool wrong = something_wrong(findings);
    if (options.json) {
        fmt::print("{{\"version\": \"{}\", \"wrong\": {},\n \"checks\": [{}]{}}}\n", ASMGL_TOOL_VERSION, wrong,
                   json_of(findings), program_json);
    } else {
        print_text(findings);
        fmt::print("{}\n", wrong ? "Something is wrong: see above." : "Nothing is wrong.");
    }
    return wrong ? exit_failed : 0;
}

}  // namespace tool
