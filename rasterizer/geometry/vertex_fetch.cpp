#include "rasterizer/geometry/vertex_fetch.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <optional>

#include "ir/check.h"
#include "rasterizer/geometry/fetch_vertices.h"
#include "runtime/formats/small_floats.h"

namespace rasterizer {
namespace {

using arbasm::BindingKind;
using runtime::group_lanes;
using runtime::LaneVector;
using runtime::LaneWord;
using runtime::Vector4;

// Halves are read one by one, wherever there are any.
void load_halves(const VertexElements& from, const VertexAttribute& attribute, const uint32_t* vertices, size_t count,
                 LaneVector& to) {
    for (size_t lane = 0; lane < count; ++lane) {
        std::array<uint16_t, 4> raw{};
        const bool readable = vertices[lane] < from.readable;
        if (readable)
            std::memcpy(raw.data(), from.data + vertices[lane] * from.stride, size_t{2} * attribute.components);
        for (size_t c = 0; c < 4; ++c)
            to.component[c].lane[lane] = std::bit_cast<uint32_t>(runtime::half_to_float(raw[c]));
        if (readable && attribute.components < 4) to.component[3].lane[lane] = std::bit_cast<uint32_t>(1.0f);
    }
}

// What all vertices of an instance have in common.
std::optional<uint32_t> number_of_draw(BindingKind kind, const VertexInput& input) {
    if (kind == BindingKind::BaseVertex) return static_cast<uint32_t>(input.base_vertex);
    if (kind == BindingKind::BaseInstance) return input.base_instance;
    if (kind == BindingKind::DrawId) return input.draw_id;
    return std::nullopt;
}

void fill_register(LaneVector& to, const Vector4& value) {
    for (int c = 0; c < 4; ++c) std::fill(std::begin(to.component[c].lane), std::end(to.component[c].lane), value[c]);
}

}  // namespace

VertexFetch::Source VertexFetch::source_of(const VertexInput& input, const arbasm::Program& program,
                                           size_t number) const {
    Source source;
    const BindingKind kind = program.attributes[number].binding.kind;
    if (number >= input.attributes.size()) return source;
    if (const std::optional<uint32_t> value = number_of_draw(kind, input)) {
        source.value = {*value, 0, 0, 0};
        return source;
    }
    if (kind == BindingKind::VertexId) {
        source.kind = Kind::VertexId;
        return source;
    }
    if (kind == BindingKind::Instance || kind == BindingKind::InstanceIndex) {
        source.kind = Kind::InstanceNumber;
        source.base = kind == BindingKind::InstanceIndex ? input.base_instance : 0;
        return source;
    }
    const VertexAttribute& attribute = input.attributes[number];
    source.attribute = &attribute;
    if (!attribute.enabled) {
        source.value = attribute.current;
        return source;
    }
    source.kind = attribute.divisor ? Kind::PerInstance : Kind::PerVertex;
    source.load = vertex_lanes().find_load(attribute);
    source.elements = {attribute.data, attribute.stride, 0};
    const size_t size = runtime::component_layout(attribute.type).element_bytes(attribute.components);
    if (attribute.data && attribute.readable >= size)
        source.elements.readable =
            attribute.stride ? (attribute.readable - size) / attribute.stride + uint64_t{1} : UINT64_MAX;
    return source;
}

VertexFetch::VertexFetch(const VertexInput& input, const arbasm::Program& program)
    : base_instance_(input.base_instance) {
    sources_.reserve(program.attributes.size());
    for (size_t i = 0; i < program.attributes.size(); ++i) sources_.push_back(source_of(input, program, i));
}

Vector4 VertexFetch::common(const Source& source, uint32_t instance) const {
    switch (source.kind) {
        case Kind::InstanceNumber: return {instance + source.base, 0, 0, 0};
        case Kind::PerInstance:
            return fetch_element(*source.attribute, uint64_t{instance / source.attribute->divisor} + base_instance_);
        case Kind::Constant:
        case Kind::VertexId:
        case Kind::PerVertex: break;
    }
    return source.value;
}

void VertexFetch::fill_constants(uint32_t instance, LaneVector* attributes) const {
    for (size_t i = 0; i < sources_.size(); ++i)
        if (sources_[i].kind != Kind::PerVertex) fill_register(attributes[i], common(sources_[i], instance));
}

void VertexFetch::fill(const uint32_t* vertices, const uint32_t* instances, size_t count, LaneVector* attributes,
                       AttributeSet which) const {
    ASMGL_CHECK_LE(count, size_t{group_lanes});
    for (size_t lane = count; lane < group_lanes; ++lane)
        ASMGL_CHECK(std::find(vertices, vertices + count, vertices[lane]) != vertices + count);
    uint32_t most = 0;
    for (int lane = 0; lane < group_lanes; ++lane) most = std::max(most, vertices[lane]);
    for (size_t i = 0; i < sources_.size(); ++i) {
        if (i < max_vertex_attributes && !(which >> i & 1)) continue;
        const Source& source = sources_[i];
        LaneVector& to = attributes[i];
        switch (source.kind) {
            case Kind::Constant: break;
            case Kind::VertexId: std::copy_n(vertices, group_lanes, to.component[0].lane); break;
            case Kind::InstanceNumber:
                if (instances)
                    for (size_t lane = 0; lane < count; ++lane)
                        to.component[0].lane[lane] = instances[lane] + source.base;
                break;
            case Kind::PerInstance: {
                if (!instances) break;
                Vector4 value{};
                for (size_t lane = 0; lane < count; ++lane) {
                    if (lane == 0 || instances[lane] != instances[lane - 1])
                        value = fetch_element(*source.attribute,
                                              uint64_t{instances[lane] / source.attribute->divisor} + base_instance_);
                    for (int c = 0; c < 4; ++c) to.component[c].lane[lane] = value[c];
                }
                break;
            }
            case Kind::PerVertex: fetch(source, vertices, count, most, to); break;
        }
    }
}

void VertexFetch::fetch(const Source& source, const uint32_t* vertices, size_t count, uint32_t most,
                        LaneVector& to) const {
    const VertexAttribute& attribute = *source.attribute;
    if (attribute.type == ComponentType::HalfFloat && !attribute.bgra && attribute.components <= 4)
        return load_halves(source.elements, attribute, vertices, count, to);
    if (!source.load) {
        for (size_t lane = 0; lane < count; ++lane) {
            const Vector4 value = fetch_element(attribute, vertices[lane]);
            for (int c = 0; c < 4; ++c) to.component[c].lane[lane] = value[c];
        }
        return;
    }
    const bool swapped = attribute.bgra;
    LaneWord* const components[4] = {&to.component[swapped ? 2 : 0], &to.component[1], &to.component[swapped ? 0 : 2],
                                     &to.component[3]};
    source.load(source.elements, vertices, count, most < source.elements.readable, components);
}

}  // namespace rasterizer
