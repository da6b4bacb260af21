// The cases: rows of cases.def, whose set-ups are the functions below. A set-up finds a new context with the client's
// target bound, of OpenGL's initial state; it throws Skip where the driver lacks something.
#pragma once

#include "client.h"

namespace bench {

struct Case {
    const char* name;  // group/what
    const char* what;
    const char* unit;  // per second
    Loop (*set_up)(Client& client);
};

const std::vector<Case>& cases();

// ---- fills.cpp

enum class Fill { Flat, Gouraud, DepthPass, DepthFail, Stencil, Blend, AlphaTest, Fog };
Loop clear(Client& client);
Loop fill(Client& client, Fill kind);

// ---- textures.cpp

struct Texturing {
    GLenum target = GL_TEXTURE_2D;
    GLint format = GL_RGBA8;
    GLint minify = GL_LINEAR, magnify = GL_LINEAR;
    float texels_per_pixel = 1;
    int fetches = 1;
    float anisotropy = 1;
};
Loop texture(Client& client, const Texturing& options);

// ---- programs.cpp

Loop arithmetic(Client& client);
Loop mixed(Client& client);
Loop transcendentals(Client& client);
Loop lighting(Client& client);
Loop kill(Client& client);
Loop glsl(Client& client);

// ---- first_use.cpp

Loop new_programs(Client& client);
Loop new_states(Client& client);

// ---- vertices.cpp

enum class Source { ClientArrays, Buffer, Indexed16, Indexed32, IndexedWithoutReuse };
Loop mesh(Client& client, Source source);
Loop fixed_lighting(Client& client);
Loop skinning(Client& client);
Loop tiny_triangles(Client& client);
Loop lines(Client& client);
Loop points(Client& client);
Loop immediate(Client& client);
Loop display_list(Client& client);

// ---- scenes.cpp

Loop samples_fill(Client& client);
Loop samples_triangles(Client& client);
Loop shadow_map(Client& client);
Loop deferred(Client& client);
Loop scene(Client& client, int samples);
Loop particles(Client& client);
Loop presented(Client& client);

// ---- draws.cpp

enum class Change { None, State, Program, Uniform, Texture, Buffer };
Loop draws(Client& client, Change change);
Loop multi_draw(Client& client);
Loop instanced(Client& client);

// ---- transfers.cpp

Loop read_back(Client& client);
Loop upload(Client& client);
Loop copy_to_texture(Client& client);
Loop blit(Client& client);
Loop draw_pixels(Client& client);
Loop map_buffer(Client& client);

// ---- shaders.cpp

Loop indexed_samplers(Client& client);
Loop sprites(Client& client);
Loop geometry_shader(Client& client);
Loop tessellation_shader(Client& client);
// Four square patches, for programs that divide each 64 by 64.
Loop patches_by_64();

// ---- images.cpp

Loop image_copy(Client& client);
Loop image_blur(Client& client);
Loop image_histogram(Client& client);
Loop image_lists(Client& client);

// ---- stages.cpp, memory.cpp: programs of NVIDIA's assembly languages

Loop hash_loop(Client& client);
Loop mandelbrot(Client& client);
Loop percentage_closer(Client& client);
Loop interpolation(Client& client, bool at_samples);
Loop geometry_program(Client& client);
Loop tessellation(Client& client);
Loop atomic_histogram(Client& client);
Loop load_store_copy(Client& client);
Loop reduction(Client& client);
Loop matrix_product(Client& client);

}  // namespace bench
