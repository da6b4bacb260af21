// Shadows with soft edges: sixteen comparisons per pixel by four TXGO. Each compares four texels of its
// choice.
#include <cmath>

#include "common/application.h"
#include "common/mesh.h"
#include "common/program.h"

namespace {

// program.matrix[0]: model to shadow map.
constexpr const char* vertex_program = R"(!!ARBvp1.0
OPTION ARB_position_invariant;
PARAM shadow[4] = { state.matrix.program[0] };
DP4 result.texcoord[0].x, shadow[0], vertex.position;
DP4 result.texcoord[0].y, shadow[1], vertex.position;
DP4 result.texcoord[0].z, shadow[2], vertex.position;
MOV result.texcoord[1], vertex.normal;
MOV result.color, vertex.color;
END
)";

constexpr const char* fragment_program = R"(!!NVfp5.0
PARAM light = { 0.371, 0.743, 0.557, 0 };
TEMP four, sum, at, shade;
ADD at, fragment.texcoord[0], { 0, 0, -0.02, 0 };
TXGO sum, at, { -2, -1, -2, -1 }, { -2, -2, -1, -1 }, texture[0], SHADOW2D;
TXGO four, at, { 0, 1, 0, 1 }, { -2, -2, -1, -1 }, texture[0], SHADOW2D;
ADD sum, sum, four;
TXGO four, at, { -2, -1, -2, -1 }, { 0, 0, 1, 1 }, texture[0], SHADOW2D;
ADD sum, sum, four;
TXGO four, at, { 0, 1, 0, 1 }, { 0, 0, 1, 1 }, texture[0], SHADOW2D;
ADD sum, sum, four;
DP4 sum.x, sum, 0.0625;
NRM shade.xyz, fragment.texcoord[1];
DP3_SAT shade.x, shade, light;
MUL shade.x, shade.x, sum.x;
MAD shade.x, shade.x, 0.8, 0.2;
MUL result.color, fragment.color, shade.x;
END
)";

constexpr int map_size = 128;

class SoftShadows final : public sample::Scene {
  public:
    void start() override {
        sample::load_program(GL_VERTEX_PROGRAM_ARB, vertex_program);
        sample::load_program(GL_FRAGMENT_PROGRAM_ARB, fragment_program, "GL_NV_gpu_program5");
        ball_ = sample::make_sphere(0.7f, 32, 16);
        torus_ = sample::make_torus(1.2f, 0.25f, 48, 16);
        floor_ = sample::make_floor(4, 2, 1);
        glGenTextures(1, &map_);
        glBindTexture(GL_TEXTURE_2D, map_);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, map_size, map_size, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT,
                     nullptr);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_R_TO_TEXTURE);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
        glGenFramebuffersEXT(1, &framebuffer_);
        glBindFramebufferEXT(GL_FRAMEBUFFER_EXT, framebuffer_);
        glFramebufferTexture2DEXT(GL_FRAMEBUFFER_EXT, GL_DEPTH_ATTACHMENT_EXT, GL_TEXTURE_2D, map_, 0);
        glDrawBuffer(GL_NONE);
        glReadBuffer(GL_NONE);
        glBindFramebufferEXT(GL_FRAMEBUFFER_EXT, 0);
        glEnableClientState(GL_VERTEX_ARRAY);
        glEnableClientState(GL_NORMAL_ARRAY);
        glEnable(GL_DEPTH_TEST);
        glClearColor(0.5f, 0.6f, 0.75f, 1);
    }

    void draw(double, int width, int height) override {
        glBindFramebufferEXT(GL_FRAMEBUFFER_EXT, framebuffer_);
        glViewport(0, 0, map_size, map_size);
        glClear(GL_DEPTH_BUFFER_BIT);
        glMatrixMode(GL_PROJECTION);
        glLoadIdentity();
        light_view();
        glMatrixMode(GL_MODELVIEW);
        glLoadIdentity();
        models();
        glBindFramebufferEXT(GL_FRAMEBUFFER_EXT, 0);

        glMatrixMode(GL_MATRIX0_ARB);
        glLoadIdentity();
        glTranslatef(0.5f, 0.5f, 0.5f);
        glScalef(0.5f, 0.5f, 0.5f);
        light_view();
        glViewport(0, 0, width, height);
        glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
        glMatrixMode(GL_PROJECTION);
        glLoadIdentity();
        const float top = 0.4f, right = top * float(width) / float(height);
        glFrustum(-right, right, -top, top, 1, 30);
        glMatrixMode(GL_MODELVIEW);
        glLoadIdentity();
        glTranslatef(0, -0.3f, -7);
        glRotatef(35, 1, 0, 0);
        glEnable(GL_VERTEX_PROGRAM_ARB);
        glEnable(GL_FRAGMENT_PROGRAM_ARB);
        models();
        glDisable(GL_VERTEX_PROGRAM_ARB);
        glDisable(GL_FRAGMENT_PROGRAM_ARB);
    }

  private:
    // Parallel light from (2, 4, 3), multiplied into the current matrix.
    static void light_view() {
        glOrtho(-4, 4, -4, 4, 1, 12);
        glTranslatef(0, 0, -6);
        glRotatef(float(std::atan2(4, std::hypot(2, 3)) * 57.29578), 1, 0, 0);
        glRotatef(float(-std::atan2(2, 3) * 57.29578), 0, 1, 0);
    }

    // In world space as they are, so that one shadow matrix does for all.
    void models() const {
        glColor3f(0.85f, 0.8f, 0.7f);
        draw_mesh(floor_, 0, 0, 0);
        glColor3f(0.9f, 0.35f, 0.25f);
        draw_mesh(ball_, -1.2f, 0.9f, 0.2f);
        glColor3f(0.3f, 0.5f, 0.85f);
        draw_mesh(torus_, 1.1f, 0.8f, 0);
    }

    static void draw_mesh(const sample::Mesh& mesh, float x, float y, float z) {
        sample::Mesh placed = mesh;
        for (sample::Vertex& vertex : placed.vertices) {
            vertex.position[0] += x;
            vertex.position[1] += y;
            vertex.position[2] += z;
        }
        glVertexPointer(3, GL_FLOAT, sizeof(sample::Vertex), placed.vertices[0].position.data());
        glNormalPointer(GL_FLOAT, sizeof(sample::Vertex), placed.vertices[0].normal.data());
        glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(placed.indices.size()), GL_UNSIGNED_SHORT,
                       placed.indices.data());
    }

    sample::Mesh ball_, torus_, floor_;
    GLuint map_ = 0, framebuffer_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
    SoftShadows scene;
    return sample::run(argc, argv, "soft shadows",
                       {"GL_ARB_vertex_program", "GL_ARB_fragment_program", "GL_EXT_framebuffer_object",
                        "GL_ARB_depth_texture", "GL_ARB_shadow"},
                       scene);
}
