// The names in brackets of programs that name registers (o[HPOS], f[TEX0], v[OPOS]) and what they are bound to.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "ir/program.h"

namespace arbasm {

enum class RegisterSide : uint8_t { VertexOutput, FragmentInput, FragmentOutput };

struct RegisterName {
    std::string_view name;
    RegisterSide side;
    BindingKind kind;
    int index = 0;
    bool back = false, secondary = false;
    bool half = false;  // o[COLH]
    bool only_vp2 = false, only_fp2 = false;

    Binding binding() const {
        Binding result;
        result.kind = kind;
        result.index = static_cast<int16_t>(index);
        result.back = back;
        result.secondary = secondary;
        return result;
    }
};

inline constexpr RegisterName register_names[] = {
#define REGISTER(name, side, ...) {name, RegisterSide::side, __VA_ARGS__},
#include "arbasm/register_names.def"
#undef REGISTER
};

inline const RegisterName* find_register_name(std::string_view name, RegisterSide side) {
    for (const RegisterName& known : register_names) {
        if (known.name == name && known.side == side) return &known;
    }
    return nullptr;
}

// Table X.3 of NV_vertex_program: what the registers v[n] are called; empty for 6 and 7.
inline constexpr std::string_view vertex_attribute_names[16] = {"OPOS", "WGHT", "NRML", "COL0", "COL1", "FOGC",
                                                                "",     "",     "TEX0", "TEX1", "TEX2", "TEX3",
                                                                "TEX4", "TEX5", "TEX6", "TEX7"};
inline int vertex_attribute_number(std::string_view name) {
    for (int n = 0; n < 16; ++n) {
        if (!name.empty() && vertex_attribute_names[n] == name) return n;
    }
    return -1;
}

// "o[HPOS]", "f[TEX0]", "v[3]", "c[5]" or "p[5]"; `half`: o[COLH] rather than o[COLR].
std::string register_text(const Binding& binding, Stage stage, RegisterFile file, bool half);

}  // namespace arbasm
