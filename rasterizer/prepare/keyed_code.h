// Machine code for one key: its owner asks whether it is ready.
#pragma once

#include <cstdint>

namespace rasterizer {

// `Entry`: the function, and what else its callers need. Threads may share it.
template <class Entry>
class KeyedCode {
  public:
    virtual ~KeyedCode() = default;
    // Null: there is none yet, or ever; another way is taken. `work`: about how many instructions times lanes have
    // been done for the key since it was asked the last time.
    virtual const Entry* use(uint64_t work) const = 0;
    // runtime::ProgramEnvironment::counted_shift of the way that is taken meanwhile.
    virtual uint8_t shift_for_others() const = 0;
};

}  // namespace rasterizer
