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

bool passes(ConditionTestCode condition, float a, float b) {
    switch (condition) {
        case condition_never: return false;
        case condition_less: return a < b;
        case condition_less_equal: return a <= b;
        case condition_equal: return a == b;
        case condition_greater_equal: return a >= b;
        case condition_greater: return a > b;
        case condition_not_equal: return a != b;
        case condition_always: break;
    }
    return true;
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

Step prepare(const Slot& slot) {
    Step step;
    step.slot = slot;
    step.predicated = slot.rgb_pred_sel || slot.alpha_pred_sel;
    const SlotReads reads = reads_of(slot);
    for (uint32_t c = 0; c < 4; c++) step.computes[c] = reads.computes >> c & 1;
    step.reads_presubtract =
        static_cast<uint8_t>((reads.presubtracted & 7 ? 1 : 0) | (reads.presubtracted & 8 ? 2 : 0));
    return step;
}

uint32_t Group::predicate(uint16_t select, bool invert, uint32_t channel) const {
    if (select == predicate_none) return all_lanes;
    const uint32_t bits = predicates_[select == predicate_rgba ? channel : select - predicate_r];
    return invert ? ~bits : bits;
}

uint32_t Group::writers(const Slot& slot, uint32_t channel) const {
    const uint32_t lanes = slot.write_inactive ? live_ : active();
    return lanes & (channel < 3 ? predicate(slot.rgb_pred_sel, slot.rgb_pred_inv, channel)
                                : predicate(slot.alpha_pred_sel, slot.alpha_pred_inv, channel));
}

int Group::address(uint16_t base, bool relative, int limit, const char* what) {
    const int reg = base + (relative ? index_ : 0);
    if (reg >= 0 && reg < limit) return reg;
    fail(std::string(what) + std::to_string(reg) + " does not exist");
    return 0;
}

void Group::check_landed(int reg, uint32_t channels, const char* verb) {
    if (dispatch_.strict && (fetching_[static_cast<size_t>(reg)] & channels))
        fail(std::string(verb) + " r" + std::to_string(reg) +
             " before its lookup has landed: TEX_SEM_WAIT or TEX_SEM_ACQUIRE is missing");
}

bool Group::check_hazards(const Step& step) {
    const Slot& slot = step.slot;
    if (slot.tex_sem_wait && fetching_any_ && !unacquired_) {
        fetching_.fill(0);
        fetching_any_ = false;
    }
    if (slot.alu_wait) {
        if (fresh_any_) fresh_.fill(false);
        fresh_any_ = fresh_predicate_ = fresh_result_ = false;
    }
    if (!dispatch_.strict) return true;
    if (!last_nop_) {
        const auto written = [&](uint16_t address, uint16_t constant) {
            return !constant && !(address & 0x80) && (address == last_rgb_ || address == last_alpha_);
        };
        const auto reads = [&](size_t unit, uint16_t op) {
            const AddressMembers& first = address_members[3 * unit];
            const AddressMembers& second = address_members[3 * unit + 1];
            return written(slot.*first.address, slot.*first.constant) ||
                   ((op == presubtract_sub || op == presubtract_add) &&
                    written(slot.*second.address, slot.*second.constant));
        };
        if (((step.reads_presubtract & 1) && reads(0, slot.rgb_srcp_op)) ||
            ((step.reads_presubtract & 2) && reads(1, slot.alpha_srcp_op)))
            return fail("presubtracts a register that the instruction before writes without NOP");
        if (step.predicated && last_predicate_ && slot.type != Flow)
            return fail("uses a predicate that the instruction before writes without NOP");
        if (last_relative_) return fail("follows a write through aL without NOP");
    }
    if (slot.type == Flow) {
        if (fresh_result_ && slot.jump_func >> 4 != (slot.jump_func & 15))
            return fail("uses an ALU result without ALU_WAIT");
        if (step.predicated && fresh_predicate_) return fail("uses a predicate without ALU_WAIT");
    }
    if (slot.type == Texture) {
        if (step.predicated && fresh_predicate_) return fail("uses a predicate without ALU_WAIT");
        if (slot.tex_op != tex_nop && fresh_[slot.src_addr])
            return fail("reads r" + std::to_string(slot.src_addr) + " of the ALU without ALU_WAIT");
    }
    if (step.predicated) {
        const auto unwritten = [&](uint16_t select) {
            if (select == predicate_none) return false;
            const uint32_t needs = select == predicate_rgba ? 0u : 1u << (select - predicate_r);
            return (predicates_written_ & needs) != needs || !predicates_written_;
        };
        if (unwritten(slot.rgb_pred_sel) || (slot.type != Flow && unwritten(slot.alpha_pred_sel)))
            return fail("uses a predicate that nothing has written");
    }
    return true;
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
    if (fetching_any_) check_landed(reg, 1u << channel, "reads");
    const uint32_t undefined = active() & ~defined_[static_cast<size_t>(reg)][channel];
    if (undefined && dispatch_.strict && !failed())
        fail("reads r" + std::to_string(reg) + "." + "rgba"[channel] + ", which nothing has written");
    out = temporaries_[static_cast<size_t>(reg)][channel];
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
    if (fetching_any_) check_landed(reg, 1u << channel, "writes");
    Lanes& out = temporaries_[static_cast<size_t>(reg)][channel];
    defined_[static_cast<size_t>(reg)][channel] |= lanes;
    if (lanes == all_lanes) {
        out = value;
        return;
    }
    for (int i = 0; i < group_size; i++)
        if (lanes >> i & 1) out.v[i] = value.v[i];
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
            predicates_[i] = (predicates_[i] & ~lanes[i]) | (test(results[i], target) & lanes[i]);
            predicates_written_ |= 1u << i;
        } else {
            Lanes& out = outputs_[target][i];
            for (int k = 0; k < group_size; k++)
                if (lanes[i] >> k & 1) out.v[k] = results[i].v[k];
        }
    }
    if (slot.w_omask)
        for (int k = 0; k < group_size; k++)
            if (lanes[3] >> k & 1) depth_value_.v[k] = results[3].v[k];
    if (slot.alu_wmask) {
        const uint32_t bits = test(results[slot.alu_result_sel ? 3 : 0], slot.alu_result_op);
        result_ = (result_ & ~active()) | (bits & active());
        result_valid_ = fresh_result_ = true;
    }
    last_rgb_ = slot.rgb_wmask ? rgb_register : -1;
    last_alpha_ = slot.alpha_wmask ? alpha_register : -1;
    if (last_rgb_ >= 0) fresh_[static_cast<size_t>(last_rgb_)] = fresh_any_ = true;
    if (last_alpha_ >= 0) fresh_[static_cast<size_t>(last_alpha_)] = fresh_any_ = true;
    last_predicate_ = slot.type == Alu && (slot.rgb_omask || slot.alpha_omask);
    if (last_predicate_) fresh_predicate_ = true;
    last_relative_ = (slot.rgb_addrd_rel && slot.rgb_wmask) || (slot.alpha_addrd_rel && slot.alpha_wmask);
    last_nop_ = slot.nop;
}

void Group::store_outputs() {
    for (int lane = 0; lane < group_size; lane++) {
        if (!((covered_ & ~killed_) >> lane & 1)) continue;
        const uint32_t x = i0_ + static_cast<uint32_t>(lane / 4 * 2 + (lane & 1));
        const uint32_t y = j0_ + static_cast<uint32_t>(lane >> 1 & 1);
        const auto place = [&](const Surface& surface, const char* what, size_t number) -> uint8_t* {
            uint8_t* bytes = nullptr;
            if (x < surface.pitch && y < surface.height)
                bytes = memory_.at(surface.base + element_offset(surface, x, y), format_bytes[surface.format]);
            if (!bytes)
                fail(what + std::to_string(number) + ": (" + std::to_string(x) + ", " + std::to_string(y) +
                     ") is beyond the surface of " + std::to_string(surface.pitch) + "x" +
                     std::to_string(surface.height));
            return bytes;
        };
        if (!dispatch_.test_before && dispatch_.conditional.bound) {
            uint8_t* bytes = place(dispatch_.conditional, "conditional output ", 0);
            if (!bytes) return;
            const float there = read_element(dispatch_.conditional.format, bytes)[0];
            if (!passes(dispatch_.condition, depth_value_.v[lane], there)) continue;
            if (dispatch_.conditional_mask)
                write_element(dispatch_.conditional.format, {depth_value_.v[lane], 0, 0, 0}, 1, bytes);
        }
        for (size_t o = 0; o < output_count; o++) {
            if (!dispatch_.outputs[o].bound) continue;
            uint8_t* bytes = place(dispatch_.outputs[o], "output ", o);
            if (!bytes) return;
            Element value;
            for (size_t c = 0; c < 4; c++) value[c] = outputs_[o][c].v[lane];
            write_element(dispatch_.outputs[o].format, value, dispatch_.output_mask, bytes);
        }
    }
}

bool Group::run(uint32_t i0, uint32_t j0, uint32_t wanted) {
    fault_ = {};
    i0_ = i0;
    j0_ = j0;
    covered_ = 0;
    Lanes i, j;
    for (int lane = 0; lane < group_size; lane++) {
        const uint32_t x = i0 + static_cast<uint32_t>(lane / 4 * 2 + (lane & 1));
        const uint32_t y = j0 + static_cast<uint32_t>(lane >> 1 & 1);
        i.v[lane] = static_cast<float>(x);
        j.v[lane] = static_cast<float>(y);
        const auto& d = dispatch_.domain;
        if (x < d[0] || x > d[2] || y < d[1] || y > d[3] || !(wanted >> lane & 1)) continue;
        if (dispatch_.test_before && dispatch_.conditional.bound) {
            const Surface& surface = dispatch_.conditional;
            uint8_t* bytes =
                x < surface.pitch && y < surface.height
                    ? memory_.at(surface.base + element_offset(surface, x, y), format_bytes[surface.format])
                    : nullptr;
            if (!bytes) return fail("the conditional buffer does not hold the domain");
            if (!passes(dispatch_.condition, dispatch_.condition_value, read_element(surface.format, bytes)[0]))
                continue;
            if (dispatch_.conditional_mask)
                write_element(surface.format, {dispatch_.condition_value, 0, 0, 0}, 1, bytes);
        }
        covered_ |= 1u << lane;
    }
    if (!covered_) return true;
    // All of a quad runs where some of it is wanted.
    uint32_t quads = (covered_ | covered_ >> 1 | covered_ >> 2 | covered_ >> 3) & 0x11111111u;
    live_ = quads * 15;
    killed_ = branched_ = looped_ = 0;
    counters_.fill(0);
    depth_ = 0;
    loops_.clear();
    calls_.clear();
    index_ = 0;
    predicates_.fill(0);
    predicates_written_ = 0;
    result_valid_ = false;
    fetching_.fill(0);
    fresh_.fill(false);
    fetching_any_ = unacquired_ = fresh_any_ = fresh_predicate_ = fresh_result_ = false;
    last_nop_ = true;
    std::memset(defined_.data(), 0, sizeof defined_);
    for (auto& output : outputs_)
        for (Lanes& channel : output) fill(channel, 0);
    fill(depth_value_, 0);
    if (!dispatch_.strict) {
        result_ = 0;
        for (auto& reg : temporaries_)
            for (Lanes& channel : reg) fill(channel, 0);
    }
    auto& position = temporaries_[dispatch_.position_register];
    position[0] = i;
    position[1] = j;
    fill(position[2], 0);
    fill(position[3], 1);
    defined_[dispatch_.position_register].fill(all_lanes);

    const auto processors = static_cast<uint64_t>(std::popcount(covered_));
    uint64_t executed = 0;
    const auto end = static_cast<uint32_t>(steps_.size());
    for (pc_ = 0;; pc_ = next_) {
        if (pc_ >= end) return fail("execution leaves the program");
        if (++executed > dispatch_.most_instructions) return fail("given up: too many instructions");
        const Step& step = steps_[pc_];
        next_ = pc_ + 1;
        if (!check_hazards(step)) return false;
        if (step.slot.type == Flow)
            flow(step);
        else if (step.slot.type == Texture)
            texture(step);
        else
            alu(step);
        if (failed()) return false;
        if (pc_ + 1 == end) break;
    }
    instructions_ += executed * processors;
    if (fetching_any_ && dispatch_.strict) return fail("ends before all lookups have landed");
    store_outputs();
    return !failed();
}

}  // namespace machines::ctm
