// Files that other interfaces or processes hand over by their descriptors: what may be done with them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace glapi {

// Whether nobody can make the file shorter from now on: it is sealed (F_SEAL_SHRINK, which is tried), or of a kind that
// has no other size (dma-bufs, devices). Reading behind the end of one that was mapped would be a SIGBUS.
bool keeps_size(int file);

// Maps `size` bytes of a file; null where that can't be, or where the file is shorter or may become it.
std::shared_ptr<std::byte[]> map_file(int file, uint64_t size, bool writable = true);

// Whether it is a counter, as semaphores are (eventfd): other files take signals for text, block, or raise SIGPIPE.
bool is_counter(int file);

}  // namespace glapi
