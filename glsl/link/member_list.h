// Members of blocks, and counters, taken apart as the application names them.
#pragma once

#include <string>
#include <vector>

#include "glsl/link.h"
#include "glsl/tree/memory_layout.h"

namespace glsl {

// Adds to a list what is like `common` otherwise. `storage`: members of a storage block.
class MemberList {
  public:
    MemberList(std::vector<Uniform>& list, const Uniform& common, bool storage)
        : list_(list), common_(common), storage_(storage) {}

    // `top`: a member itself, not a part of one.
    void add(const std::string& name, const Type* type, int64_t offset, MemoryRules rules, bool top);

  private:
    std::vector<Uniform>& list_;
    Uniform common_;
    bool storage_;
};

// The stage's bit in a mask of stages.
inline uint8_t bit_of(arbasm::Stage stage) { return static_cast<uint8_t>(1u << static_cast<unsigned>(stage)); }

}  // namespace glsl
