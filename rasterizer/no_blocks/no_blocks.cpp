// What stands for rasterizer/blocks in a build without machine code (-DASMGL_JIT=OFF).
#include "rasterizer/blocks/block_compiler.h"
#include "rasterizer/blocks/vertex_compiler.h"

namespace rasterizer {
namespace {

KeyCounts no_counts("nothing");

}  // namespace

BlockCompiler::BlockCompiler() : codes_(nullptr, no_counts) {}
std::shared_ptr<const BlockCode> BlockCompiler::find(const Draw&, const TileDraw&) { return nullptr; }
VertexCompiler::VertexCompiler() : codes_(nullptr, no_counts) {}
std::shared_ptr<const VertexCode> VertexCompiler::find(const Draw&, const VertexLayout&, const VertexFetch&,
                                                       VertexOrder) {
    return nullptr;
}
KeyCounters block_counters() { return {}; }
std::string reasons_for_no_code() { return {}; }
KeyCounters vertex_counters() { return {}; }
std::string reasons_for_no_vertex_code() { return {}; }

}  // namespace rasterizer
