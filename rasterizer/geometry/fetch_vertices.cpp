#include "rasterizer/geometry/fetch_vertices.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "rasterizer/geometry/vertex_fetch.h"
#include "runtime/formats/normalized_integer.h"
#include "runtime/formats/small_floats.h"

namespace rasterizer {
namespace {

using runtime::LaneVector;
using runtime::Vector4;

constexpr uint32_t one_bits = std::bit_cast<uint32_t>(1.0f);

template <class T>
T read(const std::byte* from) {
    T value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

uint32_t float_bits(double value) { return std::bit_cast<uint32_t>(static_cast<float>(value)); }

template <class T>
uint32_t integer_component(T value, bool normalized, bool integer) {
    if (integer) return static_cast<uint32_t>(static_cast<int32_t>(value));
    if (!normalized) return float_bits(static_cast<double>(value));
    return std::bit_cast<uint32_t>(runtime::normalized_to_float(value));
}

uint32_t component(const VertexAttribute& attribute, const std::byte* at) {
    const bool normalized = attribute.normalized, integer = attribute.integer;
    switch (attribute.type) {
        case ComponentType::Byte: return integer_component(read<int8_t>(at), normalized, integer);
        case ComponentType::UnsignedByte: return integer_component(read<uint8_t>(at), normalized, integer);
        case ComponentType::Short: return integer_component(read<int16_t>(at), normalized, integer);
        case ComponentType::UnsignedShort: return integer_component(read<uint16_t>(at), normalized, integer);
        case ComponentType::Int: return integer_component(read<int32_t>(at), normalized, integer);
        case ComponentType::UnsignedInt: return integer_component(read<uint32_t>(at), normalized, integer);
        case ComponentType::HalfFloat: return std::bit_cast<uint32_t>(runtime::half_to_float(read<uint16_t>(at)));
        case ComponentType::Float: return read<uint32_t>(at);
        // "Integer" doubles: a word of each component of 64 bits, as it is; `data` says whether the low or the high
        // one.
        case ComponentType::Double: return integer ? read<uint32_t>(at) : float_bits(read<double>(at));
        case ComponentType::Fixed: return float_bits(read<int32_t>(at) / 65536.0);
        case ComponentType::Int2101010:
        case ComponentType::UnsignedInt2101010:
        case ComponentType::UnsignedInt10f11f11f: break;  // packed_element() reads these
    }
    return 0;
}

Vector4 packed_element(const VertexAttribute& attribute, uint32_t word) {
    Vector4 value{0, 0, 0, one_bits};
    if (attribute.type == ComponentType::UnsignedInt10f11f11f) {
        value[0] = std::bit_cast<uint32_t>(runtime::small_float_to_float<6>(word & 2047));
        value[1] = std::bit_cast<uint32_t>(runtime::small_float_to_float<6>(word >> 11 & 2047));
        value[2] = std::bit_cast<uint32_t>(runtime::small_float_to_float<5>(word >> 22));
        return value;
    }
    constexpr std::array<int, 4> bits{10, 10, 10, 2};
    int shift = 0;
    for (int c = 0; c < std::min<int>(attribute.components, 4); ++c) {
        const uint32_t raw = word >> shift & ((1u << bits[c]) - 1);
        shift += bits[c];
        double number = raw, most = (1u << bits[c]) - 1;
        if (attribute.type == ComponentType::Int2101010) {
            number = raw >> (bits[c] - 1) ? static_cast<double>(raw) - (1u << bits[c]) : raw;
            most = (1u << (bits[c] - 1)) - 1;
        }
        if (attribute.integer)
            value[c] = static_cast<uint32_t>(static_cast<int32_t>(number));
        else
            value[c] = float_bits(attribute.normalized ? runtime::normalized(number, most) : number);
    }
    return value;
}

}  // namespace

Vector4 fetch_element(const VertexAttribute& attribute, uint64_t index) {
    const runtime::ComponentLayout layout = runtime::component_layout(attribute.type);
    const size_t each = layout.bytes;
    const bool half = attribute.type == ComponentType::Double && attribute.integer;
    const size_t size = layout.element_bytes(attribute.components) - (half ? 4 : 0);
    // Missing components read as (0, 0, 0, 1); those of 64 bits are not defined.
    Vector4 value{0, 0, 0, half ? 0u : attribute.integer ? 1u : one_bits};
    uint64_t offset = 0;
    if (!attribute.data || size > attribute.readable || __builtin_mul_overflow(index, attribute.stride, &offset) ||
        offset > attribute.readable - size)
        return {0, 0, 0, 0};
    const std::byte* at = attribute.data + static_cast<size_t>(offset);
    if (layout.packed) {
        value = packed_element(attribute, read<uint32_t>(at));
    } else {
        for (int c = 0; c < attribute.components && c < 4; ++c) value[c] = component(attribute, at + c * each);
    }
    if (attribute.bgra) std::swap(value[0], value[2]);
    return value;
}

uint32_t fetch_index(const VertexInput& input, int64_t position) {
    const auto at = static_cast<size_t>(position);
    switch (input.index_type) {
        case IndexType::None: return static_cast<uint32_t>(input.first + position);
        case IndexType::UnsignedByte: return at < input.readable_indices ? read<uint8_t>(input.indices + at) : 0;
        case IndexType::UnsignedShort:
            return at < input.readable_indices / 2 ? read<uint16_t>(input.indices + at * 2) : 0;
        case IndexType::UnsignedInt:
            return at < input.readable_indices / 4 ? read<uint32_t>(input.indices + at * 4) : 0;
    }
    return 0;
}

bool fetch_edge_flag(const VertexInput& input, uint32_t vertex) {
    const VertexAttribute& flags = input.edge_flags;
    return (flags.enabled ? fetch_element(flags, vertex) : flags.current)[0] != 0;
}

void fetch_vertices(const VertexInput& input, const arbasm::Program& program, std::span<const uint32_t> vertices,
                    uint32_t instance, LaneVector* attributes) {
    if (vertices.empty()) return;
    const VertexFetch fetch(input, program);
    uint32_t group[runtime::group_lanes];
    std::fill(std::copy(vertices.begin(), vertices.end(), group), std::end(group), vertices.front());
    fetch.fill_constants(instance, attributes);
    fetch.fill(group, nullptr, vertices.size(), attributes);
}

}  // namespace rasterizer
