#include "machines/ctm/codegen/generate.h"

#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <span>

#include "arbasm/assembler.h"
#include "machines/ctm/emulator/array.h"

namespace machines::ctm {
namespace {

using namespace arbasm;

using V = std::array<float, 4>;

constexpr uint32_t width = 64, height = 32;

// The operands of a pixel: numbers of many sizes and signs, zeros among them; the same for tests and emulator.
V operand_of(uint32_t n, uint32_t x, uint32_t y) {
    V v;
    for (uint32_t c = 0; c < 4; c++) {
        uint32_t h = (n * 4 + c + 1) * 2654435761u ^ (x * 40503u + y * 69069u + 77) * 2246822519u;
        h ^= h >> 15;
        h *= 3266489917u;
        h ^= h >> 13;
        const float unit = static_cast<float>(h & 0xffff) / 65536.0f;
        switch (h >> 28) {
            case 0: v[c] = 0; break;
            case 1: v[c] = -unit * 30; break;
            case 2: v[c] = unit * 40; break;
            case 3: v[c] = 1; break;
            default: v[c] = unit * 4 - 2;
        }
    }
    return v;
}

struct Kernel {
    GenerateOptions options;
    // Less or equal, unclamped, to (1, 1, 1, 1) or (0, 0, 0, 1), of the nearest texel.
    std::array<Element, 4> compared{{{1, 1, 0, -1}, {1, 1, 1, 0}, {0, 0, 0, 1}, {0, 0, 0, 0}}};
    Generated generated;
    Dispatch dispatch;
    Memory memory;
    std::vector<std::string> errors;

    Kernel() = default;
    explicit Kernel(std::string_view text, const GenerateOptions& wanted = {}) : options(wanted) {
        const ParseResult parsed = parse(text);
        EXPECT_TRUE(parsed.program) << (parsed.errors.empty() ? "" : parsed.errors[0].message) << "\n" << text;
        if (!parsed.program) return;
        run(*parsed.program);
    }
    void run(const Program& program) {
        generated = generate(program, options);
        for (const Diagnostic& error : generated.errors) errors.push_back(error.message);
        if (!errors.empty()) {
            EXPECT_TRUE(generated.slots.empty());
            return;
        }
        memory.base = 1 << 20;
        memory.bytes.resize(32 * width * height * 16);
        const auto surface = [&](uint32_t n) {
            return Surface{memory.base + n * width * height * 16, width, height, Linear, FLOAT32_4, true};
        };
        for (uint32_t i = 0; i < output_count; i++) dispatch.outputs[i] = surface(i);
        dispatch.test_before = false;
        for (uint32_t i = 0; i < input_count; i++) {
            dispatch.inputs[i] = surface(8 + i);
            uint32_t n = 20 + i;
            for (const auto& [attribute, input] : generated.attributes)
                if (input == i) n = static_cast<uint32_t>(program.attributes[attribute].binding.index);
            for (uint32_t y = 0; y < height; y++)
                for (uint32_t x = 0; x < width; x++)
                    write_element(FLOAT32_4, operand_of(n, x, y), 15,
                                  memory.at(surface(8 + i).base + (y * width + x) * 16, 16));
        }
        for (const auto& [parameter, constant] : generated.constants) {
            const auto index = static_cast<float>(program.parameters[parameter].index);
            dispatch.floats[constant] = {index + 0.3f, -index - 1.7f, index * 0.1f, 2.5f};
        }
        for (const Literal& literal : generated.object.literals)
            for (size_t c = 0; c < 4; c++) dispatch.floats[literal.index][c] = std::bit_cast<float>(literal.bits[c]);
        for (const TextureConstants& t : generated.object.textures) {
            dispatch.floats[t.constant] = {width, height, 1.0f / width, 1.0f / height};
            if (!t.compares) continue;
            for (uint32_t n = texture_comparison; n < texture_constant_count; n++)
                dispatch.floats[t.constant + n] = compared[n - texture_comparison];
        }
        dispatch.code = generated.slots;
        dispatch.full_flow_control = generated.object.full_flow_control;
        dispatch.domain = {0, 0, width - 1, height - 1};
        const RunResult result = run_array(dispatch, memory, 1);
        std::string listing;
        for (const Slot& slot : generated.slots) listing += disassemble(slot) + "\n";
        EXPECT_EQ(print_fault(result.fault, dispatch.code), "") << listing;
    }
    V at(uint32_t x, uint32_t y, size_t output = 0) {
        return read_element(FLOAT32_4, memory.at(dispatch.outputs[output].base + (y * width + x) * 16, 16));
    }
};

using Reference = std::function<V(const V&, const V&, const V&)>;
template <typename F>
Reference each(F f) {
    return [f](const V& a, const V& b, const V& c) {
        V r;
        for (size_t i = 0; i < 4; i++) r[i] = f(a[i], b[i], c[i]);
        return r;
    };
}
template <typename F>
Reference scalar(F f) {
    return [f](const V& a, const V& b, const V&) {
        const float r = f(a[0], b[0]);
        return V{r, r, r, r};
    };
}
float dot3(const V& a, const V& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

struct Row {
    const char* opcode;
    int operands;
    Reference expected;
    float bound;  // relative to the larger of 1 and the value
    uint32_t mask = 15;
};

const Row rows[] = {
    {"ABS", 1, each([](float a, float, float) { return std::fabs(a); }), 0},
    {"MOV", 1, each([](float a, float, float) { return a; }), 0},
    {"ADD", 2, each([](float a, float b, float) { return a + b; }), 0},
    {"SUB", 2, each([](float a, float b, float) { return a - b; }), 0},
    {"MUL", 2, each([](float a, float b, float) { return a * b; }), 0},
    {"MAD", 3, each([](float a, float b, float c) { return a * b + c; }), 0},
    {"MIN", 2, each([](float a, float b, float) { return std::min(a, b); }), 0},
    {"MAX", 2, each([](float a, float b, float) { return std::max(a, b); }), 0},
    {"SGE", 2, each([](float a, float b, float) { return a >= b ? 1.0f : 0.0f; }), 0},
    {"SLT", 2, each([](float a, float b, float) { return a < b ? 1.0f : 0.0f; }), 0},
    {"CMP", 3, each([](float a, float b, float c) { return a < 0 ? b : c; }), 0},
    {"FLR", 1, each([](float a, float, float) { return std::floor(a); }), 0},
    {"FRC", 1, each([](float a, float, float) { return a - std::floor(a); }), 0},
    {"LRP", 3, each([](float a, float b, float c) { return a * b + (1 - a) * c; }), 1e-4f},
    {"DP3", 2,
     [](const V& a, const V& b, const V&) {
         const float d = dot3(a, b);
         return V{d, d, d, d};
     },
     1e-5f},
    {"DP4", 2,
     [](const V& a, const V& b, const V&) {
         const float d = dot3(a, b) + a[3] * b[3];
         return V{d, d, d, d};
     },
     1e-5f},
    {"DPH", 2,
     [](const V& a, const V& b, const V&) {
         const float d = dot3(a, b) + b[3];
         return V{d, d, d, d};
     },
     1e-5f},
    {"DST", 2,
     [](const V& a, const V& b, const V&) {
         return V{1, a[1] * b[1], a[2], b[3]};
     },
     0},
    {"XPD", 2,
     [](const V& a, const V& b, const V&) {
         return V{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0], 0};
     },
     1e-6f, 7},
    {"EX2", 1, scalar([](float a, float) { return std::exp2(a); }), 1e-6f},
    {"LG2", 1, scalar([](float a, float) { return std::log2(a); }), 1e-6f},
    {"RCP", 1, scalar([](float a, float) { return 1 / a; }), 1e-6f},
    {"RSQ", 1, scalar([](float a, float) { return 1 / std::sqrt(std::fabs(a)); }), 1e-6f},
    {"POW", 2, scalar([](float a, float b) { return std::exp2(b * std::log2(a)); }), 1e-4f},
    {"SIN", 1, scalar([](float a, float) { return std::sin(a); }), 2e-5f},
    {"COS", 1, scalar([](float a, float) { return std::cos(a); }), 2e-5f},
    {"SCS", 1,
     [](const V& a, const V&, const V&) {
         return V{std::cos(a[0]), std::sin(a[0]), 0, 0};
     },
     2e-5f, 3},
    {"LIT", 1,
     [](const V& a, const V&, const V&) {
         const float power = a[3] == 0 ? 1 : std::pow(a[1] > 0 ? a[1] : 0.0f, std::clamp(a[3], -128.0f, 128.0f));
         return V{1, std::max(a[0], 0.0f), a[0] > 0 ? power : 0, 1};
     },
     1e-4f},
};

bool close(float got, float expected, float bound) {
    if (std::isnan(expected)) return std::isnan(got);
    if (got == expected) return true;
    if (std::isinf(expected) || std::isnan(got)) return false;
    return std::fabs(got - expected) <= bound * std::max(1.0f, std::fabs(expected));
}

bool is_scalar(const std::string& opcode) {
    for (const char* name : {"EX2", "LG2", "RCP", "RSQ", "POW", "SIN", "COS", "SCS"})
        if (opcode == name) return true;
    return false;
}

struct Form {
    const char* name;
    std::array<const char*, 3> operands;
    std::function<V(const V&)> seen[3];
};

TEST(Generate, EachInstruction) {
    const auto same = [](const V& v) { return v; };
    const auto minus = [](const V& v) { return V{-v[0], -v[1], -v[2], -v[3]}; };
    const auto turned = [](const V& v) { return V{v[1], v[2], v[3], v[0]}; };
    const auto backwards = [](const V& v) { return V{-v[3], -v[3], -v[1], -v[0]}; };
    const Form forms[] = {
        {"plain", {"A", "B", "C"}, {same, same, same}},
        {"signed", {"-A", "B", "-C"}, {minus, same, minus}},
        {"swizzled", {"A.yzwx", "-B.wwyx", "C.yzwx"}, {turned, backwards, turned}},
    };
    const Form scalars[] = {
        {"plain", {"A.x", "B.x", "C.x"}, {same, same, same}},
        {"other", {"-A.w", "B.y", "C.x"}, {backwards, turned, same}},
    };
    for (const Row& row : rows)
        for (const Form& form : is_scalar(row.opcode) ? std::span<const Form>(scalars) : std::span<const Form>(forms))
            for (const char* result : {"R", "t", "_SAT"}) {
                const bool clamps = *result == '_';
                std::string text =
                    "!!ARBfp1.0\nATTRIB A = fragment.texcoord[0];\nATTRIB B = fragment.texcoord[1];\n"
                    "ATTRIB C = fragment.texcoord[2];\nTEMP t;\n";
                text += row.opcode + std::string(clamps ? "_SAT " : " ") + (*result == 't' ? "t" : "result.color");
                if (row.mask != 15) text += row.mask == 7 ? ".xyz" : ".xy";
                for (int i = 0; i < row.operands; i++)
                    text += std::string(", ") + form.operands[static_cast<size_t>(i)];
                text += ";\n";
                if (*result == 't') text += "MOV result.color, t;\n";
                Kernel kernel(text + "END\n");
                ASSERT_TRUE(kernel.errors.empty()) << kernel.errors[0] << "\n" << text;
                int wrong = 0;
                for (uint32_t y = 0; y < height && !wrong; y++)
                    for (uint32_t x = 0; x < width && !wrong; x++) {
                        const V expected =
                            row.expected(form.seen[0](operand_of(0, x, y)), form.seen[1](operand_of(1, x, y)),
                                         form.seen[2](operand_of(2, x, y)));
                        const V got = kernel.at(x, y);
                        for (size_t c = 0; c < 4; c++) {
                            if (!(row.mask >> c & 1)) continue;
                            float wanted = expected[c];
                            if (clamps) wanted = wanted > 0 ? std::min(wanted, 1.0f) : 0.0f;
                            if (!close(got[c], wanted, row.bound)) {
                                wrong++;
                                ADD_FAILURE() << text << form.name << " component " << c << " at " << x << "," << y
                                              << ": got " << got[c] << ", expected " << wanted;
                            }
                        }
                    }
            }
}

TEST(Generate, LookupsKillDepthAndOutputs) {
    Kernel kernel(
        "!!ARBfp1.0\nOPTION ARB_draw_buffers;\nTEMP t, u;\n"
        "MUL t, fragment.texcoord[0], 0.015625;\n"
        "TEX t, t, texture[3], RECT;\nTEX u, fragment.texcoord[1], texture[4], RECT;\n"
        "ADD result.color[0], t, u;\nMOV result.color[2], program.local[3];\nMOV result.depth.z, u.y;\n"
        "KIL -fragment.texcoord[2].x;\nEND\n");
    ASSERT_TRUE(kernel.errors.empty());
    EXPECT_TRUE(kernel.generated.object.conditional_output);
    const auto clamped = [](float v, uint32_t size) {
        return v > 0 ? std::min(static_cast<uint32_t>(v), size - 1) : 0u;
    };
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++) {
            const V a = operand_of(0, x, y), b = operand_of(1, x, y);
            const V t = operand_of(23, clamped(a[0] / 64, width), clamped(a[1] / 64, height));
            const V u = operand_of(24, clamped(b[0], width), clamped(b[1], height));
            const bool killed = -operand_of(2, x, y)[0] < 0;
            for (size_t c = 0; c < 4; c++) EXPECT_EQ(kernel.at(x, y)[c], killed ? 0 : t[c] + u[c]);
            EXPECT_EQ(kernel.at(x, y, 2)[0], killed ? 0 : 3.3f);
        }
}

TEST(Generate, SignsOfSingleComponentsAndConstants) {
    Kernel kernel(
        "!!ARBfp1.0\nTEMP t;\nSWZ t, fragment.texcoord[0], x, -y, 0, -1;\n"
        "MAD result.color, t, {2, 2, 2, 1}, {0.3, -7, 0.5, 480};\nEND\n");
    ASSERT_TRUE(kernel.errors.empty());
    const V a = operand_of(0, 9, 9);
    EXPECT_EQ(kernel.at(9, 9), (V{a[0] * 2 + 0.3f, -a[1] * 2 - 7, 0.5f, 479}));
}

// Vector and scalar work side by side: one slot for each pair.
TEST(Generate, PairsIndependentHalves) {
    Kernel kernel(
        "!!ARBfp1.0\nATTRIB A = fragment.texcoord[0];\nTEMP t, u;\nMUL t.xyz, A, A;\nRCP u.w, A.w;\n"
        "MUL result.color.xyz, t, A;\nMUL result.color.w, u.w, A.x;\nEND\n");
    ASSERT_TRUE(kernel.errors.empty());
    EXPECT_EQ(kernel.generated.slots.size(), 3u);  // the attribute's lookup and two pairs
}

TEST(Generate, LerpTakesOneSlot) {
    Kernel kernel(
        "!!ARBfp1.0\nLRP result.color, fragment.texcoord[0], fragment.texcoord[1], fragment.texcoord[2];\nEND\n");
    ASSERT_TRUE(kernel.errors.empty());
    EXPECT_EQ(kernel.generated.slots.size(), 4u);
}

TEST(Generate, RefusesWithPlaceAndReason) {
    const ParseResult parsed = parse(
        "!!NVfp4.0\nTEMP t;\nINT TEMP i;\nADD.S i, i, 1;\nMOV t, fragment.color;\nDDX t, t;\n"
        "TEX t, t, texture[0], 3D;\nMOV result.color, t;\nEND\n");
    ASSERT_TRUE(parsed.program) << parsed.errors[0].message;
    const Generated generated = generate(*parsed.program);
    ASSERT_EQ(generated.errors.size(), 3u);
    EXPECT_TRUE(generated.slots.empty());
    EXPECT_EQ(generated.errors[0].message,
              "ADD cannot be expressed on CTM: the ALU computes with floating-point numbers only");
    EXPECT_EQ(generated.errors[0].where.line, 4u);
    EXPECT_EQ(generated.errors[1].message, "DDX cannot be expressed on CTM: processors do not see their neighbours");
    EXPECT_EQ(generated.errors[2].message, "TEX cannot be expressed on CTM: inputs are 2D surfaces of one level");
    const ParseResult vertex = parse("!!ARBvp1.0\nMOV result.position, vertex.position;\nEND\n");
    EXPECT_EQ(generate(*vertex.program).errors.size(), 1u);
}

std::vector<std::string> errors_of(const std::string& text) {
    const ParseResult parsed = parse(text);
    EXPECT_TRUE(parsed.program) << (parsed.errors.empty() ? "" : parsed.errors[0].message) << "\n" << text;
    std::vector<std::string> errors;
    if (!parsed.program) return errors;
    const Generated generated = generate(*parsed.program);
    for (const Diagnostic& error : generated.errors) errors.push_back(error.message);
    EXPECT_TRUE(errors.empty() || generated.slots.empty());
    return errors;
}

// What the stacks and counters of the machine hold, and not one more.
TEST(Generate, LimitsOfFlowControl) {
    const auto nested = [](const char* begin, const char* end, int depth) {
        std::string text = "!!NVfp4.0\nTEMP t;\nMOV.CC t, fragment.color;\n";
        for (int i = 0; i < depth; i++) text += std::string(begin) + "\n";
        text += "ADD t, t, t;\n";
        for (int i = 0; i < depth; i++) text += std::string(end) + "\n";
        return text + "MOV result.color, t;\nEND\n";
    };
    EXPECT_TRUE(errors_of(nested("IF GT.x;", "ENDIF;", 31)).empty());
    EXPECT_EQ(errors_of(nested("IF GT.x;", "ENDIF;", 32)),
              std::vector<std::string>{"the program cannot be expressed on CTM: branches nest deeper than 31"});
    EXPECT_TRUE(errors_of(nested("REP 2;", "ENDREP;", 4)).empty());
    EXPECT_EQ(errors_of(nested("REP 2;", "ENDREP;", 5)),
              std::vector<std::string>{"the program cannot be expressed on CTM: loops nest deeper than 4"});
    const auto calls = [](int depth) {
        std::string text = "!!NVfp4.0\nTEMP t;\nMOV t, fragment.color;\nCAL s1;\nMOV result.color, t;\nRET;\n";
        for (int i = 1; i <= depth; i++)
            text += "s" + std::to_string(i) + ":\nADD t, t, t;\n" +
                    (i < depth ? "CAL s" + std::to_string(i + 1) + ";\n" : "") + "RET;\n";
        return text + "END\n";
    };
    EXPECT_TRUE(errors_of(calls(4)).empty());
    EXPECT_EQ(errors_of(calls(5)).size(), 1u);
    EXPECT_EQ(
        errors_of("!!NVfp4.0\nTEMP t;\nMOV t, 0;\nCAL s;\nMOV result.color, t;\nRET;\ns:\nCAL s;\nRET;\nEND\n"),
        std::vector<std::string>{"the program cannot be expressed on CTM: calls nest deeper than 4, or without end"});
}

TEST(Generate, RefusedFlowControl) {
    const auto one = [](const std::string& middle) {
        const auto errors =
            errors_of("!!NVfp4.0\nTEMP t;\nMOV.CC t, fragment.color;\n" + middle + "MOV result.color, t;\nEND\n");
        return errors.size() == 1 ? errors[0] : "not one error";
    };
    EXPECT_EQ(one("REP;\nBRK GT.x;\nENDREP;\n"),
              "REP cannot be expressed on CTM: loops end after 255 turns, so that they need a count");
    EXPECT_EQ(one("REP t.x;\nENDREP;\n"),
              "REP cannot be expressed on CTM: the number of turns is a constant, no computed value");
    EXPECT_EQ(one("REP 256;\nENDREP;\n"), "REP cannot be expressed on CTM: loops have 255 turns at most");
    EXPECT_EQ(one("IF GT.x;\nRET;\nENDIF;\n"),
              "RET cannot be expressed on CTM: there is no return out of branches and loops");
}

// The application's count, condition codes of what is no number, results kept where the condition fails.
TEST(Generate, CountsAndConditions) {
    const ParseResult parsed = parse(
        "!!NVfp4.0\nTEMP t;\nMOV t, 0;\nREP program.local[2].x;\nADD t.x, t.x, {1}.x;\nENDREP;\n"
        "LG2.CC t.yz, -fragment.texcoord[0].w;\nMOV t.z, 5;\nMOV t.z (NAN.y), 7;\nMOV result.color, t;\nEND\n");
    ASSERT_TRUE(parsed.program) << parsed.errors[0].message;
    const Generated generated = generate(*parsed.program);
    ASSERT_TRUE(generated.errors.empty()) << generated.errors[0].message;
    ASSERT_EQ(generated.counts.size(), 1u);
    EXPECT_EQ(generated.counts[0].component, 0u);
    EXPECT_EQ(parsed.program->parameters[generated.counts[0].parameter].index, 2);
    EXPECT_EQ(generated.object.integer_constants, std::vector<uint32_t>{generated.counts[0].constant});
    EXPECT_TRUE(generated.object.full_flow_control);
    Kernel kernel;
    kernel.dispatch.integers[generated.counts[0].constant].count = 3;
    kernel.run(*parsed.program);
    for (uint32_t x = 0; x < width; x++) {
        EXPECT_EQ(kernel.at(x, 3)[0], 3);
        EXPECT_EQ(kernel.at(x, 3)[2], -operand_of(0, x, 3)[3] < 0 ? 7 : 5);
    }
}

// Lookups that don't depend on each other share the semaphore, and only who needs their texels waits.
TEST(Generate, WaitsFewAndLate) {
    Kernel kernel(
        "!!ARBfp1.0\nTEMP t, u, v, w;\nTEX t, fragment.texcoord[0], texture[0], RECT;\nMUL v, fragment.color, 3;\n"
        "TEX u, fragment.texcoord[1], texture[1], RECT;\nMAX v, v, fragment.texcoord[2];\nMUL w, v, v;\n"
        "MAD w, w, v, v;\nMAD t, t, u, w;\nMUL result.color, t, v;\nEND\n");
    ASSERT_TRUE(kernel.errors.empty());
    const std::vector<Slot>& slots = kernel.generated.slots;
    size_t acquires = 0, waits = 0, last_lookup = 0, first_user = 0;
    for (size_t i = 0; i < slots.size(); i++) {
        acquires += slots[i].tex_sem_acquire;
        waits += slots[i].tex_sem_wait;
        if (slots[i].type == Texture) last_lookup = i;
        if (slots[i].type != Texture && slots[i].tex_sem_wait && !first_user) first_user = i;
    }
    EXPECT_EQ(acquires, 2u);  // the attributes', the textures'
    // Each acquiring lookup, who reads the attributes first if it isn't one, the texels' reader, the end.
    EXPECT_LE(waits, 5u);
    EXPECT_GT(first_user, last_lookup);
    EXPECT_GT(first_user, last_lookup + 1) << "work that needs no texels comes before the wait for them";
}

// Angles of many turns: whole turns go away exactly.
TEST(Generate, LargeAngles) {
    Kernel kernel(
        "!!ARBfp1.0\nTEMP t;\nMUL t, fragment.texcoord[0], {4001.7, 70.3, 9000.1, 1};\nSIN result.color.x, t.x;\n"
        "COS result.color.y, t.y;\nSIN result.color.z, t.z;\nMOV result.color.w, t.w;\nEND\n");
    ASSERT_TRUE(kernel.errors.empty());
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++) {
            const V a = operand_of(0, x, y), got = kernel.at(x, y);
            EXPECT_NEAR(got[0], std::sin(static_cast<double>(a[0] * 4001.7f)), 1e-6) << a[0] * 4001.7f;
            EXPECT_NEAR(got[1], std::cos(static_cast<double>(a[1] * 70.3f)), 1e-6) << a[1] * 70.3f;
            EXPECT_NEAR(got[2], std::sin(static_cast<double>(a[2] * 9000.1f)), 1e-6) << a[2] * 9000.1f;
        }
}

// Texture unit 0's surface, as the tests fill it.
V texel_of(int x, int y) {
    return operand_of(20, static_cast<uint32_t>(std::clamp(x, 0, static_cast<int>(width) - 1)),
                      static_cast<uint32_t>(std::clamp(y, 0, static_cast<int>(height) - 1)));
}

// f of the four texels around (u, v), in texels, by their distance.
template <typename F>
V bilinear(float u, float v, F f) {
    const float x = std::floor(u - 0.5f), y = std::floor(v - 0.5f), s = u - 0.5f - x, t = v - 0.5f - y;
    V sum{};
    for (int n = 0; n < 4; n++) {
        const float weight = (n & 1 ? s : 1 - s) * (n & 2 ? t : 1 - t);
        const V texel = f(texel_of(static_cast<int>(x) + (n & 1), static_cast<int>(y) + (n >> 1)));
        for (size_t c = 0; c < 4; c++) sum[c] += weight * texel[c];
    }
    return sum;
}

TEST(Generate, BilinearLookups) {
    struct Case {
        const char* text;
        float u_factor, v_factor;
        bool flat;
    };
    const Case cases[] = {
        {"TEX result.color, fragment.texcoord[1], texture[0], RECT;\n", 1, 1, false},
        {"TEX result.color, fragment.texcoord[1], texture[0], 2D;\n", width, height, false},
        {"TEX result.color, -fragment.texcoord[1], texture[0], 1D;\n", -1.0f * width, 0, true},
        {"TEMP t;\nMOV t, fragment.texcoord[1];\nMOV t.w, {2}.x;\nTXP result.color, t, texture[0], 2D;\n", 0.5f * width,
         0.5f * height, false},
    };
    for (const Case& one : cases) {
        Kernel kernel("!!ARBfp1.0\n" + std::string(one.text) + "END\n", {.linear = 1});
        ASSERT_TRUE(kernel.errors.empty()) << kernel.errors[0];
        for (uint32_t y = 0; y < height; y++)
            for (uint32_t x = 0; x < width; x++) {
                const V a = operand_of(1, x, y), got = kernel.at(x, y);
                const float v = one.flat ? 0.5f * height : a[1] * one.v_factor;
                const V wanted = bilinear(a[0] * one.u_factor, v, [](const V& texel) { return texel; });
                for (size_t c = 0; c < 4; c++)
                    ASSERT_NEAR(got[c], wanted[c], 2e-3f) << one.text << a[0] << " " << a[1] << " component " << c;
            }
    }
}

TEST(Generate, ComparedLookups) {
    for (const bool linear : {false, true}) {
        Kernel kernel;
        if (linear) kernel.compared[3] = {-0.5f, 1, 0, 0};
        const ParseResult parsed = parse(
            "!!ARBfp1.0\nOPTION ARB_fragment_program_shadow;\n"
            "TEX result.color, fragment.texcoord[1], texture[0], SHADOWRECT;\nEND\n");
        ASSERT_TRUE(parsed.program);
        kernel.run(*parsed.program);
        ASSERT_TRUE(kernel.errors.empty()) << kernel.errors[0];
        for (uint32_t y = 0; y < height; y++)
            for (uint32_t x = 0; x < width; x++) {
                const V a = operand_of(1, x, y), got = kernel.at(x, y);
                const auto passes = [&](const V& texel) {
                    const float p = a[2] <= texel[0] ? 1.0f : 0.0f;
                    return V{p, p, p, 1};
                };
                const V wanted =
                    linear ? bilinear(a[0], a[1], passes)
                           : passes(texel_of(static_cast<int>(std::floor(a[0])), static_cast<int>(std::floor(a[1]))));
                for (size_t c = 0; c < 4; c++) ASSERT_NEAR(got[c], wanted[c], 1e-5f) << linear << a[0] << " " << a[1];
            }
    }
}

}  // namespace
}  // namespace machines::ctm
