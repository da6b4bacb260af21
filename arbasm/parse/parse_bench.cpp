// How fast programs are read: parse, checks and flattening, in megabytes of text per second.
//   ninja parse_bench && bin/parse_bench
#include <benchmark/benchmark.h>
#include <string>

#include "arbasm/assembler.h"
#include "arbasm/testing/large_programs.h"

namespace {

void read(benchmark::State& state, const std::string& text) {
    for (auto _ : state) {
        const arbasm::ParseResult result = arbasm::parse(text);
        if (!result.program) {
            state.SkipWithError(result.errors.empty() ? "no program" : result.errors[0].message.c_str());
            return;
        }
        benchmark::DoNotOptimize(result.program);
    }
    state.SetBytesProcessed(static_cast<int64_t>(state.iterations()) * static_cast<int64_t>(text.size()));
}

void read_arb_vertex(benchmark::State& state) {
    read(state, arbasm::arb_vertex_program(static_cast<int>(state.range(0))));
}
void read_arb_fragment(benchmark::State& state) {
    read(state, arbasm::arb_fragment_program(static_cast<int>(state.range(0))));
}
void read_nv_fragment(benchmark::State& state) {
    read(state, arbasm::nv_fragment_program(static_cast<int>(state.range(0))));
}
void read_errors(benchmark::State& state) {
    std::string text = "!!ARBfp1.0\n";
    for (int n = 0; n < state.range(0); ++n) text += "FOO bar, baz;\n";
    for (auto _ : state) benchmark::DoNotOptimize(arbasm::parse(text));
    state.SetBytesProcessed(static_cast<int64_t>(state.iterations()) * static_cast<int64_t>(text.size()));
}
void print_nv_fragment(benchmark::State& state) {
    const auto parsed = arbasm::parse(arbasm::nv_fragment_program(static_cast<int>(state.range(0))));
    size_t bytes = 0;
    for (auto _ : state) bytes += arbasm::print(*parsed.program).size();
    state.SetBytesProcessed(static_cast<int64_t>(bytes));
}

BENCHMARK(read_arb_vertex)->Arg(30)->Arg(1000)->Arg(20000);
BENCHMARK(read_arb_fragment)->Arg(30)->Arg(1000)->Arg(20000);
BENCHMARK(read_nv_fragment)->Arg(30)->Arg(1000)->Arg(20000);
BENCHMARK(read_errors)->Arg(1000)->Arg(20000);
BENCHMARK(print_nv_fragment)->Arg(1000);

}  // namespace

BENCHMARK_MAIN();
