// Fields of 16-byte blocks: from the lowest bit up, as BPTC packs them.
#pragma once

#include "runtime/formats/format_codecs.h"

namespace runtime::codecs {

class BlockReader {
  public:
    explicit BlockReader(const std::byte* block) : words_{read<uint64_t>(block), read<uint64_t>(block + 8)} {}

    uint32_t take(int count) {
        uint32_t value = 0;
        for (int i = 0; i < count; ++i, ++at_) value |= static_cast<uint32_t>(words_[at_ / 64] >> at_ % 64 & 1) << i;
        return value;
    }

  private:
    uint64_t words_[2];
    size_t at_ = 0;
};

class BlockWriter {
  public:
    void put(uint32_t value, int count) {
        for (int i = 0; i < count; ++i, ++at_) words_[at_ / 64] |= static_cast<uint64_t>(value >> i & 1) << at_ % 64;
    }
    void store(std::byte* block) const {
        write(block, words_[0]);
        write(block + 8, words_[1]);
    }

  private:
    uint64_t words_[2] = {};
    size_t at_ = 0;
};

}  // namespace runtime::codecs
