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

// A work group's lane groups, their inputs and its memory; one per thread.
class WorkGroup {
  public:
    void run(const Dispatch& dispatch, const runtime::ProgramEnvironment& environment, const Triple& number) {
        const arbasm::Program& program = *dispatch.program.program;
        const Triple& size = dispatch.group_size;
        const uint32_t invocations = size[0] * size[1] * size[2];
        const size_t inputs = program.attributes.size();
        const size_t lane_groups = (invocations + group_lanes - 1) / group_lanes;
        attributes_.resize(lane_groups * inputs + 1);
        // Programs rarely depend on what the memory holds at first, but all see the same.
        shared_.assign((static_cast<size_t>(program.shared_memory) + 15) / 16, {});
        groups_.assign(lane_groups, {});
        for (size_t g = 0; g < lane_groups; ++g) {
            runtime::Group& group = groups_[g];
            const uint32_t first = static_cast<uint32_t>(g) * group_lanes;
            const uint32_t lanes = std::min<uint32_t>(invocations - first, group_lanes);
            group.active = runtime::first_lanes(static_cast<int>(lanes));
            group.attributes = attributes_.data() + g * inputs;
            group.shared = {reinterpret_cast<std::byte*>(shared_.data()), static_cast<size_t>(program.shared_memory)};
            for (size_t i = 0; i < inputs; ++i)
                for (uint32_t lane = 0; lane < lanes; ++lane)
                    put(attributes_[g * inputs + i], lane,
                        value(dispatch, program.attributes[i].binding.kind, number, first + lane));
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
    static Triple value(const Dispatch& dispatch, BindingKind kind, const Triple& number, uint32_t index) {
        switch (kind) {
            case BindingKind::LocalId: return unfolded(index, dispatch.group_size);
            case BindingKind::GlobalId: {
                Triple id = unfolded(index, dispatch.group_size);
                for (size_t c = 0; c < 3; ++c) id[c] += number[c] * dispatch.group_size[c];
                return id;
            }
            case BindingKind::GroupId: return number;
            case BindingKind::GroupCount: return dispatch.group_count;
            case BindingKind::GroupSize: return dispatch.group_size;
            case BindingKind::LocalIndex: return {index, 0, 0};
            default: return {};
        }
    }

    std::vector<LaneVector> attributes_;
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
        for (uint64_t i = first; i < last; ++i) {
            if (environment.watchdog && environment.watchdog->expired(dispatch.program.program, 0)) return;
            group.run(dispatch, environment, unfolded(i, count));
        }
    });
}

}  // namespace rasterizer
