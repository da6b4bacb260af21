// Storage in address space that takes memory only for used pages (ARB_sparse_buffer).
#pragma once

#include <cstddef>
#include <memory>

#include "glapi/state/limits.h"

namespace glapi {

inline constexpr size_t sparse_buffer_page = limits::SPARSE_BUFFER_PAGE_SIZE_ARB;

// Reads as zeros until it is written. Throws std::bad_alloc.
std::shared_ptr<std::byte[]> reserve_storage(size_t size);
// Gives pages of such storage back to the system: they read as zeros again. Both are whole pages, or reach to the end.
void give_back_pages(std::byte* first, size_t size);

}  // namespace glapi
