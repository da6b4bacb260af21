#include "rasterizer/blocks/record_elements.h"

#include <utility>

namespace rasterizer {

using namespace runtime::jit;

namespace {

// A component in memory: bits of one of the element's words.
struct ComponentBits {
    size_t word = 0;
    uint32_t shift = 0, bits = 32;
};

ComponentBits bits_of(ComponentType type, int component) {
    const auto c = static_cast<size_t>(component);
    const runtime::ComponentLayout layout = runtime::component_layout(type);
    if (layout.packed) return {0, 10 * static_cast<uint32_t>(c), c == 3 ? 2u : 10u};
    const size_t first = c * layout.bytes;
    return {first / 4, 8 * static_cast<uint32_t>(first % 4), 8u * layout.bytes};
}

bool is_signed(ComponentType type) {
    return type == ComponentType::Byte || type == ComponentType::Short || type == ComponentType::Int ||
           type == ComponentType::Int2101010;
}

// The element's words, one value each; nothing behind its bytes is touched.
std::vector<Unsigned> load_element(const VertexKeyInput& input, const std::vector<Pointer>& at) {
    const auto bytes = static_cast<int>(runtime::component_layout(input.type).element_bytes(input.components));
    if (bytes % 4 == 0) return load_rows(at, bytes / 4);
    if (bytes < 4) return {load_words(at, bytes)};
    std::vector<Pointer> rest;
    for (const Pointer& element : at) rest.push_back(element + int64_t{4});
    return {load_words(at, 4), load_words(rest, bytes - 4)};
}

Unsigned read_component(const VertexKeyInput& input, const std::vector<Unsigned>& words, int component) {
    const ComponentBits field = bits_of(input.type, component);
    const Unsigned word = words[field.word];
    const auto number = [&] {
        const Unsigned at_top = word << Unsigned(32 - field.shift - field.bits), down(32 - field.bits);
        return is_signed(input.type) ? as_signed(at_top) >> down : as_signed(at_top >> down);
    };
    switch (input.type) {
        case ComponentType::Float: return word;
        case ComponentType::HalfFloat: return as_unsigned(from_half(as_unsigned(number())));
        case ComponentType::Fixed: return as_unsigned(to_float(as_signed(word)) * Float(1.0f / 65536));
        case ComponentType::Byte:
        case ComponentType::UnsignedByte:
        case ComponentType::Short:
        case ComponentType::UnsignedShort:
        case ComponentType::Int:
        case ComponentType::UnsignedInt:
        case ComponentType::Int2101010:
        case ComponentType::UnsignedInt2101010: break;
        case ComponentType::Double:
        case ComponentType::UnsignedInt10f11f11f: return word;  // is_read_inside() has none of these
    }
    const uint32_t bits = is_signed(input.type) ? field.bits - 1 : field.bits;
    const auto most = static_cast<float>((uint64_t{1} << bits) - 1);
    return read_number(input.reading, number(), most, is_signed(input.type));
}

}  // namespace

std::array<Unsigned, 4> record_elements(const VertexKeyInput& input, const std::vector<Pointer>& at) {
    const std::vector<Unsigned> words = load_element(input, at);
    const auto component = [&](int c) {
        if (c < input.components) return read_component(input, words, c);
        return Unsigned(missing_component(c, input.reading == ElementReading::Integer));
    };
    std::array<Unsigned, 4> values{component(0), component(1), component(2), component(3)};
    if (input.bgra) std::swap(values[0], values[2]);
    return values;
}

}  // namespace rasterizer
