// What compile threads make of programs that are hot, with all of LLVM's passes, gives the interpreter's bits.
#include "runtime/testing/test_programs.h"

namespace runtime {
namespace {

std::shared_ptr<const Routine> thorough_code(const std::shared_ptr<const arbasm::Program>& program) {
    return std::static_pointer_cast<const Routine>(
        jit::make_routine(program, simd_level_of_cpu(), jit::CompileWish::Thorough).code);
}

// `prepare` may be called for each of both.
template <class Prepare>
void expect_same_bits(const std::string& text, Prepare prepare) {
    const auto program = parse_program(text);
    ASSERT_TRUE(program);
    const auto compiled = thorough_code(program);
    ASSERT_TRUE(compiled);
    LaneRun runs[2];
    for (LaneRun& run : runs) {
        run.attributes.resize(program->attributes.size());
        run.results.resize(program->results.size());
        run.parameters.resize(program->parameters.size());
        prepare(run);
        run.environment.parameters = run.parameters;
        run.group.attributes = run.attributes.data();
        run.group.results = run.results.data();
        const auto routine = &run == runs ? interpreter::make_routine(program, simd_level_of_cpu()) : compiled;
        routine->run(run.environment, run.group);
    }
    for (size_t r = 0; r < program->results.size(); r++)
        for (int c = 0; c < 4; c++)
            for (int lane = 0; lane < group_lanes; lane++)
                if (runs[0].group.active >> lane & 1) {
                    ASSERT_EQ(runs[1].result(lane, c, r), runs[0].result(lane, c, r)) << r << " " << c << " " << lane;
                }
}

// A search through a constant buffer, and loads behind it at places near what it has found: where the buffer lies is
// read in a loop, and again behind it.
TEST(ThoroughCode, ConstantBuffersInLoopsAndBehindThem) {
    std::string text =
        "!!NVfp5.0\nATTRIB wanted = fragment.texcoord[0];\nCBUFFER steps[] = { program.buffer[0][0..1023] };\n"
        "TEMP cc, i, j, k, t, u, v, sum;\nMOV.S j.x, 7;\nMOV.S k.x, 7;\nMOV.S i.x, 6;\nREP;\n"
        "SGE.S.CC t.x, i.x, 0;\nBRK (EQ.x);\nMUL.S u.x, i.x, 16;\n"
        "LDC.F32 v.x, steps[u.x];\nSLT t.x, wanted, v.x;\nMOV.U.CC cc.x, t.x;\nMOV.S j.x (NE.x), i;\n"
        "LDC.F32 v.x, steps[u.x+4];\nSLT t.x, wanted, v.x;\nMOV.U.CC cc.x, t.x;\nMOV.S k.x (NE.x), i;\n"
        "SUB.S i.x, i.x, 1;\nENDREP;\nMOV sum, 0;\n";
    for (const char* found : {"j", "k"})
        for (int ahead = -1; ahead < 3; ahead++) {
            text += std::string("ADD.S t.x, ") + found + ".x, " + std::to_string(ahead) + ";\nMIN.S t.x, t.x, 7;\n" +
                    "MUL.S t.x, t.x, 16;\nLDC.F32 v.x, steps[t.x" + (found[0] == 'k' ? "+4" : "") +
                    "];\nMAD sum, sum, 0.5, v.x;\n";
        }
    text += "MOV result.color, sum;\nEND\n";
    std::vector<float> steps(1024);
    for (size_t i = 0; i < steps.size(); i++) steps[i] = static_cast<float>(i) * 0.25f;
    const std::span<const std::byte> buffers[] = {std::as_bytes(std::span(steps))};
    for (const uint32_t active : {~0u, 0x0000ffffu, 0x80000001u})
        expect_same_bits(text, [&](LaneRun& run) {
            number_lanes(run);
            run.group.active = active;
            run.environment.constant_buffers = buffers;
        });
}

}  // namespace
}  // namespace runtime
