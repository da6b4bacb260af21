// Text to tokens: the preprocessor of GLSL (section "Preprocessor" of each version's text), which knows #version and
// #extension and leaves behind what the grammar reads.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "glsl/language/builtin_variables.h"
#include "glsl/language/versions.h"
#include "glsl/text/message.h"
#include "glsl/text/source_text.h"
#include "glsl/text/token.h"

namespace glsl {

// Queries of the preprocessor to the API, for ARB_shading_language_include.
class IncludeResolver {
  public:
    struct Found {
        std::string path;  // from the root of the tree, normalised
        std::string text;
    };
    virtual ~IncludeResolver() = default;
    // `path` as written between < > or " ". `from`: the path of the including string, empty for the application's own;
    // a path in quotes is looked for beside it first (`quoted`).
    virtual std::optional<Found> find(std::string_view path, std::string_view from, bool quoted) const = 0;
};

// The language that the context offers.
struct PreprocessorOptions {
    int newest = 460;                       // highest desktop version, 0: none (a context of OpenGL ES)
    int newest_es = 320;                    // highest ES version, 0: none
    bool compatibility = true;              // whether the context has the compatibility profile
    const ExtensionSet* offered = nullptr;  // null: all that are implemented
    const IncludeResolver* includes = nullptr;
    int vertices_in = 3;  // gl_VerticesIn, which the API says and not the shader (ARB_geometry_shader4)
};

struct Preprocessed {
    std::unique_ptr<SourceText> source;  // what Token::text and Location::offset point into
    std::vector<Token> tokens;           // the last is an End
    Language language;                   // as it is at the end
    ExtensionSet warned;                 // enabled by #extension … : warn
    Messages messages;
    bool version_written = false;
    bool invariant_all = false;  // #pragma STDGL invariant(all)
    Location invariant_where;
    bool optimize = true;  // #pragma optimize, the last one
    bool debug = false;    // #pragma debug, the last one
};

// Texts of identifiers are interned: equal ones have the same data().
Preprocessed preprocess(std::span<const std::string_view> strings, const PreprocessorOptions& options = {});

}  // namespace glsl
