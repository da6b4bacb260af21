// Shaders that load, store and change texels of images: GLSL 4.30.
#include <string>

#include "cases.h"
#include "geometry.h"
#include "shaders.h"
#include "texture_images.h"

namespace bench {
namespace {

GLuint image_program(std::initializer_list<std::pair<GLenum, std::string>> shaders) {
    return link_shaders("#version 430 compatibility\n", shaders);
}

GLuint bound_image(GLuint unit, GLint format, GLenum access) {
    const GLuint texture = make_texture(GL_TEXTURE_2D, format);
    gl::BindImageTexture(unit, texture, 0, GL_FALSE, 0, access, GLenum(format));
    return texture;
}

constexpr const char* groups_of_64 = "layout(local_size_x = 8, local_size_y = 8) in;\n";

void dispatch_over_texels(GLuint program) {
    gl::UseProgram(program);
    gl::DispatchCompute(image_size / 8, image_size / 8, 1);
    gl::MemoryBarrier(GL_ALL_BARRIER_BITS);
}

// A compute shader over the texels of a texture, which is seen afterwards.
Loop loop_over_texels(GLuint program, GLuint shown, GLuint last_program = 0) {
    const Mesh mesh(full_screen(0, {255, 255, 255, 255}));
    mesh.bind();
    return {1e-6 * image_size * image_size, [mesh, program, shown, last_program, first = true]() mutable {
                dispatch_over_texels(program);
                if (!first) return;
                first = false;
                if (last_program) dispatch_over_texels(last_program);
                gl::UseProgram(0);
                gl::BindTexture(GL_TEXTURE_2D, shown);
                gl::TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
                gl::Enable(GL_TEXTURE_2D);
                mesh.draw();
                gl::Disable(GL_TEXTURE_2D);
            }};
}

}  // namespace

Loop image_copy(Client& client) {
    client.need_version(4, 3);
    bound_image(0, GL_RGBA8, GL_READ_ONLY);
    const GLuint to = bound_image(1, GL_RGBA8, GL_WRITE_ONLY);
    return loop_over_texels(image_program({{GL_COMPUTE_SHADER, std::string(groups_of_64) + R"(
layout(rgba8, binding = 0) readonly uniform image2D from;
layout(rgba8, binding = 1) writeonly uniform image2D to;
void main() {
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    imageStore(to, at, imageLoad(from, at).bgra);
}
)"}}),
                            to);
}

Loop image_blur(Client& client) {
    client.need_version(4, 3);
    bound_image(0, GL_RGBA16F, GL_READ_ONLY);
    const GLuint to = bound_image(1, GL_RGBA16F, GL_WRITE_ONLY);
    return loop_over_texels(image_program({{GL_COMPUTE_SHADER, std::string(groups_of_64) + R"(
layout(rgba16f, binding = 0) readonly uniform image2D from;
layout(rgba16f, binding = 1) writeonly uniform image2D to;
void main() {
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    vec4 sum = vec4(0.0);
    for (int y = -1; y <= 1; ++y)
        for (int x = -1; x <= 1; ++x) sum += imageLoad(from, at + ivec2(x, y));
    imageStore(to, at, sum / 9.0);
}
)"}}),
                            to);
}

Loop image_histogram(Client& client) {
    client.need_version(4, 3);
    bound_image(0, GL_RGBA8, GL_READ_ONLY);
    const GLuint to = bound_image(1, GL_RGBA8, GL_WRITE_ONLY);
    GLuint counters = 0;
    gl::GenTextures(1, &counters);
    gl::BindTexture(GL_TEXTURE_2D, counters);
    gl::TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    const std::vector<uint32_t> zeros(256);
    gl::TexImage2D(GL_TEXTURE_2D, 0, GL_R32UI, 256, 1, 0, GL_RED_INTEGER, GL_UNSIGNED_INT, zeros.data());
    gl::BindImageTexture(2, counters, 0, GL_FALSE, 0, GL_READ_WRITE, GL_R32UI);
    const GLuint show = image_program({{GL_COMPUTE_SHADER, std::string(groups_of_64) + R"(
layout(rgba8, binding = 1) writeonly uniform image2D to;
layout(r32ui, binding = 2) uniform uimage2D counters;
void main() {
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    imageStore(to, at, vec4(float(imageLoad(counters, ivec2(at.x / 4, 0)).x) / 16384.0));
}
)"}});
    return loop_over_texels(image_program({{GL_COMPUTE_SHADER, std::string(groups_of_64) + R"(
layout(rgba8, binding = 0) readonly uniform image2D from;
layout(r32ui, binding = 2) uniform uimage2D counters;
void main() {
    vec4 texel = imageLoad(from, ivec2(gl_GlobalInvocationID.xy));
    imageAtomicAdd(counters, ivec2(int(texel.x * 255.0 + 0.5), 0), 1u);
}
)"}}),
                            to, show);
}

// As the fragments of transparent surfaces are gathered in lists.
Loop image_lists(Client& client) {
    client.need_version(4, 3);
    GLuint heads = 0;
    gl::GenTextures(1, &heads);
    gl::BindTexture(GL_TEXTURE_2D, heads);
    gl::TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    gl::TexImage2D(GL_TEXTURE_2D, 0, GL_R32UI, client.width(), client.height(), 0, GL_RED_INTEGER, GL_UNSIGNED_INT,
                   nullptr);
    gl::BindImageTexture(0, heads, 0, GL_FALSE, 0, GL_READ_WRITE, GL_R32UI);
    const GLuint program = image_program({{GL_FRAGMENT_SHADER, R"(
layout(r32ui, binding = 0) uniform uimage2D heads;
void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    uint before = imageAtomicExchange(heads, at, uint(at.x * 4096 + at.y) | 0x80000000u);
    gl_FragColor = vec4(before == 1u ? 1.0 : 0.0, gl_FragCoord.xy / 2048.0, 1.0);
}
)"}});
    gl::UseProgram(program);
    const Mesh mesh(full_screen(0, {255, 255, 255, 255}));
    mesh.bind();
    return {client.megapixels(), [mesh] { mesh.draw(); }};
}

}  // namespace bench
