#include "runtime/jit/compile_service.h"

#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <llvm/ExecutionEngine/JITLink/JITLinkMemoryManager.h>
#include <llvm/ExecutionEngine/Orc/Core.h>
#include <llvm/ExecutionEngine/Orc/ExecutorProcessControl.h>
#include <llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Verifier.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/SmallVectorMemoryBuffer.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Host.h>
#include <mutex>
#include <new>
#include <span>

#include "ir/check.h"
#include "runtime/code_cache/code_cache.h"
#include "runtime/environment/environment.h"
#include "runtime/jit/emission_passes.h"
#include "runtime/jit/lost_work.h"
#include "runtime/jit/passes.h"
#include "runtime/jit/recorder.h"
#include "runtime/threads/fork_hold.h"

#if defined(__i386__)
extern "C" {
int64_t __divdi3(int64_t a, int64_t b);
uint64_t __udivdi3(uint64_t a, uint64_t b);
int64_t __moddi3(int64_t a, int64_t b);
uint64_t __umoddi3(uint64_t a, uint64_t b);
}
#endif

namespace runtime::jit {
namespace {

// LLVM's name of this machine, the least of its CPUs and of those with SSE4.2, and what makes its code.
#if defined(__x86_64__)
constexpr const char *triple = "x86_64-unknown-linux-gnu", *least_cpu = "x86-64", *sse4_cpu = "x86-64-v2";
#elif defined(__i386__)
constexpr const char *triple = "i686-unknown-linux-gnu", *least_cpu = "pentium4", *sse4_cpu = "nehalem";
#elif defined(__aarch64__)
constexpr const char *triple = "aarch64-unknown-linux-gnu", *least_cpu = "generic", *sse4_cpu = nullptr;
#else
#error "the JIT knows x86 and AArch64; configure with -DASMGL_JIT=OFF"
#endif
#if defined(__aarch64__)
#define ASMGL_LLVM_MACHINE(function) LLVMInitializeAArch64##function()
#else
#define ASMGL_LLVM_MACHINE(function) LLVMInitializeX86##function()
#endif

// What a level has beside its CPU's, as LLVM names it.
std::string features_of(SimdLevel level, bool byte_permutes) {
    std::string features;
    if (level >= SimdLevel::Avx2) features += "+avx,+avx2,+fma,+f16c,+bmi,+bmi2";
    // Without evex512 registers have 256 bits, and what is 512 wide ends the process.
    if (level >= SimdLevel::Avx512) features += ",+avx512f,+avx512bw,+avx512dq,+avx512vl,+evex512";
    if (level >= SimdLevel::Avx512 && byte_permutes) features += ",+avx512vbmi,+avx512vnni";
    return features;
}
constexpr const char* entry_name = "run";

std::atomic<bool> llvm_starts{false};
std::atomic<uint64_t> functions_compiled{0}, bytes_compiled{0}, microseconds_spent{0}, functions_from_disk{0};

void say(llvm::Error error) { std::fprintf(stderr, "asmgl: JIT: %s\n", llvm::toString(std::move(error)).c_str()); }

// ---- from IR to object files -------------------------------------------------------------------------------------

// Target machines are not for several threads at once; those that nobody uses wait here.
class TargetMachines {
  public:
    static TargetMachines& instance() {
        static auto* const machines = new TargetMachines;
        return *machines;
    }
    std::unique_ptr<llvm::TargetMachine> take(const Recipe& recipe) {
        {
            const std::lock_guard lock(mutex_);
            auto& free = free_[kind_of(recipe)];
            if (!free.empty()) {
                auto machine = std::move(free.back());
                free.pop_back();
                return machine;
            }
        }
        return make(recipe.level, recipe.byte_permutes);
    }
    void give_back(const Recipe& recipe, std::unique_ptr<llvm::TargetMachine> machine) {
        const std::lock_guard lock(mutex_);
        free_[kind_of(recipe)].push_back(std::move(machine));
    }

  private:
    static size_t kind_of(const Recipe& recipe) {
        return 2 * static_cast<size_t>(recipe.level) + (recipe.byte_permutes ? 1 : 0);
    }
    static std::unique_ptr<llvm::TargetMachine> make(SimdLevel level, bool byte_permutes) {
        std::string error;
        const llvm::Target* const target = llvm::TargetRegistry::lookupTarget(triple, error);
        if (!target) {
            std::fprintf(stderr, "asmgl: no JIT: %s\n", error.c_str());
            return nullptr;
        }
        llvm::TargetOptions options;
        // a*b+c rounds twice, as everywhere.
        options.AllowFPOpFusion = llvm::FPOpFusion::Strict;
        return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
            triple, level >= SimdLevel::Sse4 ? sse4_cpu : least_cpu, features_of(level, byte_permutes), options,
            llvm::Reloc::PIC_, llvm::CodeModel::Small, llvm::CodeGenOptLevel::Default, /*JIT=*/true));
    }

    ForkSafe<> mutex_;
    std::vector<std::unique_ptr<llvm::TargetMachine>> free_[10];
};

// Thrown through LLVM where it would end the process; so is std::bad_alloc (runtime/jit/lost_work.h).
struct FatalError {};

// InstCombine would carry what only a later block uses down there, one value after the other with all that it is
// made of: the components of a program's results, computed side by side, became four long chains.
void keep_order() {
    auto& options = llvm::cl::getRegisteredOptions();
    const char* const name = "instcombine-code-sinking";
    if (const auto option = options.find(name); option != options.end())
        option->second->addOccurrence(0, name, "false");
}

// What it has no code for, and memory that it doesn't get, LLVM reports by ending the process, which is the
// application's. Its functions are on the stack's tables all the same.
void throw_fatal_errors() {
    const auto handler = [](void*, const char* reason, bool) {
        std::fprintf(stderr, "asmgl: JIT: %s\n", reason);
        throw FatalError();
    };
    llvm::install_fatal_error_handler(handler);
    llvm::install_bad_alloc_error_handler([](void*, const char*, bool) { throw std::bad_alloc(); });
}

// All that LLVM makes once, it makes when it compiles the first function of each effort: one thread does that, others
// wait. Where memory ends meanwhile, what is half made, or locked, stays so, and LLVM is not used any more.
class FirstFunctions {
  public:
    // What `compile` gives; false where LLVM can't be used.
    template <class Compile>
    static bool run(Effort effort, const Compile& compile) {
        static auto* const first = new FirstFunctions;
        return first->run_once(first->made_.at(static_cast<size_t>(effort)), compile);
    }

  private:
    template <class Compile>
    bool run_once(std::atomic<bool>& made, const Compile& compile) {
        if (failed_.load()) return false;
        if (made.load()) return compile();
        const std::lock_guard lock(mutex_);
        if (failed_.load()) return false;
        const Starting starting;
        try {
            if (!initialized_) initialize();
            initialized_ = true;
            const bool result = compile();
            made.store(true);
            return result;
        } catch (const FatalError&) {  // of this function alone
            throw;
        } catch (...) {
            failed_.store(true);
            throw;
        }
    }
    static void initialize() {
        throw_fatal_errors();
        ASMGL_LLVM_MACHINE(TargetInfo);
        ASMGL_LLVM_MACHINE(Target);
        ASMGL_LLVM_MACHINE(TargetMC);
        ASMGL_LLVM_MACHINE(AsmPrinter);
        keep_order();
    }

    struct Starting {
        Starting() { llvm_starts.store(true); }
        ~Starting() { llvm_starts.store(false); }
    };

    ForkSafe<> mutex_;
    bool initialized_ = false;
    std::atomic<bool> failed_{false};
    std::array<std::atomic<bool>, 2> made_{};  // by Effort
};

// Runs what calls LLVM. What it makes once it makes under holds, and loads functions under a lock (Session); the rest
// of what it does for a function belongs to that function alone, so that fork() need not wait for it: the child has
// that memory, and nobody who uses it.
template <class Run>
auto in_llvm(const Run& run) {
    const int depth = ForkHold::depth();
    try {
        return run();
    } catch (...) {
        ForkHold::leave_to(depth);  // LLVM has released none of its own
        throw;
    }
}

using CalledFunction = std::pair<const char*, const void*>;

// What code generation calls by itself: on machines of 32 bits functions of the compiler's library, too.
std::span<const CalledFunction> called_by_code() {
    static const CalledFunction functions[] = {
        {"memcpy", reinterpret_cast<const void*>(&memcpy)},
        {"memset", reinterpret_cast<const void*>(&memset)},
#if defined(__i386__)
        {"__divdi3", reinterpret_cast<const void*>(&__divdi3)},
        {"__moddi3", reinterpret_cast<const void*>(&__moddi3)},
        {"__udivdi3", reinterpret_cast<const void*>(&__udivdi3)},
        {"__umoddi3", reinterpret_cast<const void*>(&__umoddi3)},
#endif
    };
    return functions;
}

// ---- from object files to memory ---------------------------------------------------------------------------------

// LLVM, once for the process. Never destroyed: code may run while the process exits. Where memory ended while it loaded
// or unloaded a function, it is given up, and another one made: nobody knows what it still holds.
//
// One thread at a time loads and unloads; with mutex() held.
class Session {
  public:
    static ForkSafe<>& mutex() {
        static ForkSafe<> mutex;
        return mutex;
    }
    // Null: LLVM doesn't work here.
    static Session* get() {
        ASMGL_CHECK(mutex().held());
        if (!current_) current_ = make();
        return current_;
    }
    bool given_up() const { return this != current_; }
    void give_up() {
        ASMGL_CHECK(mutex().held());
        if (!given_up()) current_ = nullptr;
    }

    // A library of its own for each function: names need not differ then.
    llvm::Expected<llvm::orc::ExecutorAddr> load(const ObjectCode& object, llvm::orc::JITDylib*& library) {
        ASMGL_CHECK(mutex().held());
        return run_or_lose(std::make_unique<Symbols>(),
                           [&](Symbols& symbols) { return load(object, library, symbols.map); });
    }
    void unload(llvm::orc::JITDylib& library) {
        ASMGL_CHECK(mutex().held());
        if (auto error = execution_->removeJITDylib(library)) say(std::move(error));
    }

  private:
    struct Symbols final : LostWork {
        llvm::orc::SymbolMap map;
    };

    llvm::Expected<llvm::orc::ExecutorAddr> load(const ObjectCode& object, llvm::orc::JITDylib*& library,
                                                 llvm::orc::SymbolMap& symbols) {
        auto made = execution_->createJITDylib("function_" + std::to_string(count_++));
        if (!made) return made.takeError();
        library = &*made;
        const auto define = [&](llvm::StringRef name, const void* address) {
            symbols[execution_->intern(name)] = {llvm::orc::ExecutorAddr::fromPtr(address),
                                                 llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
        };
        for (const auto& [name, address] : object.externals) define(name, address);
        for (const auto& [name, address] : called_by_code()) define(name, address);
        if (auto error = library->define(llvm::orc::absoluteSymbols(std::move(symbols)))) return error;
        auto buffer = llvm::MemoryBuffer::getMemBufferCopy(object.bytes, entry_name);
        if (auto error = linking_->add(*library, std::move(buffer))) return error;
        auto symbol = execution_->lookup({library}, execution_->intern(entry_name));
        if (!symbol) return symbol.takeError();
        return symbol->getAddress();
    }

    static Session* make() {
        auto process = llvm::orc::SelfExecutorProcessControl::Create();
        if (!process) {
            say(process.takeError());
            return nullptr;
        }
        auto* const session = new Session;
        session->execution_ = std::make_unique<llvm::orc::ExecutionSession>(std::move(*process));
        session->linking_ = std::make_unique<llvm::orc::ObjectLinkingLayer>(
            *session->execution_, session->execution_->getExecutorProcessControl().getMemMgr());
        return session;
    }

    inline static constinit Session* current_ = nullptr;
    std::unique_ptr<llvm::orc::ExecutionSession> execution_;
    std::unique_ptr<llvm::orc::ObjectLinkingLayer> linking_;
    std::atomic<unsigned> count_{0};
};

class LoadedFunction final : public CompiledFunction {
  public:
    LoadedFunction(Session& session, llvm::orc::JITDylib* library, void* entry) : session_(session), library_(library) {
        entry_ = entry;
    }
    ~LoadedFunction() override {
        const std::lock_guard lock(Session::mutex());
        if (session_.given_up()) return;
        try {
            in_llvm([&] { session_.unload(*library_); });
        } catch (...) {
            session_.give_up();
        }
    }

  private:
    Session& session_;
    llvm::orc::JITDylib* library_;
};

int lanes_for(const Recipe& recipe, Effort effort) {
    return effort == Effort::Quick && recipe.quick_lanes ? recipe.quick_lanes : recipe.lanes;
}

}  // namespace

bool llvm_is_starting() { return llvm_starts.load(); }

bool has_byte_permutes_of_cpu() {
#if defined(__x86_64__) || defined(__i386__)
    static const bool has =
        cpu_has(SimdLevel::Avx512) && __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vnni");
    return has;
#else
    return false;
#endif
}

// Records a recipe's function into a module.
class FunctionRecording {
  public:
    static llvm::Function* record(const Recipe& recipe, llvm::Module& module,
                                  std::map<std::string, const void*>& externals) {
        llvm::LLVMContext& context = module.getContext();
        Builder ir(context, llvm::InstSimplifyFolder(module.getDataLayout()));
        std::vector<llvm::Type*> types;
        for (const ArgumentKind kind : recipe.arguments)
            types.push_back(kind == ArgumentKind::Pointer ? static_cast<llvm::Type*>(ir.getPtrTy())
                            : kind == ArgumentKind::Word  ? ir.getInt32Ty()
                                                          : ir.getInt64Ty());
        auto* const type = llvm::FunctionType::get(ir.getVoidTy(), types, false);
        auto* const function = llvm::Function::Create(type, llvm::Function::ExternalLinkage, entry_name, module);
        const unsigned bits = static_cast<unsigned>(lanes_of(recipe.level)) * 32;
        function->addFnAttr("prefer-vector-width", std::to_string(bits));
        function->addFnAttr("min-legal-vector-width", std::to_string(bits));
        function->addFnAttr(llvm::Attribute::NoUnwind);
        // As the CPU's own pipes and latencies have it: by LLVM's model for none in particular, arithmetic takes a
        // fifth longer on Zen 4. Below, where registers are few, it makes no difference.
        static const llvm::StringRef cpu = llvm::sys::getHostCPUName();  // asks the CPU each time
        if (recipe.level == SimdLevel::Avx512) function->addFnAttr("tune-cpu", cpu);
        // Else registers are spilled to places that half of the time lie across two lines of the cache.
        function->addFnAttr("stackrealign");
        Arguments arguments;
        for (llvm::Argument& argument : function->args()) arguments.values_.push_back(&argument);
        auto* const entry = llvm::BasicBlock::Create(context, "entry", function);
        auto* const body = llvm::BasicBlock::Create(context, "body", function);
        ir.SetInsertPoint(entry);
        // Stack memory is put before this branch.
        ir.CreateBr(body);
        ir.SetInsertPoint(body);
        const int wanted = lanes_for(recipe, recipe.effort), lanes = wanted ? wanted : lanes_of(recipe.level);
        Recorder recording{ir, static_cast<unsigned>(lanes), recipe.level, recipe.byte_permutes, function, &externals};
        const RecorderScope scope(recording);
        recipe.record(arguments);
        ir.CreateRetVoid();
        return function;
    }
};

namespace {

// All that LLVM has of one function.
struct Compilation final : LostWork {
    explicit Compilation(const Recipe& recipe) : module(recipe.name, context) {}

    llvm::LLVMContext context;
    llvm::Module module;
    std::unique_ptr<llvm::TargetMachine> machine;
    std::map<std::string, const void*> externals;
    llvm::SmallVector<char, 0> bytes;
    llvm::raw_svector_ostream stream{bytes};
    EmissionPasses emission;

    bool make(const Recipe& recipe) {
        machine->setOptLevel(recipe.effort == Effort::Quick ? llvm::CodeGenOptLevel::Less
                                                            : llvm::CodeGenOptLevel::Default);
        module.setDataLayout(machine->createDataLayout());
        module.setTargetTriple(triple);
        llvm::Function* const function = FunctionRecording::record(recipe, module, externals);
        if (llvm::verifyFunction(*function, &llvm::errs())) {
            function->print(llvm::errs());
            return false;
        }
        run_passes(*function, *machine, recipe.level, recipe.effort);
        llvm::MCContext* machine_code = nullptr;
        if (machine->addPassesToEmitMC(emission, machine_code, stream, /*DisableVerify=*/true)) return false;
        emission.run(module);
        return true;
    }
};

}  // namespace

namespace {

bool make_object(const Recipe& recipe, ObjectCode& object) {
    TargetMachines& machines = TargetMachines::instance();
    auto machine = machines.take(recipe);
    if (!machine) return false;
    auto started = std::make_unique<Compilation>(recipe);
    started->machine = std::move(machine);
    const bool made = run_or_lose(std::move(started), [&](Compilation& work) {
        if (!work.make(recipe)) return false;
        object.bytes.assign(work.bytes.begin(), work.bytes.end());
        object.externals.assign(work.externals.begin(), work.externals.end());
        machine = std::move(work.machine);  // the passes, which refer to it, go before
        return true;
    });
    if (made) machines.give_back(recipe, std::move(machine));
    return made;
}

}  // namespace

// Callers hold locks that worker threads may want, too: so it is not left to one of these.
bool compile_object(const Recipe& recipe, ObjectCode& object) try {
    return in_llvm([&] { return FirstFunctions::run(recipe.effort, [&] { return make_object(recipe, object); }); });
} catch (const FatalError&) {
    return false;
}

std::shared_ptr<const CompiledFunction> load_function(const ObjectCode& object) {
    const std::lock_guard lock(Session::mutex());
    Session* session = nullptr;
    try {
        return in_llvm([&]() -> std::shared_ptr<const CompiledFunction> {
            session = Session::get();
            if (!session) return nullptr;
            llvm::orc::JITDylib* library = nullptr;
            auto entry = session->load(object, library);
            if (!entry) {
                say(entry.takeError());
                if (library) session->unload(*library);
                return nullptr;
            }
            return std::make_shared<LoadedFunction>(*session, library, entry->toPtr<void*>());
        });
    } catch (const std::bad_alloc&) {
        if (session) session->give_up();
        throw;
    } catch (const FatalError&) {
        if (session) session->give_up();
        return nullptr;
    }
}

// ---- on disk -----------------------------------------------------------------------------------------------------

namespace {

std::string identity_of(const Recipe& recipe, Effort effort) {
    std::string identity = "function\n" + code_cache::build_identity();
    const auto add = [&](const char* what, int number) {
        identity += std::string("\n") + what + std::to_string(number);
    };
    add("level ", static_cast<int>(recipe.level));
    add("lanes ", lanes_for(recipe, effort));
    add("byte permutes ", recipe.byte_permutes);
    add("effort ", static_cast<int>(effort));
    for (const ArgumentKind kind : recipe.arguments) add("argument ", static_cast<int>(kind));
    return identity + "\n" + recipe.name + "\n" + recipe.key;
}

std::shared_ptr<const CompiledFunction> find_kept(const Recipe& recipe, Effort effort) {
    code_cache::CodeCache* const cache = recipe.key.empty() ? nullptr : code_cache::user_cache();
    if (!cache || !cpu_has(recipe.level)) return nullptr;
    auto stored = cache->find(identity_of(recipe, effort));
    if (!stored) return nullptr;
    ObjectCode object{std::move(stored->object), {}};
    for (auto& [name, offset] : stored->externals) {
        const void* const address = code_cache::address_in_build(offset);
        if (!address) return nullptr;
        object.externals.emplace_back(std::move(name), address);
    }
    auto function = load_function(object);
    functions_from_disk += function != nullptr;
    return function;
}

void keep(const Recipe& recipe, const ObjectCode& object) {
    code_cache::CodeCache* const cache = recipe.key.empty() ? nullptr : code_cache::user_cache();
    if (!cache) return;
    code_cache::StoredCode stored{object.bytes, {}};
    for (const auto& [name, address] : object.externals) {
        const auto offset = code_cache::offset_in_build(address);
        if (!offset) return;
        stored.externals.push_back({name, *offset});
    }
    cache->keep(identity_of(recipe, recipe.effort), stored);
}

}  // namespace

std::shared_ptr<const CompiledFunction> kept_function(const Recipe& recipe, bool& thorough) {
    thorough = true;
    if (auto function = find_kept(recipe, Effort::Thorough)) return function;
    thorough = false;
    return find_kept(recipe, Effort::Quick);
}

std::shared_ptr<const CompiledFunction> compile_function(const Recipe& recipe) {
    if (!cpu_has(recipe.level)) return nullptr;
    if (auto kept = find_kept(recipe, recipe.effort)) return kept;
    const auto start = std::chrono::steady_clock::now();
    ObjectCode object;
    if (!compile_object(recipe, object)) return nullptr;
    auto function = load_function(object);
    const auto passed = std::chrono::steady_clock::now() - start;
    functions_compiled++;
    bytes_compiled += object.bytes.size();
    microseconds_spent += static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(passed).count());
    try {
        if (function) keep(recipe, object);
    } catch (const std::bad_alloc&) {
        // Another process has to compile it again.
    }
    return function;
}

CompileCounters compile_counters() {
    return {functions_compiled, bytes_compiled, microseconds_spent, functions_from_disk};
}

}  // namespace runtime::jit
