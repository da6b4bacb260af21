#include "rasterizer/geometry/vertex_fetch.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "rasterizer/geometry/fetch_vertices.h"
#include "runtime/formats/small_floats.h"

namespace rasterizer {
namespace {

using arbasm::BindingKind;
using runtime::group_lanes;
using runtime::LaneVector;
using runtime::LaneWord;
using runtime::Vector4;

typedef float Float4 __attribute__((vector_size(16)));
typedef int32_t Int4 __attribute__((vector_size(16)));

enum class Reading : uint8_t { Float, Normalized, Integer };

// An element of `components` numbers of type T, as a vertex program reads it.
template <class T, Reading reading, int components>
struct Element {
    static Float4 at(const std::byte* from) {
        if constexpr (std::is_same_v<T, float>) {
            Float4 value{0, 0, 0, 1};
            std::memcpy(&value, from, sizeof(float) * components);
            return value;
        } else {
            typedef T Raw __attribute__((vector_size(4 * sizeof(T))));
            Raw raw{};
            std::memcpy(&raw, from, sizeof(T) * components);
            return converted(__builtin_convertvector(raw, Int4));
        }
    }

  private:
    static Float4 converted(Int4 raw) {
        if constexpr (reading == Reading::Integer) {
            if (components < 4) raw[3] = 1;
            return reinterpret_cast<Float4>(raw);
        } else {
            Float4 value = __builtin_convertvector(raw, Float4);
            if constexpr (reading == Reading::Normalized) {
                // Of 8 and 16 bits a division of floats gives what one of doubles, rounded, does.
                value /= static_cast<float>(std::numeric_limits<T>::max());
                if constexpr (std::is_signed_v<T>) value = value < -1.0f ? Float4{-1, -1, -1, -1} : value;
            }
            if (components < 4) value[3] = 1;
            return value;
        }
    }
};

template <int components>
struct HalfElement {
    static Float4 at(const std::byte* from) {
        std::array<uint16_t, 4> raw{};
        std::memcpy(raw.data(), from, 2 * components);
        Float4 value{0, 0, 0, 1};
        for (int c = 0; c < components; ++c) value[c] = runtime::half_to_float(raw[static_cast<size_t>(c)]);
        return value;
    }
};

// What all vertices of an instance have in common.
std::optional<uint32_t> number_of_draw(BindingKind kind, const VertexInput& input) {
    switch (kind) {
        case BindingKind::BaseVertex: return static_cast<uint32_t>(input.base_vertex);
        case BindingKind::BaseInstance: return input.base_instance;
        case BindingKind::DrawId: return input.draw_id;
        default: return std::nullopt;
    }
}

void fill_register(LaneVector& to, const Vector4& value) {
    for (int c = 0; c < 4; ++c) std::fill(std::begin(to.component[c].lane), std::end(to.component[c].lane), value[c]);
}

}  // namespace

template <class Element>
void VertexFetch::load_elements(const Elements& from, const uint32_t* vertices, size_t count, bool all,
                                LaneWord* const to[4]) {
    for (size_t lane = 0; lane < count; lane += 4) {
        Float4 vertex[4];
        for (size_t k = 0; k < 4; ++k) {
            const size_t number = vertices[lane + k];
            if (all || number < from.readable)
                vertex[k] = Element::at(from.data + number * from.stride);
            else
                vertex[k] = Float4{};
        }
        const Float4 xy01 = __builtin_shuffle(vertex[0], vertex[1], Int4{0, 4, 1, 5});
        const Float4 zw01 = __builtin_shuffle(vertex[0], vertex[1], Int4{2, 6, 3, 7});
        const Float4 xy23 = __builtin_shuffle(vertex[2], vertex[3], Int4{0, 4, 1, 5});
        const Float4 zw23 = __builtin_shuffle(vertex[2], vertex[3], Int4{2, 6, 3, 7});
        const Float4 component[4] = {
            __builtin_shuffle(xy01, xy23, Int4{0, 1, 4, 5}), __builtin_shuffle(xy01, xy23, Int4{2, 3, 6, 7}),
            __builtin_shuffle(zw01, zw23, Int4{0, 1, 4, 5}), __builtin_shuffle(zw01, zw23, Int4{2, 3, 6, 7})};
        for (int c = 0; c < 4; ++c) std::memcpy(to[c]->lane + lane, &component[c], sizeof(Float4));
    }
}

// Null: for these the generic function is good enough.
VertexFetch::Load VertexFetch::find_load(const VertexAttribute& attribute) {
    const int components = attribute.components;
    if (components < 1 || components > 4) return nullptr;
    const auto by_components = [components]<template <int> class Of>() -> Load {
        constexpr Load loads[4] = {&load_elements<Of<1>>, &load_elements<Of<2>>, &load_elements<Of<3>>,
                                   &load_elements<Of<4>>};
        return loads[components - 1];
    };
    const auto narrow = [&]<class T>() -> Load {
        const Reading reading = attribute.integer      ? Reading::Integer
                                : attribute.normalized ? Reading::Normalized
                                                       : Reading::Float;
        constexpr auto loads = []<Reading... readings>() {
            return std::array<std::array<Load, 4>, 3>{
                {{&load_elements<Element<T, readings, 1>>, &load_elements<Element<T, readings, 2>>,
                  &load_elements<Element<T, readings, 3>>, &load_elements<Element<T, readings, 4>>}...}};
        }
        .template operator()<Reading::Float, Reading::Normalized, Reading::Integer>();
        return loads[static_cast<size_t>(reading)][static_cast<size_t>(components - 1)];
    };
    switch (attribute.type) {
        case ComponentType::Byte: return narrow.template operator()<int8_t>();
        case ComponentType::UnsignedByte: return narrow.template operator()<uint8_t>();
        case ComponentType::Short: return narrow.template operator()<int16_t>();
        case ComponentType::UnsignedShort: return narrow.template operator()<uint16_t>();
        case ComponentType::HalfFloat:
            return attribute.integer ? nullptr : by_components.template operator()<HalfElement>();
        case ComponentType::Float: {
            constexpr Load loads[4] = {
                &load_elements<Element<float, Reading::Float, 1>>, &load_elements<Element<float, Reading::Float, 2>>,
                &load_elements<Element<float, Reading::Float, 3>>, &load_elements<Element<float, Reading::Float, 4>>};
            return attribute.integer ? nullptr : loads[components - 1];
        }
        case ComponentType::Int:
        case ComponentType::UnsignedInt:
        case ComponentType::Double:
        case ComponentType::Fixed:
        case ComponentType::Int2101010:
        case ComponentType::UnsignedInt2101010:
        case ComponentType::UnsignedInt10f11f11f: break;
    }
    return nullptr;
}

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
    source.load = find_load(attribute);
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

void VertexFetch::fill_constants(uint32_t instance, LaneVector* attributes) const {
    for (size_t i = 0; i < sources_.size(); ++i) {
        const Source& source = sources_[i];
        switch (source.kind) {
            case Kind::Constant: fill_register(attributes[i], source.value); break;
            case Kind::VertexId: fill_register(attributes[i], {0, 0, 0, 0}); break;
            case Kind::InstanceNumber: fill_register(attributes[i], {instance + source.base, 0, 0, 0}); break;
            case Kind::PerInstance:
                fill_register(
                    attributes[i],
                    fetch_element(*source.attribute, uint64_t{instance / source.attribute->divisor} + base_instance_));
                break;
            case Kind::PerVertex: break;
        }
    }
}

void VertexFetch::fill(const uint32_t* vertices, const uint32_t* instances, size_t count,
                       LaneVector* attributes) const {
    uint32_t most = 0;
    for (int lane = 0; lane < group_lanes; ++lane) most = std::max(most, vertices[lane]);
    for (size_t i = 0; i < sources_.size(); ++i) {
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
    if (!source.load) {
        for (size_t lane = 0; lane < count; ++lane) {
            const Vector4 value = fetch_element(*source.attribute, vertices[lane]);
            for (int c = 0; c < 4; ++c) to.component[c].lane[lane] = value[c];
        }
        return;
    }
    const bool swapped = source.attribute->bgra;
    LaneWord* const components[4] = {&to.component[swapped ? 2 : 0], &to.component[1], &to.component[swapped ? 0 : 2],
                                     &to.component[3]};
    source.load(source.elements, vertices, count, most < source.elements.readable, components);
}

}  // namespace rasterizer
