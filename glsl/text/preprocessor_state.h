// The preprocessor at work: strings that include each other, directives, and what is left as tokens. Private to the
// folder.
//
//   includes_  ─ tokens of the strings, directives carried out on the way ──┐
//   expansion_ ─ tokens of macros that are being expanded ──────────────────┴► emit_all() ─► write_token()
#pragma once

#include <memory>
#include <vector>

#include "glsl/text/conditionals.h"

namespace glsl {

class Preprocessor final : private TokenSource {
  public:
    Preprocessor(const PreprocessorOptions& options, Preprocessed& result) : context_(options, result) {}
    void run(std::span<const std::string_view> strings);

  private:
    // Bounds that keep a hostile shader from taking memory and time without end.
    static constexpr size_t deepest_include = 64;
    static constexpr int most_includes = 4096;                           // strings that include others twice
    static constexpr size_t most_included_characters = size_t{1} << 26;  // in all of them

    struct Include {
        std::unique_ptr<Lexer> lexer;
        std::string path;
        size_t conditions;  // Conditions::begin_string()
    };

    // preprocessor.cpp
    void emit_all();
    RawToken lexed() final;
    Lexer& lexer() { return *includes_.back().lexer; }
    void enter(std::unique_ptr<Lexer> lexer, std::string path);
    void leave();

    // directives.cpp
    void directive(const RawToken& hash);
    bool other_directive(const RawToken& word);
    void version(const Location& where);
    void pragma(const Location& where);
    void stdgl_pragma(const Location& where);
    bool inside_braces();
    void line_directive(const Location& where);
    void include(const Location& where);

    PreprocessorContext context_;
    MacroExpansion expansion_{context_, *this};
    Conditions conditions_{context_, expansion_};
    std::vector<Include> includes_;
    std::unique_ptr<Include> entering_;  // the directive was #include
    size_t included_characters_ = 0;
    int includes_seen_ = 0;
    size_t braces_counted_ = 0;  // tokens that inside_braces() has seen
    int64_t braces_ = 0;
    bool anything_seen_ = false;  // a token or directive: too late for #version
    bool in_directive_ = false;
};

}  // namespace glsl
