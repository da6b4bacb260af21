#include "rasterizer/compute.h"

#include <algorithm>
#include <atomic>
#include <vector>

#include "rasterizer/geometry/stage_groups.h"
#include "runtime/simd/lane_group.h"
#include "runtime/threads/per_thread.h"
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

// The work groups of a dispatch that a thread runs one after the other: lane groups, their inputs, and memory.
class WorkGroup {
  public:
    // What is the same for all of them.
    void begin(const Dispatch& dispatch) {
        const arbasm::Program& program = *dispatch.program.program;
        const Triple& size = dispatch.group_size;
        invocations_ = size[0] * size[1] * size[2];
        inputs_ = program.attributes.size();
        const size_t lane_groups = (invocations_ + group_lanes - 1) / group_lanes;
        attributes_.assign(lane_groups * inputs_ + 1, {});
        local_ids_.assign(lane_groups, {});
        Triple id{};
        for (uint32_t index = 0; index < invocations_; ++index) {
            const size_t g = index / group_lanes;
            const uint32_t lane = index % group_lanes;
            put(local_ids_[g], lane, id);
            for (size_t i = 0; i < inputs_; ++i)
                put(attributes_[g * inputs_ + i], lane, value(dispatch, program.attributes[i].binding.kind, index, id));
            for (size_t c = 0; c < 3 && ++id[c] == size[c] && c < 2; ++c) id[c] = 0;
        }
    }

    void run(const Dispatch& dispatch, const runtime::ProgramEnvironment& environment, const Triple& number) {
        const arbasm::Program& program = *dispatch.program.program;
        // Programs rarely depend on what the memory holds at first, but all see the same.
        shared_.assign((static_cast<size_t>(program.shared_memory) + 15) / 16, {});
        groups_.assign(local_ids_.size(), {});
        for (size_t g = 0; g < groups_.size(); ++g) {
            runtime::Group& group = groups_[g];
            const uint32_t lanes =
                std::min<uint32_t>(invocations_ - static_cast<uint32_t>(g) * group_lanes, group_lanes);
            group.active = runtime::first_lanes(static_cast<int>(lanes));
            group.attributes = attributes_.data() + g * inputs_;
            group.shared = {reinterpret_cast<std::byte*>(shared_.data()), static_cast<size_t>(program.shared_memory)};
            for (size_t i = 0; i < inputs_; ++i) {
                const BindingKind kind = program.attributes[i].binding.kind;
                if (kind != BindingKind::GlobalId && kind != BindingKind::GroupId) continue;
                for (size_t c = 0; c < 3; ++c) {
                    runtime::LaneWord& to = attributes_[g * inputs_ + i].component[c];
                    const runtime::LaneWord& local = local_ids_[g].component[c];
                    if (kind == BindingKind::GroupId)
                        std::ranges::fill(to.lane, number[c]);
                    else
                        for (uint32_t lane = 0; lane < group_lanes; ++lane)
                            to.lane[lane] = local.lane[lane] + number[c] * dispatch.group_size[c];
                }
            }
        }
        dispatch.program.routine->run_together(environment, groups_);
    }

  private:
    struct alignas(16) Bytes {
        std::byte byte[16]{};
    };

    static void put(LaneVector& to, uint32_t lane, const Triple& from) {
        for (size_t c = 0; c < 3; ++c) to.component[c].lane[lane] = from[c];
        to.component[3].lane[lane] = 0;
    }
    static Triple value(const Dispatch& dispatch, BindingKind kind, uint32_t index, const Triple& local_id) {
        switch (kind) {
            case BindingKind::LocalId: return local_id;
            case BindingKind::GroupCount: return dispatch.group_count;
            case BindingKind::GroupSize: return dispatch.group_size;
            case BindingKind::LocalIndex: return {index, 0, 0};
            default: return {};
        }
    }

    uint32_t invocations_ = 0;
    size_t inputs_ = 0;
    std::vector<LaneVector> attributes_, local_ids_;  // of each lane group; its inputs one after the other
    std::vector<runtime::Group> groups_;
    std::vector<Bytes> shared_;
};

}  // namespace

void run_dispatch(const Dispatch& dispatch) {
    const Triple& count = dispatch.group_count;
    const uint64_t total = uint64_t{count[0]} * count[1] * count[2];
    if (total == 0) return;
    const runtime::ProgramEnvironment environment = stage_environment(dispatch.program, dispatch.watchdog.get());
    if (environment.watchdog) environment.watchdog->begin();
    runtime::WorkerPool& pool = runtime::WorkerPool::instance();
    // Enough pieces for the threads to end at about the same time.
    const uint64_t pieces = std::min<uint64_t>(total, static_cast<uint64_t>(pool.thread_count()) * 16);
    pool.parallel_for(static_cast<int32_t>(pieces), [&](int32_t piece) {
        const uint64_t first = total / pieces * static_cast<uint64_t>(piece) +
                               std::min<uint64_t>(static_cast<uint64_t>(piece), total % pieces);
        const uint64_t last = first + total / pieces + (static_cast<uint64_t>(piece) < total % pieces ? 1 : 0);
        WorkGroup& group = runtime::per_thread<WorkGroup>();
        group.begin(dispatch);
        for (uint64_t i = first; i < last; ++i) {
            if (environment.watchdog && environment.watchdog->expired(dispatch.program.program, 0)) return;
            group.run(dispatch, environment, unfolded(i, count));
        }
    });
}

}  // namespace rasterizer
