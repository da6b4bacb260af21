// Random straight programs: the interpreter on every SIMD level and the JIT give the same bits.
#include <random>

#include "runtime/jit/jit.h"
#include "runtime/jit/tiers.h"
#include "runtime/testing/test_programs.h"

namespace runtime {
namespace {

// Float and integer temporaries are kept apart, so that the bits of a NaN never become a number.
class ProgramWriter {
  public:
    explicit ProgramWriter(uint32_t seed) : random_(seed) {}

    std::string write() {
        std::string text =
            "!!NVfp5.0\nATTRIB v0 = fragment.texcoord[0];\nATTRIB v1 = fragment.texcoord[1];\nATTRIB i0 = "
            "fragment.texcoord[2];\n"
            "PARAM p0 = program.env[0];\nPARAM p1 = { 0.5, -2, 3, 0.125 };\nPARAM q0 = program.env[1];\n"
            "TEMP f0, f1, f2, f3;\nTEMP s0, s1, s2, s3;\nOUTPUT o = result.color;\n"
            "OUTPUT z = result.color[1];\n";
        text.insert(text.find("ATTRIB"), "OPTION ARB_draw_buffers;\n");
        const uint32_t count = 4 + pick(10);
        for (uint32_t i = 0; i < count; i++) text += instruction();
        text += "MOV o, f0;\nADD o.zw (GT.yxwz), f1, f2;\nMOV.S z, s0;\nXOR.S z.xy (LE1), s1, s2;\nEND\n";
        return text;
    }

  private:
    uint32_t pick(uint32_t count) { return random_() % count; }
    template <size_t n>
    std::string one_of(const char* const (&list)[n]) {
        return list[pick(n)];
    }

    std::string selectors() {
        if (pick(2)) return "";
        std::string text = ".";
        for (int i = 0; i < 4; i++) text += "xyzw"[pick(4)];
        return text;
    }
    std::string selector() { return std::string(".") + "xyzw"[pick(4)]; }
    std::string modified(const std::string& operand) {
        switch (pick(6)) {
            case 0: return "-" + operand;
            case 1: return "|" + operand + "|";
            case 2: return "-|" + operand + "|";
            default: return operand;
        }
    }
    std::string operand(bool integer, bool scalar) {
        static constexpr const char* floats[] = {"v0", "v1", "p0", "p1", "f0", "f1", "f2", "f3"};
        static constexpr const char* integers[] = {"i0", "q0", "s0", "s1", "s2", "s3"};
        const std::string name = integer ? one_of(integers) : one_of(floats);
        return modified(name + (scalar ? selector() : selectors()));
    }
    std::string result(bool integer) {
        std::string text = (integer ? "s" : "f") + std::to_string(pick(4));
        static constexpr const char* masks[] = {"", "", ".x", ".yw", ".xyz", ".zw"};
        text += one_of(masks);
        static constexpr const char* tests[] = {"EQ",  "NE", "LT",  "GE",  "GT", "LE",  "LT1",
                                                "NE1", "CF", "OF1", "NSF", "AB", "BLE1"};
        if (pick(5) == 0) text += " (" + one_of(tests) + selectors() + ")";
        return text;
    }
    std::string code_update() {
        static constexpr const char* updates[] = {"", "", "", ".CC", ".CC1"};
        return one_of(updates);
    }

    std::string instruction() {
        struct Shape {
            const char* name;
            const char* operands;  // v, s: of the operation's type; f, i: float, integer vectors
        };
        static constexpr Shape floats[] = {
            {"ABS", "v"},   {"ADD", "vv"},  {"CEIL", "v"}, {"CMP", "vvv"}, {"COS", "s"},   {"DDX", "v"},
            {"DDY", "v"},   {"DIV", "vs"},  {"DP2", "vv"}, {"DP3", "vv"},  {"DP4", "vv"},  {"DPH", "vv"},
            {"DST", "vv"},  {"EX2", "s"},   {"FLR", "v"},  {"FRC", "v"},   {"LG2", "s"},   {"LIT", "v"},
            {"LRP", "vvv"}, {"MAD", "vvv"}, {"MAX", "vv"}, {"MIN", "vv"},  {"MOV", "v"},   {"MUL", "vv"},
            {"NRM", "v"},   {"POW", "ss"},  {"RCC", "s"},  {"RCP", "s"},   {"RFL", "vv"},  {"ROUND", "v"},
            {"RSQ", "s"},   {"SCS", "s"},   {"SEQ", "vv"}, {"SGE", "vv"},  {"SGT", "vv"},  {"SIN", "s"},
            {"SLT", "vv"},  {"SNE", "vv"},  {"SSG", "v"},  {"SUB", "vv"},  {"TRUNC", "v"}, {"X2D", "vvv"},
            {"XPD", "vv"},  {"MAD", "vvv"}, {"MUL", "vv"}, {"ADD", "vv"},  {"DP2A", "vvv"}};
        static constexpr Shape integers[] = {
            {"ABS", "v"},  {"ADD", "vv"}, {"AND", "vv"},  {"BFE", "vv"},  {"BFI", "vvv"}, {"BFR", "v"},
            {"BTC", "v"},  {"BTFL", "v"}, {"BTFM", "v"},  {"CMP", "vvv"}, {"DIV", "vs"},  {"MAD", "vvv"},
            {"MAX", "vv"}, {"MIN", "vv"}, {"MOD", "vs"},  {"MOV", "v"},   {"MUL", "vv"},  {"MUL.HI", "vv"},
            {"NOT", "v"},  {"OR", "vv"},  {"SAD", "vvv"}, {"SEQ", "vv"},  {"SGE", "vv"},  {"SHL", "vs"},
            {"SHR", "vs"}, {"SLE", "vv"}, {"SLT", "vv"},  {"SUB", "vv"},  {"XOR", "vv"},  {"ADD", "vv"},
            {"SUB", "vv"}, {"CEIL", "f"}, {"FLR", "f"},   {"ROUND", "f"}, {"TRUNC", "f"}};
        const uint32_t kind = pick(20);
        if (kind == 0)
            return "I2F" + std::string(pick(2) ? ".S" : ".U") + code_update() + " " + result(false) + ", " +
                   operand(true, false) + ";\n";
        if (kind == 1) return "UP4UB.U " + result(false) + ", " + operand(true, true) + ";\n";
        if (kind == 2) return "PK4UB.U " + result(true) + ", " + operand(false, false) + ";\n";
        if (kind == 3) return "CVT.S32.F32.FLR " + result(true) + ", f" + std::to_string(pick(4)) + ";\n";
        const bool integer = kind > 11;
        const Shape shape = integer ? integers[pick(std::size(integers))] : floats[pick(std::size(floats))];
        std::string text = shape.name;
        if (integer) text += pick(2) ? ".S" : ".U";
        text += code_update();
        static constexpr const char* saturations[] = {"", "", "", ".SAT", ".SSAT"};
        if (!integer) text += one_of(saturations);
        text += " " + result(integer);
        for (const char* letter = shape.operands; *letter; letter++)
            text += ", " + operand(*letter == 'f' ? false : integer, *letter == 's');
        return text + ";\n";
    }

    std::mt19937 random_;
};

void fill(LaneRun& run, const arbasm::Program& program, uint32_t seed) {
    std::mt19937 random(seed);
    const auto number = [&]() -> uint32_t {
        static constexpr float special[] = {0.0f,   -0.0f,  1.0f,  -1.0f,    0.5f,     2.0f,
                                            1e-40f, -3e38f, 1e10f, 65504.0f, INFINITY, NAN};
        return random() % 8 == 0 ? bits_of(special[random() % std::size(special)])
                                 : bits_of(static_cast<float>(static_cast<int32_t>(random())) * 0x1p-29f);
    };
    const auto integer = [&]() -> uint32_t {
        return static_cast<uint32_t>(random() % 3 == 0   ? random() % 40
                                     : random() % 4 == 0 ? 0u - random() % 40
                                                         : random());
    };
    for (size_t i = 0; i < program.attributes.size(); i++) {
        const bool integers = program.attributes[i].binding.index == 2;
        for (LaneWord& word : run.attributes[i].component)
            for (uint32_t& lane : word.lane) lane = integers ? integer() : number();
    }
    for (size_t i = 0; i < program.parameters.size(); i++) {
        const bool integers = program.parameters[i].index == 1;
        for (uint32_t& word : run.parameters[i]) word = integers ? integer() : number();
        if (program.parameters[i].kind == arbasm::BindingKind::Constant)
            run.parameters[i] = program.parameters[i].constant;
    }
}

// A thousand programs in twenty tests, for LLVM takes its time.
class RandomPrograms : public testing::TestWithParam<uint32_t> {};

TEST_P(RandomPrograms, GiveTheSameBits) {
    for (uint32_t seed = 50 * GetParam(); seed < 50 * GetParam() + 50 && !HasFailure(); seed++) {
        const auto program = parse_program(ProgramWriter(seed).write());
        ASSERT_TRUE(program);
        if (seed % 50 == 0) {
            EXPECT_EQ(std::string_view(compile(program, Engine::Jit)->engine_name()) == "jit", has_jit);
        }
        run_program(program, [&](LaneRun& run) { fill(run, *program, seed); });
    }
}
INSTANTIATE_TEST_SUITE_P(EnginesAgree, RandomPrograms, testing::Range(0u, 20u));

// The JIT's own narrower code, which CPUs with wider registers would never run.
TEST(EnginesAgree, AtEveryWidthOfTheJit) {
    for (uint32_t seed = 5000; seed < 5060 && !HasFailure(); seed++) {
        const auto program = parse_program(ProgramWriter(seed).write());
        ASSERT_TRUE(program);
        std::vector<LaneVector> first;
        for (const SimdLevel level : simd_levels()) {
            const auto routine = compiled_at(program, level);
            ASSERT_TRUE(routine);
            LaneRun run;
            run.attributes.resize(program->attributes.size());
            run.results.resize(program->results.size());
            run.parameters.resize(program->parameters.size());
            fill(run, *program, seed);
            run.environment.parameters = run.parameters;
            run.group.attributes = run.attributes.data();
            run.group.results = run.results.data();
            routine->run(run.environment, run.group);
            if (first.empty()) first = run.results;
            for (size_t r = 0; r < first.size(); r++)
                for (size_t c = 0; c < 4; c++)
                    for (int lane = 0; lane < group_lanes; lane++)
                        ASSERT_TRUE(
                            same_value(first[r].component[c].lane[lane], run.results[r].component[c].lane[lane]))
                            << program->source;
        }
    }
}

// Arrays of constants and of temporaries that are read and written by indices which lanes have, under conditions and
// in loops.
TEST(EnginesAgree, RegistersByIndex) {
    static constexpr const char* const masks[] = {"", ".x", ".yw", ".xyz"};
    static constexpr const char* const conditions[] = {"", "", " (GT.x)", " (LT.yxzw)"};
    for (uint32_t seed = 0; seed < 40 && !HasFailure(); seed++) {
        std::mt19937 random(seed);
        const auto pick = [&](uint32_t count) { return random() % count; };
        const auto index = [&] {
            return "[i." + std::string(1, "xyzw"[pick(4)]) + (pick(2) ? "+" + std::to_string(pick(3)) : "") + "]";
        };
        std::string text =
            "!!NVfp5.0\nOPTION ARB_draw_buffers;\nATTRIB v = fragment.texcoord[0];\n"
            "PARAM k[5] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {-1, -2, -3, -4}, {0.5, 0.25, 0.125, 0}, {9, 10, 11, 12}};\n"
            "PARAM e[4] = { program.env[0..3] };\nTEMP a[6], b[3];\nLONG TEMP d[4], l;\nTEMP i, t;\n"
            "TRUNC.S i, v;\nMOV.CC t, v;\nMOV a[1], v;\nMOV a[4], k[2];\nMOV b[0], v.yzwx;\nMOV b[2], e[1];\n";
        if (pick(2)) text += "IF (GT.z);\n";
        const bool is_inside = text.ends_with(";\n") && text.find("IF") != std::string::npos;
        for (uint32_t n = 0; n < 3 + pick(5); n++) {
            const std::string to = masks[pick(std::size(masks))] + std::string(conditions[pick(std::size(conditions))]);
            switch (pick(6)) {
                case 0: text += "MOV a" + index() + to + ", k" + index() + ";\n"; break;
                case 1: text += "MAD b" + index() + to + ", a" + index() + ", k" + index() + ", v;\n"; break;
                case 2: text += "ADD.CC a" + index() + to + ", b" + index() + ", -e" + index() + ";\n"; break;
                case 3: text += "CVT.F64.F32 d" + index() + ", v;\n"; break;
                case 4: text += "ADD.F64 d" + index() + to + ", d" + index() + ", d[1];\n"; break;
                default:
                    text += "REP.S {3}.x;\nADD a" + index() + to + ", a" + index() + ", 1;\nADD.S i, i, 1;\nENDREP;\n";
            }
        }
        if (is_inside) text += "ENDIF;\n";
        text +=
            "ADD t, a[0], a[1];\nADD t, t, a[2];\nADD t, t, a[3];\nADD t, t, a[4];\nADD t, t, a[5];\n"
            "MOV result.color, t;\nADD t, b[0], b[1];\nADD t, t, b[2];\nADD.F64 l, d[0], d[3];\n"
            "CVT.F32.F64 i, l;\nADD result.color[1], t, i;\nEND\n";
        const auto program = parse_program(text);
        ASSERT_TRUE(program);
        run_program(program, [&](LaneRun& run) {
            std::mt19937 inputs(seed);
            for (LaneWord& word : run.attributes[0].component)
                for (uint32_t& lane : word.lane) lane = bits_of(static_cast<float>(inputs() % 90) / 10 - 2);
            for (size_t p = 0; p < run.parameters.size(); p++) {
                for (uint32_t& word : run.parameters[p]) word = bits_of(static_cast<float>(inputs() % 100) / 8);
                if (program->parameters[p].kind == arbasm::BindingKind::Constant)
                    run.parameters[p] = program->parameters[p].constant;
            }
            run.group.active = seed % 3 ? ~0u : 0x0ff0f3ffu;
        });
    }
}

// What a loop's turns cost is not known before it has run: a few groups that take very many make a program hot.
TEST(EnginesAgree, LongLoopsAreCompiledSoon) {
    if (!has_jit) GTEST_SKIP() << "this build makes no machine code";
    if (environment().engine != EngineSetting::Auto) GTEST_SKIP() << "one engine only";
    const auto program = parse_program(
        "!!NVfp5.0\nTEMP n;\nMOV.S n, {0, 0, 0, 0};\nREP.S {300000}.x;\nADD.S n.x, n.x, 1;\nENDREP;\n"
        "MOV.S result.color, n;\nEND\n");
    ASSERT_TRUE(program);
    const auto routine = compile(program);
    const uint64_t before = jit::tier_counters().quick + jit::tier_counters().found;
    for (int i = 0; i < 3; i++) {
        LaneRun run;
        run.attributes.resize(program->attributes.size());
        run.results.resize(program->results.size());
        run.parameters.resize(program->parameters.size());
        for (size_t p = 0; p < run.parameters.size(); p++) run.parameters[p] = program->parameters[p].constant;
        run.environment.parameters = run.parameters;
        run.group.attributes = run.attributes.data();
        run.group.results = run.results.data();
        routine->run(run.environment, run.group);
        EXPECT_EQ(run.result(5), 300000u);
        jit::finish_compiling();
    }
    EXPECT_GT(jit::tier_counters().quick + jit::tier_counters().found, before);
}

// One for each form of compiled flow: by masks, by labels, by recursion.
TEST(EnginesAgree, EverythingIsCompiled) {
    for (const char* const text :
         {"!!ARBfp1.0\nTEX result.color, fragment.texcoord[0], texture[0], 2D;\nEND\n",
          "!!NVfp5.0\nTEMP n;\nMOV.S n, {0, 0, 0, 0};\nREP.S {7}.x;\nADD.S.CC n.x, n.x, 1;\nBRK (GT.x);\nENDREP;\n"
          "MOV.S result.color, n;\nEND\n",
          "!!VP2.0\nMOV o[HPOS], v[OPOS];\nBRA over;\nADD o[HPOS], v[OPOS], v[OPOS];\nover:\nMOV o[COL0], "
          "v[OPOS];\nEND\n",
          "!!NVfp5.0\nTEMP n;\nmain:\nMOV.S n, {0, 0, 0, 0};\nCAL again;\nMOV.S result.color, n;\nRET;\n"
          "again:\nADD.S n, n, 1;\nADD.S.CC n.y, n.x, -5;\nCAL again (LT.y);\nRET;\nEND\n"}) {
        const auto program = parse_program(text);
        ASSERT_TRUE(program);
        EXPECT_EQ(std::string_view(compile(program, Engine::Jit)->engine_name()) == "jit", has_jit) << text;
        run_program(program, number_lanes);
    }
}

}  // namespace
}  // namespace runtime
