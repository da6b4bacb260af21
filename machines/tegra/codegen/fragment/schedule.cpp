// Code from the graph, in several ways; the best wins.
#include <algorithm>

#include "machines/tegra/codegen/fragment/scheduler.h"

namespace machines::tegra::fragment {

bool Node::is_product() const {
    return kind == Alu && op == alu_mad && in[3].node < 0 && compare == compare_none && in[2].node >= 0 && terms == 1;
}

Scheduled schedule(const Graph& graph, const std::vector<ConstantOperand>& constants) {
    const std::vector<int> order = sequence(graph, false), careful = sequence(graph, true);
    // What is hopeless is not tried: an operation takes an ALU, or shares one with another.
    size_t operations = 0, functions = 0;
    for (const Node& node : graph.nodes) {
        operations += node.kind == Node::Alu || node.kind == Node::Dot;
        functions += node.kind == Node::Sfu;
    }
    Scheduled best;
    if (operations > 8 * max_packets) best.reason = "more than 64 ALU packets";
    if (functions > max_mfu) best.reason = "more than 64 MFU instructions";
    if (std::count_if(order.begin(), order.end(), [](int task) { return task < 0; }) > max_execs)
        best.reason = "more than 64 EXECs";
    if (!best.reason.empty()) return best;
    // Packets that follow at least: a special function or a lookup costs about a batch.
    constexpr int batch_height = 2;
    std::vector<int> height(graph.nodes.size() + graph.lookups.size());
    for (auto task = order.rbegin(); task != order.rend(); ++task) {
        const auto raise = [&](int n, int to) {
            int& h = height[static_cast<size_t>(n)];
            h = std::max(h, to);
            const Node& from = graph.nodes[static_cast<size_t>(n)];
            if (from.kind == Node::Texel) {
                int& l = height[graph.nodes.size() + static_cast<size_t>(from.index)];
                l = std::max(l, to);
            }
        };
        if (*task < 0) {
            const int h = height[graph.nodes.size() + static_cast<size_t>(-1 - *task)];
            for (int c : graph.lookups[static_cast<size_t>(-1 - *task)].coordinate)
                if (c >= 0) raise(c, h + batch_height);
            continue;
        }
        const Node& node = graph.nodes[static_cast<size_t>(*task)];
        const int h = height[static_cast<size_t>(*task)];
        for (int i = 0; i < node.inputs(); i++)
            raise(node.in[static_cast<size_t>(i)].node, h + (node.kind == Node::Sfu ? batch_height : 1));
    }
    const auto attempt = [&](const Request& request, const std::vector<int>& by) {
        Scheduled made = Scheduler(graph, constants, by, height, request).run();
        const auto cost = [](const Scheduled& s) {
            return std::array<size_t, 2>{static_cast<size_t>(s.packets), s.code.execs.size()};
        };
        if (made.good ? !best.good || cost(made) < cost(best) : best.reason.empty()) best = std::move(made);
    };
    for (int rows = 1; rows <= max_rows; rows++)
        for (bool patient : {false, true})
            for (bool by_height : {true, false})
                attempt({rows, by_height, std::numeric_limits<int>::max(), false, patient}, order);
    // Where registers are short: operations begin while some stay free. What cannot be had in four to a packet is not
    // tried.
    if (!best.good && operations <= 4 * max_packets) {
        const std::vector<int> frugal = frugal_order(graph, careful);
        for (int reserve : {1, 2, 3})
            for (int window : {12, 16, 24, 8, 48})
                for (const std::vector<int>* by : {&frugal, &careful, &order})
                    for (bool forgets : {false, true})
                        if (!best.good) attempt({max_rows, false, window, false, false, reserve, forgets, true}, *by);
    }
    for (int window : {12, 6, 3, 1})
        for (const auto& [saving, low_first] : {std::pair{false, false}, {true, false}, {false, true}, {true, true}})
            for (int rows = 1; rows <= max_rows && !best.good; rows++)
                attempt({rows, false, window, low_first, false}, saving ? careful : order);
    return best;
}

}  // namespace machines::tegra::fragment
