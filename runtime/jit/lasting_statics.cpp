#include "runtime/jit/lasting_statics.h"

namespace {

thread_local int alive = 0;

}  // namespace

// Every static object's destructor is registered by this function of the C++ ABI, in LLVM's libraries too; the linker
// directs the calls here (--wrap, in CMakeLists.txt).
extern "C" {
int __real___cxa_atexit(void (*destroy)(void*), void* object, void* library);  // NOLINT(bugprone-reserved-identifier)
int __wrap___cxa_atexit(void (*destroy)(void*), void* object, void* library);  // NOLINT(bugprone-reserved-identifier)
int __wrap___cxa_atexit(void (*destroy)(void*), void* object, void* library) {
    return alive > 0 ? 0 : __real___cxa_atexit(destroy, object, library);
}
}

namespace runtime::jit {

LastingStatics::LastingStatics() { ++alive; }
LastingStatics::~LastingStatics() { --alive; }

}  // namespace runtime::jit
