// A checkered plane in a multisampled framebuffer, three times: shaded once per pixel; once per sample
// (ARB_sample_shading); and once per pixel by a program that takes its coordinates at each sample itself (IPAS). The
// second and the third are alike.
#include <cmath>

#include "common/application.h"
#include "common/memory.h"
#include "common/program.h"

namespace {

constexpr const char* plain_program = R"(!!NVfp5.0
TEMP cell;
FLR cell, fragment.texcoord[0];
ADD cell.x, cell.x, cell.y;
MUL cell.x, cell.x, 0.5;
FRC cell.x, cell.x;
MAD result.color, cell.x, { 1.6, 1.3, 0.6, 0 }, { 0.1, 0.1, 0.3, 1 };
END
)";

constexpr const char* at_samples_program = R"(!!NVfp5.0
TEMP cell, sum;
UINT TEMP i;
MOV sum, 0;
MOV.U i.x, 0;
REP {4};
  IPAS cell, fragment.texcoord[0], i.x;
  FLR cell, cell;
  ADD cell.x, cell.x, cell.y;
  MUL cell.x, cell.x, 0.5;
  FRC cell.x, cell.x;
  ADD sum.x, sum.x, cell.x;
  ADD.U i.x, i.x, 1;
ENDREP;
MUL sum.x, sum.x, 0.25;
MAD result.color, sum.x, { 1.6, 1.3, 0.6, 0 }, { 0.1, 0.1, 0.3, 1 };
END
)";

class Supersampling final : public sample::Scene {
  public:
    void start() override {
        plain_ = sample::load_program(GL_FRAGMENT_PROGRAM_ARB, plain_program, "GL_NV_gpu_program5");
        at_samples_ = sample::load_program(GL_FRAGMENT_PROGRAM_ARB, at_samples_program, "GL_NV_gpu_program5");
        glGenFramebuffersEXT(1, &framebuffer_);
        glGenRenderbuffersEXT(1, &color_);
    }

    void draw(double, int width, int height) override {
        glBindRenderbufferEXT(GL_RENDERBUFFER_EXT, color_);
        glRenderbufferStorageMultisampleEXT(GL_RENDERBUFFER_EXT, 4, GL_RGBA8, width, height);
        glBindFramebufferEXT(GL_FRAMEBUFFER_EXT, framebuffer_);
        glFramebufferRenderbufferEXT(GL_FRAMEBUFFER_EXT, GL_COLOR_ATTACHMENT0_EXT, GL_RENDERBUFFER_EXT, color_);
        glClearColor(0.55f, 0.7f, 0.9f, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        glEnable(GL_FRAGMENT_PROGRAM_ARB);
        glMatrixMode(GL_PROJECTION);
        glLoadIdentity();
        glFrustum(-0.35, 0.35, -1, 0.2, 1, 60);
        plane(0, width, height, plain_);
        glEnable(GL_SAMPLE_SHADING_ARB);
        sample::command<void (*)(GLfloat)>("glMinSampleShadingARB")(1);
        plane(1, width, height, plain_);
        glDisable(GL_SAMPLE_SHADING_ARB);
        plane(2, width, height, at_samples_);
        glDisable(GL_FRAGMENT_PROGRAM_ARB);
        glBindFramebufferEXT(GL_READ_FRAMEBUFFER_EXT, framebuffer_);
        glBindFramebufferEXT(GL_DRAW_FRAMEBUFFER_EXT, 0);
        glBlitFramebufferEXT(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
        glBindFramebufferEXT(GL_FRAMEBUFFER_EXT, 0);
    }

  private:
    static void plane(int column, int width, int height, GLuint program) {
        glViewport(column * width / 3, 0, width / 3 - 4, height);
        glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, program);
        glBegin(GL_QUADS);
        glTexCoord2f(0, 0), glVertex3f(-20, -1, -1);
        glTexCoord2f(60, 0), glVertex3f(20, -1, -1);
        glTexCoord2f(60, 70), glVertex3f(20, -1, -50);
        glTexCoord2f(0, 70), glVertex3f(-20, -1, -50);
        glEnd();
    }

    GLuint plain_ = 0, at_samples_ = 0, framebuffer_ = 0, color_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
    Supersampling scene;
    return sample::run(argc, argv, "supersampling",
                       {"GL_ARB_fragment_program", "GL_EXT_framebuffer_multisample", "GL_EXT_framebuffer_blit"}, scene);
}
