// A group of lanes at work: what it reads, writes and emits, and which of its lanes run.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "runtime/simd/lane_group.h"

namespace runtime {

// Where IPAC, IPAO and IPAS take a fragment's attribute.
enum class InterpolationPlace : uint8_t { Centroid, Offset, Sample };
struct InterpolationRequest {
    int32_t attribute = 0;  // into Program::attributes
    InterpolationPlace place = InterpolationPlace::Centroid;
    // Offset: pixels from the pixel's centre, floats. Sample: the sample's number in x.
    const LaneWord* x = nullptr;
    const LaneWord* y = nullptr;
};

// What the rasterizer hands to fragment programs that ask for attributes elsewhere.
class Interpolator {
  public:
    virtual ~Interpolator() = default;
    virtual void interpolate(const InterpolationRequest& request, LaneMask lanes, LaneVector& result) const = 0;
};

inline constexpr uint32_t max_vertex_streams = 4;

// What the lanes of a geometry program emit, each on its own.
class EmittedVertices {
  public:
    // `most` vertices per lane of `words` words each: Program::vertices_out, and four per result.
    void start(uint32_t most, uint32_t words) {
        most_ = most;
        words_ = words;
        counts_ = {};
        if (data_.size() < size_t{most} * words * group_lanes) data_.resize(size_t{most} * words * group_lanes);
        if (marks_.size() < size_t{most} * group_lanes) marks_.resize(size_t{most} * group_lanes);
    }
    // Where to put the lane's next vertex; null: it has had its share.
    uint32_t* add(int lane, uint8_t stream) {
        uint32_t& count = counts_[static_cast<size_t>(lane)];
        if (count >= most_) return nullptr;
        const size_t at = static_cast<size_t>(lane) * most_ + count++;
        marks_[at] = {stream, false};
        return data_.data() + at * words_;
    }
    void end_strip(int lane) {
        const uint32_t count = counts_[static_cast<size_t>(lane)];
        if (count > 0) marks_[static_cast<size_t>(lane) * most_ + count - 1].ends_strip = true;
    }
    uint32_t count(int lane) const { return counts_[static_cast<size_t>(lane)]; }
    const uint32_t* vertex(int lane, uint32_t i) const {
        return data_.data() + (static_cast<size_t>(lane) * most_ + i) * words_;
    }
    uint8_t stream(int lane, uint32_t i) const { return marks_[static_cast<size_t>(lane) * most_ + i].stream; }
    bool ends_strip(int lane, uint32_t i) const { return marks_[static_cast<size_t>(lane) * most_ + i].ends_strip; }

  private:
    struct Mark {
        uint8_t stream;
        bool ends_strip;
    };
    uint32_t most_ = 0, words_ = 0;
    std::array<uint32_t, group_lanes> counts_{};
    std::vector<uint32_t> data_;
    std::vector<Mark> marks_;
};

struct Group {
    LaneMask active = all_lanes;  // lanes to run, helpers included
    LaneMask helpers = 0;         // subset of active that runs only for derivatives
    // One per Program::attributes; per vertex where programs read vertex[n].…: register i of vertex n is
    // attributes[n · Program::attributes.size() + i]. What has no vertex is in those of vertex 0. Constant vertex
    // numbers are not checked: there must be vertices for all that the program names (patches: all 32).
    const LaneVector* attributes = nullptr;
    LaneVector* results = nullptr;       // one per Program::results; components never written keep their values,
                                         // lanes that are not active hold anything
    int32_t vertex_count = 1;            // of the input primitive: bounds vertex numbers computed at run time
    int32_t patch_threads = 1;           // control programs: so many lanes side by side work on one patch
    EmittedVertices* emitted = nullptr;  // geometry programs
    const Interpolator* interpolator = nullptr;  // null: IPAC, IPAO and IPAS give the attribute as it is
    LaneMask killed = 0;                         // out: lanes that executed KIL
    bool timed_out = false;                      // out: the watchdog ended the program
    std::span<std::byte> shared;                 // compute: the work group's memory
};

}  // namespace runtime
