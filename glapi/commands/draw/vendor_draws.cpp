// Draws of ATI_element_array and APPLE_element_array, whose indices are an array of their own, and those of
// IBM_multimode_draw_arrays.
#include <cstring>
#include <utility>

#include "glapi/context.h"
#include "glapi/draw/draw_sequence.h"
#include "glapi/draw/long_command.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/vertex_arrays/vertex_arrays.h"

namespace glapi {
namespace {

// While indices of the element array are drawn the bound object's are those.
class BorrowedElements {
  public:
    explicit BorrowedElements(Context& context) : context_(context), object_(context.vertex_arrays.bound) {
        end_sequence(context);  // draws before and after have their indices elsewhere
        elements_ = std::exchange(object_->elements, context.vertex_arrays.element_array.buffer);
        unified_ = std::exchange(object_->unified_elements, false);
    }
    ~BorrowedElements() {
        end_sequence(context_);
        object_->elements = std::move(elements_);
        object_->unified_elements = unified_;
    }
    BorrowedElements(const BorrowedElements&) = delete;
    BorrowedElements& operator=(const BorrowedElements&) = delete;

  private:
    Context& context_;
    std::shared_ptr<VertexArrayObject> object_;
    std::shared_ptr<Buffer> elements_;
    bool unified_ = false;
};

void set_elements(Errors& errors, VertexArrayState& vertex_arrays, GLenum type, const void* pointer) {
    if (type != GL_UNSIGNED_BYTE && type != GL_UNSIGNED_SHORT && type != GL_UNSIGNED_INT)
        return errors.error(GL_INVALID_ENUM, "0x%x is not an index type", type);
    VertexArrayState::ElementArray& elements = vertex_arrays.element_array;
    elements.type = type;
    elements.pointer = pointer;
    elements.buffer = vertex_arrays.bound->elements;
}

// Calls `draw` with the type and address of index `first`.
template <typename Draw>
void draw_elements(Context& context, GLint first, Draw draw) {
    const VertexArrayState::ElementArray& elements = context.vertex_arrays.element_array;
    if (first < 0) return context.error(GL_INVALID_VALUE, "first is negative");
    if (!elements.enabled) return context.error(GL_INVALID_OPERATION, "no element array is enabled");
    const size_t bytes = component_type_info(elements.type).bytes * static_cast<size_t>(first);
    const auto address = reinterpret_cast<uintptr_t>(elements.pointer) + bytes;
    const BorrowedElements borrowed(context);
    draw(elements.type, reinterpret_cast<const void*>(address));
}

// The n-th of modes that lie so many bytes apart.
GLenum mode_at(const GLenum* modes, GLint stride, GLsizei n) {
    GLenum mode;
    std::memcpy(&mode, reinterpret_cast<const std::byte*>(modes) + ptrdiff_t{stride} * n, sizeof mode);
    return mode;
}

bool check_primitives(Errors& errors, GLsizei count) {
    if (count >= 0) return true;
    errors.error(GL_INVALID_VALUE, "the number of primitives is negative");
    return false;
}

}  // namespace

namespace commands {

void ElementPointerATI(Context& context, GLenum type, const void* pointer) {
    set_elements(context, context.vertex_arrays, type, pointer);
}
void ElementPointerAPPLE(Context& context, GLenum type, const void* pointer) {
    set_elements(context, context.vertex_arrays, type, pointer);
}

void DrawElementArrayATI(Context& context, GLenum mode, GLsizei count) {
    draw_elements(context, 0, [&](GLenum type, const void* at) { DrawElements(context, mode, count, type, at); });
}
void DrawRangeElementArrayATI(Context& context, GLenum mode, GLuint start, GLuint end, GLsizei count) {
    draw_elements(context, 0,
                  [&](GLenum type, const void* at) { DrawRangeElements(context, mode, start, end, count, type, at); });
}

void DrawElementArrayAPPLE(Context& context, GLenum mode, GLint first, GLsizei count) {
    draw_elements(context, first, [&](GLenum type, const void* at) { DrawElements(context, mode, count, type, at); });
}
void DrawRangeElementArrayAPPLE(Context& context, GLenum mode, GLuint start, GLuint end, GLint first, GLsizei count) {
    draw_elements(context, first,
                  [&](GLenum type, const void* at) { DrawRangeElements(context, mode, start, end, count, type, at); });
}
void MultiDrawElementArrayAPPLE(Context& context, GLenum mode, const GLint* first, const GLsizei* count,
                                GLsizei primcount) {
    if (!check_primitives(context, primcount)) return;
    LongCommand all(context);
    for (GLsizei n = 0; n < primcount && !all.stopped(); ++n)
        if (first[n] >= 0 && count[n] > 0) DrawElementArrayAPPLE(context, mode, first[n], count[n]);
}
void MultiDrawRangeElementArrayAPPLE(Context& context, GLenum mode, GLuint start, GLuint end, const GLint* first,
                                     const GLsizei* count, GLsizei primcount) {
    if (!check_primitives(context, primcount)) return;
    LongCommand all(context);
    for (GLsizei n = 0; n < primcount && !all.stopped(); ++n)
        if (first[n] >= 0 && count[n] > 0) DrawRangeElementArrayAPPLE(context, mode, start, end, first[n], count[n]);
}

void MultiModeDrawArraysIBM(Context& context, const GLenum* mode, const GLint* first, const GLsizei* count,
                            GLsizei primcount, GLint modestride) {
    if (!check_primitives(context, primcount)) return;
    LongCommand all(context);
    for (GLsizei n = 0; n < primcount && !all.stopped(); ++n)
        if (count[n] > 0) DrawArrays(context, mode_at(mode, modestride, n), first[n], count[n]);
}
void MultiModeDrawElementsIBM(Context& context, const GLenum* mode, const GLsizei* count, GLenum type,
                              const void* const* indices, GLsizei primcount, GLint modestride) {
    if (!check_primitives(context, primcount)) return;
    LongCommand all(context);
    for (GLsizei n = 0; n < primcount && !all.stopped(); ++n)
        if (count[n] > 0) DrawElements(context, mode_at(mode, modestride, n), count[n], type, indices[n]);
}

}  // namespace commands
}  // namespace glapi
