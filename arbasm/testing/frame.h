// The least around an instruction that makes it a program, whatever the header.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace arbasm {

// Every header there is.
std::vector<std::string_view> all_headers();

// "a b  c" as its words.
std::vector<std::string_view> words(std::string_view list);
bool contains(std::string_view list, std::string_view word);

// The text so many times; each # becomes the number of the time, from 0.
std::string repeat(int count, std::string_view text);

// Header, options and declarations, up to where instructions begin. The registers of row tests are declared: t, a, b, c
// and, where the language has them, LONG ones named lt, la, lb, lc.
std::string opening(std::string_view header, const std::vector<std::string_view>& options,
                    std::string_view declarations = {});

// What stands behind them: results that all of the header's programs write, and END.
std::string closing(std::string_view header);

}  // namespace arbasm
