// Every operation on 64-bit numbers against plain scalar code, with its condition codes; LONG registers of all kinds.
#include <algorithm>
#include <functional>
#include <limits>
#include <random>
#include <set>
#include <tuple>

#include "ir/semantics/operations.h"
#include "runtime/testing/scalar_numbers.h"
#include "runtime/testing/test_programs.h"

namespace runtime {
namespace {

using Numbers = std::array<uint64_t, 3>;

double d(uint64_t bits) { return std::bit_cast<double>(bits); }
uint64_t b(double value) { return std::bit_cast<uint64_t>(value); }
int64_t s(uint64_t bits) { return static_cast<int64_t>(bits); }
bool is_wide_nan(uint64_t bits) { return (bits & ~(uint64_t{1} << 63)) > 0x7ff0000000000000u; }

struct Sum {
    bool carry = false, overflow = false;
};
// left + right or left - right: no borrow sets the carry.
Sum sum_flags(uint64_t left, uint64_t right, bool subtract) {
    int64_t sum;
    const bool overflow =
        subtract ? __builtin_sub_overflow(s(left), s(right), &sum) : __builtin_add_overflow(s(left), s(right), &sum);
    const bool carry = subtract ? left >= right : left + right < left;
    return {carry, overflow};
}

struct Row {
    std::string instruction;  // with its type
    std::string shapes;
    std::function<uint64_t(uint64_t, uint64_t, uint64_t)> oracle;
    std::function<Sum(uint64_t, uint64_t, uint64_t)> flags = nullptr;
};

uint64_t truth(bool value, char type) { return !value ? 0 : type == 'F' ? b(1.0) : ~uint64_t{0}; }

template <class Number>
uint64_t clamped_to(double value) {
    if (std::isnan(value)) return 0;
    constexpr Number low = std::numeric_limits<Number>::min(), high = std::numeric_limits<Number>::max();
    if (value <= static_cast<double>(low)) return static_cast<uint64_t>(low);
    if (value >= static_cast<double>(high)) return static_cast<uint64_t>(high);
    return static_cast<uint64_t>(static_cast<Number>(value));
}

struct Table {
    std::vector<Row> table;

    void f(const std::string& name, const std::string& shapes,
           const std::function<double(double, double, double)>& oracle) {
        table.push_back({name + ".F64", shapes,
                         [oracle](uint64_t x, uint64_t y, uint64_t z) { return b(oracle(d(x), d(y), d(z))); }});
    }
    void i(const std::string& name, const std::string& shapes,
           const std::function<int64_t(int64_t, int64_t, int64_t)>& oracle) {
        table.push_back({name + ".S64", shapes, [oracle](uint64_t x, uint64_t y, uint64_t z) {
                             return static_cast<uint64_t>(oracle(s(x), s(y), s(z)));
                         }});
    }
    void u(const std::string& name, const std::string& shapes,
           const std::function<uint64_t(uint64_t, uint64_t, uint64_t)>& oracle) {
        table.push_back({name + ".U64", shapes, oracle});
    }
    // The same bits, signed or not.
    void both(const std::string& name, const std::string& shapes,
              const std::function<uint64_t(uint64_t, uint64_t, uint64_t)>& oracle,
              const std::function<Sum(uint64_t, uint64_t, uint64_t)>& flags = nullptr) {
        table.push_back({name + ".S64", shapes, oracle, flags});
        table.push_back({name + ".U64", shapes, oracle, flags});
    }

    void rounding(const std::string& name, double (*function)(double)) {
        f(name, "v", [function](double a, double, double) { return function(a); });
        table.push_back({name + ".S64", "v",
                         [function](uint64_t a, uint64_t, uint64_t) { return clamped_to<int64_t>(function(d(a))); }});
        table.push_back({name + ".U64", "v",
                         [function](uint64_t a, uint64_t, uint64_t) { return clamped_to<uint64_t>(function(d(a))); }});
    }
    void set(const std::string& name, const std::function<bool(double, double)>& floats,
             const std::function<bool(int64_t, int64_t)>& signed_numbers,
             const std::function<bool(uint64_t, uint64_t)>& unsigned_numbers) {
        f(name, "vv", [floats](double a, double c, double) { return floats(a, c) ? 1.0 : 0.0; });
        i(name, "vv", [signed_numbers](int64_t a, int64_t c, int64_t) { return s(truth(signed_numbers(a, c), 'S')); });
        u(name, "vv",
          [unsigned_numbers](uint64_t a, uint64_t c, uint64_t) { return truth(unsigned_numbers(a, c), 'U'); });
    }

    void arithmetic();
    void comparisons();
};

void Table::arithmetic() {
    f("ABS", "v", [](double a, double, double) { return std::fabs(a); });
    i("ABS", "v", [](int64_t a, int64_t, int64_t) { return a == INT64_MIN ? a : std::abs(a); });
    u("ABS", "v", [](uint64_t a, uint64_t, uint64_t) { return a; });
    f("ADD", "vv", [](double a, double c, double) { return a + c; });
    both(
        "ADD", "vv", [](uint64_t a, uint64_t c, uint64_t) { return a + c; },
        [](uint64_t a, uint64_t c, uint64_t) { return sum_flags(a, c, false); });
    f("SUB", "vv", [](double a, double c, double) { return a - c; });
    both(
        "SUB", "vv", [](uint64_t a, uint64_t c, uint64_t) { return a - c; },
        [](uint64_t a, uint64_t c, uint64_t) { return sum_flags(a, c, true); });
    f("MUL", "vv", [](double a, double c, double) { return a * c; });
    both("MUL", "vv", [](uint64_t a, uint64_t c, uint64_t) { return a * c; });
    f("MAD", "vvv", [](double a, double c, double e) {
        volatile double product = a * c;
        return product + e;
    });
    both(
        "MAD", "vvv", [](uint64_t a, uint64_t c, uint64_t e) { return a * c + e; },
        [](uint64_t a, uint64_t c, uint64_t e) { return sum_flags(a * c, e, false); });
    both("AND", "vv", [](uint64_t a, uint64_t c, uint64_t) { return a & c; });
    both("OR", "vv", [](uint64_t a, uint64_t c, uint64_t) { return a | c; });
    both("XOR", "vv", [](uint64_t a, uint64_t c, uint64_t) { return a ^ c; });
    both("NOT", "v", [](uint64_t a, uint64_t, uint64_t) { return ~a; });
    f("MOV", "v", [](double a, double, double) { return a; });
    both("MOV", "v", [](uint64_t a, uint64_t, uint64_t) { return a; });
    f("CMP", "vvv", [](double a, double c, double e) { return a < 0 ? c : e; });
    i("CMP", "vvv", [](int64_t a, int64_t c, int64_t e) { return a < 0 ? c : e; });
    u("CMP", "vvv", [](uint64_t, uint64_t, uint64_t e) { return e; });
    f("MAX", "vv", [](double a, double c, double) { return a > c ? a : c; });
    i("MAX", "vv", [](int64_t a, int64_t c, int64_t) { return a > c ? a : c; });
    u("MAX", "vv", [](uint64_t a, uint64_t c, uint64_t) { return a > c ? a : c; });
    f("MIN", "vv", [](double a, double c, double) { return a > c ? c : a; });
    i("MIN", "vv", [](int64_t a, int64_t c, int64_t) { return a > c ? c : a; });
    u("MIN", "vv", [](uint64_t a, uint64_t c, uint64_t) { return a > c ? c : a; });
    f("DIV", "vs", [](double a, double c, double) { return a / c; });
    i("DIV", "vs", [](int64_t a, int64_t c, int64_t) {
        return c == 0 ? -1 : c == -1 ? static_cast<int64_t>(0 - static_cast<uint64_t>(a)) : a / c;
    });
    u("DIV", "vs", [](uint64_t a, uint64_t c, uint64_t) { return c == 0 ? ~uint64_t{0} : a / c; });
    i("MOD", "vs", [](int64_t a, int64_t c, int64_t) { return c == 0 ? -1 : c == -1 ? 0 : a % c; });
    u("MOD", "vs", [](uint64_t a, uint64_t c, uint64_t) { return c == 0 ? ~uint64_t{0} : a % c; });
    f("FRC", "v", [](double a, double, double) {
        const double rest = a - std::floor(a);
        return rest >= 1 ? 0x1.fffffffffffffp-1 : rest;
    });
    f("RCP", "s", [](double a, double, double) { return 1 / a; });
    f("RSQ", "s", [](double a, double, double) { return 1 / std::sqrt(a); });
    f("SQRT", "v", [](double a, double, double) { return std::sqrt(a); });
    f("SSG", "v", [](double a, double, double) { return a > 0 ? 1 : a < 0 ? -1 : a == 0 ? 0 : a; });
    both("SHL", "vs", [](uint64_t a, uint64_t c, uint64_t) { return a << (c & 63); });
    i("SHR", "vs", [](int64_t a, int64_t c, int64_t) { return a >> (c & 63); });
    u("SHR", "vs", [](uint64_t a, uint64_t c, uint64_t) { return a >> (c & 63); });
    table.push_back(
        {"SAD.S64", "vvv", [](uint64_t a, uint64_t c, uint64_t e) { return (s(a) < s(c) ? c - a : a - c) + e; },
         [](uint64_t a, uint64_t c, uint64_t e) { return sum_flags(s(a) < s(c) ? c - a : a - c, e, false); }});
    table.push_back({"SAD.U64", "vvv", [](uint64_t a, uint64_t c, uint64_t e) { return (a < c ? c - a : a - c) + e; },
                     [](uint64_t a, uint64_t c, uint64_t e) { return sum_flags(a < c ? c - a : a - c, e, false); }});
    rounding("CEIL", [](double a) { return std::ceil(a); });
    rounding("FLR", [](double a) { return std::floor(a); });
    rounding("ROUND", [](double a) { return std::nearbyint(a); });
    rounding("TRUNC", [](double a) { return std::trunc(a); });
    f("I2F.S64>", "v", [](double a, double, double) { return static_cast<double>(s(b(a))); });
    f("I2F.U64>", "v", [](double a, double, double) { return static_cast<double>(b(a)); });
}

void Table::comparisons() {
    set(
        "SEQ", [](double a, double c) { return a == c; }, [](int64_t a, int64_t c) { return a == c; },
        [](uint64_t a, uint64_t c) { return a == c; });
    set(
        "SNE", [](double a, double c) { return a != c; }, [](int64_t a, int64_t c) { return a != c; },
        [](uint64_t a, uint64_t c) { return a != c; });
    set(
        "SLT", [](double a, double c) { return a < c; }, [](int64_t a, int64_t c) { return a < c; },
        [](uint64_t a, uint64_t c) { return a < c; });
    set(
        "SLE", [](double a, double c) { return a <= c; }, [](int64_t a, int64_t c) { return a <= c; },
        [](uint64_t a, uint64_t c) { return a <= c; });
    set(
        "SGT", [](double a, double c) { return a > c; }, [](int64_t a, int64_t c) { return a > c; },
        [](uint64_t a, uint64_t c) { return a > c; });
    set(
        "SGE", [](double a, double c) { return a >= c; }, [](int64_t a, int64_t c) { return a >= c; },
        [](uint64_t a, uint64_t c) { return a >= c; });
    set(
        "STR", [](double, double) { return true; }, [](int64_t, int64_t) { return true; },
        [](uint64_t, uint64_t) { return true; });
    set(
        "SFL", [](double, double) { return false; }, [](int64_t, int64_t) { return false; },
        [](uint64_t, uint64_t) { return false; });
}

std::vector<Row> rows() {
    Table rows;
    rows.arithmetic();
    rows.comparisons();
    return rows.table;
}

// "I2F.S64>.F64" reads S64 and writes F64.
std::string opcode_of(const Row& row) { return row.instruction.substr(0, row.instruction.find('>')); }
char type_of(const Row& row) { return row.instruction[row.instruction.rfind('.') + 1]; }

class Inputs {
  public:
    uint64_t next(char type) {
        static constexpr uint64_t integers[] = {0,
                                                1,
                                                2,
                                                63,
                                                64,
                                                ~uint64_t{0},
                                                ~uint64_t{0} - 1,
                                                0x7fffffffffffffff,
                                                0x8000000000000000,
                                                0x8000000000000001,
                                                0xffffffff,
                                                0x100000000,
                                                0xffffffff00000000};
        static constexpr double floats[] = {0.0,      -0.0,      1.0,    -1.0,    0.5,      2.5,
                                            -1.5,     0x1p-1074, 0x1p63, -0x1p63, 0x1p64,   0x1.fffffffffffffp1023,
                                            INFINITY, -INFINITY, NAN,    0x1p52,  -0x1p-60, 4503599627370496.5};
        const uint64_t choice = random_() % 4;
        if (choice == 0 && type == 'F') return b(floats[random_() % std::size(floats)]);
        if (choice == 0) return integers[random_() % std::size(integers)];
        if (choice == 1 && type == 'F') return b(static_cast<double>(s(random_()) >> (random_() % 60)) / 8);
        if (choice == 1) return random_() >> (random_() % 64);
        const uint64_t any = random_();
        return type == 'F' && is_wide_nan(any) ? 0 : any;
    }

  private:
    std::mt19937_64 random_{77};
};

// Operands come as pairs of words in two attributes each, the result leaves in two colours, its flags in a third.
std::string program_text(const Row& row) {
    std::string text = "!!NVfp5.0\nOPTION ARB_draw_buffers;\nOPTION NV_internal;\nLONG TEMP a, b, c, r;\nTEMP f;\n";
    for (size_t i = 0; i < row.shapes.size(); i++) {
        const std::string name(1, static_cast<char>('a' + i));
        text += "PK64 " + name + ".xy, fragment.texcoord[" + std::to_string(2 * i) + "];\n";
        text += "PK64 " + name + ".zw, fragment.texcoord[" + std::to_string(2 * i + 1) + "];\n";
    }
    text += "MOV.U64 r, {0, 0, 0, 0};\n" + opcode_of(row) + ".CC r";
    for (size_t i = 0; i < row.shapes.size(); i++)
        text += std::string(", ") + static_cast<char>('a' + i) + (row.shapes[i] == 's' ? ".x" : "");
    text += ";\nMOV.U f, {0, 0, 0, 0};\n";
    const char* const tests[] = {"SF", "EQ", "CF", "OF", "NAN"};
    for (int i = 0; i < 5; i++)
        text += "ADD.U f (" + std::string(tests[i]) + "), f, {" + std::to_string(1 << i) + "}.x;\n";
    text += "UP64 result.color, r;\nUP64 result.color[1], r.zwzw;\nMOV.U result.color[2], f;\nEND\n";
    return text;
}

class WideInstruction : public testing::TestWithParam<Row> {};

TEST_P(WideInstruction, DoesWhatItsSpecificationSays) {
    const Row& row = GetParam();
    const auto program = parse_program(program_text(row));
    ASSERT_TRUE(program);
    std::vector<size_t> registers(2 * row.shapes.size());
    for (size_t i = 0; i < program->attributes.size(); i++)
        registers[static_cast<size_t>(program->attributes[i].binding.index)] = i;
    size_t colors[3] = {};
    for (size_t i = 0; i < program->results.size(); i++) colors[program->results[i].index] = i;
    const char type = type_of(row);
    const bool from_integers = row.instruction.find('>') != std::string::npos;
    Inputs inputs;
    for (int round = 0; round < 30; round++) {
        std::array<std::array<Numbers, 4>, group_lanes> operands{};
        for (auto& lane : operands)
            for (Numbers& numbers : lane)
                for (uint64_t& number : numbers) number = inputs.next(from_integers ? 'U' : type);
        const LaneRun run = run_program(program, [&](LaneRun& prepared) {
            for (size_t lane = 0; lane < group_lanes; lane++)
                for (size_t i = 0; i < row.shapes.size(); i++)
                    for (size_t c = 0; c < 4; c++) {
                        auto& vector = prepared.attributes[registers[2 * i + c / 2]].component;
                        vector[c % 2 * 2].lane[lane] = static_cast<uint32_t>(operands[lane][c][i]);
                        vector[c % 2 * 2 + 1].lane[lane] = static_cast<uint32_t>(operands[lane][c][i] >> 32);
                    }
        });
        // The words of b.z lie in texcoord[2i+1].xy: PK64 takes z from x and y.
        for (int lane = 0; lane < group_lanes; lane++)
            for (int c = 0; c < 4; c++) {
                Numbers numbers = operands[static_cast<size_t>(lane)][static_cast<size_t>(c)];
                for (size_t i = 0; i < row.shapes.size(); i++)
                    if (row.shapes[i] == 's') numbers[i] = operands[static_cast<size_t>(lane)][0][i];
                const uint64_t wanted = row.oracle(numbers[0], numbers[1], numbers[2]);
                const size_t color = colors[c / 2];
                const uint64_t got =
                    run.result(lane, c % 2 * 2, color) | uint64_t{run.result(lane, c % 2 * 2 + 1, color)} << 32;
                const bool nan = type == 'F' && is_wide_nan(wanted);
                ASSERT_TRUE(got == wanted || (nan && is_wide_nan(got)))
                    << row.instruction << " of " << std::hex << numbers[0] << ", " << numbers[1] << ", " << numbers[2]
                    << " is " << got << " instead of " << wanted;
                const bool zero = type == 'F' ? d(wanted) == 0 : wanted == 0;
                const bool negative = type == 'F' ? d(wanted) < 0 : s(wanted) < 0;
                const Sum sum = row.flags ? row.flags(numbers[0], numbers[1], numbers[2]) : Sum{};
                const uint32_t flags = (negative || nan ? 1 : 0) | (zero ? 2 : 0) | (sum.carry ? 4 : 0) |
                                       (sum.overflow ? 8 : 0) | (nan ? 16 : 0);
                ASSERT_EQ(run.result(lane, c, colors[2]), flags)
                    << row.instruction << " of " << std::hex << numbers[0] << ", " << numbers[1] << ", " << numbers[2];
            }
    }
}

std::string row_name(const testing::TestParamInfo<Row>& info) {
    std::string name = info.param.instruction;
    std::replace_if(
        name.begin(), name.end(), [](char letter) { return !std::isalnum(static_cast<unsigned char>(letter)); }, '_');
    return name;
}
INSTANTIATE_TEST_SUITE_P(Table, WideInstruction, testing::ValuesIn(rows()), row_name);

// Every opcode whose row allows a 64-bit type has one above, or is evaluated.
TEST(WideInstruction, IsInTheTableOrEvaluated) {
    std::set<std::string> tested;
    for (const Row& row : rows()) tested.insert(opcode_of(row));
    for (int i = 0; i < arbasm::opcode_count; i++) {
        const auto& info = arbasm::opcode_info(static_cast<arbasm::Opcode>(i));
        // REP is flow control: LongRegisters.CountTurns.
        if (info.category != arbasm::OpcodeCategory::Arithmetic) continue;
        const auto opcode = static_cast<arbasm::Opcode>(i);
        const std::tuple<arbasm::OpcodeColumn, const char*, bool> types[] = {
            {arbasm::column_f64, ".F64", is_evaluated<double>(opcode)},
            {arbasm::column_s64, ".S64", is_evaluated<int64_t>(opcode)},
            {arbasm::column_u64, ".U64", is_evaluated<uint64_t>(opcode)}};
        for (const auto& [column, suffix, evaluated] : types)
            if (info.columns & column) {
                EXPECT_TRUE(evaluated || tested.count(std::string(info.spelling) + suffix)) << info.spelling << suffix;
            }
    }
}

// ---- registers of one size used with the other
// -----------------------------------------------------------------------

TEST(LongRegisters, ArePromotedAndNarrowed) {
    // 32-bit operands of 64-bit instructions are promoted, 64-bit ones of 32-bit instructions lose bits.
    const LaneRun run = run_text(
        "!!NVfp5.0\nOPTION ARB_draw_buffers;\nLONG TEMP d;\nTEMP t, u;\n"
        "MOV.F64 d, {0.1, -3, 1e30, 2};\n"
        "MUL.F64 d, d, d;\n"
        "MOV.F result.color, d;\n"
        "MOV.S t, {-7, 5, -1, 2147483647};\n"
        "ADD.S64 d, t, t;\n"
        "MOV.S result.color[1], d;\n"
        "UP64 result.color[2], d.xwxw;\n"
        "MOV.U t, {4294967295, 5, 0, 7};\n"
        "ADD.U64 d, t, t;\n"
        "UP64 result.color[3], d;\n"
        "END\n");
    size_t colors[4] = {0, 1, 2, 3};
    const double tenth = 0.1;
    EXPECT_EQ(run.value(0, 0, colors[0]), static_cast<float>(tenth * tenth));
    EXPECT_EQ(run.value(0, 1, colors[0]), 9.0f);
    EXPECT_EQ(run.value(0, 2, colors[0]), INFINITY);
    EXPECT_EQ(static_cast<int32_t>(run.result(0, 0, colors[1])), -14);
    EXPECT_EQ(run.result(0, 3, colors[1]), 0xfffffffeu);
    EXPECT_EQ(run.result(0, 0, colors[2]), 0xfffffff2u);
    EXPECT_EQ(run.result(0, 1, colors[2]), 0xffffffffu);
    EXPECT_EQ(run.result(0, 2, colors[2]), 0xfffffffeu);
    EXPECT_EQ(run.result(0, 3, colors[2]), 0u);
    EXPECT_EQ(run.result(0, 0, colors[3]), 0xfffffffeu);
    EXPECT_EQ(run.result(0, 1, colors[3]), 1u);
}

TEST(LongRegisters, OfArraysAreIndexed) {
    const LaneRun run =
        run_program(parse_program("!!NVfp5.0\nLONG TEMP d[4], e;\nTEMP i;\n"
                                  "MOV.F64 d[0], 1;\nMOV.F64 d[1], 2;\nMOV.F64 d[2], 3;\nMOV.F64 d[3], 4;\n"
                                  "FLR.S i, fragment.texcoord[0];\nAND.S i, i, 3;\n"
                                  "MUL.F64 d[i.x], d[i.x], 0.1;\n"
                                  "MOV.F64 e, d[i.x];\nADD.F64 e.y, d[0], d[1];\nUP64 result.color, e;\nEND\n"),
                    number_lanes);
    for (int lane = 0; lane < group_lanes; lane++) {
        const auto number = [&](int c) {
            return d(run.result(lane, 2 * c) | uint64_t{run.result(lane, 2 * c + 1)} << 32);
        };
        EXPECT_EQ(number(0), (lane % 4 + 1) * 0.1);
        EXPECT_EQ(number(1), lane % 4 == 0 ? 0.1 + 2 : lane % 4 == 1 ? 1 + 2 * 0.1 : 3);
    }
}

TEST(LongRegisters, KeepWhatMasksLeaveOut) {
    const LaneRun run = run_program(
        parse_program("!!NVfp5.0\nLONG TEMP d;\nTEMP t;\nMOV.F64 d, 5;\nSUB.F.CC t, fragment.texcoord[0].x, 16;\n"
                      "MUL.F64 d (LT.x), d, 3;\nIF GE.x;\nMOV.F d.y, 0.5;\nENDIF;\nMOV.F result.color, d;\nEND\n"),
        number_lanes);
    for (int lane = 0; lane < group_lanes; lane++) {
        EXPECT_EQ(run.value(lane, 0), lane < 16 ? 15.0f : 5.0f);
        EXPECT_EQ(run.value(lane, 1), lane < 16 ? 15.0f : 0.5f);
    }
}

TEST(LongRegisters, CountTurns) {
    const LaneRun run = run_program(
        parse_program(
            "!!NVfp5.0\nLONG TEMP d;\nTEMP n;\nMOV.F64 d, fragment.texcoord[0].x;\nADD.F64 d, d, 0.75;\n"
            "MOV.S n, 0;\nREP.F64 d.x;\nADD.S n, n, 1;\nENDREP;\nMOV.S64 d, -1;\nREP.S64 d.x;\nADD.S n, n, 100;\n"
            "ENDREP;\nMOV.U64 d, 2;\nREP.U64 d.x;\nADD.S n, n, 1000;\nENDREP;\nMOV.S result.color, n;\nEND\n"),
        number_lanes);
    for (int lane = 0; lane < group_lanes; lane++) EXPECT_EQ(run.result(lane), static_cast<uint32_t>(lane + 2000));
}

TEST(LongRegisters, SaturateAndNegate) {
    const LaneRun run = run_text(
        "!!NVfp5.0\nLONG TEMP d;\nMOV.F64 d, {2, -2, 0.5, -0.25};\nADD.F64.SSAT d, -d, |d|;\nMOV.F result.color, "
        "d;\nEND\n");
    EXPECT_EQ(run.value(0, 0), 0.0f);
    EXPECT_EQ(run.value(0, 1), 1.0f);
    EXPECT_EQ(run.value(0, 2), 0.0f);
    EXPECT_EQ(run.value(0, 3), 0.5f);
}

TEST(LongRegisters, AreConvertedBetweenAllTypes) {
    // Through registers of 32 and 64 bits: F64 1e10 and -1.5 to S32, S64 and F16.
    const LaneRun run = run_text(
        "!!NVfp5.0\nOPTION ARB_draw_buffers;\nLONG TEMP d, e;\nTEMP t;\n"
        "MOV.F64 d, {10000000000, -1.5, 65519, 2.5};\n"
        "CVT.S32.F64 result.color, d;\n"
        "CVT.S32.F64.SAT result.color[1], d;\n"
        "CVT.F16.F64 result.color[2], d;\n"
        "CVT.S64.F64.CEIL e, d;\nUP64 result.color[3], e;\n"
        "CVT.U8.F64.SAT.FLR result.color[4], d;\n"
        "END\n");
    EXPECT_EQ(run.result(0, 0, 0), 1410065408u);
    EXPECT_EQ(static_cast<int32_t>(run.result(0, 1, 0)), -2);
    EXPECT_EQ(run.result(0, 3, 0), 2u);
    EXPECT_EQ(run.result(0, 0, 1), 0x7fffffffu);
    EXPECT_EQ(run.result(0, 0, 2), 0x7c00u);
    EXPECT_EQ(run.result(0, 1, 2), 0xbe00u);
    EXPECT_EQ(run.result(0, 2, 2), 0x7bffu);
    EXPECT_EQ(run.result(0, 3, 2), 0x4100u);
    EXPECT_EQ(run.result(0, 0, 3), 1410065408u);
    EXPECT_EQ(run.result(0, 1, 3), 2u);
    EXPECT_EQ(run.result(0, 2, 3), 0xffffffffu);
    EXPECT_EQ(run.result(0, 0, 4), 255u);
    EXPECT_EQ(run.result(0, 1, 4), 0u);
    EXPECT_EQ(run.result(0, 3, 4), 2u);
}

}  // namespace
}  // namespace runtime
