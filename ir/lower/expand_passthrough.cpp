#include "ir/lower/expand_passthrough.h"

#include <algorithm>

#include "ir/verify/verify.h"

namespace arbasm {

Program expand_passthrough(const Program& program) {
    Program expanded = program;
    for (const Passthrough& passed : program.passthroughs)
        if (std::find(expanded.results.begin(), expanded.results.end(), passed.result) == expanded.results.end())
            expanded.results.push_back(passed.result);
    return checked("expand_passthrough()", std::move(expanded));
}

}  // namespace arbasm
