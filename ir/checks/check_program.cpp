// Checks that need the whole program, and branch targets.
#include "ir/checks/check_program.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "ir/checks/checks.h"
#include "ir/switches.h"

namespace arbasm {
namespace {

struct State {
    Program& program;
    const VariableBindings& bindings;
    const ProgramLocations& locations;
    const Limits& limits;
    std::vector<Diagnostic>& errors;

    void error(SourceLocation where, std::string message, std::string hint = {}) {
        errors.push_back({where, std::move(message), std::move(hint)});
    }
    bool is_arb() const { return program.instruction_set == InstructionSet::Arb10; }

    void check_flow();
    void check_attribute_pairs();
    void inherit_interpolation();
    void check_interpolation();
    void check_indexed_arrays();
    void check_buffers();
    void check_result_sizes();
    void check_vertex_textures();
};

// ---- flow control (2.X.5 of NV_gpu_program4)

struct Block {
    Opcode opener;
    int32_t index;
    int32_t else_index = -1;
    std::vector<int32_t> breaks{};  // BRK and CONT that wait for the ENDREP
    bool has_break = false;
};

// Walks the instructions, keeps the open blocks and fills in where their instructions go to.
class FlowChecker {
  public:
    explicit FlowChecker(State& state) : state_(state) {}

    void run() {
        for (size_t at = 0; at < code_.size(); ++at) {
            labels_before(at);
            visit(code_[at], static_cast<int32_t>(at));
        }
        labels_before(code_.size());
        for (const Block& block : blocks_)
            state_.error(opener_of(block).where,
                         "this " + word(opener_of(block)) + " block has no END" + std::string(spelling(block.opener)));
    }

  private:
    static std::string word(const Instruction& instruction) { return std::string(spelling(instruction.opcode)); }
    Instruction& opener_of(const Block& block) { return code_[static_cast<size_t>(block.index)]; }

    void visit(Instruction& instruction, int32_t index) {
        switch (flow_role(instruction.opcode)) {
            case FlowRole::If: open(instruction, index, ++if_depth_, state_.limits.if_depth); break;
            case FlowRole::Loop:
                loops_.push_back(blocks_.size());
                open(instruction, index, static_cast<int>(loops_.size()), state_.limits.loop_depth);
                break;
            case FlowRole::Else: otherwise(instruction, index); break;
            case FlowRole::Endif: end_if(instruction, index); break;
            case FlowRole::Endloop: end_loop(instruction, index); break;
            case FlowRole::Break:
            case FlowRole::Continue: leave(instruction, index); break;
            case FlowRole::Return: last_return_ = index; break;
            case FlowRole::Call:
            case FlowRole::Jump:  // by a label
            case FlowRole::None: break;
        }
    }

    void labels_before(size_t at) {
        const std::vector<Label>& labels = state_.program.labels;
        for (; next_label_ < labels.size() && static_cast<size_t>(labels[next_label_].instruction) <= at; ++next_label_)
            if (!blocks_.empty())
                state_.error(state_.locations.labels[next_label_],
                             "label \"" + labels[next_label_].name + "\" stands inside a block");
    }

    void open(const Instruction& instruction, int32_t index, int depth, int most) {
        blocks_.push_back({instruction.opcode, index});
        if (depth > most)
            state_.error(instruction.where,
                         word(instruction) + " blocks are nested more than " + std::to_string(most) + " deep");
    }

    // Whether the innermost block is one that the instruction can belong to.
    bool belongs(const Instruction& instruction, Opcode opener) {
        if (!blocks_.empty() && blocks_.back().opener == opener) return true;
        std::string hint;
        if (!blocks_.empty()) {
            const Instruction& open = opener_of(blocks_.back());
            hint = "the block open here is the " + word(open) + " of line " + std::to_string(open.where.line);
        }
        state_.error(instruction.where,
                     word(instruction) + " without an open " + std::string(spelling(opener)) + " block",
                     std::move(hint));
        return false;
    }

    void otherwise(const Instruction& instruction, int32_t index) {
        if (!belongs(instruction, Opcode::If)) return;
        if (blocks_.back().else_index >= 0) return state_.error(instruction.where, "the IF block has an ELSE already");
        blocks_.back().else_index = index;
        opener_of(blocks_.back()).target = index;
    }

    void end_if(const Instruction& instruction, int32_t index) {
        if (!belongs(instruction, Opcode::If)) return;
        const Block& block = blocks_.back();
        code_[static_cast<size_t>(block.else_index >= 0 ? block.else_index : block.index)].target = index;
        blocks_.pop_back();
        --if_depth_;
    }

    void end_loop(Instruction& instruction, int32_t index) {
        if (!belongs(instruction, instruction.opcode == Opcode::Endloop ? Opcode::Loop : Opcode::Rep)) return;
        const Block& block = blocks_.back();
        Instruction& opener = opener_of(block);
        opener.target = index;
        instruction.target = block.index;
        for (const int32_t n : block.breaks) code_[static_cast<size_t>(n)].target = index;
        if (opener.operand_count == 0 && !block.has_break && last_return_ < block.index)
            state_.error(opener.where, "this REP never ends: it has neither a count nor a BRK of its own nor a RET");
        blocks_.pop_back();
        loops_.pop_back();
    }

    void leave(const Instruction& instruction, int32_t index) {
        if (loops_.empty()) return state_.error(instruction.where, word(instruction) + " stands outside of loops");
        Block& loop = blocks_[loops_.back()];
        loop.breaks.push_back(index);
        if (instruction.opcode == Opcode::Brk) loop.has_break = true;
    }

    State& state_;
    std::vector<Instruction>& code_ = state_.program.instructions;
    std::vector<Block> blocks_;
    std::vector<size_t> loops_;  // those of blocks_ that are no IF
    int if_depth_ = 0;
    int32_t last_return_ = -1;
    size_t next_label_ = 0;
};

void State::check_flow() { FlowChecker(*this).run(); }

// ---- attributes

// The generic attribute that shares storage with a conventional one (Table X.2.1 of ARB_vertex_program); -1: none.
int aliased_attribute(const Binding& binding) {
    ASMGL_SOME_CASES
    switch (binding.kind) {
        case BindingKind::Position: return 0;
        case BindingKind::Weight: return binding.index == 0 ? 1 : -1;
        case BindingKind::Normal: return 2;
        case BindingKind::Color: return binding.secondary ? 4 : 3;
        case BindingKind::FogCoord: return 5;
        case BindingKind::Texcoord: return 8 + binding.index;
        default: return -1;
    }
    ASMGL_END_SOME_CASES
}

void State::check_attribute_pairs() {
    if (program.stage != Stage::Vertex) return;
    std::unordered_map<int, bool> conventional, generic;
    for (size_t n = 0; n < program.variables.size(); ++n) {
        // Attributes indexed at run time may be any: nothing can be said about those.
        if (program.variables[n].file != RegisterFile::Attribute || program.variables[n].implicit) continue;
        for (const Binding& binding : bindings[n]) {
            const bool is_generic = binding.kind == BindingKind::GenericAttrib;
            const int number = is_generic ? binding.index : aliased_attribute(binding);
            if (number < 0) continue;
            (is_generic ? generic : conventional)[number] = true;
            if ((is_generic ? conventional : generic).contains(number)) {
                error(locations.variables[n],
                      "generic attribute " + std::to_string(number) +
                          " and the conventional attribute that shares its storage are both used",
                      "use one of the two spellings throughout the program");
                return;
            }
        }
    }
}

// 2.X.3.1 of NV_fragment_program4: a binding that instructions use directly is interpolated as the variables declared
// for it, wherever they are declared.
void State::inherit_interpolation() {
    if (program.stage != Stage::Fragment || is_arb()) return;
    std::unordered_map<Binding, size_t, BindingHash> declared;
    for (size_t n = 0; n < program.variables.size(); ++n) {
        const Variable& variable = program.variables[n];
        if (variable.file != RegisterFile::Attribute || variable.name.empty()) continue;
        for (const Binding& binding : bindings[n]) declared.emplace(binding, n);
    }
    for (size_t n = 0; n < program.variables.size(); ++n) {
        Variable& variable = program.variables[n];
        if (variable.file != RegisterFile::Attribute || !variable.name.empty()) continue;
        const auto found = declared.find(bindings[n].front());
        if (found == declared.end()) continue;
        variable.interpolation = program.variables[found->second].interpolation;
        variable.sample_location = program.variables[found->second].sample_location;
    }
}

// 3.11.3.1 of NV_fragment_program4: one attribute is interpolated in one way; both colours alike, which NV_internal
// lifts for GLSL.
void State::check_interpolation() {
    if (program.stage != Stage::Fragment || is_arb()) return;
    std::unordered_map<int, size_t> first;  // kind and index → variable
    for (size_t n = 0; n < program.variables.size(); ++n) {
        const Variable& variable = program.variables[n];
        if (variable.file != RegisterFile::Attribute) continue;
        for (const Binding& binding : bindings[n]) {
            const bool varying = binding.kind == BindingKind::Color || binding.kind == BindingKind::Texcoord ||
                                 binding.kind == BindingKind::GenericAttrib;
            if (!varying) continue;
            const bool apart = binding.secondary && program.has(Option::NvInternal);
            const int key = static_cast<int>(binding.kind) * 1024 + (apart ? 512 : 0) + binding.index;
            const auto [found, is_new] = first.emplace(key, n);
            if (is_new) continue;
            const Variable& other = program.variables[found->second];
            if (other.interpolation == variable.interpolation && other.sample_location == variable.sample_location)
                continue;
            error(locations.variables[n],
                  binding.kind == BindingKind::Color
                      ? "primary and secondary colour must have the same interpolation modifiers"
                      : "one attribute is used with different interpolation modifiers");
            return;
        }
    }
}

// ---- arrays that are indexed at run time

void State::check_indexed_arrays() {
    std::array<std::unordered_set<Binding, BindingHash>, 3> seen;  // attributes, results, parameters
    for (size_t n = 0; n < program.variables.size(); ++n) {
        const Variable& variable = program.variables[n];
        if (!locations.indexed[n]) continue;
        for (const Binding& b : bindings[n]) {
            if (b.kind == BindingKind::Constant) continue;
            if (b.high) continue;
            auto& others = seen[variable.file == RegisterFile::Attribute ? 0u
                                : variable.file == RegisterFile::Result  ? 1u
                                                                         : 2u];
            if (!others.insert(b).second) {
                error(locations.variables[n], "\"" + variable.name +
                                                  "\" is indexed at run time, and one of its bindings occurs twice in "
                                                  "arrays that are");
                return;
            }
        }
    }
}

// BUFFER and BUFFER4 variables may not share a binding point (2.X.3.6).
void State::check_buffers() {
    std::unordered_map<int32_t, uint8_t> words;
    for (size_t n = 0; n < program.variables.size(); ++n) {
        const Variable& variable = program.variables[n];
        if (variable.file != RegisterFile::Buffer) continue;
        for (int32_t buffer = variable.buffer; buffer < variable.buffer + variable.buffer_count; ++buffer) {
            const auto [found, is_new] = words.emplace(buffer, variable.element_words);
            if (is_new || found->second == variable.element_words) continue;
            if (found->second == 0 || variable.element_words == 0) continue;
            error(locations.variables[n],
                  "BUFFER and BUFFER4 variables can't share binding point " + std::to_string(buffer));
            return;
        }
    }
}

// "A program will fail to load if it contains instructions writing to variables bound to the same result, but declared
// with different sizes." (3.11.3.4 of NV_fragment_program_option)
void State::check_result_sizes() {
    if (!is_arb()) return;
    std::unordered_map<int, bool> is_short;
    for (const Instruction& instruction : program.instructions) {
        if (instruction.result.file != RegisterFile::Result || instruction.result.variable < 0) continue;
        const auto index = static_cast<size_t>(instruction.result.variable);
        const Variable& variable = program.variables[index];
        if (!variable.is_short && !variable.is_long) continue;
        const Binding& binding = bindings[index].front();
        const auto [found, is_new] =
            is_short.emplace(static_cast<int>(binding.kind) * 1024 + binding.index, variable.is_short);
        if (is_new || found->second == variable.is_short) continue;
        error(instruction.where,
              "\"" + variable.name + "\" is bound to a result that another variable, of another size, is written as");
        return;
    }
}

// 2.14.3.7 as NV_vertex_program3 extends it.
void State::check_vertex_textures() {
    if (program.stage != Stage::Vertex || !is_arb()) return;
    std::set<int32_t> units;
    for (const Instruction& instruction : program.instructions) {
        if (opcode_info(instruction.opcode).category != OpcodeCategory::Texture) continue;
        units.insert(instruction.texture.unit);
        if (units.size() <= static_cast<size_t>(limits.vertex_texture_image_units)) continue;
        error(instruction.where, "too many texture image units: a vertex program may use " +
                                     std::to_string(limits.vertex_texture_image_units));
        return;
    }
}

// ---- resources

}  // namespace

void check_program(Program& program, const VariableBindings& bindings, const ProgramLocations& locations,
                   const Limits& limits, std::vector<Diagnostic>& errors) {
    check_stages(program, bindings, locations, errors);
    State state{program, bindings, locations, limits, errors};
    state.check_flow();
    if (errors.empty()) {
        check_indirect_calls(program, errors);
        check_interlock(program, locations.end, errors);
    }
    state.check_attribute_pairs();
    state.inherit_interpolation();
    state.check_interpolation();
    state.check_indexed_arrays();
    state.check_buffers();
    state.check_result_sizes();
    state.check_vertex_textures();
    count_resources(program, bindings, locations, limits, errors);
    check_components(program, bindings, locations, limits, errors);
}

}  // namespace arbasm
