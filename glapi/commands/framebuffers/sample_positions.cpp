// AMD_framebuffer_sample_positions and AMD_sample_positions: framebuffers' tables of sample locations, by other
// commands. The pattern is of one pixel.
#include <algorithm>
#include <cmath>

#include "glapi/commands/framebuffers/attachments.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/framebuffers/framebuffer.h"
#include "glapi/registry/enum_names.h"
#include "glapi/resolve/resolve_framebuffer.h"
#include "rasterizer/rasterizer.h"

namespace glapi {
namespace {

int32_t sample_count(const Framebuffer& framebuffer) {
    int32_t samples = framebuffer.default_samples;
    for_each_attachment(framebuffer,
                        [&](const Attachment& attachment, AttachmentPoint) { samples = attachment.samples(); });
    return samples > 1 ? samples : 0;
}

// The framebuffer whose samples lie where the application says; null after an error.
Framebuffer* framebuffer_of_positions(Context& context, GLenum target) {
    if (!check_framebuffer_target(context, target)) return nullptr;
    Framebuffer* const framebuffer = bound_framebuffer(context, target);
    if (framebuffer &&
        framebuffer_status(context.version, context.framebuffers, framebuffer) == GL_FRAMEBUFFER_COMPLETE)
        return framebuffer;
    context.error(GL_INVALID_OPERATION, "the framebuffer is %s", framebuffer ? "not complete" : "the window's");
    return nullptr;
}

bool check_pattern(Errors& errors, const Framebuffer& framebuffer, GLuint samples, GLuint pixel) {
    const auto most = static_cast<GLuint>(sample_count(framebuffer));
    const bool known_pixel = pixel == 0 || pixel == GL_ALL_PIXELS_AMD;
    if (samples > 0 && samples <= most && known_pixel) return true;
    if (known_pixel)
        errors.error(GL_INVALID_VALUE, "%u samples of %u", samples, most);
    else
        errors.error(GL_INVALID_VALUE, "the pattern has no pixel %u", pixel);
    return false;
}

constexpr float distance = 1.0f / rasterizer::sub_pixel_one;  // SUBSAMPLE_DISTANCE_AMD
float rounded(float position) {
    const float inside = position > 0 ? std::min(position, 1 - distance) : 0.0f;
    return std::round(inside / distance) * distance;
}

// Those that have not been chosen stay where they are.
void choose_positions(Framebuffer& framebuffer) {
    SampleLocations& locations = framebuffer.sample_locations;
    if (locations.chosen) return;
    const int32_t samples = sample_count(framebuffer);
    for (int32_t s = 0; s < samples; ++s)
        locations.table[static_cast<size_t>(s)] = rasterizer::sample_position(samples, s);
    locations.chosen = locations.enabled = true;
}

}  // namespace

namespace commands {

void FramebufferSamplePositionsfvAMD(Context& context, GLenum target, GLuint numsamples, GLuint pixelindex,
                                     const GLfloat* values) {
    Framebuffer* const framebuffer = framebuffer_of_positions(context, target);
    if (!framebuffer) return;
    if (!check_pattern(context, *framebuffer, values ? numsamples : 1, pixelindex)) return;
    if (!values) {
        framebuffer->sample_locations = {};
        return;
    }
    choose_positions(*framebuffer);
    for (GLuint s = 0; s < numsamples; ++s)
        framebuffer->sample_locations.table[s] = {rounded(values[2 * s]), rounded(values[2 * s + 1])};
}

void GetFramebufferParameterfvAMD(Context& context, GLenum target, GLenum pname, GLuint numsamples, GLuint pixelindex,
                                  GLsizei size, GLfloat* values) {
    const Framebuffer* const framebuffer = framebuffer_of_positions(context, target);
    if (!framebuffer) return;
    if (pname != GL_SAMPLE_POSITION)
        return context.error(GL_INVALID_ENUM, "%s is not SAMPLE_POSITION", enum_name(pname));
    if (!check_pattern(context, *framebuffer, numsamples, pixelindex)) return;
    if (size < 0) return context.error(GL_INVALID_VALUE, "the size is negative");
    const GLuint room = static_cast<GLuint>(size) / sizeof(GLfloat) / 2;
    const SampleLocations& locations = framebuffer->sample_locations;
    for (GLuint s = 0; s < std::min(numsamples, room); ++s) {
        const std::array<float, 2> position =
            locations.enabled ? locations.table[s]
                              : rasterizer::sample_position(sample_count(*framebuffer), static_cast<int32_t>(s));
        std::copy(position.begin(), position.end(), values + 2 * s);
    }
}

void checked::SetMultisamplefvAMD(Context& context, GLuint index, const GLfloat* val) {
    Framebuffer* const framebuffer = framebuffer_of_positions(context, GL_DRAW_FRAMEBUFFER);
    if (!framebuffer) return;
    if (!val) {
        framebuffer->sample_locations = {};
        return;
    }
    const auto samples = static_cast<GLuint>(sample_count(*framebuffer));
    if (index >= samples) return context.error(GL_INVALID_VALUE, "there is no sample %u of %u", index, samples);
    choose_positions(*framebuffer);
    framebuffer->sample_locations.table[index] = {rounded(val[0]), rounded(val[1])};
    for_each_attachment(*framebuffer, [](const Attachment& attachment, AttachmentPoint) {
        if (attachment.texture) attachment.texture->level(attachment.level).fixed_sample_locations = true;
    });
}

}  // namespace commands
}  // namespace glapi
