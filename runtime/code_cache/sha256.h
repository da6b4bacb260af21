// SHA-256 (FIPS 180-4): names and checksums of files in the code cache. Not LLVM's: the command-line tool reads the
// cache and does without LLVM.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace runtime::code_cache {

using Digest = std::array<uint8_t, 32>;

Digest sha256(std::string_view bytes);
// In small hexadecimal digits.
std::string hexadecimal(std::span<const uint8_t> bytes);

}  // namespace runtime::code_cache
