// Runs a checked shader for one thread by walking its tree, on plain values. Shares no code with lowering, the constant
// folder and the engines; built-in functions are computed from what the specification says of their names.
#pragma once

#include <functional>
#include <string_view>
#include <unordered_map>

#include "glsl/tree/shader.h"
#include "numbers.h"

namespace random_glsl {

class Evaluator {
  public:
    explicit Evaluator(const glsl::Shader& shader) : shader_(shader) {}

    // What a variable holds: unknown numbers until someone sets it. Blocks with an instance are one variable.
    Numbers& storage(const glsl::Variable* variable);

    // What all threads of a group have in common.
    std::unordered_map<const glsl::Variable*, Numbers>* shared = nullptr;
    // Called for EmitVertex() and EndPrimitive().
    std::function<void(std::string_view name)> on_stage_call;

    // To the end of main(), or to a barrier() among main's own statements: false. Throws Undecided.
    bool run();
    bool discarded() const { return discarded_; }

  private:
    // Components of a variable.
    struct LValue {
        Numbers* storage = nullptr;
        std::vector<uint32_t> at;
    };
    enum class Flow : uint8_t { Next, Break, Continue, Return };

    void begin();
    void count_step();

    Numbers value(const glsl::Expression* expression);
    Number scalar(const glsl::Expression* expression) { return value(expression).at(0); }
    bool truth(const glsl::Expression* expression);
    int64_t whole(const glsl::Expression* expression);  // of an index
    LValue lvalue(const glsl::Expression* expression);
    Numbers load(const LValue& lvalue) const;
    void store(const LValue& lvalue, const Numbers& numbers);

    Numbers unary(const glsl::Unary& node);
    Numbers step(const glsl::Step& node);
    Numbers binary(const glsl::Binary& node);
    Numbers compute_all(BinaryOperator operation, const Type* result, const Type* left_type, const Numbers& left,
                        const Type* right_type, const Numbers& right);
    Numbers product(const Type* left_type, const Numbers& left, const Type* right_type, const Numbers& right);
    Numbers equal(const Type* type, const Numbers& left, const Numbers& right, bool wanted);
    Numbers assign(const glsl::Assign& node);
    Numbers construct(const glsl::Construct& node);
    Numbers call(const glsl::Call& node);
    Numbers builtin(std::string_view name, const Type* result, std::span<glsl::Expression* const> arguments);
    Numbers atomic(std::string_view operation, std::span<glsl::Expression* const> arguments);

    Flow execute(const glsl::Statement* statement);
    Flow execute_all(std::span<glsl::Statement* const> statements);
    Flow loop(const glsl::Loop& node);
    Flow select(const glsl::Switch& node);
    void declare(const glsl::Declaration& node);

    const glsl::Shader& shader_;
    std::unordered_map<const glsl::Variable*, Numbers> variables_;
    const glsl::Function* main_ = nullptr;
    size_t next_ = 0;  // of main's statements
    Numbers returned_;
    bool discarded_ = false;
    int steps_ = 0;
};

// A built-in function's arguments, each with its type, and what it gives. Functions that write arguments give these
// behind their result.
struct BuiltinArguments {
    std::vector<const Type*> types;
    std::vector<Numbers> values;
};
// Throws Undecided where the name is not known here.
Numbers evaluate_builtin(std::string_view name, const Type* result, const BuiltinArguments& arguments);

}  // namespace random_glsl
