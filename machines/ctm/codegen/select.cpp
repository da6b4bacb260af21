#include <algorithm>
#include <bit>
#include <cmath>

#include "machines/ctm/codegen/selector.h"

namespace machines::ctm {

void Selector::refuse(const Instruction& instruction, std::string_view reason) {
    generated_.errors.push_back(
        {instruction.where,
         std::string(spelling(instruction.opcode)) + " cannot be expressed on CTM: " + std::string(reason),
         {}});
}

int Selector::temporary_of(int reg) {
    const auto [it, added] = temporaries_.try_emplace(reg, 0);
    if (added) it->second = scratch();
    return it->second;
}

int Selector::attribute(int index) {
    const auto [it, added] = attributes_.try_emplace(index, 0);
    if (added) {
        it->second = scratch();
        Op op;
        op.type = Texture;
        op.tex_op = tex_ld;
        op.tex_id = static_cast<uint16_t>(next_input_--);
        op.unscaled = true;
        op.coordinate = position_value;
        op.coordinate_select = {0, 1, 0, 0};
        op.destination = it->second;
        op.mask = 15;
        prologue_.push_back(op);
        generated_.attributes.push_back({static_cast<uint32_t>(index), op.tex_id});
    }
    return it->second;
}

uint32_t Selector::constant_of(int parameter) {
    const Binding& binding = program_.parameters[static_cast<size_t>(parameter)];
    if (binding.kind == BindingKind::Constant) {
        std::array<float, 4> value;
        for (size_t i = 0; i < 4; i++) value[i] = std::bit_cast<float>(binding.constant[i]);
        return static_cast<uint32_t>(literal(value));
    }
    const auto [it, added] = constants_.try_emplace(parameter, next_constant_);
    if (added) {
        generated_.constants.push_back({static_cast<uint32_t>(parameter), static_cast<uint32_t>(next_constant_)});
        next_constant_++;
    }
    return static_cast<uint32_t>(it->second);
}

int Selector::literal(const std::array<float, 4>& value) {
    std::array<uint32_t, 4> bits;
    for (size_t i = 0; i < 4; i++) bits[i] = std::bit_cast<uint32_t>(value[i]);
    const auto [it, added] = literals_.try_emplace(bits, next_constant_);
    if (added) {
        generated_.object.literals.push_back({static_cast<uint32_t>(next_constant_), bits});
        next_constant_++;
    }
    return it->second;
}

Source Selector::plain(int reg) {
    Source s;
    s.file = Source::Register;
    s.index = s.alpha = reg;
    s.select = {0, 1, 2, 3};
    return s;
}
Source Selector::number(uint8_t select) {
    Source s;
    s.select.fill(select);
    return s;
}
Source Selector::value(float x) {
    const float size = std::fabs(x);
    Source s;
    if (size == 0 || size == 0.5f || size == 1) {
        s.select.fill(size == 0 ? channel_zero : size == 1 ? channel_one : channel_half);
    } else {
        const auto code = inline_code(size);
        s.file = code ? Source::Inline : Source::Constant;
        s.index = s.alpha = code ? *code : literal({size, size, size, size});
        s.uniform = true;
        s.select.fill(channel_r);
    }
    s.negate = std::signbit(x);
    return s;
}
Source Selector::lane(Source s, int channel) {
    s.select.fill(s.select[static_cast<size_t>(channel)]);
    return s;
}
Source Selector::order(Source s, std::array<uint8_t, 4> swizzle) {
    const Source old = s;
    for (size_t i = 0; i < 4; i++) s.select[i] = old.select[swizzle[i]];
    return s;
}
Source Selector::minus(Source s) {
    s.negate = !s.negate;
    return s;
}
Source Selector::magnitude(Source s) {
    s.absolute = true;
    s.negate = false;
    return s;
}

// Numbers that selectors and one inline or repeated constant give, all of one sign.
std::optional<Source> Selector::literal_operand(const std::array<float, 4>& values, uint32_t lanes) {
    Source s;
    std::optional<float> size;
    std::optional<bool> negative;
    for (size_t i = 0; i < 4; i++) {
        if (!(lanes >> i & 1)) continue;
        const float x = values[i], m = std::fabs(x);
        if (m == 0) {
            if (std::signbit(x)) return std::nullopt;  // selectors have no negative zero
            s.select[i] = channel_zero;
            continue;
        }
        if (negative && *negative != std::signbit(x)) return std::nullopt;
        negative = std::signbit(x);
        if (m == 0.5f || m == 1) {
            s.select[i] = m == 1 ? channel_one : channel_half;
        } else if (!std::isnan(m) && (!size || *size == m)) {
            size = m;
            s.select[i] = channel_r;
        } else {
            return std::nullopt;
        }
    }
    s.negate = negative.value_or(false);
    if (!size) return s;
    const auto code = inline_code(*size);
    if (!code && next_constant_ >= float_constant_count) return std::nullopt;
    s.file = code ? Source::Inline : Source::Constant;
    s.index = s.alpha = code ? *code : literal({*size, *size, *size, *size});
    s.uniform = true;
    return s;
}

// The operand, of which `lanes` are read. What the units cannot take as it is goes through a register.
Source Selector::operand(const Instruction& instruction, size_t n, uint32_t lanes) {
    const Operand& from = instruction.operands[n];
    const Variable& variable = program_.variables[static_cast<size_t>(from.variable)];
    const int reg = variable.register_of(from.element);
    Source s;
    for (size_t i = 0; i < 4; i++) {
        const uint8_t swizzle = from.swizzle[from.scalar ? 0 : i];
        s.select[i] = swizzle == swizzle_zero  ? uint8_t{channel_zero}
                      : swizzle == swizzle_one ? uint8_t{channel_one}
                                               : swizzle;
    }
    s.absolute = from.absolute;
    const uint32_t negated = from.scalar ? (from.negate & 1 ? 15u : 0u) : from.negate;
    s.negate = (negated & lanes) != 0;
    const bool mixed = (negated & lanes) != 0 && (negated & lanes) != lanes;
    if (from.file == RegisterFile::Attribute) {
        s.file = Source::Register;
        s.index = s.alpha = attribute(reg);
    } else if (from.file == RegisterFile::Temporary) {
        s.file = Source::Register;
        s.index = s.alpha = temporary_of(reg);
    } else {
        const Binding& binding = program_.parameters[static_cast<size_t>(reg)];
        if (binding.kind == BindingKind::Constant) {
            std::array<float, 4> values{};
            for (size_t i = 0; i < 4; i++) {
                if (s.select[i] > channel_a)
                    values[i] = s.select[i] == channel_one ? 1.0f : 0.0f;
                else
                    values[i] = std::bit_cast<float>(binding.constant[s.select[i]]);
                if (from.absolute) values[i] = std::fabs(values[i]);
                if (negated >> i & 1) values[i] = -values[i];
            }
            if (const auto small = literal_operand(values, lanes)) return *small;
            if (mixed) {
                s = plain(literal(values));
                s.file = Source::Constant;
                return s;
            }
        }
        s.file = Source::Constant;
        s.index = s.alpha = static_cast<int>(constant_of(reg));
    }
    if (!mixed) return s;
    // Signs of single components: a factor.
    s.negate = false;
    std::array<float, 4> signs;
    for (size_t i = 0; i < 4; i++) signs[i] = negated >> i & 1 ? -1.0f : 1.0f;
    Source factor = plain(literal(signs));
    factor.file = Source::Constant;
    const int t = scratch();
    append(op_mad, temporary(t, lanes), s, factor, number(channel_zero));
    return plain(t);
}

Selector::Target Selector::target(const Instruction& instruction) {
    Target t;
    const Destination& result = instruction.result;
    t.mask = result.write_mask;
    t.clamp = instruction.saturation == Saturation::Unsigned;
    if (result.variable < 0 || result.file == RegisterFile::None) return t;
    const int reg = program_.variables[static_cast<size_t>(result.variable)].register_of(result.element);
    if (result.file == RegisterFile::Result) {
        const Binding& binding = program_.results[static_cast<size_t>(reg)];
        if (binding.kind == BindingKind::Depth) {
            t.output = output_count;
            t.mask &= 4;
        } else {
            t.output = binding.index;
        }
        return t;
    }
    t.reg = temporary_of(reg);
    return t;
}

// Where the lanes of a half's result go, and how.
void Selector::write_to(Half& half, const Target& t, uint32_t lanes) {
    if (!half.on || !lanes) return;
    half.clamp = t.clamp;
    half.predicated = t.predicated;
    if (t.output == output_count) return;  // the depth is no lane of an output
    if (t.output >= 0) {
        half.output = t.output;
        half.output_mask = lanes;
    } else if (t.reg >= 0) {
        half.destination = t.reg;
        half.mask = lanes;
    }
}

// Depth is what the alpha unit writes, so it is computed there, from the operands' z.
void Selector::append(Operations ops, const Target& t, Source a, Source b, Source c) {
    if (!t.mask) return;
    const bool depth = t.output == output_count;
    uint32_t mask = t.mask;
    if (depth) {
        for (Source* s : {&a, &b, &c}) *s = lane(*s, 2);
        mask = alpha_lane;
    }
    Op op;
    op.type = t.output >= 0 ? Output : Alu;
    for (const bool alpha : {false, true}) {
        const uint32_t lanes = mask & (alpha ? alpha_lane : rgb_lanes);
        if (!lanes) continue;
        Half& h = alpha ? op.alpha : op.rgb;
        h.on = true;
        h.op = ops.of(alpha);
        h.source = {a, b, c};
        h.depth = depth;
        write_to(h, t, lanes);
    }
    ops_.push_back(op);
}

void Selector::move(const Target& t, const Source& a) {
    if (!t.mask) return;
    append(op_max, t, a, a);
    // Bits pass untouched, where nothing clamps them.
    if (!t.clamp) ops_.back().rgb.omod = ops_.back().alpha.omod = omod_disabled;
}

void Selector::dot(uint16_t code, const Target& t, const Source& a, const Source& b, const Source& c) {
    if (!t.mask) return;
    const bool depth = t.output == output_count;
    const uint32_t rgb = depth ? 0 : t.mask & rgb_lanes, alpha = depth || t.mask & alpha_lane ? alpha_lane : 0;
    Op op;
    op.type = t.output >= 0 ? Output : Alu;
    op.rgb.on = true;
    op.rgb.op = code;
    op.rgb.source = {a, b, c};
    if (alpha || code == rgb_dp4) {
        op.alpha.on = true;
        op.alpha.op = alpha ? alpha_dp : alpha_mad;
        if (code == rgb_dp4) op.alpha.source = {a, b, {}};
        op.alpha.depth = depth;
    }
    write_to(op.rgb, t, rgb);
    write_to(op.alpha, t, alpha);
    ops_.push_back(op);
}

void Selector::scalar(uint16_t code, const Target& t, const Source& a) {
    if (!t.mask) return;
    const bool depth = t.output == output_count;
    const uint32_t rgb = depth ? 0 : t.mask & rgb_lanes, alpha = depth || t.mask & alpha_lane ? alpha_lane : 0;
    Op op;
    op.type = t.output >= 0 ? Output : Alu;
    op.alpha.on = true;
    op.alpha.op = code;
    op.alpha.source[0] = lane(a, 0);
    op.alpha.depth = depth;
    op.rgb.on = rgb != 0;
    if (op.rgb.on) op.rgb.op = rgb_sop;
    write_to(op.rgb, t, rgb);
    write_to(op.alpha, t, alpha);
    ops_.push_back(op);
}

bool Selector::supported(const Instruction& instruction) {
    const size_t before = generated_.errors.size();
    const OpcodeInfo& info = opcode_info(instruction.opcode);
    const bool flows = info.category == OpcodeCategory::Flow;
    if (info.category == OpcodeCategory::Memory || info.category == OpcodeCategory::Image)
        refuse(instruction, "programs have no memory to read and write");
    if (info.category == OpcodeCategory::Other && instruction.opcode != Opcode::Kil)
        refuse(instruction, "there is no such operation");
    if (flows && (instruction.opcode == Opcode::Cali || instruction.opcode == Opcode::Bra))
        refuse(instruction, "jumps and calls go to places that the program names, and nest");
    if (is_64_bit(instruction.type))
        refuse(instruction, "there are no 64-bit numbers");
    else if (instruction.type != DataType::F32 && !flows)
        refuse(instruction, "the ALU computes with floating-point numbers only");
    if (instruction.result.relative.file != RegisterFile::None)
        refuse(instruction, "registers are not indexed by computed values");
    for (size_t i = 0; i < instruction.operand_count; i++) {
        const Operand& from = instruction.operands[i];
        if (from.relative.file != RegisterFile::None)
            refuse(instruction, "registers are not indexed by computed values");
        else if (from.file != RegisterFile::Attribute && from.file != RegisterFile::Temporary &&
                 from.file != RegisterFile::Parameter)
            refuse(instruction, "operands are attributes, temporaries and parameters only");
    }
    for (const ConditionMask& condition : {instruction.result.condition, instruction.condition})
        if (condition.test > ConditionTest::NotNaN)
            refuse(instruction, "condition codes compare with zero and know no carry, overflow or sign bit");
    if (instruction.result.file == RegisterFile::Result) {
        const Variable& variable = program_.variables[static_cast<size_t>(instruction.result.variable)];
        const Binding& binding =
            program_.results[static_cast<size_t>(variable.register_of(instruction.result.element))];
        if (binding.kind == BindingKind::Color && binding.index >= output_count)
            refuse(instruction, "there are four outputs");
        else if (binding.kind != BindingKind::Color && binding.kind != BindingKind::Depth)
            refuse(instruction, "outputs are colours and the depth");
    } else if (instruction.result.file != RegisterFile::None && instruction.result.file != RegisterFile::Temporary) {
        refuse(instruction, "results are temporaries, colours and the depth");
    }
    return generated_.errors.size() == before;
}

void Selector::run() {
    const int32_t start = entry_point(program_);
    if (start != 0) branch(FlowKind::Jump, Decision::Always, main_label);
    unreachable_ = start != 0;
    for (size_t i = 0; i < program_.instructions.size(); i++) {
        begin_labels(static_cast<int32_t>(i));
        if (!unreachable_) select(program_.instructions[i], static_cast<int32_t>(i));
    }
    begin_labels(static_cast<int32_t>(program_.instructions.size()));
    // A routine may end with the text, too.
    if (!unreachable_) close_branches();
    if (!unreachable_ && !in_main_) branch(FlowKind::Return);
    if (jumps_to_end_) branch(FlowKind::Label, Decision::Always, 0);
    const auto limit = [&](bool broken, const char* what) {
        if (broken)
            generated_.errors.push_back(
                {{}, std::string("the program cannot be expressed on CTM: it needs more than ") + what, {}});
    };
    limit(next_constant_ > float_constant_count, "256 constants");
    limit(next_integer_ > integer_constant_count, "32 loop counts");
    limit(static_cast<int>(attributes_.size()) + std::bit_width(units_) > input_count, "16 inputs");
    ops_.insert(ops_.begin(), prologue_.begin(), prologue_.end());
}

}  // namespace machines::ctm
