// Queries of EXT_convolution, EXT_histogram and SGI_color_table, whose GLX protocol made commands of their own of them.
#include "glapi/commands/one_call.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"

namespace glapi::commands {

#include "glapi/commands/pixels/imaging_extensions.def"

}  // namespace glapi::commands
