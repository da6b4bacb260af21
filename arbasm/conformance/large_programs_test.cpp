// What reading a program costs: linear time, memory in proportion to the text, and no stack for what nests.
#include "arbasm/testing/large_programs.h"

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <gtest/gtest.h>
#include <malloc.h>
#include <new>
#include <string>

#include "arbasm/assembler.h"
#include "ir/testing/unverified.h"

namespace {

// Bytes on the heap now, and the most there were. This program's operator new counts; other tests don't notice.
size_t in_use = 0, most_in_use = 0;

[[maybe_unused]] void* counted(void* block) {
    if (block == nullptr) throw std::bad_alloc();
    in_use += malloc_usable_size(block);
    most_in_use = std::max(most_in_use, in_use);
    return block;
}
[[maybe_unused]] void released(void* block) {
    if (block != nullptr) in_use -= std::min(in_use, malloc_usable_size(block));
    std::free(block);
}

}  // namespace

// Sanitizers have an operator new of their own; there, only time is checked.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
void* operator new(size_t size) { return counted(std::malloc(size)); }
void* operator new[](size_t size) { return counted(std::malloc(size)); }
void operator delete(void* block) noexcept { released(block); }
void operator delete[](void* block) noexcept { released(block); }
void operator delete(void* block, size_t) noexcept { released(block); }
void operator delete[](void* block, size_t) noexcept { released(block); }
#endif

namespace arbasm {
namespace {

Limits roomy() {
    Limits limits;
    limits.instructions = limits.alu_instructions = limits.tex_instructions = limits.tex_indirections = 1 << 24;
    limits.temporaries = limits.parameters = 1 << 20;
    limits.if_depth = limits.loop_depth = 1 << 20;
    return limits;
}

struct Cost {
    double seconds;
    size_t memory;
    bool accepted;
};

double processor_time() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return double(now.tv_sec) + double(now.tv_nsec) * 1e-9;
}

// The best of a few runs: other processes can only add to the time.
Cost cost_of(const std::string& text, const Limits& limits = roomy()) {
    const Unverified plain;
    Cost best{1e9, 0, false};
    for (int run = 0; run < 3; ++run) {
        const size_t before = in_use;
        most_in_use = in_use;
        const double start = processor_time();
        const ParseResult result = parse(text, limits);
        const double seconds = processor_time() - start;
        best = {std::min(best.seconds, seconds), most_in_use - before, result.program != nullptr};
    }
    return best;
}

std::string repeated(int count, const std::string& text) {
    std::string result;
    result.reserve(text.size() * static_cast<size_t>(count));
    for (int n = 0; n < count; ++n) {
        for (char c : text) {
            if (c == '#') {
                result += std::to_string(n);
            } else {
                result += c;
            }
        }
    }
    return result;
}

TEST(LargePrograms, TakeMemoryInProportion) {
    for (const auto& make : {arb_vertex_program, arb_fragment_program, nv_fragment_program}) {
        const std::string text = make(20000);
        const Cost cost = cost_of(text);
        EXPECT_TRUE(cost.accepted);
        EXPECT_LE(cost.memory, 20 * text.size())
            << text.substr(0, 12) << ": " << double(cost.memory) / double(text.size());
    }
}

// Ten times the text may take ten times as long, and some for caches that no longer hold it; not a hundred times.
TEST(LargePrograms, TakeLinearTime) {
    struct Shape {
        const char *name, *begin, *text, *end;
    };
    const Shape shapes[] = {
        {"instructions", "!!NVfp5.0\nTEMP a;\n", "ADD.F a, a, {1, 2, 3, #};\n", "END"},
        {"temporaries", "!!NVfp5.0\n", "TEMP t#; MOV t#, t#;\n", "END"},
        {"parameters", "!!NVfp5.0\nTEMP a;\n", "PARAM p# = {#, 1, 2, 3}; MOV a, p#;\n", "END"},
        {"inline constants", "!!NVfp5.0\nTEMP a;\n", "MOV a, {#, 1, 2, 3};\n", "END"},
        {"aliases", "!!NVfp5.0\nTEMP a0;\n", "ALIAS b# = a0; MOV b#, a0;\n", "END"},
        {"labels", "!!NVfp5.0\nTEMP a;\n", "l#: CAL l#; RET;\n", "END"},
        {"unknown names", "!!NVfp5.0\nTEMP a;\n", "MOV a, b#;\n", "END"},
        {"unknown labels", "!!NVfp5.0\n", "l#: CAL k#; RET;\n", "END"},
        {"nested blocks", "!!NVfp5.0\nTEMP a;\n", "IF NE.x;\n", "END"},
        {"breaks", "!!NVfp5.0\nTEMP a; REP;\n", "BRK NE.x;\n", "ENDREP; END"},
        {"returns in loops", "!!NVfp5.0\nTEMP a;\n", "REP; RET; MOV a, a;\n", "END"},
        {"textures", "!!ARBfp1.0\nTEMP a;\n", "TEX a, a, texture[0], 2D;\n", "END"},
        {"comments", "!!ARBfp1.0\n", "# a line that says nothing, and says it at length\n", "END"},
        {"semicolons", "!!ARBfp1.0\n", ";", "END"},
        {"braces", "!!ARBfp1.0\nPARAM p[] = {", "{", "END"},
        {"brackets", "!!NVfp5.0\nTEMP a[9]; MOV a[", "a[a[", "END"},
        {"one number", "!!NVfp5.0\nTEMP a; MOV a, ", "1234567890", "; END"},
        {"one name", "!!NVfp5.0\nTEMP ", "abcdefghij", "; END"},
        {"one line", "!!NVfp5.0\nTEMP a; ", "MOV a, a;", "END"},
        {"an array", "!!NVfp5.0\nPARAM p[] = { 1", ", {1, #}", " }; END"},
        {"index registers", "!!NVfp5.0\nTEMP a[100]; INT TEMP i;\n", "MOV a[i.x], a[i.y+3];\n", "END"},
    };
    for (const Shape& shape : shapes) {
        const int count = 2000;
        const Cost small = cost_of(shape.begin + repeated(count, shape.text) + shape.end);
        const Cost large = cost_of(shape.begin + repeated(10 * count, shape.text) + shape.end);
        EXPECT_LT(large.seconds, 40 * small.seconds + 0.05) << shape.name;
        EXPECT_LT(large.memory, 15 * small.memory + (1u << 20)) << shape.name;
    }
}

// The limits the driver has end a program that is too long; no limit at all must do no harm either.
TEST(LargePrograms, AreHandledOrRefusedByALimit) {
    const std::string text = "!!NVfp5.0\nTEMP a;\n" + repeated(100000, "ADD a, a, a;\n") + "END";
    EXPECT_GT(text.size(), 1u << 20);
    const ParseResult refused = parse(text);
    ASSERT_EQ(refused.program, nullptr);
    EXPECT_NE(refused.errors[0].message.find("too many instructions"), std::string::npos) << refused.errors[0].message;
    EXPECT_EQ(refused.errors[0].where.line, 65536u + 3);
    const ParseResult accepted = parse(text, roomy());
    ASSERT_NE(accepted.program, nullptr);
    EXPECT_EQ(accepted.program->instructions.size(), 100000u);
}

TEST(LargePrograms, NestWithoutStack) {
    const std::string deep =
        "!!NVfp5.0\nTEMP a;\n" + repeated(100000, "IF NE.x;\n") + repeated(100000, "ENDIF;\n") + "END";
    EXPECT_EQ(parse(deep).program, nullptr);
    const ParseResult result = parse(deep, roomy());
    ASSERT_NE(result.program, nullptr) << format(result.errors[0], deep);
    const std::string printed =
        "!!NVfp5.0\nTEMP a;\n" + repeated(1000, "IF NE.x;\n") + repeated(1000, "ENDIF;\n") + "END";
    EXPECT_FALSE(print(*parse(printed, roomy()).program).empty());
    for (std::string_view opening :
         {"((((((((((", "[[[[[[[[[[", "{{{{{{{{{{", "||||||||||", "----------", "handle(handle("}) {
        const std::string text = "!!NVfp5.0\nTEMP a; MOV a, " + repeated(100000, std::string(opening)) + "; END";
        EXPECT_EQ(parse(text).program, nullptr);
    }
}

}  // namespace
}  // namespace arbasm
