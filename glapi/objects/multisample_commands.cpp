// Questions about samples (ARB_texture_multisample, NV_explicit_multisample).
#include <algorithm>

#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/framebuffer.h"
#include "glapi/registry/enum_names.h"
#include "rasterizer/rasterizer.h"

namespace glapi::commands {

void GetMultisamplefv(Context& context, GLenum pname, GLuint index, GLfloat* val) {
    if (pname != GL_SAMPLE_POSITION)
        return context.error(GL_INVALID_ENUM, "glGetMultisamplefv: %s is not SAMPLE_POSITION", enum_name(pname));
    const int32_t samples = framebuffer_bits(context).samples;
    // NV_explicit_multisample has INVALID_OPERATION here; the later texts all have this.
    if (index >= static_cast<GLuint>(samples))
        return context.error(GL_INVALID_VALUE, "glGetMultisamplefv: there is no sample %u of %d", index, samples);
    const std::array<float, 2> position = rasterizer::sample_position(static_cast<int32_t>(index));
    std::copy(position.begin(), position.end(), val);
}

}  // namespace glapi::commands
