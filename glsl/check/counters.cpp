#include "glsl/check/counters.h"

#include <algorithm>

#include "glsl/tree/memory_layout.h"

#include "ir/limits.h"

namespace glsl {

namespace {

bool is_counter(const Type* type) { return innermost(type)->kind == TypeKind::AtomicCounter; }

}  // namespace

void CounterBuffers::set_default(const Qualifiers& qualifiers, const Type* type) {
    if (!is_counter(type) || qualifiers.storage != Storage::Uniform) return;
    if (qualifiers.layout.binding >= 0)
        buffers_[qualifiers.layout.binding].next = std::max(qualifiers.layout.offset, 0);
}

void CounterBuffers::assign_offset(CheckContext& context, Qualifiers& qualifiers, const Type* type,
                                   std::string_view name, Location where) {
    if (!is_counter(type) || qualifiers.storage != Storage::Uniform) return;
    const std::string word(name);
    Layout& layout = qualifiers.layout;
    if (layout.binding < 0) {
        context.error(where, word + " needs a binding", "write layout(binding = 0)");
        return;
    }
    if (type->is_array() && !type->size) context.error(where, word + " needs a size");
    if (layout.binding >= arbasm::Limits{}.counter_buffers) {
        context.error(where, "there is no binding " + std::to_string(layout.binding) + " of atomic counters");
        return;
    }
    Buffer& buffer = buffers_[layout.binding];
    if (layout.offset < 0) layout.offset = buffer.next;
    if (layout.offset % 4) context.error(where, "the offset of " + word + " is not a multiple of 4");
    const int64_t behind = layout.offset + memory_size(type, {true, false});
    // More counters than there are is the linker's error.
    if (layout.offset >= arbasm::Limits{}.counter_buffer_words * 4)
        context.error(where, word + " lies behind the end of any buffer of atomic counters");
    // The first that begins behind this one, and the one before it.
    const auto next = buffer.taken.upper_bound(layout.offset);
    if ((next != buffer.taken.end() && next->first < behind) ||
        (next != buffer.taken.begin() && std::prev(next)->second > layout.offset))
        context.error(where, word + " overlaps another counter");
    buffer.taken[layout.offset] = behind;
    buffer.next = static_cast<int32_t>(std::min<int64_t>(behind, INT32_MAX));
}

}  // namespace glsl
