#include "glapi/context.h"

#include <utility>

#include "glapi/context_parts.h"
#include "glapi/pixels/version_formats.h"
#include "glapi/registry/context_strings.h"
#include "glapi/state/es_state.h"

namespace glapi {

thread_local constinit Current current;

Context::Context(const ContextRequest& made_for, const Version& given, std::shared_ptr<ShareGroup> share_group)
    : Context(made_for, given, std::move(share_group),
              std::make_unique<ContextParts>(gates, made_for.lose_context_on_reset, shared)) {}

// No member of `parts` uses the gates or the share group before the context is made: they only know where these are.
Context::Context(const ContextRequest& made_for, const Version& given, std::shared_ptr<ShareGroup> share_group,
                 std::unique_ptr<ContextParts> parts)
    : Errors(gates, parts->debug, parts->lists, made_for.no_error),
      request(made_for),
      version(given),
      strings(context_strings(made_for.api, given)),
      shared(std::move(share_group)),
      parts_(std::move(parts)),
      rasterizer(parts_->rasterizer),
      debug(parts_->debug),
      state(parts_->state),
      attribute_stacks(parts_->attribute_stacks),
      lists(parts_->lists),
      buffers(parts_->buffers),
      vertex_arrays(parts_->vertex_arrays),
      memory_ranges(parts_->memory_ranges),
      immediate(parts_->immediate),
      programs(parts_->programs),
      ati_shaders(parts_->ati_shaders),
      vertex_shaders(parts_->vertex_shaders),
      combiner_constants(parts_->combiner_constants),
      evaluators(parts_->evaluators),
      queries(parts_->queries),
      fences(parts_->fences),
      feedback_objects(parts_->feedback_objects),
      command_lists(parts_->command_lists),
      drawing(parts_->drawing),
      feedback(parts_->feedback),
      raster_position(parts_->raster_position),
      textures(parts_->textures),
      framebuffers(parts_->framebuffers),
      framebuffer_names(parts_->framebuffer_names),
      pixels(parts_->pixels) {
    debug.output = made_for.debug;
    if (made_for.lose_context_on_reset) {
        drawing.watchdog.stopped->lose_with(shared->loss);
        shared->loss->add(gates);
    }
    for (const auto& texture : textures.defaults)
        texture->depth_mode = initial_depth_mode(version.is_core(), version.is_es2());
    gates.close(version.is_es1()   ? gate::NotEs1 | gate::Es1Tokens
                : version.is_es2() ? gate::NotEs2 | gate::Es2Tokens
                                   : gate::EsOnly);
    if (version.is_core()) {
        gates.close(gate::CompatibilityOnly | gate::CoreTokens);
        // What the core profile has removed clamps nothing: signed buffers hold -1 (GL 4.6 §17.3.6.1).
        state.color_buffer.clamp_fragment_color = GL_FALSE;
    }
    if (version.is_es1()) {
        set_es_state(state);
        set_es_arrays(*vertex_arrays.standard);
    }
    if (version.is_es2()) {
        set_es2_state(state);
        textures.seamless_cube = true;  // OpenGL ES 3.0 §3.8.10: always
        textures.images.fill(free_image_unit(version));
    }
}

Context::~Context() { shared->loss->remove(gates); }

}  // namespace glapi
