// Code for vertices, found or made by key.
#pragma once

#include <memory>
#include <string>

#include "rasterizer/blocks/codes_by_key.h"
#include "rasterizer/blocks/vertex_key.h"

namespace rasterizer {

// For one thread, as BlockCompiler.
class VertexCompiler final : public VertexCodes {
  public:
    VertexCompiler();
    std::shared_ptr<const VertexCode> find(const Draw& draw, const VertexLayout& layout, const VertexFetch& fetch,
                                           VertexOrder order) override;

  private:
    CodesByKey<VertexKey, VertexEntry> codes_;
    VertexKey key_;
};

// As block_counters() and reasons_for_no_code().
KeyCounters vertex_counters();
std::string reasons_for_no_vertex_code();

}  // namespace rasterizer
