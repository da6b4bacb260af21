// Batch after batch with what is ready.
#include <algorithm>
#include <bit>

#include "machines/tegra/fragment_scheduler.h"

namespace machines::tegra::fragment {

// Tasks that may begin: operations by node, lookups as -1 - index.
std::vector<int> Scheduler::eligible() {
    std::vector<int> list;
    int open = 0;
    for (int task : order_) {
        if (finished(task)) continue;
        if (open == 0) first_ = task;
        if (open++ >= wish_.window) break;
        list.push_back(task);
    }
    if (wish_.by_height)
        std::stable_sort(list.begin(), list.end(), [&](int a, int b) {
            const auto of = [&](int task) {
                return task >= 0 ? height_[static_cast<size_t>(task)]
                                 : height_[graph_.nodes.size() + static_cast<size_t>(-1 - task)];
            };
            return of(a) > of(b);
        });
    return list;
}

Scheduled Scheduler::run() {
    Scheduled result;
    const size_t count = graph_.nodes.size();
    state_.where.assign(count, -1);
    state_.remaining.resize(count);
    for (size_t n = 0; n < count; n++) state_.remaining[n] = graph_.nodes[n].uses;
    state_.lookup_base.assign(graph_.lookups.size(), -1);
    done_.assign(count, false);
    made_in_.assign(count, -1);
    lookup_done_.assign(graph_.lookups.size(), false);
    result.code.rows = wish_.rows;
    readers_.resize(count);
    number_tasks();
    for (size_t i = 0; i < order_.size(); i++) {
        const int task = order_[i];
        const auto reads = [&](int n) {
            std::vector<int>& all = readers_[static_cast<size_t>(n)];
            if (all.empty() || all.back() != task) all.push_back(task);
        };
        if (task >= 0) {
            for (int k = 0; k < node(task).inputs(); k++) reads(node(task).in[static_cast<size_t>(k)].node);
        } else {
            for (int n : graph_.lookups[static_cast<size_t>(-1 - task)].coordinate)
                if (n >= 0) reads(n);
        }
    }
    for (size_t n = 0; n < count; n++)
        if (is_shared(static_cast<int>(n))) varyings_.push_back(static_cast<int>(n));
    const auto all_finished = [&]() {
        return std::all_of(order_.begin(), order_.end(), [&](int task) { return finished(task); });
    };
    const size_t targets = static_cast<size_t>(std::popcount(graph_.targets));
    size_t mfu = 0;
    int moves = 0;
    while (!all_finished() || stored_.size() < targets) {
        if (result.code.execs.size() + static_cast<size_t>(wish_.rows) > max_execs) {
            result.reason = "more than 64 EXECs";
            return result;
        }
        progress_ = false;
        const auto all_killed = [&]() {
            return std::all_of(graph_.roots.begin(), graph_.roots.end(),
                               [&](int n) { return !node(n).kills || done(n); });
        };
        const bool killed_before = all_killed();
        rows_.assign(static_cast<size_t>(wish_.rows), {});
        eligible_ = eligible();
        for (size_t k = 0; k < rows_.size(); k++) plan_row(k);
        const bool rows_progress = progress_;
        fetch_shared();
        emit_rows(result.code.execs);
        Exec& last = result.code.execs.back();
        for (int p = 0; p < max_per_exec; p++) {
            eligible_ = eligible();
            if (wish_.looks_ahead) look_ahead();
            Packet packet;
            int operations = 0;
            const State before = state_;
            const std::vector<bool> done_before = done_;
            if (!build_packet(packet, operations)) break;
            const bool full = packet.has_constants ? packet.slots[2] != alu_nop() : packet.slots[3] != alu_nop();
            if (wish_.patient && !full && !packet.slots[0].receive && rows_progress) {
                state_ = before;
                done_ = done_before;
                break;
            }
            progress_ = true;
            last.alu.push_back(packet);
            result.operations += operations;
        }
        // Varyings that were fetched for later take the registers that the next operation's would go to.
        if (!progress_ && !tight_) {
            while (evict()) tight_ = true;
            if (!tight_ && !order_.empty() && position_.count(first_)) tight_ = forget(position_[first_]) >= 0;
            if (tight_) {
                result.code.execs.resize(result.code.execs.size() - rows_.size());
                continue;
            }
        }
        if (!progress_ && moves < 2 * row_registers) {
            Packet packet;
            if (make_room(packet)) {
                moves++;
                progress_ = true;
                last.alu.push_back(packet);
                result.operations++;
            }
        }
        // What kills comes before what stores.
        const bool killed = all_killed();
        for (const auto& [target, written] : state_.output_written)
            if (written == 15 && killed && !stored_.count(target)) {
                const int base = state_.output_base[target];
                last.dw.enable = last.dw.store = 1;
                last.dw.target = static_cast<uint32_t>(target) + 1;
                last.dw.upper = base % 4 / 2;
                result.code.store_exec = static_cast<int>(result.code.execs.size());
                stored_.insert(target);
                own(base, free_half);
                own(base + 1, free_half);
                progress_ = true;
                break;
            }
        for (const auto& [target, lookup] : graph_.straight) {
            if (stored_.count(target)) continue;
            const int half = where(graph_.lookups[static_cast<size_t>(lookup)].texel[0]);
            const size_t first = result.code.execs.size() - rows_.size();
            // Not beside packets that kill in a later EXEC.
            if (half < 0 || (!killed_before && half / 8 != wish_.rows - 1) || !killed) continue;
            Exec& exec = result.code.execs[first + static_cast<size_t>(half) / 8];
            if (exec.dw.enable) continue;
            exec.dw.enable = exec.dw.store = 1;
            exec.dw.target = static_cast<uint32_t>(target) + 1;
            exec.dw.upper = static_cast<uint32_t>(half) / 4 % 2;
            result.code.store_exec = static_cast<int>(first) + half / 8 + 1;
            stored_.insert(target);
            for (int texel : graph_.lookups[static_cast<size_t>(lookup)].texel) use(texel);
            progress_ = true;
        }
        for (size_t i = result.code.execs.size() - rows_.size(); i < result.code.execs.size(); i++)
            mfu += result.code.execs[i].mfu.size();
        result.packets += static_cast<int>(last.alu.size());
        if (mfu > max_mfu || result.packets > max_packets) {
            result.reason = mfu > max_mfu ? "more than 64 MFU instructions" : "more than 64 ALU packets";
            return result;
        }
        if (!progress_) {
            result.reason = "more than 16 registers at once";
            return result;
        }
        tight_ = false;
        batch_++;
    }
    if (result.code.execs.empty()) result.code.execs.resize(static_cast<size_t>(wish_.rows));
    result.good = true;
    return result;
}

}  // namespace machines::tegra::fragment
