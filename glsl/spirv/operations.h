// Instructions that compute a value of others, as expressions of the tree: operators, built-in functions, comparisons,
// values made of others and their parts.
#pragma once

#include <span>
#include <vector>

#include "glsl/spirv/read_context.h"

namespace glsl::spirv {

class Operations {
  public:
    explicit Operations(ReadContext& read) : read_(read), checker_(read.checker()), context_(read.nodes()) {}

    static constexpr int64_t most_parts = 4096;  // of a value that is copied
    static constexpr int64_t most_constant_components = 1 << 16;

    // ---- arithmetic.cpp
    // The expression of an instruction without effects; null: the instruction is of another kind.
    Expression* compute(const OpcodeRow& row, const Type* type, std::vector<Expression*> operands,
                        std::span<const uint32_t> literals, uint32_t at);
    Expression* extended(const ExtendedRow& row, const Type* type, std::vector<Expression*> operands, uint32_t at);
    // Whether it evaluates an operand several times.
    static bool repeats_operands(Op opcode);
    Expression* call(std::string_view name, std::vector<Expression*> arguments, uint32_t at) {
        return checker_.call(name, std::move(arguments), location_of(at));
    }
    Expression* reference(Variable* variable, uint32_t at);
    Expression* cast(Expression* operand, Signs signs, const Type* result, uint32_t at);
    Expression* to_scalar(Expression* operand, Scalar scalar, uint32_t at);
    // The expression as one of the type; reports that it is of another.
    Expression* fit(Expression* expression, const Type* type, uint32_t at);

    // ---- composites.cpp
    Expression* bits(const Type* type, std::span<const uint64_t> components, uint32_t at);
    Expression* integer(int64_t number, uint32_t at);
    Expression* zero(const Type* type, uint32_t at);
    Expression* element(Expression* whole, uint32_t number, uint32_t at);  // of any composite
    Expression* extract(Expression* whole, std::span<const uint32_t> literals, uint32_t at);
    // A vector of the first components.
    Expression* first_components(Expression* vector, int count, uint32_t at);
    Expression* swizzle(Expression* vector, std::span<const uint8_t> components, uint32_t at);

  private:
    Expression* compute_special(const OpcodeRow& row, const Type* type, const std::vector<Expression*>& operands,
                                std::span<const uint32_t> literals, uint32_t at);
    Expression* logical(const OpcodeRow& row, const Type* type, const std::vector<Expression*>& operands, uint32_t at);
    Expression* remainder(Op opcode, const Type* type, const std::vector<Expression*>& operands, uint32_t at);
    Expression* bit_field(Op opcode, const Type* type, const std::vector<Expression*>& operands, uint32_t at);
    Expression* shuffle(const Type* type, Expression* first, Expression* second, std::span<const uint32_t> literals,
                        uint32_t at);
    Expression* construct(const Type* type, const std::vector<Expression*>& operands, uint32_t at);
    Expression* bitcast(Expression* operand, const Type* type, uint32_t at);
    Expression* small_bits(Expression* operand, const Type* type, bool joins, uint32_t at);
    Expression* same_size_bits(Expression* operand, const Type* type, uint32_t at);
    Expression* relayout(Expression* value, const Type* type, uint32_t at);

    ReadContext& read_;
    Checker& checker_;
    CheckContext& context_;
};

}  // namespace glsl::spirv
