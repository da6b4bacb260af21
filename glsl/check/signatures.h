// The signatures of built-in functions, as builtin_functions.def writes them: GLSL, with names for families of types.
#pragma once

#include <span>
#include <vector>

#include "glsl/language/builtin_functions.h"
#include "glsl/tree/tree.h"

namespace glsl {

// The types of a signature's generic types in one expansion.
struct Families {
    int size = 1;                   // of T, I, U, B, D, L, UL, H, SI, SU
    int rows = 2, columns = 2;      // of M, DM, HM
    Scalar scalar = Scalar::Float;  // of g…
    int bits = 0;                   // of SI, SU: 8 or 16; 0: there are none
};

// A built-in function with one choice of types for its families.
struct Candidate {
    const FunctionRow* row = nullptr;
    Families families;
    const Type* type = nullptr;
    std::vector<const Type*> parameters;
    std::vector<ParameterMode> modes;
    std::vector<bool> constant, readonly, writeonly;  // as the signature says of each parameter
};

// Adds what the row's signatures stand for: one candidate for each size of T, I, U, B, D; each shape of M; each scalar
// type of gvec and gsampler.
void expand_signatures(const FunctionRow& row, TypeTable& types, std::vector<Candidate>& candidates);

// The same of a row that has no arrays: made when the first shader of the process asks, by any thread, and kept.
bool has_arrays(const FunctionRow& row);
std::span<const Candidate> kept_candidates(const FunctionRow& row, TypeTable& types);

// The type a family's name stands for; any other type by its name; null: there is none.
const Type* family_type(std::string_view word, const Families& families);

}  // namespace glsl
