// Batch after batch with what is ready.
#include <algorithm>

#include "machines/tegra/codegen/fragment/move_values.h"
#include "machines/tegra/codegen/fragment/scheduler.h"

namespace machines::tegra::fragment {
namespace {

// How many registers of each component the varyings want that the next tasks will fetch.
std::array<int, 4> demand_ahead(const Graph& graph, const Tasks& tasks, const Registers& registers) {
    constexpr int ahead = 12;
    std::array<int, 4> demand{};
    int seen = 0;
    for (const int task : tasks.order()) {
        if (tasks.finished(task)) continue;
        if (seen++ == ahead) break;
        const auto wants = [&](int n) {
            if (n >= 0 && graph.at(n).kind == Node::Varying && registers.where(n) < 0)
                demand[static_cast<size_t>(graph.at(n).component)]++;
        };
        if (task < 0)
            for (const int n : graph.lookup(lookup_of(task)).coordinate) wants(n);
        else
            for (int i = 0; i < graph.at(task).inputs(); i++) wants(graph.at(task).in[static_cast<size_t>(i)].node);
    }
    // Those that are held there already keep the rest of them for the fetches.
    for (int reg = 0; reg < registers.count(); reg++)
        if (!registers.is_free(reg)) demand[static_cast<size_t>(reg) % 4]++;
    return demand;
}

}  // namespace

Scheduler::Scheduler(const Graph& graph, const std::vector<ConstantOperand>& constants, const std::vector<int>& order,
                     const std::vector<int>& height, const Request& request)
    : graph_(graph),
      request_(request),
      tasks_(graph, order, height),
      registers_(graph, request_),
      room_(graph, request_, tasks_, registers_),
      rows_(graph, tasks_, registers_, room_),
      packets_(graph, constants, request.reserve, tasks_, registers_, room_),
      stores_(graph, registers_) {}

bool Scheduler::all_killed() const {
    return std::all_of(graph_.roots.begin(), graph_.roots.end(),
                       [&](int n) { return !graph_.at(n).kills || tasks_.finished(n); });
}

Scheduled Scheduler::run() {
    Scheduled result;
    result.code.rows = request_.rows;
    const auto rows = static_cast<size_t>(request_.rows);
    std::vector<Exec>& execs = result.code.execs;
    while (!tasks_.all_finished() || !stores_.all_stored()) {
        if (execs.size() + rows > max_execs) {
            result.reason = "more than 64 EXECs";
            return result;
        }
        const bool killed_before = all_killed();
        bool progress = fill_batch(result);
        if (!progress && !tight_ && tighten()) {
            execs.resize(execs.size() - rows);
            continue;
        }
        if (!progress) progress = move_values(result);
        // What kills comes before what stores.
        if (all_killed()) {
            progress = stores_.store_colour(result.code) || progress;
            progress = stores_.store_lookups(result.code, killed_before) || progress;
        }
        result.reason = count_batch(result, progress);
        if (!result.reason.empty()) return result;
        tight_ = false;
        batch_++;
    }
    if (execs.empty()) execs.resize(rows);
    result.good = true;
    return result;
}

bool Scheduler::fill_batch(Scheduled& result) {
    rows_.begin_batch(batch_);
    eligible_ = tasks_.eligible(request_);
    const bool planned = rows_.plan(eligible_);
    const bool fetched = rows_.fetch_shared(eligible_);
    rows_.emit(result.code.execs);
    const bool packed = fill_packets(result, planned);
    return planned || fetched || packed;
}

bool Scheduler::fill_packets(Scheduled& result, bool rows_progress) {
    Exec& last = result.code.execs.back();
    bool progress = false;
    for (int p = 0; p < max_per_exec; p++) {
        eligible_ = tasks_.eligible(request_);
        if (request_.looks_ahead) registers_.expect(demand_ahead(graph_, tasks_, registers_));
        Packet packet;
        int operations = 0;
        const Registers before = registers_;
        const Tasks::Done done_before = tasks_.done();
        if (!packets_.build(eligible_, packet, operations)) break;
        const bool full = packet.has_constants ? packet.slots[2] != alu_nop() : packet.slots[3] != alu_nop();
        if (request_.patient && !full && !packet.slots[0].receive && rows_progress) {
            registers_ = before;
            tasks_.restore(done_before);
            break;
        }
        progress = true;
        last.alu.push_back(packet);
        result.operations += operations;
    }
    return progress;
}

// Varyings that were fetched for later leave the registers that the next operation's would go to. Whether any did.
bool Scheduler::tighten() {
    while (room_.evict()) tight_ = true;
    if (!tight_ && tasks_.has(tasks_.first())) tight_ = room_.forget(tasks_.position(tasks_.first())) >= 0;
    return tight_;
}

bool Scheduler::move_values(Scheduled& result) {
    Packet packet;
    if (moves_ >= 2 * row_registers || !make_room(graph_, registers_, eligible_, packet)) return false;
    moves_++;
    result.code.execs.back().alu.push_back(packet);
    result.operations++;
    return true;
}

// Counts what the batch added. What there is too much of, or empty.
std::string Scheduler::count_batch(Scheduled& result, bool progress) {
    const std::vector<Exec>& execs = result.code.execs;
    for (size_t i = execs.size() - static_cast<size_t>(request_.rows); i < execs.size(); i++)
        mfu_ += execs[i].mfu.size();
    result.packets += static_cast<int>(execs.back().alu.size());
    if (mfu_ > max_mfu) return "more than 64 MFU instructions";
    if (result.packets > max_packets) return "more than 64 ALU packets";
    if (!progress) return "more than 16 registers at once";
    return {};
}

}  // namespace machines::tegra::fragment
