// How fast programs run, in lane-component operations per second: one core, one group at a time.
#include <benchmark/benchmark.h>
#include <bit>
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
    ProgramEnvironment environment;
    environment.parameters = parameters;
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
    if (!cpu_has(level)) return state.SkipWithError("not on this CPU");
    const auto program = chain(instruction, 100);
    run(state, program, *interpreter::make_routine(program, level), 100 * components);
}

void compiled(benchmark::State& state, const std::string& instruction, int components) {
    const auto program = chain(instruction, 100);
    const auto routine = jit::make_routine(program, simd_level_of_cpu());
    if (!routine) return state.SkipWithError("no JIT");
    run(state, program, *routine, 100 * components);
}

// ---- whole programs, by both engines -----------------------------------------------------------------------------

std::string arbfp_text(int operations) {
    std::string text =
        "!!ARBfp1.0\nTEMP a, b, c;\nMOV a, fragment.texcoord[0];\nMOV b, fragment.texcoord[1];\n"
        "MOV c, program.env[0];\n";
    static constexpr const char* lines[] = {"MAD a, a, b, c;\n", "MUL b, b.yzwx, {0.5, 0.25, 0.75, 0.9};\n",
                                            "ADD c, c, -a;\n", "DP4 a.x, b, c;\n", "MAX b, b, a.wzyx;\n"};
    for (int i = 0; i < operations; i++) text += lines[i % 5];
    return text + "ADD result.color, a, b;\nEND\n";
}
std::string transcendental_text() {
    std::string text = "!!ARBfp1.0\nTEMP a, b;\nMOV a, fragment.texcoord[0];\nMOV b, fragment.texcoord[1];\n";
    for (int i = 0; i < 4; i++)
        text +=
            "SIN a.x, b.x;\nCOS a.y, b.y;\nEX2 a.z, a.x;\nLG2 a.w, b.w;\nPOW b.x, a.z, a.y;\nRSQ b.y, a.w;\n"
            "ADD b, b, a;\n";
    return text + "MOV result.color, b;\nEND\n";
}
const char* const hash_text =
    "!!NVfp5.0\nTEMP h;\nMOV.U h, fragment.texcoord[0];\nREP.S {64}.x;\n"
    "SHL.U h.y, h.x, 13;\nXOR.U h.x, h.x, h.y;\nSHR.U h.y, h.x, 17;\nXOR.U h.x, h.x, h.y;\nSHL.U h.y, h.x, 5;\n"
    "XOR.U h.x, h.x, h.y;\nMAD.U h.x, h.x, 1664525, 1013904223;\nENDREP;\nMOV.U result.color, h.x;\nEND\n";
const char* const mandelbrot_text =
    "!!NVfp5.0\nTEMP z, t;\nMOV z, {0, 0, 0, 0};\nREP.S {256}.x;\nMUL.F t.xy, z, z;\nADD.F.CC t.z, t.x, t.y;\n"
    "SUB.F.CC t.w, t.z, 4;\nBRK (GT.w);\nMUL.F t.w, z.x, z.y;\nSUB.F z.x, t.x, t.y;\nADD.F z.x, z.x, "
    "fragment.texcoord[0].x;\n"
    "MAD.F z.y, t.w, 2, fragment.texcoord[0].y;\nADD.F z.z, z.z, 1;\nENDREP;\nMOV.F result.color, z.z;\nEND\n";
const std::string address_text = "!!NVfp5.0\nLONG TEMP at;\nTEMP t;\nPK64.U at.xy, fragment.texcoord[0].xyzw;\n";
const std::string copy_text = address_text + "LOAD.F32X4 t, at.x;\nSTORE.F32X4 t, at.y;\nMOV.F result.color, 1;\nEND\n";
const std::string histogram_text = address_text + "ATOM.ADD.U32 t.x, 1, at.x;\nMOV.F result.color, 1;\nEND\n";

// Lanes' addresses in texcoord[0]: of a vector to copy (x, y) and where to (z, w), or of a random bin.
struct Buffer {
    std::vector<uint64_t> words = std::vector<uint64_t>(1 << 12);
    ProgramMemory memory;
    Buffer() {
        auto table = std::make_shared<MemoryTable>();
        table->set(1, {.data = reinterpret_cast<std::byte*>(words.data()),
                       .size = words.size() * 8,
                       .writable = true,
                       .owner = {}});
        memory.table = std::move(table);
    }
    static void set_offsets(LaneVector& attribute, bool copies) {
        for (uint32_t lane = 0; lane < group_lanes; lane++) {
            attribute.component[0].lane[lane] = copies ? 16 * lane : 4 * ((lane * 1103515245u + 12345u) >> 8 & 1023);
            attribute.component[1].lane[lane] = attribute.component[3].lane[lane] = 1 << 8;
            attribute.component[2].lane[lane] = 4096 + 16 * lane;
        }
    }
};

void whole(benchmark::State& state, const std::string& text, const char* input) {
    const auto program = arbasm::parse(text).program;
    if (!program) return state.SkipWithError("not a program");
    const std::string kind = input;
    Buffer buffer;
    std::vector<LaneVector> attributes(program->attributes.size()), results(program->results.size());
    for (LaneVector& vector : attributes)
        for (size_t c = 0; c < 4; c++)
            for (uint32_t lane = 0; lane < group_lanes; lane++)
                vector.component[c].lane[lane] =
                    std::bit_cast<uint32_t>(-0.7f + 0.02f * static_cast<float>(lane) + 0.1f * static_cast<float>(c));
    if (kind != "floats") Buffer::set_offsets(attributes[0], kind == "copy");
    std::vector<Vector4> parameters(program->parameters.size());
    for (size_t i = 0; i < parameters.size(); i++) parameters[i] = program->parameters[i].constant;
    ProgramEnvironment environment;
    environment.parameters = parameters;
    environment.memory = &buffer.memory;
    const auto routine = state.range(0) ? jit::make_routine(program, simd_level_of_cpu())
                                        : interpreter::make_routine(program, simd_level_of_cpu());
    for ([[maybe_unused]] auto step : state) {
        Group group;
        group.attributes = attributes.data();
        group.results = results.data();
        routine->run(environment, group);
        benchmark::DoNotOptimize(results.data());
    }
    state.SetItemsProcessed(state.iterations() * group_lanes);
    state.SetLabel(routine->engine_name());
}
#define BY_BOTH(...) BENCHMARK_CAPTURE(whole, __VA_ARGS__)->DenseRange(0, 1)
BY_BOTH(arbfp_100_operations, arbfp_text(100), "floats");
BY_BOTH(transcendentals, transcendental_text(), "floats");
BY_BOTH(integer_hash_64_rounds, hash_text, "floats");
BY_BOTH(mandelbrot, mandelbrot_text, "floats");
BY_BOTH(copy, copy_text, "copy");
BY_BOTH(histogram, histogram_text, "bins");

void compile_time(benchmark::State& state) {
    const auto program = arbasm::parse(arbfp_text(40)).program;
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
