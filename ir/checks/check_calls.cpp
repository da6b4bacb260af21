// Checks of how a program's parts call one another: indirect recursion, critical sections.
#include <algorithm>

#include "ir/checks/checks.h"

namespace arbasm {
namespace {

// The stretches of a program: what stands before all labels, and behind each of them. What each may call: a called
// stretch returns where the next begins. Beside them a node for every subroutine type, so that many calls of large
// types stay linear.
struct CallGraph {
    explicit CallGraph(const Program& described);

    const Program& program;
    std::vector<std::vector<int32_t>> next;
    struct IndirectCall {
        int32_t stretch, type;
        SourceLocation where;
    };
    std::vector<IndirectCall> calls;

    static int32_t stretch_of(int32_t label) { return label + 1; }
    int32_t type_node(int32_t type) const { return static_cast<int32_t>(program.labels.size()) + 1 + type; }

  private:
    void note_calls(size_t stretch, size_t begin, size_t end);
};

CallGraph::CallGraph(const Program& described) : program(described) {
    next.resize(program.labels.size() + 1 + program.subroutine_types.size());
    size_t begin = 0;
    for (size_t n = 0; n <= program.labels.size(); ++n) {
        const size_t end = n < program.labels.size() ? static_cast<size_t>(program.labels[n].instruction)
                                                     : program.instructions.size();
        note_calls(n, begin, end);
        begin = end;
    }
    for (size_t type = 0; type < program.subroutine_types.size(); ++type) {
        for (const int32_t label : program.subroutine_types[type].labels)
            next[static_cast<size_t>(type_node(static_cast<int32_t>(type)))].push_back(stretch_of(label));
    }
}

void CallGraph::note_calls(size_t stretch, size_t begin, size_t end) {
    int depth = 0;
    for (size_t at = begin; at < end; ++at) {
        const Instruction& instruction = program.instructions[at];
        const FlowRole flow = flow_role(instruction.opcode);
        depth += (opens_block(instruction.opcode) ? 1 : 0) - (closes_block(instruction.opcode) ? 1 : 0);
        if (flow == FlowRole::Return && depth == 0 && !instruction.condition_operand) return;
        if (flow != FlowRole::Call) continue;
        if (instruction.opcode == Opcode::Cali) {
            const int32_t variable = instruction.operands[0].variable;
            const int32_t type = program.variables[static_cast<size_t>(variable)].subroutine_type;
            next[stretch].push_back(type_node(type));
            calls.push_back({static_cast<int32_t>(stretch), type, instruction.where});
        } else if (instruction.target >= 0) {
            next[stretch].push_back(stretch_of(instruction.target));
        }
    }
}

// Which strongly connected component each node is in (Tarjan, without recursion).
std::vector<int32_t> components_of(const std::vector<std::vector<int32_t>>& next) {
    const size_t count = next.size();
    std::vector<int32_t> order(count, -1), low(count, 0), component(count, -1), stack;
    struct Frame {
        int32_t node;
        size_t edge;
    };
    std::vector<Frame> frames;
    int32_t visited = 0, components = 0;
    for (size_t root = 0; root < count; ++root) {
        if (order[root] >= 0) continue;
        frames.push_back({static_cast<int32_t>(root), 0});
        while (!frames.empty()) {
            Frame& frame = frames.back();
            const auto node = static_cast<size_t>(frame.node);
            if (frame.edge == 0 && order[node] < 0) {
                order[node] = low[node] = visited++;
                stack.push_back(frame.node);
            }
            if (frame.edge < next[node].size()) {
                const int32_t to = next[node][frame.edge++];
                if (order[static_cast<size_t>(to)] < 0) {
                    frames.push_back({to, 0});
                } else if (component[static_cast<size_t>(to)] < 0) {
                    low[node] = std::min(low[node], order[static_cast<size_t>(to)]);
                }
                continue;
            }
            if (low[node] == order[node]) {
                int32_t member = -1;
                do {
                    member = stack.back();
                    stack.pop_back();
                    component[static_cast<size_t>(member)] = components;
                } while (member != static_cast<int32_t>(node));
                ++components;
            }
            frames.pop_back();
            if (!frames.empty()) {
                int32_t& above = low[static_cast<size_t>(frames.back().node)];
                above = std::min(above, low[node]);
            }
        }
    }
    return component;
}

}  // namespace

// "Programs that may potentially cause infinite recursion through indirect calls will fail to compile." (2.X.5)
void check_indirect_calls(const Program& program, std::vector<Diagnostic>& errors) {
    if (program.subroutine_types.empty()) return;
    const CallGraph graph(program);
    if (graph.calls.empty()) return;
    const std::vector<int32_t> component = components_of(graph.next);
    for (const CallGraph::IndirectCall& call : graph.calls) {
        const auto type = static_cast<size_t>(graph.type_node(call.type));
        if (component[static_cast<size_t>(call.stretch)] != component[type]) continue;
        errors.push_back({call.where, "this call may lead back to itself: indirect calls can't recurse", {}});
        return;
    }
}

// NV_fragment_shader_interlock: one FSIB and one FSIE behind it, in main, outside of all blocks.
void check_interlock(const Program& program, SourceLocation end, std::vector<Diagnostic>& errors) {
    const bool wanted =
        program.has(Option::NvPixelInterlockOrdered) || program.has(Option::NvPixelInterlockUnordered) ||
        program.has(Option::NvSampleInterlockOrdered) || program.has(Option::NvSampleInterlockUnordered);
    const int32_t entry = entry_point(program);
    int32_t main_end = static_cast<int32_t>(program.instructions.size());
    for (const Label& label : program.labels) {
        if (label.instruction > entry) main_end = std::min(main_end, label.instruction);
    }
    int begins = 0, ends = 0, depth = 0;
    for (size_t n = 0; n < program.instructions.size(); ++n) {
        const Instruction& instruction = program.instructions[n];
        const auto error = [&](std::string_view message) {
            errors.push_back(
                {instruction.where, std::string(spelling(instruction.opcode)) + " " + std::string(message), {}});
        };
        depth += (opens_block(instruction.opcode) ? 1 : 0) - (closes_block(instruction.opcode) ? 1 : 0);
        if (!has_trait(instruction.opcode, Trait::Interlock)) continue;
        const bool begin = instruction.opcode == Opcode::Fsib;
        const auto at = static_cast<int32_t>(n);
        if (!wanted) return error("needs an OPTION such as NV_pixel_interlock_ordered");
        if (depth > 0) return error("can't stand inside of a block");
        if (at < entry || at >= main_end) return error("can't stand in a subroutine");
        if ((begin ? begins : ends) > 0) return error("may stand in a program once");
        if (!begin && begins == 0) return error("needs an FSIB before it");
        ++(begin ? begins : ends);
    }
    if (wanted && (begins == 0 || ends == 0)) {
        errors.push_back({end, "a program with an interlock option must have one FSIB and one FSIE", {}});
    }
}

}  // namespace arbasm
