// What all parts of the preprocessor need: the language as far as it is known, words, the texts, where tokens and
// messages go. Private to the folder.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "glsl/text/lexer.h"
#include "glsl/text/names.h"
#include "glsl/text/preprocessor.h"

namespace glsl {

struct Macro {
    std::span<const RawToken> body;
    uint16_t parameters = 0;
    bool function_like = false;
    bool busy = false;       // being expanded: its name is left alone
    bool has_paste = false;  // ## in the body
    Location where;
};

using RawTokens = std::vector<RawToken>;

inline bool is_mark(const RawToken& token, TokenKind mark) { return token.kind == RawKind::Mark && token.mark == mark; }
inline bool ends_line(const RawToken& token) { return token.kind == RawKind::NewLine || token.kind == RawKind::End; }

// A *where* of the tables, for messages: "130, es300, ARB_gpu_shader5".
std::string listed(std::string_view where);

class PreprocessorContext {
  public:
    PreprocessorContext(const PreprocessorOptions& options, Preprocessed& result)
        : options_(options), result_(result), names_(result.source->memory()), defined_(names_.intern("defined")) {}

    const PreprocessorOptions& options() const { return options_; }
    Preprocessed& result() { return result_; }
    SourceText& source() { return *result_.source; }
    NameTable& names() { return names_; }
    const Name* defined() const { return defined_; }  // the operator

    // ---- the language
    Language& language() { return result_.language; }
    const Language& language() const { return result_.language; }
    bool in_version_with(int desktop, int es) const { return language().at_least(desktop, es); }
    bool supported(int extension) const;
    // Words are classified anew after a change of the language: Name::classified is this number where it is up to date.
    void language_changed() { ++epoch_; }
    uint32_t epoch() const { return epoch_; }

    // ---- messages
    Messages& messages() { return result_.messages; }
    void error(const Location& where, std::string text, std::string hint = {}) {
        result_.messages.error(where, std::move(text), std::move(hint));
    }
    void warning(const Location& where, std::string text, std::string hint = {}) {
        result_.messages.warning(where, std::move(text), std::move(hint));
    }
    // A bound was met: no macro is expanded any more.
    void give_up() { gave_up_ = true; }
    bool gave_up() const { return gave_up_; }

  private:
    const PreprocessorOptions& options_;
    Preprocessed& result_;
    NameTable names_;
    uint32_t epoch_ = 1;
    bool gave_up_ = false;
    Name* const defined_;
};

// From ES 3.00 on; others take any length.
constexpr size_t longest_name_es = 1024;

// Complains of tokens that stand before the end of the line.
void expect_end(PreprocessorContext& context, Lexer& lexer, std::string_view directive);

}  // namespace glsl
