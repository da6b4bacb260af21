#include "glapi/state/draw_state.h"

namespace glapi {

DrawState::DrawState(Gates& gates, bool lose_context_on_reset)
    : watchdog(gates, lose_context_on_reset), draw(std::make_unique<rasterizer::Draw>()) {}

DrawState::~DrawState() = default;

}  // namespace glapi
