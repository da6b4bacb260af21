// The preprocessor at work. Private to the folder.
//
//   lexers_  ─ tokens of the strings, directives carried out on the way ─┐
//   contexts_ ─ tokens of macros that are being expanded ────────────────┴► raw() ─► expanded() ─► emit()
#pragma once

#include <memory>
#include <vector>

#include "glsl/text/lexer.h"
#include "glsl/text/names.h"
#include "glsl/text/preprocessor.h"

namespace glsl {

// A *where* of the tables, for messages: "130, es300, ARB_gpu_shader5".
std::string listed(std::string_view where);

struct Macro {
    std::span<const RawToken> body;
    uint16_t parameters = 0;
    bool function_like = false;
    bool busy = false;       // being expanded: its name is left alone
    bool has_paste = false;  // ## in the body
    Location where;
};

class Preprocessor {
  public:
    Preprocessor(const PreprocessorOptions& options, Preprocessed& result);
    void run(std::span<const std::string_view> strings);

  private:
    using Tokens = std::vector<RawToken>;

    // Bounds that keep a hostile shader from taking memory, stack and time without end.
    static constexpr size_t most_expanded_tokens = size_t{1} << 20;
    static constexpr int deepest_call = 200;
    static constexpr size_t deepest_include = 64;
    static constexpr int most_includes = 4096;                           // strings that include others twice
    static constexpr size_t most_included_characters = size_t{1} << 26;  // in all of them
    static constexpr size_t deepest_condition = 1000;
    static constexpr size_t most_parameters = 256;
    static constexpr size_t longest_pasted_word = 65536;
    static constexpr size_t most_pasted_characters = size_t{1} << 24;  // of all words that ## makes
    static constexpr size_t longest_name_es = 1024;                    // from ES 3.00 on; others take any length

    struct Context {
        const RawToken* at;
        const RawToken* end;
        Macro* macro;   // not busy any longer when the context ends; may be null
        bool relocate;  // tokens say that they stand where the macro was called
        Location where;
    };
    struct Condition {
        Location where;
        bool taken;  // a group has been used
        bool seen_else;
    };
    struct Include {
        std::unique_ptr<Lexer> lexer;
        std::string path;
        size_t conditions;  // open ones when it began
    };

    // preprocessor.cpp
    void emit_all();
    void emit(RawToken& token);
    void emit_name(RawToken& token);
    void emit_number(const RawToken& token);
    void classify(Name& name);
    Lexer& lexer() { return *includes_.back().lexer; }
    bool in_version_with(int desktop, int es) const { return language().at_least(desktop, es); }
    Language& language() { return result_.language; }
    const Language& language() const { return result_.language; }
    void language_changed() { ++epoch_; }
    Messages& messages() { return result_.messages; }
    void error(const Location& where, std::string text, std::string hint = {}) {
        result_.messages.error(where, std::move(text), std::move(hint));
    }
    void warning(const Location& where, std::string text, std::string hint = {}) {
        result_.messages.warning(where, std::move(text), std::move(hint));
    }
    bool supported(int extension) const;

    // macro_expansion.cpp
    RawToken lexed();
    RawToken raw();
    void leave_include();
    RawToken expanded();
    bool try_macro(RawToken& token);
    void push(const RawToken* at, size_t count, Macro* macro, const Location* where);
    bool is_defined(const Name& name) const;
    bool expand_predefined(RawToken& token);
    bool expand(const RawToken& token);
    bool expand_call(const RawToken& token, Macro& macro);
    bool collect_arguments(const RawToken& name, std::vector<Tokens>& arguments);
    Tokens expand_all(const Tokens& tokens);
    void substitute(const RawToken& call, Macro& macro, const std::vector<Tokens>& arguments);
    bool paste(Tokens& result, const RawToken& right, const Location& where);
    void push_copy(const Tokens& tokens, Macro* macro, const Location& where);
    bool spend(size_t tokens, const Location& where);

    // directives.cpp
    void directive(const RawToken& hash);
    void define();
    bool read_parameters(std::vector<Name*>& parameters);
    bool read_body(Macro& macro, const std::vector<Name*>& parameters);
    bool check_macro_name(const RawToken& token, std::string_view directive);
    void undefine();
    void pragma(const Location& where);
    void stdgl_pragma(const Location& where);
    bool inside_braces();
    void line_directive(const Location& where);
    void error_directive(const Location& where);
    void include(const Location& where);
    // Complains of tokens that stand before the end of the line.
    void expect_end(std::string_view directive);

    // conditionals.cpp
    void if_directive(const Location& where);
    void ifdef_directive(const Location& where, bool wanted);
    void open_condition(const Location& where, bool used);
    void elif_directive(const Location& where);
    void else_directive(const Location& where);
    void endif_directive(const Location& where);
    // From behind a condition that does not hold to behind the directive that ends its group.
    void skip_group();
    void directive_in_skipped(const RawToken& name, size_t& depth);
    void close_conditions(size_t down_to);
    size_t own_conditions() const { return conditions_.size() - includes_.back().conditions; }

    // condition_expression.cpp
    Tokens expanded_line(bool with_defined);
    RawToken defined_operator(const RawToken& word);
    bool evaluate_condition(const Location& where, std::string_view directive);

    // version_directive.cpp
    void version_directive(const Location& where);
    void set_version(const RawToken& number, int version, std::string_view profile);
    void use_default_version();
    void set_language(int version, Profile profile);
    void extension_directive(const Location& where);
    void set_extension(const RawToken& name, std::string_view behavior);
    void refuse_extension(const RawToken& name, int row, bool required);
    void set_all_extensions(const RawToken& name, std::string_view behavior);

    const PreprocessorOptions& options_;
    Preprocessed& result_;
    SourceText& source_;
    NameTable names_;
    std::vector<Include> includes_;
    std::vector<Context> contexts_;
    size_t floor_ = 0;  // contexts below belong to somebody else
    std::vector<Condition> conditions_;
    size_t expanded_tokens_ = 0, pasted_characters_ = 0, included_characters_ = 0;
    int includes_seen_ = 0;
    int call_depth_ = 0;
    size_t braces_counted_ = 0;  // tokens that inside_braces() has seen
    int64_t braces_ = 0;
    uint32_t epoch_ = 1;          // Name::classified of words that are up to date
    bool anything_seen_ = false;  // a token or directive: too late for #version
    bool gave_up_ = false;        // a bound was met
    bool in_directive_ = false;
    bool skip_ = false;                  // the directive has begun a group that is skipped
    std::unique_ptr<Include> entering_;  // the directive was #include

    Name* const defined_;
};

}  // namespace glsl
