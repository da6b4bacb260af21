// Samples: where they are, renderbuffers as textures of them, textures by coverage (ARB_texture_multisample,
// NV_explicit_multisample, NV_texture_multisample, ARB_sample_locations).
#include <algorithm>

#include "glapi/commands/framebuffers/attachments.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/framebuffers/framebuffer.h"
#include "glapi/objects/renderbuffers/renderbuffer.h"
#include "glapi/objects/textures/texture.h"
#include "glapi/registry/enum_names.h"
#include "glapi/resolve/resolve_framebuffer.h"
#include "glapi/share_group.h"
#include "rasterizer/rasterizer.h"

namespace glapi {
namespace {

// NV_texture_multisample: how many samples to ask for; negative after an error. All coverage samples are colour
// samples here, so at least as many as were asked for of either.
GLsizei checked_coverage(Errors& errors, GLsizei coverage, GLsizei color) {
    if (coverage >= 0 && color >= 0 && color <= coverage && coverage <= max_samples) return coverage;
    errors.error(GL_INVALID_VALUE, "%d coverage and %d colour samples", coverage, color);
    return -1;
}

}  // namespace

namespace commands {

void GetMultisamplefv(Context& context, GLenum pname, GLuint index, GLfloat* val) {
    if (pname == GL_PROGRAMMABLE_SAMPLE_LOCATION_ARB) {
        if (index >= max_samples)
            return context.error(GL_INVALID_VALUE, "there is no place %u of %d", index, max_samples);
        const std::array<float, 2>& position = sample_locations(context.framebuffers, GL_DRAW_FRAMEBUFFER).table[index];
        std::copy(position.begin(), position.end(), val);
        return;
    }
    if (pname != GL_SAMPLE_POSITION)
        return context.error(GL_INVALID_ENUM, "%s is not SAMPLE_POSITION", enum_name(pname));
    const int32_t samples = framebuffer_bits(context.framebuffers).samples;
    // NV_explicit_multisample has INVALID_OPERATION here; the later texts all have this.
    if (index >= static_cast<GLuint>(samples))
        return context.error(GL_INVALID_VALUE, "there is no sample %u of %d", index, samples);
    const SampleLocations& locations = sample_locations(context.framebuffers, GL_DRAW_FRAMEBUFFER);
    const std::array<float, 2> position =
        locations.chosen ? locations.table[index] : rasterizer::sample_position(samples, static_cast<int32_t>(index));
    std::copy(position.begin(), position.end(), val);
}

void FramebufferSampleLocationsfvARB(Context& context, GLenum target, GLuint start, GLsizei count, const GLfloat* v) {
    if (!check_framebuffer_target(context, target)) return;
    if (count < 0 || start > max_samples || count > max_samples - static_cast<GLsizei>(start))
        return context.error(GL_INVALID_VALUE, "%d places from %u on; there are %d", count, start, max_samples);
    SampleLocations& locations = sample_locations(context.framebuffers, target);
    for (GLsizei i = 0; i < count; ++i) locations.table[start + static_cast<GLuint>(i)] = {v[2 * i], v[2 * i + 1]};
}

// Every sample has a depth of its own, found where it lay when it was drawn: there is nothing to evaluate.
void EvaluateDepthValuesARB(Context&) {}
void ResolveDepthValuesNV(Context&) {}

void checked::TexRenderbufferNV(Context& context, GLuint renderbuffer) {
    std::shared_ptr<Renderbuffer> object;
    if (renderbuffer != 0) {
        object = context.shared->renderbuffers.find(renderbuffer);
        if (!object) return context.error(GL_INVALID_OPERATION, "there is no renderbuffer %u", renderbuffer);
    }
    Texture& texture = *context.textures.active().textures[static_cast<size_t>(TextureKind::Renderbuffer)];
    texture.renderbuffer = std::move(object);
    texture.changed();
}

void TexImage2DMultisampleCoverageNV(Context& context, GLenum target, GLsizei coverageSamples, GLsizei colorSamples,
                                     GLint internalFormat, GLsizei width, GLsizei height,
                                     GLboolean fixedSampleLocations) {
    const GLsizei samples = checked_coverage(context, coverageSamples, colorSamples);
    if (samples >= 0)
        TexImage2DMultisample(context, target, samples, static_cast<GLenum>(internalFormat), width, height,
                              fixedSampleLocations);
}
void TexImage3DMultisampleCoverageNV(Context& context, GLenum target, GLsizei coverageSamples, GLsizei colorSamples,
                                     GLint internalFormat, GLsizei width, GLsizei height, GLsizei depth,
                                     GLboolean fixedSampleLocations) {
    const GLsizei samples = checked_coverage(context, coverageSamples, colorSamples);
    if (samples >= 0)
        TexImage3DMultisample(context, target, samples, static_cast<GLenum>(internalFormat), width, height, depth,
                              fixedSampleLocations);
}

}  // namespace commands
}  // namespace glapi
