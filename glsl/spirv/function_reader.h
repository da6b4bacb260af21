// A function of the module to statements: the flow of control, block by block. Phis are local variables, which the
// blocks before them assign.
#pragma once

#include <unordered_set>

#include "glsl/spirv/effects.h"
#include "glsl/spirv/images.h"

namespace glsl::spirv {

class FunctionReader {
  public:
    FunctionReader(Reader& reader, FunctionInfo& info)
        : reader_(reader), context_(reader.context().nodes()), module_(reader.context().module()), info_(info) {}
    void read();

    static constexpr int most_nesting = 100;  // of branches and loops
    static constexpr size_t most_steps = 48;  // expressions of what a loop repeats

  private:
    struct BasicBlock {
        size_t first = 0, last = 0;  // instructions; the last one ends it
        const Instruction* merge = nullptr;
        std::vector<const Instruction*> phis;
        bool done = false;
    };
    // What a branch may leave, from the outermost to the innermost.
    struct Construct {
        enum class Kind : uint8_t { If, Loop, Switch } kind = Kind::If;
        Id merge = 0, next = 0;     // next: of loops where they continue, of switches the case behind this one
        Id header = 0;              // of a loop, while its continue construct is read: the end
        Variable* leave = nullptr;  // of loops: set where a switch within is left for the loop's end
    };
    enum class Exit : uint8_t { None, Through, Break, Continue, Leave };

    // ---- function_reader.cpp
    bool find_blocks();
    void count_uses();
    void declare_phis();
    void read_instruction(const Instruction& instruction);
    bool read_special(const Instruction& instruction);
    bool read_memory(const Instruction& instruction);
    void read_parameters();
    void read_parameter(const Instruction& instruction, size_t number);
    void insert(const Instruction& instruction);
    void function_call(const Instruction& instruction);

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
    FunctionValues values_{reader_};
    FunctionPointers pointers_{reader_, values_};
    ImageInstructions images_{reader_, values_};
    EffectInstructions effects_{reader_, values_, pointers_};
    std::unordered_map<Id, BasicBlock> blocks_;
    Id entry_block_ = 0;
    std::vector<Construct> constructs_;
    int nesting_ = 0;
    size_t searched_blocks_ = 0;  // by falls_to(), and where they go on
};

}  // namespace glsl::spirv
