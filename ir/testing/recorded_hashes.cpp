#include "ir/testing/recorded_hashes.h"

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>

namespace arbasm {

void expect_recorded_hash(const std::string& name, uint64_t hash) {
    char digits[17];
    std::snprintf(digits, sizeof digits, "%016" PRIx64, hash);
    if (const char* const file = std::getenv("ASMGL_RECORD_HASHES")) {
        std::ofstream(file, std::ios::app) << name << ' ' << digits << '\n';
        return;
    }
    std::ifstream recorded(ASMGL_RECORDED_HASHES);
    ASSERT_TRUE(recorded) << ASMGL_RECORDED_HASHES;
    for (std::string key, value; recorded >> key >> value;)
        if (key == name) {
            EXPECT_EQ(digits, value) << name << ": not what x86-64 computes";
            return;
        }
    ADD_FAILURE() << name << " is not in " << ASMGL_RECORDED_HASHES;
}

}  // namespace arbasm
