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
        visit_reads(step, [&](RegisterAddress address) {
            if (is_register_file(address.base)) words_.insert({address.base, address.offset});
        });
        visit_writes(step, [&](RegisterAddress address) {
            words_.insert({address.base, address.offset});
            written_.insert({address.base, address.offset});
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

bool RegisterLayout::is_in_memory(RegisterAddress address) const {
    return std::ranges::any_of(in_memory_, [&](const Range& range) {
        return address.base == range.base && address.offset >= range.first && address.offset < range.end;
    });
}

bool RegisterLayout::is_written(RegisterAddress address) const {
    return written_.contains({address.base, address.offset}) || is_in_memory(address);
}

}  // namespace runtime::jit
