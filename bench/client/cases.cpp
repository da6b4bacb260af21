#include "cases.h"

namespace bench {

const std::vector<Case>& cases() {
    static const std::vector<Case> rows = {
#define BENCH_CASE(name, what, unit, ...) {name, what, unit, [](Client& client) -> Loop { return __VA_ARGS__; }},
#include "cases.def"
#undef BENCH_CASE
    };
    return rows;
}

}  // namespace bench
