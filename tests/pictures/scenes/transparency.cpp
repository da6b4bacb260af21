// Images: rings of glass that pass through each other, drawn in no particular order: every fragment goes to a list of
// its pixel's, whose head is in an image and whose nodes are in a buffer; a second pass takes each list's fragments
// from back to front. It also counts how bright pixels are, in another image; the histogram is drawn on top.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "common/application.h"
#include "common/memory.h"
#include "common/mesh.h"
#include "common/program.h"

namespace {

constexpr GLsizei bins = 64;
constexpr GLuint node_bytes = 32;  // colour, depth, number of the next node

// Node 0 is none: its first word counts the others. local[0]: address of the nodes; local[1].x: most nodes.
constexpr const char* gather_program = R"(!!NVfp5.0
LONG TEMP nodes, at;
TEMP pixel, n, before;
PK64.U nodes.x, program.local[0];
CVT.S32.F32.TRUNC pixel, fragment.position;
MOV.S pixel.zw, 0;
ATOM.ADD.U32 n.x, {1}.x, nodes.x;
ADD.U n.x, n.x, 1;
SLT.U.CC n.y, n.x, program.local[1].x;
IF NE.y;
  ATOMIM.EXCH.U32 before.x, n.x, pixel, image[0], 2D;
  CVT.U64.U32 at.x, n.x;
  MAD.U64 at.x, at.x, 32, nodes.x;
  STORE.F32X4 fragment.color, at.x;
  MOV.F n.z, fragment.position.z;
  MOV.U n.w, before.x;
  ADD.U64 at.x, at.x, 16;
  STORE.U32X2 n.zwzw, at.x;
ENDIF;
MOV.F result.color, 0;
END
)";

// Looks for the farthest fragment that is nearer than the one before, until there is none.
constexpr const char* blend_program = R"(!!NVfp5.0
LONG TEMP nodes, at;
TEMP pixel, head, node, n, color, last, best, t;
PK64.U nodes.x, program.local[0];
CVT.S32.F32.TRUNC pixel, fragment.position;
MOV.S pixel.zw, 0;
LOADIM.U32 head, pixel, image[0], 2D;
MUL.F color, fragment.texcoord[0].y, {0.10, 0.12, 0.2, 0};
ADD.F color, color, {0.05, 0.04, 0.06, 1};
MOV.F last.x, 2;
REP.S 32;
  MOV.F best.x, -1;
  MOV.U best.y, 0;
  MOV.U n.x, head.x;
  REP.S 64;
    SEQ.U.CC t.x, n.x, 0;
    BRK (NE.x);
    CVT.U64.U32 at.x, n.x;
    MAD.U64 at.x, at.x, 32, nodes.x;
    ADD.U64 at.x, at.x, 16;
    LOAD.U32X2 node, at.x;
    SLT.F t.x, node.x, last.x;
    SGT.F t.y, node.x, best.x;
    MUL.F.CC t.x, t.x, t.y;
    MOV.U best.x (NE.x), node.x;
    MOV.U best.y (NE.x), n.x;
    MOV.U n.x, node.y;
  ENDREP;
  SEQ.U.CC t.x, best.y, 0;
  BRK (NE.x);
  CVT.U64.U32 at.x, best.y;
  MAD.U64 at.x, at.x, 32, nodes.x;
  LOAD.F32X4 t, at.x;
  LRP.F color.xyz, t.w, t, color;
  MOV.F last.x, best.x;
ENDREP;
MOV.F result.color, color;
DP3.F t.x, color, {0.299, 0.587, 0.114, 0};
MUL.F.SAT t.x, t.x, 1.0;
MUL.F t.x, t.x, 63.9;
CVT.S32.F32.TRUNC t, t.x;
MOV.S t.yzw, 0;
ATOMIM.ADD.U32 t.x, {1}.x, t, image[1], 1D;
END
)";

// Texture coordinates run from 0 to 1 over the diagram.
constexpr const char* histogram_program = R"(!!NVfp5.0
TEMP bin, count;
MUL.F bin.x, fragment.texcoord[0].x, 64;
CVT.S32.F32.TRUNC bin, bin.x;
MOV.S bin.yzw, 0;
LOADIM.U32 count, bin, image[1], 1D;
I2F.U count.x, count.x;
ADD.F count.x, count.x, 1;
LG2 count.x, count.x;
MUL.F count.x, count.x, 0.0625;
SLT.F.CC count.y, count.x, fragment.texcoord[0].y;
MOV.F result.color, {1, 1, 1, 0.8};
MOV.F result.color (NE.y), {0, 0, 0, 0.35};
END
)";

class Transparency final : public sample::Scene {
  public:
    void start() override {
        gather_ = sample::load_program(GL_FRAGMENT_PROGRAM_ARB, gather_program, "GL_NV_gpu_program5");
        blend_ = sample::load_program(GL_FRAGMENT_PROGRAM_ARB, blend_program, "GL_NV_gpu_program5");
        histogram_ = sample::load_program(GL_FRAGMENT_PROGRAM_ARB, histogram_program, "GL_NV_gpu_program5");
        ring_ = sample::make_torus(1, 0.28f, 48, 24);
        glGenBuffers(1, &nodes_);
        glGenTextures(1, &heads_);
        glGenTextures(1, &counts_);
        glBindTexture(GL_TEXTURE_1D, counts_);
        glTexImage1D(GL_TEXTURE_1D, 0, GL_R32UI, bins, 0, GL_RED_INTEGER_EXT, GL_UNSIGNED_INT, nullptr);
        no_filters(GL_TEXTURE_1D);
        glBindImageTextureEXT(1, counts_, 0, GL_FALSE, 0, GL_READ_WRITE, GL_R32UI);
        glEnable(GL_LIGHT0);
        glEnable(GL_COLOR_MATERIAL);
        glEnable(GL_NORMALIZE);
        glLightModeli(GL_LIGHT_MODEL_TWO_SIDE, GL_TRUE);
        glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    }

    void draw(double seconds, int width, int height) override {
        glViewport(0, 0, width, height);
        resize(width, height);
        const std::vector<uint32_t> zeros(size_t(width) * height + bins);
        glBindTexture(GL_TEXTURE_2D, heads_);
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width, height, GL_RED_INTEGER_EXT, GL_UNSIGNED_INT, zeros.data());
        glBindTexture(GL_TEXTURE_1D, counts_);
        glTexSubImage1D(GL_TEXTURE_1D, 0, 0, bins, GL_RED_INTEGER_EXT, GL_UNSIGNED_INT, zeros.data());
        glBufferSubData(GL_ARRAY_BUFFER, 0, 4, zeros.data());

        glEnable(GL_FRAGMENT_PROGRAM_ARB);
        use(gather_);
        glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
        glEnable(GL_LIGHTING);
        draw_rings(seconds, width, height);
        glDisable(GL_LIGHTING);
        glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
        glMemoryBarrierEXT(GL_ALL_BARRIER_BITS_EXT);

        glMatrixMode(GL_PROJECTION);
        glLoadIdentity();
        glMatrixMode(GL_MODELVIEW);
        glLoadIdentity();
        use(blend_);
        rectangle(-1, -1, 1, 1);
        glMemoryBarrierEXT(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT_EXT);
        use(histogram_);
        glEnable(GL_BLEND);
        rectangle(-0.95f, -0.95f, -0.25f, -0.55f);
        glDisable(GL_BLEND);
    }

  private:
    static void no_filters(GLenum target) {
        glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    }
    static void rectangle(float left, float bottom, float right, float top) {
        glBegin(GL_QUADS);
        glTexCoord2f(0, 0), glVertex2f(left, bottom);
        glTexCoord2f(1, 0), glVertex2f(right, bottom);
        glTexCoord2f(1, 1), glVertex2f(right, top);
        glTexCoord2f(0, 1), glVertex2f(left, top);
        glEnd();
    }

    void use(GLuint program) const {
        glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, program);
        sample::set_addresses(GL_FRAGMENT_PROGRAM_ARB, 0, address_);
        sample::set_addresses(GL_FRAGMENT_PROGRAM_ARB, 1, most_nodes_);
    }

    void resize(int width, int height) {
        if (width == width_ && height == height_) return;
        width_ = width, height_ = height;
        glBindTexture(GL_TEXTURE_2D, heads_);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_R32UI, width, height, 0, GL_RED_INTEGER_EXT, GL_UNSIGNED_INT, nullptr);
        no_filters(GL_TEXTURE_2D);
        glBindImageTextureEXT(0, heads_, 0, GL_FALSE, 0, GL_READ_WRITE, GL_R32UI);
        // Six for each pixel, all over the window: most have none.
        most_nodes_ = GLuint(width) * GLuint(height) * 6;
        glBindBuffer(GL_ARRAY_BUFFER, nodes_);
        glBufferData(GL_ARRAY_BUFFER, GLsizeiptr(most_nodes_) * node_bytes, nullptr, GL_DYNAMIC_COPY);
        glMakeBufferResidentNV(GL_ARRAY_BUFFER, GL_READ_WRITE);
        glGetBufferParameterui64vNV(GL_ARRAY_BUFFER, GL_BUFFER_GPU_ADDRESS_NV, &address_);
    }

    void draw_rings(double seconds, int width, int height) const {
        glMatrixMode(GL_PROJECTION);
        glLoadIdentity();
        const double top = 0.4, right = top * width / height;
        glFrustum(-right, right, -top, top, 1, 20);
        glMatrixMode(GL_MODELVIEW);
        glLoadIdentity();
        const float light[] = {0.4f, 0.8f, 1, 0};
        glLightfv(GL_LIGHT0, GL_POSITION, light);
        glTranslatef(0, 0, -5);
        const float colors[4][4] = {
            {0.95f, 0.2f, 0.15f, 0.45f}, {0.2f, 0.85f, 0.3f, 0.35f}, {0.25f, 0.4f, 1, 0.5f}, {1, 0.85f, 0.2f, 0.3f}};
        for (int i = 0; i < 4; ++i) {
            glPushMatrix();
            glRotatef(float(seconds * 20 + 25), 0.3f, 1, 0.1f);
            glRotatef(float(45 * i), 0, 0, 1);
            glTranslatef(0.55f, 0, 0);
            glRotatef(float(60 * i + 20), 1, 0, 0);
            glColor4fv(colors[i]);
            glBegin(GL_TRIANGLES);
            for (const unsigned short index : ring_.indices) {
                const sample::Vertex& vertex = ring_.vertices[index];
                glNormal3fv(vertex.normal.data());
                glVertex3fv(vertex.position.data());
            }
            glEnd();
            glPopMatrix();
        }
    }

    sample::Mesh ring_;
    GLuint gather_ = 0, blend_ = 0, histogram_ = 0;
    GLuint heads_ = 0, counts_ = 0, nodes_ = 0;
    GLuint64EXT address_ = 0;
    GLuint most_nodes_ = 0;
    int width_ = 0, height_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
    Transparency scene;
    return sample::run(argc, argv, "transparency",
                       {"GL_ARB_fragment_program", "GL_ARB_texture_rg", "GL_EXT_shader_image_load_store",
                        "GL_EXT_texture_integer", "GL_NV_shader_buffer_load"},
                       scene);
}
