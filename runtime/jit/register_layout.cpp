#include "runtime/jit/register_layout.h"

#include <algorithm>
#include <type_traits>

#include "runtime/jit/emit_vertices.h"

namespace runtime::jit {

namespace {

constexpr bool is_register_file(Base base) { return base == Base::Scratch || base == Base::Results; }

}  // namespace

RegisterLayout::RegisterLayout(const Code& code, CodeForm form) {
    bool emits = false;
    code.steps.visit([&](const auto& step) {
        using T = std::remove_cvref_t<decltype(step)>;
        results_in_memory_ |= std::is_same_v<T, ReadOutputStep> || std::is_same_v<T, ShareResultStep>;
        emits |= std::is_same_v<T, EmitVertexStep>;
        const IndexedArray array = indexed_array(step);
        if (array.is_there)
            in_memory_.push_back(
                {array.first.base, array.first.offset, array.first.offset + array.registers * vector_bytes});
        visit_reads(step, [&](Place place) {
            if (is_register_file(place.base)) words_.insert({place.base, place.offset});
        });
        visit_writes(step, [&](Place place) {
            words_.insert({place.base, place.offset});
            written_.insert({place.base, place.offset});
        });
    });
    results_in_memory_ |= emits && !stores_vertices(code, form);
    if (form == CodeForm::Dispatched) {
        results_in_memory_ = true;
        in_memory_.push_back({Base::Scratch, 0, ~0u});
    }
    if (results_in_memory_) in_memory_.push_back({Base::Results, 0, ~0u});
    if (form == CodeForm::Dispatched) return;  // whole groups, whose machine is cleared
    for (const uint32_t offset : std::set<uint32_t>(code.cleared.begin(), code.cleared.end()))
        if (is_in_memory({Base::Scratch, offset})) cleared_.push_back({Base::Scratch, offset});
}

bool RegisterLayout::is_in_memory(Place place) const {
    return std::ranges::any_of(in_memory_, [&](const Range& range) {
        return place.base == range.base && place.offset >= range.first && place.offset < range.end;
    });
}

bool RegisterLayout::is_written(Place place) const {
    return written_.contains({place.base, place.offset}) || is_in_memory(place);
}

}  // namespace runtime::jit
