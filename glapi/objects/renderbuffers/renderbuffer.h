// Renderbuffers.
#pragma once

#include <cstdint>
#include <memory>

#include "glapi/generated/gl.h"
#include "glapi/pixels/internal_formats.h"
#include "runtime/images/image.h"

namespace glapi {

struct Renderbuffer {
    explicit Renderbuffer(GLuint renderbuffer_name = 0) : name(renderbuffer_name) {}
    GLuint name;
    bool created = false;    // bound once
    bool purgeable = false;  // ObjectPurgeableAPPLE
    const InternalFormat* format = nullptr;
    int32_t width = 0, height = 0;
    int32_t samples = 0;                    // as reported: 0 for single-sampled
    std::shared_ptr<runtime::Image> image;  // null while without storage
};

}  // namespace glapi
