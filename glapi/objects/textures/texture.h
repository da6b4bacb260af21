// Texture objects, sampler objects and texture units.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

#include "glapi/generated/gl.h"
#include "glapi/objects/textures/bindless_handles.h"
#include "glapi/pixels/internal_formats.h"
#include "glapi/state/limits.h"
#include "rasterizer/draw/draw.h"
#include "runtime/images/image.h"
#include "runtime/images/texture.h"

namespace glapi {

struct Buffer;
class LiveImage;
struct Renderbuffer;
struct SparseTail;

using runtime::TextureKind;
inline constexpr int texture_kind_count = 12;
inline constexpr int texture_unit_count = limits::MAX_COMBINED_TEXTURE_IMAGE_UNITS;
inline constexpr int max_texture_levels = std::bit_width(unsigned{limits::MAX_TEXTURE_SIZE});

// The state glTexParameter and glSamplerParameter share, in the API's terms.
struct SamplerParameters {
    GLenum wrap_s = GL_REPEAT, wrap_t = GL_REPEAT, wrap_r = GL_REPEAT;
    GLenum min_filter = GL_NEAREST_MIPMAP_LINEAR, mag_filter = GL_LINEAR;
    float min_lod = -1000, max_lod = 1000, lod_bias = 0, max_anisotropy = 1;
    GLenum compare_mode = GL_NONE, compare_function = GL_LEQUAL;
    GLenum srgb_decode = GL_DECODE_EXT;
    GLenum reduction = GL_WEIGHTED_AVERAGE_ARB;
    bool seamless_cube = false;
    std::array<uint32_t, 4> border_color{};  // floats by bits, or integers where set by TexParameterI
};

struct SamplerObject {
    explicit SamplerObject(GLuint sampler_name = 0) : name(sampler_name) {}
    GLuint name;
    SamplerParameters parameters;
};

// One mipmap level of one face. Cube faces of equal size and format share one image of six slices, so that a complete
// cube is one runtime image per level.
struct TextureLevel {
    std::shared_ptr<runtime::Image> image;  // null: no image has been specified
    const InternalFormat* format = nullptr;
    runtime::Extent extent;              // depth: slices, or layers (6 per element of cube arrays); 1 for a cube face
    int32_t slice = 0;                   // of `image`, where this level's first slice lies: the face
    bool fixed_sample_locations = true;  // as the application asked; they are fixed here in any case
    // OpenGL ES: false for unsized formats with pixels that make nothing to render to (OES_texture_float,
    // EXT_texture_type_2_10_10_10_REV).
    bool attachable = true;
    explicit operator bool() const { return image != nullptr; }
};

// DEPTH_TEXTURE_MODE of new textures. Without that parameter depth is red (GL 3.2 §E.2), or in OpenGL ES (GL_NONE) what
// the format says.
constexpr GLenum initial_depth_mode(bool is_core, bool is_es2) {
    return is_core ? GL_RED : is_es2 ? GL_NONE : GL_LUMINANCE;
}

struct Texture {
    explicit Texture(GLenum texture_target, GLuint texture_name = 0);

    GLuint name;
    GLenum target;
    TextureKind kind = TextureKind::Texture2D;
    SamplerParameters sampler;
    int32_t base_level = 0, max_level = 1000;
    bool generate_mipmap = false;
    bool immutable = false;
    bool purgeable = false;  // ObjectPurgeableAPPLE
    int32_t immutable_levels = 0;
    // Which part of the storage this is: all of it, or what TextureView chose.
    struct View {
        int32_t first_level = 0, levels = 0, first_layer = 0, layers = 0;
    };
    View view;
    // ARB_sparse_texture: of the storage that there is once it is immutable, else of that to come.
    struct Sparse {
        bool enabled = false;
        int32_t page_size_index = 0;
        int32_t levels = 0;                // with pages that are committed singly
        std::shared_ptr<SparseTail> tail;  // the others
    };
    Sparse sparse;
    float priority = 1;
    GLenum tiling = GL_OPTIMAL_TILING_EXT;  // of storage in memory objects; one layout serves for both
    std::array<GLint, 4> crop{};            // TEXTURE_CROP_RECT_OES: x, y, width, height
    GLenum depth_mode = GL_LUMINANCE;
    GLenum depth_stencil_mode = GL_DEPTH_COMPONENT;
    std::array<GLenum, 4> swizzle{GL_RED, GL_GREEN, GL_BLUE, GL_ALPHA};
    std::array<std::array<TextureLevel, max_texture_levels>, 6> faces;  // only cubes have more than the first

    // Who changes the image of level 0 as long as it is this one; null: nobody.
    struct Live {
        std::shared_ptr<const LiveImage> source;
        std::weak_ptr<runtime::Image> image;
    };
    Live live;

    // Where the texels of buffer textures are.
    struct Texels {
        std::shared_ptr<Buffer> buffer;
        const InternalFormat* format = nullptr;
        int64_t offset = 0, size = -1;  // -1: all of it
    };
    Texels texels;

    std::shared_ptr<Renderbuffer> renderbuffer;  // of renderbuffer textures (NV_explicit_multisample)

    TextureLevel& level(int32_t index, int face = 0) { return faces[face][index]; }
    const TextureLevel& level(int32_t index, int face = 0) const { return faces[face][index]; }
    bool is_external() const { return target == GL_TEXTURE_EXTERNAL_OES; }
    int face_count() const { return kind == TextureKind::Cube ? 6 : 1; }
    int32_t effective_base_level() const;
    // The last level of a complete mipmap chain: "q" of GL 2.1 §3.8.10. -1 where the base level has no image.
    int32_t last_level() const;
    runtime::Extent level_extent(int32_t level) const;  // what a complete texture has there; needs a base level
    bool layers_in_depth() const;                       // depth counts layers, which mipmaps don't halve

    // GL 2.1 §3.8.10. Both are false for textures without images.
    bool base_complete() const;
    bool mipmap_complete() const;
    bool complete(const SamplerParameters& parameters) const;

    // The texture as programs see it, with all levels where they are complete; null where not even the base is. Shared
    // by draws until something changes.
    std::shared_ptr<const runtime::Texture> snapshot() const;
    // The same for functions of GLSL that compare and give a number.
    std::shared_ptr<const runtime::Texture> comparing_snapshot() const;
    void changed() { snapshot_ = nullptr; }

  private:
    mutable std::shared_ptr<const runtime::Texture> snapshot_;
    mutable bool snapshot_has_mipmaps_ = false;  // it is mipmap_complete(), too
};

struct TextureUnit {
    std::array<std::shared_ptr<Texture>, texture_kind_count> textures;  // never null
    std::shared_ptr<SamplerObject> sampler;                             // null: the texture's own parameters
    // TEXTURE_EXTERNAL_OES: of the kind Texture2D, and made of images of EGL only. Never null.
    std::shared_ptr<Texture> external;
};

// Level extents and formats of the proxy targets, by kind.
struct ProxyLevel {
    const InternalFormat* format = nullptr;
    runtime::Extent extent;
};

struct TextureState {
    int32_t active_unit = 0;  // glActiveTexture
    std::array<TextureUnit, texture_unit_count> units;
    std::array<std::shared_ptr<Texture>, texture_kind_count> defaults;  // objects named 0
    std::shared_ptr<Texture> default_external;
    std::array<std::array<ProxyLevel, max_texture_levels>, texture_kind_count> proxies{};
    bool seamless_cube = false;  // TEXTURE_CUBE_MAP_SEAMLESS
    std::array<ImageUnit, image_unit_count> images;
    ResidentHandles handles;

    TextureState();
    TextureUnit& active() { return units[active_unit]; }
    const TextureUnit& active() const { return units[active_unit]; }
    // Puts the default objects back wherever `texture` is bound.
    void unbind(const Texture& texture);
};

// Where a target token leads: TEXTURE_2D, TEXTURE_CUBE_MAP_NEGATIVE_Y, PROXY_TEXTURE_3D …
struct TargetInfo {
    bool valid = false;
    TextureKind kind = TextureKind::Texture2D;
    int dimensions = 2;  // of the image commands: TexImage1D, 2D or 3D
    int face = 0;
    bool face_target = false;  // one of the six faces
    bool proxy = false;
    bool faces_as_layers = false;  // a cube map by its name: its faces are the layers of three-dimensional images
};
TargetInfo target_info(GLenum target);
// The target of image commands that name a texture.
TargetInfo target_info(const Texture& texture);
GLenum target_of_kind(TextureKind kind);

// A sampler as programs see it. `texture` decides how the border colour is read, `shadow` whether it may compare.
runtime::Sampler resolve_sampler(const SamplerParameters& parameters, const Texture& texture, float unit_lod_bias,
                                 bool shadow);

}  // namespace glapi
