// From the graph to EXECs: which operation runs in which packet of which batch, and in which register its result is.
//
// A batch has one EXEC for each row of registers. First all rows' MFU instructions and lookups run, then the packets,
// which all stand in the last EXEC of the batch, then that EXEC's store: so nothing depends on how EXECs of a batch see
// each other. The scheduler fills batch after batch with what is ready, in several ways, and the best code wins.
#include <algorithm>
#include <bit>
#include <functional>
#include <limits>
#include <set>
#include <utility>

#include "arbasm/targets/tegra/fragment_graph.h"
#include "arbasm/targets/tegra/numbers.h"

namespace arbasm::tegra {

bool Node::is_product() const {
    return kind == Alu && op == alu_mad && in[3].node < 0 && compare == compare_none && in[2].node >= 0 && terms == 1;
}

namespace {

constexpr int free_half = -1, reserved_half = -2;

struct Wish {
    int rows = 1;
    bool by_height = true;  // else: in the order in which a single operation after the other would run
    int window = std::numeric_limits<int>::max();  // so many of the open operations may begin
    bool low_first = false;                        // results go to a row's first registers, else to its last
    bool patient = false;                          // a packet waits until it is full while anything else goes on
    // So many registers stay free for the first of the open operations: the others may not begin where that takes them.
    int reserve = 0;
    bool forgets = false;      // values are computed again where there is no room
    bool looks_ahead = false;  // results keep away from the components that varyings will be fetched to
};

class Scheduler {
  public:
    Scheduler(const Graph& graph, const std::vector<Place>& places, const std::vector<int>& order,
              const std::vector<int>& height, const Wish& wish)
        : graph_(graph), places_(places), order_(order), height_(height), wish_(wish) {}
    Scheduled run();

  private:
    struct State {
        std::array<int, 32> owner;  // of halves
        std::vector<int> where;     // of nodes: half; -1: nowhere
        std::vector<int> remaining;
        std::vector<int> lookup_base;
        std::map<int, int> output_base;  // of targets: register
        std::map<int, int> output_written;
        State() { owner.fill(free_half); }
    };
    struct Row {
        Mfu first;  // the fetch, with the setup; or the reciprocal of w
        bool has_fetch = false, has_w = false;
        std::vector<Mfu> rest;
        Tex tex;
        Pseq pseq;
        std::vector<int> freed;  // halves, when the MFU and the lookup are through
        size_t count() const { return rest.size() + (has_fetch || has_w); }
    };

    const Node& node(int n) const { return graph_.nodes[static_cast<size_t>(n)]; }
    int& where(int n) { return state_.where[static_cast<size_t>(n)]; }
    int& remaining(int n) { return state_.remaining[static_cast<size_t>(n)]; }
    bool done(int n) const { return done_[static_cast<size_t>(n)]; }
    void finish(int n) { done_[static_cast<size_t>(n)] = true; }
    bool always_there(int n) const { return node(n).kind <= Node::Selector; }
    static bool fetched(const Node& n) {
        return n.kind == Node::Varying || n.kind == Node::DepthLow || n.kind == Node::DepthHigh;
    }
    bool available(int n) { return always_there(n) || where(n) >= 0; }
    bool is_free(int reg) const {
        const auto half = static_cast<size_t>(2 * reg);
        return state_.owner[half] == free_half && state_.owner[half + 1] == free_half;
    }
    void own(int reg, int who) {
        state_.owner[static_cast<size_t>(2 * reg)] = state_.owner[static_cast<size_t>(2 * reg) + 1] = who;
    }
    void release(int n) {
        if (where(n) < 0) return;
        const auto half = static_cast<size_t>(where(n));
        state_.owner[half] = free_half;
        if (!in_half(n)) state_.owner[half + 1] = free_half;
        where(n) = -1;
    }
    bool in_half(int n) const {
        const Node& it = node(n);
        return it.fixed || it.kind == Node::Texel || it.kind == Node::DepthLow || it.kind == Node::DepthHigh;
    }
    void use(int n) {
        if (--remaining(n) == 0 && !always_there(n)) release(n);
    }

    bool is_shared(int n) const { return node(n).kind == Node::Varying && !node(n).own; }
    bool finished(int task) const {
        return task < 0 ? lookup_done_[static_cast<size_t>(-1 - task)] : done_[static_cast<size_t>(task)];
    }
    // Registers that are free, or hold a varying that can be fetched again.
    int free_registers() const {
        int count = 0;
        for (int reg = 0; reg < 4 * wish_.rows; reg++) {
            const int n = state_.owner[static_cast<size_t>(2 * reg)];
            count += is_free(reg) || (n >= 0 && is_shared(n));
        }
        return count;
    }
    bool is_first(int task) const { return task == first_; }
    bool leaves_reserve(int task, int taken) const {
        return !wish_.reserve || taken <= 0 || is_first(task) || free_registers() >= wish_.reserve + taken;
    }

    // ---- MFU and TEX
    void plan_row(size_t k);
    bool function_in_row(int n, size_t k);
    bool lookup_in_row(int l, size_t k);
    bool fetch_into(int n, size_t k);
    bool can_fetch(int n, size_t k) const;
    void finish_lookup(int l, size_t k, int pair);
    void give_texels(int l, size_t k, int pair);
    bool load_in_row(int l, size_t k);
    void fetch_shared();
    void emit_rows(std::vector<Exec>& execs);

    // ---- ALU
    bool build_packet(Packet& packet, int& operations);
    bool pick(int n, Packet& packet, size_t& used);
    bool pick_pair(int n, Packet& packet, size_t& used);
    int allocate(int n);
    int pair_register(int n);
    bool operand(Alu& slot, size_t which, const Ref& ref, Packet& packet);
    bool embed(uint32_t word, Packet& packet, uint32_t& selector);
    bool ready(int n);
    void write_target(Alu& slot, int n, int half);
    std::vector<int> eligible();
    int next_use(int n) const;
    bool evict();
    bool clear(int reg, int position);
    int forget(int position);
    void number_tasks();
    void look_ahead();
    bool fetch_for(int n, int position);
    bool make_room(Packet& packet);
    bool can_move(int n) const;
    void copy(int from, int to, Packet& packet, size_t& used);
    bool move_away(int reg, Packet& packet);
    bool join_halves(Packet& packet);
    int find_output(int target);

    const Graph& graph_;
    const std::vector<Place>& places_;
    std::vector<int> order_;
    const std::vector<int>& height_;
    Wish wish_;
    std::map<int, int> position_;            // in the order, of tasks
    std::vector<std::vector<int>> readers_;  // of nodes: tasks
    std::array<int, 4> demand_{};            // of each component's registers, by varyings that are to be fetched soon
    std::set<int> written_now_;              // by the packet at hand
    int forgotten_ = 0;
    std::vector<int> varyings_;  // that can be fetched again
    State state_;
    std::vector<bool> done_, lookup_done_;
    std::vector<int> made_in_;  // EXEC of special functions' results
    std::vector<Row> rows_;
    std::vector<int> eligible_;
    std::array<uint32_t, 3> embedded_{};
    size_t embedded_count_ = 0;
    bool embedding_ = false;
    int batch_ = 0;
    std::set<int> stored_;
    bool progress_ = false;
    int first_ = 0;       // task
    bool tight_ = false;  // varyings are fetched for one operation only
};

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

// ---- packets

bool Scheduler::ready(int n) {
    const Node& it = node(n);
    for (int i = 0; i < it.inputs(); i++)
        if (!available(it.in[static_cast<size_t>(i)].node)) return false;
    return true;
}

// Where in the order the value is read next.
int Scheduler::next_use(int n) const {
    int first = std::numeric_limits<int>::max();
    for (const int task : readers_[static_cast<size_t>(n)])
        if (!finished(task)) first = std::min(first, position_.at(task));
    return first;
}

// A fetched varying makes room: it can be fetched again. The one that is read last of all.
bool Scheduler::evict() {
    int best = -1, latest = -1;
    for (const int n : varyings_) {
        if (where(n) < 0) continue;
        const int use = next_use(n);
        if (use <= latest) continue;
        latest = use;
        best = n;
    }
    if (best >= 0) release(best);
    return best >= 0;
}

// A value that is computed of nothing but varyings and numbers makes room: it is computed again where it is read. Only
// one that is not read soon: then nothing would be won.
int Scheduler::forget(int position) {
    constexpr int soon = 8, most = 64;
    if (!wish_.forgets || forgotten_ >= most) return -1;
    int best = -1, latest = position + soon;
    for (int reg = 0; reg < 4 * wish_.rows; reg++) {
        const int n = state_.owner[static_cast<size_t>(2 * reg)];
        if (n < 0 || in_half(n) || node(n).kind != Node::Alu || !can_move(n) || written_now_.count(n)) continue;
        const int use = next_use(n);
        bool cheap = true;
        for (int i = 0; i < node(n).inputs(); i++) {
            const int from = node(n).in[static_cast<size_t>(i)].node;
            // Or of what is there until then anyway.
            cheap = cheap && (always_there(from) || is_shared(from) || (where(from) >= 0 && next_use(from) > use));
        }
        if (!cheap || use <= latest || use == std::numeric_limits<int>::max()) continue;
        latest = use;
        best = n;
    }
    if (best < 0) return -1;
    release(best);
    done_[static_cast<size_t>(best)] = false;
    for (int i = 0; i < node(best).inputs(); i++) remaining(node(best).in[static_cast<size_t>(i)].node)++;
    // It stands before its next reader now.
    const auto reader = order_.begin() + latest;
    const auto old = std::find(order_.begin(), order_.end(), best);
    std::rotate(old, old + 1, reader);
    number_tasks();
    forgotten_++;
    return best;
}

void Scheduler::number_tasks() {
    for (size_t i = 0; i < order_.size(); i++) position_[order_[i]] = static_cast<int>(i);
}

// The register is free, or is made so: it holds a varying that is read after `position` in the order.
bool Scheduler::clear(int reg, int position) {
    if (is_free(reg)) return true;
    const int n = state_.owner[static_cast<size_t>(2 * reg)];
    if (n < 0 || !is_shared(n) || next_use(n) <= position) return false;
    release(n);
    return true;
}

// Whether the value may be in any register: no operation, lookup or special function wants it where it is.
bool Scheduler::can_move(int n) const {
    if (n < 0) return false;
    const Node& it = node(n);
    return it.lookup < 0 && !it.own && !(it.kind == Node::Sfu && it.op >= sfu_preex2);
}

// An ALU that copies what is in a half, or in the whole register, to a free one.
void Scheduler::copy(int from, int to, Packet& packet, size_t& used) {
    const int n = state_.owner[static_cast<size_t>(from)];
    Alu slot = alu_nop();
    slot.target = static_cast<uint32_t>(to / 2);
    slot.a_register = static_cast<uint32_t>(from / 2);
    slot.a_fixed = in_half(n);
    slot.a_high = in_half(n) && from % 2;
    slot.b_high = 1;
    slot.write_low = !in_half(n) || to % 2 == 0;
    slot.write_high = !in_half(n) || to % 2 == 1;
    packet.slots[used++] = slot;
    state_.owner[static_cast<size_t>(from)] = free_half;
    state_.owner[static_cast<size_t>(to)] = n;
    if (!in_half(n)) {
        state_.owner[static_cast<size_t>(from) + 1] = free_half;
        state_.owner[static_cast<size_t>(to) + 1] = n;
    }
    where(n) = to;
}

// Copies what is in a register to a free one, of another component and pair.
bool Scheduler::move_away(int reg, Packet& packet) {
    const int low = state_.owner[static_cast<size_t>(2 * reg)], high = state_.owner[static_cast<size_t>(2 * reg) + 1];
    if ((low != free_half && !can_move(low)) || (high != free_half && !can_move(high))) return false;
    for (int to = 0; to < 4 * wish_.rows; to++) {
        if (!is_free(to) || to % 4 == reg % 4 || to / 2 == reg / 2) continue;
        packet = {};
        size_t used = 0;
        if (low != free_half) copy(2 * reg, 2 * to, packet, used);
        if (high != free_half && high != low) copy(2 * reg + 1, 2 * to + 1, packet, used);
        return true;
    }
    return false;
}

// Halves that are alone in their registers come together.
bool Scheduler::join_halves(Packet& packet) {
    packet = {};
    size_t used = 0;
    const auto lone = [&](int reg, bool movable) {
        for (int h = 0; h < 2; h++) {
            const int n = state_.owner[static_cast<size_t>(2 * reg + h)];
            if (n >= 0 && state_.owner[static_cast<size_t>(2 * reg + 1 - h)] == free_half && (!movable || can_move(n)))
                return 2 * reg + h;
        }
        return -1;
    };
    for (int reg = 0; reg < 4 * wish_.rows && used < 4; reg++) {
        const int from = lone(reg, true);
        if (from < 0) continue;
        for (int to = 4 * wish_.rows - 1; to > reg; to--) {
            const int other = lone(to, false);
            if (other < 0) continue;
            copy(from, other ^ 1, packet, used);
            break;
        }
    }
    return used > 0;
}

// Where nothing goes on although there are free registers, they are in the wrong places.
bool Scheduler::make_room(Packet& packet) {
    for (int task : eligible_) {
        std::vector<int> wanted;
        if (task < 0) {
            const Lookup& lookup = graph_.lookups[static_cast<size_t>(-1 - task)];
            if (lookup.mode == Lookup::Fetched || lookup.mode == Lookup::Projected)
                wanted.assign(lookup.coordinate.begin(), lookup.coordinate.end());
        } else {
            for (int i = 0; i < node(task).inputs(); i++) wanted.push_back(node(task).in[static_cast<size_t>(i)].node);
        }
        std::sort(wanted.begin(), wanted.end());
        wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
        std::array<int, 4> missing{};
        for (int n : wanted)
            if (n >= 0 && node(n).kind == Node::Varying && where(n) < 0)
                missing[static_cast<size_t>(node(n).component)]++;
        for (int c = 0; c < 4; c++) {
            int free = 0;
            for (int row = 0; row < wish_.rows; row++) free += is_free(4 * row + c);
            if (free >= missing[static_cast<size_t>(c)]) continue;
            for (int row = 0; row < wish_.rows; row++)
                if (!is_free(4 * row + c) && move_away(4 * row + c, packet)) return true;
        }
    }
    if (join_halves(packet)) return true;
    // A pair, for coordinates or a colour.
    for (int reg = 4 * wish_.rows - 2; reg >= 0; reg -= 2) {
        if (is_free(reg) == is_free(reg + 1)) continue;
        if (move_away(is_free(reg) ? reg + 1 : reg, packet)) return true;
    }
    return false;
}

int Scheduler::find_output(int target) {
    const auto it = state_.output_base.find(target);
    if (it != state_.output_base.end()) return it->second;
    const int row = 4 * (wish_.rows - 1);
    for (int pair : {0, 2})
        if (is_free(row + pair) && is_free(row + pair + 1)) {
            own(row + pair, reserved_half);
            own(row + pair + 1, reserved_half);
            state_.output_base[target] = row + pair;
            return row + pair;
        }
    return -1;
}

// The half where the result goes; -1: there is no room.
int Scheduler::allocate(int n) {
    const Node& it = node(n);
    if (it.output >= 0) {
        const int base = find_output(it.output / 4);
        return base < 0 ? -1 : 2 * base + it.output % 4;
    }
    if (it.lookup >= 0) {
        int& base = state_.lookup_base[static_cast<size_t>(it.lookup)];
        if (base < 0) {
            const bool bias = graph_.lookups[static_cast<size_t>(it.lookup)].coordinate[2] >= 0;
            for (int reg = 0; reg < 4 * wish_.rows && base < 0; reg += 2) {
                const int biased = reg % 4 ? reg - 1 : reg + 3;
                if (!is_free(reg) || !is_free(reg + 1) || (bias && !is_free(biased))) continue;
                base = reg;
                own(reg, reserved_half);
                own(reg + 1, reserved_half);
                if (bias) own(biased, reserved_half);
            }
        }
        if (base < 0) return -1;
        if (it.lookup_place == 2) return 2 * (base % 4 ? base - 1 : base + 3);
        return 2 * (base + it.lookup_place);
    }
    int whole = -1;
    for (int row = 0; row < wish_.rows; row++)
        for (int nth = 0; nth < 4; nth++) {
            const int reg = 4 * row + (wish_.low_first ? nth : 3 - nth);
            if (wish_.looks_ahead && whole >= 0 && is_free(reg) &&
                demand_[static_cast<size_t>(reg) % 4] < demand_[static_cast<size_t>(whole) % 4])
                whole = reg;
            if (it.fixed) {
                const bool low = state_.owner[static_cast<size_t>(2 * reg)] == free_half;
                const bool high = state_.owner[static_cast<size_t>(2 * reg + 1)] == free_half;
                if (low != high) return 2 * reg + high;
            }
            if (whole < 0 && is_free(reg)) whole = reg;
        }
    return whole < 0 ? -1 : 2 * whole;
}

// What the next tasks will fetch.
void Scheduler::look_ahead() {
    constexpr int ahead = 12;
    demand_ = {};
    int seen = 0;
    for (const int task : order_) {
        if (finished(task)) continue;
        if (seen++ == ahead) break;
        const auto wants = [&](int n) {
            if (n >= 0 && node(n).kind == Node::Varying && where(n) < 0)
                demand_[static_cast<size_t>(node(n).component)]++;
        };
        if (task < 0)
            for (const int n : graph_.lookups[static_cast<size_t>(-1 - task)].coordinate) wants(n);
        else
            for (int i = 0; i < node(task).inputs(); i++) wants(node(task).in[static_cast<size_t>(i)].node);
    }
    // Those that are held there already keep the rest of them for the fetches.
    for (int reg = 0; reg < 4 * wish_.rows; reg++)
        if (!is_free(reg)) demand_[static_cast<size_t>(reg) % 4]++;
}

bool Scheduler::embed(uint32_t word, Packet& packet, uint32_t& selector) {
    for (size_t i = 0; i <= embedded_count_ && i < 3; i++) {
        if (i == embedded_count_) {
            embedded_[i] = word;
            embedded_count_++;
        }
        if (embedded_[i] != word) continue;
        selector = register_constant0 + static_cast<uint32_t>(i);
        packet.has_constants = true;
        packet.constants = {embedded_[0], embedded_[1], embedded_[2]};
        return true;
    }
    return false;
}

bool Scheduler::operand(Alu& slot, size_t which, const Ref& ref, Packet& packet) {
    const OperandMembers& m = operand_members[which];
    slot.*m.negate = ref.negate;
    slot.*m.absolute = ref.absolute;
    if (always_there(ref.node)) {
        const Place& place = places_[static_cast<size_t>(ref.node)];
        slot.*m.selector = place.selector;
        slot.*m.fixed = place.fixed;
        slot.*m.high = place.high;
        slot.*m.twice = place.twice;
        if (place.kind == Place::Embedded) return embed(place.word, packet, slot.*m.selector);
        return true;
    }
    const int half = where(ref.node);
    slot.*m.selector = static_cast<uint32_t>(half / 2);
    slot.*m.fixed = in_half(ref.node);
    slot.*m.high = in_half(ref.node) && half % 2;
    return true;
}

void Scheduler::write_target(Alu& slot, int n, int half) {
    const Node& it = node(n);
    if (it.kills) {
        slot.target = register_kill;
        slot.write_low = slot.write_high = 1;
        return;
    }
    slot.target = static_cast<uint32_t>(half / 2);
    const bool one = it.fixed || it.output >= 0;
    slot.write_low = !one || half % 2 == 0;
    slot.write_high = !one || half % 2 == 1;
    if (it.output >= 0) {
        state_.output_written[it.output / 4] |= 1 << it.output % 4;
        return;
    }
    where(n) = half;
    written_now_.insert(n);
    if (it.fixed)
        state_.owner[static_cast<size_t>(half)] = n;
    else
        own(half / 2, n);
}

bool Scheduler::pick(int n, Packet& packet, size_t& used) {
    const Node& it = node(n);
    const size_t slots = it.kind == Node::Dot ? 4 : 1;
    if (used + slots > 4) return false;
    const State before = state_;
    const int free_before = wish_.reserve ? free_registers() : 0;
    const Packet packet_before = packet;
    const size_t embedded_before = embedded_count_;
    std::vector<int> forgotten;
    const auto undo = [&]() {
        state_ = before;
        for (const int value : forgotten) finish(value);
        packet = packet_before;
        embedded_count_ = embedded_before;
        return false;
    };
    std::array<Alu, 4> made;
    made.fill(alu_nop());
    bool good = true;
    if (it.kind == Node::Dot) {
        for (size_t t = 0; t < static_cast<size_t>(it.terms); t++) {
            Alu& slot = made[t];
            good = good && operand(slot, 0, it.in[2 * t], packet) && operand(slot, 1, it.in[2 * t + 1], packet);
        }
        made[0].receive = 1;
        made[1].send = made[2].send = 1;
    } else {
        Alu& slot = made[0];
        slot.opcode = it.op;
        for (size_t i = 0; i < 3; i++) good = good && operand(slot, i, it.in[i], packet);
        if (it.in[3].node >= 0) {
            Alu reads;
            good = good && operand(reads, 1, it.in[3], packet);
            slot.d_enable = 1;
            slot.d_source = reads.b_register != slot.b_register;
            slot.d_fixed = reads.b_fixed;
            slot.d_high = reads.b_high;
            slot.d_absolute = reads.b_absolute;
            slot.d_minus_one = it.blends;
            good = good && reads.b_register == (slot.d_source ? slot.c_register : slot.b_register);
        }
    }
    if (!good || (packet.has_constants && used + slots > 3)) return undo();
    made[0].scale = it.scale;
    made[0].saturate = it.saturate;
    made[0].compare = it.compare;
    for (int i = 0; i < it.inputs(); i++) use(it.in[static_cast<size_t>(i)].node);
    int half = 0;
    if (!it.kills) {
        half = allocate(n);
        while (half < 0) {
            if (!evict()) {
                const int value = forget(position_[n]);
                if (value < 0) break;
                forgotten.push_back(value);
            }
            half = allocate(n);
        }
        if (half < 0) return undo();
    }
    write_target(made[0], n, half);
    if (wish_.reserve && !is_first(n) && free_registers() < std::min(free_before, wish_.reserve)) return undo();
    for (size_t i = 0; i < slots; i++) packet.slots[used + i] = made[i];
    used += slots;
    finish(n);
    return true;
}

// Two products in one ALU: into both halves of a register, D reading what B or C reads.
bool Scheduler::pick_pair(int n, Packet& packet, size_t& used) {
    const Node& it = node(n);
    if (used >= 4 || !it.is_product() || !(it.fixed || it.output >= 0)) return false;
    for (int m : eligible_) {
        if (m < 0 || m == n || done(m) || !ready(m)) continue;
        const Node& other = node(m);
        if (!other.is_product() || !(other.fixed || other.output >= 0)) continue;
        if (other.saturate != it.saturate || other.scale != it.scale) continue;
        if ((it.output >= 0) != (other.output >= 0)) continue;
        if (it.output >= 0 && (it.output / 2 != other.output / 2 || it.output % 2)) continue;
        const std::array<Ref, 2> a{it.in[0], it.in[1]}, b{other.in[0], other.in[1]};
        for (size_t x = 0; x < 2; x++)
            for (size_t y = 0; y < 2; y++)
                for (bool from_c : {false, true}) {
                    const State before = state_;
                    const Packet packet_before = packet;
                    const size_t embedded_before = embedded_count_;
                    Alu slot, reads;
                    bool good = operand(slot, 0, a[1 - x], packet) && operand(slot, 1, a[x], packet) &&
                                operand(slot, 2, b[1 - y], packet) && operand(reads, 1, b[y], packet);
                    // D has neither sign nor factor; switched off it is one.
                    const bool one = reads.b_register == register_zero_one && reads.b_high && !reads.b_double;
                    good = good && !reads.b_negate && !reads.b_double &&
                           (one || reads.b_register == (from_c ? slot.c_register : slot.b_register)) &&
                           (!packet.has_constants || used < 3);
                    if (good) {
                        if (!one) {
                            slot.d_enable = 1;
                            slot.d_source = from_c;
                            slot.d_fixed = reads.b_fixed;
                            slot.d_high = reads.b_high;
                            slot.d_absolute = reads.b_absolute;
                        }
                        slot.no_addition = 1;
                        slot.write_low = 1;
                        slot.scale = it.scale;
                        slot.saturate = it.saturate;
                        for (int i = 0; i < 3; i++) {
                            use(it.in[static_cast<size_t>(i)].node);
                            use(other.in[static_cast<size_t>(i)].node);
                        }
                        const int reg = pair_register(n);
                        if (reg >= 0) {
                            slot.target = static_cast<uint32_t>(reg);
                            if (it.output >= 0) {
                                state_.output_written[it.output / 4] |= 3 << it.output % 4;
                            } else {
                                where(n) = 2 * reg;
                                where(m) = 2 * reg + 1;
                                state_.owner[static_cast<size_t>(2 * reg)] = n;
                                state_.owner[static_cast<size_t>(2 * reg) + 1] = m;
                            }
                            packet.slots[used++] = slot;
                            finish(n);
                            finish(m);
                            return true;
                        }
                    }
                    state_ = before;
                    packet = packet_before;
                    embedded_count_ = embedded_before;
                }
    }
    return false;
}

int Scheduler::pair_register(int n) {
    const Node& it = node(n);
    if (it.output >= 0) {
        const int base = find_output(it.output / 4);
        return base < 0 ? -1 : base + it.output % 4 / 2;
    }
    for (int row = 0; row < wish_.rows; row++)
        for (int c = 3; c >= 0; c--)
            if (is_free(4 * row + c)) return 4 * row + c;
    return -1;
}

bool Scheduler::build_packet(Packet& packet, int& operations) {
    packet = {};
    embedded_count_ = 0;
    written_now_.clear();
    size_t used = 0;
    // What was there before the packet can be read; what it writes cannot.
    std::vector<int> candidates;
    for (int task : eligible_)
        if (task >= 0 && !done(task) && (node(task).kind == Node::Alu || node(task).kind == Node::Dot) && ready(task))
            candidates.push_back(task);
    if (candidates.empty()) return false;
    std::vector<int> all = std::move(eligible_);
    eligible_ = candidates;
    for (int task : candidates) {
        if (done(task) || !ready(task)) continue;
        if (pick_pair(task, packet, used) || pick(task, packet, used))
            operations += static_cast<int>(node(task).kind == Node::Dot ? node(task).terms : 1);
        if (used == 4) break;
    }
    eligible_ = std::move(all);
    return used > 0;
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

// Which operation follows which if nothing ran side by side.
class Sequence {
  public:
    // needy_first: of an operation's operands, the one that takes the most registers to compute comes first.
    Sequence(const Graph& graph, bool needy_first)
        : graph_(graph),
          needy_first_(needy_first),
          seen_(graph.nodes.size()),
          seen_lookup_(graph.lookups.size()),
          need_(graph.nodes.size(), -1) {
        for (int root : graph.roots) visit(root);
        for (const auto& [target, lookup] : graph.straight) visit(graph.lookups[static_cast<size_t>(lookup)].texel[0]);
    }
    std::vector<int> order;  // tasks

  private:
    const Node& node(int n) const { return graph_.nodes[static_cast<size_t>(n)]; }
    std::vector<int> inputs(int n) const {
        std::vector<int> from;
        for (int i = 0; i < node(n).inputs(); i++) from.push_back(node(n).in[static_cast<size_t>(i)].node);
        if (node(n).kind == Node::Texel)
            for (int c : graph_.lookups[static_cast<size_t>(node(n).index)].coordinate)
                if (c >= 0) from.push_back(c);
        return from;
    }
    // Registers that a value takes if it is computed by itself.
    int need(int n) {
        int& known = need_[static_cast<size_t>(n)];
        if (known >= 0) return known;
        known = 0;
        std::vector<int> needs;
        for (int from : inputs(n)) needs.push_back(need(from));
        std::sort(needs.begin(), needs.end(), std::greater<>());
        int most = node(n).kind > Node::Selector;
        for (size_t i = 0; i < needs.size(); i++) most = std::max(most, needs[i] + static_cast<int>(i));
        return need_[static_cast<size_t>(n)] = most;
    }
    void visit(int n) {
        if (seen_[static_cast<size_t>(n)]) return;
        seen_[static_cast<size_t>(n)] = 1;
        const Node& it = node(n);
        if (it.kind == Node::Texel && seen_lookup_[static_cast<size_t>(it.index)]) return;
        if (it.kind == Node::Texel) seen_lookup_[static_cast<size_t>(it.index)] = 1;
        std::vector<int> from = inputs(n);
        if (needy_first_) std::stable_sort(from.begin(), from.end(), [&](int a, int b) { return need(a) > need(b); });
        for (int m : from) visit(m);
        if (it.kind == Node::Texel) order.push_back(-1 - it.index);
        if (it.kind == Node::Alu || it.kind == Node::Dot || it.kind == Node::Sfu || it.kind == Node::InverseW)
            order.push_back(n);
    }

    const Graph& graph_;
    bool needy_first_;
    std::vector<uint8_t> seen_, seen_lookup_;
    std::vector<int> need_;
};

// The same tasks, always the one next whose operands make the most room, less what its result takes.
std::vector<int> frugal_order(const Graph& graph, const std::vector<int>& order) {
    const auto node = [&](int n) -> const Node& { return graph.nodes[static_cast<size_t>(n)]; };
    const auto size = [&](int n) {
        const Node& it = node(n);
        if (it.kind <= Node::Selector || it.kind == Node::Varying || it.kills || it.output >= 0) return 0;
        return it.fixed || it.kind == Node::Texel ? 1 : 2;
    };
    const auto inputs = [&](int task) {
        std::vector<int> from;
        if (task >= 0)
            for (int i = 0; i < node(task).inputs(); i++) from.push_back(node(task).in[static_cast<size_t>(i)].node);
        else
            for (const int n : graph.lookups[static_cast<size_t>(-1 - task)].coordinate)
                if (n >= 0) from.push_back(n);
        return from;
    };
    std::vector<int> remaining(graph.nodes.size()), made(graph.nodes.size());
    for (size_t n = 0; n < graph.nodes.size(); n++) {
        remaining[n] = graph.nodes[n].uses;
        made[n] = graph.nodes[n].kind < Node::InverseW;
    }
    std::vector<int> open = order, result;
    while (!open.empty()) {
        size_t best = open.size();
        int least = std::numeric_limits<int>::max();
        for (size_t i = 0; i < open.size(); i++) {
            const int task = open[i];
            const std::vector<int> from = inputs(task);
            if (!std::all_of(from.begin(), from.end(), [&](int n) { return made[static_cast<size_t>(n)]; })) continue;
            int cost = 0;
            if (task >= 0)
                cost = size(task);
            else
                for (const int n : graph.lookups[static_cast<size_t>(-1 - task)].texel)
                    if (n >= 0 && node(n).uses) cost++;
            for (size_t k = 0; k < from.size(); k++) {
                const auto n = static_cast<size_t>(from[k]);
                if (std::count(from.begin(), from.end(), from[k]) >= remaining[n] &&
                    std::find(from.begin(), from.begin() + static_cast<ptrdiff_t>(k), from[k]) ==
                        from.begin() + static_cast<ptrdiff_t>(k))
                    cost -= size(from[k]);
            }
            if (cost >= least) continue;
            least = cost;
            best = i;
        }
        if (best == open.size()) return order;
        const int task = open[best];
        open.erase(open.begin() + static_cast<ptrdiff_t>(best));
        result.push_back(task);
        for (const int n : inputs(task)) remaining[static_cast<size_t>(n)]--;
        if (task >= 0)
            made[static_cast<size_t>(task)] = 1;
        else
            for (const int n : graph.lookups[static_cast<size_t>(-1 - task)].texel)
                if (n >= 0) made[static_cast<size_t>(n)] = 1;
    }
    return result;
}

}  // namespace

Scheduled schedule(const Graph& graph, const std::vector<Place>& places) {
    const std::vector<int> order = Sequence(graph, false).order, careful = Sequence(graph, true).order;
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
    // Packets that must follow: a special function or a lookup costs about a batch.
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
    const auto attempt = [&](const Wish& wish, const std::vector<int>& by) {
        Scheduled made = Scheduler(graph, places, by, height, wish).run();
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

}  // namespace arbasm::tegra
