// Every way out of loops, branches, subroutines and the main program, on every engine, as written and as optimised.
#include "ir/optimize/optimize.h"
#include "runtime/testing/scalar_evaluator.h"
#include "runtime/testing/test_programs.h"

namespace runtime {
namespace {

using Words = std::array<uint32_t, 2>;

struct FlowCase {
    const char* name;
    const char* main;  // r is 0, c the number of the lane; then r.xy are written
    const char* routines;
    Words first, second;  // r.xy of lanes 0 and 1
};

constexpr FlowCase flow_cases[] = {
    // What was assigned before a loop, or in it, counts where the loop is left by RET.
    {"ReturnFromLoop",
     "CAL f;",
     "f:\nMOV.U r.x, 7;\nREP.U c.x;\nMOV.U.CC q.x, c.x;\nRET (NE.x);\nENDREP;\nMOV.U r.x, 9;\nRET;\n",
     {9, 0},
     {7, 0}},
    {"ReturnFromLoopInLoop",
     "CAL f;",
     "f:\nMOV.U r.x, 3;\nREP.U c.x;\nREP.U c.x;\nMOV.U.CC q.x, c.x;\nRET (NE.x);\nENDREP;\nENDREP;\nMOV.U r.x, 4;\n"
     "RET;\n",
     {4, 0},
     {3, 0}},
    {"WhatTheOuterLoopAdded",
     "CAL f;",
     "f:\nREP.U c.x;\nADD.U r.x, r.x, 1;\nREP.U c.x;\nMOV.U.CC q.x, c.x;\nRET (NE.x);\nENDREP;\nENDREP;\n"
     "MOV.U r.x, 5;\nRET;\n",
     {5, 0},
     {1, 0}},
    {"ReturnFromBranchInLoop",
     "CAL f;",
     "f:\nMOV.U r.x, 3;\nREP.U c.x;\nMOV.U.CC q.x, c.x;\nIF NE.x;\nMOV.U r.y, 6;\nRET;\nENDIF;\nMOV.U r.y, 8;\n"
     "ENDREP;\nMOV.U r.xy, 4;\nRET;\n",
     {4, 4},
     {3, 6}},
    {"ReturnFromElse",
     "CAL f;",
     "f:\nMOV.U r.x, 3;\nMOV.U.CC q.x, c.x;\nIF EQ.x;\nMOV.U r.y, 1;\nELSE;\nRET;\nENDIF;\nMOV.U r.x, 4;\nRET;\n",
     {4, 1},
     {3, 0}},
    {"ReturnFromLoopAfterTheSecondTurn",
     "CAL f;",
     "f:\nREP.S 4;\nADD.U r.x, r.x, 1;\nMOV.U r.y, r.x;\nSUB.U.CC q.x, r.x, 2;\nRET (EQ.x);\nENDREP;\nMOV.U r.xy, 9;\n"
     "RET;\n",
     {2, 2},
     {2, 2}},
    {"CallInLoop",
     "REP.U c.x;\nMOV.U r.x, 5;\nCAL f;\nMOV.U r.x, 6;\nENDREP;",
     "f:\nADD.U r.y, r.x, 1;\nRET;\n",
     {0, 0},
     {6, 6}},
    {"ReturnFromRoutineCalledInLoop",
     "MOV.U r.x, 1;\nREP.S 3;\nCAL f;\nADD.U r.x, r.x, 1;\nENDREP;",
     "f:\nMOV.U r.y, r.x;\nREP.U c.x;\nMOV.U.CC q.x, c.x;\nRET (NE.x);\nENDREP;\nMOV.U r.y, 9;\nRET;\n",
     {4, 9},
     {4, 3}},
    {"BreakKeeps",
     "MOV.U r.x, 7;\nREP.U c.x;\nMOV.U.CC q.x, c.x;\nBRK (NE.x);\nMOV.U r.x, 8;\nENDREP;",
     "",
     {7, 0},
     {7, 0}},
    {"BreakFromBranch",
     "REP.S 2;\nMOV.U r.x, 7;\nMOV.U.CC q.x, c.x;\nIF NE.x;\nMOV.U r.y, 3;\nBRK;\nENDIF;\nMOV.U r.x, 8;\nENDREP;",
     "",
     {8, 0},
     {7, 3}},
    {"ContinueKeeps",
     "REP.S 2;\nMOV.U r.x, 7;\nMOV.U.CC q.x, c.x;\nCONT (NE.x);\nMOV.U r.x, 8;\nENDREP;",
     "",
     {8, 0},
     {7, 0}},
    // A label ends the routine before it, the main program runs on.
    {"EmptyRoutine", "CAL f;", "f:\ng:\nADD.U r.y, r.y, 1;\n", {0, 0}, {0, 0}},
    {"TwoEmptyRoutines", "CAL f;\nCAL g;", "f:\ng:\nh:\nADD.U r.y, r.y, 1;\n", {0, 0}, {0, 0}},
    {"RoutineBehindEmptyOne", "CAL f;\nCAL g;", "f:\ng:\nADD.U r.y, r.y, 1;\n", {0, 1}, {0, 1}},
    {"LoopOfNoTurns", "CAL f;", "f:\nREP.S 0;\nADD.U r.x, r.x, 1;\nENDREP;\ng:\nADD.U r.y, r.y, 1;\n", {0, 0}, {0, 0}},
    {"BranchNeverTaken", "CAL f;", "f:\nIF FL;\nADD.U r.x, r.x, 1;\nENDIF;\ng:\nADD.U r.y, r.y, 1;\n", {0, 0}, {0, 0}},
    {"NothingWritten", "CAL f;", "f:\nADD.U r.x (FL), r.x, 1;\ng:\nADD.U r.y, r.y, 1;\n", {0, 0}, {0, 0}},
    {"NeverReturned", "CAL f;", "f:\nRET (FL);\ng:\nADD.U r.y, r.y, 1;\n", {0, 0}, {0, 0}},
    {"NeverCalled", "CAL f;", "f:\nCAL g (FL);\ng:\nADD.U r.y, r.y, 1;\n", {0, 0}, {0, 0}},
    {"DeadRoutine",
     "CAL f;",
     "f:\nMOV.U q.x, 3;\nMOV.U q.x, 4;\nMOV.U q.x, 5;\ng:\nADD.U r.y, r.y, 1;\n",
     {0, 0},
     {0, 0}},
    {"CallBeforeLabel",
     "CAL f;",
     "f:\nCAL k;\ng:\nADD.U r.y, r.y, 1;\nRET;\nk:\nADD.U r.x, r.x, 1;\nRET;\n",
     {1, 0},
     {1, 0}},
    {"BranchBeforeLabel",
     "CAL f;",
     "f:\nMOV.U.CC q.x, c.x;\nIF NE.x;\nADD.U r.x, r.x, 1;\nENDIF;\ng:\nADD.U r.y, r.y, 1;\n",
     {0, 0},
     {1, 0}},
    {"LoopBeforeLabel",
     "CAL f;",
     "f:\nREP.U c.x;\nADD.U r.x, r.x, 1;\nENDREP;\ng:\nADD.U r.y, r.y, 1;\n",
     {0, 0},
     {1, 0}},
    {"LabelAtTheEnd", "CAL f;", "f:\n", {0, 0}, {0, 0}},
    {"LabelsAtTheEnd", "CAL f;\nCAL g;\nADD.U r.x, r.x, 1;", "f:\ng:\n", {1, 0}, {1, 0}},
    {"EndOfTheText", "CAL f;\nADD.U r.y, r.y, 1;", "f:\nADD.U r.x, r.x, 1;\n", {1, 1}, {1, 1}},
    {"ConditionalCallOfEmptyRoutine",
     "MOV.U.CC q.x, c.x;\nCAL f (NE.x);\nCAL g (NE.x);",
     "f:\ng:\nADD.U r.y, r.y, 1;\n",
     {0, 0},
     {0, 1}},
};

// The same on every engine; how that optimised for each must give the wanted words, too.
void expect_words(const std::string& text, const Words& first, const Words& second) {
    const auto program = parse_program(text);
    ASSERT_TRUE(program);
    const arbasm::ParseResult again = arbasm::parse(arbasm::print(*program));
    ASSERT_TRUE(again.program && *again.program == *program) << arbasm::print(*program);
    for (const auto& form : {program, arbasm::optimize(program)}) {
        const LaneRun run = run_program(form, number_lanes);
        for (int c = 0; c < 2; c++) {
            EXPECT_EQ(run.result(0, c), first[static_cast<size_t>(c)]) << arbasm::print(*form);
            EXPECT_EQ(run.result(1, c), second[static_cast<size_t>(c)]) << arbasm::print(*form);
        }
    }
    std::vector<std::array<uint32_t, 4>> attributes(program->attributes.size(), {0, 1, 0, 0});
    const std::vector<std::array<uint32_t, 4>> parameters(program->parameters.size());
    const Evaluation alone = evaluate(*program, attributes, parameters);
    ASSERT_TRUE(alone.decided);
    for (size_t c = 0; c < 2; c++) EXPECT_EQ(alone.results[0][c].bits, second[c]) << "evaluator\n" << text;
}

class FlowExits : public testing::TestWithParam<FlowCase> {};

TEST_P(FlowExits, KeepWhatWasAssigned) {
    const FlowCase& one = GetParam();
    const std::string begin =
        "main:\nMOV.U r, 0;\nMOV.U c, vertex.attrib[0].y;\n" + std::string(one.main) + "\nMOV.U result.attrib[0], r;\n";
    const std::string head = "!!NVvp5.0\nTEMP r, q, c;\n";
    expect_words(head + begin + "RET;\n" + one.routines + "END\n", one.first, one.second);
    // With the main program behind the routines.
    const std::string routines = one.routines;
    const bool ends_itself = routines.empty() || routines.ends_with("RET;\n");
    expect_words(head + routines + (ends_itself ? "" : "last:\n") + begin + "END\n", one.first, one.second);
}
INSTANTIATE_TEST_SUITE_P(Exits, FlowExits, testing::ValuesIn(flow_cases),
                         [](const testing::TestParamInfo<FlowCase>& named) { return std::string(named.param.name); });

// Calls that find other labels' routines in no engine: a label that begins the text, one that main shares.
TEST(FlowPlaces, LabelsAtTheBeginning) {
    expect_words(
        "!!NVvp5.0\nTEMP r;\nf:\ng:\nADD.U r.y, r.y, 1;\nRET;\nmain:\nMOV.U r, 0;\nCAL f;\n"
        "MOV.U result.attrib[0], r;\nEND\n",
        {0, 0}, {0, 0});
    expect_words("!!NVvp5.0\nTEMP r;\nf:\nmain:\nADD.U r.x, r.x, 1;\nCAL f;\nMOV.U result.attrib[0], r;\nEND\n", {1, 0},
                 {1, 0});
    // Main runs on, and what it runs into is a routine of its own.
    expect_words("!!NVvp5.0\nTEMP r;\nmain:\nf:\nADD.U r.x, r.x, 1;\nCAL main;\nMOV.U result.attrib[0], r;\nEND\n",
                 {1, 0}, {1, 0});
}

TEST(FlowPlaces, MainRunsOnPastLabels) {
    expect_words("!!NVvp5.0\nTEMP r;\nMOV.U r, 1;\npast:\nMOV.U result.attrib[0], r;\nEND\n", {1, 1}, {1, 1});
    expect_words(
        "!!NVvp5.0\nTEMP r;\nMOV.U r, 0;\nCAL f;\nMOV.U r.y, 2;\nf:\nADD.U r.x, r.x, 1;\ng:\n"
        "MOV.U result.attrib[0], r;\nEND\n",
        {2, 2}, {2, 2});
    expect_words(
        "!!NVvp5.0\nTEMP r, c;\nMOV.U r, 3;\nMOV.U.CC c, vertex.attrib[0].y;\nMOV.U result.attrib[0], r;\n"
        "RET (NE.x);\nMOV.U r, 4;\nf:\nMOV.U result.attrib[0], r;\nEND\n",
        {4, 4}, {3, 3});
}

// The API chose an empty routine, or one that becomes empty; the next must not run.
TEST(FlowPlaces, IndirectCallsOfEmptyRoutines) {
    for (const char* body : {"", "IF FL;\nADD.U r.x, r.x, 1;\nENDIF;\n", "REP.S 0;\nADD.U r.x, r.x, 1;\nENDREP;\n"})
        expect_words(
            "!!NVvp5.0\nSUBROUTINETYPE t { f, g };\nSUBROUTINE t s = program.subroutine[0];\nTEMP r;\nmain:\n"
            "MOV.U r, 0;\nCALI s;\nMOV.U result.attrib[0], r;\nRET;\nf SUBROUTINENUM(0):\n" +
                std::string(body) + "g SUBROUTINENUM(1):\nADD.U r.y, r.y, 1;\nEND\n",
            {0, 0}, {0, 0});
}

}  // namespace
}  // namespace runtime
