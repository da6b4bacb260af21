// Compiles commands into a display list; used by the generated entry points.
#pragma once

#include <cstdint>
#include <cstring>
#include <new>
#include <type_traits>

#include "glapi/generated/gl.h"
#include "glapi/lists/node.h"

namespace glapi::lists {

// Memory of the list being compiled, for a node or what its pointers point to.
void* allocate(Context& context, size_t bytes);
// Adds the node; true: the command is executed, too.
bool append(Context& context, Node* node);
// Executes what a list contains: with its error between Begin and End, and with its image.
void execute_node(Context& context, const Node& node);
const void* current_unpack(Context& context);
// A command that compiles itself was refused between Begin and End: a list being compiled raises the error again.
void refused(Context& context);

// ---- counts Arguments that a command would refuse are not read from the caller's memory: these give `count`, or 0 if
// it is negative or exceeds the limit from `first` on.

int64_t viewports(GLuint first, GLsizei count);
int64_t window_rectangles(GLsizei count);
int64_t weights(GLint size);
int64_t draw_buffers(GLsizei count);
int64_t environment_parameters(GLuint first, GLsizei count);
int64_t local_parameters(GLuint first, GLsizei count);
int64_t symbol_components(const Context& context, GLuint symbol);  // EXT_vertex_shader
int64_t symbol_bytes(const Context& context, GLuint symbol, GLenum type);
int64_t attributes(GLuint first, GLsizei count);  // as many as there are: VertexAttribsNV leaves out the others
GLsizei pixel_map_entries(GLsizei count);

// ---- pointer arguments: how much to copy

template <typename T>
struct Elements {
    const T* data;
    int64_t count;
};
template <typename T>
Elements<T> elements(const T* data, int64_t count) {
    return {data, count};
}
struct Bytes {
    const void* data;
    int64_t count;
};
inline Bytes bytes(const void* data, int64_t count) { return {data, count}; }

// An image under the unpack state of now, from client memory or the pixel unpack buffer.
struct Image {
    GLenum format, type;
    GLsizei width, height, depth;
    int dimensions;
    const void* pixels;
};
inline Image image(GLenum format, GLenum type, GLsizei width, GLsizei height, GLsizei depth, int dimensions,
                   const void* pixels) {
    return {format, type, width, height, depth, dimensions, pixels};
}
// So many bytes from client memory or the pixel unpack buffer: compressed images, pixel maps.
struct PixelBytes {
    GLsizei size;
    const void* data;
    // Compressed images: blocks are laid out by the pixel store modes; GL_NONE: consecutive bytes.
    GLenum format = GL_NONE;
    GLsizei width = 0, height = 0, depth = 0;
    int dimensions = 0;
};
// Nothing where the size is not that of such an image.
PixelBytes compressed_image(GLenum format, GLsizei width, GLsizei height, GLsizei depth, int dimensions, GLsizei size,
                            const void* data);

template <typename T>
PixelBytes pixel_elements(const T* data, GLsizei count) {
    return {pixel_map_entries(count) * GLsizei(sizeof(T)), data};
}

const void* copy(Context& context, const Image& image);
const void* copy(Context& context, const PixelBytes& source_bytes);
inline const void* copy(Context& context, const Bytes& source) {
    if (!source.data || source.count <= 0) return nullptr;
    void* const copied = allocate(context, size_t(source.count));
    std::memcpy(copied, source.data, size_t(source.count));
    return copied;
}
template <typename T>
const T* copy(Context& context, const Elements<T>& source) {
    return static_cast<const T*>(copy(context, Bytes{source.data, source.count * int64_t(sizeof(T))}));
}
template <typename T>
const T& copy(Context&, const T& value) {
    return value;
}

template <typename T>
inline constexpr bool is_image = std::is_same_v<T, Image> || std::is_same_v<T, PixelBytes>;

// ---- sizes that the registry does not state (COMPSIZE)

int64_t parameter_count(GLenum pname);                         // of Fogfv, Lightfv, TexEnvfv …
int64_t name_bytes(GLenum type);                               // of CallLists' names
int64_t map_values(GLenum target, GLint stride, GLint order);  // of Map1*'s points
int64_t map_values(GLenum target, GLint ustride, GLint uorder, GLint vstride, GLint vorder);  // of Map2*'s
bool is_proxy(GLenum target);  // TexImage commands with these are executed at once

// ---- compiling

// What a list knows of a command: its name, its kind and, where it begins primitives, which.
struct CompiledAs {
    const char* command;
    NodeKind kind;
    GLenum mode = GL_NONE;
};

template <typename Call>
struct CallNode : Node {
    Call call;
    static void run(Context& context, const Node& node) { static_cast<const CallNode&>(node).call(context); }
};

template <typename Call>
bool append_call(Context& context, const CompiledAs& as, const void* unpack, const Call& call) {
    using Compiled = CallNode<Call>;
    static_assert(std::is_trivially_destructible_v<Compiled> && alignof(Compiled) <= 16);
    void* const memory = allocate(context, sizeof(Compiled));
    return append(context, new (memory) Compiled{{&Compiled::run, as.command, as.kind, as.mode, unpack}, call});
}

// True: the command is executed, too (COMPILE_AND_EXECUTE). The values are captured, not kept in a tuple, which
// takes the compiler five times as long: this is instantiated a thousand times.
template <typename... Parameters, typename... Arguments>
bool compile(Context& context, const CompiledAs& as, void (*function)(Context&, Parameters...),
             const Arguments&... arguments) {
    const auto call = [function, ... values = static_cast<Parameters>(copy(context, arguments))](Context& executing) {
        function(executing, values...);
    };
    return append_call(context, as, (is_image<Arguments> || ...) ? current_unpack(context) : nullptr, call);
}

}  // namespace glapi::lists
