// Fills a vertex program's attribute registers: what to read, and how, is found out once for a draw.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "rasterizer/draw/draw.h"
#include "runtime/executor.h"

namespace rasterizer {

class VertexFetch {
  public:
    // Both outlive it.
    VertexFetch(const VertexInput& input, const arbasm::Program& program);

    // Attributes that all vertices of an instance have in common. They stay in registers from group to group.
    void fill_constants(uint32_t instance, runtime::LaneVector* attributes) const;
    // The others of a group. `vertices`: group_lanes numbers, of which the first `count` count; the others must be
    // among those. `instances`: their instances, where they are of several: then there are no constants of an instance.
    void fill(const uint32_t* vertices, const uint32_t* instances, size_t count, runtime::LaneVector* attributes) const;

  private:
    enum class Kind : uint8_t { Constant, VertexId, InstanceNumber, PerVertex, PerInstance };

    struct Elements {
        const std::byte* data;
        size_t stride;
        uint64_t readable;  // elements
    };
    // Elements of a group's vertices, to the four registers of an attribute. `all`: every one is readable.
    using Load = void (*)(const Elements& from, const uint32_t* vertices, size_t count, bool all,
                          runtime::LaneWord* const to[4]);

    struct Source {
        Kind kind = Kind::Constant;
        Load load = nullptr;  // null: element by element
        Elements elements{};
        runtime::Vector4 value{};  // of constants
        uint32_t base = 0;         // of instance numbers
        const VertexAttribute* attribute = nullptr;
    };

    template <class Element>
    static void load_elements(const Elements& from, const uint32_t* vertices, size_t count, bool all,
                              runtime::LaneWord* const to[4]);
    static Load find_load(const VertexAttribute& attribute);
    Source source_of(const VertexInput& input, const arbasm::Program& program, size_t number) const;
    void fetch(const Source& source, const uint32_t* vertices, size_t count, uint32_t most,
               runtime::LaneVector& to) const;

    uint32_t base_instance_;
    std::vector<Source> sources_;
};

}  // namespace rasterizer
