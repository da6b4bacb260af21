// What each opcode becomes in the graph: the rows of select_operations.def, and what takes more than a row.
#include <set>

#include "machines/tegra/codegen/fragment/functions.h"
#include "machines/tegra/codegen/fragment/selector.h"

namespace machines::tegra::fragment {

// ---- the rows

#define TEGRA_EACH(opcode, value)                                     \
    void Selector::select_##opcode() {                                \
        write_each([&]([[maybe_unused]] size_t c) { return value; }); \
    }
#define TEGRA_ALL(opcode, value) \
    void Selector::select_##opcode() { write_all(value); }
#define TEGRA_WHOLE(opcode)
#define TEGRA_REFUSED(opcode, reason) \
    void Selector::select_##opcode() { refuse(reason); }
#include "machines/tegra/codegen/fragment/select_operations.def"
#undef TEGRA_EACH
#undef TEGRA_ALL
#undef TEGRA_WHOLE
#undef TEGRA_REFUSED

void Selector::select(const Instruction& instruction) {
    instruction_ = &instruction;
    using Handler = void (Selector::*)();
    static constexpr auto handlers = [] {
        std::array<Handler, opcode_count> table{};
#define TEGRA_EACH(opcode, ...) table[static_cast<size_t>(Opcode::opcode)] = &Selector::select_##opcode;
#define TEGRA_ALL TEGRA_EACH
#define TEGRA_WHOLE TEGRA_EACH
#define TEGRA_REFUSED TEGRA_EACH
#include "machines/tegra/codegen/fragment/select_operations.def"
#undef TEGRA_EACH
#undef TEGRA_ALL
#undef TEGRA_WHOLE
#undef TEGRA_REFUSED
        return table;
    }();
    first_new_ = static_cast<int>(make_.graph().nodes.size());
    if (!supported(program_, instruction, refusals_)) return;
    const bool flows = opcode_info(instruction_->opcode).category == OpcodeCategory::Flow;
    if (!flows) {
        zero_ = make_.constant(0);
        one_ = make_.constant(1);
    }
    const Handler handler = handlers[static_cast<size_t>(instruction_->opcode)];
    if (!handler) return refuse(flows ? "the machine has no branches of its own" : "there is no such operation");
    (this->*handler)();
}

template <class Value>
void Selector::write_each(Value value) {
    Vector v;
    for (size_t c = 0; c < 4; c++)
        if (instruction_->result.write_mask >> c & 1) v[c] = value(c);
    write(v);
}

void Selector::write_all(const Ref& value) {
    Vector v;
    v.fill(value);
    write(v);
}

// Products of the first components of the first two operands.
Products Selector::products(size_t components) {
    Products terms;
    for (size_t c = 0; c < components; c++) terms.emplace_back(x(0, c), x(1, c));
    return terms;
}

// And of this operand's component and one.
Products Selector::products(size_t components, size_t n, size_t component) {
    Products terms = products(components);
    terms.emplace_back(x(n, component), one_);
    return terms;
}

// ---- several operations

void Selector::select_Xpd() {
    write_each([&](size_t c) {
        if (c == 3) return zero_;  // has no defined value; it is 0 in the other engines
        const size_t p = (c + 1) % 3, q = (c + 2) % 3;
        return make_.mad(x(0, p), x(1, q), minus(make_.mul(x(0, q), x(1, p))));
    });
}

void Selector::select_Trunc() {
    write_each([&](size_t c) {
        const Ref whole = floor_of(make_, magnitude(x(0, c)));
        return make_.select(x(0, c), minus(whole), whole);
    });
}

void Selector::select_Div() {
    const Ref over = make_.function(sfu_rcp, x(1, 0));
    write_each([&](size_t c) { return make_.mul(x(0, c), over); });
}

void Selector::select_Nrm() {
    Products terms;
    for (size_t c = 0; c < 3; c++) terms.emplace_back(x(0, c), x(0, c));
    const Ref over = make_.function(sfu_rsq, make_.dot(terms));
    write_each([&](size_t c) { return make_.mul(x(0, c), over); });
}

void Selector::select_Rfl() {
    Products across, along;
    for (size_t c = 0; c < 3; c++) {
        across.emplace_back(x(0, c), x(0, c));
        along.emplace_back(x(0, c), x(1, c));
    }
    const Ref factor =
        make_.mul(make_.mul(make_.dot(along), make_.function(sfu_rcp, make_.dot(across))), make_.constant(2));
    write_each([&](size_t c) { return c == 3 ? zero_ : make_.mad(factor, x(0, c), minus(x(1, c))); });
}

void Selector::select_X2d() {
    write_each([&](size_t c) {
        const size_t p = c & 1 ? 2 : 0;
        return make_.mad(x(1, 0), x(2, p), make_.mad(x(1, 1), x(2, p + 1), x(0, c & 1)));
    });
}

void Selector::select_Lit() {
    const Ref light = make_.alu(alu_max, x(0, 0), one_, zero_);
    const Ref base = make_.alu(alu_max, x(0, 1), one_, zero_);
    const Ref power =
        make_.alu(alu_max, make_.alu(alu_min, x(0, 3), one_, make_.constant(128)), one_, make_.constant(-128));
    write_each([&](size_t c) {
        if (c == 0 || c == 3) return one_;
        if (c == 1) return light;
        // Any number to the power of zero is one.
        const Ref exponent = make_.mul(make_.function(sfu_lg2, base), power);
        const Ref safe = make_.select(minus(magnitude(power)), exponent, zero_);
        return make_.select(minus(light), exponential(make_, safe), zero_);
    });
}

// ---- lookups

void Selector::select_Tex() { look_up(); }
void Selector::select_Txp() { look_up(); }
void Selector::select_Txb() { look_up(); }

void Selector::look_up() {
    const TextureAccess& access = instruction_->texture;
    int unit = access.unit;
    if (access.handle || access.relative.file != RegisterFile::None || access.offset_operand || access.has_offset)
        return refuse("lookups have neither handles, indexed units nor offsets");
    if (instruction_->modifiers & (modifier_sparse | modifier_lodclamp))
        return refuse("lookups tell nothing of residency and clamp no level");
    if (access.variable >= 0) unit += program_.variables[static_cast<size_t>(access.variable)].base;
    const bool line = access.target == TextureTarget::Target1D, rectangle = access.target == TextureTarget::TargetRect;
    if (access.target != TextureTarget::Target2D && !line && !rectangle) return refuse("textures are 2D");
    if (unit < 0 || unit >= texture_units) return refuse("there are 16 textures");
    units_ |= 1u << unit;
    const bool projects = instruction_->opcode == Opcode::Txp, biased = instruction_->opcode == Opcode::Txb;
    std::array<Ref, 4> from{operand(0, 0), line ? make_.constant(0.5) : operand(0, 1)};
    const Ref fourth = projects || biased ? operand(0, 3) : Ref{};
    const auto varying = [&](const Ref& r) {
        return !r.negate && !r.absolute && make_.graph().at(r.node).kind == Node::Varying
                   ? make_.graph().at(r.node).component
                   : -1;
    };
    Lookup::Mode mode = Lookup::Placed;
    const int s = varying(from[0]), pair = s == 0 || s == 2 ? s : -1;
    const bool straight = !line && !rectangle && pair >= 0 && varying(from[1]) == pair + 1;
    if (projects && straight && varying(fourth) >= 0 && varying(fourth) / 2 != pair / 2) {
        mode = Lookup::Projected;
    } else if (!projects && straight && (!biased || varying(fourth) == (pair ? 1 : 3))) {
        mode = Lookup::Fetched;
    } else {
        if (projects) {
            const Ref over = make_.function(sfu_rcp, fourth);
            from[0] = make_.mul(from[0], over);
            if (!line) from[1] = make_.mul(from[1], over);
        }
        if (rectangle) {
            from[0] = make_.mul(from[0], make_.uniform(GeneratedFragment::UniformKind::InverseWidth, unit, 0));
            from[1] = make_.mul(from[1], make_.uniform(GeneratedFragment::UniformKind::InverseHeight, unit, 0));
        }
    }
    const Ref bias = biased ? fourth : Ref{}, divisor = mode == Lookup::Projected ? fourth : Ref{};
    write(lookups_.look_up(unit, mode, {from[0], from[1], bias, divisor}));
}

// ---- kills

void Selector::select_Kil() {
    // Within branches only where all of them are taken.
    const Ref one = branches_.taken(), zero = make_.constant(0);
    if (instruction_->condition_operand) {
        std::set<Ref> seen;
        for (size_t c = 0; c < 4; c++) {
            const Test t = tests_.component(instruction_->condition, c);
            if (t.fixed) {
                if (*t.fixed) make_.kill_where(make_.constant(-1), one, zero);
                continue;
            }
            if (!seen.insert(t.condition).second) continue;
            t.inverted ? make_.kill_where(t.condition, zero, one) : make_.kill_where(t.condition, one, zero);
        }
        return;
    }
    std::set<Ref> seen;
    for (size_t c = 0; c < 4; c++) {
        const Ref x = operand(0, c);
        if (!seen.insert(x).second) continue;
        if (const Range v = range(make_.graph(), x); v.low >= 0) continue;
        make_.kill_where(x, one, zero);
    }
}

// ---- branches

void Selector::select_If() { branches_.begin_if(tests_.any(instruction_->condition)); }
void Selector::select_Else() { branches_.begin_else(); }
void Selector::select_Endif() { branches_.end_if(); }

}  // namespace machines::tegra::fragment
