#include "rasterizer/blocks/vertex_compiler.h"

#include "rasterizer/blocks/record_vertices.h"
#include "rasterizer/blocks/recorded_program.h"
#include "rasterizer/draw/draw.h"
#include "runtime/decode/decode.h"
#include "runtime/execution/back_end.h"
#include "runtime/interpreter/interpreter.h"
#include "runtime/jit/lane_needs.h"
#include "runtime/jit/step_operands.h"

namespace rasterizer {
namespace {

KeyCounts& vertex_counts() {
    static KeyCounts* const counts = new KeyCounts("vertices");  // outlives the process's end
    return *counts;
}

using runtime::jit::CompiledCode;
using runtime::jit::CompileRequest;

const char* why_no_vertex_code(const runtime::decoded::Code& code) {
    bool results_by_index = false;
    code.steps.visit([&](const auto& step) {
        const runtime::jit::IndexedArray array = runtime::jit::indexed_array(step);
        results_by_index |= array.is_there && array.first.base == runtime::decoded::Base::Results;
    });
    if (results_by_index) return "results by index";
    if (runtime::jit::find_lane_needs(code).changes_memory) return "stores";
    return why_not_recorded(code);
}

// On any thread. No code: the program can't have any, which is counted, LLVM failed, or none is on disk.
CompiledCode make_vertices(const std::shared_ptr<const VertexKey>& key, CompileRequest request) {
    auto code = std::make_shared<runtime::decoded::Code>(runtime::decoded::decode(key->program));
    if (const char* const reason = why_no_vertex_code(*code)) {
        if (request != CompileRequest::Kept) vertex_counts().add_reason(reason);
        return {};
    }
    runtime::interpreter::set_handlers(*code, runtime::simd_level());
    runtime::jit::Recipe recipe = vertex_recipe(key, code, runtime::simd_level());
    recipe.key = key->identity();
    const VertexEntry entry{nullptr, nullptr, key->in_order, key->filled(), works_by_groups(*key, *code)};
    return make_entry(entry, std::move(code), std::move(recipe), request, vertex_counts());
}

}  // namespace

VertexCompiler::VertexCompiler() : codes_(make_vertices, vertex_counts()) {}

std::shared_ptr<const VertexCode> VertexCompiler::find(const Draw& draw, const VertexLayout& layout,
                                                       const VertexFetch& fetch, VertexOrder order) {
    if (!vertex_ways().compiled || runtime::back_end()) return nullptr;
    if (draw.vertex.parameters.size() < draw.vertex.program->parameters.size()) return nullptr;
    key_.set(draw, layout, fetch, order);
    return codes_.find(key_, vertex_ways().synchronous);
}

KeyCounters vertex_counters() { return vertex_counts().counters(); }
std::string reasons_for_no_vertex_code() { return vertex_counts().reasons(); }

}  // namespace rasterizer
