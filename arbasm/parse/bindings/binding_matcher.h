// One attempt to read a binding: compares the tokens with the patterns of ir/bindings.def, row by row.
#pragma once

#include <string_view>
#include <vector>

#include "arbasm/parse/bindings/binding_use.h"
#include "arbasm/parse/text/cursor.h"
#include "ir/limits.h"

namespace arbasm {

// No: the tokens differ from the pattern, and nothing is reported.
enum class Match : uint8_t { No, Yes, Error };

struct BindingMatcher {
    TokenCursor& cursor;
    const Program& program;
    const Limits& limits;
    const BindingUse& use;
    SourceLocation furthest;  // the token that fits no row tried so far

    // Reads what stands before a row's pattern and takes it off the pattern. False: the row does not begin like this.
    // Null: no prefix of an input has been read.
    bool match_prefix(const BindingRow& row, const InputPrefix* prefix, std::string_view& pattern);
    // The rest of the pattern; adds the bindings that are meant, several of a range or a matrix.
    Match match_row(const BindingRow& row, std::string_view pattern, std::vector<Binding>& out);

  private:
    Match match_index(const BindingRow& row, char form, int& first, int& last);
    bool match_matrix(const BindingRow& row, Binding& binding, int& first_row, int& last_row);
    Match miss();
};

// Letters of the words in patterns.
inline bool is_letter(char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; }

// The word that attributes, or results, of this program begin with.
std::string_view stage_word(const Program& program, BindingSide side);

}  // namespace arbasm
