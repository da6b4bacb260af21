// Constants only: `asmgl as` links this file and nothing else of the front end.
#include "glapi/objects/programs/program_limits.h"

#include "glapi/objects/programs/programs.h"
#include "glapi/objects/textures/image_units.h"
#include "glapi/objects/textures/texture.h"
#include "glapi/state/limits.h"
#include "glapi/state/vertex_slots.h"

namespace glapi {

arbasm::Limits program_limits() {
    arbasm::Limits limits;
    limits.environment_parameters = environment_parameter_count;
    limits.local_parameters = local_parameter_count;
    limits.matrices = glapi::limits::program_matrices;
    limits.texture_coordinates = texture_coordinate_count;
    limits.texture_image_units = stage_texture_units;
    limits.image_units = stage_image_units;
    limits.vertex_units = glapi::limits::vertex_units;
    limits.lights = glapi::limits::lights;
    limits.clip_planes = glapi::limits::clip_planes;
    limits.draw_buffers = glapi::limits::draw_buffers;
    limits.generic_attributes = generic_attribute_count;
    return limits;
}

arbasm::Limits shader_limits() {
    arbasm::Limits limits = program_limits();
    limits.local_parameters = 4 * limits.parameters;
    limits.parameters += limits.local_parameters;
    return limits;
}

}  // namespace glapi
