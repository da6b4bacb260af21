// Which internal formats a context has, by its version.
#pragma once

#include "glapi/pixels/internal_formats.h"
#include "glapi/registry/versions.h"

namespace glapi {

bool has_format(const Version& version, const InternalFormat& format);
// … and renders to it: null where it doesn't, or where the name is not one of storage that is made for that.
const InternalFormat* renderable_format(const Version& version, uint32_t name);
// The same for renderbuffers; RGB9_E5 is one of these, too, and no framebuffer is complete with it.
const InternalFormat* renderbuffer_format(const Version& version, uint32_t name);

}  // namespace glapi
