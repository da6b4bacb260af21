#include "ir/optimize/known_values.h"

#include <algorithm>

namespace arbasm {

void KnownValues::forget_all() {
    // Nothing is left that could be a copy of what isn't known itself.
    for (size_t slot = 0; slot < entries_.size(); slot++)
        if (entries_[slot].value.kind != KnownValue::Kind::Unknown) forget(static_cast<int32_t>(slot));
}

void KnownValues::roll_back(Mark to) {
    while (changes_.size() > to) {
        entries_[static_cast<size_t>(changes_.back().slot)] = changes_.back().before;
        changes_.pop_back();
    }
}

std::vector<KnownValues::Held> KnownValues::held_since(Mark mark) const {
    std::vector<int32_t> slots;
    for (size_t n = mark; n < changes_.size(); n++) slots.push_back(changes_[n].slot);
    std::ranges::sort(slots);
    slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
    std::vector<Held> held;
    held.reserve(slots.size());
    for (const int32_t slot : slots) held.push_back({slot, at(slot)});
    return held;
}

void KnownValues::merge(const std::vector<Held>& one, const std::vector<Held>& other) {
    const auto value_in = [this](const std::vector<Held>& branch, int32_t slot) {
        const auto found = std::ranges::lower_bound(branch, slot, {}, &Held::slot);
        return found != branch.end() && found->slot == slot ? found->value : at(slot);
    };
    std::vector<Held> merged;
    for (const std::vector<Held>* branch : {&one, &other})
        for (const Held& held : *branch) {
            const KnownValue left = value_in(one, held.slot), right = value_in(other, held.slot);
            merged.push_back({held.slot, left == right ? left : KnownValue{}});
        }
    for (const Held& held : merged) set(held.slot, held.value);
}

}  // namespace arbasm
