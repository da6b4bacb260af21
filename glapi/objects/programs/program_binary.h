// Program binaries: what a program was linked from, so that it can be linked again. The texts of its shaders with what
// they included, and the options of the link; with a version and a checksum, since what an application hands in may be
// anything.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "glsl/link.h"
#include "glsl/text/preprocessor.h"

namespace glapi {

// The one format of binaries.
inline constexpr unsigned program_binary_format = 0x41534d47;

// A shader's text, and what its #include directives found; or a module of SPIR-V, and what it was specialized with.
struct ShaderText {
    struct Included {
        std::string path, from;
        bool quoted = false;
        glsl::IncludeResolver::Found found;
    };
    std::string source;  // of a module: its words
    std::vector<Included> included;
    bool is_spirv = false;
    std::string entry_point;
    std::map<uint32_t, uint32_t> constants;
};
// The words of a module.
std::vector<uint32_t> module_words(std::string_view bytes);
std::shared_ptr<const glsl::Shader> compile_text(arbasm::Stage stage, const ShaderText& text,
                                                 const glsl::PreprocessorOptions& options);

struct ProgramSources {
    std::vector<std::pair<arbasm::Stage, std::shared_ptr<const ShaderText>>> shaders;
    glsl::LinkOptions options;  // without limits
};

std::string write_binary(const ProgramSources& sources);
// Nothing for anything that write_binary() has not written.
std::optional<ProgramSources> read_binary(std::span<const std::byte> bytes);

// Answers #include as another resolver does, and notes the answers.
class CollectingIncludes : public glsl::IncludeResolver {
  public:
    CollectingIncludes(const glsl::IncludeResolver& from, ShaderText& text) : from_(from), text_(text) {}
    std::optional<Found> find(std::string_view path, std::string_view from, bool quoted) const override;

  private:
    const glsl::IncludeResolver& from_;
    ShaderText& text_;
};
// Gives the answers again.
class StoredIncludes : public glsl::IncludeResolver {
  public:
    explicit StoredIncludes(const ShaderText& text) : text_(text) {}
    std::optional<Found> find(std::string_view path, std::string_view from, bool quoted) const override;

  private:
    const ShaderText& text_;
};

}  // namespace glapi
