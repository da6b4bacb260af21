#include "glapi/state/draw_state.h"

namespace glapi {

DrawState::DrawState() : draw(std::make_unique<rasterizer::Draw>()) {}

DrawState::~DrawState() = default;

}  // namespace glapi
