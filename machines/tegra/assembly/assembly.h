// What the assemblers of the vertex unit's, the fragment pipeline's and the linker's text have in common.
#pragma once

#include <string>
#include <vector>

namespace machines::tegra {

// Strict: an instruction that is illegal, or has an unknown meaning, is an error if it is written by its name. Lenient:
// it is a remark; there are published programs with such. As bare words anything is taken, with a remark.
enum class Manner { Strict, Lenient };

struct Remark {
    int line = 1, column = 1;  // from 1, in bytes
    std::string message;
};

struct AssemblyOutcome {
    std::string error;         // empty: none
    int line = 0, column = 0;  // of the error
    std::vector<Remark> remarks;
};

}  // namespace machines::tegra
