#include "glsl/lower/register_spans.h"

#include <algorithm>

#include "glsl/tree/interface.h"

#include "ir/bindings.h"

namespace glsl {

namespace {

// Attributes and results: register[first], … that a variable is.
std::vector<arbasm::Binding> consecutive(arbasm::Binding binding, int64_t first, int64_t count) {
    std::vector<arbasm::Binding> bindings(static_cast<size_t>(count), binding);
    for (size_t n = 0; n < bindings.size(); n++)
        bindings[n].index = static_cast<int16_t>(static_cast<size_t>(first) + n);
    return bindings;
}

// Attributes with 64-bit components: two registers each.
std::vector<arbasm::Binding> in_halves(const std::vector<arbasm::Binding>& bindings) {
    std::vector<arbasm::Binding> halves;
    for (arbasm::Binding binding : bindings) {
        halves.push_back(binding);
        binding.high = true;
        halves.push_back(binding);
    }
    return halves;
}

}  // namespace

Leaf in_halves(const Leaf& leaf) {
    Leaf result = leaf;
    if (!is_wide(stored_scalar(leaf.type))) return result;
    result.halves = true;
    if (!takes_two_locations(leaf.type)) return result;
    result.high = 1;
    result.stride = 2;
    result.array = true;
    return result;
}

RegisterSpans::RegisterSpans(LoweringContext& context) : input_(context.input()), assembly_(context.assembly()) {
    const auto add = [this](const Variable& variable, const Leaf& leaf, int64_t first, bool patch) {
        const int64_t count = leaf.count * leaf.stride;
        spans_.push_back({variable.qualifiers.storage, patch, first, count, count > 1 || leaf.array});
    };
    for (const auto& [variable, slots] : input_.varyings) {
        std::vector<Leaf> leaves;
        add_leaves(leaves, vertex_type(*variable, input_.stage), 1, false);
        const std::vector<Qualifiers> qualifiers = leaf_qualifiers(*variable, input_.stage);
        for (size_t n = 0; n < leaves.size(); n++)
            if (slots[n].number >= 0) add(*variable, in_halves(leaves[n]), slots[n].number, qualifiers[n].patch);
    }
    for (const auto& [variable, slot] : input_.slots) {
        if (variable->qualifiers.storage != Storage::In) continue;
        std::vector<Leaf> leaves;
        add_leaves(leaves, variable->type, 1, false);
        int64_t next = slot;
        for (const Leaf& leaf : leaves) {
            if (!is_wide(stored_scalar(leaf.type))) add(*variable, leaf, next, false);
            next += leaf.count;
        }
    }
}

RegisterSpan RegisterSpans::span_of(const Variable& variable, Leaf& leaf, int64_t first, bool patch) const {
    RegisterSpan span{variable.qualifiers.storage, patch, first, leaf.count * leaf.stride, leaf.array};
    for (bool grown = true; grown;) {
        grown = false;
        for (const RegisterSpan& other : spans_) {
            const int64_t end = std::max(span.first + span.count, other.first + other.count);
            if (other.storage != span.storage || other.patch != patch || (!span.array && !other.array) ||
                other.first >= span.first + span.count || span.first >= other.first + other.count ||
                (other.first >= span.first && end == span.first + span.count && span.array))
                continue;
            span.first = std::min(span.first, other.first);
            span.count = end - span.first;
            span.array = grown = true;
        }
    }
    span.shared = std::ranges::count_if(spans_, [&](const RegisterSpan& other) {
                      return other.storage == span.storage && other.patch == patch && (span.array || other.array) &&
                             other.first < span.first + span.count && span.first < other.first + other.count;
                  }) > 1;
    leaf.base = first - span.first;
    leaf.high += leaf.base;
    leaf.array |= span.array;
    return span;
}

Register RegisterSpans::declare(char letter, const RegisterSpan& span, uint8_t component, arbasm::Variable variable,
                                const arbasm::Binding& binding) {
    variable.name = letter + std::to_string(span.first);
    if (component && !span.shared) variable.name += "_" + std::to_string(component);
    variable.array = span.array;
    variable.size = static_cast<int32_t>(span.count);
    if (variable.file == arbasm::RegisterFile::Attribute)
        variable.per_vertex = arbasm::belongs_to_vertex(input_.stage, binding.kind);
    std::vector<arbasm::Binding> bindings = consecutive(binding, span.first, span.count);
    if (variable.is_long) bindings = in_halves(bindings);
    return assembly_.add_shared(std::move(variable), std::move(bindings));
}

}  // namespace glsl
