// Programs that are built print as text that parses to equal ones.
#include "ir/program_builder.h"

#include <gtest/gtest.h>

#include "arbasm/assembler.h"

namespace arbasm {
namespace {

ProgramBuilder empty_program(Stage stage) {
    Program program;
    program.stage = stage;
    program.instruction_set = InstructionSet::Nv50;
    return ProgramBuilder(std::move(program));
}

Binding binding(BindingKind kind, int16_t index = 0) {
    Binding made;
    made.kind = kind;
    made.index = index;
    return made;
}

void expect_text(const Program& program, std::string_view text) {
    EXPECT_EQ(print(program), text);
    const ParseResult parsed = parse(text);
    ASSERT_TRUE(parsed.program) << format(parsed.errors[0], text);
    EXPECT_EQ(*parsed.program, program);
}

TEST(ProgramBuilder, NumbersRegistersByFirstUse) {
    ProgramBuilder builder = empty_program(Stage::Vertex);
    // Added in another order than they are used in; one of them is never used.
    const int32_t color = builder.bound(RegisterFile::Attribute, binding(BindingKind::Color));
    const int32_t half = builder.constant({0.5f, 0.5f, 0.5f, 1});
    builder.bound(RegisterFile::Parameter, binding(BindingKind::FogColor));
    const int32_t result = builder.bound(RegisterFile::Result, binding(BindingKind::Position));
    const int32_t position = builder.bound(RegisterFile::Attribute, binding(BindingKind::Position));
    const int32_t sum = builder.temporary("sum");
    builder.emit(Opcode::Mad, sum, 0xf, {builder.use(color), builder.use(half), builder.use(position)});
    builder.emit(Opcode::Rcp, sum, 0x8, {builder.use_scalar(sum, 3)});
    builder.emit(Opcode::Mul, result, 0xf, {builder.use(sum), builder.use(sum, {3, 3, 3, 3})});
    const Program program = std::move(builder).finish();
    EXPECT_EQ(program.attributes.size(), 2u);
    EXPECT_EQ(program.parameters.size(), 1u);
    expect_text(program, R"(!!NVvp5.0
TEMP sum;
MAD sum, vertex.color, {0.5, 0.5, 0.5, 1}, vertex.position;
RCP sum.w, sum.w;
MUL result.position, sum, sum.w;
END
)");
}

TEST(ProgramBuilder, FillsInWhereBlocksEnd) {
    ProgramBuilder builder = empty_program(Stage::Fragment);
    const int32_t color = builder.bound(RegisterFile::Attribute, binding(BindingKind::Color));
    const int32_t result = builder.bound(RegisterFile::Result, binding(BindingKind::Color));
    const int32_t sum = builder.temporary("sum");
    const ConditionMask less{.test = ConditionTest::Less, .swizzle = {0, 0, 0, 0}};
    const ConditionMask greater{.test = ConditionTest::Greater};
    builder.emit(Opcode::Mov, sum, 0xf, {builder.use(color)}).condition_update = ConditionUpdate::Code0;
    builder.begin_if(less);
    builder.emit(Opcode::Add, sum, 0xf, {builder.use(sum), builder.use(color)});
    builder.begin_else();
    builder.begin_loop();
    builder.begin_if(greater);
    builder.continue_loop();
    builder.end_if();
    builder.emit(Opcode::Mul, sum, 0xf, {builder.use(sum), builder.use(color)}).condition_update =
        ConditionUpdate::Code0;
    builder.leave_loop(less);
    builder.end_loop();
    builder.end_if();
    builder.emit(Opcode::Mov, result, 0xf, {builder.use(sum)});
    expect_text(std::move(builder).finish(), R"(!!NVfp5.0
TEMP sum;
MOV.CC sum, fragment.color;
IF (LT.x);
  ADD sum, sum, fragment.color;
ELSE;
  REP;
    IF (GT);
      CONT;
    ENDIF;
    MUL.CC sum, sum, fragment.color;
    BRK (LT.x);
  ENDREP;
ENDIF;
MOV result.color, sum;
END
)");
}

TEST(ProgramBuilder, AvoidsNamesThatAreTaken) {
    const std::string text = "!!NVvp4.0\nTEMP t;\nt_:\nMOV t, vertex.position;\nMOV result.position, t;\nEND\n";
    const ParseResult parsed = parse(text);
    ASSERT_TRUE(parsed.program);
    ProgramBuilder builder(*parsed.program);
    EXPECT_EQ(builder.unused_name("t"), "t__");
    EXPECT_EQ(builder.program.variables[static_cast<size_t>(builder.temporary("t"))].name, "t__");
    EXPECT_EQ(builder.unused_name("t"), "t___");
}

TEST(ProgramBuilder, InstructionsHaveTheirOpcodesType) {
    ProgramBuilder builder = empty_program(Stage::Vertex);
    const int32_t t = builder.temporary("t");
    EXPECT_EQ(builder.emit(Opcode::And, t, 0xf, {builder.use(t), builder.use(t)}).type, DataType::S32);
    EXPECT_EQ(builder.emit(Opcode::Add, t, 0xf, {builder.use(t), builder.use(t)}).type, DataType::F32);
    expect_text(std::move(builder).finish(), "!!NVvp5.0\nTEMP t;\nAND t, t, t;\nADD t, t, t;\nEND\n");
}

// ---- labels

Program parsed(std::string_view text) {
    const ParseResult result = parse(text);
    EXPECT_TRUE(result.program) << format(result.errors.at(0), text);
    return result.program ? *result.program : Program();
}

// The main program runs on past labels, where a subroutine returns.
TEST(ProgramBuilder, TheOldMainRunsWhatItRanInto) {
    ProgramBuilder builder(
        parsed("!!NVvp4.0\nTEMP t;\nMOV t, t;\nCAL g;\nf:\nADD t, t, t;\nIF GT;\nRET;\nENDIF;\nREP t.x;\nMUL t, t, "
               "t;\nENDREP;\n"
               "RET;\ng:\nMOV result.position, t;\nEND\n"));
    const int32_t t = 0;
    EXPECT_TRUE(builder.begin_epilogue("old"));
    builder.emit(Opcode::Mov, t, 0xf, {builder.use(t)});
    builder.emit(Opcode::Ret);
    expect_text(
        std::move(builder).finish(),
        "!!NVvp4.0\nTEMP t;\nold:\nMOV t, t;\nCAL g;\nADD t, t, t;\nIF (GT);\n  RET;\nENDIF;\nREP t.x;\n  MUL t, t, "
        "t;\n"
        "ENDREP;\nRET;\nf:\nADD t, t, t;\nIF (GT);\n  RET;\nENDIF;\nREP t.x;\n  MUL t, t, t;\nENDREP;\nRET;\ng:\n"
        "MOV result.position, t;\nRET;\nmain:\nCAL old;\nMOV t, t;\nRET;\nEND\n");
}

TEST(ProgramBuilder, CallsFindTheirLabelsWhenOthersComeBeforeThem) {
    ProgramBuilder builder(parsed(
        "!!NVvp5.0\nSUBROUTINETYPE k { f, g };\nSUBROUTINE k s = program.subroutine[0];\nTEMP t;\nCALI s;\nCAL f;\n"
        "RET;\nf SUBROUTINENUM(0):\ng SUBROUTINENUM(1):\nMOV t, t;\nEND\n"));
    EXPECT_TRUE(builder.begin_epilogue("old"));
    builder.emit(Opcode::Mov, 1, 0xf, {builder.use(1)});
    builder.emit(Opcode::Ret);
    const Program program = std::move(builder).finish();
    EXPECT_EQ(program.labels[static_cast<size_t>(program.subroutine_types[0].labels[0])].name, "f");
    EXPECT_EQ(program.labels[static_cast<size_t>(program.instructions[1].target)].name, "f");
    EXPECT_EQ(parsed(print(program)), program);
}

// What is moved to the entry is no part of the routine that begins there.
TEST(ProgramBuilder, MovesToTheEntryBeforeOtherLabels) {
    for (const char* main : {"", "main:\n"}) {
        const std::string head = "!!NVvp4.0\nTEMP t;\n" + std::string(main),
                          rest = "f:\nREP t.x;\nADD t, t, t;\nENDREP;\nCAL f;\n";
        ProgramBuilder builder(parsed(head + rest + "END\n"));
        builder.emit(Opcode::Mul, 0, 0xf, {builder.use(0), builder.use(0)});
        builder.move_to_entry(4);
        std::string wanted = head + "MUL t, t, t;\nf:\nREP t.x;\n  ADD t, t, t;\nENDREP;\nCAL f;\nEND\n";
        expect_text(std::move(builder).finish(), wanted);
    }
}

}  // namespace
}  // namespace arbasm
