// From the graph to EXECs: assigns operations to packets of batches, and results to registers. Not for others than
// this folder.
//
// A batch has one EXEC for each row of registers. First all rows' MFU instructions and lookups run, then the packets,
// which all stand in the last EXEC of the batch, then that EXEC's store: so nothing depends on how EXECs of a batch see
// each other. The scheduler fills batch after batch with what is ready (schedule_batches.cpp): the MFU and TEX of each
// row (schedule_rows.cpp), then packets (schedule_packets.cpp), with registers that allocate_registers.cpp finds and
// frees.
#pragma once

#include <array>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "machines/tegra/codegen/fragment/graph.h"
#include "machines/tegra/isa/numbers.h"

namespace machines::tegra::fragment {

// Orders of the tasks: operations by node, lookups as -1 - index. Which follows which if nothing ran side by side;
// needy_first: of an operation's operands, the one that takes the most registers to compute comes first.
std::vector<int> sequence(const Graph& graph, bool needy_first);
// The same tasks, always the one next whose operands make the most room, less what its result takes.
std::vector<int> frugal_order(const Graph& graph, const std::vector<int>& order);

inline constexpr int free_half = -1, reserved_half = -2;

struct Request {
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
              const std::vector<int>& height, const Request& request)
        : graph_(graph), places_(places), order_(order), height_(height), wish_(request) {}
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
    int& owner(int half) { return state_.owner[static_cast<size_t>(half)]; }
    int owner(int half) const { return state_.owner[static_cast<size_t>(half)]; }
    bool is_free(int reg) const { return owner(2 * reg) == free_half && owner(2 * reg + 1) == free_half; }
    void own(int reg, int who) { owner(2 * reg) = owner(2 * reg + 1) = who; }
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
            const int n = owner(2 * reg);
            count += is_free(reg) || (n >= 0 && is_shared(n));
        }
        return count;
    }
    bool is_first(int task) const { return task == first_; }
    bool leaves_reserve(int task, int taken) const {
        return !wish_.reserve || taken <= 0 || is_first(task) || free_registers() >= wish_.reserve + taken;
    }

    // ---- the batches
    void begin();
    bool all_finished() const;
    bool all_killed() const;
    void fill_packets(Scheduled& result, bool rows_progress);
    bool tighten();
    void move_values(Scheduled& result);
    void store_colours(FragmentCode& code);
    void store_lookups(FragmentCode& code, bool killed_before);
    std::string count_batch(Scheduled& result);

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
    Request wish_;
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
    int batch_ = 0;
    size_t mfu_ = 0;  // instructions so far
    int moves_ = 0;   // values that were moved to make room
    std::set<int> stored_;
    bool progress_ = false;
    int first_ = 0;       // task
    bool tight_ = false;  // varyings are fetched for one operation only
};

}  // namespace machines::tegra::fragment
