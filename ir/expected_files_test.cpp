// What passes make of programs, as files that are read: beside each input stands what is expected of it.
//   lower/testdata/PASS/NAME.asm        programs before lowering; after it, with their register files
//   optimize/testdata/NAME.asm          programs before and after the optimiser
//   testdata/facts/NAME.asm             programs and the facts that are found about them
#include "arbasm/testing/expected_files.h"

#include "arbasm/assembler.h"
#include "arbasm/testing/read_programs.h"
#include "ir/bindings.h"
#include "ir/lower/lower.h"
#include "ir/optimize/optimize.h"
#include "ir/program_facts.h"

namespace arbasm {
namespace {

const std::filesystem::path room = room_folder(IR_SOURCES);

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

std::string source_text(const ComponentSource& source) {
    const auto in_register = [&](const char* file) {
        return file + ("[" + std::to_string(source.number)) + "]." + "xyzw"[source.component];
    };
    switch (source.kind) {
        case ComponentSource::Kind::Parameter: return in_register("parameter");
        case ComponentSource::Kind::Attribute: return in_register("attribute");
        case ComponentSource::Kind::Computed: return "computed";
        case ComponentSource::Kind::Other: break;
    }
    return "other";
}

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
    for (size_t n = 0; facts.result_sources && n < facts.result_sources->size(); ++n) {
        text += "source of result " + std::to_string(n) + ":";
        for (const ComponentSource& source : (*facts.result_sources)[n]) text += " " + source_text(source);
        text += "\n";
    }
    return text;
}

TEST(ExpectedFiles, FactsAreFound) {
    for (const std::filesystem::path& path : files_with(room / "testdata/facts", ".asm")) {
        const std::string text = read_text(path);
        const ParseResult parsed = parse(text);
        ASSERT_TRUE(parsed.program) << path << "\n" << diagnostics_of(parsed, text);
        compare_with_file(expected_of(path), facts_text(find_facts(*lower(parsed.program))));
    }
}

}  // namespace
}  // namespace arbasm
