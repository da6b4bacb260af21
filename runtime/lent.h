// Marks what libasmgl_machines.so takes from libasmgl.so (driver/targets): nothing else of the rooms has a name outside
// of the library.
#pragma once

#define ASMGL_LENT __attribute__((visibility("default")))
