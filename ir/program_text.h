// Programs as text, for rooms that see no language: dumps.
#pragma once

#include <string>

#include "ir/program.h"

namespace arbasm {

using ProgramPrinter = std::string (*)(const Program& program);

// By the printer of the language that is linked, which sets it when it is loaded. Empty without one.
std::string program_text(const Program& program);
void set_program_printer(ProgramPrinter printer);

}  // namespace arbasm
