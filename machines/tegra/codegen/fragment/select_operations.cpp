// What each opcode becomes in the graph: the rows of select_operations.def, and what takes more than a row.
#include <set>

#include "machines/tegra/codegen/fragment/generator.h"

namespace machines::tegra {

// ---- the rows

#define TEGRA_EACH(opcode, value)                                     \
    void Generator::select_##opcode() {                               \
        write_each([&]([[maybe_unused]] size_t c) { return value; }); \
    }
#define TEGRA_ALL(opcode, value) \
    void Generator::select_##opcode() { write_all(value); }
#define TEGRA_WHOLE(opcode)
#define TEGRA_REFUSED(opcode, reason) \
    void Generator::select_##opcode() { refuse(reason); }
#include "machines/tegra/codegen/fragment/select_operations.def"
#undef TEGRA_EACH
#undef TEGRA_ALL
#undef TEGRA_WHOLE
#undef TEGRA_REFUSED

void Generator::select_operation() {
    using Handler = void (Generator::*)();
    static constexpr auto handlers = [] {
        std::array<Handler, opcode_count> table{};
#define TEGRA_EACH(opcode, ...) table[static_cast<size_t>(Opcode::opcode)] = &Generator::select_##opcode;
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
    first_new_ = static_cast<int>(graph_.nodes.size());
    if (!supported()) return;
    const bool flows = opcode_info(instruction_->opcode).category == OpcodeCategory::Flow;
    if (!flows) {
        zero_ = constant(0);
        one_ = constant(1);
    }
    const Handler handler = handlers[static_cast<size_t>(instruction_->opcode)];
    if (!handler) return refuse(flows ? "the machine has no branches of its own" : "there is no such operation");
    (this->*handler)();
}

template <class Make>
void Generator::write_each(Make make) {
    Vector v;
    for (size_t c = 0; c < 4; c++)
        if (instruction_->result.write_mask >> c & 1) v[c] = make(c);
    write(v);
}

void Generator::write_all(const Ref& value) {
    Vector v;
    v.fill(value);
    write(v);
}

using Products = std::vector<std::pair<Ref, Ref>>;

// Of the first components of the first two operands.
Products Generator::products(size_t components) {
    Products terms;
    for (size_t c = 0; c < components; c++) terms.emplace_back(x(0, c), x(1, c));
    return terms;
}

// And of this operand's component and one.
Products Generator::products(size_t components, size_t n, size_t component) {
    Products terms = products(components);
    terms.emplace_back(x(n, component), one_);
    return terms;
}

// ---- several operations

void Generator::select_Xpd() {
    write_each([&](size_t c) {
        if (c == 3) return zero_;  // has no defined value; it is 0 in the other engines
        const size_t p = (c + 1) % 3, q = (c + 2) % 3;
        return mad(x(0, p), x(1, q), minus(mul(x(0, q), x(1, p))));
    });
}

void Generator::select_Trunc() {
    write_each([&](size_t c) {
        const Ref whole = floor_of(magnitude(x(0, c)));
        return select(x(0, c), minus(whole), whole);
    });
}

void Generator::select_Div() {
    const Ref over = function(sfu_rcp, x(1, 0));
    write_each([&](size_t c) { return mul(x(0, c), over); });
}

void Generator::select_Nrm() {
    Products terms;
    for (size_t c = 0; c < 3; c++) terms.emplace_back(x(0, c), x(0, c));
    const Ref over = function(sfu_rsq, dot(terms));
    write_each([&](size_t c) { return mul(x(0, c), over); });
}

void Generator::select_Rfl() {
    Products across, along;
    for (size_t c = 0; c < 3; c++) {
        across.emplace_back(x(0, c), x(0, c));
        along.emplace_back(x(0, c), x(1, c));
    }
    const Ref factor = mul(mul(dot(along), function(sfu_rcp, dot(across))), constant(2));
    write_each([&](size_t c) { return c == 3 ? zero_ : mad(factor, x(0, c), minus(x(1, c))); });
}

void Generator::select_X2d() {
    write_each([&](size_t c) {
        const size_t p = c & 1 ? 2 : 0;
        return mad(x(1, 0), x(2, p), mad(x(1, 1), x(2, p + 1), x(0, c & 1)));
    });
}

void Generator::select_Lit() {
    const Ref light = alu(alu_max, x(0, 0), one_, zero_);
    const Ref base = alu(alu_max, x(0, 1), one_, zero_);
    const Ref power = alu(alu_max, alu(alu_min, x(0, 3), one_, constant(128)), one_, constant(-128));
    write_each([&](size_t c) {
        if (c == 0 || c == 3) return one_;
        if (c == 1) return light;
        // Any number to the power of zero is one.
        const Ref exponent = mul(function(sfu_lg2, base), power);
        const Ref safe = select(minus(magnitude(power)), exponent, zero_);
        return select(minus(light), exponential(safe), zero_);
    });
}

// ---- lookups

void Generator::select_Tex() { look_up(); }
void Generator::select_Txp() { look_up(); }
void Generator::select_Txb() { look_up(); }

void Generator::look_up() {
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
    generated_.units |= 1u << unit;
    const bool projects = instruction_->opcode == Opcode::Txp, biased = instruction_->opcode == Opcode::Txb;
    std::array<Ref, 4> from{operand(0, 0), line ? constant(0.5) : operand(0, 1)};
    const Ref fourth = projects || biased ? operand(0, 3) : Ref{};
    const auto varying = [&](const Ref& r) {
        return !r.negate && !r.absolute && at(r.node).kind == Node::Varying ? at(r.node).component : -1;
    };
    Lookup lookup;
    lookup.unit = unit;
    const int s = varying(from[0]), pair = s == 0 || s == 2 ? s : -1;
    const bool straight = !line && !rectangle && pair >= 0 && varying(from[1]) == pair + 1;
    if (projects && straight && varying(fourth) >= 0 && varying(fourth) / 2 != pair / 2) {
        lookup.mode = Lookup::Projected;
    } else if (!projects && straight && (!biased || varying(fourth) == (pair ? 1 : 3))) {
        lookup.mode = Lookup::Fetched;
    } else {
        if (projects) {
            const Ref over = function(sfu_rcp, fourth);
            from[0] = mul(from[0], over);
            if (!line) from[1] = mul(from[1], over);
        }
        if (rectangle) {
            from[0] = mul(from[0], uniform(GeneratedFragment::UniformKind::InverseWidth, unit, 0));
            from[1] = mul(from[1], uniform(GeneratedFragment::UniformKind::InverseHeight, unit, 0));
        }
    }
    const Ref bias = biased ? fourth : Ref{}, divisor = lookup.mode == Lookup::Projected ? fourth : Ref{};
    const auto [it, added] =
        lookups_.try_emplace({unit, from[0], from[1], bias, divisor}, static_cast<int>(graph_.lookups.size()));
    if (added) {
        const std::array<Ref, 4> coordinates{from[0], from[1], bias, divisor};
        for (size_t c = 0; c < 4; c++) {
            if (coordinates[c].node < 0) continue;
            if (lookup.mode == Lookup::Placed) {
                lookup.coordinate[c] = copy(coordinates[c]);
                Node& node = at(lookup.coordinate[c]);
                node.must_float = true;
                node.lookup = it->second;
                node.lookup_place = static_cast<int>(c);
            } else {
                Node own = at(coordinates[c].node);
                own.own = true;
                graph_.nodes.push_back(own);
                lookup.coordinate[c] = static_cast<int>(graph_.nodes.size()) - 1;
            }
        }
        graph_.lookups.push_back(lookup);
        for (int c = 0; c < 4; c++) {
            const int texel = leaf(Node::Texel, it->second, c, {0, 1}).node;
            graph_.lookups.back().texel[static_cast<size_t>(c)] = texel;
        }
    }
    Vector value;
    for (size_t c = 0; c < 4; c++) value[c] = {graph_.lookups[static_cast<size_t>(it->second)].texel[c], false, false};
    write(value);
}

// ---- kills

// Kills where the condition is negative and `yes` is not zero, or the other way round.
void Generator::kill_where(const Ref& condition, const Ref& yes, const Ref& no) {
    Node node;
    node.kind = Node::Alu;
    node.op = alu_csel;
    node.in[0] = condition;
    node.in[1] = yes;
    node.in[2] = no;
    node.kills = true;
    judge(node);
    graph_.nodes.push_back(node);
    graph_.roots.push_back(static_cast<int>(graph_.nodes.size()) - 1);
}

void Generator::select_Kil() {
    // Within branches only where all of them are taken.
    const Ref one = branches_.empty() ? constant(1) : branches_.back().mask, zero = constant(0);
    if (instruction_->condition_operand) {
        std::set<Ref> seen;
        for (size_t c = 0; c < 4; c++) {
            const Test t = condition_test(instruction_->condition, c);
            if (t.fixed) {
                if (*t.fixed) kill_where(constant(-1), one, zero);
                continue;
            }
            if (!seen.insert(t.condition).second) continue;
            t.inverted ? kill_where(t.condition, zero, one) : kill_where(t.condition, one, zero);
        }
        return;
    }
    std::set<Ref> seen;
    for (size_t c = 0; c < 4; c++) {
        const Ref x = operand(0, c);
        if (!seen.insert(x).second) continue;
        if (const Range v = range(x); v.low >= 0) continue;
        kill_where(x, one, zero);
    }
}

// ---- IF, ELSE and ENDIF: both sides run, and what they leave is chosen

void Generator::select_If() {
    Branch branch;
    branch.test = any_test(instruction_->condition);
    branch.temporaries = temporaries_;
    branch.colours = colours_;
    branch.conditions = conditions_;
    const Ref outer = branches_.empty() ? constant(1) : branches_.back().mask;
    branch.mask = choose(branch.test, outer, constant(0));
    branches_.push_back(branch);
}

// Holds if any component's test does.
Generator::Test Generator::any_test(const ConditionMask& mask) {
    std::vector<Test> tests;
    std::set<std::pair<Ref, bool>> seen;
    for (size_t c = 0; c < 4; c++) {
        const Test t = condition_test(mask, c);
        if (t.fixed) return t;
        if (seen.insert({t.condition, t.inverted}).second) tests.push_back(t);
    }
    if (tests.size() == 1) return tests[0];
    Ref any = flag(tests[0]);
    for (size_t i = 1; i < tests.size(); i++) any = alu(alu_max, any, constant(1), flag(tests[i]));
    return {{}, minus(any), false};
}

// What the first side left is kept, and the second one begins with what was before.
void Generator::end_side(Branch& branch) {
    branch.then_temporaries = std::exchange(temporaries_, branch.temporaries);
    branch.then_colours = std::exchange(colours_, branch.colours);
    branch.then_conditions = std::exchange(conditions_, branch.conditions);
}

void Generator::select_Else() {
    if (branches_.empty()) return;
    Branch& branch = branches_.back();
    branch.in_else = true;
    end_side(branch);
    const Ref outer = branches_.size() > 1 ? branches_[branches_.size() - 2].mask : constant(1);
    branch.mask = choose(branch.test, constant(0), outer);
}

void Generator::select_Endif() {
    if (branches_.empty()) return;
    Branch branch = std::move(branches_.back());
    branches_.pop_back();
    if (!branch.in_else) end_side(branch);
    const auto join = [&](Vector& now, const Vector& then) {
        for (size_t c = 0; c < 4; c++) {
            if (now[c] == then[c]) continue;
            const Ref yes = then[c].node < 0 ? constant(0) : then[c];
            const Ref no = now[c].node < 0 ? constant(0) : now[c];
            now[c] = choose(branch.test, yes, no);
        }
    };
    for (const auto& [reg, value] : branch.then_temporaries) join(temporaries_[reg], value);
    for (auto& [reg, value] : temporaries_)
        if (!branch.then_temporaries.count(reg)) join(value, Vector{});
    for (const auto& [target, value] : branch.then_colours) join(colours_[target], value);
    for (auto& [target, value] : colours_)
        if (!branch.then_colours.count(target)) join(value, Vector{});
    for (size_t n = 0; n < 2; n++) join(conditions_[n], branch.then_conditions[n]);
}

}  // namespace machines::tegra
