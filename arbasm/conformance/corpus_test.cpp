// Replays the fuzzer's corpus: files named valid-* must parse, invalid-* must not, and nothing may misbehave.
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

#include "arbasm/assembler.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace arbasm {
namespace {

TEST(Corpus, IsReadAsItsNamesSay) {
    int files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(ARBASM_CORPUS)) {
        std::ifstream file(entry.path(), std::ios::binary);
        std::ostringstream content;
        content << file.rdbuf();
        const std::string text = content.str();
        const std::string name = entry.path().filename().string();
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
    std::ifstream file(std::filesystem::path(ARBASM_CORPUS) / "../fuzzed_programs.txt", std::ios::binary);
    std::string text, program;
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
        std::ifstream file(std::filesystem::path(ARBASM_CORPUS) / name, std::ios::binary);
        std::ostringstream content;
        content << file.rdbuf();
        const std::string text = content.str();
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
