// The functions of vertex_lanes.h. Included by vertex_lanes_simd.cpp. Nothing here may be shared with other files, so
// all of it is in a namespace of the level.
#include <cstddef>
#include <cstring>
#include <limits>
#include <type_traits>

#include "rasterizer/geometry/vertex_elements.h"
#include "rasterizer/geometry/vertex_lanes.h"
#include "rasterizer/geometry/vertex_positions.h"
#include "rasterizer/geometry/vertex_stage.h"
#include "runtime/simd/lanes.h"

namespace rasterizer::ASMGL_ISA {
namespace {

using runtime::group_lanes;
using runtime::LaneVector;
using runtime::LaneWord;

constexpr size_t lanes = ASMGL_LANES;
typedef float Float4 __attribute__((vector_size(16)));
typedef int32_t Int4 __attribute__((vector_size(16)));
typedef float F __attribute__((vector_size(4 * ASMGL_LANES)));
typedef int32_t I __attribute__((vector_size(4 * ASMGL_LANES)));

F load(const LaneWord& from, size_t lane) {
    F value;
    std::memcpy(&value, from.lane + lane, sizeof value);
    return value;
}

// The vertices k and k + 4 of eight, or vertex k of four, are one register.
#if ASMGL_LANES == 8
F low_pairs(F a, F b) { return __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13); }
F high_pairs(F a, F b) { return __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15); }
F low_halves(F a, F b) { return __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13); }
F high_halves(F a, F b) { return __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15); }
Float4 piece(F value, size_t number) {
    return number == 0 ? __builtin_shufflevector(value, value, 0, 1, 2, 3)
                       : __builtin_shufflevector(value, value, 4, 5, 6, 7);
}
F joined(Float4 low, Float4 high) { return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7); }
#else
F low_pairs(F a, F b) { return __builtin_shufflevector(a, b, 0, 4, 1, 5); }
F high_pairs(F a, F b) { return __builtin_shufflevector(a, b, 2, 6, 3, 7); }
F low_halves(F a, F b) { return __builtin_shufflevector(a, b, 0, 1, 4, 5); }
F high_halves(F a, F b) { return __builtin_shufflevector(a, b, 2, 3, 6, 7); }
Float4 piece(F value, size_t) { return value; }
#endif

// Four components of `lanes` vertices to their rows.
void put(F x, F y, F z, F w, float* to, ptrdiff_t stride) {
    const F xy_low = low_pairs(x, y), xy_high = high_pairs(x, y), zw_low = low_pairs(z, w), zw_high = high_pairs(z, w);
    const F first = low_halves(xy_low, zw_low), second = high_halves(xy_low, zw_low),
            third = low_halves(xy_high, zw_high), fourth = high_halves(xy_high, zw_high);
    for (size_t half = 0; half < lanes / 4; ++half) {
        const Float4 pieces[4] = {piece(first, half), piece(second, half), piece(third, half), piece(fourth, half)};
        std::memcpy(to, &pieces[0], sizeof(Float4));
        std::memcpy(to + stride, &pieces[1], sizeof(Float4));
        std::memcpy(to + 2 * stride, &pieces[2], sizeof(Float4));
        std::memcpy(to + 3 * stride, &pieces[3], sizeof(Float4));
        to += 4 * stride;
    }
}

runtime::Float lanes_of(F value) { return runtime::Float(runtime::FloatRegister(value)); }
F bits_of(runtime::Signed value) { return reinterpret_cast<F>(I(value.value)); }
bool all_of(runtime::Mask mask) { return to_bits(mask) == (1u << ASMGL_LANES) - 1; }

ViewLanes<runtime::Float> lanes_of(const ViewTransform& view) {
    using runtime::Float;
    return {Float(view.scale_x),      Float(view.scale_y),   Float(view.scale_z),    Float(view.center_x),
            Float(view.center_y),     Float(view.center_z),  Float(view.guard_left), Float(view.guard_right),
            Float(view.guard_bottom), Float(view.guard_top), view.depth_clamp,       view.depth_zero_to_one};
}

void finish(const ViewTransform& view, const LaneVector& position, size_t count, const VertexRows& rows,
            uint32_t* codes, FixedPoint* grid_positions) {
    const ptrdiff_t stride = rows.stride;
    const ViewLanes<runtime::Float> numbers = lanes_of(view);
    const bool band_is_outside = view.band_is_outside();
    for (size_t i = 0; i < count; i += lanes) {
        const F x = load(position.component[0], i), y = load(position.component[1], i),
                z = load(position.component[2], i), w = load(position.component[3], i);
        const Position<runtime::Float> clip{lanes_of(x), lanes_of(y), lanes_of(z), lanes_of(w)};
        // Most are inside of the view volume, and then of the guard band.
        runtime::Unsigned code(0u);
        if (!band_is_outside || !all_of(is_inside(numbers, clip))) code = clip_codes(numbers, clip);
        std::memcpy(codes + i, &code.value, sizeof code.value);
        float* const row = rows.first + static_cast<ptrdiff_t>(i) * stride;
        put(x, y, z, w, row + clip_slot * 4, stride);
        const Position<runtime::Float> window = window_position(numbers, clip);
        put(F(window.x.value), F(window.y.value), F(window.z.value), F(window.w.value), row + window_slot * 4, stride);
        const F fixed_x = bits_of(grid_coordinate(window.x)), fixed_y = bits_of(grid_coordinate(window.y));
        const F low = low_pairs(fixed_x, fixed_y), high = high_pairs(fixed_x, fixed_y);
        for (size_t half = 0; half < lanes / 4; ++half) {
            const Float4 pieces[2] = {piece(low, half), piece(high, half)};
            std::memcpy(static_cast<void*>(grid_positions + i + 4 * half), pieces, sizeof pieces);
        }
    }
}

VertexRange range_of(const AssembledPrimitive* primitives, size_t count) {
    typedef uint32_t Numbers __attribute__((vector_size(16)));
    // Three vertices and the provoking one.
    static_assert(offsetof(AssembledPrimitive, vertices) == 0 && offsetof(AssembledPrimitive, flat) == 12);
    Numbers least = ~Numbers{}, most{};
    for (size_t i = 0; i < count; ++i) {
        Numbers numbers;
        std::memcpy(&numbers, primitives + i, sizeof numbers);
        least = numbers < least ? numbers : least;
        most = numbers > most ? numbers : most;
    }
    VertexRange range;
    for (int i = 0; i < 4; ++i) {
        range.least = least[i] < range.least ? least[i] : range.least;
        range.most = most[i] > range.most ? most[i] : range.most;
    }
    return range;
}

template <bool clamp, bool scalar>
void store(const LaneVector& from, size_t count, float* to, ptrdiff_t stride) {
    const F zero{}, one = zero + 1.0f;
    const auto component = [&](size_t c, size_t lane) {
        const F value = load(from.component[c], lane);
        return clamp ? F(clamped_color(lanes_of(value)).value) : value;
    };
    for (size_t i = 0; i < count; i += lanes) {
        if constexpr (scalar)
            put(component(0, i), zero, zero, one, to, stride);
        else
            put(component(0, i), component(1, i), component(2, i), component(3, i), to, stride);
        to += static_cast<ptrdiff_t>(lanes) * stride;
    }
}

void store_register(const LaneVector& from, bool clamp, bool scalar, size_t count, const VertexRows& rows, int slot) {
    float* const to = rows.first + slot * 4;
    if (scalar)
        clamp ? store<true, true>(from, count, to, rows.stride) : store<false, true>(from, count, to, rows.stride);
    else
        clamp ? store<true, false>(from, count, to, rows.stride) : store<false, false>(from, count, to, rows.stride);
}

F missing(int component, bool integer) {
    return reinterpret_cast<F>(I{} + static_cast<int32_t>(missing_component(component, integer)));
}

template <class Word, size_t size>
Word bits_at(const std::byte* from) {
    if constexpr (size == 3 || size == 6) {
        // Nothing behind the element may be touched.
        constexpr size_t most = size == 3 ? 2 : 4;
        return bits_at<Word, most>(from) | bits_at<Word, size - most>(from + most) << (8 * most);
    } else {
        typedef std::conditional_t<
            size == 1, uint8_t,
            std::conditional_t<size == 2, uint16_t, std::conditional_t<size == 4, uint32_t, uint64_t>>>
            Bits;
        Bits bits;
        std::memcpy(&bits, from, size);
        return static_cast<Word>(bits);
    }
}

// An element of `components` numbers of type T: as it is in memory, and a component of many as a vertex program reads
// it.
template <class T, ElementReading reading, int components>
struct Element {
    static Int4 at(const std::byte* from) {
        typedef T Raw __attribute__((vector_size(4 * sizeof(T))));
        typedef std::conditional_t<sizeof(T) == 1, uint32_t, uint64_t> Word;
        const Word bits = bits_at<Word, sizeof(T) * components>(from);
        Raw raw;
        std::memcpy(&raw, &bits, sizeof raw);
        return __builtin_convertvector(raw, Int4);
    }
    static F converted(F raw, int component) {
        if (component >= components) return missing(component, reading == ElementReading::Integer);
        const runtime::Signed number{runtime::SignedRegister(reinterpret_cast<I>(raw))};
        constexpr auto most = static_cast<float>(std::numeric_limits<T>::max());
        return reinterpret_cast<F>(I(read_number(reading, number, most, std::is_signed_v<T>).value));
    }
};

template <ElementReading reading, int components>
struct Element<float, reading, components> {
    static Int4 at(const std::byte* from) {
        if constexpr (components == 4) {
            Int4 value;
            std::memcpy(&value, from, sizeof value);
            return value;
        }
        // Loads that fill the register at once: what goes there by way of memory is waited for.
        typedef int64_t Long2 __attribute__((vector_size(16)));
        int64_t first = 0;
        if constexpr (components == 1) return Int4{bits_at<int32_t, 4>(from), 0, 0, 0};
        std::memcpy(&first, from, 8);
        const Int4 low = reinterpret_cast<Int4>(Long2{first, 0});
        if constexpr (components == 2) return low;
        return __builtin_shufflevector(low, Int4{bits_at<int32_t, 4>(from + 8), 0, 0, 0}, 0, 1, 4, 5);
    }
    static F converted(F raw, int component) { return component < components ? raw : missing(component, false); }
};

template <class Element, bool all>
void load_some(const VertexElements& from, const uint32_t* vertices, size_t count, LaneWord* const to[4]) {
    const auto element = [&](size_t lane) {
        const size_t number = vertices[lane];
        return reinterpret_cast<Float4>(all || number < from.readable ? Element::at(from.data + number * from.stride)
                                                                      : Int4{});
    };
    for (size_t lane = 0; lane < count; lane += lanes) {
#if ASMGL_LANES == 8
        const auto vertex = [&](size_t k) { return joined(element(lane + k), element(lane + k + 4)); };
#else
        const auto vertex = [&](size_t k) { return element(lane + k); };
#endif
        const F first = vertex(0), second = vertex(1), third = vertex(2), fourth = vertex(3);
        const F xy_low = low_pairs(first, second), zw_low = high_pairs(first, second),
                xy_high = low_pairs(third, fourth), zw_high = high_pairs(third, fourth);
        const F component[4] = {
            Element::converted(low_halves(xy_low, xy_high), 0), Element::converted(high_halves(xy_low, xy_high), 1),
            Element::converted(low_halves(zw_low, zw_high), 2), Element::converted(high_halves(zw_low, zw_high), 3)};
        I readable{};
        if constexpr (!all)
            for (size_t k = 0; k < lanes; ++k) readable[k] = vertices[lane + k] < from.readable ? -1 : 0;
        for (int c = 0; c < 4; ++c) {
            const I bits = all ? reinterpret_cast<I>(component[c]) : reinterpret_cast<I>(component[c]) & readable;
            std::memcpy(to[c]->lane + lane, &bits, sizeof bits);
        }
    }
}

template <class Element>
void load_elements(const VertexElements& from, const uint32_t* vertices, size_t count, bool all,
                   LaneWord* const to[4]) {
    if (all)
        load_some<Element, true>(from, vertices, count, to);
    else
        load_some<Element, false>(from, vertices, count, to);
}

template <class T, ElementReading reading>
VertexLoad of_components(int components) {
    constexpr VertexLoad loads[4] = {&load_elements<Element<T, reading, 1>>, &load_elements<Element<T, reading, 2>>,
                                     &load_elements<Element<T, reading, 3>>, &load_elements<Element<T, reading, 4>>};
    return loads[components - 1];
}

template <class T>
VertexLoad of_numbers(const VertexAttribute& attribute) {
    if (attribute.integer) return of_components<T, ElementReading::Integer>(attribute.components);
    return attribute.normalized ? of_components<T, ElementReading::Normalized>(attribute.components)
                                : of_components<T, ElementReading::Float>(attribute.components);
}

VertexLoad find_load(const VertexAttribute& attribute) {
    if (attribute.components < 1 || attribute.components > 4) return nullptr;
    switch (attribute.type) {
        case ComponentType::Byte: return of_numbers<int8_t>(attribute);
        case ComponentType::UnsignedByte: return of_numbers<uint8_t>(attribute);
        case ComponentType::Short: return of_numbers<int16_t>(attribute);
        case ComponentType::UnsignedShort: return of_numbers<uint16_t>(attribute);
        case ComponentType::Float:
            return attribute.integer ? nullptr : of_components<float, ElementReading::Float>(attribute.components);
        case ComponentType::HalfFloat:
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

}  // namespace
}  // namespace rasterizer::ASMGL_ISA
