// Gives this language's printer to rooms that see programs only.
#include "ir/program_text.h"

#include "arbasm/assembler.h"

namespace arbasm {
namespace {

[[maybe_unused]] const bool is_set = [] {
    set_program_printer(print);
    return true;
}();

}  // namespace
}  // namespace arbasm
