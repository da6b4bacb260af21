// Traits of opcodes and operations: the words of the column `traits` (opcode_traits.def).
#pragma once

#include <cstdint>
#include <string_view>

#include "ir/language.h"

namespace arbasm {

enum class Trait : uint8_t {
#define ARBASM_TRAIT(name, word) name,
#include "ir/opcode_traits.def"
    Count
};
static_assert(static_cast<int>(Trait::Count) <= 32);

enum class FlowRole : uint8_t {
    None,
#define ARBASM_FLOW_ROLE(name, word) name,
#include "ir/opcode_traits.def"
};

struct Traits {
    uint32_t bits = 0;  // by Trait
    FlowRole flow = FlowRole::None;
    RegisterFile memory = RegisterFile::None;

    constexpr bool has(Trait trait) const { return bits >> static_cast<int>(trait) & 1; }
    constexpr bool operator==(const Traits&) const = default;
};

// Adds what a word says. False: it says nothing.
constexpr bool add_trait(Traits& traits, std::string_view word) {
#define ARBASM_TRAIT(name, text)                                \
    if (word == text) {                                         \
        traits.bits |= 1u << static_cast<uint8_t>(Trait::name); \
        return true;                                            \
    }
#define ARBASM_FLOW_ROLE(name, text)  \
    if (word == text) {               \
        traits.flow = FlowRole::name; \
        return true;                  \
    }
#define ARBASM_MEMORY(file, text)           \
    if (word == text) {                     \
        traits.memory = RegisterFile::file; \
        return true;                        \
    }
#include "ir/opcode_traits.def"
    return false;
}

// The column's words. An unknown one, or one that stands there twice, ends the compilation.
consteval Traits traits_of(std::string_view words) {
    Traits traits;
    while (!words.empty()) {
        const size_t end = words.find(' ');
        const Traits before = traits;
        if (!add_trait(traits, words.substr(0, end)) || traits == before) throw "no word of opcode_traits.def";
        if (end == std::string_view::npos) break;
        words.remove_prefix(end + 1);
    }
    return traits;
}

}  // namespace arbasm
