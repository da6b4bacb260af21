// Coloured glass, drawn in any order: fragments go into one linked list per pixel (NV_gpu_program5 atomics on a
// buffer), and a second pass sorts each list by depth and blends it from back to front.
#include <cmath>
#include <vector>

#include "common/application.h"
#include "common/memory.h"
#include "common/mesh.h"
#include "common/program.h"

namespace {

constexpr const char* vertex_program = R"(!!ARBvp1.0
OPTION ARB_position_invariant;
PARAM inverse[4] = { state.matrix.modelview.invtrans };
DP3 result.texcoord[0].x, inverse[0], vertex.normal;
DP3 result.texcoord[0].y, inverse[1], vertex.normal;
DP3 result.texcoord[0].z, inverse[2], vertex.normal;
MOV result.color, vertex.color;
END
)";

// program.local[0]: the addresses of the lists and of the nodes; [1].x: width of the window, [1].y: how many nodes.
// The lists: a counter of nodes, then the first node of each pixel, 0 where there is none.
// A node: {next, depth, red and green, blue and alpha} as words, the colours as pairs of 16-bit floats.
constexpr const char* append_program = R"(!!NVfp5.0
PARAM addresses = program.local[0];
PARAM limits = program.local[1];
LONG TEMP at;
LONG TEMP place;
UINT TEMP node, entry;
TEMP normal, color, light, pixel;
NRM normal.xyz, fragment.texcoord[0];
ABS light.x, normal.z;
SUB light.x, 1, light.x;
POW light.y, light.x, 3;
ADD color.xyz, fragment.color, light.y;
MAD_SAT color.w, light.x, 0.6, fragment.color.w;
MUL color.xyz, color, color.w;

PK64.U at, addresses;
MOV.U node.x, 1;
ATOM.ADD.U32 node.x, node.x, at.x;
ADD.U node.x, node.x, 1;
SLE.U.CC node.y, node.x, limits.y;
IF NE.y;
  FLR pixel, fragment.position;
  MAD pixel.x, pixel.y, program.local[2].x, pixel.x;
  CVT.U32.F32 node.y, pixel.x;
  MUL.U node.y, node.y, 4;
  ADD.U node.y, node.y, 16;
  MOV.U node.z, 0;
  PK64.U place.x, node.yzyz;
  ADD.U64 place.x, place.x, at.x;
  ATOM.EXCH.U32 entry.x, node.x, place.x;
  MOV.U entry.y, fragment.position.z;
  PK2H.NTC entry.z, color.xyxy;
  PK2H.NTC entry.w, color.zwzw;
  MUL.U node.y, node.x, 16;
  PK64.U place.x, node.yzyz;
  ADD.U64 place.x, place.x, at.y;
  STORE.U32X4 entry, place.x;
ENDIF;
END
)";

// Up to 12 layers of a pixel; more are left out, the last drawn first.
constexpr const char* blend_program = R"(!!NVfp5.0
PARAM addresses = program.local[0];
LONG TEMP at;
LONG TEMP place;
UINT TEMP node, count, i, j;
UINT TEMP entry, other;
UINT TEMP layers[12];
TEMP pixel, color, part;
PK64.U at, addresses;
FLR pixel, fragment.position;
MAD pixel.x, pixel.y, program.local[2].x, pixel.x;
CVT.U32.F32 node.y, pixel.x;
MUL.U node.y, node.y, 4;
ADD.U node.y, node.y, 16;
MOV.U node.z, 0;
PK64.U place.x, node.yzyz;
ADD.U64 place.x, place.x, at.x;
LOAD.U32 node.x, place.x;
MOV.U count, 0;
# Insertion, nearest first. Depths are positive: their bits compare as they do.
REP {12};
  SEQ.U.CC node.w, node.x, 0;
  BRK NE.w;
  MUL.U node.y, node.x, 16;
  PK64.U place.x, node.yzyz;
  ADD.U64 place.x, place.x, at.y;
  LOAD.U32X4 entry, place.x;
  MOV.U node.x, entry.x;
  MOV.U i.x, count.x;
  REP {12};
    SEQ.U.CC node.w, i.x, 0;
    BRK NE.w;
    SUB.U j.x, i.x, 1;
    MOV.U other, layers[j.x];
    SLE.U.CC node.w, other.y, entry.y;
    BRK NE.w;
    MOV.U layers[i.x], other;
    MOV.U i.x, j.x;
  ENDREP;
  MOV.U layers[i.x], entry;
  ADD.U count.x, count.x, 1;
ENDREP;
MOV color, { 0, 0, 0, 1 };       # w: what still comes through
MOV.U i.x, 0;
REP {12};
  SGE.U.CC node.w, i.x, count.x;
  BRK NE.w;
  MOV.U entry, layers[i.x];
  UP2H.NTC part.xy, entry.z;
  UP2H.NTC part.zw, entry.w;
  MAD color.xyz, part, color.w, color;
  MAD color.w, -part.w, color.w, color.w;
  ADD.U i.x, i.x, 1;
ENDREP;
MOV result.color, color;
END
)";

class Glass final : public sample::Scene {
  public:
    void start() override {
        vertex_ = sample::load_program(GL_VERTEX_PROGRAM_ARB, vertex_program);
        append_ = sample::load_program(GL_FRAGMENT_PROGRAM_ARB, append_program, "GL_NV_gpu_program5");
        blend_ = sample::load_program(GL_FRAGMENT_PROGRAM_ARB, blend_program, "GL_NV_gpu_program5");
        meshes_ = {sample::make_knot(1.1f, 0.28f, 128, 20), sample::make_torus(1.6f, 0.3f, 64, 20),
                   sample::make_sphere(0.8f, 32, 16), sample::make_cube(0.9f)};
        glEnableClientState(GL_VERTEX_ARRAY);
        glEnableClientState(GL_NORMAL_ARRAY);
    }

    void draw(double seconds, int width, int height) override {
        if (width * height != pixels_) {
            pixels_ = width * height;
            lists_.make(16 + size_t(pixels_) * 4);
            nodes_.make(16 * (size_t(pixels_) * 8 + 1));
        }
        lists_.clear();
        glViewport(0, 0, width, height);
        backdrop();

        glMatrixMode(GL_PROJECTION);
        glLoadIdentity();
        const float top = 0.42f, right = top * float(width) / float(height);
        glFrustum(-right, right, -top, top, 1, 20);
        glMatrixMode(GL_MODELVIEW);
        glLoadIdentity();
        glTranslatef(0, 0, -7);
        glRotatef(20, 1, 0, 0);
        glRotatef(float(seconds * 20 + 30), 0, 1, 0);

        glEnable(GL_VERTEX_PROGRAM_ARB);
        glBindProgramARB(GL_VERTEX_PROGRAM_ARB, vertex_);
        glEnable(GL_FRAGMENT_PROGRAM_ARB);
        use(append_, width);
        glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
        piece(0, 0.9f, 0.25f, 0.2f, 0, 0, 0);
        piece(1, 0.2f, 0.55f, 0.9f, 0, 0, 0);
        piece(2, 0.95f, 0.75f, 0.2f, 1.7f, 0.4f, 0.6f);
        piece(3, 0.3f, 0.8f, 0.4f, -1.6f, -0.3f, -0.8f);
        glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);

        glDisable(GL_VERTEX_PROGRAM_ARB);
        use(blend_, width);
        glEnable(GL_BLEND);
        glBlendFunc(GL_ONE, GL_SRC_ALPHA);
        whole_window();
        glDisable(GL_BLEND);
        glDisable(GL_FRAGMENT_PROGRAM_ARB);
    }

  private:
    void use(GLuint program, int width) {
        glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, program);
        sample::set_addresses(GL_FRAGMENT_PROGRAM_ARB, 0, lists_.address(), nodes_.address());
        sample::set_addresses(GL_FRAGMENT_PROGRAM_ARB, 1, uint64_t(pixels_) * 8 << 32);
        glProgramLocalParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 2, float(width), 0, 0, 0);
    }

    void piece(size_t mesh, float red, float green, float blue, float x, float y, float z) {
        const sample::Mesh& shape = meshes_[mesh];
        glPushMatrix();
        glTranslatef(x, y, z);
        glBindBuffer(GL_ARRAY_BUFFER, 0);
        glVertexPointer(3, GL_FLOAT, sizeof(sample::Vertex), shape.vertices[0].position.data());
        glNormalPointer(GL_FLOAT, sizeof(sample::Vertex), shape.vertices[0].normal.data());
        glColor4f(red, green, blue, 0.3f);
        glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(shape.indices.size()), GL_UNSIGNED_SHORT,
                       shape.indices.data());
        glPopMatrix();
    }

    static void identity() {
        glMatrixMode(GL_PROJECTION);
        glLoadIdentity();
        glMatrixMode(GL_MODELVIEW);
        glLoadIdentity();
    }

    static void whole_window() {
        identity();
        glBegin(GL_QUADS);
        glVertex2f(-1, -1), glVertex2f(1, -1), glVertex2f(1, 1), glVertex2f(-1, 1);
        glEnd();
    }

    static void backdrop() {
        identity();
        glBegin(GL_QUADS);
        for (int row = 0; row < 8; ++row) {
            for (int column = 0; column < 8; ++column) {
                const float x = float(column) / 4 - 1, y = float(row) / 4 - 1,
                            shade = (row + column) % 2 ? 0.85f : 0.6f;
                glColor3f(shade, shade, shade);
                glVertex2f(x, y), glVertex2f(x + 0.25f, y), glVertex2f(x + 0.25f, y + 0.25f), glVertex2f(x, y + 0.25f);
            }
        }
        glEnd();
    }

    GLuint vertex_ = 0, append_ = 0, blend_ = 0;
    std::vector<sample::Mesh> meshes_;
    sample::ProgramMemory lists_, nodes_;
    int pixels_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
    Glass scene;
    return sample::run(argc, argv, "glass", {"GL_ARB_vertex_program", "GL_ARB_fragment_program"}, scene);
}
