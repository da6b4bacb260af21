#include "arbasm/testing/opcode_rows.h"

namespace arbasm {
namespace {

constexpr OpcodeRow rows[] = {
#define OPCODE_ROW(id, opcode, ...) {id, Opcode::opcode, __VA_ARGS__},
#include "arbasm/testing/opcode_rows.inc"
#undef OPCODE_ROW
};

}  // namespace

std::span<const OpcodeRow> opcode_rows() { return rows; }

}  // namespace arbasm
