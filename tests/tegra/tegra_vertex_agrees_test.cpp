// Vertex programs on the emulated vertex unit and on the interpreter: each opcode with special values, and random ones.
//
// Both compute with 32-bit floats by the same definitions, so every component is the same, to the last bit (what is no
// number has no bits). XPD's two steps and POW's three are the only instructions that are not one operation there.
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>

#include "arbasm/testing/random_program.h"
#include "ir/lower/expand_position_invariance.h"
#include "machines/tegra/codegen/vertex/generate.h"
#include "machines/tegra/emulator/vertex_emulator.h"
#include "runtime/testing/test_programs.h"

namespace runtime {
namespace {

namespace tegra = machines::tegra;

constexpr float infinity = std::numeric_limits<float>::infinity();
const std::array<float, 24> special{0,        -0.0f,     1,      -1,     0.5f,    -0.5f,   2,         -2,
                                    1.5f,     -1.5f,     127.5f, -128,   1e-10f,  -1e-10f, 3.4e38f,   -3.4e38f,
                                    infinity, -infinity, NAN,    1e-40f, -1e-40f, 255,     0x1p-126f, 8388609};

struct Counts {
    int compiled = 0, refused = 0;
    uint64_t same = 0, near = 0, apart = 0;
    uint64_t machine = 0, operations = 0, source = 0;
    std::map<std::string, int> reasons;  // the first of each that was refused
};

float value_for(std::mt19937& random) {
    switch (random() % 8) {
        case 0: return special[random() % special.size()];
        case 1: return static_cast<float>(static_cast<int>(random() % 16) - 8);
        default: return static_cast<float>(random() % 65536) / 16384.0f - 2;
    }
}

// Every component of every result that the program writes; `distance`: units in the last place that are near enough.
template <class Fill>
void compare(const std::shared_ptr<const arbasm::Program>& given, Fill fill, uint32_t distance, Counts& counts) {
    const auto program = std::make_shared<const arbasm::Program>(arbasm::expand_position_invariance(*given));
    const tegra::GeneratedVertex generated = tegra::generate_vertex(*program);
    if (!generated.errors.empty()) {
        counts.refused++;
        counts.reasons[generated.errors[0].message]++;
        return;
    }
    counts.compiled++;
    counts.machine += generated.code.instructions.size();
    counts.operations += static_cast<uint64_t>(generated.operations);
    counts.source += program->instructions.size();
    ASSERT_EQ(tegra::complaint(generated.code), "") << program->source;
    // Through words and through text.
    tegra::VertexCode decoded;
    ASSERT_EQ(tegra::decode(tegra::encode(generated.code), decoded), "") << program->source;
    const std::string text = tegra::disassemble(generated.code);
    const tegra::AssembledVertex assembled = tegra::assemble_vertex(text);
    ASSERT_EQ(assembled.error, "") << text;
    ASSERT_TRUE(assembled.code == generated.code) << text;

    const auto routine = interpreter::make_routine(program, simd_levels().back());
    LaneRun run;
    run.attributes.resize(program->attributes.size());
    run.results.resize(program->results.size());
    run.parameters.resize(program->parameters.size());
    fill(run);
    for (size_t p = 0; p < run.parameters.size(); p++)
        if (program->parameters[p].kind == arbasm::BindingKind::Constant)
            run.parameters[p] = program->parameters[p].constant;
    run.environment.parameters = run.parameters;
    run.group.attributes = run.attributes.data();
    run.group.results = run.results.data();
    routine->run(run.environment, run.group);

    std::array<tegra::Float4, tegra::vertex_constants> constants{};
    for (const auto& constant : generated.constants)
        for (size_t c = 0; c < 4; c++)
            constants[constant.constant][c] = float_of(run.parameters[constant.parameter][c]);
    for (const auto& [index, value] : generated.code.constants) constants[index] = value;
    std::vector<uint8_t> written(program->results.size());
    for (const arbasm::Instruction& instruction : program->instructions)
        if (instruction.result.file == arbasm::RegisterFile::Result && instruction.result.variable >= 0 &&
            instruction.result.condition == arbasm::ConditionMask{})
            written[static_cast<size_t>(program->variables[static_cast<size_t>(instruction.result.variable)]
                                            .register_of(instruction.result.element))] |= instruction.result.write_mask;
    for (uint32_t lane = 0; lane < group_lanes; lane++) {
        tegra::VertexRun vertex;
        for (size_t a = 0; a < run.attributes.size() && a < tegra::vertex_attributes; a++)
            for (size_t c = 0; c < 4; c++)
                vertex.attributes[a][c] = float_of(run.attributes[a].component[c].lane[lane]);
        ASSERT_EQ(tegra::run_vertex(decoded.instructions, constants, vertex), "") << program->source << text;
        for (const auto& e : generated.exports) {
            if (e.result == ~0u || e.number >= tegra::vertex_exports) continue;
            for (int c = 0; c < 4; c++) {
                if (!((written[e.result] & vertex.exported[e.number]) >> c & 1)) continue;  // flow may go around it
                const uint32_t expected = run.result(static_cast<int>(lane), c, e.result);
                const uint32_t got = bits_of(vertex.exports[e.number][static_cast<size_t>(c)]);
                if (same_value(expected, got)) {
                    counts.same++;
                } else if (std::abs(static_cast<int64_t>(static_cast<int32_t>(expected)) -
                                    static_cast<int64_t>(static_cast<int32_t>(got))) <= distance) {
                    counts.near++;
                } else {
                    counts.apart++;
                    ADD_FAILURE() << float_of(got) << ", not " << float_of(expected) << ": result " << e.result
                                  << " component " << c << " lane " << lane << "\n"
                                  << program->source << text;
                    return;
                }
            }
        }
    }
}

struct Form {
    const char* opcode;
    int vectors, scalars;   // operands
    uint32_t distance = 0;  // units in the last place
};
// All of ARBvp1.0, but for ARL (below).
const Form forms[] = {
    {"ABS", 1, 0}, {"ADD", 2, 0}, {"DP3", 2, 0}, {"DP4", 2, 0}, {"DPH", 2, 0}, {"DST", 2, 0},
    {"EX2", 0, 1}, {"EXP", 0, 1}, {"FLR", 1, 0}, {"FRC", 1, 0}, {"LG2", 0, 1}, {"LIT", 1, 0},
    {"LOG", 0, 1}, {"MAD", 3, 0}, {"MAX", 2, 0}, {"MIN", 2, 0}, {"MOV", 1, 0}, {"MUL", 2, 0},
    {"RCP", 0, 1}, {"RSQ", 0, 1}, {"SGE", 2, 0}, {"SLT", 2, 0}, {"SUB", 2, 0}, {"XPD", 2, 0},
};

TEST(TegraVertex, EveryOpcodeOnSpecialValues) {
    Counts counts;
    for (const Form& form : forms)
        for (const char* const modifier : {"", "-"})
            for (const char* const mask : {"", ".x", ".yw", ".xyz"}) {
                std::string text = "!!ARBvp1.0\nTEMP r;\n";
                text += std::string(form.opcode) + " r" + mask;
                for (int i = 0; i < form.vectors + form.scalars; i++)
                    text += std::string(", ") + modifier + "vertex.attrib[" + std::to_string(i + 1) + "]" +
                            (i < form.vectors ? ".wxzy" : ".y");
                text += ";\nMOV result.position, vertex.attrib[1];\nMOV result.texcoord[0]" + std::string(mask) +
                        ", r;\nEND\n";
                for (uint32_t seed = 0; seed < 6; seed++) {
                    std::mt19937 random(seed);
                    compare(
                        parse_program(text),
                        [&](LaneRun& run) {
                            for (LaneVector& attribute : run.attributes)
                                for (LaneWord& component : attribute.component)
                                    for (uint32_t& word : component.lane)
                                        word = bits_of(special[random() % special.size()]);
                        },
                        form.distance, counts);
                    if (HasFailure()) return;
                }
            }
    EXPECT_EQ(counts.refused, 0);
    EXPECT_GT(counts.same, 200000u);
}

// The interpreter's POW keeps more digits between its steps; here it is EX2(y * LG2(x)), and its error grows with the
// exponent: 2^-24 of the product, times the logarithm of 2, is what the result is off by.
TEST(TegraVertex, PowersWithinTheirBound) {
    const auto program = parse_program(
        "!!ARBvp1.0\nMOV result.position, vertex.position;\n"
        "POW result.texcoord[0], vertex.attrib[1].x, vertex.attrib[2].y;\nEND\n");
    const tegra::GeneratedVertex generated = tegra::generate_vertex(*program);
    ASSERT_TRUE(generated.errors.empty());
    std::array<tegra::Float4, tegra::vertex_constants> constants{};
    for (const auto& [index, value] : generated.code.constants) constants[index] = value;
    std::mt19937 random(5);
    uint32_t base = 0, exponent = 0;
    for (const auto& a : generated.attributes) {
        if (a.binding.kind == arbasm::BindingKind::GenericAttrib && a.binding.index == 1) base = a.attribute;
        if (a.binding.kind == arbasm::BindingKind::GenericAttrib && a.binding.index == 2) exponent = a.attribute;
    }
    for (int i = 0; i < 20000; i++) {
        tegra::VertexRun run;
        const float x = std::exp2(static_cast<float>(random() % 4096) / 512 - 4);
        const float y = static_cast<float>(random() % 4096) / 256 - 8;
        run.attributes[base][0] = x;
        run.attributes[exponent][1] = y;
        ASSERT_EQ(tegra::run_vertex(generated.code.instructions, constants, run), "");
        const double exact = std::pow(static_cast<double>(x), static_cast<double>(y));
        const double product = std::fabs(static_cast<double>(y) * std::log2(static_cast<double>(x)));
        const double bound = (product * 0x1p-23 + 0x1p-22) * exact;
        EXPECT_NEAR(static_cast<double>(run.exports[1][0]), exact, bound) << x << "^" << y;
    }
}

TEST(TegraVertex, IndexedConstants) {
    const auto program = parse_program(
        "!!ARBvp1.0\nPARAM a[8] = { program.env[0..7] };\nADDRESS i, j;\nTEMP r;\n"
        "ARL i.x, vertex.attrib[1].x;\nARL j.x, vertex.attrib[2].y;\n"
        "MOV result.position, a[i.x+2];\n"
        "ADD r, a[i.x-1], a[j.x+1];\nMAD result.texcoord[0], a[i.x+2], a[j.x], r;\n"
        "MUL result.texcoord[1], program.local[3], a[i.x+2];\nEND\n");
    Counts counts;
    for (uint32_t seed = 0; seed < 20; seed++) {
        std::mt19937 random(seed);
        compare(
            program,
            [&](LaneRun& run) {
                for (Vector4& parameter : run.parameters)
                    for (uint32_t& word : parameter) word = bits_of(static_cast<float>(random() % 1000));
                for (LaneVector& attribute : run.attributes)
                    for (LaneWord& component : attribute.component)
                        for (uint32_t& word : component.lane)
                            word = bits_of(1 + static_cast<float>(random() % 40) / 10);  // 1…4.9
            },
            0, counts);
    }
    EXPECT_EQ(counts.refused, 0);
    EXPECT_EQ(counts.near + counts.apart, 0u);
}

// Results that the fixed units behind the vertex have no use for are computed all the same.
TEST(TegraVertex, SizesClipDistancesAndBackColours) {
    Counts counts;
    for (const char* const text :
         {"!!ARBvp1.0\nOPTION NV_vertex_program3;\nTEMP t;\nMOV result.position, vertex.position;\n"
          "LIT t, vertex.attrib[1];\nMUL result.pointsize.x, t.y, vertex.attrib[2].w;\n"
          "DP4 result.clip[0].x, vertex.attrib[3], program.local[0];\nADD result.clip[5].x, t.x, -t.y;\n"
          "MAD result.color.back, t, vertex.attrib[1], t.wzyx;\nRCP result.color.back.secondary.y, t.y;\n"
          "MOV result.color.secondary, t;\nEND\n",
          "!!VP1.0\nMOV o[HPOS], v[OPOS];\nRSQ o[PSIZ].x, v[WGHT].y;\nLIT o[BFC0], v[1];\nMUL o[BFC1], v[2], "
          "v[2].wzyx;\n"
          "EXP o[COL0], v[3].x;\nEND\n",
          "!!VP2.0\nMOV o[HPOS], v[0];\nMOVC R0, v[1];\nMOV o[PSIZ].x(GT.x), R0;\nDP3 o[CLP0].x, v[1], R0;\n"
          "SIN o[CLP5].x, v[1].y;\nMOV o[BFC0](LT.xyzw), v[2];\nEND\n"})
        for (uint32_t seed = 0; seed < 20; seed++) {
            std::mt19937 random(seed);
            const auto program = parse_program(text);
            ASSERT_TRUE(program) << text;
            compare(
                program,
                [&](LaneRun& run) {
                    for (Vector4& parameter : run.parameters)
                        for (uint32_t& word : parameter) word = bits_of(value_for(random));
                    for (LaneVector& attribute : run.attributes)
                        for (LaneWord& component : attribute.component)
                            for (uint32_t& word : component.lane) word = bits_of(value_for(random));
                },
                0, counts);
        }
    EXPECT_EQ(counts.compiled, 60);
    EXPECT_EQ(counts.near + counts.apart, 0u);
}

struct Request {
    const char* header;
    bool options, flow;
};
void run_random(const Request& requested, int count, Counts& counts) {
    arbasm::RandomProgram settings;
    settings.header = requested.header;
    settings.textures = settings.memory = settings.cross_lane = settings.relative = false;
    settings.options = requested.options;
    settings.flow = requested.flow;
    for (int n = 0; counts.compiled < count && n < 60 * count && !testing::Test::HasFailure(); n++) {
        const arbasm::ParseResult parsed = arbasm::parse(arbasm::random_program(static_cast<uint64_t>(n), settings));
        if (!parsed.program) continue;
        // POW has its own test; MIN and MAX of VP2.0 give a NaN where one operand is one.
        bool other = false;
        for (const arbasm::Instruction& instruction : parsed.program->instructions)
            other |= instruction.opcode == arbasm::Opcode::Pow ||
                     (parsed.program->instruction_set == arbasm::InstructionSet::Vp20 &&
                      (instruction.opcode == arbasm::Opcode::Min || instruction.opcode == arbasm::Opcode::Max));
        if (other) continue;
        std::mt19937 random(static_cast<uint32_t>(n));
        compare(
            parsed.program,
            [&](LaneRun& run) {
                for (Vector4& parameter : run.parameters)
                    for (uint32_t& word : parameter) word = bits_of(value_for(random));
                for (LaneVector& attribute : run.attributes)
                    for (LaneWord& component : attribute.component)
                        for (uint32_t& word : component.lane) word = bits_of(value_for(random));
            },
            0, counts);
    }
    std::printf("%s: %d programs, %d refused; %llu components the same; %.2f instructions, %.2f operations for one\n",
                requested.header, counts.compiled, counts.refused, static_cast<unsigned long long>(counts.same),
                static_cast<double>(counts.machine) / static_cast<double>(std::max<uint64_t>(1, counts.source)),
                static_cast<double>(counts.operations) / static_cast<double>(std::max<uint64_t>(1, counts.source)));
    if (std::getenv("ASMGL_TEGRA_SHOW"))
        for (const auto& [reason, times] : counts.reasons) std::printf("%6d %s\n", times, reason.c_str());
    EXPECT_GE(counts.compiled, count);
}

int wanted_programs() {
    const char* const wanted = std::getenv("ASMGL_RANDOM_PROGRAMS");
    return wanted ? std::atoi(wanted) : 2000;
}

TEST(TegraVertex, RandomProgramsGiveWhatTheInterpreterGives) {
    Counts counts;
    run_random({"!!ARBvp1.0", false, false}, wanted_programs(), counts);
    EXPECT_GT(counts.same, static_cast<uint64_t>(wanted_programs()) * 32);
}

TEST(TegraVertex, RandomProgramsOfTheOlderSets) {
    for (const Request settings :
         {Request{"!!VP1.1", true, false}, Request{"!!VP2.0", true, false}, Request{"!!VP2.0", true, true}}) {
        Counts counts;
        run_random(settings, wanted_programs() / 8, counts);
    }
}

}  // namespace
}  // namespace runtime
