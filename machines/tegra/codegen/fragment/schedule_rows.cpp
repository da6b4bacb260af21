// The MFU instructions and the lookups of each row of a batch.
#include <algorithm>

#include "machines/tegra/codegen/fragment/scheduler.h"

namespace machines::tegra::fragment {

bool Scheduler::can_fetch(int n, size_t k) const {
    const Node& it = node(n);
    const Row& row = rows_[k];
    const auto c = static_cast<size_t>(it.kind == Node::Varying ? it.component : 3);
    if (row.has_w || (!row.has_fetch && row.count() >= max_per_exec)) return false;
    if (row.has_fetch && (row.first.*var_members[c].op != var_none || row.first.*var_members[c].saturate)) return false;
    return is_free(static_cast<int>(4 * k + c));
}

// The same for task `position` of the order: varyings that are read later make room.
bool Scheduler::fetch_for(int n, int position) {
    for (size_t k = 0; k < rows_.size(); k++)
        if (fetch_into(n, k)) return true;
    if (node(n).kind != Node::Varying) return false;
    for (size_t k = 0; k < rows_.size(); k++) {
        const Row& row = rows_[k];
        const auto c = static_cast<size_t>(node(n).component);
        if (row.has_w || (!row.has_fetch && row.count() >= max_per_exec)) continue;
        if (row.has_fetch && (row.first.*var_members[c].op != var_none || row.first.*var_members[c].saturate)) continue;
        if (clear(static_cast<int>(4 * k + c), position)) return fetch_into(n, k);
    }
    return false;
}

bool Scheduler::fetch_into(int n, size_t k) {
    if (!can_fetch(n, k)) return false;
    const Node& it = node(n);
    Row& row = rows_[k];
    if (!row.has_fetch) {
        row.has_fetch = true;
        row.first = barycentric_setup();
    }
    if (it.kind != Node::Varying) {
        // Both halves of the depth come together; the one that nobody wants is free at once.
        row.first.var3_saturate = 1;
        const int reg = static_cast<int>(4 * k + 3);
        for (size_t m = 0; m < graph_.nodes.size(); m++) {
            const Node& other = graph_.nodes[m];
            if (other.kind != Node::DepthLow && other.kind != Node::DepthHigh) continue;
            if (state_.remaining[m] == 0 || state_.where[m] >= 0) continue;
            const int half = 2 * reg + (other.kind == Node::DepthHigh);
            state_.where[m] = half;
            state_.owner[static_cast<size_t>(half)] = static_cast<int>(m);
        }
        return true;
    }
    const auto c = static_cast<size_t>(it.component);
    row.first.*var_members[c].op = var_float;
    row.first.*var_members[c].row = graph_.attribute_rows.at(it.index);
    const int reg = static_cast<int>(4 * k + c);
    own(reg, n);
    where(n) = 2 * reg;
    return true;
}

bool Scheduler::function_in_row(int n, size_t k) {
    const Node& it = node(n);
    const int from = it.in[0].node;
    Row& row = rows_[k];
    const int exec = batch_ * wish_.rows + static_cast<int>(k);
    const Node& source = node(from);
    if (source.kind == Node::Varying && where(from) < 0) {
        if (row.has_w || row.count() + (row.has_fetch ? 1 : 2) > max_per_exec || !fetch_into(from, k)) return false;
    } else if (where(from) < 0 || static_cast<size_t>(where(from)) / 8 != k || row.count() >= max_per_exec) {
        return false;
    }
    const bool after_step = source.kind == Node::Sfu && source.op >= sfu_preex2;
    if (after_step && made_in_[static_cast<size_t>(from)] == exec) return false;
    Mfu word;
    word.sfu_op = it.op;
    word.sfu_register = static_cast<uint32_t>(where(from) / 2 % 4);
    row.rest.push_back(word);
    const int half = where(from);
    where(from) = -1;
    remaining(from)--;
    where(n) = half;
    own(half / 2, n);
    made_in_[static_cast<size_t>(n)] = exec;
    finish(n);
    return true;
}

void Scheduler::finish_lookup(int l, size_t k, int pair) {
    const Lookup& lookup = graph_.lookups[static_cast<size_t>(l)];
    Row& row = rows_[k];
    row.tex.enable = 1;
    row.tex.sampler = static_cast<uint32_t>(lookup.unit);
    row.tex.upper_coordinates = row.tex.upper_result = static_cast<uint32_t>(pair);
    row.tex.bias = lookup.coordinate[2] >= 0;
    for (int n : lookup.coordinate)
        if (n >= 0) {
            remaining(n)--;
            const int half = where(n);
            where(n) = -1;
            // Registers beside the result are free when the row is through.
            if (half >= 0 && half / 4 != static_cast<int>(2 * k) + pair) {
                row.freed.push_back(half);
                row.freed.push_back(half + 1);
            }
        }
    give_texels(l, k, pair);
}

void Scheduler::give_texels(int l, size_t k, int pair) {
    const Lookup& lookup = graph_.lookups[static_cast<size_t>(l)];
    Row& row = rows_[k];
    for (int c = 0; c < 4; c++) {
        const int n = lookup.texel[static_cast<size_t>(c)];
        const int half = static_cast<int>(8 * k) + 4 * pair + c;
        if (n >= 0 && remaining(n) > 0) {
            state_.owner[static_cast<size_t>(half)] = n;
            where(n) = half;
        } else {
            state_.owner[static_cast<size_t>(half)] = reserved_half;
            row.freed.push_back(half);
        }
    }
    lookup_done_[static_cast<size_t>(l)] = true;
}

bool Scheduler::load_in_row(int l, size_t k) {
    Row& row = rows_[k];
    if (row.pseq.enable) return false;
    for (int pair = 0; pair < 2; pair++) {
        const int reg = static_cast<int>(4 * k) + 2 * pair;
        if (!is_free(reg) || !is_free(reg + 1)) continue;
        row.pseq.enable = row.pseq.load = 1;
        row.pseq.upper = static_cast<uint32_t>(pair);
        row.pseq.target = static_cast<uint32_t>(graph_.lookups[static_cast<size_t>(l)].unit);
        give_texels(l, k, pair);
        return true;
    }
    return false;
}

bool Scheduler::lookup_in_row(int l, size_t k) {
    const Lookup& lookup = graph_.lookups[static_cast<size_t>(l)];
    Row& row = rows_[k];
    if (lookup.mode == Lookup::Load) return load_in_row(l, k);
    if (row.tex.enable) return false;
    if (lookup.mode == Lookup::Placed) {
        for (int n : lookup.coordinate)
            if (n >= 0 && where(n) < 0) return false;
        const int base = state_.lookup_base[static_cast<size_t>(l)];
        if (base < 0 || static_cast<size_t>(base) / 4 != k) return false;
        finish_lookup(l, k, base % 4 / 2);
        return true;
    }
    const int pair = node(lookup.coordinate[0]).component / 2;
    const bool projects = lookup.mode == Lookup::Projected;
    const size_t needed = (row.has_fetch ? row.count() : row.count() + 1) + projects;
    if (needed > max_per_exec) return false;
    for (int n : lookup.coordinate)
        if (n >= 0 && !can_fetch(n, k)) return false;
    for (int n : lookup.coordinate)
        if (n >= 0) fetch_into(n, k);
    if (projects) {
        Mfu word;
        const auto s = static_cast<uint32_t>(2 * pair);
        word.sfu_op = sfu_rcp;
        word.sfu_register = static_cast<uint32_t>(node(lookup.coordinate[3]).component);
        word.mul0_target = mul_row0 + s;
        word.mul0_source0 = s;
        word.mul1_target = mul_row0 + s + 1;
        word.mul1_source0 = s + 1;
        word.mul0_source1 = word.mul1_source1 = mul_source_sfu;
        row.rest.push_back(word);
    }
    finish_lookup(l, k, pair);
    return true;
}

void Scheduler::plan_row(size_t k) {
    bool again = true;
    while (again) {
        again = false;
        for (int task : eligible_) {
            if (finished(task)) continue;
            if (task < 0) {
                if (leaves_reserve(task, 2) && lookup_in_row(-1 - task, k)) again = progress_ = true;
                continue;
            }
            const Node& it = node(task);
            if (it.kind == Node::Sfu) {
                if (function_in_row(task, k)) again = progress_ = true;
            } else if (it.kind == Node::InverseW) {
                Row& row = rows_[k];
                if (row.has_fetch || row.has_w || row.count() + 2 > max_per_exec) continue;
                for (int c = 3; c >= 0; c--) {
                    const int reg = static_cast<int>(4 * k) + c;
                    if (!is_free(reg)) continue;
                    row.has_w = true;
                    row.first = {};
                    row.first.sfu_op = sfu_rcp;
                    row.first.sfu_register = sfu_register_w;
                    row.first.mul0_target = mul_row0 + static_cast<uint32_t>(c);
                    row.first.mul0_source0 = mul_source_sfu;
                    row.first.mul0_source1 = mul_source_one;
                    Mfu back;
                    back.sfu_op = sfu_rcp;
                    back.sfu_register = static_cast<uint32_t>(c);
                    row.rest.insert(row.rest.begin(), back);
                    own(reg, task);
                    where(task) = 2 * reg;
                    finish(task);
                    again = progress_ = true;
                    break;
                }
            }
        }
    }
}

// Varyings that operations of this batch's packets read.
void Scheduler::fetch_shared() {
    int wanted = 0;
    for (int task : eligible_) {
        if (wanted >= 4 * max_per_exec) break;
        if (task < 0 || done(task)) continue;
        const Node& it = node(task);
        if (it.kind != Node::Alu && it.kind != Node::Dot) continue;
        std::vector<int> missing;
        bool possible = true;
        for (int i = 0; i < it.inputs(); i++) {
            const int n = it.in[static_cast<size_t>(i)].node;
            if (available(n)) continue;
            if (fetched(node(n)))
                missing.push_back(n);
            else
                possible = false;
        }
        if (!possible) continue;
        wanted++;
        if (missing.empty() || !leaves_reserve(task, static_cast<int>(missing.size()))) continue;
        const State before = state_;
        const std::vector<Row> rows_before = rows_;
        for (int n : missing) {
            if (where(n) >= 0) continue;
            possible = possible && fetch_for(n, position_[task]);
        }
        if (!possible) {
            state_ = before;
            rows_ = rows_before;
        } else {
            progress_ = true;
        }
    }
}

void Scheduler::emit_rows(std::vector<Exec>& execs) {
    bool fetched_before = false;
    for (Row& row : rows_) {
        Exec& exec = execs.emplace_back();
        if (row.has_fetch || row.has_w) exec.mfu.push_back(row.first);
        exec.mfu.insert(exec.mfu.end(), row.rest.begin(), row.rest.end());
        // An EXEC without an instruction would inherit the varyings of the EXECs before it.
        if (fetched_before && exec.mfu.empty()) exec.mfu.emplace_back();
        fetched_before = fetched_before || row.has_fetch;
        exec.tex = row.tex;
        exec.pseq = row.pseq;
        for (int half : row.freed) state_.owner[static_cast<size_t>(half)] = free_half;
    }
}

}  // namespace machines::tegra::fragment
