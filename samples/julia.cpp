// A Julia set, computed per fragment by an NV_gpu_program5 program with a REP loop that each pixel leaves by itself.
#include <cmath>

#include "common/application.h"
#include "common/program.h"

namespace {

constexpr const char* fragment_program = R"(!!NVfp5.0
PARAM constant = program.local[0];        # c of z*z + c
PARAM palette[4] = { { 0.02, 0.03, 0.12, 1 }, { 0.1, 0.35, 0.7, 1 }, { 0.95, 0.9, 0.7, 1 }, { 0.8, 0.3, 0.05, 1 } };
TEMP z, square, color;
INT TEMP steps, entry;
MOV z.xy, fragment.texcoord[0];
MOV.S steps.x, {0};
MOV z.w, 0;
REP {160};
  MUL square.xy, z, z;
  ADD.CC square.w, square.x, square.y;
  SGT.CC square.w, square.w, 16;
  BRK (GT.w);
  MUL z.z, z.x, z.y;
  ADD z.x, square.x, -square.y;
  ADD z.y, z.z, z.z;
  ADD z.xy, z, constant;
  ADD.S steps.x, steps.x, {1};
ENDREP;
# A smooth count: steps + 1 - log2(log2 |z|)
I2F.S z.w, steps.x;
DP2 square.w, z, z;
MAX square.w, square.w, 4;
LG2 square.x, square.w;
MUL square.x, square.x, 0.5;
LG2 square.x, square.x;
ADD z.w, z.w, -square.x;
MAX z.w, z.w, 0;
MUL z.w, z.w, 0.055;
FLR square.y, z.w;
FRC square.x, z.w;
CVT.S32.F32 entry.x, square.y;
AND.S entry.x, entry.x, {3};
ADD.S entry.y, entry.x, {1};
AND.S entry.y, entry.y, {3};
MOV color, palette[entry.x];
LRP result.color, square.x, palette[entry.y], color;
SEQ.S.CC entry.z, steps.x, {160};
MOV result.color (NE.z), {0, 0, 0, 1};
END
)";

class Julia final : public sample::Scene {
  public:
    void start() override {
        // A driver may have this much of the language before it has all that the extension's name promises, so the
        // program itself is the test.
        sample::load_program(GL_FRAGMENT_PROGRAM_ARB, fragment_program, "GL_NV_gpu_program5");
        glEnable(GL_FRAGMENT_PROGRAM_ARB);
    }

    void draw(double seconds, int width, int height) override {
        glViewport(0, 0, width, height);
        const float turn = float(seconds * 0.25 + 1.9), radius = 0.7885f;
        glProgramLocalParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 0, radius * std::cos(turn), radius * std::sin(turn), 0,
                                     0);
        const float y = 1.25f, x = y * float(width) / float(height);
        glBegin(GL_QUADS);
        glTexCoord2f(-x, -y), glVertex2f(-1, -1);
        glTexCoord2f(x, -y), glVertex2f(1, -1);
        glTexCoord2f(x, y), glVertex2f(1, 1);
        glTexCoord2f(-x, y), glVertex2f(-1, 1);
        glEnd();
    }
};

}  // namespace

int main(int argc, char** argv) {
    Julia scene;
    return sample::run(argc, argv, "julia", {"GL_ARB_fragment_program"}, scene);
}
