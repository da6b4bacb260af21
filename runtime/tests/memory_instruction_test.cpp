// LOAD, STORE and ATOM of every type against plain code, and what becomes of accesses that can't be.
#include <cmath>
#include <cstring>
#include <functional>

#include "runtime/formats/small_floats.h"
#include "runtime/memory/memory.h"
#include "runtime/testing/test_programs.h"

namespace runtime {
namespace {

constexpr uint32_t slot = 5;
constexpr size_t bytes_per_lane = 32;

// A buffer of 32 bytes per lane. Programs find the address of their lane's bytes in `at.x`.
struct Memory {
    alignas(64) std::byte bytes[bytes_per_lane * group_lanes + 32];
    ProgramMemory program;

    explicit Memory(bool writable = true, uint64_t size = bytes_per_lane * group_lanes) {
        for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = static_cast<std::byte>(i * 37 + 11);
        auto table = std::make_shared<MemoryTable>();
        table->set(slot, {.data = bytes, .size = size, .writable = writable, .owner = {}});
        program.table = table;
        program.faults = std::make_shared<FaultLog>();
    }
    template <class Number>
    Number get(size_t at) const {
        Number value;
        std::memcpy(&value, bytes + at, sizeof value);
        return value;
    }
};

const std::string options =
    "OPTION NV_gpu_program_fp64; OPTION NV_shader_atomic_float; OPTION NV_shader_atomic_float64; OPTION "
    "NV_shader_atomic_int64; OPTION NV_shader_atomic_fp16_vector; OPTION NV_gpu_program5_mem_extended; "
    "OPTION NV_internal;\n";

std::string vertex_text(const std::string& body) {
    return "!!NVvp5.0\n" + options +
           "LONG TEMP at, w;\nTEMP t, d;\nPK64.U at.xy, vertex.attrib[1].xyzw;\nMOV.U d, vertex.attrib[2];\n" + body +
           "END\n";
}

// Attributes 1 (address) and 2 (data) by `data(lane, component)`; `shift` bytes beyond the lane's own, which are
// `each`.
LaneRun run_in(Memory& memory, const std::string& body, SimdLevel level, uint64_t shift = 0,
               const std::function<uint32_t(int, int)>& data = nullptr, const std::function<void(Group&)>& change = {},
               uint64_t each = bytes_per_lane) {
    const auto program = parse_program(vertex_text(body));
    LaneRun run;
    if (!program) return run;
    run.attributes.resize(program->attributes.size());
    run.results.resize(program->results.size());
    run.parameters.resize(program->parameters.size());
    for (size_t a = 0; a < program->attributes.size(); a++)
        for (int lane = 0; lane < group_lanes; lane++) {
            auto& vector = run.attributes[a].component;
            const uint64_t address = MemoryTable::address_of(slot) + each * static_cast<uint64_t>(lane) + shift;
            const bool is_address = program->attributes[a].binding.index == 1;
            for (int c = 0; c < 4; c++)
                vector[static_cast<size_t>(c)].lane[lane] = is_address
                                                                ? static_cast<uint32_t>(c % 2 ? address >> 32 : address)
                                                            : data ? data(lane, c)
                                                                   : 0;
        }
    run.environment.parameters = run.parameters;
    run.environment.memory = &memory.program;
    run.group.attributes = run.attributes.data();
    run.group.results = run.results.data();
    if (change) change(run.group);
    routine_at(program, level)->run(run.environment, run.group);
    run.environment = {};
    return run;
}

struct Storage {
    const char* name;
    int bytes, components;
    size_t size() const { return static_cast<size_t>(bytes * components); }
    std::function<uint32_t(const Memory&, size_t)> in_register;  // of one component
};

template <class Number>
Storage storage(const char* name, int components) {
    return {name, sizeof(Number), components, [](const Memory& memory, size_t at) {
                if constexpr (std::is_signed_v<Number>)
                    return static_cast<uint32_t>(static_cast<int32_t>(memory.get<Number>(at)));
                else
                    return static_cast<uint32_t>(memory.get<Number>(at));
            }};
}
Storage halves(const char* name, int components) {
    return {name, 2, components,
            [](const Memory& memory, size_t at) { return bits_of(half_to_float(memory.get<uint16_t>(at))); }};
}

const Storage storages[] = {
    storage<uint8_t>("U8", 1),
    storage<int8_t>("S8", 1),
    storage<uint16_t>("U16", 1),
    storage<int16_t>("S16", 1),
    storage<uint32_t>("U32", 1),
    storage<uint32_t>("U32X2", 2),
    storage<uint32_t>("U32X4", 4),
    storage<int32_t>("S32", 1),
    storage<int32_t>("S32X2", 2),
    storage<int32_t>("S32X4", 4),
    storage<uint32_t>("F32", 1),
    storage<uint32_t>("F32X2", 2),
    storage<uint32_t>("F32X4", 4),
    storage<uint8_t>("U8X2", 2),
    storage<uint8_t>("U8X4", 4),
    storage<int8_t>("S8X2", 2),
    storage<int8_t>("S8X4", 4),
    storage<uint16_t>("U16X2", 2),
    storage<uint16_t>("U16X4", 4),
    storage<int16_t>("S16X2", 2),
    storage<int16_t>("S16X4", 4),
    halves("F16", 1),
    halves("F16X2", 2),
    halves("F16X4", 4),
};

TEST(MemoryInstructions, LoadEveryType) {
    for (const Storage& s : storages)
        for (const SimdLevel level : simd_levels())
            for (const size_t each : {bytes_per_lane, s.size()}) {
                Memory memory;
                const LaneRun run =
                    run_in(memory, std::string("LOAD.") + s.name + " t, at.x;\nMOV.U result.attrib[0], t;\n", level, 16,
                           nullptr, {}, each);
                for (int lane = 0; lane < group_lanes; lane++)
                    for (int c = 0; c < 4; c++) {
                        const size_t at = each * static_cast<size_t>(lane) + 16 + static_cast<size_t>(c * s.bytes);
                        const uint32_t expected = c < s.components ? s.in_register(memory, at) : 0;
                        ASSERT_TRUE(same_value(run.result(lane, c), expected))
                            << s.name << " lane " << lane << " " << c;
                    }
                EXPECT_EQ(describe(memory.program.faults->take()), "") << s.name;
            }
}

TEST(MemoryInstructions, StoreEveryType) {
    const auto data = [](int lane, int c) { return 0x3f8a5c31u + static_cast<uint32_t>(lane * 0x01010103 + c * 0x55); };
    for (const Storage& s : storages)
        for (const SimdLevel level : simd_levels())
            for (const size_t each : {bytes_per_lane, s.size()}) {
                Memory memory, expected;
                run_in(memory, std::string("STORE.") + s.name + " d, at.x;\n", level, 16, data, {}, each);
                const bool half = std::string_view(s.name).starts_with("F16");
                for (int lane = 0; lane < group_lanes; lane++)
                    for (size_t i = 0; i < s.size(); i++) {
                        uint32_t word = data(lane, static_cast<int>(i) / s.bytes);
                        if (half) word = float_to_half(float_of(word));
                        expected.bytes[each * static_cast<size_t>(lane) + 16 + i] =
                            static_cast<std::byte>(word >> 8 * (i % static_cast<size_t>(s.bytes)));
                    }
                for (size_t at = 0; at < sizeof memory.bytes; at++)
                    ASSERT_EQ(memory.bytes[at], expected.bytes[at]) << s.name << ", " << each << " each, byte " << at;
            }
}

TEST(MemoryInstructions, MoveWideNumbers) {
    for (const char* type : {"F64", "S64", "U64"})
        for (const int count : {1, 2, 4})
            for (const SimdLevel level : simd_levels()) {
                const std::string suffix = type + (count == 1 ? std::string() : "X" + std::to_string(count));
                // The copy goes to the lane's own bytes from those of the next lane.
                Memory memory;
                const Memory before;
                run_in(memory,
                       "LOAD." + suffix + " w, at.x;\nADD.U64 at.x, at.x, -32;\nSTORE." + suffix + " w, at.x;\n", level,
                       32, nullptr, [](Group& group) { group.active = 0x55555555u & ~(1u << 31); });
                for (size_t lane = 0; lane < group_lanes; lane += 2)
                    for (size_t i = 0; i < 32; i++) {
                        const size_t at = lane * 32 + i;
                        const bool copied = i < static_cast<size_t>(8 * count);
                        ASSERT_EQ(memory.bytes[at], before.bytes[copied ? at + 32 : at])
                            << suffix << " " << lane << " " << i;
                    }
            }
}

struct Atomic {
    const char* name;
    std::function<uint32_t(uint32_t old, uint32_t x, uint32_t y)> after;
};

TEST(MemoryInstructions, ChangeWords) {
    const auto as_signed = [](uint32_t v) { return static_cast<int32_t>(v); };
    const Atomic atomics[] = {
        {"ADD.U32", [](uint32_t o, uint32_t x, uint32_t) { return o + x; }},
        {"ADD.S32", [](uint32_t o, uint32_t x, uint32_t) { return o + x; }},
        {"MIN.U32", [](uint32_t o, uint32_t x, uint32_t) { return std::min(o, x); }},
        {"MIN.S32", [&](uint32_t o, uint32_t x, uint32_t) { return as_signed(o) < as_signed(x) ? o : x; }},
        {"MAX.U32", [](uint32_t o, uint32_t x, uint32_t) { return std::max(o, x); }},
        {"MAX.S32", [&](uint32_t o, uint32_t x, uint32_t) { return as_signed(o) > as_signed(x) ? o : x; }},
        {"AND.U32", [](uint32_t o, uint32_t x, uint32_t) { return o & x; }},
        {"OR.U32", [](uint32_t o, uint32_t x, uint32_t) { return o | x; }},
        {"XOR.S32", [](uint32_t o, uint32_t x, uint32_t) { return o ^ x; }},
        {"EXCH.U32", [](uint32_t, uint32_t x, uint32_t) { return x; }},
        {"CSWAP.U32", [](uint32_t o, uint32_t x, uint32_t y) { return o == x ? y : o; }},
        {"IWRAP.U32", [](uint32_t o, uint32_t x, uint32_t) { return o >= x ? 0 : o + 1; }},
        {"DWRAP.U32", [](uint32_t o, uint32_t x, uint32_t) { return o == 0 || o > x ? x : o - 1; }},
        {"ADD.F32", [](uint32_t o, uint32_t x, uint32_t) { return bits_of(float_of(o) + float_of(x)); }},
        {"EXCH.F32", [](uint32_t, uint32_t x, uint32_t) { return x; }},
        {"MIN.F32", [](uint32_t o, uint32_t x, uint32_t) { return float_of(x) < float_of(o) ? x : o; }},
        {"MAX.F32", [](uint32_t o, uint32_t x, uint32_t) { return float_of(x) > float_of(o) ? x : o; }},
        {"CSWAP.F32", [](uint32_t o, uint32_t x, uint32_t y) { return float_of(o) == float_of(x) ? y : o; }},
    };
    const Memory before;
    const auto data = [&before](int lane, int c) {
        const auto word = before.get<uint32_t>(static_cast<size_t>(lane) * bytes_per_lane);
        // Every third lane finds what it compares with.
        return c == 0 ? lane % 3 == 0 ? word : word * 3 + 0x40000000u : 0xabcd0123u + static_cast<uint32_t>(lane);
    };
    for (const Atomic& atomic : atomics)
        for (const SimdLevel level : simd_levels()) {
            Memory memory;
            const LaneRun run =
                run_in(memory, std::string("ATOM.") + atomic.name + " t.x, d, at.x;\nMOV.U result.attrib[0], t.x;\n",
                       level, 0, data);
            for (int lane = 0; lane < group_lanes; lane++) {
                const size_t at = static_cast<size_t>(lane) * bytes_per_lane;
                const auto old = before.get<uint32_t>(at);
                ASSERT_EQ(run.result(lane), old) << atomic.name << " gives what was there";
                ASSERT_TRUE(same_value(memory.get<uint32_t>(at), atomic.after(old, data(lane, 0), data(lane, 1))))
                    << atomic.name << " lane " << lane;
                ASSERT_EQ(memory.get<uint32_t>(at + 4), before.get<uint32_t>(at + 4));
            }
        }
}

struct WideAtomic {
    const char* name;
    std::function<uint64_t(uint64_t old, uint64_t x, uint64_t y)> after;
};

TEST(MemoryInstructions, ChangeWideNumbers) {
    const auto as_signed = [](uint64_t v) { return static_cast<int64_t>(v); };
    const auto f = [](uint64_t v) { return std::bit_cast<double>(v); };
    const WideAtomic atomics[] = {
        {"ADD.U64", [](uint64_t o, uint64_t x, uint64_t) { return o + x; }},
        {"ADD.S64", [](uint64_t o, uint64_t x, uint64_t) { return o + x; }},
        {"MIN.U64", [](uint64_t o, uint64_t x, uint64_t) { return std::min(o, x); }},
        {"MIN.S64", [&](uint64_t o, uint64_t x, uint64_t) { return as_signed(o) < as_signed(x) ? o : x; }},
        {"MAX.U64", [](uint64_t o, uint64_t x, uint64_t) { return std::max(o, x); }},
        {"MAX.S64", [&](uint64_t o, uint64_t x, uint64_t) { return as_signed(o) > as_signed(x) ? o : x; }},
        {"AND.U64", [](uint64_t o, uint64_t x, uint64_t) { return o & x; }},
        {"OR.S64", [](uint64_t o, uint64_t x, uint64_t) { return o | x; }},
        {"XOR.U64", [](uint64_t o, uint64_t x, uint64_t) { return o ^ x; }},
        {"EXCH.U64", [](uint64_t, uint64_t x, uint64_t) { return x; }},
        {"CSWAP.U64", [](uint64_t o, uint64_t x, uint64_t y) { return o == x ? y : o; }},
        {"CSWAP.S64", [](uint64_t o, uint64_t x, uint64_t y) { return o == x ? y : o; }},
        {"ADD.F64", [&](uint64_t o, uint64_t x, uint64_t) { return std::bit_cast<uint64_t>(f(o) + f(x)); }},
        {"EXCH.F64", [](uint64_t, uint64_t x, uint64_t) { return x; }},
    };
    const Memory before;
    const auto number = [&before](int lane) {
        return before.get<uint64_t>(static_cast<size_t>(lane) * bytes_per_lane + 8);
    };
    const auto operand = [&](int lane, int which) {
        // Every third lane finds what it compares with.
        if (which == 1) return 0x123456789abcdef0u + static_cast<uint64_t>(lane);
        return lane % 3 == 0 ? number(lane) : number((lane + 1) % group_lanes) ^ 0x8000000000000000u;
    };
    const auto data = [&](int lane, int c) { return static_cast<uint32_t>(operand(lane, c / 2) >> (c % 2 ? 32 : 0)); };
    for (const WideAtomic& atomic : atomics)
        for (const SimdLevel level : simd_levels()) {
            Memory memory;
            const LaneRun run = run_in(memory,
                                       std::string("PK64.U w, d;\nATOM.") + atomic.name +
                                           " w.x, w, at.x;\nUP64.U t, w;\nMOV.U result.attrib[0], t;\n",
                                       level, 8, data);
            for (int lane = 0; lane < group_lanes; lane++) {
                const uint64_t old = number(lane);
                ASSERT_EQ(run.result(lane, 0), static_cast<uint32_t>(old)) << atomic.name << " gives what was there";
                ASSERT_EQ(run.result(lane, 1), static_cast<uint32_t>(old >> 32)) << atomic.name;
                const auto got = memory.get<uint64_t>(static_cast<size_t>(lane) * bytes_per_lane + 8);
                const uint64_t expected = atomic.after(old, operand(lane, 0), operand(lane, 1));
                if (std::isnan(f(got)) && std::isnan(f(expected))) continue;
                ASSERT_EQ(got, expected) << atomic.name << " lane " << lane;
            }
        }
}

TEST(MemoryInstructions, ChangeVectorsOfHalves) {
    const auto before_half = [](const Memory& memory, int lane, int c) {
        return half_to_float(
            memory.get<uint16_t>(static_cast<size_t>(lane) * bytes_per_lane + static_cast<size_t>(2 * c)));
    };
    const std::pair<const char*, float (*)(float, float)> operations[] = {
        {"ADD", [](float o, float x) { return o + x; }},
        {"MIN", [](float o, float x) { return x < o || std::isnan(o) ? x : o; }},
        {"MAX", [](float o, float x) { return x > o || std::isnan(o) ? x : o; }},
        {"EXCH", [](float, float x) { return x; }},
    };
    const auto data = [](int lane, int c) {
        return bits_of(static_cast<float>(lane) * 0.375f - static_cast<float>(3 * c));
    };
    const Memory before;
    for (const auto& [name, after] : operations)
        for (const int count : {2, 4})
            for (const SimdLevel level : simd_levels()) {
                Memory memory;
                const LaneRun run = run_in(memory,
                                           std::string("ATOM.") + name + ".F16X" + std::to_string(count) +
                                               " t, d, at.x;\nMOV.U result.attrib[0], t;\n",
                                           level, 0, data);
                for (int lane = 0; lane < group_lanes; lane++)
                    for (int c = 0; c < count; c++) {
                        const float old = before_half(before, lane, c);
                        ASSERT_TRUE(same_value(run.result(lane, c), bits_of(old))) << name << count;
                        const float expected = half_to_float(float_to_half(after(old, float_of(data(lane, c)))));
                        ASSERT_TRUE(same_value(bits_of(before_half(memory, lane, c)), bits_of(expected)))
                            << name << count << " lane " << lane << " component " << c;
                    }
            }
}

// A sum with a NaN is one; the least and the greatest of a NaN and a number is the number.
TEST(MemoryInstructions, SumsKeepNaNsWhereMinimaDoNot) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const auto one = [](int, int c) { return c == 0 ? bits_of(1.0f) : 0; };
    const auto double_one = [](int, int c) { return c == 1 ? 0x3ff00000u : 0; };
    for (const SimdLevel level : simd_levels()) {
        for (const auto& [name, keeps] : {std::pair("ADD", true), {"MIN", false}, {"MAX", false}}) {
            Memory memory;
            std::memcpy(memory.bytes, &nan, sizeof nan);
            run_in(memory, std::string("ATOM.") + name + ".F32 t.x, d, at.x;\n", level, 0, one);
            EXPECT_EQ(std::isnan(memory.get<float>(0)), keeps) << name;
            const uint32_t halves = 0x3c007e00;  // NaN, 1
            std::memcpy(memory.bytes, &halves, sizeof halves);
            run_in(memory, std::string("ATOM.") + name + ".F16X2 t, d, at.x;\n", level, 0, one);
            EXPECT_EQ(std::isnan(half_to_float(memory.get<uint16_t>(0))), keeps) << name;
        }
        Memory memory;
        const double wide_nan = std::numeric_limits<double>::quiet_NaN();
        std::memcpy(memory.bytes, &wide_nan, sizeof wide_nan);
        run_in(memory, "PK64.U w, d;\nATOM.ADD.F64 w.x, w, at.x;\n", level, 0, double_one);
        EXPECT_TRUE(std::isnan(memory.get<double>(0)));
    }
}

TEST(MemoryInstructions, LanesOfAGroupAddUp) {
    for (const SimdLevel level : simd_levels()) {
        Memory memory;
        const uint32_t before = memory.get<uint32_t>(0);
        const LaneRun run = run_in(memory, "PK64.U at.x, {0, 1280, 0, 0};\nATOM.ADD.U32 t.x, {3}.x, at.x;\n", level);
        (void)run;
        EXPECT_EQ(memory.get<uint32_t>(0), before + 3 * group_lanes);
    }
}

std::string fault_of(const std::string& body, bool writable, uint64_t shift, bool& changed) {
    Memory memory(writable);
    const Memory before;
    run_in(memory, body, simd_levels().front(), shift, [](int, int) { return 0x12345678u; });
    changed = std::memcmp(memory.bytes, before.bytes, sizeof memory.bytes) != 0;
    return describe(memory.program.faults->take());
}

TEST(MemoryInstructions, WhatCannotBeIsToldAndDoesNothing) {
    bool changed = false;
    const auto has = [](const std::string& text, const char* what) {
        EXPECT_NE(text.find(what), std::string::npos) << text << " lacks " << what;
    };
    std::string said = fault_of("STORE.U32 d, at.x;\n", false, 0, changed);
    has(said, "for reading only"), has(said, "line 7"), has(said, "0x50000000000");
    EXPECT_FALSE(changed);
    said = fault_of("ATOM.ADD.U32 t.x, d, at.x;\n", false, 0, changed);
    has(said, "for reading only");
    EXPECT_FALSE(changed);
    said = fault_of("STORE.U32 d, at.x;\n", true, 2, changed);
    has(said, "not a multiple");
    EXPECT_FALSE(changed);
    said = fault_of("STORE.U32 d, at.x;\n", true, bytes_per_lane * group_lanes, changed);
    has(said, "outside");
    EXPECT_FALSE(changed);
    said = fault_of("STORE.U32 d, at.x;\n", true, uint64_t{7} << 40, changed);
    has(said, "no resident buffer");
    EXPECT_FALSE(changed);
    said = fault_of("LOAD.U32X4 t, at.x;\n", true, ~uint64_t{0} << 44, changed);
    has(said, "no resident buffer");
    EXPECT_EQ(fault_of("STORE.U32 d, at.x;\n", true, 0, changed), "");
    EXPECT_TRUE(changed);
}

TEST(MemoryInstructions, OnlyThreadsThatAreThereChangeMemory) {
    for (const SimdLevel level : simd_levels()) {
        Memory memory;
        const Memory before;
        run_in(
            memory, "STORE.U32 d, at.x;\n", level, 0, [](int, int) { return 1u; },
            [](Group& group) {
                group.active = 0x0000ffffu;
                group.helpers = 0x0000ff00u;
            });
        for (int lane = 0; lane < group_lanes; lane++) {
            const size_t at = static_cast<size_t>(lane) * bytes_per_lane;
            EXPECT_EQ(memory.get<uint32_t>(at), lane < 8 ? 1u : before.get<uint32_t>(at)) << lane;
        }
    }
}

TEST(MemoryInstructions, OnlyThreadsThatTheConditionNamesChangeMemory) {
    for (const SimdLevel level : simd_levels()) {
        Memory memory;
        const Memory before;
        run_in(memory, "MOV.U.CC d.y, d.y;\nIF NE.y;\nSTORE.U32 d, at.x;\nENDIF;\n", level, 0,
               [](int lane, int c) { return c == 1 ? static_cast<uint32_t>(lane & 1) : 9u; });
        for (int lane = 0; lane < group_lanes; lane++) {
            const size_t at = static_cast<size_t>(lane) * bytes_per_lane;
            EXPECT_EQ(memory.get<uint32_t>(at), lane & 1 ? 9u : before.get<uint32_t>(at)) << lane;
        }
    }
}

}  // namespace
}  // namespace runtime
