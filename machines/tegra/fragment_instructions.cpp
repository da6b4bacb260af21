// What instructions become in the graph, and which are refused.
#include <algorithm>
#include <bit>

#include "machines/tegra/fragment_pipeline.h"
#include "machines/tegra/fragment_selection.h"

namespace machines::tegra {

bool Selection::supported() {
    const Instruction& i = *instruction_;
    const size_t before = generated_.errors.size();
    const OpcodeInfo& info = opcode_info(i.opcode);
    if (i.precision == Precision::Fixed12) refuse("the ALU has no fixed-point numbers of 12 bits");
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
    const Ref front = leaf(Node::Varying, reg, static_cast<int>(component));
    if (!options_.two_sided || from.binding.kind != BindingKind::Color || from.binding.back) return front;
    return select(leaf(Node::Selector, register_face, 0, {-1, 1}),
                  leaf(Node::Varying, back_of(reg), static_cast<int>(component)), front);
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
    // A flag takes half a register or less, while the value that was tested is a whole one for as long as it is tested.
    if (flags_ && !t.fixed) t.condition = minus(test(compare_greater, minus(t.condition), constant(0)));
    return t;
}

// One where it holds, else zero.
Ref Selection::flag(const Test& t) {
    const Ref negative = test(compare_greater, minus(t.condition), constant(0));
    return t.inverted ? sum(constant(1), minus(negative)) : negative;
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

// Kills where the condition is negative and `yes` is not zero, or the other way round.
void Selection::kill_where(const Ref& condition, const Ref& yes, const Ref& no) {
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

void Selection::kill() {
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

// IF, ELSE and ENDIF: both sides run, and what they leave is chosen.
bool Selection::flow() {
    switch (instruction_->opcode) {
        case Opcode::If: {
            Branch branch;
            const ConditionMask& mask = instruction_->condition;
            // Taken if any component's test holds.
            std::optional<Test> only;
            std::vector<Test> tests;
            std::set<std::pair<Ref, bool>> seen;
            for (size_t c = 0; c < 4; c++) {
                const Test t = condition_test(mask, c);
                if (t.fixed) {
                    only = t;
                    break;
                }
                if (seen.insert({t.condition, t.inverted}).second) tests.push_back(t);
            }
            branch.test = only ? *only : tests[0];
            if (!only && tests.size() > 1) {
                Ref any = flag(tests[0]);
                for (size_t i = 1; i < tests.size(); i++) any = alu(alu_max, any, constant(1), flag(tests[i]));
                branch.test = Test{{}, minus(any), false};
            }
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
        default: refuse("the machine has no branches of its own"); return true;
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

}  // namespace machines::tegra
