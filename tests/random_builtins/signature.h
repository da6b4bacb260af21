// Signatures of built-in functions, as rows of glsl/language/builtin_functions.def have them, for one choice of types.
#pragma once

#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace random_builtins {

struct Argument {
    enum class Mode : uint8_t { In, Out, InOut } mode = Mode::In;
    std::string type;
    bool constant = false;  // a constant expression
};

struct Signature {
    std::string name, result;
    std::vector<Argument> arguments;
};

// One of a row's signatures.
Signature any_signature(std::string_view signatures, std::mt19937_64& random);

// "vec3", "uint64_t", "mat2x3" as their parts.
struct BasicType {
    std::string scalar;  // float, int, uint, bool, double, int64_t, …
    int rows = 1, columns = 1;
    bool is_known() const { return !scalar.empty(); }
    bool is_floating() const { return scalar == "float" || scalar == "double" || scalar == "float16_t"; }
};
BasicType basic_type(std::string_view name);
std::string vector_type(std::string_view scalar, int rows);

}  // namespace random_builtins
