// Registers, by where values are written and last read.
#include <algorithm>

#include "machines/tegra/codegen/vertex/generator.h"

namespace machines::tegra::vertex {

void Generator::allocate_registers() {
    struct Life {
        int first = -1, last = -1;
    };
    std::vector<Life> lives(static_cast<size_t>(registers_));
    for (size_t i = 0; i < ops_.size(); i++) {
        const int at = pair_of_[i];
        for (const bool written : {false, true})
            for (const Touch& touch : written ? writes_of(ops_[i]) : reads_of(ops_[i])) {
                if (touch.kind != Touch::Register) continue;
                Life& life = lives[static_cast<size_t>(touch.index)];
                life.first = life.first < 0 ? at : std::min(life.first, at);
                // Reads come before writes: what is read for the last time makes room in the same instruction, what
                // is written does not.
                life.last = std::max(life.last, at + written);
            }
    }
    // With branches, a value may be needed wherever the program's own registers are.
    if (has_flow_)
        for (int i = 0; i < program_.temporary_count; i++)
            if (lives[static_cast<size_t>(i)].first >= 0)
                lives[static_cast<size_t>(i)] = {0, static_cast<int>(pairs_.size())};
    std::vector<int> order;
    for (int i = 0; i < registers_; i++)
        if (lives[static_cast<size_t>(i)].first >= 0) order.push_back(i);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        return lives[static_cast<size_t>(a)].first < lives[static_cast<size_t>(b)].first;
    });
    assigned_.assign(static_cast<size_t>(registers_), 0);
    std::vector<int> busy_until;
    for (const int reg : order) {
        const Life& life = lives[static_cast<size_t>(reg)];
        size_t physical = 0;
        while (physical < busy_until.size() && busy_until[physical] > life.first) physical++;
        if (physical == busy_until.size()) busy_until.push_back(0);
        busy_until[physical] = life.last;
        assigned_[static_cast<size_t>(reg)] = static_cast<int>(physical);
    }
    if (busy_until.size() > vertex_temporaries)
        generated_.errors.push_back(
            {program_.instructions.empty() ? SourceLocation{} : program_.instructions.back().where,
             "the program cannot be expressed on Tegra: " + std::to_string(busy_until.size()) +
                 " registers hold values at once, and there are 32",
             {}});
}

}  // namespace machines::tegra::vertex
