#include "glapi/passage.h"

#include "glapi/context.h"

namespace glapi {

void Passage::stop(Context& context, uint32_t closed, const char* command) {
    if (closed & gate::Shared) {
        context.shared->mutex.lock();
        locked_ = &context;
    }
    compiling_ = closed & gate::Compiling;
    if (closed & gate::InsideBegin) {
        context.error(GL_INVALID_OPERATION, "%s: not allowed between glBegin and glEnd", command);
        open_ = false;
    }
}

void Passage::unlock() { locked_->shared->mutex.unlock(); }

void not_implemented(Context& context, const char* command) {
    if (context.debug.said_once.insert(command).second) {
        context.error(GL_INVALID_OPERATION, "%s is not implemented", command);
    } else if (context.pending_error == GL_NO_ERROR) {
        context.pending_error = GL_INVALID_OPERATION;
    }
}

void out_of_memory(Context& context, const char* command) {
    context.error(GL_OUT_OF_MEMORY, "%s: out of memory", command);
}

}  // namespace glapi
