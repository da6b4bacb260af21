// The words of the fragment pipeline's text: names, numbers, strings and marks, one after the other.
//
// A comment that begins with "/*!" is a note, which is read (tokens.h has more on that).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace machines::tegra {

struct FragmentToken {
    enum Kind : uint8_t { End, Word, Number, Float, Hex, String, Mark } kind = End;
    std::string text;  // words in small letters; the ends of a note are words too
    uint64_t number = 0;
    float value = 0;
    int line = 1, column = 1;
    char mark() const { return kind == Mark ? text[0] : '\0'; }
};

class FragmentScanner {
  public:
    explicit FragmentScanner(std::string_view text) : text_(text) {}  // `text` lives as long
    FragmentToken next();

  private:
    char peek(size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
    bool starts(std::string_view with) const { return text_.substr(at_, with.size()) == with; }
    void step();
    void skip_blanks();
    bool scan_number(FragmentToken& token);

    std::string_view text_;
    size_t at_ = 0, line_start_ = 0;
    int line_ = 1;
    bool in_note_ = false;
};

}  // namespace machines::tegra
