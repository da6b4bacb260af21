#include "machines/tegra/emulator/fragment_pipeline.h"

#include <algorithm>
#include <bit>
#include <bitset>
#include <cmath>

#include "ir/check.h"
#include "machines/tegra/isa/numbers.h"

namespace machines::tegra {

// ---- rules that are inferred or chosen ---------------------------------------------------------------------------

namespace {

// The step before ex2, sin and cos (preex2, presin, precos) lies in an EXEC before them, or it is a fault.
constexpr bool pre_step_needs_an_exec_before = true;
// Weights of interpolation and the reciprocal they are made from are not rounded to FP20.
constexpr bool weights_are_exact = true;
// What is sent to another ALU is a number of 20 bits.
constexpr bool contributions_are_rounded = true;

// EXECs whose MFU runs nothing get the varyings that an earlier EXEC of the batch fetches.
bool inherits_varyings(const Exec& later) { return later.mfu.empty(); }

// Steps of a result, in this order.
double scaled(double value, uint32_t scale) {
    switch (scale) {
        case scale_2: return value * 2;
        case scale_4: return value * 4;
        case scale_half: return value / 2;
        default: return value;
    }
}
double saturated(double value) { return value > 0 ? std::min(value, 1.0) : 0; }  // NaN: 0
double compared(double value, uint32_t compare) {
    switch (compare) {
        case compare_equal: return value == 0;
        case compare_greater: return value > 0;
        case compare_greater_equal: return value >= 0;
        default: return value;
    }
}
double finished(const Alu& slot, double value) {
    value = scaled(value, slot.scale);
    if (slot.saturate) value = saturated(value);
    return compared(value, slot.compare);
}

// Absolute value, then twice, then minus one, then the sign.
double modified(double value, bool absolute, bool twice, bool minus_one, bool negate) {
    if (absolute) value = std::fabs(value);
    if (twice) value *= 2;
    if (minus_one) value -= 1;
    return negate ? -value : value;
}

double smaller(double a, double b) { return a < b ? a : b; }
double larger(double a, double b) { return a > b ? a : b; }

}  // namespace

// ---- the machine -------------------------------------------------------------------------------------------------

namespace {

constexpr uint8_t low_bit = 1, high_bit = 2, both_bits = 3;
inline uint8_t half_bit(bool high) { return high ? high_bit : low_bit; }

// What ALU packets read and write.
struct Registers {
    std::array<uint32_t, row_registers> row{};
    std::array<uint8_t, row_registers> defined{};  // halves
    std::array<uint32_t, global_registers> global{};
    std::bitset<condition_registers> condition, condition_defined;
    std::array<uint32_t, fragment_uniforms> uniform{};
};
// What an EXEC's packets wrote.
struct Written {
    std::array<uint8_t, row_registers> row{};
    std::array<uint8_t, global_registers> global{};
    std::bitset<condition_registers> condition;
};

struct Fragment {
    Registers registers;
    std::array<double, 2> coefficient{}, weight{};
    double w = 0;
    bool weights_set = false;
    // Row registers that hold what a step before a special function left, and in which EXEC.
    std::array<uint32_t, row_registers> prepared{};  // the special function; 0: none
    std::array<int, row_registers> prepared_in{};
    uint32_t position_x = 0, position_y = 0, face = 0;
    double z = 0;
    bool killed = false;
};

uint32_t main_step(uint32_t operation) {
    switch (operation) {
        case sfu_preex2: return sfu_ex2;
        case sfu_presin: return sfu_sin;
        case sfu_precos: return sfu_cos;
        default: return sfu_none;
    }
}
bool needs_pre_step(uint32_t operation) { return operation == sfu_ex2 || operation == sfu_sin || operation == sfu_cos; }

using BusySlots = std::vector<std::vector<uint8_t>>;
constexpr size_t no_number = ~size_t{0};

class Run {
  public:
    Run(const FragmentCode& code, const BusySlots& busy, FragmentMemory& memory, const FragmentTriangle& triangle,
        const FragmentQuad& quad, const FragmentState& state);
    FragmentResult result();

  private:
    void fault(const std::string& reason) {
        if (result_.fault.empty())
            result_.fault = "EXEC " + std::to_string(exec_) + ", " + std::string(unit_) + ": " + reason;
    }
    // The number stands between the words.
    void strictly(bool good, std::string_view reason, size_t number = no_number, std::string_view rest = {}) {
        if (!good && state_.strict)
            fault(std::string(reason) + (number == no_number ? std::string() : std::to_string(number)) +
                  std::string(rest));
    }
    bool failed() const { return !result_.fault.empty(); }

    void batch(size_t first);
    void load(const Exec& exec, size_t row);
    void functions(const Exec& exec, size_t row, size_t batch_end);
    void function(const Mfu& word, size_t row, bool first, size_t batch_end, Fragment& fragment);
    void store_row(Fragment& fragment, size_t reg, uint32_t bits) {
        fragment.registers.row[reg] = bits & fp20_mask;
        fragment.registers.defined[reg] = both_bits;
        fragment.prepared[reg] = sfu_none;
    }
    double row_value(Fragment& fragment, size_t reg) {
        strictly(fragment.registers.defined[reg] == both_bits, "r", reg, " is undefined");
        return fp20_value(fragment.registers.row[reg]);
    }
    uint32_t varying(const Fragment& fragment, const TramComponent& component, uint32_t operation, bool saturate);
    void look_up(const Exec& exec, size_t row);
    void packets(const Exec& exec, Registers& registers, Written& written, Fragment& fragment);
    // A packet for a fragment; `results`: of the packet before, then of this one.
    struct PacketRun {
        const Packet& packet;
        bool first;  // of its EXEC
        Registers& registers;
        Written& written;
        Fragment& fragment;
        std::array<uint32_t, 4>& results;
    };
    struct Summands {
        double base = 0, second = 0;
    };
    void packet(const PacketRun& at, uint8_t busy);
    uint32_t selected(const PacketRun& at, uint32_t selector, uint8_t halves);
    Summands computed(const PacketRun& at, const Alu& slot);
    uint32_t rounded(const Alu& slot, double value, double second);
    void write(const PacketRun& at, const Alu& slot, uint32_t bits, double value,
               std::array<uint8_t, row_registers>& now);
    void store(const Exec& exec, size_t row);
    void merge(const Registers& from, const Written& written, Registers& to, Written& all);

    const FragmentCode& code_;
    const BusySlots& busy_;
    FragmentMemory& memory_;
    const FragmentTriangle& triangle_;
    const FragmentQuad& quad_;
    const FragmentState& state_;
    std::array<Fragment, quad_size> fragments_;
    FragmentResult result_;
    size_t exec_ = 0;
    std::string_view unit_;
};

Run::Run(const FragmentCode& code, const BusySlots& busy, FragmentMemory& memory, const FragmentTriangle& triangle,
         const FragmentQuad& quad, const FragmentState& state)
    : code_(code), busy_(busy), memory_(memory), triangle_(triangle), quad_(quad), state_(state) {
    for (size_t i = 0; i < quad_size; i++) {
        Fragment& fragment = fragments_[i];
        fragment.registers.uniform = state.uniforms;
        fragment.coefficient = barycentric_coefficients(quad.barycentric[i], triangle.w);
        fragment.w = quad.given ? quad.given->w[i] : interpolated_w(quad.barycentric[i], triangle.w);
        fragment.position_x = position_x_register(quad.x + static_cast<int>(i & 1));
        fragment.position_y = position_y_register(quad.y + static_cast<int>(i >> 1), state.target_height);
        fragment.face = face_register(triangle.front);
        fragment.z = quad.z[i];
    }
}

void Run::load(const Exec& exec, size_t row) {
    if (!exec.pseq.enable) return;
    unit_ = "PSEQ";
    for (size_t i = 0; i < quad_size; i++) {
        Rgba8 value{};
        if (quad_.covered[i] &&
            !memory_.read_target(static_cast<int>(exec.pseq.target), quad_.x + static_cast<int>(i & 1),
                                 quad_.y + static_cast<int>(i >> 1), value))
            return fault("there is no target " + std::to_string(exec.pseq.target));
        const size_t reg = row * registers_per_row + (exec.pseq.upper ? 2 : 0);
        store_row(fragments_[i], reg, pair_of(fx10_of_byte(value[0]), fx10_of_byte(value[1])));
        store_row(fragments_[i], reg + 1, pair_of(fx10_of_byte(value[2]), fx10_of_byte(value[3])));
    }
}

// Two FX10 of a varying that is given are the same number twice.
uint32_t given_varying(float value, uint32_t operation, bool saturate) {
    const double x = saturate ? saturated(static_cast<double>(value)) : static_cast<double>(value);
    return operation == var_float ? fp20_round(x) : pair_of(fx10_round(x), fx10_round(x));
}

uint32_t Run::varying(const Fragment& fragment, const TramComponent& component, uint32_t operation, bool saturate) {
    const auto interpolated = [&](auto value) {
        double x = 0;
        if (component.flat)
            x = value(component.vertex[static_cast<size_t>(triangle_.provoking)]);
        else
            x = fragment.weight[0] * value(component.vertex[0]) + fragment.weight[1] * value(component.vertex[1]) +
                (1 - fragment.weight[0] - fragment.weight[1]) * value(component.vertex[2]);
        return saturate ? saturated(x) : x;
    };
    if (operation == var_float) return fp20_round(interpolated([](uint32_t bits) { return fp20_value(bits); }));
    return pair_of(fx10_round(interpolated([](uint32_t bits) { return fx10_value(low_half(bits)); })),
                   fx10_round(interpolated([](uint32_t bits) { return fx10_value(high_half(bits)); })));
}

void Run::function(const Mfu& word, size_t row, bool first, size_t batch_end, Fragment& fragment) {
    const size_t base = row * registers_per_row;
    double special = 0, special_exact = 0;
    const bool has_special = word.sfu_op != sfu_none && word.sfu_register <= sfu_register_w;
    if (has_special) {
        const bool of_w = word.sfu_register == sfu_register_w;
        strictly(!of_w || first, "the interpolated w is there for the first instruction only");
        const size_t reg = base + word.sfu_register;
        if (!of_w && needs_pre_step(word.sfu_op)) {
            strictly(fragment.prepared[reg] == word.sfu_op, "a special function without the step before it");
            strictly(!pre_step_needs_an_exec_before || fragment.prepared_in[reg] != static_cast<int>(exec_),
                     "a special function in the EXEC of the step before it");
        }
        const double argument = of_w ? fragment.w : row_value(fragment, reg);
        special_exact = special_function(word.sfu_op, argument);
        const uint32_t rounded = fp20_round(special_exact);
        special = fp20_value(rounded);
        if (!of_w) {
            store_row(fragment, reg, main_step(word.sfu_op) != sfu_none ? fragment.registers.row[reg] : rounded);
            fragment.prepared[reg] = main_step(word.sfu_op);
            fragment.prepared_in[reg] = static_cast<int>(exec_);
        }
    }
    std::array<double, 2> product{};
    for (size_t m = 0; m < 2; m++) {
        const MulMembers& members = mul_members[m];
        const uint32_t target = word.*members.target;
        if (target == mul_none) continue;
        double value = 1;
        for (const uint32_t source : {word.*members.source0, word.*members.source1}) {
            switch (source) {
                case mul_source_sfu:
                    strictly(has_special, "the result of no special function");
                    value *= target == mul_weight && weights_are_exact ? special_exact : special;
                    break;
                case mul_source_bar0: value *= fragment.coefficient[0]; break;
                case mul_source_bar1: value *= fragment.coefficient[1]; break;
                case mul_source_one: break;
                default: value *= source < registers_per_row ? row_value(fragment, base + source) : 0;
            }
        }
        product[m] = value;
    }
    for (size_t m = 0; m < 2; m++) {
        const uint32_t target = word.*mul_members[m].target;
        if (target == mul_weight) {
            fragment.weight[m] = product[m];
            fragment.weights_set = true;
        } else if (target >= mul_row0) {
            store_row(fragment, base + target - mul_row0, fp20_round(product[m]));
        }
    }
    for (size_t i = 0; i < 4; i++) {
        const VarMembers& members = var_members[i];
        if (word.*members.op == var_none) {
            if (i != 3 || !(word.*members.saturate)) continue;
            strictly(triangle_.selects_z, "depth, and no instruction of the linker selects z");
            store_row(fragment, base + 3, depth_register(fragment.z));
            continue;
        }
        const TramComponent& component = triangle_.tram[word.*members.row][i];
        if (!component.written)
            strictly(false, "component " + std::to_string(i) + " of row ", word.*members.row, " is not linked");
        strictly(fragment.weights_set || component.flat, "a varying before the weights are set");
        const bool saturate = word.*members.saturate != 0;
        const uint32_t bits =
            quad_.given
                ? given_varying(
                      quad_.given->value[static_cast<size_t>(&fragment - fragments_.data())][word.*members.row][i],
                      word.*members.op, saturate)
                : varying(fragment, component, word.*members.op, saturate);
        store_row(fragment, base + i, bits);
        for (size_t later = exec_ + 1; later < batch_end; later++)
            if (inherits_varyings(code_.execs[later]))
                store_row(fragment, (row + later - exec_) * registers_per_row + i, bits);
    }
}

void Run::functions(const Exec& exec, size_t row, size_t batch_end) {
    unit_ = "MFU";
    for (size_t n = 0; n < exec.mfu.size(); n++)
        for (Fragment& fragment : fragments_) function(exec.mfu[n], row, n == 0, batch_end, fragment);
}

void Run::look_up(const Exec& exec, size_t row) {
    if (!exec.tex.enable) return;
    unit_ = "TEX";
    const size_t base = row * registers_per_row;
    const std::array<size_t, 4> from =
        exec.tex.upper_coordinates ? std::array<size_t, 4>{2, 3, 0, 1} : std::array<size_t, 4>{0, 1, 2, 3};
    TextureRequest request;
    request.unit = static_cast<int>(exec.tex.sampler);
    request.has_bias = exec.tex.bias != 0;
    for (size_t i = 0; i < quad_size; i++) {
        for (size_t c = 0; c < 2; c++)
            request.coordinate[i][c] = static_cast<float>(row_value(fragments_[i], base + from[c]));
        if (request.has_bias) request.bias[i] = static_cast<float>(row_value(fragments_[i], base + from[3]));
    }
    std::array<Rgba8, quad_size> texels{};
    if (!memory_.look_up(request, texels)) return fault("there is no texture " + std::to_string(request.unit));
    for (size_t i = 0; i < quad_size; i++) {
        const size_t reg = base + (exec.tex.upper_result ? 2 : 0);
        const Rgba8& texel = texels[i];
        store_row(fragments_[i], reg, pair_of(fx10_of_byte(texel[0]), fx10_of_byte(texel[1])));
        store_row(fragments_[i], reg + 1, pair_of(fx10_of_byte(texel[2]), fx10_of_byte(texel[3])));
    }
}

// What an operand's selector stands for; `halves`: those that are looked at.
uint32_t Run::selected(const PacketRun& at, uint32_t selector, uint8_t halves) {
    const Registers& registers = at.registers;
    if (selector < register_global0) {
        strictly((registers.defined[selector] & halves) == halves, "r", selector, " is undefined");
        return registers.row[selector];
    }
    if (selector < register_alu0) return registers.global[selector - register_global0];
    if (selector < register_constant0) {
        strictly(!at.first, "alu", selector - register_alu0, " before the first packet of an EXEC");
        return at.results[selector - register_alu0];
    }
    const Constants& constants = at.packet.constants;
    if (selector < register_zero_one)
        return std::array<uint32_t, 3>{constants.value0, constants.value1,
                                       constants.value2}[selector - register_constant0];
    if (selector == register_zero_one) return pair_of(0, 0x100);
    if (selector < register_condition0) return registers.uniform[selector - register_uniform0];
    if (is_condition(selector)) {
        const size_t low = 2 * (selector - register_condition0);
        for (size_t h = 0; h < 2; h++)
            strictly(!(halves >> h & 1) || registers.condition_defined[low + h], "cr", low + h, " is undefined");
        return pair_of(registers.condition[low] ? 0x100 : 0, registers.condition[low + 1] ? 0x100 : 0);
    }
    return selector == register_position_x   ? at.fragment.position_x
           : selector == register_position_y ? at.fragment.position_y
           : selector == register_coverage   ? coverage_register()
           : selector == register_face       ? at.fragment.face
                                             : 0;
}

// The two summands, or the ALU's one value and nothing.
Run::Summands Run::computed(const PacketRun& at, const Alu& slot) {
    const auto value_of = [&](uint32_t selector, bool fixed, bool high) {
        return fixed ? fx10_value(half_of(selected(at, selector, half_bit(high)), high))
                     : fp20_value(selected(at, selector, both_bits));
    };
    const auto allowed = [&](bool minus_one, bool fixed) {
        strictly(!minus_one || takes_one_from(fixed), "whether one is taken from a number of 20 bits is not known");
    };
    std::array<double, 3> operand{};
    for (size_t n = 0; n < 3; n++) {
        const OperandMembers& m = operand_members[n];
        if (n == 2 && slot.receive) continue;
        allowed(slot.*m.minus_one, slot.*m.fixed);
        operand[n] = modified(value_of(slot.*m.selector, slot.*m.fixed, slot.*m.high), slot.*m.absolute, slot.*m.twice,
                              slot.*m.minus_one, slot.*m.negate);
    }
    double d = 1;
    allowed(slot.d_minus_one, slot.d_fixed);
    if (slot.d_enable)
        d = modified(value_of(slot.d_source ? slot.c_register : slot.b_register, slot.d_fixed, slot.d_high),
                     slot.d_absolute, false, slot.d_minus_one, false);
    const double product = operand[0] * operand[1], other = operand[2] * d;
    switch (slot.opcode) {
        case alu_min: return {smaller(product, other), other};
        case alu_max: return {larger(product, other), other};
        case alu_csel: return {operand[0] < 0 ? operand[1] : other, other};
        default: return {slot.no_addition ? product : product + other, other};
    }
}

uint32_t Run::rounded(const Alu& slot, double value, double second) {
    if (slot.no_addition) {
        strictly(slot.write_low != slot.write_high, "what MUL does with both halves or none is not known");
        const uint32_t one = fx10_round(value), two = fx10_round(finished(slot, second));
        return slot.write_low ? pair_of(one, two) : pair_of(two, one);
    }
    if (slot.write_low != slot.write_high) return with_half(0, slot.write_high != 0, fx10_round(value));
    return fp20_round(value);
}

// `now`: halves of row registers that the packet's ALUs have written.
void Run::write(const PacketRun& at, const Alu& slot, uint32_t bits, double value,
                std::array<uint8_t, row_registers>& now) {
    Registers& registers = at.registers;
    const auto halves = static_cast<uint8_t>(
        slot.no_addition ? both_bits : (slot.write_low ? low_bit : 0) | (slot.write_high ? high_bit : 0));
    const auto put = [&](uint32_t& to) {
        to = halves == both_bits ? bits
             : halves == 0       ? to
                                 : with_half(to, halves == high_bit, half_of(bits, halves == high_bit));
    };
    const uint32_t target = slot.target;
    if (target < register_global0) {
        strictly(!(now[target] & halves), "two ALUs write r", target);
        now[target] |= halves;
        put(registers.row[target]);
        registers.defined[target] |= halves;
        at.written.row[target] |= halves;
    } else if (target < register_alu0) {
        put(registers.global[target - register_global0]);
        at.written.global[target - register_global0] |= halves;
    } else if (target >= register_uniform0 && target < register_condition0) {  // eight have names
        strictly(false, "what a write of a uniform does is not known");
        put(registers.uniform[target - register_uniform0]);
    } else if (is_condition(target)) {
        const size_t n = 2 * (target - register_condition0) + slot.write_high;
        registers.condition[n] = value != 0;
        registers.condition_defined[n] = at.written.condition[n] = true;
    } else if (target == register_kill) {
        at.fragment.killed |= value != 0;
    }
}

// One packet: all operands are read before any result is written.
void Run::packet(const PacketRun& at, uint8_t busy) {
    const size_t count = at.packet.has_constants ? 3 : 4;
    const auto idle = [&](size_t slot) { return !(busy >> slot & 1); };
    std::array<Summands, 4> summands{};
    for (size_t i = 0; i < count; i++)
        if (!idle(i)) summands[i] = computed(at, at.packet.slots[i]);
    std::array<uint32_t, 4> bits{};
    std::array<double, 4> value{};
    for (size_t i = 0; i < count; i++) {
        if (idle(i)) continue;
        const Alu& slot = at.packet.slots[i];
        double sum = summands[i].base;
        const std::array<bool, 4> from = slot.receive ? accumulated(at.packet.slots, i) : std::array<bool, 4>{};
        for (size_t j = 0; j < count && slot.receive; j++) {
            const double sent = summands[j].base;
            if (from[j]) sum += contributions_are_rounded ? fp20_value(fp20_round(sent)) : sent;
        }
        value[i] = finished(slot, sum);
        bits[i] = rounded(slot, value[i], summands[i].second);
    }
    std::array<uint8_t, row_registers> now{};
    for (size_t i = 0; i < count; i++)
        if (!idle(i)) write(at, at.packet.slots[i], bits[i], value[i], now);
    at.results = bits;
}

void Run::packets(const Exec& exec, Registers& registers, Written& written, Fragment& fragment) {
    std::array<uint32_t, 4> results{};
    for (size_t n = 0; n < exec.alu.size(); n++)
        packet({exec.alu[n], n == 0, registers, written, fragment, results}, busy_[exec_][n]);
}

// Into what the batch leaves: where two EXECs wrote the same, the later wins.
void Run::merge(const Registers& from, const Written& written, Registers& to, Written& all) {
    for (size_t r = 0; r < row_registers; r++) {
        strictly(!(all.row[r] & written.row[r]), "r", r, " is written by two EXECs of a batch");
        all.row[r] |= written.row[r];
        for (bool high : {false, true})
            if (written.row[r] & half_bit(high)) to.row[r] = with_half(to.row[r], high, half_of(from.row[r], high));
        to.defined[r] |= written.row[r];
    }
    for (size_t g = 0; g < global_registers; g++)
        for (bool high : {false, true})
            if (written.global[g] & half_bit(high))
                to.global[g] = with_half(to.global[g], high, half_of(from.global[g], high));
    for (size_t c = 0; c < condition_registers; c++)
        if (written.condition[c]) {
            to.condition[c] = from.condition[c];
            to.condition_defined[c] = true;
        }
}

void Run::store(const Exec& exec, size_t row) {
    if (!exec.dw.enable) return;
    unit_ = "DW";
    for (size_t i = 0; i < quad_size && !failed(); i++) {
        Fragment& fragment = fragments_[i];
        if (!quad_.covered[i] || fragment.killed) continue;
        const int x = quad_.x + static_cast<int>(i & 1), y = quad_.y + static_cast<int>(i >> 1);
        if (exec.dw.stencil) {
            if (!memory_.write_stencil(x, y)) fault("there is no stencil");
            continue;
        }
        const size_t reg = row * registers_per_row + (exec.dw.upper ? 2 : 0);
        for (size_t r = reg; r < reg + 2; r++)
            strictly(fragment.registers.defined[r] == both_bits, "r", r, " is undefined");
        const uint32_t first = fragment.registers.row[reg], second = fragment.registers.row[reg + 1];
        const Rgba8 value{byte_of_fx10(low_half(first)), byte_of_fx10(high_half(first)), byte_of_fx10(low_half(second)),
                          byte_of_fx10(high_half(second))};
        if (!memory_.write_target(static_cast<int>(exec.dw.target), x, y, value))
            fault("there is no target " + std::to_string(exec.dw.target));
    }
}

void Run::batch(size_t first) {
    const size_t end = std::min(first + static_cast<size_t>(code_.rows), code_.execs.size());
    for (exec_ = first; exec_ < end && !failed(); exec_++) {
        load(code_.execs[exec_], exec_ - first);
        functions(code_.execs[exec_], exec_ - first, end);
        look_up(code_.execs[exec_], exec_ - first);
    }
    unit_ = "ALU";
    size_t computing = 0, only = first;
    for (size_t e = first; e < end; e++)
        if (!code_.execs[e].alu.empty()) {
            computing++;
            only = e;
        }
    for (Fragment& fragment : fragments_) {
        if (!computing) break;
        Written all;
        if (computing == 1) {
            exec_ = only;
            packets(code_.execs[only], fragment.registers, all, fragment);
        } else {
            const Registers start = fragment.registers;
            for (exec_ = first; exec_ < end && !failed(); exec_++) {
                if (code_.execs[exec_].alu.empty()) continue;
                Registers own = start;
                Written written;
                packets(code_.execs[exec_], own, written, fragment);
                merge(own, written, fragment.registers, all);
            }
        }
        for (size_t r = 0; r < row_registers; r++)
            if (all.row[r]) fragment.prepared[r] = sfu_none;
    }
    for (exec_ = first; exec_ < end && !failed(); exec_++) store(code_.execs[exec_], exec_ - first);
}

FragmentResult Run::result() {
    for (size_t first = 0; first < code_.execs.size() && !failed(); first += static_cast<size_t>(code_.rows))
        batch(first);
    for (size_t i = 0; i < quad_size; i++) result_.killed[i] = fragments_[i].killed;
    return result_;
}

}  // namespace

FragmentPipeline::FragmentPipeline(const FragmentCode& code, FragmentMemory& memory) : code_(code), memory_(memory) {
    complaint_ = tegra::complaint(code);
    code_.rows = std::clamp(code_.rows, 1, max_rows);
    ASMGL_CHECK_EQ(lack_of_room(code_), "");
    if (complaint_.empty() && code.execs.size() % static_cast<size_t>(code_.rows))
        complaint_ = "the EXECs are not whole batches of " + std::to_string(code.rows);
    for (const Exec& exec : code.execs) {
        for (std::vector<uint8_t>& busy = busy_.emplace_back(); const Packet& packet : exec.alu) {
            busy.push_back(0);
            for (size_t i = 0; i < packet.slots.size(); i++)
                if (packet.slots[i] != alu_nop()) busy.back() |= static_cast<uint8_t>(1 << i);
        }
        if (exec.alu_complement && complaint_.empty()) complaint_ = "what the ALU complement does is not known";
        for (const Packet& packet : exec.alu)
            for (const Alu& slot : packet.slots) kills_ |= slot.target == register_kill;
    }
}

FragmentResult FragmentPipeline::run(const FragmentTriangle& triangle, const FragmentQuad& quad,
                                     const FragmentState& state) const {
    if (state.strict && !complaint_.empty()) return {{}, complaint_};
    return Run(code_, busy_, memory_, triangle, quad, state).result();
}

}  // namespace machines::tegra
