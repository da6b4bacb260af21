// Rows of arbasm's tables that only its tools read as text.
#pragma once

#include <string_view>

namespace language {

struct OptionEntry {
    std::string_view text, headers, group;
};
inline constexpr OptionEntry options[] = {
#define ARBASM_OPTION(name, text, headers, group) {text, headers, group},
#include "ir/options.def"
#undef ARBASM_OPTION
};

struct BindingEntry {
    std::string_view name, pattern, where, option;
    int first;
};
inline constexpr BindingEntry bindings[] = {
#define ARBASM_BINDING(name, pattern, where, limit, first, option) {#name, pattern, where, #option, first},
#define ARBASM_BINDING_SPELLING ARBASM_BINDING
#include "ir/bindings.def"
#undef ARBASM_BINDING
};

struct TargetEntry {
    std::string_view spelling, first;
    int coordinates;
    bool layered, shadow;
    std::string_view features;
};
inline constexpr TargetEntry targets[] = {
#define ARBASM_TEXTURE_TARGET(name, spelling, texture, first, coordinates, layered, shadow, features) \
    {spelling, first, coordinates, layered, shadow, features},
#include "ir/texture_targets.def"
#undef ARBASM_TEXTURE_TARGET
};

}  // namespace language
