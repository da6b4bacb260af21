// layout(…): the identifiers that there are, where each may stand, and what it says. One row each in
// layout_identifiers.def.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "glsl/check/context.h"

namespace glsl {

// The kind of declaration that a layout belongs to. The storage says the rest.
enum class LayoutForm : uint8_t { Variable, Block, Member, Default, Function };

// One identifier as it was written.
struct LayoutItem {
    std::string_view name;
    std::optional<int32_t> number;  // of name = number
    Location where;
    int group = 0;  // which layout(…) of the declaration
};

struct ImageFormatRow {
    std::string_view name;
    Scalar scalar;  // None: of any
    std::string_view where;
};
// null: there is none.
const ImageFormatRow* find_image_format(std::string_view name, const Language& language);

// Whether two identifiers of layouts are one: upper and lower case count in OpenGL ES only (4.4 of GLSL 4.60; 4.4 of
// GLSL ES 3.20).
bool same_layout(std::string_view a, std::string_view b, const Language& language);

// Applies the identifiers to the qualifiers, and to what is known of the stage. `type`, `name`: of the variable, if
// they are known.
void apply_layout(CheckContext& context, std::span<const LayoutItem> items, LayoutForm form, Qualifiers& qualifiers,
                  const Type* type, std::string_view name = {});

}  // namespace glsl
