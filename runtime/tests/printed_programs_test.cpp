// What the specifications show in small programs, in their overviews, their sections on the language and their issues:
// each idea as a program of our own, which loads and runs, and what they print as wrong is refused. The section or
// issue is named above each.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <map>

#include "runtime/testing/test_programs.h"

namespace runtime {
namespace {

using Lanes = std::function<Vector4(int lane)>;

Vector4 floats(float x, float y = 0, float z = 0, float w = 0) {
    return {bits_of(x), bits_of(y), bits_of(z), bits_of(w)};
}

// Attributes by the number in their binding (texcoord[3], attrib[3]: 3).
struct Given {
    std::map<int, Lanes> attributes = {};
    std::vector<std::span<const std::byte>> buffers = {};
    std::vector<TextureBinding> textures = {};
    std::vector<uint32_t> subroutines = {};
};

LaneRun run_printed(const std::string& text, const Given& given = {}) {
    const auto program = parse_program(text);
    return run_program(program, [&](LaneRun& prepared) {
        for (size_t i = 0; i < program->attributes.size(); i++) {
            const auto found = given.attributes.find(program->attributes[i].binding.index);
            if (found == given.attributes.end()) continue;
            for (int lane = 0; lane < group_lanes; lane++) {
                const Vector4 value = found->second(lane);
                for (size_t c = 0; c < 4; c++) prepared.attributes[i].component[c].lane[lane] = value[c];
            }
        }
        prepared.environment.constant_buffers = given.buffers;
        prepared.environment.textures = given.textures;
        prepared.environment.subroutines = given.subroutines;
    });
}

bool loads(const std::string& text) { return arbasm::parse(text).program != nullptr; }

void expect_refused(const std::string& text, std::string_view reason) {
    const arbasm::ParseResult result = arbasm::parse(text);
    EXPECT_FALSE(result.program) << text;
    ASSERT_FALSE(result.errors.empty()) << text;
    EXPECT_NE(result.errors[0].message.find(reason), std::string::npos) << result.errors[0].message << "\n" << text;
}

const std::string vertex4 = "!!NVvp4.0\n", fragment4 = "!!NVfp4.0\n", vertex5 = "!!NVvp5.0\n",
                  fragment5 = "!!NVfp5.0\n";

// ---- NV_gpu_program4 -----------------------------------------------------------------------------------------------

// 2.X.3.3: single rows, and arrays of rows, of matrices.
TEST(PrintedPrograms, MatrixRows) {
    const std::string text = vertex4 +
                             "PARAM first = state.matrix.modelview[0].row[0];\n"
                             "PARAM last = state.matrix.projection.transpose.row[3];\n"
                             "PARAM middle[] = { state.matrix.program[0].row[1..2] };\n"
                             "PARAM all[] = { state.matrix.program[0].transpose };\n"
                             "MOV result.texcoord[0], first;\nMOV result.texcoord[1], last;\n"
                             "MOV result.texcoord[2], middle[1];\nMOV result.texcoord[3], all[3];\n"
                             "ADD result.texcoord[4], middle[0], all[0];\nEND\n";
    const auto program = parse_program(text);
    ASSERT_TRUE(program);
    EXPECT_EQ(program->parameters.size(), 8u);
    // The order of declaration is that of the parameters.
    const LaneRun run = run_program(program, [&](LaneRun& prepared) {
        for (size_t i = 0; i < prepared.parameters.size(); i++)
            prepared.parameters[i] = floats(static_cast<float>(i + 1));
    });
    const float wanted[] = {1, 2, 4, 8, 3 + 5};
    for (size_t r = 0; r < 5; r++) EXPECT_EQ(run.value(0, 0, r), wanted[r]) << r;
}

// 2.X.3.5: what arrays of results can be bound to.
TEST(PrintedPrograms, ArraysOfResults) {
    const auto with = [](const std::string& bindings) {
        return vertex4 + "OUTPUT o[] = { " + bindings +
               " };\nMOV o[0], vertex.position;\nMOV o[1], vertex.position;\nEND\n";
    };
    EXPECT_TRUE(loads(with("result.clip[1], result.clip[2]")));
    EXPECT_TRUE(loads(with("result.texcoord[0..3]")));
    EXPECT_FALSE(loads(with("result.texcoord[1], result.texcoord[3]")));
    EXPECT_FALSE(loads(with("result.texcoord[2], result.texcoord[1]")));
    EXPECT_FALSE(loads(with("result.texcoord[1], result.clip[2]")));
}

// 2.X.3.7: a second name for a variable.
TEST(PrintedPrograms, Aliases) {
    const LaneRun run = run_printed(fragment4 +
                                    "TEMP old;\nALIAS other = old;\nMOV.F old, 4;\nADD.F other, other, 1;\n"
                                    "MOV.F result.color, old;\nEND\n");
    EXPECT_EQ(run.value(3, 2), 5.0f);
    expect_refused(fragment4 + "TEMP old;\nALIAS old = old;\nMOV.F result.color, old;\nEND\n", "");
    expect_refused(fragment4 + "ALIAS other = nothing;\nMOV.F result.color, other;\nEND\n", "");
}

// 2.X.4.4: one unit, two targets. In 5.0 also through an array that has the unit.
TEST(PrintedPrograms, OneTargetForEachUnit) {
    const std::vector<std::string> targets = {"1D", "2D", "ARRAY2D", "SHADOW2D", "3D"};
    for (const std::string& one : targets)
        for (const std::string& other : targets)
            EXPECT_EQ(loads(fragment4 + "TEMP t;\nTEX t, fragment.texcoord[0], texture[0], " + one +
                            ";\nTEX result.color, fragment.texcoord[0], texture[0], " + other + ";\nEND\n"),
                      one == other)
                << one << " " << other;
    expect_refused(fragment5 +
                       "TEMP t;\nTEXTURE units[] = { texture[0..3] };\nTEX t, fragment.texcoord[0], units[2], 2D;\n"
                       "TEX result.color, fragment.texcoord[0], texture[1], 3D;\nEND\n",
                   "");
}

// 2.X.5: a choice by the sign, a counted loop, a subroutine before main.
TEST(PrintedPrograms, Flow) {
    const LaneRun run = run_printed(
        fragment4 +
            "TEMP n, sum, root;\nsquare:\nMUL.F root, root, root;\nRET;\nmain:\nMOV.F.CC n, fragment.texcoord[0];\n"
            "IF GT.x;\nMOV.F result.color.x, fragment.texcoord[1];\nELSE;\nMOV.F result.color.x, "
            "fragment.texcoord[2];\n"
            "ENDIF;\nMOV.F sum, 0;\nREP.F fragment.texcoord[3].x;\nADD.F sum, sum, 1.5;\nENDREP;\n"
            "MOV.F result.color.y, sum;\nMOV.F root, 9.0;\nCAL square;\nMOV.F result.color.z, root;\nEND\n",
        {.attributes = {{0, [](int lane) { return floats(static_cast<float>(lane) - 4); }},
                        {1, [](int) { return floats(11); }},
                        {2, [](int) { return floats(22); }},
                        {3, [](int lane) { return floats(static_cast<float>(lane) / 2); }}}});
    for (int lane = 0; lane < group_lanes; lane++) {
        EXPECT_EQ(run.value(lane, 0), lane > 4 ? 11.0f : 22.0f);
        EXPECT_EQ(run.value(lane, 1), 1.5f * static_cast<float>(lane / 2));
        EXPECT_EQ(run.value(lane, 2), 81.0f);
    }
    // Blocks are closed where they were opened.
    for (const char* wrong : {"IF NE.x;\nREP 3;\nENDIF;\nENDREP;\n", "REP 3;\nIF NE.x;\nENDREP;\nENDIF;\n",
                              "IF NE.x;\ninside:\nENDIF;\n", "IF NE.x;\n"})
        EXPECT_FALSE(loads(fragment4 + wrong + "END\n")) << wrong;
}

// Differences from earlier languages, and issue 10: run-time indices by declared arrays only.
TEST(PrintedPrograms, IndexedArrays) {
    const LaneRun run = run_printed(
        vertex4 +
            "ATTRIB some[] = { vertex.attrib[7..11] };\nTEMP scratch[10];\nINT TEMP at;\n"
            "OUTPUT outside[] = { result.texcoord[0..3] };\nMOV.S at, vertex.attrib[1];\n"
            "MOV.F scratch[at.x+2], some[at.x];\nMOV.F outside[at.y], scratch[at.x+2];\nEND\n",
        {.attributes = {{1,
                         [](int lane) {
                             return Vector4{static_cast<uint32_t>(lane % 5), static_cast<uint32_t>(lane % 4), 0, 0};
                         }},
                        {7, [](int) { return floats(70); }},
                        {8, [](int) { return floats(80); }},
                        {9, [](int) { return floats(90); }},
                        {10, [](int) { return floats(100); }},
                        {11, [](int) { return floats(110); }}}});
    for (int lane = 0; lane < group_lanes; lane++)
        EXPECT_EQ(run.value(lane, 0, static_cast<size_t>(lane % 4)), static_cast<float>(70 + 10 * (lane % 5))) << lane;
    EXPECT_FALSE(loads(vertex4 + "INT TEMP at;\nMOV result.position, vertex.attrib[at.x];\nEND\n"));
    EXPECT_FALSE(loads(vertex4 + "INT TEMP at;\nMOV result.texcoord[at.x], vertex.position;\nEND\n"));
    EXPECT_FALSE(loads(fragment4 + "INT TEMP at;\nMOV result.color, fragment.texcoord[at.x];\nEND\n"));
}

// Issues on types: variables of a type, constants of a type, wrong mixes of sizes of the product, no bits of ~.
TEST(PrintedPrograms, TypedVariablesAndConstants) {
    const LaneRun run = run_printed(
        fragment5 +
        "OPTION ARB_draw_buffers;\nINT TEMP i;\nUINT TEMP u;\nFLOAT TEMP f;\nTEMP any;\nINT PARAM two = 2;\n"
        "FLOAT PARAM two_as_float = 2;\nMOV.S i, two;\nMOV f, two_as_float;\nMOV.U u, 0xffffffff;\nSHR.U u, u, 28;\n"
        "MOV.S any.x, i;\nMOV.F any.y, f;\nMOV.U any.z, u;\nMOV.U result.color, any;\n"
        "MUL.S any.x, -3, 0x60000000;\nMUL.S.HI any.y, -3, 0x60000000;\n"
        "NOT.U u, 0xff00;\nAND.U any.z, 0x12345678, u;\nMOV.U result.color[1], any;\nEND\n");
    EXPECT_EQ(run.result(0, 0), 2u);
    EXPECT_EQ(run.value(0, 1), 2.0f);
    EXPECT_EQ(run.result(0, 2), 15u);
    const int64_t product = int64_t{-3} * 0x60000000;
    EXPECT_EQ(run.result(0, 0, 1), static_cast<uint32_t>(product));
    EXPECT_EQ(run.result(0, 1, 1), static_cast<uint32_t>(product >> 32));
    EXPECT_EQ(run.result(0, 2, 1), 0x12340078u);
    EXPECT_FALSE(loads(fragment4 + "TEMP a, b;\nAND.U a, a, ~b;\nEND\n"));
}

// Issue 16: a loop that goes on while a value is below seven.
TEST(PrintedPrograms, LoopWithItsOwnTest) {
    const LaneRun run = run_printed(
        fragment4 +
            "TEMP cc, value;\nMOV.F value, fragment.texcoord[0];\nREP;\nSLT.F.CC cc.x, value.x, 7.0;\nBRK EQ.x;\n"
            "ADD.F value, value, 2;\nENDREP;\nMOV.F result.color, value;\nEND\n",
        {.attributes = {{0, [](int lane) { return floats(static_cast<float>(lane)); }}}});
    for (int lane = 0; lane < group_lanes; lane++)
        EXPECT_EQ(run.value(lane), lane >= 7 ? static_cast<float>(lane) : lane % 2 ? 7.0f : 8.0f);
}

// Issue on condition codes: updates and tests of both registers, and what unsigned numbers do.
TEST(PrintedPrograms, ConditionCodes) {
    const LaneRun run =
        run_printed(fragment4 +
                    "OPTION ARB_draw_buffers;\nTEMP a, b, c, d;\nMOV.F d, {10, 20, 30, 40};\nMOV.F c, 5;\n"
                    "ADD.S.CC a, {1, -1, 0, 7}, {1, -1, 0, -7};\nADD.F.CC1 b, {1, -1, 0, 2}, {-1, -1, 0, 2};\n"
                    "MOV.F c (GT.x), d;\nMOV.F result.color, c;\nMOV.F c, 5;\nMOV.F c (NE1), d;\n"
                    "MOV.F result.color[1], c;\nMOV.F c, 0;\nIF LE0.xyxy;\nMOV.F c.x, 1;\nENDIF;\n"
                    "REP 9;\nADD.F c.y, c.y, 1;\nBRK EQ1.xyzx;\nENDREP;\nADD.U.CC0 a.xy, 0x80000000, 0;\n"
                    "IF NE.x;\nADD.F c.z, c.z, 1;\nENDIF;\nIF GT.x;\nADD.F c.z, c.z, 10;\nENDIF;\n"
                    "MOV.F result.color[2], c;\nEND\n");
    const float moved[4] = {5, 20, 5, 40};
    for (int c = 0; c < 4; c++) {
        EXPECT_EQ(run.value(0, c, 0), static_cast<float>(10 * (c + 1)));
        EXPECT_EQ(run.value(0, c, 1), moved[c]);
    }
    EXPECT_EQ(run.value(0, 0, 2), 1.0f);  // the sum -2 is below zero
    EXPECT_EQ(run.value(0, 1, 2), 1.0f);  // the first turn is the last
    EXPECT_EQ(run.value(0, 2, 2), 1.0f);  // not zero, and yet not above it
}

// 2.X.4.3: the sign flag is the most significant bit of what is written, 32 bits for small integers too.
TEST(PrintedPrograms, ConditionCodesOfSmallIntegers) {
    const LaneRun run = run_printed(
        "!!NVvp5.0\nTEMP r;\nUINT TEMP below;\nMOV.U below, 0;\nCVT.U8.F16.CC r, vertex.attrib[0];\n"
        "MOV.U below.x (LT.x), 1;\nCVT.S8.F16.CC r, vertex.attrib[0];\nMOV.U below.y (LT.x), 1;\n"
        "MOV.U result.position, below;\nEND\n",
        {.attributes = {{0, [](int) { return Vector4{0xbc00}; }}}});  // -1
    EXPECT_EQ(run.results[0].component[0].lane[0], 0u) << "255";
    EXPECT_EQ(run.results[0].component[1].lane[0], 1u) << "-1";
}

// Issue 34: a stack made of an array and a number, with a function that calls itself.
TEST(PrintedPrograms, StackForSubroutines) {
    const LaneRun run = run_printed(
        fragment4 +
            "TEMP stack[16], value, sum;\nINT TEMP top, cc;\nfactorial:\nSGE.S.CC cc.x, top.x, 16;\nRET (NE.x);\n"
            "MOV.F stack[top.x], value;\nADD.S top.x, top.x, 1;\nSGT.F.CC sum.y, value.x, 1.0;\n"
            "SUB.F value, value, 1;\nCAL factorial (NE.y);\nSUB.S top.x, top.x, 1;\nMOV.F value, stack[top.x];\n"
            "MUL.F sum.x, sum.x, value.x;\nRET;\nmain:\nMOV.S top, 0;\nMOV.F sum, 1;\n"
            "MOV.F value, fragment.texcoord[0];\nCAL factorial;\nMOV.F result.color, sum;\nEND\n",
        {.attributes = {{0, [](int lane) { return floats(static_cast<float>(lane % 8 + 1)); }}}});
    for (int lane = 0; lane < group_lanes; lane++)
        EXPECT_EQ(run.value(lane), static_cast<float>(std::tgamma(lane % 8 + 2))) << lane;
}

// Issue 36: the same bits as floats and integers.
TEST(PrintedPrograms, BitsOfOneTypeAsAnother) {
    const LaneRun run = run_printed(fragment4 +
                                    "OPTION ARB_draw_buffers;\nTEMP a, b;\nMOV.U a, 0x3F800000;\n"
                                    "MOV.U b, 0xBF800000;\nMUL.F a, a, b;\nMOV.U result.color[0], a;\n"
                                    "XOR.U a, a, b;\nNOT.U a, a;\nMOV.U result.color[1], a;\nI2F.S a, a;\n"
                                    "SEQ.F a, a, b;\nMOV.F result.color[2], a;\nEND\n");
    EXPECT_EQ(run.result(0, 0, 0), 0xbf800000u);
    EXPECT_EQ(run.result(0, 0, 1), 0xffffffffu);
    EXPECT_EQ(run.value(0, 0, 2), 1.0f);
}

// Issue 37, and NV_parameter_buffer_object's example: vectors of three out of a buffer of words.
TEST(PrintedPrograms, BuffersOfWords) {
    std::vector<float> words(96);
    for (size_t i = 0; i < words.size(); i++) words[i] = static_cast<float>(i) * 0.5f;
    const LaneRun run = run_printed(
        fragment4 +
            "BUFFER words[] = { program.buffer[0] };\nINT TEMP at;\nTEMP v;\nMUL.S at, fragment.texcoord[0], 3;\n"
            "MOV.F v.x, words[at.x+0];\nMOV.F v.y, words[at.x+1];\nMOV.F v.z, words[at.x+2];\n"
            "MOV.F v.w, words[1];\nMOV.F result.color, v;\nEND\n",
        {.attributes = {{0,
                         [](int lane) {
                             return Vector4{static_cast<uint32_t>(lane), 0, 0, 0};
                         }}},
         .buffers = {std::as_bytes(std::span(words))}});
    for (int lane = 0; lane < group_lanes; lane++) {
        for (int c = 0; c < 3; c++) EXPECT_EQ(run.value(lane, c), words[static_cast<size_t>(3 * lane + c)]);
        EXPECT_EQ(run.value(lane, 3), 0.5f);
    }
    EXPECT_FALSE(loads(fragment4 + "MOV result.color, program.buffer[3][6];\nEND\n"));
}

// Issue 38: a colour's short names, and write masks that look like them.
TEST(PrintedPrograms, NamesOfColors) {
    const LaneRun run = run_printed(vertex4 +
                                    "MOV.F result.color, 1;\nMOV.F result.color.primary, 2;\n"
                                    "MOV.F result.color.secondary, 3;\nMOV.F result.color.xyz, 4;\nEND\n");
    ASSERT_EQ(run.results.size(), 2u);
    EXPECT_EQ(run.value(0, 0, 0), 4.0f);
    EXPECT_EQ(run.value(0, 3, 0), 2.0f);
    EXPECT_EQ(run.value(0, 0, 1), 3.0f);
}

// NV_fragment_program4, issue 1: how attributes are interpolated.
TEST(PrintedPrograms, InterpolationModifiers) {
    const auto program = parse_program(fragment4 +
                                       "FLAT ATTRIB flat[4] = { fragment.texcoord[0..3] };\n"
                                       "CENTROID ATTRIB inside = fragment.texcoord[4];\nCENTROID NOPERSPECTIVE ATTRIB "
                                       "linear[3] = { fragment.attrib[0..2] };\nADD.F result.color, flat[3], inside;\n"
                                       "MOV.F result.color.w, linear[2];\nEND\n");
    ASSERT_TRUE(program);
    int flat = 0, centroid = 0, linear = 0;
    for (const arbasm::Attribute& attribute : program->attributes) {
        flat += attribute.interpolation == arbasm::Interpolation::Flat;
        linear += attribute.interpolation == arbasm::Interpolation::NoPerspective;
        centroid += attribute.sample_location == arbasm::SampleLocation::Centroid;
    }
    EXPECT_EQ(flat, 4);
    EXPECT_EQ(linear, 3);
    EXPECT_EQ(centroid, 4);
}

// ---- NV_gpu_program5 -----------------------------------------------------------------------------------------------

// A texture of letters, A to P, as issue 3 draws it.
TextureBinding letters() {
    auto texture = std::make_shared<Texture>();
    texture->kind = TextureKind::Texture2D;
    texture->format = Format::R32Float;
    auto image = std::make_shared<Image>(texture->format, Extent{4, 4, 1});
    for (int y = 0; y < 4; y++)
        for (int x = 0; x < 4; x++) reinterpret_cast<float*>(image->row(y))[x] = static_cast<float>('A' + 4 * y + x);
    texture->levels.push_back(image);
    Sampler sampler;
    sampler.mag_filter = Filter::Nearest;
    return {texture, sampler};
}

// Issue 2: offsets written down, and computed.
TEST(PrintedPrograms, TexelOffsets) {
    const LaneRun run = run_printed(fragment5 +
                                        "OPTION ARB_draw_buffers;\nTEMP off;\nMOV.S off, {-1, -1};\n"
                                        "TEX.F result.color, {0.6, 0.6}, texture[0], 2D, (-1,-1);\n"
                                        "TEX.F result.color[1], {0.6, 0.6}, texture[0], 2D, offset(off);\n"
                                        "TEX.F result.color[2], {0.6, 0.6}, texture[0], 2D;\nEND\n",
                                    {.textures = {letters()}});
    EXPECT_EQ(run.value(0, 0, 0), static_cast<float>('F'));
    EXPECT_EQ(run.value(0, 0, 1), static_cast<float>('F'));
    EXPECT_EQ(run.value(0, 0, 2), static_cast<float>('K'));
    EXPECT_FALSE(loads(fragment5 + "TEX result.color, {0.5, 0.5}, texture[0], 2D, (8,0);\nEND\n"));
}

// Issue 3: four texels of a 4×4 block at once, and all sixteen.
TEST(PrintedPrograms, GathersOfABlock) {
    const LaneRun run = run_printed(
        fragment5 +
            "OPTION ARB_draw_buffers;\nTEMP at;\nMOV.F at, 0.5;\n"
            "TXGO.F result.color[0], at, {-1, 2, 0, 1}, {-1, 0, 1, 2}, texture[0], 2D;\n"
            "TXG.F result.color[1], at, texture[0], 2D;\nTXG.F result.color[2], at, texture[0], 2D, (-1,-1);\n"
            "TXG.F result.color[3], at, texture[0], 2D, (-1,1);\nTXG.F result.color[4], at, texture[0], 2D, (1,-1);\n"
            "TXG.F result.color[5], at, texture[0], 2D, (1,1);\nEND\n",
        {.textures = {letters()}});
    const auto seen = [&](size_t result, bool sorted = true) {
        std::string text;
        for (int c = 0; c < 4; c++) text += static_cast<char>(run.value(5, c, result));
        if (sorted) std::sort(text.begin(), text.end());
        return text;
    };
    EXPECT_EQ(seen(0, false), "AHJO");
    EXPECT_EQ(seen(1, false), "JKGF");
    EXPECT_EQ(seen(2), "ABEF");
    EXPECT_EQ(seen(3), "IJMN");
    EXPECT_EQ(seen(4), "CDGH");
    EXPECT_EQ(seen(5), "KLOP");
}

// Issue 6: numbers of 64 bits as pairs of words, into a vertex program, out of it, and into a fragment program.
TEST(PrintedPrograms, NumbersOf64BitsAsPairs) {
    const double numbers[3] = {1.0 / 3, -1e200, 5e-324};
    const auto words = [&](int n) { return std::bit_cast<std::array<uint32_t, 2>>(numbers[n]); };
    const LaneRun vertices = run_printed(
        vertex5 +
            "LONG TEMP whole;\nOUTPUT halves[2] = { result.attrib[0..1] };\nPK64.U whole.xy, vertex.attrib[0];\n"
            "PK64.U whole.z, vertex.attrib[1];\nADD.F64 whole, whole, whole;\nUP64.U halves[0], whole.xyxy;\n"
            "UP64.U halves[1].xy, whole.z;\nEND\n",
        {.attributes = {{0,
                         [&](int) {
                             return Vector4{words(0)[0], words(0)[1], words(1)[0], words(1)[1]};
                         }},
                        {1, [&](int) {
                             return Vector4{words(2)[0], words(2)[1], 0, 0};
                         }}}});
    const auto double_at = [](const LaneRun& run, int component, size_t result) {
        return std::bit_cast<double>(
            std::array{run.result(9, component, result), run.result(9, component + 1, result)});
    };
    EXPECT_EQ(double_at(vertices, 0, 0), 2 * numbers[0]);
    EXPECT_EQ(double_at(vertices, 2, 0), 2 * numbers[1]);
    EXPECT_EQ(double_at(vertices, 0, 1), 2 * numbers[2]);
    const LaneRun fragments = run_printed(
        fragment5 +
            "LONG TEMP whole;\nFLAT ATTRIB halves[2] = { fragment.attrib[0..1] };\nPK64.U whole.xy, halves[0];\n"
            "PK64.U whole.z, halves[1];\nSEQ.F64 whole.w, whole.y, -2e200;\nCVT.F32.F64 result.color, whole;\nEND\n",
        {.attributes = {{0,
                         [&](int) {
                             return Vector4{vertices.result(9, 0), vertices.result(9, 1), vertices.result(9, 2),
                                            vertices.result(9, 3)};
                         }},
                        {1, [&](int) {
                             return Vector4{vertices.result(9, 0, 1), vertices.result(9, 1, 1), 0, 0};
                         }}}});
    EXPECT_EQ(fragments.value(9, 0), static_cast<float>(2 * numbers[0]));
    EXPECT_EQ(fragments.value(9, 1), -INFINITY);
    EXPECT_EQ(fragments.value(9, 2), 0.0f);
    // Vertex programs alone have attributes of 64 bits.
    EXPECT_TRUE(loads(vertex5 + "LONG ATTRIB wide = vertex.attrib[3];\nLONG TEMP t;\nMOV.F64 t, wide;\nEND\n"));
    EXPECT_FALSE(loads(fragment5 + "LONG ATTRIB wide = fragment.attrib[3];\nLONG TEMP t;\nMOV.F64 t, wide;\nEND\n"));
}

// Issue 8: an attribute elsewhere, by its derivatives.
TEST(PrintedPrograms, AttributesElsewhereByDerivatives) {
    const auto plane = [](float x, float y) { return 3 * x - 5 * y + 7; };
    const LaneRun run = run_printed(
        fragment5 +
            "TEMP along, away, at;\nMOV.F at, fragment.attrib[0];\nMOV.F away, fragment.attrib[1];\n"
            "DDX.F along, fragment.attrib[0];\nMAD.F at, away.x, along, at;\nDDY.F along, fragment.attrib[0];\n"
            "MAD.F at, away.y, along, at;\nMOV.F result.color, at;\nEND\n",
        {.attributes = {{0,
                         [&](int lane) {
                             return floats(
                                 plane(static_cast<float>(lane / 4 * 2 + lane % 2), static_cast<float>(lane / 2 % 2)));
                         }},
                        {1, [](int) { return floats(0.25f, -0.5f); }}}});
    for (int lane = 0; lane < group_lanes; lane++)
        EXPECT_EQ(run.value(lane),
                  plane(static_cast<float>(lane / 4 * 2 + lane % 2) + 0.25f, static_cast<float>(lane / 2 % 2) - 0.5f));
}

// Issue 20: a sum that is the same from both ends.
TEST(PrintedPrograms, SumsThatAreTheSameFromBothEnds) {
    const auto sum = [](bool turned) {
        const std::string a = turned ? "2" : "0", c = turned ? "0" : "2";
        return run_printed(fragment5 + "TEMP sum;\nADD.F sum, fragment.texcoord[" + a + "], fragment.texcoord[" + c +
                               "];\nADD.F.PREC sum, sum, fragment.texcoord[1];\nMOV.F result.color, sum;\nEND\n",
                           {.attributes = {{0, [](int lane) { return floats(0.1f * static_cast<float>(lane)); }},
                                           {1, [](int lane) { return floats(1e7f / static_cast<float>(lane + 1)); }},
                                           {2, [](int lane) { return floats(-3.3f * static_cast<float>(lane)); }}}});
    };
    const LaneRun one = sum(false), other = sum(true);
    for (int lane = 0; lane < group_lanes; lane++) EXPECT_EQ(one.result(lane), other.result(lane));
}

// Issue 21: the fast way only if all threads can take it.
TEST(PrintedPrograms, WaysThatAllThreadsTake) {
    for (const uint32_t odd_one : {~0u, 11u}) {
        const LaneRun run = run_printed(
            fragment5 +
                "OPTION ARB_draw_buffers;\nINT TEMP cc;\nTGALL.S.CC cc.x, fragment.texcoord[0].x;\nIF NE.x;\n"
                "MOV.F result.color, 1;\nELSE;\nMOV.F result.color, 2;\nENDIF;\n"
                "SNE.S.CC cc.x, fragment.texcoord[0].x, 0;\nIF NE.x;\nMOV.F result.color[1], 1;\nELSE;\n"
                "MOV.F result.color[1], 2;\nENDIF;\nEND\n",
            {.attributes = {{0, [&](int lane) {
                                 return Vector4{static_cast<uint32_t>(lane) != odd_one, 0, 0, 0};
                             }}}});
        for (int lane = 0; lane < group_lanes; lane++) {
            EXPECT_EQ(run.value(lane), odd_one == ~0u ? 1.0f : 2.0f);
            EXPECT_EQ(run.value(lane, 0, 1), static_cast<uint32_t>(lane) != odd_one ? 1.0f : 2.0f);
        }
    }
}

// ---- NV_parameter_buffer_object2 -----------------------------------------------------------------------------------

// Issues 6, 8, 9 and 10: numbers of all sizes out of bytes, at places known and computed, from parts of a buffer, and
// packed into one vector.
TEST(PrintedPrograms, BuffersOfBytes) {
    std::vector<uint8_t> bytes(128);
    for (size_t i = 0; i < bytes.size(); i++) bytes[i] = static_cast<uint8_t>(i * 73 + 6);
    const LaneRun run = run_printed(
        fragment5 +
            "OPTION ARB_draw_buffers;\nCBUFFER all[] = { program.buffer[0] };\n"
            "CBUFFER part[] = { program.buffer[0][16..31] };\nCBUFFER one = program.buffer[0][32];\nTEMP i, t;\n"
            "MOV.S i, 32;\nLDC.U32 t, all[12];\nMOV.U result.color.x, t.x;\nLDC.U8 t, all[i.x+3];\n"
            "MOV.U result.color.y, t.x;\nLDC.S32 t, all[i.x+12];\nMOV.U result.color.z, t.x;\nLDC.S16 t, all[i.x+2];\n"
            "MOV.U result.color.w, t.x;\nLDC.U32X4 result.color[1], all[16];\nLDC.U32X2 result.color[2], all[i.x+8];\n"
            "LDC.U32 t, part[12];\nMOV.U result.color[3].x, t.x;\nLDC.U8 t, one;\nMOV.U result.color[3].y, t.x;\n"
            "LDC.S16 t, one;\nMOV.U result.color[3].z, t.x;\nLDC.U32 t, one;\nMOV.U result.color[3].w, t.x;\n"
            "LDC.U32 t.x, all[16];\nLDC.U32 t.y, all[28].x;\nLDC.U32 t.z, all[32].x;\nLDC.U32 t.w, all[40].x;\n"
            "MOV.U result.color[4], t;\nEND\n",
        {.buffers = {std::as_bytes(std::span(bytes))}});
    const auto word = [&](size_t at) {
        uint32_t value;
        std::memcpy(&value, &bytes[at], 4);
        return value;
    };
    const auto half = [&](size_t at) {
        int16_t value;
        std::memcpy(&value, &bytes[at], 2);
        return static_cast<uint32_t>(int32_t{value});
    };
    const uint32_t wanted[5][4] = {{word(12), bytes[35], word(44), half(34)},
                                   {word(16), word(20), word(24), word(28)},
                                   {word(40), word(44), 0, 0},
                                   {word(28), bytes[32], half(32), word(32)},
                                   {word(16), word(28), word(32), word(40)}};
    for (size_t r = 0; r < 5; r++)
        for (int c = 0; c < 4; c++) EXPECT_EQ(run.result(17, c, r), wanted[r][c]) << r << c;
}

// ---- other texts ---------------------------------------------------------------------------------------------------

// ARB_shader_subroutine: types that share subroutines, and parameters of these types.
TEST(PrintedPrograms, SubroutinesOfATown) {
    const LaneRun run = run_printed(
        fragment5 +
            "SUBROUTINETYPE Worker { miller, smith };\nSUBROUTINETYPE Worker { baker, fisher };\n"
            "SUBROUTINETYPE Shop { baker, smith };\nSUBROUTINE Worker anyone = program.subroutine[0];\n"
            "SUBROUTINE Shop keeper = program.subroutine[1];\nTEMP t;\n"
            "baker SUBROUTINENUM(0):\nADD.F t.x, t.x, 1;\nRET;\nsmith SUBROUTINENUM(1):\nADD.F t.x, t.x, 10;\nRET;\n"
            "miller SUBROUTINENUM(2):\nADD.F t.x, t.x, 100;\nRET;\nfisher SUBROUTINENUM(3):\nADD.F t.x, t.x, "
            "1000;\nRET;\n"
            "main:\nMOV.F t, 0;\nCALI anyone;\nCALI keeper;\nCALI keeper;\nMOV.F result.color, t;\nEND\n",
        {.subroutines = {2, 0}});
    EXPECT_EQ(run.value(20), 102.0f);
}

// NV_shader_thread_shuffle: the four modes in segments of eight threads.
TEST(PrintedPrograms, ShufflesInSegmentsOfEight) {
    const auto shuffled = [](const std::string& name, uint32_t index, bool up) {
        // Segments of eight: the upper bits of the thread's number are kept, and the clamp is their last (up: first)
        // thread.
        const uint32_t mask = 24u << 8 | (up ? 0u : 31u);
        const LaneRun run = run_printed(
            fragment5 + "OPTION NV_shader_thread_shuffle;\nTEMP r;\n" + name + ".U r, fragment.texcoord[0].x, " +
                std::to_string(index) + ", " + std::to_string(mask) + ";\nMOV.U result.color, r;\nEND\n",
            {.attributes = {{0, [](int lane) {
                                 return Vector4{static_cast<uint32_t>('a' + lane % 8), 0, 0, 0};
                             }}}});
        std::string text;
        for (int lane = 8; lane < 16; lane++) text += static_cast<char>(run.result(lane, 1));
        for (int lane = 8; lane < 16; lane++) text += run.result(lane, 0) != 0 ? '1' : '0';
        return text;
    };
    // The text's picture for index 2 shows b; its formula, and the numbering from 0, give c.
    EXPECT_EQ(shuffled("SHFIDX", 2, false), "cccccccc11111111");
    EXPECT_EQ(shuffled("SHFUP", 1, true), "aabcdefg01111111");
    EXPECT_EQ(shuffled("SHFDOWN", 2, false), "cdefghgh11111100");
    EXPECT_EQ(shuffled("SHFXOR", 1, false), "badcfehg11111111");
}

// NV_geometry_program4 and NV_tessellation_program5: attributes of a primitive's vertices.
TEST(PrintedPrograms, AttributesOfVertices) {
    const std::string geometry = "!!NVgp5.0\nPRIMITIVE_IN TRIANGLES;\nPRIMITIVE_OUT POINTS;\nVERTICES_OUT 1;\n",
                      control = "!!NVtcp5.0\nVERTICES_OUT 3;\n";
    const std::string names =
        "ATTRIB pos = vertex.position;\nATTRIB coords[] = { vertex.texcoord[0..3] };\n"
        "ATTRIB coords_of_one[4] = { vertex[1].texcoord[1..4] };\nINT TEMP i;\nTEMP r;\nMOV.S i, {1, 2, 0, 0};\n";
    for (const std::string& header : {geometry, control}) {
        for (const char* right :
             {"pos[1]", "vertex[1].position", "coords[i.x][1]", "coords[i.x][i.y]", "coords_of_one[2]"}) {
            const std::string text = header + names + "MOV.F r, " + right + ";\nMOV.F result.position, r;\nEND\n";
            EXPECT_TRUE(loads(text)) << text;
        }
        EXPECT_FALSE(loads(header + names + "MOV.F r, vertex[i.x].texcoord[1];\nEND\n"));
        EXPECT_FALSE(loads(header + names + "MOV.F r, pos;\nEND\n"));
    }
    EXPECT_TRUE(loads(geometry + "ATTRIB second = vertex[2].position;\nMOV.F result.position, second;\nEND\n"));
    const std::string outputs =
        "ATTRIB second = vertex.in[2].position;\nATTRIB out = vertex.out.position;\n"
        "ATTRIB out_of_two = vertex.out[2].position;\nATTRIB more[2] = { vertex.out.attrib[0..1] };\n"
        "INT TEMP i;\nTEMP r;\nMOV.S i, {1, 2, 0, 0};\n";
    for (const char* right : {"second", "out[1]", "out_of_two", "more[i.x][1]"})
        EXPECT_TRUE(loads(control + outputs + "MOV.F r, " + right + ";\nEND\n")) << right;
    EXPECT_FALSE(loads(control + outputs + "MOV.F r, out;\nEND\n"));
    // A vertex program hands on its number.
    const LaneRun run = run_printed(vertex4 + "MOV.S result.id.x, vertex.id.x;\nEND\n",
                                    {.attributes = {{0, [](int lane) {
                                                         return Vector4{static_cast<uint32_t>(lane), 0, 0, 0};
                                                     }}}});
    EXPECT_EQ(run.result(21), 21u);
}

// NV_shader_buffer_load's overview, and NV_gpu_program5's issue 16: pointers to pointers, and atomic operations whose
// result is not used.
TEST(PrintedPrograms, MemoryByAddress) {
    const std::string pointers =
        vertex5 +
        "LONG TEMP at;\nTEMP r;\nPK64.U at.x, vertex.attrib[8];\nMAD.U64 at.x, vertex.attrib[9].x, 8, at.x;\n"
        "LOAD.U64 at.x, at.x;\nMAD.U64 at.x, vertex.attrib[9].y, 16, at.x;\nLOAD.F32X4 r, at.x;\n"
        "MOV.F result.color, r;\nMOV.F result.position, vertex.position;\nEND\n";
    const std::string atomics =
        fragment5 +
        "LONG TEMP at;\nTEMP junk, kept;\nPK64.U at.x, program.local[0];\nMOV.U kept, 7;\n"
        "ATOM.ADD.U32 junk, 1, at.x;\nATOM.ADD.U32 kept (FL), 1, at.x;\nMOV.U result.color, kept;\nEND\n";
    for (const std::string& text : {pointers, atomics}) EXPECT_TRUE(parse_program(text));
}

}  // namespace
}  // namespace runtime
