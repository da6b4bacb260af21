#include "runtime/execution/back_end.h"

namespace runtime {
namespace {

// Never destroyed: programs may be compiled until the process ends.
BackEnd* chosen = nullptr;

}  // namespace

void set_back_end(std::unique_ptr<BackEnd> back_end) { chosen = back_end.release(); }
BackEnd* back_end() { return chosen; }

}  // namespace runtime
