// The value of a number as it is written.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "glsl/language/versions.h"
#include "glsl/text/token.h"

namespace glsl {

struct Number {
    TokenKind kind = TokenKind::IntConstant;
    uint64_t bits = 0;
    std::string error;    // empty: it is one
    std::string warning;  // it is one, but not the one that was written
};

// `text` begins with a digit or with a point and a digit, and has letters, digits and points only, and signs of
// exponents.
Number convert_number(std::string_view text, const Language& language);

}  // namespace glsl
