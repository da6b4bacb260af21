#include "glsl/language/builtin_variables.h"

#include <algorithm>
#include <array>

#include "glsl/language/sorted_rows.h"

namespace glsl {
namespace {

using enum BuiltinStorage;

constexpr VariableRow written_variables[] = {
#define GLSL_VARIABLE(name, type, storage, where, stages, binding) {#name, type, storage, where, stages, binding},
#include "glsl/language/builtin_variables.def"
};

constexpr MemberRow written_members[] = {
#define GLSL_MEMBER(structure, name, type, where, binding) {#structure, #name, type, where, binding},
#include "glsl/language/builtin_variables.def"
};

constexpr ConstantRow written_constants[] = {
#define GLSL_CONSTANT(name, type, where, limit, value) {#name, type, where, value},
#include "glsl/language/builtin_constants.def"
#undef GLSL_CONSTANT
};

// By the key, rows of one key in the order of the table.
template <const auto& written, auto key>
constexpr auto sort_rows() {
    constexpr size_t count = std::size(written);
    std::array<uint16_t, count> positions{};
    for (size_t i = 0; i < count; ++i) positions[i] = static_cast<uint16_t>(i);
    std::ranges::sort(positions, [](uint16_t a, uint16_t b) {
        const int order = (written[a].*key).compare(written[b].*key);
        return order != 0 ? order < 0 : a < b;
    });
    std::array<std::remove_cvref_t<decltype(written[0])>, count> rows{};
    for (size_t i = 0; i < count; ++i) rows[i] = written[positions[i]];
    return rows;
}

constexpr auto variables = sort_rows<written_variables, &VariableRow::name>();
constexpr auto members = sort_rows<written_members, &MemberRow::structure>();
constexpr auto constants = sort_rows<written_constants, &ConstantRow::name>();

}  // namespace

std::span<const VariableRow> variables_named(std::string_view name) {
    return rows_with(variables, name, &VariableRow::name);
}

std::span<const ConstantRow> constants_named(std::string_view name) {
    return rows_with(constants, name, &ConstantRow::name);
}

std::span<const MemberRow> members_of(std::string_view structure) {
    return rows_with(members, structure, &MemberRow::structure);
}

std::span<const VariableRow> all_variables() { return variables; }
std::span<const ConstantRow> all_constants() { return constants; }

}  // namespace glsl
