#include "runtime/threads/turn.h"

namespace runtime {

thread_local constinit ThreadTurn thread_turn __attribute__((tls_model("initial-exec")));

}  // namespace runtime
