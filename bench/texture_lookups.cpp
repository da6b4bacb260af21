// Texture lookups through the interpreter, one core, one group of lanes at a time: how long each takes, by the kind of
// access. `texture_lookups KIND GROUPS` runs one kind for so many groups, for counting instructions.
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

struct Access {
    const char* name;
    const char* instruction;
    TextureKind kind;
    Format format;
    bool mipmaps;
    float step;  // between neighbouring fragments, in coordinates
    float max_anisotropy;
    bool compare;
};

constexpr float texel = 1.0f / 256;
constexpr Access accesses[] = {
    {"nearest", "TEX a, t, texture[0], 2D", TextureKind::Texture2D, Format::Rgba8Unorm, false, -texel, 1, false},
    {"bilinear", "TEX a, t, texture[0], 2D", TextureKind::Texture2D, Format::Rgba8Unorm, false, texel / 2, 1, false},
    {"trilinear", "TEX a, t, texture[0], 2D", TextureKind::Texture2D, Format::Rgba8Unorm, true, texel * 3, 1, false},
    {"anisotropic", "TEX a, t, texture[0], 2D", TextureKind::Texture2D, Format::Rgba8Unorm, true, texel * 3, 8, false},
    {"cube", "TEX a, t, texture[0], CUBE", TextureKind::Cube, Format::Rgba8Unorm, true, texel * 3, 1, false},
    {"shadow", "TEX a, t, texture[0], SHADOW2D", TextureKind::Texture2D, Format::Depth24Stencil8, false, texel, 1,
     true},
    {"half float", "TEX a, t, texture[0], 2D", TextureKind::Texture2D, Format::Rgba16Float, false, texel / 2, 1, false},
    {"fetch", "TXF a, t, texture[0], 2D", TextureKind::Texture2D, Format::Rgba8Unorm, false, 1, 1, false},
    {"volume", "TEX a, t, texture[0], 3D", TextureKind::Texture3D, Format::Rgba8Unorm, false, texel, 1, false},
};

constexpr int lookups_per_group = 8;

TextureBinding binding_of(const Access& access) {
    auto texture = std::make_shared<Texture>();
    texture->kind = access.kind;
    texture->format = access.format;
    const int32_t layers = access.kind == TextureKind::Cube ? 6 : access.kind == TextureKind::Texture3D ? 16 : 1;
    for (int32_t size = 256; size >= (access.mipmaps ? 1 : 256); size /= 2) {
        auto image = std::make_shared<Image>(access.format, Extent{size, size, layers});
        std::vector<Texel> row(static_cast<size_t>(size));
        for (int32_t slice = 0; slice < layers; ++slice)
            for (int32_t y = 0; y < size; ++y) {
                for (int32_t x = 0; x < size; ++x) {
                    const float value = static_cast<float>((x ^ y) + slice) / static_cast<float>(size + layers);
                    row[static_cast<size_t>(x)].fill(std::bit_cast<uint32_t>(value));
                }
                store_texels(access.format, image->row(y, slice), 0, size, row.data());
            }
        texture->levels.push_back(image);
    }
    Sampler sampler;
    sampler.mag_filter = sampler.min_filter = access.step < 0 ? Filter::Nearest : Filter::Linear;
    sampler.mip_filter = access.mipmaps ? MipFilter::Linear : MipFilter::None;
    sampler.max_anisotropy = access.max_anisotropy;
    sampler.compare = access.compare;
    return {texture, sampler};
}

// Seconds for `groups` groups.
double run(const Access& access, int groups) {
    std::string text = "!!NVfp4.0\nTEMP a, t;\nMOV t, fragment.texcoord[0];\n";
    for (int i = 0; i < lookups_per_group; ++i) text += access.instruction + std::string(";\n");
    const auto program = arbasm::parse(text + "MOV result.color, a;\nEND\n").program;
    if (!program) std::abort();
    const auto routine = compile(program);
    const TextureBinding binding = binding_of(access);
    ProgramEnvironment environment;
    environment.textures = {&binding, 1};
    std::vector<LaneVector> attributes(program->attributes.size()), results(program->results.size());
    const bool integers = std::string_view(access.name) == "fetch";
    const auto start = std::chrono::steady_clock::now();
    for (int n = 0; n < groups; ++n) {
        for (int lane = 0; lane < group_lanes; ++lane) {
            const int x = lane / 4 * 2 % 8 + lane % 2 + n % 29 * 8, y = lane / 16 * 2 + lane / 2 % 2 + n / 29 % 53 * 4;
            const float step = access.step < 0 ? -access.step : access.step;
            const float values[4] = {static_cast<float>(x) * step, static_cast<float>(y) * step, 0.5f, 1};
            for (size_t c = 0; c < 4; ++c)
                attributes[0].component[c].lane[lane] =
                    integers ? static_cast<uint32_t>(c < 2 ? values[c] : 0) : std::bit_cast<uint32_t>(values[c]);
        }
        Group group;
        group.attributes = attributes.data();
        group.results = results.data();
        routine->run(environment, group);
    }
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

int main(int argc, char** argv) {
    for (const Access& access : accesses) {
        if (argc > 1 && std::string_view(argv[1]) != access.name) continue;
        const int groups = argc > 2 ? std::atoi(argv[2]) : 20000;
        const double seconds = run(access, groups);
        std::printf("%-12s %8.1f ns per group of %d lookups\n", access.name, seconds * 1e9 / groups / lookups_per_group,
                    group_lanes);
    }
    return 0;
}
