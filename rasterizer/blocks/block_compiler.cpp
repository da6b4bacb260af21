#include "rasterizer/blocks/block_compiler.h"

#include "rasterizer/blocks/record_block.h"
#include "rasterizer/blocks/recorded_program.h"
#include "rasterizer/prepare/fragment_ways.h"
#include "runtime/decode/decode.h"
#include "runtime/execution/back_end.h"
#include "runtime/interpreter/interpreter.h"
#include "runtime/jit/program_windows.h"

namespace rasterizer {
namespace {

KeyCounts& block_counts() {
    static KeyCounts* const counts = new KeyCounts("fragments");  // outlives the process's end
    return *counts;
}

using runtime::jit::CompiledCode;
using runtime::jit::CompileRequest;

// On any thread. No code: the program can't have any, which is counted, LLVM failed, or none is on disk.
CompiledCode make_block(const std::shared_ptr<const PixelKey>& key, CompileRequest request) {
    auto code = std::make_shared<runtime::decoded::Code>(runtime::decoded::decode(key->pipeline->program));
    if (const char* const reason = why_not_recorded(*code)) {
        if (request != CompileRequest::Kept) block_counts().add_reason(reason);
        return {};
    }
    runtime::interpreter::set_handlers(*code, runtime::simd_level());
    runtime::jit::Recipe recipe = block_recipe(key, code, runtime::simd_level());
    recipe.key = key->identity();
    BlockEntry entry;
    entry.windows = runtime::jit::windows_of(*code);
    for (auto& image : entry.windows.images) {
        const auto image_request = runtime::jit::ImageRequest::of_word(image.request);
        image.is_relied_on =
            image_request.formatted && find_conversions(key->image_format_of(image.unit), image_request);
    }
    return make_entry(std::move(entry), std::move(code), std::move(recipe), request, block_counts());
}

}  // namespace

BlockCompiler::BlockCompiler() : codes_(make_block, block_counts()) {}

std::shared_ptr<const BlockCode> BlockCompiler::find(const Draw& draw, const TileDraw& tile_draw) {
    if (!fragment_ways().compiled || runtime::back_end() || !tile_draw.pipeline->runs_program) return nullptr;
    if (tile_draw.environment.parameters.size() < tile_draw.pipeline->program->parameters.size()) return nullptr;
    key_.set(draw, tile_draw);
    return codes_.find(key_, fragment_ways().synchronous);
}

KeyCounters block_counters() { return block_counts().counters(); }
std::string reasons_for_no_code() { return block_counts().reasons(); }

}  // namespace rasterizer
