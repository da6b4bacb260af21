// Feeds any texts to compiler, linker and lowering (libFuzzer): shaders one behind the other, each a byte that chooses
// its stage, its text and a zero. What is linked has programs for all of its stages; what is not says why; and the same
// texts give the same again.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "glsl/compile.h"
#include "glsl/link.h"
#include "glsl/tree/shader.h"

#include "ir/verify/verify.h"

namespace {

constexpr size_t most_shaders = 8;

void require(bool condition, const char* what, std::string_view texts) {
    if (condition) return;
    std::fprintf(stderr, "%s\n%.*s\n", what, static_cast<int>(texts.size()), texts.data());
    std::abort();
}

// The shaders that compile. Bit 7 of the first byte: they are linked as a separable program.
std::vector<std::shared_ptr<const glsl::Shader>> compiled(std::string_view texts) {
    std::vector<std::shared_ptr<const glsl::Shader>> shaders;
    while (!texts.empty() && shaders.size() < most_shaders) {
        const auto stage =
            static_cast<arbasm::Stage>((static_cast<unsigned char>(texts[0]) & 0x7f) % arbasm::stage_count);
        const size_t end = std::min(texts.find('\0', 1), texts.size());
        const std::string_view strings[] = {texts.substr(1, end - 1)};
        const auto shader = glsl::compile(stage, strings);
        if (!glsl::has_errors(*shader)) shaders.push_back(shader);
        texts.remove_prefix(std::min(end + 1, texts.size()));
    }
    return shaders;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    arbasm::verify_what_is_made(true);
    const std::string_view texts(reinterpret_cast<const char*>(data), size);
    const auto shaders = compiled(texts);
    if (shaders.empty()) return 0;
    glsl::LinkOptions options;
    options.separable = data[0] & 0x80;
    const glsl::LinkedProgram program = glsl::link(shaders, options);
    require(program.linked || !program.log.empty(), "not linked, and nobody says why", texts);
    for (const auto& shader : shaders) {
        const auto& stage = program.stages[static_cast<size_t>(shader->stage)];
        require(!program.linked || stage.program, "a stage without a program", texts);
    }
    if (std::accumulate(texts.begin(), texts.end(), 0u) % 16) return 0;  // what follows costs as much as the first time
    const glsl::LinkedProgram again = glsl::link(shaders, options);
    require(again.log == program.log, "the second time differs", texts);
    for (size_t n = 0; n < program.stages.size(); n++)
        if (program.linked && program.stages[n].program)
            require(*program.stages[n].program == *again.stages[n].program, "the second program differs", texts);
    return 0;
}
