#include "glsl/language/builtin_functions.h"

#include <algorithm>
#include <array>

#include "glsl/language/sorted_rows.h"

namespace glsl {
namespace {

constexpr Meaning operation(arbasm::Opcode opcode) {
    return {MeaningKind::Operation, opcode, SpecialFunction::Count, {}, false, false};
}
constexpr Meaning text(std::string_view glsl) {
    return {MeaningKind::Text, arbasm::Opcode::Count, SpecialFunction::Count, glsl, false, false};
}
constexpr Meaning special(SpecialFunction function, bool sparse = false, bool clamped = false) {
    return {MeaningKind::Special, arbasm::Opcode::Count, function, {}, sparse, clamped};
}

constexpr FunctionRow written[] = {
#define OP(name) operation(arbasm::Opcode::name)
#define TEXT(glsl) text(glsl)
#define SPECIAL(name) special(SpecialFunction::name)
#define SPARSE(name) special(SpecialFunction::name, true)
#define CLAMPED(name) special(SpecialFunction::name, false, true)
#define SPARSE_CLAMPED(name) special(SpecialFunction::name, true, true)
#define GLSL_FUNCTION(name, signatures, where, stages, meaning) {#name, signatures, where, stages, meaning},
#include "glsl/language/builtin_functions.def"
#undef GLSL_FUNCTION
#undef SPARSE_CLAMPED
#undef CLAMPED
#undef SPARSE
#undef SPECIAL
#undef TEXT
#undef OP
};

// Positions in `written`, by name; rows of one name stay in order.
constexpr auto sorted_positions() {
    std::array<uint16_t, std::size(written)> positions{};
    for (size_t i = 0; i < positions.size(); ++i) positions[i] = static_cast<uint16_t>(i);
    std::ranges::sort(positions, [](uint16_t a, uint16_t b) {
        const int order = written[a].name.compare(written[b].name);
        return order != 0 ? order < 0 : a < b;
    });
    return positions;
}

constexpr auto sort_rows() {
    constexpr auto positions = sorted_positions();
    std::array<FunctionRow, std::size(written)> rows{};
    for (size_t i = 0; i < rows.size(); ++i) rows[i] = written[positions[i]];
    return rows;
}

constexpr auto rows = sort_rows();

constexpr std::string_view special_names[] = {
#define GLSL_SPECIAL_FUNCTION(name) #name,
#include "glsl/language/special_functions.def"
#undef GLSL_SPECIAL_FUNCTION
};

}  // namespace

std::span<const FunctionRow> functions_named(std::string_view name) {
    return rows_with(rows, name, &FunctionRow::name);
}

std::span<const FunctionRow> all_functions() { return rows; }

std::string_view name_of(SpecialFunction function) { return special_names[static_cast<size_t>(function)]; }

}  // namespace glsl
