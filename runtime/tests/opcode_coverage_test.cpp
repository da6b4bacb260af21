// Every row of the specifications' instruction tables, with every type, modifier and header it allows: the program
// loads into the engine, runs, and gives what the evaluator of one thread says, for special values too. What the
// evaluator does not know is tested elsewhere; a table says where, and a gap in it fails.
#include <algorithm>
#include <bit>
#include <cstdio>
#include <map>
#include <random>
#include <set>
#include <span>

#include "arbasm/testing/frame.h"
#include "arbasm/testing/opcode_rows.h"
#include "ir/semantics/operations.h"
#include "runtime/testing/scalar_evaluator.h"
#include "runtime/testing/test_programs.h"

namespace runtime {
namespace {

using arbasm::Opcode;
using arbasm::OpcodeCategory;
using arbasm::OpcodeRow;

constexpr size_t most_vertices = 32;  // of a primitive: a patch's

TEST(OpcodeCoverage, EveryRowRuns) {
    int programs = 0;
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
                    ADD_FAILURE() << row.id << " " << header << " " << type << "\n" << text;
                    continue;
                }
                programs++;
                std::vector<LaneVector> attributes((parsed.program->attributes.size() + 1) * most_vertices),
                    results(parsed.program->results.size() + 1);
                std::vector<Vector4> parameters(parsed.program->parameters.size());
                ProgramEnvironment environment;
                environment.parameters = parameters;
                Group group;
                group.attributes = attributes.data();
                group.results = results.data();
                EmittedVertices emitted;
                emitted.start(static_cast<uint32_t>(std::max(parsed.program->vertices_out, 1)),
                              static_cast<uint32_t>(parsed.program->results.size() * 4));
                group.emitted = &emitted;
                compile(parsed.program)->run(environment, group);
                EXPECT_FALSE(group.timed_out) << row.id;
            }
    }
    EXPECT_GT(programs, 4000);
    for (int i = 0; i < arbasm::opcode_count; i++)
        EXPECT_TRUE(met.count(static_cast<Opcode>(i)) || arbasm::spelling(static_cast<Opcode>(i)).empty())
            << arbasm::spelling(static_cast<Opcode>(i)) << " has no row";
}

// ---- what they compute ---------------------------------------------------------------------------------------------

// The opcodes that scalar_evaluator.cpp leaves to other tests, and which these are.
const std::map<Opcode, const char*> tested_by = {
#define BY_BOUNDS(name) {Opcode::name, "EveryInstruction, NumericBounds"},
    BY_BOUNDS(Cos) BY_BOUNDS(Ex2) BY_BOUNDS(Exp) BY_BOUNDS(Lg2) BY_BOUNDS(Lit) BY_BOUNDS(Log) BY_BOUNDS(Pow)
        BY_BOUNDS(Scs) BY_BOUNDS(Sin)
#undef BY_BOUNDS
            {Opcode::Ddx, "Derivatives"},
    {Opcode::Ddy, "Derivatives"},
    {Opcode::Ipac, "Interpolation"},
    {Opcode::Ipao, "Interpolation"},
    {Opcode::Ipas, "Interpolation"},
    {Opcode::Ara, "OlderDialects"},
    {Opcode::Arr, "OlderDialects"},
    {Opcode::Bra, "OlderDialects"},
    {Opcode::Popa, "OlderDialects"},
    {Opcode::Pusha, "OlderDialects"},
    {Opcode::Loop, "OlderDialects"},
    {Opcode::Endloop, "OlderDialects"},
    {Opcode::Cali, "GroupInstructions"},
    {Opcode::Fsib, "EveryRowRuns: nothing to do"},
    {Opcode::Fsie, "EveryRowRuns: nothing to do"},
    {Opcode::Clock, "GroupInstructions.ReadTheClock"},
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

// Two words, by which a number of 64 bits is tried.
std::array<uint32_t, 2> special_words(std::mt19937_64& random) {
    static constexpr double doubles[] = {0.0,     -0.0,   1.0,     -1.0,   0.5,      -2.5,      3.5,         1e300,
                                         -1e-310, 0x1p63, -0x1p63, 0x1p64, INFINITY, -INFINITY, 2147483648.5};
    static constexpr float floats[] = {
        0.0f,    -0.0f, 1.0f,   -1.0f,   0.5f,     1.5f,     2.5f,     -0.5f,     -2.5f, 0x1p31f,     -0x1p31f,
        0x1p32f, 3e38f, 1e-40f, -1e-45f, 65519.0f, 65520.0f, INFINITY, -INFINITY, NAN,   0.99999994f, 8388607.5f};
    static constexpr uint32_t whole[] = {0,       1,          2,          5,          31,         32,        33,
                                         63,      64,         0x7f,       0x80,       0xff,       0x8000,    0xffff,
                                         0x10000, 0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff};
    const auto word = [&]() -> uint32_t {
        switch (random() % 4) {
            case 0: return static_cast<uint32_t>(random());
            case 1: return whole[random() % std::size(whole)];
            default: return bits_of(floats[random() % std::size(floats)]);
        }
    };
    if (random() % 3 == 0) {
        const auto bits = std::bit_cast<uint64_t>(doubles[random() % std::size(doubles)]);
        return {static_cast<uint32_t>(bits), static_cast<uint32_t>(bits >> 32)};
    }
    return {word(), word()};
}

// The row's use with operands that come from outside and results that can be seen: of its registers t and lt, and of
// the condition codes. Empty for headers without such registers, and for compute programs, which have no such inputs.
std::string seen_program(const arbasm::OpcodeUse& use, std::string_view header) {
    const bool nv = header.starts_with("!!NV"), wide = header.ends_with("5.0"),
               vertex = header.find("vp") != std::string_view::npos;
    if (!nv && !header.starts_with("!!ARB")) return {};
    const bool fragment = header.find("fp") != std::string_view::npos;
    if (header.starts_with("!!NVcp")) return {};
    // Geometry and tessellation programs look at the first vertex.
    const std::string from = vertex ? "vertex" : fragment ? "fragment" : "vertex[0]";
    const auto input = [&](int n) { return from + ".texcoord[" + std::to_string(n) + "]"; };
    const auto output = [&](int n) {
        return std::string(fragment ? "result.color[" : "result.texcoord[") + std::to_string(n) + "]";
    };
    const std::string move = nv ? "MOV.U " : "MOV ";
    std::string text = use.text;
    std::string last;
    if (nv) {
        last += "MOV.U f, 0;\n";
        int bit = 1;
        for (const char* test : {"SF", "OF", "CF", "EQ", "SF1", "OF1", "CF1", "EQ1"}) {
            last += std::string("ADD.U f (") + test + "), f, " + std::to_string(bit) + ";\n";
            bit *= 2;
        }
        last += move + output(1) + ", f;\n";
    }
    last += move + output(0) + ", t;\n";
    if (wide) last += "UP64.U " + output(2) + ", lt;\nUP64.U " + output(3) + ", lt.zwzw;\n";
    text.insert(text.rfind("END\n"), last);
    std::string first = "\n";
    const char* const names[] = {"t", "a", "b", "c"};
    for (int n = 0; n < 4; n++) first += move + names[n] + ", " + input(n) + ";\n";
    if (wide)
        for (int n = 0; n < 4; n++)
            first += std::string("PK64.U l") + names[n] + ", " + input(n) + ";\nPK64.U l" + names[n] + ".zw, " +
                     input(n == 3 ? 0 : n + 1) + ";\n";
    text.insert(use.begin, first);
    if (nv) text.insert(text.find("TEMP t"), "TEMP f;\n");
    if (fragment && text.find("OPTION ARB_draw_buffers") == std::string::npos)
        text.insert(text.find('\n') + 1, "OPTION ARB_draw_buffers;\n");
    return text;
}

TEST(OpcodeCoverage, EveryRowComputesWhatTheOracleSays) {
    int programs = 0;
    uint64_t words = 0, unknown = 0;
    std::set<std::string> left_out;
    for (const OpcodeRow& row : arbasm::opcode_rows()) {
        const OpcodeCategory category = arbasm::opcode_info(row.opcode).category;
        if (tested_by.count(row.opcode) || arbasm::opcode_info(row.opcode).has_texture) continue;
        std::vector<std::pair<std::string_view, std::string_view>> forms;
        for (const std::string_view type : arbasm::words(row.types)) forms.emplace_back(type, "");
        for (const std::string_view modifier : arbasm::words(row.modifiers))
            forms.emplace_back(arbasm::type_for_modifier(row, modifier), modifier);
        for (const std::string_view header : arbasm::words(row.headers))
            for (const auto& [type, modifier] : forms) {
                const auto use = arbasm::opcode_use(row, header, arbasm::words(row.options), type, modifier);
                const std::string text = seen_program(use, header);
                if (text.empty()) continue;
                const arbasm::ParseResult parsed = arbasm::parse(text);
                ASSERT_TRUE(parsed.program)
                    << text << (parsed.errors.empty() ? "" : arbasm::format(parsed.errors[0], text));
                const arbasm::Program& program = *parsed.program;
                if (!can_evaluate(program)) {
                    if (category == OpcodeCategory::Arithmetic || category == OpcodeCategory::Flow)
                        left_out.insert(row.id);
                    continue;
                }
                programs++;
                const auto routine = compile(parsed.program);
                for (uint64_t round = 0; round < 3; round++) {
                    std::mt19937_64 random(round);
                    const size_t inputs = program.attributes.size();
                    std::vector<LaneVector> attributes((inputs + 1) * most_vertices), results(program.results.size());
                    std::vector<Vector4> parameters(program.parameters.size());
                    for (LaneVector& attribute : std::span(attributes).first(inputs))
                        for (size_t lane = 0; lane < group_lanes; lane++)
                            for (size_t c = 0; c < 4; c += 2) {
                                const auto pair = special_words(random);
                                attribute.component[c].lane[lane] = pair[0];
                                attribute.component[c + 1].lane[lane] = pair[1];
                            }
                    ProgramEnvironment environment;
                    Watchdog watchdog({.group = std::chrono::milliseconds(1)});
                    environment.parameters = parameters;
                    environment.watchdog = &watchdog;
                    Group group;
                    group.attributes = attributes.data();
                    group.results = results.data();
                    routine->run(environment, group);
                    if (group.timed_out) continue;  // REP of a huge number
                    for (size_t lane = 0; lane < group_lanes; lane++) {
                        std::vector<std::array<uint32_t, 4>> own(inputs);
                        for (size_t i = 0; i < own.size(); i++)
                            for (size_t c = 0; c < 4; c++) own[i][c] = attributes[i].component[c].lane[lane];
                        const Evaluation one = evaluate(program, own, parameters);
                        if (!one.decided) continue;
                        ASSERT_EQ(group.killed >> lane & 1, one.killed ? 1u : 0u) << text;
                        for (size_t r = 0; r < results.size() && !one.killed; r++)
                            for (size_t c = 0; c < 4; c++) {
                                const EvaluatedWord& word = one.results[r][c];
                                const uint32_t got = results[r].component[c].lane[lane];
                                words++;
                                unknown += word.state == EvaluatedWord::Unknown;
                                if (word.state == EvaluatedWord::Unknown) continue;
                                const bool same = word.state == EvaluatedWord::NotANumber
                                                      ? is_nan(got)
                                                      : got == static_cast<uint32_t>(word.bits);
                                if (same) continue;
                                std::string from;
                                for (size_t i = 0; i < own.size(); i++)
                                    for (size_t k = 0; k < 4; k++) {
                                        char number[40];
                                        std::snprintf(number, sizeof number, " %08x(%g)", own[i][k],
                                                      static_cast<double>(float_of(own[i][k])));
                                        from += number;
                                    }
                                ADD_FAILURE()
                                    << row.id << " " << type << modifier << " result " << r << " component " << c
                                    << ": " << std::hex << got << " instead of " << word.bits << " from" << from << "\n"
                                    << text;
                                goto next;
                            }
                    }
                }
            next:;
            }
    }
    EXPECT_GT(programs, 6600);
    EXPECT_GT(words, 4 * unknown);
    for (const std::string& id : left_out) ADD_FAILURE() << id << " is held against no oracle";
    RecordProperty("programs", programs);
    std::printf("%d programs, %llu words compared\n", programs, static_cast<unsigned long long>(words - unknown));
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
            result.component[3].lane[lane] = bits_of(static_cast<float>(request.at));
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
        EXPECT_EQ(run.value(lane, 3, 0), static_cast<float>(InterpolateAt::Centroid));
        EXPECT_EQ(run.value(lane, 0, 1), -static_cast<float>(lane) / 64.0f);
        EXPECT_EQ(run.value(lane, 1, 1), -0.25f);
        EXPECT_EQ(run.value(lane, 2, 1), -static_cast<float>(InterpolateAt::Offset));
        EXPECT_EQ(run.value(lane, 3, 1), -static_cast<float>(attribute_of[1] + lane % 3));
        EXPECT_EQ(run.value(lane, 3, 2), 1.0f);
        EXPECT_EQ(run.value(lane, 0, 2), run.value(0, 0, 2));
    }
}

}  // namespace
}  // namespace runtime
