// Several passes and kinds of work in a frame.
#include <memory>
#include <string>

#include "cases.h"
#include "geometry.h"
#include "texture_images.h"

namespace bench {
namespace {

constexpr const char* lit_vertex = R"(!!ARBvp1.0
OPTION ARB_position_invariant;
PARAM modelview[4] = { state.matrix.modelview };
PARAM turned[4] = { state.matrix.modelview.invtrans };
DP4 result.texcoord[1].x, modelview[0], vertex.position;
DP4 result.texcoord[1].y, modelview[1], vertex.position;
DP4 result.texcoord[1].z, modelview[2], vertex.position;
DP3 result.texcoord[2].x, turned[0], vertex.normal;
DP3 result.texcoord[2].y, turned[1], vertex.normal;
DP3 result.texcoord[2].z, turned[2], vertex.normal;
MOV result.texcoord[0], vertex.texcoord[0];
MOV result.color, vertex.color;
END
)";

constexpr const char* lit_fragment = R"(!!ARBfp1.0
TEMP surface, normal, light, eye, half, sum;
PARAM lamp = {2, 3, 1, 0};
PARAM shine = {0, 0, 0, 32};
TEX surface, fragment.texcoord[0], texture[0], 2D;
DP3 normal.w, fragment.texcoord[2], fragment.texcoord[2];
RSQ normal.w, normal.w;
MUL normal.xyz, fragment.texcoord[2], normal.w;
SUB light, lamp, fragment.texcoord[1];
DP3 light.w, light, light;
RSQ light.w, light.w;
MUL light.xyz, light, light.w;
DP3 eye.w, fragment.texcoord[1], fragment.texcoord[1];
RSQ eye.w, eye.w;
MUL eye.xyz, fragment.texcoord[1], -eye.w;
ADD half, eye, light;
DP3 half.w, half, half;
RSQ half.w, half.w;
MUL half.xyz, half, half.w;
DP3 sum.x, normal, light;
DP3 sum.y, normal, half;
MOV sum.w, shine.w;
LIT sum, sum;
MAD sum.y, sum.y, 0.8, 0.2;
MUL surface, surface, fragment.color;
MUL surface, surface, sum.y;
MAD result.color, sum.z, 0.4, surface;
END
)";

Geometry floor_plane() {
    Geometry geometry = rectangle(-8, -8, 8, 8, 0, {220, 220, 220, 255});
    for (Vertex& vertex : geometry.vertices) {
        vertex.position = {vertex.position[0], -1.2f, -vertex.position[1], 1};
        vertex.normal = {0, 1, 0};
        vertex.texcoord[0] *= 12;
        vertex.texcoord[1] *= 12;
    }
    return geometry;
}

void at(float x, float y, float z, const Mesh& mesh) {
    gl::PushMatrix();
    gl::Translatef(x, y, z);
    mesh.draw();
    gl::PopMatrix();
}

void draw_balls(const Mesh& ball) {
    ball.bind();
    for (int i = 0; i < 9; ++i) at(1.6f * float(i % 3 - 1), -0.3f, 1.6f * float(i / 3 - 1), ball);
}

GLuint mipmapped_texture() {
    const GLuint name = make_texture(GL_TEXTURE_2D, GL_RGBA8);
    gl::TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    return name;
}

float aspect(const Client& client) { return float(client.width()) / float(client.height()); }

void clear_frame() { gl::Clear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT); }

// A target with 4 samples in place of the client's, which it is resolved to.
Target sampled_target(Client& client) {
    GLint most = 0;
    gl::GetIntegerv(GL_MAX_SAMPLES, &most);
    if (most < 4) throw Skip{"at most " + std::to_string(most) + " samples"};
    return {client.width(), client.height(), 4};
}

}  // namespace

Loop samples_fill(Client& client) {
    const Target target = sampled_target(client);
    Geometry geometry = full_screen(0, {255, 40, 90, 255});
    geometry.vertices[1].color = {30, 200, 120, 80};
    geometry.vertices[2].color = {100, 90, 255, 160};
    const Mesh mesh(geometry);
    mesh.bind();
    return {4 * client.megapixels(), [&client, target, mesh] {
                for (int i = 0; i < 4; ++i) mesh.draw();
                target.resolve_to(client.target());
            }};
}

Loop samples_triangles(Client& client) {
    const int count = 10000 * client.options().triangles;
    const Target target = sampled_target(client);
    gl::Enable(GL_DEPTH_TEST);
    const Mesh mesh(random_triangles(count, 25.0f / float(client.width())));
    mesh.bind();
    return {1e-6 * count, [&client, target, mesh] {
                clear_frame();
                mesh.draw();
                target.resolve_to(client.target());
            }};
}

Loop scene(Client& client, int samples) {
    const std::shared_ptr<Target> target = samples ? std::make_shared<Target>(sampled_target(client)) : nullptr;
    client.need("GL_ARB_fragment_program");
    mipmapped_texture();
    gl::Enable(GL_DEPTH_TEST);
    client.program(GL_VERTEX_PROGRAM_ARB, lit_vertex);
    client.program(GL_FRAGMENT_PROGRAM_ARB, lit_fragment);
    look(aspect(client), 4, 25, 30);
    gl::BlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    const Mesh ball(sphere(40, 0.6f)), ground(floor_plane());
    Geometry pane = rectangle(-1.5f, -1, 1.5f, 1, 0, {120, 200, 255, 90});
    const Mesh glass(pane);
    return {1, [=, &client] {
                clear_frame();
                draw_balls(ball);
                ground.bind();
                ground.draw();
                gl::Enable(GL_BLEND);
                gl::DepthMask(GL_FALSE);
                glass.bind();
                for (int i = 0; i < 4; ++i) at(0, 0.2f, 0.6f * float(i), glass);
                gl::DepthMask(GL_TRUE);
                gl::Disable(GL_BLEND);
                if (target) target->resolve_to(client.target());
            }};
}

Loop shadow_map(Client& client) {
    client.need("GL_ARB_fragment_program_shadow");
    constexpr int size = 1024;
    GLuint depth = 0, framebuffer = 0;
    gl::GenTextures(1, &depth);
    gl::BindTexture(GL_TEXTURE_2D, depth);
    gl::TexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, size, size, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, nullptr);
    for (const GLenum filter : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER})
        gl::TexParameteri(GL_TEXTURE_2D, filter, GL_LINEAR);
    for (const GLenum wrap : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T})
        gl::TexParameteri(GL_TEXTURE_2D, wrap, GL_CLAMP_TO_EDGE);
    gl::TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    gl::GenFramebuffers(1, &framebuffer);
    gl::BindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    gl::FramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, depth, 0);
    gl::DrawBuffer(GL_NONE);
    gl::ReadBuffer(GL_NONE);
    gl::Enable(GL_DEPTH_TEST);
    // The lamp looks straight down; the map's square covers -4 to 4 of the floor.
    client.program(GL_VERTEX_PROGRAM_ARB, R"(!!ARBvp1.0
OPTION ARB_position_invariant;
TEMP place;
ADD place, vertex.position, program.env[0];
MAD result.texcoord[0].xy, place.xzzz, 0.125, 0.5;
MAD result.texcoord[0].z, place.y, -0.125, 0.495;
MUL result.color, vertex.color, vertex.normal.y;
END
)");
    gl::Disable(GL_VERTEX_PROGRAM_ARB);
    client.program(GL_FRAGMENT_PROGRAM_ARB, R"(!!ARBfp1.0
OPTION ARB_fragment_program_shadow;
TEMP lit;
TEX lit, fragment.texcoord[0], texture[0], SHADOW2D;
MAD lit, lit, 0.7, 0.3;
MUL result.color, fragment.color, lit.x;
END
)");
    gl::Disable(GL_FRAGMENT_PROGRAM_ARB);
    const Mesh ball(sphere(40, 0.6f)), ground(floor_plane());
    const auto draw_all = [ball, ground](bool places) {
        ball.bind();
        for (int i = 0; i < 9; ++i) {
            const float x = 1.6f * float(i % 3 - 1), z = 1.6f * float(i / 3 - 1);
            if (places) gl::ProgramEnvParameter4fARB(GL_VERTEX_PROGRAM_ARB, 0, x, -0.3f, z, 0);
            at(x, -0.3f, z, ball);
        }
        if (places) gl::ProgramEnvParameter4fARB(GL_VERTEX_PROGRAM_ARB, 0, 0, 0, 0, 0);
        ground.bind();
        ground.draw();
    };
    return {1, [=, &client] {
                gl::BindFramebuffer(GL_FRAMEBUFFER, framebuffer);
                gl::Viewport(0, 0, size, size);
                gl::Clear(GL_DEPTH_BUFFER_BIT);
                gl::MatrixMode(GL_PROJECTION);
                gl::LoadIdentity();
                gl::Ortho(-4, 4, -4, 4, -4, 4);
                gl::MatrixMode(GL_MODELVIEW);
                gl::LoadIdentity();
                gl::Scalef(1, -1, 1);  // the map's t grows with z
                gl::Rotatef(90, 1, 0, 0);
                draw_all(false);
                client.target().bind();
                clear_frame();
                look(aspect(client), 4, 25, 30);
                gl::Enable(GL_VERTEX_PROGRAM_ARB);
                gl::Enable(GL_FRAGMENT_PROGRAM_ARB);
                draw_all(true);
                gl::Disable(GL_VERTEX_PROGRAM_ARB);
                gl::Disable(GL_FRAGMENT_PROGRAM_ARB);
            }};
}

Loop deferred(Client& client) {
    client.need("GL_ARB_fragment_program");
    client.need("GL_ARB_texture_float");
    client.need("GL_ARB_texture_rectangle");
    const GLuint surface = mipmapped_texture();
    std::array<GLuint, 4> layers{};
    GLuint framebuffer = 0, depth = 0;
    gl::GenTextures(4, layers.data());
    gl::GenFramebuffers(1, &framebuffer);
    gl::BindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    std::array<GLenum, 4> buffers{};
    for (size_t i = 0; i < layers.size(); ++i) {
        gl::BindTexture(GL_TEXTURE_RECTANGLE, layers[i]);
        gl::TexImage2D(GL_TEXTURE_RECTANGLE, 0, GL_RGBA16F, client.width(), client.height(), 0, GL_RGBA, GL_FLOAT,
                       nullptr);
        gl::TexParameteri(GL_TEXTURE_RECTANGLE, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        gl::TexParameteri(GL_TEXTURE_RECTANGLE, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
        buffers[i] = GLenum(GL_COLOR_ATTACHMENT0 + i);
        gl::FramebufferTexture2D(GL_FRAMEBUFFER, buffers[i], GL_TEXTURE_RECTANGLE, layers[i], 0);
    }
    gl::DrawBuffers(4, buffers.data());
    gl::GenRenderbuffers(1, &depth);
    gl::BindRenderbuffer(GL_RENDERBUFFER, depth);
    gl::RenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH24_STENCIL8, client.width(), client.height());
    gl::FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, depth);
    if (gl::CheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) throw Skip{"no targets of halves"};

    client.program(GL_VERTEX_PROGRAM_ARB, lit_vertex);
    gl::Disable(GL_VERTEX_PROGRAM_ARB);
    const GLuint write = client.program(GL_FRAGMENT_PROGRAM_ARB, R"(!!ARBfp1.0
OPTION ARB_draw_buffers;
TEMP surface, normal;
TEX surface, fragment.texcoord[0], texture[0], 2D;
DP3 normal.w, fragment.texcoord[2], fragment.texcoord[2];
RSQ normal.w, normal.w;
MUL normal.xyz, fragment.texcoord[2], normal.w;
MUL result.color[0], surface, fragment.color;
MOV result.color[1], normal;
MOV result.color[2], fragment.texcoord[1];
MOV result.color[3], {0.4, 0.3, 0.2, 16};
END
)");
    std::string lights =
        "!!ARBfp1.0\nTEMP surface, normal, place, gloss, light, sum, dot;\n"
        "TEX surface, fragment.position, texture[0], RECT;\nTEX normal, fragment.position, texture[1], RECT;\n"
        "TEX place, fragment.position, texture[2], RECT;\nTEX gloss, fragment.position, texture[3], RECT;\n"
        "MUL sum, surface, 0.1;\n";
    for (int i = 0; i < 8; ++i) {
        const std::string lamp =
            std::to_string(i % 4 - 1.5) + ", " + std::to_string(0.5 * (i % 3)) + ", " + std::to_string(-5.5 + i / 2);
        lights += "SUB light, {" + lamp +
                  ", 0}, place;\nDP3 light.w, light, light;\nRSQ light.w, light.w;\n"
                  "MUL light.xyz, light, light.w;\nDP3_SAT dot.x, light, normal;\nMUL dot.x, dot.x, light.w;\n"
                  "MAD sum, surface, dot.x, sum;\n";
    }
    const GLuint read = client.program(GL_FRAGMENT_PROGRAM_ARB, lights + "MAD result.color, gloss, 0.05, sum;\nEND\n");
    const Mesh ball(sphere(40, 0.6f)), ground(floor_plane()), screen(full_screen(0, {255, 255, 255, 255}));
    return {1, [=, &client] {
                gl::BindFramebuffer(GL_FRAMEBUFFER, framebuffer);
                clear_frame();
                gl::Enable(GL_DEPTH_TEST);
                gl::Enable(GL_VERTEX_PROGRAM_ARB);
                gl::BindProgramARB(GL_FRAGMENT_PROGRAM_ARB, write);
                gl::BindTexture(GL_TEXTURE_2D, surface);
                look(aspect(client), 4, 25, 30);
                draw_balls(ball);
                ground.bind();
                ground.draw();
                client.target().bind();
                gl::Disable(GL_DEPTH_TEST);
                gl::Disable(GL_VERTEX_PROGRAM_ARB);
                gl::BindProgramARB(GL_FRAGMENT_PROGRAM_ARB, read);
                for (size_t i = 0; i < layers.size(); ++i) {
                    gl::ActiveTexture(GLenum(GL_TEXTURE0 + i));
                    gl::BindTexture(GL_TEXTURE_RECTANGLE, layers[i]);
                }
                gl::ActiveTexture(GL_TEXTURE0);
                gl::MatrixMode(GL_PROJECTION);
                gl::LoadIdentity();
                gl::MatrixMode(GL_MODELVIEW);
                gl::LoadIdentity();
                screen.bind();
                screen.draw();
            }};
}

Loop presented(Client& client) {
    gl::BindFramebuffer(GL_FRAMEBUFFER, 0);
    client.platform().present();
    const Mesh mesh(rectangle(-0.5f, -0.5f, 0.5f, 0.5f, 0, {255, 200, 90, 255}));
    mesh.bind();
    return {1, [&client, mesh] {
                clear_frame();
                mesh.draw();
                client.platform().present();
            }};
}

}  // namespace bench
