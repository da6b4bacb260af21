// The contents of a file of the code cache, to bytes and back. Reading trusts nothing: bytes that writing would not
// have produced for the wanted identity are no code.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace runtime::code_cache {

// A function that code calls, by name: its offset from an address that the build fixes.
struct StoredExternal {
    std::string name;
    int64_t offset = 0;
    bool operator==(const StoredExternal&) const = default;
};

// Machine code as the JIT's compiler makes it: an object file, and the functions that it calls.
struct StoredCode {
    std::string object;
    std::vector<StoredExternal> externals;
    bool operator==(const StoredCode&) const = default;
};

// `identity`: everything that the code depends on (program, pipeline key, instruction set, build).
std::string write_code(std::string_view identity, const StoredCode& code);
// None where the file is damaged, of another format, or of another identity.
std::optional<StoredCode> read_code(std::string_view file, std::string_view identity);

}  // namespace runtime::code_cache
