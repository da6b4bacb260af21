#include "runtime/testing/scalar_machine.h"

#include "ir/switches.h"

namespace runtime {

using namespace arbasm;
using Word = EvaluatedWord;

Word ScalarMachine::load(const Operand& operand, size_t component, DataType type, bool plain) {
    const uint8_t selected = operand.swizzle[component];
    const bool wide = program_.variables[static_cast<size_t>(operand.variable)].is_long;
    Word word;
    if (selected >= swizzle_zero) {
        word = word_of(selected == swizzle_zero ? 0.0f : 1.0f);
    } else {
        const Registers& registers = file(operand.file);
        const size_t at = index_of(operand.variable, operand.element, operand.relative);
        word = registers[at][selected];
        if (wide) {
            const Word& high = registers[at + 1][selected];
            word.bits = static_cast<uint32_t>(word.bits) | high.bits << 32;
            word.state = std::max(word.state, high.state);
        }
    }
    if (wide != is_64_bit(type)) {
        const DataType same = of_size(type, wide);
        if (word.state == Word::Known) {
            word = converted(word.bits, same, type, Rounding::Default, Saturation::None);
        } else if (!is_float_type(type)) {
            word.state = Word::Unknown;
        } else if (word.state == Word::NotANumber) {
            word.bits = nan_bits(type);
        }
    }
    if (plain) return word;
    if (is_float_type(type)) {
        const uint64_t sign = is_64_bit(type) ? uint64_t{1} << 63 : uint64_t{1} << 31;
        if (operand.absolute) word.bits &= ~sign;
        if (operand.negate >> component & 1) word.bits ^= sign;
        const bool nan =
            is_64_bit(type) ? std::isnan(number_of<double>(word.bits)) : std::isnan(number_of<float>(word.bits));
        if (word.state == Word::Known && nan) word.state = Word::NotANumber;
        return type == DataType::F32 ? narrowed(word) : word;
    }
    // |-x| of an unsigned x is the difference from zero: only the absolute value does nothing.
    const bool is_unsigned = type == DataType::U32 || type == DataType::U64;
    const bool negated = (operand.negate >> component & 1) != (is_unsigned && operand.negate_inside);
    const bool changed = operand.absolute || negated;
    if (word.state == Word::NotANumber && changed) word.state = Word::Unknown;
    const auto change = [&](auto number) {
        using N = decltype(number);
        number = number_of<N>(word.bits);
        if (operand.absolute) number = absolute_number(number);
        if (negated) number = wrapped_difference(N(0), number);
        word.bits = bits_of_number(number);
    };
    switch (type) {
        case DataType::S32: change(int32_t{}); break;
        case DataType::U32: change(uint32_t{}); break;
        case DataType::S64: change(int64_t{}); break;
        case DataType::F32:
        case DataType::F64:
        case DataType::U64:
        case DataType::F16:
        case DataType::S8:
        case DataType::S16:
        case DataType::U8:
        case DataType::U16:
        case DataType::Typeless: change(uint64_t{}); break;
    }
    return word;
}

// Table X.16.
bool ScalarMachine::passes(const ConditionMask& mask, size_t component) {
    if (mask.test == ConditionTest::True || mask.test == ConditionTest::Resident) return true;
    if (mask.test == ConditionTest::False || mask.test == ConditionTest::NonResident) return false;
    const Flags& f = codes_[mask.code_register][mask.swizzle[component]];
    if (f.unknown) throw Undecided{};
    switch (mask.test) {
        case ConditionTest::Equal: return !f.sign && f.zero;
        case ConditionTest::NotEqual: return !(!f.sign && f.zero);
        case ConditionTest::Less: return (f.sign && !f.zero) != f.overflow;
        case ConditionTest::LessEqual: return f.sign != (f.zero || f.overflow);
        case ConditionTest::Greater: return (!f.sign != f.overflow) && !f.zero;
        case ConditionTest::GreaterEqual: return f.sign == f.overflow;
        case ConditionTest::NaN: return f.sign && f.zero;
        case ConditionTest::NotNaN: return !(f.sign && f.zero);
        case ConditionTest::Carry: return f.carry;
        case ConditionTest::NotCarry: return !f.carry;
        case ConditionTest::Overflow: return f.overflow;
        case ConditionTest::NotOverflow: return !f.overflow;
        case ConditionTest::Above: return f.carry && !f.zero;
        case ConditionTest::BelowOrEqual: return !f.carry || f.zero;
        case ConditionTest::Sign: return f.sign;
        case ConditionTest::True:
        case ConditionTest::False:
        case ConditionTest::NotSign:
        case ConditionTest::Resident:
        case ConditionTest::NonResident: break;
    }
    return !f.sign;
}

void ScalarMachine::store(const Instruction& instruction, const EvaluatedVector& values, DataType type,
                          const std::array<Flags, 4>& sums) {
    const Destination& to = instruction.result;
    bool enabled[4];
    for (size_t c = 0; c < 4; c++) enabled[c] = (to.write_mask >> c & 1) && passes(to.condition, c);
    const bool anywhere = enabled[0] || enabled[1] || enabled[2] || enabled[3];
    const bool wide = to.file != RegisterFile::None && program_.variables[static_cast<size_t>(to.variable)].is_long;
    size_t at = 0;
    if (to.file != RegisterFile::None && anywhere) at = index_of(to.variable, to.element, to.relative);
    for (size_t c = 0; c < 4; c++) {
        if (!enabled[c]) continue;
        Word word = values[c];
        if (type == DataType::F32) word = narrowed(word);
        if (is_float_type(type) && instruction.saturation != Saturation::None && instruction.opcode != Opcode::Cvt &&
            word.state != Word::Unknown) {
            const long double least = instruction.saturation == Saturation::Unsigned ? 0 : -1;
            long double value = word.state == Word::NotANumber ? NAN : exact_value(word.bits, type);
            const bool inside = value > least && value < 1;
            if (!inside) {
                value = value > least ? 1 : least;
                word = type == DataType::F64 ? word_of(static_cast<double>(value)) : word_of(static_cast<float>(value));
            }
        }
        if (instruction.condition_update != ConditionUpdate::None) {
            Flags flags = sums[c];
            const uint64_t top = is_64_bit(type) ? uint64_t{1} << 63 : uint64_t{1} << 31;
            if (is_float_type(type)) {
                const bool nan = word.state == Word::NotANumber;
                const long double value = exact_value(word.bits, type);
                flags.sign = nan || value < 0;
                flags.zero = nan || value == 0;
                flags.unknown |= word.state == Word::Unknown;
            } else {
                flags.sign = (word.bits & top) != 0;
                flags.zero = (is_64_bit(type) ? word.bits : static_cast<uint32_t>(word.bits)) == 0;
                flags.unknown |= word.state != Word::Known;
            }
            codes_[instruction.condition_update == ConditionUpdate::Code1][c] = flags;
        }
        if (to.file == RegisterFile::None) continue;
        if (wide != is_64_bit(type)) {
            if (word.state == Word::Known)
                word = converted(word.bits, type, of_size(type, wide), Rounding::Default, Saturation::None);
            else if (!is_float_type(type))
                word.state = Word::Unknown;
            else if (word.state == Word::NotANumber)
                word.bits = nan_bits(of_size(type, wide));
        }
        Registers& registers = file(to.file);
        registers[at][c] = {word.state, static_cast<uint32_t>(word.bits)};
        if (wide) registers[at + 1][c] = {word.state, word.bits >> 32};
    }
}

template <class N>
bool ScalarMachine::compute(const Instruction& instruction, DataType type) {
    EvaluatedVector values;
    std::array<Flags, 4> sums{};
    EvaluatedVector operands[3];
    const auto count = static_cast<size_t>(instruction.operand_count);
    for (size_t i = 0; i < count && i < 3; i++) {
        // "unsigned": the third operand of SAD, whose sign says how the sum is formed.
        DataType as = type;
        if (instruction.opcode == Opcode::Sad && i == 2) as = is_64_bit(type) ? DataType::U64 : DataType::U32;
        Operand operand = instruction.operands[i];
        if (instruction.opcode == Opcode::Rsq && program_.instruction_set == InstructionSet::Arb10) {
            operand.absolute = true;
            operand.negate = 0;
        }
        operands[i] = load_vector(operand, as);
    }
    for (size_t c = 0; c < 4; c++) {
        Word::State worst = Word::Known;
        for (size_t i = 0; i < count && i < 3; i++) worst = std::max(worst, operands[i][c].state);
        const auto result =
            component_operation<N>(instruction, number_of<N>(operands[0][c].bits), number_of<N>(operands[1][c].bits),
                                   number_of<N>(operands[2][c].bits));
        if (!result) return false;
        values[c] = word_of(*result);
        if (worst == Word::Unknown || (worst == Word::NotANumber && !std::is_floating_point_v<N>))
            values[c].state = Word::Unknown;
        // Bits that are only moved stay what they are.
        if (instruction.opcode == Opcode::Mov && !std::is_floating_point_v<N>) values[c].state = worst;
        if constexpr (!std::is_floating_point_v<N>) {
            const N a = number_of<N>(operands[0][c].bits), b = number_of<N>(operands[1][c].bits),
                    e = number_of<N>(operands[2][c].bits);
            const bool n0 = instruction.operands[0].negate, n1 = count > 1 && instruction.operands[1].negate,
                       n2 = count > 2 && instruction.operands[2].negate;
            // left ± right with the signs taken off again.
            const auto with_signs = [&](N left, bool left_negated, N right, bool right_negated) {
                if (left_negated == right_negated)
                    sum_flags(sums[c], left, right, false);
                else if (right_negated)
                    sum_flags(sums[c], left, wrapped_difference(N(0), right), true);
                else
                    sum_flags(sums[c], right, wrapped_difference(N(0), left), true);
            };
            if (instruction.opcode == Opcode::Add) with_signs(a, n0, b, n1);
            if (instruction.opcode == Opcode::Sub) with_signs(a, n0, wrapped_difference(N(0), b), !n1);
            if (instruction.opcode == Opcode::Mad) with_signs(wrapped_product(a, b), n0 != n1, e, n2);
            if (instruction.opcode == Opcode::Sad) {
                using U = std::make_unsigned_t<N>;
                with_signs(static_cast<N>(a < b ? U(b) - U(a) : U(a) - U(b)), false, e, n2);
            }
        }
    }
    DataType result = type;
    if (instruction.opcode == Opcode::Sad) result = is_64_bit(type) ? DataType::U64 : DataType::U32;
    store(instruction, values, result, sums);
    return true;
}

void ScalarMachine::kill(const Instruction& instruction) {
    if (instruction.condition_operand) {
        evaluation_.killed |= any_passes(instruction.condition);
        return;
    }
    const bool floats = is_float_type(instruction.type);
    for (const Word& word : load_vector(instruction.operands[0], instruction.type)) {
        if (word.state == Word::Unknown || (word.state == Word::NotANumber && !floats)) throw Undecided{};
        if (floats ? number_of<float>(word.bits) < 0
                   : instruction.type == DataType::S32 && number_of<int32_t>(word.bits) < 0)
            evaluation_.killed = true;
    }
}

void ScalarMachine::execute(const Instruction& instruction) {
    bool done = false;
    switch (instruction.type) {
        case DataType::F64: done = compute<double>(instruction, instruction.type); break;
        case DataType::S32: done = compute<int32_t>(instruction, instruction.type); break;
        case DataType::U32: done = compute<uint32_t>(instruction, instruction.type); break;
        case DataType::S64: done = compute<int64_t>(instruction, instruction.type); break;
        case DataType::U64: done = compute<uint64_t>(instruction, instruction.type); break;
        case DataType::F32:
        case DataType::F16:
        case DataType::S8:
        case DataType::S16:
        case DataType::U8:
        case DataType::U16:
        case DataType::Typeless: done = compute<float>(instruction, DataType::F32);
    }
    if (!done && !compute_vector(instruction)) throw Undecided{};
}

// The buffer, and the offset in it, of a memory instruction's access.
std::pair<EvaluatedBytes*, size_t> ScalarMachine::memory_location(const Instruction& instruction) {
    const Operand& operand = instruction.operands[static_cast<size_t>(instruction.operand_count - 1)];
    EvaluatedBytes* bytes = nullptr;
    int64_t at = 0;
    ASMGL_SOME_CASES
    switch (instruction.opcode) {
        case Opcode::Load:
        case Opcode::Store:
        case Opcode::Atom: {
            const Word address = load(operand, 0, DataType::U64);
            if (address.state != Word::Known) throw Undecided{};
            bytes = &memory_->addressed;
            at = static_cast<int64_t>(address.bits - memory_->address);
            break;
        }
        default: {
            const Variable& variable = program_.variables[static_cast<size_t>(operand.variable)];
            at = int64_t{variable.base} + operand.element;
            if (operand.relative.file != RegisterFile::None) at += index(operand.relative);
            const auto binding = static_cast<size_t>(variable.buffer);
            switch (operand.file) {
                case RegisterFile::Shared: bytes = &memory_->shared; break;
                case RegisterFile::Storage: bytes = &memory_->storage.at(binding); break;
                case RegisterFile::None:
                case RegisterFile::Attribute:
                case RegisterFile::Result:
                case RegisterFile::Parameter:
                case RegisterFile::Temporary:
                case RegisterFile::Address:
                case RegisterFile::Buffer:
                case RegisterFile::Texture:
                case RegisterFile::Image:
                case RegisterFile::Counter:
                case RegisterFile::Subroutine: bytes = &memory_->constants.at(binding);
            }
        }
    }
    ASMGL_END_SOME_CASES
    const size_t wanted = bytes_in(instruction.storage) * instruction.storage_components;
    if (at < 0 || static_cast<size_t>(at) + wanted > bytes->bytes.size() || static_cast<size_t>(at) % wanted != 0) {
        evaluation_.strayed = true;
        throw Undecided{};
    }
    return {bytes, static_cast<size_t>(at)};
}

void ScalarMachine::access_memory(const Instruction& instruction) {
    if (!memory_) throw Undecided{};
    const auto [bytes, start] = memory_location(instruction);
    const DataType type = instruction.type, storage = instruction.storage;
    const size_t components = instruction.storage_components;
    const bool atomic = instruction.atomic != AtomicOperation::None;
    const bool writes =
        instruction.opcode == Opcode::Store || instruction.opcode == Opcode::Stb || instruction.opcode == Opcode::Sts;
    EvaluatedVector data, values;
    if (atomic || writes) data = load_vector(instruction.operands[0], type);
    // "undefined": all but the first component of what atomic operations give, and all of a fragment that is no more.
    if (atomic)
        for (Word& word : values) word.state = Word::Unknown;
    for (size_t c = 0; c < components; c++) {
        const size_t at = start + c * bytes_in(storage);
        if (!writes) values[c] = word_in_memory(*bytes, at, storage);
        if (atomic && evaluation_.killed) values[c].state = Word::Unknown;
        if (evaluation_.killed) continue;
        if (writes) put_in_memory(*bytes, at, storage, data[c]);
        if (atomic) put_in_memory(*bytes, at, storage, changed(instruction.atomic, type, values[c], data[c], data[1]));
    }
    if (writes) return;
    if (instruction.opcode == Opcode::Ldc) {
        const Operand& operand = instruction.operands[0];
        const EvaluatedVector loaded = values;
        for (size_t c = 0; c < 4; c++) {
            if (operand.swizzle[c] != c || operand.negate != 0 || operand.absolute) throw Undecided{};
            values[c] = loaded[c];
        }
    }
    store(instruction, values, type, {});
}

bool is_memory_access(Opcode opcode) {
    return opcode_info(opcode).category == OpcodeCategory::Memory && opcode != Opcode::Atomctr;
}

bool ScalarMachine::run() {
    try {
        return run_on();
    } catch (const Undecided&) {
        evaluation_.decided = false;
        pc_ = program_.instructions.size();
        return false;
    }
}

// False: no turn is asked for.
bool ScalarMachine::enters_loop(const Instruction& instruction) {
    Loop loop{0, instruction.operand_count > 0, calls_.size()};
    if (loop.counted) {
        const Word word = load(instruction.operands[0], 0, instruction.type);
        if (word.state == Word::Unknown || (word.state == Word::NotANumber && !is_float_type(instruction.type)))
            throw Undecided{};
        const long double value =
            word.state == Word::NotANumber ? 0 : std::floor(exact_value(word.bits, instruction.type));
        loop.turns = value > 1e6L ? 1000000 : value < 0 ? 0 : static_cast<int32_t>(value);
        if (loop.turns <= 0) return false;
    }
    loops_.push_back(loop);
    return true;
}

// False: the label is another's, and the routine empty.
bool ScalarMachine::call(const Instruction& instruction) {
    int32_t label = instruction.target;
    if (instruction.opcode == Opcode::Cali) {
        const Operand& operand = instruction.operands[0];
        const Variable& variable = program_.variables[static_cast<size_t>(operand.variable)];
        int64_t element = operand.element;
        if (operand.relative.file != RegisterFile::None)
            element = std::clamp<int64_t>(element + index(operand.relative), 0, variable.size - 1);
        // No state has been set: every parameter's is the subroutine 0.
        label = 0;
        while (program_.labels[static_cast<size_t>(label)].subroutine_number != 0) label++;
    }
    if (labels_return_ && is_empty_routine(program_, label)) return false;
    if (calls_.size() >= 30) throw Undecided{};
    calls_.push_back(pc_ + 1);
    pc_ = static_cast<size_t>(program_.labels[static_cast<size_t>(label)].instruction);
    jumped_ = true;
    return true;
}

// To the next BAR, or to the end: false.
bool ScalarMachine::run_on() {
    for (; pc_ < program_.instructions.size() || (labels_return_ && !calls_.empty()); steps_++) {
        if (steps_ > 4000) {
            evaluation_.too_long = true;
            throw Undecided{};
        }
        // A label, or the end of the text, ends the subroutine before it.
        if (!calls_.empty() && (pc_ == program_.instructions.size() || (!jumped_ && is_label_[pc_]))) {
            leave_call();
            jumped_ = false;
            continue;
        }
        jumped_ = false;
        const Instruction& instruction = program_.instructions[pc_];
        // Programs of NV_gpu_program4 and later use H for "at least".
        precision_ = program_.instruction_set == InstructionSet::Arb10 ? instruction.precision : Precision::Full;
        const auto target = static_cast<size_t>(instruction.target);
        ASMGL_SOME_CASES
        switch (instruction.opcode) {
            case Opcode::If:
                if (!any_passes(instruction.condition)) {
                    // Into the ELSE's block, or behind ENDIF.
                    pc_ = target + 1;
                    continue;
                }
                break;
            case Opcode::Else: pc_ = target; continue;
            case Opcode::Endif: break;
            case Opcode::Rep:
                if (!enters_loop(instruction)) {
                    pc_ = target + 1;
                    continue;
                }
                break;
            case Opcode::Endrep: {
                Loop& loop = loops_.back();
                if (loop.counted && --loop.turns <= 0) {
                    loops_.pop_back();
                    break;
                }
                pc_ = target + 1;
                continue;
            }
            case Opcode::Brk:
                if (any_passes(instruction.condition)) {
                    loops_.pop_back();
                    pc_ = target + 1;
                    continue;
                }
                break;
            case Opcode::Cont:
                if (any_passes(instruction.condition)) {
                    pc_ = target;
                    continue;
                }
                break;
            case Opcode::Cal:
            case Opcode::Cali:
                if (any_passes(instruction.condition) && call(instruction)) continue;
                break;
            case Opcode::Ret:
                if (any_passes(instruction.condition)) {
                    if (calls_.empty()) {
                        pc_ = program_.instructions.size();
                        return false;
                    }
                    leave_call();
                    continue;
                }
                break;
            case Opcode::Kil: kill(instruction); break;
            case Opcode::Membar: break;
            case Opcode::Bar: pc_++; return true;
            default:
                if (is_memory_access(instruction.opcode)) {
                    access_memory(instruction);
                } else if (is_whole_vector(instruction.opcode)) {
                    if (!compute_vector(instruction)) throw Undecided{};
                } else {
                    execute(instruction);
                }
        }
        ASMGL_END_SOME_CASES
        pc_++;
    }
    return false;
}

}  // namespace runtime
