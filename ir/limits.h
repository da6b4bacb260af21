#pragma once

namespace arbasm {

// Implementation limits a program is checked against; the values are the driver's own (docs/architecture.md).
struct Limits {
    int instructions = 65536;
    int temporaries = 4096;
    int attributes = 16;
    int parameters = 4096;
    int address_registers = 2;
    int environment_parameters = 256;
    int local_parameters = 1024;
    int matrices = 8;             // MAX_PROGRAM_MATRICES_ARB
    int texture_coordinates = 8;  // MAX_TEXTURE_COORDS
    int texture_image_units = 32;
    int vertex_texture_image_units = 32;  // MAX_VERTEX_TEXTURE_IMAGE_UNITS_ARB: at once
    int lights = 8;
    int clip_planes = 8;
    int draw_buffers = 8;
    int generic_attributes = 16;  // vertex.attrib[n]
    int generic_varyings = 32;    // result.attrib[n], fragment.attrib[n]
    int vertex_units = 1;         // MAX_VERTEX_UNITS_ARB: vertex.weight, state.matrix.modelview[n]
    int patch_attributes = 30;
    int image_units = 32;
    int uniform_buffers = 84;            // MAX_UNIFORM_BUFFER_BINDINGS
    int storage_buffers = 96;            // MAX_SHADER_STORAGE_BUFFER_BINDINGS
    int counter_buffers = 16;            // MAX_ATOMIC_COUNTER_BUFFER_BINDINGS
    int counter_buffer_words = 16384;    // MAX_ATOMIC_COUNTER_BUFFER_SIZE / 4
    int subroutine_parameters = 1024;    // MAX_PROGRAM_SUBROUTINE_PARAMETERS_NV
    int subroutine_numbers = 1024;       // MAX_PROGRAM_SUBROUTINE_NUM_NV
    int output_vertices = 1024;          // MAX_PROGRAM_OUTPUT_VERTICES_NV
    int total_output_components = 1024;  // MAX_PROGRAM_TOTAL_OUTPUT_COMPONENTS_NV
    int geometry_invocations = 32;       // MAX_GEOMETRY_PROGRAM_INVOCATIONS_NV
    int patch_vertices = 32;             // MAX_PATCH_VERTICES
    int group_size[3] = {1024, 1024, 64};
    int group_invocations = 1024;        // MAX_COMPUTE_WORK_GROUP_INVOCATIONS
    int shared_memory = 49152;           // MAX_COMPUTE_SHARED_MEMORY_SIZE, bytes
    int parameter_buffers = 14;          // MAX_PROGRAM_PARAMETER_BUFFER_BINDINGS_NV
    int parameter_buffer_words = 16384;  // MAX_PROGRAM_PARAMETER_BUFFER_SIZE_NV
    int attribute_components = 128, result_components = 128;
    int alu_instructions = 65536, tex_instructions = 65536;
    int call_depth = 32, if_depth = 64, loop_depth = 64;
    int tex_indirections = 65536;
    int texel_offset_min = -8, texel_offset_max = 7;
    bool double_precision = true;  // NV_gpu_program_fp64
    bool atomic_float = true;      // NV_shader_atomic_float
};

}  // namespace arbasm
