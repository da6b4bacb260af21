// For tests of samplers: random textures of every format and target, samplers, and instructions with their operands.
#pragma once

#include <sstream>

#include "runtime/testing/sampler_oracle.h"

namespace runtime::sampler_oracle {

inline constexpr TextureKind all_kinds[] = {
    TextureKind::Texture1D, TextureKind::Texture2D,     TextureKind::Texture3D,         TextureKind::Cube,
    TextureKind::Rectangle, TextureKind::Array1D,       TextureKind::Array2D,           TextureKind::CubeArray,
    TextureKind::Buffer,    TextureKind::Multisample2D, TextureKind::MultisampleArray2D};

inline bool is_cube(TextureKind kind) { return kind == TextureKind::Cube || kind == TextureKind::CubeArray; }
inline bool is_multisample(TextureKind kind) {
    return kind == TextureKind::Multisample2D || kind == TextureKind::MultisampleArray2D;
}

// Blocks are neither in buffers nor multisampled.
inline bool is_possible(TextureKind kind, Format format) {
    return format_info(format).block_width == 1 || (kind != TextureKind::Buffer && !is_multisample(kind));
}

inline Extent random_extent(TextureKind kind, std::mt19937& random) {
    const auto side = [&] { return static_cast<int32_t>(random() % 4 ? 1 + random() % 20 : 1u << random() % 5); };
    switch (kind) {
        case TextureKind::Texture1D:
        case TextureKind::Buffer: return {side(), 1, 1};
        case TextureKind::Array1D: return {side(), 1, 3};
        case TextureKind::Texture3D: return {side(), side(), side()};
        case TextureKind::Cube: {
            const int32_t size = side();
            return {size, size, 6};
        }
        case TextureKind::CubeArray: {
            const int32_t size = side();
            return {size, size, 12};
        }
        case TextureKind::Array2D:
        case TextureKind::MultisampleArray2D: return {side(), side(), 3};
        case TextureKind::Texture2D:
        case TextureKind::Rectangle:
        case TextureKind::Multisample2D:
        case TextureKind::Renderbuffer: break;
    }
    return {side(), side(), 1};
}

// Whatever bits, of formats without floats; values around 0 and 1 of those.
inline std::shared_ptr<Image> random_bits(Format format, Extent extent, int32_t samples, std::mt19937& random) {
    const FormatInfo& info = format_info(format);
    auto image = std::make_shared<Image>(format, extent, samples);
    std::uniform_real_distribution<float> number(-2, 2);
    const bool floats = info.component_class == ComponentClass::Float || format == Format::Depth32Float ||
                        format == Format::Depth32FloatStencil8;
    const auto blocks = [](int32_t texels, int32_t block) { return (texels + block - 1) / block; };
    for (int32_t z = 0; z < extent.depth; ++z)
        for (int32_t sample = 0; sample < samples; ++sample)
            for (int32_t y = 0; y < blocks(extent.height, info.block_height); ++y) {
                std::byte* const row = image->row(y, z, sample);
                if (!floats || info.block_width > 1) {
                    for (int32_t i = 0; i < blocks(extent.width, info.block_width) * info.bytes_per_block; ++i)
                        row[i] = static_cast<std::byte>(random());
                    continue;
                }
                std::vector<Texel> texels(static_cast<size_t>(extent.width));
                for (Texel& texel : texels)
                    for (uint32_t& bits : texel) bits = bits_of(number(random));
                store_texels(format, row, 0, extent.width, texels.data());
                if (format == Format::Depth32FloatStencil8)
                    for (int32_t x = 0; x < extent.width; ++x) row[8 * x + 4] = static_cast<std::byte>(random());
            }
    return image;
}

inline std::shared_ptr<Texture> random_texture_of_bits(TextureKind kind, Format format, std::mt19937& random) {
    auto texture = std::make_shared<Texture>();
    texture->kind = kind;
    texture->format = format;
    Extent extent = random_extent(kind, random);
    if (kind == TextureKind::Buffer) {
        const auto image = random_bits(format, extent, 1, random);
        const auto bytes = static_cast<size_t>(extent.width) * format_info(format).bytes_per_block;
        texture->buffer = {image->row(0), bytes};
        texture->buffer_owner = image;
    } else {
        const bool one = kind == TextureKind::Rectangle || is_multisample(kind) || random() % 4 == 0;
        for (;;) {
            texture->levels.push_back(random_bits(format, extent, is_multisample(kind) ? 4 : 1, random));
            const Extent before = extent;
            extent.width = std::max(1, extent.width / 2);
            extent.height = std::max(1, extent.height / 2);
            if (kind == TextureKind::Texture3D) extent.depth = std::max(1, extent.depth / 2);
            if (one || extent == before) break;
        }
    }
    constexpr Channel channels[] = {Channel::Red,   Channel::Green, Channel::Blue,
                                    Channel::Alpha, Channel::Zero,  Channel::One};
    if (random() & 1)
        for (Channel& channel : texture->swizzle) channel = channels[random() % 6];
    texture->sample_stencil = kind != TextureKind::Buffer && (random() & 1) != 0;
    return texture;
}

inline Sampler random_sampler(std::mt19937& random) {
    Sampler sampler;
    sampler.wrap_s = all_wraps[random() % 8];
    sampler.wrap_t = random() & 1 ? sampler.wrap_s : all_wraps[random() % 8];
    sampler.wrap_r = all_wraps[random() % 8];
    sampler.min_filter = Filter(random() % 2);
    sampler.mag_filter = random() & 1 ? sampler.min_filter : Filter(random() % 2);
    sampler.mip_filter = MipFilter(random() % 3);
    sampler.lod_bias = random() & 1 ? 0.5f : 0.0f;
    if (random() % 4 == 0) sampler.min_lod = 0.7f;
    if (random() % 4 == 0) sampler.max_lod = 1.6f;
    sampler.max_anisotropy = random() % 4 == 0 ? 6.5f : 1.0f;
    sampler.compare = random() & 1;
    sampler.compare_function = CompareFunction(random() % 8);
    sampler.seamless_cube = random() & 1;
    sampler.srgb_decode = random() % 4 != 0;
    sampler.border_color = {bits_of(0.3f), bits_of(1.5f), bits_of(-0.5f), bits_of(0.6f)};
    return sampler;
}

// An instruction and the registers that it reads.
struct RandomRequest {
    SampleRequest request;
    LaneVector coordinates, gradient_x, gradient_y, offsets, offsets_y;
    LaneWord lod, lod_clamp, reference;

    RandomRequest(TextureKind kind, std::mt19937& random) {
        std::uniform_real_distribution<float> coordinate(-2, 3), exponent(-9, 1);
        request.kind = kind;
        constexpr SampleOperation filtered[] = {SampleOperation::Implicit,    SampleOperation::Bias,
                                                SampleOperation::ExplicitLod, SampleOperation::Gradients,
                                                SampleOperation::Gather,      SampleOperation::GatherOffsets,
                                                SampleOperation::Fetch};
        request.operation = filtered[random() % (is_cube(kind) ? 5 : kind == TextureKind::Texture3D ? 4 : 7)];
        if (kind == TextureKind::Texture3D && random() % 4 == 0) request.operation = SampleOperation::Fetch;
        if (kind == TextureKind::Buffer) request.operation = SampleOperation::Fetch;
        if (is_multisample(kind)) request.operation = SampleOperation::FetchMultisample;
        request.shadow = random() & 1;
        request.derivatives = random() % 4 != 0;
        request.gather_component = uint8_t(random() % 4);
        // Quads with derivatives of all sizes.
        const float size = kind == TextureKind::Rectangle ? 8.0f : 1.0f, scale = std::exp2(exponent(random)) * size;
        for (int lane = 0; lane < group_lanes; ++lane) {
            for (int c = 0; c < 4; ++c) {
                const auto set = [&](LaneVector& vector, float value) {
                    vector.component[c].lane[lane] = bits_of(value);
                };
                const float base =
                    lane & 3 ? float_of(coordinates.component[c].lane[lane & ~3]) : coordinate(random) * size;
                set(coordinates, lane & 3 ? base + scale * coordinate(random) : base);
                set(gradient_x, scale * coordinate(random));
                set(gradient_y, scale * coordinate(random));
                offsets.component[c].lane[lane] = uint32_t(int32_t(random() % 64) - 32);
                offsets_y.component[c].lane[lane] = static_cast<uint32_t>(random() % 100 ? random() % 8 : random());
            }
            lod.lane[lane] = bits_of(2 * coordinate(random));
            lod_clamp.lane[lane] = bits_of(coordinate(random));
            reference.lane[lane] = bits_of(coordinate(random));
        }
        if (request.operation == SampleOperation::Fetch || is_multisample(kind)) set_whole_numbers(random);
        request.coordinates = &coordinates;
        if (random() % 8) request.lod = &lod;
        if (random() % 4 == 0) request.lod_clamp = &lod_clamp;
        request.gradient_x = &gradient_x;
        request.gradient_y = &gradient_y;
        if (random() & 1 || kind == TextureKind::CubeArray) request.reference = &reference;
        if (random() % 4 == 0) request.offset = {int8_t(random() % 16 - 8), 3, -1};
        if (request.operation == SampleOperation::GatherOffsets || random() % 4 == 0) request.offsets = &offsets;
        request.offsets_y = &offsets_y;
    }

    // A plain lookup by pixels that lie side by side, as far from each other as up to three texels of an image of
    // `size` texels: what quads read of it lies near together.
    void set_surface(float size, std::mt19937& random) {
        std::uniform_real_distribution<float> coordinate(-0.2f, 1.2f), step(-3, 3);
        const float unit = request.kind == TextureKind::Rectangle ? 1 : 1 / size, scale = random() & 1 ? 1 : 0.3f;
        request.operation = SampleOperation::Implicit;
        request.derivatives = true;
        request.offset = {};
        request.offsets = nullptr;
        for (int c = 0; c < 2; ++c) {
            const float start = coordinate(random) * size, right = scale * step(random), up = scale * step(random);
            for (int lane = 0; lane < group_lanes; ++lane) {
                const int quad = lane / 4, x = 2 * (quad % 4) + (lane & 1), y = 2 * (quad / 4) + (lane >> 1 & 1);
                coordinates.component[static_cast<size_t>(c)].lane[lane] =
                    bits_of((start + right * static_cast<float>(x) + up * static_cast<float>(y)) * unit);
            }
        }
    }

    void set_whole_numbers(std::mt19937& random) {
        for (int lane = 0; lane < group_lanes; ++lane) {
            for (int c = 0; c < 4; ++c)
                coordinates.component[c].lane[lane] =
                    uint32_t(int32_t(random() % (c == 2 ? 4 : 24)) - (c == 2 ? 0 : 3));
            if (random() % 50 == 0) coordinates.component[random() % 3].lane[lane] = static_cast<uint32_t>(random());
            lod.lane[lane] = request.kind == TextureKind::Rectangle ? 0 : random() % 5;
        }
    }
};

// The same bits, but for the sign of zeros.
inline bool agree(uint32_t a, uint32_t b) {
    return a == b || float_of(a) == float_of(b) || (std::isnan(float_of(a)) && std::isnan(float_of(b)));
}

inline std::string describe(const TextureBinding& binding) {
    const Sampler& sampler = binding.sampler();
    const auto& levels = binding.texture()->levels;
    const Extent extent = levels.empty() ? Extent{} : levels[0]->extent();
    std::ostringstream text;
    text << "; " << extent.width << "x" << extent.height << "x" << extent.depth << ", " << levels.size()
         << " levels, wraps " << int(sampler.wrap_s) << int(sampler.wrap_t) << int(sampler.wrap_r) << ", filters "
         << int(sampler.min_filter) << int(sampler.mag_filter) << int(sampler.mip_filter) << ", anisotropy "
         << sampler.max_anisotropy << ", lod " << sampler.min_lod << " to " << sampler.max_lod;
    return text.str();
}

inline std::vector<Format> formats_with_samplers() {
    std::mt19937 random(1);
    std::vector<Format> formats;
    for (int i = 1; i < static_cast<int>(Format::Count); ++i) {
        const auto format = static_cast<Format>(i);
        const TextureBinding binding(random_texture_of_bits(TextureKind::Texture2D, format, random), {});
        if (binding.prepared().key.elements != 0) formats.push_back(format);
    }
    return formats;
}

}  // namespace runtime::sampler_oracle
