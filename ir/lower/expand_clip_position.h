// User clip planes for programs that say nothing of clipping: engines know clip distances only.
#pragma once

#include <cstdint>

#include "ir/program.h"

namespace arbasm {

// For a program of a stage that writes result.position: the clip distances of these planes (bit n: plane n) are those
// of the position (OpenGL 3.0 §2.17: where a shader writes neither gl_ClipVertex nor gl_ClipDistance). A program that
// writes clip distances or no position comes back unchanged.
Program expand_clip_position(const Program& program, uint32_t clip_planes);

bool writes_clip_distances(const Program& program);

}  // namespace arbasm
