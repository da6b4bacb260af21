// Feeds any text to the compiler and what is a shader to the lowering (libFuzzer). The first byte chooses the stage,
// the second the language; every message shows its place, and the same text gives the same again.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <numeric>
#include <string>
#include <string_view>

#include "glsl/compile.h"
#include "glsl/link.h"
#include "glsl/text/source_text.h"
#include "glsl/tree/shader.h"

#include "ir/verify/verify.h"

namespace {

constexpr std::string_view headers[] = {
    "",
    "#version 110\n#extension all : warn\n",
    "#version 130\n#extension all : warn\n",
    "#version 150\n#extension all : warn\n",
    "#version 330\n",
    "#version 460 compatibility\n#extension all : warn\n",
    "#version 100\n",
    "#version 310 es\n",
    "#version 320 es\n#extension all : warn\n",
};

void require(bool condition, const char* what, std::string_view text) {
    if (condition) return;
    std::fprintf(stderr, "%s\n%.*s\n", what, static_cast<int>(text.size()), text.data());
    std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    arbasm::verify_what_is_made(true);
    if (size < 2) return 0;
    const auto stage = static_cast<arbasm::Stage>(data[0] % arbasm::stage_count);
    const std::string_view text(reinterpret_cast<const char*>(data) + 2, size - 2);
    const std::string_view strings[] = {headers[data[1] % std::size(headers)], text};
    const auto shader = glsl::compile(stage, strings);
    require(shader->messages.all().size() <= 2 * glsl::Messages::capacity, "too many messages", text);
    require(!glsl::has_errors(*shader) || !shader->messages.all().empty(), "an error without a word", text);
    // Only one text in 16: this costs as much as the compiler.
    const bool twice = std::accumulate(text.begin(), text.end(), 0u) % 16 == 0;
    if (twice) {
        for (const glsl::Message& message : shader->messages.all()) {
            const std::string_view line = shader->source->line_at(message.where.offset);
            require(message.where.column <= line.size() + 1, "a column behind the line", text);
        }
        const std::string log = glsl::log_of(*shader);
        require(glsl::log_of(*glsl::compile(stage, strings)) == log, "the second time differs", text);
    }
    if (glsl::has_errors(*shader)) return 0;
    const std::shared_ptr<const glsl::Shader> shaders[] = {shader};
    glsl::LinkOptions options;
    options.separable = true;
    const glsl::LinkedProgram program = glsl::link(shaders, options);
    require(program.linked || !program.log.empty(), "not linked, and nobody says why", text);
    require(!program.linked || program.stages[static_cast<size_t>(stage)].program, "no program", text);
    if (!twice) return 0;
    const glsl::LinkedProgram again = glsl::link(shaders, options);
    require(again.log == program.log, "the second log differs", text);
    if (program.linked)
        require(
            *again.stages[static_cast<size_t>(stage)].program == *program.stages[static_cast<size_t>(stage)].program,
            "the second program differs", text);
    return 0;
}
