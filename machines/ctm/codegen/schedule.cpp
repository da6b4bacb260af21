// Order within blocks, and pairs: a list scheduler over the graph of what depends on what.
//
// A slot holds one operation of each unit. Lookups come as early as they can, those that depend on equally many others
// side by side, so that one semaphore serves all; what leads to a lookup goes before what doesn't. Scalars that both
// units can compute take the one that is free, if all who read them can follow. The choice among equals is tried in
// several ways and the shortest result kept.
#include <algorithm>
#include <bit>
#include <limits>
#include <random>

#include "machines/ctm/codegen/code.h"

namespace machines::ctm {
namespace {

constexpr int most_tries = 24;
constexpr size_t work_for_tries = 2400;  // operations times tries
constexpr int no_lookup = std::numeric_limits<int>::max();
constexpr int lookup_latency = 6;  // slots that others go before what waits for a lookup

struct Edge {
    size_t to;
    int latency;  // 0: may share the slot
};

struct Reader {
    size_t op;
    bool alpha;
    size_t slot;
};

class Scheduler {
  public:
    Scheduler(std::vector<Op> ops, std::span<const std::vector<Reader>> readers, std::span<const uint8_t> flexible)
        : ops_(std::move(ops)), readers_(readers), flexible_(flexible) {}
    void build();
    // hold_outputs: outputs are nobody's partner while there is anything else to do.
    std::vector<Op> run(std::mt19937* random, bool hold_outputs);

  private:
    struct State {
        int missing = 0;      // edges whose beginning has no slot yet
        int missing_any = 0;  // of them, those that need an earlier slot
        int slot = -1;
        int ready = 0;
        int lookup = -1;  // slot of the last lookup it depends on
        double noise = 0;
    };
    bool pairs(const Op& a, const Op& b, Op& both) const;
    bool flip(std::vector<Op>& ops, size_t i) const;
    void issue(size_t i, int slot);

    std::vector<Op> ops_, now_;
    std::span<const std::vector<Reader>> readers_;  // by operation: who reads its scalar
    std::span<const uint8_t> flexible_;
    std::vector<std::vector<Edge>> edges_;
    std::vector<int> height_, level_, degree_, degree_any_;
    std::vector<State> states_;
};

void Scheduler::build() {
    const size_t n = ops_.size();
    std::vector<std::vector<Touch>> reads, writes;
    for (const Op& op : ops_) {
        reads.push_back(reads_of(op));
        writes.push_back(writes_of(op));
    }
    edges_.resize(n);
    degree_.assign(n, 0);
    degree_any_.assign(n, 0);
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < j; i++) {
            int latency = -1;
            if (overlap(writes[i], reads[j]) || overlap(writes[i], writes[j]))
                latency = 1;
            else if (overlap(reads[i], writes[j]))
                latency = 0;
            if (latency < 0) continue;
            edges_[i].push_back({j, latency});
            degree_[j]++;
            degree_any_[j] += latency > 0;
        }
    height_.assign(n, 0);
    level_.assign(n, no_lookup);
    // Lookups by how many others they depend on.
    std::vector<int> depth(n, 0);
    for (size_t i = 0; i < n; i++) {
        const bool lookup = ops_[i].type == Texture && ops_[i].tex_op != tex_kill;
        if (lookup) level_[i] = ++depth[i];
        for (const Edge& e : edges_[i])
            if (e.latency > 0) depth[e.to] = std::max(depth[e.to], depth[i]);
    }
    for (size_t i = n; i-- > 0;) {
        if (ops_[i].type == Texture && ops_[i].tex_op == tex_kill) height_[i] = 2;  // no program should end with it
        for (const Edge& e : edges_[i]) {
            height_[i] = std::max(height_[i], height_[e.to] + e.latency);
            if (e.latency > 0) level_[i] = std::min(level_[i], level_[e.to]);
        }
    }
}

bool Scheduler::pairs(const Op& a, const Op& b, Op& both) const {
    if (!is_alu(a) || !is_alu(b)) return false;
    if ((a.rgb.on && b.rgb.on) || (a.alpha.on && b.alpha.on)) return false;
    const auto asks = [](const Op& op) {
        return op.rgb.predicate_mask || op.alpha.predicate_mask || op.rgb.tests || op.alpha.tests;
    };
    if ((a.type == Output || b.type == Output) && (asks(a) || asks(b))) return false;
    if ((a.rgb.tests || a.alpha.tests) && (b.rgb.tests || b.alpha.tests)) return false;
    both = a;
    if (b.rgb.on) both.rgb = b.rgb;
    if (b.alpha.on) both.alpha = b.alpha;
    if (b.type == Output) both.type = Output;
    return allocate_sources(both, {}, nullptr);
}

// The scalar in the other unit, and its readers with it.
bool Scheduler::flip(std::vector<Op>& ops, size_t i) const {
    if (!flexible_[i]) return false;
    Op& op = ops[i];
    const bool alpha = op.alpha.on;
    const Half from = alpha ? op.alpha : op.rgb;
    const int code = other_unit(from.op, alpha);
    if (code < 0) return false;
    const size_t old_lane = static_cast<size_t>(std::countr_zero(from.mask)), new_lane = alpha ? 0 : 3;
    Op flipped;
    Half& to = alpha ? flipped.rgb : flipped.alpha;
    to = from;
    to.op = static_cast<uint16_t>(code);
    to.mask = 1u << new_lane;
    for (Source& s : to.source) s.select[new_lane] = s.select[old_lane];
    if (!allocate_sources(flipped, {}, nullptr)) return false;
    std::vector<std::pair<size_t, Op>> before;
    for (const Reader& r : readers_[i]) {
        before.emplace_back(r.op, ops[r.op]);
        Source& s = (r.alpha ? ops[r.op].alpha : ops[r.op].rgb).source[r.slot];
        for (uint8_t& select : s.select)
            if (select <= channel_a) select = static_cast<uint8_t>(new_lane);
        s.index = s.alpha = from.destination;
    }
    for (const Reader& r : readers_[i])
        if (!allocate_sources(ops[r.op], {}, nullptr)) {
            for (auto it = before.rbegin(); it != before.rend(); ++it) ops[it->first] = it->second;
            return false;
        }
    op = flipped;
    return true;
}

void Scheduler::issue(size_t i, int slot) {
    states_[i].slot = slot;
    for (const Edge& e : edges_[i]) {
        State& to = states_[e.to];
        to.missing--;
        to.missing_any -= e.latency > 0;
        to.ready = std::max(to.ready, slot + e.latency);
        if (e.latency > 0 && now_[i].type == Texture) to.lookup = slot;
    }
}

std::vector<Op> Scheduler::run(std::mt19937* random, bool hold_outputs) {
    const size_t n = ops_.size();
    now_ = ops_;
    states_.assign(n, {});
    for (size_t i = 0; i < n; i++) {
        states_[i].missing = degree_[i];
        states_[i].missing_any = degree_any_[i];
        if (random) states_[i].noise = static_cast<double>((*random)() % 1000) / 400.0;
    }
    std::vector<Op> result;
    size_t others_left = 0;
    for (const Op& op : now_) others_left += op.type != Output;
    for (size_t done = 0; done < n;) {
        const int slot = static_cast<int>(result.size());
        const auto rank = [&](size_t i) {
            double r = height_[i] + states_[i].noise;
            if (states_[i].lookup >= 0 && slot - states_[i].lookup < lookup_latency) r -= 4;
            return r;
        };
        const auto before = [&](size_t a, size_t b) {
            if (hold_outputs && (now_[a].type == Output) != (now_[b].type == Output)) return now_[b].type == Output;
            if (level_[a] != level_[b]) return level_[a] < level_[b];
            const bool lookup_a = now_[a].type == Texture, lookup_b = now_[b].type == Texture;
            if (lookup_a != lookup_b && level_[a] != no_lookup) return lookup_b;
            const double x = rank(a), y = rank(b);
            return x != y ? x > y : a < b;
        };
        std::vector<size_t> ready;
        for (size_t i = 0; i < n; i++)
            if (states_[i].slot < 0 && !states_[i].missing && states_[i].ready <= slot) ready.push_back(i);
        std::sort(ready.begin(), ready.end(), before);
        const size_t first = ready[0];
        issue(first, slot);
        done++;
        Op op = now_[first];
        others_left -= op.type != Output;
        if (is_alu(op) && op.rgb.on != op.alpha.on) {
            std::vector<size_t> others;
            for (size_t i = 0; i < n; i++)
                if (states_[i].slot < 0 && !states_[i].missing && states_[i].ready <= slot && is_alu(now_[i]) &&
                    !(hold_outputs && others_left && now_[i].type == Output))
                    others.push_back(i);
            std::sort(others.begin(), others.end(), before);
            size_t partner = n;
            Op both;
            for (size_t i : others)
                if (pairs(op, now_[i], both)) {
                    partner = i;
                    break;
                }
            // Someone in the wrong unit, if nobody is in the right one.
            for (size_t at = 0; at < others.size() && partner == n; at++)
                for (const size_t turned : {others[at], first}) {
                    if (!flexible_[turned]) continue;
                    std::vector<Op> tried = now_;
                    if (!flip(tried, turned) || !pairs(tried[first], tried[others[at]], both)) continue;
                    now_ = std::move(tried);
                    partner = others[at];
                    break;
                }
            if (partner < n) {
                issue(partner, slot);
                done++;
                others_left -= now_[partner].type != Output;
                op = both;
            }
        }
        result.push_back(op);
    }
    return result;
}

bool independent(const Op& a, const Op& b) {
    const auto reads_a = reads_of(a), reads_b = reads_of(b), writes_a = writes_of(a), writes_b = writes_of(b);
    return !overlap(writes_a, reads_b) && !overlap(writes_a, writes_b) && !overlap(reads_a, writes_b);
}

// The first OUTPUT takes room where results wait for the end, so all of them go behind what need not wait for them.
void sink_outputs(std::vector<Op>& ops) {
    for (size_t i = ops.size(); i-- > 0;)
        for (size_t at = i; ops[at].type == Output && at + 1 < ops.size() && ops[at + 1].type != Output &&
                            independent(ops[at], ops[at + 1]);
             at++)
            std::swap(ops[at], ops[at + 1]);
}

// Slots, then how often lookups begin anew, then what stands behind the first OUTPUT.
int cost(const std::vector<Op>& ops) {
    int runs = 0, behind = 0;
    bool output = false;
    for (size_t i = 0; i < ops.size(); i++) {
        runs += ops[i].type == Texture && (i + 1 == ops.size() || ops[i + 1].type != Texture);
        output = output || ops[i].type == Output;
        behind += output && ops[i].type != Output;
    }
    const bool ends_badly = !ops.empty() && ops.back().type != Output;
    return (static_cast<int>(ops.size()) * 8 + runs + (ends_badly ? 4 : 0)) * 64 + std::min(behind, 63);
}

// Scalars that may change units: each has one definition, which all readers read alone, in one block.
struct FlexibleScalars {
    std::vector<uint8_t> flexible;             // by operation
    std::vector<std::vector<Reader>> readers;  // by operation: who reads its scalar
    std::vector<int> definition;               // by register: the operation that writes it last; -1: none

    void refuse(int reg) {
        const int d = definition[static_cast<size_t>(reg)];
        if (d >= 0) flexible[static_cast<size_t>(d)] = 0;
    }
};

// Those that their definitions allow.
FlexibleScalars flexible_definitions(std::vector<Op>& ops, int registers) {
    FlexibleScalars scalars{std::vector<uint8_t>(ops.size()), std::vector<std::vector<Reader>>(ops.size()),
                            std::vector<int>(static_cast<size_t>(registers), -1)};
    std::vector<int> definitions(static_cast<size_t>(registers));
    for (size_t i = 0; i < ops.size(); i++)
        visit_writes(ops[i], [&](int reg, uint32_t, bool) {
            definitions[static_cast<size_t>(reg)]++;
            scalars.definition[static_cast<size_t>(reg)] = static_cast<int>(i);
        });
    for (size_t i = 0; i < ops.size(); i++) {
        if (!is_alu(ops[i]) || ops[i].rgb.on == ops[i].alpha.on) continue;
        const Half& h = ops[i].alpha.on ? ops[i].alpha : ops[i].rgb;
        scalars.flexible[i] = std::popcount(h.mask) == 1 && !h.output_mask && !h.predicate_mask && !h.tests &&
                              !h.depth && !h.predicated && other_unit(h.op, ops[i].alpha.on) >= 0 &&
                              definitions[static_cast<size_t>(h.destination)] == 1;
    }
    return scalars;
}

// Adds the readers in one unit of operation j; refuses scalars that it reads in another way.
void add_readers(FlexibleScalars& scalars, const Half& half, bool alpha, bool dp4, size_t j, const Block& block) {
    for (size_t s = 0; s < 3; s++) {
        const Source& source = half.source[s];
        if (source.file != Source::Register || source.presubtract) continue;
        const uint32_t channels = channels_of(source, lanes_read(half, alpha, s, dp4));
        if (!channels) continue;
        const bool both = (channels & rgb_lanes) && (channels & alpha_lane);
        const int reg = channels & rgb_lanes ? source.index : source.alpha;
        const int d = scalars.definition[static_cast<size_t>(reg)];
        if (both) {
            scalars.refuse(source.index);
            scalars.refuse(source.alpha);
        } else if (d >= 0 && (static_cast<size_t>(d) < block.begin || static_cast<size_t>(d) >= j)) {
            scalars.refuse(reg);
        } else if (d >= 0) {
            scalars.readers[static_cast<size_t>(d)].push_back({j, alpha, s});
        }
    }
    if (!presubtracted_channels(half, alpha, dp4)) return;
    for (const Source& source : half.presubtract)
        if (source.file == Source::Register) {
            scalars.refuse(source.index);
            scalars.refuse(source.alpha);
        }
}

FlexibleScalars flexible_scalars(std::vector<Op>& ops, std::span<const Block> blocks, int registers) {
    FlexibleScalars scalars = flexible_definitions(ops, registers);
    for (const Block& block : blocks)
        for (size_t j = block.begin; j < block.end; j++) {
            Op& op = ops[j];
            if (!is_alu(op)) {
                visit_reads(op, [&](int rgb, int alpha, uint32_t) {
                    scalars.refuse(rgb);
                    scalars.refuse(alpha);
                });
                continue;
            }
            const bool dp4 = op.rgb.on && op.rgb.op == rgb_dp4;
            if (op.rgb.on) add_readers(scalars, op.rgb, false, dp4, j, block);
            if (op.alpha.on) add_readers(scalars, op.alpha, true, dp4, j, block);
        }
    return scalars;
}

// The operations from `begin` to `end`, which have no flow control: the best of several tries.
std::vector<Op> best_order(const std::vector<Op>& ops, size_t begin, size_t end, const FlexibleScalars& scalars,
                           std::mt19937& random) {
    std::vector<Op> part(ops.begin() + static_cast<std::ptrdiff_t>(begin),
                         ops.begin() + static_cast<std::ptrdiff_t>(end));
    std::vector<std::vector<Reader>> own(end - begin);
    for (size_t i = begin; i < end; i++)
        for (const Reader& r : scalars.readers[i]) own[i - begin].push_back({r.op - begin, r.alpha, r.slot});
    Scheduler scheduler(std::move(part), own, std::span(scalars.flexible).subspan(begin, end - begin));
    scheduler.build();
    std::vector<Op> best;
    const auto consider = [&](std::vector<Op> other) {
        sink_outputs(other);
        if (best.empty() || cost(other) < cost(best)) best = std::move(other);
    };
    consider(scheduler.run(nullptr, false));
    consider(scheduler.run(nullptr, true));
    const size_t tries = std::min<size_t>(most_tries, work_for_tries / (end - begin));
    for (size_t n = 0; n < tries; n++) consider(scheduler.run(&random, false));
    for (size_t n = 0; n < tries / 4; n++) consider(scheduler.run(&random, true));
    return best;
}

}  // namespace

void schedule(std::vector<Op>& ops, int registers) {
    const std::vector<Block> blocks = blocks_of(ops);
    const FlexibleScalars scalars = flexible_scalars(ops, blocks, registers);
    std::vector<Op> result;
    std::mt19937 random(1);
    for (const Block& block : blocks) {
        size_t begin = block.begin, end = block.end;
        if (begin < end && ops[begin].type == Flow) result.push_back(ops[begin++]);
        const bool flow_last = begin < end && ops[end - 1].type == Flow;
        if (flow_last) end--;
        if (begin < end) {
            const std::vector<Op> best = best_order(ops, begin, end, scalars, random);
            result.insert(result.end(), best.begin(), best.end());
        }
        if (flow_last) result.push_back(ops[block.end - 1]);
    }
    ops = std::move(result);
}

}  // namespace machines::ctm
