// The rows of opcode_rows.inc: what the specifications' instruction tables allow.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ir/opcode.h"

namespace arbasm {

struct OpcodeRow {
    const char* id;
    Opcode opcode;
    std::string_view headers, options, types, modifiers, declarations, body;
};

std::span<const OpcodeRow> opcode_rows();

struct OpcodeUse {
    std::string text;
    size_t begin = 0, end = 0;  // of the instruction
};

// The row's body in a program of this header.
OpcodeUse opcode_use(const OpcodeRow& row, std::string_view header, const std::vector<std::string_view>& options,
                     std::string_view type, std::string_view modifier);

// The type to try a modifier with.
std::string_view type_for_modifier(const OpcodeRow& row, std::string_view modifier);

}  // namespace arbasm
