// Texture fetches of every kind of target, format and filter, by fragment programs of a few instructions.
#include <cmath>
#include <string>

#include "cases.h"
#include "geometry.h"
#include "texture_images.h"

namespace bench {
namespace {

constexpr int layers = 2;

const char* target_name(const Texturing& request) {
    switch (request.target) {
        case GL_TEXTURE_RECTANGLE: return "RECT";
        case GL_TEXTURE_CUBE_MAP: return "CUBE";
        case GL_TEXTURE_3D: return "3D";
        default: return request.format == GL_DEPTH_COMPONENT24 ? "SHADOW2D" : "2D";
    }
}

std::string program_text(const Texturing& request) {
    const std::string name = target_name(request);
    std::string text = "!!ARBfp1.0\n";
    if (name == "SHADOW2D") text += "OPTION ARB_fragment_program_shadow;\n";
    if (request.fetches == 1) return text + "TEX result.color, fragment.texcoord[0], texture[0], " + name + ";\nEND\n";
    text += "TEMP at, texel, sum;\nMOV sum, 0;\n";
    for (int i = 0; i < request.fetches; ++i) {
        const std::string offset = std::to_string(0.0017 * i) + ", " + std::to_string(0.0023 * (i * i % 5));
        text += "ADD at, fragment.texcoord[0], {" + offset + ", 0, 0};\n";
        text += "TEX texel, at, texture[0], " + name + ";\n";
        text += "MAD sum, texel, " + std::to_string(1.0 / request.fetches) + ", sum;\n";
    }
    return text + "MOV result.color, sum;\nEND\n";
}

// Texels run a little across the rows of pixels, as they do on surfaces that nobody lined up with the screen.
Geometry surface(const Client& client, const Texturing& request) {
    Geometry geometry = full_screen(0, {255, 255, 255, 255});
    const float rectangle = request.target == GL_TEXTURE_RECTANGLE ? 1.0f : 1.0f / image_size;
    for (Vertex& vertex : geometry.vertices) {
        const float x = vertex.texcoord[0], y = vertex.texcoord[1];
        const float right = x * float(client.width()) * request.texels_per_pixel;
        const float up = y * float(client.height()) * request.texels_per_pixel;
        switch (request.target) {
            case GL_TEXTURE_CUBE_MAP: vertex.texcoord = {2.4f * x - 1.2f, 1.1f - 2.2f * y, 1, 1}; break;
            case GL_TEXTURE_3D: vertex.texcoord = {4 * x, 3 * y, x + y, 1}; break;
            default:
                vertex.texcoord = {(0.98f * right + 0.17f * up) * rectangle, (0.98f * up - 0.17f * right) * rectangle,
                                   0.5f, 1};
        }
        if (request.anisotropy > 1) {  // the upper edge far away
            const float w = y > 0.5f ? 24.0f : 1.0f;
            for (float& coordinate : vertex.position) coordinate *= w;
            vertex.texcoord = {(x - 0.5f) * w * 2, y * w * 2, 0, 1};
        }
    }
    return geometry;
}

}  // namespace

Loop texture(Client& client, const Texturing& request) {
    client.need("GL_ARB_fragment_program");
    if (request.target == GL_TEXTURE_RECTANGLE) client.need("GL_ARB_texture_rectangle");
    if (request.format == GL_COMPRESSED_RGBA_S3TC_DXT1_EXT || request.format == GL_COMPRESSED_RGBA_S3TC_DXT5_EXT)
        client.need("GL_EXT_texture_compression_s3tc");
    if (request.format == GL_RGBA16F || request.format == GL_RGBA32F) client.need("GL_ARB_texture_float");
    if (request.format == GL_DEPTH_COMPONENT24) client.need("GL_ARB_fragment_program_shadow");
    if (request.anisotropy > 1) client.need("GL_EXT_texture_filter_anisotropic");

    make_texture(request.target, request.format);
    gl::TexParameteri(request.target, GL_TEXTURE_MIN_FILTER, request.minify);
    gl::TexParameteri(request.target, GL_TEXTURE_MAG_FILTER, request.magnify);
    if (request.anisotropy > 1) gl::TexParameterf(request.target, GL_TEXTURE_MAX_ANISOTROPY_EXT, request.anisotropy);
    client.program(GL_FRAGMENT_PROGRAM_ARB, program_text(request));
    const Mesh mesh(surface(client, request));
    mesh.bind();
    return {layers * client.megapixels(), [mesh] {
                for (int i = 0; i < layers; ++i) mesh.draw();
            }};
}

}  // namespace bench
