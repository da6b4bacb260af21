// Names that the text of the fragment pipeline's code has, written and read alike.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "machines/tegra/isa/fragment_instructions.h"

namespace machines::tegra {

inline constexpr std::array<std::string_view, 12> sfu_names{"nop", "rcp", "rsq", "lg2",    "ex2",    "sqrt",
                                                            "sin", "cos", "frc", "preex2", "presin", "precos"};
inline constexpr std::array<std::string_view, 4> alu_names{"MAD", "MIN", "MAX", "CSEL"};
struct Modifier {
    std::string_view text;
    uint32_t Alu::*member;
    uint32_t value;
};
inline constexpr std::array<Modifier, 9> modifiers{{{"x2", &Alu::scale, scale_2},
                                                    {"x4", &Alu::scale, scale_4},
                                                    {"/2", &Alu::scale, scale_half},
                                                    {"sat", &Alu::saturate, 1},
                                                    {"this", &Alu::receive, 1},
                                                    {"other", &Alu::send, 1},
                                                    {"eq", &Alu::compare, compare_equal},
                                                    {"gt", &Alu::compare, compare_greater},
                                                    {"ge", &Alu::compare, compare_greater_equal}}};

struct RegisterNames {
    std::string_view prefix;
    uint32_t first, count;
};
// Registers that are a name and a number; halves are written behind them.
inline constexpr std::array<RegisterNames, 5> register_names{{{"r", register_row0, row_registers},
                                                              {"g", register_global0, global_registers},
                                                              {"alu", register_alu0, 4},
                                                              {"imm", register_constant0, embedded_constants},
                                                              {"u", register_uniform0, fragment_uniforms}}};
struct SpecialName {
    std::string_view name;
    uint32_t selector;
};
inline constexpr std::array<SpecialName, 3> special_names{
    {{"posx", register_position_x}, {"posy", register_position_y}, {"pface", register_face}}};

}  // namespace machines::tegra
