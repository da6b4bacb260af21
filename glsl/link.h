// Checked shaders to programs: one arbasm::Program for each stage, and what they have in common with the application.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "glsl/language/types.h"

#include "ir/limits.h"
#include "ir/program.h"

namespace glsl {

struct Shader;

// The API name of a resource. Resources of SPIR-V have no names; neither have arrays of them.
inline std::string with_element(const std::string& name, bool is_array) {
    return is_array && !name.empty() ? name + "[0]" : name;
}

// A uniform, or a variable of a storage block, as the application sees it: structures and arrays of structures are
// taken apart, an array of scalars, vectors, matrices or samplers is one.
struct Uniform {
    std::string name;            // "lights[1].colour", "Block.member"; arrays without "[0]"
    const Type* type = nullptr;  // of an element: basic, sampler, image or atomic counter
    int array_size = 1;          // 0: the buffer sizes it
    bool is_array = false;
    bool builtin = false;
    bool takes_handles = false;  // of samplers and images: the API may give it a handle instead of a unit's number
    uint8_t stages = 0;          // bit n: the arbasm::Stage n has it
    int location = -1;           // of the first element; the others follow. -1: in a block, or an atomic counter
    // For each stage where its values are: the first register of program.local, one for each column of each element; of
    // samplers: the first of texture[n], or of the registers with their handles. -1: the stage does not read it.
    std::array<int, arbasm::stage_count> first{-1, -1, -1, -1, -1, -1};
    // Vectors of three and four 64-bit components: where the registers with z and w of each column are, as `first`.
    std::array<int, arbasm::stage_count> first_high{-1, -1, -1, -1, -1, -1};
    std::vector<bool> used;         // of arrays of samplers: elements that a stage uses; others are not meant by any
    std::vector<uint64_t> initial;  // components, where the declaration gives them; else empty
    int binding = -1;               // layout(binding) of samplers and images: units of the first element

    // For blocks and atomic counters; -1: it lies in no buffer. Bytes.
    int block = -1;  // into uniform_blocks, storage_blocks or counter_buffers; of an array of blocks: the first
    int offset = -1;
    int array_stride = -1, matrix_stride = -1;  // 0: no array, no matrix
    bool row_major = false;
    // For storage blocks: the outermost member it is part of, if that is an array of structures or arrays.
    int top_level_array_size = 1, top_level_array_stride = 0;

    // The API name.
    std::string full_name() const { return with_element(name, is_array); }
};

// What a location stands for.
struct UniformLocation {
    static constexpr int none = -1;
    static constexpr int inactive = -2;  // of a uniform that no stage reads, with a location of its own choice
    int uniform = none;                  // its number among the active ones
    int element = 0;
};

// A block of uniforms or storage, of an array of blocks each of its own; or what lies at a binding of atomic counters.
struct BufferBlock {
    std::string name;               // "Lights", "Lights[1]"; of counters: empty
    int binding = 0;                // as declared
    bool command_bindable = false;  // layout(commandBindableNV)
    int64_t size = 0;               // bytes
    std::vector<int> variables;     // into uniforms or, of storage blocks, buffer_variables
    uint8_t stages = 0;             // bit n: the arbasm::Stage n has it
    // For each stage its number there: program.buffer[n], program.storage[n]. -1: none.
    std::array<int, arbasm::stage_count> number{-1, -1, -1, -1, -1, -1};
    // For counters in a stage that operates on them as on storage: program.storage[n]; else -1.
    std::array<int, arbasm::stage_count> storage_number{-1, -1, -1, -1, -1, -1};

    std::string full_name() const { return name; }
};

struct Attribute {
    std::string name;
    const Type* type = nullptr;
    int array_size = 1;
    bool is_array = false;
    int location = -1;
    bool builtin = false;

    std::string full_name() const { return with_element(name, is_array); }
};

struct FragmentOutput {
    std::string name;
    const Type* type = nullptr;
    int array_size = 1;
    bool is_array = false;
    int location = -1, index = 0;

    std::string full_name() const { return with_element(name, is_array); }
};

// An input of the program's first stage or an output of its last one; structures and arrays of structures are split.
struct InterfaceVariable {
    std::string name;
    const Type* type = nullptr;  // of an element
    int array_size = 1;
    bool is_array = false;
    int location = -1, component = 0, index = 0;
    bool patch = false;
    arbasm::Stage stage{};

    std::string full_name() const { return with_element(name, is_array); }
};

// A captured varying, as the application named it.
struct FeedbackVarying {
    std::string name;
    const Type* type = nullptr;  // of an element; null: gl_NextBuffer, gl_SkipComponents
    int size = 1;                // elements; components that are skipped
    int buffer = 0;
    uint32_t offset = 0;  // bytes into the vertex

    std::string full_name() const { return name; }
};
// A register's components that go into a buffer.
struct FeedbackCapture {
    std::string result;       // "result.attrib[3]"; empty: nothing is written there
    arbasm::Binding binding;  // of the program's result; no kind: nothing is written there
    int first = 0, components = 0;
    int buffer = 0;
    uint32_t offset = 0;
};
// An output of the last stage before rasterization that has a location: a stage reads it, or the application wants it
// (NV_transform_feedback). Structures and arrays of them are taken apart.
struct ActiveVarying {
    std::string name;
    const Type* type = nullptr;  // of an element
    int size = 1;
    bool is_array = false;
    int stream = 0;
    uint32_t bytes = 0;                     // as it is captured
    std::vector<FeedbackCapture> captures;  // all of it, into buffer 0

    std::string full_name() const { return name; }
};
struct Feedback {
    std::vector<FeedbackVarying> varyings;
    std::vector<FeedbackCapture> captures;
    std::array<uint32_t, arbasm::limits::MAX_TRANSFORM_FEEDBACK_BUFFERS>
        strides{};  // bytes of a vertex in each buffer; 0: nothing goes there
    std::array<uint8_t, arbasm::limits::MAX_TRANSFORM_FEEDBACK_BUFFERS> streams{};
    bool separate = false;
};

// A uniform that chooses among functions; each stage has its own, with locations of their own.
struct SubroutineUniform {
    std::string name;
    int array_size = 1;
    bool is_array = false;
    int location = -1;
    int first = 0;                // program.local[n].x of the first element: the index of the function
    std::vector<int> compatible;  // indices of the functions that it may be

    std::string full_name() const { return with_element(name, is_array); }
};

struct LinkedStage {
    std::shared_ptr<const arbasm::Program> program;
    // program.local[n], texture[n] and image[n] that uniforms take.
    int uniform_registers = 0, samplers = 0, images = 0;
    std::vector<std::string> subroutines;  // names by index; empty: no function has it
    std::vector<SubroutineUniform> subroutine_uniforms;
    int subroutine_locations = 0;
    uint32_t blend_equations = 0;  // of fragment shaders: glsl/tree/blend_equations.def
    // For separable programs of OpenGL ES: all that is declared at either side, in a form that is the same for two
    // sides that match exactly.
    std::string inputs_text, outputs_text;
    // Comparisons of depth textures give scalars, independent of DEPTH_TEXTURE_MODE (from version 1.30 on).
    bool compares_to_numbers = false;
};

struct LinkedProgram {
    std::string log;      // messages, one a line
    bool linked = false;  // false: the log says why, and nothing else is meant
    bool separable = false;
    bool handles =
        false;  // samplers and images are 64-bit numbers in registers: handles, or what the API makes of units
    std::array<LinkedStage, arbasm::stage_count> stages;
    std::vector<Uniform> uniforms;          // of the default block, of blocks, atomic counters
    std::vector<Uniform> buffer_variables;  // of storage blocks
    std::vector<BufferBlock> uniform_blocks, storage_blocks, counter_buffers;
    std::vector<UniformLocation> locations;  // by location
    std::vector<Attribute> attributes;
    std::vector<FragmentOutput> outputs;
    std::vector<InterfaceVariable> inputs, results;  // of the first stage, of the last one
    Feedback feedback;
    std::vector<ActiveVarying> active_varyings;
    std::string_view derivative_group;  // of compute shaders, as layout(…) has it
};

// Values of glProgramParameteri for geometry shaders in versions without layouts (ARB_geometry_shader4).
struct GeometryParameters {
    std::string_view primitive_in = "triangles", primitive_out = "triangle_strip";
    int vertices_out = 0;
};

struct LinkOptions {
    GeometryParameters geometry;
    std::map<std::string, int, std::less<>> attribute_locations;  // glBindAttribLocation
    std::map<std::string, int, std::less<>> output_locations;     // glBindFragDataLocation
    std::map<std::string, int, std::less<>> output_indices;       // glBindFragDataLocationIndexed
    int uniform_locations = arbasm::limits::MAX_UNIFORM_LOCATIONS;
    std::vector<std::string> feedback_varyings;  // glTransformFeedbackVaryings
    bool feedback_separate = false;
    std::vector<std::string> active_varyings;  // glActiveVaryingNV
    bool separable = false;
    bool es = false;  // for OpenGL ES, which wants both a vertex and a fragment shader
    arbasm::Limits limits;
    int dual_source_draw_buffers = arbasm::limits::MAX_DUAL_SOURCE_DRAW_BUFFERS;  // where an output has the index 1
    int atomic_counters = arbasm::limits::MAX_VERTEX_ATOMIC_COUNTERS;             // of a stage
    int storage_blocks = arbasm::limits::MAX_VERTEX_SHADER_STORAGE_BLOCKS;        // of a stage
    int64_t storage_block_bytes = arbasm::limits::MAX_SHADER_STORAGE_BLOCK_SIZE;
};

// What the assembly that link() makes is parsed with: between stages it may have more registers than applications
// locations, since they pay for components.
arbasm::Limits stage_limits(const arbasm::Limits& limits);

LinkedProgram link(std::span<const std::shared_ptr<const Shader>> shaders, const LinkOptions& options = {});

}  // namespace glsl
