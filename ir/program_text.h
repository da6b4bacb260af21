// Programs as text, for rooms that see no language: dumps, and keys of code on disk.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "ir/program.h"

namespace arbasm {

struct ProgramText {
    std::string (*print)(const Program& program);
    std::shared_ptr<const Program> (*parse)(std::string_view text);  // null: it is wrong
};

// Of the language that is linked, which sets it when it is loaded. Without one, texts are empty and none is right.
const ProgramText& program_text();
void set_program_text(const ProgramText& text);

}  // namespace arbasm
