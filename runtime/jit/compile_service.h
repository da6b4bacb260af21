// Recorded functions to machine code. LLVM starts when the first one is compiled.
//
// Any thread may compile, several at once: each works in a context of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "runtime/jit/recorded_flow.h"
#include "runtime/simd/cpu_features.h"

namespace runtime::jit {

enum class ArgumentKind : uint8_t { Pointer, Word };

// The arguments of the function being recorded.
class Arguments {
  public:
    Pointer pointer(size_t index) const { return Pointer(values_[index]); }
    ScalarUnsigned word(size_t index) const { return ScalarUnsigned(values_[index]); }

  private:
    friend class FunctionRecording;
    std::vector<llvm::Value*> values_;
};

// Quick: what pays for itself at once. Thorough: what pays for code that stays hot.
enum class Effort : uint8_t { Quick, Thorough };

// Whether the CPU has AVX512-VBMI and VNNI beside SimdLevel::Avx512: any byte of two registers, sums of products added
// to others.
bool has_byte_permutes_of_cpu();

// A function without result: its arguments, and what records its body.
struct Recipe {
    const char* name = "function";  // shown by profilers and in dumps
    SimdLevel level = SimdLevel::Generic;
    int lanes = 0;        // of recorded values; 0: as many as the level's registers have
    int quick_lanes = 0;  // of functions made quickly, where they have others; 0: they don't
    std::vector<ArgumentKind> arguments;
    bool byte_permutes = has_byte_permutes_of_cpu();  // may be used
    Effort effort = Effort::Quick;
    // Every byte that the recorded code depends on beside what stands above; the code is kept on disk under it for
    // later processes (runtime/code_cache). Empty: not kept.
    std::string key;
    std::function<void(const Arguments&)> record;
};

// Machine code that is not in memory yet: an object file, and the functions that it calls.
struct ObjectCode {
    std::string bytes;
    std::vector<std::pair<std::string, const void*>> externals;
};

// Code in memory, as long as somebody holds it.
class CompiledFunction {
  public:
    CompiledFunction() = default;
    CompiledFunction(const CompiledFunction&) = delete;
    CompiledFunction& operator=(const CompiledFunction&) = delete;
    virtual ~CompiledFunction() = default;
    template <class F>
    F address() const {
        return reinterpret_cast<F>(entry_);
    }

  protected:
    void* entry_ = nullptr;
};

inline int lanes_of(SimdLevel level) { return row_of(level).lanes; }

// False, and null: LLVM can't, and has said why on standard error. The CPU need not have the level of an object.
bool compile_object(const Recipe& recipe, ObjectCode& object);
std::shared_ptr<const CompiledFunction> load_function(const ObjectCode& object);
// From disk where it is kept there, else compiled, and kept. Null as well where the CPU does not have the level.
std::shared_ptr<const CompiledFunction> compile_function(const Recipe& recipe);
// From disk only, of either effort, the thorough one first; null at once where there is none.
std::shared_ptr<const CompiledFunction> kept_function(const Recipe& recipe, bool& thorough);

// Whether a thread is at what LLVM makes once, which a child of fork() would find half done.
bool llvm_is_starting();

// Counters of this process's compilations.
struct CompileCounters {
    uint64_t functions = 0, bytes = 0, microseconds = 0;
    uint64_t from_disk = 0;  // besides
};
CompileCounters compile_counters();

}  // namespace runtime::jit
