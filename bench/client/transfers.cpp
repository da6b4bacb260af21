// Pixels and bytes that move without being drawn.
#include <cstring>
#include <memory>

#include "cases.h"
#include "geometry.h"
#include "texture_images.h"

namespace bench {
namespace {

using Bytes = std::vector<unsigned char>;

std::shared_ptr<Bytes> picture_bytes(const Client& client) {
    const auto bytes = std::make_shared<Bytes>(size_t(client.width()) * size_t(client.height()) * 4);
    for (size_t i = 0; i < bytes->size(); ++i) (*bytes)[i] = static_cast<unsigned char>(i * 7 >> 3);
    return bytes;
}

GLuint picture_texture(const Client& client) {
    GLuint name = 0;
    gl::GenTextures(1, &name);
    gl::BindTexture(GL_TEXTURE_2D, name);
    gl::TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    gl::TexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, client.width(), client.height(), 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    return name;
}

void draw_something() {
    Geometry geometry = full_screen(0, {255, 40, 90, 255});
    geometry.vertices[1].color = {30, 200, 120, 80};
    geometry.vertices[2].color = {100, 90, 255, 160};
    const Mesh mesh(geometry);
    mesh.bind();
    mesh.draw();
}

}  // namespace

Loop read_back(Client& client) {
    draw_something();
    const auto bytes = picture_bytes(client);
    return {client.megapixels(), [&client, bytes] {
                gl::ReadPixels(0, 0, client.width(), client.height(), GL_RGBA, GL_UNSIGNED_BYTE, bytes->data());
            }};
}

Loop upload(Client& client) {
    const auto bytes = picture_bytes(client);
    picture_texture(client);
    gl::Enable(GL_TEXTURE_2D);
    const Mesh mesh(rectangle(-1, -1, -0.9f, -0.9f, 0, {255, 255, 255, 255}));
    mesh.bind();
    return {client.megapixels(), [&client, bytes, mesh] {
                gl::TexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, client.width(), client.height(), GL_RGBA, GL_UNSIGNED_BYTE,
                                  bytes->data());
                mesh.draw();  // a small square, for which the driver must have it all
            }};
}

Loop copy_to_texture(Client& client) {
    draw_something();
    picture_texture(client);
    return {client.megapixels(),
            [&client] { gl::CopyTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 0, 0, client.width(), client.height()); }};
}

Loop blit(Client& client) {
    draw_something();
    const Target other(client.width(), client.height(), 0);
    gl::BindFramebuffer(GL_READ_FRAMEBUFFER, client.target().framebuffer());
    gl::BindFramebuffer(GL_DRAW_FRAMEBUFFER, other.framebuffer());
    return {client.megapixels(), [&client] {
                gl::BlitFramebuffer(0, 0, client.width(), client.height(), 0, 0, client.width() / 2,
                                    client.height() / 2, GL_COLOR_BUFFER_BIT, GL_LINEAR);
            }};
}

Loop draw_pixels(Client& client) {
    const auto bytes = picture_bytes(client);
    gl::RasterPos2f(-1, -1);
    return {client.megapixels(), [&client, bytes] {
                gl::DrawPixels(client.width(), client.height(), GL_RGBA, GL_UNSIGNED_BYTE, bytes->data());
            }};
}

Loop map_buffer(Client& client) {
    client.need_version(1, 5);
    constexpr GLsizeiptr size = 4 << 20;
    GLuint buffer = 0;
    gl::GenBuffers(1, &buffer);
    gl::BindBuffer(GL_ARRAY_BUFFER, buffer);
    gl::BufferData(GL_ARRAY_BUFFER, size, nullptr, GL_STREAM_DRAW);
    return {1e-6 * size, [turn = 0]() mutable {
                gl::BufferData(GL_ARRAY_BUFFER, size, nullptr, GL_STREAM_DRAW);
                void* at = gl::MapBuffer(GL_ARRAY_BUFFER, GL_WRITE_ONLY);
                if (!at) throw Skip{"MapBuffer failed"};
                std::memset(at, ++turn, size);
                gl::UnmapBuffer(GL_ARRAY_BUFFER);
            }};
}

}  // namespace bench
