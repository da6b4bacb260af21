#include "rasterizer/targets/tegra_surfaces.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "machines/tegra/commands/registers.h"
#include "machines/tegra/device/device.h"
#include "machines/tegra/surfaces/pixels.h"
#include "machines/tegra/surfaces/textures.h"
#include "rasterizer/prepare/fragment_key.h"

namespace rasterizer {
namespace {

namespace tegra = machines::tegra;
namespace field = machines::tegra::field;
using runtime::Format;

uint8_t byte_of(uint32_t bits) {
    const float value = std::bit_cast<float>(bits);
    return static_cast<uint8_t>(value > 0 ? std::min(std::floor(value * 255 + 0.5f), 255.0f) : 0.0f);
}

uint32_t channel(const runtime::Texel& texel, runtime::Channel channel) {
    switch (channel) {
        case runtime::Channel::Zero: return 0;
        case runtime::Channel::One: return std::bit_cast<uint32_t>(1.0f);
        case runtime::Channel::Red:
        case runtime::Channel::Green:
        case runtime::Channel::Blue:
        case runtime::Channel::Alpha: break;
    }
    return texel[static_cast<size_t>(channel)];
}

constexpr std::array<runtime::Channel, 4> straight{runtime::Channel::Red, runtime::Channel::Green,
                                                   runtime::Channel::Blue, runtime::Channel::Alpha};

// The device's formats of textures and of render targets that hold a format's components.
struct DeviceFormat {
    Format format;
    uint32_t texture;
    uint32_t target;  // 0: none
};
constexpr DeviceFormat device_formats[] = {
    {Format::Rgba8Unorm, tegra::format_RGBA8888, tegra::format_RGBA8888},
    {Format::Rgbx8Unorm, tegra::format_RGBA8888, tegra::format_RGBA8888},
    {Format::Rgb8Unorm, tegra::format_RGBA8888, tegra::format_RGBA8888},
    {Format::Bgra8Unorm, tegra::format_BGRA8888, tegra::format_BGRA8888},
    {Format::Bgrx8Unorm, tegra::format_RGBA8888, tegra::format_BGRA8888},
    {Format::Bgr8Unorm, tegra::format_RGBA8888, tegra::format_BGRA8888},
    {Format::Rgb565Unorm, tegra::format_RGB565, tegra::format_RGB565},
    {Format::Rgba4Unorm, tegra::format_RGBA4444, tegra::format_RGBA4444},
    {Format::Rgb5A1Unorm, tegra::format_RGBA5551, tegra::format_RGBA5551},
    {Format::A8Unorm, tegra::format_A8, tegra::format_A8},
    {Format::L8Unorm, tegra::format_L8, 0},
    {Format::La8Unorm, tegra::format_LA88, 0},
    {Format::Dxt1RgbaUnorm, tegra::format_DXT1, 0},
    {Format::Dxt3Unorm, tegra::format_DXT3, 0},
    {Format::Dxt5Unorm, tegra::format_DXT5, 0},
};
const DeviceFormat* find_device_format(Format format) {
    const auto* const found = std::ranges::find(device_formats, format, &DeviceFormat::format);
    return found != std::end(device_formats) ? found : nullptr;
}

// RGBA8888 does for all of up to 8 bits a component.
uint32_t texel_format(const runtime::Texture& texture, size_t levels) {
    const DeviceFormat* const row = find_device_format(texture.format);
    if (!row || texture.swizzle != straight) return tegra::format_RGBA8888;
    // Where compressed textures have their levels is not known.
    if (runtime::format_info(row->format).block_width > 1 && levels != 1) return tegra::format_RGBA8888;
    return row->texture;
}

bool is_power_of_two(int32_t value) { return std::has_single_bit(static_cast<uint32_t>(value)); }

// Clamp and mirror bits; false: the device has no such mode.
bool wrap_bits(runtime::Wrap wrap, bool blends_border, uint32_t& clamp, uint32_t& mirror) {
    switch (wrap) {
        case runtime::Wrap::Repeat: return true;
        case runtime::Wrap::MirroredRepeat: mirror = 1; return true;
        case runtime::Wrap::ClampToEdge: clamp = 1; return true;
        case runtime::Wrap::Clamp: clamp = 1; return !blends_border;
        case runtime::Wrap::ClampToBorder:
        case runtime::Wrap::MirrorClampToEdge:
        case runtime::Wrap::MirrorClampToBorder:
        case runtime::Wrap::MirrorClamp: break;
    }
    return false;
}

// Counts the levels that the sampler looks at.
size_t level_count(const runtime::TextureBinding& binding) {
    return binding.sampler().mip_filter == runtime::MipFilter::None ? 1 : binding.texture()->levels.size();
}

}  // namespace

SurfaceFormat surface_format(const runtime::Image& image, SurfaceKind kind, bool srgb_write) {
    const runtime::FormatInfo& info = runtime::format_info(image.format());
    if (kind == SurfaceKind::Depth) return {info.bits[4] ? tegra::format_D16 : 0u, 0};
    if (kind == SurfaceKind::Stencil) return {info.bits[5] ? tegra::format_S8 : 0u, 0};
    const DeviceFormat* const row = find_device_format(effective_format(image.format(), srgb_write));
    if (!row || !row->target) return {0, 0};
    uint32_t components = 0;
    for (uint32_t c = 0; c < 4; ++c) components |= uint32_t{runtime::format_info(row->format).bits[c] != 0} << c;
    return {row->target, static_cast<uint8_t>(components)};
}

uint32_t surface_pitch(int32_t width, uint32_t format) {
    return tegra::texture_pitch(static_cast<uint32_t>(width + 1) & ~1u, tegra::pixel_bytes(format), false);
}
uint32_t surface_rows(int32_t height) { return static_cast<uint32_t>(height + 1) & ~1u; }

std::vector<uint8_t> surface_bytes(const runtime::Image& image, int32_t layer, SurfaceKind kind,
                                   const SurfaceFormat& format) {
    const runtime::Extent extent = image.extent();
    const uint32_t pitch = surface_pitch(extent.width, format.format), bytes = tegra::pixel_bytes(format.format);
    std::vector<uint8_t> result(static_cast<size_t>(pitch) * surface_rows(extent.height));
    const auto width = static_cast<size_t>(extent.width);
    std::vector<runtime::Texel> texels(width);
    for (int32_t y = 0; y < extent.height; y++) {
        uint8_t* to = &result[static_cast<size_t>(y) * pitch];
        if (kind == SurfaceKind::Stencil) {
            runtime::load_stencil(image.format(), image.row(y, layer), 0, extent.width, to);
            continue;
        }
        const Format from = kind == SurfaceKind::Color ? runtime::linear_counterpart(image.format()) : image.format();
        runtime::load_texels(from, image.row(y, layer), 0, extent.width, texels.data());
        for (size_t x = 0; x < width; x++, to += bytes) {
            const runtime::Texel& texel = texels[x];
            if (kind == SurfaceKind::Depth) {
                const uint32_t depth = tegra::depth_value(static_cast<double>(std::bit_cast<float>(texel[0]))) >> 4;
                to[0] = static_cast<uint8_t>(depth);
                to[1] = static_cast<uint8_t>(depth >> 8);
            } else {
                tegra::write_pixel(format.format,
                                   {byte_of(texel[0]), byte_of(texel[1]), byte_of(texel[2]), byte_of(texel[3])}, to);
            }
        }
    }
    return result;
}

std::string describe_texture(const runtime::TextureBinding& binding, DeviceTexture& device) {
    if (!binding.texture()) return {};
    const runtime::Texture& texture = *binding.texture();
    const runtime::Sampler& sampler = binding.sampler();
    if (texture.levels.empty() ||
        (texture.kind != runtime::TextureKind::Texture1D && texture.kind != runtime::TextureKind::Texture2D &&
         texture.kind != runtime::TextureKind::Rectangle))
        return "a texture is neither 1D, 2D nor a rectangle";
    const runtime::FormatInfo& info = runtime::format_info(texture.format);
    if (info.component_class != runtime::ComponentClass::Unorm)
        return "a texture's format is " + std::string(info.name) + ", not of colours between 0 and 1";
    if (info.srgb && (sampler.srgb_decode || info.block_width > 1)) return "a texture is sRGB";
    if (sampler.compare) return "a texture is compared";
    if (sampler.reduction != runtime::Reduction::Average) return "a texture's filter is a minimum or maximum";
    if (sampler.max_anisotropy > 1) return "a texture's filter is anisotropic";
    const size_t levels = level_count(binding);
    const bool filters_differ = levels > 1 || sampler.min_filter != sampler.mag_filter;
    if (filters_differ && sampler.lod_bias != 0) return "a level of detail is biased";
    if (levels > 1 && (sampler.min_lod > 0 || sampler.max_lod < static_cast<float>(levels - 1)))
        return "levels of detail are limited";
    const bool linear = sampler.min_filter == runtime::Filter::Linear || sampler.mag_filter == runtime::Filter::Linear;
    uint32_t clamp_s = 0, mirror_s = 0, clamp_t = 0, mirror_t = 0;
    if (!wrap_bits(sampler.wrap_s, linear, clamp_s, mirror_s) || !wrap_bits(sampler.wrap_t, linear, clamp_t, mirror_t))
        return "a texture is clamped to its border";
    const runtime::Extent extent = texture.levels[0]->extent();
    const bool power_of_two = is_power_of_two(extent.width) && is_power_of_two(extent.height);
    if (!power_of_two && levels > 1) return "a texture has levels and no power of two as its size";
    if (power_of_two ? extent.width > 1 << 15 || extent.height > 1 << 15 : extent.width > 4095 || extent.height > 4095)
        return "a texture is too large";
    if (levels > 16) return "a texture has more than 16 levels";
    const uint32_t format = texel_format(texture, levels);
    device.desc1 = field::TEXTURE_DESC1_CLAMP_S(clamp_s) | field::TEXTURE_DESC1_CLAMP_T(clamp_t) |
                   field::TEXTURE_DESC1_MIRROR_S(mirror_s) | field::TEXTURE_DESC1_MIRROR_T(mirror_t) |
                   field::TEXTURE_DESC1_FORMAT(format) |
                   field::TEXTURE_DESC1_COMPRESSED(tegra::block_bytes(format) != 0) |
                   field::TEXTURE_DESC1_MIP_LINEAR(sampler.mip_filter == runtime::MipFilter::Linear && levels > 1) |
                   field::TEXTURE_DESC1_MIN_LINEAR(sampler.min_filter == runtime::Filter::Linear) |
                   field::TEXTURE_DESC1_MAG_LINEAR(sampler.mag_filter == runtime::Filter::Linear);
    const auto width = static_cast<uint32_t>(extent.width), height = static_cast<uint32_t>(extent.height);
    if (power_of_two)
        device.desc2 = field::TEXTURE_DESC2_LOG2_WIDTH(static_cast<uint32_t>(std::countr_zero(width))) |
                       field::TEXTURE_DESC2_LOG2_HEIGHT(static_cast<uint32_t>(std::countr_zero(height))) |
                       field::TEXTURE_DESC2_MIPMAP_DISABLE(levels == 1) |
                       field::TEXTURE_DESC2_MAX_LOD(static_cast<uint32_t>(levels - 1));
    else
        device.desc2 = field::TEXTURE_DESC2_NOT_POWER_OF_TWO(1) | field::TEXTURE_DESC2_WIDTH(width) |
                       field::TEXTURE_DESC2_HEIGHT(height);
    device.only_level = levels == 1 && texture.swizzle == straight ? texture.levels[0].get() : nullptr;
    device.target_format = format;
    return {};
}

void fill_texture(const runtime::TextureBinding& binding, DeviceTexture& device) {
    if (!binding.texture()) {
        // What samples as (0, 0, 0, 1): one texel.
        device.desc1 = field::TEXTURE_DESC1_FORMAT(tegra::format_RGBA8888);
        device.desc2 = field::TEXTURE_DESC2_MIPMAP_DISABLE(1);
        device.bytes.assign(tegra::texture_pitch(1, 4, false), 0);
        device.bytes[3] = 255;
        return;
    }
    const runtime::Texture& texture = *binding.texture();
    const size_t levels = level_count(binding);
    const uint32_t format = field::TEXTURE_DESC1_FORMAT.get(device.desc1), bytes = tegra::pixel_bytes(format);
    if (const uint32_t block = tegra::block_bytes(format)) {
        const runtime::Image& image = *texture.levels[0];
        const auto width = static_cast<uint32_t>(image.extent().width);
        const uint32_t pitch = tegra::blocks_pitch(width, block);
        const int32_t rows = (image.extent().height + 3) / 4;
        device.bytes.resize(static_cast<size_t>(pitch) * static_cast<size_t>(rows));
        for (int32_t y = 0; y < rows; y++)
            std::memcpy(&device.bytes[static_cast<size_t>(y) * pitch], image.row(y), (width + 3) / 4 * block);
        return;
    }
    for (size_t l = 0; l < levels; l++) {
        const runtime::Image& image = *texture.levels[l];
        const runtime::Extent extent = image.extent();
        const uint32_t pitch = tegra::texture_pitch(static_cast<uint32_t>(extent.width), bytes, levels > 1);
        const size_t start = device.bytes.size();
        device.bytes.resize(start + static_cast<size_t>(pitch) * static_cast<size_t>(extent.height));
        std::vector<runtime::Texel> texels(static_cast<size_t>(extent.width));
        for (int32_t y = 0; y < extent.height; y++) {
            if (runtime::format_info(image.format()).srgb)
                runtime::load_texels(runtime::linear_counterpart(image.format()), image.row(y), 0, extent.width,
                                     texels.data());
            else
                runtime::load_texels(image, 0, y, 0, 0, extent.width, texels.data());
            uint8_t* to = &device.bytes[start + static_cast<size_t>(y) * pitch];
            for (const runtime::Texel& texel : texels) {
                tegra::Rgba8 value;
                for (size_t c = 0; c < 4; c++) value[c] = byte_of(channel(texel, texture.swizzle[c]));
                tegra::write_pixel(format, value, to);
                to += bytes;
            }
        }
    }
}

}  // namespace rasterizer
