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

// IF, BRK and CONT with a condition.
void emit_where(ProgramBuilder& builder, Opcode opcode, const ConditionMask& condition) {
    Instruction& instruction = builder.emit(opcode);
    instruction.condition_operand = true;
    instruction.condition = condition;
}

TEST(ProgramBuilder, FillsInWhereBlocksEnd) {
    ProgramBuilder builder = empty_program(Stage::Fragment);
    const int32_t color = builder.bound(RegisterFile::Attribute, binding(BindingKind::Color));
    const int32_t result = builder.bound(RegisterFile::Result, binding(BindingKind::Color));
    const int32_t sum = builder.temporary("sum");
    const ConditionMask less{.test = ConditionTest::Less, .swizzle = {0, 0, 0, 0}};
    const ConditionMask greater{.test = ConditionTest::Greater};
    builder.emit(Opcode::Mov, sum, 0xf, {builder.use(color)}).condition_update = ConditionUpdate::Code0;
    emit_where(builder, Opcode::If, less);
    builder.emit(Opcode::Add, sum, 0xf, {builder.use(sum), builder.use(color)});
    builder.emit(Opcode::Else);
    builder.emit(Opcode::Rep);
    emit_where(builder, Opcode::If, greater);
    builder.emit(Opcode::Cont);
    builder.emit(Opcode::Endif);
    builder.emit(Opcode::Mul, sum, 0xf, {builder.use(sum), builder.use(color)}).condition_update =
        ConditionUpdate::Code0;
    emit_where(builder, Opcode::Brk, less);
    builder.emit(Opcode::Endrep);
    builder.emit(Opcode::Endif);
    builder.emit(Opcode::Mov, result, 0xf, {builder.use(sum)});
    std::vector<Diagnostic> errors;
    const Program program = std::move(builder).finish({}, {}, errors);
    EXPECT_TRUE(errors.empty());
    expect_text(program, R"(!!NVfp5.0
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

TEST(ProgramBuilder, LiteralsHaveTheWidthOfTheirType) {
    ProgramBuilder builder = empty_program(Stage::Vertex);
    const int32_t narrow = builder.literal(DataType::S32, {7, 0, 0, 1});
    EXPECT_EQ(builder.literal(DataType::U32, {7, 0, 0, 1}), narrow) << "equal bits are one";
    const int32_t wide = builder.literal(DataType::U64, {uint64_t{1} << 40, 0, 0, 1});
    Variable sum;
    sum.file = RegisterFile::Temporary;
    sum.name = "sum";
    sum.is_long = true;
    const int32_t to = builder.add(std::move(sum));
    builder.emit(Opcode::Mov, to, 1, {builder.use(wide, {0, 0, 0, 0})}).type = DataType::U64;
    const int32_t result = builder.bound(RegisterFile::Result, binding(BindingKind::GenericAttrib));
    builder.emit(Opcode::Mov, result, 1, {builder.use(narrow, {0, 0, 0, 0})}).type = DataType::S32;
    const Program program = std::move(builder).finish();
    EXPECT_EQ(program.parameters.size(), 3u);
    expect_text(program, R"(!!NVvp5.0
LONG TEMP sum;
MOV.U64 sum.x, {1099511627776, 0, 0, 1}.x;
MOV.S result.attrib[0].x, {7, 0, 0, 1}.x;
END
)");
}

TEST(ProgramBuilder, VariablesStandInAChosenOrder) {
    ProgramBuilder builder = empty_program(Stage::Fragment);
    const int32_t first = builder.temporary("first"), dropped = builder.temporary("dropped");
    Variable units;
    units.file = RegisterFile::Texture;
    units.name = "units";
    units.array = true;
    units.base = 3;
    units.size = 2;
    const int32_t texture = builder.add(std::move(units));
    const int32_t color = builder.bound(RegisterFile::Attribute, binding(BindingKind::Color));
    const int32_t last = builder.temporary("last");
    EXPECT_LT(first, dropped);
    builder.emit(Opcode::Mov, last, 0xf, {builder.use(color)});
    Instruction& lookup = builder.emit(Opcode::Tex, first, 0xf, {builder.use(last)});
    lookup.texture.variable = texture;
    lookup.texture.unit = 1;
    lookup.texture.target = TextureTarget::Target2D;
    builder.order_variables({last, texture, first});
    std::vector<Diagnostic> errors;
    const Program program = std::move(builder).finish({}, {}, errors);
    EXPECT_TRUE(errors.empty());
    expect_text(program, R"(!!NVfp5.0
TEMP last;
TEXTURE units[] = { texture[3..4] };
TEMP first;
MOV last, fragment.color;
TEX first, last, units[1], 2D;
END
)");
}

// What a parser says where it reads a number.
TEST(ProgramBuilder, NumbersBeyondLimitsAreErrors) {
    const auto first_error = [](auto&& change) {
        ProgramBuilder builder = empty_program(Stage::Vertex);
        const int32_t sum = builder.temporary("sum");
        builder.emit(Opcode::Mov, sum, 0xf, {builder.use(sum)}).where.line = 12;
        change(builder, sum);
        std::vector<Diagnostic> errors;
        const Program made = std::move(builder).finish({0, 99, 1}, {}, errors);
        return errors.empty() ? "" : std::to_string(errors[0].where.line) + ": " + errors[0].message;
    };
    const auto with_variable = [&](RegisterFile file, auto&& set, const std::vector<Binding>& bound = {}) {
        return first_error([&](ProgramBuilder& builder, int32_t) {
            Variable variable;
            variable.file = file;
            variable.name = "v";
            variable.array = true;
            set(variable);
            builder.add(std::move(variable), bound);
        });
    };
    EXPECT_EQ(first_error([](ProgramBuilder&, int32_t) {}), "");
    EXPECT_EQ(with_variable(RegisterFile::Texture, [](Variable& v) { v.base = 31, v.size = 2; }),
              "99: a unit number is too large: at most 31 is allowed");
    EXPECT_EQ(with_variable(RegisterFile::Storage, [](Variable& v) { v.buffer = 96; }),
              "99: a buffer number is too large: at most 95 is allowed");
    EXPECT_EQ(with_variable(RegisterFile::Attribute, [](Variable&) {}, {binding(BindingKind::GenericAttrib, 16)}),
              "99: index 16 is out of range: there are 16");
    EXPECT_EQ(with_variable(RegisterFile::Temporary, [](Variable& v) { v.size = 65537; }),
              "99: an array size is too large: at most 65536 is allowed");
    EXPECT_EQ(
        first_error([](ProgramBuilder& builder, int32_t) { builder.program.instructions[0].operands[0].element = 1; }),
        "12: element 1 is outside \"sum\", which has 1 element");
    EXPECT_EQ(first_error([](ProgramBuilder& builder, int32_t sum) {
                  builder.emit(Opcode::Tex, sum, 0xf, {builder.use(sum)}).where.line = 13;
              }),
              "13: TEX has a target that there is none of");
    EXPECT_EQ(first_error([](ProgramBuilder& builder, int32_t) {
                  builder.emit(Opcode::Rep).where.line = 14;
                  builder.emit(Opcode::Endrep);
              }),
              "14: this REP never ends: it has neither a count nor a BRK of its own nor a RET");
}

}  // namespace
}  // namespace arbasm
