#include "ir/program_text.h"

namespace arbasm {
namespace {

std::string print_nothing(const Program& /*program*/) { return {}; }
std::shared_ptr<const Program> parse_nothing(std::string_view /*text*/) { return nullptr; }

// Set before main() begins, and constant before that: whoever sets it may be initialised first.
constinit ProgramText linked{print_nothing, parse_nothing};

}  // namespace

const ProgramText& program_text() { return linked; }
void set_program_text(const ProgramText& text) { linked = text; }

}  // namespace arbasm
