// Feeds any bytes to the reader of program binaries (libFuzzer): bytes as they come, or, where the first one is odd,
// behind a header that is right, so that the checksum keeps nothing out. What is taken reads the same when it is
// written again, and is compiled and linked as glProgramBinary does it.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "glsl/compile.h"

#include "glapi/objects/programs/program_binary.h"
#include "ir/verify/verify.h"

namespace {

void require(bool condition, const char* what) {
    if (condition) return;
    std::fprintf(stderr, "%s\n", what);
    std::abort();
}

// The header that write_binary() gives to a payload.
std::string with_header(std::string_view payload) {
    uint64_t sum = 0xcbf29ce484222325;
    for (const char byte : payload) sum = (sum ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
    std::string bytes = glapi::write_binary({}).substr(0, 12);
    bytes.append(reinterpret_cast<const char*>(&sum), sizeof sum);
    return bytes.append(payload);
}

std::optional<glapi::ProgramSources> read(const std::string& bytes) {
    return glapi::read_binary({reinterpret_cast<const std::byte*>(bytes.data()), bytes.size()});
}

constexpr size_t most_shaders = 8;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    arbasm::verify_what_is_made(true);
    if (size < 1) return 0;
    const std::string_view rest(reinterpret_cast<const char*>(data) + 1, size - 1);
    const auto sources = read(data[0] & 1 ? with_header(rest) : std::string(rest));
    if (!sources) return 0;
    const std::string written = glapi::write_binary(*sources);
    const auto again = read(written);
    require(again.has_value(), "what was written is not read");
    require(glapi::write_binary(*again) == written, "the second time differs");
    if (sources->shaders.size() > most_shaders) return 0;
    std::vector<std::shared_ptr<const glsl::Shader>> shaders;
    for (const auto& [stage, text] : sources->shaders) {
        const glapi::StoredIncludes includes(*text);
        glsl::PreprocessorOptions options;
        options.includes = &includes;
        shaders.push_back(glapi::compile_text(stage, *text, options));
        if (glsl::has_errors(*shaders.back())) return 0;
    }
    const glsl::LinkedProgram program = glsl::link(shaders, sources->options);
    require(program.linked || !program.log.empty(), "not linked, and nobody says why");
    return 0;
}
