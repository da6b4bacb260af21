#include "machines/ctm/emulator/array.h"

#include <chrono>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

#include "machines/ctm/assembly/listing.h"
#include "machines/ctm/commands/commands.h"
#include "machines/ctm/device/am.h"

namespace machines::ctm {
namespace {

// Runs a program's text on a domain whose output is 64x32 FLOAT32_4.
struct Machine {
    Dispatch dispatch;
    Memory memory;
    RunResult result;

    Machine() {
        memory.base = 0x10000;
        memory.bytes.resize(1 << 20);
        dispatch.full_flow_control = true;
        dispatch.outputs[0] = {0x10000, 64, 32, Linear, FLOAT32_4, true};
        dispatch.inputs[2] = {0x20000, 64, 32, Linear, FLOAT32_4, true};
        dispatch.domain = {0, 0, 63, 31};
        for (uint32_t y = 0; y < 32; y++)
            for (uint32_t x = 0; x < 64; x++)
                write_element(FLOAT32_4, {float(x), float(y), float(x * y), 1}, 15,
                              memory.at(0x20000 + element_offset(dispatch.inputs[2], x, y), 16));
    }
    Machine& run(const char* text, unsigned threads = 1) {
        const Listing assembled = assemble(text);
        EXPECT_TRUE(assembled.errors.empty()) << format(assembled.errors.at(0), text);
        dispatch.code = assembled.slots;
        result = run_array(dispatch, memory, threads);
        return *this;
    }
    std::string fault() const { return result.fault.reason; }
    Element at(uint32_t x, uint32_t y) {
        return read_element(FLOAT32_4, memory.at(0x10000 + element_offset(dispatch.outputs[0], x, y), 16));
    }
};

#define OUT_R1                                                                                                        \
    "OUT tex_sem_wait=1 rgb_op=MAX alpha_op=MAX rgb_omod=off alpha_omod=off rgb_omask=rgb alpha_omask=1 rgb.src0=r1 " \
    "alpha.src0=r1 rgb.a=src0.rgb rgb.b=src0.rgb alpha.a=src0.a alpha.b=src0.a\n"
#define MOV_R1_POSITION                                                                                            \
    "ALU rgb_op=MAX alpha_op=MAX rgb_wmask=rgb alpha_wmask=1 rgb.src0=r0 alpha.src0=r0 rgb_addrd=1 alpha_addrd=1 " \
    "rgb.a=src0.rgb rgb.b=src0.rgb alpha.a=src0.a alpha.b=src0.a "

TEST(Array, EachProcessorKnowsWhereItIs) {
    Machine machine;
    machine.dispatch.domain = {3, 1, 50, 30};
    machine.run(MOV_R1_POSITION "\n" OUT_R1);
    EXPECT_EQ(machine.fault(), "");
    EXPECT_EQ(machine.at(3, 1), (Element{3, 1, 0, 1}));
    EXPECT_EQ(machine.at(50, 30), (Element{50, 30, 0, 1}));
    EXPECT_EQ(machine.at(2, 1), (Element{0, 0, 0, 0}));
    EXPECT_EQ(machine.at(51, 30), (Element{0, 0, 0, 0}));
    EXPECT_EQ(machine.at(3, 31), (Element{0, 0, 0, 0}));
    EXPECT_EQ(machine.result.instructions, 48u * 30 * 2);
}

TEST(Array, FetchesAndSemaphore) {
    const std::string fetch = "TEX tex_op=LD tex_id=2 unscaled=1 rgb_wmask=rgb alpha_wmask=1 src=r0.rgrr dst=r1.rgba ";
    Machine machine;
    machine.run((fetch + "tex_sem_wait=1 tex_sem_acquire=1\n" OUT_R1).c_str());
    EXPECT_EQ(machine.fault(), "");
    EXPECT_EQ(machine.at(5, 7), (Element{5, 7, 35, 1}));
    machine.run((fetch + "\n" OUT_R1).c_str());
    EXPECT_EQ(machine.fault(), "reads r1 before its lookup has landed: TEX_SEM_WAIT or TEX_SEM_ACQUIRE is missing");
    EXPECT_EQ(machine.result.fault.instruction, 1);
    machine.run((fetch + "tex_sem_wait=1 tex_sem_acquire=1\n" MOV_R1_POSITION "\n" OUT_R1).c_str());
    EXPECT_EQ(machine.fault(), "writes r1 before its lookup has landed: TEX_SEM_WAIT or TEX_SEM_ACQUIRE is missing");
    machine.run("TEX tex_op=LD tex_id=5 rgb_wmask=rgb src=r0.rgrr dst=r1.rgba\nOUT tex_sem_wait=1");
    EXPECT_EQ(machine.fault(), "input 5 is not set");
}

TEST(Array, WhatIsMissingIsReported) {
    Machine machine;
    EXPECT_EQ(machine.run(OUT_R1).fault(), "reads r1.a, which nothing has written");
    EXPECT_EQ(machine.run(MOV_R1_POSITION).fault(), "the last instruction is not OUTPUT");
    EXPECT_EQ(machine.run("OUT").fault(), "the last OUTPUT does not wait for lookups");
    // NOP between a writer and the presubtract that reads it.
    const std::string presubtract =
        "OUT tex_sem_wait=1 rgb_omask=rgb rgb_op=MAD alpha_op=MAD rgb_srcp_op=inv rgb.src0=r1 rgb.a=srcp.rgb "
        "rgb.b=src0.111 "
        "rgb.c=src0.000";
    EXPECT_EQ(machine.run((MOV_R1_POSITION "\n" + presubtract).c_str()).fault(),
              "presubtracts a register that the instruction before writes without NOP");
    EXPECT_EQ(machine.run((MOV_R1_POSITION "nop=1\n" + presubtract).c_str()).fault(), "");
    EXPECT_EQ(machine.at(5, 3), (Element{-4, -2, 1, 0}));
    // ALU_WAIT before flow control that looks at a result.
    const std::string compare =
        "ALU rgb_op=MAD alpha_op=MAD alu_wmask=1 alu_result_op=ne rgb.src0=r0 rgb.a=src0.r00 "
        "rgb.b=src0.100 rgb.c=src0.000\n";
    EXPECT_EQ(machine.run((compare + "FC flow_op=JUMP jump_func=15 jump_addr=2 b_op0=incr\nOUT tex_sem_wait=1").c_str())
                  .fault(),
              "uses an ALU result without ALU_WAIT");
    EXPECT_EQ(machine.run("FC flow_op=JUMP jump_func=15 jump_addr=1\nOUT tex_sem_wait=1").fault(),
              "uses an ALU result that is not there");
    EXPECT_EQ(machine.run("FC flow_op=ENDREP jump_func=255 jump_addr=0\nOUT tex_sem_wait=1").fault(),
              "the loop stack is empty");
    EXPECT_EQ(machine.run("FC flow_op=JUMP a_op=pop jump_func=255 jump_addr=0\nOUT tex_sem_wait=1").fault(),
              "the address stack is empty");
    EXPECT_EQ(machine.run("FC flow_op=JUMP a_op=push jump_any=1 jump_func=255 jump_addr=0\nOUT tex_sem_wait=1").fault(),
              "calls nest deeper than 4");
    machine.dispatch.most_instructions = 1000;
    EXPECT_EQ(machine.run("FC flow_op=JUMP jump_func=255 jump_addr=0\nOUT tex_sem_wait=1").fault(),
              "given up: too many instructions");
    machine.dispatch.full_flow_control = false;
    EXPECT_EQ(machine.run("FC flow_op=REP jump_addr=1\nOUT tex_sem_wait=1").fault(),
              "loops and calls need full flow control");
    std::string deep;
    for (int i = 0; i < 7; i++) deep += "FC flow_op=JUMP jump_addr=7 b_op0=incr\n";
    EXPECT_EQ(machine.run((deep + "OUT tex_sem_wait=1").c_str()).fault(), "branches nest deeper than 6");
    machine.dispatch.domain = {0, 0, 63, 32};
    EXPECT_EQ(machine.run("OUT tex_sem_wait=1").fault(), "output 0: (0, 32) is beyond the surface of 64x32");
}

// r1.r = 0; REP 10 { IF r1.r >= i: BREAK; r1.r += 1 }: counts to i, at most 10.
const char* const counting =
    "0: ALU rgb_op=MAX alpha_op=MAX rgb_omod=off alpha_omod=off rgb_wmask=rgb alpha_wmask=1 rgb_addrd=1 alpha_addrd=1 "
    "rgb.a=src0.000 rgb.b=src0.000 alpha.a=src0.1 alpha.b=src0.1\n"
    "1: FC flow_op=REP int_addr=3 jump_addr=7 alu_wait=1\n"
    "2: ALU rgb_op=MAD alpha_op=MAD alu_wmask=1 alu_result_op=ge rgb.src0=r1 rgb.src1=r0 rgb.a=src0.r00 rgb.b=src0.100 "
    "rgb.c=-src1.r00\n"
    "3: FC flow_op=JUMP jump_func=15 jump_addr=6 b_op0=incr alu_wait=1\n"
    "4: FC flow_op=BREAKREP jump_func=255 jump_addr=8 b_op1=decr b_pop_cnt=1 alu_wait=1\n"
    "5: FC flow_op=JUMP jump_func=0 jump_any=1 b_op0=decr b_pop_cnt=1 alu_wait=1\n"
    "6: ALU rgb_op=MAD alpha_op=MAD rgb_wmask=r rgb_addrd=1 rgb.src0=r1 rgb.a=src0.r00 rgb.b=src0.100 rgb.c=src0.100\n"
    "7: FC flow_op=ENDREP int_addr=3 jump_func=255 jump_any=1 jump_addr=2 alu_wait=1\n" OUT_R1;

TEST(Array, LoopsAndBreaks) {
    Machine machine;
    machine.dispatch.integers[3].count = 10;
    for (unsigned threads : {1u, 3u}) {
        machine.run(counting, threads);
        EXPECT_EQ(print_fault(machine.result.fault, machine.dispatch.code), "");
        for (uint32_t x = 0; x < 64; x++) EXPECT_EQ(machine.at(x, x / 2)[0], std::min(x, 10u)) << x;
    }
}

TEST(Array, ElseKillAndPredicates) {
    Machine machine;
    // IF i - 8 >= 0: r1.r = 1, ELSE r1.r = 2. Columns from 60 are killed; (pred) r1.g = 5 where i < 4.
    machine.run(
        "0: ALU rgb_op=MAX alpha_op=MAX rgb_wmask=rgb alpha_wmask=1 rgb_addrd=1 alpha_addrd=1 rgb.src0=r0 "
        "rgb.a=src0.rgb "
        "rgb.b=src0.rgb alpha.a=src0.1 alpha.b=src0.1\n"
        "1: ALU rgb_op=MAD alpha_op=MAD alu_wmask=1 alu_result_op=ge rgb.src0=r0 rgb.src1=8 rgb.a=src0.r00 "
        "rgb.b=src0.100 rgb.c=-src1.r00\n"
        "2: FC flow_op=JUMP jump_func=15 jump_addr=5 b_op0=incr b_op1=incr alu_wait=1\n"
        "3: ALU rgb_op=MAX alpha_op=MAX rgb_wmask=r rgb_addrd=1 rgb.a=src0.100 rgb.b=src0.100\n"
        "4: FC flow_op=JUMP jump_func=0 jump_addr=7 b_else=1 b_op1=decr b_pop_cnt=1 alu_wait=1\n"
        "5: ALU rgb_op=MAX alpha_op=MAX rgb_wmask=r rgb_addrd=1 rgb.src0=2 rgb.a=src0.r00 rgb.b=src0.r00\n"
        "6: FC flow_op=JUMP jump_func=0 jump_any=1 b_op0=decr b_pop_cnt=1 alu_wait=1\n"
        "7: ALU rgb_op=MAD alpha_op=MAD rgb_omask=g rgb_target=1 nop=1 rgb.src0=r0 rgb.src1=4 rgb.a=src0.0r0 "
        "rgb.b=src0.010 rgb.c=-src1.0r0\n"
        "8: ALU rgb_op=MAX alpha_op=MAX rgb_pred_sel=g rgb_wmask=g rgb_addrd=1 rgb.src0=5 rgb.a=src0.0g0 "
        "rgb.b=src0.0g0\n"
        "9: ALU rgb_op=MAD alpha_op=MAD rgb_wmask=r rgb_addrd=2 rgb.src0=r0 rgb.src1=c4 rgb.a=-src0.r00 rgb.b=src0.100 "
        "rgb.c=src1.r00\n"
        "10: TEX tex_op=KILL rgb_wmask=r src=r2.rrrr alu_wait=1\n" OUT_R1);
    EXPECT_EQ(print_fault(machine.result.fault, machine.dispatch.code), "");
    machine.dispatch.floats[4] = {59, 0, 0, 0};
    for (uint32_t x = 0; x < 64; x++) EXPECT_EQ(machine.at(x, 2)[3], x == 0 ? 1 : 0) << x;  // c4 was 0: the others died
    machine.result = run_array(machine.dispatch, machine.memory, 2);
    for (uint32_t x = 0; x < 60; x++)
        EXPECT_EQ(machine.at(x, 2), (Element{x >= 8 ? 1.0f : 2.0f, x < 4 ? 5.0f : 2.0f, 0, 1})) << x;
    EXPECT_EQ(machine.at(60, 2)[3], 0);
}

TEST(Array, Numbers) {
    Machine machine;
    const float inf = INFINITY, nan = NAN, tiny = 1e-40f;
    const auto alpha = [&](const char* op, float a, float b = 0, float c = 0, const char* more = "") {
        machine.dispatch.floats[0][3] = a;
        machine.dispatch.floats[1][3] = b;
        machine.dispatch.floats[2][3] = c;
        machine.run((std::string("OUT tex_sem_wait=1 alpha_omask=1 rgb_op=MAD alpha_op=") + op +
                     " alpha.src0=c0 alpha.src1=c1 alpha.src2=c2 alpha.a=src0.a alpha.b=src1.a alpha.c=src2.a " + more)
                        .c_str());
        EXPECT_EQ(machine.fault(), "");
        return machine.at(0, 0)[3];
    };
    EXPECT_EQ(alpha("MAD", 3, 4, 5), 17);
    EXPECT_EQ(alpha("MAD", tiny, 1e30f, 0), 0);
    EXPECT_TRUE(std::isnan(alpha("MAD", 0, inf, 0)));
    EXPECT_EQ(std::bit_cast<uint32_t>(alpha("MAD", inf, 1, -inf)), 0x7fffffffu);
    EXPECT_TRUE(std::signbit(alpha("MIN", 0.0f, -0.0f)));
    EXPECT_FALSE(std::signbit(alpha("MAX", -0.0f, 0.0f)));
    EXPECT_EQ(alpha("MIN", nan, 2), 2);
    EXPECT_EQ(alpha("MAX", nan, 2), 2);
    EXPECT_EQ(alpha("CMP", 1, 2, nan), 2);
    EXPECT_EQ(alpha("CMP", 1, 2, -tiny), 1);
    EXPECT_EQ(alpha("CND", 1, 2, 0.5f), 2);
    EXPECT_EQ(alpha("FRC", -0.25f), 0.75f);
    EXPECT_EQ(alpha("RCP", -0.0f), -inf);
    EXPECT_EQ(alpha("RSQ", -0.0f), inf);
    EXPECT_TRUE(std::isnan(alpha("RSQ", -1)));
    EXPECT_EQ(alpha("LN2", 8), 3);
    EXPECT_EQ(alpha("LN2", 0), -inf);
    EXPECT_EQ(alpha("EX2", -inf), 0);
    EXPECT_EQ(alpha("SIN", 0.25f), 1);
    EXPECT_EQ(alpha("COS", 0.5f), -1);
    EXPECT_EQ(alpha("MAD", 3, 4, 5, "alpha_omod=d8"), 17 / 8.0f);
    EXPECT_EQ(alpha("MAD", 3, 4, 5, "alpha_omod=x4 alpha_clamp=1"), 1);
    EXPECT_EQ(alpha("MAD", inf, 0, 0, "alpha_clamp=1"), 0);
    EXPECT_EQ(alpha("MAX", tiny, -1, 0, "alpha_omod=off"), tiny);
    EXPECT_EQ(alpha("MAX", tiny, -1, 0), 0);
}

TEST(Array, SpeedIsPrinted) {
    Machine machine;
    machine.dispatch.integers[3].count = 200;
    const auto begin = std::chrono::steady_clock::now();
    machine.run(counting);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    const double millions = static_cast<double>(machine.result.instructions) / seconds / 1e6;
    RecordProperty("million_per_second", static_cast<int>(millions));
    std::printf("%.0f million processor instructions in a second\n", millions);
    EXPECT_GT(machine.result.instructions, 100000u);
}

// Through the interface alone: the counting program writes a picture, and the recorder writes files.
TEST(Managed, RunsAndRecords) {
    AMmanagedDeviceInfo info;
    EXPECT_EQ(amOpenManagedConnection("nothing", &info), nullptr);
    const std::string folder = testing::TempDir() + "ctm_recorded";
    std::filesystem::create_directories(folder);
    for (const std::string& name : {std::string("emulator"), "record:" + folder}) {
        AMmanagedDevice device = amOpenManagedConnection(name.c_str(), &info);
        ASSERT_TRUE(device);
        auto* cpu = static_cast<uint8_t*>(info.baseAddressCPU);
        const std::vector<uint8_t> object = write_object(make_object(assemble(counting).slots));
        std::memcpy(cpu, object.data(), object.size());
        cpu[0x8000 + 3 * 4] = 7;  // integer constant 3: seven times
        CommandBuffer commands;
        commands.add(Command::set_inst_fmt, {info.baseAddressSYS, 0});
        commands.add(Command::set_consti_fmt, {info.baseAddressSYS + 0x8000, 0});
        commands.add(Command::set_out_fmt, {0, info.baseAddressSYS + 0x10000, format_word(FLOAT32_4, Tiled, 64), 32});
        commands.add(Command::set_domain, {0, 0, 63, 31});
        commands.add(Command::start_program);
        commands.add(Command::flush_out_cache);
        std::memcpy(cpu + 0x9000, commands.words().data(), commands.words().size() * 4);
        const AMuint32 buffer = amSubmitCommandBuffer(device, info.baseAddressSYS + 0x9000,
                                                      static_cast<AMuint32>(commands.words().size() * 4));
        ASSERT_NE(buffer, 0u) << amManagedFailure(device);
        while (!amCommandBufferConsumed(device, buffer)) {
        }
        const Surface surface{0, 64, 32, Tiled, FLOAT32_4, true};
        const Element value = read_element(FLOAT32_4, cpu + 0x10000 + element_offset(surface, 40, 3));
        EXPECT_EQ(value[0], name == "emulator" ? 7 : 0);
        EXPECT_EQ(amSubmitCommandBuffer(device, 4, 4), 0u);
        EXPECT_STREQ(amManagedFailure(device), "the command buffer is not in memory, or not of whole words");
        amCloseManagedConnection(device);
    }
    std::ifstream text(folder + "/0001-commands.txt");
    std::string line;
    std::getline(text, line);
    EXPECT_EQ(line.substr(0, 12), "set_inst_fmt");
    EXPECT_GT(std::filesystem::file_size(folder + "/0001-memory.bin"), 0x9000u);
}

}  // namespace
}  // namespace machines::ctm
