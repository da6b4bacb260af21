// Whole numbers of 128 bits: the compiler's own, where it has any. On machines of 32 bits it has none, and a class of
// two halves serves.
#pragma once

#include <compare>
#include <cstdint>

namespace arbasm {

// Two's complement; what doesn't fit is cut off.
class TwoHalves {
  public:
    constexpr TwoHalves(int64_t value) : low_(static_cast<uint64_t>(value)), high_(value < 0 ? ~uint64_t{0} : 0) {}
    constexpr explicit operator int64_t() const { return static_cast<int64_t>(low_); }

    constexpr TwoHalves operator-() const { return {~low_ + 1, ~high_ + (low_ == 0)}; }
    friend constexpr TwoHalves operator+(const TwoHalves& a, const TwoHalves& b) {
        const uint64_t low = a.low_ + b.low_;
        return {low, a.high_ + b.high_ + (low < a.low_)};
    }
    friend constexpr TwoHalves operator-(const TwoHalves& a, const TwoHalves& b) { return a + -b; }
    friend constexpr TwoHalves operator*(const TwoHalves& a, const TwoHalves& b) {
        const uint64_t a0 = a.low_ & digit, a1 = a.low_ >> 32, b0 = b.low_ & digit, b1 = b.low_ >> 32;
        const uint64_t middle = a1 * b0 + (a0 * b0 >> 32), other = a0 * b1 + (middle & digit);
        return {a.low_ * b.low_, a1 * b1 + (middle >> 32) + (other >> 32) + a.low_ * b.high_ + a.high_ * b.low_};
    }
    // By 1 to 63.
    constexpr TwoHalves operator<<(int bits) const { return {low_ << bits, high_ << bits | low_ >> (64 - bits)}; }
    // Towards zero.
    friend constexpr TwoHalves operator/(const TwoHalves& a, const TwoHalves& b) {
        const TwoHalves quotient = a.magnitude().divided_by(b.magnitude());
        return a.is_negative() != b.is_negative() ? -quotient : quotient;
    }

    constexpr bool operator==(const TwoHalves&) const = default;
    friend constexpr std::strong_ordering operator<=>(const TwoHalves& a, const TwoHalves& b) {
        if (a.high_ != b.high_) return static_cast<int64_t>(a.high_) <=> static_cast<int64_t>(b.high_);
        return a.low_ <=> b.low_;
    }

  private:
    static constexpr uint64_t digit = 0xffffffff;

    constexpr TwoHalves(uint64_t low, uint64_t high) : low_(low), high_(high) {}
    constexpr bool is_negative() const { return high_ >> 63; }
    constexpr TwoHalves magnitude() const { return is_negative() ? -*this : *this; }
    // Both without signs.
    constexpr TwoHalves divided_by(const TwoHalves& by) const {
        if (high_ == 0 && by.high_ == 0) return {low_ / by.low_, 0};
        TwoHalves quotient = 0, rest = 0;
        if (by.high_ == 0 && by.low_ <= digit) {  // digit by digit
            const uint64_t digits[4] = {high_ >> 32, high_ & digit, low_ >> 32, low_ & digit};
            for (const uint64_t next : digits) {
                rest.low_ = rest.low_ << 32 | next;
                quotient = {quotient.low_ << 32 | rest.low_ / by.low_, quotient.high_ << 32 | quotient.low_ >> 32};
                rest.low_ %= by.low_;
            }
            return quotient;
        }
        for (int bit = 127; bit >= 0; --bit) {
            rest = rest << 1;
            rest.low_ |= (bit >= 64 ? high_ >> (bit - 64) : low_ >> bit) & 1;
            quotient = quotient << 1;
            if (rest < by) continue;
            rest = rest - by;
            quotient.low_ |= 1;
        }
        return quotient;
    }

    uint64_t low_, high_;
};

#ifdef __SIZEOF_INT128__
using WideInteger = __int128;
#else
using WideInteger = TwoHalves;
#endif

}  // namespace arbasm
