// The registers of GR3D, by name: rows of registers.def.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace machines::tegra {

inline constexpr uint32_t register_count = 0x1000;  // what the 12 bits of an offset reach

namespace reg {
#define TEGRA_REGISTER(offset, count, stride, name) inline constexpr uint32_t name = offset;
#define TEGRA_FIELD(register_name, name, low, high)
#include "machines/tegra/commands/registers.def"
#undef TEGRA_REGISTER
#undef TEGRA_FIELD
}  // namespace reg

struct BitField {
    uint8_t low, high;
    constexpr uint32_t mask() const { return high - low == 31 ? ~0u : ((1u << (high - low + 1)) - 1) << low; }
    constexpr uint32_t operator()(uint32_t value) const { return value << low & mask(); }  // the value in its place
    constexpr uint32_t get(uint32_t word) const { return (word & mask()) >> low; }
};

// field::REGISTER_FIELD
namespace field {
#define TEGRA_REGISTER(...)
#define TEGRA_FIELD(register_name, name, low, high) inline constexpr BitField register_name##_##name{low, high};
#include "machines/tegra/commands/registers.def"
#undef TEGRA_REGISTER
#undef TEGRA_FIELD
}  // namespace field

// What the fields of comparisons (FUNC) and of stencil operations (OP_FAIL, OP_ZFAIL, OP_ZPASS) hold.
enum CompareCode : uint32_t {
    function_never,
    function_less,
    function_equal,
    function_less_equal,
    function_greater,
    function_not_equal,
    function_greater_equal,
    function_always
};
enum StencilCode : uint32_t {
    stencil_zero,
    stencil_keep,
    stencil_replace,
    stencil_increment,
    stencil_decrement,
    stencil_invert,
    stencil_increment_wrap,
    stencil_decrement_wrap
};

struct RegisterField {
    std::string_view register_name, name;
    BitField bits;
};
struct RegisterInfo {
    uint32_t offset, count, stride;
    std::string_view name;
};

struct FoundRegister {
    const RegisterInfo* info = nullptr;  // null: no row has this offset
    uint32_t index = 0;
};
FoundRegister find_register(uint32_t offset);
std::span<const RegisterInfo> register_table();
std::span<const RegisterField> fields_of(std::string_view register_name);

// "RT_PARAMS(1)"; "0xe44" where no row has the offset.
std::string register_name(uint32_t offset);
// What register_name() writes; -1 if it is none.
int32_t parse_register_name(std::string_view name);

// What is written before the first draw, in order: offset and value.
std::span<const std::pair<uint32_t, uint32_t>> reset_state();

}  // namespace machines::tegra
