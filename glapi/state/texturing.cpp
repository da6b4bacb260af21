#include "glapi/state/texturing.h"

namespace glapi {

FixedTextureUnit::FixedTextureUnit() {
    generation[0].object_plane = generation[0].eye_plane = {1, 0, 0, 0};
    generation[1].object_plane = generation[1].eye_plane = {0, 1, 0, 0};
}

}  // namespace glapi
