// Replays what the fuzzers have kept: inputs that were findings once, and such as reach most of what is reached.
#include <gtest/gtest.h>

#include "arbasm/testing/fuzzed_inputs.h"

extern "C" {
int replay_compile(const uint8_t* data, size_t size);
int replay_link(const uint8_t* data, size_t size);
int replay_spirv(const uint8_t* data, size_t size);
int replay_preprocessor(const uint8_t* data, size_t size);
}

namespace glsl {
namespace {

void replay(const char* name, int (*entry)(const uint8_t*, size_t)) {
    EXPECT_GT(arbasm::replay_inputs(std::filesystem::path(GLSL_FUZZED) / name, entry), 0);
}

TEST(Fuzzed, PreprocessorAgreesWithItself) { replay("preprocessor.txt", replay_preprocessor); }
TEST(Fuzzed, CompilerAgreesWithItself) { replay("compile.txt", replay_compile); }
TEST(Fuzzed, LinkerAgreesWithItself) { replay("link.txt", replay_link); }
TEST(Fuzzed, SpirvAgreesWithItself) { replay("spirv.txt", replay_spirv); }

}  // namespace
}  // namespace glsl
