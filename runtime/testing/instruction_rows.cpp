#include "runtime/testing/instruction_rows.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "runtime/formats/float_bits.h"

namespace runtime {
namespace {

using Row = InstructionRow;

constexpr double infinite = std::numeric_limits<double>::infinity();

bool is_nan(uint32_t bits) { return (bits & 0x7fffffffu) > 0x7f800000u; }

Wanted bits(uint32_t value) { return {Wanted::Bits, value, 0, 0}; }
Wanted exactly(float value) { return bits(bits_of(value)); }
Wanted near(double value, double ulps) { return {Wanted::Near, 0, value, ulps}; }
Wanted anything() { return {}; }
WantedVector all(const Wanted& w) { return {w, w, w, w}; }

// ---- arithmetic for the table ------------------------------------------------------------------------------------

float f(uint32_t word) { return float_of(word); }
int32_t s(uint32_t word) { return static_cast<int32_t>(word); }
float add(float a, float b) { return static_cast<float>(double{a} + double{b}); }
float mul(float a, float b) { return static_cast<float>(double{a} * double{b}); }
float div(float a, float b) { return static_cast<float>(double{a} / double{b}); }
float root(float a) { return static_cast<float>(std::sqrt(double{a})); }

float half_to_float(uint32_t half) {
    const int sign = half & 0x8000 ? -1 : 1, exponent = half >> 10 & 31, mantissa = half & 1023;
    if (exponent == 31) return mantissa ? NAN : static_cast<float>(sign * infinite);
    if (exponent == 0) return static_cast<float>(sign * std::ldexp(mantissa, -24));
    return static_cast<float>(sign * std::ldexp(1024 + mantissa, exponent - 25));
}

// The nearest of all binary16 numbers, ties to the even one.
uint32_t float_to_half(float value) {
    if (std::isnan(value)) return 0x7e00;
    const uint32_t sign = std::signbit(value) ? 0x8000 : 0;
    const double size = std::abs(double{value});
    if (size >= 65520) return sign | 0x7c00;
    uint32_t low = 0, high = 0x7bff;
    while (low < high) {
        const uint32_t middle = (low + high + 1) / 2;
        if (double{half_to_float(middle)} <= size)
            low = middle;
        else
            high = middle - 1;
    }
    if (low == 0x7bff) return sign | low;
    const double below = size - double{half_to_float(low)}, above = double{half_to_float(low + 1)} - size;
    return sign | (below < above || (below == above && low % 2 == 0) ? low : low + 1);
}

uint32_t to_signed_bits(double value) {
    if (std::isnan(value)) return 0;
    return static_cast<uint32_t>(static_cast<int32_t>(std::clamp(value, -2147483648.0, 2147483647.0)));
}
uint32_t to_unsigned_bits(double value) {
    if (std::isnan(value)) return 0;
    return static_cast<uint32_t>(std::clamp(value, 0.0, 4294967295.0));
}

double nearest_even(double value) { return std::nearbyint(value); }
double unit(double value) { return std::isnan(value) ? 0 : std::clamp(value, 0.0, 1.0); }

// ---- oracles -----------------------------------------------------------------------------------------------------

Oracle each(const std::function<Wanted(uint32_t, uint32_t, uint32_t)>& component) {
    return [component](const Words& a, const Words& b, const Words& c) {
        WantedVector result;
        for (size_t i = 0; i < 4; i++) result[i] = component(a[i], b[i], c[i]);
        return result;
    };
}
Oracle each_float(const std::function<float(float, float, float)>& component) {
    return each([component](uint32_t a, uint32_t b, uint32_t c) { return exactly(component(f(a), f(b), f(c))); });
}
Oracle scalar_near(double ulps, const std::function<double(double, double)>& component) {
    return [=](const Words& a, const Words& b, const Words&) {
        return all(near(component(double{f(a[0])}, double{f(b[0])}), ulps));
    };
}
Oracle whole(const std::function<WantedVector(const Words&, const Words&, const Words&)>& oracle) { return oracle; }

float dot(const Words& a, const Words& b, int count) {
    float sum = mul(f(a[0]), f(b[0]));
    for (size_t i = 1; i < static_cast<size_t>(count); i++) sum = add(sum, mul(f(a[i]), f(b[i])));
    return sum;
}

Wanted truth_of(bool value, char type) { return !value ? bits(0) : type == 'F' ? exactly(1.0f) : bits(0xffffffffu); }

double log2_of(double x) { return x < 0 ? NAN : std::log2(x); }
double power_of(double x, double y) {
    if (y == 0) return 1;
    return x < 0 || std::isnan(x) || std::isnan(y) ? NAN
           : x == 1 && std::isinf(y)               ? NAN  // not specified; compared below as anything
                                                   : std::pow(x, y);
}

WantedVector light(const Words& a) {
    const float x = f(a[0]) > 0 ? f(a[0]) : 0, y = f(a[1]) > 0 ? f(a[1]) : 0;
    if (std::isnan(f(a[3]))) return {exactly(1), exactly(x), anything(), exactly(1)};
    const double w = std::clamp(double{f(a[3])}, -127.9999923706055, 127.9999923706055);
    const Wanted specular = f(a[0]) > 0 ? near(std::pow(double{y}, w), 2) : exactly(0);
    return {exactly(1), exactly(x), specular, exactly(1)};
}

uint32_t extract(uint32_t count, uint32_t start, uint32_t from, bool is_signed) {
    if (count == 0 || start > 31) return 0;
    const uint32_t width = std::min(count, 32 - start);
    uint64_t field = (uint64_t{from} >> start) & ((uint64_t{1} << width) - 1);
    if (is_signed && (field >> (width - 1) & 1)) field |= ~uint64_t{0} << width;
    return static_cast<uint32_t>(field);
}
uint32_t insert(uint32_t count, uint32_t start, uint32_t field, uint32_t into) {
    if (count == 0 || start > 31) return into;
    const uint32_t width = std::min(count, 32 - start);
    for (uint32_t i = 0; i < width; i++) {
        into &= ~(1u << (start + i));
        into |= (field >> i & 1) << (start + i);
    }
    return into;
}

uint32_t highest(uint32_t value, bool is_signed) {
    if (is_signed && s(value) < 0) value = ~value;
    for (int bit = 31; bit >= 0; bit--)
        if (value >> bit & 1) return static_cast<uint32_t>(bit);
    return 0xffffffffu;
}

// ---- the table ---------------------------------------------------------------------------------------------------

const std::string nv = "NVfp5.0", arb = "ARBvp1.0", arbfp = "ARBfp1.0";

struct Table {
    std::vector<Row> table;

    void floats(const std::string& name, const std::string& shapes, const Oracle& oracle) {
        table.push_back({nv, name + ".F", shapes, oracle, false});
    }
    void both(const std::string& name, const std::string& shapes,
              const std::function<uint32_t(uint32_t, uint32_t, uint32_t)>& component) {
        for (const char* type : {".S", ".U"})
            table.push_back({nv, name + type, shapes,
                             each([component](uint32_t a, uint32_t b, uint32_t c) { return bits(component(a, b, c)); }),
                             true});
    }
    void integers(const std::string& name, const std::string& shapes,
                  const std::function<uint32_t(int32_t, int32_t, int32_t)>& signed_component,
                  const std::function<uint32_t(uint32_t, uint32_t, uint32_t)>& unsigned_component) {
        table.push_back(
            {nv, name + ".S", shapes,
             each([=](uint32_t a, uint32_t b, uint32_t c) { return bits(signed_component(s(a), s(b), s(c))); }), true});
        table.push_back({nv, name + ".U", shapes,
                         each([=](uint32_t a, uint32_t b, uint32_t c) { return bits(unsigned_component(a, b, c)); }),
                         true});
    }
    template <class Rule>
    void compare(const std::string& name, Rule rule) {
        floats(name, "vv", each([=](uint32_t a, uint32_t b, uint32_t) { return truth_of(rule(f(a), f(b)), 'F'); }));
        table.push_back({nv, name + ".S", "vv",
                         each([=](uint32_t a, uint32_t b, uint32_t) { return truth_of(rule(s(a), s(b)), 'S'); }),
                         true});
        table.push_back({nv, name + ".U", "vv",
                         each([=](uint32_t a, uint32_t b, uint32_t) { return truth_of(rule(a, b), 'U'); }), true});
    }
    void rounding(const std::string& name, double (*round)(double)) {
        floats(name, "v", each_float([=](float a, float, float) { return static_cast<float>(round(double{a})); }));
        table.push_back({nv, name + ".S", "v", each([=](uint32_t a, uint32_t, uint32_t) {
                             return bits(to_signed_bits(round(double{f(a)})));
                         })});
        table.push_back({nv, name + ".U", "v", each([=](uint32_t a, uint32_t, uint32_t) {
                             return bits(to_unsigned_bits(round(double{f(a)})));
                         })});
    }

    void rows_of_any_type();
    void rows_of_floats();
    void rows_of_integers();
    void rows_of_packed_words();
    void rows_of_arb_sets();
};

void Table::rows_of_any_type() {
    floats("ABS", "v", each([](uint32_t a, uint32_t, uint32_t) { return bits(a & 0x7fffffffu); }));
    integers(
        "ABS", "v",
        [](int32_t a, auto, auto) { return a < 0 ? 0u - static_cast<uint32_t>(a) : static_cast<uint32_t>(a); },
        [](uint32_t a, auto, auto) { return a; });
    floats("ADD", "vv", each_float([](float a, float b, float) { return add(a, b); }));
    both("ADD", "vv", [](uint32_t a, uint32_t b, uint32_t) { return a + b; });
    floats("SUB", "vv", each_float([](float a, float b, float) { return add(a, -b); }));
    both("SUB", "vv", [](uint32_t a, uint32_t b, uint32_t) { return a - b; });
    floats("MUL", "vv", each_float([](float a, float b, float) { return mul(a, b); }));
    both("MUL", "vv", [](uint32_t a, uint32_t b, uint32_t) { return a * b; });
    floats("MAD", "vvv", each_float([](float a, float b, float c) { return add(mul(a, b), c); }));
    both("MAD", "vvv", [](uint32_t a, uint32_t b, uint32_t c) { return a * b + c; });
    rounding("CEIL", std::ceil);
    rounding("FLR", std::floor);
    rounding("ROUND", nearest_even);
    rounding("TRUNC", std::trunc);
    floats("CMP", "vvv", each([](uint32_t a, uint32_t b, uint32_t c) { return bits(f(a) < 0 ? b : c); }));
    integers(
        "CMP", "vvv", [](int32_t a, int32_t b, int32_t c) { return static_cast<uint32_t>(a < 0 ? b : c); },
        [](uint32_t, uint32_t, uint32_t c) { return c; });
    floats("DIV", "vs", each_float([](float a, float b, float) { return div(a, b); }));
    integers(
        "DIV", "vs",
        [](int32_t a, int32_t b, int32_t) {
            return b == 0 ? 0xffffffffu : static_cast<uint32_t>(int64_t{a} / int64_t{b});
        },
        [](uint32_t a, uint32_t b, uint32_t) { return b == 0 ? 0xffffffffu : a / b; });
    floats("MAX", "vv", each([](uint32_t a, uint32_t b, uint32_t) { return bits(f(a) > f(b) ? a : b); }));
    integers(
        "MAX", "vv", [](int32_t a, int32_t b, auto) { return static_cast<uint32_t>(std::max(a, b)); },
        [](uint32_t a, uint32_t b, auto) { return std::max(a, b); });
    floats("MIN", "vv", each([](uint32_t a, uint32_t b, uint32_t) { return bits(f(a) > f(b) ? b : a); }));
    integers(
        "MIN", "vv", [](int32_t a, int32_t b, auto) { return static_cast<uint32_t>(std::min(a, b)); },
        [](uint32_t a, uint32_t b, auto) { return std::min(a, b); });
    floats("MOV", "v", each([](uint32_t a, uint32_t, uint32_t) { return bits(a); }));
    both("MOV", "v", [](uint32_t a, uint32_t, uint32_t) { return a; });
    compare("SEQ", [](auto a, auto b) { return a == b; });
    compare("SNE", [](auto a, auto b) { return a != b; });
    compare("SLT", [](auto a, auto b) { return a < b; });
    compare("SLE", [](auto a, auto b) { return a <= b; });
    compare("SGT", [](auto a, auto b) { return a > b; });
    compare("SGE", [](auto a, auto b) { return a >= b; });
    compare("SFL", [](auto, auto) { return false; });
    compare("STR", [](auto, auto) { return true; });
}

void Table::rows_of_floats() {
    floats("COS", "s", scalar_near(2.5, [](double a, double) { return std::cos(a); }));
    floats("SIN", "s", scalar_near(2.5, [](double a, double) { return std::sin(a); }));
    floats("SCS", "s", whole([](const Words& a, const Words&, const Words&) {
               const double x = double{f(a[0])};
               return WantedVector{near(std::cos(x), 2.5), near(std::sin(x), 2.5), anything(), anything()};
           }));
    floats("EX2", "s", scalar_near(1.1, [](double a, double) { return std::exp2(a); }));
    floats("LG2", "s", scalar_near(1, [](double a, double) { return log2_of(a); }));
    floats("POW", "ss", whole([](const Words& a, const Words& b, const Words&) {
               const double x = double{f(a[0])}, y = double{f(b[0])};
               return all(x == 1 && std::isinf(y) ? anything() : near(power_of(x, y), 2));
           }));
    floats("RCP", "s", whole([](const Words& a, const Words&, const Words&) { return all(exactly(div(1, f(a[0])))); }));
    floats("RSQ", "s",
           whole([](const Words& a, const Words&, const Words&) { return all(exactly(div(1, root(f(a[0]))))); }));
    floats("RCC", "s", whole([](const Words& a, const Words&, const Words&) {
               const double x = double{f(a[0])};
               if (std::isnan(x)) return all(exactly(NAN));
               const double size = std::clamp(std::abs(1 / x), 0x1p-64, 0x1p64);
               return all(exactly(static_cast<float>(std::copysign(size, x))));
           }));
    floats("DP2", "vv", whole([](const Words& a, const Words& b, const Words&) { return all(exactly(dot(a, b, 2))); }));
    floats("DP2A", "vvv", whole([](const Words& a, const Words& b, const Words& c) {
               return all(exactly(add(dot(a, b, 2), f(c[0]))));
           }));
    floats("DP3", "vv", whole([](const Words& a, const Words& b, const Words&) { return all(exactly(dot(a, b, 3))); }));
    floats("DP4", "vv", whole([](const Words& a, const Words& b, const Words&) { return all(exactly(dot(a, b, 4))); }));
    floats("DPH", "vv", whole([](const Words& a, const Words& b, const Words&) {
               return all(exactly(add(dot(a, b, 3), f(b[3]))));
           }));
    floats("DST", "vv", whole([](const Words& a, const Words& b, const Words&) {
               return WantedVector{exactly(1), exactly(mul(f(a[1]), f(b[1]))), bits(a[2]), bits(b[3])};
           }));
    floats("FRC", "v", each([](uint32_t a, uint32_t, uint32_t) {
               const double x = double{f(a)};
               return exactly(std::min(static_cast<float>(x - std::floor(x)), std::nextafter(1.0f, 0.0f)));
           }));
    floats("LIT", "v", whole([](const Words& a, const Words&, const Words&) { return light(a); }));
    floats("LRP", "vvv", each_float([](float a, float b, float c) { return add(mul(a, b), mul(add(1, -a), c)); }));
    floats("NRM", "v", whole([](const Words& a, const Words&, const Words&) {
               const float scale = div(1, root(dot(a, a, 3)));
               return WantedVector{exactly(mul(f(a[0]), scale)), exactly(mul(f(a[1]), scale)),
                                   exactly(mul(f(a[2]), scale)), anything()};
           }));
    floats("RFL", "vv", whole([](const Words& a, const Words& b, const Words&) {
               const float scale = div(mul(2, dot(a, b, 3)), dot(a, a, 3));
               const auto component = [&](size_t i) { return exactly(add(mul(scale, f(a[i])), -f(b[i]))); };
               return WantedVector{component(0), component(1), component(2), anything()};
           }));
    floats("SSG", "v", each_float([](float a, float, float) {
               return std::isnan(a) ? a : a > 0 ? 1.0f : a < 0 ? -1.0f : 0.0f;
           }));
    floats("X2D", "vvv", whole([](const Words& a, const Words& b, const Words& c) {
               const Wanted x = exactly(add(add(f(a[0]), mul(f(b[0]), f(c[0]))), mul(f(b[1]), f(c[1]))));
               const Wanted y = exactly(add(add(f(a[1]), mul(f(b[0]), f(c[2]))), mul(f(b[1]), f(c[3]))));
               return WantedVector{x, y, x, y};
           }));
    floats("XPD", "vv", whole([](const Words& a, const Words& b, const Words&) {
               const auto component = [&](size_t i, size_t j) {
                   return exactly(add(mul(f(a[i]), f(b[j])), -mul(f(a[j]), f(b[i]))));
               };
               return WantedVector{component(1, 2), component(2, 0), component(0, 1), anything()};
           }));
}

void Table::rows_of_integers() {
    both("AND", "vv", [](uint32_t a, uint32_t b, auto) { return a & b; });
    both("OR", "vv", [](uint32_t a, uint32_t b, auto) { return a | b; });
    both("XOR", "vv", [](uint32_t a, uint32_t b, auto) { return a ^ b; });
    both("NOT", "v", [](uint32_t a, auto, auto) { return ~a; });
    both("BFR", "v", [](uint32_t a, auto, auto) {
        uint32_t result = 0;
        for (int i = 0; i < 32; i++) result |= (a >> i & 1) << (31 - i);
        return result;
    });
    both("BTC", "v", [](uint32_t a, auto, auto) { return static_cast<uint32_t>(std::popcount(a)); });
    both("BTFL", "v", [](uint32_t a, auto, auto) {
        for (uint32_t i = 0; i < 32; i++)
            if (a >> i & 1) return i;
        return 0xffffffffu;
    });
    integers(
        "BTFM", "v", [](int32_t a, auto, auto) { return highest(static_cast<uint32_t>(a), true); },
        [](uint32_t a, auto, auto) { return highest(a, false); });
    for (const bool is_signed : {true, false}) {
        const std::string type = is_signed ? ".S" : ".U";
        table.push_back({nv, "BFE" + type, "vv", whole([=](const Words& a, const Words& b, const Words&) {
                             WantedVector result;
                             for (size_t i = 0; i < 4; i++) result[i] = bits(extract(a[0], a[1], b[i], is_signed));
                             return result;
                         }),
                         true});
        table.push_back({nv, "BFI" + type, "vvv", whole([](const Words& a, const Words& b, const Words& c) {
                             WantedVector result;
                             for (size_t i = 0; i < 4; i++) result[i] = bits(insert(a[0], a[1], b[i], c[i]));
                             return result;
                         }),
                         true});
    }
    table.push_back(
        {nv, "I2F.S", "v", each([](uint32_t a, auto, auto) { return exactly(static_cast<float>(s(a))); }), true});
    table.push_back(
        {nv, "I2F.U", "v", each([](uint32_t a, auto, auto) { return exactly(static_cast<float>(a)); }), true});
    integers(
        "MOD", "vs",
        [](int32_t a, int32_t b, auto) {
            return b == 0 ? 0xffffffffu : static_cast<uint32_t>(int64_t{a} % int64_t{b});
        },
        [](uint32_t a, uint32_t b, auto) { return b == 0 ? 0xffffffffu : a % b; });
    integers(
        "SAD", "vvv",
        [](int32_t a, int32_t b, int32_t c) {
            return static_cast<uint32_t>(std::abs(int64_t{a} - int64_t{b})) + static_cast<uint32_t>(c);
        },
        [](uint32_t a, uint32_t b, uint32_t c) { return (a > b ? a - b : b - a) + c; });
    both("SHL", "vs", [](uint32_t a, uint32_t b, auto) { return a << (b & 31); });
    integers(
        "SHR", "vs", [](int32_t a, int32_t b, auto) { return static_cast<uint32_t>(a >> (b & 31)); },
        [](uint32_t a, uint32_t b, auto) { return a >> (b & 31); });
    integers(
        "MUL.HI", "vv",
        [](int32_t a, int32_t b, auto) { return static_cast<uint32_t>((int64_t{a} * int64_t{b}) >> 32); },
        [](uint32_t a, uint32_t b, auto) { return static_cast<uint32_t>((uint64_t{a} * uint64_t{b}) >> 32); });
}

void Table::rows_of_packed_words() {
    for (const char* type : {".F", ".S", ".U"}) {
        const std::string t = type;
        table.push_back({nv, "PK2H" + t, "v", whole([](const Words& a, const Words&, const Words&) {
                             const auto half = [&](size_t i) { return float_to_half(f(a[i])); };
                             const bool nan = is_nan(a[0]) || is_nan(a[1]);
                             return all(nan ? anything() : bits(half(0) | half(1) << 16));
                         })});
        table.push_back({nv, "PK2US" + t, "v", whole([](const Words& a, const Words&, const Words&) {
                             const auto part = [&](size_t i) {
                                 return static_cast<uint32_t>(
                                     nearest_even(double{mul(static_cast<float>(unit(f(a[i]))), 65535)}));
                             };
                             return all(bits(part(0) | part(1) << 16));
                         })});
        table.push_back(
            {nv, "PK4UB" + t, "v", whole([](const Words& a, const Words&, const Words&) {
                 uint32_t word = 0;
                 for (size_t i = 0; i < 4; i++)
                     word |= static_cast<uint32_t>(nearest_even(double{mul(static_cast<float>(unit(f(a[i]))), 255)}))
                             << (8 * i);
                 return all(bits(word));
             })});
        table.push_back({nv, "PK4B" + t, "v", whole([](const Words& a, const Words&, const Words&) {
                             uint32_t word = 0;
                             bool nan = false;
                             for (size_t i = 0; i < 4; i++) {
                                 nan |= is_nan(a[i]);
                                 if (is_nan(a[i])) continue;
                                 const float v =
                                     static_cast<float>(std::clamp(double{f(a[i])}, double{-128.0f / 127.0f}, 1.0));
                                 word |= static_cast<uint32_t>(nearest_even(double{add(mul(v, 127), 128)})) << (8 * i);
                             }
                             return all(nan ? anything() : bits(word));
                         })});
        table.push_back({nv, "UP2H" + t, "s", whole([](const Words& a, const Words&, const Words&) {
                             const Wanted x = exactly(half_to_float(a[0] & 0xffff)),
                                          y = exactly(half_to_float(a[0] >> 16));
                             return WantedVector{x, y, x, y};
                         }),
                         true});
        table.push_back({nv, "UP2US" + t, "s", whole([](const Words& a, const Words&, const Words&) {
                             const Wanted x = exactly(div(static_cast<float>(a[0] & 0xffff), 65535));
                             const Wanted y = exactly(div(static_cast<float>(a[0] >> 16), 65535));
                             return WantedVector{x, y, x, y};
                         }),
                         true});
        table.push_back({nv, "UP4B" + t, "s", whole([](const Words& a, const Words&, const Words&) {
                             WantedVector result;
                             for (size_t i = 0; i < 4; i++)
                                 result[i] = exactly(
                                     div(static_cast<float>(static_cast<int>(a[0] >> (8 * i) & 255) - 128), 127));
                             return result;
                         }),
                         true});
        table.push_back({nv, "UP4UB" + t, "s", whole([](const Words& a, const Words&, const Words&) {
                             WantedVector result;
                             for (size_t i = 0; i < 4; i++)
                                 result[i] = exactly(div(static_cast<float>(a[0] >> (8 * i) & 255), 255));
                             return result;
                         }),
                         true});
    }
}

// What differs in the ARB sets.
void Table::rows_of_arb_sets() {
    table.push_back({arb, "RSQ", "s", whole([](const Words& a, const Words&, const Words&) {
                         return all(exactly(div(1, root(std::abs(f(a[0]))))));
                     })});
    table.push_back({arbfp, "RSQ", "s", table.back().oracle});
    table.push_back({arb, "EXP", "s", whole([](const Words& a, const Words&, const Words&) {
                         const double x = double{f(a[0])};
                         const float part = std::min(static_cast<float>(x - std::floor(x)), std::nextafter(1.0f, 0.0f));
                         return WantedVector{exactly(static_cast<float>(std::exp2(std::floor(x)))), exactly(part),
                                             near(std::exp2(x), 1.1), exactly(1)};
                     })});
    table.push_back({arb, "LOG", "s", whole([](const Words& a, const Words&, const Words&) {
                         const double x = std::abs(double{f(a[0])});
                         if (x == 0 || std::isinf(x))
                             return WantedVector{near(std::log2(x), 0), exactly(1), near(std::log2(x), 0), exactly(1)};
                         if (std::isnan(x)) return WantedVector{exactly(NAN), exactly(NAN), exactly(NAN), exactly(1)};
                         const double exponent = std::floor(std::log2(x));
                         return WantedVector{near(exponent, 0), near(x / std::exp2(exponent), 0), near(std::log2(x), 1),
                                             exactly(1)};
                     })});
    table.push_back({arb, "POW", "ss", whole([](const Words& a, const Words& b, const Words&) {
                         const double x = double{f(a[0])}, y = double{f(b[0])};
                         return all(x == 1 && std::isinf(y) ? anything() : near(power_of(x, y), 2));
                     })});
}

}  // namespace

std::vector<InstructionRow> instruction_rows() {
    Table rows;
    rows.rows_of_any_type();
    rows.rows_of_floats();
    rows.rows_of_integers();
    rows.rows_of_packed_words();
    rows.rows_of_arb_sets();
    return rows.table;
}

}  // namespace runtime
