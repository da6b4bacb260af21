// How many triangles, and how many pixels, does the rasterizer draw in a second?
//
//   triangles_per_second [seconds per case]
#include <bit>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <random>
#include <vector>

#include "arbasm/assembler.h"
#include "rasterizer/rasterizer.h"

namespace {

using namespace rasterizer;

struct Vertex {
    float position[4], color[4], texcoord[4];
};

StageProgram stage(const char* text) {
    StageProgram result;
    const std::shared_ptr<const arbasm::Program> program = arbasm::parse(text).program;
    if (!program) std::abort();
    static_cast<runtime::ExecutableProgram&>(result) = runtime::executable_of(program);
    for (const arbasm::Binding& parameter : result.program->parameters) result.parameters.push_back(parameter.constant);
    return result;
}

Draw make_draw(int32_t width, int32_t height) {
    Draw draw;
    draw.framebuffer.width = width;
    draw.framebuffer.height = height;
    draw.framebuffer.colors[0].image =
        std::make_shared<runtime::Image>(runtime::Format::Bgra8Unorm, runtime::Extent{width, height, 1});
    draw.framebuffer.depth.image =
        std::make_shared<runtime::Image>(runtime::Format::Depth24Stencil8, runtime::Extent{width, height, 1});
    draw.framebuffer.stencil = draw.framebuffer.depth;
    draw.viewports[0] = {0, 0, static_cast<float>(width), static_cast<float>(height), 0, 1};
    draw.depth_stencil.depth_test = true;
    draw.vertex = stage(
        "!!ARBvp1.0\nMOV result.position, vertex.position;\nMOV result.color, vertex.color;\n"
        "MOV result.texcoord[0], vertex.texcoord[0];\nEND\n");
    draw.fragment = stage("!!ARBfp1.0\nMOV result.color, fragment.color;\nEND\n");
    return draw;
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

void clear(Rasterizer& rasterizer, const Draw& draw) {
    Clear clear;
    clear.framebuffer = draw.framebuffer;
    clear.area = {0, 0, draw.framebuffer.width, draw.framebuffer.height};
    clear.color_buffers = 1;
    clear.color_mask[0] = 0xf;
    clear.depth = clear.stencil = true;
    rasterizer.clear(clear);
}

void measure(const char* name, double seconds, double work, const char* unit, const std::function<void()>& frame) {
    using Clock = std::chrono::steady_clock;
    frame();
    const auto start = Clock::now();
    const std::clock_t busy_start = std::clock();
    int frames = 0;
    double elapsed = 0;
    do {
        frame();
        ++frames;
        elapsed = std::chrono::duration<double>(Clock::now() - start).count();
    } while (elapsed < seconds);
    const double busy = static_cast<double>(std::clock() - busy_start) / CLOCKS_PER_SEC;
    std::printf("%-36s %8.3f ms/frame %8.2f M%s/s; %8.3f ms of CPU\n", name, elapsed / frames * 1e3,
                work * frames / elapsed / 1e6, unit, busy / frames * 1e3);
}

std::vector<Vertex> random_triangles(int count, float size) {
    std::mt19937 random(1);
    std::uniform_real_distribution<float> unit(-1, 1);
    std::vector<Vertex> vertices;
    for (int i = 0; i < count; ++i) {
        const float x = unit(random), y = unit(random), z = unit(random);
        for (int corner = 0; corner < 3; ++corner)
            vertices.push_back({{x + size * unit(random), y + size * unit(random), z, 1},
                                {unit(random), unit(random), unit(random), 1},
                                {unit(random), unit(random), 0, 1}});
    }
    return vertices;
}

}  // namespace

int main(int argument_count, char** arguments) {
    const double seconds = argument_count > 1 ? std::atof(arguments[1]) : 1.0;
    constexpr int32_t width = 1024, height = 768;
    constexpr double pixels = double{width} * height;
    Rasterizer rasterizer;

    Draw draw = make_draw(width, height);
    measure("clear colour, depth and stencil", seconds, pixels, "pixels", [&] {
        clear(rasterizer, draw);
        rasterizer.finish();
    });

    const struct {
        const char* name;
        float size;
        int count;
    } sizes[] = {{"triangles of about 4 pixels", 0.004f, 100000},
                 {"triangles of about 100 pixels", 0.02f, 50000},
                 {"triangles of about 5000 pixels", 0.15f, 2000}};
    for (const auto& size : sizes) {
        const std::vector<Vertex> vertices = random_triangles(size.count, size.size);
        bind(draw, vertices);
        measure(size.name, seconds, size.count, "triangles", [&] {
            clear(rasterizer, draw);
            rasterizer.draw(draw);
            rasterizer.finish();
        });
    }

    const std::vector<Vertex> screen{{{-1, -1, 0, 1}, {1, 0, 0, .5f}, {0, 0, 0, 1}},
                                     {{1, -1, 0, 1}, {0, 1, 0, .5f}, {1, 0, 0, 1}},
                                     {{1, 1, 0, 1}, {0, 0, 1, .5f}, {1, 1, 0, 1}},
                                     {{-1, 1, 0, 1}, {1, 1, 1, .5f}, {0, 1, 0, 1}}};
    bind(draw, screen);
    draw.primitive = Primitive::Quads;
    draw.depth_stencil.depth_function = CompareFunction::Always;
    auto full_screen = [&](const char* name) {
        measure(name, seconds, pixels, "pixels", [&] {
            rasterizer.draw(draw);
            rasterizer.finish();
        });
    };
    full_screen("full screen, colour, depth written");
    draw.fragment_state.blend[0] = {true, BlendFactor::SourceAlpha, BlendFactor::OneMinusSourceAlpha,
                                    BlendFactor::SourceAlpha, BlendFactor::OneMinusSourceAlpha};
    draw.depth_stencil.depth_test = false;
    full_screen("full screen, blended");
    draw.fragment_state.blend[0] = {};
    draw.fragment = stage("!!ARBfp1.0\nTEX result.color, fragment.texcoord[0], texture[0], 2D;\nEND\n");
    auto texture = std::make_shared<runtime::Texture>();
    texture->format = runtime::Format::Rgba8Unorm;
    texture->levels.push_back(
        std::make_shared<runtime::Image>(runtime::Format::Rgba8Unorm, runtime::Extent{1024, 1024, 1}));
    runtime::Sampler sampler;
    sampler.mip_filter = runtime::MipFilter::None;
    draw.fragment.textures = {runtime::TextureBinding(texture, sampler)};
    full_screen("full screen, texture, nearest");
    sampler.min_filter = runtime::Filter::Linear;
    draw.fragment.textures = {runtime::TextureBinding(texture, sampler)};
    full_screen("full screen, texture, bilinear");
    draw.fragment = stage(
        "!!ARBfp1.0\nTEMP a;\nMUL a, fragment.color, fragment.texcoord[0];\nMAD a, a, fragment.color, a;\n"
        "DP3 a.w, a, a;\nRSQ a.w, a.w;\nMUL a.xyz, a, a.w;\nMAD a, a, a, fragment.color;\nMAX a, a, fragment.color;\n"
        "MOV result.color, a;\nEND\n");
    full_screen("full screen, eight instructions");
    return 0;
}
