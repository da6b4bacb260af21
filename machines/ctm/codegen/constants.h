// The constants that a program reads: parameters, numbers of its own, what lookups need of textures, loop counts.
#pragma once

#include <array>
#include <map>
#include <optional>

#include "machines/ctm/codegen/generate.h"
#include "machines/ctm/codegen/sources.h"

namespace machines::ctm {

class Constants {
  public:
    // What the constants hold is said in `generated`.
    explicit Constants(Generated& generated) : generated_(generated) {}
    // Indices of float constants.
    int parameter(const arbasm::Program& program, int index);
    int literal(const std::array<float, 4>& value);
    int texture(uint32_t unit, bool compares);  // the first of several (docs/ctm.md)
    // The number in every channel: by a selector, inline or a constant.
    Source value(float x);
    // Numbers that selectors and one inline or repeated constant give, all of one sign.
    std::optional<Source> literal_operand(const std::array<float, 4>& values, uint32_t lanes);
    // Indices of integer constants.
    int turns(int count);
    int turns_of(int parameter, uint8_t component);

    bool too_many_floats() const { return next_ > float_constant_count; }
    bool too_many_integers() const { return next_integer_ > integer_constant_count; }

  private:
    Generated& generated_;
    int next_ = 0, next_integer_ = 0;
    std::map<int, int> parameters_, turns_;
    std::map<std::array<uint32_t, 4>, int> literals_;
};

}  // namespace machines::ctm
