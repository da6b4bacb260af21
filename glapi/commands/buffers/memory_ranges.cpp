// Commands of NV_vertex_array_range, NV_vertex_array_range2 and NV_pixel_data_range.
#include "glapi/state/memory_ranges.h"

#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/registry/enum_names.h"

namespace glapi {
namespace {

MemoryRange* find_pixel_range(Errors& errors, MemoryRanges& memory_ranges, GLenum target) {
    if (target == GL_WRITE_PIXEL_DATA_RANGE_NV) return &memory_ranges.written_pixels;
    if (target == GL_READ_PIXEL_DATA_RANGE_NV) return &memory_ranges.read_pixels;
    errors.error(GL_INVALID_ENUM, "%s is no range of pixels", enum_name(target));
    return nullptr;
}

void set_range(Errors& errors, MemoryRange& range, GLsizei length, const void* pointer) {
    if (length < 0) return errors.error(GL_INVALID_VALUE, "the length %d is negative", length);
    range.length = length;
    range.pointer = const_cast<void*>(pointer);
}

}  // namespace

namespace commands {

void VertexArrayRangeNV(Context& context, GLsizei length, const void* pointer) {
    set_range(context, context.memory_ranges.vertices, length, pointer);
}
void PixelDataRangeNV(Context& context, GLenum target, GLsizei length, const void* pointer) {
    MemoryRange* const range = find_pixel_range(context, context.memory_ranges, target);
    if (range) set_range(context, *range, length, pointer);
}

// Nothing is late (memory_ranges.h).
void FlushVertexArrayRangeNV(Context&) {}
void FlushPixelDataRangeNV(Context& context, GLenum target) {
    find_pixel_range(context, context.memory_ranges, target);
}

}  // namespace commands
}  // namespace glapi
