// Everything that the code for a draw's vertices depends on, and nothing else.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rasterizer/geometry/vertex_code.h"
#include "rasterizer/geometry/vertex_elements.h"
#include "rasterizer/prepare/vertex_layout.h"
#include "runtime/sampling/sampler_key.h"

namespace rasterizer {

// Where an attribute of the program comes from.
struct VertexKeyInput {
    enum class Kind : uint8_t {
        Unread,
        Common,    // VertexConstants::common
        VertexId,  // the vertex's number
        Elements,  // an array that the function reads
        Filled     // read before, into registers
    };
    Kind kind = Kind::Unread;
    // How elements are read. Their addresses belong to the draw.
    ComponentType type = ComponentType::Float;
    ElementReading reading = ElementReading::Float;
    uint8_t components = 0;
    bool bgra = false;
    uint32_t stride = 0;
};

struct VertexKey {
    std::shared_ptr<const arbasm::Program> program;
    std::vector<uint8_t> attribute_components;  // those that it reads
    bool may_run_long = false;
    std::vector<int32_t> units;  // that it samples
    // Whether vertices' numbers are consecutive.
    bool in_order = false;
    std::vector<VertexKeyInput> inputs;
    std::vector<runtime::SamplerKey> samplers;  // of `units`
    bool depth_clamp = false, depth_zero_to_one = false;
    // The part of a VertexLayout that decides how shaded vertices are filled.
    int16_t position_result = -1;
    std::vector<VertexSlot> slots;
    std::array<int16_t, max_clip_distances> clip_results{}, cull_results{};
    uint8_t clip_mask = 0, cull_mask = 0;

    void set(const Draw& draw, const VertexLayout& layout, const VertexFetch& fetch, VertexOrder order);
    // The same bytes for the same code. Programs by address: they live as long as the key.
    void write_bytes(std::string& bytes) const;
    // Bytes that say the same to other processes; empty where there are none, or nothing is kept for those.
    std::string identity() const;
    // The key of a texture unit's sampler; null: the program does not name it.
    const runtime::SamplerKey* sampler_of(int32_t unit) const;
    // Attributes of kind Filled.
    AttributeSet filled() const;
    // Bytes from one vertex to the next.
    int64_t vertex_bytes() const { return 16 * (first_varying_slot + static_cast<int64_t>(slots.size())); }

  private:
    void append_state(std::string& bytes) const;  // all but the program
};

// Why vertices of this key have no code, or null: they can have it.
const char* why_no_code(const VertexKey& key);

}  // namespace rasterizer
