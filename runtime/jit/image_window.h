// An image as compiled code accesses it: address and strides of texels, and the numbers to unpack and pack them. The
// code computes with these numbers, so that it works for any format that is bound when it runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "runtime/decode/steps.h"
#include "runtime/images/image_access.h"

namespace runtime::jit {

// The properties of an image that an access needs, in a word.
struct ImageRequest {
    decoded::AccessImageStep::Action action{};
    bool formatted = false;
    arbasm::DataType type{};   // formatted: in registers
    uint32_t texel_bytes = 0;  // not formatted: of what is accessed

    static ImageRequest of(const decoded::AccessImageStep& step);
    uint32_t word() const;
    static ImageRequest of_word(uint32_t word);
};

// Numbers to unpack and pack a format's texels.
struct ImageConversions {
    // How the elements of texels become numbers, beside what is the same for all formats.
    enum Numbers : uint32_t { Integers, Normalized, Halves };  // Integers: floats of 32 bits, too

    bool loads = false, stores = false;  // natively
    Numbers numbers = Integers;
    uint32_t in_pairs = 0;  // of texels of two words: ones where each has two components, zeros where it has one

    // Loads: a component is ((word << left >> right) & field ^ sign) - sign, made a number, and filled up where the
    // format has none: there `field` is zero.
    uint32_t left[4] = {}, right[4] = {}, field[4] = {}, fill[4] = {};
    uint32_t sign = 0;
    float most[4] = {1, 1, 1, 1};  // Normalized: the integer that stands for one

    // Stores: integers are clamped as unsigned numbers with `bias` taken off; then (number & stored) << shift.
    uint32_t low[4] = {}, high[4] = {}, stored[4] = {}, shift[4] = {};
    uint32_t bias = 0;
};

struct ImageWindow {
    std::byte* data = nullptr;  // texel (0, 0, 0) of sample 0
    uint64_t name = ~0ull;      // of windows that are opened where they are needed: the unit or the handle
    const ImageConversions* conversions = nullptr;  // of formatted accesses
    uint32_t size[4] = {};                          // x, y, z, samples
    int32_t stride[4] = {};                         // in bytes; all of the image lies within 2^31 bytes of `data`
    // Words of a texel: 1, 2 or 4, where the code can access it; 0: the interpreter's function does. It knows why.
    uint32_t words = 0;
    uint32_t bytes = 0;  // of a texel: 1 and 2 are part of an aligned word
};

constexpr uint32_t words_of_texel(uint32_t bytes) { return bytes < 4 ? 1 : bytes / 4; }

// The numbers of a format, for formatted accesses; null: not supported by compiled code.
const ImageConversions* find_conversions(Format format, const ImageRequest& request);

// The format of the image that an image unit has; windows that are open have words for it, as far as there are
// conversions. None: the interpreter's function does formatted accesses. A null function: nothing is known, and code
// serves all formats.
using FormatOfUnit = std::function<Format(int32_t unit)>;

ImageWindow open_window(const ImageBinding& binding, const ImageRequest& request);

}  // namespace runtime::jit
