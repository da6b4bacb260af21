// What compile threads make of programs that are hot, with all of LLVM's passes, gives the interpreter's bits.
#include <random>

#include "runtime/testing/test_programs.h"

namespace runtime {
namespace {

std::shared_ptr<const Routine> thorough_code(const std::shared_ptr<const arbasm::Program>& program) {
    return std::static_pointer_cast<const Routine>(
        jit::make_routine(program, simd_level_of_cpu(), jit::CompileRequest::Thorough).code);
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
                    ASSERT_TRUE(same_value(runs[1].result(lane, c, r), runs[0].result(lane, c, r)))
                        << r << " " << c << " " << lane << "\n"
                        << text;
                }
}

// Numbers of every size, and what is none, in the first attribute's lanes and components.
void give_any_floats(LaneRun& run, uint32_t seed) {
    constexpr uint32_t special[] = {0x00000000, 0x80000000, 0x7f800000, 0xff800000, 0x7fc00000, 0x00000001, 0x80000001,
                                    0x007fffff, 0x00800000, 0x80800000, 0x7f7fffff, 0xff7fffff, 0x3f800000, 0xbf800000,
                                    0x7effffff, 0x01000000, 0x00ffffff, 0x42fc0000, 0xc2fc0000, 0x46000000, 0x4b7fffff};
    std::mt19937 random(seed);
    for (auto& component : run.attributes[0].component)
        for (int lane = 0; lane < group_lanes; lane++) {
            const auto word = static_cast<uint32_t>(random());
            component.lane[lane] = word % 3 == 0   ? special[(word >> 8) % std::size(special)]
                                   : word % 3 == 1 ? static_cast<uint32_t>(random())
                                                   : bits_of(static_cast<float>(word) * 0x1p-30f - 1);
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

// Products by powers of two become parts of sums where that can't be seen.
TEST(ThoroughCode, SumsOfExactProducts) {
    for (const char* power : {"2", "-4", "0.5", "-0.125", "1.152921504606847e18", "8.673617379884035e-19",
                              "2.305843009213694e18", "4.336808689942018e-19", "1.7e38", "3"})
        for (const char* summand :
             {"3", "-1.7", "1", "1.152921504606847e18", "-8.673617379884035e-19", "1.7e38", "1e-30", "0", "-0"}) {
            const std::string text = std::string("!!NVfp5.0\nATTRIB v = fragment.texcoord[0];\nTEMP t, u;\n") +
                                     "MUL t, v, " + power + ";\nADD u.x, t, " + summand + ";\nSUB u.y, t, " + summand +
                                     ";\nSUB u.z, " + summand + ", t;\nMAD u.w, v.w, " + power + ", " + summand +
                                     ";\nMOV result.color, u;\nEND\n";
            for (uint32_t seed = 0; seed < 3; seed++)
                expect_same_bits(text, [&](LaneRun& run) { give_any_floats(run, seed); });
        }
}

// Zeros that are added make +0 of -0, which some see and others don't.
TEST(ThoroughCode, AddedZeros) {
    for (const char* user :
         {"MOV u, t;\n", "RCP u.x, t.x;\n", "FRC u, t;\n", "MUL u, t, v.yzwx;\n", "MUL u, t, v.yzwx;\nFRC u, u;\n",
          "ADD u, t, t;\n", "ADD u, t, 1;\nRCP u.x, u.x;\n", "SUB u, 0, t;\nMAX u, u, v.wxyz;\n", "SLT u, t, v.y;\n",
          "CMP u, t, t, v.y;\n", "FLR u, t;\nRCP u.y, u.y;\n", "MAD u, t, v, v.y;\nEX2 u.x, u.x;\n", "ABS u, t;\n",
          "DIV u, v, t.x;\n", "MUL u, t, v.y;\nADD u, u, 0;\nMUL u, u, v.z;\nSGE u, u, v.w;\n", "I2F u, t;\n",
          "TRUNC.S u, t;\n", "MIN u, t, -t;\n"}) {
        const std::string text = std::string("!!NVfp5.0\nATTRIB v = fragment.texcoord[0];\nTEMP t, u;\nMOV u, 0;\n") +
                                 "ADD t, v, 0;\n" + user + "MOV result.color, u;\nEND\n";
        for (uint32_t seed = 0; seed < 3; seed++)
            expect_same_bits(text, [&](LaneRun& run) { give_any_floats(run, seed); });
    }
}

// Functions beside each other have one branch for what few arguments need: of some, of all, or of none.
TEST(ThoroughCode, RareArgumentsOfNeighbours) {
    const std::string functions =
        "SIN b.x, a.x;\nCOS b.y, a.y;\nEX2 b.z, a.z;\nRSQ b.w, |a.w|;\nMAD a, b, 0.25, 0.5;\n"
        "LG2 b.x, a.x;\nPOW b.y, |v.y|, a.w;\nRCP b.z, a.z;\nSIN b.w, v.x;\nPOW b.x, b.x, b.w;\nEX2 b.y, v.w;\n";
    const std::string text =
        "!!NVfp5.0\nOPTION ARB_draw_buffers;\nATTRIB v = fragment.texcoord[0];\nTEMP a, b, c;\n"
        "MOV a, v;\n" +
        functions + "MOV c, b;\nMAD a, b, 0.125, v;\n" + functions +
        "MOV result.color, b;\nMOV result.color[1], c;\nEND\n";
    for (uint32_t seed = 0; seed < 20; seed++)
        expect_same_bits(text, [&](LaneRun& run) {
            give_any_floats(run, seed);
            std::mt19937 random(seed);
            // Most lanes are ordinary, so that it is not always all of the functions.
            for (auto& component : run.attributes[0].component)
                for (int lane = 0; lane < group_lanes; lane++)
                    if (random() % 64 >= seed)
                        component.lane[lane] = bits_of(0.25f + static_cast<float>(lane) * 0.125f);
        });
}

}  // namespace
}  // namespace runtime
