// The fixed tessellator's ways to divide: a column per mode (triangles, quads, isolines), a row per spacing (equal,
// fractional odd, fractional even), as outlines; the last row in point mode.
#include <string>
#include <vector>

#include "common/application.h"
#include "common/memory.h"
#include "common/program.h"

namespace {

constexpr const char* vertex_program = "!!NVvp4.0\nMOV result.position, vertex.position;\nEND\n";

// Three or four corners, whatever the patch: places come from the domain. local[0]: centre of the cell and half side.
std::string evaluation_program(const char* mode, const char* spacing, bool points) {
    std::string text = "!!NVtep5.0\nTESS_MODE " + std::string(mode) + ";\nTESS_SPACING " + spacing +
                       ";\nTESS_VERTEX_ORDER CCW;\n" + (points ? "TESS_POINT_MODE;\n" : "") +
                       "PARAM cell = program.local[0];\nTEMP place;\nMOV place, vertex.tesscoord;\n";
    if (std::string(mode) == "TRIANGLES")
        text +=
            "MUL place.xy, vertex.tesscoord.x, {0, 1};\nMAD place.xy, vertex.tesscoord.y, {0, 0}, place;\n"
            "MAD place.xy, vertex.tesscoord.z, {1, 0}, place;\n";
    text +=
        "MAD place.xy, place, 2, -1;\nMAD result.position.xy, place, cell.z, cell;\nMOV result.position.zw, {0, 0, 0, "
        "1};\n"
        "MOV result.color, program.local[1];\nEND\n";
    return text;
}

class Patches final : public sample::Scene {
  public:
    void start() override {
        sample::load_program(GL_VERTEX_PROGRAM_ARB, vertex_program, "GL_NV_gpu_program4");
        for (const char* spacing : {"EQUAL", "FRACTIONAL_ODD", "FRACTIONAL_EVEN", "EQUAL"}) {
            const bool points = programs_.size() == 9;
            for (const char* mode : {"TRIANGLES", "QUADS", "ISOLINES"})
                programs_.push_back(sample::load_program(GL_TESS_EVALUATION_PROGRAM_NV,
                                                         evaluation_program(mode, spacing, points).c_str(),
                                                         "GL_NV_tessellation_program5"));
        }
        glEnable(GL_VERTEX_PROGRAM_ARB);
        glEnable(GL_TESS_EVALUATION_PROGRAM_NV);
        sample::command<void (*)(GLenum, GLint)>("glPatchParameteri")(GL_PATCH_VERTICES, 3);
        const auto levels = sample::command<void (*)(GLenum, const GLfloat*)>("glPatchParameterfv");
        const GLfloat outer[] = {3.4f, 5, 6.6f, 8.2f}, inner[] = {5.3f, 4.6f};
        levels(GL_PATCH_DEFAULT_OUTER_LEVEL, outer);
        levels(GL_PATCH_DEFAULT_INNER_LEVEL, inner);
        glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
        glPointSize(3);
    }

    void draw(double, int width, int height) override {
        glViewport(0, 0, width, height);
        glClear(GL_COLOR_BUFFER_BIT);
        for (size_t i = 0; i < programs_.size(); ++i) {
            glBindProgramARB(GL_TESS_EVALUATION_PROGRAM_NV, programs_[i]);
            const float column = float(i % 3), row = float(i / 3);
            glProgramLocalParameter4fARB(GL_TESS_EVALUATION_PROGRAM_NV, 0, (column - 1) * 0.66f, 0.75f - row * 0.5f,
                                         0.22f, 0);
            glProgramLocalParameter4fARB(GL_TESS_EVALUATION_PROGRAM_NV, 1, 1, 1 - 0.3f * column, 0.4f + 0.2f * row, 1);
            glBegin(GL_PATCHES);
            for (int corner = 0; corner < 3; ++corner) glVertex2f(0, 0);
            glEnd();
        }
    }

  private:
    std::vector<GLuint> programs_;
};

}  // namespace

int main(int argc, char** argv) {
    Patches scene;
    return sample::run(argc, argv, "patches", {"GL_ARB_vertex_program"}, scene);
}
