// Whole pictures of few instructions per pixel.
#include <memory>

#include "cases.h"
#include "geometry.h"

namespace bench {
namespace {

constexpr int layers = 4;

void set_state(Fill kind) {
    switch (kind) {
        case Fill::Flat:
        case Fill::Gouraud: break;
        case Fill::DepthPass:
            gl::Enable(GL_DEPTH_TEST);
            gl::DepthFunc(GL_LEQUAL);
            break;
        case Fill::DepthFail:
            gl::Enable(GL_DEPTH_TEST);
            gl::DepthFunc(GL_GREATER);  // than what was cleared: 1
            break;
        case Fill::Stencil:
            gl::Enable(GL_STENCIL_TEST);
            gl::StencilFunc(GL_ALWAYS, 0, 0xff);
            gl::StencilOp(GL_KEEP, GL_KEEP, GL_INCR_WRAP);
            break;
        case Fill::Blend:
            gl::Enable(GL_BLEND);
            gl::BlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
            break;
        case Fill::AlphaTest:
            gl::Enable(GL_ALPHA_TEST);
            gl::AlphaFunc(GL_GREATER, 0.5f);
            break;
        case Fill::Fog: {
            gl::Enable(GL_FOG);
            gl::Fogi(GL_FOG_MODE, GL_EXP);
            gl::Fogf(GL_FOG_DENSITY, 0.8f);
            const std::array<GLfloat, 4> color = {0.5f, 0.6f, 0.7f, 1};
            gl::Fogfv(GL_FOG_COLOR, color.data());
            gl::Hint(GL_FOG_HINT, GL_NICEST);
            break;
        }
    }
}

Geometry layer(Fill kind, int number) {
    const auto step = uint8_t(40 * number);
    Geometry geometry = full_screen(-0.2f * float(number), {uint8_t(200 - step), uint8_t(60 + step), 120, 128});
    const bool interpolated = kind == Fill::Gouraud || kind == Fill::AlphaTest || kind == Fill::Fog;
    if (interpolated) {
        geometry.vertices[1].color = {step, 255, 30, 255};
        geometry.vertices[2].color = {255, step, 200, 0};
        geometry.vertices[3].color = {90, 20, uint8_t(255 - step), 255};
    }
    if (kind == Fill::Fog) geometry.vertices[1].position[2] = geometry.vertices[3].position[2] = 0.9f;
    return geometry;
}

}  // namespace

Loop clear(Client& client) {
    return {client.megapixels(), [turn = 0]() mutable {
                turn ^= 1;
                gl::ClearColor(0.25f, 0.5f, turn ? 0.75f : 1.0f, 1);
                gl::Clear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
            }};
}

Loop fill(Client& client, Fill kind) {
    set_state(kind);
    std::vector<Mesh> meshes;
    for (int i = 0; i < layers; ++i) meshes.emplace_back(layer(kind, i));
    return {layers * client.megapixels(), [meshes = std::move(meshes)] {
                for (const Mesh& mesh : meshes) {
                    mesh.bind();
                    mesh.draw();
                }
            }};
}

}  // namespace bench
