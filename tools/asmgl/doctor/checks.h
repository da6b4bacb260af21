// The checks of `asmgl doctor`: one function for each row of checks.def, from what the machine is to what is said of
// it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "machine.h"
#include "program.h"

namespace tool::doctor {

// Wrong: something does not work. Note: it works, and somebody may wonder.
enum class Verdict : uint8_t { Good, Note, Wrong };

struct Finding {
    Verdict verdict = Verdict::Good;
    std::string text;
    std::string mend = {};  // what to do about it
};

struct Check {
    const char* name;
    Finding (*look)(const Machine& machine, const LibrarySearch& search);
    const char* about;
};
std::span<const Check> checks();

// What is said of a program, a line each: the file itself, what is missing, and each graphics library.
struct ProgramFinding {
    std::string name;
    Finding finding;
};
std::vector<ProgramFinding> check_program(const Program& program, const Machine& machine);

}  // namespace tool::doctor
