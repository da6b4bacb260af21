#include "machines/ctm/emulator/group.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace machines::ctm {
namespace {

inline void multiply_add(Lanes& out, const Lanes& a, const Lanes& b, const Lanes& c) {
    for (int i = 0; i < group_size; i++) {
        const float product = flush(flush(a.v[i]) * flush(b.v[i]));
        out.v[i] = flush(product + flush(c.v[i]));
    }
}
inline void multiply(Lanes& out, const Lanes& a, const Lanes& b) {
    for (int i = 0; i < group_size; i++) out.v[i] = flush(flush(a.v[i]) * flush(b.v[i]));
}
inline void add(Lanes& out, const Lanes& a) {
    for (int i = 0; i < group_size; i++) out.v[i] = flush(out.v[i] + a.v[i]);
}

float transcendental(uint16_t op, float x) {
    const double a = flush(x);
    constexpr double turn = 6.283185307179586476925;
    switch (op) {
        case alpha_ex2: return static_cast<float>(std::exp2(a));
        case alpha_ln2: return static_cast<float>(std::log2(a));
        case alpha_rcp: return static_cast<float>(1.0 / a);
        // 1/sqrt(-0) would be negative.
        case alpha_rsq: return static_cast<float>(1.0 / std::sqrt(a == 0 ? 0.0 : a));
        case alpha_sin: return static_cast<float>(std::sin(turn * (a - std::floor(a))));
        default: return static_cast<float>(std::cos(turn * (a - std::floor(a))));
    }
}

constexpr float modifiers[] = {1, 2, 4, 8, 0.5f, 0.25f, 0.125f};

void finish(Lanes& x, uint16_t omod, bool clamp) {
    if (omod == omod_disabled) return;
    const float factor = modifiers[omod];
    for (float& v : x.v) {
        const float scaled = flush(flush(v) * factor);
        v = scaled != scaled ? std::bit_cast<float>(nan_bits) : scaled;
    }
    if (clamp)
        for (float& v : x.v) v = v > 0 ? (v < 1 ? v : 1.0f) : 0.0f;
}

}  // namespace

uint32_t test(const Lanes& x, uint16_t op) {
    uint32_t mask = 0;
    for (int i = 0; i < group_size; i++) {
        const float v = flush(x.v[i]);
        const bool passes = op == test_equal           ? v == 0
                            : op == test_less          ? v < 0
                            : op == test_greater_equal ? v >= 0
                                                       : v != 0;
        mask |= static_cast<uint32_t>(passes) << i;
    }
    return mask;
}

uint32_t Predicates::lanes(uint16_t select, bool invert, uint32_t channel) const {
    if (select == predicate_none) return all_lanes;
    const uint32_t lanes = bits[select == predicate_rgba ? channel : select - predicate_r];
    return invert ? ~lanes : lanes;
}

uint32_t Group::writers(const Slot& slot, uint32_t channel) const {
    const uint32_t lanes = slot.write_inactive ? stacks_.live() : stacks_.active();
    return lanes & (channel < 3 ? predicates_.lanes(slot.rgb_pred_sel, slot.rgb_pred_inv, channel)
                                : predicates_.lanes(slot.alpha_pred_sel, slot.alpha_pred_inv, channel));
}

int Group::address(uint16_t base, bool relative, int limit, const char* what) {
    const int reg = base + (relative ? stacks_.index() : 0);
    if (reg >= 0 && reg < limit) return reg;
    fail(std::string(what) + std::to_string(reg) + " does not exist");
    return 0;
}

void Group::check_landed(int reg, uint32_t channels, const char* verb) {
    if (dispatch_.strict && hazards_.fetches(reg, channels))
        fail(std::string(verb) + " r" + std::to_string(reg) +
             " before its lookup has landed: TEX_SEM_WAIT or TEX_SEM_ACQUIRE is missing");
}

// What the register's channel holds. A fault where that is nothing, or a lookup's that has not landed.
const Lanes& Group::read(int reg, uint32_t channel) {
    if (hazards_.fetches()) check_landed(reg, 1u << channel, "reads");
    const uint32_t undefined = stacks_.active() & ~temporaries_.defined[static_cast<size_t>(reg)][channel];
    if (undefined && dispatch_.strict && !failed())
        fail("reads r" + std::to_string(reg) + "." + "rgba"[channel] + ", which nothing has written");
    return temporaries_.values[static_cast<size_t>(reg)][channel];
}

void Group::read_source(const Slot& slot, uint32_t source, uint32_t channel, Lanes& out) {
    const AddressMembers& members = address_members[(channel < 3 ? 0 : 3) + source];
    const uint16_t base = slot.*members.address;
    if (slot.*members.constant) {
        const int reg = address(base, slot.*members.relative, float_constant_count, "c");
        fill(out, dispatch_.floats[static_cast<size_t>(reg)][channel]);
        return;
    }
    if (base & 0x80) {
        fill(out, inline_value(base & 0x7f));
        return;
    }
    const int reg = address(base, slot.*members.relative, temporary_count, "r");
    out = read(reg, channel);
}

void Group::read_presubtract(const Slot& slot, uint32_t channel, Lanes& out) {
    Lanes first;
    read_source(slot, 0, channel, first);
    flush(first);
    const uint16_t op = channel < 3 ? slot.rgb_srcp_op : slot.alpha_srcp_op;
    if (op == presubtract_bias) {
        for (int i = 0; i < group_size; i++) out.v[i] = flush(1 - 2 * first.v[i]);
        return;
    }
    if (op == presubtract_inv) {
        for (int i = 0; i < group_size; i++) out.v[i] = flush(1 - first.v[i]);
        return;
    }
    read_source(slot, 1, channel, out);
    flush(out);
    for (int i = 0; i < group_size; i++)
        out.v[i] = flush(op == presubtract_sub ? out.v[i] - first.v[i] : out.v[i] + first.v[i]);
}

void Group::read_operand(const Slot& slot, size_t operand, size_t position, Lanes& out) {
    const OperandMembers& members = operand_members[operand];
    const uint16_t channel = slot.*members.swizzle[position];
    if (channel > channel_a)
        fill(out, channel == channel_half ? 0.5f : channel == channel_one ? 1.0f : 0.0f);
    else if (slot.*members.select == source_presubtract)
        read_presubtract(slot, channel, out);
    else
        read_source(slot, slot.*members.select, channel, out);
    const uint16_t modifier = slot.*members.modifier;
    if (modifier & modifier_absolute)
        for (float& v : out.v) v = std::fabs(v);
    if (modifier & modifier_negate)
        for (float& v : out.v) v = -v;
}

void Group::write(int reg, uint32_t channel, const Lanes& value, uint32_t lanes) {
    if (hazards_.fetches()) check_landed(reg, 1u << channel, "writes");
    Lanes& out = temporaries_.values[static_cast<size_t>(reg)][channel];
    temporaries_.defined[static_cast<size_t>(reg)][channel] |= lanes;
    if (lanes == all_lanes)
        out = value;
    else
        assign(out, value, lanes);
}

namespace {

// When MIN, MAX, CND and CMP give A; else they give B.
enum class Choice : uint8_t { Less, Greater, AboveHalf, NotNegative };

void choose(Lanes& out, const Operands& in, Choice choice) {
    for (int i = 0; i < group_size; i++) {
        const float x = flush(in.a.v[i]), y = flush(in.b.v[i]);
        const bool first = choice == Choice::Less        ? x < y
                           : choice == Choice::Greater   ? x > y
                           : choice == Choice::AboveHalf ? flush(in.c.v[i]) > 0.5f
                                                         : flush(in.c.v[i]) >= 0;
        out.v[i] = first ? in.a.v[i] : in.b.v[i];
    }
}

void fraction(Lanes& out, const Lanes& a) {
    for (int i = 0; i < group_size; i++) {
        const float x = flush(a.v[i]);
        out.v[i] = x - std::floor(x);
    }
}

}  // namespace

// A*B + C of the quad's corners (MDH, MDV): the differences along rows and columns.
void Group::differ(const Slot& slot, uint32_t channel, size_t operand, int other, const Lanes& b, Lanes& out) {
    Lanes raw;
    read_source(slot, 0, channel, raw);
    const uint16_t mod_a = slot.*operand_members[operand].modifier, mod_c = slot.*operand_members[operand + 2].modifier;
    for (int i = 0; i < group_size; i++) {
        float first = raw.v[i & ~3], second = raw.v[(i & ~3) | other];
        if (mod_a & modifier_absolute) first = std::fabs(first);
        if (mod_a & modifier_negate) first = -first;
        if (mod_c & modifier_absolute) second = std::fabs(second);
        if (mod_c & modifier_negate) second = -second;
        out.v[i] = flush(flush(flush(first) * flush(b.v[i])) + flush(second));
    }
}

void Group::dot(const Slot& slot, Lanes& out) {
    Operands in;
    const uint32_t terms = slot.rgb_op == rgb_d2a ? 2 : 3;
    for (uint32_t i = 0; i < terms; i++) {
        read_operand(slot, 0, i, in.a);
        read_operand(slot, 1, i, in.b);
        multiply(i ? in.c : out, in.a, in.b);
        if (i) add(out, in.c);
    }
    if (slot.rgb_op == rgb_dp4) {
        read_operand(slot, 3, 0, in.a);
        read_operand(slot, 4, 0, in.b);
        multiply(in.c, in.a, in.b);
        add(out, in.c);
    }
    if (slot.rgb_op == rgb_d2a) {
        read_operand(slot, 2, 2, in.c);
        flush(in.c);
        add(out, in.c);
    }
}

void Group::alpha_result(const Slot& slot, const Lanes& dotted, Lanes& out) {
    Operands in;
    const int reads = alpha_operands(slot.alpha_op);
    if (reads & 1 && slot.alpha_op < alpha_mdh) read_operand(slot, 3, 0, in.a);
    if (reads & 2) read_operand(slot, 4, 0, in.b);
    if (reads & 4 && slot.alpha_op < alpha_mdh) read_operand(slot, 5, 0, in.c);
    switch (slot.alpha_op) {
        case alpha_mad: return multiply_add(out, in.a, in.b, in.c);
        case alpha_dp: out = dotted; return;
        case alpha_min: return choose(out, in, Choice::Less);
        case alpha_max: return choose(out, in, Choice::Greater);
        case alpha_cnd: return choose(out, in, Choice::AboveHalf);
        case alpha_cmp: return choose(out, in, Choice::NotNegative);
        case alpha_frc: return fraction(out, in.a);
        case alpha_mdh: return differ(slot, 3, 3, 1, in.b, out);
        case alpha_mdv: return differ(slot, 3, 3, 2, in.b, out);
        default:
            for (int i = 0; i < group_size; i++) out.v[i] = transcendental(slot.alpha_op, in.a.v[i]);
    }
}

void Group::rgb_result(const Slot& slot, uint32_t channel, const Lanes& dotted, const Lanes& scalar, Lanes& out) {
    Operands in;
    const int reads = rgb_operands(slot.rgb_op);
    const bool dots = slot.rgb_op >= rgb_dp3 && slot.rgb_op <= rgb_d2a;
    const bool differs = slot.rgb_op >= rgb_mdh;
    if (reads & 1 && !dots && !differs) read_operand(slot, 0, channel, in.a);
    if (reads & 2 && !dots) read_operand(slot, 1, channel, in.b);
    if (reads & 4 && !dots && !differs) read_operand(slot, 2, channel, in.c);
    switch (slot.rgb_op) {
        case rgb_mad: return multiply_add(out, in.a, in.b, in.c);
        case rgb_min: return choose(out, in, Choice::Less);
        case rgb_max: return choose(out, in, Choice::Greater);
        case rgb_cnd: return choose(out, in, Choice::AboveHalf);
        case rgb_cmp: return choose(out, in, Choice::NotNegative);
        case rgb_frc: return fraction(out, in.a);
        case rgb_sop: out = scalar; return;
        case rgb_mdh: return differ(slot, channel, 0, 1, in.b, out);
        case rgb_mdv: return differ(slot, channel, 0, 2, in.b, out);
        default: out = dotted;
    }
}

void Group::alu(const Step& step) {
    const Slot& slot = step.slot;
    std::array<Lanes, 4> results;
    Lanes dotted, scalar;
    const bool rgb = step.computes[0] || step.computes[1] || step.computes[2];
    if (rgb && slot.rgb_op >= rgb_dp3 && slot.rgb_op <= rgb_d2a)
        dot(slot, dotted);
    else if (slot.alpha_op == alpha_dp)
        fill(dotted, 0);  // strictly there is no such instruction
    if (step.computes[3]) {
        alpha_result(slot, dotted, results[3]);
        scalar = results[3];
        finish(results[3], slot.alpha_omod, slot.alpha_clamp);
    }
    for (uint32_t i = 0; i < 3; i++) {
        if (!step.computes[i]) continue;
        rgb_result(slot, i, dotted, scalar, results[i]);
        finish(results[i], slot.rgb_omod, slot.rgb_clamp);
    }
    if (!failed()) write_results(slot, results);
}

// All at once: both units have read what they need.
void Group::write_results(const Slot& slot, const std::array<Lanes, 4>& results) {
    const int rgb_register = address(slot.rgb_addrd, slot.rgb_addrd_rel, temporary_count, "r");
    const int alpha_register = address(slot.alpha_addrd, slot.alpha_addrd_rel, temporary_count, "r");
    std::array<uint32_t, 4> lanes;
    for (uint32_t i = 0; i < 4; i++) lanes[i] = writers(slot, i);
    for (uint32_t i = 0; i < 4; i++) {
        const bool alpha = i == 3;
        if (alpha ? slot.alpha_wmask : slot.rgb_wmask >> i & 1)
            write(alpha ? alpha_register : rgb_register, i, results[i], lanes[i]);
        if (!(alpha ? slot.alpha_omask : slot.rgb_omask >> i & 1)) continue;
        const uint16_t target = alpha ? slot.alpha_target : slot.rgb_target;
        if (slot.type == Alu) {
            predicates_.bits[i] = (predicates_.bits[i] & ~lanes[i]) | (test(results[i], target) & lanes[i]);
            predicates_.written |= 1u << i;
        } else {
            assign(outputs_.colors[target][i], results[i], lanes[i]);
        }
    }
    if (slot.w_omask) assign(outputs_.depth, results[3], lanes[3]);
    if (slot.alu_wmask) {
        const uint32_t bits = test(results[slot.alu_result_sel ? 3 : 0], slot.alu_result_op);
        result_ = (result_ & ~stacks_.active()) | (bits & stacks_.active());
        result_valid_ = true;
    }
    hazards_.write(slot, rgb_register, alpha_register);
}

// The state in which processors begin.
void Group::begin() {
    // All of a quad runs where some of it is wanted.
    const uint32_t quads = (covered_ | covered_ >> 1 | covered_ >> 2 | covered_ >> 3) & 0x11111111u;
    stacks_.begin(quads * 15, dispatch_.full_flow_control ? full_stacks : partial_stacks);
    killed_ = 0;
    predicates_ = {};
    result_valid_ = false;
    hazards_.begin();
    std::memset(temporaries_.defined.data(), 0, sizeof temporaries_.defined);
    outputs_.clear();
    if (!dispatch_.strict) {
        result_ = 0;
        for (auto& reg : temporaries_.values)
            for (Lanes& channel : reg) fill(channel, 0);
    }
    auto& position = temporaries_.values[dispatch_.position_register];
    for (int lane = 0; lane < group_size; lane++) {
        position[0].v[lane] = static_cast<float>(window_.column(lane));
        position[1].v[lane] = static_cast<float>(window_.row(lane));
    }
    fill(position[2], 0);
    fill(position[3], 1);
    temporaries_.defined[dispatch_.position_register].fill(all_lanes);
}

bool Group::execute() {
    const auto end = static_cast<uint32_t>(steps_.size());
    uint64_t executed = 0;
    for (pc_ = 0;; pc_ = next_) {
        if (pc_ >= end) return fail("execution leaves the program");
        if (++executed > dispatch_.most_instructions) return fail("given up: too many instructions");
        const Step& step = steps_[pc_];
        next_ = pc_ + 1;
        hazards_.wait(step.slot);
        if (dispatch_.strict && complain(hazards_.complaint(step, predicates_.written))) return false;
        if (step.slot.type == Flow)
            flow(step);
        else if (step.slot.type == Texture)
            texture(step);
        else
            alu(step);
        if (failed()) return false;
        if (pc_ + 1 == end) break;
    }
    instructions_ += executed * static_cast<uint64_t>(std::popcount(covered_));
    return true;
}

bool Group::run(uint32_t i0, uint32_t j0, uint32_t wanted) {
    fault_ = {};
    window_ = {i0, j0};
    const std::optional<uint32_t> covered = covered_lanes(dispatch_, memory_, window_, wanted);
    if (!covered) return fail("the conditional buffer does not hold the domain");
    covered_ = *covered;
    if (!covered_) return true;
    begin();
    if (!execute()) return false;
    if (hazards_.fetches() && dispatch_.strict) return fail("ends before all lookups have landed");
    complain(outputs_.store(dispatch_, memory_, window_, covered_ & ~killed_));
    return !failed();
}

}  // namespace machines::ctm
