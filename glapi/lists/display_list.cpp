#include "glapi/lists/display_list.h"

#include <algorithm>
#include <utility>

namespace glapi {

void* DisplayList::allocate(size_t bytes) {
    bytes = (bytes + 15) & ~size_t{15};
    if (used_ + bytes > block_size) {
        blocks_.push_back(std::make_unique_for_overwrite<std::byte[]>(std::max(bytes, block_size)));
        if (bytes > block_size) {
            // A block of its own; go on with a new one after it.
            used_ = block_size;
            return blocks_.back().get();
        }
        used_ = 0;
    }
    return blocks_.back().get() + std::exchange(used_, used_ + bytes);
}

}  // namespace glapi
