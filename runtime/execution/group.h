// A group of lanes at work: what it reads, writes and emits, and which of its lanes run.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ir/limits.h"
#include "runtime/simd/lane_group.h"

namespace runtime {

// Where IPAC, IPAO and IPAS take a fragment's attribute.
enum class InterpolateAt : uint8_t { Centroid, Offset, Sample };
struct InterpolationRequest {
    int32_t attribute = 0;  // into Program::attributes
    InterpolateAt at = InterpolateAt::Centroid;
    // Offset: pixels from the pixel's centre, floats. Sample: the sample's number in x.
    const LaneWord* x = nullptr;
    const LaneWord* y = nullptr;
};

// Input of fragment programs that interpolate at other locations.
class Interpolator {
  public:
    virtual ~Interpolator() = default;
    virtual void interpolate(const InterpolationRequest& request, LaneMask lanes, LaneVector& result) const = 0;
};

inline constexpr uint32_t max_vertex_streams = arbasm::limits::MAX_VERTEX_STREAMS;

// The vertices that the lanes of a geometry program emit, each on its own.
class EmittedVertices {
  public:
    struct Mark {
        uint8_t stream;
        bool ends_strip;
    };
    // Vertex i of a lane is number lane · most + i. Behind the last one there is another that nobody reads, which
    // compiled code writes for lanes that add none.
    struct Storage {
        uint32_t most = 0, words = 0;
        std::array<uint32_t, group_lanes> counts{};
        uint32_t* vertices = nullptr;  // of `words` words each, at a multiple of 16 bytes
        Mark* marks = nullptr;
    };

    // `most` vertices per lane of `words` words each: Program::vertices_out, and four per result.
    void start(uint32_t most, uint32_t words) {
        const size_t count = size_t{most} * group_lanes + 1;
        if (vertices_.size() < count * words) vertices_.resize(count * words);
        if (marks_.size() < count) marks_.resize(count);
        storage_ = {most, words, {}, vertices_.data(), marks_.data()};
    }
    // Where to put the lane's next vertex; null: it has had its share.
    uint32_t* add(int lane, uint8_t stream) {
        uint32_t& count = storage_.counts[static_cast<size_t>(lane)];
        if (count >= storage_.most) return nullptr;
        const size_t at = index(lane, count++);
        marks_[at] = {stream, false};
        return vertices_.data() + at * storage_.words;
    }
    void end_strip(int lane) {
        if (count(lane) > 0) marks_[index(lane, count(lane) - 1)].ends_strip = true;
    }
    uint32_t count(int lane) const { return storage_.counts[static_cast<size_t>(lane)]; }
    const uint32_t* vertex(int lane, uint32_t i) const { return vertices_.data() + index(lane, i) * storage_.words; }
    uint8_t stream(int lane, uint32_t i) const { return marks_[index(lane, i)].stream; }
    bool ends_strip(int lane, uint32_t i) const { return marks_[index(lane, i)].ends_strip; }

    // Where Storage is, for compiled code.
    static constexpr Storage EmittedVertices::*storage_member() { return &EmittedVertices::storage_; }

  private:
    size_t index(int lane, uint32_t i) const { return static_cast<size_t>(lane) * storage_.most + i; }

    Storage storage_;
    std::vector<uint32_t> vertices_;
    std::vector<Mark> marks_;
};

struct Group {
    LaneMask active = all_lanes;  // lanes to run, helpers included
    LaneMask helpers = 0;         // subset of active that runs only for derivatives
    // One per Program::attributes; per vertex where programs read vertex[n].…: register i of vertex n is attributes[n ·
    // Program::attributes.size() + i]. Attributes without a vertex are in the registers of vertex 0. Constant vertex
    // numbers are not checked: there are vertices for all that the program names (patches: all 32).
    const LaneVector* attributes = nullptr;
    LaneVector* results = nullptr;       // one per Program::results; components never written keep their values,
                                         // lanes that are not active hold anything
    int32_t vertex_count = 1;            // of the input primitive: bounds vertex numbers computed at run time
    int32_t patch_threads = 1;           // control programs: so many lanes side by side work on one patch
    EmittedVertices* emitted = nullptr;  // geometry programs
    const Interpolator* interpolator = nullptr;  // null: IPAC, IPAO and IPAS give the attribute as it is
    LaneMask killed = 0;                         // out: lanes that executed KIL
    bool timed_out = false;                      // out: the program has been ended before its end
    bool left = false;                           // out: that was for a piece's sake, which another thread begins anew
    std::span<std::byte> shared;                 // compute: the work group's memory
};

}  // namespace runtime
