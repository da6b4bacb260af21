// What stands for runtime/jit in a build without it (-DASMGL_JIT=OFF): no code is ever made, so the interpreter runs
// everything.
#include "runtime/jit/compile_service.h"
#include "runtime/jit/jit.h"
#include "runtime/jit/program_windows.h"

namespace runtime::jit {

std::shared_ptr<const Routine> make_routine(const arbasm::AnalyzedProgram&, SimdLevel) { return nullptr; }
CompiledCode make_routine(const arbasm::AnalyzedProgram&, SimdLevel, CompileRequest) { return {}; }
CompileCounters compile_counters() { return {}; }
bool llvm_is_starting() { return false; }
uint64_t estimated_work(const arbasm::Program&) { return 0; }

// No code looks through windows.
ImageWindow open_image_window(const ProgramEnvironment&, uint32_t, uint32_t) { return {}; }
MemoryWindow open_memory_window(const ProgramEnvironment&, const WantedWindows::OfMemory&) { return {}; }
Format format_of_image(const ProgramEnvironment&, int32_t) { return Format::None; }
Format format_served(const ProgramEnvironment&, const WantedWindows::OfImage&) { return Format::None; }
const std::vector<SamplerKey>& samplers_of_handles(const ProgramEnvironment&) {
    static const std::vector<SamplerKey> none;
    return none;
}

}  // namespace runtime::jit
