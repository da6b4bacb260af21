// Batch after batch with what is ready.
#include <algorithm>
#include <bit>

#include "machines/tegra/codegen/fragment/scheduler.h"

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

void Scheduler::begin() {
    const size_t count = graph_.nodes.size();
    state_.where.assign(count, -1);
    state_.remaining.resize(count);
    for (size_t n = 0; n < count; n++) state_.remaining[n] = graph_.nodes[n].uses;
    state_.lookup_base.assign(graph_.lookups.size(), -1);
    done_.assign(count, false);
    made_in_.assign(count, -1);
    lookup_done_.assign(graph_.lookups.size(), false);
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
}

bool Scheduler::all_finished() const {
    return std::all_of(order_.begin(), order_.end(), [&](int task) { return finished(task); });
}
bool Scheduler::all_killed() const {
    return std::all_of(graph_.roots.begin(), graph_.roots.end(), [&](int n) { return !node(n).kills || done(n); });
}

Scheduled Scheduler::run() {
    Scheduled result;
    begin();
    result.code.rows = wish_.rows;
    const size_t targets = static_cast<size_t>(std::popcount(graph_.targets));
    while (!all_finished() || stored_.size() < targets) {
        if (result.code.execs.size() + static_cast<size_t>(wish_.rows) > max_execs) {
            result.reason = "more than 64 EXECs";
            return result;
        }
        progress_ = false;
        const bool killed_before = all_killed();
        rows_.assign(static_cast<size_t>(wish_.rows), {});
        eligible_ = eligible();
        for (size_t k = 0; k < rows_.size(); k++) plan_row(k);
        const bool rows_progress = progress_;
        fetch_shared();
        emit_rows(result.code.execs);
        fill_packets(result, rows_progress);
        if (!progress_ && !tight_ && tighten()) {
            result.code.execs.resize(result.code.execs.size() - rows_.size());
            continue;
        }
        if (!progress_) move_values(result);
        // What kills comes before what stores.
        if (all_killed()) {
            store_colours(result.code);
            store_lookups(result.code, killed_before);
        }
        result.reason = count_batch(result);
        if (!result.reason.empty()) return result;
        tight_ = false;
        batch_++;
    }
    if (result.code.execs.empty()) result.code.execs.resize(static_cast<size_t>(wish_.rows));
    result.good = true;
    return result;
}

void Scheduler::fill_packets(Scheduled& result, bool rows_progress) {
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
}

// Varyings that were fetched for later leave the registers that the next operation's would go to. Whether any did.
bool Scheduler::tighten() {
    while (evict()) tight_ = true;
    if (!tight_ && !order_.empty() && position_.count(first_)) tight_ = forget(position_[first_]) >= 0;
    return tight_;
}

void Scheduler::move_values(Scheduled& result) {
    if (moves_ >= 2 * row_registers) return;
    Packet packet;
    if (!make_room(packet)) return;
    moves_++;
    progress_ = true;
    result.code.execs.back().alu.push_back(packet);
    result.operations++;
}

// The first colour that is whole, in the batch's last EXEC.
void Scheduler::store_colours(FragmentCode& code) {
    for (const auto& [target, written] : state_.output_written) {
        if (written != 15 || stored_.count(target)) continue;
        const int base = state_.output_base[target];
        Dw& dw = code.execs.back().dw;
        dw.enable = dw.store = 1;
        dw.target = static_cast<uint32_t>(target) + 1;
        dw.upper = base % 4 / 2;
        code.store_exec = static_cast<int>(code.execs.size());
        stored_.insert(target);
        own(base, free_half);
        own(base + 1, free_half);
        progress_ = true;
        return;
    }
}

// Targets that store what a lookup gives, in the EXEC of its row.
void Scheduler::store_lookups(FragmentCode& code, bool killed_before) {
    const size_t first = code.execs.size() - rows_.size();
    for (const auto& [target, lookup] : graph_.straight) {
        if (stored_.count(target)) continue;
        const int half = where(graph_.lookups[static_cast<size_t>(lookup)].texel[0]);
        // Not beside packets that kill in a later EXEC.
        if (half < 0 || (!killed_before && half / 8 != wish_.rows - 1)) continue;
        Dw& dw = code.execs[first + static_cast<size_t>(half) / 8].dw;
        if (dw.enable) continue;
        dw.enable = dw.store = 1;
        dw.target = static_cast<uint32_t>(target) + 1;
        dw.upper = static_cast<uint32_t>(half) / 4 % 2;
        code.store_exec = static_cast<int>(first) + half / 8 + 1;
        stored_.insert(target);
        for (int texel : graph_.lookups[static_cast<size_t>(lookup)].texel) use(texel);
        progress_ = true;
    }
}

// Counts what the batch added. What there is too much of, or empty.
std::string Scheduler::count_batch(Scheduled& result) {
    for (size_t i = result.code.execs.size() - rows_.size(); i < result.code.execs.size(); i++)
        mfu_ += result.code.execs[i].mfu.size();
    result.packets += static_cast<int>(result.code.execs.back().alu.size());
    if (mfu_ > max_mfu) return "more than 64 MFU instructions";
    if (result.packets > max_packets) return "more than 64 ALU packets";
    if (!progress_) return "more than 16 registers at once";
    return {};
}

}  // namespace machines::tegra::fragment
