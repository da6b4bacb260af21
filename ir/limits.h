// Implementation-dependent limits: as constants, from ir/limits.def, and as what programs are checked against.
#pragma once

#include <array>
#include <cstdint>

namespace arbasm {

// By their tokens in the API, so that a check reads as the specification's rule.
namespace limits {

template <typename T>
constexpr std::array<T, 2> pair(T first, T second) {
    return {first, second};
}
template <typename T>
constexpr std::array<T, 3> triple(T x, T y, T z) {
    return {x, y, z};
}
#define ASMGL_LIMIT(token, value, ...) inline constexpr auto token = value;
#define ASMGL_PROGRAM_LIMIT(token, value) inline constexpr auto token = value;
#include "ir/limits.def"

}  // namespace limits

// The limits that a program is checked against; those of the driver unless a caller says otherwise.
struct Limits {
    int instructions = limits::MAX_PROGRAM_INSTRUCTIONS_ARB;
    int temporaries = limits::MAX_PROGRAM_TEMPORARIES_ARB;
    int attributes = limits::MAX_PROGRAM_ATTRIBS_ARB;
    int parameters = limits::MAX_VERTEX_UNIFORM_VECTORS;
    int address_registers = limits::MAX_PROGRAM_ADDRESS_REGISTERS_ARB;
    int environment_parameters = limits::MAX_PROGRAM_ENV_PARAMETERS_ARB;
    int local_parameters = limits::MAX_PROGRAM_LOCAL_PARAMETERS_ARB;
    int matrices = limits::MAX_PROGRAM_MATRICES_ARB;
    int texture_coordinates = limits::MAX_TEXTURE_COORDS;
    int texture_image_units = limits::MAX_TEXTURE_IMAGE_UNITS;
    int vertex_texture_image_units = limits::MAX_VERTEX_TEXTURE_IMAGE_UNITS;  // at once
    int lights = limits::MAX_LIGHTS;
    int clip_planes = limits::MAX_CLIP_PLANES;
    int draw_buffers = limits::MAX_DRAW_BUFFERS;
    int generic_attributes = limits::MAX_VERTEX_ATTRIBS;  // vertex.attrib[n]
    int generic_varyings = limits::MAX_VARYING_VECTORS;   // result.attrib[n], fragment.attrib[n]
    int vertex_units = limits::MAX_VERTEX_UNITS_ARB;      // vertex.weight, state.matrix.modelview[n]
    int patch_attributes = limits::MAX_PROGRAM_PATCH_ATTRIBS_NV;
    int image_units = limits::MAX_FRAGMENT_IMAGE_UNIFORMS;
    int uniform_buffers = limits::MAX_UNIFORM_BUFFER_BINDINGS;
    int storage_buffers = limits::MAX_SHADER_STORAGE_BUFFER_BINDINGS;
    int counter_buffers = limits::MAX_ATOMIC_COUNTER_BUFFER_BINDINGS;
    int counter_buffer_words = limits::MAX_ATOMIC_COUNTER_BUFFER_SIZE / 4;
    int subroutine_parameters = limits::MAX_SUBROUTINE_UNIFORM_LOCATIONS;
    int subroutine_numbers = limits::MAX_SUBROUTINES;
    int output_vertices = limits::MAX_GEOMETRY_OUTPUT_VERTICES;
    int total_output_components = limits::MAX_GEOMETRY_TOTAL_OUTPUT_COMPONENTS;
    int geometry_invocations = limits::MAX_GEOMETRY_PROGRAM_INVOCATIONS_NV;
    int patch_vertices = limits::MAX_PATCH_VERTICES;
    int group_size[3] = {limits::MAX_COMPUTE_WORK_GROUP_SIZE[0], limits::MAX_COMPUTE_WORK_GROUP_SIZE[1],
                         limits::MAX_COMPUTE_WORK_GROUP_SIZE[2]};
    int group_invocations = limits::MAX_COMPUTE_WORK_GROUP_INVOCATIONS;
    int shared_memory = limits::MAX_COMPUTE_SHARED_MEMORY_SIZE;  // bytes
    int parameter_buffers = limits::MAX_PROGRAM_PARAMETER_BUFFER_BINDINGS_NV;
    int parameter_buffer_words = limits::MAX_PROGRAM_PARAMETER_BUFFER_SIZE_NV;
    int attribute_components = 4 * limits::MAX_VARYING_VECTORS;
    int result_components = 4 * limits::MAX_VARYING_VECTORS;
    int alu_instructions = limits::MAX_PROGRAM_INSTRUCTIONS_ARB;
    int tex_instructions = limits::MAX_PROGRAM_INSTRUCTIONS_ARB;
    int call_depth = limits::MAX_PROGRAM_CALL_DEPTH_NV;
    int if_depth = limits::MAX_PROGRAM_IF_DEPTH_NV;
    int loop_depth = limits::MAX_PROGRAM_LOOP_DEPTH_NV;
    int tex_indirections = limits::MAX_PROGRAM_TEX_INDIRECTIONS_ARB;
    int texel_offset_min = limits::MIN_PROGRAM_TEXEL_OFFSET, texel_offset_max = limits::MAX_PROGRAM_TEXEL_OFFSET;
    bool double_precision = true;  // NV_gpu_program_fp64
    bool atomic_float = true;      // NV_shader_atomic_float
};

}  // namespace arbasm
