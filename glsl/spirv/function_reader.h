// A function of the module to statements. Values that are used once, where they are made, become parts of the
// expression that uses them; others are local variables, as phis are, which the blocks before them assign.
#pragma once

#include <unordered_set>

#include "glsl/spirv/reader.h"

namespace glsl::spirv {

class FunctionReader {
  public:
    FunctionReader(Reader& reader, FunctionInfo& info)
        : reader_(reader), context_(reader.context().nodes()), module_(reader.context().module()), info_(info) {}
    void read();

    static constexpr int most_nesting = 100;  // of branches and loops
    static constexpr int most_depth = 32;     // of expressions
    static constexpr size_t most_pending = 128;
    static constexpr size_t most_steps = 48;  // expressions of what a loop repeats

  private:
    struct BasicBlock {
        size_t first = 0, last = 0;  // instructions; the last one ends it
        const Instruction* merge = nullptr;
        std::vector<const Instruction*> phis;
        bool done = false;
    };
    struct Value {
        Expression* expression = nullptr;
        int depth = 0;
        bool pending = false;  // not yet part of a statement
        bool reads = false;    // what statements may change
    };
    struct Use {
        int count = 0;
        Id block = 0;
        bool elsewhere = false;  // in several blocks, or by a phi
        Id made = 0;             // the block that makes it
    };
    // What a branch may leave, from the outermost to the innermost.
    struct Construct {
        enum class Kind : uint8_t { If, Loop, Switch } kind = Kind::If;
        Id merge = 0, next = 0;     // next: of loops where they continue, of switches the case behind this one
        Id header = 0;              // of a loop, while its continue construct is read: the end
        Variable* leave = nullptr;  // of loops: set where a switch within is left for the loop's end
    };
    enum class Exit : uint8_t { None, Through, Break, Continue, Leave };
    using Statements = std::vector<Statement*>;

    // ---- function_reader.cpp
    bool find_blocks();
    void count_uses();
    void declare_phis();
    void read_instruction(const Instruction& instruction);
    bool read_special(const Instruction& instruction);
    void read_parameter(const Instruction& instruction, size_t number);

    // ---- values.cpp
    Expression* value(Id id, uint32_t at);
    Expression* stable(Id id, uint32_t at);  // that may stand in several places
    void define(const Instruction& instruction, Expression* expression, bool effects = false);
    Expression* materialize(Id id, Expression* expression, uint32_t at);
    Variable* local(std::string_view prefix, Id id, const Type* type, uint32_t at);
    void hoist(Variable* variable, uint32_t at);
    void flush();
    void emit(Statement* statement) { list_->push_back(statement); }
    void emit(Expression* expression, uint32_t at);
    Expression* assignment(Expression* target, Expression* value, uint32_t at);
    void assign(Expression* target, Expression* value, uint32_t at) { emit(assignment(target, value, at), at); }
    Expression* call(std::string_view name, std::vector<Expression*> arguments, uint32_t at) {
        return reader_.operations().call(name, std::move(arguments), at);
    }
    const Type* result_type(const Instruction& instruction) {
        return reader_.types().value_type(instruction.type, instruction.at);
    }
    std::optional<int64_t> constant_integer(Id id, uint32_t at);

    // ---- memory.cpp
    Pointer pointer(Id id, uint32_t at);
    bool step(Pointer& pointer, Id index, uint32_t at);
    bool step_to(Pointer& pointer, uint32_t member, Expression* index, uint32_t at);
    bool step_block(Pointer& pointer, const TypeInfo& type, uint32_t member, Expression* index, uint32_t at);
    Expression* member_place(const Pointer& pointer, int32_t element, uint32_t member, uint32_t at);
    uint32_t count_parts(const Pointer& pointer) const;
    Pointer part_of(const Pointer& pointer, uint32_t number, uint32_t at);
    Expression* loaded(const Pointer& from, uint32_t at);
    Expression* is_chosen(const Pointer& pointer, size_t element, uint32_t at);
    void store_parts(const Pointer& target, Expression* given, uint32_t at);
    void access_chain(const Instruction& instruction);
    void load(const Instruction& instruction);
    void store(const Instruction& instruction);
    void copy_memory(const Instruction& instruction);
    void store_to(const Pointer& target, Expression* value, uint32_t at);
    void array_length(const Instruction& instruction);
    void function_variable(const Instruction& instruction);
    void insert(const Instruction& instruction);
    void function_call(const Instruction& instruction);
    Expression* checked_place(const Pointer& pointer, uint32_t at);

    // ---- effects.cpp
    void texel_pointer(const Instruction& instruction);
    void atomic(const Instruction& instruction);
    void invocation(const Instruction& instruction);
    void several_results(const Instruction& instruction);
    void extended(const Instruction& instruction);
    void interpolate(const ExtendedRow& row, std::span<const Id> given, const Instruction& instruction);
    void extended_results(const ExtendedRow& row, const Instruction& instruction);

    // ---- subgroups.cpp
    bool subgroup(const Instruction& instruction);
    bool is_subgroup_scope(Id scope, uint32_t at);

    // ---- images.cpp
    struct ImageOperands;
    bool image_instruction(const Instruction& instruction);
    ImageOperands image_operands(std::span<const uint32_t> words, uint32_t at);
    std::vector<Expression*> texel_place(Expression* image, Expression* given, const ImageOperands& operands,
                                         uint32_t at);
    void define_texel(const Instruction& instruction, std::string name, std::vector<Expression*> arguments,
                      Expression* last, bool sparse);
    void sample(const Instruction& instruction);
    void fetch(const Instruction& instruction);
    void gather(const Instruction& instruction);
    void read_image(const Instruction& instruction);
    void write_image(const Instruction& instruction);
    void query_image(const Instruction& instruction);
    Expression* opaque(Id id, bool image, uint32_t at);
    Expression* with_shadow(Expression* sampler, bool shadow, uint32_t at);
    Expression* numbers(Expression* expression, Scalar scalar, uint32_t at);

    // ---- control_flow.cpp
    void read_chain(Id label);
    Id read_block(Id label);
    Id read_body(BasicBlock& block, Id label);
    Id read_terminator(BasicBlock& block, Id label);
    Id read_branch(BasicBlock& block, Id label, const Instruction& branch);
    void read_arm(Id target, Id from, Statements& list);
    Exit exit_of(Id target) const;
    void emit_exit(Exit exit, uint32_t at);
    Construct* loop_around();
    void edge(Id from, Id to, uint32_t at);
    std::vector<std::pair<Variable*, Expression*>> edge_values(Id from, Id to, uint32_t at);
    Expression* edge_expression(Id from, Id to, bool is, uint32_t at);
    Statement* block_of(const Statements& list, uint32_t at);
    template <class T>
    Statement* jump(uint32_t at) {
        return context_.statement<T>(location_of(at));
    }
    Expression* truth(bool is, uint32_t at);
    Expression* comma(Expression* left, Expression* right, uint32_t at);
    bool too_deep(uint32_t at);

    // ---- loops.cpp
    struct SwitchCase {
        Id target = 0;
        std::vector<uint32_t> values;
        bool is_default = false;
        Id falls_to = 0;  // the case it goes on with
    };
    Id read_loop(BasicBlock& block, Id label);
    bool read_step(Id label, Id header, Loop& loop);
    Variable* read_continue(Construct& loop, Statements& body, uint32_t at);
    Id read_switch(BasicBlock& block, Id label, const Instruction& branch);
    std::vector<SwitchCase> switch_cases(const Instruction& branch, Id merge);
    Id falls_to(const SwitchCase& own, const std::unordered_set<Id>& cases, Id merge, uint32_t at);
    void targets(const BasicBlock& block, std::vector<Id>& list) const;

    Reader& reader_;
    CheckContext& context_;
    const Module& module_;
    FunctionInfo& info_;
    std::unordered_map<Id, BasicBlock> blocks_;
    Id entry_block_ = 0;
    std::unordered_map<Id, Value> values_;
    std::unordered_map<Id, Pointer> pointers_;
    std::unordered_map<Id, Use> uses_;
    std::vector<Id> pending_;
    Statements hoisted_;
    Statements* list_ = nullptr;
    std::vector<Construct> constructs_;
    int nesting_ = 0;
    size_t searched_blocks_ = 0;  // by falls_to(), and where they go on
    bool hoists_all_ = false;     // statements are expressions only
    int depth_ = 0;               // of the operands of the instruction being read
    bool reads_ = false;
};

}  // namespace glsl::spirv
