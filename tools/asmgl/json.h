// JSON as the subcommands write it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tool {

// A string literal. Texts are bytes: what is no ASCII is written as the code point of its byte.
std::string json_text(std::string_view text);

// "first, second, ..."
template <typename Range, typename Write>
std::string json_list(const Range& range, Write write) {
    std::string result;
    for (const auto& item : range) result += (result.empty() ? "" : ", ") + write(item);
    return result;
}

// What is said of a text, as one object. Members that are not known are left out.
struct JsonDiagnostic {
    std::string_view severity;  // error or warning
    std::string_view message, hint;
    uint32_t line = 0, column = 0;  // from 1, in bytes; 0: of no place
    std::optional<uint32_t> offset{};
    std::string_view source{};      // the line, or a part of it
    uint32_t column_in_source = 0;  // 0: the same
};
std::string json_text(const JsonDiagnostic& diagnostic);

}  // namespace tool
