#include "runtime/images/image_access.h"

#include <algorithm>

#include "runtime/formats/format.h"

namespace runtime {

using arbasm::DataType;

namespace {

bool is_within(const ImageBinding& binding, const std::array<int32_t, 4>& at) {
    const auto within = [](int32_t coordinate, int32_t size) {
        return static_cast<uint32_t>(coordinate) < static_cast<uint32_t>(size);
    };
    return binding && within(at[0], binding.extent.width) && within(at[1], binding.extent.height) &&
           within(at[2], binding.extent.depth) && within(at[3], binding.samples());
}

// For texels within.
bool lies_in_hole(const ImageBinding& binding, const std::array<int32_t, 4>& at) {
    return binding.image && binding.image->lacks_pages() &&
           !binding.image->is_resident(at[0], at[1], binding.first_layer + at[2]);
}

}  // namespace

bool lacks_memory(const ImageBinding& binding, const std::array<int32_t, 4>& at) {
    return is_within(binding, at) && lies_in_hole(binding, at);
}

std::byte* find_texel(const ImageBinding& binding, const std::array<int32_t, 4>& at) {
    if (!is_within(binding, at) || lies_in_hole(binding, at)) return nullptr;
    const auto offset = static_cast<ptrdiff_t>(at[0]) * format_info(binding.format).bytes_per_block;
    if (!binding.image) return binding.buffer.data() + offset;
    return binding.image->row(at[1], binding.first_layer + at[2], at[3]) + offset;
}

bool converts(Format format, DataType type) {
    switch (format_info(format).component_class) {
        case ComponentClass::Signed:
        case ComponentClass::Unsigned: return type != DataType::F32;
        case ComponentClass::Unorm:
        case ComponentClass::Snorm:
        case ComponentClass::Float: return type == DataType::F32;
        case ComponentClass::Depth:
        case ComponentClass::Stencil:
        case ComponentClass::DepthStencil: break;
    }
    return false;
}

namespace {

constexpr size_t most_texel_bytes = 16;

// Other threads may be at the same texel: words are read and written whole.
template <class Word>
void read_words(const std::byte* at, size_t bytes, std::byte* to) {
    for (size_t i = 0; i < bytes; i += sizeof(Word)) {
        const Word word = __atomic_load_n(reinterpret_cast<const Word*>(at + i), __ATOMIC_RELAXED);
        std::copy_n(reinterpret_cast<const std::byte*>(&word), sizeof word, to + i);
    }
}
template <class Word>
void write_words(std::byte* at, size_t bytes, const std::byte* from) {
    for (size_t i = 0; i < bytes; i += sizeof(Word)) {
        Word word;
        std::copy_n(from + i, sizeof word, reinterpret_cast<std::byte*>(&word));
        __atomic_store_n(reinterpret_cast<Word*>(at + i), word, __ATOMIC_RELAXED);
    }
}

// Signed as unsigned numbers and the other way round, as pixel transfers clamp them (GL 4.6, 8.5): what the other kind
// can't hold becomes the nearest that it can.
void clamp_kind(Texel& texel, bool from_signed, bool to_signed) {
    if (from_signed == to_signed) return;
    for (uint32_t& component : texel)
        if (component > 0x7fffffffu) component = from_signed ? 0 : 0x7fffffffu;
}

bool is_signed(Format format) { return format_info(format).component_class == ComponentClass::Signed; }

}  // namespace

Texel load_texel(const ImageBinding& binding, const std::byte* at, DataType type) {
    if (!converts(binding.format, type)) return {};
    const size_t bytes = format_info(binding.format).bytes_per_block;
    alignas(8) std::byte copy[most_texel_bytes];
    switch (bytes) {
        case 1: read_words<uint8_t>(at, bytes, copy); break;
        case 2: read_words<uint16_t>(at, bytes, copy); break;
        case 4: read_words<uint32_t>(at, bytes, copy); break;
        default: read_words<uint64_t>(at, bytes, copy); break;
    }
    Texel texel;
    load_texels(binding.format, copy, 0, 1, &texel);
    if (type != DataType::F32) clamp_kind(texel, is_signed(binding.format), type == DataType::S32);
    return texel;
}

void store_texel(const ImageBinding& binding, std::byte* at, DataType type, const Texel& texel) {
    if (!converts(binding.format, type)) return;
    const size_t bytes = format_info(binding.format).bytes_per_block;
    Texel clamped = texel;
    if (type != DataType::F32) clamp_kind(clamped, type == DataType::S32, is_signed(binding.format));
    alignas(8) std::byte made[most_texel_bytes];
    store_texels(binding.format, made, 0, 1, &clamped);
    switch (bytes) {
        case 1: write_words<uint8_t>(at, bytes, made); break;
        case 2: write_words<uint16_t>(at, bytes, made); break;
        case 4: write_words<uint32_t>(at, bytes, made); break;
        default: write_words<uint64_t>(at, bytes, made); break;
    }
}

std::array<uint32_t, 4> image_size(const ImageBinding& binding) {
    if (!binding) return {};
    const auto width = static_cast<uint32_t>(binding.extent.width),
               height = static_cast<uint32_t>(binding.extent.height),
               depth = static_cast<uint32_t>(binding.extent.depth);
    switch (binding.kind) {
        case TextureKind::Texture1D:
        case TextureKind::Buffer: return {width};
        case TextureKind::Array1D: return {width, depth};
        case TextureKind::Texture3D:
        case TextureKind::Array2D:
        case TextureKind::MultisampleArray2D: return {width, height, depth};
        case TextureKind::CubeArray: return {width, height, depth / 6};
        case TextureKind::Texture2D:
        case TextureKind::Rectangle:
        case TextureKind::Cube:
        case TextureKind::Multisample2D:
        case TextureKind::Renderbuffer: break;
    }
    return {width, height};
}

}  // namespace runtime
