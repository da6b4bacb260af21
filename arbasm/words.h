// The words that stand for one value each, in the order they are looked up: what the parser reads and the printer
// writes. (Opcodes, options, bindings and texture targets have tables of their own.)
#pragma once

#include <string_view>

#include "ir/program.h"

namespace arbasm {

template <class Value>
struct Word {
    std::string_view text;
    Value value;
};

// Empty if no word stands for the value.
template <class Row, size_t count, class Value>
constexpr std::string_view word_of(const Row (&rows)[count], Value value) {
    for (const Row& row : rows)
        if (row.value == value) return row.text;
    return {};
}

// ---- condition tests

struct ConditionWord {
    std::string_view text;
    ConditionTest value;
    bool in_arb;  // also in the options for ARB programs
};
inline constexpr ConditionWord condition_words[] = {
    {"TR", ConditionTest::True, true},
    {"FL", ConditionTest::False, true},
    {"EQ", ConditionTest::Equal, true},
    {"NE", ConditionTest::NotEqual, true},
    {"LT", ConditionTest::Less, true},
    {"LE", ConditionTest::LessEqual, true},
    {"GT", ConditionTest::Greater, true},
    {"GE", ConditionTest::GreaterEqual, true},
    {"NAN", ConditionTest::NaN, false},
    {"LEG", ConditionTest::NotNaN, false},
    {"CF", ConditionTest::Carry, false},
    {"NCF", ConditionTest::NotCarry, false},
    {"OF", ConditionTest::Overflow, false},
    {"NOF", ConditionTest::NotOverflow, false},
    {"AB", ConditionTest::Above, false},
    {"BLE", ConditionTest::BelowOrEqual, false},
    {"SF", ConditionTest::Sign, false},
    {"NSF", ConditionTest::NotSign, false},
    {"RESIDENT", ConditionTest::Resident, false},
    {"NONRESIDENT", ConditionTest::NonResident, false},
};

// ---- instruction modifiers

// Storage types have these words with X2 or X4 behind them, too.
inline constexpr Word<DataType> data_type_words[] = {
    {"F32", DataType::F32}, {"F64", DataType::F64}, {"F16", DataType::F16}, {"S8", DataType::S8},
    {"S16", DataType::S16}, {"S32", DataType::S32}, {"S64", DataType::S64}, {"U8", DataType::U8},
    {"U16", DataType::U16}, {"U32", DataType::U32}, {"U64", DataType::U64},
};

inline constexpr Word<AtomicOperation> atomic_words[] = {
    {"ADD", AtomicOperation::Add},
    {"MIN", AtomicOperation::Min},
    {"MAX", AtomicOperation::Max},
    {"IWRAP", AtomicOperation::IncrementWrap},
    {"DWRAP", AtomicOperation::DecrementWrap},
    {"AND", AtomicOperation::And},
    {"OR", AtomicOperation::Or},
    {"XOR", AtomicOperation::Xor},
    {"EXCH", AtomicOperation::Exchange},
    {"CSWAP", AtomicOperation::CompareSwap},
    {"INCR", AtomicOperation::CounterIncrement},
    {"DECR", AtomicOperation::CounterDecrement},
    {"GET", AtomicOperation::CounterGet},
};

inline constexpr Word<Rounding> rounding_words[] = {
    {"ROUND", Rounding::Round},
    {"CEIL", Rounding::Ceil},
    {"FLR", Rounding::Floor},
    {"TRUNC", Rounding::Trunc},
};

// ---- declarations of stages

inline constexpr Word<PrimitiveIn> input_primitive_words[] = {
    {"POINTS", PrimitiveIn::Points},
    {"LINES", PrimitiveIn::Lines},
    {"LINES_ADJACENCY", PrimitiveIn::LinesAdjacency},
    {"TRIANGLES", PrimitiveIn::Triangles},
    {"TRIANGLES_ADJACENCY", PrimitiveIn::TrianglesAdjacency},
    {"PATCHES", PrimitiveIn::Patches},
};
inline constexpr Word<PrimitiveOut> output_primitive_words[] = {
    {"POINTS", PrimitiveOut::Points},
    {"LINE_STRIP", PrimitiveOut::LineStrip},
    {"TRIANGLE_STRIP", PrimitiveOut::TriangleStrip},
};
inline constexpr Word<TessMode> tess_mode_words[] = {
    {"TRIANGLES", TessMode::Triangles},
    {"QUADS", TessMode::Quads},
    {"ISOLINES", TessMode::Isolines},
};
inline constexpr Word<TessSpacing> tess_spacing_words[] = {
    {"EQUAL", TessSpacing::Equal},
    {"FRACTIONAL_ODD", TessSpacing::FractionalOdd},
    {"FRACTIONAL_EVEN", TessSpacing::FractionalEven},
};
inline constexpr Word<TessVertexOrder> tess_order_words[] = {
    {"CW", TessVertexOrder::Cw},
    {"CCW", TessVertexOrder::Ccw},
};

}  // namespace arbasm
