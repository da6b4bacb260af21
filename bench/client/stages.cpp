// Programs of NVIDIA's assembly languages in the stages of drawing.
#include <string>

#include "cases.h"
#include "geometry.h"
#include "texture_images.h"

namespace bench {
namespace {

Loop nv_screen(Client& client, const std::string& text, int layers = 1) {
    client.program(GL_FRAGMENT_PROGRAM_ARB, text);
    Geometry geometry = full_screen(0, {255, 40, 90, 255});
    geometry.vertices[1].color = {30, 200, 120, 80};
    geometry.vertices[2].color = {100, 90, 255, 160};
    const Mesh mesh(geometry);
    mesh.bind();
    return {layers * client.megapixels(), [mesh, layers] {
                for (int i = 0; i < layers; ++i) mesh.draw();
            }};
}

}  // namespace

Loop hash_loop(Client& client) {
    return nv_screen(client, R"(!!NVfp5.0
UINT TEMP hash, other;
TEMP color;
TRUNC.U hash, fragment.position;
MAD.U hash.x, hash.y, 4099, hash.x;
REP {64};
  SHR.U other.x, hash.x, 16;
  XOR.U hash.x, hash.x, other.x;
  MUL.U hash.x, hash.x, 2146121005;
  SHR.U other.x, hash.x, 15;
  XOR.U hash.x, hash.x, other.x;
  MUL.U hash.x, hash.x, 2221713035;
  ADD.U hash.x, hash.x, 1;
ENDREP;
SHR.U hash.y, hash.x, 8;
SHR.U hash.z, hash.x, 16;
AND.U hash, hash, 255;
I2F.U color, hash;
MUL color, color, 0.00392156863;
MOV result.color, color;
MOV result.color.w, 1;
END
)");
}

Loop mandelbrot(Client& client) {
    return nv_screen(client, R"(!!NVfp5.0
TEMP c, z, square, count;
MAD c.xy, fragment.texcoord[0], {3, 2.4, 0, 0}, {-2.1, -1.2, 0, 0};
MOV z, 0;
MOV count, 0;
REP {256};
  MUL square.xy, z, z;
  ADD.CC square.z, square.x, square.y;
  SGT.CC square.w, square.z, 4;
  BRK (NE.w);
  MUL z.w, z.x, z.y;
  SUB z.x, square.x, square.y;
  ADD z.x, z.x, c.x;
  MAD z.y, z.w, 2, c.y;
  ADD count.x, count.x, 1;
ENDREP;
MUL count, count.x, {0.03125, 0.0078125, 0.00390625, 0};
FRC result.color, count;
MOV result.color.w, 1;
END
)");
}

Loop percentage_closer(Client& client) {
    make_texture(GL_TEXTURE_2D, GL_DEPTH_COMPONENT24);
    gl::TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    return nv_screen(client, R"(!!NVfp5.0
TEMP at, sum, part;
INT TEMP right, up;
MOV at, fragment.texcoord[0];
MOV at.z, 0.5;
MOV.S right, {-2, -1, 0, 1};
MOV.S up, {-2, -2, -2, -2};
TXGO sum, at, right, up, texture[0], SHADOW2D;
MOV.S up, {-1, -1, -1, -1};
TXGO part, at, right, up, texture[0], SHADOW2D;
ADD sum, sum, part;
MOV.S up, {0, 0, 0, 0};
TXGO part, at, right, up, texture[0], SHADOW2D;
ADD sum, sum, part;
MOV.S up, {1, 1, 1, 1};
TXGO part, at, right, up, texture[0], SHADOW2D;
ADD sum, sum, part;
DP4 sum.x, sum, {0.0625, 0.0625, 0.0625, 0.0625};
MUL result.color, fragment.color, sum.x;
END
)");
}

Loop interpolation(Client& client, bool at_samples) {
    const std::string name = at_samples ? "IPAS" : "IPAO";
    std::string text = "!!NVfp5.0\nTEMP part, sum;\nMOV sum, 0;\n";
    for (int i = 0; i < 4; ++i) {
        const std::string where =
            at_samples ? "{" + std::to_string(i) + "}.x"
                       : "{" + std::to_string(0.25 * (i % 2)) + ", " + std::to_string(0.25 * (i / 2)) + "}";
        text += name + " part, fragment.texcoord[0], " + where + ";\nFRC part, part;\nMAD sum, part, 0.25, sum;\n";
    }
    text += "MOV result.color, sum;\nMOV result.color.w, 1;\nEND\n";
    if (!at_samples) return nv_screen(client, text);
    const Target target(client.width(), client.height(), 4);
    const Loop loop = nv_screen(client, text);
    return {loop.work, [&client, target, loop] {
                loop.frame();
                target.resolve_to(client.target());
            }};
}

// Each triangle of the mesh becomes its three corners' triangles and the middle one.
Loop geometry_program(Client& client) {
    client.program(GL_GEOMETRY_PROGRAM_NV, R"(!!NVgp4.0
PRIMITIVE_IN TRIANGLES;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 12;
TEMP ab, bc, ca;
ADD ab, vertex[0].position, vertex[1].position;
ADD bc, vertex[1].position, vertex[2].position;
ADD ca, vertex[2].position, vertex[0].position;
MUL ab, ab, 0.5;
MUL bc, bc, 0.5;
MUL ca, ca, 0.5;
MOV result.position, vertex[0].position;
MOV result.color, vertex[0].color;
EMIT;
MOV result.position, ab;
MOV result.color, vertex[0].color;
EMIT;
MOV result.position, ca;
MOV result.color, vertex[0].color;
EMIT;
ENDPRIM;
MOV result.position, ab;
MOV result.color, vertex[1].color;
EMIT;
MOV result.position, vertex[1].position;
MOV result.color, vertex[1].color;
EMIT;
MOV result.position, bc;
MOV result.color, vertex[1].color;
EMIT;
ENDPRIM;
MOV result.position, ca;
MOV result.color, vertex[2].color;
EMIT;
MOV result.position, bc;
MOV result.color, vertex[2].color;
EMIT;
MOV result.position, vertex[2].position;
MOV result.color, vertex[2].color;
EMIT;
ENDPRIM;
MOV result.position, ab;
MOV result.color, {1, 1, 1, 1};
EMIT;
MOV result.position, bc;
MOV result.color, {1, 1, 1, 1};
EMIT;
MOV result.position, ca;
MOV result.color, {1, 1, 1, 1};
EMIT;
ENDPRIM;
END
)");
    client.program(GL_VERTEX_PROGRAM_ARB,
                   "!!NVvp4.0\nMOV result.position, vertex.position;\nMOV result.color, vertex.color;\nEND\n");
    const Geometry geometry = grid(100);
    const Mesh mesh(geometry);
    mesh.bind();
    return {4e-6 * double(geometry.indices.size() / 3), [mesh] { mesh.draw(); }};
}

Loop tessellation(Client& client) {
    client.program(GL_VERTEX_PROGRAM_ARB, "!!NVvp4.0\nMOV result.position, vertex.position;\nEND\n");
    client.program(GL_TESS_CONTROL_PROGRAM_NV, R"(!!NVtcp5.0
VERTICES_OUT 4;
ATTRIB corners = vertex.position;
INT TEMP self;
MOV.S self.x, primitive.invocation;
MOV result.position, corners[self.x];
MOV result.patch.tessouter[0].x, 64;
MOV result.patch.tessouter[1].x, 64;
MOV result.patch.tessouter[2].x, 64;
MOV result.patch.tessouter[3].x, 64;
MOV result.patch.tessinner[0].x, 64;
MOV result.patch.tessinner[1].x, 64;
END
)");
    client.program(GL_TESS_EVALUATION_PROGRAM_NV, R"(!!NVtep5.0
TESS_MODE QUADS;
TESS_SPACING EQUAL;
TESS_VERTEX_ORDER CCW;
TEMP a, b, place;
LRP a, vertex.tesscoord.x, vertex[1].position, vertex[0].position;
LRP b, vertex.tesscoord.x, vertex[2].position, vertex[3].position;
LRP place, vertex.tesscoord.y, b, a;
MUL a.x, place.x, 7;
MUL a.y, place.y, 5;
SIN b.x, a.x;
COS b.y, a.y;
MAD place.xy, b, 0.03, place;
MOV result.position, place;
MAD result.color, b, 0.5, 0.5;
END
)");
    return patches_by_64();
}

}  // namespace bench
