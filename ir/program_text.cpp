#include "ir/program_text.h"

namespace arbasm {
namespace {

// Set before main() begins, and constant before that: whoever sets it may be initialised first.
constinit ProgramPrinter linked = nullptr;

}  // namespace

std::string program_text(const Program& program) { return linked ? linked(program) : std::string(); }
void set_program_printer(ProgramPrinter printer) { linked = printer; }

}  // namespace arbasm
