// Every operation against plain scalar code (runtime/testing/instruction_rows.cpp), over special values and random
// ones, on every engine.
#include <algorithm>
#include <cstdlib>
#include <limits>
#include <random>
#include <set>

#include "ir/semantics/operations.h"
#include "ir/testing/recorded_hashes.h"
#include "runtime/testing/instruction_rows.h"
#include "runtime/testing/scalar_numbers.h"
#include "runtime/testing/test_programs.h"

namespace runtime {
namespace {

using arbasm::LaneKind;

double ulp_of(double value) {
    int exponent = 0;
    std::frexp(value, &exponent);
    return std::ldexp(1.0, std::max(exponent - 24, -149));
}

bool meets(uint32_t got, const Wanted& wanted) {
    switch (wanted.kind) {
        case Wanted::Anything: return true;
        case Wanted::Bits: return same_value(got, wanted.bits);
        case Wanted::Near: break;
    }
    const double value = float_of(got);
    if (std::isnan(wanted.number)) return std::isnan(value);
    const auto rounded = static_cast<float>(wanted.number);
    if (std::isinf(rounded) || std::isinf(value)) {
        if (rounded == value) return true;
        // Within reach of overflow either side will do.
        return std::isinf(value) && std::abs(wanted.number) >= 0x1.fffffcp127 && value * wanted.number > 0;
    }
    return std::abs(value - wanted.number) <= wanted.ulps * ulp_of(wanted.number);
}

// ---- inputs --------------------------------------------------------------------------------------------------------

const std::vector<uint32_t>& special_floats() {
    static const std::vector<uint32_t> values = [] {
        std::vector<uint32_t> list;
        for (const float value : {0.0f,          1.0f,          0.5f,
                                  2.0f,          1.5f,          2.5f,
                                  0.25f,         3.14159265f,   1e-3f,
                                  100.0f,        255.0f,        8191.5f,
                                  8192.0f,       1e6f,          16777216.0f,
                                  2147483520.0f, 2147483648.0f, 4294967040.0f,
                                  4294967296.0f, 1e-20f,        1e20f,
                                  1e-38f,        1e-45f,        3.4e38f,
                                  127.0f,        128.0f,        0.99999994f,
                                  1.0000001f,    65504.0f,      65520.0f,
                                  6e-8f,         6.1e-5f,       std::numeric_limits<float>::infinity()}) {
            list.push_back(bits_of(value));
            list.push_back(bits_of(-value));
        }
        list.push_back(bits_of(NAN));
        return list;
    }();
    return values;
}

const std::vector<uint32_t>& special_integers() {
    static const std::vector<uint32_t> values{
        0,          1,          2,          3,          7,          8,          16,         31,         32,
        33,         255,        256,        65535,      65536,      0x7fffffff, 0x80000000, 0x80000001, 0xffffffff,
        0xfffffffe, 0xffff0000, 0x12345678, 0x55555555, 0xaaaaaaaa, 0xfffffff9, 0x3c007bff, 0x00018001, 0x7c01fc00};
    return values;
}

class Inputs {
  public:
    explicit Inputs(bool integers) : integers_(integers) {}
    uint32_t next() {
        const auto& special = integers_ ? special_integers() : special_floats();
        const uint32_t choice = random_() % 4;
        if (choice < 2) return special[random_() % special.size()];
        if (integers_) return static_cast<uint32_t>(choice == 2 ? random_() : random_() % 40);
        // Mostly numbers near one, sometimes any bits.
        if (choice == 2) return bits_of(static_cast<float>(static_cast<int32_t>(random_())) * 0x1p-28f);
        const auto any = static_cast<uint32_t>(random_());
        return is_nan(any) ? 0 : any;
    }

  private:
    bool integers_;
    std::mt19937 random_{12345};
};

std::string program_text(const InstructionRow& row) {
    const bool vertex = row.header.find("vp") != std::string::npos;
    const auto operand = [&](size_t i) {
        const std::string name =
            vertex ? "vertex.attrib[" + std::to_string(i) + "]" : "fragment.texcoord[" + std::to_string(i) + "]";
        return name + (row.shapes[i] == 's' ? ".x" : "");
    };
    std::string text = "!!" + row.header + "\nTEMP t;\n" + row.instruction + " t";
    if (vertex) {
        // One attribute per instruction in ARBvp1.0.
        text = "!!" + row.header + "\nTEMP t, u, v, w;\nMOV u, vertex.attrib[0];\n";
        if (row.shapes.size() > 1) text += "MOV v, vertex.attrib[1];\n";
        text += row.instruction + " t, u" + (row.shapes[0] == 's' ? ".x" : "");
        if (row.shapes.size() > 1) text += std::string(", v") + (row.shapes[1] == 's' ? ".x" : "");
        return text + ";\nMOV result.texcoord[0], t;\nMOV result.position, t;\nEND\n";
    }
    for (size_t i = 0; i < row.shapes.size(); i++) text += ", " + operand(i);
    text += ";\nMOV" + std::string(row.header[0] == 'N' ? ".F" : "") + " result.color, t;\nEND\n";
    return text;
}

class EveryInstruction : public testing::TestWithParam<InstructionRow> {};

TEST_P(EveryInstruction, DoesWhatItsSpecificationSays) {
    const InstructionRow& row = GetParam();
    const auto program = parse_program(program_text(row));
    ASSERT_TRUE(program);
    // The register of each operand: texcoord[i] or attrib[i].
    std::vector<size_t> registers(row.shapes.size());
    for (size_t i = 0; i < program->attributes.size(); i++) {
        const auto index = static_cast<size_t>(program->attributes[i].binding.index);
        if (index < registers.size()) registers[index] = i;
    }
    Inputs inputs(row.integers);
    for (int round = 0; round < 40; round++) {
        std::array<std::array<Words, 3>, group_lanes> operands{};
        for (auto& lane : operands)
            for (Words& vector : lane)
                for (uint32_t& word : vector) word = inputs.next();
        const LaneRun run = run_program(program, [&](LaneRun& prepared) {
            for (size_t i = 0; i < registers.size(); i++)
                for (int lane = 0; lane < group_lanes; lane++)
                    for (size_t c = 0; c < 4; c++)
                        prepared.attributes[registers[i]].component[c].lane[lane] =
                            operands[static_cast<size_t>(lane)][i][c];
        });
        for (int lane = 0; lane < group_lanes; lane++) {
            auto values = operands[static_cast<size_t>(lane)];
            for (size_t i = 0; i < row.shapes.size(); i++)
                if (row.shapes[i] == 's') values[i] = {values[i][0], values[i][0], values[i][0], values[i][0]};
            const WantedVector wanted = row.oracle(values[0], values[1], values[2]);
            for (int c = 0; c < 4; c++) {
                const Wanted& w = wanted[static_cast<size_t>(c)];
                const uint32_t got = run.result(lane, c);
                if (meets(got, w)) continue;
                ADD_FAILURE() << row.instruction << " component " << c << " of " << std::hexfloat
                              << float_of(values[0][static_cast<size_t>(c)]) << ", "
                              << float_of(values[1][static_cast<size_t>(c)]) << ", "
                              << float_of(values[2][static_cast<size_t>(c)]) << std::hex << " (bits "
                              << values[0][static_cast<size_t>(c)] << " " << values[1][static_cast<size_t>(c)] << " "
                              << values[2][static_cast<size_t>(c)] << ") is " << got << " = " << float_of(got)
                              << " instead of "
                              << (w.kind == Wanted::Bits ? w.bits : bits_of(static_cast<float>(w.number))) << " = "
                              << std::hexfloat << (w.kind == Wanted::Bits ? double{float_of(w.bits)} : w.number);
                return;
            }
        }
    }
}

std::string row_name(const testing::TestParamInfo<InstructionRow>& info) {
    std::string name = info.param.header + "_" + info.param.instruction;
    std::replace_if(
        name.begin(), name.end(), [](char letter) { return !std::isalnum(static_cast<unsigned char>(letter)); }, '_');
    return name;
}
INSTANTIATE_TEST_SUITE_P(Table, EveryInstruction, testing::ValuesIn(instruction_rows()), row_name);

// An opcode with a meaning has a row here or is evaluated there, so that none is forgotten.
TEST(EveryInstruction, IsInTheTableOrEvaluated) {
    std::set<std::string> tested;
    for (const InstructionRow& row : instruction_rows())
        tested.insert(
            row.instruction.substr(0, row.instruction.find('.')) +
            (row.instruction.find('.') == std::string::npos ? "" : row.instruction.substr(row.instruction.rfind('.'))));
    // Tested by instruction_test.cpp: derivatives, extended swizzles, address registers.
    const std::set<std::string> elsewhere{"DDX", "DDY", "SWZ", "ARA", "ARL", "ARR"};
    for (int i = 0; i < arbasm::opcode_count; i++) {
        const auto opcode = static_cast<arbasm::Opcode>(i);
        const arbasm::Operation operation = arbasm::operation_of(opcode);
        const std::string name(arbasm::spelling(opcode));
        if (operation == arbasm::Operation::Count || elsewhere.count(name)) continue;
        if (!arbasm::opcode_info(opcode).in_nv4) {
            EXPECT_TRUE(tested.count(name) || is_evaluated<float>(opcode)) << name;
            continue;
        }
        const arbasm::OperationInfo& info = arbasm::operation_info(operation);
        if (info.has(LaneKind::Float)) {
            EXPECT_TRUE(tested.count(name + ".F") || is_evaluated<float>(opcode)) << name << ".F";
        }
        if (info.has(LaneKind::Signed)) {
            EXPECT_TRUE(tested.count(name + ".S") || is_evaluated<int32_t>(opcode)) << name << ".S";
        }
        if (info.has(LaneKind::Unsigned)) {
            EXPECT_TRUE(tested.count(name + ".U") || is_evaluated<uint32_t>(opcode)) << name << ".U";
        }
    }
}

// ---- infinities, NaNs, denormals and zeros of both signs: the same bits on every engine and SIMD level, those of NaNs
// among them

// Without NaNs: where different ones meet, an operation may give either. Operations with one operand get them alone.
constexpr uint32_t special_values[] = {0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000,
                                       0x00000001, 0x80000001, 0x007fffff, 0x807fffff, 0x00800000, 0x7f7fffff,
                                       0xff7fffff, 0x3f000000, 0x40000000, 0xc0400000, 0x4b800000, 0x4f000000,
                                       0xcf000000, 0x43008000, 0xc3160000, 0x46000000, 0x5f800000};

constexpr uint32_t nans[] = {0x7fc00000, 0xffc00000, 0x7fc12345, 0x7f800001};

constexpr size_t rows_each = 12;  // LLVM takes its time

struct SpecialProgram {
    std::string text;
    std::vector<std::string> instructions;
};

std::vector<SpecialProgram> special_programs(bool of_nans) {
    std::vector<SpecialProgram> programs;
    std::set<std::string> seen;
    for (const InstructionRow& row : instruction_rows()) {
        if (of_nans && row.shapes.size() > 1) continue;
        if (!row.header.starts_with("NV") || row.integers || !seen.insert(row.instruction).second) continue;
        if (programs.empty() || programs.back().instructions.size() == rows_each)
            programs.push_back({"!!NVvp5.0\nTEMP t;\n", {}});
        SpecialProgram& program = programs.back();
        std::string line = row.instruction + " t";
        for (size_t i = 0; i < row.shapes.size(); i++)
            line += ", vertex.attrib[" + std::to_string(i) + "]" + (row.shapes[i] == 's' ? ".x" : "");
        program.text += line + ";\nMOV.U result.attrib[" + std::to_string(program.instructions.size()) + "], t;\n";
        program.instructions.push_back(row.instruction);
    }
    for (SpecialProgram& program : programs) program.text += "END\n";
    return programs;
}

void fill_specially(LaneRun& run, int round, bool with_nans) {
    std::mt19937 random(static_cast<uint32_t>(round));
    constexpr auto count = static_cast<uint32_t>(std::size(special_values));
    for (size_t i = 0; i < run.attributes.size(); i++)
        for (size_t c = 0; c < 4; c++)
            for (uint32_t lane = 0; lane < group_lanes; lane++) {
                // Every value in each place once, beside others by chance.
                uint32_t& word = run.attributes[i].component[c].lane[lane];
                if (with_nans) {
                    word = nans[(lane + static_cast<uint32_t>(round)) % std::size(nans)];
                    continue;
                }
                const auto number =
                    static_cast<uint32_t>(i == 0 && c == 0 ? lane + static_cast<uint32_t>(round) : random());
                word = special_values[number % count];
            }
}

LaneRun run_of(const Routine& routine, const arbasm::Program& program, int round, bool with_nans) {
    LaneRun run;
    run.attributes.resize(program.attributes.size());
    run.results.resize(program.results.size());
    run.parameters.resize(program.parameters.size());
    for (size_t i = 0; i < run.parameters.size(); i++) run.parameters[i] = program.parameters[i].constant;
    fill_specially(run, round, with_nans);
    run.environment.parameters = run.parameters;
    run.group.attributes = run.attributes.data();
    run.group.results = run.results.data();
    routine.run(run.environment, run.group);
    return run;
}

void expect_same_bits(bool of_nans) {
    size_t instructions = 0;
    arbasm::RunningHash hash;
    for (const SpecialProgram& special : special_programs(of_nans)) {
        const auto program = parse_program(special.text);
        ASSERT_TRUE(program);
        instructions += special.instructions.size();
        std::vector<std::pair<std::string, std::shared_ptr<const Routine>>> routines;
        for (const SimdLevel level : simd_levels())
            routines.emplace_back("interpreter, level " + std::to_string(static_cast<int>(level)),
                                  interpreter::make_routine(program, level));
        for (const SimdLevel level : simd_levels())
            routines.emplace_back("compiled, level " + std::to_string(static_cast<int>(level)),
                                  compiled_at(program, level));
        std::set<std::string> said;
        for (int round = 0; round < (of_nans ? 4 : 48); round++) {
            const LaneRun first = run_of(*routines[0].second, *program, round, of_nans);
            hash.add_bytes(first.results.data(), first.results.size() * sizeof first.results[0]);
            for (const auto& [name, routine] : routines) {
                const LaneRun run = run_of(*routine, *program, round, of_nans);
                for (size_t r = 0; r < run.results.size(); r++)
                    for (int lane = 0; lane < group_lanes; lane++)
                        for (int c = 0; c < 4; c++) {
                            if (run.result(lane, c, r) == first.result(lane, c, r)) continue;
                            if (!said.insert(special.instructions[r] + name).second) continue;
                            ADD_FAILURE()
                                << special.instructions[r] << ", " << name << ", component " << c << ": " << std::hex
                                << run.result(lane, c, r) << " instead of " << first.result(lane, c, r) << " of "
                                << run.attributes[0].component[static_cast<size_t>(c)].lane[lane];
                        }
            }
        }
    }
    EXPECT_GT(instructions, of_nans ? 15u : 60u);
    arbasm::expect_recorded_hash(of_nans ? "every_instruction,of=nans" : "every_instruction", hash.value());
}

// ---- operands that a compiler finds to be constants: NaNs that it makes of them have the bits that the CPU gives

// Without -1: code that multiplies by it negates, NaNs as well. Operands of each kind, chosen by `seed`: zeros that
// nothing writes, infinities made of them, numbers, what a comparison leaves, one constant or another, and differences
// of that between neighbours. ASMGL_RANDOM_PROGRAMS=n makes n programs of each instruction.
std::string operand_of_constants(uint64_t seed, bool scalar) {
    constexpr const char* operands[] = {"z", "-z", "i", "-i", "{-3, 2, 0, -0.5}", "c", "d", "-d", "n", "-n"};
    return std::string(operands[seed % std::size(operands)]) + (scalar ? "." + std::string(1, "xyzw"[seed % 4]) : "");
}

std::vector<SpecialProgram> programs_of_constants(uint64_t seed) {
    constexpr size_t colors = 8;
    std::vector<SpecialProgram> programs;
    std::set<std::string> seen;
    std::mt19937_64 random(seed);
    for (const InstructionRow& row : instruction_rows()) {
        if (!row.header.starts_with("NV") || row.integers || !seen.insert(row.instruction).second) continue;
        if (programs.empty() || programs.back().instructions.size() == colors)
            programs.push_back(
                {"!!NVfp5.0\nOPTION ARB_draw_buffers;\nTEMP t, z, i, c, d, n;\nRCP i, z.x;\n"
                 "SLT c, fragment.texcoord[0], 0;\nRCP d.x, c.x;\nRCP d.y, c.y;\nMOV d.zw, d.xxyx;\n"
                 "DDX n.xy, c;\nDDY n.zw, c;\n",
                 {}});
        SpecialProgram& program = programs.back();
        std::string line = row.instruction + " t";
        for (const char shape : row.shapes) line += ", " + operand_of_constants(random() >> 8, shape == 's');
        // Bounds at zero, which compilers join.
        constexpr const char* bounds[] = {"", "MAX t, z, t;\n", "MAX t, t, z;\n", "MIN t, -z, t;\n", "MIN t, t, z;\n"};
        line += ";\n" + std::string(bounds[random() % std::size(bounds)]) + bounds[random() % std::size(bounds)];
        program.text += line + "MOV.U result.color[" + std::to_string(program.instructions.size()) + "], t;\n";
        program.instructions.push_back(line);
    }
    for (SpecialProgram& program : programs) program.text += "END\n";
    return programs;
}

void expect_same_bits_of_constants(const SpecialProgram& special, bool optimized) {
    std::shared_ptr<const arbasm::Program> program = parse_program(special.text);
    ASSERT_TRUE(program) << special.text;
    if (optimized) program = arbasm::optimize(program);
    const auto run_by = [&](const Routine& routine) { return run_of(routine, *program, 0, false); };
    const LaneRun expected = run_by(*interpreter::make_routine(program, simd_levels().back()));
    for (const SimdLevel level : simd_levels()) {
        const LaneRun run = run_by(*compiled_at(program, level));
        for (size_t r = 0; r < run.results.size(); r++)
            for (int lane = 0; lane < group_lanes; lane++)
                for (int c = 0; c < 4; c++)
                    ASSERT_EQ(run.result(lane, c, r), expected.result(lane, c, r))
                        << special.instructions[r] << ", component " << c << ", lane " << lane << ", level "
                        << static_cast<int>(level) << (optimized ? ", optimized\n" : "\n") << special.text;
    }
}

TEST(EveryInstruction, GivesTheSameBitsOfConstantsEverywhere) {
    const char* const wanted = std::getenv("ASMGL_RANDOM_PROGRAMS");
    const uint64_t count = wanted ? std::strtoull(wanted, nullptr, 10) : 4;
    for (uint64_t seed = 0; seed < count; seed++)
        for (const SpecialProgram& special : programs_of_constants(seed))
            expect_same_bits_of_constants(special, seed % 2);
}

TEST(EveryInstruction, GivesTheSameBitsEverywhere) { expect_same_bits(false); }
TEST(EveryInstruction, GivesTheSameBitsOfANaNEverywhere) { expect_same_bits(true); }

}  // namespace
}  // namespace runtime
