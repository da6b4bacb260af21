// Numbers of 16 bits: all of them, on every CPU's vectors and in generated code, against the conversion of one number.
#include "ir/semantics/half_float.h"

#include <cmath>

#include "runtime/testing/test_programs.h"

namespace runtime {
namespace {

std::vector<std::shared_ptr<const Routine>> engines(const std::shared_ptr<const arbasm::Program>& program) {
    std::vector<std::shared_ptr<const Routine>> result;
    for (const SimdLevel level : simd_levels()) result.push_back(routine_at(program, level));
    result.push_back(compile(program, Engine::Jit));
    return result;
}

// Runs a program of one attribute and one result; the lanes' components x and y go in, x and y come out.
using Pair = std::array<uint32_t, 2>;
void run(const Routine& routine, const std::vector<Pair>& given, std::vector<Pair>& results) {
    results.resize(given.size());
    for (size_t first = 0; first < given.size(); first += group_lanes) {
        LaneVector attribute{}, result{};
        const size_t count = std::min<size_t>(group_lanes, given.size() - first);
        for (size_t lane = 0; lane < count; ++lane)
            for (size_t c = 0; c < 2; ++c) attribute.component[c].lane[lane] = given[first + lane][c];
        Group group;
        group.attributes = &attribute;
        group.results = &result;
        routine.run({}, group);
        for (size_t lane = 0; lane < count; ++lane)
            for (size_t c = 0; c < 2; ++c) results[first + lane][c] = result.component[c].lane[lane];
    }
}

TEST(HalfFloat, EveryOneIsTheSameNumberOnEveryEngine) {
    std::vector<Pair> given, results;
    for (uint32_t half = 0; half < 0x10000; half += 2) given.push_back({half | (half + 1) << 16, 0});
    const auto program = parse_program("!!NVfp4.0\nUP2H result.color, fragment.texcoord[0].x;\nEND\n");
    ASSERT_TRUE(program);
    for (const auto& engine : engines(program)) {
        SCOPED_TRACE(engine->engine_name());
        run(*engine, given, results);
        for (uint32_t half = 0; half < 0x10000; ++half)
            ASSERT_EQ(results[half / 2][half % 2], bits_of(arbasm::half_to_float(static_cast<uint16_t>(half)))) << half;
    }
}

TEST(HalfFloat, NumbersRoundToTheSameOneOnEveryEngine) {
    std::vector<Pair> given, results;
    for (uint32_t half = 0; half < 0x10000; ++half) {
        const float value = arbasm::half_to_float(static_cast<uint16_t>(half));
        const float next = arbasm::half_to_float(static_cast<uint16_t>(half + 1));
        const float middle = value + (next - value) / 2;
        given.push_back({bits_of(value), bits_of(middle)});
        given.push_back({bits_of(std::nextafter(middle, 0.0f)), bits_of(std::nextafter(middle, next))});
    }
    const auto program = parse_program("!!NVfp4.0\nPK2H result.color, fragment.texcoord[0];\nEND\n");
    ASSERT_TRUE(program);
    for (const auto& engine : engines(program)) {
        SCOPED_TRACE(engine->engine_name());
        run(*engine, given, results);
        for (size_t i = 0; i < given.size(); ++i)
            ASSERT_EQ(results[i][0], uint32_t{arbasm::float_to_half(float_of(given[i][0]))} |
                                         uint32_t{arbasm::float_to_half(float_of(given[i][1]))} << 16)
                << std::hex << given[i][0] << ' ' << given[i][1];
    }
}

}  // namespace
}  // namespace runtime
