// Atomic counters: where each lies in the buffer of its binding (4.4.6.1 of the GLSL 4.60 specification).
#include "glsl/check/checker.h"
#include "glsl/tree/memory_layout.h"

namespace glsl {

namespace {

bool is_counter(const Type* type) {
    while (type->is_array()) type = type->element;
    return type->kind == TypeKind::AtomicCounter;
}

}  // namespace

// `layout(binding = 2, offset = 4) uniform atomic_uint;`: where the next counters of the binding begin.
void Checker::default_counter(const Qualifiers& qualifiers, const Type* type) {
    if (!is_counter(type) || qualifiers.storage != Storage::Uniform) return;
    if (qualifiers.layout.binding >= 0)
        counter_ends_[qualifiers.layout.binding] = std::max(qualifiers.layout.offset, 0);
}

void Checker::place_counter(Qualifiers& qualifiers, const Type* type, std::string_view name, Location where) {
    if (!is_counter(type) || qualifiers.storage != Storage::Uniform) return;
    const std::string word(name);
    Layout& layout = qualifiers.layout;
    if (layout.binding < 0) {
        error(where, word + " needs a binding", "write layout(binding = 0)");
        return;
    }
    if (type->is_array() && !type->size) error(where, word + " needs a size");
    int32_t& end = counter_ends_[layout.binding];
    if (layout.offset < 0) layout.offset = end;
    if (layout.offset % 4) error(where, "the offset of " + word + " is not a multiple of 4");
    const int64_t bytes = memory_size(type, {true, false});
    const int64_t behind = layout.offset + bytes;
    for (const Variable* other : shader_.globals) {
        if (!is_counter(other->type) || other->qualifiers.layout.binding != layout.binding) continue;
        const int32_t begin = other->qualifiers.layout.offset;
        if (begin < behind && layout.offset < begin + memory_size(other->type, {true, false}))
            error(where, word + " overlaps " + std::string(other->name));
    }
    end = static_cast<int32_t>(std::min<int64_t>(behind, INT32_MAX));
}

}  // namespace glsl
