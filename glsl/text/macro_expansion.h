// Replacing macros by what they stand for, as C++ does it (16.3 of C++98, which GLSL's text refers to). Private to the
// folder.
#pragma once

#include <vector>

#include "glsl/text/preprocessor_context.h"

namespace glsl {

// Where tokens come from that no macro has made.
class TokenSource {
  public:
    virtual RawToken lexed() = 0;

  protected:
    ~TokenSource() = default;
};

class MacroExpansion {
  public:
    MacroExpansion(PreprocessorContext& context, TokenSource& source) : context_(context), source_(source) {}

    // Whether tokens of macros come next.
    bool is_active() const { return !levels_.empty(); }
    RawToken raw();
    // True: the name was a macro, and what it stands for comes next. A predefined one becomes its value here.
    bool try_macro(RawToken& token);
    bool is_defined(const Name& name) const;

  private:
    // Bounds that keep a hostile shader from taking memory, stack and time without end.
    static constexpr size_t most_expanded_tokens = size_t{1} << 20;
    static constexpr int deepest_call = 200;
    static constexpr size_t longest_pasted_word = 65536;
    static constexpr size_t most_pasted_characters = size_t{1} << 24;  // of all words that ## makes

    struct Level {
        const RawToken* at;
        const RawToken* end;
        Macro* macro;   // not busy any longer when the level ends; may be null
        bool relocate;  // tokens say that they stand where the macro was called
        Location where;
    };
    RawToken expanded();
    void push(const RawToken* at, size_t count, Macro* macro, const Location* where);
    bool expand_predefined(RawToken& token);
    bool expand(const RawToken& token);
    bool expand_call(const RawToken& token, Macro& macro);
    bool collect_arguments(const RawToken& name, std::vector<RawTokens>& arguments);
    RawTokens expand_all(const RawTokens& tokens);
    void substitute(const RawToken& call, Macro& macro, const std::vector<RawTokens>& arguments);
    bool paste(RawTokens& result, const RawToken& right, const Location& where);
    void push_copy(const RawTokens& tokens, Macro* macro, const Location& where);
    bool spend(size_t tokens, const Location& where);

    PreprocessorContext& context_;
    TokenSource& source_;
    std::vector<Level> levels_;
    size_t floor_ = 0;  // levels below belong to somebody else
    size_t expanded_tokens_ = 0, pasted_characters_ = 0;
    int call_depth_ = 0;
};

}  // namespace glsl
