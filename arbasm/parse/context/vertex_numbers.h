// What bindings say of vertices and patches. Only the end of the program shows whether there are so many.
#pragma once

#include <cstdint>
#include <optional>

#include "ir/program.h"

namespace arbasm {

struct FurthestVertex {
    int64_t vertex = -1;
    SourceLocation where;
};

struct VertexNumbers {
    FurthestVertex input, output;
    std::optional<SourceLocation> patch_input;  // where a geometry program reads a quantity of patches

    void note(int64_t vertex, bool of_output, SourceLocation where) {
        FurthestVertex& known = of_output ? output : input;
        if (vertex > known.vertex) known = {vertex, where};
    }
};

}  // namespace arbasm
