// The MFU instructions and the lookups of each row of a batch.
#include "machines/tegra/codegen/fragment/schedule_rows.h"

#include <algorithm>

namespace machines::tegra::fragment {

Rows::Rows(const Graph& graph, Tasks& tasks, Registers& registers, Room& room)
    : graph_(graph), tasks_(tasks), registers_(registers), room_(room), made_in_(graph.nodes.size(), -1) {}

void Rows::begin_batch(int batch) {
    batch_ = batch;
    rows_.assign(static_cast<size_t>(registers_.rows()), {});
}

bool Rows::Row::has_room_for_fetch(size_t component) const {
    const auto& member = var_members[component];
    if (has_w || (!has_fetch && count() >= max_per_exec)) return false;
    return !has_fetch || (first.*member.op == var_none && !(first.*member.saturate));
}

bool Rows::can_fetch(int n, size_t k) const {
    const Node& it = graph_.at(n);
    const Row& row = rows_[k];
    const auto c = static_cast<size_t>(it.kind == Node::Varying ? it.component : 3);
    return row.has_room_for_fetch(c) && registers_.is_free(static_cast<int>(4 * k + c));
}

// The same for task `position` of the order: varyings that are read later make room.
bool Rows::fetch_for(int n, int position) {
    for (size_t k = 0; k < rows_.size(); k++)
        if (fetch_into(n, k)) return true;
    if (graph_.at(n).kind != Node::Varying) return false;
    for (size_t k = 0; k < rows_.size(); k++) {
        const Row& row = rows_[k];
        const auto c = static_cast<size_t>(graph_.at(n).component);
        if (!row.has_room_for_fetch(c)) continue;
        if (room_.clear(static_cast<int>(4 * k + c), position)) return fetch_into(n, k);
    }
    return false;
}

void Rows::fetch_depth(size_t k) {
    // Both halves of the depth come together; the one that nobody wants is free at once.
    rows_[k].first.var3_saturate = 1;
    const int reg = static_cast<int>(4 * k + 3);
    for (size_t m = 0; m < graph_.nodes.size(); m++) {
        const Node& other = graph_.nodes[m];
        if (other.kind != Node::DepthLow && other.kind != Node::DepthHigh) continue;
        const auto n = static_cast<int>(m);
        if (registers_.remaining(n) == 0 || registers_.where(n) >= 0) continue;
        registers_.hold(n, 2 * reg + (other.kind == Node::DepthHigh));
    }
}

bool Rows::fetch_into(int n, size_t k) {
    if (!can_fetch(n, k)) return false;
    const Node& it = graph_.at(n);
    Row& row = rows_[k];
    if (!row.has_fetch) {
        row.has_fetch = true;
        row.first = barycentric_setup();
    }
    if (it.kind != Node::Varying) {
        fetch_depth(k);
        return true;
    }
    const auto c = static_cast<size_t>(it.component);
    row.first.*var_members[c].op = var_float;
    row.first.*var_members[c].row = graph_.attribute_rows.at(it.index);
    const int reg = static_cast<int>(4 * k + c);
    registers_.hold(n, 2 * reg);
    return true;
}

bool Rows::function_in_row(int n, size_t k) {
    const Node& it = graph_.at(n);
    const int from = it.in[0].node;
    Row& row = rows_[k];
    const int exec = batch_ * registers_.rows() + static_cast<int>(k);
    const Node& source = graph_.at(from);
    if (source.kind == Node::Varying && registers_.where(from) < 0) {
        if (row.has_w || row.count() + (row.has_fetch ? 1 : 2) > max_per_exec || !fetch_into(from, k)) return false;
    } else if (registers_.where(from) < 0 || static_cast<size_t>(registers_.where(from)) / 8 != k ||
               row.count() >= max_per_exec) {
        return false;
    }
    const bool after_step = source.kind == Node::Sfu && source.op >= sfu_preex2;
    if (after_step && made_in_[static_cast<size_t>(from)] == exec) return false;
    Mfu word;
    word.sfu_op = it.op;
    word.sfu_register = static_cast<uint32_t>(registers_.where(from) / 2 % 4);
    row.rest.push_back(word);
    const int half = registers_.where(from);
    registers_.where(from) = -1;
    registers_.remaining(from)--;
    registers_.hold(n, half);
    made_in_[static_cast<size_t>(n)] = exec;
    tasks_.finish(n);
    return true;
}

void Rows::finish_lookup(int l, size_t k, int pair) {
    const Lookup& lookup = graph_.lookup(l);
    Row& row = rows_[k];
    row.tex.enable = 1;
    row.tex.sampler = static_cast<uint32_t>(lookup.unit);
    row.tex.upper_coordinates = row.tex.upper_result = static_cast<uint32_t>(pair);
    row.tex.bias = lookup.coordinate[2] >= 0;
    for (int n : lookup.coordinate)
        if (n >= 0) {
            registers_.remaining(n)--;
            const int half = registers_.where(n);
            registers_.where(n) = -1;
            // Registers beside the result are free when the row is through.
            if (half >= 0 && half / 4 != static_cast<int>(2 * k) + pair) {
                row.freed.push_back(half);
                row.freed.push_back(half + 1);
            }
        }
    give_texels(l, k, pair);
}

void Rows::give_texels(int l, size_t k, int pair) {
    const Lookup& lookup = graph_.lookup(l);
    Row& row = rows_[k];
    for (int c = 0; c < 4; c++) {
        const int n = lookup.texel[static_cast<size_t>(c)];
        const int half = static_cast<int>(8 * k) + 4 * pair + c;
        if (n >= 0 && registers_.remaining(n) > 0) {
            registers_.hold(n, half);
        } else {
            registers_.owner(half) = reserved_half;
            row.freed.push_back(half);
        }
    }
    tasks_.finish(lookup_task(l));
}

bool Rows::load_in_row(int l, size_t k) {
    Row& row = rows_[k];
    if (row.pseq.enable) return false;
    for (int pair = 0; pair < 2; pair++) {
        const int reg = static_cast<int>(4 * k) + 2 * pair;
        if (!registers_.is_free(reg) || !registers_.is_free(reg + 1)) continue;
        row.pseq.enable = row.pseq.load = 1;
        row.pseq.upper = static_cast<uint32_t>(pair);
        row.pseq.target = static_cast<uint32_t>(graph_.lookup(l).unit);
        give_texels(l, k, pair);
        return true;
    }
    return false;
}

bool Rows::lookup_in_row(int l, size_t k) {
    const Lookup& lookup = graph_.lookup(l);
    Row& row = rows_[k];
    if (lookup.mode == Lookup::Load) return load_in_row(l, k);
    if (row.tex.enable) return false;
    if (lookup.mode == Lookup::Placed) {
        for (int n : lookup.coordinate)
            if (n >= 0 && registers_.where(n) < 0) return false;
        const int base = registers_.lookup_base(l);
        if (base < 0 || static_cast<size_t>(base) / 4 != k) return false;
        finish_lookup(l, k, base % 4 / 2);
        return true;
    }
    const int pair = graph_.at(lookup.coordinate[0]).component / 2;
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
        word.sfu_register = static_cast<uint32_t>(graph_.at(lookup.coordinate[3]).component);
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

// Two reciprocals, since only special functions reach w.
bool Rows::inverse_w_in_row(int n, size_t k) {
    Row& row = rows_[k];
    if (row.has_fetch || row.has_w || row.count() + 2 > max_per_exec) return false;
    for (int c = 3; c >= 0; c--) {
        const int reg = static_cast<int>(4 * k) + c;
        if (!registers_.is_free(reg)) continue;
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
        registers_.hold(n, 2 * reg);
        tasks_.finish(n);
        return true;
    }
    return false;
}

bool Rows::plan(const std::vector<int>& eligible) {
    bool progress = false;
    for (size_t k = 0; k < rows_.size(); k++) progress = plan_row(eligible, k) || progress;
    return progress;
}

bool Rows::plan_row(const std::vector<int>& eligible, size_t k) {
    bool progress = false, again = true;
    while (again) {
        again = false;
        for (int task : eligible) {
            if (tasks_.finished(task)) continue;
            if (task < 0)
                again = (room_.leaves_reserve(task, 2) && lookup_in_row(lookup_of(task), k)) || again;
            else if (graph_.at(task).kind == Node::Sfu)
                again = function_in_row(task, k) || again;
            else if (graph_.at(task).kind == Node::InverseW)
                again = inverse_w_in_row(task, k) || again;
        }
        progress = progress || again;
    }
    return progress;
}

bool Rows::fetch_shared(const std::vector<int>& eligible) {
    bool progress = false;
    int wanted = 0;
    for (int task : eligible) {
        if (wanted >= 4 * max_per_exec) break;
        if (task < 0 || tasks_.finished(task)) continue;
        const Node& it = graph_.at(task);
        if (it.kind != Node::Alu && it.kind != Node::Dot) continue;
        std::vector<int> missing;
        bool possible = true;
        for (int i = 0; i < it.inputs(); i++) {
            const int n = it.in[static_cast<size_t>(i)].node;
            if (registers_.available(n)) continue;
            if (is_fetched(graph_.at(n)))
                missing.push_back(n);
            else
                possible = false;
        }
        if (!possible) continue;
        wanted++;
        if (missing.empty() || !room_.leaves_reserve(task, static_cast<int>(missing.size()))) continue;
        const Registers before = registers_;
        const std::vector<Row> rows_before = rows_;
        for (int n : missing) {
            if (registers_.where(n) >= 0) continue;
            possible = possible && fetch_for(n, tasks_.position(task));
        }
        if (!possible) {
            registers_ = before;
            rows_ = rows_before;
        } else {
            progress = true;
        }
    }
    return progress;
}

void Rows::emit(std::vector<Exec>& execs) {
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
        for (int half : row.freed) registers_.owner(half) = free_half;
    }
}

}  // namespace machines::tegra::fragment
