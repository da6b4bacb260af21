// The rows of opcode_rows.inc: what the specifications' instruction tables allow.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "arbasm/opcode.h"

namespace arbasm {

struct OpcodeRow {
    const char* id;
    Opcode opcode;
    std::string_view headers, options, types, modifiers, declarations, body;
};

std::span<const OpcodeRow> opcode_rows();

}  // namespace arbasm
