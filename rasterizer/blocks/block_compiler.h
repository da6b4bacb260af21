// Code for blocks, found or made by key.
#pragma once

#include <memory>
#include <string>

#include "rasterizer/blocks/codes_by_key.h"
#include "rasterizer/blocks/pixel_key.h"
#include "rasterizer/prepare/block_code.h"

namespace rasterizer {

// For one thread, as FragmentPipelines.
class BlockCompiler final : public BlockCodes {
  public:
    BlockCompiler();
    std::shared_ptr<const BlockCode> find(const Draw& draw, const TileDraw& tile_draw) override;

  private:
    CodesByKey<PixelKey, BlockEntry> codes_;
    PixelKey key_;
};

// Counts of the whole process: draws by the way that their fragments take.
KeyCounters block_counters();
// How many keys had no code for a reason, one line each; for people.
std::string reasons_for_no_code();

}  // namespace rasterizer
