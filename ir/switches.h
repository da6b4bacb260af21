// A switch over an enumeration has a case for each value (-Wswitch-enum), so that a new row of a table shows where it
// matters. Sets of values and switches over a few values of a long enumeration are written with these instead.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <type_traits>

namespace arbasm {

template <class Enum>
constexpr bool is_one_of(Enum value, std::initializer_list<std::type_identity_t<Enum>> values) {
    return std::find(values.begin(), values.end(), value) != values.end();
}

}  // namespace arbasm

// Between these two, a switch may have a `default:` for the many values that it does not concern. It says what becomes
// of them. Not for opcodes of the IR (tests/docs/check_opcode_lists).
#define ASMGL_SOME_CASES _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Wswitch-enum\"")
#define ASMGL_END_SOME_CASES _Pragma("GCC diagnostic pop")
