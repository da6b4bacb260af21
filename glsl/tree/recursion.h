// Functions that call themselves, directly or by way of others.
#pragma once

#include <unordered_map>
#include <vector>

#include "glsl/tree/tree.h"

namespace glsl {

// The first function on a cycle of calls, from these functions; null: there is none. `callees_of(function)` gives a
// vector of the functions that it calls.
template <class Functions, class Callees>
const Function* find_recursion(const Functions& functions, Callees&& callees_of) {
    struct Step {
        const Function* function;
        std::vector<const Function*> callees;
        size_t next = 0;  // the first that is not looked at
    };
    std::unordered_map<const Function*, bool> on_way;  // false: looked at, and no way leads back
    for (const Function* first : functions) {
        if (!on_way.try_emplace(first, true).second) continue;
        std::vector<Step> way;
        way.push_back({first, callees_of(first)});
        while (!way.empty()) {
            Step& step = way.back();
            if (step.next == step.callees.size()) {
                on_way[step.function] = false;
                way.pop_back();
                continue;
            }
            const Function* callee = step.callees[step.next++];
            const auto [entry, is_new] = on_way.try_emplace(callee, true);
            if (is_new)
                way.push_back({callee, callees_of(callee)});
            else if (entry->second)
                return callee;
        }
    }
    return nullptr;
}

}  // namespace glsl
