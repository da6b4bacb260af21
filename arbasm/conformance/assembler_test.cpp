#include "arbasm/assembler.h"

#include <bit>
#include <gtest/gtest.h>

#include "ir/bindings.h"
#include "ir/lower/expand_fog.h"
#include "ir/lower/expand_position_invariance.h"

namespace arbasm {
namespace {

std::shared_ptr<const Program> must_parse(std::string_view text) {
    ParseResult result = parse(text);
    for (const Diagnostic& error : result.errors) ADD_FAILURE() << format(error, text);
    if (!result.program) return std::make_shared<Program>();
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

TEST(Parse, FlattensAVertexProgram) {
    const auto program = must_parse(R"(!!ARBvp1.0
ATTRIB position = vertex.position;
PARAM mvp[4] = { state.matrix.mvp };
TEMP eye;
DP4 result.position.x, mvp[0], position;
MUL eye, vertex.position, {2, 3};
MOV result.texcoord[1].xy, eye.yxzw;
END)");
    ASSERT_EQ(program->attributes.size(), 1u);  // the declared and the inline one are the same register
    EXPECT_EQ(program->attributes[0].binding.kind, BindingKind::Position);
    ASSERT_EQ(program->parameters.size(), 5u);
    EXPECT_EQ(program->parameters[2].kind, BindingKind::MatrixMvp);
    EXPECT_EQ(program->parameters[2].row, 2);
    EXPECT_EQ(program->parameters[4].kind, BindingKind::Constant);
    EXPECT_EQ(program->parameters[4].constant[1], std::bit_cast<uint32_t>(3.0f));
    EXPECT_EQ(program->parameters[4].constant[3], std::bit_cast<uint32_t>(1.0f));
    ASSERT_EQ(program->results.size(), 2u);
    EXPECT_EQ(program->results[1].index, 1);
    EXPECT_EQ(program->temporary_count, 1);
    EXPECT_EQ(program->instructions[2].operands[0].swizzle, (Swizzle{1, 0, 2, 3}));
    EXPECT_EQ(program->instructions[2].result.write_mask, 3);
    EXPECT_EQ(program->resources.parameters, 5);
    EXPECT_EQ(program->resources.attributes, 1);
}

TEST(Parse, CountsTextureIndirections) {
    // The three examples of issue 24 of ARB_fragment_program.
    EXPECT_EQ(must_parse("!!ARBfp1.0\nMOV result.color, fragment.color;\nEND")->resources.tex_indirections, 1);
    EXPECT_EQ(must_parse("!!ARBfp1.0\nTEMP c; MUL c, fragment.texcoord[0], fragment.texcoord[1];"
                         "TEX result.color, c, texture[0], 2D; END")
                  ->resources.tex_indirections,
              2);
    EXPECT_EQ(must_parse("!!ARBfp1.0\nTEMP a, b; TEX a, fragment.texcoord[0], texture[0], 2D; MUL a, a, a;"
                         "TEX b, fragment.texcoord[1], texture[1], 2D; TEX b, a, texture[2], 2D;"
                         "TEX result.color, b, texture[3], 2D; END")
                  ->resources.tex_indirections,
              3);
}

TEST(Parse, MergesEqualConstantsWhenCounting) {
    // The example of 2.14.3.7 of ARB_vertex_program: four in the indexed array, two others.
    const auto program = must_parse(R"(!!ARBvp1.0
PARAM arr1[4] = { {1,2,3,4}, {1,2,3,4}, {4,4,4,4}, {5,6,7,8} };
PARAM arr2[3] = { {1,2,3,4}, {5,6,7,8}, {0,1,2,3} };
PARAM x = {4,3,2,1}; PARAM y = {1,2,3,4}; PARAM z = 4; PARAM r = {4,3,2,1};
ADDRESS A; ARL A.x, vertex.color.x; MOV result.position, arr1[A.x];
END)");
    EXPECT_EQ(program->resources.parameters, 6);
}

TEST(Parse, LinksFlowControl) {
    const auto program = must_parse(R"(!!NVfp4.0
INT TEMP i;
TEMP c;
CAL twice;
REP 3;
  SUB.S.CC i, i, 1;
  IF EQ.x; BRK; ELSE; CONT (GT.y); ENDIF;
ENDREP;
MOV result.color, c;
RET;
twice: ADD c, c, c; RET;
END)");
    const auto& code = program->instructions;
    EXPECT_EQ(called_instruction(*program, code[0]), 11);
    EXPECT_EQ(code[1].target, 8);
    EXPECT_EQ(code[3].target, 5);
    EXPECT_EQ(code[4].target, 8);
    EXPECT_EQ(code[5].target, 7);
    EXPECT_EQ(code[6].target, 8);
    EXPECT_EQ(code[8].target, 1);
    EXPECT_EQ(code[2].condition_update, ConditionUpdate::Code0);
    EXPECT_EQ(code[6].condition.test, ConditionTest::Greater);
    EXPECT_EQ(code[6].condition.swizzle, (Swizzle{1, 1, 1, 1}));
}

TEST(Parse, ReadsTypesAndModifiers) {
    const auto program = must_parse(R"(!!NVfp5.0
INT TEMP i; UINT TEMP u; LONG TEMP d; TEMP f;
MOV.S i, -5; MOV.U u, 0xffffffff; MUL.S.HI i, i, {1, -2};
ADD.F64 d, d, 1.5; CVT.S32.F32.FLR i, f; ADDRC1_SSAT f, f, 1; MULH f, f, f;
MOV.S.NTC f, u; MOV.U u, {1, 2};
END)");
    const auto& code = program->instructions;
    EXPECT_EQ(code[0].type, DataType::S32);
    EXPECT_EQ(code[1].type, DataType::U32);
    EXPECT_TRUE(code[2].modifiers & modifier_high);
    EXPECT_EQ(code[3].type, DataType::F64);
    EXPECT_EQ(code[4].type, DataType::S32);
    EXPECT_EQ(code[4].storage, DataType::F32);
    EXPECT_EQ(code[4].rounding, Rounding::Floor);
    EXPECT_EQ(code[5].condition_update, ConditionUpdate::Code1);
    EXPECT_EQ(code[5].saturation, Saturation::Signed);
    EXPECT_EQ(code[6].precision, Precision::Half);
    const Binding& constant = program->parameters.back();
    EXPECT_EQ(constant.constant, (std::array<uint32_t, 4>{1, 2, 0, 1}));
}

TEST(Parse, PlacesArraysAndLongTemporaries) {
    const auto program = must_parse(R"(!!NVfp5.0
TEMP a, b[3]; LONG TEMP c; TEMP d;
ATTRIB t[] = { fragment.texcoord[1..3] }; FLAT INT ATTRIB n = fragment.attrib[2];
TEXTURE units[] = { texture[4..6] };
BUFFER4 block[] = { program.buffer[2][5..9] };
CBUFFER many[][] = { program.buffer[3..4] };
INT TEMP i;
MOV.S i, n;
TEX a, t[i.x+2], units[i.x], 2D, offset(i);
ADD b[i.y], block[4], t[0];
LDC.F32X4 d, many[1][i.x+16];
MOV result.color, b[1];
END)");
    EXPECT_EQ(program->variables[1].base, 1);
    EXPECT_EQ(program->variables[1].size, 3);
    EXPECT_EQ(program->variables[3].base, 6);  // behind the two registers of the LONG one
    EXPECT_EQ(program->attributes.size(), 4u);
    EXPECT_EQ(program->attributes[3].interpolation, Interpolation::Flat);
    const Instruction& fetch = program->instructions[1];
    EXPECT_EQ(fetch.operands[0].element, 2);
    EXPECT_EQ(fetch.operands[0].relative.file, RegisterFile::Temporary);
    EXPECT_EQ(fetch.texture.relative.component, 0);
    ASSERT_TRUE(fetch.texture.offset_operand.has_value());
    ASSERT_EQ(program->texture_units.size(), 7u);
    EXPECT_EQ(program->texture_units[3], TextureTarget::None);
    EXPECT_EQ(program->texture_units[4], TextureTarget::Target2D);
    EXPECT_EQ(program->instructions[3].operands[0].vertex, 1);
    EXPECT_EQ(program->instructions[3].operands[0].element, 16);
}

// Every binding that a stage can name reads back as itself.
TEST(Parse, EveryBindingReadsBack) {
    struct Kind {
        Stage stage;
        InstructionSet set;
        const char* options;
    };
    int seen = 0;
    for (const Kind& kind : {Kind{Stage::Vertex, InstructionSet::Arb10, ""},
                             Kind{Stage::Fragment, InstructionSet::Arb10, "OPTION ARB_draw_buffers;"},
                             Kind{Stage::Vertex, InstructionSet::Nv50, ""},
                             Kind{Stage::Fragment, InstructionSet::Nv50,
                                  "OPTION ARB_draw_buffers; OPTION ARB_fragment_layer_viewport;"}}) {
        for (const BindingRow& row : binding_rows()) {
            for (BindingSide side : {BindingSide::Input, BindingSide::Output, BindingSide::Parameter}) {
                if (!(row.where & binding_scope(kind.stage, kind.set, side)) || row.pattern.empty()) continue;
                if (row.option != Option::Count && row.option != Option::ArbFragmentLayerViewport) continue;
                Binding binding;
                binding.kind = row.kind;
                const Limits limits;
                binding.index = static_cast<int16_t>(std::max(0, binding_limit(row, kind.stage, side, limits) - 1));
                if (row.kind == BindingKind::Weight || row.kind == BindingKind::MatrixIndex) binding.index = 0;
                binding.back = row.pattern.find('@') != std::string_view::npos;
                binding.secondary =
                    row.pattern.find('$') != std::string_view::npos && row.pattern.find('[') == std::string_view::npos;
                binding.row = row.pattern.find('%') != std::string_view::npos ? 3 : 0;
                const std::string spelled = binding_text(binding, kind.stage, kind.set, side);
                std::string text(header_text(kind.stage, kind.set));
                text += std::string("\n") + kind.options + " TEMP t; ";
                text += side == BindingSide::Output ? "MOV " + spelled + ", t; END" : "MOV t, " + spelled + "; END";
                const auto program = must_parse(text);
                if (program->instructions.empty()) continue;
                const Binding& found = side == BindingSide::Output      ? program->results.at(0)
                                       : side == BindingSide::Parameter ? program->parameters.at(0)
                                                                        : program->attributes.at(0).binding;
                EXPECT_EQ(found, binding) << spelled;
                ++seen;
            }
        }
    }
    EXPECT_GT(seen, 150);
}

TEST(Parse, AcceptsTheStringsOwnEnd) {
    using namespace std::string_view_literals;
    EXPECT_NE(parse("!!ARBfp1.0\nEND\n\0"sv).program, nullptr);
    EXPECT_EQ(parse("!!ARBfp1.0\nEND\0TEMP a;"sv).program, nullptr);
    EXPECT_EQ(parse("!!ARBfp1.0\nTEMP a\0;END"sv).program, nullptr);
}

TEST(Print, WritesArraysAsRanges) {
    const auto program = must_parse(
        "!!NVvp4.0\nPARAM p[] = { state.matrix.mvp, state.matrix.texture[1].inverse.row[1..2],"
        "program.env[0..3], program.local[7], state.matrix.mvp.row[3] };"
        "ATTRIB t[] = { vertex.texcoord[0..2] }; MOV result.position, p[0]; END");
    EXPECT_EQ(print(*program), R"(!!NVvp4.0
PARAM p[12] = { state.matrix.mvp, state.matrix.texture[1].inverse.row[1..2], program.env[0..3], program.local[7], state.matrix.mvp.row[3] };
ATTRIB t[3] = { vertex.texcoord[0..2] };
MOV result.position, p[0];
END
)");
}

TEST(Diagnostics, NameThePlace) {
    const Diagnostic error = first_error("!!ARBfp1.0\nTEMP t;\n  MUL t, t, missing;\nEND");
    EXPECT_EQ(error.where.line, 3u);
    EXPECT_EQ(error.where.column, 13u);
    EXPECT_EQ(error.where.offset, 31u);
    EXPECT_EQ(format(error, "!!ARBfp1.0\nTEMP t;\n  MUL t, t, missing;\nEND"),
              "3:13: error: \"missing\" is not declared\n  MUL t, t, missing;\n            ^\n");
}

TEST(Diagnostics, HintAtWhatWasMeant) {
    EXPECT_NE(first_error("!!ARBfp1.0\nTEMP t; MUL t, t, t; MOVE t, t; END").hint.find("MOV"), std::string::npos);
    EXPECT_NE(first_error("!!ARBfp1.0\nMOV result.color, fragment.colour; END").hint.find("fragment.color?"),
              std::string::npos);
    EXPECT_NE(
        first_error("!!ARBfp1.0\nMOV result.color, state.light[0].difuse; END").hint.find("state.light[0].diffuse?"),
        std::string::npos);
    EXPECT_NE(first_error("!!ARBfp1.0\nTEMP colour; MOV result.color, color; END").hint.find("\"colour\""),
              std::string::npos);
    EXPECT_NE(first_error("!!ARBfp1.0\nTEMP t; BFR t, t; END").hint.find("!!NVfp5.0"), std::string::npos);
    EXPECT_NE(first_error("!!NVfp4.0\nTEMP t; BFR t, t; END").hint.find("!!NVfp5.0"), std::string::npos);
    EXPECT_NE(first_error("!!ARBfp1.0\nOPTION ARB_fog_ex; END").hint.find("ARB_fog_exp"), std::string::npos);
    EXPECT_NE(
        first_error("!!ARBfp1.0\nMOV result.color[1], fragment.color; END").message.find("OPTION ARB_draw_buffers"),
        std::string::npos);
    EXPECT_NE(first_error("!!ARBfp2.0\nEND").hint.find("!!ARBfp1.0"), std::string::npos);
}

TEST(Diagnostics, GoOnBehindAnError) {
    const ParseResult result = parse("!!ARBfp1.0\nTEMP t;\nMOV t, a;\nMOV t t;\nFOO t;\nMOV result.color, t;\nEND");
    ASSERT_EQ(result.errors.size(), 3u);
    EXPECT_EQ(result.errors[0].where.line, 3u);
    EXPECT_EQ(result.errors[1].where.line, 4u);
    EXPECT_EQ(result.errors[2].where.line, 5u);
}

TEST(Lower, FogBecomesInstructions) {
    const auto program = must_parse("!!ARBfp1.0\nOPTION ARB_fog_linear;\nMOV result.color, fragment.color;\nEND");
    const Program fogged = expand_fog(*program);
    EXPECT_FALSE(fogged.has(Option::ArbFogLinear));
    EXPECT_EQ(print(fogged), R"(!!ARBfp1.0
TEMP color_before_fog;
TEMP fog_factor;
MOV color_before_fog, fragment.color;
SUB fog_factor.x, state.fog.params.z, fragment.fogcoord.x;
MUL_SAT fog_factor.x, fog_factor.x, state.fog.params.w;
MOV_SAT color_before_fog, color_before_fog;
LRP result.color.xyz, fog_factor.x, color_before_fog, state.fog.color;
MOV result.color.w, color_before_fog;
END
)");
    EXPECT_EQ(*must_parse(print(fogged)), fogged);
    for (std::string_view option : {"ARB_fog_exp", "ARB_fog_exp2"}) {
        const auto other =
            must_parse("!!NVfp4.0\nOPTION " + std::string(option) +
                       ";\nCAL paint; IF TR; RET; ENDIF; paint: MOV result.color, fragment.color; RET; END");
        const Program expanded = expand_fog(*other);
        EXPECT_EQ(*must_parse(print(expanded)), expanded);
        EXPECT_GT(entry_point(expanded), 0);
    }
}

TEST(Lower, PositionInvarianceBecomesInstructions) {
    const auto program = must_parse("!!ARBvp1.0\nOPTION ARB_position_invariant;\nMOV result.color, vertex.color;\nEND");
    const Program expanded = expand_position_invariance(*program);
    EXPECT_EQ(print(expanded), R"(!!ARBvp1.0
DP4 result.position.x, vertex.position, state.matrix.mvp.row[0];
DP4 result.position.y, vertex.position, state.matrix.mvp.row[1];
DP4 result.position.z, vertex.position, state.matrix.mvp.row[2];
DP4 result.position.w, vertex.position, state.matrix.mvp.row[3];
MOV result.color, vertex.color;
END
)");
    EXPECT_EQ(*must_parse(print(expanded)), expanded);
    const auto looping = must_parse(
        "!!NVvp4.0\nOPTION ARB_position_invariant;\nREP 2; MOV result.color, vertex.color; BRK;"
        "ENDREP; END");
    const Program moved = expand_position_invariance(*looping);
    EXPECT_EQ(*must_parse(print(moved)), moved);
}

}  // namespace
}  // namespace arbasm
