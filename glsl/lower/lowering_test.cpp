// What programs of GLSL know beside their instructions: where these come from, and what there is no room for.
#include <algorithm>

#include "glsl/testing/rule_rows.h"

namespace glsl::rules {
namespace {

// The lines of the instructions with an opcode, in their order.
std::vector<uint32_t> lines_of(arbasm::Opcode opcode, std::string_view source) {
    const std::shared_ptr<const Shader> all[] = {compiled({fragment, "450", source, ""})};
    LinkOptions options;
    options.separable = true;
    const LinkedProgram program = link(all, options);
    EXPECT_TRUE(program.linked) << program.log;
    std::vector<uint32_t> lines;
    if (!program.linked) return lines;
    for (const arbasm::Instruction& instruction : program.stages[static_cast<size_t>(fragment)].program->instructions)
        if (instruction.opcode == opcode) lines.push_back(instruction.where.line);
    return lines;
}

// The first line is that of #version.
constexpr std::string_view lines = R"(out vec4 color;
uniform int steps;
float half_of(float x) {
    return x / 2.0;
}
void main() {
    float sum = 0.0;
    for (int n = 0; n < steps;
         n++)
        sum += half_of(gl_FragCoord.x);
    color = vec4(sum, smoothstep(0.0, 1.0, sum), 0.0, 1.0);
})";

TEST(Lowering, InstructionsKnowTheLinesOfTheirStatements) {
    EXPECT_EQ(lines_of(arbasm::Opcode::Rep, lines), std::vector<uint32_t>{9});
    EXPECT_EQ(lines_of(arbasm::Opcode::Endrep, lines), std::vector<uint32_t>{9});
    const std::vector<uint32_t> divisions = lines_of(arbasm::Opcode::Div, lines);
    EXPECT_EQ(std::ranges::count(divisions, 5u), 1) << "a function that is expanded has lines of its own";
    const std::vector<uint32_t> products = lines_of(arbasm::Opcode::Mul, lines);
    EXPECT_TRUE(std::ranges::all_of(products, [](uint32_t line) { return line == 12; })) << "built-ins have none";
}

TEST(Lowering, WhatThereIsNoRoomForIsToldWithItsLine) {
    const auto log = [](std::string_view source) {
        LinkOptions options;
        options.separable = true;
        return link_log({{fragment, "450", source, ""}}, options);
    };
    EXPECT_EQ(log("out vec4 color;\nvoid main() {\n    color = vec4(1);\n    for (;;) ;\n}"),
              "error: the fragment program, line 5: this REP never ends: it has neither a count nor a BRK of its own "
              "nor a RET\n");
    EXPECT_EQ(log("uniform sampler2D all[100];\nuniform int n;\nout vec4 color;\n"
                  "void main() { color = texture(all[n], vec2(0)); }"),
              "error: the fragment program: a unit number is too large: at most 31 is allowed\n");
}

}  // namespace
}  // namespace glsl::rules
