// Images as programs load, store and change their texels (EXT_shader_image_load_store): a level of a texture, a layer
// of one, or a buffer texture.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "ir/program.h"
#include "runtime/images/image.h"
#include "runtime/images/texture.h"

namespace runtime {

struct ImageBinding {
    std::shared_ptr<const Image> image;         // null: there is none, or it lies in a buffer
    std::span<std::byte> buffer;                // of buffer textures
    std::shared_ptr<const void> owner;          // of the buffer
    TextureKind kind = TextureKind::Texture2D;  // of the access: a single layer of an array is no array
    Format format = Format::None;               // of the access, with texels of the image's size. None: no access
                                                // can be accessed
    Extent extent{0, 0, 0};                     // in coordinates of Table X.5: x, y and z; what has no y or z has 1
    int32_t first_layer = 0;                    // slice of `image` that z = 0 means
    bool readable = true, writable = true;

    explicit operator bool() const { return format != Format::None; }
    int32_t samples() const { return image ? image->samples() : 1; }
};

// x, y, z and the sample; null: there is no such texel, or no memory for it.
std::byte* find_texel(const ImageBinding& binding, const std::array<int32_t, 4>& at);
// Where that is null: whether there is such a texel.
bool lacks_memory(const ImageBinding& binding, const std::array<int32_t, 4>& at);

// Raw loads and stores are load_memory() and store_memory() of runtime/memory/memory.h, where the storage type has the
// size of a texel. These convert: `type` is F32, S32 or U32, and formats of another kind of number give zeros and are
// not stored to.
bool converts(Format format, arbasm::DataType type);
Texel load_texel(const ImageBinding& binding, const std::byte* at, arbasm::DataType type);
void store_texel(const ImageBinding& binding, std::byte* at, arbasm::DataType type, const Texel& texel);

// IMQ's answer.
std::array<uint32_t, 4> image_size(const ImageBinding& binding);

}  // namespace runtime
