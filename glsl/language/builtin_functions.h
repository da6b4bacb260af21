// Built-in functions: one row for each meaning of a name, from builtin_functions.def.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "ir/opcode.h"

namespace glsl {

enum class MeaningKind : uint8_t { Operation, Text, Special };

// Functions with code of their own in lower/.
enum class SpecialFunction : uint8_t {
#define GLSL_SPECIAL_FUNCTION(name) name,
#include "glsl/language/special_functions.def"
#undef GLSL_SPECIAL_FUNCTION
    Count
};

struct Meaning {
    MeaningKind kind = MeaningKind::Special;
    arbasm::Opcode opcode = arbasm::Opcode::Count;     // Operation
    SpecialFunction special = SpecialFunction::Count;  // Special
    std::string_view text;                             // Text
    bool sparse = false;   // gives a code of residency, and writes what it has read to an argument
    bool clamped = false;  // has an argument with the least level of detail
};

struct FunctionRow {
    std::string_view name;
    std::string_view signatures;
    std::string_view where;   // holds() of versions.h
    std::string_view stages;  // "*" or letters of v c e g f k
    Meaning meaning;
};

// The rows of a name, in the order of the table; empty: there is none in any version.
std::span<const FunctionRow> functions_named(std::string_view name);

// All rows, sorted by name.
std::span<const FunctionRow> all_functions();

std::string_view name_of(SpecialFunction function);

}  // namespace glsl
