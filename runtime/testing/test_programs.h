// For tests: runs the text of a program on every engine the CPU has and insists that they agree.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "arbasm/assembler.h"
#include "runtime/environment/environment.h"
#include "runtime/executor.h"
#include "runtime/formats/float_bits.h"
#include "runtime/interpreter/interpreter.h"
#include "runtime/jit/jit.h"
#include "runtime/simd/cpu_features.h"

namespace runtime {

inline bool is_nan(uint32_t bits) { return (bits & 0x7fffffffu) > 0x7f800000u; }
// NaNs count as equal, whatever their sign and payload: these are not specified.
inline bool same_value(uint32_t a, uint32_t b) { return a == b || (is_nan(a) && is_nan(b)); }

inline std::shared_ptr<const arbasm::Program> parse_program(const std::string& text) {
    const arbasm::ParseResult result = arbasm::parse(text);
    std::string errors;
    for (const arbasm::Diagnostic& error : result.errors) errors += arbasm::format(error, text) + "\n";
    EXPECT_TRUE(result.program) << errors << text;
    return result.program;
}

inline std::vector<SimdLevel> simd_levels() { return {simd_levels_of_cpu().begin(), simd_levels_of_cpu().end()}; }

// Compiled code; the interpreter's of that level in a build without the JIT.
inline constexpr bool has_jit =
#if defined(ASMGL_JIT)
    true;
#else
    false;
#endif
inline std::shared_ptr<const Routine> compiled_at(const std::shared_ptr<const arbasm::Program>& program,
                                                  SimdLevel level) {
    if (has_jit) return jit::make_routine(program, level);
    return interpreter::make_routine(program, level);
}

// At a SIMD level: the interpreter's, or compiled code under ASMGL_ENGINE=jit.
inline std::shared_ptr<const Routine> routine_at(const std::shared_ptr<const arbasm::Program>& program,
                                                 SimdLevel level) {
    if (environment().engine == EngineSetting::Jit) return compiled_at(program, level);
    return interpreter::make_routine(program, level);
}

struct LaneRun {
    std::vector<LaneVector> attributes, results;
    ProgramEnvironment environment;
    std::vector<Vector4> parameters;
    Group group;

    uint32_t result(int lane, int component = 0, size_t number = 0) const {
        if (number >= results.size()) return 0xdeadbeefu;  // the program did not parse
        return results[number].component[static_cast<size_t>(component)].lane[lane];
    }
    float value(int lane, int component = 0, size_t number = 0) const {
        return float_of(result(lane, component, number));
    }
};

// Runs on each SIMD level and with compile(), and expects the same bits. `prepare` fills in attributes.
template <class Prepare>
LaneRun run_program(const std::shared_ptr<const arbasm::Program>& program, Prepare prepare) {
    LaneRun first;
    if (!program) return first;
    std::vector<std::shared_ptr<const Routine>> routines;
    for (const SimdLevel level : simd_levels()) routines.push_back(interpreter::make_routine(program, level));
    routines.push_back(compile(program, Engine::Jit));
    for (size_t i = 0; i < routines.size(); i++) {
        LaneRun run;
        run.attributes.resize(program->attributes.size());
        run.results.resize(program->results.size());
        run.parameters.resize(program->parameters.size());
        prepare(run);
        run.environment.parameters = run.parameters;
        run.group.attributes = run.attributes.data();
        run.group.results = run.results.data();
        routines[i]->run(run.environment, run.group);
        if (i == 0) {
            first = run;
            first.environment = {};
            continue;
        }
        EXPECT_EQ(run.group.killed, first.group.killed) << routines[i]->engine_name();
        EXPECT_EQ(run.group.timed_out, first.group.timed_out) << routines[i]->engine_name();
        for (size_t r = 0; r < run.results.size(); r++)
            for (int c = 0; c < 4; c++)
                for (int lane = 0; lane < group_lanes; lane++) {
                    // What lanes that are killed would have given is nobody's: engines end when they like.
                    if (!((run.group.active & ~run.group.killed) >> lane & 1)) continue;
                    const uint32_t a = first.result(lane, c, r), b = run.result(lane, c, r);
                    if (same_value(a, b)) continue;
                    ADD_FAILURE() << routines[i]->engine_name() << ": result " << r << " component " << c << " lane "
                                  << lane << ": " << std::hex << b << " instead of " << a << "\n"
                                  << program->source;
                    return first;
                }
    }
    return first;
}

inline LaneRun run_text(const std::string& text) {
    return run_program(parse_program(text), [](LaneRun&) {});
}

// Attribute 0 counts the lanes: x = lane as a float, y = lane as an integer, z = lane / 32, w = 1.
inline void number_lanes(LaneRun& run) {
    if (run.attributes.empty()) return;
    for (int lane = 0; lane < group_lanes; lane++) {
        auto& vector = run.attributes[0].component;
        vector[0].lane[lane] = bits_of(static_cast<float>(lane));
        vector[1].lane[lane] = static_cast<uint32_t>(lane);
        vector[2].lane[lane] = bits_of(static_cast<float>(lane) / 32.0f);
        vector[3].lane[lane] = bits_of(1.0f);
    }
}

}  // namespace runtime
