// What every entry point does before and after its command. Used by the generated entry points only.
#pragma once

#include "glapi/context.h"

namespace glapi {

// Stops at the gates that are closed; holds the share group's mutex while alive if that is needed. False: the command
// must not run (the error has been recorded).
class Passage {
  public:
    Passage(Context& context, uint32_t gates, const char* command) : context_(context) {
        if (const uint32_t closed = context.gates & gates) [[unlikely]] stop(closed, command);
    }
    ~Passage() {
        if (locked_) [[unlikely]] context_.shared->mutex.unlock();
    }
    Passage(const Passage&) = delete;
    Passage& operator=(const Passage&) = delete;
    explicit operator bool() const { return open_; }

  private:
    void stop(uint32_t closed, const char* command);

    Context& context_;
    bool open_ = true, locked_ = false;
};

void not_implemented(Context& context, const char* command);
void out_of_memory(Context& context, const char* command);

}  // namespace glapi
