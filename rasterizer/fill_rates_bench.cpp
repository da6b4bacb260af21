// How many pixels of whole screens does the rasterizer fill in a second, by the ways that fragments may take?
//
// Per second of all threads' time together, so that what else runs on the machine disturbs less.
//
//   fill_rates [seconds per case] [screens per frame] [part of a case's name] [chosen: only the ways that are chosen]
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

#include "arbasm/assembler.h"
#include "rasterizer/prepare/fragment_ways.h"
#include "rasterizer/rasterizer.h"

namespace {

using namespace rasterizer;

constexpr int32_t width = 1920, height = 1080;

struct Vertex {
    float position[4], color[4], texcoord[4];
};

StageProgram stage(const std::string& text) {
    StageProgram result;
    const std::shared_ptr<const arbasm::Program> program = arbasm::parse(text).program;
    if (!program) std::abort();
    static_cast<runtime::ExecutableProgram&>(result) = runtime::executable_of(program);
    for (const arbasm::Binding& parameter : result.program->parameters) result.parameters.push_back(parameter.constant);
    return result;
}

struct Case {
    const char* name;
    std::function<void(Draw&)> set_up;
    bool flat = false, near = false;  // one colour; each screen nearer than that before
    std::string program = "!!ARBfp1.0\nMOV result.color, fragment.color;\nEND\n";
};

// 256×256 texels with all levels, of whatever bits.
runtime::TextureBinding texture(runtime::Format format, runtime::Filter filter, runtime::MipFilter mip) {
    auto made = std::make_shared<runtime::Texture>();
    made->format = format;
    uint32_t bits = 1;
    for (int32_t size = 256; size > 0; size /= 2) {
        auto level = std::make_shared<runtime::Image>(format, runtime::Extent{size, size, 1});
        for (int32_t y = 0; y < size; ++y) {
            std::vector<runtime::Texel> texels(static_cast<size_t>(size));
            for (runtime::Texel& texel : texels)
                for (uint32_t& component : texel) {
                    bits = bits * 1664525 + 1013904223;
                    const float number = static_cast<float>(bits >> 8) / 16777216.0f;
                    std::memcpy(&component, &number, sizeof number);
                }
            runtime::store_texels(format, level->row(y), 0, size, texels.data());
        }
        made->levels.push_back(level);
    }
    runtime::Sampler sampler;
    sampler.min_filter = sampler.mag_filter = filter;
    sampler.mip_filter = mip;
    return {made, sampler};
}

// Texels run a little across the rows of pixels.
std::string fetching(int fetches) {
    std::string text =
        "!!ARBfp1.0\nTEMP at, texel, sum;\nPARAM s = {8.2, 1.1, 0, 0};\nPARAM t = {-1.3, 4.7, 0, 0};\n"
        "MUL at, s, fragment.texcoord[0].x;\nMAD at, t, fragment.texcoord[0].y, at;\nMOV sum, 0;\n";
    for (int i = 0; i < fetches; ++i) {
        text += "TEX texel, at, texture[0], 2D;\nADD at, at, {0.0017, 0.0023, 0, 0};\n";
        text += "MAD sum, texel, " + std::to_string(1.0 / fetches) + ", sum;\n";
    }
    return text + "MOV result.color, sum;\nEND\n";
}

std::vector<Vertex> screen(bool flat, float z) {
    std::vector<Vertex> vertices{{{-1, -1, z, 1}, {1, 0, 0, .5f}, {0, 0, 0, 1}},
                                 {{1, -1, z, 1}, {0, 1, 0, .5f}, {1, 0, 0, 1}},
                                 {{1, 1, z, 1}, {0, 0, 1, .5f}, {1, 1, 0, 1}},
                                 {{-1, 1, z, 1}, {1, 1, 1, .5f}, {0, 1, 0, 1}}};
    if (flat)
        for (Vertex& vertex : vertices) {
            const float color[4] = {0.25f, 0.5f, 0.75f, 0.5f};
            for (int c = 0; c < 4; ++c) vertex.color[c] = color[c];
        }
    return vertices;
}

void bind(Draw& draw, const std::vector<Vertex>& vertices) {
    const auto* base = reinterpret_cast<const std::byte*>(vertices.data());
    for (size_t i = 0; i < draw.vertex.program->attributes.size(); ++i) {
        VertexAttribute& attribute = draw.input.attributes[i];
        attribute.enabled = true;
        attribute.stride = sizeof(Vertex);
        const arbasm::BindingKind kind = draw.vertex.program->attributes[i].binding.kind;
        attribute.data = kind == arbasm::BindingKind::Position ? base
                         : kind == arbasm::BindingKind::Color  ? base + offsetof(Vertex, color)
                                                               : base + offsetof(Vertex, texcoord);
    }
    draw.input.count = static_cast<int32_t>(vertices.size());
}

double pixels_per_second(const Case& given, double seconds, int screens) {
    Rasterizer rasterizer;
    Draw draw;
    draw.framebuffer.width = width;
    draw.framebuffer.height = height;
    draw.framebuffer.colors[0].image =
        std::make_shared<runtime::Image>(runtime::Format::Bgra8Unorm, runtime::Extent{width, height, 1});
    draw.framebuffer.depth.image =
        std::make_shared<runtime::Image>(runtime::Format::Depth24Stencil8, runtime::Extent{width, height, 1});
    draw.framebuffer.stencil = draw.framebuffer.depth;
    draw.viewports[0] = {0, 0, width, height, 0, 1};
    draw.vertex = stage(
        "!!ARBvp1.0\nMOV result.position, vertex.position;\nMOV result.color, vertex.color;\n"
        "MOV result.texcoord[0], vertex.texcoord[0];\nEND\n");
    draw.fragment = stage(given.program);
    draw.primitive = Primitive::Quads;
    given.set_up(draw);
    std::vector<std::vector<Vertex>> vertices;
    for (int i = 0; i < screens; ++i)
        vertices.push_back(
            screen(given.flat, given.near ? 0.9f - 1.8f * static_cast<float>(i) / static_cast<float>(screens) : 0));
    const auto frame = [&] {
        Clear clear;
        clear.framebuffer = draw.framebuffer;
        clear.area = {0, 0, width, height};
        clear.color_buffers = 1;
        clear.color_mask[0] = 0xf;
        clear.depth = clear.stencil = true;
        rasterizer.clear(clear);
        for (const auto& each : vertices) {
            bind(draw, each);
            rasterizer.draw(draw);
        }
        rasterizer.finish();
    };
    frame();
    const std::clock_t start = std::clock();
    int frames = 0;
    double elapsed = 0;
    do {
        frame();
        ++frames;
        elapsed = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    } while (elapsed < seconds);
    return double{width} * height * frames * (screens ? screens : 1) / elapsed;
}

}  // namespace

int main(int argument_count, char** arguments) {
    const double seconds = argument_count > 1 ? std::atof(arguments[1]) : 0.5;
    const int screens = argument_count > 2 ? std::atoi(arguments[2]) : 8;
    const char* const part = argument_count > 3 ? arguments[3] : "";
    const auto alpha = [](Draw& draw) {
        draw.fragment_state.blend[0] = {true, BlendFactor::SourceAlpha, BlendFactor::OneMinusSourceAlpha,
                                        BlendFactor::SourceAlpha, BlendFactor::OneMinusSourceAlpha};
    };
    const auto tested = [](Draw& draw) { draw.depth_stencil.depth_test = true; };
    const auto nothing = [](Draw&) {};
    const auto textured = [](runtime::Format format, runtime::Filter filter, runtime::MipFilter mip) {
        return [=](Draw& draw) { draw.fragment.textures = {texture(format, filter, mip)}; };
    };
    using runtime::Format, runtime::Filter, runtime::MipFilter;
    const auto nearest = textured(Format::Rgba8Unorm, Filter::Nearest, MipFilter::None),
               bilinear = textured(Format::Rgba8Unorm, Filter::Linear, MipFilter::None),
               trilinear = textured(Format::Rgba8Unorm, Filter::Linear, MipFilter::Linear),
               srgb = textured(Format::Rgba8Srgb, Filter::Linear, MipFilter::None),
               half = textured(Format::Rgba16Float, Filter::Linear, MipFilter::None),
               single = textured(Format::Rgba32Float, Filter::Linear, MipFilter::None);
    std::string arithmetic =
        "!!ARBfp1.0\nTEMP a, b, c, d, tint;\nPARAM half = {0.5, 0.5, 0.5, 0.5};\nPARAM one = {1, 1, 1, 1};\n"
        "MOV a, fragment.color;\nSUB b, one, a.yzwx;\nMUL c, a, b;\nMUL tint, fragment.color, half;\nMUL d, a, half;\n";
    for (int i = 0; i < 24; ++i) arithmetic += "MUL a, c, b;\nSUB b, one, a;\nMAD c, c, half, d;\nMUL d, b, tint;\n";
    arithmetic += "MAD result.color, a, half, c;\nEND\n";
    std::string transcendental = "!!ARBfp1.0\nTEMP a, b;\nMAD a, fragment.color, 0.5, 0.5;\nMOV b, a;\n";
    for (int i = 0; i < 4; ++i)
        transcendental +=
            "SIN b.x, a.x;\nCOS b.y, a.y;\nEX2 b.z, a.z;\nRSQ b.w, a.w;\nMAD a, b, 0.25, 0.5;\n"
            "LG2 b.x, a.x;\nPOW b.y, a.y, a.w;\nRCP b.z, a.z;\nSIN b.w, a.x;\nMAD a, b, 0.125, 0.5;\n";
    transcendental += "MOV result.color, a;\nEND\n";
    std::string mixed =
        "!!ARBfp1.0\nTEMP a, b, c, d;\nMOV a, fragment.color;\nSUB b, 1, a.yzwx;\nMUL c, a, b;\nMOV d, a.wzyx;\n";
    for (int i = 0; i < 8; ++i)
        mixed +=
            "DP3_SAT d.x, a, b;\nMAD a, b, d.x, c.yzxw;\nMUL_SAT a, a, 0.6;\nSLT c, a, b.wxyz;\nLRP b, c, a, d;\n"
            "CMP c, -a, b.zwxy, d;\nMAX d.yz, b, c;\nMIN d.w, a.x, c.z;\nABS a.z, -b;\nADD b, a, d;\nMUL_SAT b, b, "
            "0.5;\nDP4 c.y, b, {0.2, 0.3, 0.1, 0.4};\n";
    mixed += "MAD result.color, a, 0.5, c;\nEND\n";
    const Case cases[] = {
        {"flat", nothing, true},
        {"flat, depth passes", tested, true, true},
        {"flat, blended", alpha, true},
        {"gouraud", nothing},
        {"gouraud, depth passes", tested, false, true},
        {"gouraud, blended", alpha},
        {"eight instructions", nothing, false, false,
         "!!ARBfp1.0\nTEMP a;\nMUL a, fragment.color, fragment.texcoord[0];\nMAD a, a, fragment.color, a;\n"
         "DP3 a.w, a, a;\nRSQ a.w, a.w;\nMUL a.xyz, a, a.w;\nMAD a, a, a, fragment.color;\nMAX a, a, fragment.color;\n"
         "MOV result.color, a;\nEND\n"},
        {"100 instructions", nothing, false, false, arithmetic},
        {"100 mixed instructions", nothing, false, false, mixed},
        {"40 transcendentals", nothing, false, false, transcendental},
        {"nearest texture", nearest, false, false, fetching(1)},
        {"bilinear texture", bilinear, false, false, fetching(1)},
        {"trilinear texture", trilinear, false, false, fetching(1)},
        {"8 bilinear textures", bilinear, false, false, fetching(8)},
        {"8 trilinear textures", trilinear, false, false, fetching(8)},
        {"64 bilinear textures", bilinear, false, false, fetching(64)},
        {"64 trilinear textures", trilinear, false, false, fetching(64)},
        {"bilinear sRGB texture", srgb, false, false, fetching(1)},
        {"bilinear float16 texture", half, false, false, fetching(1)},
        {"bilinear float32 texture", single, false, false, fetching(1)},
    };
    fragment_ways().compiled = false;
    fragment_ways().synchronous = true;
    std::printf("%-28s %12s %12s %12s   Mpixel per second of a thread\n", "", "gathered", "chosen", "compiled");
    for (const Case& each : cases) {
        if (!std::strstr(each.name, part)) continue;
        fragment_ways().plain = false;
        const double gathered = argument_count > 4 ? 1 : pixels_per_second(each, seconds, screens);
        fragment_ways().plain = true;
        const double chosen = pixels_per_second(each, seconds, screens);
        fragment_ways().plain = false;
        fragment_ways().compiled = true;
        const double compiled = pixels_per_second(each, seconds, screens);
        fragment_ways().compiled = false;
        std::printf("%-28s %12.0f %12.0f %12.0f   x %.2f, %.2f\n", each.name, gathered / 1e6, chosen / 1e6,
                    compiled / 1e6, chosen / gathered, compiled / gathered);
    }
    std::printf("%-28s %12s %12.0f\n", "clear", "", pixels_per_second(cases[0], seconds, 0) / 1e6);
    return 0;
}
