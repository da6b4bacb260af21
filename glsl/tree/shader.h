// One compiled shader: its tree and what it declares.
#pragma once

#include <memory>
#include <vector>

#include "glsl/text/message.h"
#include "glsl/text/source_text.h"
#include "glsl/tree/arena.h"
#include "glsl/tree/tree.h"

#include "ir/language.h"

namespace glsl {

// What `layout(…) in;`, `layout(…) out;` and the like have said of the stage; -1 and empty: nothing.
struct StageLayout {
    std::string_view primitive_in, primitive_out;  // points, lines, triangle_strip, quads, …
    std::string_view spacing, order;               // equal_spacing, …; cw, ccw
    bool point_mode = false;
    int32_t vertices_out = -1;  // max_vertices of geometry, vertices of control shaders
    int32_t invocations = -1;
    int32_t stream = 0;
    std::array<int32_t, 4> xfb_strides{-1, -1, -1, -1};
    std::array<int32_t, 3> group_size{-1, -1, -1};
    bool variable_group_size = false;
    bool early_fragment_tests = false, post_depth_coverage = false;
    bool origin_upper_left = false, pixel_center_integer = false;
    std::string_view interlock;
    bool inner_coverage = false;
    bool viewport_relative = false;     // the viewport's number is added to gl_Layer
    std::string_view derivative_group;  // derivative_group_quadsNV, …
    std::string_view depth;             // depth_any, …
    uint32_t blend_equations = 0;       // that it may be used with, a bit of glsl/tree/blend_equations.def each
    // bindless_sampler, bound_sampler, …: of uniforms that don't say it.
    std::string_view sampler_handles, image_handles;
    int32_t xfb_buffer = 0;  // of outputs that don't say it
};

// gl_PerVertex as a shader declares it again: names of its members.
struct VertexBlock {
    bool declared = false;
    std::vector<std::string_view> members;
};

// From this word of a module on instructions come from this line of its source, as OpLine says; 0: nobody says.
struct SourceLine {
    uint32_t word = 0, line = 0;
};

struct Shader {
    arbasm::Stage stage{};
    Language language;
    bool is_spirv = false;                 // of a module: its names are not the application's
    std::vector<SourceLine> source_lines;  // of a module, in order; its locations are indices of words
    Arena arena;
    TypeTable types{arena.memory()};
    std::unique_ptr<SourceText> source;                        // what names point into
    std::vector<std::unique_ptr<SourceText>> builtin_sources;  // texts of built-ins that are called

    std::vector<Variable*> globals;   // and the members of blocks without an instance, in the order of declaration
    std::vector<Variable*> builtins;  // built-in variables the shader names
    std::vector<Block*> blocks;
    std::vector<Function*> functions;       // with a body or without
    std::vector<Declaration*> initialised;  // global variables with an initialiser that runs before main
    StageLayout layout;
    VertexBlock vertex_in, vertex_out;
    std::vector<std::string_view> passed;  // members of gl_in with layout(passthrough)
    bool all_invariant = false;
    int32_t vertices_in = 0;  // what gl_VerticesIn was taken for; 0: the shader doesn't name it

    Messages messages;
};

}  // namespace glsl
