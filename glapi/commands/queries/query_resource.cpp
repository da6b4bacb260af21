// NV_query_resource: what objects of the share group take, as a stream of numbers; memory in KiB.
#include <algorithm>
#include <vector>

#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/buffers/buffers.h"
#include "glapi/objects/renderbuffers/renderbuffer.h"
#include "glapi/objects/textures/texture.h"
#include "glapi/registry/enum_names.h"
#include "glapi/share_group.h"
#include "runtime/images/image.h"

namespace glapi {
namespace {

struct ResourceUse {
    GLint type = 0;
    GLint objects = 0;
    size_t bytes = 0;
};

size_t bytes_of(const runtime::Image* image) {
    return image ? runtime::Image::memory_size(image->format(), image->extent(), image->samples()) : 0;
}

size_t bytes_of(const Texture& texture) {
    size_t bytes = 0;
    const runtime::Image* before = nullptr;  // faces of a cube may be slices of one image
    for (int32_t level = 0; level < max_texture_levels; ++level)
        for (int face = 0; face < texture.face_count(); ++face) {
            const runtime::Image* const image = texture.level(level, face).image.get();
            if (image != before) bytes += bytes_of(image);
            before = image;
        }
    return bytes;
}

GLint kibibytes(size_t bytes) { return static_cast<GLint>(std::min<size_t>((bytes + 1023) / 1024, 0x7fffffff)); }

// Header, one device, its details.
std::vector<GLint> resource_stream(const ShareGroup& group) {
    ResourceUse uses[] = {
        {GL_QUERY_RESOURCE_TEXTURE_NV}, {GL_QUERY_RESOURCE_RENDERBUFFER_NV}, {GL_QUERY_RESOURCE_BUFFEROBJECT_NV}};
    const auto count = [](ResourceUse& use, size_t bytes) {
        if (!bytes) return;  // nothing is allocated for it
        ++use.objects;
        use.bytes += bytes;
    };
    group.textures.for_each([&](GLuint, const Texture& texture) { count(uses[0], bytes_of(texture)); });
    group.renderbuffers.for_each(
        [&](GLuint, const Renderbuffer& buffer) { count(uses[1], bytes_of(buffer.image.get())); });
    group.buffers.for_each([&](GLuint, const Buffer& buffer) { count(uses[2], buffer.size); });
    constexpr GLint version = 1, devices = 1, detail_size = 5;
    const auto details = static_cast<GLint>(std::size(uses));
    ResourceUse all;
    for (const ResourceUse& use : uses) all.objects += use.objects, all.bytes += use.bytes;
    std::vector<GLint> stream{3, version, devices, 5 + details * detail_size, all.objects, kibibytes(all.bytes),
                              0, details};
    for (const ResourceUse& use : uses)
        stream.insert(stream.end(),
                      {detail_size, GL_QUERY_RESOURCE_MEMTYPE_VIDMEM_NV, use.type, use.objects, kibibytes(use.bytes)});
    return stream;
}

}  // namespace

namespace commands {

GLint checked::QueryResourceNV(Context& context, GLint, GLuint count, GLint* buffer) {
    const std::vector<GLint> stream = resource_stream(*context.shared);
    const auto size = static_cast<GLint>(stream.size());
    if (!buffer) return size;
    if (count < stream.size()) return -size;
    std::copy(stream.begin(), stream.end(), buffer);
    return size;
}

}  // namespace commands
}  // namespace glapi
