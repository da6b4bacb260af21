#include "arbasm/lower/expand_passthrough.h"

#include <algorithm>

namespace arbasm {

Program expand_passthrough(const Program& program) {
    Program expanded = program;
    for (const Passthrough& passed : program.passthroughs)
        if (std::find(expanded.results.begin(), expanded.results.end(), passed.result) == expanded.results.end())
            expanded.results.push_back(passed.result);
    return expanded;
}

}  // namespace arbasm
