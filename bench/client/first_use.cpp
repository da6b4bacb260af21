// What is drawn for the first time: nothing here is ever asked for twice, within a run or (by the nonce) from run to
// run.
#include <random>
#include <string>

#include "cases.h"
#include "geometry.h"

namespace bench {
namespace {

constexpr int programs_per_frame = 10, states_per_frame = 48;

// Twenty instructions chosen at random. The nonce is a number too small to be seen.
std::string new_text(unsigned number, unsigned nonce) {
    std::mt19937 random(number);
    const auto temporary = [&] { return std::string(1, "abcd"[random() % 4]); };
    const auto factor = [&] { return std::to_string(0.1 + 0.8 * double(random() % 1000) / 1000); };
    std::string text =
        "!!ARBfp1.0\nTEMP a, b, c, d;\nMOV a, fragment.color;\nMOV b, fragment.color.yzxw;\n"
        "MOV c, fragment.texcoord[0];\nSUB d, 1, a;\n";
    for (int i = 0; i < 20; ++i) {
        const std::string result = temporary(), left = temporary(), right = temporary();
        switch (random() % 6) {
            case 0: text += "MAD_SAT " + result + ", " + left + ", " + factor() + ", " + right + ";\n"; break;
            case 1: text += "MUL " + result + ", " + left + ", " + right + ".wzyx;\n"; break;
            case 2: text += "LRP " + result + ", " + factor() + ", " + left + ", " + right + ";\n"; break;
            case 3: text += "DP3_SAT " + result + ".x, " + left + ", " + right + ";\n"; break;
            case 4: text += "MAX " + result + ", " + left + ", " + right + ".yxwz;\n"; break;
            default: text += "SUB_SAT " + result + ", " + factor() + ", " + left + ";\n"; break;
        }
    }
    std::string tiny = std::to_string(nonce);
    return text + "ADD a, a, b;\nADD c, c, d;\nADD a, a, c;\nMAD result.color, a, 0.25, {0.0000" + tiny + "};\nEND\n";
}

// Square `number` of a picture that 48 × 32 of them fill.
Geometry square(int number) {
    const float x = float(number % 48) / 24 - 1, y = float(number / 48 % 32) / 16 - 1;
    Geometry geometry = rectangle(x, y, x + 1.0f / 24, y + 1.0f / 16, 0, {200, 120, 60, 160});
    geometry.vertices[1].color = {30, 200, 120, 80};
    return geometry;
}

void draw(const Geometry& geometry) {
    set_arrays(geometry.vertices.data());
    gl::DrawArrays(geometry.primitive, 0, GLsizei(geometry.vertices.size()));
}

}  // namespace

Loop new_programs(Client& client) {
    client.need("GL_ARB_fragment_program");
    const int count = programs_per_frame * client.options().programs;
    return {double(count), [&client, count, made = 0]() mutable {
                for (int i = 0; i < count; ++i, ++made) {
                    const GLuint name =
                        client.program(GL_FRAGMENT_PROGRAM_ARB, new_text(unsigned(made), client.options().nonce));
                    draw(square(made));
                    gl::DeleteProgramsARB(1, &name);
                }
            }};
}

Loop new_states(Client& client) {
    client.need_version(1, 4);
    const int count = states_per_frame * client.options().programs;
    gl::Enable(GL_BLEND);
    gl::Enable(GL_DEPTH_TEST);
    gl::Enable(GL_STENCIL_TEST);
    return {double(count), [count, made = client.options().nonce % 100000 * 4096]() mutable {
                constexpr std::array<GLenum, 12> factors = {
                    GL_ONE,       GL_SRC_ALPHA,           GL_ONE_MINUS_SRC_ALPHA, GL_DST_ALPHA,
                    GL_DST_COLOR, GL_ONE_MINUS_DST_COLOR, GL_SRC_COLOR,           GL_ONE_MINUS_SRC_COLOR,
                    GL_ZERO,      GL_ONE_MINUS_DST_ALPHA, GL_CONSTANT_COLOR,      GL_ONE_MINUS_CONSTANT_COLOR};
                constexpr std::array<GLenum, 5> equations = {GL_FUNC_ADD, GL_FUNC_SUBTRACT, GL_FUNC_REVERSE_SUBTRACT,
                                                             GL_MIN, GL_MAX};
                constexpr std::array<GLenum, 4> compares = {GL_ALWAYS, GL_LEQUAL, GL_LESS, GL_NOTEQUAL};
                constexpr std::array<GLenum, 4> operations = {GL_KEEP, GL_INCR, GL_INVERT, GL_REPLACE};
                for (int i = 0; i < count; ++i, ++made) {
                    // Each state once: an odd factor runs through all of 2³² numbers.
                    unsigned choice = made * 2654435761u;
                    const auto pick = [&choice](const auto& values) {
                        const unsigned at = choice % unsigned(values.size());
                        choice /= unsigned(values.size());
                        return values[at];
                    };
                    const GLenum source = pick(factors), destination = pick(factors);
                    gl::BlendFuncSeparate(source, destination, pick(factors), pick(factors));
                    gl::BlendEquation(pick(equations));
                    gl::DepthFunc(pick(compares));
                    gl::StencilFunc(pick(compares), 0, 0xff);
                    const GLenum fails = pick(operations);
                    gl::StencilOp(fails, GL_KEEP, pick(operations));
                    draw(square(int(made % 1536)));
                }
            }};
}

}  // namespace bench
