// Fills a vertex program's attribute registers. Sources and load functions are found once for a draw.
#pragma once

#include <span>
#include <vector>

#include "rasterizer/draw/draw.h"
#include "rasterizer/geometry/vertex_lanes.h"
#include "runtime/executor.h"

namespace rasterizer {

class VertexFetch {
  public:
    // Both outlive it.
    VertexFetch(const VertexInput& input, const arbasm::Program& program);

    enum class Kind : uint8_t { Constant, VertexId, InstanceNumber, PerVertex, PerInstance };
    struct Source {
        Kind kind = Kind::Constant;
        VertexLoad load = nullptr;  // null: element by element
        VertexElements elements{};
        runtime::Vector4 value{};  // of constants
        uint32_t base = 0;         // of instance numbers
        const VertexAttribute* attribute = nullptr;
    };
    // One for each of the program's attributes.
    const std::vector<Source>& sources() const { return sources_; }
    // The value of an attribute that all vertices of an instance share: neither PerVertex nor VertexId.
    runtime::Vector4 common(const Source& source, uint32_t instance) const;

    // Attributes that all vertices of an instance have in common. They stay in registers from group to group.
    void fill_constants(uint32_t instance, runtime::LaneVector* attributes) const;
    // The others of a group. `vertices`: group_lanes indices, valid up to `count`; the rest repeats valid ones.
    // `instances`: the instance of each vertex, if there are several: then no attribute is constant for an instance.
    // `which`: the wanted attributes.
    void fill(const uint32_t* vertices, const uint32_t* instances, size_t count, runtime::LaneVector* attributes,
              AttributeSet which = ~AttributeSet{0}) const;

  private:
    Source source_of(const VertexInput& input, const arbasm::Program& program, size_t number) const;
    void fetch(const Source& source, const uint32_t* vertices, size_t count, uint32_t most,
               runtime::LaneVector& to) const;

    uint32_t base_instance_;
    std::vector<Source> sources_;
};

}  // namespace rasterizer
