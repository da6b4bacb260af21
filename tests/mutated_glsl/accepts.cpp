// Which shaders does the compiler take? accepts FILE…, with the stage as the name's last part (.vert, .frag, …): a line
// for each, "yes NAME" or "no NAME: LINE: MESSAGE" with the first error. Those that compile are linked, too, as
// separable programs, so that lowering has seen them; whether they link is nobody's question here.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

#include "glsl/compile.h"
#include "glsl/link.h"
#include "glsl/tree/shader.h"

#include "ir/verify/verify.h"

namespace {

constexpr std::string_view extensions[] = {".vert", ".tesc", ".tese", ".geom", ".frag", ".comp"};

std::string first_error(const glsl::Shader& shader) {
    std::string log = glsl::log_of(shader);
    const size_t at = log.find("error: ");
    if (at == std::string::npos) return log.substr(0, log.find('\n'));
    const size_t line = log.rfind('\n', at);
    log.erase(0, line == std::string::npos ? 0 : line + 1);
    return log.substr(0, log.find('\n'));
}

}  // namespace

int main(int count, char** names) {
    arbasm::verify_what_is_made(true);
    for (int n = 1; n < count; n++) {
        const std::string extension = std::filesystem::path(names[n]).extension().string();
        const auto stage = std::find(std::begin(extensions), std::end(extensions), extension) - std::begin(extensions);
        if (stage == std::ssize(extensions)) {
            std::fprintf(stderr, "%s: which stage is it?\n", names[n]);
            return 2;
        }
        std::ifstream file(names[n], std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(file), {}};
        const std::string_view strings[] = {text};
        const std::shared_ptr<const glsl::Shader> shaders[] = {
            glsl::compile(static_cast<arbasm::Stage>(stage), strings)};
        if (glsl::has_errors(*shaders[0])) {
            std::printf("no %s: %s\n", names[n], first_error(*shaders[0]).c_str());
        } else {
            glsl::LinkOptions options;
            options.separable = true;
            glsl::link(shaders, options);
            std::printf("yes %s\n", names[n]);
        }
        std::fflush(stdout);
    }
    return 0;
}
