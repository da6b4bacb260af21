// Marks what libasmgl.so exports.
#pragma once

#define ASMGL_PUBLIC extern "C" __attribute__((visibility("default")))
