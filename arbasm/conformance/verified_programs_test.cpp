// Every program that a test has holds the rules of verify(): as it was parsed, lowered and optimised, as its facts do.
// ASMGL_RANDOM_PROGRAMS sets how many random ones there are of each header.
#include <cstdlib>
#include <gtest/gtest.h>

#include "arbasm/assembler.h"
#include "arbasm/testing/expected_files.h"
#include "arbasm/testing/frame.h"
#include "arbasm/testing/large_programs.h"
#include "arbasm/testing/opcode_rows.h"
#include "arbasm/testing/random_program.h"
#include "ir/lower/lower.h"
#include "ir/optimize/optimize.h"
#include "ir/testing/unverified.h"
#include "ir/verify/verify.h"

namespace arbasm {
namespace {

const std::filesystem::path conformance = std::filesystem::path(ARBASM_SOURCES) / "conformance";

// States that lowering depends on.
constexpr LoweringState states[] = {{}, {5, false}, {0x81, true}};

// What the optimiser made of a program that needed no lowering has a text, which reads back as the same program.
void expect_read_back(const Program& program, const std::string& text) {
    const std::string printed = print(program);
    const ParseResult again = parse(printed);
    EXPECT_TRUE(again.program) << (again.errors.empty() ? "" : format(again.errors[0], printed)) << "optimised:\n"
                               << text;
    EXPECT_TRUE(!again.program || *again.program == program) << printed << "optimised:\n" << text;
}

// How many programs were verified.
int verify_text(const std::string& text) {
    // Passes would end the process before this could say which text it was.
    const Unverified within_passes;
    const ParseResult parsed = parse(text);
    if (!parsed.program) return 0;
    const auto expect = [&](std::string_view maker, const std::string& fault, const Program& program) {
        EXPECT_EQ(fault, "") << maker << " made of\n" << text << "\nthis:\n" << print(program);
    };
    expect("parse()", verify(*parsed.program), *parsed.program);
    for (const LoweringState& state : states) {
        const auto lowered = lower(parsed.program, state);
        expect("lower()", verify(*lowered), *lowered);
        EXPECT_EQ(*lower(parsed.program, relevant_state(*parsed.program, state)), *lowered) << text;
        const auto optimized = optimize(lowered);
        expect("optimize()", verify(*optimized), *optimized);
        expect("find_facts()", verify(*optimized, find_facts(*optimized)), *optimized);
        if (lowered == parsed.program && parsed.program->passthroughs.empty()) expect_read_back(*optimized, text);
    }
    return 1;
}

TEST(VerifiedPrograms, OfTheCorpus) {
    int programs = 0;
    for (const std::filesystem::path& path : files_with(conformance / "corpus", ".txt"))
        programs += verify_text(read_text(path));
    EXPECT_GT(programs, 30);
}

TEST(VerifiedPrograms, ThatFuzzersHaveKept) {
    std::ifstream file(conformance / "fuzzed_programs.txt", std::ios::binary);
    std::string program;
    int programs = 0;
    for (std::string line; std::getline(file, line);) {
        if (line != "%%") {
            program += line + "\n";
            continue;
        }
        if (!program.empty()) program.pop_back();
        programs += verify_text(program);
        program.clear();
    }
    EXPECT_GT(programs, 90);
}

TEST(VerifiedPrograms, ThatPassesAreTestedWith) {
    for (const char* folder : {"lower/testdata/expand_clip_position", "lower/testdata/expand_fog",
                               "lower/testdata/expand_passthrough", "lower/testdata/expand_position_invariance",
                               "lower/testdata/expand_state_program", "optimize/testdata", "testdata/facts"})
        for (const std::filesystem::path& path :
             files_with(conformance.parent_path().parent_path() / "ir" / folder, ".asm"))
            EXPECT_EQ(verify_text(read_text(path)), 1) << path;
}

TEST(VerifiedPrograms, OfEveryRowOfTheOpcodes) {
    int programs = 0;
    for (const OpcodeRow& row : opcode_rows())
        for (const std::string_view header : words(row.headers))
            for (const std::string_view type : words(row.types)) {
                programs += verify_text(opcode_use(row, header, words(row.options), type, "").text);
                for (const std::string_view modifier : words(row.modifiers))
                    programs += verify_text(opcode_use(row, header, words(row.options), type, modifier).text);
            }
    EXPECT_GT(programs, 1000);
}

TEST(VerifiedPrograms, ThatAreLarge) {
    for (const auto make : {arb_vertex_program, arb_fragment_program, nv_fragment_program})
        EXPECT_EQ(verify_text(make(2000)), 1);
}

TEST(VerifiedPrograms, ByChance) {
    const char* const wanted = std::getenv("ASMGL_RANDOM_PROGRAMS");
    const int count = wanted != nullptr ? std::atoi(wanted) : 200;
    std::vector<std::string_view> headers = all_headers();
    headers.push_back("!!VSP1.0");
    for (const std::string_view header : headers) {
        RandomProgram settings;
        settings.header = header;
        for (int seed = 0; seed < count && !::testing::Test::HasFailure(); ++seed)
            EXPECT_EQ(verify_text(random_program(static_cast<uint64_t>(seed), settings)), 1) << header << " " << seed;
    }
}

}  // namespace
}  // namespace arbasm
