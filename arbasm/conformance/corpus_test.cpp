// Replays the fuzzer's corpus: files named valid-* must parse, invalid-* must not, and nothing may misbehave.
#include <fstream>
#include <gtest/gtest.h>

#include "arbasm/assembler.h"
#include "arbasm/testing/expected_files.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace arbasm {
namespace {

const std::filesystem::path corpus = std::filesystem::path(ARBASM_SOURCES) / "conformance/corpus";

TEST(Corpus, IsReadAsItsNamesSay) {
    int files = 0;
    for (const std::filesystem::path& path : files_with(corpus, ".txt")) {
        const std::string text = read_text(path);
        const std::string name = path.filename().string();
        const ParseResult result = parse(text);
        EXPECT_EQ(result.program != nullptr, name.starts_with("valid-"))
            << name << "\n"
            << (result.errors.empty() ? "no error" : format(result.errors.front(), text));
        LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(text.data()), text.size());
        ++files;
    }
    EXPECT_GT(files, 30);
}

// What the fuzzer has kept: the least set of texts that reaches everything it reached.
TEST(Corpus, FuzzedProgramsAreReplayed) {
    std::ifstream file(corpus.parent_path() / "fuzzed_programs.txt", std::ios::binary);
    std::string program;
    int programs = 0;
    for (std::string line; std::getline(file, line);) {
        if (line != "%%") {
            program += line + "\n";
            continue;
        }
        if (!program.empty()) program.pop_back();
        LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(program.data()), program.size());
        program.clear();
        ++programs;
    }
    EXPECT_GT(programs, 1000);
}

// Every prefix of a program, and every program with one byte dropped, is some text or other.
TEST(Corpus, TornProgramsAreOnlyErrors) {
    for (const char* name :
         {"valid-nv50-fragment-textures.txt", "valid-arb-vertex-everything.txt", "valid-nv50-buffers.txt"}) {
        const std::string text = read_text(corpus / name);
        ASSERT_FALSE(text.empty()) << name;
        for (size_t n = 0; n < text.size(); ++n) {
            const std::string prefix = text.substr(0, n);
            LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(prefix.data()), prefix.size());
            const std::string without = text.substr(0, n) + text.substr(n + 1);
            LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(without.data()), without.size());
        }
    }
}

}  // namespace
}  // namespace arbasm
