// How: each instruction becomes a few Ops whose registers are virtual (select), Ops that use only one of the two units
// are paired, registers are given, and at last come what the machine wants between instructions: semaphores, ALU_WAIT
// and NOP.
#include "arbasm/targets/ctm/generate.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <optional>

#include "arbasm/lower/expand_fog.h"

namespace arbasm::ctm {
namespace {

constexpr int pairing_reach = 16;  // instructions that a half looks ahead for its other half

// A source: what an address names, and how its channels are used. Selectors are ChannelSelect.
struct Source {
    enum File : uint8_t { None, Register, Constant, Inline } file = None;
    int index = 0;
    std::array<uint8_t, 4> select{channel_zero, channel_zero, channel_zero, channel_zero};
    bool negate = false, absolute = false;
    bool presubtract = false;  // reads srcp; the Op names its sources
};

struct Half {
    bool on = false;
    uint16_t op = 0;
    std::array<Source, 3> source;
    int destination = -1;  // virtual register
    int output = -1;
    uint32_t mask = 0;  // of rgb: 3 bits; of alpha: bit 3
    bool clamp = false;
    uint16_t omod = 0;
};

struct Op {
    uint16_t type = Alu;
    Half rgb, alpha;
    bool depth = false;
    // src1 - src0
    bool subtracts = false;
    std::array<Source, 2> presubtract;
    // Lookups and KIL.
    uint16_t tex_op = 0, tex_id = 0;
    bool unscaled = false;
    int coordinate = -1;
    std::array<uint8_t, 4> coordinate_select{0, 1, 2, 3};
    int destination = -1;
    uint32_t mask = 0;
};

struct Touch {
    int reg;
    uint32_t mask;
};

// Channels of the register that the source reads where lanes in `lanes` are computed.
uint32_t channels_of(const Source& source, uint32_t lanes) {
    uint32_t mask = 0;
    for (size_t i = 0; i < 4; i++)
        if (lanes >> i & 1 && source.select[i] <= channel_a) mask |= 1u << source.select[i];
    return mask;
}
bool is_dot(uint16_t op) { return op >= rgb_dp3 && op <= rgb_d2a; }
// Lanes of the operands that a half reads.
uint32_t lanes_read(const Half& half, bool alpha, size_t operand) {
    if (alpha) return alpha_operands(half.op) >> operand & 1 || (half.op == alpha_dp && operand < 2) ? 8 : 0;
    if (!(rgb_operands(half.op) >> operand & 1)) return 0;
    if (half.op == rgb_d2a) return operand == 2 ? 4 : 3;
    return is_dot(half.op) ? 7 : half.mask;
}

std::vector<Touch> reads(const Op& op) {
    std::vector<Touch> touches;
    const auto add = [&](const Source& source, uint32_t lanes) {
        if (source.file == Source::Register && !source.presubtract)
            if (const uint32_t mask = channels_of(source, lanes)) touches.push_back({source.index, mask});
    };
    if (op.type == Texture) {
        uint32_t mask = 0;
        if (op.tex_op == tex_kill)
            mask = op.mask;
        else
            for (size_t i = 0; i < 4; i++)
                if (i < 2 || (i == 3 && op.tex_op == tex_proj)) mask |= 1u << op.coordinate_select[i];
        touches.push_back({op.coordinate, mask});
        return touches;
    }
    for (size_t i = 0; i < 3; i++) {
        if (op.rgb.on) add(op.rgb.source[i], lanes_read(op.rgb, false, i));
        if (op.alpha.on) add(op.alpha.source[i], lanes_read(op.alpha, true, i));
    }
    if (op.subtracts)
        for (const Source& source : op.presubtract)
            if (source.file == Source::Register) touches.push_back({source.index, 15});
    return touches;
}
std::vector<Touch> writes(const Op& op) {
    std::vector<Touch> touches;
    if (op.type == Texture) {
        if (op.tex_op != tex_kill) touches.push_back({op.destination, op.mask});
        return touches;
    }
    for (const Half* half : {&op.rgb, &op.alpha})
        if (half->on && half->destination >= 0 && half->mask) touches.push_back({half->destination, half->mask});
    return touches;
}
bool overlap(const std::vector<Touch>& a, const std::vector<Touch>& b) {
    for (const Touch& x : a)
        for (const Touch& y : b)
            if (x.reg == y.reg && x.mask & y.mask) return true;
    return false;
}

struct Operations {
    uint16_t rgb, alpha;
};
constexpr Operations op_mad{rgb_mad, alpha_mad}, op_min{rgb_min, alpha_min}, op_max{rgb_max, alpha_max},
    op_cmp{rgb_cmp, alpha_cmp}, op_frc{rgb_frc, alpha_frc};

class Generator {
  public:
    explicit Generator(const Program& program) : program_(program) {}
    Generated run();

  private:
    // ---- selection
    void refuse(const Instruction& instruction, std::string_view reason) {
        generated_.errors.push_back(
            {instruction.where,
             std::string(spelling(instruction.opcode)) + " cannot be expressed on CTM: " + std::string(reason),
             {}});
    }
    bool supported(const Instruction& instruction);
    int scratch() { return registers_++; }
    int attribute(int index);
    uint32_t constant_of(int parameter);
    int literal(const std::array<float, 4>& value);
    Source plain(int reg) {
        Source s;
        s.file = Source::Register;
        s.index = reg;
        s.select = {0, 1, 2, 3};
        return s;
    }
    static Source number(uint8_t select) {
        Source s;
        s.select.fill(select);
        return s;
    }
    Source value(float x);
    static Source lane(Source s, int channel) {
        s.select.fill(s.select[static_cast<size_t>(channel)]);
        return s;
    }
    static Source order(Source s, std::array<uint8_t, 4> swizzle) {
        const Source old = s;
        for (size_t i = 0; i < 4; i++) s.select[i] = old.select[swizzle[i]];
        return s;
    }
    static Source minus(Source s) {
        s.negate = !s.negate;
        return s;
    }
    static Source magnitude(Source s) {
        s.absolute = true;
        s.negate = false;
        return s;
    }
    Source operand(const Instruction& instruction, size_t n, uint32_t lanes);
    struct Target {
        int reg = -1, output = -1;
        uint32_t mask = 15;
        bool clamp = false;
    };
    Target target(const Instruction& instruction);
    Target temporary(int reg, uint32_t mask = 15) { return {reg, -1, mask, false}; }
    void emit(Operations ops, const Target& t, Source a, Source b = {}, Source c = {});
    void move(const Target& t, const Source& a) { emit_move(t, a); }
    void emit_move(const Target& t, const Source& a);
    void dot(uint16_t op, const Target& t, const Source& a, const Source& b, const Source& c = {});
    void scalar(uint16_t op, const Target& t, const Source& a);
    void select(const Instruction& instruction);
    void look_up(const Instruction& instruction);
    void turn(const Source& a, int reg);
    void lit(const Target& t, const Source& a);
    void lerp(const Target& t, const Source& a, const Source& b, const Source& c);
    // ---- the rest
    void define_all();
    void pair();
    bool fits(const Op& op, Slot* slot);
    void allocate();
    void emit_slots();
    void synchronise();

    const Program& program_;
    Generated generated_;
    std::vector<Op> prologue_, ops_;
    int registers_ = 1;  // 0: the position
    std::map<int, int> attributes_, constants_, temporaries_;
    std::map<std::array<uint32_t, 4>, int> literals_;
    int next_constant_ = 0, next_input_ = input_count - 1;
    uint32_t units_ = 0;
    std::vector<int> assigned_;
    const Instruction* current_ = nullptr;
};

int Generator::attribute(int index) {
    const auto [it, added] = attributes_.try_emplace(index, 0);
    if (added) {
        it->second = scratch();
        Op op;
        op.type = Texture;
        op.tex_op = tex_ld;
        op.tex_id = static_cast<uint16_t>(next_input_--);
        op.unscaled = true;
        op.coordinate = 0;
        op.coordinate_select = {0, 1, 0, 0};
        op.destination = it->second;
        op.mask = 15;
        prologue_.push_back(op);
        generated_.attributes.push_back({static_cast<uint32_t>(index), op.tex_id});
    }
    return it->second;
}

uint32_t Generator::constant_of(int parameter) {
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

int Generator::literal(const std::array<float, 4>& value) {
    std::array<uint32_t, 4> bits;
    for (size_t i = 0; i < 4; i++) bits[i] = std::bit_cast<uint32_t>(value[i]);
    const auto [it, added] = literals_.try_emplace(bits, next_constant_);
    if (added) next_constant_++;
    return it->second;
}

Source Generator::value(float x) {
    const float size = std::fabs(x);
    Source s;
    if (size == 0 || size == 0.5f || size == 1) {
        s.select.fill(size == 0 ? channel_zero : size == 1 ? channel_one : channel_half);
    } else if (const auto code = inline_code(size)) {
        s.file = Source::Inline;
        s.index = *code;
        s.select.fill(channel_r);
    } else {
        s.file = Source::Constant;
        s.index = literal({size, size, size, size});
        s.select.fill(channel_r);
    }
    s.negate = std::signbit(x);
    return s;
}

// The operand, of which `lanes` are read. What the units cannot take as it is goes through a register.
Source Generator::operand(const Instruction& instruction, size_t n, uint32_t lanes) {
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
    switch (from.file) {
        case RegisterFile::Attribute:
            s.file = Source::Register;
            s.index = attribute(reg);
            break;
        case RegisterFile::Temporary: {
            const auto [it, added] = temporaries_.try_emplace(reg, 0);
            if (added) it->second = scratch();
            s.file = Source::Register;
            s.index = it->second;
            break;
        }
        default: {
            const Binding& binding = program_.parameters[static_cast<size_t>(reg)];
            bool done = false;
            if (binding.kind == BindingKind::Constant && !mixed) {
                // Numbers that selectors and one inline constant give, all of one sign.
                std::optional<float> size;
                Source small;
                bool possible = true;
                std::optional<bool> negative;
                for (size_t i = 0; i < 4 && possible; i++) {
                    if (!(lanes >> i & 1)) continue;
                    if (s.select[i] > channel_a) {
                        small.select[i] = s.select[i];
                        if (s.select[i] == channel_one)
                            possible = possible && !negative.value_or(false), negative = false;
                        continue;
                    }
                    const float x = std::bit_cast<float>(binding.constant[s.select[i]]);
                    const float m = std::fabs(x);
                    if (m == 0) {
                        // A negative zero is not worth a constant where it is no factor of infinity; keep it exact.
                        possible = possible && !std::signbit(x);
                        small.select[i] = channel_zero;
                        continue;
                    }
                    if (negative && *negative != std::signbit(x)) possible = false;
                    negative = std::signbit(x);
                    if (m == 0.5f || m == 1) {
                        small.select[i] = m == 1 ? channel_one : channel_half;
                    } else if (inline_code(m) && (!size || *size == m)) {
                        size = m;
                        small.file = Source::Inline;
                        small.index = *inline_code(m);
                        small.select[i] = channel_r;
                    } else {
                        possible = false;
                    }
                }
                if (possible) {
                    small.absolute = s.absolute;
                    small.negate = s.negate != (negative.value_or(false) && !s.absolute);
                    s = small;
                    done = true;
                }
            }
            if (!done) {
                s.file = Source::Constant;
                s.index = static_cast<int>(constant_of(reg));
            }
        }
    }
    if (!mixed) return s;
    // Signs of single components: two moves.
    const int t = scratch();
    Source positive = s, negative = s;
    positive.negate = false;
    negative.negate = true;
    emit_move(temporary(t, lanes & ~negated), positive);
    emit_move(temporary(t, lanes & negated), negative);
    return plain(t);
}

Generator::Target Generator::target(const Instruction& instruction) {
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
    const auto [it, added] = temporaries_.try_emplace(reg, 0);
    if (added) it->second = scratch();
    t.reg = it->second;
    return t;
}

// Depth is what the alpha unit writes, so it is computed there, from the operands' z.
void Generator::emit(Operations ops, const Target& t, Source a, Source b, Source c) {
    if (!t.mask) return;
    Op op;
    Target to = t;
    if (t.output == output_count) {
        for (Source* s : {&a, &b, &c}) *s = lane(*s, 2);
        to.mask = 8;
        op.depth = true;
    }
    op.type = t.output >= 0 ? Output : Alu;
    const auto half = [&](Half& h, uint16_t code, uint32_t mask) {
        h.on = true;
        h.op = code;
        h.source = {a, b, c};
        h.destination = to.reg;
        h.output = op.depth ? -1 : to.output;
        h.mask = mask;
        h.clamp = to.clamp;
    };
    if (to.mask & 7) half(op.rgb, ops.rgb, to.mask & 7);
    if (to.mask & 8) half(op.alpha, ops.alpha, 8);
    ops_.push_back(op);
}

void Generator::emit_move(const Target& t, const Source& a) {
    if (!t.mask) return;
    emit(op_max, t, a, a);
    // Bits pass untouched, where nothing clamps them.
    if (!t.clamp) ops_.back().rgb.omod = ops_.back().alpha.omod = omod_disabled;
}

void Generator::dot(uint16_t op_code, const Target& t, const Source& a, const Source& b, const Source& c) {
    if (!t.mask) return;
    const bool depth = t.output == output_count;
    Op op;
    op.type = t.output >= 0 ? Output : Alu;
    op.depth = depth;
    op.rgb.on = true;
    op.rgb.op = op_code;
    op.rgb.source = {a, b, c};
    op.rgb.mask = depth ? 0 : t.mask & 7;
    const bool alpha = depth || t.mask & 8;
    if (alpha || op_code == rgb_dp4) {
        op.alpha.on = true;
        op.alpha.op = alpha ? alpha_dp : alpha_mad;
        if (op_code == rgb_dp4) op.alpha.source = {a, b, {}};
        op.alpha.mask = alpha ? 8 : 0;
    }
    for (Half* half : {&op.rgb, &op.alpha}) {
        half->destination = t.reg;
        half->output = depth ? -1 : t.output;
        half->clamp = t.clamp;
    }
    ops_.push_back(op);
}

void Generator::scalar(uint16_t op_code, const Target& t, const Source& a) {
    if (!t.mask) return;
    const bool depth = t.output == output_count;
    Op op;
    op.type = t.output >= 0 ? Output : Alu;
    op.depth = depth;
    op.alpha.on = true;
    op.alpha.op = op_code;
    op.alpha.source[0] = lane(a, 0);
    op.alpha.mask = depth || t.mask & 8 ? 8 : 0;
    if (!depth && t.mask & 7) {
        op.rgb.on = true;
        op.rgb.op = rgb_sop;
        op.rgb.mask = t.mask & 7;
    }
    for (Half* half : {&op.rgb, &op.alpha}) {
        half->destination = t.reg;
        half->output = depth ? -1 : t.output;
        half->clamp = t.clamp;
    }
    ops_.push_back(op);
}

// The angle in turns, within one.
void Generator::turn(const Source& a, int reg) {
    emit(op_mad, temporary(reg, 8), lane(a, 0), value(0.15915494309189535f), number(channel_zero));
    emit(op_frc, temporary(reg, 8), lane(plain(reg), 3));
}

void Generator::lit(const Target& t, const Source& a) {
    const int u = scratch();
    const Source r = plain(u);
    const Source x = lane(a, 0), y = lane(a, 1), w = lane(a, 3);
    emit(op_max, temporary(u, 2), y, number(channel_zero));
    emit(op_min, temporary(u, 8), w, value(128));
    emit(op_max, temporary(u, 8), lane(r, 3), value(-128));
    scalar(alpha_ln2, temporary(u, 2), lane(r, 1));
    emit(op_mad, temporary(u, 2), lane(r, 1), lane(r, 3), number(channel_zero));
    // Any number to the power of zero is one.
    emit(op_cmp, temporary(u, 8), number(channel_zero), lane(r, 1), minus(magnitude(lane(r, 3))));
    scalar(alpha_ex2, temporary(u, 2), lane(r, 3));
    emit(op_max, temporary(u, 1), x, number(channel_zero));
    if (t.mask & 4)
        emit(op_cmp, {t.reg, t.output, t.mask & 4, t.clamp}, number(channel_zero), lane(r, 1), minus(lane(r, 0)));
    Source rest = lane(r, 0);
    rest.select = {channel_one, channel_r, channel_zero, channel_one};
    emit_move({t.reg, t.output, t.mask & 11 & (t.output == output_count ? 0u : 15u), t.clamp}, rest);
}

// a*(b - c) + c
void Generator::lerp(const Target& t, const Source& a, const Source& b, const Source& c) {
    const auto bare = [](const Source& s) {
        return (s.file == Source::Register || s.file == Source::Constant) && !s.negate && !s.absolute;
    };
    if (bare(b) && bare(c) && b.select == c.select && t.output != output_count &&
        std::all_of(b.select.begin(), b.select.end(), [](uint8_t x) { return x <= channel_a; })) {
        Source difference = c;
        difference.presubtract = true;
        emit(op_mad, t, a, difference, c);
        Op& op = ops_.back();
        op.subtracts = true;
        op.presubtract = {c, b};
        Slot slot;
        if (fits(op, &slot)) return;
        ops_.pop_back();
    }
    const int u = scratch();
    emit(op_mad, temporary(u), b, number(channel_one), minus(c));
    emit(op_mad, t, a, plain(u), c);
}

bool Generator::supported(const Instruction& instruction) {
    const size_t before = generated_.errors.size();
    const OpcodeInfo& info = opcode_info(instruction.opcode);
    if (instruction.condition_update != ConditionUpdate::None ||
        instruction.result.condition.test != ConditionTest::True || instruction.condition_operand)
        refuse(instruction, "this back end has no condition codes");
    if (instruction.precision == Precision::Fixed12) refuse(instruction, "the ALU has no fixed-point numbers");
    if (instruction.saturation == Saturation::Signed) refuse(instruction, "results are clamped to [0,1] only");
    if (info.category == OpcodeCategory::Flow) refuse(instruction, "this back end makes no flow control");
    if (info.category == OpcodeCategory::Memory || info.category == OpcodeCategory::Image)
        refuse(instruction, "programs have no memory to read and write");
    if (info.category == OpcodeCategory::Other && instruction.opcode != Opcode::Kil)
        refuse(instruction, "there is no such operation");
    if (is_64_bit(instruction.type))
        refuse(instruction, "there are no 64-bit numbers");
    else if (instruction.type != DataType::F32)
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

void Generator::look_up(const Instruction& instruction) {
    const TextureAccess& access = instruction.texture;
    int unit = access.unit;
    if (access.handle || access.relative.file != RegisterFile::None || access.offset_operand || access.has_offset)
        return refuse(instruction, "lookups have neither handles, indexed units nor offsets");
    if (access.variable >= 0) unit += program_.variables[static_cast<size_t>(access.variable)].base;
    const bool rectangle = access.target == TextureTarget::TargetRect;
    if (access.target != TextureTarget::Target2D && access.target != TextureTarget::Target1D && !rectangle)
        return refuse(instruction, "inputs are 2D surfaces of one level");
    if (unit < 0 || unit >= input_count) return refuse(instruction, "there are 16 inputs");
    units_ |= 1u << unit;
    const bool projects = instruction.opcode == Opcode::Txp;
    const uint32_t lanes = projects ? 11 : 3;
    Source s = operand(instruction, 0, lanes);
    const bool direct = s.file == Source::Register && !s.negate && !s.absolute &&
                        std::all_of(s.select.begin(), s.select.end(), [](uint8_t x) { return x <= channel_a; });
    if (!direct) {
        const int u = scratch();
        emit_move(temporary(u, lanes), s);
        s = plain(u);
        s.select[2] = 0;
        if (!projects) s.select[3] = 0;
    }
    Op op;
    op.type = Texture;
    op.tex_op = projects ? tex_proj : tex_ld;
    op.tex_id = static_cast<uint16_t>(unit);
    op.unscaled = rectangle;
    op.coordinate = s.index;
    op.coordinate_select = s.select;
    const Target t = target(instruction);
    if (t.output >= 0 || t.clamp) {
        op.destination = scratch();
        op.mask = t.output == output_count ? 4 : t.mask;
        ops_.push_back(op);
        emit_move(t, plain(op.destination));
        return;
    }
    op.destination = t.reg;
    op.mask = t.mask;
    if (op.mask) ops_.push_back(op);
}

void Generator::select(const Instruction& instruction) {
    if (!supported(instruction)) return;
    const Opcode opcode = instruction.opcode;
    if (opcode == Opcode::Kil) {
        Source s = operand(instruction, 0, 15);
        if (s.file != Source::Register || s.negate || s.absolute || s.select != std::array<uint8_t, 4>{0, 1, 2, 3}) {
            const int u = scratch();
            emit_move(temporary(u), s);
            s = plain(u);
        }
        Op op;
        op.type = Texture;
        op.tex_op = tex_kill;
        op.coordinate = s.index;
        op.mask = 15;
        ops_.push_back(op);
        return;
    }
    switch (opcode) {
        case Opcode::Tex:
        case Opcode::Txp:
        case Opcode::Txb:  // one level: neither bias, level nor derivatives choose another
        case Opcode::Txl:
        case Opcode::Txd: return look_up(instruction);
        default: break;
    }
    const Target t = target(instruction);
    const uint32_t lanes = t.mask;
    const auto at = [&](size_t n, uint32_t wanted) { return operand(instruction, n, wanted); };
    const Source zero = number(channel_zero), one = number(channel_one);
    switch (opcode) {
        case Opcode::Abs: return move(t, magnitude(at(0, lanes)));
        case Opcode::Mov:
        case Opcode::Swz: return move(t, at(0, lanes));
        case Opcode::Add: return emit(op_mad, t, at(0, lanes), one, at(1, lanes));
        case Opcode::Sub: return emit(op_mad, t, at(0, lanes), one, minus(at(1, lanes)));
        case Opcode::Mul: return emit(op_mad, t, at(0, lanes), at(1, lanes), zero);
        case Opcode::Mad: return emit(op_mad, t, at(0, lanes), at(1, lanes), at(2, lanes));
        case Opcode::Min: return emit(op_min, t, at(0, lanes), at(1, lanes));
        case Opcode::Max: return emit(op_max, t, at(0, lanes), at(1, lanes));
        case Opcode::Cmp: return emit(op_cmp, t, at(2, lanes), at(1, lanes), at(0, lanes));
        case Opcode::Frc: return emit(op_frc, t, at(0, lanes));
        case Opcode::Dp3: return dot(rgb_dp3, t, at(0, 7), at(1, 7));
        case Opcode::Dp4: return dot(rgb_dp4, t, at(0, 15), at(1, 15));
        case Opcode::Dph: {
            Source a = at(0, 7);
            a.select[3] = channel_one;
            const Source b = at(1, 15);
            if (!a.negate) return dot(rgb_dp4, t, a, b);
            // The one would be negated too.
            a = minus(a);
            Source negated = minus(b);
            if (a.absolute) {
                const int u = scratch();
                move(temporary(u, 7), minus(a));
                a = plain(u);
                a.select[3] = channel_one;
                return dot(rgb_dp4, t, a, b);
            }
            const int u = scratch();
            Source fourth = b;
            move(temporary(u, 7), negated);
            move(temporary(u, 8), fourth);
            return dot(rgb_dp4, t, a, plain(u));
        }
        case Opcode::Dp2: {
            Source a = at(0, 3), b = at(1, 3);
            a.select[2] = channel_zero;
            b.select[2] = channel_zero;
            return dot(rgb_dp3, t, a, b);
        }
        case Opcode::Dp2a: return dot(rgb_d2a, t, at(0, 3), at(1, 3), lane(at(2, 1), 0));
        case Opcode::Dst: {
            // Signs would reach the ones, so signed operands go through a register.
            Source a = at(0, 6), b = at(1, 10);
            for (Source* s : {&a, &b})
                if (s->negate) {
                    const int u = scratch();
                    move(temporary(u), *s);
                    *s = plain(u);
                }
            a.select[0] = a.select[3] = channel_one;
            b.select[0] = b.select[2] = channel_one;
            return emit(op_mad, t, a, b, zero);
        }
        case Opcode::Xpd: {
            const Source a = at(0, 7), b = at(1, 7);
            const int u = scratch();
            emit(op_mad, temporary(u, 7), order(a, {2, 0, 1, 3}), order(b, {1, 2, 0, 3}), zero);
            // The fourth component has no defined value; it is 0 as in the other engines.
            Source left = order(a, {1, 2, 0, 3}), right = order(b, {2, 0, 1, 3}), product = minus(plain(u));
            left.select[3] = right.select[3] = product.select[3] = channel_zero;
            return emit(op_mad, t, left, right, product);
        }
        case Opcode::Sge:
        case Opcode::Slt:
        case Opcode::Sgt:
        case Opcode::Sle:
        case Opcode::Seq:
        case Opcode::Sne: {
            const bool swapped = opcode == Opcode::Sgt || opcode == Opcode::Sle;
            const bool inverse = opcode == Opcode::Slt || opcode == Opcode::Sgt || opcode == Opcode::Sne;
            const int u = scratch();
            emit(op_mad, temporary(u, lanes), at(swapped ? 1 : 0, lanes), one, minus(at(swapped ? 0 : 1, lanes)));
            Source difference = plain(u);
            if (opcode == Opcode::Seq || opcode == Opcode::Sne) difference = minus(magnitude(difference));
            Target to = t;
            if (t.output == output_count) to.mask = 4;
            return emit(op_cmp, to, inverse ? zero : one, inverse ? one : zero, difference);
        }
        case Opcode::Sfl: return move(t, zero);
        case Opcode::Str: return move(t, one);
        case Opcode::Lrp: return lerp(t, at(0, lanes), at(1, lanes), at(2, lanes));
        case Opcode::Flr: {
            const Source a = at(0, lanes);
            const int u = scratch();
            emit(op_frc, temporary(u, lanes), a);
            return emit(op_mad, t, a, one, minus(plain(u)));
        }
        case Opcode::Ceil: {
            const Source a = at(0, lanes);
            const int u = scratch();
            emit(op_frc, temporary(u, lanes), minus(a));
            return emit(op_mad, t, a, one, plain(u));
        }
        case Opcode::Ex2: return scalar(alpha_ex2, t, at(0, 1));
        case Opcode::Lg2: return scalar(alpha_ln2, t, at(0, 1));
        case Opcode::Rcp: return scalar(alpha_rcp, t, at(0, 1));
        case Opcode::Rsq: return scalar(alpha_rsq, t, magnitude(at(0, 1)));
        case Opcode::Pow: {
            const int u = scratch();
            scalar(alpha_ln2, temporary(u, 8), at(0, 1));
            emit(op_mad, temporary(u, 8), lane(plain(u), 3), lane(at(1, 1), 0), zero);
            return scalar(alpha_ex2, t, lane(plain(u), 3));
        }
        case Opcode::Sin:
        case Opcode::Cos: {
            const int u = scratch();
            turn(at(0, 1), u);
            return scalar(opcode == Opcode::Sin ? alpha_sin : alpha_cos, t, lane(plain(u), 3));
        }
        case Opcode::Scs: {
            const int u = scratch();
            turn(at(0, 1), u);
            scalar(alpha_cos, {t.reg, t.output, t.mask & 1, t.clamp}, lane(plain(u), 3));
            return scalar(alpha_sin, {t.reg, t.output, t.mask & 2, t.clamp}, lane(plain(u), 3));
        }
        case Opcode::Lit: return lit(t, at(0, 11));
        case Opcode::Div: {
            const int u = scratch();
            scalar(alpha_rcp, temporary(u, 8), at(1, 1));
            return emit(op_mad, t, at(0, lanes), lane(plain(u), 3), zero);
        }
        case Opcode::Nrm: {
            const int u = scratch();
            const Source a = at(0, 7);
            dot(rgb_dp3, temporary(u, 8), a, a);
            scalar(alpha_rsq, temporary(u, 8), lane(plain(u), 3));
            return emit(op_mad, {t.reg, t.output, t.mask & 7, t.clamp}, a, lane(plain(u), 3), zero);
        }
        case Opcode::Ddx:
        case Opcode::Ddy: return refuse(instruction, "processors do not see their neighbours");
        default: return refuse(instruction, "there is no such operation");
    }
}

// Registers that a program may read before it has written them hold zeros.
void Generator::define_all() {
    std::map<int, uint32_t> defined, missing;
    defined[0] = 15;
    for (const Op& op : ops_) {
        for (const Touch& touch : reads(op)) {
            missing[touch.reg] |= touch.mask & ~defined[touch.reg];
            defined[touch.reg] |= touch.mask;
        }
        for (const Touch& touch : writes(op)) defined[touch.reg] |= touch.mask;
    }
    std::vector<Op> body = std::move(ops_);
    ops_.clear();
    for (const auto& [reg, mask] : missing)
        if (mask) emit_move(temporary(reg, mask), number(channel_zero));
    ops_.insert(ops_.end(), body.begin(), body.end());
}

void Generator::pair() {
    const auto single = [](const Op& op) {
        return op.type != Texture && !op.subtracts && op.rgb.on != op.alpha.on &&
               !(op.rgb.on ? is_dot(op.rgb.op) && op.rgb.op != rgb_dp3 : false);
    };
    for (size_t i = 0; i < ops_.size(); i++) {
        if (!single(ops_[i])) continue;
        for (size_t j = i + 1; j < ops_.size() && j <= i + pairing_reach; j++) {
            const Op& other = ops_[j];
            if (!single(other) || other.rgb.on == ops_[i].rgb.on) continue;
            if (other.alpha.on && other.alpha.op == alpha_dp) continue;
            const auto in = reads(other), out = writes(other);
            bool movable = !overlap(writes(ops_[i]), in) && !overlap(writes(ops_[i]), out);
            for (size_t k = i + 1; k < j && movable; k++)
                movable = !overlap(writes(ops_[k]), in) && !overlap(writes(ops_[k]), out) &&
                          !overlap(reads(ops_[k]), out) && !(other.type == Output && ops_[k].type == Output);
            if (!movable) continue;
            Op both = ops_[i];
            (other.rgb.on ? both.rgb : both.alpha) = other.rgb.on ? other.rgb : other.alpha;
            both.depth = both.depth || other.depth;
            if (other.type == Output) both.type = Output;
            if (!fits(both, nullptr)) continue;
            ops_[i] = both;
            ops_.erase(ops_.begin() + static_cast<std::ptrdiff_t>(j));
            break;
        }
    }
}

// Finds addresses for all sources: three of each side. Registers are virtual unless they are assigned.
bool Generator::fits(const Op& op, Slot* result) {
    struct Place {
        bool used = false;
        int file = 0, index = 0;
    };
    struct Wish {
        const Source* source;
        uint32_t channels;
        size_t operand;
        uint16_t place;
    };
    std::array<std::array<Place, 3>, 2> places;
    std::vector<Wish> wishes;
    const auto claim = [&](const Source& s, uint32_t channels, size_t k) {
        for (size_t side = 0; side < 2; side++) {
            if (!(side ? channels & 8 : channels & 7)) continue;
            Place& place = places[side][k];
            if (place.used && (place.file != s.file || place.index != s.index)) return false;
            place = {true, s.file, s.index};
        }
        return true;
    };
    uint32_t lanes_of_presubtract = 0;
    for (size_t o = 0; o < 6; o++) {
        const Half& half = o < 3 ? op.rgb : op.alpha;
        if (!half.on) continue;
        const Source& s = half.source[o % 3];
        const uint32_t lanes =
            lanes_read(half, o >= 3, o % 3) | (o >= 3 && o < 5 && op.rgb.on && op.rgb.op == rgb_dp4 ? 8 : 0);
        uint32_t channels = channels_of(s, lanes);
        if (s.presubtract) {
            lanes_of_presubtract |= channels;
            wishes.push_back({&s, 0, o, source_presubtract});
            continue;
        }
        if (s.file == Source::None) channels = 0;
        // An inline constant stands on the side of its unit.
        if (s.file == Source::Inline && channels) channels = o < 3 ? 1 : 8;
        wishes.push_back({&s, channels, o, 0});
    }
    if (op.subtracts)
        for (size_t k = 0; k < 2; k++)
            if (!claim(op.presubtract[k], lanes_of_presubtract, k)) return false;
    const auto place_from = [&](const auto& self, size_t n) -> bool {
        if (n == wishes.size()) return true;
        Wish& wish = wishes[n];
        if (!wish.channels) return self(self, n + 1);
        for (uint16_t k = 0; k < 3; k++) {
            const auto before = places;
            wish.place = k;
            if (claim(*wish.source, wish.channels, k) && self(self, n + 1)) return true;
            places = before;
        }
        return false;
    };
    if (!place_from(place_from, 0)) return false;
    if (!result) return true;

    Slot& slot = *result;
    slot = empty_alu(static_cast<Kind>(op.type));
    for (size_t side = 0; side < 2; side++)
        for (size_t k = 0; k < 3; k++) {
            const Place& place = places[side][k];
            if (!place.used) continue;
            const AddressMembers& members = address_members[3 * side + k];
            slot.*members.constant = place.file == Source::Constant;
            const auto index = static_cast<uint16_t>(place.index);
            const auto virtual_register = static_cast<size_t>(place.index);
            slot.*members.address =
                place.file == Source::Inline ? static_cast<uint16_t>(0x80 | index)
                : place.file == Source::Constant
                    ? index
                    : static_cast<uint16_t>(virtual_register < assigned_.size() ? assigned_[virtual_register] : 0);
        }
    for (const Wish& wish : wishes) {
        const OperandMembers& members = operand_members[wish.operand];
        const Half& half = wish.operand < 3 ? op.rgb : op.alpha;
        const bool alpha = wish.operand >= 3;
        const uint32_t lanes = lanes_read(half, alpha, wish.operand % 3) |
                               (alpha && wish.operand < 5 && op.rgb.on && op.rgb.op == rgb_dp4 ? 8 : 0);
        if (!lanes) continue;
        slot.*members.select = wish.source->presubtract ? static_cast<uint16_t>(source_presubtract) : wish.place;
        for (size_t i = 0; i < static_cast<size_t>(members.channels); i++) {
            const size_t at = alpha ? 3 : i;
            uint16_t select = lanes >> at & 1 ? wish.source->select[at] : static_cast<uint16_t>(channel_zero);
            if (wish.source->file == Source::Inline && select <= channel_a) select = alpha ? channel_a : channel_r;
            slot.*members.swizzle[i] = select;
        }
        slot.*members.modifier = static_cast<uint16_t>((wish.source->negate ? modifier_negate : 0) |
                                                       (wish.source->absolute ? modifier_absolute : 0));
    }
    if (op.subtracts) slot.rgb_srcp_op = slot.alpha_srcp_op = presubtract_sub;
    if (op.rgb.on) {
        slot.rgb_op = op.rgb.op;
        slot.rgb_omod = op.rgb.omod;
        slot.rgb_clamp = op.rgb.clamp;
        if (op.rgb.output >= 0) {
            slot.rgb_omask = static_cast<uint16_t>(op.rgb.mask);
            slot.rgb_target = static_cast<uint16_t>(op.rgb.output);
        } else if (op.rgb.destination >= 0 && op.rgb.mask) {
            slot.rgb_wmask = static_cast<uint16_t>(op.rgb.mask);
            const auto reg = static_cast<size_t>(op.rgb.destination);
            if (reg < assigned_.size()) slot.rgb_addrd = static_cast<uint16_t>(assigned_[reg]);
        }
    }
    if (op.alpha.on) {
        slot.alpha_op = op.alpha.op;
        slot.alpha_omod = op.alpha.omod;
        slot.alpha_clamp = op.alpha.clamp;
        slot.w_omask = op.depth;
        if (op.alpha.output >= 0) {
            slot.alpha_omask = op.alpha.mask != 0;
            slot.alpha_target = static_cast<uint16_t>(op.alpha.output);
        } else if (op.alpha.destination >= 0 && op.alpha.mask) {
            slot.alpha_wmask = 1;
            const auto reg = static_cast<size_t>(op.alpha.destination);
            if (reg < assigned_.size()) slot.alpha_addrd = static_cast<uint16_t>(assigned_[reg]);
        }
    }
    return true;
}

void Generator::allocate() {
    struct Range {
        int first = -1, last = -1;
    };
    std::vector<Range> ranges(static_cast<size_t>(registers_));
    for (size_t i = 0; i < ops_.size(); i++)
        for (const auto& touches : {reads(ops_[i]), writes(ops_[i])})
            for (const Touch& touch : touches) {
                Range& range = ranges[static_cast<size_t>(touch.reg)];
                if (range.first < 0) range.first = static_cast<int>(i);
                range.last = static_cast<int>(i);
            }
    assigned_.assign(static_cast<size_t>(registers_), 0);
    std::vector<int> order;
    for (int r = 1; r < registers_; r++)
        if (ranges[static_cast<size_t>(r)].first >= 0) order.push_back(r);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        return ranges[static_cast<size_t>(a)].first < ranges[static_cast<size_t>(b)].first;
    });
    std::array<int, temporary_count> busy;  // until which Op; its own result may take what it reads last
    busy.fill(-1);
    busy[0] = ranges[0].last;
    for (int r : order) {
        const Range& range = ranges[static_cast<size_t>(r)];
        int reg = 0;
        // A register that is only written is busy at that Op all the same.
        while (reg < temporary_count && busy[static_cast<size_t>(reg)] > range.first - (range.first == 0 ? 1 : 0))
            reg++;
        if (reg == temporary_count) {
            generated_.errors.push_back(
                {{}, "the program cannot be expressed on CTM: it needs more than 128 temporaries", {}});
            return;
        }
        assigned_[static_cast<size_t>(r)] = reg;
        busy[static_cast<size_t>(reg)] = std::max(range.last, range.first + (range.first == range.last));
    }
}

void Generator::emit_slots() {
    auto& slots = generated_.slots;
    for (const Op& op : ops_) {
        Slot slot;
        if (op.type == Texture) {
            slot.type = Texture;
            slot.tex_op = op.tex_op;
            slot.tex_id = op.tex_id;
            slot.unscaled = op.unscaled;
            slot.rgb_wmask = op.mask & 7;
            slot.alpha_wmask = op.mask >> 3 & 1;
            slot.src_addr = static_cast<uint16_t>(assigned_[static_cast<size_t>(op.coordinate)]);
            slot.src_s_swiz = op.coordinate_select[0];
            slot.src_t_swiz = op.coordinate_select[1];
            slot.src_r_swiz = op.coordinate_select[2];
            slot.src_q_swiz = op.coordinate_select[3];
            if (op.tex_op != tex_kill)
                slot.dst_addr = static_cast<uint16_t>(assigned_[static_cast<size_t>(op.destination)]);
            slot.dst_g_swiz = 1;
            slot.dst_b_swiz = 2;
            slot.dst_a_swiz = 3;
        } else {
            fits(op, &slot);
        }
        slots.push_back(slot);
    }
    if (slots.empty() || slots.back().type != Output) {
        Slot end;
        end.type = Output;
        slots.push_back(end);
    }
    slots.back().tex_sem_wait = 1;
}

void Generator::synchronise() {
    auto& slots = generated_.slots;
    std::array<uint32_t, temporary_count> pending{};
    std::array<bool, temporary_count> fresh{};
    const auto touches = [&](const Slot& slot) {
        uint32_t hit = 0;
        if (slot.type == Texture) {
            hit |= pending[slot.src_addr];
            if (slot.tex_op != tex_kill) hit |= pending[slot.dst_addr];
            return hit != 0;
        }
        for (const AddressMembers& a : address_members)
            if (!(slot.*a.constant) && !(slot.*a.address & 0x80)) hit |= pending[slot.*a.address];
        if (slot.rgb_wmask) hit |= pending[slot.rgb_addrd];
        if (slot.alpha_wmask) hit |= pending[slot.alpha_addrd];
        return hit != 0;
    };
    for (size_t i = 0; i < slots.size(); i++) {
        Slot& slot = slots[i];
        if (touches(slot)) slot.tex_sem_wait = 1;
        if (slot.tex_sem_wait) pending.fill(0);
        if (slot.type == Texture) {
            if (fresh[slot.src_addr]) {
                slot.alu_wait = 1;
                fresh.fill(false);
            }
            if (slot.tex_op == tex_kill) continue;
            pending[slot.dst_addr] |= 15;
            // The last of a run takes the semaphore for all of it.
            const bool more = i + 1 < slots.size() && slots[i + 1].type == Texture && slots[i + 1].tex_op != tex_kill &&
                              !touches(slots[i + 1]);
            if (!more) slot.tex_sem_wait = slot.tex_sem_acquire = 1;
            continue;
        }
        if (slot.rgb_wmask) fresh[slot.rgb_addrd] = true;
        if (slot.alpha_wmask) fresh[slot.alpha_addrd] = true;
        // Presubtraction of what the instruction before writes.
        if (i == 0 || slots[i - 1].type == Texture) continue;
        bool presubtracts = false;
        for (const OperandMembers& o : operand_members) presubtracts |= slot.*o.select == source_presubtract;
        if (!presubtracts) continue;
        Slot& before = slots[i - 1];
        for (size_t n : {0u, 1u, 3u, 4u}) {
            const AddressMembers& a = address_members[n];
            if (slot.*a.constant || slot.*a.address & 0x80) continue;
            if ((before.rgb_wmask && before.rgb_addrd == slot.*a.address) ||
                (before.alpha_wmask && before.alpha_addrd == slot.*a.address))
                before.nop = 1;
        }
    }
}

Generated Generator::run() {
    if (program_.stage != Stage::Fragment) {
        generated_.errors.push_back({{}, "the program cannot be expressed on CTM: it is no fragment program", {}});
        return generated_;
    }
    for (const Instruction& instruction : program_.instructions) select(instruction);
    const auto limit = [&](bool broken, const char* what) {
        if (broken)
            generated_.errors.push_back(
                {{}, std::string("the program cannot be expressed on CTM: it needs more than ") + what, {}});
    };
    limit(next_constant_ > float_constant_count, "256 constants");
    limit(static_cast<int>(attributes_.size()) + std::bit_width(units_) > input_count, "16 inputs");
    if (!generated_.errors.empty()) return generated_;
    ops_.insert(ops_.begin(), prologue_.begin(), prologue_.end());
    const size_t prologue = prologue_.size();
    define_all();
    // Zeros behind the lookups of attributes keep those together.
    if (ops_[0].type != Texture && prologue) {
        size_t zeros = 0;
        while (ops_[zeros].type != Texture) zeros++;
        std::rotate(ops_.begin(), ops_.begin() + static_cast<std::ptrdiff_t>(zeros),
                    ops_.begin() + static_cast<std::ptrdiff_t>(zeros + prologue));
    }
    pair();
    allocate();
    emit_slots();
    synchronise();
    limit(generated_.slots.size() > max_instructions, "512 instructions");
    if (!generated_.errors.empty()) {
        generated_.slots.clear();
        return generated_;
    }
    generated_.object = make_object(generated_.slots);
    for (const auto& [bits, index] : literals_)
        generated_.object.literals.push_back({static_cast<uint32_t>(index), bits});
    return generated_;
}

}  // namespace

Generated generate(const Program& program) {
    const Program whole = expand_fog(program);
    return Generator(whole).run();
}

}  // namespace arbasm::ctm
