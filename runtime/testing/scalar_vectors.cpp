#include "ir/switches.h"
#include "runtime/testing/scalar_machine.h"

namespace runtime {

using namespace arbasm;
using Word = EvaluatedWord;

static float dot(const float* a, const float* b, int count) {
    float sum = a[0] * b[0];
    for (int i = 1; i < count; i++) sum = sum + a[i] * b[i];
    return sum;
}

void ScalarMachine::compute_rounding(const Instruction& instruction) {
    const Opcode opcode = instruction.opcode;
    const bool wide = is_64_bit(instruction.type);
    const DataType from = wide ? DataType::F64 : DataType::F32;
    EvaluatedVector values = load_vector(instruction.operands[0], from);
    for (Word& word : values) {
        if (word.state == Word::Unknown) continue;
        const double value = wide ? number_of<double>(word.bits) : double{number_of<float>(word.bits)};
        const double whole = opcode == Opcode::Ceil    ? std::ceil(value)
                             : opcode == Opcode::Flr   ? std::floor(value)
                             : opcode == Opcode::Round ? std::nearbyint(value)
                                                       : std::trunc(value);
        switch (instruction.type) {
            case DataType::F64: word = word_of(whole); break;
            case DataType::S32: word = word_of(clamped_to<int32_t>(whole)); break;
            case DataType::U32: word = word_of(clamped_to<uint32_t>(whole)); break;
            case DataType::S64: word = word_of(clamped_to<int64_t>(whole)); break;
            case DataType::U64: word = word_of(clamped_to<uint64_t>(whole)); break;
            case DataType::F32:
            case DataType::F16:
            case DataType::S8:
            case DataType::S16:
            case DataType::U8:
            case DataType::U16:
            case DataType::Typeless: word = word_of(static_cast<float>(whole));
        }
    }
    store(instruction, values, instruction.type, {});
}

void ScalarMachine::compute_integer_to_float(const Instruction& instruction) {
    EvaluatedVector values = load_vector(instruction.operands[0], instruction.type);
    const bool wide_result = instruction.result.file != RegisterFile::None &&
                             program_.variables[static_cast<size_t>(instruction.result.variable)].is_long;
    const DataType to = wide_result ? DataType::F64 : DataType::F32;
    for (Word& word : values)
        word = word.state == Word::Known
                   ? converted(word.bits, instruction.type, to, Rounding::Default, Saturation::None)
                   : Word{Word::Unknown, 0};
    store(instruction, values, to, {});
}

void ScalarMachine::compute_conversion(const Instruction& instruction) {
    const DataType from = instruction.storage, to = instruction.type;
    EvaluatedVector values;
    for (size_t c = 0; c < 4; c++) {
        const Operand& operand = instruction.operands[0];
        Word word = load(operand, operand.scalar ? 0 : c,
                         from == DataType::F16 ? DataType::U32 : of_size(from, is_64_bit(from)), true);
        if (word.state == Word::NotANumber && !is_float_type(from)) word.state = Word::Unknown;
        if (from == DataType::F16 && word.state != Word::Known) word.state = Word::Unknown;
        if (word.state != Word::Unknown)
            word = converted(word.bits, from, to, instruction.rounding, instruction.saturation);
        values[c] = word;
    }
    // F16 results are kept as they are; their condition codes are not looked at here.
    if (to == DataType::F16) {
        if (instruction.condition_update != ConditionUpdate::None) throw Undecided{};
        store(instruction, values, DataType::U32, {});
    } else {
        for (Word& word : values)
            if (!is_float_type(to) && is_signed_type(to))
                word.bits =
                    static_cast<uint64_t>(static_cast<int64_t>(word.bits << (64 - bits_in(to))) >> (64 - bits_in(to)));
        store(instruction, values, of_size(to, is_64_bit(to)), {});
    }
}

void ScalarMachine::compute_halves_of_64(const Instruction& instruction) {
    const Opcode opcode = instruction.opcode;
    EvaluatedVector values;
    if (opcode == Opcode::Pk64) {
        const EvaluatedVector from = load_vector(instruction.operands[0], instruction.type);
        for (size_t c = 0; c < 4; c++) {
            const Word &low = from[c % 2 * 2], &high = from[c % 2 * 2 + 1];
            values[c] = {low.state == Word::Known && high.state == Word::Known ? Word::Known : Word::Unknown,
                         static_cast<uint32_t>(low.bits) | high.bits << 32};
        }
        store(instruction, values, DataType::U64, {});
    } else {
        const EvaluatedVector from = load_vector(instruction.operands[0], of_size(instruction.type, true));
        for (size_t c = 0; c < 4; c++) {
            values[c] = {from[c / 2].state == Word::Known ? Word::Known : Word::Unknown,
                         static_cast<uint32_t>(from[c / 2].bits >> (c % 2 * 32))};
            if (is_float_type(instruction.type) && values[c].state == Word::Known)
                values[c] = word_of(number_of<float>(values[c].bits));
        }
        store(instruction, values, instruction.type, {});
    }
}

void ScalarMachine::compute_bit_field(const Instruction& instruction) {
    const Opcode opcode = instruction.opcode;
    EvaluatedVector operands[3];
    for (size_t i = 0; i < static_cast<size_t>(instruction.operand_count); i++)
        operands[i] = load_vector(instruction.operands[i], instruction.type);
    const uint32_t bits = static_cast<uint32_t>(operands[0][0].bits),
                   start = static_cast<uint32_t>(operands[0][1].bits);
    EvaluatedVector values;
    for (size_t c = 0; c < 4; c++) {
        const auto source = static_cast<uint32_t>(operands[1][c].bits);
        const auto into = static_cast<uint32_t>(operands[2][c].bits);
        uint32_t result = opcode == Opcode::Bfe ? 0 : into;
        if (bits != 0 && start < 32) {
            const uint32_t width = std::min(bits, 32 - start);
            for (uint32_t i = 0; i < 32; i++) {
                if (opcode == Opcode::Bfe) {
                    const uint32_t bit = i < width                           ? source >> (start + i) & 1
                                         : instruction.type == DataType::S32 ? source >> (start + width - 1) & 1
                                                                             : 0;
                    result |= bit << i;
                } else if (i < width) {
                    result = (result & ~(1u << (start + i))) | (source >> i & 1) << (start + i);
                }
            }
        }
        values[c] = {Word::Known, result};
        for (size_t i = 1; i < static_cast<size_t>(instruction.operand_count); i++)
            if (operands[i][c].state != Word::Known) values[c].state = Word::Unknown;
        if (operands[0][0].state != Word::Known || operands[0][1].state != Word::Known) values[c].state = Word::Unknown;
    }
    store(instruction, values, instruction.type, {});
}

// Packed words: anything but numbers among the operands is left alone.
void ScalarMachine::compute_unpacked(const Instruction& instruction) {
    const Opcode opcode = instruction.opcode;
    const Word word = load_vector(instruction.operands[0], instruction.type)[0];
    EvaluatedVector values;
    for (size_t c = 0; c < 4; c++) {
        const bool halves = opcode == Opcode::Up2h || opcode == Opcode::Up2us;
        const auto field =
            static_cast<uint32_t>(word.bits >> (halves ? c % 2 * 16 : c * 8)) & (halves ? 0xffffu : 0xffu);
        float value = 0;
        if (opcode == Opcode::Up2h) value = static_cast<float>(exact_value(field, DataType::F16));
        if (opcode == Opcode::Up2us) value = static_cast<float>(field) / 65535.0f;
        if (opcode == Opcode::Up4b) value = (static_cast<float>(field) - 128.0f) / 127.0f;
        if (opcode == Opcode::Up4ub) value = static_cast<float>(field) / 255.0f;
        values[c] = word_of(value);
        if (word.state != Word::Known) values[c].state = Word::Unknown;
    }
    store(instruction, values, DataType::F32, {});
}

// The operands of an operation on floats, and the least known of their words.
ScalarMachine::FloatOperands ScalarMachine::load_floats(const Instruction& instruction) {
    FloatOperands result;
    for (size_t i = 0; i < static_cast<size_t>(instruction.operand_count) && i < 3; i++) {
        const EvaluatedVector words = load_vector(instruction.operands[i], DataType::F32);
        for (size_t c = 0; c < 4; c++) {
            result.n[i][c] = words[c].state == Word::NotANumber ? NAN : number_of<float>(words[c].bits);
            result.worst = std::max(result.worst, words[c].state);
        }
    }
    return result;
}

void ScalarMachine::compute_packed(const Instruction& instruction) {
    const Opcode opcode = instruction.opcode;
    const FloatOperands operands = load_floats(instruction);
    uint32_t packed = 0;
    const auto unit = [](float v, float low) { return std::min(std::max(v, low), 1.0f); };
    for (int c = 0; c < 4; c++) {
        const float v = operands.n[0][c];
        if (opcode == Opcode::Pk2h && c < 2) packed |= static_cast<uint32_t>(half_bits(double{v})) << 16 * c;
        if (opcode == Opcode::Pk2us && c < 2)
            packed |= static_cast<uint32_t>(std::nearbyint(unit(v, 0) * 65535.0f)) << 16 * c;
        if (opcode == Opcode::Pk4ub) packed |= static_cast<uint32_t>(std::nearbyint(unit(v, 0) * 255.0f)) << 8 * c;
        if (opcode == Opcode::Pk4b)
            packed |= static_cast<uint32_t>(std::nearbyint(unit(v, -128.0f / 127.0f) * 127.0f + 128.0f)) << 8 * c;
    }
    EvaluatedVector words;
    for (Word& word : words) {
        word = is_float_type(instruction.type) ? word_of(number_of<float>(packed)) : Word{Word::Known, packed};
        if (operands.worst != Word::Known) word.state = Word::Unknown;
        // The bits of a float that is a NaN are still these bits, but saturation and the like may change them.
        if (word.state == Word::NotANumber) word.state = Word::Unknown;
    }
    store(instruction, words, instruction.type, {});
}

bool ScalarMachine::compute_floats(const Instruction& instruction) {
    const Opcode opcode = instruction.opcode;
    const FloatOperands operands = load_floats(instruction);
    const auto& n = operands.n;
    const Word::State worst = operands.worst;
    const auto put = [&](std::array<float, 4> values, uint8_t defined = 0xf) {
        EvaluatedVector words;
        for (size_t c = 0; c < 4; c++) {
            words[c] = word_of(values[c]);
            if (worst == Word::Unknown || !(defined >> c & 1)) words[c].state = Word::Unknown;
        }
        store(instruction, words, DataType::F32, {});
        return true;
    };
    const auto same = [&](float value) { return put({value, value, value, value}); };
    ASMGL_SOME_CASES
    switch (opcode) {
        case Opcode::Dp2: return same(dot(n[0], n[1], 2));
        case Opcode::Dp3: return same(dot(n[0], n[1], 3));
        case Opcode::Dp4: return same(dot(n[0], n[1], 4));
        case Opcode::Dph: return same(dot(n[0], n[1], 3) + n[1][3]);
        case Opcode::Dp2a: return same(dot(n[0], n[1], 2) + n[2][0]);
        case Opcode::Dst: return put({1, n[0][1] * n[1][1], n[0][2], n[1][3]});
        case Opcode::Xpd:
            return put({n[0][1] * n[1][2] - n[0][2] * n[1][1], n[0][2] * n[1][0] - n[0][0] * n[1][2],
                        n[0][0] * n[1][1] - n[0][1] * n[1][0], 0},
                       7);
        case Opcode::Nrm: {
            const float scale = 1.0f / std::sqrt(dot(n[0], n[0], 3));
            return put({n[0][0] * scale, n[0][1] * scale, n[0][2] * scale, 0}, 7);
        }
        case Opcode::Rfl: {
            const float scale = 2.0f * dot(n[0], n[1], 3) / dot(n[0], n[0], 3);
            return put({scale * n[0][0] - n[1][0], scale * n[0][1] - n[1][1], scale * n[0][2] - n[1][2], 0}, 7);
        }
        case Opcode::X2d: {
            const float x = n[0][0] + n[1][0] * n[2][0] + n[1][1] * n[2][1];
            const float y = n[0][1] + n[1][0] * n[2][2] + n[1][1] * n[2][3];
            return put({x, y, x, y});
        }
        case Opcode::Rcc: {
            const float value = 1.0f / n[0][0];
            const float size = std::min(std::max(std::fabs(value), 0x1p-64f), 0x1p64f);
            return same(std::isnan(value) ? value : std::copysign(size, n[0][0]));
        }
        case Opcode::Arl: {
            EvaluatedVector words;
            for (size_t c = 0; c < 4; c++) words[c] = word_of(clamped_to<int32_t>(std::floor(double{n[0][c]})));
            if (worst == Word::Unknown)
                for (Word& word : words) word.state = Word::Unknown;
            store(instruction, words, DataType::S32, {});
            return true;
        }
        default: return false;
    }
    ASMGL_END_SOME_CASES
}

bool ScalarMachine::compute_vector(const Instruction& instruction) {
    ASMGL_SOME_CASES
    switch (instruction.opcode) {
        case Opcode::Ceil:
        case Opcode::Flr:
        case Opcode::Round:
        case Opcode::Trunc: compute_rounding(instruction); return true;
        case Opcode::I2f: compute_integer_to_float(instruction); return true;
        case Opcode::Cvt: compute_conversion(instruction); return true;
        case Opcode::Pk64:
        case Opcode::Up64: compute_halves_of_64(instruction); return true;
        case Opcode::Bfe:
        case Opcode::Bfi: compute_bit_field(instruction); return true;
        case Opcode::Pk2h:
        case Opcode::Pk2us:
        case Opcode::Pk4b:
        case Opcode::Pk4ub: compute_packed(instruction); return true;
        case Opcode::Up2h:
        case Opcode::Up2us:
        case Opcode::Up4b:
        case Opcode::Up4ub: compute_unpacked(instruction); return true;
        default: return compute_floats(instruction);
    }
    ASMGL_END_SOME_CASES
}

bool is_whole_vector(Opcode opcode) {
    ASMGL_SOME_CASES
    switch (opcode) {
        case Opcode::Ceil:
        case Opcode::Flr:
        case Opcode::Round:
        case Opcode::Trunc:
        case Opcode::I2f:
        case Opcode::Cvt:
        case Opcode::Pk64:
        case Opcode::Up64:
        case Opcode::Bfe:
        case Opcode::Bfi:
        case Opcode::Pk2h:
        case Opcode::Pk2us:
        case Opcode::Pk4b:
        case Opcode::Pk4ub:
        case Opcode::Up2h:
        case Opcode::Up2us:
        case Opcode::Up4b:
        case Opcode::Up4ub:
        case Opcode::Dp2:
        case Opcode::Dp3:
        case Opcode::Dp4:
        case Opcode::Dph:
        case Opcode::Dp2a:
        case Opcode::Dst:
        case Opcode::Xpd:
        case Opcode::Nrm:
        case Opcode::Rfl:
        case Opcode::X2d:
        case Opcode::Rcc:
        case Opcode::Arl: return true;
        default: return false;
    }
    ASMGL_END_SOME_CASES
}

}  // namespace runtime
