#include "glsl/spirv/grammar.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace glsl::spirv {

namespace {

#define SPECIAL \
    InstructionMeaning {}
#define UNARY(operation, signs) \
    InstructionMeaning { MeaningKind::Unary, Signs::signs, UnaryOperator::operation }
#define BINARY(operation, signs) \
    InstructionMeaning { MeaningKind::Binary, Signs::signs, {}, BinaryOperator::operation }
#define CALL(function, signs) \
    InstructionMeaning { MeaningKind::Call, Signs::signs, {}, {}, #function }
#define COMPARE(operation, function, signs) \
    InstructionMeaning { MeaningKind::Compare, Signs::signs, {}, BinaryOperator::operation, #function }
#define UNORDERED(operation, function) \
    InstructionMeaning { MeaningKind::Compare, Signs::Own, {}, BinaryOperator::operation, #function, true }
#define CONVERT(signs) \
    InstructionMeaning { MeaningKind::Convert, Signs::signs }
#define SUBGROUP(function, signs) \
    InstructionMeaning { MeaningKind::Subgroup, Signs::signs, {}, {}, #function, false, true }
#define GROUP(function, signs) \
    InstructionMeaning { MeaningKind::Subgroup, Signs::signs, {}, {}, #function }

constexpr OpcodeRow unsorted_opcode_rows[] = {
#define SPIRV_OPCODE(number, name, operands, meaning) {Op::name, #name, operands, meaning},
#include "glsl/spirv/opcodes.def"
};

constexpr auto opcode_rows = [] {
    std::array<OpcodeRow, std::size(unsorted_opcode_rows)> rows{};
    std::ranges::copy(unsorted_opcode_rows, rows.begin());
    std::ranges::sort(rows, {}, &OpcodeRow::opcode);
    return rows;
}();

constexpr ExtendedRow extended_rows[] = {
#define SPIRV_EXTENDED(number, name, function, signs, operands) {number, #name, function, Signs::signs, operands},
#include "glsl/spirv/extended_instructions.def"
};

constexpr CapabilityRow capability_rows[] = {
#define SPIRV_CAPABILITY(number, name, extension) {number, #name, extension},
#include "glsl/spirv/capabilities.def"
};

constexpr BuiltinRow builtin_rows[] = {
#define SPIRV_BUILTIN(number, name, input, output) {number, #name, input, output},
#include "glsl/spirv/builtins.def"
};

constexpr const char* extension_rows[] = {
#define SPIRV_EXTENSION(name) #name,
#include "glsl/spirv/extensions.def"
};

// In the order of their numbers, from 1 on; 0 is none.
constexpr std::string_view image_formats[] = {
    "rgba32f",    "rgba16f",    "r32f",      "rgba8",    "rgba8_snorm", "rg32f",    "rg16f",    "r11f_g11f_b10f",
    "r16f",       "rgba16",     "rgb10_a2",  "rg16",     "rg8",         "r16",      "r8",       "rgba16_snorm",
    "rg16_snorm", "rg8_snorm",  "r16_snorm", "r8_snorm", "rgba32i",     "rgba16i",  "rgba8i",   "r32i",
    "rg32i",      "rg16i",      "rg8i",      "r16i",     "r8i",         "rgba32ui", "rgba16ui", "rgba8ui",
    "r32ui",      "rgb10_a2ui", "rg32ui",    "rg16ui",   "rg8ui",       "r16ui",    "r8ui",
};

template <class Rows>
auto find_number(const Rows& rows, uint32_t number) -> decltype(&rows[0]) {
    const auto found = std::ranges::find_if(rows, [&](const auto& row) { return row.number == number; });
    return found == std::end(rows) ? nullptr : &*found;
}

}  // namespace

const OpcodeRow* find_opcode(uint32_t number) {
    if (number > 0xffff) return nullptr;
    const auto found = std::ranges::lower_bound(opcode_rows, static_cast<Op>(number), {}, &OpcodeRow::opcode);
    return found == opcode_rows.end() || found->opcode != static_cast<Op>(number) ? nullptr : &*found;
}

const ExtendedRow* find_extended(uint32_t number) { return find_number(extended_rows, number); }
const CapabilityRow* find_capability(uint32_t number) { return find_number(capability_rows, number); }
const BuiltinRow* find_builtin(uint32_t number) { return find_number(builtin_rows, number); }

std::span<const char* const> all_extensions() { return extension_rows; }

std::string_view image_format(uint32_t number) {
    return number && number <= std::size(image_formats) ? image_formats[number - 1] : std::string_view();
}

}  // namespace glsl::spirv
