#include "module_writer.h"

#include <map>

#include "glsl/spirv/testing/module_words.h"

namespace random_spirv {
namespace {

using glsl::spirv::Decoration;
using glsl::spirv::Op;
using glsl::spirv::testing::ModuleWords;
using Id = uint32_t;

// The ids of numbers that are values, at some point of a function.
using Values = std::array<Id, values>;

// A block that is branched to, from where and with which values.
struct Target {
    Id label = 0;
    struct Edge {
        Id from;
        Values values;
    };
    std::vector<Edge> edges;
};

// What all functions have in common: types, constants, variables.
struct Declarations {
    Id nothing = 0, procedure = 0, number = 0, truth = 0, vector = 0, function = 0, of_function = 0, of_output = 0;
    Id input = 0, output = 0, global = 0;
    std::vector<Id> functions;
};

struct Instruction {
    Op opcode;
    std::vector<uint32_t> operands;
};

class ModuleWriter {
  public:
    ModuleWriter(const Flow& flow, arbasm::Stage stage) : flow_(flow), is_fragment_(stage == arbasm::Stage::Fragment) {}

    std::vector<uint32_t> write() {
        name_all();
        for (size_t n = 0; n < flow_.functions.size(); n++) write_function(n);
        ModuleWords module;
        begin(module);
        for (const auto& [value, id] : constants_) module.add(Op::Constant, {common_.number, id, value});
        for (const Instruction& one : variables_) module.add(one.opcode, one.operands);
        for (const Instruction& one : code_) module.add(one.opcode, one.operands);
        std::vector<uint32_t> words = module.words();
        words[3] = next_id_;
        return words;
    }

  private:
    static constexpr uint32_t input_class = 1, output_class = 3, private_class = 6, function_class = 7;

    Id fresh() { return next_id_++; }
    Id constant(uint32_t value) {
        const auto [found, is_new] = constants_.try_emplace(value, 0);
        if (is_new) found->second = fresh();
        return found->second;
    }
    void add(Op opcode, std::vector<uint32_t> operands) { code_.push_back({opcode, std::move(operands)}); }
    // With a result.
    Id made(Op opcode, Id type, std::vector<uint32_t> operands) {
        const Id id = fresh();
        operands.insert(operands.begin(), {type, id});
        add(opcode, std::move(operands));
        return id;
    }

    // ---- around the functions

    void name_all() {
        Declarations& c = common_;
        for (Id* id : {&c.nothing, &c.procedure, &c.number, &c.truth, &c.vector, &c.function, &c.of_function,
                       &c.of_output, &c.input, &c.output, &c.global})
            *id = fresh();
        for (size_t n = 0; n < flow_.functions.size(); n++) c.functions.push_back(fresh());
        variables_.push_back({Op::TypePointer, {fresh(), input_class, c.vector}});
        variables_.push_back({Op::Variable, {variables_[0].operands[0], c.input, input_class}});
        const Id output = fresh(), of_module = fresh();
        variables_.push_back({Op::TypePointer, {output, output_class, c.vector}});
        variables_.push_back({Op::Variable, {output, c.output, output_class}});
        variables_.push_back({Op::TypePointer, {of_module, private_class, c.number}});
        variables_.push_back({Op::Variable, {of_module, c.global, private_class}});
    }
    void begin(ModuleWords& module) const {
        const Declarations& c = common_;
        module.begin(is_fragment_ ? 4 : 0, c.functions[0], {c.input, c.output},
                     is_fragment_ ? "SPV_KHR_terminate_invocation" : "");
        if (is_fragment_) module.add(Op::ExecutionMode, {c.functions[0], 8});  // OriginLowerLeft
        module.decorate(c.input, Decoration::Location, 0);
        module.decorate(c.output, Decoration::Location, 0);
        constexpr uint32_t flat = 14;
        if (is_fragment_) module.add(Op::Decorate, {c.input, flat});
        module.add(Op::TypeVoid, {c.nothing});
        module.add(Op::TypeFunction, {c.procedure, c.nothing});
        module.add(Op::TypeInt, {c.number, 32, 0});
        module.add(Op::TypeBool, {c.truth});
        module.add(Op::TypeVector, {c.vector, c.number, 4});
        module.add(Op::TypeFunction, {c.function, c.number, c.number});
        module.add(Op::TypePointer, {c.of_function, function_class, c.number});
        module.add(Op::TypePointer, {c.of_output, output_class, c.number});
    }

    // ---- functions

    void write_function(size_t number) {
        const bool is_main = number == 0;
        is_main_ = is_main;
        add(Op::Function, {is_main ? common_.nothing : common_.number, common_.functions[number], 0,
                           is_main ? common_.procedure : common_.function});
        Id parameter = 0;
        if (!is_main) parameter = made(Op::FunctionParameter, common_.number, {});
        label_ = fresh();
        add(Op::Label, {label_});
        for (Id& local : locals_) local = made(Op::Variable, common_.of_function, {function_class});
        begin_values(parameter);
        if (write_block(flow_.functions[number])) {
            if (is_main)
                add(Op::Return, {});
            else
                add(Op::Unreachable, {});
        }
        add(Op::FunctionEnd, {});
    }
    // first_values()
    void begin_values(Id parameter) {
        std::array<Id, 4> first{};
        if (is_main_) {
            const Id input = made(Op::Load, common_.vector, {common_.input});
            for (uint32_t n = 0; n < 4; n++) first[n] = made(Op::CompositeExtract, common_.number, {input, n});
            add(Op::Store, {common_.global, constant(0)});
            const Id zero = constant(0);
            add(Op::Store, {common_.output, made(Op::CompositeConstruct, common_.vector, {zero, zero, zero, zero})});
        } else {
            first = {parameter, made(Op::IMul, common_.number, {parameter, constant(3)}),
                     made(Op::BitwiseXor, common_.number, {parameter, constant(5)}), constant(9)};
        }
        for (size_t n = 0; n < values; n++) values_[n] = first[n];
        for (size_t n = 0; n < locals_.size(); n++) add(Op::Store, {locals_[n], first[values + n]});
    }

    // ---- numbers

    Id address(uint8_t operand) {
        if (operand < Global) return locals_[operand - Local0];
        if (operand == Global) return common_.global;
        return made(Op::AccessChain, common_.of_output, {common_.output, constant(operand - Output0)});
    }
    Id read(uint8_t operand) {
        return operand < values ? values_[operand] : made(Op::Load, common_.number, {address(operand)});
    }
    void write(uint8_t operand, Id value) {
        if (operand < values)
            values_[operand] = value;
        else
            add(Op::Store, {address(operand), value});
    }
    Id truth_of(const Condition& condition) {
        const Id bits = made(Op::BitwiseAnd, common_.number, {read(condition.from), constant(condition.bits)});
        return made(Op::ULessThan, common_.truth, {bits, constant(condition.limit)});
    }
    // set_value()
    void write_set(const Statement& set) {
        const Id from = read(set.from), wanted = constant(set.constant);
        switch (set.way) {
            case 0: return write(set.to, made(Op::IAdd, common_.number, {from, wanted}));
            case 1: {
                const Id product = made(Op::IMul, common_.number, {read(set.to), wanted});
                return write(set.to, made(Op::IAdd, common_.number, {product, from}));
            }
            case 2: {
                const Id shifted = made(Op::ShiftRightLogical, common_.number, {from, constant(3)});
                return write(set.to, made(Op::BitwiseXor, common_.number, {read(set.to), shifted}));
            }
            default: return write(set.to, from);
        }
    }

    // ---- flow. False: the block that was written last has its end.

    Target target() { return {fresh(), {}}; }
    void note_edge(Target& to) { to.edges.push_back({label_, values_}); }
    bool go_to(Target& to) {
        note_edge(to);
        add(Op::Branch, {to.label});
        return false;
    }
    // What is branched to from nowhere ends at once.
    bool begin_block(const Target& at) {
        label_ = at.label;
        add(Op::Label, {label_});
        if (at.edges.empty()) {
            add(Op::Unreachable, {});
            return false;
        }
        if (at.edges.size() == 1) {
            values_ = at.edges[0].values;
            return true;
        }
        for (size_t n = 0; n < values; n++) {
            std::vector<uint32_t> operands;
            for (const Target::Edge& edge : at.edges) operands.insert(operands.end(), {edge.values[n], edge.from});
            values_[n] = made(Op::Phi, common_.number, operands);
        }
        return true;
    }

    bool write_block(const Block& block) {
        for (const Statement& statement : block)
            if (!write_statement(statement)) return false;
        return true;
    }
    bool write_statement(const Statement& statement) {
        switch (statement.kind) {
            case Kind::Set: write_set(statement); return true;
            case Kind::Call: {
                const Id function = common_.functions[static_cast<size_t>(statement.function)];
                write(statement.to, made(Op::FunctionCall, common_.number, {function, read(statement.from)}));
                return true;
            }
            case Kind::If: return write_if(statement);
            case Kind::Loop:
                return statement.form == LoopForm::OneBlock ? write_one_block(statement) : write_loop(statement);
            case Kind::Switch: return write_switch(statement);
            case Kind::Break: return go_to(*loop_ends_.back());
            case Kind::Continue: return go_to(*loop_steps_.back());
            case Kind::LeaveSwitch: return go_to(*switch_ends_.back());
            case Kind::Return:
                if (is_main_)
                    add(Op::Return, {});
                else
                    add(Op::ReturnValue, {read(statement.from)});
                return false;
            case Kind::Kill: add(Op::Kill, {}); return false;
            case Kind::Terminate: add(Op::TerminateInvocation, {}); return false;
        }
        return false;
    }

    bool write_if(const Statement& branch) {
        const Id truth = truth_of(branch.condition);
        Target yes = target(), no = target(), merge = target();
        add(Op::SelectionMerge, {merge.label, 0});
        note_edge(yes);
        note_edge(branch.has_else ? no : merge);
        add(Op::BranchConditional, {truth, yes.label, branch.has_else ? no.label : merge.label});
        write_arm(yes, branch.blocks[0], merge);
        if (branch.has_else) write_arm(no, branch.blocks[1], merge);
        return begin_block(merge);
    }
    void write_arm(const Target& at, const Block& block, Target& behind) {
        if (begin_block(at) && write_block(block)) go_to(behind);
    }

    // A loop's head: what is branched back with comes into the phis when it is known.
    struct Head {
        Id label = 0, turn = 0, turns = 0;
        size_t phis = 0;  // of code_: of the values, then of the turn
        Values values{};
    };
    Head begin_head(const Statement& loop) {
        Head head;
        head.turns =
            loop.turns ? constant(loop.turns) : made(Op::BitwiseAnd, common_.number, {read(loop.from), constant(3)});
        Target to = target();
        go_to(to);
        head.label = label_ = to.label;
        add(Op::Label, {label_});
        head.phis = code_.size();
        const Target::Edge& edge = to.edges[0];
        for (size_t n = 0; n < values; n++) head.values[n] = made(Op::Phi, common_.number, {edge.values[n], edge.from});
        head.turn = made(Op::Phi, common_.number, {constant(0), edge.from});
        values_ = head.values;
        return head;
    }
    void close_head(const Head& head, Id turn) {
        for (size_t n = 0; n <= values; n++) {
            auto& operands = code_[head.phis + n].operands;
            operands.insert(operands.end(), {n < values ? values_[n] : turn, label_});
        }
    }

    bool write_one_block(const Statement& loop) {
        const Head head = begin_head(loop);
        Target end = target();
        write_block(loop.blocks[0]);
        const Id turn = made(Op::IAdd, common_.number, {head.turn, constant(1)});
        const Id again = made(Op::ULessThan, common_.truth, {turn, head.turns});
        close_head(head, turn);
        note_edge(end);
        add(Op::LoopMerge, {end.label, head.label, 0});
        add(Op::BranchConditional, {again, head.label, end.label});
        return begin_block(end);
    }

    bool write_loop(const Statement& loop) {
        const Head head = begin_head(loop);
        Target body = target(), step = target(), end = target();
        write_block(loop.blocks[0]);
        const bool tests_first = loop.form == LoopForm::TestFirst;
        const Id goes_on = tests_first ? within(head) : 0;
        add(Op::LoopMerge, {end.label, step.label, 0});
        if (tests_first) {
            note_edge(body);
            note_edge(end);
            add(Op::BranchConditional, {goes_on, body.label, end.label});
        } else {
            go_to(body);
        }
        begin_block(body);
        loop_ends_.push_back(&end);
        loop_steps_.push_back(&step);
        if (loop.form == LoopForm::TestWithin) test_within(head, end);
        if (write_block(loop.blocks[1])) go_to(step);
        loop_ends_.pop_back();
        loop_steps_.pop_back();
        write_step(loop, head, step, end);
        return begin_block(end);
    }
    Id within(const Head& head) { return made(Op::ULessThan, common_.truth, {head.turn, head.turns}); }
    void test_within(const Head& head, Target& end) {
        const Id goes_on = within(head);
        Target merge = target();
        note_edge(merge);
        note_edge(end);
        add(Op::SelectionMerge, {merge.label, 0});
        add(Op::BranchConditional, {goes_on, merge.label, end.label});
        begin_block(merge);
    }
    void write_step(const Statement& loop, const Head& head, const Target& step, Target& end) {
        if (step.edges.empty()) {  // there it is all the same
            label_ = step.label;
            add(Op::Label, {label_});
            values_ = head.values;
        } else {
            begin_block(step);
        }
        write_block(loop.blocks[2]);
        const Id turn = made(Op::IAdd, common_.number, {head.turn, constant(1)});
        close_head(head, turn);
        if (loop.form != LoopForm::TestLast) return add(Op::Branch, {head.label});
        const Id again = made(Op::ULessThan, common_.truth, {turn, head.turns});
        note_edge(end);
        add(Op::BranchConditional, {again, head.label, end.label});
    }

    bool write_switch(const Statement& choice) {
        const Id number = made(Op::BitwiseAnd, common_.number, {read(choice.from), constant(7)});
        Target merge = target();
        std::vector<Target> cases;
        for (size_t n = 0; n < choice.cases.size(); n++) note_edge(cases.emplace_back(target()));
        if (!choice.has_default) note_edge(merge);
        std::vector<uint32_t> operands = {number, choice.has_default ? cases.back().label : merge.label};
        for (size_t n = 0; n < choice.cases.size(); n++)
            for (const uint32_t value : choice.cases[n].numbers)
                operands.insert(operands.end(), {value, cases[n].label});
        add(Op::SelectionMerge, {merge.label, 0});
        add(Op::Switch, operands);
        switch_ends_.push_back(&merge);
        for (size_t n = 0; n < cases.size(); n++)
            write_arm(cases[n], choice.blocks[n], choice.cases[n].falls ? cases[n + 1] : merge);
        switch_ends_.pop_back();
        return begin_block(merge);
    }

    const Flow& flow_;
    const bool is_fragment_;
    Declarations common_;
    Id next_id_ = 1;
    std::map<uint32_t, Id> constants_;
    std::vector<Instruction> variables_, code_;
    // State of the function, and of the block that is being written.
    bool is_main_ = true;
    std::array<Id, 2> locals_{};
    Id label_ = 0;
    Values values_{};
    std::vector<Target*> loop_ends_, loop_steps_, switch_ends_;
};

}  // namespace

std::vector<uint32_t> module_of(const Flow& flow, arbasm::Stage stage) { return ModuleWriter(flow, stage).write(); }

}  // namespace random_spirv
