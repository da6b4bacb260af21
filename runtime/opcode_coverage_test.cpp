// Every row of the specifications' instruction tables, with every type and header it allows: the program loads into the
// engine and runs. What it computes is tested elsewhere; the table below says where, and a gap in it fails.
#include <algorithm>
#include <map>
#include <set>

#include "arbasm/ir/operations.h"
#include "arbasm/testing/frame.h"
#include "arbasm/testing/opcode_rows.h"
#include "runtime/test_programs.h"

namespace runtime {
namespace {

using arbasm::Opcode;
using arbasm::OpcodeCategory;
using arbasm::OpcodeRow;

bool is_to_come(const arbasm::ParseResult& result) {
    return std::any_of(result.errors.begin(), result.errors.end(), [](const arbasm::Diagnostic& error) {
        return error.message.find("not supported yet") != std::string::npos;
    });
}

// Rows that the engine refuses, by their names in opcode_rows.inc, with a modifier where only that is refused. The list
// can only shrink: a row of it that runs fails.
const std::set<std::string_view> rows_to_come = {
#define ROW(id) id,
#include "runtime/testing/rows_to_come.inc"
#undef ROW
};
// Stages that nothing runs yet.
const std::set<arbasm::Stage> stages_to_come = {arbasm::Stage::TessControl, arbasm::Stage::TessEvaluation,
                                                arbasm::Stage::Geometry, arbasm::Stage::Compute};

TEST(OpcodeCoverage, EveryRowRuns) {
    int programs = 0;
    std::map<std::string, std::string> refused;  // what is said of it
    std::set<arbasm::Stage> running_stages;
    std::set<Opcode> met;
    for (const OpcodeRow& row : arbasm::opcode_rows()) {
        met.insert(row.opcode);
        struct Form {
            std::string_view type, modifier;
        };
        std::vector<Form> forms;
        for (const std::string_view type : arbasm::words(row.types)) forms.push_back({type, {}});
        for (const std::string_view modifier : arbasm::words(row.modifiers))
            forms.push_back({arbasm::type_for_modifier(row, modifier), modifier});
        for (const std::string_view header : arbasm::words(row.headers))
            for (const auto& [type, modifier] : forms) {
                const std::string text =
                    arbasm::opcode_use(row, header, arbasm::words(row.options), type, modifier).text;
                const arbasm::ParseResult parsed = arbasm::parse(text);
                if (!parsed.program) {
                    if (!is_to_come(parsed)) ADD_FAILURE() << row.id << " " << header << " " << type << "\n" << text;
                    continue;
                }
                const std::string missing = unsupported(*parsed.program);
                if (stages_to_come.count(parsed.program->stage)) {
                    if (missing.find("programs can't be run yet") == std::string::npos)
                        running_stages.insert(parsed.program->stage);
                    continue;
                }
                if (!missing.empty()) {
                    // Modifiers count on their own where the rest runs.
                    if (!refused.count(row.id)) refused.emplace(std::string(row.id) + std::string(modifier), missing);
                    continue;
                }
                programs++;
                std::vector<LaneVector> attributes(parsed.program->attributes.size()),
                    results(parsed.program->results.size());
                std::vector<Vector4> parameters(parsed.program->parameters.size());
                ProgramEnvironment environment;
                environment.parameters = parameters;
                Group group;
                group.attributes = attributes.data();
                group.results = results.data();
                compile(parsed.program, Engine::Interpreter)->run(environment, group);
                EXPECT_FALSE(group.timed_out) << row.id;
            }
    }
    EXPECT_GT(programs, 4000);
    for (int i = 0; i < arbasm::opcode_count; i++)
        EXPECT_TRUE(met.count(static_cast<Opcode>(i)) || arbasm::spelling(static_cast<Opcode>(i)).empty())
            << arbasm::spelling(static_cast<Opcode>(i)) << " has no row";
    for (const auto& [id, missing] : refused)
        EXPECT_TRUE(rows_to_come.count(id)) << "ROW(\"" << id << "\")  " << missing;
    for (const std::string_view id : rows_to_come)
        EXPECT_TRUE(refused.count(std::string(id))) << "ROW(\"" << id << "\") runs now: take it off rows_to_come.inc";
    for (const arbasm::Stage stage : running_stages)
        ADD_FAILURE() << arbasm::stage_name(stage) << " programs run now: take them off stages_to_come";
}

// Opcodes that are no row of operations.def, and the test that holds them against an oracle.
const std::map<Opcode, const char*> tested_by = {
    {Opcode::Cvt, "ConvertNumber.IsExactBetweenAllTypes, Conversions.GoBetweenAllTypes"},
    {Opcode::Pk64, "WideInstruction"},
    {Opcode::Up64, "WideInstruction"},
    {Opcode::Ddx, "Derivatives"},
    {Opcode::Ddy, "Derivatives"},
    {Opcode::Ipac, "Interpolation"},
    {Opcode::Ipao, "Interpolation"},
    {Opcode::Ipas, "Interpolation"},
    {Opcode::Popa, "OlderDialects"},
    {Opcode::Pusha, "OlderDialects"},
    {Opcode::Tgall, "GroupInstructions.VoteAmongActiveThreads"},
    {Opcode::Tgany, "GroupInstructions.VoteAmongActiveThreads"},
    {Opcode::Tgeq, "GroupInstructions.VoteAmongActiveThreads"},
    {Opcode::Tgballot, "GroupInstructions.VoteAmongActiveThreads"},
    {Opcode::Qswz0, "GroupInstructions.SwizzleQuads"},
    {Opcode::Qswz1, "GroupInstructions.SwizzleQuads"},
    {Opcode::Qswz2, "GroupInstructions.SwizzleQuads"},
    {Opcode::Qswz3, "GroupInstructions.SwizzleQuads"},
    {Opcode::Qswzx, "GroupInstructions.SwizzleQuads"},
    {Opcode::Qswzy, "GroupInstructions.SwizzleQuads"},
    {Opcode::Shfidx, "GroupInstructions.ShuffleWithinSegments"},
    {Opcode::Shfup, "GroupInstructions.ShuffleWithinSegments"},
    {Opcode::Shfdown, "GroupInstructions.ShuffleWithinSegments"},
    {Opcode::Shfxor, "GroupInstructions.ShuffleWithinSegments"},
};

TEST(OpcodeCoverage, EveryComputationHasAnOracle) {
    for (int i = 0; i < arbasm::opcode_count; i++) {
        const auto opcode = static_cast<Opcode>(i);
        if (arbasm::opcode_info(opcode).category != OpcodeCategory::Arithmetic) continue;
        // Rows of operations.def: EveryInstruction.IsInTheTable and WideInstruction.IsInTheTable see to them.
        if (arbasm::operation_of(opcode) != arbasm::Operation::Count) continue;
        EXPECT_TRUE(tested_by.count(opcode)) << arbasm::spelling(opcode);
    }
}

// ---- attributes elsewhere ------------------------------------------------------------------------------------------

// Gives back what it was asked, so that the step is seen to ask the right thing.
class Echo final : public Interpolator {
  public:
    void interpolate(const InterpolationRequest& request, LaneMask lanes, LaneVector& result) const override {
        for (int lane = 0; lane < group_lanes; lane++) {
            if (!(lanes >> lane & 1)) continue;
            result.component[0].lane[lane] = bits_of(static_cast<float>(request.attribute));
            result.component[1].lane[lane] = request.x->lane[lane];
            result.component[2].lane[lane] = request.y->lane[lane];
            result.component[3].lane[lane] = bits_of(static_cast<float>(request.place));
        }
    }
};

TEST(Interpolation, AsksTheRasterizer) {
    const Echo echo;
    const auto program = parse_program(
        "!!NVfp5.0\nOPTION ARB_draw_buffers;\nATTRIB t[3] = { fragment.texcoord[1..3] };\nTEMP r, i;\n"
        "FLR.S i, fragment.texcoord[0];\nMOD.S i, i, 3;\n"
        "IPAC.F result.color[0], fragment.texcoord[0];\n"
        "IPAO.F r, -t[i.x].yzwx, fragment.texcoord[0].zwzw;\nMOV.F result.color[1], r;\n"
        "IPAS.F.SAT result.color[2].w, t[1], {3}.x;\nEND\n");
    ASSERT_TRUE(program);
    int attribute_of[4] = {};
    for (size_t i = 0; i < program->attributes.size(); i++)
        attribute_of[program->attributes[i].binding.index] = static_cast<int>(i);
    const LaneRun run = run_program(program, [&](LaneRun& prepared) {
        for (int lane = 0; lane < group_lanes; lane++) {
            auto& vector = prepared.attributes[static_cast<size_t>(attribute_of[0])].component;
            vector[0].lane[lane] = bits_of(static_cast<float>(lane));
            vector[2].lane[lane] = bits_of(static_cast<float>(lane) / 64.0f);
            vector[3].lane[lane] = bits_of(0.25f);
        }
        prepared.group.interpolator = &echo;
    });
    for (int lane = 0; lane < group_lanes; lane++) {
        EXPECT_EQ(run.value(lane, 0, 0), static_cast<float>(attribute_of[0]));
        EXPECT_EQ(run.value(lane, 3, 0), static_cast<float>(InterpolationPlace::Centroid));
        EXPECT_EQ(run.value(lane, 0, 1), -static_cast<float>(lane) / 64.0f);
        EXPECT_EQ(run.value(lane, 1, 1), -0.25f);
        EXPECT_EQ(run.value(lane, 2, 1), -static_cast<float>(InterpolationPlace::Offset));
        EXPECT_EQ(run.value(lane, 3, 1), -static_cast<float>(attribute_of[1] + lane % 3));
        EXPECT_EQ(run.value(lane, 3, 2), 1.0f);
        EXPECT_EQ(run.value(lane, 0, 2), run.value(0, 0, 2));
    }
}

}  // namespace
}  // namespace runtime
