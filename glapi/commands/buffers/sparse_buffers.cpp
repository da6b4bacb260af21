// Which pages of sparse buffers there is memory for (ARB_sparse_buffer). Pages that are committed get theirs when they
// are first written, so that there is nothing to do for them; those that no longer are give it back. What is written to
// pages that are not committed is undefined, and so is what they hold: here they do as if they were.
#include "glapi/commands/buffers/buffers.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/buffers/sparse_storage.h"
#include "glapi/resolve/resolve_memory.h"

namespace glapi::commands {

void BufferPageCommitmentARB(Context& context, GLenum target, GLintptr offset, GLsizeiptr size, GLboolean commit) {
    constexpr auto page = static_cast<GLintptr>(sparse_buffer_page);
    std::shared_ptr<Buffer>* const binding = buffer_binding(context, target);
    if (!binding) return;
    Buffer* const buffer = binding->get();
    if (!buffer || !(buffer->storage_flags & GL_SPARSE_STORAGE_BIT_ARB))
        return context.error(GL_INVALID_OPERATION, "no buffer with sparse storage is bound");
    const auto end = static_cast<GLintptr>(buffer->size);
    if (offset < 0 || size < 0 || offset > end || size > end - offset || offset % page != 0 ||
        (size % page != 0 && offset + size != end))
        return context.error(GL_INVALID_VALUE, "%td bytes from %td on are not pages of the buffer's %td bytes", size,
                             offset, end);
    if (commit || size == 0) return;
    begin_change(context.rasterizer, context.buffers, *buffer);
    give_back_pages(buffer->data.get() + offset, static_cast<size_t>(size));
}

}  // namespace glapi::commands
