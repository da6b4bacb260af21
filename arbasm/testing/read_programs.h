// For tests that read programs from files.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "arbasm/assembler.h"

namespace arbasm {

inline std::filesystem::path expected_of(std::filesystem::path input) { return input.replace_extension(".expected"); }

inline std::string diagnostics_of(const ParseResult& result, std::string_view program) {
    std::string text;
    for (const Diagnostic& error : result.errors) text += format(error, program);
    for (const Diagnostic& remark : result.remarks) text += format(remark, program, {}, "warning");
    return text;
}

// What stands behind `word` in a comment of the program.
inline std::string comment(const std::string& program, std::string_view word) {
    const size_t at = program.find(word);
    if (at == std::string::npos) return {};
    const size_t begin = at + word.size();
    return program.substr(begin, program.find('\n', begin) - begin);
}

}  // namespace arbasm
