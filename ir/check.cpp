#include "ir/check.h"

#include <cstdio>
#include <cstdlib>

namespace checks {

void fail(const char* file, int line, const char* condition, const std::string& values) {
    std::fprintf(stderr, "%s:%d: asmgl: a check failed: %s%s%s\n", file, line, condition, values.empty() ? "" : ": ",
                 values.c_str());
    std::abort();
}

}  // namespace checks
