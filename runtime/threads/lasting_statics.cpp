// Static objects of the library are never destroyed.
//
// The application's functions for exit() and destructors of its global objects draw, read pixels and ask for state,
// while the compile threads finish what they are at. C++ would have destroyed what came into being last before any of
// these runs: tables inside functions, and what LLVM has made at the last compilation. Nothing of it needs to be
// destroyed: what is done at the end is in runtime/threads/process_events.h.
//
// Every static object's destructor is registered by this function of the C++ ABI, in LLVM's libraries, too; the linker
// directs the calls here (--wrap, in CMakeLists.txt).
#include "runtime/lent.h"

extern "C" {
ASMGL_LENT int __wrap___cxa_atexit(void (*destroy)(void*), void* object, void* library);
int __wrap___cxa_atexit(void (*)(void*), void*, void*) { return 0; }
}
