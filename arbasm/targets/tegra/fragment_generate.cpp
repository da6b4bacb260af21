// From a program's instructions to the graph: every component for itself, with the operands' signs kept as the ALU's
// own modifiers; then what two operations can do in one, precisions, and constants. fragment_schedule.cpp does the
// rest.
#include "arbasm/targets/tegra/fragment_generate.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "arbasm/lower/expand_fog.h"
#include "arbasm/targets/tegra/fragment_graph.h"
#include "arbasm/targets/tegra/fragment_pipeline.h"
#include "arbasm/targets/tegra/numbers.h"

namespace arbasm::tegra {
namespace {

constexpr double infinity = INFINITY;
constexpr double fixed_low = fx10_min * fx10_step, fixed_high = fx10_max * fx10_step;
using Vector = std::array<Ref, 4>;

struct Range {
    double low = -infinity, high = infinity;
};
double times(double a, double b) { return a == 0 || b == 0 ? 0 : a * b; }
Range product(const Range& a, const Range& b) {
    const std::array<double, 4> p{times(a.low, b.low), times(a.low, b.high), times(a.high, b.low),
                                  times(a.high, b.high)};
    return {*std::min_element(p.begin(), p.end()), *std::max_element(p.begin(), p.end())};
}
bool fits_fixed(double low, double high) { return low >= fixed_low && high <= fixed_high; }
bool is_fixed_number(double x) { return x * 256 == std::floor(x * 256) && fits_fixed(x, x); }

class Selection {
  public:
    // chains: sums of products become MADs behind each other.
    Selection(const Program& program, const FragmentOptions& options, bool chains)
        : program_(program), options_(options), chains_(chains) {}
    GeneratedFragment run();

  private:
    void refuse(std::string_view reason) {
        const std::string message =
            std::string(spelling(instruction_->opcode)) + " cannot be expressed on Tegra: " + std::string(reason);
        // Once, not for each component.
        if (!generated_.errors.empty() && generated_.errors.back().where.offset == instruction_->where.offset &&
            generated_.errors.back().message == message)
            return;
        generated_.errors.push_back({instruction_->where, message, {}});
    }
    void refuse_all(const std::string& reason) {
        generated_.errors.push_back({{}, "the program cannot be expressed on Tegra: " + reason, {}});
    }

    // ---- nodes
    Node& at(int n) { return graph_.nodes[static_cast<size_t>(n)]; }
    const Node& at(int n) const { return graph_.nodes[static_cast<size_t>(n)]; }
    int add(const Node& node);
    Ref constant(double value);
    bool is(const Ref& r, double value) const {
        return at(r.node).kind == Node::Constant &&
               (r.negate ? -1 : 1) * static_cast<double>(at(r.node).value) == value;
    }
    std::optional<double> known(const Ref& r) const {
        if (at(r.node).kind != Node::Constant) return {};
        return (r.negate ? -1 : 1) * static_cast<double>(at(r.node).value);
    }
    Range range(const Ref& r) const;
    Ref size_of(const Ref& r) const { return range(r).low >= 0 ? r : magnitude(r); }
    bool exact(const Ref& r) const { return at(r.node).exact; }
    void judge(Node& node) const;
    Ref leaf(Node::Kind kind, int index, int component = 0, Range values = {});
    Ref uniform(GeneratedFragment::UniformKind kind, int index, int component);
    Ref alu(uint32_t op, Ref a, Ref b, Ref c, uint32_t compare = compare_none);
    Ref mad(const Ref& a, const Ref& b, const Ref& c) { return alu(alu_mad, a, b, c); }
    Ref mul(const Ref& a, const Ref& b) { return mad(a, b, constant(0)); }
    Ref sum(const Ref& a, const Ref& b) { return mad(a, constant(1), b); }
    Ref select(const Ref& condition, const Ref& negative, const Ref& other) {
        return alu(alu_csel, condition, negative, other);
    }
    Ref test(uint32_t compare, const Ref& a, const Ref& b) { return alu(alu_mad, a, constant(1), minus(b), compare); }
    Ref dot(std::vector<std::pair<Ref, Ref>> terms);
    int copy(const Ref& a);  // a node of its own: a * 1 + 0
    Ref function(uint32_t op, const Ref& a);
    Ref saturated(const Ref& a);
    Ref exponential(const Ref& a) { return function(sfu_ex2, function(sfu_preex2, a)); }
    Ref sine(const Ref& a) { return function(sfu_sin, function(sfu_presin, a)); }
    Ref cosine(const Ref& a) { return function(sfu_cos, function(sfu_precos, a)); }
    Ref blend(const Ref& a, const Ref& b, const Ref& c);
    Ref floor_of(const Ref& a) { return sum(a, minus(function(sfu_frc, a))); }

    // ---- instructions
    bool supported();
    Ref operand(size_t n, size_t component);
    Ref attribute(int reg, size_t component);
    Ref position(size_t component);
    void write(const Vector& value);
    void assign(uint32_t mask, const Vector& value);
    void look_up();
    void kill();
    void translate();
    bool flow();
    // One where the test holds, as the first operand of a selection: negative there.
    struct Test {
        std::optional<bool> fixed;
        Ref condition;
        bool inverted = false;
    };
    Test condition_test(const ConditionMask& mask, size_t component);
    Ref choose(const Test& t, const Ref& yes, const Ref& no);

    // ---- the whole
    void count_uses();
    void merge();
    void bypass_copies();
    void assign_precision();
    std::vector<Place> place_constants();

    const Program& program_;
    FragmentOptions options_;
    bool chains_;
    GeneratedFragment generated_;
    Graph graph_;
    using Key = std::tuple<int, int, int, uint32_t, std::array<Ref, 8>, uint32_t, float>;
    std::map<Key, int> known_;
    std::map<int, Vector> temporaries_;
    std::map<int, Vector> colours_;  // by target
    std::map<int, uint32_t> written_;
    std::array<Vector, 2> conditions_{};
    struct Branch {
        std::map<int, Vector> temporaries, colours;
        std::array<Vector, 2> conditions;
        std::map<int, Vector> then_temporaries, then_colours;
        std::array<Vector, 2> then_conditions;
        Test test;
        bool in_else = false;
        Ref mask;
    };
    std::vector<Branch> branches_;
    std::map<std::tuple<int, Ref, Ref, Ref, Ref>, int> lookups_;
    const Instruction* instruction_ = nullptr;
    int first_new_ = 0;  // node of the instruction
};

// ---- nodes -------------------------------------------------------------------------------------------------------

Range Selection::range(const Ref& r) const {
    const Node& node = at(r.node);
    Range v{node.low, node.high};
    if (r.absolute) {
        const double most = std::max(std::fabs(v.low), std::fabs(v.high));
        v = {v.low <= 0 && v.high >= 0 ? 0 : std::min(std::fabs(v.low), std::fabs(v.high)), most};
    }
    return r.negate ? Range{-v.high, -v.low} : v;
}

// What the result can be.
void Selection::judge(Node& node) const {
    Range v;
    bool exact_value = false;
    if (node.kind == Node::Alu) {
        const Range a = range(node.in[0]), b = range(node.in[1]), c = range(node.in[2]);
        const bool plain = is(node.in[1], 1) || is(node.in[1], -1) || is(node.in[0], 1) || is(node.in[0], -1);
        const bool all = exact(node.in[0]) && exact(node.in[1]) && exact(node.in[2]) && plain;
        if (node.blends) {
            // a * t + b * (1 - t), which rounds
            const Range other = range(minus(node.in[2]));
            v = {std::min(a.low, other.low), std::max(a.high, other.high)};
        } else if (node.op == alu_csel) {
            v = {std::min(b.low, c.low), std::max(b.high, c.high)};
            exact_value = exact(node.in[1]) && exact(node.in[2]);
        } else {
            const Range p = product(a, b);
            exact_value = all;
            if (node.op == alu_min)
                v = {std::min(p.low, c.low), std::min(p.high, c.high)};
            else if (node.op == alu_max)
                v = {std::max(p.low, c.low), std::max(p.high, c.high)};
            else
                v = {p.low + c.low, p.high + c.high};
        }
    } else if (node.kind == Node::Dot) {
        v = {0, 0};
        for (int t = 0; t < node.terms; t++) {
            const Range p =
                product(range(node.in[static_cast<size_t>(2 * t)]), range(node.in[static_cast<size_t>(2 * t + 1)]));
            v.low += p.low;
            v.high += p.high;
        }
    } else if (node.kind == Node::Sfu) {
        if (node.op == sfu_sin || node.op == sfu_cos)
            v = {-1, 1};
        else if (node.op == sfu_frc)
            v = {0, 1};
        else if (node.op == sfu_ex2 || node.op == sfu_rsq || node.op == sfu_sqrt)
            v.low = 0;
    }
    if (std::isnan(v.low) || std::isnan(v.high)) v = {};
    const double factor = node.scale == scale_2 ? 2 : node.scale == scale_4 ? 4 : node.scale == scale_half ? 0.5 : 1;
    exact_value = exact_value && factor >= 1;
    v = {v.low * factor, v.high * factor};
    if (node.saturate) v = {std::clamp(v.low, 0.0, 1.0), std::clamp(v.high, 0.0, 1.0)};
    if (node.compare != compare_none) {
        v = {0, 1};
        exact_value = true;
    }
    node.low = v.low;
    node.high = v.high;
    node.exact = exact_value && fits_fixed(v.low, v.high);
}

int Selection::add(const Node& node) {
    const uint32_t flags =
        node.scale | node.compare << 2 | node.saturate << 4 | node.blends << 5 | static_cast<uint32_t>(node.terms) << 6;
    const Key key{node.kind, node.index, node.component, node.op, node.in, flags, node.value};
    const auto [it, added] = known_.try_emplace(key, static_cast<int>(graph_.nodes.size()));
    if (added) graph_.nodes.push_back(node);
    return it->second;
}

Ref Selection::constant(double value) {
    Node node;
    node.kind = Node::Constant;
    node.value = static_cast<float>(fp20_value(fp20_round(std::fabs(value))));
    node.low = node.high = static_cast<double>(node.value);
    node.exact = is_fixed_number(node.low);
    return {add(node), std::signbit(value), false};
}

Ref Selection::leaf(Node::Kind kind, int index, int component, Range values) {
    Node node;
    node.kind = kind;
    node.index = index;
    node.component = component;
    node.low = values.low;
    node.high = values.high;
    node.exact = kind == Node::Texel;
    return {add(node), false, false};
}

Ref Selection::uniform(GeneratedFragment::UniformKind kind, int index, int component) {
    const auto same = [&](const GeneratedFragment::Uniform& u) {
        return u.kind == kind && u.index == static_cast<uint32_t>(index) &&
               u.component == static_cast<uint32_t>(component);
    };
    const auto it = std::find_if(graph_.uniforms.begin(), graph_.uniforms.end(), same);
    const auto n = it - graph_.uniforms.begin();
    if (it == graph_.uniforms.end())
        graph_.uniforms.push_back({kind, static_cast<uint32_t>(index), static_cast<uint32_t>(component), 0});
    return leaf(Node::Uniform, static_cast<int>(n));
}

Ref Selection::alu(uint32_t op, Ref a, Ref b, Ref c, uint32_t compare) {
    const std::optional<double> x = known(a), y = known(b), z = known(c);
    if (op == alu_mad && compare == compare_none) {
        if (x && y && z) return constant(*x * *y + *z);
        if (x && *x == 1) std::swap(a, b);
        if (is(a, -1)) {
            std::swap(a, b);
        }
        if (is(b, -1)) {
            a = minus(a);
            b = constant(1);
        }
        if (is(b, 1) && is(c, 0)) return a;
        if (is(a, 0) || is(b, 0)) return c;
    } else if (op == alu_csel && x) {
        return *x < 0 ? b : c;
    } else if (op == alu_csel && b == c) {
        return b;
    } else if (op != alu_csel && x && y && z && compare == compare_none) {
        return constant(op == alu_min ? std::min(*x * *y, *z) : std::max(*x * *y, *z));
    } else if (compare != compare_none && x && y && z) {
        const double v = *x * *y + *z;
        return constant(compare == compare_equal ? v == 0 : compare == compare_greater ? v > 0 : v >= 0);
    }
    Node node;
    node.kind = Node::Alu;
    node.op = op;
    node.in[0] = a;
    node.in[1] = b;
    node.in[2] = c;
    node.compare = compare;
    node.terms = op == alu_mad && is(c, 0);
    judge(node);
    return {add(node), false, false};
}

Ref Selection::dot(std::vector<std::pair<Ref, Ref>> terms) {
    std::erase_if(terms, [&](const auto& t) { return is(t.first, 0) || is(t.second, 0); });
    if (terms.empty()) return constant(0);
    if (terms.size() == 1) return mul(terms[0].first, terms[0].second);
    if (terms.size() == 2 || chains_) {
        Ref total = mul(terms[0].first, terms[0].second);
        for (size_t t = 1; t < terms.size(); t++) total = mad(terms[t].first, terms[t].second, total);
        return total;
    }
    Node node;
    node.kind = Node::Dot;
    node.terms = static_cast<int>(terms.size());
    for (size_t t = 0; t < terms.size(); t++) {
        node.in[2 * t] = terms[t].first;
        node.in[2 * t + 1] = terms[t].second;
    }
    judge(node);
    return {add(node), false, false};
}

int Selection::copy(const Ref& a) {
    Node node;
    node.kind = Node::Alu;
    node.op = alu_mad;
    node.in[0] = a;
    node.in[1] = constant(1);
    node.in[2] = constant(0);
    node.terms = 1;
    judge(node);
    graph_.nodes.push_back(node);
    return static_cast<int>(graph_.nodes.size()) - 1;
}

// In place: of a value that nobody else reads.
Ref Selection::function(uint32_t op, const Ref& a) {
    if (const auto x = known(a); x && op == sfu_frc) return constant(*x - std::floor(*x));
    const Key key{-1, static_cast<int>(op), 0, 0, {a}, 0, 0};
    if (const auto it = known_.find(key); it != known_.end()) return {it->second, false, false};
    Node node;
    node.kind = Node::Sfu;
    node.op = op;
    const Node& source = at(a.node);
    if (source.kind == Node::Varying && !a.negate && !a.absolute) {
        Node own = source;
        own.own = true;
        graph_.nodes.push_back(own);
        node.in[0] = {static_cast<int>(graph_.nodes.size()) - 1, false, false};
    } else {
        node.in[0] = {copy(a), false, false};
        at(node.in[0].node).must_float = true;
    }
    judge(node);
    graph_.nodes.push_back(node);
    const int n = static_cast<int>(graph_.nodes.size()) - 1;
    known_.emplace(key, n);
    return {n, false, false};
}

Ref Selection::saturated(const Ref& a) {
    if (const auto x = known(a)) return constant(std::clamp(*x, 0.0, 1.0));
    const Range v = range(a);
    if (v.low >= 0 && v.high <= 1) return a;
    Node node;
    node.kind = Node::Alu;
    node.op = alu_mad;
    node.in[0] = a;
    node.in[1] = constant(1);
    node.in[2] = constant(0);
    node.terms = 1;
    node.saturate = true;
    judge(node);
    return {add(node), false, false};
}

// b where a is 1, c where it is 0.
Ref Selection::blend(const Ref& a, const Ref& b, const Ref& c) {
    const Node& by = at(a.node);
    const bool texel = by.kind == Node::Texel || (by.kind == Node::Alu && by.exact);
    if (texel && !a.negate) {
        // One ALU: b * a - c * (a - 1), whose last factor is a half less one.
        Node node;
        node.kind = Node::Alu;
        node.op = alu_mad;
        node.in[0] = b;
        node.in[1] = a;
        node.in[2] = minus(c);
        node.in[3] = a;
        node.blends = true;
        judge(node);
        return {add(node), false, false};
    }
    return mad(a, sum(b, minus(c)), c);
}

// ---- instructions ------------------------------------------------------------------------------------------------

bool Selection::supported() {
    const Instruction& i = *instruction_;
    const size_t before = generated_.errors.size();
    const OpcodeInfo& info = opcode_info(i.opcode);
    if (i.saturation == Saturation::Signed) refuse("results are clamped to [0,1] only");
    if (info.category == OpcodeCategory::Memory || info.category == OpcodeCategory::Image)
        refuse("programs have no memory to read and write");
    if (info.category == OpcodeCategory::Other && i.opcode != Opcode::Kil) refuse("there is no such operation");
    if (is_64_bit(i.type))
        refuse("there are no 64-bit numbers");
    else if (i.type != DataType::F32)
        refuse("the ALU computes with floating-point numbers only");
    if (i.result.relative.file != RegisterFile::None) refuse("registers are not indexed by computed values");
    for (size_t n = 0; n < i.operand_count; n++) {
        const Operand& from = i.operands[n];
        if (from.relative.file != RegisterFile::None)
            refuse("registers are not indexed by computed values");
        else if (from.file != RegisterFile::Attribute && from.file != RegisterFile::Temporary &&
                 from.file != RegisterFile::Parameter && from.file != RegisterFile::Result)
            refuse("operands are attributes, temporaries and parameters only");
    }
    const auto known_test = [&](const ConditionMask& mask) {
        if (mask.test > ConditionTest::GreaterEqual) refuse("conditions are tested for their sign only");
    };
    known_test(i.result.condition);
    if (i.condition_operand || info.has_condition) known_test(i.condition);
    if (i.result.file == RegisterFile::Result) {
        const Variable& variable = program_.variables[static_cast<size_t>(i.result.variable)];
        const Binding& binding = program_.results[static_cast<size_t>(variable.register_of(i.result.element))];
        if (binding.kind == BindingKind::Depth)
            refuse("fragments keep the depth they have");
        else if (binding.kind != BindingKind::Color)
            refuse("results are colours only");
        else if (binding.secondary)
            refuse("a colour has no second source");
        else if (binding.index >= render_targets - 1)
            refuse("there are 15 colours");
    } else if (i.result.file != RegisterFile::None && i.result.file != RegisterFile::Temporary) {
        refuse("results are temporaries and colours");
    }
    return generated_.errors.size() == before;
}

Ref Selection::position(size_t component) {
    switch (component) {
        case 0: return sum(leaf(Node::Selector, register_position_x, 0, {0, 16384}), constant(-8191.5));
        case 1:
            return sum(sum(minus(leaf(Node::Selector, register_position_y, 0, {0, 16384})), constant(8192)),
                       uniform(GeneratedFragment::UniformKind::HeightLessHalf, 0, 0));
        case 2: {
            graph_.needs_depth = true;
            const Ref low = leaf(Node::DepthLow, 0, 0, {0, fixed_high}),
                      high = leaf(Node::DepthHigh, 0, 0, {0, fixed_high});
            return mad(high, constant(depth_high_factor), mad(low, constant(depth_low_factor), constant(depth_offset)));
        }
        default: return leaf(Node::InverseW, 0);
    }
}

Ref Selection::attribute(int reg, size_t component) {
    const Attribute& from = program_.attributes[static_cast<size_t>(reg)];
    switch (from.binding.kind) {
        case BindingKind::FragmentPosition: return position(component);
        case BindingKind::Facing: return leaf(Node::Selector, register_face, 0, {-1, 1});
        case BindingKind::FogCoord:
            if (component) return constant(component == 3);
            break;
        case BindingKind::Color:
        case BindingKind::Texcoord:
        case BindingKind::GenericAttrib: break;
        default: refuse("the linker has no such input"); return constant(0);
    }
    if (from.interpolation == Interpolation::NoPerspective) refuse("inputs are interpolated with perspective");
    if (from.sample_location != SampleLocation::Pixel) refuse("inputs are interpolated at the pixel's centre");
    return leaf(Node::Varying, reg, static_cast<int>(component));
}

Ref Selection::operand(size_t n, size_t component) {
    const Operand& from = instruction_->operands[n];
    const size_t place = from.scalar ? 0 : component;
    const uint8_t selector = from.swizzle[place];
    const bool negative = from.negate >> place & 1;
    Ref r;
    if (selector >= swizzle_zero) {
        r = constant(selector == swizzle_one);
    } else {
        const int reg = program_.variables[static_cast<size_t>(from.variable)].register_of(from.element);
        switch (from.file) {
            case RegisterFile::Attribute: r = attribute(reg, selector); break;
            case RegisterFile::Temporary: {
                const auto it = temporaries_.find(reg);
                r = it == temporaries_.end() ? Ref{} : it->second[selector];
                break;
            }
            case RegisterFile::Result: {
                const auto it = colours_.find(program_.results[static_cast<size_t>(reg)].index);
                r = it == colours_.end() ? Ref{} : it->second[selector];
                break;
            }
            default: {
                const Binding& binding = program_.parameters[static_cast<size_t>(reg)];
                if (binding.kind == BindingKind::Constant) {
                    const double value = static_cast<double>(std::bit_cast<float>(binding.constant[selector]));
                    if (!(std::fabs(value) < 0x1p32)) refuse("a constant is beyond the range of 20-bit numbers");
                    r = constant(std::isnan(value) ? 0 : value);
                } else {
                    r = uniform(GeneratedFragment::UniformKind::Parameter, reg, selector);
                }
            }
        }
    }
    if (r.node < 0) r = constant(0);  // a register that nothing has written
    if (from.absolute) r = magnitude(r);
    return negative ? minus(r) : r;
}

Selection::Test Selection::condition_test(const ConditionMask& mask, size_t component) {
    Test t;
    const Ref& from = conditions_[mask.code_register & 1][mask.swizzle[component]];
    const Ref code = from.node < 0 ? constant(0) : from;
    switch (mask.test) {
        case ConditionTest::True: t.fixed = true; break;
        case ConditionTest::False: t.fixed = false; break;
        case ConditionTest::Less: t.condition = code; break;
        case ConditionTest::GreaterEqual:
            t.condition = code;
            t.inverted = true;
            break;
        case ConditionTest::Greater: t.condition = minus(code); break;
        case ConditionTest::LessEqual:
            t.condition = minus(code);
            t.inverted = true;
            break;
        case ConditionTest::Equal:
        case ConditionTest::NotEqual:
        default:
            t.condition = minus(magnitude(code));
            t.inverted = mask.test == ConditionTest::Equal;
            break;
    }
    return t;
}

Ref Selection::choose(const Test& t, const Ref& yes, const Ref& no) {
    if (t.fixed) return *t.fixed ? yes : no;
    return t.inverted ? select(t.condition, no, yes) : select(t.condition, yes, no);
}

void Selection::assign(uint32_t mask, const Vector& value) {
    const Destination& result = instruction_->result;
    Vector* to = nullptr;
    if (result.variable >= 0 && result.file != RegisterFile::None) {
        const int reg = program_.variables[static_cast<size_t>(result.variable)].register_of(result.element);
        if (result.file == RegisterFile::Result) {
            const int target = program_.results[static_cast<size_t>(reg)].index;
            to = &colours_[target];
        } else {
            to = &temporaries_[reg];
        }
    }
    const bool conditional = result.condition.test != ConditionTest::True;
    std::array<Test, 4> tests;
    if (conditional)
        for (size_t c = 0; c < 4; c++) tests[c] = condition_test(result.condition, c);
    for (size_t c = 0; c < 4; c++) {
        if (!(mask >> c & 1)) continue;
        const auto put = [&](Ref& into) {
            if (into.node < 0) into = constant(0);
            into = conditional ? choose(tests[c], value[c], into) : value[c];
        };
        if (to) put((*to)[c]);
        if (instruction_->condition_update != ConditionUpdate::None)
            put(conditions_[instruction_->condition_update == ConditionUpdate::Code1][c]);
    }
}

void Selection::write(const Vector& value) {
    Vector v = value;
    for (size_t c = 0; c < 4; c++) {
        if (!(instruction_->result.write_mask >> c & 1)) continue;
        if (v[c].node < 0) v[c] = constant(0);
        if (instruction_->saturation == Saturation::Unsigned) v[c] = saturated(v[c]);
        // What the instruction itself computes, not what it moves.
        if ((instruction_->precision != Precision::Full || program_.has(Option::ArbPrecisionHintFastest)) &&
            v[c].node >= first_new_)
            at(v[c].node).wants_low_precision = true;
    }
    assign(instruction_->result.write_mask, v);
}

void Selection::look_up() {
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

void Selection::kill() {
    const auto root = [&](const Ref& condition, const Ref& yes, const Ref& no) {
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
    };
    // Within branches only where all of them are taken.
    const Ref one = branches_.empty() ? constant(1) : branches_.back().mask, zero = constant(0);
    if (instruction_->condition_operand) {
        std::set<Ref> seen;
        for (size_t c = 0; c < 4; c++) {
            const Test t = condition_test(instruction_->condition, c);
            if (t.fixed) {
                if (*t.fixed) root(constant(-1), one, zero);
                continue;
            }
            if (!seen.insert(t.condition).second) continue;
            t.inverted ? root(t.condition, zero, one) : root(t.condition, one, zero);
        }
        return;
    }
    std::set<Ref> seen;
    for (size_t c = 0; c < 4; c++) {
        const Ref x = operand(0, c);
        if (!seen.insert(x).second) continue;
        if (const Range v = range(x); v.low >= 0) continue;
        root(x, one, zero);
    }
}

// IF, ELSE and ENDIF: both sides run, and what they leave is chosen.
bool Selection::flow() {
    switch (instruction_->opcode) {
        case Opcode::If: {
            Branch branch;
            const ConditionMask& mask = instruction_->condition;
            // Taken if any component's test holds.
            std::optional<Test> only;
            bool several = false;
            std::set<std::pair<Ref, bool>> seen;
            for (size_t c = 0; c < 4; c++) {
                const Test t = condition_test(mask, c);
                if (t.fixed) {
                    only = t;
                    break;
                }
                if (!seen.insert({t.condition, t.inverted}).second) continue;
                several = only.has_value();
                only = t;
            }
            if (several) {
                refuse("a branch tests one component");
                return true;
            }
            branch.test = *only;
            branch.temporaries = temporaries_;
            branch.colours = colours_;
            branch.conditions = conditions_;
            const Ref outer = branches_.empty() ? constant(1) : branches_.back().mask;
            branch.mask = choose(branch.test, outer, constant(0));
            branches_.push_back(branch);
            return true;
        }
        case Opcode::Else:
            if (!branches_.empty()) {
                Branch& branch = branches_.back();
                branch.in_else = true;
                branch.then_temporaries = std::exchange(temporaries_, branch.temporaries);
                branch.then_colours = std::exchange(colours_, branch.colours);
                branch.then_conditions = std::exchange(conditions_, branch.conditions);
                const Ref outer = branches_.size() > 1 ? branches_[branches_.size() - 2].mask : constant(1);
                branch.mask = choose(branch.test, constant(0), outer);
            }
            return true;
        case Opcode::Endif:
            if (!branches_.empty()) {
                Branch branch = std::move(branches_.back());
                branches_.pop_back();
                if (!branch.in_else) {
                    branch.then_temporaries = std::exchange(temporaries_, branch.temporaries);
                    branch.then_colours = std::exchange(colours_, branch.colours);
                    branch.then_conditions = std::exchange(conditions_, branch.conditions);
                }
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
            return true;
        default: refuse("there are no loops and subroutines"); return true;
    }
}

void Selection::translate() {
    const Opcode opcode = instruction_->opcode;
    first_new_ = static_cast<int>(graph_.nodes.size());
    if (opcode_info(opcode).category == OpcodeCategory::Flow) {
        const size_t before = generated_.errors.size();
        supported();
        if (generated_.errors.size() == before) flow();
        return;
    }
    if (!supported()) return;
    const auto x = [&](size_t n, size_t c) { return operand(n, c); };
    const uint32_t mask = instruction_->result.write_mask;
    const Ref zero = constant(0), one = constant(1);
    Vector v;
    const auto each = [&](auto make) {
        for (size_t c = 0; c < 4; c++)
            if (mask >> c & 1) v[c] = make(c);
        write(v);
    };
    const auto all = [&](const Ref& value) {
        v.fill(value);
        write(v);
    };
    const auto dot_of = [&](size_t components) {
        std::vector<std::pair<Ref, Ref>> terms;
        for (size_t c = 0; c < components; c++) terms.emplace_back(x(0, c), x(1, c));
        return terms;
    };
    switch (opcode) {
        case Opcode::Kil: return kill();
        case Opcode::Tex:
        case Opcode::Txp:
        case Opcode::Txb: return look_up();
        case Opcode::Abs: return each([&](size_t c) { return size_of(x(0, c)); });
        case Opcode::Mov:
        case Opcode::Swz: return each([&](size_t c) { return x(0, c); });
        case Opcode::Add: return each([&](size_t c) { return sum(x(0, c), x(1, c)); });
        case Opcode::Sub: return each([&](size_t c) { return sum(x(0, c), minus(x(1, c))); });
        case Opcode::Mul: return each([&](size_t c) { return mul(x(0, c), x(1, c)); });
        case Opcode::Mad: return each([&](size_t c) { return mad(x(0, c), x(1, c), x(2, c)); });
        case Opcode::Lrp: return each([&](size_t c) { return blend(x(0, c), x(1, c), x(2, c)); });
        case Opcode::Cmp: return each([&](size_t c) { return select(x(0, c), x(1, c), x(2, c)); });
        case Opcode::Min: return each([&](size_t c) { return alu(alu_min, x(0, c), one, x(1, c)); });
        case Opcode::Max: return each([&](size_t c) { return alu(alu_max, x(0, c), one, x(1, c)); });
        case Opcode::Slt: return each([&](size_t c) { return test(compare_greater, x(1, c), x(0, c)); });
        case Opcode::Sgt: return each([&](size_t c) { return test(compare_greater, x(0, c), x(1, c)); });
        case Opcode::Sge: return each([&](size_t c) { return test(compare_greater_equal, x(0, c), x(1, c)); });
        case Opcode::Sle: return each([&](size_t c) { return test(compare_greater_equal, x(1, c), x(0, c)); });
        case Opcode::Seq: return each([&](size_t c) { return test(compare_equal, x(0, c), x(1, c)); });
        case Opcode::Sne: return each([&](size_t c) { return sum(minus(test(compare_equal, x(0, c), x(1, c))), one); });
        case Opcode::Sfl: return all(zero);
        case Opcode::Str: return all(one);
        case Opcode::Ssg:
            return each([&](size_t c) {
                return sum(test(compare_greater, x(0, c), zero), minus(test(compare_greater, zero, x(0, c))));
            });
        case Opcode::Dp2: return all(dot(dot_of(2)));
        case Opcode::Dp3: return all(dot(dot_of(3)));
        case Opcode::Dp4: return all(dot(dot_of(4)));
        case Opcode::Dp2a: {
            auto terms = dot_of(2);
            terms.emplace_back(x(2, 0), one);
            return all(dot(terms));
        }
        case Opcode::Dph: {
            auto terms = dot_of(3);
            terms.emplace_back(x(1, 3), one);
            return all(dot(terms));
        }
        case Opcode::Dst:
            return each([&](size_t c) {
                return c == 0 ? one : c == 1 ? mul(x(0, 1), x(1, 1)) : c == 2 ? x(0, 2) : x(1, 3);
            });
        case Opcode::Xpd:
            return each([&](size_t c) {
                if (c == 3) return zero;  // has no defined value; it is 0 in the other engines
                const size_t p = (c + 1) % 3, q = (c + 2) % 3;
                return mad(x(0, p), x(1, q), minus(mul(x(0, q), x(1, p))));
            });
        case Opcode::Frc: return each([&](size_t c) { return function(sfu_frc, x(0, c)); });
        case Opcode::Flr: return each([&](size_t c) { return floor_of(x(0, c)); });
        case Opcode::Ceil: return each([&](size_t c) { return minus(floor_of(minus(x(0, c)))); });
        case Opcode::Trunc:
            return each([&](size_t c) {
                const Ref whole = floor_of(magnitude(x(0, c)));
                return select(x(0, c), minus(whole), whole);
            });
        case Opcode::Rcp: return all(function(sfu_rcp, x(0, 0)));
        case Opcode::Rsq: return all(function(sfu_rsq, size_of(x(0, 0))));
        case Opcode::Lg2: return all(function(sfu_lg2, size_of(x(0, 0))));
        case Opcode::Ex2: return all(exponential(x(0, 0)));
        case Opcode::Sin: return all(sine(x(0, 0)));
        case Opcode::Cos: return all(cosine(x(0, 0)));
        case Opcode::Scs:
            return each([&](size_t c) { return c == 0 ? cosine(x(0, 0)) : c == 1 ? sine(x(0, 0)) : zero; });
        case Opcode::Pow: return all(exponential(mul(function(sfu_lg2, x(0, 0)), x(1, 0))));
        case Opcode::Div: {
            const Ref over = function(sfu_rcp, x(1, 0));
            return each([&](size_t c) { return mul(x(0, c), over); });
        }
        case Opcode::Nrm: {
            std::vector<std::pair<Ref, Ref>> terms;
            for (size_t c = 0; c < 3; c++) terms.emplace_back(x(0, c), x(0, c));
            const Ref over = function(sfu_rsq, dot(terms));
            return each([&](size_t c) { return mul(x(0, c), over); });
        }
        case Opcode::Rfl: {
            std::vector<std::pair<Ref, Ref>> across, along;
            for (size_t c = 0; c < 3; c++) {
                across.emplace_back(x(0, c), x(0, c));
                along.emplace_back(x(0, c), x(1, c));
            }
            const Ref factor = mul(mul(dot(along), function(sfu_rcp, dot(across))), constant(2));
            return each([&](size_t c) { return c == 3 ? zero : mad(factor, x(0, c), minus(x(1, c))); });
        }
        case Opcode::X2d:
            return each([&](size_t c) {
                const size_t p = c & 1 ? 2 : 0;
                return mad(x(1, 0), x(2, p), mad(x(1, 1), x(2, p + 1), x(0, c & 1)));
            });
        case Opcode::Lit: {
            const Ref light = alu(alu_max, x(0, 0), one, zero);
            const Ref base = alu(alu_max, x(0, 1), one, zero);
            const Ref power = alu(alu_max, alu(alu_min, x(0, 3), one, constant(128)), one, constant(-128));
            return each([&](size_t c) {
                if (c == 0 || c == 3) return one;
                if (c == 1) return light;
                // Any number to the power of zero is one.
                const Ref exponent = mul(function(sfu_lg2, base), power);
                const Ref safe = select(minus(magnitude(power)), exponent, zero);
                return select(minus(light), exponential(safe), zero);
            });
        }
        case Opcode::Ddx:
        case Opcode::Ddy: return refuse("there are no derivatives");
        case Opcode::Txd:
        case Opcode::Txl: return refuse("lookups choose their own level of detail");
        default: return refuse("there is no such operation");
    }
}

// ---- the whole ---------------------------------------------------------------------------------------------------

void Selection::count_uses() {
    for (Node& node : graph_.nodes) node.uses = 0;
    std::vector<uint8_t> lookup_seen(graph_.lookups.size());
    std::vector<int> work;
    const auto read = [&](int n) {
        if (at(n).uses++ == 0) work.push_back(n);
    };
    for (int root : graph_.roots) read(root);
    for (const auto& [target, lookup] : graph_.straight)
        for (int texel : graph_.lookups[static_cast<size_t>(lookup)].texel) read(texel);
    while (!work.empty()) {
        const int n = work.back();
        work.pop_back();
        for (int i = 0; i < at(n).inputs(); i++) read(at(n).in[static_cast<size_t>(i)].node);
        if (at(n).kind != Node::Texel || lookup_seen[static_cast<size_t>(at(n).index)]) continue;
        lookup_seen[static_cast<size_t>(at(n).index)] = 1;
        for (int c : graph_.lookups[static_cast<size_t>(at(n).index)].coordinate)
            if (c >= 0) read(c);
    }
}

// An operation whose only reader merely copies, scales, saturates or adds becomes one with it.
void Selection::merge() {
    count_uses();
    const auto take_over = [&](Node& node, const Node& from) {
        node.kind = from.kind;
        node.op = from.op;
        node.in = from.in;
        node.terms = from.terms;
        node.blends = from.blends;
    };
    const auto negate = [&](Node& node) {
        if (node.kind == Node::Dot) {
            for (size_t t = 0; t < static_cast<size_t>(node.terms); t++) node.in[2 * t] = minus(node.in[2 * t]);
            return;
        }
        node.in[0] = minus(node.in[0]);
        node.in[2] = minus(node.in[2]);
    };
    for (Node& node : graph_.nodes) {
        if (node.kind != Node::Alu || node.op != alu_mad || node.in[3].node >= 0 || node.compare != compare_none ||
            !node.uses || node.kills)
            continue;
        // A factor that scales, or one.
        Ref from = node.in[0], factor = node.in[1];
        if (known(from)) std::swap(from, factor);
        const Node source = at(from.node);
        if (source.uses != 1 || (source.kind != Node::Alu && source.kind != Node::Dot) || source.lookup >= 0 ||
            source.output >= 0 || source.must_float || from.absolute)
            continue;
        const auto k = known(factor);
        if (is(node.in[2], 0) && k && node.scale == scale_1) {
            const double size = std::fabs(*k);
            const uint32_t scale = size == 2 ? scale_2 : size == 4 ? scale_4 : size == 0.5 ? scale_half : scale_1;
            if (size != 1 && scale == scale_1) continue;
            if (scale != scale_1 && (source.scale != scale_1 || source.saturate || source.compare != compare_none))
                continue;
            if (node.saturate && source.compare != compare_none) continue;
            const bool negative = from.negate != (*k < 0);
            if (negative && (source.saturate || source.compare != compare_none ||
                             (source.kind == Node::Alu && source.op != alu_mad)))
                continue;
            take_over(node, source);
            node.scale = scale != scale_1 ? scale : source.scale;
            node.saturate = node.saturate || source.saturate;
            node.compare = source.compare;
            if (negative) negate(node);
        } else if (k && std::fabs(*k) == 1 && source.is_product() && source.scale == scale_1 && !source.saturate) {
            // a*b + c
            const bool negative = from.negate != (*k < 0);
            node.in[0] = negative ? minus(source.in[0]) : source.in[0];
            node.in[1] = source.in[1];
            node.terms = 0;
        }
    }
    // A kill where x is less than zero is one where -x is greater.
    count_uses();
    for (Node& node : graph_.nodes) {
        if (!node.kills || !is(node.in[1], 1) || !is(node.in[2], 0)) continue;
        const Ref from = node.in[0];
        const Node source = at(from.node);
        if (source.kind != Node::Alu || source.op != alu_mad || source.uses != 1 || source.saturate || from.absolute ||
            source.compare != compare_none || source.must_float || source.lookup >= 0 || source.output >= 0)
            continue;
        take_over(node, source);
        node.scale = source.scale;
        node.compare = compare_greater;
        node.terms = 0;
        if (!from.negate) negate(node);
    }
    // The other summand.
    count_uses();
    for (Node& node : graph_.nodes) {
        if (node.kind != Node::Alu || node.op != alu_mad || node.in[3].node >= 0 || !node.uses) continue;
        const Ref from = node.in[2];
        const Node source = at(from.node);
        if (!is(node.in[1], 1) || from.absolute || source.uses != 1 || source.kind != Node::Alu ||
            !source.is_product() || source.scale != scale_1 || source.saturate || source.lookup >= 0 ||
            source.output >= 0 || source.must_float)
            continue;
        node.in[2] = node.in[0];
        node.in[0] = from.negate ? minus(source.in[0]) : source.in[0];
        node.in[1] = source.in[1];
        node.terms = 0;
    }
    // A second product, where one of its factors is in a register that is read anyway; a sum times a factor.
    count_uses();
    const auto together = [&](const Ref& x, const Ref& y) {
        const Node &one = at(x.node), &two = at(y.node);
        if (known(x) && static_cast<double>(one.value) == 2) return false;
        return x.node == y.node || (one.kind == Node::Texel && two.kind == Node::Texel && one.index == two.index &&
                                    one.component / 2 == two.component / 2);
    };
    const auto mergeable = [](const Node& source) {
        return source.kind == Node::Alu && source.op == alu_mad && source.uses == 1 && source.scale == scale_1 &&
               !source.saturate && source.compare == compare_none && source.lookup < 0 && source.output < 0 &&
               !source.must_float && source.in[3].node < 0;
    };
    for (Node& node : graph_.nodes) {
        if (node.kind != Node::Alu || node.op != alu_mad || !node.uses || node.in[3].node >= 0) continue;
        if (is(node.in[2], 0)) {
            for (size_t n = 0; n < 2; n++) {
                const Ref from = node.in[n], factor = node.in[1 - n];
                const Node source = at(from.node);
                if (!mergeable(source) || from.absolute || is(source.in[2], 0) || is(factor, 1)) continue;
                if (!is(source.in[1], 1) || (known(factor) && std::fabs(*known(factor)) == 2)) continue;
                // (x + y) * factor; the fourth operand has no sign of its own.
                Ref by = factor;
                by.negate = false;
                const bool negative = from.negate != factor.negate;
                node.in[0] = negative ? minus(source.in[0]) : source.in[0];
                node.in[1] = node.in[3] = by;
                node.in[2] = negative ? minus(source.in[2]) : source.in[2];
                node.terms = 0;
                break;
            }
            continue;
        }
        const Ref from = node.in[2];
        const Node source = at(from.node);
        if (!mergeable(source) || !is(source.in[2], 0) || from.absolute || is(node.in[1], 1)) continue;
        for (size_t n = 0; n < 2; n++) {
            Ref third = source.in[n], fourth = source.in[1 - n];
            if (from.negate) third = minus(third);
            if (fourth.negate) {
                third = minus(third);
                fourth.negate = false;
            }
            if (together(fourth, node.in[0])) std::swap(node.in[0], node.in[1]);
            if (!together(fourth, node.in[1]) && !together(fourth, third)) continue;
            node.in[2] = third;
            node.in[3] = fourth;
            node.terms = 0;
            break;
        }
    }
    count_uses();
}

// Special functions work on what another leaves, without a copy.
void Selection::bypass_copies() {
    for (Node& node : graph_.nodes) {
        if (node.kind != Node::Sfu || !node.uses) continue;
        const Node& between = at(node.in[0].node);
        if (between.kind != Node::Alu || !between.is_product() || !is(between.in[1], 1) || between.scale != scale_1 ||
            between.saturate)
            continue;
        const Ref from = between.in[0];
        const Node& source = at(from.node);
        if (from.negate || from.absolute || source.uses != 1) continue;
        if (source.kind == Node::Sfu || source.kind == Node::InverseW) node.in[0] = from;
    }
    count_uses();
}

void Selection::assign_precision() {
    for (Node& node : graph_.nodes)
        node.fixed = (node.kind == Node::Alu || node.kind == Node::Dot) && node.exact && !node.must_float &&
                     node.output < 0 && !node.kills && node.uses > 0;
    if (options_.precision != FragmentOptions::Mixed) return;
    // How much an error of a value can move a result: nodes are in the order of their making, readers behind.
    std::vector<double> gain(graph_.nodes.size(), 0);
    for (size_t n = graph_.nodes.size(); n-- > 0;) {
        const Node& node = graph_.nodes[n];
        if (!node.uses) continue;
        double own = gain[n];
        if (node.output >= 0) own = 1;
        if (node.kills || node.must_float || node.compare != compare_none || node.kind == Node::Sfu) own = infinity;
        if (node.scale == scale_2) own *= 2;
        if (node.scale == scale_4) own *= 4;
        const auto give = [&](const Ref& r, double by) { gain[static_cast<size_t>(r.node)] += by; };
        const auto most = [&](const Ref& r) {
            const Range v = range(r);
            return std::max(std::fabs(v.low), std::fabs(v.high));
        };
        if (node.kind == Node::Alu) {
            if (node.op == alu_csel) {
                give(node.in[0], infinity);
                give(node.in[1], own);
                give(node.in[2], own);
            } else {
                give(node.in[0], times(own, most(node.in[1])));
                give(node.in[1], times(own, most(node.in[0]) + (node.blends ? most(node.in[2]) : 0)));
                give(node.in[2], times(own, node.in[3].node >= 0 && !node.blends ? most(node.in[3]) : 1));
                if (node.in[3].node >= 0 && !node.blends) give(node.in[3], times(own, most(node.in[2])));
            }
        } else {
            for (int i = 0; i < node.inputs(); i++)
                give(node.in[static_cast<size_t>(i)],
                     node.kind == Node::Dot ? times(own, most(node.in[static_cast<size_t>(i ^ 1)])) : infinity);
        }
    }
    for (size_t n = 0; n < graph_.nodes.size(); n++) {
        Node& node = graph_.nodes[n];
        if ((node.kind != Node::Alu && node.kind != Node::Dot) || node.must_float || node.output >= 0 || node.kills ||
            !node.uses || !fits_fixed(node.low, node.high))
            continue;
        if (gain[n] <= 1 || node.wants_low_precision) node.fixed = true;
    }
}

// Numbers into uniforms while there are any, two to a word where FX10 holds them; the rest stands in packets.
std::vector<Place> Selection::place_constants() {
    std::vector<Place> places(graph_.nodes.size());
    uint32_t next = 0;
    std::vector<int> slot(graph_.uniforms.size(), -1);
    for (size_t n = 0; n < graph_.nodes.size(); n++) {
        const Node& node = graph_.nodes[n];
        if (!node.uses) continue;
        Place& place = places[n];
        if (node.kind == Node::Selector) {
            place = {Place::Special, static_cast<uint32_t>(node.index), false, false, false, 0};
        } else if (node.kind == Node::Uniform) {
            int& word = slot[static_cast<size_t>(node.index)];
            if (word < 0) {
                word = static_cast<int>(next++);
                generated_.uniforms.push_back(graph_.uniforms[static_cast<size_t>(node.index)]);
                generated_.uniforms.back().uniform = static_cast<uint32_t>(word);
            }
            place = {Place::Uniform, register_uniform0 + static_cast<uint32_t>(word), false, false, false, 0};
        }
    }
    if (next > fragment_uniforms) refuse_all("it needs more than 32 uniform numbers");
    int open = -1;  // a word with a free high half
    for (size_t n = 0; n < graph_.nodes.size(); n++) {
        const Node& node = graph_.nodes[n];
        if (!node.uses || node.kind != Node::Constant) continue;
        Place& place = places[n];
        const double value = static_cast<double>(node.value);
        if (value == 0 || value == 1 || value == 2) {
            place = {Place::Special, register_zero_one, true, value != 0, value == 2, 0};
            continue;
        }
        auto& code = generated_.code;
        const bool halves = is_fixed_number(value);
        if (halves && open >= 0) {
            uint32_t& word = code.constants[static_cast<size_t>(open)];
            word = with_half(word, true, fx10_round(value));
            place = {Place::Uniform, register_uniform0 + static_cast<uint32_t>(open), true, true, false, 0};
            open = -1;
        } else if (next < fragment_uniforms) {
            code.constants_given |= 1u << next;
            code.constants[next] = halves ? pair_of(fx10_round(value), 0) : fp20_round(value);
            place = {Place::Uniform, register_uniform0 + next, halves, false, false, 0};
            if (halves) open = static_cast<int>(next);
            next++;
        } else {
            place = {Place::Embedded, 0, false, false, false, fp20_round(value)};
        }
    }
    return places;
}

GeneratedFragment Selection::run() {
    if (program_.stage != Stage::Fragment) {
        refuse_all("it is no fragment program");
        return std::move(generated_);
    }
    for (const Instruction& instruction : program_.instructions) {
        instruction_ = &instruction;
        if (program_.instructions.size() > 4096) {
            refuse_all("it has more than 4096 instructions");
            break;
        }
        translate();
    }
    if (!generated_.errors.empty()) {
        generated_.code = {};
        return std::move(generated_);
    }
    for (const auto& [target, colour] : colours_) {
        graph_.targets |= 1u << target;
        // What a lookup gives is stored as it is.
        const Node* const texel = colour[0].node < 0 ? nullptr : &at(colour[0].node);
        if (texel && texel->kind == Node::Texel) {
            const auto& texels = graph_.lookups[static_cast<size_t>(texel->index)].texel;
            bool same = true;
            for (size_t c = 0; c < 4; c++) same = same && colour[c] == Ref{texels[c], false, false};
            if (same) {
                graph_.straight[target] = texel->index;
                continue;
            }
        }
        for (size_t c = 0; c < 4; c++) {
            const int n = copy(colour[c].node < 0 ? constant(0) : colour[c]);
            at(n).output = target * 4 + static_cast<int>(c);
            graph_.roots.push_back(n);
        }
    }
    merge();
    bypass_copies();
    assign_precision();
    for (const Node& node : graph_.nodes)
        if (node.kind == Node::Varying && node.uses) graph_.attribute_rows.try_emplace(node.index, 0);
    uint32_t row = graph_.needs_depth ? 1 : 0;
    for (auto& [attribute, place] : graph_.attribute_rows) {
        place = row++;
        generated_.varyings.push_back(
            {static_cast<uint32_t>(attribute), place,
             program_.attributes[static_cast<size_t>(attribute)].interpolation == Interpolation::Flat});
    }
    if (row > mfu_tram_rows) refuse_all("it reads more than 16 inputs");
    const std::vector<Place> places = place_constants();
    if (generated_.errors.empty()) {
        Scheduled scheduled = schedule(graph_, places);
        if (!scheduled.good) {
            refuse_all("it needs " + scheduled.reason);
        } else {
            scheduled.code.constants = generated_.code.constants;
            scheduled.code.constants_given = generated_.code.constants_given;
            generated_.code = std::move(scheduled.code);
            generated_.packets = scheduled.packets;
            generated_.operations = scheduled.operations;
            generated_.targets = graph_.targets << 1;
            generated_.needs_depth = graph_.needs_depth;
        }
    }
    if (!generated_.errors.empty()) {
        generated_.code = {};
        generated_.uniforms.clear();
        generated_.varyings.clear();
    }
    return std::move(generated_);
}

}  // namespace

uint32_t uniform_word(float value) { return fp20_round(static_cast<double>(value)); }

GeneratedFragment generate_fragment(const Program& program, const FragmentOptions& options) {
    const Program whole = expand_fog(program);
    GeneratedFragment best = Selection(whole, options, false).run();
    GeneratedFragment chained = Selection(whole, options, true).run();
    const bool better = !chained.errors.empty() ? false : !best.errors.empty() ? true : chained.packets < best.packets;
    return better ? chained : best;
}

}  // namespace arbasm::tegra
