// What invocations of a subgroup tell each other: the built-in functions of KHR_shader_subgroup and their kin.
#include <array>

#include "glsl/spirv/effects.h"

namespace glsl::spirv {

namespace {

constexpr int64_t subgroup_scope = 3;

// Words of the functions' names.
constexpr std::string_view group_operations[] = {
    "", "Inclusive", "Exclusive", "Clustered", "", "", "Partitioned", "PartitionedInclusive", "PartitionedExclusive"};

constexpr uint32_t clustered = 3, first_partitioned = 6;

constexpr std::string_view quad_directions[] = {"Horizontal", "Vertical", "Diagonal"};

// With the word of a group operation; empty: the instruction has no such operation.
std::string function_name(std::string_view pattern, uint32_t operation, bool has_last) {
    const size_t star = pattern.find('*');
    if (operation >= std::size(group_operations)) return {};
    const std::string_view word = group_operations[operation];
    if (word.empty() && operation) return {};
    if (has_last != (operation >= clustered)) return {};
    std::string name(pattern.substr(0, star));
    name += word;
    name += pattern.substr(star + 1);
    return operation >= first_partitioned ? name + "NV" : name;
}

}  // namespace

static bool is_subgroup_scope(Reader& reader, FunctionValues& values, Id scope, uint32_t at) {
    const auto number = values.constant_integer(scope, at);
    if (number == subgroup_scope) return true;
    if (number) reader.context().error(at, "the scope of group operations is Subgroup");
    return false;
}

// Op… [%scope] [operation] operands. Who takes part depends on the flow of control, so it is computed where it stands.
bool read_subgroup(Reader& reader, FunctionValues& values, const Instruction& instruction) {
    const OpcodeRow& row = *instruction.row;
    const InstructionMeaning& meaning = row.meaning;
    if (meaning.kind != MeaningKind::Subgroup) return false;
    const uint32_t at = instruction.at;
    std::span<const uint32_t> given = instruction.operands;
    std::string name(meaning.function);
    if (meaning.scope) {
        if (!is_subgroup_scope(reader, values, given[0], at)) return true;
        given = given.subspan(1);
    }
    if (name.find('*') != name.npos) {
        name = function_name(meaning.function, given[0], given.size() > 2);
        if (name.empty())
            return reader.context().error(at, "Op" + std::string(row.name) + " has no such operation"), true;
        given = given.subspan(1);
    }
    if (row.opcode == Op::GroupNonUniformQuadSwap) {
        const auto direction = values.constant_integer(given[1], at);
        if (reader.context().failed()) return true;
        if (*direction < 0 || *direction >= std::ssize(quad_directions))
            return reader.context().error(at, "there is no such direction"), true;
        name += quad_directions[*direction];
        given = given.first(1);
    }
    const Type* type = values.result_type(instruction);
    std::vector<Expression*> operands;
    for (const Id id : given) {
        Expression* operand = values.value(id, at);
        if (reader.context().failed()) return true;
        // Behind the value stand indices, sizes of clusters and ballots.
        operands.push_back(
            reader.operations().cast(operand, operands.empty() ? meaning.signs : Signs::Unsigned, type, at));
    }
    Expression* result = values.call(name, std::move(operands), at);
    if (!reader.context().failed()) values.define(instruction, reader.operations().fit(result, type, at), true);
    return true;
}

}  // namespace glsl::spirv
