// Hills: patches that a control program divides by their distance from the eye, and an evaluation program lifts by a
// height texture. Neighbouring patches divide a shared edge alike, so that no cracks show.
#include <cmath>
#include <vector>

#include "common/application.h"
#include "common/memory.h"
#include "common/program.h"

namespace {

constexpr const char* vertex_program = R"(!!NVvp4.0
MOV result.position, vertex.position;
END
)";

// program.local[0]: the eye; [1].x: divisions of an edge one unit away, [1].y: most divisions.
constexpr const char* control_program = R"(!!NVtcp5.0
VERTICES_OUT 4;
ATTRIB corners = vertex.position;
PARAM eye = program.local[0];
PARAM divisions = program.local[1];
INT TEMP self;
TEMP left, near, right, far, level;
MOV.S self.x, primitive.invocation;
MOV result.position, corners[self.x];
ADD left, vertex[0].position, vertex[3].position;
ADD near, vertex[0].position, vertex[1].position;
ADD right, vertex[1].position, vertex[2].position;
ADD far, vertex[2].position, vertex[3].position;
MAD left, left, 0.5, -eye;
MAD near, near, 0.5, -eye;
MAD right, right, 0.5, -eye;
MAD far, far, 0.5, -eye;
DP3 left.w, left, left;
DP3 near.w, near, near;
DP3 right.w, right, right;
DP3 far.w, far, far;
RSQ level.x, left.w;
RSQ level.y, near.w;
RSQ level.z, right.w;
RSQ level.w, far.w;
MUL level, level, divisions.x;
MIN level, level, divisions.y;
MAX level, level, 1;
MOV result.patch.tessouter[0].x, level.x;
MOV result.patch.tessouter[1].x, level.y;
MOV result.patch.tessouter[2].x, level.z;
MOV result.patch.tessouter[3].x, level.w;
ADD left.x, level.y, level.w;
ADD left.y, level.x, level.z;
MUL left, left, 0.5;
MOV result.patch.tessinner[0].x, left.x;
MOV result.patch.tessinner[1].x, left.y;
END
)";

// texture[0]: heights over the square from -8 to 8.
constexpr const char* evaluation_program = R"(!!NVtep5.0
TESS_MODE QUADS;
TESS_SPACING FRACTIONAL_ODD;
TESS_VERTEX_ORDER CW;
PARAM mvp[4] = { state.matrix.mvp };
TEMP a, b, place, at, height;
LRP a, vertex.tesscoord.x, vertex[1].position, vertex[0].position;
LRP b, vertex.tesscoord.x, vertex[2].position, vertex[3].position;
LRP place, vertex.tesscoord.y, b, a;
MAD at.xy, place.xzzz, 0.0625, 0.5;
MOV at.zw, 0;
TXL height, at, texture[0], 2D;
MOV place.y, height.x;
MOV result.texcoord[0], at;
MOV result.texcoord[1], place;
DP4 result.position.x, mvp[0], place;
DP4 result.position.y, mvp[1], place;
DP4 result.position.z, mvp[2], place;
DP4 result.position.w, mvp[3], place;
END
)";

constexpr const char* fragment_program = R"(!!NVfp5.0
PARAM eye = program.local[0];
PARAM sun = { 0.6, 0.62, 0.5, 0 };
PARAM grass = { 0.22, 0.33, 0.10, 1 };
PARAM rock = { 0.42, 0.37, 0.32, 1 };
PARAM snow = { 0.92, 0.94, 0.98, 1 };
PARAM sand = { 0.62, 0.55, 0.36, 1 };
PARAM haze = { 0.62, 0.72, 0.85, 1 };
TEMP west, east, south, north, normal, color, light, way;
TEX west, fragment.texcoord[0], texture[0], 2D, (-1, 0);
TEX east, fragment.texcoord[0], texture[0], 2D, (1, 0);
TEX south, fragment.texcoord[0], texture[0], 2D, (0, -1);
TEX north, fragment.texcoord[0], texture[0], 2D, (0, 1);
SUB normal.x, west.x, east.x;
MOV normal.y, 0.125;
SUB normal.z, south.x, north.x;
NRM normal.xyz, normal;
# Flat ground is grass, steep is rock; sand below, snow above.
SUB light.x, normal.y, 0.5;
MUL_SAT light.x, light.x, 6;
LRP color, light.x, grass, rock;
SUB light.y, 0.12, fragment.texcoord[1].y;
MUL_SAT light.y, light.y, 8;
LRP color, light.y, sand, color;
SUB light.z, fragment.texcoord[1].y, 1.25;
MUL light.z, light.z, 3;
MUL_SAT light.z, light.z, light.x;
LRP color, light.z, snow, color;
DP3_SAT light.x, normal, sun;
MAD light.x, light.x, 1.1, 0.28;
MUL color.xyz, color, light.x;
SUB way, fragment.texcoord[1], eye;
DP3 way.w, way, way;
MUL way.w, way.w, -0.008;
EX2 way.w, way.w;
LRP result.color, way.w, color, haze;
MOV result.color.w, 1;
END
)";

constexpr int map_size = 128, cells = 16;
constexpr float half = 8;

// Sums of smooth bumps that repeat at the edges of the map.
std::vector<float> make_heights() {
    std::vector<float> heights(size_t{map_size} * map_size);
    const float turn = 2 * 3.14159265f / map_size;
    for (int y = 0; y < map_size; ++y) {
        for (int x = 0; x < map_size; ++x) {
            const float u = turn * float(x), v = turn * float(y);
            float height = 0.9f * std::sin(2 * u + 1) * std::cos(v * 3) + 0.5f * std::sin(3 * u - 4 * v) +
                           0.22f * std::cos(9 * u + 2 * std::sin(5 * v)) + 0.1f * std::sin(17 * v + 11 * u);
            height = height > 0 ? height : 0.12f * height;
            heights[size_t(y) * map_size + x] = height;
        }
    }
    return heights;
}

class Terrain final : public sample::Scene {
  public:
    void start() override {
        sample::load_program(GL_VERTEX_PROGRAM_ARB, vertex_program, "GL_NV_gpu_program4");
        sample::load_program(GL_TESS_CONTROL_PROGRAM_NV, control_program, "GL_NV_tessellation_program5");
        sample::load_program(GL_TESS_EVALUATION_PROGRAM_NV, evaluation_program, "GL_NV_tessellation_program5");
        sample::load_program(GL_FRAGMENT_PROGRAM_ARB, fragment_program, "GL_NV_gpu_program5");
        for (GLenum target : {GL_VERTEX_PROGRAM_ARB, GL_TESS_CONTROL_PROGRAM_NV, GL_TESS_EVALUATION_PROGRAM_NV,
                              GL_FRAGMENT_PROGRAM_ARB})
            glEnable(target);
        using PatchParameter = void (*)(GLenum, GLint);
        sample::command<PatchParameter>("glPatchParameteri")(GL_PATCH_VERTICES, 4);

        glGenTextures(1, &heights_);
        glBindTexture(GL_TEXTURE_2D, heights_);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_LUMINANCE32F_ARB, map_size, map_size, 0, GL_LUMINANCE, GL_FLOAT,
                     make_heights().data());
        glEnable(GL_DEPTH_TEST);
        glEnable(GL_CULL_FACE);
        glClearColor(0.62f, 0.72f, 0.85f, 1);
    }

    void draw(double seconds, int width, int height) override {
        glViewport(0, 0, width, height);
        glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
        const float top = 0.35f, right = top * float(width) / float(height);
        const float turn = float(seconds * 0.15 + 0.6), radius = 7.5f;
        const float eye[3] = {radius * std::sin(turn), 2.6f, radius * std::cos(turn)};
        glMatrixMode(GL_PROJECTION);
        glLoadIdentity();
        glFrustum(-right, right, -top, top, 0.5, 40);
        glMatrixMode(GL_MODELVIEW);
        glLoadIdentity();
        glRotatef(16, 1, 0, 0);
        glRotatef(-turn * 57.29578f, 0, 1, 0);
        glTranslatef(-eye[0], -eye[1], -eye[2]);
        for (GLenum target : {GL_TESS_CONTROL_PROGRAM_NV, GL_FRAGMENT_PROGRAM_ARB})
            glProgramLocalParameter4fARB(target, 0, eye[0], eye[1], eye[2], 0);
        glProgramLocalParameter4fARB(GL_TESS_CONTROL_PROGRAM_NV, 1, 36, 24, 0, 0);

        glBegin(GL_PATCHES);
        const float step = 2 * half / cells;
        for (int row = 0; row < cells; ++row) {
            for (int column = 0; column < cells; ++column) {
                const float x = float(column) * step - half, z = float(row) * step - half;
                glVertex3f(x, 0, z), glVertex3f(x + step, 0, z);
                glVertex3f(x + step, 0, z + step), glVertex3f(x, 0, z + step);
            }
        }
        glEnd();
    }

  private:
    GLuint heights_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
    Terrain scene;
    return sample::run(argc, argv, "terrain", {"GL_ARB_vertex_program", "GL_ARB_texture_float"}, scene);
}
