// Code for keys, made when one is first seen: by the thread that asks, or by the compile threads once it is hot.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <unordered_map>

#include "rasterizer/blocks/key_counts.h"
#include "rasterizer/prepare/keyed_code.h"
#include "runtime/decode/code.h"
#include "runtime/jit/compile_service.h"
#include "runtime/jit/tiers.h"
#include "runtime/threads/worker_pool.h"

namespace rasterizer {

// An Entry with what it needs to live.
template <class Entry>
struct MadeEntry : Entry {
    std::shared_ptr<const runtime::decoded::Code> owned_code;
    std::shared_ptr<const runtime::jit::CompiledFunction> owned_function;
};

// The recipe's function, of the effort that is requested for; on any thread. No code: LLVM failed, or none is on disk.
template <class Entry>
runtime::jit::CompiledCode make_entry(Entry entry, std::shared_ptr<const runtime::decoded::Code> code,
                                      runtime::jit::Recipe recipe, runtime::jit::CompileRequest request,
                                      KeyCounts& counts) {
    using namespace runtime::jit;
    const bool kept_only = request == CompileRequest::Kept;
    bool thorough = request == CompileRequest::Thorough;
    recipe.effort = thorough ? Effort::Thorough : Effort::Quick;
    auto made = std::make_shared<MadeEntry<Entry>>();
    static_cast<Entry&>(*made) = std::move(entry);
    made->owned_function = kept_only ? kept_function(recipe, thorough) : compile_function(recipe);
    if (!kept_only) counts.add(made->owned_function ? &KeyCounters::compiled : &KeyCounters::failed);
    if (!made->owned_function) return {};
    if (kept_only) counts.add(&KeyCounters::found);
    made->function = made->owned_function->template address<decltype(Entry::function)>();
    made->owned_code = std::move(code);
    made->code = made->owned_code.get();
    return {std::shared_ptr<const Entry>(std::move(made)), thorough};
}

template <class Entry>
class SynchronousCode final : public KeyedCode<Entry> {
  public:
    explicit SynchronousCode(const runtime::jit::CompiledCode& made)
        : made_(std::static_pointer_cast<const Entry>(made.code)) {}
    const Entry* use(uint64_t) const override { return made_.get(); }
    uint8_t shift_for_others() const override { return 0; }

  private:
    std::shared_ptr<const Entry> made_;
};

template <class Entry>
class TieredCode final : public KeyedCode<Entry> {
  public:
    explicit TieredCode(std::function<runtime::jit::CompiledCode(runtime::jit::CompileRequest)> maker)
        : tiered_(runtime::jit::make_tiered<Entry>(std::move(maker))) {}
    const Entry* use(uint64_t work) const override { return tiered_->use(work); }
    uint8_t shift_for_others() const override { return tiered_->shift_for_others(); }

  private:
    std::shared_ptr<runtime::jit::Tiered<Entry>> tiered_;
};

// For one thread. Key: write_bytes(), which gives the same bytes for the same code, programs by address.
template <class Key, class Entry>
class CodesByKey {
  public:
    using Code = std::shared_ptr<const KeyedCode<Entry>>;
    // Makes an entry; owns what it reads.
    using Maker = runtime::jit::CompiledCode (*)(const std::shared_ptr<const Key>&, runtime::jit::CompileRequest);

    CodesByKey(Maker maker, KeyCounts& counts) : maker_(maker), counts_(counts) {}

    // `key`: for why_no_code().
    Code find(const Key& key, bool synchronous) {
        key.write_bytes(bytes_);
        if (bytes_ == last_bytes_) return last_;
        const auto found = known_.find(bytes_);
        Code code;
        if (found == known_.end()) {
            counts_.add(&KeyCounters::keys);
            if (known_.size() >= most_kept) known_.clear();
            auto kept = std::make_shared<const Key>(key);
            code = make(kept, synchronous);
            known_.emplace(bytes_, Known{std::move(kept), code});
        } else {
            code = found->second.code;
        }
        last_bytes_ = bytes_;  // throws, or the two belong together
        last_ = std::move(code);
        return last_;
    }

  private:
    Code make(const std::shared_ptr<const Key>& key, bool synchronous) {
        if (const char* const reason = why_no_code(*key)) {
            counts_.add_reason(reason);
            return nullptr;
        }
        using runtime::jit::CompileRequest;
        if (synchronous) {
            runtime::jit::CompiledCode made;
            runtime::WorkerPool::instance().run_long([&] { made = maker_(key, CompileRequest::Thorough); });
            return std::make_shared<SynchronousCode<Entry>>(made);
        }
        return std::make_shared<TieredCode<Entry>>(
            [maker = maker_, key](CompileRequest request) { return maker(key, request); });
    }

    static constexpr size_t most_kept = 256;  // an application that makes more begins anew
    struct Known {
        std::shared_ptr<const Key> key;  // keeps the program alive: its address is in the key
        Code code;
    };
    Maker maker_;
    KeyCounts& counts_;
    std::unordered_map<std::string, Known> known_;
    // The last draw's key and code: most have the key of the one before.
    std::string bytes_, last_bytes_;
    Code last_;
};

}  // namespace rasterizer
