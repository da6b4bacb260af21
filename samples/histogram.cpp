// A histogram by a compute program: work groups count the pixels of a picture in shared memory, then add their counts
// to those of all groups; a fragment program draws the bars from that buffer.
#include <cmath>
#include <vector>

#include "common/application.h"
#include "common/image.h"
#include "common/memory.h"
#include "common/program.h"

namespace {

// program.local[0]: address of 3 × 64 counters; [1]: {width, height} of the picture, [2].x: brightness.
constexpr const char* count_program = R"(!!NVcp5.0
GROUP_SIZE 16 16;
SHARED_MEMORY 1024;
SHARED counters[] = { program.sharedmem };
LONG TEMP at;
UINT TEMP self, bin, one;
TEMP color, place;
PK64.U at, program.local[0];
MUL.U self.x, invocation.localindex.x, 4;
MOV.U one.x, 0;
STS.U32 one.x, counters[self.x];
BAR;
MOV.U one.x, 1;
MOV.U place, invocation.globalid;
SLT.U.CC bin, place, program.local[1];
IF NE.x;
  IF NE.y;
    MOV.U place.zw, 0;
    TXF color, place, texture[0], 2D;
    MUL_SAT color, color, program.local[2].x;
    MUL color, color, 63;
    ROUND.U bin, color;
    ADD.U bin.y, bin.y, 64;
    ADD.U bin.z, bin.z, 128;
    MUL.U bin, bin, 4;
    ATOMS.ADD.U32 self.y, one.x, counters[bin.x];
    ATOMS.ADD.U32 self.y, one.x, counters[bin.y];
    ATOMS.ADD.U32 self.y, one.x, counters[bin.z];
  ENDIF;
ENDIF;
BAR;
SLT.U.CC bin.x, invocation.localindex.x, 192;
IF NE.x;
  LDS.U32 one.x, counters[self.x];
  MOV.U self.y, 0;
  LONG TEMP offset;
  PK64.U offset.x, self;
  ADD.U64 at.x, at.x, offset.x;
  ATOM.ADD.U32 one.y, one.x, at.x;
ENDIF;
END
)";

// texcoord: 0 to 64 across, 0 to 1 up. program.local[1].x: bars per counted pixel.
constexpr const char* bars_program = R"(!!NVfp5.0
LONG TEMP at;
UINT TEMP bin, count;
TEMP counts, bars;
PK64.U at, program.local[0];
FLR.U bin.x, fragment.texcoord[0].x;
MIN.U bin.x, bin.x, 63;
MUL.U bin.x, bin.x, 4;
MOV.U bin.y, 0;
LONG TEMP offset;
PK64.U offset.x, bin;
ADD.U64 at.x, at.x, offset.x;
# A load of one word fills x.
LOAD.U32 count, at.x;
MOV.U bin.x, count.x;
ADD.U64 at.x, at.x, 256;
LOAD.U32 count, at.x;
MOV.U bin.y, count.x;
ADD.U64 at.x, at.x, 256;
LOAD.U32 count, at.x;
MOV.U bin.z, count.x;
I2F.U counts, bin;
MUL counts, counts, program.local[1].x;
SGT bars.xyz, counts, fragment.texcoord[0].y;
MAD result.color.xyz, bars, 0.8, 0.08;
MOV result.color.w, 1;
END
)";

class Histogram final : public sample::Scene {
  public:
    void start() override {
        count_ = sample::load_program(GL_COMPUTE_PROGRAM_NV, count_program, "GL_NV_compute_program5");
        bars_ = sample::load_program(GL_FRAGMENT_PROGRAM_ARB, bars_program, "GL_NV_gpu_program5");
        picture_ = sample::load_texture("bricks.png");
        glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_WIDTH, &width_);
        glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_HEIGHT, &height_);
        counters_.make(3 * 64 * 4);
    }

    void draw(double seconds, int width, int height) override {
        const float brightness = float(1 + 0.3 * std::sin(seconds));
        counters_.clear();
        glEnable(GL_COMPUTE_PROGRAM_NV);
        sample::set_addresses(GL_COMPUTE_PROGRAM_NV, 0, counters_.address());
        sample::set_addresses(GL_COMPUTE_PROGRAM_NV, 1, uint64_t(height_) << 32 | uint64_t(width_));
        glProgramLocalParameter4fARB(GL_COMPUTE_PROGRAM_NV, 2, brightness, 0, 0, 0);
        using Dispatch = void (*)(GLuint, GLuint, GLuint);
        sample::command<Dispatch>("glDispatchCompute")((GLuint(width_) + 15) / 16, (GLuint(height_) + 15) / 16, 1);
        glDisable(GL_COMPUTE_PROGRAM_NV);

        glViewport(0, 0, width, height);
        glClear(GL_COLOR_BUFFER_BIT);
        glEnable(GL_TEXTURE_2D);
        glColor3f(brightness, brightness, brightness);
        glBegin(GL_QUADS);
        glTexCoord2f(0, 0), glVertex2f(-1, -0.2f);
        glTexCoord2f(1, 0), glVertex2f(1, -0.2f);
        glTexCoord2f(1, 0.6f), glVertex2f(1, 1);
        glTexCoord2f(0, 0.6f), glVertex2f(-1, 1);
        glEnd();
        glDisable(GL_TEXTURE_2D);

        glEnable(GL_FRAGMENT_PROGRAM_ARB);
        sample::set_addresses(GL_FRAGMENT_PROGRAM_ARB, 0, counters_.address());
        glProgramLocalParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 1, 12.0f / float(width_ * height_), 0, 0, 0);
        glBegin(GL_QUADS);
        glTexCoord2f(0, 0), glVertex2f(-0.95f, -0.95f);
        glTexCoord2f(64, 0), glVertex2f(0.95f, -0.95f);
        glTexCoord2f(64, 1), glVertex2f(0.95f, -0.25f);
        glTexCoord2f(0, 1), glVertex2f(-0.95f, -0.25f);
        glEnd();
        glDisable(GL_FRAGMENT_PROGRAM_ARB);
    }

  private:
    GLuint count_ = 0, bars_ = 0, picture_ = 0;
    GLint width_ = 0, height_ = 0;
    sample::ProgramMemory counters_;
};

}  // namespace

int main(int argc, char** argv) {
    Histogram scene;
    return sample::run(argc, argv, "histogram", {"GL_ARB_fragment_program"}, scene);
}
