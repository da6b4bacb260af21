// Commands that do nothing but call a function of their source: a row each of the table beside it (weights.def for
// weights.cpp), which the source includes behind the functions. Their parameters are the registry's.
#pragma once

#include "glapi/generated/signatures.h"

#define ASMGL_CALL(command, call) \
    ASMGL_SIGNATURE_##command { return call; }
