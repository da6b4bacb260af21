// GLXFBConfigs: their attributes, and which fit a list of requests in which order (GLX 1.4, 3.3.3 and 3.4.1).
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "driver/configs/frame_config.h"

namespace driver::glx {

// Value of a GLX_… attribute; nothing for unknown ones. `visual`: only attributes of glXGetConfig.
std::optional<int> attribute(const FrameConfig& config, int token, bool visual);

// A kind of colours: how contexts name it (GLX_RENDER_TYPE), and configs.
struct RenderType {
    int type, bit;
};
// Null: there is no such type.
const RenderType* render_type(int type);
const RenderType* render_type(const FrameConfig& config);

// What glXChooseFBConfig returns, sorted; empty if nothing fits or the list has an unknown attribute.
std::vector<const FrameConfig*> choose_configs(std::span<const FrameConfig> configs, const int* attributes);
// The config of the visual that glXChooseVisual returns; null if there is none.
const FrameConfig* choose_visual(std::span<const FrameConfig> configs, const int* attributes);

}  // namespace driver::glx
