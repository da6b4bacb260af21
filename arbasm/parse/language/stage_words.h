// The words that declare something of a single stage.
#pragma once

#include <string_view>

#include "ir/program.h"

namespace arbasm {

// Whose declaration a word is: stage letters v c e g f k. Programs of other stages refuse it by name.
struct StageWord {
    std::string_view word, stages;
    bool repeats = false;
};
inline constexpr StageWord stage_words[] = {
    {"PRIMITIVE_IN", "g"},
    {"PRIMITIVE_OUT", "g"},
    {"VERTICES_OUT", "cg"},
    {"INVOCATIONS", "g"},
    {"PASSTHROUGH", "g", true},
    {"TESS_MODE", "e"},
    {"TESS_SPACING", "e"},
    {"TESS_VERTEX_ORDER", "e"},
    {"TESS_POINT_MODE", "e"},
    {"GROUP_SIZE", "k"},
    {"SHARED_MEMORY", "k"},
    {"SECONDARY_VIEW_LAYER_OFFSET", "vceg"},
    {"NV_SECONDARY_VIEW_LAYER_OFFSET", "vceg"},
};
inline constexpr std::string_view stage_letters = "vcegfk";

// Whether the word declares something of some stage, in the languages that have such declarations.
bool is_stage_declaration(const Program& program, std::string_view word);

}  // namespace arbasm
