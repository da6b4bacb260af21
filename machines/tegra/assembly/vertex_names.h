// Names that the text of vertex programs has, written and read alike.
#pragma once

#include <array>
#include <string_view>

#include "machines/tegra/isa/vertex_instruction.h"

namespace machines::tegra {

inline constexpr std::string_view component_letters = "xyzw";

// Flags of one bit, as they stand behind EXEC.
struct Flag {
    std::string_view name;
    uint32_t VertexInstruction::*member;
};
inline constexpr std::array<Flag, 8> flags{{{"saturate", &VertexInstruction::saturate},
                                            {"cs", &VertexInstruction::condition_set},
                                            {"cwr", &VertexInstruction::condition_write},
                                            {"cc", &VertexInstruction::condition_test},
                                            {"lt", &VertexInstruction::pass_less},
                                            {"eq", &VertexInstruction::pass_equal},
                                            {"gt", &VertexInstruction::pass_greater},
                                            {"bit120", &VertexInstruction::bit_120}}};

// The two halves alike.
struct Half {
    char letter;
    const VertexOperation& (*operation)(uint32_t);
    uint32_t VertexInstruction::*number;
    uint32_t VertexInstruction::*temporary;
    uint32_t VertexInstruction::*mask;
};
inline constexpr std::array<Half, 2> halves{{{'v', vector_operation, &VertexInstruction::vector_operation,
                                              &VertexInstruction::vector_temporary, &VertexInstruction::vector_mask},
                                             {'s', scalar_operation, &VertexInstruction::scalar_operation,
                                              &VertexInstruction::scalar_temporary, &VertexInstruction::scalar_mask}}};

// The temporary of an operation that has no result, where the text names none.
inline uint32_t temporary_of_none(std::string_view operation) {
    return operation == "PUSHA" || operation == "POPA" ? 0 : no_temporary;
}

// Why an instruction can't be written by its name; bit 120 has one.
inline std::string complaint_of_text(VertexInstruction instruction) {
    instruction.bit_120 = 0;
    return complaint(instruction);
}

}  // namespace machines::tegra
