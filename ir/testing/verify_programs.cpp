// Tests verify what is made, in every build: this is linked into those of this room and of all that use it.
#include "ir/verify/verify.h"

namespace arbasm {
namespace {

[[maybe_unused]] const bool verifies = (verify_what_is_made(true), true);

}  // namespace
}  // namespace arbasm
