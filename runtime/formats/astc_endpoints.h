// The endpoints of ASTC: what the values of a partition say of its two colours, by the mode that the block names.
#pragma once

namespace runtime::codecs {

inline constexpr int most_endpoint_values = 18;  // of a block

constexpr int endpoint_values(int mode) { return (mode / 4 + 1) * 2; }

// Components of 8 bits, or of 12 where they have a high dynamic range.
struct Endpoints {
    int of[2][4];
    bool color_is_high = false, alpha_is_high = false;
};

Endpoints endpoints_of(int mode, const int* values);

}  // namespace runtime::codecs
