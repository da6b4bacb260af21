// Where the results of a straight program come from: parameters and attributes just as they are, or what only running
// it can tell. A fact (program_facts.h).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "ir/program.h"

namespace arbasm {

struct ComponentSource {
    enum class Kind : uint8_t {
        Parameter,  // component `component` of register `number`
        Attribute,  // component `component` of register `number`
        Computed,   // from parameters and constants alone: the same wherever the program runs
        Other,      // only running the program can tell
    };
    Kind kind = Kind::Computed;
    uint8_t component = 0;
    int16_t number = 0;
    bool operator==(const ComponentSource&) const = default;
};
using ResultSource = std::array<ComponentSource, 4>;

// By result register. None for programs that are not analysed: with flow, memory, textures, conditions, 64-bit numbers
// or run-time indices, or with more than 64 instructions.
std::optional<std::vector<ResultSource>> find_result_sources(const Program& program);

}  // namespace arbasm
