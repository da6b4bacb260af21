// #if, #ifdef, #ifndef, #elif, #else, #endif: which groups are left out. Private to the folder.
#pragma once

#include <utility>
#include <vector>

#include "glsl/text/macro_expansion.h"

namespace glsl {

class Conditions {
  public:
    Conditions(PreprocessorContext& context, MacroExpansion& expansion) : context_(context), expansion_(expansion) {}

    // Carries out a directive; false: it is another.
    bool directive(const RawToken& word, Lexer& lexer);
    // Whether the directive has begun a group that is skipped.
    bool skips() const { return skip_; }
    // From behind a condition that does not hold to behind the directive that ends its group.
    void skip_group(Lexer& lexer);

    // A string that is included has conditions of its own.
    size_t begin_string() { return std::exchange(base_, conditions_.size()); }
    // `outer`: what beginning it gave. Conditions that it leaves open are errors.
    void end_string(size_t outer);

  private:
    static constexpr size_t deepest_condition = 1000;
    struct Condition {
        Location where;
        bool taken;  // a group has been used
        bool seen_else;
    };
    void ifdef_directive(Lexer& lexer, const Location& where, bool wanted);
    void open(const Location& where, bool used);
    void elif_directive(const Location& where);
    void else_directive(Lexer& lexer, const Location& where);
    void endif_directive(Lexer& lexer, const Location& where);
    void directive_in_skipped(const RawToken& name, Lexer& lexer, size_t& depth);
    size_t own() const { return conditions_.size() - base_; }

    PreprocessorContext& context_;
    MacroExpansion& expansion_;
    std::vector<Condition> conditions_;
    size_t base_ = 0;  // those before are of strings that include this one
    bool skip_ = false;
};

}  // namespace glsl
