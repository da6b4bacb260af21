// Feeds any words to the reader of SPIR-V (libFuzzer). The first byte chooses the stage; a module that is taken is
// linked, too, and whatever is refused has a message.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "glsl/compile.h"
#include "glsl/link.h"
#include "glsl/spirv/specialize.h"

#include "ir/verify/verify.h"

namespace {

void require(bool condition, const char* what) {
    if (condition) return;
    std::fprintf(stderr, "%s\n", what);
    std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    arbasm::verify_what_is_made(true);
    if (size < 1) return 0;
    const auto stage = static_cast<arbasm::Stage>(data[0] % arbasm::stage_count);
    std::vector<uint32_t> words((size - 1) / sizeof(uint32_t));
    if (!words.empty()) std::memcpy(words.data(), data + 1, words.size() * sizeof(uint32_t));
    const glsl::spirv::Specialization specialization{"main", {{0, 1}, {3, 2}}};
    glsl::spirv::unknown_to(stage, words, specialization);
    const std::shared_ptr<const glsl::Shader> shaders[] = {glsl::spirv::specialize(stage, words, specialization)};
    const std::string log = glsl::log_of(*shaders[0]);
    require(!glsl::has_errors(*shaders[0]) || !log.empty(), "an error without a word");
    glsl::LinkOptions options;
    options.separable = true;
    const glsl::LinkedProgram program = glsl::link(shaders, options);
    require(program.linked || !program.log.empty(), "a program that does not link, without a word");
    return 0;
}
