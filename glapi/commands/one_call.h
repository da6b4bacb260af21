// Commands that do nothing but call a function of their source: a row each of the table beside it (weights.def for
// weights.cpp), which the source includes behind the functions. Their parameters are the registry's. A family whose
// members differ in the types of their arguments only is one row: ASMGL_CALLS(call, commands…).
#pragma once

#include "glapi/generated/signatures.h"

#define ASMGL_CALL(command, call) \
    ASMGL_SIGNATURE_##command { return call; }

// For each command, at most 16: a macro that expands to itself is expanded again by another scan.
#define ASMGL_CALLS(call, ...) ASMGL_SCAN_16(ASMGL_FIRST_CALL(call, __VA_ARGS__))
#define ASMGL_FIRST_CALL(call, command, ...) \
    ASMGL_CALL(command, call) __VA_OPT__(ASMGL_OTHER_CALLS ASMGL_PARENTHESES(call, __VA_ARGS__))
#define ASMGL_OTHER_CALLS() ASMGL_FIRST_CALL
#define ASMGL_PARENTHESES ()
#define ASMGL_SCAN_4(...) ASMGL_SCAN(ASMGL_SCAN(ASMGL_SCAN(ASMGL_SCAN(__VA_ARGS__))))
#define ASMGL_SCAN_16(...) ASMGL_SCAN_4(ASMGL_SCAN_4(ASMGL_SCAN_4(ASMGL_SCAN_4(__VA_ARGS__))))
#define ASMGL_SCAN(...) __VA_ARGS__
