// Pairs of operations of the two halves that run together.
#include <algorithm>
#include <optional>

#include "machines/tegra/codegen/vertex/generator.h"

namespace machines::tegra::vertex {
namespace {

constexpr size_t pairing_reach = 16;  // operations that a half looks ahead for its other half

}  // namespace

bool Generator::compatible(const Operation& v, const Operation& s) const {
    if (v.saturate != s.saturate || !(v.test == s.test) || v.update >= 0 || s.update >= 0) return false;
    if (v.target.kind == Target::Export && s.target.kind == Target::Export) return false;
    if ((v.info().operands & s.info().operands & operand_c) && !(v.source[2] == s.source[2])) return false;
    const Source* constant = nullptr;
    const Source* attribute = nullptr;
    int component = -1;
    const auto component_fits = [&](int c) {
        if (c < 0) return true;
        if (component >= 0 && component != c) return false;
        component = c;
        return true;
    };
    for (const Operation* op : {&v, &s}) {
        if (!component_fits(op->target.relative)) return false;
        for (size_t i = 0; i < 3; i++) {
            if (!(op->info().operands >> i & 1)) continue;
            const Source& source = op->source[i];
            if (source.type != operand_constant && source.type != operand_attribute) continue;
            const Source*& read = source.type == operand_constant ? constant : attribute;
            if (read && (read->index != source.index || read->relative != source.relative)) return false;
            read = &source;
            if (!component_fits(source.relative)) return false;
        }
    }
    return true;
}

void Generator::schedule() {
    const size_t count = ops_.size();
    std::vector<bool> taken(count), entered(count + 1);
    for (const Operation& op : ops_)
        if (op.branch >= 0) entered[static_cast<size_t>(first_op_[static_cast<size_t>(op.branch)])] = true;
    std::vector<Touches> reads(count), writes(count);
    for (size_t i = 0; i < count; i++) {
        reads[i] = reads_of(ops_[i]);
        writes[i] = writes_of(ops_[i]);
    }
    // A MOV runs in either half.
    const auto as_scalar = [](Operation op) -> std::optional<Operation> {
        if (op.scalar) return op;
        if (op.number != vector_MOV) return std::nullopt;
        op.scalar = true;
        op.number = scalar_MOV;
        op.source[2] = op.source[0];
        op.source[0] = {};
        return op;
    };
    pair_of_.assign(count + 1, 0);
    for (size_t i = 0; i < count; i++) {
        if (taken[i]) continue;
        taken[i] = true;
        const auto here = static_cast<int>(pairs_.size());
        pair_of_[i] = here;
        Pair made;
        (ops_[i].scalar ? made.scalar : made.vector) = static_cast<int>(i);
        for (size_t j = i + 1; !ops_[i].is_barrier() && j < count && j <= i + pairing_reach; j++) {
            if (entered[j] || ops_[j].is_barrier()) break;
            if (taken[j]) continue;
            bool free = !overlap(writes[i], reads[j]) && !overlap(writes[i], writes[j]);
            for (size_t k = i + 1; free && k < j; k++)
                free = taken[k] || (!overlap(writes[k], reads[j]) && !overlap(writes[k], writes[j]) &&
                                    !overlap(reads[k], writes[j]));
            if (!free) continue;
            size_t v = i, s = j;
            std::optional<Operation> scalar;
            for (const bool turn : {false, true}) {
                v = turn ? j : i;
                s = turn ? i : j;
                if (ops_[v].scalar) continue;
                scalar = as_scalar(ops_[s]);
                if (scalar && compatible(ops_[v], *scalar)) break;
                scalar.reset();
            }
            if (!scalar) continue;
            ops_[s] = *scalar;
            taken[j] = true;
            pair_of_[j] = here;
            made = {static_cast<int>(v), static_cast<int>(s)};
            break;
        }
        pairs_.push_back(made);
    }
    pair_of_[count] = static_cast<int>(pairs_.size());
}

}  // namespace machines::tegra::vertex
