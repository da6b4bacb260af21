#include "runtime/executable_program.h"

#include <atomic>
#include <filesystem>
#include <fstream>

#include "ir/optimize/optimize.h"
#include "ir/program_text.h"
#include "ir/verify/verify.h"
#include "runtime/environment/environment.h"
#include "runtime/execution/back_end.h"
#include "runtime/threads/floating_point_mode.h"

namespace runtime {

ExecutableProgram executable_of(std::shared_ptr<const arbasm::Program> program, Engine engine) {
    arbasm::AnalyzedProgram analyzed(std::move(program));
    std::shared_ptr<const Routine> routine = compile(analyzed, engine);
    arbasm::check_made("compile()", *analyzed.program, *analyzed.facts);
    return {std::move(analyzed.program), std::move(analyzed.facts), std::move(routine)};
}

ExecutableProgram make_executable(std::shared_ptr<const arbasm::Program> program, const arbasm::LoweringState& state,
                                  const std::string& label) {
    const bool dumping = !environment().dump.empty();
    if (dumping) dump_program(label, "parsed", arbasm::program_text(*program));
    program = arbasm::lower(std::move(program), state);
    if (dumping) dump_program(label, "lowered", arbasm::program_text(*program));
    // Emulated machines have their own ways to make a program shorter.
    if (!back_end()) {
        const FloatingPointMode mode;
        program = arbasm::optimize(std::move(program));
        if (dumping) dump_program(label, "optimized", arbasm::program_text(*program));
    }
    return executable_of(std::move(program));
}

const ExecutableProgram* ExecutableForms::find(const arbasm::Program& program,
                                               const arbasm::LoweringState& state) const {
    const auto found = forms_.find(arbasm::relevant_state(program, state));
    return found == forms_.end() ? nullptr : &found->second;
}

const ExecutableProgram& ExecutableForms::make(const std::shared_ptr<const arbasm::Program>& program,
                                               const arbasm::LoweringState& state, const std::string& label) {
    const arbasm::LoweringState relevant = arbasm::relevant_state(*program, state);
    return forms_[relevant] = make_executable(program, relevant, label);
}

void dump_program(const std::string& label, const char* step, const std::string& text) {
    const std::string& folder = environment().dump;
    if (folder.empty()) return;
    static std::atomic<int> number{0};
    char name[64];
    std::snprintf(name, sizeof name, "%04d", number++);
    std::error_code ignored;
    std::filesystem::create_directories(folder, ignored);
    std::ofstream file(std::filesystem::path(folder) / (std::string(name) + "-" + label + "-" + step + ".asm"));
    file << text;
}

}  // namespace runtime
