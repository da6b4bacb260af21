#include "rasterizer/compute.h"

#include <algorithm>
#include <atomic>
#include <vector>

#include "ir/switches.h"
#include "rasterizer/geometry/stage_groups.h"
#include "runtime/simd/lane_group.h"
#include "runtime/threads/per_thread.h"
#include "runtime/threads/turn.h"
#include "runtime/threads/worker_pool.h"

namespace rasterizer {
namespace {

using arbasm::BindingKind;
using runtime::group_lanes;
using runtime::LaneVector;
using Triple = std::array<uint32_t, 3>;

Triple unfolded(uint64_t index, const Triple& size) {
    return {static_cast<uint32_t>(index % size[0]), static_cast<uint32_t>(index / size[0] % size[1]),
            static_cast<uint32_t>(index / (uint64_t{size[0]} * size[1]))};
}

// Work groups of a dispatch that a thread runs: lane groups, their inputs, and memory. Several at a time where they
// stand alone: there is nothing that threads of one share or wait for.
class WorkGroups {
  public:
    // What is the same for all of them.
    void begin(const Dispatch& dispatch) {
        const arbasm::Program& program = *dispatch.program.program;
        const Triple& size = dispatch.group_size;
        invocations_ = size[0] * size[1] * size[2];
        inputs_ = program.attributes.size();
        lane_groups_ = (invocations_ + group_lanes - 1) / group_lanes;
        const bool stand_alone = program.shared_memory == 0 && !dispatch.program.facts->waits_at_barriers;
        most_ = stand_alone ? std::max<size_t>(1, lane_groups_at_once / lane_groups_) : 1;
        attributes_.assign(most_ * lane_groups_ * inputs_ + 1, {});
        local_ids_.assign(lane_groups_, {});
        numbers_.assign(most_, {});
        Triple id{};
        for (uint32_t index = 0; index < invocations_; ++index) {
            const size_t g = index / group_lanes;
            const uint32_t lane = index % group_lanes;
            put(local_ids_[g], lane, id);
            for (size_t i = 0; i < inputs_; ++i)
                for (size_t w = 0; w < most_; ++w)
                    put(attribute(w, g, i), lane, value(dispatch, program.attributes[i].binding.kind, index, id));
            for (size_t c = 0; c < 3 && ++id[c] == size[c] && c < 2; ++c) id[c] = 0;
        }
        for (size_t w = 0; w < most_; ++w) set_work_group(dispatch, w, {}, ~0u);
    }

    // Those from `first` to before `last`, as long as nobody wants the dispatch to end, or until the thread's turn is
    // over. Which comes next.
    uint64_t run(const Dispatch& dispatch, const runtime::ProgramEnvironment& environment, uint64_t first,
                 uint64_t last) {
        const arbasm::Program& program = *dispatch.program.program;
        const int64_t turn_end = runtime::turn_end();
        for (bool begun = false; first < last; begun = true) {
            if (dispatch.watchdog && dispatch.watchdog->expired(dispatch.program.program)) return last;
            if (begun && runtime::turn_is_over(turn_end)) return first;
            const auto count = static_cast<size_t>(std::min<uint64_t>(most_, last - first));
            // Programs rarely depend on what the memory holds at first, but all see the same.
            shared_.assign((static_cast<size_t>(program.shared_memory) + 15) / 16, {});
            groups_.assign(count * lane_groups_, {});
            for (size_t w = 0; w < count; ++w) {
                const Triple number = unfolded(first + w, dispatch.group_count);
                const uint32_t changed = (number[0] != numbers_[w][0] ? 1u : 0u) |
                                         (number[1] != numbers_[w][1] ? 2u : 0u) |
                                         (number[2] != numbers_[w][2] ? 4u : 0u);
                set_work_group(dispatch, w, number, changed);
                for (size_t g = 0; g < lane_groups_; ++g) {
                    runtime::Group& group = groups_[w * lane_groups_ + g];
                    const uint32_t lanes =
                        std::min<uint32_t>(invocations_ - static_cast<uint32_t>(g) * group_lanes, group_lanes);
                    group.active = runtime::first_lanes(static_cast<int>(lanes));
                    group.attributes = &attribute(w, g, 0);
                    group.shared = {reinterpret_cast<std::byte*>(shared_.data()),
                                    static_cast<size_t>(program.shared_memory)};
                }
            }
            dispatch.program.routine->run_together(environment, groups_);
            first += count;
        }
        return last;
    }

  private:
    static constexpr size_t lane_groups_at_once = 16;

    struct alignas(16) Bytes {
        std::byte byte[16]{};
    };

    // Input `i` of lane group `g` of the work group in slot `w`.
    LaneVector& attribute(size_t w, size_t g, size_t i) { return attributes_[(w * lane_groups_ + g) * inputs_ + i]; }

    // Gives slot `w` to a work group: inputs that say which one it is. `changed`: components of its number.
    void set_work_group(const Dispatch& dispatch, size_t w, const Triple& number, uint32_t changed) {
        numbers_[w] = number;
        if (changed == 0) return;
        const arbasm::Program& program = *dispatch.program.program;
        for (size_t i = 0; i < inputs_; ++i) {
            const BindingKind kind = program.attributes[i].binding.kind;
            if (kind != BindingKind::GlobalId && kind != BindingKind::GroupId) continue;
            for (size_t c = 0; c < 3; ++c) {
                if (!(changed >> c & 1)) continue;
                for (size_t g = 0; g < lane_groups_; ++g) {
                    runtime::LaneWord& to = attribute(w, g, i).component[c];
                    if (kind == BindingKind::GroupId)
                        std::ranges::fill(to.lane, number[c]);
                    else
                        to = sum(local_ids_[g].component[c], number[c] * dispatch.group_size[c]);
                }
            }
        }
    }
    static runtime::LaneWord sum(runtime::LaneWord lanes, uint32_t added) {
        for (uint32_t& lane : lanes.lane) lane += added;
        return lanes;
    }

    static void put(LaneVector& to, uint32_t lane, const Triple& from) {
        for (size_t c = 0; c < 3; ++c) to.component[c].lane[lane] = from[c];
        to.component[3].lane[lane] = 0;
    }
    static Triple value(const Dispatch& dispatch, BindingKind kind, uint32_t index, const Triple& local_id) {
        ASMGL_SOME_CASES
        switch (kind) {
            case BindingKind::LocalId: return local_id;
            case BindingKind::GroupCount: return dispatch.group_count;
            case BindingKind::GroupSize: return dispatch.group_size;
            case BindingKind::LocalIndex: return {index, 0, 0};
            default: return {};
        }
        ASMGL_END_SOME_CASES
    }

    uint32_t invocations_ = 0;
    size_t inputs_ = 0, lane_groups_ = 0;  // of a work group
    size_t most_ = 1;                      // work groups at a time
    std::vector<LaneVector> attributes_, local_ids_;
    std::vector<Triple> numbers_;  // of the work groups in the slots
    std::vector<runtime::Group> groups_;
    std::vector<Bytes> shared_;
};

}  // namespace

void run_dispatch(const Dispatch& dispatch) {
    const Triple& count = dispatch.group_count;
    const uint64_t total = uint64_t{count[0]} * count[1] * count[2];
    if (total == 0) return;
    const runtime::ProgramEnvironment environment = stage_environment(dispatch.program, dispatch.watchdog.get());
    runtime::WorkerPool& pool = runtime::WorkerPool::instance();
    // Enough pieces for the threads to end at about the same time.
    const auto pieces = static_cast<size_t>(std::min<uint64_t>(total, static_cast<uint64_t>(pool.thread_count()) * 16));
    const auto first_of = [&](uint64_t piece) { return total / pieces * piece + std::min(piece, total % pieces); };
    std::vector<uint64_t> next(pieces);
    for (size_t piece = 0; piece < pieces; ++piece) next[piece] = first_of(piece);
    const auto run = [&](int32_t number) {
        const runtime::Watchdog::Work work(dispatch.watchdog.get());
        const auto piece = static_cast<size_t>(number);
        WorkGroups& groups = runtime::per_thread<WorkGroups>();
        groups.begin(dispatch);
        const uint64_t last = first_of(piece + 1);
        next[piece] = groups.run(dispatch, environment, next[piece], last);
        return next[piece] == last;
    };
    // What a work group has stored can't be stored anew, so no thread of the application's begins one that may run
    // long.
    using Pieces = runtime::WorkerPool::Pieces;
    pool.parallel_for_parts(static_cast<int32_t>(pieces), run,
                            dispatch.program.facts->may_run_long ? Pieces::Long : Pieces::Short);
}

}  // namespace rasterizer
