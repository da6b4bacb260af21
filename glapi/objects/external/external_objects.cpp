#include "glapi/objects/external/external_objects.h"

#include <unistd.h>

namespace glapi {

FileDescriptor::~FileDescriptor() {
    if (number_ >= 0) ::close(number_);
}

}  // namespace glapi
