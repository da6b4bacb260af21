// Fireworks that live in buffers alone: every step, a geometry program takes each particle, moves it, lets it burst or
// die, and sends it to the stream of its kind; transform feedback captures the four streams into four buffers, from
// which the next step and the picture are drawn. The application never learns how many particles there are.
#include <array>
#include <cmath>

#include "common/application.h"
#include "common/memory.h"
#include "common/program.h"

namespace {

// A particle: position and age in seconds; velocity and a random number from 0 to 1.
// Kinds, by stream: 0 rockets, 1 sparks, 2 embers, 3 splashes on the ground.
constexpr const char* particle_program = R"(!!NVvp4.0
MOV result.texcoord[0], vertex.attrib[0];
MOV result.texcoord[1], vertex.attrib[1];
END
)";

// program.local[0]: {seconds of a step, kind of these particles, 0, 0}
constexpr const char* step_program = R"(!!NVgp5.0
PRIMITIVE_IN POINTS;
PRIMITIVE_OUT POINTS;
VERTICES_OUT 32;
INVOCATIONS 4;
PARAM step = program.local[0];
PARAM gravity = { 0, -1.6, 0, 0 };
TEMP place, velocity, random, way, speed;
INT TEMP kind, count, self;
MOV.S self.x, primitive.invocation;
MOV place, vertex[0].texcoord[0];
MOV velocity, vertex[0].texcoord[1];
FLR.S kind.x, step.y;
MAD place.xyz, velocity, step.x, place;
ADD place.w, place.w, step.x;
MAD velocity.xyz, gravity, step.x, velocity;

SEQ.S.CC count.x, kind.x, 0;
IF NE.x;
  # A rocket bursts at the top of its way: each invocation makes a quarter of its sparks.
  SLT.CC random.x, velocity.y, 0.1;
  IF EQ.x;
    MOV.S.CC self.x, self.x;
    IF EQ.x;
      MOV result.texcoord[0], place;
      MOV result.texcoord[1], velocity;
      EMITS 0;
    ENDIF;
    RET;
  ENDIF;
  MUL.S count.x, self.x, 32;
  MOV place.w, 0;
  REP {32};
    I2F.S random.x, count.x;
    # The golden angle spreads them over a sphere.
    MAD random.y, random.x, -0.015625, 0.9921875;
    MUL random.z, random.x, 2.3999632;
    ADD random.z, random.z, velocity.w;
    COS way.x, random.z;
    SIN way.z, random.z;
    MAD random.w, -random.y, random.y, 1;
    RSQ speed.x, random.w;
    RCP speed.x, speed.x;
    MUL way.x, way.x, speed.x;
    MUL way.z, way.z, speed.x;
    MOV way.y, random.y;
    MAD speed.y, velocity.w, 0.8, 1.1;
    MOV result.texcoord[2], place;
    MUL result.texcoord[3].xyz, way, speed.y;
    MOV result.texcoord[3].w, velocity.w;
    EMITS 1;
    ADD.S count.x, count.x, 1;
  ENDREP;
  RET;
ENDIF;

# The other kinds need one invocation.
MOV.S.CC self.x, self.x;
IF NE.x;
  RET;
ENDIF;

# What falls to the ground splashes.
SLT.CC random.x, place.y, 0;
IF NE.x;
  SEQ.S.CC count.x, kind.x, 3;
  IF NE.x;
    RET;
  ENDIF;
  MOV place.y, 0.001;
  MOV place.w, 0;
  MUL velocity.xyz, velocity, { 0.3, -0.35, 0.3, 0 };
  MOV result.texcoord[6], place;
  MOV result.texcoord[7], velocity;
  EMITS 3;
  RET;
ENDIF;

SEQ.S.CC count.x, kind.x, 1;
IF NE.x;
  MUL velocity.xyz, velocity, 0.975;
  SGT.CC random.x, place.w, 0.9;
  IF NE.x;
    MOV place.w, 0;
    MOV result.texcoord[4], place;
    MOV result.texcoord[5], velocity;
    EMITS 2;
    RET;
  ENDIF;
  MOV result.texcoord[2], place;
  MOV result.texcoord[3], velocity;
  EMITS 1;
  RET;
ENDIF;

SEQ.S.CC count.x, kind.x, 2;
IF NE.x;
  MUL velocity.xyz, velocity, 0.96;
  SGT.CC random.x, place.w, 1.4;
  IF NE.x;
    RET;
  ENDIF;
  MOV result.texcoord[4], place;
  MOV result.texcoord[5], velocity;
  EMITS 2;
  RET;
ENDIF;

SGT.CC random.x, place.w, 0.5;
IF EQ.x;
  MOV result.texcoord[6], place;
  MOV result.texcoord[7], velocity;
  EMITS 3;
ENDIF;
END
)";

// Squares that face the eye. program.local[0]: {half side, seconds until it is dark, 0, 0}; [1]: colour.
constexpr const char* square_program = R"(!!NVgp4.0
PRIMITIVE_IN POINTS;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 4;
PARAM size = program.local[0];
PARAM tint = program.local[1];
PARAM modelview[4] = { state.matrix.modelview };
PARAM projection[4] = { state.matrix.projection };
TEMP place, corner, color;
INT TEMP count;
MOV corner, vertex[0].texcoord[0];
MOV corner.w, 1;
DP4 place.x, modelview[0], corner;
DP4 place.y, modelview[1], corner;
DP4 place.z, modelview[2], corner;
MOV place.w, 1;
# Darker with age, and of its own hue.
RCP color.w, size.y;
MAD_SAT color.w, -vertex[0].texcoord[0].w, color.w, 1;
MAD color.x, vertex[0].texcoord[1].w, 6.2831853, tint.w;
ADD color.y, color.x, 2.1;
ADD color.z, color.x, 4.2;
COS color.x, color.x;
COS color.y, color.y;
COS color.z, color.z;
MAD color.xyz, color, 0.35, tint;
MUL color.xyz, color, color.w;
MOV.S count.x, 0;
REP {4};
  AND.S count.y, count.x, 1;
  SHR.S count.z, count.x, 1;
  I2F.S corner.x, count.y;
  I2F.S corner.y, count.z;
  MAD corner.xy, corner, 2, -1;
  MOV result.texcoord[0], corner;
  MOV result.color, color;
  MUL corner.xy, corner, size.x;
  MOV corner.zw, 0;
  ADD corner, corner, place;
  DP4 result.position.x, projection[0], corner;
  DP4 result.position.y, projection[1], corner;
  DP4 result.position.z, projection[2], corner;
  DP4 result.position.w, projection[3], corner;
  EMIT;
  ADD.S count.x, count.x, 1;
ENDREP;
END
)";

constexpr const char* glow_program = R"(!!NVfp4.0
TEMP glow;
DP2 glow.x, fragment.texcoord[0], fragment.texcoord[0];
SUB_SAT glow.x, 1, glow.x;
MUL glow.x, glow.x, glow.x;
MUL result.color, fragment.color, glow.x;
END
)";

constexpr int kinds = 4, most_particles = 8192;
constexpr double step_seconds = 1.0 / 60;

class Fireworks final : public sample::Scene {
  public:
    void start() override {
        particle_ = sample::load_program(GL_VERTEX_PROGRAM_ARB, particle_program, "GL_NV_gpu_program4");
        step_ = sample::load_program(GL_GEOMETRY_PROGRAM_NV, step_program, "GL_NV_gpu_program5");
        square_ = sample::load_program(GL_GEOMETRY_PROGRAM_NV, square_program, "GL_NV_geometry_program4");
        sample::load_program(GL_FRAGMENT_PROGRAM_ARB, glow_program, "GL_NV_gpu_program4");
        glEnable(GL_VERTEX_PROGRAM_ARB);
        glEnable(GL_GEOMETRY_PROGRAM_NV);

        const std::array<GLint, kinds> streams = {0, 1, 2, 3};
        std::array<GLint, 3 * (3 * kinds - 1)> captured{};
        GLint* at = captured.data();
        for (GLint kind = 0; kind < kinds; ++kind) {
            if (kind > 0) *at++ = GL_NEXT_BUFFER_NV, *at++ = 0, *at++ = 0;
            for (GLint part = 0; part < 2; ++part) *at++ = GL_TEXTURE_COORD_NV, *at++ = 4, *at++ = 2 * kind + part;
        }
        using StreamAttributes = void (*)(GLsizei, const GLint*, GLsizei, const GLint*, GLenum);
        const auto stream_attributes = sample::command<StreamAttributes>("glTransformFeedbackStreamAttribsNV");
        for (Generation& generation : generations_) {
            glGenTransformFeedbacksNV(1, &generation.feedback);
            glBindTransformFeedbackNV(GL_TRANSFORM_FEEDBACK_NV, generation.feedback);
            stream_attributes(static_cast<GLsizei>(captured.size() / 3), captured.data(), kinds, streams.data(),
                              GL_INTERLEAVED_ATTRIBS_NV);
            glGenBuffers(kinds, generation.buffers.data());
            for (GLuint kind = 0; kind < kinds; ++kind) {
                glBindBufferBaseNV(GL_TRANSFORM_FEEDBACK_BUFFER_NV, kind, generation.buffers[kind]);
                glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER_NV, most_particles * 32, nullptr, GL_DYNAMIC_COPY);
            }
        }
        // The sky is not dark when the curtain rises.
        while (steps_ < 260) step();
    }

    void draw(double seconds, int width, int height) override {
        while (steps_ < 260 + int(seconds / step_seconds)) step();

        glViewport(0, 0, width, height);
        glClearColor(0.01f, 0.01f, 0.05f, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        glMatrixMode(GL_PROJECTION);
        glLoadIdentity();
        const float top = 0.5f, right = top * float(width) / float(height);
        glFrustum(-right, right, -top, top, 1, 30);
        glMatrixMode(GL_MODELVIEW);
        glLoadIdentity();
        glTranslatef(0, -1.8f, -6);

        glBindProgramARB(GL_GEOMETRY_PROGRAM_NV, square_);
        glEnable(GL_FRAGMENT_PROGRAM_ARB);
        glEnable(GL_BLEND);
        glBlendFunc(GL_ONE, GL_ONE);
        struct Look {
            float size, seconds, red, green, blue, hue;
        };
        static constexpr std::array<Look, kinds> looks = {{{0.08f, 9, 1, 0.8f, 0.5f, 0},
                                                           {0.08f, 1.3f, 0.8f, 0.75f, 0.75f, 0},
                                                           {0.05f, 1.4f, 0.7f, 0.4f, 0.25f, 0.5f},
                                                           {0.03f, 0.5f, 0.5f, 0.6f, 0.8f, 2}}};
        for (GLuint kind = 0; kind < kinds; ++kind) {
            const Look& look = looks[kind];
            glProgramLocalParameter4fARB(GL_GEOMETRY_PROGRAM_NV, 0, look.size, look.seconds, 0, 0);
            glProgramLocalParameter4fARB(GL_GEOMETRY_PROGRAM_NV, 1, look.red, look.green, look.blue, look.hue);
            particles(kind);
        }
        glDisable(GL_BLEND);
        glDisable(GL_FRAGMENT_PROGRAM_ARB);
    }

  private:
    struct Generation {
        GLuint feedback = 0;
        std::array<GLuint, kinds> buffers{};
        bool captured = false;
    };

    // The particles of a kind as points.
    void particles(GLuint kind) {
        const Generation& from = generations_[current_];
        if (!from.captured) return;
        glBindBuffer(GL_ARRAY_BUFFER, from.buffers[kind]);
        glVertexAttribPointerARB(0, 4, GL_FLOAT, GL_FALSE, 32, nullptr);
        glVertexAttribPointerARB(1, 4, GL_FLOAT, GL_FALSE, 32, reinterpret_cast<const void*>(16));
        glEnableVertexAttribArrayARB(0);
        glEnableVertexAttribArrayARB(1);
        glDrawTransformFeedbackStream(GL_POINTS, from.feedback, kind);
        glDisableVertexAttribArrayARB(0);
        glDisableVertexAttribArrayARB(1);
    }

    void step() {
        Generation& to = generations_[1 - current_];
        glBindProgramARB(GL_VERTEX_PROGRAM_ARB, particle_);
        glBindProgramARB(GL_GEOMETRY_PROGRAM_NV, step_);
        glBindTransformFeedbackNV(GL_TRANSFORM_FEEDBACK_NV, to.feedback);
        glEnable(GL_RASTERIZER_DISCARD_NV);
        glBeginTransformFeedbackNV(GL_POINTS);
        for (GLuint kind = 0; kind < kinds; ++kind) {
            glProgramLocalParameter4fARB(GL_GEOMETRY_PROGRAM_NV, 0, float(step_seconds), float(kind), 0, 0);
            if (kind == 0) launch();
            particles(kind);
        }
        glEndTransformFeedbackNV();
        glDisable(GL_RASTERIZER_DISCARD_NV);
        to.captured = true;
        current_ = 1 - current_;
        ++steps_;
    }

    // Four rockets a second.
    void launch() const {
        if (steps_ % 15 != 0) return;
        const auto random = [this](int salt) {
            const double value = std::sin(steps_ * 12.9898 + salt * 78.233) * 43758.5453;
            return float(value - std::floor(value));
        };
        glBegin(GL_POINTS);
        glVertexAttrib4fARB(1, (random(1) - 0.5f) * 1.6f, 2.6f + random(2), (random(3) - 0.5f) * 0.8f, random(4));
        glVertexAttrib4fARB(0, (random(5) - 0.5f) * 3, 0, (random(6) - 0.5f) * 2, 0);
        glEnd();
    }

    GLuint particle_ = 0, step_ = 0, square_ = 0;
    std::array<Generation, 2> generations_;
    size_t current_ = 0;
    int steps_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
    Fireworks scene;
    return sample::run(argc, argv, "fireworks",
                       {"GL_ARB_vertex_program", "GL_NV_transform_feedback2", "GL_ARB_transform_feedback3"}, scene);
}
