#include "glapi/fixed_function/generate.h"

#include <gtest/gtest.h>
#include <random>

#include "arbasm/assembler.h"

namespace glapi::fixed_function {
namespace {

void expect_parses(const std::string& text) {
    const arbasm::ParseResult result = arbasm::parse(text);
    ASSERT_NE(result.program, nullptr) << arbasm::format(result.errors.front(), text) << text;
}

class Dice {
  public:
    explicit Dice(unsigned seed) : engine_(seed) {}
    int roll(int sides) { return std::uniform_int_distribution<int>(0, sides - 1)(engine_); }
    uint8_t byte(int sides) { return static_cast<uint8_t>(roll(sides)); }
    bool coin() { return roll(2) == 1; }
    template <typename Enum>
    Enum pick(Enum last) {
        return static_cast<Enum>(roll(static_cast<int>(last) + 1));
    }

  private:
    std::mt19937 engine_;
};

TEST(FixedFunctionVertex, EveryKeyIsAProgram) {
    for (unsigned seed = 0; seed < 500; ++seed) {
        Dice dice(seed);
        VertexKey key;
        key.lighting = dice.coin();
        key.two_sided = dice.coin();
        key.local_viewer = dice.coin();
        key.separate_specular = dice.coin();
        key.normalize = dice.coin();
        key.rescale_normal = !key.normalize && dice.coin();
        key.color_material_front = dice.byte(16);
        key.color_material_back = dice.byte(16);
        for (LightKey& light : key.lights) light = {dice.coin(), dice.coin(), dice.coin(), dice.coin()};
        for (auto& unit : key.texgen)
            for (TexGen& mode : unit) mode = dice.pick(TexGen::NormalMap);
        key.texture_matrices = dice.byte(256);
        key.texture_coordinates = dice.byte(256);
        key.secondary_color = dice.coin();
        key.fog = dice.pick(FogSource::Coordinate);
        key.point_attenuation = dice.coin();
        key.clip_planes = dice.byte(256);
        expect_parses(vertex_text(key));
    }
}

TEST(FixedFunctionFragment, EveryKeyIsAProgram) {
    for (unsigned seed = 0; seed < 500; ++seed) {
        Dice dice(seed);
        FragmentKey key;
        for (UnitKey& unit : key.units) {
            unit.target = dice.pick(UnitTarget::ShadowCube);
            unit.mode = dice.pick(EnvironmentMode::Combine);
            unit.supplies = dice.pick(TextureSupplies::Intensity);
            if (unit.mode != EnvironmentMode::Combine) continue;
            unit.combine.color_function = dice.pick(CombineFunction::ProductsAddSigned);
            do unit.combine.alpha_function = dice.pick(CombineFunction::ProductsAddSigned);
            while (unit.combine.alpha_function == CombineFunction::Dot3Rgb ||
                   unit.combine.alpha_function == CombineFunction::Dot3Rgba);
            for (auto* arguments : {&unit.combine.color, &unit.combine.alpha})
                for (CombineArgument& argument : *arguments)
                    argument = {dice.pick(CombineSource::One), dice.byte(max_units),
                                dice.pick(CombineOperand::OneMinusAlpha)};
            if (dice.coin()) unit.bump_target = dice.byte(max_units + 1);
            unit.combine.color_scale = static_cast<uint8_t>(1 << dice.roll(3));
            unit.combine.alpha_scale = static_cast<uint8_t>(1 << dice.roll(3));
        }
        key.color_sum = dice.coin();
        key.fog = dice.pick(FogMode::Exp2);
        key.clamp = dice.coin();
        expect_parses(fragment_text(key));
    }
}

}  // namespace
}  // namespace glapi::fixed_function
