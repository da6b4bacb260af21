// Atomic counters: where each lies in the buffer of its binding (4.4.6.1 of the GLSL 4.60 specification).
#include "glsl/check/checker.h"
#include "glsl/tree/memory_layout.h"

#include "ir/limits.h"

namespace glsl {

namespace {

bool is_counter(const Type* type) { return innermost(type)->kind == TypeKind::AtomicCounter; }

}  // namespace

// `layout(binding = 2, offset = 4) uniform atomic_uint;`: where the next counters of the binding begin.
void Checker::default_counter(const Qualifiers& qualifiers, const Type* type) {
    if (!is_counter(type) || qualifiers.storage != Storage::Uniform) return;
    if (qualifiers.layout.binding >= 0)
        counter_buffers_[qualifiers.layout.binding].next = std::max(qualifiers.layout.offset, 0);
}

void Checker::place_counter(Qualifiers& qualifiers, const Type* type, std::string_view name, Location where) {
    if (!is_counter(type) || qualifiers.storage != Storage::Uniform) return;
    const std::string word(name);
    Layout& layout = qualifiers.layout;
    if (layout.binding < 0) {
        context_.error(where, word + " needs a binding", "write layout(binding = 0)");
        return;
    }
    if (type->is_array() && !type->size) context_.error(where, word + " needs a size");
    if (layout.binding >= arbasm::Limits{}.counter_buffers) {
        context_.error(where, "there is no binding " + std::to_string(layout.binding) + " of atomic counters");
        return;
    }
    CounterBuffer& buffer = counter_buffers_[layout.binding];
    if (layout.offset < 0) layout.offset = buffer.next;
    if (layout.offset % 4) context_.error(where, "the offset of " + word + " is not a multiple of 4");
    const int64_t behind = layout.offset + memory_size(type, {true, false});
    // More counters than there are is the linker's error.
    if (layout.offset >= arbasm::Limits{}.counter_buffer_words * 4)
        context_.error(where, word + " lies behind the end of any buffer of atomic counters");
    // The first that begins behind this one, and the one before it.
    const auto next = buffer.taken.upper_bound(layout.offset);
    if ((next != buffer.taken.end() && next->first < behind) ||
        (next != buffer.taken.begin() && std::prev(next)->second > layout.offset))
        context_.error(where, word + " overlaps another counter");
    buffer.taken[layout.offset] = behind;
    buffer.next = static_cast<int32_t>(std::min<int64_t>(behind, INT32_MAX));
}

}  // namespace glsl
