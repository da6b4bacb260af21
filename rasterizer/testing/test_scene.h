// What the rasterizer's tests draw with: real programs, a framebuffer, and vertices in window coordinates.
#pragma once

#include <bit>
#include <cstring>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>

#include "arbasm/assembler.h"
#include "ir/switches.h"
#include "rasterizer/rasterizer.h"

namespace rasterizer {

inline StageProgram stage_program(const std::string& text) {
    const arbasm::ParseResult parsed = arbasm::parse(text);
    if (!parsed.program) {
        ADD_FAILURE() << (parsed.errors.empty() ? "no program" : parsed.errors[0].message);
        return {};
    }
    StageProgram stage;
    static_cast<runtime::ExecutableProgram&>(stage) = runtime::executable_of(parsed.program);
    stage.parameters.resize(parsed.program->parameters.size());
    for (size_t i = 0; i < stage.parameters.size(); ++i) stage.parameters[i] = parsed.program->parameters[i].constant;
    return stage;
}

inline const char* const pass_through_vertices =
    "!!ARBvp1.0\n"
    "MOV result.position, vertex.position;\n"
    "MOV result.color, vertex.color;\n"
    "MOV result.texcoord[0], vertex.texcoord[0];\n"
    "END\n";
inline const char* const color_fragments = "!!ARBfp1.0\nMOV result.color, fragment.color;\nEND\n";

struct TestVertex {
    std::array<float, 4> position{0, 0, 0, 1};
    std::array<float, 4> color{1, 1, 1, 1};
    std::array<float, 4> texcoord{0, 0, 0, 1};
};

class TestScene {
  public:
    TestScene(int32_t width, int32_t height, runtime::Format color = runtime::Format::Bgra8Unorm,
              runtime::Format depth = runtime::Format::Depth24Stencil8, int32_t samples = 1)
        : width_(width), height_(height) {
        draw.framebuffer.width = width;
        draw.framebuffer.height = height;
        draw.framebuffer.samples = samples;
        draw.framebuffer.colors[0].image =
            std::make_shared<runtime::Image>(color, runtime::Extent{width, height, 1}, samples);
        if (depth != runtime::Format::None) {
            draw.framebuffer.depth.image =
                std::make_shared<runtime::Image>(depth, runtime::Extent{width, height, 1}, samples);
            if (runtime::format_info(depth).bits[5]) draw.framebuffer.stencil = draw.framebuffer.depth;
        }
        draw.vertex = stage_program(pass_through_vertices);
        draw.fragment = stage_program(color_fragments);
        draw.viewports[0] = {0, 0, static_cast<float>(width), static_cast<float>(height), 0, 1};
    }

    // A vertex at window position (x, y) with depth z in [0, 1].
    TestVertex at(double x, double y, double z = 0.5, std::array<float, 4> color = {1, 1, 1, 1}, float w = 1) const {
        TestVertex vertex;
        vertex.position = {static_cast<float>((x / width_ * 2 - 1) * w), static_cast<float>((y / height_ * 2 - 1) * w),
                           static_cast<float>((z * 2 - 1) * w), w};
        vertex.color = color;
        return vertex;
    }

    void run(const std::vector<TestVertex>& vertices) {
        set_arrays(vertices);
        draw.input.count = static_cast<int32_t>(vertices.size());
        rasterizer.draw(draw);
    }
    // The draw's attributes, which stay where they are until it has been drawn.
    void set_arrays(const std::vector<TestVertex>& vertices) {
        draw.input.attributes = {};
        for (size_t i = 0; i < draw.vertex.program->attributes.size(); ++i) {
            VertexAttribute& attribute = draw.input.attributes[i];
            attribute.enabled = true;
            attribute.stride = sizeof(TestVertex);
            const std::byte* base = reinterpret_cast<const std::byte*>(vertices.data());
            ASMGL_SOME_CASES
            switch (draw.vertex.program->attributes[i].binding.kind) {
                case arbasm::BindingKind::Position: attribute.data = base; break;
                case arbasm::BindingKind::Color: attribute.data = base + offsetof(TestVertex, color); break;
                default: attribute.data = base + offsetof(TestVertex, texcoord); break;
            }
            ASMGL_END_SOME_CASES
        }
    }

    void clear(std::array<float, 4> color, double depth = 1, uint8_t stencil = 0) {
        Clear clear;
        clear.framebuffer = draw.framebuffer;
        clear.area = {0, 0, width_, height_};
        clear.color_buffers = 1;
        clear.color_mask[0] = 0xf;
        for (int c = 0; c < 4; ++c) clear.color[0][c] = std::bit_cast<uint32_t>(color[c]);
        clear.depth = draw.framebuffer.depth.image != nullptr;
        clear.depth_value = depth;
        clear.stencil = draw.framebuffer.stencil.image != nullptr;
        clear.stencil_value = stencil;
        rasterizer.clear(clear);
    }

    std::array<float, 4> color_at(int32_t x, int32_t y, int32_t sample = 0) {
        rasterizer.finish();
        const runtime::Image& image = *draw.framebuffer.colors[0].image;
        runtime::Texel texel;
        runtime::load_texels(image.format(), image.row(y, 0, sample), x, 1, &texel);
        return std::bit_cast<std::array<float, 4>>(texel);
    }
    float depth_at(int32_t x, int32_t y, int32_t sample = 0) {
        rasterizer.finish();
        const runtime::Image& image = *draw.framebuffer.depth.image;
        runtime::Texel texel;
        runtime::load_texels(image.format(), image.row(y, 0, sample), x, 1, &texel);
        return std::bit_cast<float>(texel[0]);
    }
    uint8_t stencil_at(int32_t x, int32_t y) {
        rasterizer.finish();
        const runtime::Image& image = *draw.framebuffer.stencil.image;
        uint8_t value;
        runtime::load_stencil(image.format(), image.row(y), x, 1, &value);
        return value;
    }
    std::vector<uint32_t> pixels() {
        rasterizer.finish();
        const runtime::Image& image = *draw.framebuffer.colors[0].image;
        std::vector<uint32_t> words(static_cast<size_t>(width_) * height_);
        for (int32_t y = 0; y < height_; ++y)
            std::memcpy(words.data() + static_cast<size_t>(y) * width_, image.row(y), static_cast<size_t>(width_) * 4);
        return words;
    }

    Draw draw;
    Rasterizer rasterizer;

  private:
    int32_t width_, height_;
};

inline void append_image(const runtime::Image& image, std::vector<std::byte>& bytes) {
    const size_t row_bytes =
        static_cast<size_t>(image.extent().width) * runtime::format_info(image.format()).bytes_per_block;
    for (int32_t s = 0; s < image.samples(); ++s)
        for (int32_t y = 0; y < image.extent().height; ++y) {
            const std::byte* const row = image.row(y, 0, s);
            bytes.insert(bytes.end(), row, row + row_bytes);
        }
}

// A square over pixels 0 … size - 1.
inline std::vector<TestVertex> full_quad(const TestScene& scene, double z, std::array<float, 4> color, int32_t size) {
    return {scene.at(0, 0, z, color), scene.at(size, 0, z, color), scene.at(size, size, z, color),
            scene.at(0, size, z, color)};
}

// Blending that adds one step of an 8-bit channel per fragment: counts how often a pixel is drawn.
inline void count_fragments(TestScene& scene) {
    BlendState& blend = scene.draw.fragment_state.blend[0];
    blend.enabled = true;
    blend.source_color = blend.destination_color = blend.source_alpha = blend.destination_alpha = BlendFactor::One;
}
inline constexpr std::array<float, 4> one_step{1 / 255.0f, 1 / 255.0f, 1 / 255.0f, 1 / 255.0f};

}  // namespace rasterizer
