#include "glsl/language/builtin_variables.h"

#include <algorithm>
#include <array>

#include "glsl/language/sorted_rows.h"

#include "ir/limits.h"

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

constexpr ConstantRow constant_row(std::string_view name, std::string_view where, int32_t value) {
    return {name, "int", where, {value}};
}
constexpr ConstantRow constant_row(std::string_view name, std::string_view where, std::array<int32_t, 3> values) {
    return {name, "ivec3", where, values};
}

constexpr ConstantRow written_constants[] = {
#define ASMGL_CONSTANT(token, name, where) constant_row(#name, where, arbasm::limits::token),
#define ASMGL_LIMIT(token, value, ...) __VA_OPT__(ASMGL_CONSTANT(token, __VA_ARGS__))
#define ASMGL_LIMIT_NAME(token, name, where) ASMGL_CONSTANT(token, name, where)
#include "ir/limits.def"
#undef ASMGL_CONSTANT
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
