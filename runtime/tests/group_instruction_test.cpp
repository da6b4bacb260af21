// Threads of a group that look at each other, against plain code written from the specifications' pseudo-code; indirect
// calls.
#include <random>

#include "ir/optimize/optimize.h"
#include "runtime/testing/test_programs.h"

namespace runtime {
namespace {

constexpr const char* header = "!!NVfp5.0\nOPTION NV_shader_thread_group;\nOPTION NV_shader_thread_shuffle;\n";

uint32_t truth(bool value, char type) { return !value ? 0 : type == 'F' ? bits_of(1.0f) : ~0u; }

// Only the lanes of `running` get to the instruction.
struct Case {
    LaneMask active, running;
};
std::vector<Case> cases() {
    return {
        {all_lanes, all_lanes}, {all_lanes, 0x0ff00ff1}, {0x00ffff00, 0x00ffff00}, {0x0000ffff, 0x00005a0f}, {1, 1}};
}

LaneRun run_case(const std::string& instruction, const Case& c, const std::array<LaneVector, 3>& operands) {
    // texcoord[3].x says who takes part; results of the others stay 77.
    const std::string text = std::string(header) +
                             "TEMP r, t;\nMOV.U r, {77, 77, 77, 77};\nMOV.U.CC t, fragment.texcoord[3];\nIF NE.x;\n" +
                             instruction + "\nENDIF;\nMOV.U result.color, r;\nEND\n";
    const auto program = parse_program(text);
    return run_program(program, [&](LaneRun& run) {
        run.group.active = c.active;
        for (size_t i = 0; i < program->attributes.size(); i++) {
            const auto index = static_cast<size_t>(program->attributes[i].binding.index);
            if (index < 3) {
                run.attributes[i] = operands[index];
            } else {
                for (int lane = 0; lane < group_lanes; lane++)
                    run.attributes[i].component[0].lane[lane] = c.running >> lane & 1;
            }
        }
    });
}

TEST(GroupInstructions, VoteAmongActiveThreads) {
    std::mt19937 random(5);
    for (const char type : {'F', 'S', 'U'})
        for (const Case& c : cases())
            for (int round = 0; round < 4; round++) {
                std::array<LaneVector, 3> operands{};
                const uint32_t values[] = {0, 0, 1, 0x80000000u, bits_of(NAN), bits_of(1.0f), ~0u};
                for (auto& word : operands[0].component) {
                    const size_t choices = round == 0 ? 1 : round == 1 ? 7 : 2 + random() % 5;
                    for (uint32_t& lane : word.lane) lane = values[random() % choices];
                    if (round == 2)
                        for (uint32_t& lane : word.lane) lane = values[2];
                }
                for (const std::string name : {"TGALL", "TGANY", "TGEQ", "TGBALLOT"}) {
                    const LaneRun run = run_case(name + "." + type + " r, fragment.texcoord[0];", c, operands);
                    for (size_t component = 0; component < 4; component++) {
                        bool all = true, any = false;
                        uint32_t ballot = 0;
                        for (int lane = 0; lane < group_lanes; lane++) {
                            if (!(c.running >> lane & 1)) continue;
                            const uint32_t bits = operands[0].component[component].lane[lane];
                            const bool zero = type == 'F' ? float_of(bits) == 0.0f : bits == 0;
                            if (zero)
                                all = false;
                            else
                                any = true;
                            if (!zero) ballot |= 1u << lane;
                        }
                        const uint32_t wanted = name == "TGALL"   ? truth(all, type)
                                                : name == "TGANY" ? truth(any, type)
                                                : name == "TGEQ"  ? truth(all == any, type)
                                                                  : ballot;
                        for (int lane = 0; lane < group_lanes; lane++)
                            if (c.active >> lane & 1) {
                                ASSERT_EQ(run.result(lane, static_cast<int>(component)),
                                          c.running >> lane & 1 ? wanted : 77u)
                                    << name << type << " lane " << lane;
                            }
                    }
                }
            }
}

TEST(GroupInstructions, SwizzleQuads) {
    std::array<LaneVector, 3> operands{};
    for (size_t c = 0; c < 4; c++)
        for (int lane = 0; lane < group_lanes; lane++) {
            operands[0].component[c].lane[lane] = bits_of(static_cast<float>(lane * 10) + static_cast<float>(c));
            operands[1].component[c].lane[lane] = bits_of(static_cast<float>(lane) * 0.001f);
        }
    for (const std::string name : {"QSWZ0", "QSWZ1", "QSWZ2", "QSWZ3", "QSWZX", "QSWZY"})
        for (const Case& c : cases()) {
            const LaneRun run = run_case(name + ".F r, -fragment.texcoord[0], fragment.texcoord[1];", c, operands);
            for (int lane = 0; lane < group_lanes; lane++) {
                if (!(c.active >> lane & 1)) continue;
                const int quad = lane / 4 * 4;
                bool whole = true;
                for (int i = 0; i < 4; i++) whole &= (c.running >> (quad + i) & 1) != 0;
                const char which = name[4];
                const int x = lane % 2, y = lane / 2 % 2;
                const int from = which == 'X'   ? quad + 2 * y + (1 - x)
                                 : which == 'Y' ? quad + 2 * (1 - y) + x
                                                : quad + which - '0';
                for (int k = 0; k < 4; k++) {
                    const float wanted = whole ? -(static_cast<float>(from * 10) + static_cast<float>(k)) +
                                                     static_cast<float>(lane) * 0.001f
                                               : 0.0f;
                    ASSERT_EQ(run.result(lane, k), c.running >> lane & 1 ? bits_of(wanted) : 77u) << name << lane;
                }
            }
        }
}

// "SHF* from an inactive thread reads what its register holds", which the thread's own index chooses: on every engine,
// optimised or not. Thread 4 does not come to the instruction; its registers hold 1004, 1104 and 1204.
TEST(GroupInstructions, InactiveThreadsIndexTheirOwnRegisters) {
    struct Operand {
        const char* before;  // in the branch
        const char* text;
        uint32_t held;
    };
    static constexpr Operand operands[] = {
        {"", "s.x", 1004},
        {"", "regs[q.w].x", 1104},
        {"MOV.U q.w, 2;\n", "regs[q.w].x", 1104},
        {"MOV.U q.w, 0;\n", "regs[q.w + 1].x", 1204},
        {"", "-regs[q.w].x", 0u - 1104},
        {"", "params[q.w].x", 8},
        {"", "inputs[q.w].y", 4},
        {"", "words[q.w].x", 21},
        {"MOV.U s, 5;\n", "s.x", 1004},
    };
    static constexpr uint32_t words[] = {20, 20, 20, 20, 21, 21, 21, 21, 22, 22, 22, 22};
    const std::span<const std::byte> buffer = std::as_bytes(std::span(words));
    for (const Operand& operand : operands) {
        const auto program = parse_program(
            std::string(header) +
            "TEMP r, q, s, regs[3];\nPARAM params[3] = { program.env[0..2] };\nBUFFER4 words[] = { "
            "program.buffer[0][0..2] };\n"
            "ATTRIB inputs[] = { fragment.texcoord[0..2] };\n"
            "MOV.U r, 0;\nMOD.U q.w, fragment.texcoord[0].y, 3;\nADD.U s, fragment.texcoord[0].y, 1000;\nMOV.U "
            "regs[0], s;\n"
            "ADD.U regs[1], s, 100;\nADD.U regs[2], s, 200;\nAND.U.CC q.x, fragment.texcoord[0].y, 1;\nIF NE.x;\n" +
            operand.before + "SHFIDX.U r.xy, " + operand.text + ", 4, 31;\nENDIF;\nMOV.U result.color, r;\nEND\n");
        ASSERT_TRUE(program);
        for (const auto& form : {program, arbasm::optimize(program)}) {
            const LaneRun run = run_program(form, [&](LaneRun& prepared) {
                for (LaneVector& attribute : prepared.attributes)
                    for (uint32_t lane = 0; lane < group_lanes; lane++) attribute.component[1].lane[lane] = lane;
                for (size_t n = 0; n < prepared.parameters.size(); n++) {
                    const arbasm::Binding& binding = form->parameters[n];
                    prepared.parameters[n] = binding.kind == arbasm::BindingKind::Constant
                                                 ? binding.constant
                                                 : Vector4{7u + static_cast<uint32_t>(binding.index), 0, 0, 0};
                }
                static std::span<const std::byte> buffers[1];
                buffers[0] = buffer;
                prepared.environment.constant_buffers = buffers;
            });
            for (int lane = 0; lane < group_lanes; lane++)
                EXPECT_EQ(run.result(lane, 1), lane % 2 ? operand.held : 0) << lane << "\n" << arbasm::print(*form);
        }
    }
}

// The same of derivatives: the quad's threads that do not come there have registers, too.
TEST(GroupInstructions, DerivativesOfIndexedRegistersInBranches) {
    for (const char* before : {"", "MOV.U q.w, 2;\n"}) {
        const auto program =
            parse_program(std::string(header) +
                          "TEMP r, q, regs[3];\nMOV.U r, 0;\nMOD.U q.w, fragment.texcoord[0].y, 3;\nMOV regs[0], "
                          "1;\nMOV regs[1], 10;\n"
                          "MOV regs[2], 100;\nSUB.U.CC q.x, fragment.texcoord[0].y, 1;\nIF EQ.x;\n" +
                          std::string(before) + "DDX r.x, regs[q.w].x;\nENDIF;\nMOV.U result.color, r;\nEND\n");
        ASSERT_TRUE(program);
        for (const auto& form : {program, arbasm::optimize(program)})
            EXPECT_EQ(run_program(form, number_lanes).value(1), *before ? 99 : 9) << arbasm::print(*form);
    }
}

TEST(GroupInstructions, ShuffleWithinSegments) {
    std::mt19937 random(9);
    for (const std::string name : {"SHFIDX", "SHFUP", "SHFDOWN", "SHFXOR"})
        for (const char type : {'F', 'S', 'U'})
            for (int round = 0; round < 24; round++) {
                std::array<LaneVector, 3> operands{};
                // As the shading language's functions of a width call it, then anything.
                const int width = 1 << (round % 5 + 1);
                for (int lane = 0; lane < group_lanes; lane++) {
                    operands[0].component[0].lane[lane] = bits_of(static_cast<float>(100 + lane));
                    operands[1].component[0].lane[lane] = round < 5 ? static_cast<uint32_t>(round) : random() % 40;
                    const auto segment = static_cast<uint32_t>((32 - width) << 8);
                    operands[2].component[0].lane[lane] =
                        static_cast<uint32_t>(round < 12 ? segment | (name == "SHFUP" ? 0u : 31u) : random());
                }
                const Case all{all_lanes, all_lanes};
                const LaneRun run = run_case(
                    name + "." + type + " r, fragment.texcoord[0].x, fragment.texcoord[1].x, fragment.texcoord[2].x;",
                    all, operands);
                for (int lane = 0; lane < group_lanes; lane++) {
                    const int index = static_cast<int>(operands[1].component[0].lane[lane] % 32);
                    const uint32_t mask = operands[2].component[0].lane[lane];
                    const int segment = static_cast<int>(mask >> 8) & 31, clamp = static_cast<int>(mask) & 31;
                    const int least = lane & segment, most = least | (clamp & ~segment & 31);
                    int from = 0;
                    bool valid = false;
                    if (name == "SHFIDX") {
                        from = (index & ~segment & 31) | least;
                        valid = from <= most;
                    } else if (name == "SHFUP") {
                        from = lane - index;
                        valid = from >= most;
                    } else {
                        from = name == "SHFDOWN" ? lane + index : lane ^ index;
                        valid = from <= most;
                    }
                    if (!valid) from = lane;
                    ASSERT_EQ(run.result(lane, 0), truth(valid, type))
                        << name << " lane " << lane << " index " << index;
                    ASSERT_EQ(run.value(lane, 1), static_cast<float>(100 + from)) << name << " lane " << lane;
                    // What the GLSL function of this width says.
                    if (round < 12) {
                        const int own = lane % width;
                        const int wanted = name == "SHFIDX"    ? index
                                           : name == "SHFUP"   ? own - index
                                           : name == "SHFDOWN" ? own + index
                                                               : own ^ index;
                        // Exclusive or may leave the segment downwards, which the assembly's test lets pass.
                        if (name == "SHFUP" || name == "SHFDOWN") {
                            ASSERT_EQ(valid, wanted >= 0 && wanted < width) << name << " width " << width;
                        }
                    }
                }
            }
}

// Time goes on, and is the same for all threads; those that don't get there keep what they have.
TEST(GroupInstructions, ReadTheClock) {
    const auto program = parse_program(
        "!!NVfp5.0\nOPTION NV_internal;\nOPTION NV_shader_thread_shuffle;\nTEMP a, b, s, t;\nMOV.U b, 77;\nCLOCK a;\n"
        "SGT.F.CC t, fragment.texcoord[0].x, 5;\nIF NE.x;\nCLOCK b;\nENDIF;\n"
        "SUB.U t.x, b.x, a.x;\nSLT.U result.color.x, t.x, 1000000000;\nSEQ.U result.color.y, b.x, 77;\n"
        "SHFIDX.U s, a.x, 0, 31;\nSEQ.U result.color.z, s.y, a.x;\nOR.U t.x, a.x, a.y;\nOR.U t.y, a.z, a.w;\n"
        "SNE.U t.x, t.x, 0;\nSEQ.U t.y, t.y, 0;\nAND.U result.color.w, t.x, t.y;\nEND\n");
    const LaneRun run = run_program(program, number_lanes);
    for (int lane = 0; lane < group_lanes; lane++) {
        const bool again = lane > 5;
        if (again) {
            EXPECT_EQ(run.result(lane, 0), ~0u) << lane;
        }
        EXPECT_EQ(run.result(lane, 1), again ? 0 : ~0u) << lane;
        EXPECT_EQ(run.result(lane, 2), ~0u) << lane;
        EXPECT_EQ(run.result(lane, 3), ~0u) << lane;
    }
}

TEST(GroupInstructions, SetConditionCodes) {
    const LaneRun run = run_program(
        parse_program(
            "!!NVfp5.0\nTEMP r, t;\nMOV.F r, 0;\nTGANY.F.CC t, fragment.texcoord[0].x;\nIF NE.x;\nMOV.F r, 1;\n"
            "ENDIF;\nMOV.F result.color, r;\nEND\n"),
        number_lanes);
    for (int lane = 0; lane < group_lanes; lane++) EXPECT_EQ(run.value(lane), 1.0f);
}

TEST(Derivatives, CoarseOnesAreTheQuads) {
    const LaneRun run = run_program(
        parse_program(
            "!!NVfp5.0\nOPTION ARB_derivative_control;\nTEMP r;\nMUL.F r, fragment.texcoord[0].x, "
            "fragment.texcoord[0].x;\n"
            "DDX.F.COARSE result.color.x, r;\nDDY.F.COARSE result.color.y, r;\nDDX.F.FINE result.color.z, r;\n"
            "DDY.F.FINE result.color.w, r;\nEND\n"),
        number_lanes);
    for (int lane = 0; lane < group_lanes; lane++) {
        const int quad = lane / 4 * 4;
        const auto value = [&](int x, int y) {
            const int n = quad + 2 * y + x;
            return static_cast<float>(n * n);
        };
        EXPECT_EQ(run.value(lane, 0), value(1, 0) - value(0, 0));
        EXPECT_EQ(run.value(lane, 1), value(0, 1) - value(0, 0));
        EXPECT_EQ(run.value(lane, 2), value(1, lane / 2 % 2) - value(0, lane / 2 % 2));
        EXPECT_EQ(run.value(lane, 3), value(lane % 2, 1) - value(lane % 2, 0));
    }
}

// Calls of `first` become calls of a subroutine parameter: CALI as the parser makes it.
TEST(IndirectCalls, GoWhereTheParameterSays) {
    arbasm::Program program = *parse_program(
        "!!NVfp5.0\nTEMP r, i;\n"
        "main:\nMOV.F r, {0, 0, 0, 0};\nFLR.S i, fragment.texcoord[0];\nMOD.S i, i, 3;\nCAL first;\nCAL first;\n"
        "SUB.F.CC i, fragment.texcoord[0].x, 16;\nCAL first (LT.x);\nMOV.F result.color, r;\nRET;\n"
        "first:\nADD.F r.x, r, 1;\nRET (LT.x);\nADD.F r.w, r, 1;\nRET;\n"
        "second:\nADD.F r.y, r, 1;\nMOV.S i, {0, 0, 0, 0};\nRET;\n"
        "third:\nADD.F r.z, r, 1;\nEND\n");
    arbasm::Variable variable;
    variable.file = arbasm::RegisterFile::Subroutine;
    variable.array = true;
    variable.size = 4;
    program.variables.push_back(variable);
    const auto parameter = static_cast<int32_t>(program.variables.size()) - 1;
    program.subroutine_parameters = 4;
    for (arbasm::Label& label : program.labels) {
        if (label.name == "first") label.subroutine_number = 4;
        if (label.name == "second") label.subroutine_number = 0;
        if (label.name == "third") label.subroutine_number = 1;
    }
    int call = 0;
    for (arbasm::Instruction& instruction : program.instructions) {
        if (instruction.opcode != arbasm::Opcode::Cal) continue;
        instruction.opcode = arbasm::Opcode::Cali;
        instruction.target = -1;
        instruction.operand_count = 1;
        arbasm::Operand& operand = instruction.operands[0];
        operand.file = arbasm::RegisterFile::Subroutine;
        operand.variable = parameter;
        operand.element = call == 1 ? 3 : 0;
        if (call == 0)
            for (size_t v = 0; v < program.variables.size(); v++)
                if (program.variables[v].name == "i")
                    operand.relative = {static_cast<int32_t>(v), 0, arbasm::RegisterFile::Temporary, 0};
        call++;
    }
    ASSERT_EQ(call, 3);
    const uint32_t numbers[] = {4, 0, 1, 4};
    const LaneRun run = run_program(std::make_shared<const arbasm::Program>(program), [&](LaneRun& prepared) {
        number_lanes(prepared);
        prepared.environment.subroutines = numbers;
    });
    for (int lane = 0; lane < group_lanes; lane++) {
        const float wanted_x = (lane % 3 == 0 ? 1.0f : 0.0f) + 1.0f + (lane < 16 ? 1.0f : 0.0f);
        EXPECT_EQ(run.value(lane, 0), wanted_x) << lane;
        EXPECT_EQ(run.value(lane, 1), lane % 3 == 1 ? 1.0f : 0.0f) << lane;
        EXPECT_EQ(run.value(lane, 2), lane % 3 == 2 ? 1.0f : 0.0f) << lane;
        // RET (LT.x) leaves early for the lanes whose last code is below zero: only in the last call.
        EXPECT_EQ(run.value(lane, 3), (lane % 3 == 0 ? 1.0f : 0.0f) + 1.0f) << lane;
    }
}

TEST(Threads, KnowThemselves) {
    const LaneRun run = run_program(
        parse_program(
            "!!NVfp5.0\nOPTION NV_shader_thread_group;\nOPTION ARB_draw_buffers;\n"
            "MOV.U result.color.x, fragment.threadid.x;\nMOV.U result.color.y, fragment.threadeqmask.x;\n"
            "MOV.U result.color.z, fragment.threadltmask.x;\nMOV.U result.color.w, fragment.threadlemask.x;\n"
            "MOV.U result.color[1].x, fragment.threadgtmask.x;\nMOV.U result.color[1].y, fragment.threadgemask.x;\n"
            "MOV.S result.color[1].z, fragment.helperthread.x;\nMOV.U result.color[1].w, fragment.warpid.x;\nEND\n"),
        [](LaneRun& prepared) { prepared.group.helpers = 0xf0; });
    for (int lane = 0; lane < group_lanes; lane++) {
        uint32_t masks[5] = {};
        for (int other = 0; other < group_lanes; other++) {
            const uint32_t bit = 1u << other;
            if (other == lane) masks[0] |= bit;
            if (other < lane) masks[1] |= bit;
            if (other <= lane) masks[2] |= bit;
            if (other > lane) masks[3] |= bit;
            if (other >= lane) masks[4] |= bit;
        }
        EXPECT_EQ(run.result(lane, 0, 0), static_cast<uint32_t>(lane));
        for (int i = 0; i < 5; i++) EXPECT_EQ(run.result(lane, (1 + i) % 4, (1 + i) / 4), masks[i]) << lane << i;
        EXPECT_EQ(run.result(lane, 2, 1), lane >= 4 && lane < 8 ? ~0u : 0u);
        EXPECT_EQ(run.result(lane, 3, 1), 0u);
    }
}

}  // namespace
}  // namespace runtime
