// Runs a fragment program on the emulated fragment pipeline, with the inputs that the interpreter is given.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>

#include "machines/tegra/codegen/fragment/generate.h"
#include "machines/tegra/emulator/fragment_pipeline.h"
#include "machines/tegra/isa/numbers.h"
#include "runtime/testing/test_programs.h"

namespace runtime {

namespace tegra = machines::tegra;

inline constexpr float texture_width = 64, texture_height = 32;

class BenchMemory final : public tegra::FragmentMemory {
  public:
    // A texture that tells where it was looked up: smooth, so that small errors of coordinates stay small, and without
    // a seam where it repeats.
    static tegra::Rgba8 texel(int unit, double s, double t) {
        constexpr double turn = 6.283185307179586;
        const auto wave = [](double x) { return static_cast<uint8_t>(std::lround((0.5 + 0.5 * std::sin(x)) * 255)); };
        return {wave(turn * s + unit), wave(turn * t - unit), wave(turn * (s + t)), wave(turn * (s - t))};
    }
    bool look_up(const tegra::TextureRequest& request, std::array<tegra::Rgba8, tegra::quad_size>& texels) override {
        for (size_t i = 0; i < texels.size(); i++)
            texels[i] = texel(request.unit, static_cast<double>(request.coordinate[i][0]),
                              static_cast<double>(request.coordinate[i][1]));
        return true;
    }
    bool read_target(int, int, int, tegra::Rgba8&) override { return false; }
    bool write_target(int target, int x, int y, const tegra::Rgba8& value) override {
        if (x == 0 && y == 0) pixels[target] = value;
        return true;
    }
    bool write_stencil(int, int) override { return false; }
    std::map<int, tegra::Rgba8> pixels;
};

// The same texture for the interpreter.
inline std::vector<TextureBinding> bench_textures(int count) {
    std::vector<TextureBinding> bindings;
    constexpr int size = 512;
    for (int unit = 0; unit < count; unit++) {
        auto texture = std::make_shared<Texture>();
        texture->format = Format::Rgba8Unorm;
        auto image = std::make_shared<Image>(texture->format, Extent{size, size, 1});
        for (int y = 0; y < size; y++)
            for (int x = 0; x < size; x++) {
                const tegra::Rgba8 texel = BenchMemory::texel(unit, (x + 0.5) / size, (y + 0.5) / size);
                std::memcpy(image->row(y) + 4 * x, texel.data(), 4);
            }
        texture->levels.push_back(image);
        Sampler sampler;
        sampler.min_filter = Filter::Linear;
        sampler.mip_filter = MipFilter::None;
        bindings.emplace_back(std::move(texture), sampler);
    }
    return bindings;
}

inline float as_fp20(float value) {
    return static_cast<float>(tegra::fp20_value(tegra::fp20_round(static_cast<double>(value))));
}

struct FragmentRun {
    std::string fault;
    bool killed = false;
    std::map<int, tegra::Rgba8> pixels;  // of targets
};

// What options ask for beside the program's own inputs. Colours are those of the face that is seen; the other face's
// are something else.
struct OptionInputs {
    bool front = true;
    std::array<float, 8> distance{};  // from clip planes
    static constexpr float other_face = 0.3125f;
};

// One lane's attributes and the parameters, as 20-bit numbers.
inline FragmentRun run_on_tegra(const arbasm::Program& program, const tegra::GeneratedFragment& generated,
                                const LaneRun& inputs, int lane, const OptionInputs& optional = {}) {
    const auto value_of = [&](const tegra::GeneratedFragment::Varying& varying, size_t c) {
        if (varying.binding.kind == arbasm::BindingKind::Clip)
            return optional.distance[static_cast<size_t>(varying.binding.index)];
        if (varying.binding.kind == arbasm::BindingKind::Color && varying.binding.back == optional.front)
            return OptionInputs::other_face;
        size_t from = 0;  // the front face's
        while (program.attributes[from].binding.kind != varying.binding.kind ||
               program.attributes[from].binding.index != varying.binding.index ||
               program.attributes[from].binding.secondary != varying.binding.secondary)
            from++;
        return float_of(inputs.attributes[from].component[c].lane[lane]);
    };
    BenchMemory memory;
    tegra::FragmentTriangle triangle;
    for (const auto& varying : generated.varyings)
        for (size_t c = 0; c < 4; c++) {
            if (varying.component >= 0 && varying.component != static_cast<int>(c)) continue;
            tegra::TramComponent& component = triangle.tram[varying.row][c];
            component.written = true;
            component.flat = varying.flat;
            component.vertex.fill(tegra::fp20_round(static_cast<double>(value_of(varying, c))));
        }
    triangle.front = optional.front;
    triangle.selects_z = generated.needs_depth;
    tegra::FragmentQuad quad;
    for (auto& b : quad.barycentric) b = {1, 0, 0};
    quad.covered = {true, false, false, false};
    tegra::FragmentState state;
    state.target_height = 64;
    for (size_t i = 0; i < tegra::fragment_uniforms; i++)
        if (generated.code.constants_given >> i & 1) state.uniforms[i] = generated.code.constants[i];
    using Kind = tegra::GeneratedFragment::UniformKind;
    for (const auto& uniform : generated.uniforms) {
        float value = 0;
        switch (uniform.kind) {
            case Kind::Parameter: value = float_of(inputs.parameters[uniform.index][uniform.component]); break;
            case Kind::HeightLessHalf: value = static_cast<float>(state.target_height) - 0.5f; break;
            case Kind::InverseWidth: value = 1.0f / texture_width; break;
            case Kind::InverseHeight: value = 1.0f / texture_height; break;
            case Kind::BlendColor:
            case Kind::AlphaReference: break;
        }
        state.uniforms[uniform.uniform] = tegra::uniform_word(value);
    }
    const tegra::FragmentPipeline pipeline(generated.code, memory);
    const tegra::FragmentResult result = pipeline.run(triangle, quad, state);
    return {result.fault, result.killed[0], memory.pixels};
}

inline std::string errors_of(const tegra::GeneratedFragment& generated, const arbasm::Program& program) {
    std::string text;
    for (const arbasm::Diagnostic& error : generated.errors) text += arbasm::format(error, program.source);
    return text;
}

}  // namespace runtime
