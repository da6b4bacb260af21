// A ball that mirrors the boxes around it: all faces of its cube map are drawn by one pass, in which each invocation of
// a geometry program takes a face.
#include <array>

#include "common/application.h"
#include "common/memory.h"
#include "common/mesh.h"
#include "common/program.h"

namespace {

constexpr const char* vertex_program = R"(!!NVvp4.0
PARAM modelview[4] = { state.matrix.modelview };
DP4 result.position.x, modelview[0], vertex.position;
DP4 result.position.y, modelview[1], vertex.position;
DP4 result.position.z, modelview[2], vertex.position;
MOV result.position.w, 1;
MOV result.color, vertex.color;
END
)";

// Rows of a face's matrix: right, down, back; then the projection of a right angle from 0.1 to 20.
constexpr const char* faces_program = R"(!!NVgp5.0
PRIMITIVE_IN TRIANGLES;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 3;
INVOCATIONS 6;
PARAM axes[18] = { { 0, 0, -1, 0 }, { 0, -1, 0, 0 }, { -1, 0, 0, 0 },
                   { 0, 0, 1, 0 }, { 0, -1, 0, 0 }, { 1, 0, 0, 0 },
                   { 1, 0, 0, 0 }, { 0, 0, 1, 0 }, { 0, -1, 0, 0 },
                   { 1, 0, 0, 0 }, { 0, 0, -1, 0 }, { 0, 1, 0, 0 },
                   { 1, 0, 0, 0 }, { 0, -1, 0, 0 }, { 0, 0, -1, 0 },
                   { -1, 0, 0, 0 }, { 0, -1, 0, 0 }, { 0, 0, 1, 0 } };
ATTRIB places = vertex.position;
ATTRIB colors = vertex.color;
INT TEMP i;
TEMP view;
MUL.S i.x, primitive.invocation, 3;
MOV.S i.y, 0;
REP {3};
  DP3 view.x, axes[i.x], places[i.y];
  DP3 view.y, axes[i.x + 1], places[i.y];
  DP3 view.z, axes[i.x + 2], places[i.y];
  MOV result.position.xy, view;
  MAD result.position.z, view.z, -1.010050, -0.2010050;
  MOV result.position.w, -view.z;
  MOV result.color, colors[i.y];
  MOV.S result.layer.x, primitive.invocation;
  EMIT;
  ADD.S i.y, i.y, 1;
ENDREP;
END
)";

constexpr const char* ball_vertex_program = R"(!!ARBvp1.0
OPTION ARB_position_invariant;
PARAM modelview[4] = { state.matrix.modelview };
PARAM inverse[4] = { state.matrix.modelview.invtrans };
DP4 result.texcoord[0].x, modelview[0], vertex.position;
DP4 result.texcoord[0].y, modelview[1], vertex.position;
DP4 result.texcoord[0].z, modelview[2], vertex.position;
DP3 result.texcoord[1].x, inverse[0], vertex.normal;
DP3 result.texcoord[1].y, inverse[1], vertex.normal;
DP3 result.texcoord[1].z, inverse[2], vertex.normal;
END
)";

constexpr const char* ball_fragment_program = R"(!!NVfp4.0
TEMP view, normal, mirrored, color;
NRM view.xyz, fragment.texcoord[0];
NRM normal.xyz, fragment.texcoord[1];
RFL mirrored.xyz, normal, -view;
TEX color, mirrored, texture[0], CUBE;
MUL result.color, color, { 0.9, 0.95, 1, 1 };
END
)";

constexpr int face_size = 256;

class MirrorBall final : public sample::Scene {
  public:
    void start() override {
        around_ = sample::load_program(GL_VERTEX_PROGRAM_ARB, vertex_program, "GL_NV_gpu_program4");
        sample::load_program(GL_GEOMETRY_PROGRAM_NV, faces_program, "GL_NV_gpu_program5");
        ball_vertices_ = sample::load_program(GL_VERTEX_PROGRAM_ARB, ball_vertex_program);
        sample::load_program(GL_FRAGMENT_PROGRAM_ARB, ball_fragment_program, "GL_NV_gpu_program4");
        ball_ = sample::make_sphere(1, 48, 24);
        box_ = sample::make_cube(0.35f);

        glGenTextures(1, &map_);
        glBindTexture(GL_TEXTURE_CUBE_MAP, map_);
        for (GLenum face = 0; face < 6; ++face)
            glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, GL_RGBA8, face_size, face_size, 0, GL_RGBA,
                         GL_UNSIGNED_BYTE, nullptr);
        glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
        glGenTextures(1, &depth_);
        glBindTexture(GL_TEXTURE_CUBE_MAP, depth_);
        for (GLenum face = 0; face < 6; ++face)
            glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, GL_DEPTH_COMPONENT24, face_size, face_size, 0,
                         GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, nullptr);
        glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glGenFramebuffersEXT(1, &framebuffer_);
        glBindFramebufferEXT(GL_FRAMEBUFFER_EXT, framebuffer_);
        const auto attach = sample::command<void (*)(GLenum, GLenum, GLuint, GLint)>("glFramebufferTextureARB");
        attach(GL_FRAMEBUFFER_EXT, GL_COLOR_ATTACHMENT0_EXT, map_, 0);
        attach(GL_FRAMEBUFFER_EXT, GL_DEPTH_ATTACHMENT_EXT, depth_, 0);
        glBindFramebufferEXT(GL_FRAMEBUFFER_EXT, 0);
        glBindTexture(GL_TEXTURE_CUBE_MAP, map_);
        glEnableClientState(GL_VERTEX_ARRAY);
        glEnable(GL_DEPTH_TEST);
        glEnable(GL_VERTEX_PROGRAM_ARB);
    }

    void draw(double seconds, int width, int height) override {
        glMatrixMode(GL_MODELVIEW);
        glLoadIdentity();
        glClearColor(0.35f, 0.45f, 0.6f, 1);

        // From the ball's centre, in all directions
        glBindFramebufferEXT(GL_FRAMEBUFFER_EXT, framebuffer_);
        glViewport(0, 0, face_size, face_size);
        glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
        glEnable(GL_GEOMETRY_PROGRAM_NV);
        glBindProgramARB(GL_VERTEX_PROGRAM_ARB, around_);
        boxes(seconds);
        glDisable(GL_GEOMETRY_PROGRAM_NV);
        glBindFramebufferEXT(GL_FRAMEBUFFER_EXT, 0);

        // What the viewer sees
        glViewport(0, 0, width, height);
        glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
        const float top = 0.5f, right = top * float(width) / float(height);
        glMatrixMode(GL_PROJECTION);
        glLoadIdentity();
        glFrustum(-right, right, -top, top, 1, 30);
        glTranslatef(0, 0, -6);  // so that the model-view space is the ball's, as the cube map's is
        glMatrixMode(GL_MODELVIEW);
        glDisable(GL_VERTEX_PROGRAM_ARB);
        boxes(seconds);
        glEnable(GL_VERTEX_PROGRAM_ARB);
        glBindProgramARB(GL_VERTEX_PROGRAM_ARB, ball_vertices_);
        glEnable(GL_FRAGMENT_PROGRAM_ARB);
        glEnableClientState(GL_NORMAL_ARRAY);
        glNormalPointer(GL_FLOAT, sizeof(sample::Vertex), ball_.vertices[0].normal.data());
        draw_mesh(ball_);
        glDisableClientState(GL_NORMAL_ARRAY);
        glDisable(GL_FRAGMENT_PROGRAM_ARB);
    }

  private:
    static void draw_mesh(const sample::Mesh& mesh) {
        glVertexPointer(3, GL_FLOAT, sizeof(sample::Vertex), mesh.vertices[0].position.data());
        glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(mesh.indices.size()), GL_UNSIGNED_SHORT, mesh.indices.data());
    }

    void boxes(double seconds) const {
        for (int i = 0; i < 12; ++i) {
            glPushMatrix();
            glRotatef(float(seconds * 20 + i * 30), 0, 1, 0);
            glTranslatef(2.2f, float(i % 3 - 1) * 0.9f, 0);
            glRotatef(float(i * 25), 1, 1, 0);
            glColor3f(i % 2 ? 1 : 0.2f, i % 3 * 0.5f, i % 4 * 0.33f);
            draw_mesh(box_);
            glPopMatrix();
        }
    }

    GLuint around_ = 0, ball_vertices_ = 0, map_ = 0, depth_ = 0, framebuffer_ = 0;
    sample::Mesh ball_, box_;
};

}  // namespace

int main(int argc, char** argv) {
    MirrorBall scene;
    return sample::run(argc, argv, "mirror ball",
                       {"GL_ARB_vertex_program", "GL_ARB_texture_cube_map", "GL_EXT_framebuffer_object"}, scene);
}
