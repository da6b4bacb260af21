// EGLConfigs: their attributes, and which fit a list of requests in which order (EGL 1.5, 3.4).
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "driver/configs/frame_config.h"
#include "driver/egl/egl_headers.h"

namespace driver::egl {

// EGL's configs out of a platform's: whether a surface has one colour buffer or two is no matter of its config, and
// every one has an accumulation buffer, as it is only made when used.
std::vector<FrameConfig> egl_configs(const std::vector<FrameConfig>& configs);

std::optional<EGLint> attribute(const FrameConfig& config, EGLint token);

// The configs that eglChooseConfig returns, sorted; nothing where the list has an unknown attribute.
std::optional<std::vector<const FrameConfig*>> choose_configs(std::span<const FrameConfig> configs,
                                                              const EGLint* attributes);

}  // namespace driver::egl
