// What a file of the code cache holds, as bytes and back. Reading trusts nothing: whatever is not exactly what writing
// makes of the wanted identity is no code.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace runtime::code_cache {

// Machine code as the JIT's compiler makes it: an object file, and the names of the functions that it calls.
struct StoredCode {
    std::string object;
    std::vector<std::string> externals;
    bool operator==(const StoredCode&) const = default;
};

// `identity`: everything that the code depends on (program, pipeline key, instruction set, build).
std::string write_code(std::string_view identity, const StoredCode& code);
// None where the file is damaged, of another format, or of another identity.
std::optional<StoredCode> read_code(std::string_view file, std::string_view identity);

}  // namespace runtime::code_cache
