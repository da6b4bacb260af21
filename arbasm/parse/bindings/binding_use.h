// What a binding is read for, and what may stand before it.
#pragma once

#include "ir/bindings.h"
#include "ir/program.h"

namespace arbasm {

struct BindingUse {
    BindingSide side{};
    bool ranges = false;            // in an array initializer
    DataType type = DataType::F32;  // constants
    bool declaration = false;       // the vertex of an input may be left to the use
};

// What stands before an input's binding in geometry and tessellation programs.
struct InputPrefix {
    bool is_primitive = false;
    bool has_vertex = false;
    bool of_output = false;
};

}  // namespace arbasm
