// How fast programs run, in lane-component operations per second: one core, one group at a time.
#include <benchmark/benchmark.h>
#include <string>
#include <vector>

#include "arbasm/assembler.h"
#include "runtime/executor.h"
#include "runtime/interpreter/interpreter.h"
#include "runtime/jit/jit.h"

namespace runtime {
namespace {

std::shared_ptr<const arbasm::Program> chain(const std::string& instruction, int count) {
    std::string text =
        "!!NVfp5.0\nTEMP a, b;\nLONG TEMP d, e;\nMOV a, fragment.texcoord[0];\nMOV b, fragment.texcoord[1];\n";
    for (int i = 0; i < count; i++) text += instruction + ";\n";
    return arbasm::parse(text + "MOV result.color, a;\nEND\n").program;
}

void run(benchmark::State& state, const std::shared_ptr<const arbasm::Program>& program, const Routine& routine,
         int operations) {
    std::vector<LaneVector> attributes(program->attributes.size()), results(program->results.size());
    for (LaneVector& vector : attributes)
        for (LaneWord& word : vector.component)
            for (uint32_t& lane : word.lane) lane = 0x3f000000;
    std::vector<Vector4> parameters(program->parameters.size());
    const ProgramEnvironment environment{.parameters = parameters, .textures = {}, .constant_buffers = {}};
    for ([[maybe_unused]] auto step : state) {
        Group group;
        group.attributes = attributes.data();
        group.results = results.data();
        routine.run(environment, group);
        benchmark::DoNotOptimize(results.data());
    }
    state.SetItemsProcessed(state.iterations() * operations * group_lanes);
    state.SetLabel(routine.engine_name());
}

void interpret(benchmark::State& state, const std::string& instruction, int components) {
    const auto level = static_cast<SimdLevel>(state.range(0));
    if (level > simd_level_of_cpu()) return state.SkipWithError("not on this CPU");
    const auto program = chain(instruction, 100);
    run(state, program, *interpreter::make_routine(program, level), 100 * components);
}

void compiled(benchmark::State& state, const std::string& instruction, int components) {
    const auto program = chain(instruction, 100);
    const auto routine = jit::make_routine(program, simd_level_of_cpu());
    if (!routine) return state.SkipWithError("no JIT");
    run(state, program, *routine, 100 * components);
}

void compile_time(benchmark::State& state) {
    const auto program = chain("MAD a, a, b, {1, 2, 3, 4}", 30);
    for ([[maybe_unused]] auto step : state) {
        if (state.range(0))
            benchmark::DoNotOptimize(jit::make_routine(program, simd_level_of_cpu()));
        else
            benchmark::DoNotOptimize(interpreter::make_routine(program, simd_level_of_cpu()));
    }
}

#define ON_EVERY_LEVEL(...) BENCHMARK_CAPTURE(interpret, __VA_ARGS__)->DenseRange(0, 2)
ON_EVERY_LEVEL(mad, "MAD a, a, b, {1, 2, 3, 4}", 4);
ON_EVERY_LEVEL(mad_one_component, "MAD a.x, a.x, b.y, b.z", 1);
ON_EVERY_LEVEL(dp4, "DP4 a, a, b", 1);
ON_EVERY_LEVEL(sin, "SIN a.x, a.x", 1);
ON_EVERY_LEVEL(pow, "POW a.x, a.x, b.x", 1);
ON_EVERY_LEVEL(add_of_doubles, "ADD.F64 d, d, e", 4);
ON_EVERY_LEVEL(doubles_of_floats, "CVT.F64.F32 d, a", 4);
ON_EVERY_LEVEL(floats_of_doubles, "CVT.F32.F64 a, d", 4);
ON_EVERY_LEVEL(integers_of_doubles, "CVT.S32.F64.TRUNC a, d", 4);
ON_EVERY_LEVEL(doubles_of_integers, "CVT.F64.S32 d, a", 4);
ON_EVERY_LEVEL(doubles_of_long_integers, "CVT.F64.U64 d, e", 4);
ON_EVERY_LEVEL(long_integers_of_doubles, "CVT.S64.F64.FLR.SAT d, e", 4);
BENCHMARK_CAPTURE(compiled, mad, "MAD a, a, b, {1, 2, 3, 4}", 4);
BENCHMARK_CAPTURE(compiled, sin, "SIN a.x, a.x", 1);
BENCHMARK(compile_time)->Arg(0)->Arg(1)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace runtime
BENCHMARK_MAIN();
