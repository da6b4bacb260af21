// Words and the files of texts (tools/language/*_texts.txt).
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace language {

// Tells what is wrong on the standard error; the program then fails at its end.
void complain(const std::string& what);
int complaints();

std::vector<std::string> split(std::string_view text);  // at white space

template <typename Range>
std::string joined(const Range& range, std::string_view between) {
    std::string result;
    bool first = true;
    for (const auto& item : range) {
        if (!first) result += between;
        result += item;
        first = false;
    }
    return result;
}

// As Markdown shows what is typed.
inline std::string code(std::string_view text) { return "`" + std::string(text) + "`"; }

std::string one_line(std::string text);

std::string read_file(const std::string& name);

// "= NAME" and what follows it, by name.
std::map<std::string, std::string> read_texts(const std::string& name);

// The entry; complains where there is none. Whatever is left at the end belongs to nothing.
std::string take(std::map<std::string, std::string>& texts, std::string_view key, std::string_view what);

}  // namespace language
