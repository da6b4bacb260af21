// A lit, textured model with a shadow map, through ARB vertex and fragment programs and vertex buffers.
#include <array>
#include <cmath>
#include <cstddef>

#include "common/application.h"
#include "common/image.h"
#include "common/mesh.h"
#include "common/program.h"

namespace {

// program.env[0]: light position in world space; program.matrix[0]: model to world; [1]: world to shadow map.
constexpr const char* vertex_program = R"(!!ARBvp1.0
OPTION ARB_position_invariant;
PARAM world[4] = { state.matrix.program[0] };
PARAM shadow[4] = { state.matrix.program[1] };
PARAM light = program.env[0];
PARAM eye = program.env[1];
TEMP position, normal;
DP4 position.x, world[0], vertex.position;
DP4 position.y, world[1], vertex.position;
DP4 position.z, world[2], vertex.position;
DP4 position.w, world[3], vertex.position;
DP3 normal.x, world[0], vertex.normal;
DP3 normal.y, world[1], vertex.normal;
DP3 normal.z, world[2], vertex.normal;
MOV normal.w, 0;
MOV result.texcoord[0], vertex.texcoord[0];
MOV result.texcoord[1], normal;
SUB result.texcoord[2], light, position;
SUB result.texcoord[3], eye, position;
DP4 result.texcoord[4].x, shadow[0], position;
DP4 result.texcoord[4].y, shadow[1], position;
DP4 result.texcoord[4].z, shadow[2], position;
DP4 result.texcoord[4].w, shadow[3], position;
MOV result.color, vertex.color;
END
)";

constexpr const char* fragment_program = R"(!!ARBfp1.0
OPTION ARB_fragment_program_shadow;
PARAM ambient = { 0.22, 0.24, 0.3, 1 };
PARAM specular_color = { 0.6, 0.58, 0.5, 32 };
TEMP base, shade, normal, light, view, half_vector, weight, color;
TEX base, fragment.texcoord[0], texture[0], 2D;
TXP shade, fragment.texcoord[4], texture[1], SHADOW2D;

DP3 normal.w, fragment.texcoord[1], fragment.texcoord[1];
RSQ normal.w, normal.w;
MUL normal.xyz, fragment.texcoord[1], normal.w;
DP3 light.w, fragment.texcoord[2], fragment.texcoord[2];
RSQ light.w, light.w;
MUL light.xyz, fragment.texcoord[2], light.w;
DP3 view.w, fragment.texcoord[3], fragment.texcoord[3];
RSQ view.w, view.w;
MAD half_vector.xyz, fragment.texcoord[3], view.w, light;
DP3 half_vector.w, half_vector, half_vector;
RSQ half_vector.w, half_vector.w;
MUL half_vector.xyz, half_vector, half_vector.w;

DP3 weight.x, normal, light;
DP3 weight.y, normal, half_vector;
MOV weight.w, specular_color.w;
LIT weight, weight;
MUL weight.yz, weight, shade.x;
ADD color, weight.y, ambient;
MUL color, color, base;
MUL color, color, fragment.color;
MAD color.xyz, specular_color, weight.z, color;
MOV color.w, 1;
MOV result.color, color;
END
)";

constexpr int shadow_size = 512;
using Matrix = std::array<float, 16>;

// Column-major product.
Matrix multiply(const Matrix& a, const Matrix& b) {
    Matrix product{};
    for (int column = 0; column < 4; ++column)
        for (int row = 0; row < 4; ++row)
            for (int k = 0; k < 4; ++k) product[column * 4 + row] += a[k * 4 + row] * b[column * 4 + k];
    return product;
}

Matrix current(GLenum name) {
    Matrix matrix;
    glGetFloatv(name, matrix.data());
    return matrix;
}

struct Model {
    GLuint vertices = 0, indices = 0;
    GLsizei count = 0;

    void load(const sample::Mesh& mesh) {
        count = static_cast<GLsizei>(mesh.indices.size());
        glGenBuffers(1, &vertices);
        glBindBuffer(GL_ARRAY_BUFFER, vertices);
        glBufferData(GL_ARRAY_BUFFER, mesh.vertices.size() * sizeof(sample::Vertex), mesh.vertices.data(),
                     GL_STATIC_DRAW);
        glGenBuffers(1, &indices);
        glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices);
        glBufferData(GL_ELEMENT_ARRAY_BUFFER, mesh.indices.size() * 2, mesh.indices.data(), GL_STATIC_DRAW);
    }

    void draw() const {
        using sample::Vertex;
        const auto offset = [](size_t bytes) { return reinterpret_cast<const void*>(bytes); };
        glBindBuffer(GL_ARRAY_BUFFER, vertices);
        glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices);
        glVertexPointer(3, GL_FLOAT, sizeof(Vertex), offset(offsetof(Vertex, position)));
        glNormalPointer(GL_FLOAT, sizeof(Vertex), offset(offsetof(Vertex, normal)));
        glTexCoordPointer(2, GL_FLOAT, sizeof(Vertex), offset(offsetof(Vertex, texture_coordinate)));
        glDrawElements(GL_TRIANGLES, count, GL_UNSIGNED_SHORT, nullptr);
    }
};

class Shadows final : public sample::Scene {
  public:
    void start() override {
        knot_.load(sample::make_knot(1.5f, 0.42f, 160, 20));
        floor_.load(sample::make_floor(6, 2, 4));
        bricks_ = sample::load_texture("bricks.png");
        crate_ = sample::load_texture("crate.png");
        sample::load_program(GL_VERTEX_PROGRAM_ARB, vertex_program);
        sample::load_program(GL_FRAGMENT_PROGRAM_ARB, fragment_program);

        glGenTextures(1, &shadow_map_);
        glBindTexture(GL_TEXTURE_2D, shadow_map_);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, shadow_size, shadow_size, 0, GL_DEPTH_COMPONENT,
                     GL_UNSIGNED_INT, nullptr);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_R_TO_TEXTURE);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
        glGenFramebuffersEXT(1, &framebuffer_);
        glBindFramebufferEXT(GL_FRAMEBUFFER_EXT, framebuffer_);
        glFramebufferTexture2DEXT(GL_FRAMEBUFFER_EXT, GL_DEPTH_ATTACHMENT_EXT, GL_TEXTURE_2D, shadow_map_, 0);
        glDrawBuffer(GL_NONE);
        glReadBuffer(GL_NONE);
        glBindFramebufferEXT(GL_FRAMEBUFFER_EXT, 0);

        glEnableClientState(GL_VERTEX_ARRAY);
        glEnableClientState(GL_NORMAL_ARRAY);
        glEnableClientState(GL_TEXTURE_COORD_ARRAY);
        glEnable(GL_DEPTH_TEST);
        glEnable(GL_CULL_FACE);
        glClearColor(0.1f, 0.12f, 0.18f, 1);
    }

    void draw(double seconds, int width, int height) override {
        const float light[] = {float(4 * std::cos(seconds * 0.4)), 6, float(4 * std::sin(seconds * 0.4) + 2), 1};

        // What the light sees
        glBindFramebufferEXT(GL_FRAMEBUFFER_EXT, framebuffer_);
        glViewport(0, 0, shadow_size, shadow_size);
        glClear(GL_DEPTH_BUFFER_BIT);
        glMatrixMode(GL_PROJECTION);
        glLoadIdentity();
        glFrustum(-0.6, 0.6, -0.6, 0.6, 1, 20);
        glMatrixMode(GL_MODELVIEW);
        look_from(light);
        const Matrix light_view = multiply(current(GL_PROJECTION_MATRIX), current(GL_MODELVIEW_MATRIX));
        glEnable(GL_POLYGON_OFFSET_FILL);
        glPolygonOffset(2, 4);
        draw_models(seconds, false);
        glDisable(GL_POLYGON_OFFSET_FILL);
        glBindFramebufferEXT(GL_FRAMEBUFFER_EXT, 0);

        // What the viewer sees
        const Matrix to_texture = {0.5f, 0, 0, 0, 0, 0.5f, 0, 0, 0, 0, 0.5f, 0, 0.5f, 0.5f, 0.5f, 1};
        glMatrixMode(GL_MATRIX1_ARB);
        glLoadMatrixf(multiply(to_texture, light_view).data());
        const float eye[] = {0, 3.5f, 7, 1};
        glProgramEnvParameter4fvARB(GL_VERTEX_PROGRAM_ARB, 0, light);
        glProgramEnvParameter4fvARB(GL_VERTEX_PROGRAM_ARB, 1, eye);
        glViewport(0, 0, width, height);
        glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
        const double top = 0.5, right = top * width / height;
        glMatrixMode(GL_PROJECTION);
        glLoadIdentity();
        glFrustum(-right, right, -top, top, 1, 30);
        glMatrixMode(GL_MODELVIEW);
        look_from(eye);
        glActiveTexture(GL_TEXTURE1);
        glBindTexture(GL_TEXTURE_2D, shadow_map_);
        glActiveTexture(GL_TEXTURE0);
        glEnable(GL_VERTEX_PROGRAM_ARB);
        glEnable(GL_FRAGMENT_PROGRAM_ARB);
        draw_models(seconds, true);
        glDisable(GL_VERTEX_PROGRAM_ARB);
        glDisable(GL_FRAGMENT_PROGRAM_ARB);
    }

  private:
    // Loads the model-view matrix that looks from a point at a spot a little above the origin.
    static void look_from(const float* from) {
        const float forward[] = {-from[0], 0.9f - from[1], -from[2]};
        const float flat = std::hypot(forward[0], forward[2]);
        glLoadIdentity();
        glRotatef(float(std::atan2(-forward[1], flat) * 57.29578), 1, 0, 0);
        glRotatef(float(std::atan2(forward[0], -forward[2]) * 57.29578), 0, 1, 0);
        glTranslatef(-from[0], -from[1], -from[2]);
    }

    void draw_models(double seconds, bool textured) const {
        if (textured) glBindTexture(GL_TEXTURE_2D, bricks_);
        load_world_matrix(0, 0);
        glColor3f(1, 1, 1);
        floor_.draw();

        if (textured) glBindTexture(GL_TEXTURE_2D, crate_);
        const float angle = float(seconds * 40);
        load_world_matrix(1.6f, angle);
        glColor3f(0.95f, 0.75f, 0.5f);
        glPushMatrix();
        glTranslatef(0, 1.6f, 0);
        glRotatef(angle, 0, 1, 0);
        knot_.draw();
        glPopMatrix();
    }

    static void load_world_matrix(float lift, float angle) {
        glMatrixMode(GL_MATRIX0_ARB);
        glLoadIdentity();
        glTranslatef(0, lift, 0);
        glRotatef(angle, 0, 1, 0);
        glMatrixMode(GL_MODELVIEW);
    }

    Model knot_, floor_;
    GLuint bricks_ = 0, crate_ = 0, shadow_map_ = 0, framebuffer_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
    Shadows scene;
    return sample::run(argc, argv, "shadows",
                       {"GL_ARB_vertex_program", "GL_ARB_fragment_program", "GL_ARB_fragment_program_shadow",
                        "GL_EXT_framebuffer_object", "GL_ARB_depth_texture", "GL_ARB_shadow"},
                       scene);
}
