// Registers split into values: definitions that reach a common reader are one value, others have nothing to do with
// each other. r, g and b of an instruction's result stay together, and a goes its own way, because the units address
// their registers apart; only lookups and KIL tie both.
#include <algorithm>
#include <map>
#include <numeric>

#include "machines/ctm/codegen/code.h"

namespace machines::ctm {
namespace {

using Definitions = std::vector<int>;       // sorted
using Reaching = std::vector<Definitions>;  // by 4 * register + component

class Renaming {
  public:
    Renaming(std::vector<Op>& ops, int registers) : ops_(ops), variables_(static_cast<size_t>(registers) * 4) {}
    int run();

  private:
    int root(int n) {
        while (parents_[static_cast<size_t>(n)] != n)
            n = parents_[static_cast<size_t>(n)] = parents_[static_cast<size_t>(parents_[static_cast<size_t>(n)])];
        return n;
    }
    void unite(int a, int b) { parents_[static_cast<size_t>(root(a))] = root(b); }
    static size_t variable(int reg, int component) {
        return static_cast<size_t>(reg) * 4 + static_cast<size_t>(component);
    }
    // on_read(rgb, alpha, channels), on_write(register, mask, first definition's number), both with the state there.
    template <typename Read, typename Write>
    void walk(const Block& block, Reaching& state, Read&& on_read, Write&& on_write);
    int value_of(int definition);
    std::vector<Reaching> reaching(std::span<const Block> blocks);
    void set_to_zero(const std::vector<bool>& read_at_entry);

    std::vector<Op>& ops_;
    size_t variables_;
    std::vector<int> first_definition_;  // of each operation; entry definitions have their variable's number
    std::vector<int> parents_;
    std::map<int, int> values_;
    int next_value_ = first_value;
};

template <typename Read, typename Write>
void Renaming::walk(const Block& block, Reaching& state, Read&& on_read, Write&& on_write) {
    for (size_t i = block.begin; i < block.end; i++) {
        visit_reads(ops_[i], [&](int& rgb, int& alpha, uint32_t channels) { on_read(i, rgb, alpha, channels, state); });
        int definition = first_definition_[i];
        visit_writes(ops_[i], [&](int& reg, uint32_t mask, bool partial) {
            const int was = reg;
            on_write(i, reg, mask, definition);
            for (int c = 0; c < 4; c++) {
                if (!(mask >> c & 1)) continue;
                Definitions& there = state[variable(was, c)];
                if (!partial) there.clear();
                there.insert(std::upper_bound(there.begin(), there.end(), definition), definition);
                there.erase(std::unique(there.begin(), there.end()), there.end());
                definition++;
            }
        });
    }
}

int Renaming::value_of(int definition) {
    const auto [it, added] = values_.try_emplace(root(definition), next_value_);
    if (added) next_value_++;
    return it->second;
}

// What reaches the beginning of each block.
std::vector<Reaching> Renaming::reaching(std::span<const Block> blocks) {
    const auto nothing = [](auto&&...) {};
    std::vector<Reaching> in(blocks.size(), Reaching(variables_));
    for (size_t v = 0; v < variables_ && !blocks.empty(); v++) in[0][v] = {static_cast<int>(v)};
    std::vector<bool> visited(blocks.size());
    std::vector<size_t> work;
    if (!blocks.empty()) work.push_back(0);
    while (!work.empty()) {
        const size_t b = work.back();
        work.pop_back();
        visited[b] = true;
        if (blocks[b].next.empty()) continue;
        Reaching state = in[b];
        walk(blocks[b], state, nothing, nothing);
        for (size_t n : blocks[b].next) {
            bool grown = !visited[n];
            for (size_t v = 0; v < variables_; v++) {
                if (std::includes(in[n][v].begin(), in[n][v].end(), state[v].begin(), state[v].end())) continue;
                Definitions both;
                std::set_union(in[n][v].begin(), in[n][v].end(), state[v].begin(), state[v].end(),
                               std::back_inserter(both));
                in[n][v] = std::move(both);
                grown = true;
            }
            if (grown && std::find(work.begin(), work.end(), n) == work.end()) work.push_back(n);
        }
    }
    return in;
}

// What is read before it is written.
void Renaming::set_to_zero(const std::vector<bool>& read_at_entry) {
    std::map<int, uint32_t> zeros;
    for (size_t v = first_value * 4; v < variables_; v++)
        if (read_at_entry[v]) zeros[value_of(static_cast<int>(v))] |= 1u << v % 4;
    std::vector<Op> start;
    for (const auto& [value, mask] : zeros) {
        Op op;
        for (const bool alpha : {false, true}) {
            Half& half = alpha ? op.alpha : op.rgb;
            half.mask = mask & (alpha ? alpha_lane : rgb_lanes);
            half.on = half.mask != 0;
            half.op = op_max.of(alpha);
            half.omod = omod_disabled;
            half.destination = value;
        }
        start.push_back(op);
    }
    ops_.insert(ops_.begin(), start.begin(), start.end());
}

int Renaming::run() {
    int definitions = static_cast<int>(variables_);
    for (Op& op : ops_) {
        first_definition_.push_back(definitions);
        visit_writes(op, [&](int, uint32_t mask, bool) { definitions += __builtin_popcount(mask); });
    }
    parents_.resize(static_cast<size_t>(definitions));
    std::iota(parents_.begin(), parents_.end(), 0);

    const std::vector<Block> blocks = blocks_of(ops_);
    const std::vector<Reaching> in = reaching(blocks);

    // What nothing reaches is never executed: its registers hold whatever they hold.
    const auto definition_at = [](const Reaching& state, int reg, int c) {
        const Definitions& there = state[variable(reg, c)];
        return there.empty() ? static_cast<int>(variable(reg, c)) : there[0];
    };
    std::vector<bool> read_at_entry(variables_);
    for (size_t b = 0; b < blocks.size(); b++) {
        Reaching state = in[b];
        walk(
            blocks[b], state,
            [&](size_t i, int rgb, int alpha, uint32_t channels, const Reaching& at) {
                int first = -1, first_alpha = -1;
                for (int c = 0; c < 4; c++) {
                    if (!(channels >> c & 1)) continue;
                    const int reg = c < 3 ? rgb : alpha;
                    int& to = c < 3 || ops_[i].type == Texture ? first : first_alpha;
                    if (to < 0) to = definition_at(at, reg, c);
                    for (int definition : at[variable(reg, c)]) {
                        unite(definition, to);
                        if (definition < static_cast<int>(variables_))
                            read_at_entry[static_cast<size_t>(definition)] = true;
                    }
                }
            },
            [&](size_t, int, uint32_t mask, int definition) {
                for (int n = 1; n < __builtin_popcount(mask); n++) unite(definition, definition + n);
            });
    }
    for (size_t b = 0; b < blocks.size(); b++) {
        Reaching state = in[b];
        walk(
            blocks[b], state,
            [&](size_t, int& rgb, int& alpha, uint32_t channels, const Reaching& at) {
                int new_rgb = -1, new_alpha = -1;
                for (int c = 0; c < 4; c++) {
                    if (!(channels >> c & 1)) continue;
                    int& to = c < 3 ? new_rgb : new_alpha;
                    const int reg = c < 3 ? rgb : alpha;
                    if (to < 0) to = reg < first_value ? reg : value_of(definition_at(at, reg, c));
                }
                // The side that isn't read is named like the other.
                rgb = new_rgb >= 0 ? new_rgb : new_alpha;
                alpha = new_alpha >= 0 ? new_alpha : new_rgb;
            },
            [&](size_t, int& reg, uint32_t, int definition) {
                if (reg >= first_value) reg = value_of(definition);
            });
    }

    set_to_zero(read_at_entry);
    return next_value_;
}

}  // namespace

void rename(std::vector<Op>& ops, int& registers) { registers = Renaming(ops, registers).run(); }

}  // namespace machines::ctm
