// Checks of what holds whatever an application does. A check that fails says where and with which values, and ends
// the process. Checks are built in where ASMGL_CHECKS is set (presets debug, checked, asan and tsan); elsewhere they
// cost nothing, and their operands are not evaluated.
//
//   ASMGL_CHECK(condition)     ASMGL_CHECK_EQ(a, b) NE LT LE GT GE: print both values
#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace checks {

[[noreturn]] void fail(const char* file, int line, const char* condition, const std::string& values);

template <class T>
std::string shown(const T& value) {
    if constexpr (std::is_same_v<T, bool>)
        return value ? "true" : "false";
    else if constexpr (std::is_enum_v<T>)
        return std::to_string(static_cast<long long>(value));
    else if constexpr (std::is_arithmetic_v<T>)
        return std::to_string(value);
    else if constexpr (std::is_convertible_v<const T&, std::string_view>)
        return "\"" + std::string(std::string_view(value)) + "\"";
    else if constexpr (std::is_pointer_v<T>)
        return value ? "a pointer" : "null";
    else
        return "?";
}

template <class A, class B>
[[noreturn, gnu::noinline, gnu::cold]] void fail_with(const char* file, int line, const char* condition, const A& a,
                                                      const B& b) {
    fail(file, line, condition, shown(a) + " and " + shown(b));
}

// Comparisons by value: integers of different signedness compare as numbers do.
#define ASMGL_COMPARISON(name, operation, of_integers)                                            \
    struct name {                                                                                 \
        template <class A, class B>                                                               \
        constexpr bool operator()(const A& a, const B& b) const {                                 \
            if constexpr (std::integral<A> && std::integral<B> && !std::is_same_v<A, bool> &&     \
                          !std::is_same_v<B, bool> && std::is_signed_v<A> != std::is_signed_v<B>) \
                return std::of_integers(a, b);                                                    \
            else                                                                                  \
                return a operation b;                                                             \
        }                                                                                         \
    };
ASMGL_COMPARISON(Equal, ==, cmp_equal)
ASMGL_COMPARISON(NotEqual, !=, cmp_not_equal)
ASMGL_COMPARISON(Less, <, cmp_less)
ASMGL_COMPARISON(LessOrEqual, <=, cmp_less_equal)
ASMGL_COMPARISON(Greater, >, cmp_greater)
ASMGL_COMPARISON(GreaterOrEqual, >=, cmp_greater_equal)
#undef ASMGL_COMPARISON

template <class Comparison, class A, class B>
void compare(const char* file, int line, const char* condition, const A& a, const B& b) {
    if (!Comparison{}(a, b)) [[unlikely]]
        fail_with(file, line, condition, a, b);
}

}  // namespace checks

#ifdef ASMGL_CHECKS
#define ASMGL_CHECK(condition) \
    ((condition) ? static_cast<void>(0) : ::checks::fail(__FILE__, __LINE__, #condition, std::string()))
#define ASMGL_COMPARED(comparison, operation, a, b) \
    ::checks::compare<::checks::comparison>(__FILE__, __LINE__, #a " " #operation " " #b, a, b)
#else
#define ASMGL_CHECK(condition) static_cast<void>(sizeof((condition) ? 1 : 0))
#define ASMGL_COMPARED(comparison, operation, a, b) static_cast<void>(sizeof(::checks::comparison{}(a, b)))
#endif
#define ASMGL_CHECK_EQ(a, b) ASMGL_COMPARED(Equal, ==, a, b)
#define ASMGL_CHECK_NE(a, b) ASMGL_COMPARED(NotEqual, !=, a, b)
#define ASMGL_CHECK_LT(a, b) ASMGL_COMPARED(Less, <, a, b)
#define ASMGL_CHECK_LE(a, b) ASMGL_COMPARED(LessOrEqual, <=, a, b)
#define ASMGL_CHECK_GT(a, b) ASMGL_COMPARED(Greater, >, a, b)
#define ASMGL_CHECK_GE(a, b) ASMGL_COMPARED(GreaterOrEqual, >=, a, b)
