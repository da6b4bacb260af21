// Runs programs over groups of lanes: the page that the interpreter and the JIT stand behind.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "arbasm/program.h"
#include "runtime/execution/watchdog.h"
#include "runtime/images/texture.h"
#include "runtime/memory/memory.h"
#include "runtime/simd/lane_group.h"

namespace runtime {

using Vector4 = std::array<uint32_t, 4>;  // bits: floats, or integers where set by an integer command

// What is the same for all groups of a draw. The caller keeps everything alive during run().
struct ProgramEnvironment {
    std::span<const Vector4> parameters;       // one per Program::parameters
    std::span<const TextureBinding> textures;  // by texture unit; shorter or empty entries sample as (0,0,0,1)
    std::span<const std::span<const std::byte>> constant_buffers;  // by buffer binding
    std::span<const uint32_t> subroutines;                         // SUBROUTINENUM of each subroutine parameter
    Watchdog* watchdog = nullptr;                                  // null: a group may take a fixed number of steps
    const ProgramMemory* memory = nullptr;                         // null: programs reach none
};

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

// Empty if the engines can run every instruction, else what they can't, for the program's error string. Such an
// instruction does nothing when it runs.
std::string unsupported(const arbasm::Program& program);

enum class Engine : uint8_t { Automatic, Interpreter, Jit };

// An executable form of a program. Immutable; run() may be called from several threads at once.
class Routine {
  public:
    virtual ~Routine() = default;
    virtual void run(const ProgramEnvironment& environment, Group& group) const = 0;
    // Whether it may run for long: it has loops or calls.
    virtual bool loops() const { return false; }
    // The groups of one work group: none passes a BAR before all have come to it.
    virtual void run_together(const ProgramEnvironment& environment, std::span<Group> groups) const {
        for (Group& group : groups) run(environment, group);
    }
    virtual const char* engine_name() const = 0;  // "interpreter avx2", "jit", …
};

// Never fails: what the JIT can't take runs in the interpreter. Engine::Automatic follows ASMGL_ENGINE.
std::shared_ptr<const Routine> compile(std::shared_ptr<const arbasm::Program> program,
                                       Engine engine = Engine::Automatic);

}  // namespace runtime
