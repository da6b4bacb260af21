// Texture lookups through the interpreter, one core, one group of lanes at a time: a table of what each takes, by
// format, target and filter. `texture_lookups NAME GROUPS` runs the rows whose names contain NAME for so many groups.
#include <bit>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "arbasm/assembler.h"
#include "runtime/executor.h"

namespace {

using namespace runtime;

enum class Lookup { Nearest, Bilinear, Trilinear, Anisotropic, Shadow, Fetch };
constexpr const char* lookup_names[] = {"nearest", "bilinear", "trilinear", "anisotropic", "shadow", "fetch"};

struct Target {
    const char* name;
    TextureKind kind;
    const char* in_program;
};
constexpr Target targets[] = {
    {"1D", TextureKind::Texture1D, "1D"},       {"2D", TextureKind::Texture2D, "2D"},
    {"3D", TextureKind::Texture3D, "3D"},       {"cube", TextureKind::Cube, "CUBE"},
    {"array", TextureKind::Array2D, "ARRAY2D"}, {"rectangle", TextureKind::Rectangle, "RECT"}};

// What is measured: each lookup on two-dimensional textures of each format, and on each target with the first format.
constexpr Format formats[] = {Format::Rgba8Unorm,      Format::Rgb8Unorm,    Format::R8Unorm,      Format::Rgba8Srgb,
                              Format::Rgb565Unorm,     Format::Rgba16Unorm,  Format::Rgb10A2Unorm, Format::Rgba16Float,
                              Format::R11G11B10Float,  Format::Rgb9E5Float,  Format::Rgba32Float,  Format::R32Float,
                              Format::Depth24Stencil8, Format::Dxt1RgbUnorm, Format::Dxt5Unorm,    Format::BptcUnorm,
                              Format::Rgba8Uint};

constexpr int lookups_per_group = 8;

bool is_compressed(Format format) { return format_info(format).block_width > 1; }

std::shared_ptr<Image> image_of(Format format, Extent extent) {
    auto image = std::make_shared<Image>(format, extent);
    std::vector<Texel> row(static_cast<size_t>(extent.width));
    for (int32_t slice = 0; slice < extent.depth; ++slice)
        for (int32_t y = 0; y < extent.height; y += format_info(format).block_height) {
            for (int32_t x = 0; x < extent.width; ++x) {
                const float value =
                    static_cast<float>((x ^ y) + slice) / static_cast<float>(extent.width + extent.depth);
                row[static_cast<size_t>(x)].fill(std::bit_cast<uint32_t>(value));
            }
            std::byte* const to = image->row(y / format_info(format).block_height, slice);
            if (!is_compressed(format)) {
                store_texels(format, to, 0, extent.width, row.data());
                continue;
            }
            for (int32_t x = 0; x < extent.width; x += 4) {
                std::array<Texel, 16> block;
                for (int32_t i = 0; i < 16; ++i) block[static_cast<size_t>(i)] = row[static_cast<size_t>(x)];
                store_block(format, to + x / 4 * format_info(format).bytes_per_block, block);
            }
        }
    return image;
}

TextureBinding binding_of(Lookup lookup, const Target& target, Format format) {
    auto texture = std::make_shared<Texture>();
    texture->kind = target.kind;
    texture->format = format;
    const bool mipmaps = lookup == Lookup::Trilinear || lookup == Lookup::Anisotropic;
    const int32_t layers = target.kind == TextureKind::Cube        ? 6
                           : target.kind == TextureKind::Texture3D ? 16
                           : target.kind == TextureKind::Array2D   ? 2
                                                                   : 1;
    for (int32_t size = 256; size >= (mipmaps ? 4 : 256); size /= 2)
        texture->levels.push_back(image_of(format, {size, target.kind == TextureKind::Texture1D ? 1 : size, layers}));
    Sampler sampler;
    sampler.mag_filter = sampler.min_filter = lookup == Lookup::Nearest ? Filter::Nearest : Filter::Linear;
    sampler.mip_filter = mipmaps ? MipFilter::Linear : MipFilter::None;
    sampler.max_anisotropy = lookup == Lookup::Anisotropic ? 8 : 1;
    sampler.compare = lookup == Lookup::Shadow;
    return {texture, sampler};
}

// Nanoseconds of a group's lookup.
double run(Lookup lookup, const Target& target, Format format, int groups) {
    std::string text = "!!NVfp4.0\nTEMP a, t;\nMOV t, fragment.texcoord[0];\n";
    const std::string in_program = (lookup == Lookup::Shadow ? "SHADOW" : "") + std::string(target.in_program);
    const char* const type = format_info(format).component_class == ComponentClass::Unsigned ? ".U" : "";
    for (int i = 0; i < lookups_per_group; ++i)
        text +=
            (lookup == Lookup::Fetch ? "TXF" : "TEX") + std::string(type) + " a, t, texture[0], " + in_program + ";\n";
    const auto program = arbasm::parse(text + "MOV result.color, a;\nEND\n").program;
    if (!program) std::abort();
    const auto routine = compile(program);
    const TextureBinding binding = binding_of(lookup, target, format);
    ProgramEnvironment environment;
    environment.textures = {&binding, 1};
    std::vector<LaneVector> attributes(program->attributes.size()), results(program->results.size());
    const float texels = lookup == Lookup::Fetch || lookup == Lookup::Nearest           ? 1
                         : lookup == Lookup::Trilinear || lookup == Lookup::Anisotropic ? 3
                                                                                        : 0.5f;
    const float step = lookup == Lookup::Fetch || target.kind == TextureKind::Rectangle ? texels : texels / 256;
    const auto start = std::chrono::steady_clock::now();
    for (int n = 0; n < groups; ++n) {
        for (int lane = 0; lane < group_lanes; ++lane) {
            const int x = lane / 4 * 2 % 8 + lane % 2 + n % 29 * 8, y = lane / 16 * 2 + lane / 2 % 2 + n / 29 % 53 * 4;
            const float values[4] = {static_cast<float>(x) * step, static_cast<float>(y) * step, 0.5f, 1};
            for (size_t c = 0; c < 4; ++c)
                attributes[0].component[c].lane[lane] = lookup == Lookup::Fetch
                                                            ? static_cast<uint32_t>(c < 2 ? values[c] : 0)
                                                            : std::bit_cast<uint32_t>(values[c]);
        }
        Group group;
        group.attributes = attributes.data();
        group.results = results.data();
        routine->run(environment, group);
    }
    const std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - start;
    return taken.count() / groups / lookups_per_group;
}

bool is_possible(Lookup lookup, Format format) {
    const ComponentClass component_class = format_info(format).component_class;
    if (lookup == Lookup::Shadow) return component_class == ComponentClass::DepthStencil;
    return component_class != ComponentClass::Unsigned || lookup == Lookup::Nearest || lookup == Lookup::Fetch;
}

}  // namespace

int main(int argc, char** argv) {
    const std::string wanted = argc > 1 ? argv[1] : "";
    const int groups = argc > 2 ? std::atoi(argv[2]) : 2000;
    std::printf("of a group of %d lanes\n", group_lanes);
    const auto measure = [&](const Target& target, Format format) {
        const std::string row = std::string(target.name) + " " + format_info(format).name;
        for (size_t i = 0; i < std::size(lookup_names); ++i) {
            const auto lookup = static_cast<Lookup>(i);
            const std::string name = row + " " + lookup_names[i];
            if (!is_possible(lookup, format) || name.find(wanted) == std::string::npos) continue;
            if (lookup == Lookup::Fetch && target.kind == TextureKind::Cube) continue;
            std::printf("%-40s %8.1f ns\n", name.c_str(), run(lookup, target, format, groups));
        }
    };
    for (const Format format : formats) measure(targets[1], format);
    for (const Target& target : targets)
        if (target.kind != TextureKind::Texture2D) measure(target, formats[0]);
    return 0;
}
