#include "rasterizer/blocks/block_compiler.h"

#include <atomic>
#include <map>
#include <mutex>

#include "rasterizer/blocks/record_block.h"
#include "rasterizer/prepare/fragment_ways.h"
#include "runtime/decode/decode.h"
#include "runtime/environment/environment.h"
#include "runtime/execution/back_end.h"
#include "runtime/interpreter/interpreter.h"
#include "runtime/jit/program_emitter.h"

namespace rasterizer {
namespace {

struct Counts {
    std::mutex mutex;
    BlockCounters counters;
    std::map<std::string, uint64_t> reasons;
    static Counts& instance() {
        static Counts* const counts = new Counts;  // outlives the process's end
        return *counts;
    }
};

void count_reason(const char* reason) {
    Counts& counts = Counts::instance();
    const std::lock_guard lock(counts.mutex);
    ++counts.reasons[reason];
}

// Programs whose lanes see more than their quad, or that change memory, want groups.
const char* why_no_code(const runtime::decoded::Code& code) {
    if (!runtime::jit::is_structured(code)) return "flow without structure";
    if (code.uses_threads) return "names its thread";
    if (runtime::jit::ProgramEmitter(code, runtime::jit::ProgramEmitter::Form::Structured).required_lanes())
        return "lanes together, or stores";
    return nullptr;
}

class CompiledBlocks final : public BlockCode {
  public:
    CompiledBlocks(PixelKey key, std::shared_ptr<const runtime::decoded::Code> code)
        : key_(std::make_shared<const PixelKey>(std::move(key))), code_(std::move(code)) {
        function_ = runtime::jit::compile_function(block_recipe(key_, code_, runtime::simd_level()));
        Counts& counts = Counts::instance();
        const std::lock_guard lock(counts.mutex);
        ++(function_ ? counts.counters.compiled : counts.counters.failed);
    }
    BlockFunction use(uint64_t) const override { return function_ ? function_->address<BlockFunction>() : nullptr; }
    const runtime::decoded::Code& code() const override { return *code_; }

  private:
    std::shared_ptr<const PixelKey> key_;
    std::shared_ptr<const runtime::decoded::Code> code_;
    std::shared_ptr<const runtime::jit::CompiledFunction> function_;
};

std::shared_ptr<const BlockCode> make_code(PixelKey key) {
    if (const char* const reason = why_no_code(key)) {
        count_reason(reason);
        return nullptr;
    }
    auto code = std::make_shared<runtime::decoded::Code>(runtime::decoded::decode(key.pipeline->program));
    if (const char* const reason = why_no_code(*code)) {
        count_reason(reason);
        return nullptr;
    }
    runtime::interpreter::set_handlers(*code, runtime::simd_level());
    return std::make_shared<CompiledBlocks>(std::move(key), std::move(code));
}

}  // namespace

std::shared_ptr<const BlockCode> BlockCompiler::find(const Draw& draw, const DrawRecord& record) {
    if (!fragment_ways().compiled || runtime::back_end() || !record.pipeline->runs_program) return nullptr;
    if (record.environment.parameters.size() < record.pipeline->program->parameters.size()) return nullptr;
    PixelKey key = make_pixel_key(draw, record);
    std::string bytes = key.bytes();
    const auto found = known_.find(bytes);
    if (found != known_.end()) return found->second;
    {
        Counts& counts = Counts::instance();
        const std::lock_guard lock(counts.mutex);
        ++counts.counters.keys;
    }
    if (known_.size() >= most_kept) known_.clear();
    std::shared_ptr<const BlockCode> code = make_code(std::move(key));
    known_.emplace(std::move(bytes), code);
    return code;
}

BlockCounters block_counters() {
    Counts& counts = Counts::instance();
    const std::lock_guard lock(counts.mutex);
    return counts.counters;
}

std::string reasons_for_no_code() {
    Counts& counts = Counts::instance();
    const std::lock_guard lock(counts.mutex);
    std::string text;
    for (const auto& [reason, count] : counts.reasons) text += reason + ": " + std::to_string(count) + "\n";
    return text;
}

}  // namespace rasterizer
