// Sources of operations, and what may be made of them without an operation.
#pragma once

#include "machines/ctm/codegen/code.h"

namespace machines::ctm {

inline Source plain(int reg) {
    Source s;
    s.file = Source::Register;
    s.index = s.alpha = reg;
    s.select = {0, 1, 2, 3};
    return s;
}
inline Source constant(int index) {
    Source s = plain(index);
    s.file = Source::Constant;
    return s;
}
// The same ChannelSelect everywhere: a number.
inline Source number(uint8_t select) {
    Source s;
    s.select.fill(select);
    return s;
}
inline Source lane(Source s, int channel) {
    s.select.fill(s.select[static_cast<size_t>(channel)]);
    return s;
}
inline Source order(Source s, std::array<uint8_t, 4> swizzle) {
    const Source old = s;
    for (size_t i = 0; i < 4; i++) s.select[i] = old.select[swizzle[i]];
    return s;
}
inline Source minus(Source s) {
    s.negate = !s.negate;
    return s;
}
inline Source magnitude(Source s) {
    s.absolute = true;
    s.negate = false;
    return s;
}

}  // namespace machines::ctm
