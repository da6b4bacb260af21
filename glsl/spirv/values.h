// Values and statements of a function while it is read. Values that are used once, where they are made, become parts of
// the expression that uses them; others are local variables.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "glsl/spirv/reader.h"

namespace glsl::spirv {

using Statements = std::vector<Statement*>;

class FunctionValues {
  public:
    explicit FunctionValues(Reader& reader) : reader_(reader), context_(reader.context().nodes()) {}

    static constexpr int most_depth = 32;  // of expressions
    static constexpr size_t most_pending = 128;

    // ---- uses, counted before the function is read
    struct Use {
        int count = 0;
        Id block = 0;
        bool elsewhere = false;  // in several blocks, or by a phi
        Id made = 0;             // the block that makes it
    };
    Use& use(Id id) { return uses_[id]; }

    // ---- values
    void begin_instruction();
    Expression* value(Id id, uint32_t at);
    Expression* stable(Id id, uint32_t at);  // that may stand in several places
    // What an instruction gives. With effects (or where it is to be computed here) it becomes a statement at once.
    void define(const Instruction& instruction, Expression* expression, bool effects = false);
    void set(Id id, Expression* expression) { values_[id] = {expression}; }
    // What set() has said.
    const Expression* known(Id id) { return values_[id].expression; }
    // Says whether the value that is being computed reads what statements may change.
    void set_reads(bool reads) { reads_ = reads; }
    // Before a statement that may change what values read that no statement has yet.
    void flush();
    // What no instruction of the block before has used is not used any more.
    void forget_pending() { pending_.clear(); }
    std::optional<int64_t> constant_integer(Id id, uint32_t at);
    const Type* result_type(const Instruction& instruction) {
        return reader_.types().value_type(instruction.type, instruction.at);
    }
    Expression* call(std::string_view name, std::vector<Expression*> arguments, uint32_t at) {
        return reader_.operations().call(name, std::move(arguments), at);
    }

    // ---- variables
    Variable* local(std::string_view prefix, Id id, const Type* type, uint32_t at);
    // Declares it where the function begins.
    void hoist(Variable* variable, uint32_t at);
    // While set, statements are expressions only, and all variables hoisted. Gives what was before.
    bool hoist_all(bool all) { return std::exchange(hoists_all_, all); }

    // ---- statements
    // The list that statements go to from here on. Gives the one before.
    Statements* write_to(Statements* list) { return std::exchange(list_, list); }
    void emit(Statement* statement) { list_->push_back(statement); }
    void emit(Expression* expression, uint32_t at);
    Expression* assignment(Expression* target, Expression* given, uint32_t at);
    void assign(Expression* target, Expression* given, uint32_t at) { emit(assignment(target, given, at), at); }
    Statement* block_of(const Statements& list, uint32_t at);
    // Declarations of what was hoisted, and behind them the list.
    Statements with_hoisted(const Statements& body) const;

  private:
    struct Value {
        Expression* expression = nullptr;
        int depth = 0;
        bool pending = false;  // not yet part of a statement
        bool reads = false;    // what statements may change
    };
    Expression* materialize(Id id, Expression* expression, uint32_t at);

    Reader& reader_;
    CheckContext& context_;
    std::unordered_map<Id, Value> values_;
    std::unordered_map<Id, Use> uses_;
    std::vector<Id> pending_;
    Statements hoisted_;
    Statements* list_ = nullptr;
    bool hoists_all_ = false;
    int depth_ = 0;  // of the operands of the instruction being read
    bool reads_ = false;
};

}  // namespace glsl::spirv
