// Pixels on their way into and out of what the imaging subset keeps, and through what it does to images.
#pragma once

#include <memory>
#include <optional>

#include "glapi/objects/buffers/buffers.h"
#include "glapi/pixels/imaging.h"
#include "glapi/pixels/unpack.h"
#include "runtime/images/image.h"

namespace glapi {

class Context;
class Errors;
struct PixelState;
struct State;
struct Version;

// None after an error: formats of tables and filters are fixed-point colour formats.
std::optional<ImagingFormat> imaging_format(Errors& errors, GLenum internal_format);
// What a format keeps of a colour: luminance and intensity are its red.
ImagingColor kept(runtime::BaseFormat base, const ImagingColor& color);

// From client memory (or the unpack buffer) or the framebuffer, before pixel transfer. False after an error.
bool unpack_imaging(Context& context, GLsizei width, GLsizei height, GLenum format, GLenum type, const void* pixels,
                    ImagingImage& image);
bool copy_imaging(Context& context, GLint x, GLint y, GLsizei width, GLsizei height, ImagingImage& image);

// Whether a query takes the format and type; false after an error.
bool check_imaging_query(Errors& errors, const Version& version, GLenum format, GLenum type);
// Into client memory (or the pack buffer), as GetTexImage gives textures of the base format. `size`: bytes that there
// are, SIZE_MAX where nobody says it.
void pack_imaging(Errors& errors, const BufferState& buffers, const PixelState& pixel_state, const ImagingImage& image,
                  runtime::BaseFormat base, GLenum format, GLenum type, size_t size, void* pixels);

// Whether images of these dimensions meet a step of the imaging subset.
bool imaging_is_active(const State& state, const PixelState& pixels, int dimensions);
// RGBA32F images after scale, bias and maps: what becomes of them. Null: nothing goes on.
std::shared_ptr<runtime::Image> imaged(Context& context, const runtime::Image& image, int dimensions);

// Whether pixels of this format and type do; and the size of an image that comes of them.
bool imaging_applies(const State& state, const PixelState& pixels, int dimensions, GLenum format, GLenum type);
runtime::Extent imaged_extent(const PixelState& pixels, int dimensions, const runtime::Extent& whole);

// The arguments of an image command after the imaging subset. While it lives, they describe a float image of
// imaged_extent(), without pixel store modes and transfer. Use it after the command's checks. Not good: an error has
// been recorded.
class ImagedPixels {
  public:
    ImagedPixels(Context& context, int dimensions, const runtime::Extent& whole, GLenum& format, GLenum& type,
                 const void*& pixels);
    ~ImagedPixels();
    ImagedPixels(const ImagedPixels&) = delete;
    ImagedPixels& operator=(const ImagedPixels&) = delete;
    bool good() const { return good_; }
    // The pixels ended in a table: images are there, and sub-images unchanged.
    bool sunk() const { return sunk_; }

  private:
    Context& context_;
    bool good_ = true, sunk_ = false;
    std::vector<ImagingColor> pixels_;
    PixelStore unpack_;
    PixelTransfer transfer_;
    std::shared_ptr<Buffer> buffer_;
};

}  // namespace glapi
