// What happens to fragments: interpolation, tests, blending, writes.
#include <cmath>
#include <gtest/gtest.h>
#include <random>

#include "rasterizer/testing/test_scene.h"

namespace rasterizer {
namespace {

using runtime::Format;

TEST(Fragments, InterpolationMatchesDoubles) {
    std::mt19937 random(1);
    auto uniform = [&](double low, double high) { return std::uniform_real_distribution<double>(low, high)(random); };
    for (int round = 0; round < 100; ++round) {
        TestScene scene(96, 80, Format::Rgba32Float, Format::Depth32Float);
        scene.draw.fragment = stage_program("!!ARBfp1.0\nMOV result.color, fragment.texcoord[0];\nEND\n");
        scene.draw.fragment_state.clamp_color = false;
        scene.draw.depth_stencil.depth_test = true;
        scene.draw.depth_stencil.depth_function = CompareFunction::Always;
        scene.clear({-1, -1, -1, -1});
        std::vector<TestVertex> vertices;
        std::array<std::array<double, 3>, 3> corner;  // fixed x, y and 1/w
        for (int i = 0; i < 3; ++i) {
            const double x = std::round(uniform(-20, 116) * 256) / 256, y = std::round(uniform(-20, 100) * 256) / 256;
            const float w = static_cast<float>(uniform(0.3, 5));
            TestVertex vertex = scene.at(x, y, uniform(0, 1), {1, 1, 1, 1}, w);
            for (float& t : vertex.texcoord) t = static_cast<float>(uniform(-3, 3));
            vertices.push_back(vertex);
            corner[i] = {x, y, 1.0 / w};
        }
        const double area = (corner[1][0] - corner[0][0]) * (corner[2][1] - corner[0][1]) -
                            (corner[2][0] - corner[0][0]) * (corner[1][1] - corner[0][1]);
        if (std::fabs(area) < 100) continue;
        scene.run(vertices);
        for (int32_t y = 0; y < 80; ++y)
            for (int32_t x = 0; x < 96; ++x) {
                if (scene.depth_at(x, y) == 1.0f) continue;
                double weight[3];
                for (int i = 0; i < 3; ++i) {
                    const auto &p = corner[(i + 1) % 3], &q = corner[(i + 2) % 3];
                    weight[i] = ((q[0] - p[0]) * (y + 0.5 - p[1]) - (q[1] - p[1]) * (x + 0.5 - p[0])) / area;
                }
                const auto color = scene.color_at(x, y);
                double total = 0, depth = 0;
                for (int i = 0; i < 3; ++i) {
                    total += weight[i] * corner[i][2];
                    depth += weight[i] * (vertices[i].position[2] * corner[i][2] + 1) / 2;
                }
                for (int c = 0; c < 4; ++c) {
                    double expected = 0;
                    for (int i = 0; i < 3; ++i) expected += weight[i] * corner[i][2] * vertices[i].texcoord[c] / total;
                    ASSERT_NEAR(color[c], expected, 2e-4) << round << ": " << x << ' ' << y;
                }
                ASSERT_NEAR(scene.depth_at(x, y), depth, 1e-5) << round << ": " << x << ' ' << y;
            }
    }
}

TEST(Fragments, FragmentPositionAndFacing) {
    TestScene scene(20, 20, Format::Rgba32Float);
    scene.draw.fragment = stage_program("!!ARBfp1.0\nMOV result.color, fragment.position;\nEND\n");
    scene.draw.fragment_state.clamp_color = false;
    scene.draw.primitive = Primitive::Quads;
    scene.run({scene.at(0, 0, 0.25, {}, 2), scene.at(20, 0, 0.25, {}, 2), scene.at(20, 20, 0.25, {}, 2),
               scene.at(0, 20, 0.25, {}, 2)});
    for (int32_t i = 0; i < 20; ++i) {
        const auto color = scene.color_at(i, 19 - i);
        EXPECT_EQ(color[0], i + 0.5f);
        EXPECT_EQ(color[1], 19.5f - i);
        EXPECT_FLOAT_EQ(color[2], 0.25f);
        EXPECT_FLOAT_EQ(color[3], 0.5f);
    }
}

bool compare(CompareFunction function, double a, double b) {
    switch (function) {
        case CompareFunction::Never: return false;
        case CompareFunction::Less: return a < b;
        case CompareFunction::Equal: return a == b;
        case CompareFunction::LessOrEqual: return a <= b;
        case CompareFunction::Greater: return a > b;
        case CompareFunction::NotEqual: return a != b;
        case CompareFunction::GreaterOrEqual: return a >= b;
        case CompareFunction::Always: return true;
    }
    return false;
}

constexpr std::array<CompareFunction, 8> compare_functions{
    CompareFunction::Never,   CompareFunction::Less,     CompareFunction::Equal,          CompareFunction::LessOrEqual,
    CompareFunction::Greater, CompareFunction::NotEqual, CompareFunction::GreaterOrEqual, CompareFunction::Always};

std::vector<TestVertex> full_quad(const TestScene& scene, double z, std::array<float, 4> color, int32_t size) {
    return {scene.at(0, 0, z, color), scene.at(size, 0, z, color), scene.at(size, size, z, color),
            scene.at(0, size, z, color)};
}

TEST(Fragments, DepthFunctions) {
    for (Format format :
         {Format::Depth16, Format::Depth24, Format::Depth24Stencil8, Format::Depth32Float, Format::Depth32})
        for (CompareFunction function : compare_functions)
            for (double z : {0.25, 0.5, 0.75})
                for (bool late : {false, true}) {
                    TestScene scene(16, 16, Format::Bgra8Unorm, format);
                    if (late)
                        scene.draw.fragment =
                            stage_program("!!ARBfp1.0\nKIL fragment.color;\nMOV result.color, fragment.color;\nEND\n");
                    scene.draw.primitive = Primitive::Quads;
                    scene.draw.depth_stencil.depth_test = true;
                    scene.draw.depth_stencil.depth_function = CompareFunction::Always;
                    scene.clear({0, 0, 0, 0}, 1);
                    scene.run(full_quad(scene, 0.5, {0, 0, 1, 1}, 16));
                    scene.draw.depth_stencil.depth_function = function;
                    scene.run(full_quad(scene, z, {1, 0, 0, 1}, 16));
                    const bool passes = compare(function, z, 0.5);
                    EXPECT_EQ(scene.color_at(7, 7)[0], passes ? 1.0f : 0.0f) << static_cast<int>(function) << ' ' << z;
                    EXPECT_NEAR(scene.depth_at(7, 7), passes ? z : 0.5, 1e-4);
                }
}

TEST(Fragments, DepthFromTheProgramReplacesTheInterpolatedOne) {
    TestScene scene(16, 16);
    scene.draw.fragment =
        stage_program("!!ARBfp1.0\nMOV result.color, fragment.color;\nMOV result.depth.z, fragment.color.x;\nEND\n");
    scene.draw.primitive = Primitive::Quads;
    scene.draw.depth_stencil.depth_test = true;
    scene.clear({0, 0, 0, 0}, 1);
    scene.run(full_quad(scene, 0.9, {0.25f, 0, 0, 1}, 16));
    EXPECT_NEAR(scene.depth_at(3, 3), 0.25, 1e-6);
    scene.run(full_quad(scene, 0.1, {0.5f, 0, 0, 1}, 16));
    EXPECT_NEAR(scene.depth_at(3, 3), 0.25, 1e-6);
}

uint8_t stencil_result(StencilFace::Operation operation, uint8_t value, uint8_t reference) {
    using Operation = StencilFace::Operation;
    switch (operation) {
        case Operation::Keep: return value;
        case Operation::Zero: return 0;
        case Operation::Replace: return reference;
        case Operation::Increment: return value == 255 ? 255 : value + 1;
        case Operation::Decrement: return value == 0 ? 0 : value - 1;
        case Operation::Invert: return ~value;
        case Operation::IncrementWrap: return value + 1;
        case Operation::DecrementWrap: return value - 1;
    }
    return 0;
}

TEST(Fragments, StencilMatchesTheSpecification) {
    std::mt19937 random(2);
    auto pick = [&](int most) { return std::uniform_int_distribution<int>(0, most)(random); };
    for (int round = 0; round < 400; ++round) {
        TestScene scene(8, 8, Format::Bgra8Unorm, round % 2 ? Format::Depth24Stencil8 : Format::Depth32FloatStencil8);
        if (round % 3 == 0)  // late tests
            scene.draw.fragment =
                stage_program("!!ARBfp1.0\nKIL fragment.color;\nMOV result.color, fragment.color;\nEND\n");
        const auto initial = static_cast<uint8_t>(pick(3) ? pick(255) : pick(1) * 255);
        scene.clear({0, 0, 0, 0}, 0.5, initial);
        DepthStencilState& state = scene.draw.depth_stencil;
        state.depth_test = round % 4 != 0;
        state.depth_function = CompareFunction::Less;
        state.stencil_test = true;
        for (StencilFace& face : state.stencil) {
            face.function = compare_functions[pick(7)];
            face.reference = static_cast<uint8_t>(pick(255));
            face.read_mask = static_cast<uint8_t>(pick(1) ? 255 : pick(255));
            face.write_mask = static_cast<uint8_t>(pick(1) ? 255 : pick(255));
            face.fail = static_cast<StencilFace::Operation>(pick(7));
            face.depth_fail = static_cast<StencilFace::Operation>(pick(7));
            face.pass = static_cast<StencilFace::Operation>(pick(7));
        }
        const bool back = pick(1), depth_passes = pick(1) || !state.depth_test;
        scene.draw.primitive = Primitive::Quads;
        auto quad = full_quad(scene, depth_passes ? 0.25 : 0.75, {1, 1, 1, 1}, 8);
        if (back) std::swap(quad[1], quad[3]);
        scene.run(quad);

        const StencilFace& face = state.stencil[back];
        const bool passes = compare(face.function, face.reference & face.read_mask, initial & face.read_mask);
        const auto operation = !passes ? face.fail : depth_passes ? face.pass : face.depth_fail;
        const uint8_t written = stencil_result(operation, initial, face.reference);
        const auto expected = static_cast<uint8_t>((written & face.write_mask) | (initial & ~face.write_mask));
        ASSERT_EQ(scene.stencil_at(5, 2), expected) << round;
        ASSERT_EQ(scene.color_at(5, 2)[0], passes && depth_passes ? 1.0f : 0.0f) << round;
    }
}

double factor(BlendFactor f, int c, const double* s, const double* d, const float* k) {
    switch (f) {
        case BlendFactor::Zero: return 0;
        case BlendFactor::One: return 1;
        case BlendFactor::SourceColor: return s[c];
        case BlendFactor::OneMinusSourceColor: return 1 - s[c];
        case BlendFactor::DestinationColor: return d[c];
        case BlendFactor::OneMinusDestinationColor: return 1 - d[c];
        case BlendFactor::SourceAlpha: return s[3];
        case BlendFactor::OneMinusSourceAlpha: return 1 - s[3];
        case BlendFactor::DestinationAlpha: return d[3];
        case BlendFactor::OneMinusDestinationAlpha: return 1 - d[3];
        case BlendFactor::ConstantColor: return k[c];
        case BlendFactor::OneMinusConstantColor: return 1 - k[c];
        case BlendFactor::ConstantAlpha: return k[3];
        case BlendFactor::OneMinusConstantAlpha: return 1 - k[3];
        case BlendFactor::SourceAlphaSaturate: return c == 3 ? 1 : std::min(s[3], 1 - d[3]);
        default: return 0;
    }
}

TEST(Fragments, BlendingMatchesTheSpecification) {
    std::mt19937 random(3);
    auto pick = [&](int most) { return std::uniform_int_distribution<int>(0, most)(random); };
    auto channel = [&] { return static_cast<float>(pick(255)) / 255.0f; };
    for (Format format : {Format::Bgra8Unorm, Format::Rgba8Unorm, Format::Bgrx8Unorm, Format::Rgba32Float,
                          Format::Rgba16Float, Format::Rgb565Unorm, Format::Rgba16Unorm})
        for (int round = 0; round < 300; ++round) {
            TestScene scene(8, 8, format, Format::None);
            const std::array<float, 4> below{channel(), channel(), channel(), channel()},
                above{channel(), channel(), channel(), channel()};
            scene.clear(below);
            const auto stored = scene.color_at(1, 1);
            BlendState& blend = scene.draw.fragment_state.blend[0];
            blend.enabled = true;
            auto any_factor = [&] { return static_cast<BlendFactor>(pick(14)); };
            blend.source_color = any_factor();
            blend.destination_color = any_factor();
            blend.source_alpha = round % 2 ? any_factor() : blend.source_color;
            blend.destination_alpha = round % 2 ? any_factor() : blend.destination_color;
            if (round % 3 == 0) {
                blend.color_equation = static_cast<BlendEquation>(pick(4));
                blend.alpha_equation = static_cast<BlendEquation>(pick(4));
            }
            if (round % 7 == 0) {  // the ones that have code of their own
                constexpr BlendFactor presets[][2] = {{BlendFactor::SourceAlpha, BlendFactor::OneMinusSourceAlpha},
                                                      {BlendFactor::One, BlendFactor::OneMinusSourceAlpha},
                                                      {BlendFactor::One, BlendFactor::One},
                                                      {BlendFactor::SourceAlpha, BlendFactor::One},
                                                      {BlendFactor::DestinationColor, BlendFactor::Zero},
                                                      {BlendFactor::Zero, BlendFactor::SourceColor}};
                const auto& preset = presets[pick(5)];
                blend.source_color = blend.source_alpha = preset[0];
                blend.destination_color = blend.destination_alpha = preset[1];
                blend.color_equation = blend.alpha_equation = BlendEquation::Add;
            }
            blend.write_mask = static_cast<uint8_t>(pick(2) ? 15 : pick(15));
            for (float& k : scene.draw.fragment_state.blend_color) k = channel();
            scene.draw.primitive = Primitive::Quads;
            scene.run(full_quad(scene, 0.5, above, 8));

            double s[4], d[4];
            for (int c = 0; c < 4; ++c) {
                s[c] = above[c];
                d[c] = stored[c];
            }
            const auto color = scene.color_at(1, 1);
            for (int c = 0; c < 4; ++c) {
                const bool alpha = c == 3;
                const double sf = factor(alpha ? blend.source_alpha : blend.source_color, c, s, d,
                                         scene.draw.fragment_state.blend_color.data());
                const double df = factor(alpha ? blend.destination_alpha : blend.destination_color, c, s, d,
                                         scene.draw.fragment_state.blend_color.data());
                double expected = 0;
                switch (alpha ? blend.alpha_equation : blend.color_equation) {
                    case BlendEquation::Add: expected = s[c] * sf + d[c] * df; break;
                    case BlendEquation::Subtract: expected = s[c] * sf - d[c] * df; break;
                    case BlendEquation::ReverseSubtract: expected = d[c] * df - s[c] * sf; break;
                    case BlendEquation::Min: expected = std::min(s[c], d[c]); break;
                    case BlendEquation::Max: expected = std::max(s[c], d[c]); break;
                }
                const auto& info = runtime::format_info(format);
                double step = 1e-3;
                if (info.component_class == runtime::ComponentClass::Unorm) {
                    expected = std::clamp(expected, 0.0, 1.0);
                    step = info.bits[c] ? 0.51 / ((1 << info.bits[c]) - 1) : 0;
                }
                if (info.bits[c] == 0) expected = 1;
                if (!(blend.write_mask >> c & 1)) expected = stored[c];
                ASSERT_NEAR(color[c], expected, step + 1e-5) << info.name << ' ' << round << ' ' << c;
            }
        }
}

TEST(Fragments, OverlappingPrimitivesBlendInOrder) {
    // Many quads on the same few pixels in one draw: each must see what the one before stored.
    TestScene scene(8, 8);
    scene.clear({0, 0, 0, 0});
    count_fragments(scene);
    scene.draw.primitive = Primitive::Quads;
    std::vector<TestVertex> vertices;
    for (int i = 0; i < 100; ++i)
        for (const TestVertex& vertex : full_quad(scene, 0.5, one_step, 8)) vertices.push_back(vertex);
    scene.run(vertices);
    for (uint32_t pixel : scene.pixels()) ASSERT_EQ(pixel, 0x64646464u);
}

TEST(Fragments, LogicOperations) {
    for (Format format : {Format::Bgra8Unorm, Format::Rgba4Unorm})
        for (int operation = 0; operation < 16; ++operation) {
            TestScene scene(8, 8, format, Format::None);
            const int most = format == Format::Bgra8Unorm ? 255 : 15;
            const int s = most == 255 ? 0xca : 0xc, d = most == 255 ? 0xac : 0xa;
            const float below = static_cast<float>(d) / most, above = static_cast<float>(s) / most;
            scene.clear({below, below, below, below});
            scene.draw.fragment_state.logic_operation_enabled = true;
            scene.draw.fragment_state.logic_operation = static_cast<LogicOperation>(operation);
            scene.draw.primitive = Primitive::Quads;
            scene.run(full_quad(scene, 0.5, {above, above, above, above}, 8));
            // GL's order: bit (2·s + d) of the operation's number, most significant first, is the result.
            const int table[16] = {0,        s & d,    s & ~d, s,      ~s & d, d,      s ^ d,    s | d,
                                   ~(s | d), ~(s ^ d), ~d,     s | ~d, ~s,     ~s | d, ~(s & d), most};
            EXPECT_NEAR(scene.color_at(2, 2)[1] * most, table[operation] & most, 0.01) << operation;
        }
}

TEST(Fragments, AlphaTestKillAndCounters) {
    TestScene scene(64, 64);
    scene.clear({0, 0, 0, 0});
    auto counter = std::make_shared<SampleCounter>();
    scene.draw.counters.push_back(counter);
    scene.draw.fragment_state.alpha_test = true;
    scene.draw.fragment_state.alpha_function = CompareFunction::Greater;
    scene.draw.fragment_state.alpha_reference = 0.5f;
    scene.draw.primitive = Primitive::Quads;
    auto quad = full_quad(scene, 0.5, {1, 1, 1, 1}, 64);
    quad[0].color[3] = quad[3].color[3] = 0;  // alpha rises from left to right
    scene.run(quad);
    scene.rasterizer.finish();
    EXPECT_EQ(counter->samples_passed, 32u * 64);
    EXPECT_EQ(scene.color_at(31, 5)[0], 0);
    EXPECT_EQ(scene.color_at(32, 5)[0], 1);
}

TEST(Fragments, TwoSidedAndFlatColors) {
    TestScene scene(8, 8);
    scene.draw.vertex = stage_program(
        "!!ARBvp1.0\nMOV result.position, vertex.position;\nMOV result.color, vertex.color;\n"
        "MOV result.color.back, {0, 1, 0, 1};\nEND\n");
    scene.draw.raster.two_sided_color = true;
    scene.draw.raster.flat_shade = true;
    scene.clear({0, 0, 0, 0});
    std::vector<TestVertex> triangle{scene.at(-8, -8, 0.5, {1, 0, 0, 1}), scene.at(24, -8, 0.5, {0, 0, 1, 1}),
                                     scene.at(4, 40, 0.5, {1, 1, 0, 1})};
    scene.run(triangle);
    EXPECT_EQ(scene.color_at(3, 3), (std::array<float, 4>{1, 1, 0, 1}));
    scene.draw.raster.provoking_first = true;
    scene.run(triangle);
    EXPECT_EQ(scene.color_at(3, 3), (std::array<float, 4>{1, 0, 0, 1}));
    std::swap(triangle[1], triangle[2]);
    scene.run(triangle);
    EXPECT_EQ(scene.color_at(3, 3), (std::array<float, 4>{0, 1, 0, 1}));
}

TEST(Fragments, MultisampleEdgesResolveToTheirCoverage) {
    TestScene scene(32, 32, Format::Bgra8Unorm, Format::Depth24Stencil8, 4);
    scene.clear({0, 0, 0, 1});
    scene.run({scene.at(-10, -10), scene.at(42, -10), scene.at(-10, 42)});
    auto resolved = std::make_shared<runtime::Image>(Format::Bgra8Unorm, runtime::Extent{32, 32, 1});
    scene.rasterizer.resolve(scene.draw.framebuffer.colors[0], {resolved, 0, 1});
    double sum = 0;
    for (int32_t y = 0; y < 32; ++y)
        for (int32_t x = 0; x < 32; ++x) {
            runtime::Texel texel;
            runtime::load_texels(Format::Bgra8Unorm, resolved->row(y), x, 1, &texel);
            const float red = std::bit_cast<float>(texel[0]);
            sum += red;
            if (x + y < 30) {
                EXPECT_EQ(red, 1);
            }
            if (x + y > 33) {
                EXPECT_EQ(red, 0);
            }
        }
    EXPECT_NEAR(sum, 32 * 32 / 2.0, 20);
}

TEST(Fragments, ScissoredAndMaskedClears) {
    TestScene scene(70, 70);
    scene.clear({1, 0, 0, 1}, 1, 7);
    Clear clear;
    clear.framebuffer = scene.draw.framebuffer;
    clear.area = {3, 5, 64, 60};
    clear.color_buffers = 1;
    clear.color_mask[0] = 0b0110;
    clear.color[0] = {0, std::bit_cast<uint32_t>(1.0f), 0, 0};
    clear.stencil = true;
    clear.stencil_value = 0xff;
    clear.stencil_mask = 0xf0;
    clear.depth = true;
    clear.depth_value = 0.5;
    scene.rasterizer.clear(clear);
    for (int32_t y = 0; y < 70; y += 1)
        for (int32_t x = 0; x < 70; x += 1) {
            const bool inside = x >= 3 && x < 67 && y >= 5 && y < 65;
            ASSERT_EQ(scene.color_at(x, y), (std::array<float, 4>{1, inside ? 1.0f : 0.0f, 0, 1}));
            ASSERT_EQ(scene.stencil_at(x, y), inside ? 0xf7 : 7);
            ASSERT_NEAR(scene.depth_at(x, y), inside ? 0.5 : 1, 1e-6);
        }
}

TEST(Fragments, PolygonStippleAndLineStipple) {
    TestScene scene(64, 64);
    scene.clear({0, 0, 0, 0});
    scene.draw.raster.polygon_stipple = true;
    for (int row = 0; row < 32; ++row) scene.draw.raster.polygon_stipple_pattern[row] = 0x80000001u << (row & 1);
    scene.draw.primitive = Primitive::Quads;
    scene.run(full_quad(scene, 0.5, {1, 1, 1, 1}, 64));
    for (int32_t y = 0; y < 64; ++y)
        for (int32_t x = 0; x < 64; ++x)
            ASSERT_EQ(scene.color_at(x, y)[0] > 0,
                      (scene.draw.raster.polygon_stipple_pattern[y % 32] >> (31 - x % 32) & 1) != 0);

    scene.clear({0, 0, 0, 0});
    scene.draw.raster.line_stipple = true;
    scene.draw.raster.line_stipple_pattern = 0x00ff;
    scene.draw.raster.line_stipple_factor = 1;
    scene.draw.primitive = Primitive::Lines;
    scene.run({scene.at(0.5, 10.5), scene.at(60.5, 10.5)});
    for (int32_t x = 0; x < 60; ++x) EXPECT_EQ(scene.color_at(x, 10)[0] > 0, x % 16 < 8) << x;
}

TEST(Fragments, PixelRectangles) {
    for (bool late : {false, true}) {
        TestScene scene(64, 64);
        scene.clear({0, 0, 0, 0}, 1, 0x0f);
        if (late)
            scene.draw.fragment =
                stage_program("!!ARBfp1.0\nKIL fragment.color;\nMOV result.color, fragment.color;\nEND\n");
        auto rectangle = std::make_shared<PixelRectangle>();
        auto image = std::make_shared<runtime::Image>(Format::Rgba32Float, runtime::Extent{3, 2, 1});
        for (int32_t y = 0; y < 2; ++y)
            for (int32_t x = 0; x < 3; ++x) {
                const std::array<float, 4> color{static_cast<float>(x) / 2, static_cast<float>(y), 1, 1};
                std::memcpy(image->row(y) + x * 16, color.data(), 16);
            }
        rectangle->image = image;
        rectangle->x = 10;
        rectangle->y = 20;
        rectangle->zoom_x = 4;
        rectangle->zoom_y = -5;
        scene.draw.pixel_rectangle = rectangle;
        scene.rasterizer.draw(scene.draw);
        for (int32_t y = 0; y < 64; ++y)
            for (int32_t x = 0; x < 64; ++x) {
                std::array<float, 4> expected{0, 0, 0, 0};
                if (x >= 10 && x < 22 && y >= 10 && y < 20)
                    expected = {static_cast<float>((x - 10) / 4) / 2, y < 15 ? 1.0f : 0.0f, 1, 1};
                const auto color = scene.color_at(x, y);
                for (int c = 0; c < 4; ++c) ASSERT_NEAR(color[c], expected[c], 0.003) << x << ' ' << y;
            }

        auto stencil = std::make_shared<runtime::Image>(Format::R8Uint, runtime::Extent{2, 1, 1});
        stencil->row(0)[0] = std::byte{0xff};
        stencil->row(0)[1] = std::byte{0x00};
        auto writes = std::make_shared<PixelRectangle>();
        writes->image = stencil;
        writes->kind = PixelRectangle::Kind::Stencil;
        scene.draw.depth_stencil.stencil[0].write_mask = 0xf1;
        scene.draw.pixel_rectangle = writes;
        scene.rasterizer.draw(scene.draw);
        EXPECT_EQ(scene.stencil_at(0, 0), 0xff);
        EXPECT_EQ(scene.stencil_at(1, 0), 0x0e);
        EXPECT_EQ(scene.stencil_at(2, 0), 0x0f);

        auto bits = std::make_shared<PixelRectangle>();
        bits->image = stencil;
        bits->kind = PixelRectangle::Kind::Bitmap;
        bits->x = 40;
        bits->attributes.resize(scene.draw.fragment.program->attributes.size(),
                                {0x3f800000, 0, 0x3f800000, 0x3f800000});
        scene.draw.pixel_rectangle = bits;
        scene.rasterizer.draw(scene.draw);
        EXPECT_EQ(scene.color_at(40, 0), (std::array<float, 4>{1, 0, 1, 1}));
        EXPECT_EQ(scene.color_at(41, 0), (std::array<float, 4>{0, 0, 0, 0}));
    }
}

class RecordingSink : public PrimitiveSink {
  public:
    void point(const WindowVertex& vertex) override { points.push_back(vertex); }
    void line(const WindowVertex& a, const WindowVertex& b, bool) override {
        lines.push_back(a);
        lines.push_back(b);
    }
    void polygon(std::span<const WindowVertex> vertices) override {
        polygons.emplace_back(vertices.begin(), vertices.end());
    }
    std::vector<WindowVertex> points, lines;
    std::vector<std::vector<WindowVertex>> polygons;
};

TEST(Fragments, SinksReceiveClippedPrimitives) {
    TestScene scene(100, 100);
    RecordingSink sink;
    scene.draw.sink = &sink;
    scene.run({scene.at(50, 50), scene.at(160, 50), scene.at(50, 160)});
    ASSERT_EQ(sink.polygons.size(), 1u);
    EXPECT_EQ(sink.polygons[0].size(), 4u);  // its corners in view: a square
    for (const WindowVertex& vertex : sink.polygons[0])
        for (int c = 0; c < 2; ++c) {
            EXPECT_GE(vertex.position[c], 49.99f);
            EXPECT_LE(vertex.position[c], 100.01f);
        }
    scene.draw.raster.cull_front = true;
    scene.run({scene.at(50, 50), scene.at(160, 50), scene.at(50, 160)});
    EXPECT_EQ(sink.polygons.size(), 1u);
    scene.draw.primitive = Primitive::Lines;
    scene.run({scene.at(50, 50), scene.at(150, 50), scene.at(150, 50), scene.at(150, 60)});
    ASSERT_EQ(sink.lines.size(), 2u);
    EXPECT_NEAR(sink.lines[1].position[0], 100, 1e-3);
    scene.draw.primitive = Primitive::Points;
    scene.run({scene.at(20, 30, 0.25), scene.at(-1, 5)});
    ASSERT_EQ(sink.points.size(), 1u);
    EXPECT_NEAR(sink.points[0].position[2], 0.25, 1e-6);
}

TEST(Fragments, PolygonModeLineDrawsOutlinesOnly) {
    TestScene scene(64, 64);
    count_fragments(scene);
    scene.clear({0, 0, 0, 0});
    scene.draw.raster.polygon_mode = {PolygonMode::Line, PolygonMode::Line};
    for (Primitive primitive : {Primitive::Quads, Primitive::Polygon}) {
        scene.clear({0, 0, 0, 0});
        scene.draw.primitive = primitive;
        scene.run({scene.at(8.5, 8.5, 0.5, one_step), scene.at(40.5, 8.5, 0.5, one_step),
                   scene.at(40.5, 40.5, 0.5, one_step), scene.at(8.5, 40.5, 0.5, one_step)});
        const std::vector<uint32_t> pixels = scene.pixels();
        for (int32_t y = 0; y < 64; ++y)
            for (int32_t x = 0; x < 64; ++x) {
                const bool inside = x >= 8 && x <= 40 && y >= 8 && y <= 40;
                const bool edge = inside && (x == 8 || x == 40 || y == 8 || y == 40);
                ASSERT_EQ(pixels[y * 64 + x] & 255, edge ? 1u : 0u) << x << ' ' << y;
            }
    }
}

TEST(Fragments, EdgeFlagsHideEdgesOfOutlines) {
    TestScene scene(64, 64);
    scene.clear({0, 0, 0, 0});
    scene.draw.raster.polygon_mode = {PolygonMode::Line, PolygonMode::Line};
    scene.draw.primitive = Primitive::Quads;
    const std::array<uint8_t, 4> flags{1, 0, 1, 0};
    VertexAttribute& attribute = scene.draw.input.edge_flags;
    attribute.enabled = true;
    attribute.data = reinterpret_cast<const std::byte*>(flags.data());
    attribute.stride = 1;
    attribute.components = 1;
    attribute.type = ComponentType::UnsignedByte;
    scene.run({scene.at(8.5, 8.5), scene.at(40.5, 8.5), scene.at(40.5, 40.5), scene.at(8.5, 40.5)});
    EXPECT_GT(scene.color_at(20, 8)[0], 0);
    EXPECT_EQ(scene.color_at(40, 20)[0], 0);
    EXPECT_GT(scene.color_at(20, 40)[0], 0);
    EXPECT_EQ(scene.color_at(8, 20)[0], 0);
}

TEST(Fragments, SamplesStandAtTheCentreWithoutMultisampling) {
    TestScene scene(32, 32, Format::Bgra8Unorm, Format::None, 4);
    scene.clear({0, 0, 0, 0});
    scene.draw.raster.multisample = false;
    scene.run({scene.at(-10, -10), scene.at(42, -10), scene.at(-10, 42)});
    for (int32_t y = 0; y < 32; ++y)
        for (int32_t x = 0; x < 32; ++x)
            for (int32_t sample = 1; sample < 4; ++sample)
                ASSERT_EQ(scene.color_at(x, y, sample), scene.color_at(x, y)) << x << ' ' << y;
}

TEST(Fragments, PolygonOffsetByOneUnitIsResolved) {
    for (Format format : {Format::Depth16, Format::Depth24Stencil8, Format::Depth32Float})
        for (double z : {0.01, 0.3, 0.5, 0.75, 0.99}) {
            TestScene scene(16, 16, Format::Bgra8Unorm, format);
            scene.clear({0, 0, 0, 0});
            scene.draw.primitive = Primitive::Quads;
            scene.draw.depth_stencil.depth_test = true;
            scene.run(full_quad(scene, z, {1, 0, 0, 1}, 16));
            const float before = scene.depth_at(3, 3);
            scene.draw.raster.polygon_offset[2] = true;
            scene.draw.raster.offset_units = -1;
            scene.run(full_quad(scene, z, {0, 1, 0, 1}, 16));
            EXPECT_LT(scene.depth_at(3, 3), before) << z;
            EXPECT_NEAR(scene.depth_at(3, 3), before, 4e-5) << z;
        }
}

TEST(Fragments, IndexedDrawsWithRestartAndBounds) {
    TestScene scene(64, 64);
    scene.clear({0, 0, 0, 0});
    const std::vector<TestVertex> vertices{scene.at(0, 0),   scene.at(64, 0), scene.at(0, 64),
                                           scene.at(64, 64), scene.at(64, 0), scene.at(0, 64)};
    const std::vector<uint16_t> indices{0, 1, 2, 0xffff, 3, 5, 4, 9, 9};
    scene.draw.primitive = Primitive::TriangleStrip;
    scene.draw.input.index_type = IndexType::UnsignedShort;
    scene.draw.input.indices = reinterpret_cast<const std::byte*>(indices.data());
    scene.draw.input.readable_indices = 7 * 2;
    scene.draw.input.primitive_restart = true;
    scene.draw.input.restart_index = 0xffff;
    scene.run(vertices);
    scene.draw.input.count = 9;
    scene.rasterizer.draw(scene.draw);  // the last two indices lie beyond the readable ones: zero
    for (uint32_t pixel : scene.pixels()) ASSERT_EQ(pixel, 0xffffffffu);
}

// Antialiased polygons: the alpha of each pixel is the part of it that they cover.
TEST(SmoothPolygons, CoverageIsTheAreaInsideEachPixel) {
    std::mt19937 random(3);
    const auto place = [&] { return std::round(std::uniform_real_distribution<double>(2, 30)(random) * 256) / 256; };
    for (int round = 0; round < 60; ++round) {
        TestScene scene(32, 32, Format::Rgba32Float);
        scene.draw.raster.polygon_smooth = true;
        scene.draw.depth_stencil.depth_test = round % 2;
        scene.clear({0, 0, 0, 0});
        double x[3], y[3];
        std::vector<TestVertex> vertices;
        for (int i = 0; i < 3; ++i) {
            x[i] = place();
            y[i] = place();
            // Beside a sliver that isn't flat the plane of its depths goes anywhere.
            vertices.push_back(scene.at(x[i], y[i], round % 2 ? 0.5 : 0.25 * (i + 1)));
        }
        scene.run(vertices);
        const double area = std::fabs((x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0])) / 2;
        double sum = 0;
        for (int32_t py = 0; py < 32; ++py)
            for (int32_t px = 0; px < 32; ++px) {
                const float alpha = scene.color_at(px, py)[3];
                ASSERT_GE(alpha, 0);
                ASSERT_LE(alpha, 1);
                sum += static_cast<double>(alpha);
            }
        EXPECT_NEAR(sum, area, 1e-3 * (1 + area)) << round;
    }
}

// Triangles that a quad is cut into, and triangles that meet, leave neither seams nor double coverage when added up.
TEST(SmoothPolygons, PiecesAddUp) {
    for (const bool quads : {false, true}) {
        TestScene scene(32, 32, Format::Rgba32Float);
        scene.draw.raster.polygon_smooth = true;
        BlendState& blend = scene.draw.fragment_state.blend[0];
        blend.enabled = true;
        blend.source_color = blend.source_alpha = blend.destination_color = blend.destination_alpha = BlendFactor::One;
        scene.clear({0, 0, 0, 0});
        const TestVertex a = scene.at(3.5, 4.25), b = scene.at(27.75, 7.5), c = scene.at(24.25, 29.25),
                         d = scene.at(6.5, 21.75);
        scene.draw.primitive = quads ? Primitive::Quads : Primitive::Triangles;
        if (quads)
            scene.run({a, b, c, d});
        else
            scene.run({a, b, c, a, c, d});
        double sum = 0;
        for (int32_t y = 0; y < 32; ++y)
            for (int32_t x = 0; x < 32; ++x) {
                const float alpha = scene.color_at(x, y)[3];
                sum += static_cast<double>(alpha);
                if (x > 9 && x < 22 && y > 9 && y < 18) {
                    ASSERT_NEAR(alpha, 1, 1e-5f) << x << ' ' << y;
                }
            }
        const double area = 0.5 * std::fabs((24.25 - 3.5) * (21.75 - 7.5) - (6.5 - 27.75) * (29.25 - 4.25));
        EXPECT_NEAR(sum, area, quads ? 1.0 : 1e-3) << quads;
        EXPECT_EQ(scene.color_at(0, 0)[3], 0);
    }
}

TEST(SmoothPolygons, AreOrdinaryOnesWithMultisampling) {
    TestScene scene(16, 16, Format::Rgba32Float, Format::Depth24Stencil8, 4);
    scene.draw.raster.polygon_smooth = true;
    scene.clear({0, 0, 0, 0});
    scene.run({scene.at(0, 0), scene.at(16, 0), scene.at(0, 16)});
    for (int32_t i = 0; i < 16; ++i)
        for (int32_t s = 0; s < 4; ++s) {
            const float alpha = scene.color_at(i, 15 - i, s)[3];
            EXPECT_TRUE(alpha == 0 || alpha == 1);
        }
}

// GL 2.1, 3.3: with multisampling a point is not drawn smaller than the threshold, but fainter.
TEST(Points, FadeInsteadOfShrinking) {
    for (const bool sprite : {false, true}) {
        int covered_by_four = 0;
        for (const float size : {4.0f, 2.0f, 1.0f}) {
            TestScene scene(16, 16, Format::Rgba32Float, Format::Depth24Stencil8, 4);
            scene.draw.primitive = Primitive::Points;
            scene.draw.raster.point_size = size;
            scene.draw.raster.point_fade_threshold = 4;
            scene.draw.raster.point_sprite = sprite;
            scene.clear({0, 0, 0, 0});
            scene.run({scene.at(8.5, 8.5)});
            int covered = 0;
            for (int32_t y = 0; y < 16; ++y)
                for (int32_t x = 0; x < 16; ++x)
                    for (int32_t s = 0; s < 4; ++s) {
                        const auto color = scene.color_at(x, y, s);
                        if (color[0] == 0) continue;
                        ++covered;
                        EXPECT_EQ(color[0], 1);
                        EXPECT_EQ(color[3], size * size / 16);
                    }
            if (size == 4) covered_by_four = covered;
            EXPECT_EQ(covered, covered_by_four);
            EXPECT_NEAR(covered, sprite ? 64 : 50, sprite ? 0 : 6);
            scene.draw.raster.multisample = false;
            scene.clear({0, 0, 0, 0});
            scene.run({scene.at(8.5, 8.5)});
            EXPECT_EQ(scene.color_at(8, 8)[3], 1);
            // Squares leave out what their right edges run through; others lie on whole pixels.
            EXPECT_EQ(scene.color_at(sprite ? 9 : 10, 8)[3], size > 2 ? 1 : 0);
        }
    }
}

}  // namespace
}  // namespace rasterizer
