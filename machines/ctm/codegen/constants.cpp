#include "machines/ctm/codegen/constants.h"

#include <bit>
#include <cmath>

namespace machines::ctm {

using namespace arbasm;

int Constants::parameter(const Program& program, int index) {
    const Binding& binding = program.parameters[static_cast<size_t>(index)];
    if (binding.kind == BindingKind::Constant) {
        std::array<float, 4> value;
        for (size_t i = 0; i < 4; i++) value[i] = std::bit_cast<float>(binding.constant[i]);
        return literal(value);
    }
    const auto [it, added] = parameters_.try_emplace(index, next_);
    if (added) {
        generated_.constants.push_back({static_cast<uint32_t>(index), static_cast<uint32_t>(next_)});
        next_++;
    }
    return it->second;
}

int Constants::literal(const std::array<float, 4>& value) {
    std::array<uint32_t, 4> bits;
    for (size_t i = 0; i < 4; i++) bits[i] = std::bit_cast<uint32_t>(value[i]);
    const auto [it, added] = literals_.try_emplace(bits, next_);
    if (added) {
        generated_.object.literals.push_back({static_cast<uint32_t>(next_), bits});
        next_++;
    }
    return it->second;
}

Source Constants::value(float x) {
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

std::optional<Source> Constants::literal_operand(const std::array<float, 4>& values, uint32_t lanes) {
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
    if (!code && next_ >= float_constant_count) return std::nullopt;
    s.file = code ? Source::Inline : Source::Constant;
    s.index = s.alpha = code ? *code : literal({*size, *size, *size, *size});
    s.uniform = true;
    return s;
}

int Constants::texture(uint32_t unit, bool compares) {
    for (const TextureConstants& t : generated_.object.textures)
        if (t.unit == unit && t.compares == compares) return static_cast<int>(t.constant);
    const int first = next_;
    generated_.object.textures.push_back({unit, static_cast<uint32_t>(first), compares});
    next_ += compares ? static_cast<int>(texture_constant_count) : 1;
    return first;
}

int Constants::turns(int count) {
    const auto [it, added] = turns_.try_emplace(count, next_integer_);
    if (added) {
        generated_.object.integers.push_back(
            {static_cast<uint32_t>(next_integer_), {static_cast<uint32_t>(count), 0, 0, 0}});
        next_integer_++;
    }
    return it->second;
}

int Constants::turns_of(int parameter, uint8_t component) {
    generated_.counts.push_back({static_cast<uint32_t>(parameter), component, static_cast<uint32_t>(next_integer_)});
    return next_integer_++;
}

}  // namespace machines::ctm
