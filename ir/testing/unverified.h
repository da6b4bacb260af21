// For tests that verify programs themselves, or measure what parsing them takes.
#pragma once

#include "ir/verify/verify.h"

namespace arbasm {

struct Unverified {
    Unverified() { verify_what_is_made(false); }
    Unverified(const Unverified&) = delete;
    ~Unverified() { verify_what_is_made(true); }
};

}  // namespace arbasm
