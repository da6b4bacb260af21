// The dialects before NV_gpu_program4: programs that name registers, and ARB programs with NVIDIA's options.
#include <bit>
#include <gtest/gtest.h>

#include "arbasm/assembler.h"

namespace arbasm {
namespace {

std::shared_ptr<const Program> must_parse(std::string_view text) {
    ParseResult result = parse(text);
    for (const Diagnostic& error : result.errors) ADD_FAILURE() << format(error, text);
    if (!result.program) {
        auto empty = std::make_shared<Program>();
        empty->instructions.resize(32);
        return empty;
    }
    const std::string printed = print(*result.program);
    const ParseResult again = parse(printed);
    for (const Diagnostic& error : again.errors) ADD_FAILURE() << format(error, printed);
    if (again.program) {
        EXPECT_EQ(*again.program, *result.program) << printed;
        EXPECT_EQ(again.program->resources, result.program->resources) << printed;
        EXPECT_EQ(print(*again.program), printed);
    }
    return result.program;
}

Diagnostic first_error(std::string_view text) {
    const ParseResult result = parse(text);
    EXPECT_EQ(result.program, nullptr) << text;
    return result.errors.empty() ? Diagnostic{} : result.errors.front();
}

std::string repeat(int count, std::string_view text) {
    std::string result;
    for (int n = 0; n < count; ++n) result += text;
    return result;
}

struct Control {
    std::string_view id, program;
};
constexpr Control controls[] = {
#define CONTROL(id, program) {id, program},
#include "arbasm/conformance/older_controls_test.inc"
#undef CONTROL
};

TEST(OlderDialects, RulesRejectNoMoreThanTheySay) {
    for (const Control& control : controls) {
        SCOPED_TRACE(control.id);
        must_parse(control.program);
    }
}

TEST(OlderDialects, ProgramsHaveLimits) {
    struct Case {
        const char *begin, *line;
        int limit;
    };
    const Case cases[] = {
        {"!!VP1.0 ", "MOV o[HPOS], v[OPOS];", 128},
        {"!!VSP1.0 ", "MOV c[0], v[0];", 128},
        {"!!VP1.1 OPTION NV_position_invariant; ", "MOV o[COL0], v[COL0];", 124},
        {"!!VP2.0 ", "MOV o[HPOS], v[OPOS];", 256},
        {"!!VP2.0 OPTION NV_position_invariant; ", "MOV o[COL0], v[COL0];", 252},
    };
    for (const Case& row : cases) {
        EXPECT_NE(parse(row.begin + repeat(row.limit, row.line) + "END").program, nullptr) << row.begin;
        EXPECT_EQ(parse(row.begin + repeat(row.limit + 1, row.line) + "END").program, nullptr) << row.begin;
    }
    Limits limits;
    limits.instructions = 10;
    EXPECT_NE(parse("!!FP1.0 " + repeat(10, "MOVR o[COLR], f[COL0];") + "END", limits).program, nullptr);
    EXPECT_EQ(parse("!!FP1.0 " + repeat(11, "MOVR o[COLR], f[COL0];") + "END", limits).program, nullptr);
    limits.instructions = 1000;
    limits.vertex_texture_image_units = 2;
    const auto units = [&](std::string_view unit) {
        return parse(
                   "!!ARBvp1.0 OPTION NV_vertex_program3; TEMP t; TEX t, t, texture[0], 2D; TEX t, t, texture[1], 2D; "
                   "TEX t, t, texture[" +
                       std::string(unit) + "], 2D; MOV result.position, t; END",
                   limits)
                   .program != nullptr;
    };
    EXPECT_TRUE(units("1"));
    EXPECT_FALSE(units("2"));
    limits.if_depth = limits.loop_depth = 3;
    const auto nested = [&](int depth, std::string_view open, std::string_view close) {
        return parse("!!ARBfp1.0 OPTION NV_fragment_program2; MOV result.color, fragment.color; " +
                         repeat(depth, open) + repeat(depth, close) + "END",
                     limits)
                   .program != nullptr;
    };
    EXPECT_TRUE(nested(3, "IF TR; ", "ENDIF; "));
    EXPECT_FALSE(nested(4, "IF TR; ", "ENDIF; "));
    EXPECT_TRUE(nested(3, "LOOP {1, 0, 1}; ", "ENDLOOP; "));
    EXPECT_FALSE(nested(4, "LOOP {1, 0, 1}; ", "ENDLOOP; "));
    EXPECT_FALSE(nested(4, "REP {1, 0, 0, 0}; ", "ENDREP; "));
}

TEST(OlderDialects, VertexPrograms10) {
    const auto program = must_parse(R"(!!VP1.0
# the usual transformation
DP4 o[HPOS].x, c[0], v[OPOS];
DP4 o[HPOS].y, c[1], v[0];
ARL A0.x, v[NRML].w;
MOV R3, c[A0.x + 5];
MAD R0.xyz, R3.wzyx, -R1, c[A0.x-2].x;
EXP R1.y, R0.z;
LOG R2, -R0.w;
LIT o[COL0], R0;
MOV o[TEX7].xy, v[TEX7];
MOV o[BFC1], v[7];
MOV o[FOGC].x, v[FOGC];
MOV o[PSIZ].x, R0;
END)");
    EXPECT_EQ(program->stage, Stage::Vertex);
    EXPECT_EQ(program->instruction_set, InstructionSet::Vp10);
    EXPECT_EQ(program->attributes[0].binding.kind, BindingKind::GenericAttrib);
    EXPECT_EQ(program->attributes[0].binding.index, 0);
    EXPECT_EQ(program->address_count, 1);
    const Operand& relative = program->instructions[3].operands[0];
    EXPECT_EQ(relative.relative.file, RegisterFile::Address);
    EXPECT_EQ(relative.element, 5);
    EXPECT_EQ(program->variables[static_cast<size_t>(relative.variable)].size, 96);
    EXPECT_EQ(program->parameters.size(), 98u);  // c[0] and c[1] in place, and all 96
}

TEST(OlderDialects, OneParameterAndAttributeEach) {
    EXPECT_EQ(first_error("!!VP1.0 MAD o[HPOS], c[A0.x], v[0], c[A0.x+1]; END").message,
              "an instruction can read one parameter only");
    must_parse("!!VP1.0 MAD o[HPOS], c[A0.x+1], v[0], c[A0.x+1].x; END");
}

TEST(OlderDialects, StatePrograms) {
    const auto program = must_parse(
        "!!VSP1.0\nDP3 R0, c[4], c[4];\nRSQ R0, R0.x;\nMUL c[5].xyz, c[4], R0;\n"
        "MOV c[6], v[0];\nEND");
    EXPECT_EQ(program->instruction_set, InstructionSet::Vsp10);
    EXPECT_EQ(first_error("!!VSP1.0 MOV o[HPOS], v[0]; END").message,
              "a state program writes temporaries and c[n] only");
    EXPECT_EQ(first_error("!!VSP1.0 ARL A0.x, v[0].x; MOV c[A0.x], v[0]; END").message,
              "parameters can't be written relatively");
}

TEST(OlderDialects, VertexPrograms20) {
    const auto program = must_parse(R"(!!VP2.0
ARLC A1.zw, v[1];
ARR A0, |v[2]|;
ARA A1.xy (GT.x), A0;
MOVC R15 (NE.xxyy), c[A1.w + 255];
SGTC CC.x, R0, -|R15.wzyx|;
BRA skip (EQ.x);
CAL sub;
skip:
SSG R2, c[A0.y - 256];
MOV o[CLP5].x, R2;
MOV o[HPOS], R2;
RET (TR);
sub: COSC R1, R0.x;
RET;
END)");
    EXPECT_EQ(called_instruction(*program, program->instructions[5]), 7);
    EXPECT_EQ(called_instruction(*program, program->instructions[6]), 11);
    EXPECT_EQ(program->instructions[3].condition_update, ConditionUpdate::Code0);
    EXPECT_EQ(program->instructions[2].result.condition.test, ConditionTest::Greater);
    EXPECT_TRUE(program->instructions[1].operands[0].absolute);
    EXPECT_EQ(first_error("!!VP2.0 ADDC1 o[HPOS], R0, R1; END").message,
              "!!VP2.0 programs have one condition code register, and its suffix no number");
    EXPECT_EQ(first_error("!!VP1.1 ADDC o[HPOS], R0, R1; END").message,
              "ADD can't update a condition code in !!VP1.1 programs");
    EXPECT_EQ(first_error("!!VP1.1 MOV o[HPOS], R12; END").message, "\"R12\" is not a register of !!VP1.1 programs");
    EXPECT_EQ(first_error("!!VP1.1 SSG o[HPOS], R1; END").hint, "it came with !!VP2.0");
}

TEST(OlderDialects, FragmentPrograms10) {
    const auto program = must_parse(R"(!!FP1.0
DEFINE half = 0.5;
DEFINE tint = {half, 1, -2};
DECLARE fog;
DECLARE shade = {1, 2, 3, 4};
DECLARE scale = half;
TEX H0, f[TEX0], TEX3, CUBE;
MULX_SAT H1.xyz, H0, tint;
ADD H2, H1, half;
ADD R1, H1, half;
MADRC RC.x, R1, 2, -1;
MOVH HC, shade.wzyx;
DP3HC H63 (LE.y), |H2|, -|scale|;
KIL NE.x;
PK4UB R2, H2;
UP4UB R3, R2.x;
TXD R4, f[TEX1], R3, R2, TEX15, 2D;
RFLR R5.xyz, R4, p[63];
LRPR o[COLR], R5, f[WPOS], fog;
MOVR o[DEPR].z, f[FOGC].x;
END)");
    const auto& code = program->instructions;
    EXPECT_EQ(code[0].texture.unit, 3);
    EXPECT_EQ(code[1].precision, Precision::Fixed12);
    EXPECT_EQ(code[2].precision, Precision::Half);  // that of its result
    EXPECT_EQ(code[3].precision, Precision::Full);
    EXPECT_EQ(code[1].saturation, Saturation::Unsigned);
    int named = 0;
    for (const Binding& binding : program->parameters) {
        if (binding.kind != BindingKind::NamedParameter) continue;
        EXPECT_EQ(binding.index, named);
        if (named == 2) {
            EXPECT_EQ(binding.constant[3], std::bit_cast<uint32_t>(0.5f));
        }
        ++named;
    }
    EXPECT_EQ(named, 3);
    EXPECT_EQ(first_error("!!FP1.0 COSX o[COLR], p[0].x; END").message, "COS takes no suffix X in !!FP1.0 programs");
    EXPECT_EQ(first_error("!!FP1.0 KIL p[0]; END").where.column, 13u);
    EXPECT_EQ(first_error("!!FP1.0 MOVR o[COLR], R0.r; END").message, "!!FP1.0 programs name components x, y, z and w");
    EXPECT_EQ(first_error("!!FCP1.0 MOVR o[COLR], R0; END").hint, "write an !!FP1.0 program");
}

// The examples of 3.11.2 of NV_fragment_program.
TEST(OlderDialects, ConstantsAreMerged) {
    for (const char* good : {"MAD R0, R1, 2, -1;", "ADD R0, {1,2,3,4}, 4;"}) {
        must_parse("!!FP1.0 " + std::string(good) + " MOVR o[COLR], R0; END");
    }
    for (const char* bad : {"ADD R0, {1,2,3,4}, -4;", "ADD R0, {1,2,3,4}, |-4|;", "ADD R0, {1,2,3,4}, -{-1,-2,-3,-4};",
                            "ADD R0, {1,2,3,4}, {4,5,6,7}.x;"}) {
        first_error("!!FP1.0 " + std::string(bad) + " MOVR o[COLR], R0; END");
    }
}

TEST(OlderDialects, HeadersMayStandBehindSpace) {
    must_parse("\n # a comment\n!!VP1.0 MOV o[HPOS], v[0]; END");
    const Diagnostic error = first_error("\n\n !!FP1.0 FOO; END");
    EXPECT_EQ(error.where.line, 3u);
    EXPECT_EQ(error.where.column, 10u);
    first_error("\n# a comment\n!!ARBvp1.0 MOV result.position, vertex.position; END");
}

TEST(OlderDialects, ErrorsOfTheWholeAreAtTheEnd) {
    constexpr std::string_view text = "!!VP1.0 MOV o[COL0], v[COL0]; END";
    EXPECT_EQ(first_error(text).where.offset, text.size());
}

TEST(OlderDialects, FragmentPrograms20) {
    const auto program = must_parse(R"(!!FP2.0
DECLARE count;
DP2AR R0, f[TEX0], f[TEX1], p[1];
NRMH H0, R0;
LOOP count;
  IF GT.x; BRK (TR); ELSE; DIVR R1, R0, R0.w; ENDIF;
ENDLOOP;
REP {4}; ENDREP;
CAL shade (NE);
TXL R2, R1, TEX0, 2D;
MOVR_SSAT o[COLR], R2;
RET;
shade: MOVHC H1, f[FACE].x;
RET;
END)");
    EXPECT_EQ(program->instruction_set, InstructionSet::Fp20);
    EXPECT_EQ(program->instructions[2].target, 8);
    EXPECT_EQ(program->instructions[4].target, 8);
    EXPECT_EQ(program->instructions[8].target, 2);
    EXPECT_EQ(called_instruction(*program, program->instructions[11]), 15);
}

TEST(OlderDialects, VertexProgram2Option) {
    const auto program = must_parse(R"(!!ARBvp1.0
OPTION NV_vertex_program2;
ADDRESS A, B;
PARAM p[8] = { program.env[0..7] };
TEMP t;
ARLC A, vertex.color;
ARR B.yw (GT), vertex.position;
ARA B, A;
SLTC t, 2, |vertex.normal|;
again:
MUL t (EQ.w), t, p[B.w - 3];
RCC t, -|t.x|;
BRA again (LT.xyzw);
CAL sub;
MOV result.clip[3], t;
MOV result.position, t;
RET;
sub: STR t.x, t, t; RET (GE.z);
END)");
    EXPECT_EQ(called_instruction(*program, program->instructions[6]), 4);
    EXPECT_EQ(program->address_count, 2);
    EXPECT_EQ(first_error("!!ARBvp1.0 TEMP t; ADDC t, t, t; END").hint, "that comes with OPTION NV_vertex_program2");
    EXPECT_EQ(first_error("!!ARBvp1.0 TEMP t; SSG t, t; END").hint, "it comes with OPTION NV_vertex_program2");
    EXPECT_EQ(first_error("!!ARBvp1.0 OPTION NV_vertex_program2; TEMP t; MOV t (NE1), t; END").message,
              "!!ARBvp1.0 programs have one condition code register, and its tests no number");
    EXPECT_EQ(first_error("!!ARBvp1.0 OPTION NV_vertex_program2; TEMP t; MOV_SAT t, t; END").message,
              "MOV takes no _SAT in !!ARBvp1.0 programs");
}

TEST(OlderDialects, VertexProgram3Option) {
    const auto program = must_parse(R"(!!ARBvp1.0
OPTION NV_vertex_program3;
ADDRESS A;
TEMP t;
ARL A, vertex.position;
PUSHA A;
POPA A;
TXL t, vertex.texcoord[A.z + 2], texture[1], 2D;
TEXC1_SAT t.xy (NE1.xxyy), t, texture, CUBE;
ADDC0 t, vertex.attrib[A.x], vertex.attrib[3];
MOV result.texcoord[A.y-1], t;
MOV result.position, vertex.texcoord[1];
END)");
    EXPECT_EQ(program->instructions[3].operands[0].element, 2);
    EXPECT_EQ(program->instructions[4].condition_update, ConditionUpdate::Code1);
    EXPECT_EQ(program->instructions[4].result.condition.code_register, 1);
    EXPECT_EQ(program->resources.tex_instructions, 2);
}

TEST(OlderDialects, FragmentProgramOptions) {
    const auto program = must_parse(R"(!!ARBfp1.0
OPTION NV_fragment_program;
SHORT TEMP h;
LONG TEMP r;
SHORT OUTPUT out = result.color;
MULX_SAT h, fragment.color, 2;
ADDHC r (LT.x), |h|, -|r.wzyx|;
KIL GT.x;
KIL r;
DDX r, fragment.texcoord[0];
TXD r, r, h, h, texture[2], RECT;
X2DR h, r, h, r;
UP2US r, r.x;
SFLRC r, r, r;
MOVH out, r;
END)");
    EXPECT_EQ(program->instructions[0].precision, Precision::Fixed12);
    EXPECT_TRUE(program->instructions[2].condition_operand);
    EXPECT_FALSE(program->instructions[3].condition_operand);
    const auto second = must_parse(R"(!!ARBfp1.0
OPTION NV_fragment_program2;
PARAM n = program.local[3];
TEMP r;
LOOP n;
  MADR_SSAT r, fragment.texcoord[A0.x + 1], r, fragment.facing;
  LOOP {2, 0, 1}; ADD r, r, fragment.texcoord[A0.x]; ENDLOOP;
ENDLOOP;
IF GT.x; CMPC r, r, r, r; ELSE; SCSH r.xy, r.x; ENDIF;
MOV result.color, r;
END)");
    EXPECT_EQ(second->instructions[0].target, 5);
    EXPECT_EQ(first_error("!!ARBfp1.0 OPTION NV_fragment_program; TEMP r; CMPC r, r, r, r; END").message,
              "CMP can't update a condition code in !!ARBfp1.0 programs");
    EXPECT_EQ(first_error("!!ARBfp1.0 TEMP r; MULH r, r, r; END").hint, "it comes with OPTION NV_fragment_program");
    EXPECT_EQ(first_error("!!ARBfp1.0 OPTION NV_fragment_program; MOV result.color, fragment.facing; END").message,
              "\"fragment.facing\" needs OPTION NV_fragment_program2");
}

}  // namespace
}  // namespace arbasm
