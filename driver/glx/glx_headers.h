// GLX's headers, and Xlib's without macros for ordinary words.
#pragma once

// First: GLX's headers include Xlib's.
#include "driver/xlib/xlib.h"

#define GLX_GLXEXT_PROTOTYPES
#include <GL/glx.h>
