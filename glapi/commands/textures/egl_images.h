// Images that objects of several contexts share: what EGL's images are of, and the textures and renderbuffers that are
// made of them (OES_EGL_image, EXT_EGL_image_storage).
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "glapi/objects/textures/planar_image.h"
#include "runtime/images/image.h"

namespace glapi {

class Context;

// One slice of one sample, that need not be of an object of GL.
struct SharedImage {
    std::shared_ptr<runtime::Image> image;
    uint32_t internal_format = 0;
    // The planes that `image` is converted from, if any; such images are for external textures only.
    std::shared_ptr<const PlanarImage> planar = nullptr;
    // Or the pixmap that it shows, if any.
    std::shared_ptr<const LiveImage> pixmap = nullptr;
    std::shared_ptr<const LiveImage> live() const { return planar ? planar : pixmap; }
    explicit operator bool() const { return image != nullptr; }
};

// The colour space of an image (EGL_EXT_image_gl_colorspace): its source's, or an explicit one.
enum class ImageColorSpace : uint8_t { Default, Linear, Srgb };

// The shared part of a texture or renderbuffer. Target: TEXTURE_2D, a face of a cube map, TEXTURE_3D or RENDERBUFFER.
struct ImageSource {
    uint32_t target = 0, name = 0;
    int32_t level = 0, slice = 0;
};

// EGL's errors of KHR_gl_image, section 3.9 of EGL 1.5.
enum class ImageError : uint8_t { None, BadParameter, BadMatch, OutOfMemory };
ImageError share_image(Context& context, const ImageSource& source, SharedImage& result);

// Makes the image one of this colour space, of the same memory. BadMatch: its format has none of that.
ImageError set_color_space(SharedImage& image, ImageColorSpace space);

// An image in a file, which is mapped: its rows begin at an offset, so many bytes apart. None where that can't be.
SharedImage map_image(int file, uint64_t offset, uint32_t pitch, runtime::Format format, const runtime::Extent& extent,
                      uint32_t internal_format);

// The same of luma and chroma, in planes.
struct PlaneFile {
    int file = -1;
    uint64_t offset = 0;
    uint32_t pitch = 0;
};
SharedImage map_planar_image(const PlanarLayout& layout, const PlanarColors& colors, int32_t width, int32_t height,
                             std::span<const PlaneFile> files);

// The handles by which GL's commands name images. For any thread.
void register_image(const void* handle, SharedImage image);
void forget_image(const void* handle);

}  // namespace glapi
