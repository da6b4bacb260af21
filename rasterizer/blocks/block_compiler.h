// Code for blocks, found or made by key.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>

#include "rasterizer/blocks/pixel_key.h"
#include "rasterizer/prepare/block_code.h"

namespace rasterizer {

// For one thread, as FragmentPipelines.
class BlockCompiler final : public BlockCodes {
  public:
    std::shared_ptr<const BlockCode> find(const Draw& draw, const DrawRecord& record) override;

  private:
    static constexpr size_t most_kept = 256;  // an application that makes more begins anew
    struct Known {
        std::shared_ptr<const PixelKey> key;  // keeps the program, by whose address it is known
        std::shared_ptr<const BlockCode> code;
    };
    std::unordered_map<std::string, Known> known_;
    // Of the last draw: most have the key of the one before.
    PixelKey key_;
    std::string bytes_, last_bytes_;
    std::shared_ptr<const BlockCode> last_;
};

// Of the process: draws by the way that their fragments take.
struct BlockCounters {
    uint64_t keys = 0, compiled = 0, failed = 0;
    uint64_t found = 0;  // by compile threads on disk
};
BlockCounters block_counters();
// How many keys had no code for a reason, one line each; for people.
std::string reasons_for_no_code();

}  // namespace rasterizer
