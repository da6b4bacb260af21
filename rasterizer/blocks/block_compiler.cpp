#include "rasterizer/blocks/block_compiler.h"

#include <atomic>
#include <map>
#include <mutex>
#include <type_traits>

#include "rasterizer/blocks/record_block.h"
#include "rasterizer/prepare/fragment_ways.h"
#include "runtime/decode/decode.h"
#include "runtime/environment/environment.h"
#include "runtime/execution/back_end.h"
#include "runtime/interpreter/interpreter.h"
#include "runtime/jit/jit.h"
#include "runtime/jit/program_emitter.h"
#include "runtime/jit/tiers.h"

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
    if (code.program->instructions.size() > runtime::jit::most_instructions) return "long program";
    if (!runtime::jit::is_structured(code)) return "flow without structure";
    if (code.uses_threads) return "names its thread";
    bool interpolates = false;
    code.steps.visit([&]<class T>(const T&) { interpolates |= std::is_same_v<T, runtime::decoded::InterpolateStep>; });
    if (interpolates) return "attribute at a place of its own";
    if (runtime::jit::ProgramEmitter(code, runtime::jit::ProgramEmitter::Form::Structured).required_lanes())
        return "lanes together, or stores";
    return nullptr;
}

// What was made for a key.
struct MadeBlock : BlockEntry {
    std::shared_ptr<const runtime::decoded::Code> owned_code;
    std::shared_ptr<const runtime::jit::CompiledFunction> owned_function;
};

void count(uint64_t BlockCounters::*which) {
    Counts& counts = Counts::instance();
    const std::lock_guard lock(counts.mutex);
    ++(counts.counters.*which);
}

using runtime::jit::CompiledCode;
using runtime::jit::CompileWish;

// On any thread. No code: the program can't have any, which is counted, LLVM failed, or none is on disk.
CompiledCode make_block(const std::shared_ptr<const PixelKey>& key, CompileWish wish) {
    auto code = std::make_shared<runtime::decoded::Code>(runtime::decoded::decode(key->pipeline->program));
    const bool kept_only = wish == CompileWish::Kept;
    if (const char* const reason = why_no_code(*code)) {
        if (!kept_only) count_reason(reason);
        return {};
    }
    runtime::interpreter::set_handlers(*code, runtime::simd_level());
    runtime::jit::Recipe recipe = block_recipe(key, code, runtime::simd_level());
    recipe.key = key->identity();
    const bool wants_thorough = wish == CompileWish::Thorough;
    recipe.effort = wants_thorough ? runtime::jit::Effort::Thorough : runtime::jit::Effort::Quick;
    auto made = std::make_shared<MadeBlock>();
    bool thorough = wants_thorough;
    made->owned_function =
        kept_only ? runtime::jit::kept_function(recipe, thorough) : runtime::jit::compile_function(recipe);
    if (!kept_only) count(made->owned_function ? &BlockCounters::compiled : &BlockCounters::failed);
    if (!made->owned_function) return {};
    if (kept_only) count(&BlockCounters::found);
    made->function = made->owned_function->address<BlockFunction>();
    made->owned_code = std::move(code);
    made->code = made->owned_code.get();
    return {std::shared_ptr<const BlockEntry>(std::move(made)), thorough};
}

// Compiled in place.
class CodeInPlace final : public BlockCode {
  public:
    explicit CodeInPlace(const std::shared_ptr<const PixelKey>& key)
        : made_(std::static_pointer_cast<const BlockEntry>(make_block(key, CompileWish::Quick).code)) {}
    const BlockEntry* use(uint64_t) const override { return made_.get(); }

  private:
    std::shared_ptr<const BlockEntry> made_;
};

// Compiled by threads of its own, when it is hot.
class TieredCode final : public BlockCode {
  public:
    explicit TieredCode(const std::shared_ptr<const PixelKey>& key)
        : tiered_(runtime::jit::make_tiered<BlockEntry>([key](CompileWish wish) { return make_block(key, wish); })) {}
    const BlockEntry* use(uint64_t work) const override { return tiered_->use(work); }

  private:
    std::shared_ptr<runtime::jit::Tiered<BlockEntry>> tiered_;
};

std::shared_ptr<const BlockCode> make_code(const std::shared_ptr<const PixelKey>& key) {
    if (const char* const reason = why_no_code(*key)) {
        count_reason(reason);
        return nullptr;
    }
    if (fragment_ways().in_place) return std::make_shared<CodeInPlace>(key);
    return std::make_shared<TieredCode>(key);
}

}  // namespace

std::shared_ptr<const BlockCode> BlockCompiler::find(const Draw& draw, const DrawRecord& record) {
    if (!fragment_ways().compiled || runtime::back_end() || !record.pipeline->runs_program) return nullptr;
    if (record.environment.parameters.size() < record.pipeline->program->parameters.size()) return nullptr;
    key_.set(draw, record);
    key_.write_bytes(bytes_);
    if (bytes_ == last_bytes_) return last_;
    const auto found = known_.find(bytes_);
    if (found == known_.end()) {
        count(&BlockCounters::keys);
        if (known_.size() >= most_kept) known_.clear();
        auto key = std::make_shared<const PixelKey>(key_);
        last_ = make_code(key);
        known_.emplace(bytes_, Known{std::move(key), last_});
    } else {
        last_ = found->second.code;
    }
    last_bytes_ = bytes_;
    return last_;
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
