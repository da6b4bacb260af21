#include "glapi/objects/programs/ati_fragment_shaders.h"

namespace glapi {

AtiShaderState::AtiShaderState() : standard(std::make_shared<AtiFragmentShader>()), bound(standard) {}

}  // namespace glapi
