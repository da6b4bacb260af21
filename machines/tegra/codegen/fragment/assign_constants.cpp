#include "machines/tegra/codegen/fragment/values.h"

namespace machines::tegra::fragment {

AssignedConstants assign_constants(const Graph& graph) {
    AssignedConstants result;
    std::vector<ConstantOperand>& operands = result.operands;
    operands.resize(graph.nodes.size());
    uint32_t next = 0;
    std::vector<int> slot(graph.uniforms.size(), -1);
    for (size_t n = 0; n < graph.nodes.size(); n++) {
        const Node& node = graph.nodes[n];
        if (!node.uses) continue;
        ConstantOperand& operand = operands[n];
        if (node.kind == Node::Selector) {
            operand = {ConstantOperand::Special, static_cast<uint32_t>(node.index), false, false, false, 0};
        } else if (node.kind == Node::Uniform) {
            int& word = slot[static_cast<size_t>(node.index)];
            if (word < 0) {
                word = static_cast<int>(next++);
                result.uniforms.push_back(graph.uniforms[static_cast<size_t>(node.index)]);
                result.uniforms.back().uniform = static_cast<uint32_t>(word);
            }
            operand = {
                ConstantOperand::Uniform, register_uniform0 + static_cast<uint32_t>(word), false, false, false, 0};
        }
    }
    result.fits = next <= fragment_uniforms;
    int open = -1;  // a word with a free high half
    for (size_t n = 0; n < graph.nodes.size(); n++) {
        const Node& node = graph.nodes[n];
        if (!node.uses || node.kind != Node::Constant) continue;
        ConstantOperand& operand = operands[n];
        const double value = static_cast<double>(node.value);
        if (value == 0 || value == 1 || value == 2) {
            operand = {ConstantOperand::Special, register_zero_one, true, value != 0, value == 2, 0};
            continue;
        }
        const bool halves = is_fixed_number(value);
        if (halves && open >= 0) {
            uint32_t& word = result.words[static_cast<size_t>(open)];
            word = with_half(word, true, fx10_round(value));
            operand = {ConstantOperand::Uniform, register_uniform0 + static_cast<uint32_t>(open), true, true, false, 0};
            open = -1;
        } else if (next < fragment_uniforms) {
            result.given |= 1u << next;
            result.words[next] = halves ? pair_of(fx10_round(value), 0) : fp20_round(value);
            operand = {ConstantOperand::Uniform, register_uniform0 + next, halves, false, false, 0};
            if (halves) open = static_cast<int>(next);
            next++;
        } else {
            operand = {ConstantOperand::Embedded, 0, false, false, false, fp20_round(value)};
        }
    }
    return result;
}

}  // namespace machines::tegra::fragment
