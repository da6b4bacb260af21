#include "glsl/check/builtin_candidates.h"

namespace glsl {

// Whether the language has the integers of 8 or 16 bits that a function is for.
bool BuiltinCandidates::has_small_types(const Candidate& candidate) const {
    const int bits = candidate.families.bits;
    return !bits || context_.in_text() || find_type(bits == 8 ? "int8_t" : "int16_t", context_.language());
}

const std::vector<const Candidate*>& BuiltinCandidates::named(std::string_view name) {
    static const std::vector<const Candidate*> none;
    const std::span<const FunctionRow> rows = functions_named(name);
    if (rows.empty()) return none;
    const auto [entry, is_new] = (context_.in_text() ? in_texts_ : in_shader_).try_emplace(&rows.front());
    if (!is_new) return entry->second;
    constexpr std::string_view letters = "vcegfk";
    const char stage = letters[static_cast<size_t>(context_.stage())];
    for (const FunctionRow& row : rows) {
        if (row.stages != "*" && row.stages.find(stage) == std::string_view::npos) continue;
        if (!context_.in_text() && !holds(row.where, context_.language())) continue;
        if (!has_arrays(row)) {
            for (const Candidate& candidate : kept_candidates(row, context_.shader().types))
                if (has_small_types(candidate)) entry->second.push_back(&candidate);
            continue;
        }
        const auto [own, is_first] = with_arrays_.try_emplace(&row);
        if (is_first) expand_signatures(row, context_.shader().types, own->second);
        for (const Candidate& candidate : own->second) entry->second.push_back(&candidate);
    }
    return entry->second;
}

}  // namespace glsl
