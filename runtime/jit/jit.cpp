#include "runtime/jit/jit.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/TargetSelect.h>
#include <vector>

#include "runtime/decode/decode.h"
#include "runtime/execution/floating_point_mode.h"
#include "runtime/jit/emit.h"

namespace runtime::jit {
namespace {

using Function = void (*)(const uint32_t* attributes, uint32_t* results, const uint32_t* uniforms);

unsigned width_of(SimdLevel level) { return level == SimdLevel::Avx512 ? 16 : level == SimdLevel::Avx2 ? 8 : 4; }

// One LLVM session for the process and a SIMD level. Never destroyed: code may run while the process exits.
class Compiler {
  public:
    static Compiler* get(SimdLevel level) {
        static Compiler* const compilers[] = {make(SimdLevel::Sse4), make(SimdLevel::Avx2), make(SimdLevel::Avx512)};
        return compilers[static_cast<int>(level)];
    }

    Function compile(const decoded::Code& code, llvm::orc::ResourceTrackerSP& tracker);

  private:
    explicit Compiler(std::unique_ptr<llvm::orc::LLJIT> jit, unsigned width) : jit_(std::move(jit)), width_(width) {}
    static Compiler* make(SimdLevel level);

    std::unique_ptr<llvm::orc::LLJIT> jit_;
    unsigned width_;
    std::atomic<unsigned> count_{0};
};

Compiler* Compiler::make(SimdLevel level) {
    if (level > simd_level_of_cpu()) return nullptr;
    static const bool initialised = [] {
        LLVMInitializeX86TargetInfo();
        LLVMInitializeX86Target();
        LLVMInitializeX86TargetMC();
        LLVMInitializeX86AsmPrinter();
        return true;
    }();
    (void)initialised;
    llvm::orc::JITTargetMachineBuilder target(llvm::Triple("x86_64-unknown-linux-gnu"));
    target.setCPU("x86-64-v2");
    if (level >= SimdLevel::Avx2) target.addFeatures({"+avx", "+avx2", "+f16c", "+bmi", "+bmi2"});
    if (level >= SimdLevel::Avx512) target.addFeatures({"+avx512f", "+avx512bw", "+avx512dq", "+avx512vl"});
    // a*b+c rounds twice, as everywhere.
    target.getOptions().AllowFPOpFusion = llvm::FPOpFusion::Strict;
    target.setCodeGenOptLevel(llvm::CodeGenOptLevel::Default);
    target.setRelocationModel(llvm::Reloc::PIC_);
    auto jit = llvm::orc::LLJITBuilder().setJITTargetMachineBuilder(std::move(target)).create();
    if (!jit) {
        std::fprintf(stderr, "asmgl: no JIT: %s\n", llvm::toString(jit.takeError()).c_str());
        return nullptr;
    }
    return new Compiler(std::move(*jit), width_of(level));
}

Function Compiler::compile(const decoded::Code& code, llvm::orc::ResourceTrackerSP& tracker) {
    auto context = std::make_unique<llvm::LLVMContext>();
    auto module = std::make_unique<llvm::Module>("program", *context);
    module->setDataLayout(jit_->getDataLayout());
    llvm::Function* const function = emit_function(code, *module, width_);
    const std::string name = "program_" + std::to_string(count_++);
    function->setName(name);
    if (llvm::verifyFunction(*function, &llvm::errs())) return nullptr;
    tracker = jit_->getMainJITDylib().createResourceTracker();
    if (auto error = jit_->addIRModule(tracker, llvm::orc::ThreadSafeModule(std::move(module), std::move(context)))) {
        std::fprintf(stderr, "asmgl: JIT: %s\n", llvm::toString(std::move(error)).c_str());
        return nullptr;
    }
    auto address = jit_->lookup(name);
    if (!address) {
        std::fprintf(stderr, "asmgl: JIT: %s\n", llvm::toString(address.takeError()).c_str());
        return nullptr;
    }
    return address->toPtr<Function>();
}

class JitRoutine final : public Routine {
  public:
    JitRoutine(decoded::Code code, Function function, llvm::orc::ResourceTrackerSP tracker)
        : code_(std::move(code)), function_(function), tracker_(std::move(tracker)) {}
    ~JitRoutine() override { llvm::consumeError(tracker_->remove()); }

    void run(const ProgramEnvironment& environment, Group& group) const override {
        const FloatingPointMode mode;
        thread_local std::vector<uint32_t> uniforms;
        uniforms.clear();
        for (const decoded::UniformSlot& slot : code_.uniforms) {
            const auto number = static_cast<size_t>(slot.parameter);
            uniforms.push_back(number < environment.parameters.size() ? environment.parameters[number][slot.component]
                                                                      : 0);
        }
        group.killed = 0;
        group.timed_out = false;
        function_(reinterpret_cast<const uint32_t*>(group.attributes), reinterpret_cast<uint32_t*>(group.results),
                  uniforms.data());
    }
    const char* engine_name() const override { return "jit"; }

  private:
    decoded::Code code_;
    Function function_;
    llvm::orc::ResourceTrackerSP tracker_;
};

}  // namespace

std::shared_ptr<const Routine> make_routine(const std::shared_ptr<const arbasm::Program>& program, SimdLevel level) {
    decoded::Code code = decoded::decode(program);
    if (!code.straight) return nullptr;
    Compiler* const compiler = Compiler::get(level);
    if (!compiler) return nullptr;
    llvm::orc::ResourceTrackerSP tracker;
    const Function function = compiler->compile(code, tracker);
    if (!function) return nullptr;
    return std::make_shared<JitRoutine>(std::move(code), function, std::move(tracker));
}

}  // namespace runtime::jit
