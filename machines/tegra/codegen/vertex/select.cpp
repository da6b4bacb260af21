// Instruction selection: each instruction of a Program becomes a few operations of one half each, with virtual
// registers.
#include <algorithm>
#include <bit>
#include <optional>

#include "ir/switches.h"
#include "machines/tegra/codegen/vertex/generate.h"
#include "machines/tegra/codegen/vertex/generator.h"

namespace machines::tegra::vertex {
namespace {

// Opcodes that are one operation with the same operands.
constexpr OperationRow rows[] = {
    {Opcode::Abs, false, vector_MOV}, {Opcode::Add, false, vector_ADD}, {Opcode::Arl, false, vector_ARL},
    {Opcode::Arr, false, vector_ARR}, {Opcode::Ara, false, vector_ARA}, {Opcode::Cos, true, scalar_COS},
    {Opcode::Dp3, false, vector_DP3}, {Opcode::Dp4, false, vector_DP4}, {Opcode::Dph, false, vector_DPH},
    {Opcode::Dst, false, vector_DST}, {Opcode::Ex2, true, scalar_EX2},  {Opcode::Exp, true, scalar_EXP},
    {Opcode::Flr, false, vector_FLR}, {Opcode::Frc, false, vector_FRC}, {Opcode::Lg2, true, scalar_LG2},
    {Opcode::Lit, true, scalar_LIT},  {Opcode::Log, true, scalar_LOG},  {Opcode::Mad, false, vector_MAD},
    {Opcode::Max, false, vector_MAX}, {Opcode::Min, false, vector_MIN}, {Opcode::Mov, false, vector_MOV},
    {Opcode::Mul, false, vector_MUL}, {Opcode::Rcc, true, scalar_RCC},  {Opcode::Rcp, true, scalar_RCP},
    {Opcode::Rsq, true, scalar_RSQ},  {Opcode::Seq, false, vector_SEQ}, {Opcode::Sfl, false, vector_SFL},
    {Opcode::Sge, false, vector_SGE}, {Opcode::Sgt, false, vector_SGT}, {Opcode::Sin, true, scalar_SIN},
    {Opcode::Sle, false, vector_SLE}, {Opcode::Slt, false, vector_SLT}, {Opcode::Sne, false, vector_SNE},
    {Opcode::Ssg, false, vector_SSG}, {Opcode::Str, false, vector_STR}, {Opcode::Sub, false, vector_ADD},
};
const OperationRow* row_of(Opcode opcode) {
    const auto* const found =
        std::find_if(std::begin(rows), std::end(rows), [&](const OperationRow& r) { return r.opcode == opcode; });
    return found == std::end(rows) ? nullptr : found;
}

// Whether the linker can take it further. The fragment program decides on clip distances and back faces' colours
// (FragmentOptions); the size of points is an export that no part of the machine takes.
bool is_exported(BindingKind kind) {
    return is_one_of(kind, {BindingKind::Position, BindingKind::Color, BindingKind::FogCoord, BindingKind::Texcoord,
                            BindingKind::GenericAttrib, BindingKind::Clip, BindingKind::PointSize});
}

// PassingSigns of each test; none: the unit has no such test.
std::optional<uint32_t> passing(ConditionTest test) {
    switch (test) {
        case ConditionTest::True: return all_pass;
        case ConditionTest::False: return 0;
        case ConditionTest::Less: return less_passes;
        case ConditionTest::Equal: return equal_passes;
        case ConditionTest::LessEqual: return less_passes | equal_passes;
        case ConditionTest::Greater: return greater_passes;
        case ConditionTest::NotEqual: return less_passes | greater_passes;
        case ConditionTest::GreaterEqual: return greater_passes | equal_passes;
        case ConditionTest::NaN:
        case ConditionTest::NotNaN:
        case ConditionTest::Carry:
        case ConditionTest::NotCarry:
        case ConditionTest::Overflow:
        case ConditionTest::NotOverflow:
        case ConditionTest::Above:
        case ConditionTest::BelowOrEqual:
        case ConditionTest::Sign:
        case ConditionTest::NotSign:
        case ConditionTest::Resident:
        case ConditionTest::NonResident: break;
    }
    return {};
}

// Why the instruction cannot be expressed whatever its operands are. Null: it may be.
const char* refusal(const Instruction& instruction) {
    const OpcodeInfo& info = opcode_info(instruction.opcode);
    const bool addresses = info.result.kind == 'a';
    switch (info.category) {
        case OpcodeCategory::Flow: return "the only flow is BRA, CAL and RET";
        case OpcodeCategory::Texture: return "vertices have no textures";
        case OpcodeCategory::Image:
        case OpcodeCategory::Memory:
        case OpcodeCategory::Other: return "the vertex unit has no such access";
        case OpcodeCategory::Arithmetic: break;
    }
    if (instruction.type != DataType::F32 && !addresses) return "it computes with 32-bit floats only";
    if (instruction.saturation == Saturation::Signed) return "results are clamped to 0 and 1 only";
    if (instruction.modifiers & ~(modifier_ntc | modifier_prec)) return "the vertex unit has no such modifier";
    return nullptr;
}

}  // namespace

// ---- what the machine's registers stand for

void Generator::number_exports() {
    export_of_.assign(program_.results.size(), -1);
    int next = 1;
    bool has_position = false;
    for (size_t i = 0; i < program_.results.size(); i++) {
        const bool position = program_.results[i].kind == BindingKind::Position && !has_position;
        has_position |= position;
        generated_.sizes_points |= program_.results[i].kind == BindingKind::PointSize;
        export_of_[i] = position ? 0 : next++;
    }
    if (!has_position) {
        Binding position;
        position.kind = BindingKind::Position;
        generated_.exports.push_back({position, ~0u, 0});
    }
    for (size_t i = 0; i < program_.results.size(); i++)
        generated_.exports.push_back(
            {program_.results[i], static_cast<uint32_t>(i), static_cast<uint32_t>(export_of_[i])});
}

void Generator::assign_constants() {
    const size_t count = program_.parameters.size();
    std::vector<bool> used(count), in_run(count);
    int lowest = 0;  // of a relative index, against the first of its variable
    for (const Instruction& instruction : program_.instructions)
        for (size_t n = 0; n < instruction.operand_count; n++) {
            const Operand& operand = instruction.operands[n];
            if (operand.file != RegisterFile::Parameter || operand.variable < 0) continue;
            const Variable& v = variable(operand.variable);
            if (operand.relative.file == RegisterFile::None) {
                used[static_cast<size_t>(v.register_of(operand.element))] = true;
                continue;
            }
            lowest = std::min(lowest, operand.element);
            const auto base = static_cast<size_t>(v.base);
            for (size_t i = base; i < base + static_cast<size_t>(v.size); i++) used[i] = in_run[i] = true;
        }
    constants_.assign(count, -1);
    const auto assign = [&](size_t i) {
        const Binding& binding = program_.parameters[i];
        constants_[i] = next_constant_;
        if (binding.kind == BindingKind::Constant) {
            auto& value = generated_.code.constants[static_cast<uint32_t>(next_constant_)];
            for (size_t c = 0; c < 4; c++) value[c] = std::bit_cast<float>(binding.constant[c]);
        } else {
            generated_.constants.push_back({binding, static_cast<uint32_t>(i), static_cast<uint32_t>(next_constant_)});
        }
        next_constant_++;
    };
    for (size_t i = 0; i < count; i++) {
        if (!used[i] || in_run[i]) continue;
        const Binding& binding = program_.parameters[i];
        if (binding.kind == BindingKind::Constant) {
            std::array<float, 4> value;
            for (size_t c = 0; c < 4; c++) value[c] = std::bit_cast<float>(binding.constant[c]);
            constants_[i] = literal(value);
        } else {
            assign(i);
        }
    }
    // Behind them what is indexed, so that negative offsets stay within the RAM.
    next_constant_ = std::max(next_constant_, -lowest);
    for (size_t i = 0; i < count; i++)
        if (in_run[i]) assign(i);
}

int Generator::literal(std::array<float, 4> value) {
    std::array<uint32_t, 4> bits;
    for (size_t i = 0; i < 4; i++) bits[i] = std::bit_cast<uint32_t>(value[i]);
    const auto [it, added] = literals_.try_emplace(bits, next_constant_);
    if (added) generated_.code.constants[static_cast<uint32_t>(next_constant_++)] = value;
    return it->second;
}

void Generator::place_addresses() {
    // One register of four components holds what the program's registers have between them.
    std::set<int> used;
    const auto use = [&](RegisterFile file, int32_t index, int32_t element) {
        if (file == RegisterFile::Address && index >= 0) used.insert(variable(index).register_of(element));
    };
    for (const Instruction& instruction : program_.instructions) {
        use(instruction.result.file, instruction.result.variable, instruction.result.element);
        use(instruction.result.relative.file, instruction.result.relative.variable,
            instruction.result.relative.element);
        for (size_t n = 0; n < instruction.operand_count; n++) {
            const Operand& operand = instruction.operands[n];
            use(operand.file, operand.variable, operand.element);
            use(operand.relative.file, operand.relative.variable, operand.relative.element);
        }
    }
    plain_addresses_ = used.size() <= 1;
}

int Generator::address_component(const RelativeIndex& relative) {
    const int reg = variable(relative.variable).register_of(relative.element);
    if (plain_addresses_) return relative.component;
    const auto [it, added] =
        address_components_.try_emplace({reg, relative.component}, static_cast<int>(address_components_.size()));
    return it->second;
}

Source Generator::source(const Instruction& instruction, size_t n) {
    const Operand& operand = instruction.operands[n];
    Source s;
    if (operand.variable < 0) {
        refuse(instruction, "an operand is no register");
        return s;
    }
    const Variable& v = variable(operand.variable);
    const bool scalar = opcode_info(instruction.opcode).operands[n].kind == 's' &&
                        (instruction.opcode != Opcode::Arl || operand.scalar);
    for (size_t i = 0; i < 4; i++) s.swizzle[i] = operand.swizzle[scalar ? 0 : i];
    s.negate = operand.negate != 0;
    s.absolute = operand.absolute;
    if (v.is_wide()) refuse(instruction, "components have 64 bits");
    const bool relative = operand.relative.file != RegisterFile::None;
    if (relative) {
        if (operand.relative.file != RegisterFile::Address) {
            refuse(instruction, "the index is in a register that holds no addresses");
            return s;
        }
        s.relative = address_component(operand.relative);
    }
    const int reg = v.register_of(operand.element);
    switch (operand.file) {
        case RegisterFile::Attribute: {
            s.type = operand_attribute;
            s.index = reg;
            if (reg < 0 || reg >= static_cast<int>(vertex_attributes)) {
                refuse(instruction, "it has 16 attributes only");
                s.index = 0;
                break;
            }
            for (int i = relative ? v.base : reg; i < (relative ? v.base + v.size : reg + 1); i++) {
                const BindingKind kind = program_.attributes[static_cast<size_t>(i)].binding.kind;
                if (kind == BindingKind::VertexId || kind == BindingKind::Instance ||
                    kind == BindingKind::InstanceIndex || kind == BindingKind::BaseVertex ||
                    kind == BindingKind::BaseInstance || kind == BindingKind::DrawId) {
                    refuse(instruction, "the vertex unit does not know numbers of vertices, instances and draws");
                    break;
                }
                attributes_.insert(static_cast<uint32_t>(i));
            }
            break;
        }
        case RegisterFile::Parameter:
            s.type = operand_constant;
            s.index = relative ? constants_[static_cast<size_t>(v.base)] + operand.element
                               : constants_[static_cast<size_t>(reg)];
            if (s.index < 0 || s.index >= 1024) {
                refuse(instruction, "the offset of the index is too large");
                s.index = 0;
            }
            break;
        case RegisterFile::Temporary:
            s.type = operand_temporary;
            s.index = reg;
            if (relative) refuse(instruction, "temporaries have no run-time index");
            break;
        case RegisterFile::None:
        case RegisterFile::Result:
        case RegisterFile::Address:
        case RegisterFile::Buffer:
        case RegisterFile::Texture:
        case RegisterFile::Image:
        case RegisterFile::Storage:
        case RegisterFile::Counter:
        case RegisterFile::Shared:
        case RegisterFile::Subroutine:
            refuse(instruction, "it reads neither attributes, parameters nor temporaries");
            break;
    }
    return s;
}

Target Generator::target(const Instruction& instruction) {
    const Destination& result = instruction.result;
    Target t;
    t.mask = result.write_mask;
    if (result.variable < 0) return t;
    const Variable& v = variable(result.variable);
    const int reg = v.register_of(result.element);
    const bool relative = result.relative.file != RegisterFile::None;
    if (v.is_wide()) refuse(instruction, "components have 64 bits");
    if (relative && (result.file != RegisterFile::Result || result.relative.file != RegisterFile::Address)) {
        refuse(instruction, "the result has a run-time index");
        return t;
    }
    t.index = reg;
    switch (result.file) {
        case RegisterFile::Temporary: t.kind = Target::Temporary; break;
        case RegisterFile::Address: t.kind = Target::Address; break;
        case RegisterFile::Result: {
            t.kind = Target::Export;
            if (relative) t.relative = address_component(result.relative);
            for (int i = relative ? v.base : reg; i < (relative ? v.base + v.size : reg + 1); i++) {
                const Binding& binding = program_.results[static_cast<size_t>(i)];
                if (!is_exported(binding.kind)) {
                    refuse(instruction, "this result has no meaning there");
                    break;
                }
            }
            t.index = export_of_[static_cast<size_t>(reg)];
            if (t.index >= static_cast<int>(vertex_exports)) {
                refuse(instruction, "it has 16 results only");
                t.index = 0;
            }
            break;
        }
        case RegisterFile::None:
        case RegisterFile::Attribute:
        case RegisterFile::Parameter:
        case RegisterFile::Buffer:
        case RegisterFile::Texture:
        case RegisterFile::Image:
        case RegisterFile::Storage:
        case RegisterFile::Counter:
        case RegisterFile::Shared:
        case RegisterFile::Subroutine: refuse(instruction, "the result is in no register"); break;
    }
    return t;
}

bool Generator::read_test(const Instruction& instruction, const ConditionMask& condition, Test& test) {
    const std::optional<uint32_t> pass = passing(condition.test);
    if (!pass) {
        refuse(instruction, "conditions are signs: less than, equal to and greater than zero");
        return false;
    }
    test.on = condition.test != ConditionTest::True;
    test.code_register = condition.code_register;
    test.pass = *pass;
    for (size_t i = 0; i < 4; i++) test.swizzle[i] = condition.swizzle[i];
    return true;
}

// ---- operations

// One constant, one attribute and one component of A0 for each instruction: what is more goes through a register.
void Generator::settle(Operation& op) {
    const Source* constant = nullptr;
    const Source* attribute = nullptr;
    int component = op.target.relative;
    for (size_t i = 0; i < 3; i++) {
        if (!(op.info().operands >> i & 1)) continue;
        Source& s = op.source[i];
        const Source*& read = s.type == operand_constant ? constant : attribute;
        const bool fetched = s.type == operand_constant || s.type == operand_attribute;
        if (!fetched) continue;
        const bool other_component = s.relative >= 0 && component >= 0 && component != s.relative;
        const bool other_register = read && (read->index != s.index || read->relative != s.relative);
        if (!other_component && !other_register) {
            read = &s;
            if (s.relative >= 0) component = s.relative;
            continue;
        }
        const int held = scratch();
        Operation move = vector(vector_MOV, {Target::Temporary, held, -1, register_components(op, i)});
        move.source[0].type = s.type;
        move.source[0].index = s.index;
        move.source[0].relative = s.relative;
        ops_.push_back(move);
        s.type = operand_temporary;
        s.index = held;
        s.relative = -1;
    }
}

Operation& Generator::append(Operation op) {
    settle(op);
    ops_.push_back(op);
    return ops_.back();
}

// What the instruction says beside its operands, for the operation that writes its result.
void Generator::finish(const Instruction& instruction, Operation& op) {
    op.saturate = instruction.saturation == Saturation::Unsigned;
    if (instruction.condition_update != ConditionUpdate::None)
        op.update = instruction.condition_update == ConditionUpdate::Code1 ? 1 : 0;
    read_test(instruction, instruction.result.condition, op.test);
    if (op.update >= 0 && op.test.on && static_cast<uint32_t>(op.update) != op.test.code_register)
        refuse(instruction, "it sets one condition register and tests the other");
}

void Generator::select_flow(const Instruction& instruction) {
    Operation op = scalar(instruction.opcode == Opcode::Bra   ? scalar_BRA
                          : instruction.opcode == Opcode::Cal ? scalar_CAL
                                                              : scalar_RET,
                          {});
    op.target.mask = 0;
    op.branch = instruction.opcode == Opcode::Ret ? -1 : called_instruction(program_, instruction);
    read_test(instruction, instruction.condition, op.test);
    ops_.push_back(op);
}

// SWZ chooses a sign for each component, 0 and 1 among them: what has one sign is one MOV.
void Generator::select_swizzle(const Instruction& instruction) {
    const Operand& operand = instruction.operands[0];
    Source from = source(instruction, 0);
    from.negate = false;
    Target to = target(instruction);
    uint32_t plain = 0, negative = 0, numbers = 0;
    for (uint32_t i = 0; i < 4; i++) {
        if (operand.swizzle[i] >= swizzle_zero) from.swizzle[i] = 0;
        if (!(to.mask >> i & 1)) continue;
        if (operand.swizzle[i] >= swizzle_zero)
            numbers |= 1u << i;
        else
            (operand.negate >> i & 1 ? negative : plain) |= 1u << i;
    }
    const int parts = (plain != 0) + (negative != 0) + (numbers != 0);
    const bool aside =
        parts > 1 && (instruction.condition_update != ConditionUpdate::None ||
                      instruction.result.condition.test != ConditionTest::True ||
                      (to.kind == Target::Temporary && from.type == operand_temporary && from.index == to.index));
    const int held = aside ? scratch() : 0;
    const auto part = [&](uint32_t mask, const Source& s) {
        if (!mask) return;
        Target t = aside ? Target{Target::Temporary, held, -1, 15} : to;
        t.mask = mask;
        Operation op = vector(vector_MOV, t);
        op.source[0] = s;
        if (!aside) finish(instruction, op);
        append(op);
    };
    part(plain, from);
    Source turned = from;
    turned.negate = true;
    part(negative, turned);
    if (numbers) {
        Source s;
        s.type = operand_constant;
        s.index = literal({0, 1, -1, -0.0f});
        for (uint32_t i = 0; i < 4; i++)
            if (numbers >> i & 1) {
                const bool one = operand.swizzle[i] == swizzle_one, minus = operand.negate >> i & 1;
                s.swizzle[i] = static_cast<uint8_t>(one ? (minus ? 2 : 1) : (minus ? 3 : 0));
            }
        part(numbers, s);
    }
    if (!aside) return;
    Operation op = vector(vector_MOV, to);
    op.source[0] = temporary(held);
    finish(instruction, op);
    append(op);
}

// ---- selection

void Generator::select(const Instruction& instruction) {
    using Select = void (Generator::*)(const Instruction&);
    struct SelectRow {
        Opcode opcode;
        Select select;
    };
    // Opcodes that take more than one operation of their operands.
    static constexpr SelectRow own[] = {
        {Opcode::Swz, &Generator::select_swizzle}, {Opcode::Pusha, &Generator::select_stack},
        {Opcode::Popa, &Generator::select_stack},  {Opcode::Pow, &Generator::select_power},
        {Opcode::Xpd, &Generator::select_cross},
    };
    if (instruction.opcode == Opcode::Bra || instruction.opcode == Opcode::Cal || instruction.opcode == Opcode::Ret)
        return select_flow(instruction);
    if (const char* reason = refusal(instruction)) return refuse(instruction, reason);
    for (const SelectRow& row : own)
        if (row.opcode == instruction.opcode) return (this->*row.select)(instruction);
    const OperationRow* const row = row_of(instruction.opcode);
    if (!row) return refuse(instruction, "the vertex unit has no such operation");
    select_operation(instruction, *row);
}

// PUSHA and POPA.
void Generator::select_stack(const Instruction& instruction) {
    const auto fails = [&](const char* reason) { refuse(instruction, reason); };
    if (!plain_addresses_) return fails("there is one address register");
    const Destination& result = instruction.result;
    if (instruction.opcode == Opcode::Popa && (result.write_mask != 15 || result.condition.test != ConditionTest::True))
        return fails("the whole address register is restored");
    for (size_t n = 0; n < instruction.operand_count; n++)
        for (uint8_t i = 0; i < 4; i++)
            if (instruction.operands[n].swizzle[i] != i) return fails("the whole address register is saved");
    Operation op = scalar(instruction.opcode == Opcode::Pusha ? scalar_PUSHA : scalar_POPA, {});
    op.target.mask = 0;
    ops_.push_back(op);
}

std::array<Source, 3> Generator::sources(const Instruction& instruction) {
    std::array<Source, 3> s;
    for (size_t n = 0; n < instruction.operand_count && n < 3; n++) s[n] = source(instruction, n);
    return s;
}

void Generator::select_power(const Instruction& instruction) {
    const std::array<Source, 3> s = sources(instruction);
    const Target to = target(instruction);
    const int held = scratch();
    Operation log = scalar(scalar_LG2, {Target::Temporary, held, -1, 1});
    log.source[2] = s[0];
    append(log);
    Operation times = vector(vector_MUL, {Target::Temporary, held, -1, 1});
    times.source[0] = lane(temporary(held), 0);
    times.source[1] = s[1];
    append(times);
    Operation exp = scalar(scalar_EX2, to);
    exp.source[2] = lane(temporary(held), 0);
    finish(instruction, exp);
    append(exp);
}

void Generator::select_cross(const Instruction& instruction) {
    const std::array<Source, 3> s = sources(instruction);
    const Target to = target(instruction);
    const int held = scratch();
    Operation times = vector(vector_MUL, {Target::Temporary, held, -1, 7});
    times.source[0] = order(s[0], {2, 0, 1, 3});
    times.source[1] = order(s[1], {1, 2, 0, 3});
    append(times);
    Target rest = to;
    rest.mask &= 7;
    Operation sum = vector(vector_MAD, rest);
    sum.source[0] = order(s[0], {1, 2, 0, 3});
    sum.source[1] = order(s[1], {2, 0, 1, 3});
    sum.source[2] = temporary(held);
    sum.source[2].negate = true;
    finish(instruction, sum);
    if (rest.mask || !(to.mask & 8)) append(sum);
    if (!(to.mask & 8)) return;
    // w has no defined value; it is 0 as in the reference engine.
    Operation zero = vector(vector_MOV, to);
    zero.target.mask = 8;
    zero.source[0].type = operand_constant;
    zero.source[0].index = literal({0, 1, -1, -0.0f});
    zero.source[0].swizzle.fill(0);
    finish(instruction, zero);
    append(zero);
}

// The program's components of address registers, where the machine's register has them. The reason, or null.
const char* Generator::place_address(const Instruction& instruction, uint32_t mask, Operation& op, Source& from) {
    op.target.index = 0;
    if (plain_addresses_) return nullptr;
    if (instruction.opcode == Opcode::Ara) return "there is one address register";
    std::array<uint8_t, 4> swizzle = from.swizzle;
    op.target.mask = 0;
    for (uint8_t c = 0; c < 4; c++) {
        if (!(mask >> c & 1)) continue;
        const RelativeIndex index{instruction.result.variable, instruction.result.element, RegisterFile::Address, c};
        const int component = address_component(index);
        if (component >= 4) return "there is one address register, of four components";
        op.target.mask |= 1u << component;
        swizzle[static_cast<size_t>(component)] = from.swizzle[c];
    }
    from.swizzle = swizzle;
    return nullptr;
}

void Generator::select_operation(const Instruction& instruction, const OperationRow& row) {
    std::array<Source, 3> s;
    Operation op = row.scalar ? scalar(row.number, {}) : vector(row.number, {});
    if (op.info().operands) s = sources(instruction);
    op.target = target(instruction);
    if (op.target.kind == Target::Address) {
        if (const char* reason = place_address(instruction, op.target.mask, op, s[0]))
            return refuse(instruction, reason);
    } else if (op.info().result == VertexResult::address) {
        return refuse(instruction, "the result is no address register");
    }
    // The sets before VP2.0 and the ARB programs take the magnitude of RSQ's operand.
    const bool magnitude_first =
        program_.instruction_set <= InstructionSet::Vp11 || program_.instruction_set == InstructionSet::Arb10;
    if (instruction.opcode == Opcode::Abs || (instruction.opcode == Opcode::Rsq && magnitude_first)) {
        s[0].absolute = true;
        s[0].negate = false;
    }
    if (instruction.opcode == Opcode::Sub) s[1].negate = !s[1].negate;
    size_t next = 0;
    for (size_t slot = 0; slot < 3; slot++)
        if (op.info().operands >> slot & 1) op.source[slot] = s[next++];
    finish(instruction, op);
    append(op);
}

}  // namespace machines::tegra::vertex
